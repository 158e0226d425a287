// The first program of every course: allocate, copy, launch, copy back, check, free.
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define CHECK(call)                                                                    \
    do {                                                                               \
        cudaError_t status = (call);                                                   \
        if (status != cudaSuccess) {                                                   \
            fprintf(stderr, "%s:%d: %s failed: %s\n", __FILE__, __LINE__, #call,       \
                    cudaGetErrorString(status));                                       \
            exit(EXIT_FAILURE);                                                        \
        }                                                                              \
    } while (0)

__global__ void vecAdd(const float *a, const float *b, float *c, int n)
{
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

int main(void)
{
    const int n = 50000;
    size_t size = n * sizeof(float);
    float *h_a = (float *) malloc(size), *h_b = (float *) malloc(size), *h_c = (float *) malloc(size);
    float *d_a = NULL, *d_b = NULL, *d_c = NULL;
    for (int i = 0; i < n; ++i) {
        h_a[i] = i;
        h_b[i] = 2.0f * i;
    }
    CHECK(cudaMalloc((void **) &d_a, size));
    CHECK(cudaMalloc((void **) &d_b, size));
    CHECK(cudaMalloc((void **) &d_c, size));
    CHECK(cudaMemcpy(d_a, h_a, size, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_b, h_b, size, cudaMemcpyHostToDevice));

    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    int threads = 256, blocks = (n + threads - 1) / threads;
    vecAdd<<<blocks, threads>>>(d_a, d_b, d_c, n);
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(stop));
    CHECK(cudaEventSynchronize(stop));
    float ms = -1;
    CHECK(cudaEventElapsedTime(&ms, start, stop));

    CHECK(cudaMemcpy(h_c, d_c, size, cudaMemcpyDeviceToHost));
    int wrong = 0;
    for (int i = 0; i < n; ++i)
        wrong += h_c[i] != 3.0f * i;
    printf("%d blocks of %d threads, timed: %s\n", blocks, threads, ms >= 0 ? "yes" : "no");
    printf("c[1] = %.1f, c[%d] = %.1f, %d wrong\n", h_c[1], n - 1, h_c[n - 1], wrong);
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_c);
    free(h_a);
    free(h_b);
    free(h_c);
    return 0;
}
