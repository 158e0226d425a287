// cuRAND in kernels: each thread has its own state; pi by darts, and a walk that comes back to its start on the mean.
#include <curand_kernel.h>
#include <math.h>
#include <stdio.h>

#define THREADS 512

__global__ void plant(curandState *states, unsigned long long value)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    curand_init(value, i, 0, &states[i]);
}

__global__ void darts(curandState *states, int n, unsigned *hits)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    curandState mine = states[i];
    unsigned count = 0;
    for (int k = 0; k < n; k++) {
        float x = curand_uniform(&mine), y = curand_uniform(&mine);
        count += x * x + y * y <= 1;
    }
    states[i] = mine;
    atomicAdd(hits, count);
}

__global__ void walk(curandState *states, int steps, float *end)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = 0;
    for (int k = 0; k < steps; k++)
        x += curand_normal(&states[i]);
    end[i] = x;
}

int main()
{
    curandState *states;
    unsigned *hits, h;
    float *end, e[THREADS];
    cudaMalloc((void **) &states, THREADS * sizeof(curandState));
    cudaMalloc((void **) &hits, sizeof(unsigned));
    cudaMalloc((void **) &end, sizeof(e));
    cudaMemset(hits, 0, sizeof(unsigned));
    plant<<<4, THREADS / 4>>>(states, 2024);
    darts<<<4, THREADS / 4>>>(states, 200, hits);
    cudaMemcpy(&h, hits, sizeof(h), cudaMemcpyDeviceToHost);
    double pi = 4.0 * h / (THREADS * 200.0);
    printf("pi is %s\n", fabs(pi - 3.14159) < 0.03 ? "about right" : "wrong");
    walk<<<4, THREADS / 4>>>(states, 100, end);
    cudaMemcpy(e, end, sizeof(e), cudaMemcpyDeviceToHost);
    double mean = 0, square = 0;
    for (int i = 0; i < THREADS; i++) {
        mean += e[i] / THREADS;
        square += e[i] * e[i] / THREADS;
    }
    printf("mean %s, spread %s\n", fabs(mean) < 2 ? "about 0" : "off", fabs(sqrt(square) - 10) < 1.5 ? "about 10" : "off");
    cudaFree(states);
    cudaFree(hits);
    cudaFree(end);
    return 0;
}
