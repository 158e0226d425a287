// cuSPARSE: one small matrix in three formats, turned and not, times a vector and a matrix in both orders; conversions. Everything against
// loops on the host, with whole numbers.
#include <cstdio>
#include <cusparse.h>
#include <vector>

const int M = 4, N = 6, K = 3;
const double A[M][N] = {{1, 0, 0, 2, 0, 0}, {0, 0, 3, 0, 0, -4}, {0, 0, 0, 0, 0, 0}, {5, 6, 0, 0, 7, 8}};

template <typename T> T *up(const std::vector<T> &v)
{
    T *p;
    cudaMalloc(&p, v.size() * sizeof(T));
    cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
    return p;
}

template <typename T> std::vector<T> down(const T *p, int n)
{
    std::vector<T> v(n);
    cudaMemcpy(v.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost);
    return v;
}

cusparseHandle_t h;

template <typename T> cusparseSpMatDescr_t make(cusparseFormat_t format, cudaDataType type, int base)
{
    std::vector<T> values;
    std::vector<int> row, column, offsets;
    bool by_columns = format == CUSPARSE_FORMAT_CSC;
    for (int i = 0; i < (by_columns ? N : M); i++) {
        offsets.push_back(values.size() + base);
        for (int j = 0; j < (by_columns ? M : N); j++) {
            T v = by_columns ? A[j][i] : A[i][j];
            if (v == 0)
                continue;
            values.push_back(v);
            row.push_back(i + base);
            column.push_back(j + base);
        }
    }
    offsets.push_back(values.size() + base);
    cusparseSpMatDescr_t m;
    cusparseIndexBase_t b = (cusparseIndexBase_t) base;
    int count = values.size();
    if (format == CUSPARSE_FORMAT_COO)
        cusparseCreateCoo(&m, M, N, count, up(row), up(column), up(values), CUSPARSE_INDEX_32I, b, type);
    else if (by_columns)
        cusparseCreateCsc(&m, M, N, count, up(offsets), up(column), up(values), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, b, type);
    else
        cusparseCreateCsr(&m, M, N, count, up(offsets), up(column), up(values), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, b, type);
    return m;
}

template <typename T> int wrong_vector(cusparseSpMatDescr_t a, cudaDataType type, bool turned)
{
    int m = turned ? N : M, n = turned ? M : N, wrong = 0;
    std::vector<T> x(n), y(m, 1), factors = {2, 3};
    for (int i = 0; i < n; i++)
        x[i] = i - 2;
    T *dx = up(x), *dy = up(y);
    cusparseDnVecDescr_t vx, vy;
    cusparseCreateDnVec(&vx, n, dx, type);
    cusparseCreateDnVec(&vy, m, dy, type);
    cusparseOperation_t op = turned ? CUSPARSE_OPERATION_TRANSPOSE : CUSPARSE_OPERATION_NON_TRANSPOSE;
    size_t size;
    cusparseSpMV_bufferSize(h, op, &factors[0], a, vx, &factors[1], vy, type, CUSPARSE_SPMV_ALG_DEFAULT, &size);
    cusparseSpMV(h, op, &factors[0], a, vx, &factors[1], vy, type, CUSPARSE_SPMV_ALG_DEFAULT, nullptr);
    std::vector<T> got = down(dy, m);
    for (int i = 0; i < m; i++) {
        T sum = 0;
        for (int j = 0; j < n; j++)
            sum += (turned ? A[j][i] : A[i][j]) * x[j];
        wrong += got[i] != 2 * sum + 3;
    }
    cusparseDestroyDnVec(vx);
    cusparseDestroyDnVec(vy);
    return wrong;
}

template <typename T> int wrong_matrix(cusparseSpMatDescr_t a, cudaDataType type, bool turned, bool b_turned, cusparseOrder_t order)
{
    int m = turned ? N : M, k = turned ? M : N, wrong = 0, rows = b_turned ? K : k, columns = b_turned ? k : K;
    bool by_rows = order == CUSPARSE_ORDER_ROW;
    std::vector<T> b(k * K), c(m * K, 1), factors = {2, 3};
    for (int i = 0; i < k * K; i++)
        b[i] = i % 5 - 2;
    T *db = up(b), *dc = up(c);
    cusparseDnMatDescr_t mb, mc;
    cusparseCreateDnMat(&mb, rows, columns, by_rows ? columns : rows, db, type, order);
    cusparseCreateDnMat(&mc, m, K, by_rows ? K : m, dc, type, order);
    cusparseStatus_t status =
        cusparseSpMM(h, turned ? CUSPARSE_OPERATION_TRANSPOSE : CUSPARSE_OPERATION_NON_TRANSPOSE,
                     b_turned ? CUSPARSE_OPERATION_TRANSPOSE : CUSPARSE_OPERATION_NON_TRANSPOSE, &factors[0], a, mb, &factors[1], mc, type,
                     CUSPARSE_SPMM_ALG_DEFAULT, nullptr);
    if (status != CUSPARSE_STATUS_SUCCESS)
        return -1;
    std::vector<T> got = down(dc, m * K);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < K; j++) {
            T sum = 0;
            for (int p = 0; p < k; p++) {
                int r = b_turned ? j : p, s = b_turned ? p : j;
                sum += (turned ? A[p][i] : A[i][p]) * b[by_rows ? r * columns + s : r + s * rows];
            }
            wrong += got[by_rows ? i * K + j : i + j * m] != 2 * sum + 3;
        }
    return wrong;
}

template <typename T> void all(const char *name, cudaDataType type)
{
    const char *formats[] = {"", "CSR", "CSC", "COO"};
    for (int f = 1; f <= 3; f++)
        for (int base = 0; base < 2; base++) {
            cusparseSpMatDescr_t a = make<T>((cusparseFormat_t) f, type, base);
            int wrong = 0;
            for (int t = 0; t < 2; t++) {
                wrong += wrong_vector<T>(a, type, t);
                for (int u = 0; u < 4; u++)
                    wrong += wrong_matrix<T>(a, type, t, u & 1, u >> 1 ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL);
            }
            printf("%s %s from %d: %d wrong\n", name, formats[f], base, wrong);
            cusparseDestroySpMat(a);
        }
}

void conversions()
{
    std::vector<float> dense(M * N);
    for (int i = 0; i < M * N; i++)
        dense[i] = A[i / N][i % N];
    float *d = up(dense), *back = up(std::vector<float>(M * N, 9)), *values;
    int *offsets, *at;
    cudaMalloc(&offsets, (M + 1) * sizeof(int));
    cusparseDnMatDescr_t from, to;
    cusparseSpMatDescr_t s;
    cusparseCreateDnMat(&from, M, N, N, d, CUDA_R_32F, CUSPARSE_ORDER_ROW);
    cusparseCreateDnMat(&to, M, N, N, back, CUDA_R_32F, CUSPARSE_ORDER_ROW);
    cusparseCreateCsr(&s, M, N, 0, offsets, nullptr, nullptr, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
    cusparseDenseToSparse_analysis(h, from, s, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, nullptr);
    int64_t rows, columns, count;
    cusparseSpMatGetSize(s, &rows, &columns, &count);
    cudaMalloc(&values, count * sizeof(float));
    cudaMalloc(&at, count * sizeof(int));
    cusparseCsrSetPointers(s, offsets, at, values);
    cusparseDenseToSparse_convert(h, from, s, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, nullptr);
    for (int v : down(offsets, M + 1))
        printf("%d ", v);
    printf("| ");
    for (int v : down(at, count))
        printf("%d ", v);
    printf("| ");
    for (float v : down(values, count))
        printf("%g ", v);
    cusparseSparseToDense(h, s, to, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, nullptr);
    printf("| %s\n", down(back, M * N) == dense ? "the same" : "DIFFERENT");

    std::vector<int> rows_at = {0, 0, 1, 1, 3, 3, 3, 3};
    cusparseXcoo2csr(h, up(rows_at), 8, M, offsets, CUSPARSE_INDEX_BASE_ZERO);
    for (int v : down(offsets, M + 1))
        printf("%d ", v);
    printf("\n");
}

int main()
{
    cusparseCreate(&h);
    all<float>("float", CUDA_R_32F);
    all<double>("double", CUDA_R_64F);
    conversions();
    cusparseDnVecDescr_t v;
    printf("%s\n", cusparseGetErrorName(cusparseCreateDnVec(&v, 3, nullptr, CUDA_R_8I)));
    cusparseDestroy(h);
}
