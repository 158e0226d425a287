// The host's calls as they should be: no finding.
#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                                                \
    do {                                                                                           \
        cudaError_t e = (call);                                                                    \
        if (e != cudaSuccess)                                                                      \
            printf("%s\n", cudaGetErrorString(e)), exit(1);                                        \
    } while (0)

__global__ void says(int n)
{
    printf("%d\n", n);
}

int main()
{
    const int n = 64;
    int h[n] = {1}, *x, *too_much = NULL;
    char *bytes, text[n];
    CHECK(cudaMalloc(&x, sizeof h));
    CHECK(cudaMalloc(&bytes, n));
    CHECK(cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(x, h, n / 4 * sizeof *x, cudaMemcpyHostToDevice)); // a quarter
    CHECK(cudaMemcpy(x + 4, h, 16, cudaMemcpyHostToDevice));
    CHECK(cudaMemset(bytes, 0, n)); // elements of one byte
    CHECK(cudaMemcpy(text, bytes, n, cudaMemcpyDeviceToHost));
    cudaError_t e = cudaMalloc(&too_much, (size_t) 1 << 50);
    if (e != cudaErrorMemoryAllocation)
        printf("wrong\n");
    cudaMalloc(&too_much, (size_t) 1 << 50);
    if (cudaGetLastError() != cudaErrorMemoryAllocation)
        printf("wrong\n");
    says<<<1, 1>>>(n);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(x));
    CHECK(cudaFree(bytes));
    printf("wrong: 0\n");
}
