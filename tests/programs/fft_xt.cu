// cuFFT's calls with descriptors and with types as arguments, beside the plain ones.
#include <cmath>
#include <complex>
#include <cstdio>
#include <cufftXt.h>
#include <vector>

typedef std::complex<float> number;

static std::vector<number> numbers(int n)
{
    std::vector<number> v(n);
    for (int i = 0; i < n; i++)
        v[i] = number((float) (i * 7 % 11 - 5), (float) (i * 5 % 13 - 6));
    return v;
}

static double off(const std::vector<number> &a, const std::vector<number> &b)
{
    double most = a.size() == b.size() ? 0 : 1e9;
    for (size_t i = 0; i < a.size() && most < 1e9; i++)
        most = std::fmax(most, std::abs(a[i] - b[i]));
    return most;
}

int main()
{
    const int x = 6, y = 5, z = 8, n = x * y * z;
    std::vector<number> in = numbers(n), plain(n), got(n);
    cufftHandle a, b, c;
    number *d;
    int twice[2] = {0, 0}, wrong[1] = {99};
    size_t sizes[2];
    cudaMalloc(&d, n * sizeof(number));
    cudaMemcpy(d, in.data(), n * sizeof(number), cudaMemcpyHostToDevice);
    cufftPlan3d(&a, x, y, z, CUFFT_C2C);
    printf("%d\n", cufftXtExec(a, d, d, CUFFT_FORWARD));
    cudaMemcpy(plain.data(), d, n * sizeof(number), cudaMemcpyDeviceToHost);

    cufftCreate(&b);
    printf("no such GPU %d\n", cufftXtSetGPUs(b, 1, wrong));
    printf("none %d\n", cufftXtSetGPUs(b, 0, twice));
    printf("%d\n", cufftXtSetGPUs(b, 2, twice));
    cudaLibXtDesc *data, *copy;
    printf("not made %d\n", cufftXtMalloc(b, &data, CUFFT_XT_FORMAT_INPLACE));
    cufftMakePlan3d(b, x, y, z, CUFFT_C2C, sizes);
    printf("too late %d\n", cufftXtSetGPUs(b, 2, twice));
    printf("%d\n", cufftXtMalloc(b, &data, CUFFT_XT_FORMAT_INPLACE));
    printf("%d GPUs, %d + %d bytes\n", data->descriptor->nGPUs, (int) data->descriptor->size[0], (int) data->descriptor->size[1]);
    cufftXtMemcpy(b, data, in.data(), CUFFT_COPY_HOST_TO_DEVICE);
    printf("wrong type %d\n", cufftXtExecDescriptorZ2Z(b, data, data, CUFFT_FORWARD));
    printf("%d\n", cufftXtExecDescriptorC2C(b, data, data, CUFFT_FORWARD));
    cufftXtMalloc(b, &copy, CUFFT_XT_FORMAT_INPLACE);
    cufftXtMemcpy(b, copy, data, CUFFT_COPY_DEVICE_TO_DEVICE);
    printf("%d\n", cufftXtMemcpy(b, got.data(), copy, CUFFT_COPY_DEVICE_TO_HOST));
    printf("same %d\n", off(plain, got) < 1e-3);
    cufftXtFree(copy);
    cufftXtFree(data);
    cufftDestroy(b);

    // real numbers, in place: rows have room for their spectra
    const int half = z / 2 + 1;
    std::vector<float> real(x * y * 2 * half), back(real.size());
    for (int i = 0; i < x * y; i++)
        for (int k = 0; k < z; k++)
            real[i * 2 * half + k] = (float) ((i * z + k) * 3 % 7 - 3);
    cufftCreate(&b);
    cufftCreate(&c);
    cufftXtSetGPUs(b, 2, twice);
    cufftMakePlan3d(b, x, y, z, CUFFT_R2C, sizes);
    cufftMakePlan3d(c, x, y, z, CUFFT_C2R, sizes);
    cufftXtMalloc(b, &data, CUFFT_XT_FORMAT_INPLACE);
    cufftXtMemcpy(b, data, real.data(), CUFFT_COPY_HOST_TO_DEVICE);
    printf("%d", cufftXtExecDescriptor(b, data, data, CUFFT_FORWARD));
    printf(" %d\n", cufftXtExecDescriptor(c, data, data, CUFFT_INVERSE));
    cufftXtMemcpy(b, back.data(), data, CUFFT_COPY_DEVICE_TO_HOST);
    double most = 0;
    for (int i = 0; i < x * y; i++)
        for (int k = 0; k < z; k++)
            most = std::fmax(most, std::fabs(back[i * 2 * half + k] / n - real[i * 2 * half + k]));
    printf("there and back %d\n", most < 1e-5);
    cufftDestroy(c);
    cufftDestroy(b);

    long long lengths[3] = {x, y, z};
    cufftCreate(&b);
    printf("%d\n", cufftXtMakePlanMany(b, 3, lengths, NULL, 1, 0, CUDA_R_16F, NULL, 1, 0, CUDA_C_16F, 1, sizes, CUDA_C_16F));
    printf("%d\n", cufftXtMakePlanMany(b, 3, lengths, NULL, 1, 0, CUDA_C_32F, NULL, 1, 0, CUDA_C_32F, 1, sizes, CUDA_C_32F));
    cufftXtMalloc(b, &data, CUFFT_XT_FORMAT_INPUT);
    printf("%d GPU\n", data->descriptor->nGPUs); // nothing is left of the plans before
    cudaMemcpy(d, in.data(), n * sizeof(number), cudaMemcpyHostToDevice);
    cufftXtExec(b, d, d, CUFFT_FORWARD);
    cudaMemcpy(got.data(), d, n * sizeof(number), cudaMemcpyDeviceToHost);
    printf("same %d\n", off(plain, got) < 1e-3);
    cufftXtFree(data);
    cufftDestroy(b);
    cufftDestroy(a);
    return 0;
}
