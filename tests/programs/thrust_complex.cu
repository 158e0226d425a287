// thrust::complex in kernels, in algorithms and on the host; bytes in the other order.
#include <byteswap.h>
#include <complex>
#include <cstdio>
#include <endian.h>
#include <iostream>
#include <thrust/complex.h>
#include <thrust/device_vector.h>
#include <thrust/transform.h>

typedef thrust::complex<double> Z;

template <typename C> __host__ __device__ C mixed(C z) {
    C w = z * C(0, 1) + 2.0 / (z + C(1, 1));
    w -= thrust::conj(z) * 0.5;
    w /= C(2, -1);
    return thrust::sqrt(w) + thrust::exp(-w) * thrust::polar(1.5, 0.25) + thrust::pow(z, 2.0) - thrust::log(z);
}
static std::complex<double> mixed_std(std::complex<double> z) {
    std::complex<double> i(0, 1), w = z * i + 2.0 / (z + std::complex<double>(1, 1));
    w -= std::conj(z) * 0.5;
    w /= std::complex<double>(2, -1);
    return std::sqrt(w) + std::exp(-w) * std::polar(1.5, 0.25) + std::pow(z, 2.0) - std::log(z);
}
__global__ void apply(Z *z, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) z[i] = mixed(z[i]);
}
struct norms { __host__ __device__ float operator()(const thrust::complex<float> &z) const { return thrust::norm(z) + z.imag(); } };

int main() {
    const int n = 9;
    Z *z;
    cudaMallocManaged(&z, n * sizeof *z);
    for (int i = 0; i < n; i++) z[i] = Z(i - 4.5, 3 - i);
    apply<<<1, 32>>>(z, n);
    cudaDeviceSynchronize();
    int right = 0;
    for (int i = 0; i < n; i++) {
        std::complex<double> expected = mixed_std({i - 4.5, 3.0 - i});
        Z host = mixed(Z(i - 4.5, 3 - i));
        right += std::abs(std::complex<double>(z[i]) - expected) < 1e-12 && thrust::abs(host - Z(expected)) < 1e-12;
    }
    printf("%d\n", right);
    thrust::device_vector<thrust::complex<float>> d(3);
    d[0] = thrust::complex<float>(3, 4);
    d[2] = 2.0f;
    thrust::device_vector<float> f(3);
    thrust::transform(d.begin(), d.end(), f.begin(), norms());
    std::cout << f[0] << " " << f[1] << " " << f[2] << " " << d[0] << " " << (Z(1, 2) == Z(1, 2)) << (Z(1) != Z(0, 1)) << "\n";
    printf("%x %x %lx %x %d\n", bswap_16(0x1234), htobe32(0x12345678), (unsigned long) be64toh(0x0102030405060708), le32toh(7u), BYTE_ORDER == LITTLE_ENDIAN);
    return 0;
}
