// Constant memory: a polynomial's coefficients and a table of structures, written in whole and in part.
#include <cuda_runtime.h>
#include <stdio.h>

#define DEGREE 4

struct plane {
    float a, b, c;
};

__constant__ float coefficients[DEGREE + 1];
__constant__ struct plane planes[3];
__constant__ int offset = 10;
__device__ int hits;

__global__ void evaluate(const float *x, float *y, int n)
{
    int i = threadIdx.x;
    float v = 0;
    for (int k = DEGREE; k >= 0; k--)
        v = v * x[i] + coefficients[k];
    y[i] = v + offset;
}

__global__ void inside(const float2 *points, int n)
{
    int i = threadIdx.x;
    bool in = true;
    for (int k = 0; k < 3; k++)
        in = in && planes[k].a * points[i].x + planes[k].b * points[i].y + planes[k].c >= 0;
    if (in)
        atomicAdd(&hits, 1);
}

int main()
{
    float c[DEGREE + 1] = {1, -2, 0, 0.5f, 0.25f}, x[5] = {-2, -1, 0, 1, 2}, y[5], *dx, *dy;
    struct plane p[3] = {{1, 0, 0}, {0, 1, 0}, {-1, -1, 1}};
    float2 points[8], *dp;
    int zero = 0, found;
    for (int i = 0; i < 8; i++) {
        points[i].x = i * 0.2f - 0.3f;
        points[i].y = 0.3f;
    }
    cudaMalloc((void **) &dx, sizeof(x));
    cudaMalloc((void **) &dy, sizeof(y));
    cudaMalloc((void **) &dp, sizeof(points));
    cudaMemcpyToSymbol(coefficients, c, sizeof(c));
    cudaMemcpyToSymbol(planes, p, sizeof(p));
    cudaMemcpyToSymbol(hits, &zero, sizeof(zero));
    cudaMemcpy(dx, x, sizeof(x), cudaMemcpyHostToDevice);
    cudaMemcpy(dp, points, sizeof(points), cudaMemcpyHostToDevice);
    evaluate<<<1, 5>>>(dx, dy, 5);
    cudaMemcpy(y, dy, sizeof(y), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 5; i++)
        printf("p(%g) + 10 = %g\n", x[i], y[i]);
    inside<<<1, 8>>>(dp, 8);
    cudaMemcpyFromSymbol(&found, hits, sizeof(found));
    printf("%d points are inside\n", found);
    cudaFree(dx);
    cudaFree(dy);
    cudaFree(dp);
    return 0;
}
