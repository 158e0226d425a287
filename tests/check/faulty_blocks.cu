// Mistakes between blocks; the expected findings are in faulty_blocks.out.
__global__ void no_fence(int *parts, unsigned *arrived, int *sum)
{
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = 1;
        if (atomicAdd(arrived, 1u) == gridDim.x - 1)
            for (int i = 0; i < gridDim.x; i++)
                *sum += parts[i];
    }
}

__global__ void narrow_scope(int *n)
{
    atomicAdd_block(n, 1);
}

int main()
{
    int *x;
    unsigned *u;
    cudaMalloc(&x, 512 * sizeof *x);
    cudaMalloc(&u, sizeof *u);
    cudaMemset(x, 0, 512 * sizeof *x);
    cudaMemset(u, 0, sizeof *u);
    no_fence<<<2, 1>>>(x, u, x + 100);
    narrow_scope<<<2, 1>>>(x);
}
