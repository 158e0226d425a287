// Shuffles that take a value from a lane that does not take part; the expected findings are in faulty_shuffles.out.
__global__ void sum_of_a_partial_warp(const int *x, int *out)
{
    int v = x[threadIdx.x];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d); // the block has 20 threads
    if (threadIdx.x == 0)
        *out = v;
}

__global__ void neighbour_of_the_last(const int *x, int *out, int n)
{
    int t = threadIdx.x;
    unsigned mask = __ballot_sync(0xffffffff, t < n);
    if (t < n) {
        int right = __shfl_down_sync(mask, x[t], 1);
        out[t] = right - x[t]; // lane n - 1 has no right neighbour
    }
}

__global__ void leader_that_left(const int *x, int *out)
{
    int t = threadIdx.x, v = x[t] + 1;
    if (t > 0)
        out[t] = __shfl_sync(0xfffffffe, v, 0); // lane 0 is not here
}

__global__ void pairs_of_odd_lanes(int *x)
{
    int t = threadIdx.x;
    if (t % 2)
        x[t] = __shfl_xor_sync(0xaaaaaaaa, t, 1); // the partners are even
}

__global__ void scan_without_a_test(int *x, int n)
{
    int t = threadIdx.x;
    if (t >= n)
        return;
    int v = x[t];
    for (int d = 1; d < 32; d *= 2)
        v += __shfl_down_sync((1u << n) - 1, v, d);
    x[t] = v;
}

__global__ void branch_on_it(int *x)
{
    int t = threadIdx.x;
    if (t < 8)
        if (__shfl_sync(0xff, t, t + 8) > 3) // lanes 8 to 15
            x[t] = 1;
}

int main()
{
    int *x, *y;
    cudaMalloc(&x, 64 * sizeof *x), cudaMemset(x, 0, 64 * sizeof *x);
    cudaMalloc(&y, 64 * sizeof *y), cudaMemset(y, 0, 64 * sizeof *y);
    sum_of_a_partial_warp<<<1, 20>>>(x, y);
    neighbour_of_the_last<<<1, 32>>>(x, y, 12);
    leader_that_left<<<1, 32>>>(x, y);
    pairs_of_odd_lanes<<<1, 32>>>(x);
    scan_without_a_test<<<1, 32>>>(x, 10);
    branch_on_it<<<1, 32>>>(x);
}
