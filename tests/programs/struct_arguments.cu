// Structures by value to kernels: arrays, nested structures and pointers in them.
#include <cuda_runtime.h>
#include <stdio.h>

typedef struct {
    int width, height;
    float *data;
} Matrix;

struct filter {
    float weight[3][3];
    struct {
        int x, y;
    } center;
    char name[8];
};

__device__ float at(Matrix m, int x, int y)
{
    x = x < 0 ? 0 : x >= m.width ? m.width - 1 : x;
    y = y < 0 ? 0 : y >= m.height ? m.height - 1 : y;
    return m.data[y * m.width + x];
}

__global__ void apply(Matrix in, Matrix out, struct filter f)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= out.width || y >= out.height)
        return;
    float sum = 0;
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++)
            sum += f.weight[j][i] * at(in, x + i - f.center.x, y + j - f.center.y);
    out.data[y * out.width + x] = sum;
}

int main()
{
    struct filter f = {{{0, 1, 0}, {1, -4, 1}, {0, 1, 0}}, {1, 1}, "laplace"};
    Matrix in = {5, 4, NULL}, out = in;
    float h[20], r[20];
    for (int i = 0; i < 20; i++)
        h[i] = (float) (i % 5 * (i / 5));
    h[7] = 50;
    cudaMalloc((void **) &in.data, sizeof(h));
    cudaMalloc((void **) &out.data, sizeof(h));
    cudaMemcpy(in.data, h, sizeof(h), cudaMemcpyHostToDevice);
    apply<<<dim3(2, 2), dim3(4, 2)>>>(in, out, f);
    cudaMemcpy(r, out.data, sizeof(r), cudaMemcpyDeviceToHost);
    printf("%s\n", f.name);
    for (int y = 0; y < 4; y++) {
        for (int x = 0; x < 5; x++)
            printf("%6g", r[y * 5 + x]);
        printf("\n");
    }
    cudaFree(in.data);
    cudaFree(out.data);
    return 0;
}
