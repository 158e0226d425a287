// Numbers of 32 bits that are widened on loading: the loads of one warp, before any address is known, go through one register.
#include <cstdio>

__global__ void join(const unsigned *high, const unsigned *low, unsigned long long *out)
{
    int i = threadIdx.x;
    out[i] = (unsigned long long) high[i] << 32 | low[i];
}

int main()
{
    unsigned high[40], low[40], *h, *l;
    unsigned long long result[40], *r;
    for (int i = 0; i < 40; i++) {
        high[i] = i;
        low[i] = 100 + i;
    }
    cudaMalloc(&h, sizeof high);
    cudaMalloc(&l, sizeof low);
    cudaMalloc(&r, sizeof result);
    cudaMemcpy(h, high, sizeof high, cudaMemcpyHostToDevice);
    cudaMemcpy(l, low, sizeof low, cudaMemcpyHostToDevice);
    join<<<1, 40>>>(h, l, r);
    cudaMemcpy(result, r, sizeof result, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < 40; i++)
        wrong += result[i] != ((unsigned long long) high[i] << 32 | low[i]);
    printf("%d wrong\n", wrong);
    return 0;
}
