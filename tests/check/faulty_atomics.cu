// Atomics, locks and flags with one mistake each; the expected findings are in faulty_atomics.out.
__global__ void histogram_without_atomic(const unsigned char *x, int *bins)
{
    bins[x[threadIdx.x] % 4]++;
}

__global__ void shared_histogram_not_cleared_in_time(const unsigned char *x, int *bins)
{
    __shared__ int s[16];
    int t = threadIdx.x;
    if (t < 16)
        s[t] = 0;
    atomicAdd(&s[x[t] % 16], 1); // the counters may still hold anything
    __syncthreads();
    if (t < 16)
        bins[t] = s[t];
}

__global__ void histogram_read_while_counted(const unsigned char *x, int *bins)
{
    __shared__ int s[16];
    int t = threadIdx.x;
    if (t < 16)
        s[t] = 0;
    __syncthreads();
    atomicAdd(&s[x[t] % 16], 1);
    if (t < 16)
        bins[t] = s[t]; // others still count
}

__global__ void counter_read_plainly(int *counter, int *out)
{
    atomicAdd(counter, 1);
    out[threadIdx.x] = *counter;
}

__global__ void counter_set_plainly(int *counter)
{
    if (threadIdx.x == 0)
        *counter = 5;
    else
        atomicSub(counter, 1);
}

__global__ void slot_from_a_plain_counter(int *count, int *list)
{
    int slot = *count; // two threads get the same slot
    *count = slot + 1;
    list[slot % 64] = threadIdx.x;
}

__global__ void maximum_by_swapping(int *most, const int *x)
{
    int v = x[threadIdx.x] + threadIdx.x;
    if (atomicMax(most, v) < v)
        most[1] = threadIdx.x; // the index is not part of the atomic
}

__global__ void minimum_in_two_words(int *best, const int *x)
{
    int v = x[threadIdx.x] - threadIdx.x;
    if (v < best[0]) {
        atomicMin(&best[0], v);
        best[1] = threadIdx.x;
    }
}

__global__ void flags_in_one_byte(unsigned char *seen)
{
    seen[threadIdx.x / 8] |= 1 << threadIdx.x % 8; // eight threads change one byte
}

int main()
{
    unsigned char *bytes, *seen;
    int *x, *y, *z;
    cudaMalloc(&bytes, 256), cudaMemset(bytes, 1, 256);
    cudaMalloc(&seen, 64), cudaMemset(seen, 0, 64);
    cudaMalloc(&x, 256 * sizeof *x), cudaMemset(x, 0, 256 * sizeof *x);
    cudaMalloc(&y, 256 * sizeof *y), cudaMemset(y, 0, 256 * sizeof *y);
    cudaMalloc(&z, 256 * sizeof *z), cudaMemset(z, 0, 256 * sizeof *z);
    histogram_without_atomic<<<1, 64>>>(bytes, x);
    shared_histogram_not_cleared_in_time<<<1, 64>>>(bytes, x);
    histogram_read_while_counted<<<1, 64>>>(bytes, x);
    counter_read_plainly<<<1, 64>>>(x, y);
    counter_set_plainly<<<1, 64>>>(x);
    cudaMemset(x, 0, 256 * sizeof *x);
    slot_from_a_plain_counter<<<1, 64>>>(x, y);
    cudaMemset(z, 0, 256 * sizeof *z);
    cudaMemset(x, 0, 256 * sizeof *x), cudaMemset(z, 0, 256 * sizeof *z);
    maximum_by_swapping<<<1, 64>>>(z, x);
    minimum_in_two_words<<<1, 64>>>(z, x);
    flags_in_one_byte<<<1, 64>>>(seen);
}
