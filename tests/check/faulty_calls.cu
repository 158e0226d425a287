// Mistakes of the host around its launches; the expected findings are in faulty_calls.out.
#include <cstdio>

__global__ void says(int n)
{
    printf("%d\n", n);
}

int main()
{
    const int n = 64;
    int h[n] = {1}, *x, *too_much = NULL;
    double *wide;
    cudaMalloc(&x, n * sizeof(int));
    cudaMalloc(&wide, n * sizeof *wide);
    cudaMemcpy(x, h, n, cudaMemcpyHostToDevice); // bytes, not elements
    cudaMemset(wide, 0, n);
    cudaMemcpyAsync(h, x, 64, cudaMemcpyDeviceToHost);
    cudaMalloc(&too_much, (size_t) 1 << 50); // fails, and nobody looks
    cudaFree(x);
    cudaFree(wide);
    says<<<1, 1>>>(n); // main ends before it is shown
}
