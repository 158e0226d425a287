// SPDX-License-Identifier: Apache-2.0
// NVIDIA's libraries beside our own kernels on one GPU: `warpcell libraries.cu`. A line is the least of five runs, after one that is not counted. SIZE of
// the environment is the number of rows (4096); our own solvers are one block each and get a 32nd of it.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
double now()
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}
#define LEAST(name, ...)                                                   \
    {                                                                      \
        double best = 1e30;                                                \
        for (int i = 0; i < 6; i++) {                                      \
            double t = now();                                              \
            __VA_ARGS__;                                                   \
            cudaDeviceSynchronize();                                       \
            t = now() - t;                                                 \
            best = i && t < best ? t : best;                               \
        }                                                                  \
        printf("%-24s %10.3f ms\n", name, best);                           \
    }
int n = getenv("SIZE") ? atoi(getenv("SIZE")) : 4096, m = n / 32 < 8 ? 8 : n / 32;
seed(1);
device float A[n][n], B[n][n];
device double D[m][m], E[m][m];
A = random(n, n);
B = random(n, n);
D = random(m, m) + m * eye(m);
E = matmul(D, transpose(D));
device float2 signal[64][n];
signal = to_complex(random(64, n), random(64, n));
auto [data, indices, indptr] = csr(A > 0.99f ? A : 0.0f);
void all()
{
    printf("n = %d, m = %d\n", n, m);
    LEAST("matmul, n x n float", auto C = matmul(A, B));
    LEAST("matmul, m x m double", auto C = matmul(D, E));
    LEAST("fft, 64 x n float2", auto F = fft(signal));
    LEAST("csr_matmul, n x n, 1 %", auto y = csr_matmul(data, indices, indptr, A[0]));
    LEAST("solve, m x m double", auto x = solve(D, E));
    LEAST("cholesky, m x m double", auto L = cholesky(E));
    LEAST("qr, m x m double", auto [q, r] = qr(D));
    LEAST("eigvalsh, m x m double", auto w = eigvalsh(E));
    LEAST("svdvals, m x m double", auto s = svdvals(D));
}
// %%
%timing off
all();
// %%
%gpu libraries
%gpu libraries off
// %%
all();
