// half and bfloat16 on the host, and to kernels; shared memory declared outside of kernels.
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
extern __shared__ int smem[];

__global__ void sum(int *x)
{
    smem[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    if (!threadIdx.x) {
        int s = 0;
        for (int i = 0; i < blockDim.x; i++)
            s += smem[i];
        x[0] = s;
    }
}

__global__ void axpy(half *y, const half *x, half a, int n)
{
    int i = threadIdx.x;
    if (i < n)
        y[i] = __hfma(a, x[i], y[i]);
}

template <typename T> __global__ void copy(T *y, const T *x)
{
    y[threadIdx.x] = x[threadIdx.x];
}

int main()
{
    half h[4], *d, *e;
    float f = 0;
    for (int i = 0; i < 4; i++)
        h[i] = __float2half(i + 0.1f);
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&e, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpy(e, h, sizeof h, cudaMemcpyHostToDevice);
    axpy<<<1, 4>>>(d, e, __float2half(2.f), 4);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 4; i++)
        printf("%g ", __half2float(h[i]));
    printf("\n");
    copy<half><<<1, 4>>>(e, d);
    copy<<<1, 4>>>(e, d);
    half s = h[0] + h[1] * half(3);
    f = s;
    printf("%g %zu %d\n", f, sizeof(half2), h[0] < h[1]);
    __nv_bfloat16 b = __float2bfloat16(3.14159f);
    printf("%g\n", __bfloat162float(b));
    half *v = new half[3];
    v[1] = 2.5f;
    printf("%g\n", (float) v[1]);
    delete[] v;
    __half *m = (__half *) malloc(6);
    m[0] = __half(1.5);
    printf("%g\n", float(m[0]));
    free(m);
    int *x;
    cudaMallocManaged(&x, 40);
    for (int i = 0; i < 10; i++)
        x[i] = i;
    sum<<<1, 10, 40>>>(x);
    cudaDeviceSynchronize();
    printf("%d\n", x[0]);
}
