#include <cstdio>
__global__ void shift(const int *in, int *out, int n)
{
    __shared__ int tile[64];
    int t = threadIdx.x;
    tile[t] = in[t];
    int next = tile[(t + 1) % n];
    out[t] = next;
}
int main()
{
    int *in, *out, h[64];
    for (int i = 0; i < 64; i++)
        h[i] = i * i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    shift<<<1, 64>>>(in, out, 64);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[2], h[31]);
}
