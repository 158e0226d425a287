// Local arrays of which some element is used before it is written, and an old value that nobody wrote; the expected findings are in faulty_local.out.
__global__ void half_of_an_array(int *x, int n)
{
    int a[8];
    for (int i = 0; i < n; i++)
        a[i] = i;
    x[threadIdx.x] = a[threadIdx.x % 8];
}

__global__ void counts_from_nothing(int *x, int n)
{
    int bins[16]; // not cleared
    for (int i = 0; i < n; i++)
        bins[i * 7 % 16]++;
    x[threadIdx.x] = bins[threadIdx.x % 16];
}

__device__ __noinline__ void read_three(float *v, int n)
{
    for (int i = 0; i < n; i++)
        v[i] = 1;
}

__global__ void one_too_few(float *x, int n)
{
    float v[4];
    read_three(v, n);
    x[threadIdx.x] = v[threadIdx.x % 4];
}

__global__ void only_in_one_branch(int *x, int n)
{
    int a[32];
    if (threadIdx.x % 2)
        for (int i = 0; i < n; i++)
            a[i] = i;
    x[threadIdx.x] = a[threadIdx.x % n];
}

__global__ void old_value_of_nothing(int *fresh, int *x)
{
    x[threadIdx.x] = atomicExch(fresh + threadIdx.x, 1);
}

int main()
{
    int *x;
    cudaMalloc(&x, 64 * sizeof *x);
    half_of_an_array<<<1, 32>>>(x, 4);
    counts_from_nothing<<<1, 32>>>(x, 3);
    one_too_few<<<1, 32>>>((float *) x, 3);
    only_in_one_branch<<<1, 32>>>(x, 32);
    int *fresh;
    cudaMalloc(&fresh, 64 * sizeof *fresh);
    old_value_of_nothing<<<1, 32>>>(fresh, x);
    cudaFree(x), cudaFree(fresh);
}
