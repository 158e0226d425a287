// cudaOccupancyMaxPotentialBlockSizeVariableSMem and its relatives: what they say agrees with cudaOccupancyMaxActiveBlocksPerMultiprocessor.
#include <cstdio>

__global__ void k(float *p)
{
    extern __shared__ float room[];
    room[threadIdx.x] = p[threadIdx.x];
}

int main()
{
    int grid = 0, threads = 0, other = 0, fit = 0;
    cudaDeviceProp p;
    cudaGetDeviceProperties(&p, 0);
    int failed = cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &threads, k, [](int threads) { return threads * sizeof(float); });
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, k, threads, threads * sizeof(float));
    printf("%d %d %d\n", failed, grid == fit * p.multiProcessorCount, threads % p.warpSize);
    failed = cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(&grid, &threads, (void *) k, [=](int threads) { return threads > 64 ? p.sharedMemPerBlockOptin + 1 : 0; }, 0, 0);
    printf("%d %d\n", failed, threads);
    cudaOccupancyMaxPotentialBlockSizeWithFlags(&grid, &threads, k, 0, 100, cudaOccupancyDefault);
    printf("%d\n", threads);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, k, 128, 1024);
    cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&other, k, 128, 1024, cudaOccupancyDisableCachingOverride);
    printf("%d\n", fit == other);
    size_t room = 0;
    failed = cudaOccupancyAvailableDynamicSMemPerBlock(&room, k, 2, 128);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, k, 128, room);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&other, k, 128, room + 1);
    printf("%d %d %d\n", failed, fit >= 2, other < 2 || room >= p.sharedMemPerBlock);
    printf("%d\n", cudaOccupancyAvailableDynamicSMemPerBlock(&room, k, 0, 128) == cudaErrorInvalidValue);
    return 0;
}
