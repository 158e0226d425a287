// Barriers that do not fit; the expected findings are in faulty_barriers.out.
__global__ void barrier_in_a_guard(float *x, int n)
{
    int i = threadIdx.x;
    if (i < n) {
        x[i] *= 2;
        __syncthreads(); // threads from n on do not come
    }
}

__global__ void barrier_in_a_loop_of_different_length(float *x)
{
    for (int i = 0; i < threadIdx.x / 32 + 1; i++) {
        x[threadIdx.x] += i;
        __syncthreads();
    }
}

__global__ void barrier_after_break(const int *x, int *out)
{
    for (int i = 0; i < 4; i++) {
        if (x[threadIdx.x] + threadIdx.x > 40)
            break;
        __syncthreads();
    }
    out[threadIdx.x] = 1;
}

__global__ void barrier_skipped_by_continue(int *out)
{
    for (int i = 0; i < 2; i++) {
        if (threadIdx.x >= 32 && i == 0)
            continue;
        out[threadIdx.x] = i;
        __syncthreads();
    }
}

__global__ void barrier_in_a_switch(int *out)
{
    switch (threadIdx.x / 32) {
    case 0: __syncthreads(); out[0] = 1; break;
    case 1: __syncthreads(); out[1] = 1; break;
    default: __syncthreads(); out[2] = 1; break;
    }
}

__device__ void wait_for_all(int *out)
{
    __syncthreads();
    out[threadIdx.x] = 2;
}

__global__ void barrier_in_a_called_function(int *out)
{
    if (threadIdx.x < 40)
        wait_for_all(out);
}

__global__ void only_the_first_warp(int *out)
{
    if (threadIdx.x / 32 == 0)
        __syncthreads();
    out[threadIdx.x] = 3;
}

__global__ void return_before_a_reduction(const int *x, int *out, int n)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t >= n)
        return; // and nobody writes s[t]
    s[t] = x[t];
    __syncthreads();
    if (t == 0)
        *out = s[0] + s[1];
}

__global__ void count_in_a_branch(int *out)
{
    if (threadIdx.x % 2)
        out[threadIdx.x] = __syncthreads_count(1);
}

__global__ void or_and_plain_barrier(int *out)
{
    if (threadIdx.x < 32)
        out[threadIdx.x] = __syncthreads_or(threadIdx.x == 5);
    else
        __syncthreads();
}

__global__ void else_without_barrier(int *out)
{
    if (threadIdx.x % 64 < 32) {
        out[threadIdx.x] = 4;
        __syncthreads();
    } else {
        out[threadIdx.x] = 5;
    }
}

__global__ void boundary_block(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ float s[64];
    if (i >= n)
        return; // only threads of the last block
    s[threadIdx.x] = in[i];
    __syncthreads();
    out[i] = s[0];
}

int main()
{
    float *x, *y;
    int *n, *m;
    cudaMalloc(&x, 256 * sizeof *x), cudaMemset(x, 0, 256 * sizeof *x);
    cudaMalloc(&y, 256 * sizeof *y), cudaMemset(y, 0, 256 * sizeof *y);
    cudaMalloc(&n, 256 * sizeof *n), cudaMemset(n, 0, 256 * sizeof *n);
    cudaMalloc(&m, 256 * sizeof *m), cudaMemset(m, 0, 256 * sizeof *m);
    barrier_in_a_guard<<<1, 64>>>(x, 50);
    barrier_in_a_loop_of_different_length<<<1, 64>>>(x);
    barrier_after_break<<<1, 64>>>(n, m);
    barrier_skipped_by_continue<<<1, 64>>>(m);
    barrier_in_a_switch<<<1, 96>>>(m);
    barrier_in_a_called_function<<<1, 64>>>(m);
    only_the_first_warp<<<1, 64>>>(m);
    return_before_a_reduction<<<1, 64>>>(n, m, 48);
    count_in_a_branch<<<1, 64>>>(m);
    or_and_plain_barrier<<<1, 64>>>(m);
    else_without_barrier<<<1, 64>>>(m);
    boundary_block<<<2, 64>>>(x, y, 100);
}
