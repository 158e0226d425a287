// A 1-D convolution whose mask lies in constant memory; a device counter counts the ends it met.
#include <iostream>
#include <cstdlib>
#define MASK 7

__constant__ int mask[MASK];
__device__ unsigned int ends;

__global__ void convolve(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    if (i >= n)
        return;
    for (int j = 0; j < MASK; j++) {
        int k = i - MASK / 2 + j;
        if (k >= 0 && k < n)
            sum += in[k] * mask[j];
        else
            atomicAdd(&ends, 1u);
    }
    out[i] = sum;
}

int main()
{
    const int n = 1000;
    int h_mask[MASK] = {1, -2, 3, 4, 3, -2, 1};
    int *in = new int[n], *out = new int[n], *d_in, *d_out;
    for (int i = 0; i < n; i++)
        in[i] = (i * i) % 17;
    cudaMalloc(&d_in, n * sizeof(int));
    cudaMalloc(&d_out, n * sizeof(int));
    cudaMemcpy(d_in, in, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(mask, h_mask, sizeof(h_mask));
    convolve<<<(n + 127) / 128, 128>>>(d_in, d_out, n);
    cudaMemcpy(out, d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
    unsigned int count = 0;
    cudaMemcpyFromSymbol(&count, ends, sizeof(count));
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        int want = 0;
        for (int j = 0; j < MASK; j++)
            if (i - MASK / 2 + j >= 0 && i - MASK / 2 + j < n)
                want += in[i - MASK / 2 + j] * h_mask[j];
        wrong += want != out[i];
    }
    std::cout << out[0] << " " << out[500] << " " << out[n - 1] << ", " << count << " ends, " << wrong << " wrong" << std::endl;
    delete[] in;
    delete[] out;
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
