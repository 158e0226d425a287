// Atomics, locks, flags and queues: no finding.
#include <cstdio>
#include <cuda/atomic>

__global__ void histogram(const unsigned char *x, int n, int *bins)
{
    __shared__ int s[16];
    int t = threadIdx.x;
    if (t < 16)
        s[t] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&s[x[i] % 16], 1);
    __syncthreads();
    if (t < 16)
        atomicAdd(&bins[t], s[t]);
}

__global__ void histogram_per_thread(const unsigned char *x, int n, int *bins)
{
    __shared__ unsigned char s[16][32];
    int t = threadIdx.x;
    for (int k = 0; k < 16; k++)
        s[k][t] = 0;
    for (int i = t; i < n; i += 32)
        s[x[i] % 16][t]++;
    __syncthreads();
    int sum = 0;
    if (t < 16) {
        for (int k = 0; k < 32; k++)
            sum += s[t][k];
        bins[t] = sum;
    }
}

__global__ void extremes(const int *x, int *least, int *most)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicMin(least, x[i]);
    atomicMax(most, x[i]);
}

__global__ void bits(unsigned *mask)
{
    atomicOr(&mask[threadIdx.x / 32], 1u << threadIdx.x % 32);
    atomicXor(&mask[4], 1u << threadIdx.x % 32);
    atomicAnd(&mask[5], ~(1u << threadIdx.x % 32));
}

__global__ void tickets(unsigned *next, int *order)
{
    order[atomicInc(next, 63)] = threadIdx.x;
}

__device__ double add(double *at, double v)
{
    unsigned long long *bits = (unsigned long long *) at, old = *bits, seen;
    do {
        seen = old;
        old = atomicCAS(bits, seen, __double_as_longlong(v + __longlong_as_double(seen)));
    } while (old != seen);
    return __longlong_as_double(old);
}

__global__ void add_doubles(double *sum)
{
    add(sum, threadIdx.x);
}

__global__ void lock(int *mutex, int *balance)
{
    for (bool done = false; !done;) { // every lane of the warp gets its turn
        if (atomicCAS(mutex, 0, 1) == 0) {
            __threadfence();
            *balance += threadIdx.x;
            __threadfence();
            atomicExch(mutex, 0);
            done = true;
        }
    }
}

__global__ void lock_of_a_block(int *out)
{
    __shared__ int mutex, balance;
    if (threadIdx.x == 0)
        mutex = 0, balance = 0;
    __syncthreads();
    if (threadIdx.x % 32 == 0) {
        while (atomicCAS(&mutex, 0, 1))
            ;
        __threadfence_block();
        balance += 5;
        __threadfence_block();
        atomicExch(&mutex, 0);
    }
    __syncthreads();
    if (threadIdx.x == 0)
        *out = balance;
}

__global__ void ticket_lock(unsigned *next, volatile unsigned *serving, int *balance)
{
    if (threadIdx.x % 32)
        return;
    unsigned mine = atomicAdd(next, 1);
    while (*serving != mine)
        ;
    __threadfence();
    *balance += 1;
    __threadfence();
    *serving = mine + 1;
}

__global__ void many_locks(int *locks, int *balances)
{
    if (threadIdx.x % 32)
        return;
    int i = (threadIdx.x / 32 + blockIdx.x) % 2;
    while (atomicExch(&locks[i], 1))
        ;
    __threadfence();
    balances[i] += 1;
    __threadfence();
    atomicExch(&locks[i], 0);
}

__global__ void flag(volatile int *ready, int *data)
{
    if (threadIdx.x == 0) {
        data[0] = 42;
        __threadfence();
        *ready = 1;
    } else if (threadIdx.x == 32) {
        while (!*ready)
            ;
        __threadfence();
        data[1] = data[0];
    }
}

__global__ void flag_by_libcu(int *data)
{
    __shared__ cuda::atomic<int, cuda::thread_scope_block> ready;
    if (threadIdx.x == 0)
        ready.store(0, cuda::memory_order_relaxed);
    __syncthreads();
    if (threadIdx.x == 0) {
        data[0] = 43;
        ready.store(1, cuda::memory_order_release);
    } else if (threadIdx.x == 32) {
        while (!ready.load(cuda::memory_order_acquire))
            ;
        data[1] = data[0];
    }
}

__global__ void counter_by_libcu(int *n)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> count(*n);
    count.fetch_add(1, cuda::memory_order_relaxed);
}

__global__ void stack_of_nodes(int *next, int *head)
{
    int node = blockIdx.x * blockDim.x + threadIdx.x, old = *(volatile int *) head, seen;
    do {
        seen = old;
        next[node] = seen;
        __threadfence();
        old = atomicCAS(head, seen, node);
    } while (old != seen);
}

__global__ void queue(int *items, int *ready, int *tail, int *head, int *sum)
{
    int slot = atomicAdd(tail, 1); // each thread puts one in and takes one out
    items[slot] = threadIdx.x;
    __threadfence();
    atomicExch(&ready[slot], 1);
    int take = atomicAdd(head, 1);
    while (!atomicAdd(&ready[take], 0))
        ;
    __threadfence();
    atomicAdd(sum, items[take]);
}

__global__ void work_list(int *next, int n, int *done)
{
    __shared__ int item;
    for (;;) {
        if (threadIdx.x == 0)
            item = atomicAdd(next, 1);
        __syncthreads();
        int mine = item;
        __syncthreads();
        if (mine >= n)
            return;
        if (threadIdx.x == 0)
            done[mine] = blockIdx.x;
    }
}

__global__ void append(const int *x, int *list, int *count)
{
    if (x[threadIdx.x] % 2 == 0)
        list[atomicAdd(count, 1)] = threadIdx.x;
}

__global__ void atomics_of_a_block(int *count)
{
    atomicAdd_block(&count[blockIdx.x], 1);
    atomicMax_block(&count[8 + blockIdx.x], (int) threadIdx.x);
}

__global__ void atomics_of_the_system(int *count)
{
    atomicAdd_system(count, 1);
}

__global__ void half_counts(unsigned short *counts)
{
    unsigned short old = counts[threadIdx.x % 2], seen;
    do {
        seen = old;
        old = atomicCAS(&counts[threadIdx.x % 2], seen, (unsigned short) (seen + 1));
    } while (old != seen);
}

__global__ void union_find(int *parent, const int *a, const int *b)
{
    int x = a[threadIdx.x], y = b[threadIdx.x];
    for (;;) {
        while (((volatile int *) parent)[x] != x)
            x = ((volatile int *) parent)[x];
        while (((volatile int *) parent)[y] != y)
            y = ((volatile int *) parent)[y];
        if (x == y)
            return;
        int high = x > y ? x : y, low = x > y ? y : x;
        if (atomicCAS(&parent[high], high, low) == high)
            return;
    }
}

__global__ void hash_insert(int *table, int n)
{
    int key = threadIdx.x + 1;
    for (int i = key * 7 % n;; i = (i + 1) % n) {
        int old = atomicCAS(&table[i], 0, key);
        if (old == 0 || old == key)
            return;
    }
}

__global__ void first_exchange(int *fresh)
{
    atomicExch(fresh, (int) blockIdx.x); // what was there before is dropped
}

int main()
{
    unsigned char *bytes;
    int *x, *y, *z;
    unsigned *u;
    double *d;
    cudaMalloc(&bytes, 1000), cudaMemset(bytes, 3, 1000);
    cudaMalloc(&x, 1024 * sizeof *x), cudaMemset(x, 0, 1024 * sizeof *x);
    cudaMalloc(&y, 1024 * sizeof *y), cudaMemset(y, 0, 1024 * sizeof *y);
    cudaMalloc(&z, 1024 * sizeof *z), cudaMemset(z, 0, 1024 * sizeof *z);
    cudaMalloc(&u, 64 * sizeof *u), cudaMemset(u, 0, 64 * sizeof *u);
    cudaMalloc(&d, sizeof *d), cudaMemset(d, 0, sizeof *d);
    histogram<<<4, 64>>>(bytes, 1000, y);
    histogram_per_thread<<<1, 32>>>(bytes, 1000, y);
    extremes<<<4, 64>>>(x, y, y + 1);
    bits<<<1, 128>>>(u);
    cudaMemset(u, 0, 64 * sizeof *u);
    tickets<<<1, 64>>>(u, y);
    add_doubles<<<1, 64>>>(d);
    lock<<<2, 64>>>(z, y);
    lock_of_a_block<<<1, 128>>>(y);
    ticket_lock<<<2, 64>>>(u + 8, u + 9, y);
    many_locks<<<4, 64>>>(z + 4, y);
    flag<<<1, 64>>>(z + 8, y);
    flag_by_libcu<<<1, 64>>>(y);
    counter_by_libcu<<<2, 64>>>(y);
    cudaMemset(y, 0, 1024 * sizeof *y);
    stack_of_nodes<<<2, 64>>>(x, y);
    queue<<<1, 64>>>(x, z + 16, z + 100, z + 101, z + 102);
    work_list<<<4, 32>>>(z + 110, 16, y);
    cudaMemset(x, 0, 1024 * sizeof *x);
    append<<<1, 64>>>(x, y, z + 120);
    atomics_of_a_block<<<2, 64>>>(z + 130);
    atomics_of_the_system<<<2, 64>>>(z + 150);
    half_counts<<<1, 64>>>((unsigned short *) (z + 151));
    int parents[64], next[64];
    for (int i = 0; i < 64; i++)
        parents[i] = i, next[i] = (i + 1) % 64;
    cudaMemcpy(x, parents, sizeof parents, cudaMemcpyHostToDevice);
    cudaMemcpy(y, parents, sizeof parents, cudaMemcpyHostToDevice);
    cudaMemcpy(z, next, sizeof next, cudaMemcpyHostToDevice);
    union_find<<<1, 64>>>(x, y, z);
    cudaMemset(x, 0, 1024 * sizeof *x);
    hash_insert<<<1, 64>>>(x, 128);
    int *fresh;
    cudaMalloc(&fresh, sizeof *fresh);
    first_exchange<<<2, 1>>>(fresh);
    printf("%d\n", cudaDeviceSynchronize());
}
