// Tensor cores by <mma.h>: shapes, layouts and types of fragments, against the host's sums. All sums are exact.
#include <cstdio>
#include <type_traits>
#include <mma.h>
using namespace nvcuda::wmma;

template <int M, int N, int K, bool RA, bool RB, typename T, typename C>
__global__ void product(const T *a, const T *b, const C *c, C *d, bool row)
{
    fragment<matrix_a, M, N, K, T, typename std::conditional<RA, row_major, col_major>::type> fa;
    fragment<matrix_b, M, N, K, T, typename std::conditional<RB, row_major, col_major>::type> fb;
    fragment<accumulator, M, N, K, C> fc;
    layout_t layout = row ? mem_row_major : mem_col_major;
    load_matrix_sync(fa, a, RA ? K : M);
    load_matrix_sync(fb, b, RB ? N : K);
    load_matrix_sync(fc, c, row ? N : M, layout);
    mma_sync(fc, fa, fb, fc);
    for (int i = 0; i < fc.num_elements; i++)
        fc.x[i] = fc.x[i] + fc.x[i];
    store_matrix_sync(d, fc, row ? N : M, layout);
}

// Through shared memory, whose rows are longer than the tile.
__global__ void shared_product(const half *a, const half *b, float *d)
{
    __shared__ half tiles[2][16 * 24];
    for (int i = threadIdx.x; i < 256; i += 32) {
        tiles[0][i / 16 * 24 + i % 16] = a[i];
        tiles[1][i / 16 * 24 + i % 16] = b[i];
    }
    __syncwarp();
    fragment<matrix_a, 16, 16, 16, half, row_major> fa;
    fragment<matrix_b, 16, 16, 16, half, row_major> fb;
    fragment<accumulator, 16, 16, 16, float> fc;
    fill_fragment(fc, 1.0f);
    load_matrix_sync(fa, tiles[0], 24);
    load_matrix_sync(fb, tiles[1], 24);
    mma_sync(fc, fa, fb, fc);
    store_matrix_sync(d, fc, 16, mem_row_major);
}

template <typename T> T *managed(int n)
{
    T *p;
    cudaMallocManaged(&p, n * sizeof *p);
    return p;
}

template <int M, int N, int K, bool row_a, bool row_b, typename T, typename C> void check(const char *name, bool row_c)
{
    T *a = managed<T>(M * K), *b = managed<T>(K * N);
    C *c = managed<C>(M * N), *d = managed<C>(M * N);
    for (int i = 0; i < M * K; i++)
        a[i] = T(float(i * 5 % 7));
    for (int i = 0; i < K * N; i++)
        b[i] = T(float(i * 3 % 5));
    for (int i = 0; i < M * N; i++)
        c[i] = C(float(i % 11 - 5));
    product<M, N, K, row_a, row_b, T, C><<<1, 32>>>(a, b, c, d, row_c);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int m = 0; m < M; m++)
        for (int n = 0; n < N; n++) {
            int at = row_c ? m * N + n : n * M + m;
            float sum = float(c[at]);
            for (int k = 0; k < K; k++)
                sum += float(a[row_a ? m * K + k : k * M + m]) * float(b[row_b ? k * N + n : n * K + k]);
            wrong += float(d[at]) != 2 * sum;
        }
    printf("%s m%dn%dk%d %s %s %s: %d wrong\n", name, M, N, K, row_a ? "row" : "col", row_b ? "row" : "col", row_c ? "row" : "col", wrong);
}

template <int M, int N, int K, typename T, typename C> void layouts(const char *name)
{
    check<M, N, K, true, false, T, C>(name, true);
    check<M, N, K, false, true, T, C>(name, false);
    check<M, N, K, true, true, T, C>(name, false);
}

int main()
{
    layouts<16, 16, 16, half, float>("half float");
    layouts<32, 8, 16, half, float>("half float");
    layouts<8, 32, 16, half, float>("half float");
    layouts<16, 16, 16, half, half>("half half");
    layouts<32, 8, 16, half, half>("half half");
    layouts<8, 32, 16, half, half>("half half");
    layouts<16, 16, 16, signed char, int>("char int");
    layouts<32, 8, 16, unsigned char, int>("unsigned char int");
    layouts<8, 32, 16, signed char, int>("char int");
    half *a = managed<half>(256), *b = managed<half>(256);
    float *d = managed<float>(256);
    for (int i = 0; i < 256; i++) {
        a[i] = __float2half(i % 7 - 3);
        b[i] = __float2half(i % 5 - 2);
    }
    shared_product<<<1, 32>>>(a, b, d);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int i = 0; i < 256; i++) {
        float sum = 1;
        for (int k = 0; k < 16; k++)
            sum += __half2float(a[i / 16 * 16 + k]) * __half2float(b[k * 16 + i % 16]);
        wrong += d[i] != sum;
    }
    printf("shared: %d wrong\n", wrong);
}
