// Texture references beside the driver API: their keyword is a macro that must not reach the other header.
#include <cuda_texture_types.h>

#include <cstdio>
#include <cuda.h>

texture<float, 1, cudaReadModeElementType> numbers;

__global__ void read(float *out)
{
    out[threadIdx.x] = tex1Dfetch(numbers, threadIdx.x);
}

int main()
{
    float *in, *out;
    cudaMallocManaged(&in, 4 * sizeof *in);
    cudaMallocManaged(&out, 4 * sizeof *out);
    for (int i = 0; i < 4; i++)
        in[i] = i * 1.5f;
    cudaBindTexture(nullptr, numbers, in, 4 * sizeof *in);
    read<<<1, 4>>>(out);
    cudaDeviceSynchronize();
    CUdevice device;
    printf("%g %g %d\n", out[1], out[3], cuInit(0) == CUDA_SUCCESS && cuDeviceGet(&device, 0) == CUDA_SUCCESS);
    return 0;
}
