// The algorithms of CUB's classes of blocks as template arguments of host functions.
#include <cstdio>
#include <cub/cub.cuh>

using namespace cub;

template <int THREADS, BlockScanAlgorithm SCAN, cub::BlockLoadAlgorithm LOAD> __global__ void sums(const int *in, int *out)
{
    typedef BlockLoad<int, THREADS, 2, LOAD> loader;
    typedef BlockScan<int, THREADS, SCAN> scanner;
    __shared__ typename loader::TempStorage loads;
    __shared__ typename scanner::TempStorage scans;
    int two[2];
    loader(loads).Load(in, two);
    scanner(scans).InclusiveSum(two, two);
    out[2 * threadIdx.x] = two[0];
    out[2 * threadIdx.x + 1] = two[1];
}

template <int THREADS, BlockScanAlgorithm SCAN> void run(const char *name)
{
    int *in, *out;
    cudaMallocManaged(&in, 2 * THREADS * sizeof(int));
    cudaMallocManaged(&out, 2 * THREADS * sizeof(int));
    for (int i = 0; i < 2 * THREADS; i++)
        in[i] = i;
    sums<THREADS, SCAN, BLOCK_LOAD_VECTORIZE><<<1, THREADS>>>(in, out);
    cudaDeviceSynchronize();
    printf("%s: %d %d%s\n", name, out[3], out[2 * THREADS - 1], SCAN == BLOCK_SCAN_RAKING ? ", raking" : "");
}

int main()
{
    run<64, BLOCK_SCAN_RAKING>("raking");
    run<96, BLOCK_SCAN_WARP_SCANS>("warps");
    return 0;
}
