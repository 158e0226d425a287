// Access of kernels to another device's memory, which is given in one direction; managed and mapped memory is everybody's.
#include <cstdio>

__device__ int own = 100;
__managed__ int shared = 0;

__global__ void add(int *to, const int *from, int n)
{
    int i = threadIdx.x;
    if (i < n)
        atomicAdd(to + i, from[i]);
}

__global__ void number(int *to, int d)
{
    *to = own + d;
    own++;
}

#define NAME(call) printf("%s: %s\n", #call, cudaGetErrorName(call))

int main()
{
    int *x[4], *common, *mapped, host[8], can, one = 1;
    for (int d = 0; d < 4; d++) {
        cudaSetDevice(d);
        cudaMalloc(&x[d], sizeof host);
        for (int i = 0; i < 8; i++)
            host[i] = 10 * d + i;
        cudaMemcpy(x[d], host, sizeof host, cudaMemcpyHostToDevice);
    }
    cudaSetDevice(0);
    cudaDeviceCanAccessPeer(&can, 0, 1);
    printf("can access: %d", can);
    cudaDeviceCanAccessPeer(&can, 2, 2);
    printf(", itself: %d\n", can);
    NAME(cudaDeviceDisablePeerAccess(1));
    NAME(cudaDeviceEnablePeerAccess(1, 0));
    NAME(cudaDeviceEnablePeerAccess(1, 0));
    NAME(cudaDeviceEnablePeerAccess(1, 5));
    NAME(cudaDeviceEnablePeerAccess(0, 0));
    NAME(cudaDeviceEnablePeerAccess(9, 0));
    NAME(cudaDeviceGetP2PAttribute(&can, cudaDevP2PAttrNativeAtomicSupported, 0, 1));
    NAME(cudaDeviceEnablePeerAccess(3, 0));
    cudaGetLastError();
    add<<<1, 8>>>(x[0], x[1], 8);
    add<<<1, 8>>>(x[3], x[0], 8);
    cudaMemcpy(host, x[3], sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 8; i++)
        printf("%d ", host[i]);
    NAME(cudaDeviceDisablePeerAccess(1));

    cudaMallocManaged(&common, sizeof(int));
    cudaHostAlloc(&mapped, sizeof(int), cudaHostAllocMapped);
    *common = *mapped = 0;
    for (int d = 0; d < 4; d++) {
        cudaSetDevice(d);
        cudaMemcpy(x[d], &one, sizeof one, cudaMemcpyHostToDevice);
        add<<<1, 1>>>(common, x[d], 1);
        add<<<1, 1>>>(mapped, x[d], 1);
        cudaDeviceSynchronize();
    }
    printf("managed %d, mapped %d\n", *common, *mapped);

    for (int d = 0; d < 4; d++) { // a __device__ variable of each device
        cudaSetDevice(d);
        number<<<1, 1>>>(x[d], 0);
        number<<<1, 1>>>(x[d] + 1, d);
        cudaMemcpy(host, x[d], 2 * sizeof(int), cudaMemcpyDeviceToHost);
        cudaMemcpyFromSymbol(host + 2, own, sizeof(int));
        printf("device %d: %d %d %d\n", d, host[0], host[1], host[2]);
        int mine = 1000 * d;
        cudaMemcpyToSymbol(own, &mine, sizeof mine);
    }
    cudaSetDevice(2);
    number<<<1, 1>>>(x[2], 0);
    cudaMemcpy(host, x[2], sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", host[0]);
}
