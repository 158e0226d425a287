// The current device is a thread's own. Each thread begins with device 0.
#include <cstdio>
#include <thread>
#include <vector>

__global__ void twice(int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] *= 2;
}

static int sums[4], began[4], ended[4];

static void work(int d)
{
    const int n = 256;
    int h[n], *x;
    cudaGetDevice(&began[d]);
    cudaSetDevice(d);
    for (int i = 0; i < n; i++)
        h[i] = d;
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMalloc(&x, sizeof h);
    cudaMemcpyAsync(x, h, sizeof h, cudaMemcpyHostToDevice, s);
    for (int k = 0; k < 3; k++) {
        twice<<<2, 128, 0, s>>>(x, n);
        cudaStreamSynchronize(s);
        std::this_thread::yield();
    }
    cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        sums[d] += h[i];
    cudaGetDevice(&ended[d]);
    cudaFree(x);
    cudaStreamDestroy(s);
}

int main()
{
    std::vector<std::thread> all;
    int now;
    cudaSetDevice(2);
    for (int d = 0; d < 4; d++)
        all.push_back(std::thread(work, d));
    for (auto &t : all)
        t.join();
    for (int d = 0; d < 4; d++)
        printf("%d: began with %d, ended with %d, %d\n", d, began[d], ended[d], sums[d]);
    cudaGetDevice(&now);
    printf("main: %d\n", now);
}
