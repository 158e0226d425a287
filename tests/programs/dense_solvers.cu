// cuSOLVER: each factor is multiplied together again, each solution put in, on the host. Sizes on both sides of a block's threads.
#include <cmath>
#include <cstdio>
#include <cusolverDn.h>
#include <vector>

using std::vector;
typedef vector<double> Matrix; // column-major

cusolverDnHandle_t h;
int *dev_info;

double *up(const Matrix &v)
{
    double *p;
    cudaMalloc(&p, (v.size() + 1) * sizeof(double));
    cudaMemcpy(p, v.data(), v.size() * sizeof(double), cudaMemcpyHostToDevice);
    return p;
}

Matrix down(const double *p, int n)
{
    Matrix v(n);
    cudaMemcpy(v.data(), p, n * sizeof(double), cudaMemcpyDeviceToHost);
    return v;
}

Matrix filled(int m, int n, unsigned seed)
{
    Matrix a(m * n);
    for (double &v : a) {
        seed = seed * 1664525u + 1013904223u;
        v = (seed >> 8) / 16777216.0 - 0.5;
    }
    return a;
}

Matrix product(const Matrix &a, const Matrix &b, int m, int k, int n, bool a_turned = false)
{
    Matrix c(m * n);
    for (int j = 0; j < n; j++)
        for (int p = 0; p < k; p++)
            for (int i = 0; i < m; i++)
                c[i + j * m] += (a_turned ? a[p + i * k] : a[i + p * m]) * b[p + j * k];
    return c;
}

void say(const char *what, const Matrix &a, const Matrix &b)
{
    double worst = 0;
    for (size_t i = 0; i < a.size(); i++)
        worst = fmax(worst, fabs(a[i] - b[i]));
    int info;
    cudaMemcpy(&info, dev_info, sizeof info, cudaMemcpyDeviceToHost);
    printf("  %-12s %s, info %d\n", what, worst < 1e-9 ? "right" : "WRONG", info);
}

void cholesky(int n, cublasFillMode_t fill)
{
    Matrix r = filled(n, n, 1), a = product(r, r, n, n, n, true), x = filled(n, 2, 2), b = product(a, x, n, n, 2);
    for (int i = 0; i < n; i++)
        a[i + i * n] += 1;
    b = product(a, x, n, n, 2);
    double *da = up(a), *db = up(b);
    cusolverDnDpotrf(h, fill, n, da, n, nullptr, 0, dev_info);
    cusolverDnDpotrs(h, fill, n, 2, da, n, db, n, dev_info);
    say("Cholesky", down(db, 2 * n), x);
}

void lu(int n, bool pivots, cublasOperation_t t)
{
    Matrix a = filled(n, n, 3), x = filled(n, 3, 4);
    for (int i = 0; i < n && !pivots; i++)
        a[i + i * n] += n;
    Matrix b = product(a, x, n, n, 3, t == CUBLAS_OP_T);
    double *da = up(a), *db = up(b);
    int *p = nullptr;
    if (pivots)
        cudaMalloc(&p, n * sizeof(int));
    cusolverDnDgetrf(h, n, n, da, n, nullptr, p, dev_info);
    cusolverDnDgetrs(h, t, n, 3, da, n, p, db, n, dev_info);
    say("LU", down(db, 3 * n), x);
}

void qr(int m, int n)
{
    Matrix a = filled(m, n, 5);
    double *da = up(a), *taus = up(Matrix(n)), *work;
    int size;
    cusolverDnDgeqrf(h, m, n, da, m, taus, nullptr, 0, dev_info);
    Matrix f = down(da, m * n), r(n * n);
    for (int j = 0; j < n; j++)
        for (int i = 0; i <= j; i++)
            r[i + j * n] = f[i + j * m];
    double *c = up(a);
    cusolverDnDormqr(h, CUBLAS_SIDE_LEFT, CUBLAS_OP_T, m, n, n, da, m, taus, c, m, nullptr, 0, dev_info);
    Matrix turned = down(c, m * n), top(n * n);
    for (int k = 0; k < n * n; k++)
        top[k] = turned[k % n + k / n * m];
    say("ormqr", top, r);
    cusolverDnDorgqr_bufferSize(h, m, n, n, da, m, taus, &size);
    cudaMalloc(&work, size * sizeof(double));
    cusolverDnDorgqr(h, m, n, n, da, m, taus, work, size, dev_info);
    say("QR", product(down(da, m * n), r, m, n, n), a);
}

void eigen(int n, cublasFillMode_t fill)
{
    Matrix a = filled(n, n, 6), half(n * n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            a[i + j * n] = i <= j ? a[i + j * n] : a[j + i * n];
            half[i + j * n] = (fill == CUBLAS_FILL_MODE_UPPER ? i <= j : i >= j) ? a[i + j * n] : NAN;
        }
    for (int j = 0; j < n; j++)
        for (int i = 0; i < j; i++)
            a[j + i * n] = a[i + j * n];
    for (int k = 0; k < n * n; k++)
        half[k] = half[k] == half[k] ? a[k] : half[k];
    int size;
    double *da = up(half), *dw = up(Matrix(n)), *work;
    cusolverDnDsyevd_bufferSize(h, CUSOLVER_EIG_MODE_VECTOR, fill, n, da, n, dw, &size);
    cudaMalloc(&work, size * sizeof(double));
    cusolverDnDsyevd(h, CUSOLVER_EIG_MODE_VECTOR, fill, n, da, n, dw, work, size, dev_info);
    Matrix v = down(da, n * n), w = down(dw, n), scaled = v;
    bool ascending = true;
    for (int k = 0; k < n * n; k++)
        scaled[k] *= w[k / n];
    for (int i = 1; i < n; i++)
        ascending &= w[i - 1] <= w[i];
    say(ascending ? "eigenvalues" : "NOT SORTED", product(a, v, n, n, n), scaled);
}

void singular(int m, int n, bool lower_rank)
{
    Matrix a = filled(m, n, 7);
    for (int i = 0; i < m && lower_rank; i++)
        a[i + (n - 1) * m] = a[i] - 2 * a[i + m];
    int size;
    cusolverDnDgesvd_bufferSize(h, m, n, &size);
    double *da = up(a), *s = up(Matrix(n)), *u = up(Matrix(m * m)), *vt = up(Matrix(n * n)), *work;
    cudaMalloc(&work, size * sizeof(double));
    cusolverDnDgesvd(h, 'A', 'A', m, n, da, m, s, u, m, vt, n, work, size, nullptr, dev_info);
    Matrix all = down(u, m * m), w = down(s, n), us(m * n), one(m * m);
    for (int k = 0; k < m * n; k++)
        us[k] = all[k] * w[k / m];
    for (int i = 0; i < m; i++)
        one[i + i * m] = 1;
    bool descending = w[n - 1] >= 0;
    for (int i = 1; i < n; i++)
        descending &= w[i - 1] >= w[i];
    say(descending ? "U S V'" : "NOT SORTED", product(us, down(vt, n * n), m, n, n), a);
    say("U' U", product(all, all, m, m, m, true), one);
}

void hermitian()
{
    cuComplex a[9] = {{2, 0}, {1, 1}, {0, -2}, {0, 0}, {3, 0}, {1, 0}, {0, 0}, {0, 0}, {-1, 0}}, *da, *work;
    cuComplex full[9] = {a[0], a[1], a[2], {1, -1}, a[4], a[5], {0, 2}, {1, 0}, a[8]};
    float *dw, w[3];
    int size;
    cudaMalloc(&da, sizeof a);
    cudaMalloc(&dw, sizeof w);
    cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice);
    cusolverDnCheevd_bufferSize(h, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, 3, da, 3, dw, &size);
    cudaMalloc(&work, size * sizeof(cuComplex));
    cusolverDnCheevd(h, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, 3, da, 3, dw, work, size, dev_info);
    cudaMemcpy(a, da, sizeof a, cudaMemcpyDeviceToHost);
    cudaMemcpy(w, dw, sizeof w, cudaMemcpyDeviceToHost);
    float worst = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            cuComplex sum = {0, 0};
            for (int k = 0; k < 3; k++)
                sum = cuCfmaf(full[i + 3 * k], a[k + 3 * j], sum);
            worst = fmaxf(worst, hypotf(sum.x - w[j] * a[i + 3 * j].x, sum.y - w[j] * a[i + 3 * j].y));
        }
    printf("  Hermitian    %s\n", worst < 1e-5f ? "right" : "WRONG");
}

int main()
{
    cusolverDnCreate(&h);
    cudaMalloc(&dev_info, sizeof(int));
    for (int n : {1, 5, 37, 140}) {
        printf("%d\n", n);
        cholesky(n, CUBLAS_FILL_MODE_LOWER);
        cholesky(n, CUBLAS_FILL_MODE_UPPER);
        lu(n, true, CUBLAS_OP_N);
        lu(n, true, CUBLAS_OP_T);
        lu(n, false, CUBLAS_OP_N);
        qr(n + 4, n);
    }
    for (int n : {1, 2, 12}) {
        printf("%d\n", n);
        eigen(n, CUBLAS_FILL_MODE_LOWER);
        eigen(n, CUBLAS_FILL_MODE_UPPER);
        singular(n + 3, n, n > 2);
        singular(n, n, false);
    }
    hermitian();

    // What cannot be factored says where
    double not_positive[4] = {1, 2, 2, 1}, no_rank[4] = {1, 2, 2, 4};
    int info, pivots[2], *dp;
    cudaMalloc(&dp, sizeof pivots);
    cusolverDnDpotrf(h, CUBLAS_FILL_MODE_LOWER, 2, up(Matrix(not_positive, not_positive + 4)), 2, nullptr, 0, dev_info);
    cudaMemcpy(&info, dev_info, sizeof info, cudaMemcpyDeviceToHost);
    printf("not positive definite at %d\n", info);
    cusolverDnDgetrf(h, 2, 2, up(Matrix(no_rank, no_rank + 4)), 2, nullptr, dp, dev_info);
    cudaMemcpy(&info, dev_info, sizeof info, cudaMemcpyDeviceToHost);
    cudaMemcpy(pivots, dp, sizeof pivots, cudaMemcpyDeviceToHost);
    printf("singular at %d, pivots %d %d\n", info, pivots[0], pivots[1]);
    printf("%d %d\n", cusolverDnDpotrf(nullptr, CUBLAS_FILL_MODE_LOWER, 2, nullptr, 2, nullptr, 0, dev_info),
           cusolverDnDgetrf(h, 3, 3, nullptr, 2, nullptr, dp, dev_info));
    cusolverDnDestroy(h);
}
