// A barrier of the whole grid that the program makes itself, of a counter in global memory: on a GPU all of these blocks are resident at once.
#include <cstdio>

#define BLOCKS 100
#define THREADS 64
#define ROUNDS 5

__device__ unsigned arrived;

__device__ void barrier(unsigned goal)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(&arrived, 1);
        while (atomicAdd(&arrived, 0) < goal)
            ;
    }
    __syncthreads();
}

__global__ void rounds(int *a, int *b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
    for (int r = 0; r < ROUNDS; r++) {
        b[i] = a[(i + 97) % n] + 1;
        barrier((2 * r + 1) * gridDim.x);
        a[i] = b[(i + 1) % n] * 2 % 10007;
        barrier((2 * r + 2) * gridDim.x);
    }
}

__device__ volatile int here;

__global__ void meet(int *out)
{
    if (threadIdx.x == 0) {
        atomicAdd((int *) &here, 1);
        while (here < gridDim.x)
            ;
    }
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = here;
}

int main()
{
    const int n = BLOCKS * THREADS;
    int *a, *b, *x = new int[n], *y = new int[n], wrong = 0;
    cudaMallocManaged(&a, n * sizeof *a);
    cudaMallocManaged(&b, n * sizeof *b);
    for (int i = 0; i < n; i++)
        a[i] = x[i] = i;
    rounds<<<BLOCKS, THREADS>>>(a, b);
    cudaDeviceSynchronize();
    for (int r = 0; r < ROUNDS; r++) {
        for (int i = 0; i < n; i++)
            y[i] = x[(i + 97) % n] + 1;
        for (int i = 0; i < n; i++)
            x[i] = y[(i + 1) % n] * 2 % 10007;
    }
    for (int i = 0; i < n; i++)
        wrong += x[i] != a[i];
    meet<<<BLOCKS, THREADS>>>(b);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++)
        wrong += b[i] != BLOCKS;
    printf("%d wrong\n", wrong);
    return 0;
}
