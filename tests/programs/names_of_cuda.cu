// SPDX-License-Identifier: Apache-2.0
// Names of CUDA's that mean one thing on both sides: states of cuRAND, errors in kernels, a kernel declared inside a function.
#include <curand_kernel.h>
#include <stdio.h>

__global__ void setup(curandState_t *s, curandStatePhilox4_32_10_t *p)
{
    curand_init(1, threadIdx.x, 0, s + threadIdx.x);
    curand_init(1, threadIdx.x, 0, p + threadIdx.x);
}

__global__ void draw(float *x, curandStateXORWOW_t *s, curandStatePhilox4_32_10 *p)
{
    x[threadIdx.x] = curand_uniform(s + threadIdx.x);
    x[2 + threadIdx.x] = curand_uniform(p + threadIdx.x);
}

__global__ void child(int *n)
{
    n[0]++;
}

__global__ void parent(int *n)
{
    child<<<1, 1>>>(n);
    printf("%s, %s\n", cudaGetErrorString(cudaGetLastError()), cudaGetErrorName(cudaErrorInvalidValue));
}

__global__ void says()
{
    printf("%s\n", cudaGetErrorString(cudaErrorMemoryAllocation));
}

int main()
{
    extern __global__ void setup(curandState *s, curandStatePhilox4_32_10_t *p);
    curandState *s;
    curandStatePhilox4_32_10_t *p;
    float *x;
    int *n;
    cudaMalloc(&s, 2 * sizeof(curandState));
    cudaMalloc(&p, 2 * sizeof(curandStatePhilox4_32_10_t));
    cudaMallocManaged(&x, 4 * sizeof *x);
    cudaMallocManaged(&n, sizeof *n);
    setup<<<1, 2>>>(s, p);
    draw<<<1, 2>>>(x, s, p);
    cudaDeviceSynchronize();
    printf("%zu %zu %zu: %g %g\n", sizeof(curandStateXORWOW), sizeof(curandStateMRG32k3a), sizeof(curandStatePhilox4_32_10_t), x[0], x[2]);
    n[0] = 0;
    parent<<<1, 1>>>(n);
    says<<<1, 1>>>();
    cudaDeviceSynchronize();
    printf("%d\n", n[0]);
}
