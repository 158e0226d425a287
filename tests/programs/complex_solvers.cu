// cuSOLVER's factors of complex matrices, of both precisions: each is multiplied together again on the host, each solution put in.
#include <complex>
#include <cstdio>
#include <cuComplex.h>
#include <cusolverDn.h>
#include <vector>

using std::complex;
using std::vector;
typedef complex<double> C;
typedef vector<C> Matrix; // column-major

cusolverDnHandle_t h;
int *dev_info;
bool single; // which calls are made

static C turned(C v, bool conjugated) { return conjugated ? std::conj(v) : v; }

void *up(const Matrix &v)
{
    void *p;
    cudaMalloc(&p, (v.size() + 1) * sizeof(cuDoubleComplex));
    vector<cuComplex> f(v.size() + 1);
    vector<cuDoubleComplex> d(v.size() + 1);
    for (size_t i = 0; i < v.size(); i++) {
        f[i] = make_cuComplex((float) v[i].real(), (float) v[i].imag());
        d[i] = make_cuDoubleComplex(v[i].real(), v[i].imag());
    }
    if (single)
        cudaMemcpy(p, f.data(), v.size() * sizeof f[0], cudaMemcpyHostToDevice);
    else
        cudaMemcpy(p, d.data(), v.size() * sizeof d[0], cudaMemcpyHostToDevice);
    return p;
}

Matrix down(const void *p, int n)
{
    vector<cuComplex> f(n + 1);
    vector<cuDoubleComplex> d(n + 1);
    Matrix v(n);
    if (single)
        cudaMemcpy(f.data(), p, n * sizeof f[0], cudaMemcpyDeviceToHost);
    else
        cudaMemcpy(d.data(), p, n * sizeof d[0], cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        v[i] = single ? C(f[i].x, f[i].y) : C(d[i].x, d[i].y);
    return v;
}

Matrix filled(int m, int n, unsigned seed)
{
    Matrix a(m * n);
    for (C &v : a) {
        double parts[2];
        for (double &part : parts) {
            seed = seed * 1664525u + 1013904223u;
            part = (seed >> 8) / 16777216.0 - 0.5;
        }
        v = C(parts[0], parts[1]);
    }
    return a;
}

/* op(a) b */
Matrix product(const Matrix &a, const Matrix &b, int m, int k, int n, cublasOperation_t op = CUBLAS_OP_N)
{
    Matrix c(m * n);
    for (int j = 0; j < n; j++)
        for (int p = 0; p < k; p++)
            for (int i = 0; i < m; i++)
                c[i + j * m] += (op == CUBLAS_OP_N ? a[i + p * m] : turned(a[p + i * k], op == CUBLAS_OP_C)) * b[p + j * k];
    return c;
}

void say(const char *what, const Matrix &a, const Matrix &b)
{
    double worst = 0;
    for (size_t i = 0; i < a.size(); i++)
        worst = fmax(worst, std::abs(a[i] - b[i]));
    int info;
    cudaMemcpy(&info, dev_info, sizeof info, cudaMemcpyDeviceToHost);
    printf("  %-12s %s, info %d\n", what, worst < (single ? 2e-3 : 1e-9) ? "right" : "WRONG", info);
}

#define CALL(name, ...) (single ? cusolverDnC##name(__VA_ARGS__) : cusolverDnZ##name(__VA_ARGS__))
#define F(p) ((cuComplex *) (p))
#define D(p) ((cuDoubleComplex *) (p))

void cholesky(int n, cublasFillMode_t fill)
{
    Matrix r = filled(n, n, 1), a = product(r, r, n, n, n, CUBLAS_OP_C), x = filled(n, 2, 2);
    for (int i = 0; i < n; i++)
        a[i + i * n] += 1;
    void *da = up(a), *db = up(product(a, x, n, n, 2));
    if (single) {
        cusolverDnCpotrf(h, fill, n, F(da), n, nullptr, 0, dev_info);
        cusolverDnCpotrs(h, fill, n, 2, F(da), n, F(db), n, dev_info);
    } else {
        cusolverDnZpotrf(h, fill, n, D(da), n, nullptr, 0, dev_info);
        cusolverDnZpotrs(h, fill, n, 2, D(da), n, D(db), n, dev_info);
    }
    say("Cholesky", down(db, 2 * n), x);
}

void lu(int n, bool pivots, cublasOperation_t op)
{
    Matrix a = filled(n, n, 3), x = filled(n, 3, 4);
    for (int i = 0; i < n && !pivots; i++)
        a[i + i * n] += n;
    void *da = up(a), *db = up(product(a, x, n, n, 3, op));
    int *p = nullptr;
    if (pivots)
        cudaMalloc(&p, n * sizeof(int));
    if (single) {
        cusolverDnCgetrf(h, n, n, F(da), n, nullptr, p, dev_info);
        cusolverDnCgetrs(h, op, n, 3, F(da), n, p, F(db), n, dev_info);
    } else {
        cusolverDnZgetrf(h, n, n, D(da), n, nullptr, p, dev_info);
        cusolverDnZgetrs(h, op, n, 3, D(da), n, p, D(db), n, dev_info);
    }
    say("LU", down(db, 3 * n), x);
}

void qr(int m, int n)
{
    Matrix a = filled(m, n, 5);
    void *da = up(a), *taus = up(Matrix(n)), *c = up(a), *work = nullptr;
    int size = 0;
    if (single)
        cusolverDnCgeqrf(h, m, n, F(da), m, F(taus), nullptr, 0, dev_info);
    else
        cusolverDnZgeqrf(h, m, n, D(da), m, D(taus), nullptr, 0, dev_info);
    Matrix f = down(da, m * n), r(n * n), top(n * n);
    for (int j = 0; j < n; j++)
        for (int i = 0; i <= j; i++)
            r[i + j * n] = f[i + j * m];
    if (single)
        cusolverDnCunmqr(h, CUBLAS_SIDE_LEFT, CUBLAS_OP_C, m, n, n, F(da), m, F(taus), F(c), m, nullptr, 0, dev_info);
    else
        cusolverDnZunmqr(h, CUBLAS_SIDE_LEFT, CUBLAS_OP_C, m, n, n, D(da), m, D(taus), D(c), m, nullptr, 0, dev_info);
    Matrix all = down(c, m * n);
    for (int k = 0; k < n * n; k++)
        top[k] = all[k % n + k / n * m];
    say("unmqr", top, r);
    if (single) {
        cusolverDnCungqr_bufferSize(h, m, n, n, F(da), m, F(taus), &size);
        cudaMalloc(&work, size * sizeof(cuComplex));
        cusolverDnCungqr(h, m, n, n, F(da), m, F(taus), F(work), size, dev_info);
    } else {
        cusolverDnZungqr_bufferSize(h, m, n, n, D(da), m, D(taus), &size);
        cudaMalloc(&work, size * sizeof(cuDoubleComplex));
        cusolverDnZungqr(h, m, n, n, D(da), m, D(taus), D(work), size, dev_info);
    }
    Matrix q = down(da, m * n), one(n * n);
    for (int i = 0; i < n; i++)
        one[i + i * n] = 1;
    say("QR", product(q, r, m, n, n), a);
    say("Q' Q", product(q, q, n, m, n, CUBLAS_OP_C), one);
}

void singular(int m, int n, signed char which)
{
    Matrix a = filled(m, n, 7);
    void *da = up(a), *u = up(Matrix(m * m)), *vt = up(Matrix(n * n)), *s, *work;
    int size = 0;
    cudaMalloc(&s, n * sizeof(double));
    CALL(gesvd_bufferSize, h, m, n, &size);
    cudaMalloc(&work, size * sizeof(cuDoubleComplex));
    if (single)
        cusolverDnCgesvd(h, which, which, m, n, F(da), m, (float *) s, F(u), m, F(vt), n, F(work), size, nullptr, dev_info);
    else
        cusolverDnZgesvd(h, which, which, m, n, D(da), m, (double *) s, D(u), m, D(vt), n, D(work), size, nullptr, dev_info);
    vector<float> f(n);
    vector<double> w(n);
    if (single)
        cudaMemcpy(f.data(), s, n * sizeof(float), cudaMemcpyDeviceToHost);
    else
        cudaMemcpy(w.data(), s, n * sizeof(double), cudaMemcpyDeviceToHost);
    bool descending = true;
    for (int i = 0; i < n; i++) {
        w[i] = single ? f[i] : w[i];
        descending &= w[i] >= 0 && (!i || w[i - 1] >= w[i]);
    }
    double squares = 0;
    for (C v : a)
        squares += std::norm(v);
    for (double v : w)
        squares -= v * v;
    if (which == 'N') {
        say(descending ? "values" : "NOT SORTED", Matrix(1, C(squares)), Matrix(1));
        return;
    }
    Matrix us = down(u, m * n);
    for (int k = 0; k < m * n; k++)
        us[k] *= w[k / m];
    say(descending ? "U S V'" : "NOT SORTED", product(us, down(vt, n * n), m, n, n), a);
}

int main()
{
    cusolverDnCreate(&h);
    cudaMalloc(&dev_info, sizeof(int));
    for (int round = 0; round < 2; round++) {
        single = round;
        for (int n : {1, 5, 37}) {
            printf("%s, %d\n", single ? "single" : "double", n);
            cholesky(n, CUBLAS_FILL_MODE_LOWER);
            cholesky(n, CUBLAS_FILL_MODE_UPPER);
            lu(n, true, CUBLAS_OP_N);
            lu(n, true, CUBLAS_OP_T);
            lu(n, true, CUBLAS_OP_C);
            lu(n, false, CUBLAS_OP_N);
            qr(n + 3, n);
            singular(n + 2, n, 'A');
            singular(n, n, 'S');
            singular(n + 1, n, 'N');
        }
    }
    Matrix flat(9, C(1, 1));
    single = false;
    void *da = up(flat);
    cusolverDnZpotrf(h, CUBLAS_FILL_MODE_LOWER, 3, D(da), 3, nullptr, 0, dev_info);
    say("not positive", down(da, 1), down(da, 1));
    da = up(Matrix(4));
    int *pivots;
    cudaMalloc(&pivots, 2 * sizeof(int));
    cusolverDnZgetrf(h, 2, 2, D(da), 2, nullptr, pivots, dev_info);
    say("singular", down(da, 1), down(da, 1));
    printf("%d %d\n", cusolverDnZunmqr(h, CUBLAS_SIDE_LEFT, CUBLAS_OP_T, 2, 2, 2, D(da), 2, D(da), D(da), 2, nullptr, 0, dev_info),
           cusolverDnCgetrf(h, 3, 3, F(da), 2, nullptr, pivots, dev_info));
    cusolverDnDestroy(h);
}
