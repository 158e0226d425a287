// Shared memory and barriers used well: no finding.
#include <cstdio>

__global__ void reverse(int *x)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncthreads();
    x[t] = s[63 - t];
}

__global__ void rotate_three(int *x)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = x[t];
    for (int k = 0; k < 3; k++) {
        __syncthreads();
        int v = s[(t + 1) % 64];
        __syncthreads();
        s[t] = v;
    }
    x[t] = s[t];
}

__global__ void interleaved_tree(const int *x, int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = x[t];
    for (int d = 1; d < 64; d *= 2) {
        __syncthreads();
        if (t % (2 * d) == 0)
            s[t] += s[t + d];
    }
    if (t == 0)
        *out = s[0];
}

__global__ void two_loads_tree(const int *x, int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = x[t] + x[t + 64];
    __syncthreads();
    for (int d = 32; d > 0; d >>= 1) {
        if (t < d)
            s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}

__global__ void last_warp_with_syncwarp(const int *x, int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncthreads();
    if (t < 32) {
        int v = s[t] + s[t + 32];
        for (int d = 16; d > 0; d /= 2)
            v += __shfl_down_sync(0xffffffff, v, d);
        if (t == 0)
            *out = v;
    }
}

__global__ void hillis_steele(int *x)
{
    __shared__ int s[2][64];
    int t = threadIdx.x, from = 0;
    s[0][t] = x[t];
    __syncthreads();
    for (int d = 1; d < 64; d *= 2, from = 1 - from) {
        s[1 - from][t] = t >= d ? s[from][t] + s[from][t - d] : s[from][t];
        __syncthreads();
    }
    x[t] = s[from][t];
}

__global__ void hillis_steele_one_buffer(int *x)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncthreads();
    for (int d = 1; d < 64; d *= 2) {
        int v = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += v;
        __syncthreads();
    }
    x[t] = s[t];
}

__global__ void blelloch(int *x)
{
    __shared__ int s[64];
    int t = threadIdx.x, off = 1;
    s[2 * t] = x[2 * t];
    s[2 * t + 1] = x[2 * t + 1];
    for (int d = 32; d > 0; d /= 2, off *= 2) {
        __syncthreads();
        if (t < d)
            s[off * (2 * t + 2) - 1] += s[off * (2 * t + 1) - 1];
    }
    if (t == 0)
        s[63] = 0;
    for (int d = 1; d < 64; d *= 2) {
        off /= 2;
        __syncthreads();
        if (t < d) {
            int a = off * (2 * t + 1) - 1, b = off * (2 * t + 2) - 1, v = s[a];
            s[a] = s[b];
            s[b] += v;
        }
    }
    __syncthreads();
    x[2 * t] = s[2 * t];
    x[2 * t + 1] = s[2 * t + 1];
}

__global__ void matmul(const float *a, const float *b, float *c, int n)
{
    __shared__ float as[8][8], bs[8][8];
    int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * 8 + x, row = blockIdx.y * 8 + y;
    float sum = 0;
    for (int k = 0; k < n; k += 8) {
        as[y][x] = a[row * n + k + x];
        bs[y][x] = b[(k + y) * n + col];
        __syncthreads();
        for (int i = 0; i < 8; i++)
            sum += as[y][i] * bs[i][x];
        __syncthreads();
    }
    c[row * n + col] = sum;
}

__global__ void matmul_two_stages(const float *a, const float *b, float *c, int n)
{
    __shared__ float as[2][8][8], bs[2][8][8];
    int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * 8 + x, row = blockIdx.y * 8 + y;
    float sum = 0;
    as[0][y][x] = a[row * n + x];
    bs[0][y][x] = b[y * n + col];
    __syncthreads();
    for (int k = 0, stage = 0; k < n; k += 8, stage ^= 1) {
        if (k + 8 < n) {
            as[stage ^ 1][y][x] = a[row * n + k + 8 + x];
            bs[stage ^ 1][y][x] = b[(k + 8 + y) * n + col];
        }
        for (int i = 0; i < 8; i++)
            sum += as[stage][y][i] * bs[stage][i][x];
        __syncthreads();
    }
    c[row * n + col] = sum;
}

__global__ void stencil_with_halo(const float *in, float *out)
{
    __shared__ float s[64 + 2];
    int t = threadIdx.x;
    s[t + 1] = in[t + 1];
    if (t == 0) {
        s[0] = in[0];
        s[65] = in[65];
    }
    __syncthreads();
    out[t] = (s[t] + s[t + 1] + s[t + 2]) / 3;
}

__global__ void stencil_of_a_plane(const float *in, float *out, int n)
{
    __shared__ float s[10][10];
    int x = threadIdx.x, y = threadIdx.y;
    for (int i = y * 8 + x; i < 100; i += 64)
        s[i / 10][i % 10] = in[(i / 10) * n + i % 10];
    __syncthreads();
    out[y * 8 + x] = s[y][x + 1] + s[y + 1][x] + s[y + 1][x + 2] + s[y + 2][x + 1] - 4 * s[y + 1][x + 1];
}

__global__ void jacobi(float *a, float *b, int steps)
{
    int t = threadIdx.x;
    for (int k = 0; k < steps; k++) {
        b[t] = t > 0 && t < 63 ? (a[t - 1] + a[t + 1]) / 2 : a[t];
        __syncthreads();
        float *swap = a;
        a = b;
        b = swap;
    }
}

__global__ void bitonic_sort(int *x)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncthreads();
    for (int k = 2; k <= 64; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            int other = t ^ j;
            if (other > t && (s[t] > s[other]) == ((t & k) == 0)) {
                int v = s[t];
                s[t] = s[other];
                s[other] = v;
            }
            __syncthreads();
        }
    x[t] = s[t];
}

__global__ void odd_even_sort(int *x)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[2 * t] = x[2 * t];
    s[2 * t + 1] = x[2 * t + 1];
    for (int k = 0; k < 64; k++) {
        __syncthreads();
        int i = 2 * t + k % 2;
        if (i + 1 < 64 && s[i] > s[i + 1]) {
            int v = s[i];
            s[i] = s[i + 1];
            s[i + 1] = v;
        }
    }
    __syncthreads();
    x[2 * t] = s[2 * t];
    x[2 * t + 1] = s[2 * t + 1];
}

__global__ void dynamic_shared(int *x)
{
    extern __shared__ int s[];
    int *low = s, *high = s + 64;
    int t = threadIdx.x;
    low[t] = x[t];
    high[t] = -x[t];
    __syncthreads();
    x[t] = low[63 - t] + high[t];
}

__global__ void same_buffer_two_types(float *x)
{
    __shared__ int s[64];
    float *f = (float *) s;
    int t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    int v = s[63 - t];
    __syncthreads();
    f[t] = v * 0.5f;
    __syncthreads();
    x[t] = f[t ^ 1];
}

__global__ void one_thread_prepares(const float *k, const float *in, float *out)
{
    __shared__ float coefficients[5];
    if (threadIdx.x == 0)
        for (int i = 0; i < 5; i++)
            coefficients[i] = k[i] / 5;
    __syncthreads();
    float sum = 0;
    for (int i = 0; i < 5; i++)
        sum += in[threadIdx.x + i] * coefficients[i];
    out[threadIdx.x] = sum;
}

__global__ void block_votes(const int *x, int *out)
{
    int t = threadIdx.x;
    int any = __syncthreads_or(x[t] > 3), all = __syncthreads_and(x[t] >= 0), n = __syncthreads_count(x[t] > 1);
    out[t] = any + all + n;
}

__global__ void uniform_loop(int *x, int n)
{
    __shared__ int changed;
    int t = threadIdx.x;
    for (;;) {
        __syncthreads();
        if (t == 0)
            changed = 0;
        __syncthreads();
        if (x[t] < n) {
            x[t]++;
            changed = 1;
        }
        __syncthreads();
        if (!changed)
            break;
    }
}

__global__ void padded_rows(float *m)
{
    __shared__ float s[16][17];
    int x = threadIdx.x, y = threadIdx.y;
    s[y][x] = m[y * 16 + x];
    __syncthreads();
    m[y * 16 + x] = s[x][y];
}

__global__ void guarded_barrier(const int *x, int *out, int n)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t < n ? x[t] : 0; // no early return: every thread comes to the barriers
    __syncthreads();
    for (int d = 32; d > 0; d /= 2) {
        if (t < d)
            s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0)
        *out = s[0];
}

__global__ void tiles_in_a_loop(const int *x, int *out, int n)
{
    __shared__ int s[32];
    int t = threadIdx.x, sum = 0;
    for (int i = 0; i < n; i += 32) {
        __syncthreads();
        s[t] = x[i + t];
        __syncthreads();
        for (int k = 0; k < 32; k++)
            sum += s[k] * (k == t);
    }
    out[t] = sum;
}

int main()
{
    int *x, *out;
    float *a, *b, *c;
    cudaMalloc(&x, 1024 * sizeof *x), cudaMemset(x, 0, 1024 * sizeof *x);
    cudaMalloc(&out, 1024 * sizeof *out);
    cudaMalloc(&a, 1024 * sizeof *a), cudaMemset(a, 0, 1024 * sizeof *a);
    cudaMalloc(&b, 1024 * sizeof *b), cudaMemset(b, 0, 1024 * sizeof *b);
    cudaMalloc(&c, 1024 * sizeof *c);
    reverse<<<1, 64>>>(x);
    rotate_three<<<1, 64>>>(x);
    interleaved_tree<<<1, 64>>>(x, out);
    two_loads_tree<<<4, 64>>>(x, out);
    last_warp_with_syncwarp<<<1, 64>>>(x, out);
    hillis_steele<<<1, 64>>>(x);
    hillis_steele_one_buffer<<<1, 64>>>(x);
    blelloch<<<1, 32>>>(x);
    matmul<<<dim3(2, 2), dim3(8, 8)>>>(a, b, c, 16);
    matmul_two_stages<<<dim3(2, 2), dim3(8, 8)>>>(a, b, c, 16);
    stencil_with_halo<<<1, 64>>>(a, c);
    stencil_of_a_plane<<<1, dim3(8, 8)>>>(a, c, 16);
    jacobi<<<1, 64>>>(a, b, 4);
    bitonic_sort<<<1, 64>>>(x);
    odd_even_sort<<<1, 32>>>(x);
    dynamic_shared<<<1, 64, 128 * sizeof(int)>>>(x);
    same_buffer_two_types<<<1, 64>>>(a);
    one_thread_prepares<<<1, 64>>>(a, b, c);
    block_votes<<<1, 64>>>(x, out);
    uniform_loop<<<1, 64>>>(x, 3);
    padded_rows<<<1, dim3(16, 16)>>>(a);
    guarded_barrier<<<1, 64>>>(x, out, 50);
    tiles_in_a_loop<<<1, 32>>>(x, out, 128);
    printf("%d\n", cudaDeviceSynchronize());
}
