// A loop of so many turns that machine code looks whether it is to stop, with lanes that end it at different turns.
#include <cstdio>

__global__ void sums(const float *p, float *q, int n)
{
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid >= n)
        return;
    float sum = 0;
    int i = (tid + 1) % n;
    while (i != tid) {
        sum += p[i];
        i = (i + 1) % n;
    }
    q[tid] = sum;
}

int main()
{
    const int n = 9001;
    float *p, *q;
    cudaMallocManaged(&p, n * sizeof(float));
    cudaMallocManaged(&q, n * sizeof(float));
    for (int i = 0; i < n; i++)
        p[i] = 1;
    sums<<<(n + 255) / 256, 256>>>(p, q, n);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += q[i] != n - 1;
    printf("%d wrong\n", wrong);
}
