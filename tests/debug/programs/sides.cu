#include <cstdio>
__global__ void scale(float *v)
{
    int i = threadIdx.x;
    float f = v[i];
    if (i % 2)
        f = f * 3;
    else
        f = f + 1;
    for (int k = 0; k < 2; k++)
        if (k == 1)
            f = -f;
    v[i] = f;
}
int main()
{
    float *d, h[32];
    for (int i = 0; i < 32; i++)
        h[i] = 10 + i;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    scale<<<1, 32>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%g %g\n", h[2], h[3]);
}
