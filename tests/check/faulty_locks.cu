// Locks, flags and lists with one mistake each; the expected findings are in faulty_locks.out.
__global__ void lock_released_plainly(int *lock, int *balance)
{
    if (threadIdx.x % 32 == 0) {
        while (atomicCAS(lock, 0, 1) != 0)
            ;
        *balance += 1;
        *lock = 0; // neither a fence nor atomic
    }
}

__global__ void lock_without_fence(int *lock, int *balance)
{
    if (threadIdx.x % 32 == 0) {
        while (atomicCAS(lock, 0, 1) != 0)
            ;
        *balance += 1;
        atomicExch(lock, 0); // the balance may arrive later than the lock
    }
}

__global__ void lock_around_half(int *lock, int *balance)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0)
            ;
        *balance += 1;
        __threadfence();
        atomicExch(lock, 0);
    } else if (threadIdx.x == 32) {
        *balance += 2; // this one takes no lock
    }
}

__global__ void two_locks_one_balance(int *locks, int *balance)
{
    if (threadIdx.x % 32 == 0) {
        int *lock = locks + threadIdx.x / 32;
        while (atomicCAS(lock, 0, 1) != 0)
            ;
        *balance += 1; // each warp holds a lock of its own
        __threadfence();
        atomicExch(lock, 0);
    }
}

__global__ void flag_without_fence(volatile int *flag, int *data)
{
    if (threadIdx.x == 0) {
        data[0] = 42;
        *flag = 1; // nothing publishes data[0] first
    } else if (threadIdx.x == 32) {
        while (*flag == 0)
            ;
        data[1] = data[0];
    }
}

__global__ void flag_set_too_early(volatile int *flag, int *data)
{
    if (threadIdx.x == 0) {
        __threadfence();
        *flag = 1;
        data[0] = 43; // after the flag
    } else if (threadIdx.x == 32) {
        while (*flag == 0)
            ;
        __threadfence();
        data[1] = data[0];
    }
}

__global__ void append_then_count(int *list, int *count)
{
    int slot = atomicAdd(count, 1);
    list[slot % 128] = threadIdx.x;
    if (slot == 63)
        for (int i = 0; i < 64; i++)
            list[128 + i] = list[i]; // the others' elements may not be there yet
}

__global__ void linked_list(int *next, int *head)
{
    int t = threadIdx.x;
    next[t] = *head; // read and replaced in two steps
    *head = t;
}

int main()
{
    unsigned char *bytes, *seen;
    int *x, *y, *z;
    cudaMalloc(&bytes, 256), cudaMemset(bytes, 1, 256);
    cudaMalloc(&seen, 64), cudaMemset(seen, 0, 64);
    cudaMalloc(&x, 256 * sizeof *x), cudaMemset(x, 0, 256 * sizeof *x);
    cudaMalloc(&y, 256 * sizeof *y), cudaMemset(y, 0, 256 * sizeof *y);
    cudaMalloc(&z, 256 * sizeof *z), cudaMemset(z, 0, 256 * sizeof *z);
    cudaMemset(x, 0, 256 * sizeof *x);
    lock_released_plainly<<<1, 64>>>(z, y);
    lock_without_fence<<<1, 64>>>(z, y);
    lock_around_half<<<1, 64>>>(z, y);
    two_locks_one_balance<<<1, 64>>>(z, y);
    flag_without_fence<<<1, 64>>>(z, y);
    cudaMemset(z, 0, 256 * sizeof *z);
    flag_set_too_early<<<1, 64>>>(z, y);
    cudaMemset(x, 0, 256 * sizeof *x), cudaMemset(z, 0, 256 * sizeof *z);
    append_then_count<<<1, 64>>>(y, x);
    linked_list<<<1, 64>>>(y, z);
}
