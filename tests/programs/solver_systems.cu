// cuSOLVER: solutions by refinement (gesv, gels, IRS) and of sparse systems (cusolverSp), put into their equations on the host.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cusolverDn.h>
#include <cusolverSp.h>
#include <vector>

using std::vector;
enum { N = 20, M = 26, COUNT = 3 };

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

vector<double> numbers(int n, int seed)
{
    vector<double> v(n);
    for (int i = 0; i < n; i++)
        v[i] = (double) ((i * 37 + seed * 53 + i / 7) % 23 - 11) / 4;
    return v;
}

// |A' (b - A x)| for tall matrices, |b - A x| for square ones
double rest(const vector<double> &a, const vector<double> &b, const vector<double> &x, int m, int n, int count)
{
    double most = 0;
    for (int j = 0; j < count; j++) {
        vector<double> r(m);
        for (int i = 0; i < m; i++) {
            r[i] = b[i + j * m];
            for (int k = 0; k < n; k++)
                r[i] -= a[i + k * m] * x[k + j * n];
        }
        for (int k = 0; k < n; k++) {
            double sum = m == n ? r[k] : 0;
            for (int i = 0; i < m && m > n; i++)
                sum += a[i + k * m] * r[i];
            most = std::fmax(most, std::fabs(sum));
        }
    }
    return most;
}

void refined()
{
    cusolverDnHandle_t h;
    cusolverDnCreate(&h);
    vector<double> a = numbers(N * N, 1), b = numbers(N * COUNT, 2), tall = numbers(M * N, 3), right = numbers(M * COUNT, 4);
    for (int i = 0; i < N; i++)
        a[i + i * N] += 40;
    for (int i = 0; i < N; i++)
        tall[i + i * M] += 20;
    size_t bytes = 0;
    int rounds, *info = up(vector<int>(1)), *pivots = up(vector<int>(N));
    double *x = up(vector<double>(M * COUNT)), *da = up(a), *db = up(b);
    cusolverDnDSgesv_bufferSize(h, N, COUNT, da, N, pivots, db, N, x, N, NULL, &bytes);
    int status = cusolverDnDSgesv(h, N, COUNT, da, N, pivots, db, N, x, N, up(vector<char>(bytes)), bytes, &rounds, info);
    printf("gesv %d: %d %d %d\n", status, rest(a, b, down(x, N * COUNT), N, N, COUNT) < 1e-11, rounds > 0 && rounds < 10, down(da, N * N) == a);
    cusolverDnDDgesv_bufferSize(h, N, COUNT, da, N, pivots, db, N, x, N, NULL, &bytes);
    status = cusolverDnDDgesv(h, N, COUNT, da, N, pivots, db, N, x, N, up(vector<char>(bytes)), bytes, &rounds, info);
    printf("gesv %d: %d %d\n", status, rest(a, b, down(x, N * COUNT), N, N, COUNT) < 1e-11, rounds);
    // in single precision the matrix is singular: the solution is found directly
    vector<double> weak = {1, 1, 1, 1 + 1e-9}, two = {2, 2 + 1e-9};
    double *dw = up(weak), *dt = up(two);
    status = cusolverDnDSgesv(h, 2, 1, dw, 2, pivots, dt, 2, x, 2, up(vector<char>(bytes)), bytes, &rounds, info);
    vector<double> found = down(x, 2);
    printf("fallback %d: %d %d\n", status, rounds < 0, std::fabs(found[0] - 1) < 1e-5 && std::fabs(found[1] - 1) < 1e-5);
    printf("leading dimension: %d\n", cusolverDnDSgesv(h, N, COUNT, da, N - 1, pivots, db, N, x, N, NULL, bytes, &rounds, info));
    double *dtall = up(tall), *dright = up(right);
    cusolverDnDHgels_bufferSize(h, M, N, COUNT, dtall, M, dright, M, x, N, NULL, &bytes);
    status = cusolverDnDHgels(h, M, N, COUNT, dtall, M, dright, M, x, N, up(vector<char>(bytes)), bytes, &rounds, info);
    printf("gels %d: %d %d\n", status, rest(tall, right, down(x, N * COUNT), M, N, COUNT) < 1e-10, down(info, 1)[0]);

    cusolverDnIRSParams_t p;
    cusolverDnIRSInfos_t infos;
    int most;
    printf("%d", cusolverDnIRSParamsCreate(&p));
    printf(" %d\n", cusolverDnIRSInfosCreate(&infos));
    printf("nothing set: %d", cusolverDnIRSXgesv_bufferSize(h, p, N, COUNT, &bytes));
    cusolverDnIRSParamsSetSolverPrecisions(p, CUSOLVER_R_64F, CUSOLVER_R_16F);
    printf(" %d", cusolverDnIRSXgesv_bufferSize(h, p, N, COUNT, &bytes));
    cusolverDnIRSParamsSetRefinementSolver(p, CUSOLVER_IRS_REFINE_CLASSICAL);
    printf(" %d\n", cusolverDnIRSXgesv_bufferSize(h, p, N, COUNT, &bytes));
    printf("wrong: %d %d\n", cusolverDnIRSParamsSetMaxIters(p, -1), cusolverDnIRSParamsSetMaxIters(NULL, 1));
    cusolverDnIRSParamsSetMaxIters(p, 30);
    cusolverDnIRSParamsGetMaxIters(p, &most);
    da = up(a);
    status = cusolverDnIRSXgesv(h, p, infos, N, COUNT, da, N, db, N, x, N, up(vector<char>(bytes)), bytes, &rounds, info);
    int told;
    cusolverDnIRSInfosGetNiters(infos, &told);
    printf("IRS %d: %d %d %d\n", status, rest(a, b, down(x, N * COUNT), N, N, COUNT) < 1e-11, told == rounds && rounds > 0, most);
    cusolverDnIRSXgels_bufferSize(h, p, M, N, COUNT, &bytes);
    status = cusolverDnIRSXgels(h, p, infos, M, N, COUNT, up(tall), M, dright, M, x, N, up(vector<char>(bytes)), bytes, &rounds, info);
    printf("IRS gels %d: %d\n", status, rest(tall, right, down(x, N * COUNT), M, N, COUNT) < 1e-10);
    printf("%d", cusolverDnIRSParamsDestroy(p));
    printf(" %d\n", cusolverDnIRSInfosDestroy(infos));
}

void sparse(int base)
{
    cusolverSpHandle_t h;
    cusparseMatDescr_t d;
    cusolverSpCreate(&h);
    cusparseCreateMatDescr(&d);
    cusparseSetMatIndexBase(d, (cusparseIndexBase_t) base);
    vector<int> offsets(1, base), at;
    vector<double> values, dense(N * N), b = numbers(2 * N, 5), x(N);
    for (int i = 0; i < N; i++) { // symmetric, positive definite
        for (int j = 0; j < N; j++)
            if (i == j || (i + j) % 9 == 0) {
                at.push_back(j + base);
                values.push_back(i == j ? 8 + i % 3 : (double) (i * j % 5 - 2) / 2);
                dense[i + j * N] = values.back();
            }
        offsets.push_back((int) at.size() + base);
    }
    int count = (int) at.size(), weak, *doffsets = up(offsets), *dat = up(at), same;
    double *dv = up(values), *db = up(b), *dx = up(b);
    int status = cusolverSpDcsrlsvqr(h, N, count, d, dv, doffsets, dat, db, 1e-12, 0, dx, &weak);
    printf("QR %d %d: %d\n", status, weak, rest(dense, b, down(dx, N), N, N, 1) < 1e-11);
    status = cusolverSpDcsrlsvchol(h, N, count, d, dv, doffsets, dat, db, 1e-12, 0, dx, &weak);
    printf("Cholesky %d %d: %d\n", status, weak, rest(dense, b, down(dx, N), N, N, 1) < 1e-11);
    status = cusolverSpDcsrlsvluHost(h, N, count, d, values.data(), offsets.data(), at.data(), b.data(), 1e-12, 0, x.data(), &weak);
    printf("LU %d %d: %d\n", status, weak, rest(dense, b, x, N, N, 1) < 1e-11);
    status = cusolverSpDcsrlsvqrHost(h, N, count, d, values.data(), offsets.data(), at.data(), b.data(), 1e-12, 0, x.data(), &weak);
    printf("QR on the host %d %d: %d\n", status, weak, rest(dense, b, x, N, N, 1) < 1e-11);
    cusolverSpXcsrissymHost(h, N, count, d, offsets.data(), offsets.data() + 1, at.data(), &same);
    printf("symmetric %d\n", same);
    csrqrInfo_t info;
    size_t inside, bytes;
    vector<double> both = values;
    for (double v : values)
        both.push_back(2 * v);
    double *d2 = up(both), *x2 = up(b);
    cusolverSpCreateCsrqrInfo(&info);
    printf("without analysis %d\n", cusolverSpDcsrqrsvBatched(h, N, N, count, d, d2, doffsets, dat, db, x2, 2, info, NULL));
    cusolverSpXcsrqrAnalysisBatched(h, N, N, count, d, doffsets, dat, info);
    cusolverSpDcsrqrBufferInfoBatched(h, N, N, count, d, d2, doffsets, dat, 2, info, &inside, &bytes);
    status = cusolverSpDcsrqrsvBatched(h, N, N, count, d, d2, doffsets, dat, db, x2, 2, info, up(vector<char>(bytes)));
    vector<double> all = down(x2, 2 * N), second(all.begin() + N, all.end());
    for (double &v : second)
        v *= 2;
    printf("batched %d: %d %d\n", status, rest(dense, b, all, N, N, 1) < 1e-11, rest(dense, vector<double>(b.begin() + N, b.end()), second, N, N, 1) < 1e-11);
    for (int e = offsets[4] - base; e < offsets[5] - base; e++)
        values[e] = 0; // a row of zeros
    cudaMemcpy(dv, values.data(), count * sizeof(double), cudaMemcpyHostToDevice);
    status = cusolverSpDcsrlsvchol(h, N, count, d, dv, doffsets, dat, db, 1e-12, 0, dx, &weak);
    printf("not positive %d %d\n", status, weak);
    status = cusolverSpDcsrlsvqr(h, N, count, d, dv, doffsets, dat, db, 1e-12, 0, dx, &weak);
    printf("singular %d %d\n", status, weak >= 0);
    cusolverSpDestroyCsrqrInfo(info);
    cusolverSpDestroy(h);
}

int main()
{
    refined();
    sparse(0);
    sparse(1);
    double row[4] = {1, 2, 3, 4}, *there;
    cudaMalloc(&there, sizeof row);
    printf("one row %d", cudaMemcpy2D(there, 8, row, 8, sizeof row, 1, cudaMemcpyHostToDevice)); // no pitch is looked at
    printf(" %d\n", cudaMemcpy2D(there, 8, row, 8, sizeof row, 2, cudaMemcpyHostToDevice) == cudaErrorInvalidPitchValue);
    return 0;
}
