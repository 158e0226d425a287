// cudaLaunchKernel, and a grid that meets in cudaLaunchCooperativeKernel.
#include <cooperative_groups.h>
#include <stdio.h>

struct range {
    int first, step;
};

__global__ void fill(int *p, struct range r, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] = r.first + i * r.step;
}

// Every thread reads what a thread of another block has written.
__global__ void reverse(int *p, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] += 1;
    cooperative_groups::this_grid().sync();
    if (i < n)
        out[i] = p[n - 1 - i];
}

int main()
{
    int n = 200, h[200], *d, *out;
    struct range r = {5, 3};
    cudaMalloc((void **) &d, sizeof(h));
    cudaMalloc((void **) &out, sizeof(h));
    void *args[] = {&d, &r, &n};
    dim3 grid(4), block(64);
    printf("%s\n", cudaGetErrorString(cudaLaunchKernel((const void *) fill, grid, block, args, 0, 0)));
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%d %d %d\n", h[0], h[1], h[199]);
    void *more[] = {&d, &out, &n};
    printf("%s\n", cudaGetErrorString(cudaLaunchCooperativeKernel((void *) reverse, dim3(4), dim3(64), more, 0, 0)));
    cudaDeviceSynchronize();
    cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%d %d %d\n", h[0], h[1], h[199]);
    cudaFree(d);
    cudaFree(out);
    return 0;
}
