// warpcell --as sm_90
// Clusters of blocks: sizes given by the kernel and by the launch, shared memory of other blocks, a histogram in distributed shared memory.
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(4, 1, 1) ring(int *out)
{
    __shared__ int mine[32];
    cg::cluster_group c = cg::this_cluster();
    mine[threadIdx.x] = 100 * blockIdx.x + threadIdx.x;
    c.sync();
    unsigned next = (c.block_rank() + 1) % c.num_blocks();
    int *theirs = c.map_shared_rank(mine, next);
    out[blockIdx.x * 32 + threadIdx.x] = theirs[31 - threadIdx.x];
    c.sync();
    atomicAdd(&theirs[0], 1000);
    c.sync();
    if (threadIdx.x == 0)
        out[blockIdx.x * 32] = mine[0];
}

__global__ void places(int *out)
{
    cg::cluster_group c = cg::this_cluster();
    int b = blockIdx.x + gridDim.x * blockIdx.y;
    out[b] = c.block_rank() + 10 * c.block_index().x + 100 * c.block_index().y + 1000 * c.dim_blocks().x + 10000 * c.dim_blocks().y;
}

__global__ void histogram(int *bins, int count, int per_block, const int *input, int n)
{
    extern __shared__ int own[];
    cg::cluster_group c = cg::this_cluster();
    for (int i = threadIdx.x; i < per_block; i += blockDim.x)
        own[i] = 0;
    c.sync();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        int bin = input[i];
        int *where = c.map_shared_rank(own, bin / per_block);
        atomicAdd(where + bin % per_block, 1);
    }
    c.sync();
    for (int i = threadIdx.x; i < per_block; i += blockDim.x)
        atomicAdd(&bins[c.block_rank() * per_block + i], own[i]);
}

int main()
{
    int *b, *in;
    cudaMallocManaged(&b, 4096);
    cudaMallocManaged(&in, 4000);
    cudaDeviceProp p;
    cudaGetDeviceProperties(&p, 0);
    printf("%d.%d clusters %d\n", p.major, p.minor, p.clusterLaunch);
    ring<<<8, 32>>>(b);
    cudaDeviceSynchronize();
    for (int i = 0; i < 8; i++)
        printf("%d %d, ", b[32 * i], b[32 * i + 3]);
    printf("\n");

    cudaLaunchAttribute size[1];
    size[0].id = cudaLaunchAttributeClusterDimension;
    size[0].val.clusterDim.x = 2;
    size[0].val.clusterDim.y = 2;
    size[0].val.clusterDim.z = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(4, 4);
    config.blockDim = 1;
    config.attrs = size;
    config.numAttrs = 1;
    printf("%s\n", cudaGetErrorName(cudaLaunchKernelEx(&config, places, b)));
    cudaDeviceSynchronize();
    for (int i = 0; i < 16; i++)
        printf("%d ", b[i]);
    printf("\n");

    for (int i = 0; i < 1000; i++)
        in[i] = i * i % 64;
    for (int i = 0; i < 64; i++)
        b[i] = 0;
    config.gridDim = 4;
    config.blockDim = 64;
    config.dynamicSmemBytes = 32 * sizeof(int);
    size[0].val.clusterDim.y = 1;
    cudaLaunchKernelEx(&config, histogram, b, 64, 32, (const int *) in, 1000);
    cudaDeviceSynchronize();
    for (int i = 0; i < 64; i++)
        if (b[i])
            printf("%d:%d ", i, b[i]);
    printf("\n");

    int most = 0, four = 0, two = 0;
    config.dynamicSmemBytes = 0;
    cudaFuncAttributes of;
    cudaFuncGetAttributes(&of, ring);
    cudaOccupancyMaxPotentialClusterSize(&most, ring, &config);
    printf("%d x %d x %d of at most %d, ", of.requiredClusterWidth, of.requiredClusterHeight, of.requiredClusterDepth, most);
    config.numAttrs = 0;
    cudaOccupancyMaxActiveClusters(&four, ring, &config);
    printf("%s, ", cudaGetErrorName(cudaOccupancyMaxActiveClusters(&two, places, &config)));
    config.numAttrs = 1;
    cudaOccupancyMaxActiveClusters(&two, places, &config);
    printf("%d\n", two == 2 * four && four > 0);
}
