// A header of its own, with macros, a timer and a function for both sides.
#include "common.h"
#include "common.h"
#define imin(a, b) (a < b ? a : b)

const int N = 33 * 1024;
const int threadsPerBlock = 256;
const int blocksPerGrid = imin(32, (N + threadsPerBlock - 1) / threadsPerBlock);

__global__ void dot(int *a, int *b, int *c)
{
    __shared__ int cache[threadsPerBlock];
    int tid = threadIdx.x + blockIdx.x * blockDim.x, cacheIndex = threadIdx.x, temp = 0;
    while (tid < N) {
        temp += a[tid] * lerp_int(b[tid], 0, 128);
        tid += blockDim.x * gridDim.x;
    }
    cache[cacheIndex] = temp;
    __syncthreads();
    int i = blockDim.x / 2;
    while (i != 0) {
        if (cacheIndex < i)
            cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
        i /= 2;
    }
    if (cacheIndex == 0)
        c[blockIdx.x] = cache[0];
}

int main(void)
{
    int *a, *b, c = 0, *partial_c, *dev_a, *dev_b, *dev_partial_c;
    a = (int *) malloc(N * sizeof(int));
    HANDLE_NULL(a);
    b = (int *) malloc(N * sizeof(int));
    HANDLE_NULL(b);
    partial_c = (int *) malloc(blocksPerGrid * sizeof(int));
    HANDLE_ERROR(cudaMalloc((void **) &dev_a, N * sizeof(int)));
    HANDLE_ERROR(cudaMalloc((void **) &dev_b, N * sizeof(int)));
    HANDLE_ERROR(cudaMalloc((void **) &dev_partial_c, blocksPerGrid * sizeof(int)));
    for (int i = 0; i < N; i++) {
        a[i] = i % 5;
        b[i] = 2 * (i % 3);
    }
    HANDLE_ERROR(cudaMemcpy(dev_a, a, N * sizeof(int), cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dev_b, b, N * sizeof(int), cudaMemcpyHostToDevice));
    double start = seconds();
    dot<<<blocksPerGrid, threadsPerBlock>>>(dev_a, dev_b, dev_partial_c);
    HANDLE_ERROR(cudaMemcpy(partial_c, dev_partial_c, blocksPerGrid * sizeof(int), cudaMemcpyDeviceToHost));
    double elapsed = seconds() - start;
    for (int i = 0; i < blocksPerGrid; i++)
        c += partial_c[i];
    int want = 0;
    for (int i = 0; i < N; i++)
        want += a[i] * (b[i] / 2);
    printf("%d blocks, %d, %s, %s\n", blocksPerGrid, c, c == want ? "right" : "wrong", elapsed > 0 && elapsed < 60 ? "timed" : "not timed");
    cudaFree(dev_a), cudaFree(dev_b), cudaFree(dev_partial_c);
    free(a), free(b), free(partial_c);
}
