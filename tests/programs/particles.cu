// An array of structs with an array and a nested struct in them, passed to the device and back.
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    short id;
    struct { float x, y, z; } position;
    double history[3];
    char tag;
} Particle;

__device__ float square(float v) { return v * v; }

__global__ void move(Particle *p, int n, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    p[i].history[2] = p[i].history[1];
    p[i].history[1] = p[i].history[0];
    p[i].history[0] = square(p[i].position.x) + square(p[i].position.y) + square(p[i].position.z);
    p[i].position.x += dt * p[i].id;
    p[i].position.z -= dt;
    p[i].tag = 'a' + i % 26;
}

int main(void)
{
    const int n = 40;
    Particle *p = (Particle *) calloc(n, sizeof(Particle)), *d;
    for (int i = 0; i < n; i++) {
        p[i].id = i;
        p[i].position.y = 0.5f * i;
    }
    cudaMalloc(&d, n * sizeof *d);
    cudaMemcpy(d, p, n * sizeof *d, cudaMemcpyHostToDevice);
    for (int step = 0; step < 3; step++)
        move<<<2, 32>>>(d, n, 0.25f);
    cudaMemcpy(p, d, n * sizeof *d, cudaMemcpyDeviceToHost);
    printf("size %zu\n", sizeof(Particle));
    for (int i = 0; i < n; i += 13)
        printf("%d %c (%.2f %.2f %.2f) %.4f %.4f %.4f\n", p[i].id, p[i].tag, p[i].position.x, p[i].position.y, p[i].position.z,
               p[i].history[0], p[i].history[1], p[i].history[2]);
    cudaFree(d);
    free(p);
    return 0;
}
