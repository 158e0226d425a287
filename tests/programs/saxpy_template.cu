// A template kernel for two types, in C++ style: new, delete, iostream, casts.
#include <iostream>
#include <iomanip>
#include <cmath>

template <typename T>
__global__ void axpy(int n, T a, const T *x, T *y)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        y[i] = a * x[i] + y[i];
}

int main()
{
    constexpr int n = 1 << 12;
    float *x = new float[n], *y = new float[n], *d_x = nullptr, *d_y = nullptr;
    for (int i = 0; i < n; ++i) {
        x[i] = 1.0f;
        y[i] = static_cast<float>(i);
    }
    cudaMalloc(&d_x, n * sizeof(float));
    cudaMalloc(reinterpret_cast<void **>(&d_y), n * sizeof(float));
    cudaMemcpy(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_y, y, n * sizeof(float), cudaMemcpyHostToDevice);
    axpy<float><<<8, 128>>>(n, 2.0f, d_x, d_y);
    cudaMemcpy(y, d_y, n * sizeof(float), cudaMemcpyDeviceToHost);
    float maxError = 0.0f;
    for (int i = 0; i < n; ++i)
        maxError = std::fmax(maxError, std::abs(y[i] - (i + 2.0f)));
    std::cout << "Max error: " << maxError << std::endl;

    double *m;
    cudaMallocManaged(&m, 2 * n * sizeof(double));
    for (int i = 0; i < n; ++i)
        m[i] = 1.0 / (i + 1), m[n + i] = 0;
    axpy<double><<<4, 64>>>(n, -3.0, m, m + n);
    cudaDeviceSynchronize();
    double sum = 0;
    for (int i = n; i < 2 * n; ++i)
        sum += m[i];
    std::cout << std::fixed << std::setprecision(6) << std::setw(14) << sum << '|' << std::left << std::setw(6) << n << "|\n";
    delete[] x;
    delete[] y;
    cudaFree(d_x);
    cudaFree(d_y);
    cudaFree(m);
}
