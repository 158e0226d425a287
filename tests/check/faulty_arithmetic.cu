// Integer operations whose result C++ leaves open; the expected findings are in faulty_arithmetic.out.
__global__ void ratio(const int *a, const int *b, int *out)
{
    out[threadIdx.x] = a[threadIdx.x] / b[threadIdx.x];
}

__global__ void remainder_by_zero(unsigned *x, unsigned n)
{
    x[threadIdx.x] = (threadIdx.x + 5) % (n - n / 1 + threadIdx.x / 16);
}

__global__ void mean_of_none(const int *sum, const int *count, int *mean)
{
    mean[threadIdx.x] = sum[threadIdx.x] / count[threadIdx.x]; // empty bins
}

__global__ void wrap_around(int *x, int width)
{
    int i = threadIdx.x;
    x[i] = x[(i + 1) % width]; // a width of 0
}

__global__ void divide_long(long long *x, long long by)
{
    x[threadIdx.x] = 1000000007LL * (threadIdx.x + 1) / (by * threadIdx.x);
}

__global__ void short_remainder(short *x, const short *by)
{
    x[threadIdx.x] = (short) (x[threadIdx.x] % by[threadIdx.x]);
}

__global__ void bit_of_a_thread(unsigned *x)
{
    x[threadIdx.x] = 1u << threadIdx.x; // from thread 32 on
}

__global__ void mask_of_width(unsigned *x, int width)
{
    x[threadIdx.x] = (1u << width * 8) - 1; // a width of 4
}

__global__ void shift_back(int *x, int by)
{
    x[threadIdx.x] = x[threadIdx.x] >> (by + threadIdx.x);
}

__global__ void shift_by_a_negative(unsigned *x, int from)
{
    x[threadIdx.x] = 0x80u << (from - (int) threadIdx.x);
}

__global__ void wide_shift(unsigned long long *x)
{
    x[threadIdx.x] = 1ull << (2 * threadIdx.x); // from thread 32 on
}

__global__ void low_bits(unsigned *x, int bits)
{
    x[threadIdx.x] &= 0xffffffffu >> (32 - bits); // of 0 bits
}

int main()
{
    int *x, *zero;
    unsigned *u;
    long long *l;
    short *s, *t;
    cudaMalloc(&x, 64 * sizeof *x), cudaMemset(x, 0, 64 * sizeof *x);
    cudaMalloc(&zero, 64 * sizeof *zero), cudaMemset(zero, 0, 64 * sizeof *zero);
    cudaMalloc(&u, 64 * sizeof *u), cudaMemset(u, 0, 64 * sizeof *u);
    cudaMalloc(&l, 64 * sizeof *l), cudaMemset(l, 0, 64 * sizeof *l);
    cudaMalloc(&s, 64 * sizeof *s), cudaMemset(s, 0, 64 * sizeof *s);
    cudaMalloc(&t, 64 * sizeof *t), cudaMemset(t, 0, 64 * sizeof *t);
    ratio<<<1, 32>>>(x, zero, x);
    remainder_by_zero<<<1, 32>>>(u, 3);
    mean_of_none<<<1, 4>>>(x, zero, x);
    wrap_around<<<1, 1>>>(x, 0);
    divide_long<<<1, 32>>>(l, 7);
    short_remainder<<<1, 32>>>(s, t);
    bit_of_a_thread<<<1, 64>>>(u);
    mask_of_width<<<1, 32>>>(u, 4);
    shift_back<<<1, 32>>>(x, 4);
    shift_by_a_negative<<<1, 32>>>(u, 8);
    wide_shift<<<1, 64>>>((unsigned long long *) l);
    low_bits<<<1, 32>>>(u, 0);
}
