// A matrix product through the driver API, its kernel compiled by NVRTC for each size of tile.
#include <cuda.h>
#include <nvrtc.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#define CU(call)                                                                 \
    do {                                                                         \
        CUresult result = call;                                                  \
        if (result != CUDA_SUCCESS) {                                            \
            const char *name;                                                    \
            cuGetErrorName(result, &name);                                       \
            fprintf(stderr, "line %d: %s\n", __LINE__, name);                    \
            exit(1);                                                             \
        }                                                                        \
    } while (0)

static const char source[] = R"(
template <int TILE>
__global__ void multiply(float *c, const float *a, const float *b, int n)
{
    __shared__ float as[TILE][TILE], bs[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    for (int t = 0; t < n; t += TILE) {
        as[threadIdx.y][threadIdx.x] = a[row * n + t + threadIdx.x];
        bs[threadIdx.y][threadIdx.x] = b[(t + threadIdx.y) * n + col];
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
        __syncthreads();
    }
    c[row * n + col] = sum;
}
)";

static std::string compile(const std::string &kernel, std::string &lowered)
{
    nvrtcProgram program;
    nvrtcCreateProgram(&program, source, "multiply.cu", 0, nullptr, nullptr);
    nvrtcAddNameExpression(program, kernel.c_str());
    const char *options[] = {"-arch=compute_75", "-default-device"};
    nvrtcResult result = nvrtcCompileProgram(program, 2, options);
    size_t size;
    nvrtcGetProgramLogSize(program, &size);
    std::vector<char> log(size);
    nvrtcGetProgramLog(program, log.data());
    if (result != NVRTC_SUCCESS) {
        fprintf(stderr, "%s\n%s\n", nvrtcGetErrorString(result), log.data());
        exit(1);
    }
    const char *name;
    nvrtcGetLoweredName(program, kernel.c_str(), &name);
    lowered = name;
    nvrtcGetPTXSize(program, &size);
    std::string ptx(size, '\0');
    nvrtcGetPTX(program, &ptx[0]);
    nvrtcDestroyProgram(&program);
    return ptx;
}

int main()
{
    const int n = 64;
    std::vector<float> a(n * n), b(n * n), c(n * n);
    for (int i = 0; i < n * n; i++) {
        a[i] = i % 7 - 3;
        b[i] = i % 5 - 2;
    }
    CUdevice device;
    CUcontext context;
    CU(cuInit(0));
    CU(cuDeviceGet(&device, 0));
    CU(cuDevicePrimaryCtxRetain(&context, device));
    CU(cuCtxSetCurrent(context));
    CUdeviceptr d_a, d_b, d_c;
    size_t bytes = n * n * sizeof(float);
    CU(cuMemAlloc(&d_a, bytes));
    CU(cuMemAlloc(&d_b, bytes));
    CU(cuMemAlloc(&d_c, bytes));
    CU(cuMemcpyHtoD(d_a, a.data(), bytes));
    CU(cuMemcpyHtoD(d_b, b.data(), bytes));
    for (int tile = 4; tile <= 16; tile *= 2) {
        std::string name, ptx = compile("multiply<" + std::to_string(tile) + ">", name);
        CUmodule module;
        CUfunction multiply;
        CU(cuModuleLoadData(&module, ptx.c_str()));
        CU(cuModuleGetFunction(&multiply, module, name.c_str()));
        CU(cuMemsetD32(d_c, 0xffffffff, n * n));
        int size = n, shared;
        void *args[] = {&d_c, &d_a, &d_b, &size};
        CU(cuLaunchKernel(multiply, n / tile, n / tile, 1, tile, tile, 1, 0, nullptr, args, nullptr));
        CU(cuCtxSynchronize());
        CU(cuMemcpyDtoH(c.data(), d_c, bytes));
        CU(cuFuncGetAttribute(&shared, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, multiply));
        int wrong = 0;
        for (int row = 0; row < n; row++)
            for (int col = 0; col < n; col++) {
                float sum = 0;
                for (int k = 0; k < n; k++)
                    sum += a[row * n + k] * b[k * n + col];
                wrong += c[row * n + col] != sum;
            }
        printf("tile %d: %s, %d bytes of shared memory, %d wrong\n", tile, name.c_str(), shared, wrong);
        CU(cuModuleUnload(module));
    }
    CU(cuMemFree(d_a));
    CU(cuMemFree(d_b));
    CU(cuMemFree(d_c));
    CU(cuDevicePrimaryCtxRelease(device));
    return 0;
}
