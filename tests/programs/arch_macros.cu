// Macros that are defined for the device and the host in groups of #ifdef __CUDA_ARCH__: each side has its own.
#include <cstdio>
#ifdef __CUDA_ARCH__
#define TABLE __device__ static const
#else
#define TABLE static const
#endif
TABLE int squares[3][2] = {{0, 1}, {4, 9}, {16, 25}};
TABLE float half = 0.5f;
__host__ __device__ float at(int i) { return squares[i][1] * half; }
__global__ void k() { printf("%g\n", at(2)); }
#ifndef __CUDA_ARCH__
#define ON_HOST 1
#endif
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ < 100
#define OLD
#elif __CUDA_ARCH__ >= 700
#define NEW 7
# if __CUDA_ARCH__ >= 9000
# define NEWEST
# else
# define NOT_NEWEST 5
# endif
#endif
__global__ void l() {
#ifdef ON_HOST
    printf("host\n");
#endif
#ifdef OLD
    printf("old\n");
#endif
#ifdef NEW
    printf("new %d %d\n", NEW, NOT_NEWEST);
#endif
#ifdef NEWEST
    printf("newest\n");
#endif
}
#define NEW 8
__global__ void m() { printf("%d\n", NEW); }
#ifdef __CUDA_ARCH__
#define WHERE 1
#define INVERSE_ROOT(x) rsqrtf(x)
#else
#define WHERE 0
#define INVERSE_ROOT(x) (2 / sqrtf(x))
#endif
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
#define SIDE "device"
#elif defined(__CUDA_ARCH__)
#define SIDE "old device"
#else
#define SIDE "host"
#endif
__host__ __device__ int where() { return WHERE; }
__host__ __device__ const char *side() { return SIDE; }
__host__ __device__ float root(float x) { return INVERSE_ROOT(x); }
__global__ void n() { printf("%d %s %g\n", where(), side(), root(4)); }

int main()
{
    k<<<1, 1>>>();
    l<<<1, 1>>>();
    m<<<1, 1>>>();
    n<<<1, 1>>>();
    cudaDeviceSynchronize();
    printf("%g %d\n", at(1), NEW);
#ifdef ON_HOST
    printf("host\n");
#endif
#ifdef OLD
    printf("old\n");
#endif
    printf("%d %s %g\n", where(), side(), root(4));
}
