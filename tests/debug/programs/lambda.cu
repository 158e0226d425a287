#include <cstdio>
__global__ void each(int *x, int by)
{
    int i = threadIdx.x;
    auto twice = [](int v) { return 2 * v; };
    auto shift = [=](int v) {
        int moved = v + by;
        return moved - i;
    };
    x[i] = shift(twice(x[i]));
}
int main()
{
    int h[32], *d;
    for (int i = 0; i < 32; i++)
        h[i] = i;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    each<<<1, 32>>>(d, 100);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[31]);
}
