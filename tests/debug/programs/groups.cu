#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void reduce(const int *in, int *out)
{
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<16> tile = cg::tiled_partition<16>(block);
    int v = in[block.thread_rank()];
    for (int k = tile.size() / 2; k > 0; k /= 2)
        v += tile.shfl_down(v, k);
    if (tile.thread_rank() == 0)
        out[block.thread_rank() / 16] = v;
}
int main()
{
    int h[64], *in, *out;
    for (int i = 0; i < 64; i++)
        h[i] = 1;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, 4 * sizeof(int));
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    reduce<<<1, 64>>>(in, out);
    cudaMemcpy(h, out, 4 * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[3]);
}
