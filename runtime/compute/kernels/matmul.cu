// C = A B, for many pairs of matrices at once. A block computes a tile of C of 16 R x 16 R elements, a thread R x R of them, in
// registers: for each k it reads 2 R numbers from shared memory and does R * R multiplications with them. Tiles of A and B are
// loaded together, 8 columns of A and 8 rows of B at a time; A's tile is transposed, so that a thread's R rows are adjacent.
namespace warpcell {

template <class T, int R>
__global__ void matmul(int m, int n, int depth, const T *a, long a_step, const T *b, long b_step, T *c)
{
    constexpr int D = 8, S = 16 * R;
    __shared__ T ta[D][S], tb[D][S];
    const int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    const int row = blockIdx.y * S, column = blockIdx.x * S;
    a += blockIdx.z * a_step;
    b += blockIdx.z * b_step;
    c += (long) blockIdx.z * m * n;
    T sum[R][R] = {};
    for (int k0 = 0; k0 < depth; k0 += D) {
#pragma unroll
        for (int i = threadIdx.x; i < D * S; i += 256) {
            const int k = i % D, r = i / D;
            ta[k][r] = row + r < m && k0 + k < depth ? a[(long) (row + r) * depth + k0 + k] : T(0);
        }
#pragma unroll
        for (int i = threadIdx.x; i < D * S; i += 256) {
            const int k = i / S, r = i % S;
            tb[k][r] = column + r < n && k0 + k < depth ? b[(long) (k0 + k) * n + column + r] : T(0);
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < D; k++) {
            T x[R], y[R];
#pragma unroll
            for (int r = 0; r < R; r++) {
                x[r] = ta[k][ty * R + r];
                y[r] = tb[k][tx + 16 * r];
            }
#pragma unroll
            for (int r = 0; r < R; r++)
#pragma unroll
                for (int s = 0; s < R; s++)
                    sum[r][s] += x[r] * y[s];
        }
        __syncthreads();
    }
#pragma unroll
    for (int r = 0; r < R; r++)
#pragma unroll
        for (int s = 0; s < R; s++) {
            const int i = row + ty * R + r, k = column + tx + 16 * s;
            if (i < m && k < n)
                c[(long) i * n + k] = sum[r][s];
        }
}

} // namespace warpcell
