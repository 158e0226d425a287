// Products of sparse matrices in CSR form: a row of the result for each thread, and a column for each blockIdx.y. The matrix has `count` elements and
// `columns` columns, which cuSPARSE asks for.
namespace warpcell {

template <class T> __device__ inline void add_product(T &sum, T a, T b) { sum += a * b; }
template <class C> __device__ inline void add_complex_product(C &sum, C a, C b)
{
    sum.x += a.x * b.x - a.y * b.y;
    sum.y += a.x * b.y + a.y * b.x;
}
__device__ inline void add_product(float2 &sum, float2 a, float2 b) { add_complex_product(sum, a, b); }
__device__ inline void add_product(double2 &sum, double2 a, double2 b) { add_complex_product(sum, a, b); }

template <class T>
__global__ void csr_product(int rows, int columns, int count, int width, const T *data, const int *indices, const int *indptr, const T *x, T *y)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows)
        return;
    const int end = indptr[i + 1];
    for (int j = blockIdx.y; j < width; j += gridDim.y) {
        T sum = {};
        for (int e = indptr[i]; e < end; e++)
            add_product(sum, data[e], x[(long) indices[e] * width + j]);
        y[(long) i * width + j] = sum;
    }
}

} // namespace warpcell
