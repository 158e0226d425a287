// Products of sparse matrices in CSR form: a row of the result for each thread, and a column for each blockIdx.y. The matrix has `count` elements and
// `columns` columns, which cuSPARSE asks for.
namespace warpcell {

template <class T>
__global__ void csr_product(int rows, int columns, int count, int width, const T *data, const int *indices, const int *indptr, const T *x, T *y)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows)
        return;
    const int end = indptr[i + 1];
    for (int j = blockIdx.y; j < width; j += gridDim.y) {
        T sum = 0;
        for (int e = indptr[i]; e < end; e++)
            sum += data[e] * x[(long) indices[e] * width + j];
        y[(long) i * width + j] = sum;
    }
}

} // namespace warpcell
