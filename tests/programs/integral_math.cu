// Mathematical functions of integers, which count as double, and the names of <sys/types.h> beside libcu++.
#include <cmath>
#include <cstdio>
#include <cuda/barrier>

#define ALL(x, y) ceil(x), std::ceil(x / 2), sqrt(x), floor(y), pow(x, 2), pow(2, y), fmod(y, x), hypot(x, y), fmax(x, 2.5f), atan2(y, 1), round(true), log2(x)

__global__ void kernel(double *out, int i, unsigned long n) {
    const uint at = threadIdx.x;
    double all[] = {ALL(i, n)};
    out[at] = all[at];
}

int main() {
    double *out, expected[] = {ALL(4, 7ul)};
    const int count = sizeof expected / sizeof *expected;
    cudaMallocManaged(&out, sizeof expected);
    kernel<<<1, count>>>(out, 4, 7);
    cudaDeviceSynchronize();
    for (int k = 0; k < count; k++) printf("%.12g %d\n", out[k], std::abs(out[k] - expected[k]) < 1e-12);
    return 0;
}
