// Copies and fills between devices, by every call; each device's work is in its own streams.
#include <cstdio>

const int n = 1000;

__global__ void count_from(int *x, int first)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = first + i;
}

static void show(const char *what, const int *x)
{
    int ends[2];
    cudaMemcpy(ends, x, sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(ends + 1, x + n - 1, sizeof(int), cudaMemcpyDefault);
    printf("%s: %d %d\n", what, ends[0], ends[1]);
}

int main()
{
    int *x[4], host[n];
    cudaStream_t s[4];
    cudaEvent_t done[4];
    size_t bytes = n * sizeof(int);
    for (int d = 0; d < 4; d++) {
        cudaSetDevice(d);
        cudaMalloc(&x[d], bytes);
        cudaStreamCreateWithFlags(&s[d], cudaStreamNonBlocking);
        cudaEventCreate(&done[d]);
        count_from<<<4, 256, 0, s[d]>>>(x[d], 1000 * d);
    }
    cudaDeviceSynchronize();
    for (int d = 0; d < 3; d++)
        cudaStreamSynchronize(s[d]);
    for (int d = 0; d < 4; d++)
        show("filled", x[d]);

    cudaSetDevice(0);
    cudaMemcpyPeer(x[1], 1, x[3], 3, bytes);
    show("cudaMemcpyPeer", x[1]);
    cudaMemcpyPeerAsync(x[1], 1, x[2], 2, bytes, s[0]);
    cudaStreamSynchronize(s[0]);
    show("cudaMemcpyPeerAsync", x[1]);
    cudaMemcpy(x[1], x[0], bytes, cudaMemcpyDeviceToDevice);
    show("cudaMemcpyDeviceToDevice", x[1]);
    cudaMemcpyAsync(x[1], x[3], bytes, cudaMemcpyDefault, s[0]);
    cudaStreamSynchronize(s[0]);
    show("cudaMemcpyDefault", x[1]);
    for (int i = 0; i < n; i++)
        host[i] = -i;
    cudaMemcpy(x[2], host, bytes, cudaMemcpyHostToDevice);
    show("from the host", x[2]);
    cudaMemset(x[3], 1, bytes);
    cudaDeviceSynchronize();
    show("cudaMemset", x[3]);

    // A ring: each device waits for the event of the one before it.
    for (int d = 0; d < 4; d++) {
        cudaSetDevice(d);
        if (d) {
            cudaStreamWaitEvent(s[d], done[d - 1], 0);
            cudaMemcpyPeerAsync(x[d], d, x[d - 1], d - 1, bytes, s[d]);
        } else {
            count_from<<<4, 256, 0, s[0]>>>(x[0], 5000);
        }
        cudaEventRecord(done[d], s[d]);
    }
    cudaEventSynchronize(done[3]);
    show("ring", x[3]);
    for (int d = 0; d < 4; d++) {
        cudaStreamDestroy(s[d]);
        cudaEventDestroy(done[d]);
        cudaFree(x[d]);
    }
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}
