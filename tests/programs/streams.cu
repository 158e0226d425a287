// Chunks of an array copied, computed and copied back in four streams, with pinned memory and events.
#include <stdio.h>

__global__ void work(int *data, int offset, int n)
{
    int i = offset + blockIdx.x * blockDim.x + threadIdx.x;
    if (i < offset + n)
        data[i] = data[i] * data[i] + 1;
}

int main(void)
{
    const int streams = 4, n = 1 << 14, chunk = n / streams, threads = 128;
    int *h, *d;
    cudaStream_t stream[streams];
    cudaEvent_t begin, end;
    cudaMallocHost((void **) &h, n * sizeof(int));
    cudaMalloc((void **) &d, n * sizeof(int));
    for (int i = 0; i < n; i++)
        h[i] = i % 100;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    for (int s = 0; s < streams; s++)
        cudaStreamCreate(&stream[s]);
    cudaEventRecord(begin, 0);
    for (int s = 0; s < streams; s++) {
        int offset = s * chunk;
        cudaMemcpyAsync(&d[offset], &h[offset], chunk * sizeof(int), cudaMemcpyHostToDevice, stream[s]);
        work<<<chunk / threads, threads, 0, stream[s]>>>(d, offset, chunk);
        cudaMemcpyAsync(&h[offset], &d[offset], chunk * sizeof(int), cudaMemcpyDeviceToHost, stream[s]);
    }
    for (int s = 0; s < streams; s++)
        cudaStreamSynchronize(stream[s]);
    cudaEventRecord(end, 0);
    cudaEventSynchronize(end);
    float ms;
    cudaEventElapsedTime(&ms, begin, end);
    long long sum = 0;
    for (int i = 0; i < n; i++)
        sum += h[i];
    printf("sum %lld, h[99] %d, time measured: %s\n", sum, h[99], ms > 0 ? "yes" : "no");
    for (int s = 0; s < streams; s++)
        cudaStreamDestroy(stream[s]);
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    cudaFreeHost(h);
    cudaFree(d);
    return 0;
}
