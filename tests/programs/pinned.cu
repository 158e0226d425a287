// Pinned and mapped host memory: the kernel works on the host's array in place.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void triple(int *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] *= 3;
}

int main()
{
    const int n = 1000;
    int *mapped, *pinned, *seen, *d;
    cudaHostAlloc((void **) &mapped, n * sizeof(int), cudaHostAllocMapped);
    cudaMallocHost((void **) &pinned, n * sizeof(int));
    cudaMalloc((void **) &d, n * sizeof(int));
    for (int i = 0; i < n; i++) {
        mapped[i] = i;
        pinned[i] = -i;
    }
    cudaHostGetDevicePointer((void **) &seen, mapped, 0);
    triple<<<4, 256>>>(seen, n);
    cudaMemcpyAsync(d, pinned, n * sizeof(int), cudaMemcpyHostToDevice, 0);
    triple<<<4, 256>>>(d, n);
    cudaMemcpyAsync(pinned, d, n * sizeof(int), cudaMemcpyDeviceToHost, 0);
    cudaDeviceSynchronize();
    long a = 0, b = 0;
    for (int i = 0; i < n; i++) {
        a += mapped[i];
        b += pinned[i];
    }
    printf("%ld %ld\n", a, b);
    cudaFreeHost(mapped);
    cudaFreeHost(pinned);
    cudaFree(d);
    return 0;
}
