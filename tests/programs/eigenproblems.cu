// SPDX-License-Identifier: Apache-2.0
// cuSOLVER: generalised eigenvalues, checked by A x = w B x and its kin, and Jacobi's calls.
#include <cstdio>
#include <cmath>
#include <vector>
#include <cusolverDn.h>
template <typename T> T *put(const std::vector<T> &v) { T *d; cudaMalloc(&d, v.size() * sizeof(T)); cudaMemcpy(d, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice); return d; }
template <typename T> std::vector<T> get(T *d, int n) { std::vector<T> v(n); cudaMemcpy(v.data(), d, n * sizeof(T), cudaMemcpyDeviceToHost); return v; }
int main() {
    const int n = 3;
    std::vector<double> A = {3.5, 0.5, 0, 0.5, 3.5, 0, 0, 0, 2}, B = {10, 2, 3, 2, 10, 5, 3, 5, 10};
    cusolverDnHandle_t h; cusolverDnCreate(&h);
    for (int kind = 1; kind <= 3; kind++)
        for (int up = 0; up < 2; up++) {
            double *a = put(A), *b = put(B), *w, *work; int *info, size; cudaMalloc(&w, n * 8); cudaMalloc(&info, 4);
            auto fill = up ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
            printf("%d ", cusolverDnDsygvd_bufferSize(h, (cusolverEigType_t) kind, CUSOLVER_EIG_MODE_VECTOR, fill, n, a, n, b, n, w, &size));
            cudaMalloc(&work, size * 8);
            printf("%d ", cusolverDnDsygvd(h, (cusolverEigType_t) kind, CUSOLVER_EIG_MODE_VECTOR, fill, n, a, n, b, n, w, work, size, info));
            auto W = get(w, n), X = get(a, n * n); int I = get(info, 1)[0];
            double worst = 0;
            for (int j = 0; j < n; j++) {
                double bx[3], ax[3], bax[3] = {}, abx[3] = {};
                for (int i = 0; i < n; i++) { bx[i] = ax[i] = 0; for (int k = 0; k < n; k++) { ax[i] += A[i + k * n] * X[k + j * n]; bx[i] += B[i + k * n] * X[k + j * n]; } }
                for (int i = 0; i < n; i++) for (int k = 0; k < n; k++) { bax[i] += B[i + k * n] * ax[k]; abx[i] += A[i + k * n] * bx[k]; }
                for (int i = 0; i < n; i++) { double l = kind == 1 ? ax[i] : kind == 2 ? abx[i] : bax[i], r = W[j] * (kind == 1 ? bx[i] : X[i + j * n]); worst = fmax(worst, fabs(l - r)); }
            }
            printf("info %d w %.6f %.6f %.6f %s\n", I, W[0], W[1], W[2], worst < 1e-12 ? "good" : "bad");
        }
    std::vector<double> bad = {1, 2, 0, 2, 1, 0, 0, 0, 1};
    double *a = put(A), *b = put(bad), *w, *work; int *info; cudaMalloc(&w, 24); cudaMalloc(&info, 4); cudaMalloc(&work, 11 * 8);
    cusolverDnDsygvd(h, CUSOLVER_EIG_TYPE_1, CUSOLVER_EIG_MODE_NOVECTOR, CUBLAS_FILL_MODE_LOWER, n, a, n, b, n, w, work, 11, info);
    printf("not positive definite: %d\n", get(info, 1)[0]);
    syevjInfo_t par; cusolverDnCreateSyevjInfo(&par); cusolverDnXsyevjSetTolerance(par, 1e-7); cusolverDnXsyevjSetMaxSweeps(par, 15);
    std::vector<float> S = {2, 1, 1, 2, 5, 0, 0, -1, 0, 3, 3, 0};
    float *s = put(S), *sw, *swork; int *si, size; cudaMalloc(&sw, 24); cudaMalloc(&si, 12);
    cusolverDnSsyevjBatched_bufferSize(h, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, 2, s, 2, sw, &size, par, 3); cudaMalloc(&swork, size * 4);
    printf("%d:", cusolverDnSsyevjBatched(h, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, 2, s, 2, sw, swork, size, si, par, 3));
    for (float x : get(sw, 6)) printf(" %g", x);
    for (int x : get(si, 3)) printf(" %d", x);
    double *a1 = put(A), *w1, *work1; cudaMalloc(&w1, 24); cusolverDnDsyevj_bufferSize(h, CUSOLVER_EIG_MODE_NOVECTOR, CUBLAS_FILL_MODE_UPPER, 3, a1, 3, w1, &size, par); cudaMalloc(&work1, size * 8);
    printf("\n%d:", cusolverDnDsyevj(h, CUSOLVER_EIG_MODE_NOVECTOR, CUBLAS_FILL_MODE_UPPER, 3, a1, 3, w1, work1, size, info, par));
    for (double x : get(w1, 3)) printf(" %g", x);
    printf(" %d\n", cusolverDnDsyevj(h, CUSOLVER_EIG_MODE_NOVECTOR, CUBLAS_FILL_MODE_UPPER, 3, a1, 3, w1, work1, 1, info, par));
    cusolverDnDestroySyevjInfo(par); cusolverDnDestroy(h);
}
