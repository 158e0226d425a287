// cuFFT's plans in two steps: cufftCreate and cufftMakePlan*, embedded and strided layouts, transforms in place, work areas. Every result is compared with
// the sum that defines it.
#include <cufft.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void fill(double *x, int n)
{
    for (int i = 0; i < n; i++)
        x[i] = (i * 37 % 101) / 101.0 - 0.3;
}

// Element (u, v, w) of the transform of n[0] x n[1] x n[2] numbers; x has (real, imaginary) pairs.
static cufftDoubleComplex defined(const double *x, const int *n, int u, int v, int w, int sign)
{
    cufftDoubleComplex sum = {0, 0};
    for (int i = 0; i < n[0]; i++)
        for (int j = 0; j < n[1]; j++)
            for (int k = 0; k < n[2]; k++) {
                const double *a = x + 2 * ((i * n[1] + j) * n[2] + k);
                double angle = sign * 2 * M_PI * ((double) u * i / n[0] + (double) v * j / n[1] + (double) w * k / n[2]);
                sum.x += a[0] * cos(angle) - a[1] * sin(angle);
                sum.y += a[0] * sin(angle) + a[1] * cos(angle);
            }
    return sum;
}

static void report(const char *what, double worst)
{
    printf("%s: %s\n", what, worst < 1e-9 ? "right" : "wrong");
}

static void three_dimensions(int a, int b, int c)
{
    int n[3] = {a, b, c}, total = a * b * c;
    double *x = (double *) malloc(total * 2 * sizeof(double)), worst = 0;
    cufftDoubleComplex *y = (cufftDoubleComplex *) malloc(total * sizeof *y), *d;
    size_t size = 0;
    cufftHandle plan;
    char what[40];
    fill(x, 2 * total);
    cudaMalloc((void **) &d, total * sizeof *y);
    cudaMemcpy(d, x, total * sizeof *y, cudaMemcpyHostToDevice);
    cufftCreate(&plan);
    cufftResult made = cufftMakePlan3d(plan, a, b, c, CUFFT_Z2Z, &size);
    cufftExecZ2Z(plan, d, d, CUFFT_FORWARD);
    cudaMemcpy(y, d, total * sizeof *y, cudaMemcpyDeviceToHost);
    for (int i = 0; i < total; i++) {
        cufftDoubleComplex want = defined(x, n, i / c / b, i / c % b, i % c, -1);
        worst = fmax(worst, hypot(want.x - y[i].x, want.y - y[i].y));
    }
    sprintf(what, "%d x %d x %d (%d, %d)", a, b, c, made, size > 0);
    report(what, worst);
    cufftDestroy(plan);
    cudaFree(d);
    free(x);
    free(y);
}

// The columns of a matrix: elements `columns` apart, and the spectra as rows.
static void columns(int rows, int columns)
{
    int n[3] = {1, 1, rows}, length[1] = {rows}, total = rows * columns;
    double x[2 * 60], column[2 * 60], worst = 0;
    cufftDoubleComplex y[60], *from, *to;
    cufftHandle plan;
    size_t size;
    fill(x, 2 * total);
    cudaMalloc((void **) &from, sizeof y);
    cudaMalloc((void **) &to, sizeof y);
    cudaMemcpy(from, x, total * sizeof *y, cudaMemcpyHostToDevice);
    cufftCreate(&plan);
    cufftMakePlanMany(plan, 1, length, length, columns, 1, length, 1, rows, CUFFT_Z2Z, columns, &size);
    cufftExecZ2Z(plan, from, to, CUFFT_INVERSE);
    cudaMemcpy(y, to, total * sizeof *y, cudaMemcpyDeviceToHost);
    for (int c = 0; c < columns; c++) {
        for (int i = 0; i < 2 * rows; i++)
            column[i] = x[2 * (i / 2 * columns + c) + i % 2];
        for (int k = 0; k < rows; k++) {
            cufftDoubleComplex want = defined(column, n, 0, 0, k, 1);
            worst = fmax(worst, hypot(want.x - y[c * rows + k].x, want.y - y[c * rows + k].y));
        }
    }
    report("columns of a matrix", worst);
    cufftDestroy(plan);
    cudaFree(from);
    cudaFree(to);
}

// Part of a larger array, by 64-bit lengths: 3 x 4 of 5 x 8 real numbers, every second one.
static void embedded()
{
    long long n[2] = {3, 4}, whole[2] = {5, 8}, dense[2] = {3, 3};
    int lengths[3] = {1, 3, 4};
    double x[80], part[24], worst = 0, *from;
    cufftDoubleComplex y[9], *to;
    cufftHandle plan;
    size_t size;
    fill(x, 80);
    for (int i = 0; i < 12; i++) {
        part[2 * i] = x[2 * (i / 4 * 8 + i % 4)];
        part[2 * i + 1] = 0;
    }
    cudaMalloc((void **) &from, sizeof x);
    cudaMalloc((void **) &to, sizeof y);
    cudaMemcpy(from, x, sizeof x, cudaMemcpyHostToDevice);
    cufftCreate(&plan);
    cufftMakePlanMany64(plan, 2, n, whole, 2, 80, dense, 1, 9, CUFFT_D2Z, 1, &size);
    cufftExecD2Z(plan, from, to);
    cudaMemcpy(y, to, sizeof y, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 9; i++) {
        cufftDoubleComplex want = defined(part, lengths, 0, i / 3, i % 3, -1);
        worst = fmax(worst, hypot(want.x - y[i].x, want.y - y[i].y));
    }
    report("part of an array", worst);
    cufftDestroy(plan);
    cudaFree(from);
    cudaFree(to);
}

// Real numbers in place: each row has room for its spectrum. There and back.
static void in_place(int rows, int n)
{
    int room = 2 * (n / 2 + 1), lengths[3] = {1, 1, n};
    double x[120], y[120], row[120], worst = 0, back = 0, *d;
    cufftHandle there, again;
    fill(x, rows * room);
    cudaMalloc((void **) &d, sizeof x);
    cudaMemcpy(d, x, sizeof x, cudaMemcpyHostToDevice);
    cufftPlan1d(&there, n, CUFFT_D2Z, rows);
    cufftPlan1d(&again, n, CUFFT_Z2D, rows);
    cufftExecD2Z(there, d, (cufftDoubleComplex *) d);
    cudaMemcpy(y, d, rows * room * sizeof *y, cudaMemcpyDeviceToHost);
    for (int r = 0; r < rows; r++) {
        for (int i = 0; i < 2 * n; i++)
            row[i] = i % 2 ? 0 : x[r * room + i / 2];
        for (int k = 0; k <= n / 2; k++) {
            cufftDoubleComplex want = defined(row, lengths, 0, 0, k, -1);
            worst = fmax(worst, hypot(want.x - y[r * room + 2 * k], want.y - y[r * room + 2 * k + 1]));
        }
    }
    cufftExecZ2D(again, (cufftDoubleComplex *) d, d);
    cudaMemcpy(y, d, rows * room * sizeof *y, cudaMemcpyDeviceToHost);
    for (int i = 0; i < rows * room; i++)
        back = i % room < n ? fmax(back, fabs(y[i] / n - x[i])) : back;
    report("in place", worst);
    report("and back", back);
    cufftDestroy(there);
    cufftDestroy(again);
    cudaFree(d);
}

static void mistakes()
{
    cufftHandle plan;
    cufftComplex *d;
    size_t guess, size;
    void *area;
    int n[4] = {4, 4, 4, 4};
    cudaMalloc((void **) &d, 64 * sizeof *d);
    cudaMemset(d, 0, 64 * sizeof *d);
    cufftCreate(&plan);
    printf("not made: %d\n", cufftExecC2C(plan, d, d, CUFFT_FORWARD));
    printf("no length: %d\n", cufftMakePlan1d(plan, 0, CUFFT_C2C, 1, &size));
    printf("four axes: %d\n", cufftMakePlanMany(plan, 4, n, NULL, 1, 0, NULL, 1, 0, CUFFT_C2C, 1, &size));
    printf("no type: %d\n", cufftMakePlan1d(plan, 8, (cufftType) 0x30, 1, &size));
    cufftSetAutoAllocation(plan, 0);
    cufftEstimate1d(64, CUFFT_C2C, 1, &guess);
    printf("made: %d\n", cufftMakePlan1d(plan, 64, CUFFT_C2C, 1, &size));
    cufftGetSize(plan, &size);
    printf("size: %s\n", size > 0 && size <= guess ? "as estimated" : "not as estimated");
    printf("made again: %d\n", cufftMakePlan1d(plan, 64, CUFFT_C2C, 1, &size));
    printf("another type: %d\n", cufftExecR2C(plan, (cufftReal *) d, d));
    cudaMalloc(&area, size);
    cufftSetWorkArea(plan, area);
    printf("with a work area: %d\n", cufftExecC2C(plan, d, d, CUFFT_FORWARD));
    printf("destroyed: %d, %d\n", cufftDestroy(plan), cufftDestroy(plan));
    cudaFree(area);
    cudaFree(d);
}

int main()
{
    three_dimensions(2, 3, 4);
    three_dimensions(1, 1, 67);
    three_dimensions(7, 1, 15);
    three_dimensions(1, 61, 2);
    three_dimensions(5, 6, 11);
    columns(12, 5);
    columns(9, 6);
    embedded();
    in_place(4, 10);
    in_place(3, 7);
    mistakes();
    return 0;
}
