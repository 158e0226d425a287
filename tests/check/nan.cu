// NaN and infinity that come of finite numbers, which --nan looks for; the expected findings are in nan.out.
__global__ void zero_by_zero(float *x)
{
    x[threadIdx.x] = x[threadIdx.x] / x[threadIdx.x];
}

__global__ void root(float *x)
{
    x[threadIdx.x] = sqrtf(threadIdx.x - 2.0f);
}

__global__ void large(double *y)
{
    double v = threadIdx.x;
    for (int i = 0; i < 20; i++)
        v = v * v;
    y[threadIdx.x] = v;
}

__global__ void narrow(double *y, float *x)
{
    x[threadIdx.x] = (float) (y[threadIdx.x] * 1e300);
}

__global__ void fine(float *x)
{
    float least = INFINITY;
    for (int i = 0; i < 4; i++)
        least = fminf(least, i + 1.0f);
    x[threadIdx.x] = 1 / least + expf(3.0f) * sinf(least) + powf(2.5f, least);
}

int main()
{
    float *x;
    double *y;
    cudaMalloc(&x, 32 * sizeof *x), cudaMemset(x, 0, 32 * sizeof *x);
    cudaMalloc(&y, 32 * sizeof *y), cudaMemset(y, 0x3f, 32 * sizeof *y);
    zero_by_zero<<<1, 4>>>(x);
    cudaMemset(x, 0, 32 * sizeof *x);
    root<<<1, 4>>>(x);
    large<<<1, 4>>>(y);
    cudaMemset(y, 0x3f, 32 * sizeof *y);
    narrow<<<1, 4>>>(y, x);
    cudaMemset(x, 0, 32 * sizeof *x);
    fine<<<1, 32>>>(x);
    cudaFree(x), cudaFree(y);
}
