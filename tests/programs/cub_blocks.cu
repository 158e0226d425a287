// Blocks and warps by CUB: <cub/cub.cuh> brings what kernels use of it.
#include <cstdio>
#include <utility>
#include <cub/cub.cuh>

template <int THREADS> __global__ void reduce(const float *in, float *out, int n, std::pair<int, int> range)
{
    typedef cub::BlockReduce<float, THREADS> BlockReduce;
    __shared__ typename BlockReduce::TempStorage temp;
    float x = 0;
    for (int i = range.first + threadIdx.x; i < range.second; i += THREADS)
        x += in[i];
    float sum = BlockReduce(temp).Sum(x);
    __syncthreads();
    float largest = BlockReduce(temp).Reduce(in[threadIdx.x], cub::Max());
    if (threadIdx.x == 0) {
        out[0] = sum;
        out[1] = largest;
    }
}

__global__ void sort(int *keys)
{
    typedef cub::BlockRadixSort<int, 64, 2> Sort;
    typedef cub::BlockLoad<int, 64, 2, cub::BLOCK_LOAD_TRANSPOSE> Load;
    __shared__ union {
        typename Sort::TempStorage sort;
        typename Load::TempStorage load;
    } temp;
    int own[2];
    Load(temp.load).Load(keys, own);
    __syncthreads();
    Sort(temp.sort).Sort(own);
    cub::StoreDirectBlocked(threadIdx.x, keys, own);
}

__global__ void scan(int *x)
{
    __shared__ cub::WarpScan<int>::TempStorage temp;
    int v = x[threadIdx.x], all;
    cub::WarpScan<int>(temp).ExclusiveSum(v, v, all);
    x[threadIdx.x] = v;
    if (threadIdx.x == 0)
        x[32] = all;
}

int main()
{
    float *in, *out;
    int *keys;
    cudaMallocManaged(&in, 1000 * sizeof *in);
    cudaMallocManaged(&out, 2 * sizeof *out);
    cudaMallocManaged(&keys, 128 * sizeof *keys);
    for (int i = 0; i < 1000; i++)
        in[i] = i % 77;
    for (int i = 0; i < 128; i++)
        keys[i] = i * 37 % 128 - 60;
    reduce<128><<<1, 128>>>(in, out, 1000, std::make_pair(0, 1000));
    sort<<<1, 64>>>(keys);
    cudaDeviceSynchronize();
    int unsorted = 0;
    for (int i = 1; i < 128; i++)
        unsorted += keys[i] < keys[i - 1];
    printf("%g %g %d %d %d\n", out[0], out[1], unsorted, keys[0], keys[127]);
    scan<<<1, 32>>>(keys);
    cudaDeviceSynchronize();
    printf("%d %d %d\n", keys[1], keys[31], keys[32]);
}
