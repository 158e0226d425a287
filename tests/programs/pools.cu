// Memory in the order of streams: from the device's pool and from one of the program's own.
#include <cuda_runtime.h>
#include <stdio.h>

#define N 1000

__global__ void add(int *p, int v)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N)
        p[i] += v;
}

static int sum(const int *p)
{
    int all = 0;
    for (int i = 0; i < N; i++)
        all += p[i];
    return all;
}

int main()
{
    static int back[N];
    cudaStream_t streams[2];
    cudaMemPool_t pool, own;
    int *p;
    unsigned long long most = ~0ULL, used = 1, high = 1;
    cudaStreamCreate(&streams[0]);
    cudaStreamCreate(&streams[1]);
    cudaDeviceGetDefaultMemPool(&pool, 0);
    cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &most);
    int total = 0;
    for (int k = 0; k < 20; k++) {
        cudaStream_t s = streams[k % 2];
        cudaMallocAsync((void **) &p, N * sizeof(int), s);
        cudaMemsetAsync(p, 0, N * sizeof(int), s);
        add<<<4, 256, 0, s>>>(p, k);
        cudaMemcpyAsync(back, p, sizeof(back), cudaMemcpyDeviceToHost, s);
        cudaFreeAsync(p, s);
        cudaStreamSynchronize(s);
        total += sum(back);
    }
    printf("%d\n", total);
    cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used);
    cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &high);
    printf("used %llu, at most %llu\n", used, high);

    cudaMemPoolProps props = {};
    props.allocType = cudaMemAllocationTypePinned;
    props.location.type = cudaMemLocationTypeDevice;
    props.location.id = 0;
    printf("%d\n", cudaMemPoolCreate(&own, &props));
    printf("%d\n", cudaMallocFromPoolAsync((void **) &p, 4 * N, own, 0));
    cudaMemset(p, 1, 4 * N);
    cudaMemcpy(back, p, sizeof(back), cudaMemcpyDeviceToHost);
    cudaMemPoolGetAttribute(own, cudaMemPoolAttrUsedMemCurrent, &used);
    printf("%x %llu\n", back[N - 1], used);
    cudaFree(p);
    cudaMemPoolGetAttribute(own, cudaMemPoolAttrUsedMemCurrent, &used);
    printf("%llu\n", used);
    cudaMemPoolTrimTo(own, 0);
    cudaMemPoolDestroy(own);
    printf("%s\n", cudaGetErrorName(cudaMallocFromPoolAsync((void **) &p, 4 * N, own, 0)));
    printf("%s\n", cudaGetErrorName(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &most)));
    return 0;
}
