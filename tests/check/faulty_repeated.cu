// Mistakes in launches that the checker undoes and runs again, because they store late to what they have loaded: each is found and counted once.
__global__ void unwritten(int *w, int *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    w[i] += x[i]; // w was never written
    if (i == 127)
        x[i] = 0;
}

__global__ void last_block(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i % 64];
    if (blockIdx.x == gridDim.x - 1 || v)
        out[i % 64] = v + 1; // in and out are one array
}

__global__ void last_thread(int *x, int *y)
{
    int v = x[(threadIdx.x + 1) % blockDim.x];
    y[threadIdx.x] = v;
    if (threadIdx.x == blockDim.x - 1)
        x[40] = v; // thread 39 has read it
}

__global__ void divided(int *x, int by)
{
    x[threadIdx.x] = x[threadIdx.x] / by;
    x[64] = x[threadIdx.x] > 1000;
}

int main()
{
    int *w, *x, *y;
    cudaMalloc(&w, 128 * sizeof *w), cudaMalloc(&x, 128 * sizeof *x), cudaMalloc(&y, 128 * sizeof *y);
    cudaMemset(x, 0, 128 * sizeof *x);
    unwritten<<<2, 64>>>(w, x);
    last_block<<<2, 64>>>(x, x);
    last_thread<<<1, 64>>>(x, y);
    divided<<<1, 64>>>(x, 0);
    cudaFree(w), cudaFree(x), cudaFree(y);
}
