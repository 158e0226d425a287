// Error codes: what a program that checks finds, and what the last error remembers.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void nothing() {}

static void show(const char *what, cudaError_t error)
{
    printf("%-22s %3d %s: %s\n", what, (int) error, cudaGetErrorName(error), cudaGetErrorString(error));
}

int main()
{
    void *p = NULL;
    int count = 0;
    cudaDeviceProp prop;
    show("device count", cudaGetDeviceCount(&count));
    show("a device too many", cudaSetDevice(count));
    show("peek", cudaPeekAtLastError());
    show("last", cudaGetLastError());
    show("and again", cudaGetLastError());
    show("properties of none", cudaGetDeviceProperties(&prop, 99));
    cudaGetLastError();
    show("too much memory", cudaMalloc(&p, (size_t) 1 << 60));
    printf("the pointer is %s\n", p ? "set" : "null");
    show("last", cudaGetLastError());
    show("free null", cudaFree(NULL));
    show("copy of a bad kind", cudaMemcpy(&p, &p, sizeof(p), (cudaMemcpyKind) 17));
    nothing<<<1, 32>>>();
    show("after a good launch", cudaDeviceSynchronize());
    show("last", cudaGetLastError());
    printf("%s, %s\n", cudaGetErrorName(cudaErrorIllegalAddress), cudaGetErrorString(cudaErrorLaunchFailure));
    return 0;
}
