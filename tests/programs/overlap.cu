// Chunks in four streams: copy in, compute, copy out; an event makes one stream wait for another.
#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>

#define STREAMS 4
#define CHUNK 512

__global__ void work(float *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] = p[i] * p[i] + 1;
}

__global__ void total(const float *p, int n, double *out)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += p[i];
    *out = s;
}

int main()
{
    const int n = STREAMS * CHUNK;
    float *h, *d;
    double sum, *dsum;
    cudaStream_t streams[STREAMS];
    cudaEvent_t done[STREAMS];
    cudaMallocHost((void **) &h, n * sizeof(float));
    cudaMalloc((void **) &d, n * sizeof(float));
    cudaMalloc((void **) &dsum, sizeof(double));
    for (int i = 0; i < n; i++)
        h[i] = (float) (i % 10);
    for (int s = 0; s < STREAMS; s++) {
        cudaStreamCreate(&streams[s]);
        cudaEventCreate(&done[s]);
    }
    for (int s = 0; s < STREAMS; s++) {
        int at = s * CHUNK;
        cudaMemcpyAsync(d + at, h + at, CHUNK * sizeof(float), cudaMemcpyHostToDevice, streams[s]);
        work<<<CHUNK / 128, 128, 0, streams[s]>>>(d + at, CHUNK);
        cudaMemcpyAsync(h + at, d + at, CHUNK * sizeof(float), cudaMemcpyDeviceToHost, streams[s]);
        cudaEventRecord(done[s], streams[s]);
    }
    for (int s = 1; s < STREAMS; s++)
        cudaStreamWaitEvent(streams[0], done[s], 0);
    total<<<1, 1, 0, streams[0]>>>(d, n, dsum);
    cudaStreamSynchronize(streams[0]);
    cudaMemcpy(&sum, dsum, sizeof(sum), cudaMemcpyDeviceToHost);
    double here = 0;
    for (int i = 0; i < n; i++)
        here += h[i];
    printf("%g %g %g\n", h[3], sum, here);
    for (int s = 0; s < STREAMS; s++) {
        cudaStreamDestroy(streams[s]);
        cudaEventDestroy(done[s]);
    }
    cudaFreeHost(h);
    cudaFree(d);
    cudaFree(dsum);
    return 0;
}
