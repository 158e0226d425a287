// Kernels of many blocks, which several host threads run: no finding, and the results are those of blocks in order.
#include <cstdio>

const int N = 1 << 17;

__global__ void counts(int *n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    n[i] += i % 7;
}

__global__ void copies(int *to, const int *from)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = from[(i + 12345) % N];
}

__global__ void same_flag(int *flag, const int *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (x[i] > 3)
        *flag = 1; // by many, and always 1
}

__global__ void odd_pieces(short *to, const short *from) // whose bounds are in the middle of words
{
    int i = blockIdx.x * 33 + threadIdx.x;
    if (threadIdx.x < 33 && i < N)
        to[i] = from[i] + 1;
}

__global__ void transpose(int *to, const int *from) // 256 x 512
{
    __shared__ int tile[16][17];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = from[y * 256 + x];
    __syncthreads();
    to[(blockIdx.x * 16 + threadIdx.y) * 512 + blockIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void reverse_in_place(int *x) // each block two pieces of its own
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = N - 1 - i;
    int t = x[i];
    x[i] = x[j];
    x[j] = t;
}

__global__ void sums(int *out, const int *x)
{
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = x[blockIdx.x * 256 + t];
    __syncthreads();
    for (int d = 128; d > 0; d /= 2) {
        if (t < d)
            s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}

__device__ int bins[8];

__global__ void histogram(const int *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&bins[x[i] & 7], 1);
}

int main()
{
    int *a, *b, *flag, wrong = 0;
    short *c, *d;
    cudaMalloc(&a, N * sizeof *a);
    cudaMalloc(&b, N * sizeof *b);
    cudaMalloc(&c, N * sizeof *c);
    cudaMalloc(&d, N * sizeof *d);
    cudaMalloc(&flag, sizeof *flag);
    cudaMemset(a, 0, N * sizeof *a);
    cudaMemset(flag, 0, sizeof *flag);
    cudaMemset(c, 1, N * sizeof *c);
    for (int round = 1; round <= 3; round++) {
        counts<<<N / 256, 256>>>(a);
        copies<<<N / 256, 256>>>(b, a);
        same_flag<<<N / 256, 256>>>(flag, a);
        odd_pieces<<<(N + 32) / 33, 64>>>(d, c);
        odd_pieces<<<(N + 32) / 33, 64>>>(c, d);
    }
    static int h[N], part[N / 256], f, count[8];
    static short s[N];
    cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        wrong += h[i] != 3 * ((i + 12345) % N % 7);
    cudaMemcpy(s, c, sizeof s, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        wrong += s[i] != 257 + 6;
    transpose<<<dim3(16, 32), dim3(16, 16)>>>(a, b);
    static int turned[N];
    cudaMemcpy(turned, a, sizeof turned, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        wrong += turned[i % 256 * 512 + i / 256] != h[i];
    reverse_in_place<<<N / 512, 256>>>(b);
    sums<<<N / 256, 256>>>(a, b);
    histogram<<<N / 256, 256>>>(b);
    cudaMemcpy(part, a, sizeof part, cudaMemcpyDeviceToHost);
    for (int k = 0; k < N / 256; k++) {
        int sum = 0;
        for (int i = 0; i < 256; i++)
            sum += h[N - 1 - (256 * k + i)];
        wrong += part[k] != sum;
    }
    cudaMemcpy(&f, flag, sizeof f, cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(count, bins, sizeof count);
    int all = 0;
    for (int k = 0; k < 8; k++)
        all += count[k];
    printf("%d\n", wrong + (f != 1) + (all != N));
    for (void *p : {(void *) a, (void *) b, (void *) c, (void *) d, (void *) flag})
        cudaFree(p);
}
