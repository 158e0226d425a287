// Volatile data that nothing orders; the expected findings are in faulty_volatile.out.
__device__ int lock;

__global__ void two_blocks_store(volatile int *x)
{
    x[0] = blockIdx.x + 1;
}

__global__ void one_without_the_lock(volatile int *x)
{
    if (blockIdx.x == 0) {
        while (atomicCAS(&lock, 0, 1) != 0)
            ;
        __threadfence();
        x[1] = 1;
        __threadfence();
        atomicExch(&lock, 0);
    } else {
        x[1] = 2;
    }
}

__global__ void lock_without_a_fence(volatile int *x)
{
    while (atomicCAS(&lock, 0, 1) != 0)
        ;
    x[2] = blockIdx.x + 1;
    atomicExch(&lock, 0);
}

__global__ void store_and_atomic(volatile int *x)
{
    if (blockIdx.x == 0)
        atomicExch((int *) x + 3, 5);
    else
        x[3] = 6;
}

__global__ void fence_for_the_block_only(volatile int *x, volatile int *flag)
{
    if (blockIdx.x == 0) {
        x[4] = 7;
        __threadfence_block();
        *flag = 1;
    } else {
        while (!*flag)
            ;
        x[5] = x[4];
    }
}

int main()
{
    int *x;
    cudaMalloc(&x, 64);
    cudaMemset(x, 0, 64);
    two_blocks_store<<<2, 1>>>(x);
    one_without_the_lock<<<2, 1>>>(x);
    lock_without_a_fence<<<3, 1>>>(x);
    store_and_atomic<<<2, 1>>>(x);
    fence_for_the_block_only<<<2, 1>>>(x, x + 8);
    cudaDeviceSynchronize();
    cudaFree(x);
}
