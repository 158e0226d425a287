// Arrays in managed memory as arguments of kernels: variables, and members behind a pointer.
#include <cstdio>
#include <cstring>

struct point { int x, y; };
struct holder { int data[4]; };
__device__ __managed__ int histogram[8];
__managed__ float grid[2][3];
__managed__ point points[3];

__global__ void add(int *h, int n) { if (threadIdx.x < n) h[threadIdx.x] += threadIdx.x; }
__global__ void fill(float (*g)[3]) { g[threadIdx.y][threadIdx.x] = threadIdx.y * 10 + threadIdx.x; }
__global__ void move(point *p) { p[threadIdx.x].x++; }
template <typename T> __global__ void increment(T *p) { p[threadIdx.x]++; }

int main()
{
    memset(histogram, 0, sizeof histogram);
    add<<<1, 8>>>(histogram, 8);
    add<<<1, 8>>>(histogram + 1, 7);
    add<<<1, 8>>>(&histogram[2], 6);
    increment<<<1, 8>>>(histogram);
    cudaDeviceSynchronize();
    printf("%d %d\n", histogram[0], histogram[7]);
    fill<<<1, dim3(3, 2)>>>(grid);
    move<<<1, 3>>>(points);
    cudaDeviceSynchronize();
    printf("%g %d\n", grid[1][2], points[2].x);
    holder *h;
    cudaMallocManaged(&h, sizeof *h);
    h->data[3] = 8;
    add<<<1, 4>>>(h->data, 4);
    increment<<<1, 4>>>(h->data);
    cudaDeviceSynchronize();
    printf("%d\n", h->data[3]);
}
