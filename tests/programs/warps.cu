// What the threads of a warp can tell each other: votes, ballots, shuffles, and printing from the device.
#include <stdio.h>

__global__ void vote(const int *v, unsigned *out)
{
    int mine = v[threadIdx.x];
    unsigned lane = threadIdx.x & 31, mask = __activemask();
    unsigned odd = __ballot_sync(0xffffffff, mine & 1);
    int all = __all_sync(0xffffffff, mine >= 0), any = __any_sync(0xffffffff, mine > 90);
    int left = __shfl_up_sync(0xffffffff, mine, 1), first = __shfl_sync(0xffffffff, mine, 0);
    if (lane == 0) {
        out[0] = mask;
        out[1] = odd;
        out[2] = __popc(odd) * 1000 + __ffs(odd) * 10 + all * 2 + any;
    }
    if (lane == 9)
        out[3] = left * 1000 + first;
}

__global__ void hello(int n)
{
    if (threadIdx.x < n)
        printf("thread %d of block %d says %s %5.2f\n", threadIdx.x, blockIdx.x, "hello", 1.5 * threadIdx.x);
}

int main(void)
{
    int v[32], *d_v;
    unsigned out[4], *d_out;
    for (int i = 0; i < 32; i++)
        v[i] = i * i % 97;
    cudaMalloc(&d_v, sizeof(v));
    cudaMalloc(&d_out, sizeof(out));
    cudaMemcpy(d_v, v, sizeof(v), cudaMemcpyHostToDevice);
    vote<<<1, 32>>>(d_v, d_out);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    printf("%08x %08x %u %u\n", out[0], out[1], out[2], out[3]);
    hello<<<1, 32>>>(3);
    cudaDeviceSynchronize();
    printf("done\n");
    cudaFree(d_v);
    cudaFree(d_out);
    return 0;
}
