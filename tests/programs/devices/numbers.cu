// Devices by number: properties, memory, pointers, and calls with a number that no device has.
#include <cstdio>

#define NAME(call) printf("%s: %s\n", #call, cudaGetErrorName(call))

int main()
{
    int count, now, yes;
    size_t free_bytes, total;
    cudaDeviceProp p;
    void *x[4];
    cudaPointerAttributes a;
    cudaGetDeviceCount(&count);
    cudaGetDevice(&now);
    printf("%d devices, current %d\n", count, now);
    for (int d = 0; d < count; d++) {
        cudaSetDevice(d);
        cudaGetDevice(&now);
        cudaGetDeviceProperties(&p, d);
        cudaMemGetInfo(&free_bytes, &total);
        printf("%d: %d %d %d\n", now, total == p.totalGlobalMem, free_bytes == total, p.unifiedAddressing);
        cudaMalloc(&x[d], 1 << 20);
        cudaMemGetInfo(&free_bytes, &total);
        printf("%zu in use\n", total - free_bytes);
    }
    for (int d = 0; d < count; d++) {
        cudaPointerGetAttributes(&a, (char *) x[d] + 100);
        printf("device %d, type %d\n", a.device, a.type);
    }
    cudaMallocManaged(&x[0], 64);
    cudaPointerGetAttributes(&a, x[0]);
    printf("device %d, type %d\n", a.device, a.type);
    for (int d = -1; d < 5; d++)
        printf("%d: %s, %s\n", d, cudaGetErrorName(cudaMemPrefetchAsync(x[0], 64, d)),
               cudaGetErrorName(cudaMemAdvise(x[0], 64, cudaMemAdviseSetPreferredLocation, d)));
    NAME(cudaSetDevice(4));
    NAME(cudaSetDevice(-1));
    NAME(cudaGetDeviceProperties(&p, 7));
    NAME(cudaDeviceGetAttribute(&yes, cudaDevAttrWarpSize, 7));
    NAME(cudaDeviceCanAccessPeer(&yes, 0, 7));
    NAME(cudaDeviceReset());
    cudaGetDevice(&now);
    printf("current %d\n", now);
}
