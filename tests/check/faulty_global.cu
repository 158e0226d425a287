// Mistakes with global memory and arithmetic; the expected findings are in faulty_global.out.
__global__ void counter(int *n)
{
    n[0] += 1;
}

__global__ void neighbours(int *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = x[i + 1] + 1;
}

__global__ void never_written(const float *x, float *y)
{
    y[threadIdx.x] = x[threadIdx.x];
}

__global__ void divides(int *x, int by)
{
    x[threadIdx.x] = 100 / (threadIdx.x * by);
}

__global__ void shifts(unsigned *x, int by)
{
    x[threadIdx.x] = 1u << (threadIdx.x + by);
}

int main()
{
    int *x;
    unsigned *u;
    float *f, *g;
    cudaMalloc(&x, 512 * sizeof *x);
    cudaMalloc(&u, 32 * sizeof *u);
    cudaMalloc(&f, 32 * sizeof *f);
    cudaMalloc(&g, 32 * sizeof *g);
    cudaMemset(x, 0, 512 * sizeof *x);
    cudaMemset(u, 0, 32 * sizeof *u);
    counter<<<1, 2>>>(x);
    neighbours<<<1, 2>>>(x);
    never_written<<<1, 32>>>(f, g);
    divides<<<1, 32>>>(x, 3);
    shifts<<<1, 32>>>(u, 1);
}
