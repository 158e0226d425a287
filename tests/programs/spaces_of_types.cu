// CUDA's spaces before a type say nothing.
#include <cstdio>

__host__ __device__ struct matrix3d {
    double data[3];

    __host__ __device__ double sum() const
    {
        return data[0] + data[1] + data[2];
    }
};

__device__ struct pair2 {
    int a, b;
};

__host__ __device__ class C
{
  public:
    int v;
};

__device__ struct S {
    int x;
} gs;

__host__ __device__ enum color { red, green };

__global__ void k(matrix3d m, double *o)
{
    gs.x = 3;
    *o = m.sum() + gs.x + green;
}

int main()
{
    double *d, h;
    cudaMalloc(&d, 8);
    matrix3d m{
        {1, 2, 3}
    };
    pair2 p{1, 2};
    C c;
    c.v = 4;
    k<<<1, 1>>>(m, d);
    cudaMemcpy(&h, d, 8, cudaMemcpyDeviceToHost);
    printf("%g %g %d %d\n", h, m.sum(), p.b, c.v);
}
