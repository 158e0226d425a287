#include <cstdio>
enum colour { RED, GREEN = 5, BLUE };
struct point { double x, y; };
struct particle {
    point at, speed;
    colour kind;
    char name[8];
    bool alive;
    unsigned low : 4, high : 4;
    particle *next;
};
union bits { float f; unsigned u; };
__global__ void move(particle *all, double dt)
{
    particle p = all[threadIdx.x];
    bits b;
    b.f = 1.5f;
    p.at.x += p.speed.x * dt;
    p.at.y += p.speed.y * dt;
    p.low = b.u & 3;
    all[threadIdx.x] = p;
}
int main()
{
    particle h[2] = {{{1, 2}, {10, 20}, GREEN, "first", true, 3, 9, nullptr}, {{3, 4}, {30, 40}, BLUE, "second", false, 1, 2, nullptr}};
    particle *d;
    cudaMalloc(&d, sizeof h);
    h[0].next = d + 1;
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    move<<<1, 2>>>(d, 0.5);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%g %g\n", h[0].at.x, h[1].at.y);
}
