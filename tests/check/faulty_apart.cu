// Kernels of many blocks, which several host threads run until there is something to find. What each computes is then undone.
#include <cstdio>

const int N = 1 << 17;

__global__ void blur_in_place(float *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float right = i + 1 < N ? x[i + 1] : 0;
    x[i] = (x[i] + right) / 2;
}

__global__ void last_block_wins(int *out)
{
    if (threadIdx.x == 0)
        *out = blockIdx.x;
}

__global__ void adds_to_one(int *sum, const int *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i % 1000 == 999)
        *sum += x[i];
}

__global__ void doubles(int *to, const int *from)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = 2 * from[i];
}

__global__ void one_block_forgets(int *out, const int *x)
{
    __shared__ int s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = x[i];
    if (blockIdx.x != 400)
        __syncthreads();
    out[i] = s[255 - threadIdx.x];
}

__global__ void bytes(unsigned char *to)
{
    int i = blockIdx.x * 255 + threadIdx.x; // the last thread of a block and the first of the next
    to[i] = (unsigned char) blockIdx.x;
}

int main()
{
    float *x;
    int *a, *b, *n, *one;
    unsigned char *c;
    cudaMalloc(&x, N * sizeof *x);
    cudaMalloc(&a, N * sizeof *a);
    cudaMalloc(&b, N * sizeof *b);
    cudaMalloc(&n, N * sizeof *n);
    cudaMalloc(&one, sizeof *one);
    cudaMalloc(&c, N);
    cudaMemset(x, 0, N * sizeof *x);
    cudaMemset(a, 0, N / 2 * sizeof *a); // half of it
    cudaMemset(n, 1, N * sizeof *n);
    cudaMemset(c, 0, N);
    cudaMemset(one, 0, sizeof *one);
    for (int round = 0; round < 3; round++) {
        blur_in_place<<<N / 256, 256>>>(x);
        last_block_wins<<<N / 256, 256>>>(one);
        adds_to_one<<<N / 256, 256>>>(one, n);
        doubles<<<N / 256, 256>>>(b, a);
        one_block_forgets<<<N / 256, 256>>>(a, n);
        bytes<<<N / 256, 256>>>(c);
    }
    static unsigned char h[N];
    cudaMemcpy(h, c, sizeof h, cudaMemcpyDeviceToHost);
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum += h[i];
    printf("%ld\n", sum);
}
