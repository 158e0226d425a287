// Grids and blocks of three dimensions: every index of the launch, and a volume that is filled by them.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void number(int *v, int w, int h, int d)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < w && y < h && z < d)
        v[(z * h + y) * w + x] = 10000 * z + 100 * y + x;
}

__global__ void shape(int *out)
{
    if (threadIdx.x == blockDim.x - 1 && threadIdx.y == blockDim.y - 1 && threadIdx.z == blockDim.z - 1 &&
        blockIdx.x == gridDim.x - 1 && blockIdx.y == gridDim.y - 1 && blockIdx.z == gridDim.z - 1) {
        out[0] = gridDim.x, out[1] = gridDim.y, out[2] = gridDim.z;
        out[3] = blockDim.x, out[4] = blockDim.y, out[5] = blockDim.z;
        out[6] = ((blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x) * (blockDim.x * blockDim.y * blockDim.z) +
                 (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    }
}

int main()
{
    const int w = 11, h = 6, d = 5;
    int v[w * h * d], s[7], *dv, *ds, wrong = 0;
    cudaMalloc((void **) &dv, sizeof(v));
    cudaMalloc((void **) &ds, sizeof(s));
    cudaMemset(dv, 0xff, sizeof(v));
    dim3 block(4, 2, 3);
    dim3 grid((w + block.x - 1) / block.x, (h + block.y - 1) / block.y, (d + block.z - 1) / block.z);
    number<<<grid, block>>>(dv, w, h, d);
    cudaMemcpy(v, dv, sizeof(v), cudaMemcpyDeviceToHost);
    for (int i = 0; i < w * h * d; i++)
        wrong += v[i] != 10000 * (i / (w * h)) + 100 * (i / w % h) + i % w;
    printf("grid %u x %u x %u, %d wrong, corner %d\n", grid.x, grid.y, grid.z, wrong, v[w * h * d - 1]);
    shape<<<dim3(3, 2), dim3(2, 2, 2)>>>(ds);
    cudaMemcpy(s, ds, sizeof(s), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 7; i++)
        printf("%d ", s[i]);
    printf("\n");
    cudaFree(dv);
    cudaFree(ds);
    return 0;
}
