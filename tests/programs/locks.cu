// Atomics beyond adding: a product by compare-and-swap, a ticket, a lock, the place of a maximum.
#include <cuda_runtime.h>
#include <stdio.h>

__device__ double multiply(double *to, double by)
{
    unsigned long long *bits = (unsigned long long *) to, old = *bits, seen;
    do {
        seen = old;
        old = atomicCAS(bits, seen, (unsigned long long) __double_as_longlong(__longlong_as_double(seen) * by));
    } while (old != seen);
    return __longlong_as_double(old);
}

__global__ void product(double *to, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        multiply(to, 1.0 + (i % 2 ? 1.0 : -0.5));
}

__global__ void tickets(unsigned *counter, int *taken, int n)
{
    unsigned mine = atomicAdd(counter, 1u);
    if (mine < (unsigned) n)
        atomicAdd(&taken[mine], 1);
}

__global__ void guarded(int *lock, long *balance)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1))
            ;
        __threadfence();
        *balance = *balance * 2 % 1000003 + 1;
        __threadfence();
        atomicExch(lock, 0);
    }
}

__global__ void largest(const int *v, int n, unsigned long long *best)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicMax(best, (unsigned long long) v[i] << 32 | (unsigned) i);
}

int main()
{
    double one = 1, result, *dp;
    unsigned zero = 0, *counter;
    int taken[64], *dt, h[300], *dv, *lock, wrong = 0;
    long balance = 1, *db;
    unsigned long long best = 0, *dbest;
    cudaMalloc((void **) &dp, sizeof(double));
    cudaMalloc((void **) &counter, sizeof(unsigned));
    cudaMalloc((void **) &dt, sizeof(taken));
    cudaMalloc((void **) &dv, sizeof(h));
    cudaMalloc((void **) &lock, sizeof(int));
    cudaMalloc((void **) &db, sizeof(long));
    cudaMalloc((void **) &dbest, sizeof(best));
    cudaMemcpy(dp, &one, sizeof(one), cudaMemcpyHostToDevice);
    product<<<3, 32>>>(dp, 84);
    cudaMemcpy(&result, dp, sizeof(result), cudaMemcpyDeviceToHost);
    printf("the product is %g\n", result);

    cudaMemcpy(counter, &zero, sizeof(zero), cudaMemcpyHostToDevice);
    cudaMemset(dt, 0, sizeof(taken));
    tickets<<<4, 32>>>(counter, dt, 64);
    cudaMemcpy(taken, dt, sizeof(taken), cudaMemcpyDeviceToHost);
    cudaMemcpy(&zero, counter, sizeof(zero), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; i++)
        wrong += taken[i] != 1;
    printf("%u tickets, %d not taken once\n", zero, wrong);

    cudaMemset(lock, 0, sizeof(int));
    cudaMemcpy(db, &balance, sizeof(balance), cudaMemcpyHostToDevice);
    guarded<<<50, 32>>>(lock, db);
    cudaMemcpy(&balance, db, sizeof(balance), cudaMemcpyDeviceToHost);
    printf("the balance is %ld\n", balance);

    for (int i = 0; i < 300; i++)
        h[i] = i * 7919 % 1009;
    cudaMemcpy(dv, h, sizeof(h), cudaMemcpyHostToDevice);
    cudaMemcpy(dbest, &best, sizeof(best), cudaMemcpyHostToDevice);
    largest<<<3, 128>>>(dv, 300, dbest);
    cudaMemcpy(&best, dbest, sizeof(best), cudaMemcpyDeviceToHost);
    printf("the largest is %llu at %u\n", best >> 32, (unsigned) best);
    cudaFree(dp);
    cudaFree(counter);
    cudaFree(dt);
    cudaFree(dv);
    cudaFree(lock);
    cudaFree(db);
    cudaFree(dbest);
    return 0;
}
