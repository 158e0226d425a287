// Blocks of one grid that are not ordered; the expected findings are in faulty_grids.out.
__device__ int retired;
__device__ int module_sum;

__global__ void last_block_without_fence(const int *x, int *parts, int *sum)
{
    __shared__ bool last;
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = x[blockIdx.x] + blockIdx.x;
        last = atomicAdd(&retired, 1) == gridDim.x - 1; // no __threadfence() before
    }
    __syncthreads();
    if (last && threadIdx.x == 0)
        for (int i = 0; i < gridDim.x; i++)
            *sum += parts[i];
}

__global__ void fence_of_a_block(int *parts, int *arrived, int *sum)
{
    parts[blockIdx.x] = blockIdx.x + 1;
    __threadfence_block(); // not seen by other blocks
    if (atomicAdd(arrived, 1) == gridDim.x - 1)
        for (int i = 0; i < gridDim.x; i++)
            *sum += parts[i];
}

__global__ void fence_of_another_thread(int *parts, int *arrived, int *sum)
{
    if (threadIdx.x == 32)
        parts[blockIdx.x] = blockIdx.x + 2;
    if (threadIdx.x == 0) { // its fence says nothing of thread 32's store
        __threadfence();
        if (atomicAdd(arrived, 1) == gridDim.x - 1)
            for (int i = 0; i < gridDim.x; i++)
                *sum += parts[i];
    }
}

__global__ void two_phases_one_launch(const int *x, int *sums, int *total)
{
    __shared__ int s;
    if (threadIdx.x == 0)
        s = 0;
    __syncthreads();
    atomicAdd(&s, x[threadIdx.x] + 1);
    __syncthreads();
    if (threadIdx.x == 0)
        sums[blockIdx.x] = s;
    __syncthreads(); // orders one block only
    if (blockIdx.x == 1 && threadIdx.x == 0)
        for (int i = 0; i < gridDim.x; i++)
            *total += sums[i];
}

__global__ void block_sums_added_plainly(const int *x, int *total)
{
    __shared__ int s;
    if (threadIdx.x == 0)
        s = 0;
    __syncthreads();
    atomicAdd(&s, x[threadIdx.x] + 1);
    __syncthreads();
    if (threadIdx.x == 0)
        *total += s; // every block adds
}

__global__ void counter_of_a_block(int *count)
{
    atomicAdd_block(count, 1); // but all blocks count there
}

__global__ void block_and_device_scope(int *count)
{
    if (blockIdx.x == 0)
        atomicAdd_block(count, 1);
    else
        atomicAdd(count, 1);
}

__global__ void exchange_of_a_block(int *slot)
{
    if (threadIdx.x == 0)
        atomicExch_block(slot, blockIdx.x + 1);
}

__global__ void compare_and_swap_of_a_block(int *owner)
{
    if (threadIdx.x == 0)
        atomicCAS_block(owner, 0, blockIdx.x + 1);
}

__global__ void neighbours_block(int *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int left = i ? x[i - 1] : 0; // of the block before, for the first thread
    __syncthreads();
    x[i] = left + 1;
}

__global__ void grid_dimension_forgotten(int *x)
{
    x[threadIdx.x] += blockIdx.x; // blockIdx.x * blockDim.x is missing
}

__global__ void rows_and_columns(int *m, int width)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    m[x * width + y] += m[y * width + x]; // two elements, two blocks
}

__global__ void module_variable()
{
    if (threadIdx.x == 0)
        module_sum += blockIdx.x + 1;
}

__global__ void grid_stride_by_the_block(int *x, int n)
{
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x) // not gridDim.x * blockDim.x
        x[i] += 1;
}

__global__ void flag_of_the_first_block(volatile int *ready, int *table)
{
    if (threadIdx.x)
        return;
    if (blockIdx.x == 0) {
        table[0] = 17;
        *ready = 1; // no fence
    } else {
        while (!*ready)
            ;
        table[blockIdx.x] = table[0];
    }
}

int main()
{
    int *x, *y, *z;
    cudaMalloc(&x, 4096 * sizeof *x), cudaMemset(x, 0, 4096 * sizeof *x);
    cudaMalloc(&y, 256 * sizeof *y), cudaMemset(y, 0, 256 * sizeof *y);
    cudaMalloc(&z, 256 * sizeof *z), cudaMemset(z, 0, 256 * sizeof *z);
    last_block_without_fence<<<4, 32>>>(x, y, z);
    fence_of_a_block<<<4, 1>>>(y, z + 1, z);
    fence_of_another_thread<<<4, 64>>>(y, z + 2, z);
    two_phases_one_launch<<<2, 32>>>(x, y, z);
    block_sums_added_plainly<<<2, 32>>>(x, z);
    counter_of_a_block<<<2, 32>>>(z);
    block_and_device_scope<<<2, 32>>>(z);
    exchange_of_a_block<<<2, 32>>>(z);
    compare_and_swap_of_a_block<<<2, 32>>>(z + 3);
    neighbours_block<<<2, 32>>>(x);
    grid_dimension_forgotten<<<2, 32>>>(x);
    rows_and_columns<<<dim3(1, 16), 16>>>(x, 16);
    module_variable<<<2, 32>>>();
    grid_stride_by_the_block<<<2, 32>>>(x, 128);
    flag_of_the_first_block<<<2, 32>>>(z + 4, y);
}
