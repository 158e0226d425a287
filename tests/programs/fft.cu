// cuFFT: lengths that are powers of two and others, real data, two dimensions, there and back.
#include <cufft.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double worst_of(const cufftComplex *x, const cufftComplex *y, int n, int sign)
{
    double worst = 0;
    for (int k = 0; k < n; k++) {
        double re = 0, im = 0;
        for (int i = 0; i < n; i++) {
            double angle = sign * 2 * M_PI * i * k / n;
            re += x[i].x * cos(angle) - x[i].y * sin(angle);
            im += x[i].x * sin(angle) + x[i].y * cos(angle);
        }
        worst = fmax(worst, hypot(re - y[k].x, im - y[k].y));
    }
    return worst;
}

static void one_dimension(int n, int batch)
{
    size_t bytes = sizeof(cufftComplex) * n * batch;
    cufftComplex *x = (cufftComplex *) malloc(bytes), *y = (cufftComplex *) malloc(bytes), *z = (cufftComplex *) malloc(bytes);
    cufftComplex *d;
    cufftHandle plan;
    for (int i = 0; i < n * batch; i++) {
        x[i].x = (float) ((i * 37 % 101) / 101.0);
        x[i].y = (float) ((i * 53 % 89) / 89.0);
    }
    cudaMalloc((void **) &d, bytes);
    cudaMemcpy(d, x, bytes, cudaMemcpyHostToDevice);
    if (cufftPlan1d(&plan, n, CUFFT_C2C, batch) != CUFFT_SUCCESS)
        printf("no plan\n");
    cufftExecC2C(plan, d, d, CUFFT_FORWARD);
    cudaMemcpy(y, d, bytes, cudaMemcpyDeviceToHost);
    double worst = 0, back = 0;
    for (int b = 0; b < batch; b++)
        worst = fmax(worst, worst_of(x + b * n, y + b * n, n, -1));
    cufftExecC2C(plan, d, d, CUFFT_INVERSE);
    cudaMemcpy(z, d, bytes, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n * batch; i++)
        back = fmax(back, hypot(z[i].x / n - x[i].x, z[i].y / n - x[i].y));
    printf("%d x %d: transform %s, and back %s\n", batch, n, worst < 1e-3 ? "right" : "wrong", back < 1e-5 ? "right" : "wrong");
    cufftDestroy(plan);
    cudaFree(d);
    free(x);
    free(y);
    free(z);
}

static void real_data(int rows, int columns)
{
    int half = columns / 2 + 1;
    double x[512], z[512];
    cufftDoubleComplex y[512];
    cufftHandle forward, inverse;
    double *dx;
    cufftDoubleComplex *dy;
    for (int i = 0; i < rows * columns; i++)
        x[i] = i % 7 + (i % 3) * 0.5;
    cudaMalloc((void **) &dx, sizeof(x));
    cudaMalloc((void **) &dy, sizeof(y));
    cudaMemcpy(dx, x, rows * columns * sizeof(double), cudaMemcpyHostToDevice);
    cufftPlan2d(&forward, rows, columns, CUFFT_D2Z);
    cufftPlan2d(&inverse, rows, columns, CUFFT_Z2D);
    cufftExecD2Z(forward, dx, dy);
    cudaMemcpy(y, dy, rows * half * sizeof(cufftDoubleComplex), cudaMemcpyDeviceToHost);
    double worst = 0, back = 0;
    for (int u = 0; u < rows; u++)
        for (int v = 0; v < half; v++) {
            double re = 0, im = 0;
            for (int i = 0; i < rows; i++)
                for (int j = 0; j < columns; j++) {
                    double angle = -2 * M_PI * ((double) u * i / rows + (double) v * j / columns);
                    re += x[i * columns + j] * cos(angle);
                    im += x[i * columns + j] * sin(angle);
                }
            worst = fmax(worst, hypot(re - y[u * half + v].x, im - y[u * half + v].y));
        }
    cufftExecZ2D(inverse, dy, dx);
    cudaMemcpy(z, dx, rows * columns * sizeof(double), cudaMemcpyDeviceToHost);
    for (int i = 0; i < rows * columns; i++)
        back = fmax(back, fabs(z[i] / (rows * columns) - x[i]));
    printf("%d x %d real: transform %s, and back %s\n", rows, columns, worst < 1e-9 ? "right" : "wrong", back < 1e-12 ? "right" : "wrong");
    cufftDestroy(forward);
    cufftDestroy(inverse);
    cudaFree(dx);
    cudaFree(dy);
}

int main()
{
    one_dimension(64, 1);
    one_dimension(256, 3);
    one_dimension(1, 2);
    one_dimension(30, 2);
    real_data(8, 16);
    real_data(5, 12);
    real_data(4, 7);
    cufftHandle none = 0;
    printf("a handle of nothing: %d\n", cufftDestroy(none));
    return 0;
}
