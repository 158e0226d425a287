// Functions of the host in a stream, after the kernels before them.
#include <cuda_runtime.h>
#include <stdio.h>

struct stage {
    const char *name;
    int *host, *device;
};

__global__ void add(int *p, int n)
{
    *p += n;
}

void CUDART_CB report(void *data)
{
    struct stage *s = (struct stage *) data;
    printf("%s: %d\n", s->name, *s->host);
}

void CUDART_CB finished(cudaStream_t stream, cudaError_t status, void *data)
{
    printf("%s: %s\n", (const char *) data, cudaGetErrorString(status));
}

int main()
{
    struct stage one = {"one", 0, 0};
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMallocHost((void **) &one.host, sizeof(int));
    cudaMalloc((void **) &one.device, sizeof(int));
    cudaMemset(one.device, 0, sizeof(int));
    for (int i = 1; i <= 3; i++) {
        add<<<1, 1, 0, stream>>>(one.device, i);
        cudaMemcpyAsync(one.host, one.device, sizeof(int), cudaMemcpyDeviceToHost, stream);
        cudaLaunchHostFunc(stream, report, &one);
    }
    cudaStreamAddCallback(stream, finished, (void *) "all", 0);
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
    cudaFreeHost(one.host);
    cudaFree(one.device);
    return 0;
}
