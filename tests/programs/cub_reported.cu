// CUB with CUB_STDERR, with which it includes <cstdio> in kernels, too.
#include <cstdio>

#define CUB_STDERR
#include <cub/block/block_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/util_allocator.cuh>

cub::CachingDeviceAllocator allocator(true);

__global__ void sort(int *p)
{
    using Sort = cub::BlockRadixSort<int, 32, 1>;
    using Reduce = cub::BlockReduce<int, 32>;
    __shared__ typename Sort::TempStorage storage;
    __shared__ typename Reduce::TempStorage sums;
    int value[1] = {p[threadIdx.x]};
    Sort(storage).Sort(value);
    int most = Reduce(sums).Reduce(value[0], cub::Max());
    p[threadIdx.x] = threadIdx.x ? value[0] : most;
}

int main()
{
    int *in, *out, values[100], sum;
    for (int i = 0; i < 100; i++)
        values[i] = i;
    CubDebugExit(allocator.DeviceAllocate((void **) &in, sizeof values));
    CubDebugExit(allocator.DeviceAllocate((void **) &out, sizeof sum));
    CubDebugExit(cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice));
    void *storage = nullptr;
    size_t bytes = 0;
    CubDebugExit(cub::DeviceReduce::Sum(storage, bytes, in, out, 100));
    CubDebugExit(allocator.DeviceAllocate(&storage, bytes));
    CubDebugExit(cub::DeviceReduce::Sum(storage, bytes, in, out, 100));
    CubDebugExit(cudaMemcpy(&sum, out, sizeof sum, cudaMemcpyDeviceToHost));
    printf("%d\n", sum);
    for (int i = 0; i < 32; i++)
        values[i] = i * 7 % 32;
    CubDebugExit(cudaMemcpy(in, values, 32 * sizeof *values, cudaMemcpyHostToDevice));
    sort<<<1, 32>>>(in);
    CubDebugExit(cudaMemcpy(values, in, 32 * sizeof *values, cudaMemcpyDeviceToHost));
    printf("%d %d %d\n", values[0], values[5], values[31]);
    CubDebugExit(allocator.DeviceFree(storage));
}
