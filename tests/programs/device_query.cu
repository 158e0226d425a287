// What a program may ask of the device, and errors it may meet.
#include <stdio.h>

int main(void)
{
    int count = 0;
    cudaError_t err = cudaGetDeviceCount(&count);
    if (err != cudaSuccess) {
        printf("%s\n", cudaGetErrorString(err));
        return 1;
    }
    for (int i = 0; i < count; i++) {
        cudaDeviceProp prop;
        cudaGetDeviceProperties(&prop, i);
        printf("named: %s\n", prop.name[0] ? "yes" : "no");
        printf("warp size %d, at most %d threads in a block\n", prop.warpSize, prop.maxThreadsPerBlock);
        printf("multiprocessors: %s, memory: %s\n", prop.multiProcessorCount > 0 ? "some" : "none", prop.totalGlobalMem > 1 << 20 ? "some" : "none");
        printf("block at most %d x %d x %d\n", prop.maxThreadsDim[0], prop.maxThreadsDim[1], prop.maxThreadsDim[2]);
        int value;
        cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, i);
        printf("attribute %d\n", value);
    }
    err = cudaSetDevice(1000);
    printf("%s: %s\n", cudaGetErrorName(err), cudaGetErrorString(err));
    bool first = cudaGetLastError() != cudaSuccess;
    printf("%d then %d\n", first, cudaGetLastError() != cudaSuccess);
    return 0;
}
