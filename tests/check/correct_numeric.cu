// Numeric and layout patterns of textbooks: no finding.
#include <cstdio>

struct pixel {
    unsigned char r, g, b;
};

struct packed {
    char tag;
    double value;
};

struct flags {
    unsigned a : 4, b : 12, c : 16;
};

__constant__ float weights[9];
__device__ float table[64];

__global__ void saxpy(int n, float a, const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}

__global__ void saxpy_vectors(float a, const float4 *x, float4 *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 u = x[i], v = y[i];
    y[i] = make_float4(a * u.x + v.x, a * u.y + v.y, a * u.z + v.z, a * u.w + v.w);
}

__global__ void grey(const pixel *in, unsigned char *out)
{
    int i = threadIdx.x;
    out[i] = (unsigned char) ((in[i].r * 30 + in[i].g * 59 + in[i].b * 11) / 100);
}

__global__ void brighten_in_place(pixel *p)
{
    int i = threadIdx.x; // three bytes each: threads share words, but no bytes
    p[i].r = min(p[i].r + 10, 255);
    p[i].g = min(p[i].g + 10, 255);
    p[i].b = min(p[i].b + 10, 255);
}

__global__ void fill_packed(packed *p)
{
    p[threadIdx.x].tag = 'x';
    p[threadIdx.x].value = threadIdx.x;
}

__global__ void copy_packed(const packed *from, packed *to)
{
    to[threadIdx.x] = from[threadIdx.x]; // the padding was never written
}

__global__ void bit_fields(flags *f)
{
    f[threadIdx.x].a = threadIdx.x % 16;
    f[threadIdx.x].b = threadIdx.x;
    f[threadIdx.x].c = f[threadIdx.x].a + f[threadIdx.x].b;
}

__global__ void soa_to_aos(const float *x, const float *y, float2 *out)
{
    int i = threadIdx.x;
    out[i] = make_float2(x[i], y[i]);
}

__global__ void constants(const float *in, float *out)
{
    float sum = 0;
    for (int k = 0; k < 9; k++)
        sum += weights[k] * in[threadIdx.x + k];
    out[threadIdx.x] = sum;
}

__global__ void fill_table()
{
    table[threadIdx.x] = threadIdx.x * 0.1f;
}

__global__ void look_up(float *out)
{
    out[threadIdx.x] = table[63 - threadIdx.x];
}

__global__ void local_array(const int *x, int *out)
{
    int counts[8] = {0};
    for (int i = 0; i < 16; i++)
        counts[(x[i] + i + threadIdx.x) % 8]++;
    out[threadIdx.x] = counts[threadIdx.x % 8];
}

__device__ int factorial(int n)
{
    return n < 2 ? 1 : n * factorial(n - 1);
}

__global__ void recursion(int *out)
{
    out[threadIdx.x] = factorial(threadIdx.x % 8);
}

__global__ void heap(int *out)
{
    int *p = (int *) malloc(8 * sizeof *p);
    for (int i = 0; i < 8; i++)
        p[i] = i + threadIdx.x;
    int sum = 0;
    for (int i = 0; i < 8; i++)
        sum += p[i];
    free(p);
    out[threadIdx.x] = sum;
}

__global__ void heap_of_a_block(int *out)
{
    __shared__ int *p;
    if (threadIdx.x == 0)
        p = (int *) malloc(blockDim.x * sizeof *p);
    __syncthreads();
    p[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = p[blockDim.x - 1 - threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0)
        free(p);
}

__global__ void guarded_division(const int *a, const int *b, int *out)
{
    int i = threadIdx.x;
    out[i] = b[i] ? a[i] / b[i] : 0;
}

__global__ void float_division(const float *a, float *out)
{
    out[threadIdx.x] = 1 / a[threadIdx.x]; // infinite, as IEEE 754 has it
}

__global__ void shifts_in_range(unsigned *x)
{
    unsigned t = threadIdx.x % 32;
    x[threadIdx.x] = 1u << t | 0x80000000u >> (31 - t) | (t ? 1u >> (32 - t) : 0);
}

__global__ void rotations(unsigned *x, int by)
{
    x[threadIdx.x] = __funnelshift_l(x[threadIdx.x], x[threadIdx.x], by);
}

__global__ void monte_carlo(unsigned *hits)
{
    unsigned seed = threadIdx.x * 7919 + 1, n = 0;
    for (int i = 0; i < 32; i++) {
        seed = seed * 1664525 + 1013904223;
        float x = (seed >> 8) / 16777216.0f;
        seed = seed * 1664525 + 1013904223;
        float y = (seed >> 8) / 16777216.0f;
        n += x * x + y * y < 1;
    }
    for (int d = 16; d > 0; d /= 2)
        n += __shfl_down_sync(0xffffffff, n, d);
    if (threadIdx.x == 0)
        atomicAdd(hits, n);
}

__global__ void mandelbrot(unsigned char *out, int n)
{
    int x = threadIdx.x, y = blockIdx.x, k = 0;
    float cx = 3.0f * x / n - 2, cy = 2.0f * y / n - 1, a = 0, b = 0;
    for (; k < 30 && a * a + b * b < 4; k++) {
        float next = a * a - b * b + cx;
        b = 2 * a * b + cy;
        a = next;
    }
    out[y * n + x] = k;
}

__global__ void nbody(const float4 *bodies, float3 *forces, int n)
{
    __shared__ float4 tile[32];
    float4 own = bodies[threadIdx.x];
    float3 f = make_float3(0, 0, 0);
    for (int i = 0; i < n; i += 32) {
        tile[threadIdx.x] = bodies[i + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < 32; k++) {
            float dx = tile[k].x - own.x, dy = tile[k].y - own.y, dz = tile[k].z - own.z;
            float r = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f), w = tile[k].w * r * r * r;
            f.x += dx * w, f.y += dy * w, f.z += dz * w;
        }
        __syncthreads();
    }
    forces[threadIdx.x] = f;
}

__global__ void radix_pass(const unsigned *in, unsigned *out, int bit)
{
    __shared__ int zeros[64];
    int t = threadIdx.x, one = in[t] >> bit & 1;
    zeros[t] = !one;
    __syncthreads();
    for (int d = 1; d < 64; d *= 2) {
        int v = t >= d ? zeros[t - d] : 0;
        __syncthreads();
        zeros[t] += v;
        __syncthreads();
    }
    int before = t ? zeros[t - 1] : 0, total = zeros[63];
    out[one ? total + t - before : before] = in[t];
}

__global__ void merge_by_rank(const int *a, const int *b, int *out)
{
    int t = threadIdx.x, low = 0, high = 32;
    while (low < high) { // how many of b come before a[t]
        int middle = (low + high) / 2;
        if (b[middle] < a[t])
            low = middle + 1;
        else
            high = middle;
    }
    out[t + low] = a[t];
    for (low = 0, high = 32; low < high;) {
        int middle = (low + high) / 2;
        if (a[middle] <= b[t])
            low = middle + 1;
        else
            high = middle;
    }
    out[t + low] = b[t];
}

__global__ void compact(const int *x, int *out, int *count)
{
    __shared__ int sums[2];
    int t = threadIdx.x, keep = x[t] % 3 == 0;
    unsigned kept = __ballot_sync(0xffffffff, keep);
    if (t % 32 == 0)
        sums[t / 32] = __popc(kept);
    __syncthreads();
    int base = t < 32 ? 0 : sums[0];
    if (keep)
        out[base + __popc(kept & ((1u << t % 32) - 1))] = x[t];
    if (t == 0)
        *count = sums[0] + sums[1];
}

__global__ void fft_of_eight(float2 *x)
{
    __shared__ float2 s[8];
    int t = threadIdx.x;
    s[__brev(t) >> 29] = x[t];
    for (int half = 1; half < 8; half *= 2) {
        __syncthreads();
        if (t < 4) {
            int k = t % half, i = t / half * 2 * half + k;
            float w = -3.14159265f * k / half, c = cosf(w), d = sinf(w);
            float2 a = s[i], b = s[i + half];
            b = make_float2(b.x * c - b.y * d, b.x * d + b.y * c);
            s[i] = make_float2(a.x + b.x, a.y + b.y);
            s[i + half] = make_float2(a.x - b.x, a.y - b.y);
        }
    }
    __syncthreads();
    x[t] = s[t];
}

__global__ void lu_column(float *m, int n, int k)
{
    int r = k + 1 + threadIdx.x;
    if (r >= n)
        return;
    float f = m[r * n + k] /= m[k * n + k];
    for (int c = k + 1; c < n; c++)
        m[r * n + c] -= f * m[k * n + c];
}

__global__ void printed(const int *x)
{
    if (threadIdx.x == 0)
        printf("%d ", x[0]);
}

template<typename T, int n> __global__ void unrolled(const T *x, T *y)
{
    T sum = 0;
#pragma unroll
    for (int i = 0; i < n; i++)
        sum += x[threadIdx.x * n + i];
    y[threadIdx.x] = sum;
}

int main()
{
    float *a, *b, *m;
    int *x, *y, *z;
    unsigned *u, *v;
    packed *p, *q;
    flags *f;
    unsigned char *bytes;
    cudaMalloc(&a, 4096 * sizeof *a), cudaMemset(a, 0, 4096 * sizeof *a);
    cudaMalloc(&b, 4096 * sizeof *b), cudaMemset(b, 0, 4096 * sizeof *b);
    cudaMalloc(&x, 1024 * sizeof *x), cudaMemset(x, 0, 1024 * sizeof *x);
    cudaMalloc(&y, 1024 * sizeof *y), cudaMemset(y, 0, 1024 * sizeof *y);
    cudaMalloc(&z, 1024 * sizeof *z), cudaMemset(z, 0, 1024 * sizeof *z);
    cudaMalloc(&u, 64 * sizeof *u), cudaMemset(u, 0, 64 * sizeof *u);
    cudaMalloc(&v, 64 * sizeof *v);
    cudaMalloc(&p, 32 * sizeof *p), cudaMalloc(&q, 32 * sizeof *q);
    cudaMalloc(&f, 32 * sizeof *f), cudaMemset(f, 0, 32 * sizeof *f);
    cudaMalloc(&bytes, 4096), cudaMemset(bytes, 0, 4096);
    float host[64];
    for (int i = 0; i < 64; i++)
        host[i] = i % 9 == 0 ? 4 : 1;
    cudaMalloc(&m, sizeof host), cudaMemcpy(m, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(weights, host, sizeof weights);
    saxpy<<<4, 64>>>(200, 2, a, b);
    saxpy_vectors<<<2, 64>>>(2, (float4 *) a, (float4 *) b);
    grey<<<1, 64>>>((pixel *) bytes, bytes + 1024);
    brighten_in_place<<<1, 64>>>((pixel *) bytes);
    fill_packed<<<1, 32>>>(p);
    copy_packed<<<1, 32>>>(p, q);
    bit_fields<<<1, 32>>>(f);
    soa_to_aos<<<1, 64>>>(a, b, (float2 *) (a + 1024));
    constants<<<1, 64>>>(a, b);
    fill_table<<<1, 64>>>();
    look_up<<<1, 64>>>(a);
    local_array<<<1, 64>>>(x, y);
    recursion<<<1, 64>>>(y);
    heap<<<1, 32>>>(y);
    heap_of_a_block<<<2, 32>>>(y);
    guarded_division<<<1, 64>>>(x, y, z);
    float_division<<<1, 64>>>(b + 2048, b);
    shifts_in_range<<<1, 64>>>(u);
    rotations<<<1, 64>>>(u, 0);
    monte_carlo<<<1, 32>>>(u);
    mandelbrot<<<32, 32>>>(bytes, 32);
    nbody<<<1, 32>>>((float4 *) a, (float3 *) b, 64);
    radix_pass<<<1, 64>>>(u, v, 0);
    merge_by_rank<<<1, 32>>>(x, x + 32, y);
    compact<<<1, 64>>>(x, y, z);
    fft_of_eight<<<1, 8>>>((float2 *) a);
    for (int k = 0; k < 7; k++)
        lu_column<<<1, 8>>>(m, 8, k);
    printed<<<1, 32>>>(x);
    unrolled<float, 4><<<1, 32>>>(a, b);
    unrolled<int, 2><<<1, 32>>>(x, y);
    printf("%d\n", cudaDeviceSynchronize());
}
