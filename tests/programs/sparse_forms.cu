// cuSPARSE's matrices in blocks and slices, batches, reused products and interleaved systems, beside dense loops on the host. Rows and columns that do not
// fill the last slice, both bases and both orders of blocks.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cusparse.h>
#include <cuda_fp16.h>
#include <vector>

using std::vector;
cusparseHandle_t h;
const double one = 1, none = 0;

template <typename T> T *up(const vector<T> &v)
{
    T *p;
    cudaMalloc(&p, (v.size() + 1) * sizeof(T));
    cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
    return p;
}

template <typename T> vector<T> down(const T *p, size_t n)
{
    vector<T> v(n);
    cudaMemcpy(v.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost);
    return v;
}

double number(int i, int seed) { return (double) ((i * 37 + seed * 53 + i / 3) % 13 - 6) / 2; }

vector<double> numbers(int n, int seed)
{
    vector<double> v(n);
    for (int i = 0; i < n; i++)
        v[i] = number(i, seed);
    return v;
}

struct Dense {
    int m, n;
    vector<double> a; // row-major
};

// op(A) x for `columns` columns, column-major: alpha op(A) X + beta Y
vector<double> times(const Dense &a, bool turned, const vector<double> &x, int columns, double alpha, double beta, vector<double> y)
{
    int m = turned ? a.n : a.m, k = turned ? a.m : a.n;
    for (int j = 0; j < columns; j++)
        for (int i = 0; i < m; i++) {
            double sum = 0;
            for (int l = 0; l < k; l++)
                sum += (turned ? a.a[l * a.n + i] : a.a[i * a.n + l]) * x[l + j * k];
            y[i + j * m] = alpha * sum + beta * y[i + j * m];
        }
    return y;
}

bool near(const vector<double> &a, const vector<double> &b)
{
    bool same = a.size() == b.size();
    for (size_t i = 0; same && i < a.size(); i++)
        same = std::fabs(a[i] - b[i]) < 1e-9;
    return same;
}

void products(const char *what, cusparseSpMatDescr_t s, const Dense &d, bool vectors, bool matrices)
{
    for (int turned = 0; turned < 2; turned++) {
        int m = turned ? d.n : d.m, k = turned ? d.m : d.n, columns = 3;
        cusparseOperation_t op = turned ? CUSPARSE_OPERATION_TRANSPOSE : CUSPARSE_OPERATION_NON_TRANSPOSE;
        vector<double> x = numbers(k * columns, 5), y = numbers(m * columns, 6);
        double alpha = 2, beta = -1, *dx = up(x), *dy = up(y);
        if (vectors) {
            cusparseDnVecDescr_t vx, vy;
            cusparseCreateDnVec(&vx, k, dx, CUDA_R_64F);
            cusparseCreateDnVec(&vy, m, dy, CUDA_R_64F);
            int status = cusparseSpMV(h, op, &alpha, s, vx, &beta, vy, CUDA_R_64F, CUSPARSE_SPMV_ALG_DEFAULT, NULL);
            printf("%s: SpMV %d: %d %d\n", what, turned, status, near(down(dy, m), times(d, turned, vector<double>(x.begin(), x.begin() + k), 1, alpha, beta,
                                                                                       vector<double>(y.begin(), y.begin() + m))));
            cudaMemcpy(dy, y.data(), m * columns * sizeof(double), cudaMemcpyHostToDevice);
        }
        cusparseDnMatDescr_t mx, my;
        cusparseCreateDnMat(&mx, k, columns, k, dx, CUDA_R_64F, CUSPARSE_ORDER_COL);
        cusparseCreateDnMat(&my, m, columns, m, dy, CUDA_R_64F, CUSPARSE_ORDER_COL);
        int status = cusparseSpMM(h, op, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, s, mx, &beta, my, CUDA_R_64F, CUSPARSE_SPMM_ALG_DEFAULT, NULL);
        bool right = status || near(down(dy, m * columns), times(d, turned, x, columns, alpha, beta, y));
        printf("%s: SpMM %d: %d %d\n", what, turned, status, right);
    }
}

void blocks(cusparseOrder_t order, int base)
{
    const int rb = 2, cb = 3, brows = 3, bcols = 2;
    vector<int> offsets = {0, 2, 2, 3}, at = {0, 1, 1};
    vector<double> values = numbers(3 * rb * cb, 1);
    Dense d = {rb * brows, cb * bcols, vector<double>(rb * brows * cb * bcols)};
    for (int b = 0; b < brows; b++)
        for (int e = offsets[b]; e < offsets[b + 1]; e++)
            for (int r = 0; r < rb; r++)
                for (int c = 0; c < cb; c++)
                    d.a[(b * rb + r) * d.n + at[e] * cb + c] = values[e * rb * cb + (order == CUSPARSE_ORDER_COL ? c * rb + r : r * cb + c)];
    for (int &o : offsets)
        o += base;
    for (int &c : at)
        c += base;
    cusparseSpMatDescr_t s;
    double *there = up(values);
    printf("%d\n", cusparseCreateBsr(&s, brows, bcols, 3, rb, cb, up(offsets), up(at), there, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                                     (cusparseIndexBase_t) base, CUDA_R_64F, order));
    products("BSR", s, d, true, true);
    // sampled: C = A B + 2 C where C has blocks
    vector<double> a = numbers(d.m * 4, 8), b = numbers(4 * d.n, 9), full(d.m * d.n);
    for (int i = 0; i < d.m; i++)
        for (int j = 0; j < d.n; j++) {
            full[i * d.n + j] = 2 * d.a[i * d.n + j];
            for (int k = 0; k < 4; k++)
                full[i * d.n + j] += a[i * 4 + k] * b[k * d.n + j];
        }
    cusparseDnMatDescr_t ma, mb, mc;
    double beta = 2, *dc = up(full);
    cusparseCreateDnMat(&ma, d.m, 4, 4, up(a), CUDA_R_64F, CUSPARSE_ORDER_ROW);
    cusparseCreateDnMat(&mb, 4, d.n, d.n, up(b), CUDA_R_64F, CUSPARSE_ORDER_ROW);
    cusparseCreateDnMat(&mc, d.m, d.n, d.n, dc, CUDA_R_64F, CUSPARSE_ORDER_ROW);
    printf("SDDMM %d\n", cusparseSDDMM(h, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, ma, mb, &beta, s, CUDA_R_64F,
                                       CUSPARSE_SDDMM_ALG_DEFAULT, NULL));
    printf("to dense %d", cusparseSparseToDense(h, s, mc, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, NULL));
    vector<double> got = down(dc, d.m * d.n);
    bool right = true;
    for (int i = 0; i < d.m; i++)
        for (int j = 0; j < d.n; j++) {
            bool inside = i / rb == 0 || (i / rb == 2 && j / cb == 1);
            right = right && std::fabs(got[i * d.n + j] - (inside ? full[i * d.n + j] : 0)) < 1e-9;
        }
    printf(" %d\n", right);
}

void slices(int base)
{
    const int m = 5, slice = 2; // the last slice has one row
    vector<int> offsets = {0, 6, 10, 14}, at = {0, 1, 2, -1, 3, -1, 2, 0, 4, 3, 4, -1, 0, -1};
    vector<double> values = {3, 4, 2, 0, 1, 0, 5, 1, 7, 6, 8, 0, -2, 0};
    Dense d = {m, m, vector<double>(m * m)}, lower = {m, m, vector<double>(m * m)};
    for (int i = 0; i < m; i++)
        for (int e = offsets[i / slice] + i % slice; e < offsets[i / slice + 1]; e += slice)
            if (at[e] >= 0) {
                d.a[i * m + at[e]] = values[e];
                if (at[e] <= i)
                    lower.a[i * m + at[e]] = values[e];
            }
    for (int &o : offsets)
        o += base;
    for (int &c : at)
        c += c < 0 ? 0 : base;
    cusparseSpMatDescr_t s;
    printf("%d\n", cusparseCreateSlicedEll(&s, m, m, 10, 14, slice, up(offsets), up(at), up(values), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                                           (cusparseIndexBase_t) base, CUDA_R_64F));
    products("SELL", s, d, true, false);
    cusparseSpSVDescr_t work;
    vector<double> b = numbers(m, 3);
    cusparseDnVecDescr_t vb, vx;
    double *x = up(b);
    size_t bytes;
    cusparseSpSV_createDescr(&work);
    cusparseCreateDnVec(&vb, m, up(b), CUDA_R_64F);
    cusparseCreateDnVec(&vx, m, x, CUDA_R_64F);
    for (int turned = 0; turned < 2; turned++) {
        cusparseOperation_t op = turned ? CUSPARSE_OPERATION_TRANSPOSE : CUSPARSE_OPERATION_NON_TRANSPOSE;
        cusparseSpSV_bufferSize(h, op, &one, s, vb, vx, CUDA_R_64F, CUSPARSE_SPSV_ALG_DEFAULT, work, &bytes);
        cusparseSpSV_analysis(h, op, &one, s, vb, vx, CUDA_R_64F, CUSPARSE_SPSV_ALG_DEFAULT, work, up(vector<char>(bytes)));
        int status = cusparseSpSV_solve(h, op, &one, s, vb, vx, CUDA_R_64F, CUSPARSE_SPSV_ALG_DEFAULT, work);
        printf("SpSV %d: %d %d\n", turned, status, near(times(lower, turned, down(x, m), 1, 1, 0, b), b));
    }
}

void ell()
{
    const int m = 4, n = 6, size = 2, width = 4;
    vector<int> at = {2, -1, 0, 1};
    vector<double> values = numbers(m * width, 2);
    Dense d = {m, n, vector<double>(m * n)};
    for (int i = 0; i < m; i++)
        for (int k = 0; k < width; k++)
            if (at[i / size * 2 + k / size] >= 0)
                d.a[i * n + at[i / size * 2 + k / size] * size + k % size] = values[i * width + k];
    cusparseSpMatDescr_t s, t;
    printf("%d\n", cusparseCreateBlockedEll(&s, m, n, size, width, up(at), up(values), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
    products("ELL", s, d, false, true);
    double *made = up(vector<double>(m * width));
    cusparseDnMatDescr_t full;
    cusparseCreateDnMat(&full, m, n, n, up(d.a), CUDA_R_64F, CUSPARSE_ORDER_ROW);
    cusparseCreateBlockedEll(&t, m, n, size, width, up(at), made, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F);
    cusparseDenseToSparse_analysis(h, full, t, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, NULL);
    printf("from dense %d", cusparseDenseToSparse_convert(h, full, t, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, NULL));
    for (int i = 0; i < m; i++)
        for (int k = 0; k < width; k++)
            if (at[i / size * 2 + k / size] < 0)
                values[i * width + k] = 0;
    printf(" %d\n", near(down(made, m * width), values));
    // in half
    vector<__half> hv(m * width), hx(n), hy(m);
    vector<double> x = numbers(n, 4);
    for (int i = 0; i < m * width; i++)
        hv[i] = __float2half((float) values[i]);
    for (int i = 0; i < n; i++)
        hx[i] = __float2half((float) x[i]);
    cusparseDnMatDescr_t mx, my;
    float f = 1, g = 0;
    __half *y = up(hy);
    cusparseCreateBlockedEll(&t, m, n, size, width, up(at), up(hv), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_16F);
    cusparseCreateDnMat(&mx, n, 1, n, up(hx), CUDA_R_16F, CUSPARSE_ORDER_COL);
    cusparseCreateDnMat(&my, m, 1, m, y, CUDA_R_16F, CUSPARSE_ORDER_COL);
    printf("half %d", cusparseSpMM(h, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, &f, t, mx, &g, my, CUDA_R_32F,
                                   CUSPARSE_SPMM_BLOCKED_ELL_ALG1, NULL));
    hy = down(y, m);
    vector<double> wanted = times(d, false, x, 1, 1, 0, vector<double>(m)), got(m);
    for (int i = 0; i < m; i++)
        got[i] = __half2float(hy[i]);
    printf(" %d\n", near(got, wanted));
    printf("wrong width %d\n", cusparseCreateBlockedEll(&t, m, n, size, 3, NULL, NULL, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
}

void batches()
{
    const int m = 3, n = 4, columns = 2;
    vector<int> offsets = {0, 2, 3, 5}, at = {0, 3, 1, 2, 3}, row = {0, 0, 1, 2, 2}, rows2 = row, at2 = at;
    vector<double> values = numbers(2 * 5, 1), x = numbers(2 * n * columns, 2), y(2 * m * columns);
    rows2.insert(rows2.end(), row.begin(), row.end());
    at2.insert(at2.end(), at.begin(), at.end());
    for (int coo = 0; coo < 2; coo++) {
        cusparseSpMatDescr_t s;
        if (coo) {
            cusparseCreateCoo(&s, m, n, 5, up(rows2), up(at2), up(values), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F);
            printf("COO %d", cusparseCooSetStridedBatch(s, 2, 5));
        } else {
            cusparseCreateCsr(&s, m, n, 5, up(offsets), up(at2), up(values), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F);
            printf("CSR %d", cusparseCsrSetStridedBatch(s, 2, 0, 5));
        }
        cusparseDnMatDescr_t mx, my;
        double *dy = up(y);
        cusparseCreateDnMat(&mx, n, columns, n, up(x), CUDA_R_64F, CUSPARSE_ORDER_COL);
        cusparseCreateDnMat(&my, m, columns, m, dy, CUDA_R_64F, CUSPARSE_ORDER_COL);
        cusparseDnMatSetStridedBatch(mx, 2, n * columns);
        cusparseDnMatSetStridedBatch(my, 2, m * columns);
        printf(" %d", cusparseSpMM(h, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, s, mx, &none, my, CUDA_R_64F,
                                   CUSPARSE_SPMM_ALG_DEFAULT, NULL));
        vector<double> got = down(dy, 2 * m * columns), wanted;
        for (int b = 0; b < 2; b++) {
            Dense d = {m, n, vector<double>(m * n)};
            for (int e = 0; e < 5; e++)
                d.a[row[e] * n + at[e]] = values[b * 5 + e];
            vector<double> part = times(d, false, vector<double>(x.begin() + b * n * columns, x.begin() + (b + 1) * n * columns), columns, 1, 0,
                                        vector<double>(m * columns));
            wanted.insert(wanted.end(), part.begin(), part.end());
        }
        printf(" %d\n", near(got, wanted));
        cusparseDnMatSetStridedBatch(mx, 3, 0);
        printf("uneven %d\n", cusparseSpMM(h, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, s, mx, &none, my, CUDA_R_64F,
                                           CUSPARSE_SPMM_ALG_DEFAULT, NULL));
    }
}

// Each product is put in: the residual of `systems` systems.
void bands(int m, int systems, bool five)
{
    vector<double> l2 = numbers(m * systems, 1), l = numbers(m * systems, 2), d = numbers(m * systems, 3), u = numbers(m * systems, 4),
                   u2 = numbers(m * systems, 5), b = numbers(m * systems, 6), x;
    for (double &v : d)
        v += 20;
    size_t bytes;
    double *dx = up(b);
    int status;
    if (five) {
        cusparseDgpsvInterleavedBatch_bufferSizeExt(h, 0, m, NULL, NULL, NULL, NULL, NULL, NULL, systems, &bytes);
        status = cusparseDgpsvInterleavedBatch(h, 0, m, up(l2), up(l), up(d), up(u), up(u2), dx, systems, up(vector<char>(bytes)));
    } else {
        cusparseDgtsvInterleavedBatch_bufferSizeExt(h, 1, m, NULL, NULL, NULL, NULL, systems, &bytes);
        status = cusparseDgtsvInterleavedBatch(h, 1, m, up(l), up(d), up(u), dx, systems, up(vector<char>(bytes)));
    }
    x = down(dx, m * systems);
    bool right = true;
    for (int j = 0; j < systems; j++)
        for (int i = 0; i < m; i++) {
            auto at = [&](const vector<double> &v, int r) { return v[r * systems + j]; };
            double sum = at(d, i) * at(x, i);
            sum += (i ? at(l, i) * at(x, i - 1) : 0) + (i + 1 < m ? at(u, i) * at(x, i + 1) : 0);
            if (five)
                sum += (i > 1 ? at(l2, i) * at(x, i - 2) : 0) + (i + 2 < m ? at(u2, i) * at(x, i + 2) : 0);
            right = right && std::fabs(sum - at(b, i)) < 1e-9;
        }
    printf("%d diagonals, %d rows: %d %d\n", five ? 5 : 3, m, status, right);
}

void reused()
{
    vector<int> a_offsets = {0, 2, 3}, a_at = {0, 2, 1}, b_offsets = {0, 1, 3, 4}, b_at = {1, 0, 1, 1};
    vector<double> a = {1, 2, 3}, b = {4, 5, 6, 7};
    cusparseSpMatDescr_t sa, sb, sc;
    double *da = up(a);
    int *c_offsets = up(vector<int>(3));
    cusparseCreateCsr(&sa, 2, 3, 3, up(a_offsets), up(a_at), da, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F);
    cusparseCreateCsr(&sb, 3, 2, 4, up(b_offsets), up(b_at), up(b), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F);
    cusparseCreateCsr(&sc, 2, 2, 0, c_offsets, NULL, NULL, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F);
    cusparseSpGEMMDescr_t d;
    cusparseOperation_t op = CUSPARSE_OPERATION_NON_TRANSPOSE;
    size_t n1 = 0, n2 = 0, n3 = 0, n4 = 0, n5 = 0;
    int64_t rows, columns, count;
    cusparseSpGEMM_createDescr(&d);
    char *room = up(vector<char>(4096));
    cusparseSpGEMMreuse_workEstimation(h, op, op, sa, sb, sc, CUSPARSE_SPGEMM_DEFAULT, d, &n1, NULL);
    cusparseSpGEMMreuse_workEstimation(h, op, op, sa, sb, sc, CUSPARSE_SPGEMM_DEFAULT, d, &n1, room);
    cusparseSpGEMMreuse_nnz(h, op, op, sa, sb, sc, CUSPARSE_SPGEMM_DEFAULT, d, &n2, NULL, &n3, NULL, &n4, NULL);
    cusparseSpGEMMreuse_nnz(h, op, op, sa, sb, sc, CUSPARSE_SPGEMM_DEFAULT, d, &n2, room, &n3, room, &n4, room);
    cusparseSpMatGetSize(sc, &rows, &columns, &count);
    printf("reused: %d elements\n", (int) count);
    double *values = up(vector<double>(count));
    cusparseCsrSetPointers(sc, c_offsets, up(vector<int>(count)), values);
    cusparseSpGEMMreuse_copy(h, op, op, sa, sb, sc, CUSPARSE_SPGEMM_DEFAULT, d, &n5, NULL);
    cusparseSpGEMMreuse_copy(h, op, op, sa, sb, sc, CUSPARSE_SPGEMM_DEFAULT, d, &n5, room);
    for (int round = 0; round < 2; round++) {
        printf("%d:", cusparseSpGEMMreuse_compute(h, op, op, &one, sa, sb, &none, sc, CUDA_R_64F, CUSPARSE_SPGEMM_DEFAULT, d));
        for (double v : down(values, count))
            printf(" %g", v);
        printf("\n");
        a[0] = 10;
        cudaMemcpy(da, a.data(), 3 * sizeof(double), cudaMemcpyHostToDevice);
    }
}

int main()
{
    cusparseCreate(&h);
    for (int base = 0; base < 2; base++) {
        blocks(CUSPARSE_ORDER_ROW, base);
        blocks(CUSPARSE_ORDER_COL, base);
        slices(base);
    }
    ell();
    batches();
    bands(9, 200, true);
    bands(2, 3, true);
    bands(1, 1, true);
    bands(7, 130, false);
    reused();
    cusparseDestroy(h);
    return 0;
}
