// Local arrays and structs with padding, all of which is written before it is used.
#include <cstdio>

struct pair {
    char c;
    int n;
};

__device__ __noinline__ void fill(pair *p, int n)
{
    for (int i = 0; i < n; i++) {
        p[i].c = 1;
        p[i].n = i;
    }
}

__global__ void copied_structs(int *x, int n)
{
    pair a[8], b[8];
    fill(a, 8);
    for (int i = 0; i < 8; i++)
        b[(i + n) % 8] = a[i];
    x[threadIdx.x] = b[threadIdx.x % 8].n + b[n].c;
}

__global__ void private_bins(int *x, int n)
{
    int bins[16] = {0};
    for (int i = 0; i < n; i++)
        bins[(i * 7 + threadIdx.x) % 16]++;
    x[threadIdx.x] = bins[threadIdx.x % 16];
}

__global__ void bytes_and_words(int *x, int n)
{
    unsigned char bytes[64];
    for (int i = 0; i < n; i++)
        bytes[i] = (unsigned char) i;
    int sum = 0;
    for (int i = 0; i + 4 <= n; i += 4)
        sum += *(int *) (bytes + i);
    x[threadIdx.x] = sum;
}

__global__ void some_lanes_use_it(int *x, int n)
{
    int a[32];
    if (threadIdx.x % 2)
        for (int i = 0; i < n; i++)
            a[i] = i;
    x[threadIdx.x] = threadIdx.x % 2 ? a[threadIdx.x % n] : 0;
}

__global__ void set_pairs(pair *p)
{
    p[threadIdx.x].c = 1;
    p[threadIdx.x].n = 2;
}

__global__ void copy_pairs(const pair *p, pair *q)
{
    q[threadIdx.x] = p[threadIdx.x];
}

__global__ void pairs_through_shared(const pair *p, pair *q)
{
    __shared__ pair s[32];
    s[threadIdx.x] = p[threadIdx.x];
    __syncthreads();
    q[threadIdx.x].c = s[31 - threadIdx.x].c;
    q[threadIdx.x].n = s[31 - threadIdx.x].n;
}

__global__ void use_pairs(const pair *q, int *x)
{
    x[threadIdx.x] = q[threadIdx.x].c ? q[threadIdx.x].n : 3;
}

int main()
{
    int *x, h[32], wrong = 0;
    pair *p, *q;
    cudaMalloc(&x, sizeof h), cudaMalloc(&p, 32 * sizeof *p), cudaMalloc(&q, 32 * sizeof *q);
    copied_structs<<<2, 32>>>(x, 3);
    private_bins<<<2, 32>>>(x, 100);
    bytes_and_words<<<2, 32>>>(x, 64);
    some_lanes_use_it<<<1, 32>>>(x, 32);
    set_pairs<<<1, 32>>>(p);
    copy_pairs<<<1, 32>>>(p, q);
    use_pairs<<<1, 32>>>(q, x);
    pairs_through_shared<<<1, 32>>>(p, q);
    use_pairs<<<1, 32>>>(q, x);
    cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++)
        wrong += h[i] != 2;
    cudaFree(x), cudaFree(p), cudaFree(q);
    printf("wrong: %d\n", wrong);
}
