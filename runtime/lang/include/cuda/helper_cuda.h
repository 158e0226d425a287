/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of errors and the choice of a device, as NVIDIA's samples make them. */
#if !defined COMMON_HELPER_CUDA_H_ && !defined HELPER_CUDA_H /* the guards of NVIDIA's, new and old: a program may bring its own */
#define COMMON_HELPER_CUDA_H_
#define HELPER_CUDA_H
#include "helper_string.h"

#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif
#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif

#define checkCudaErrors(call) __sdk_check((int) (call), #call, __FILE__, __LINE__)
#define getLastCudaError(message) __sdk_last(message, __FILE__, __LINE__, true)
#define printLastCudaError(message) __sdk_last(message, __FILE__, __LINE__, false)

static inline const char *_cudaGetErrorEnum(cudaError_t error)
{
    return cudaGetErrorName(error);
}

static inline void __sdk_check(int code, const char *call, const char *file, int line)
{
    if (!code)
        return;
    fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\" \n", file, line, code, cudaGetErrorName((cudaError_t) code), call);
    exit(EXIT_FAILURE);
}

static inline void __sdk_last(const char *message, const char *file, int line, bool ends)
{
    cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "%s(%i) : getLastCudaError() CUDA error : %s : (%d) %s.\n", file, line, message, (int) error,
            cudaGetErrorString(error));
    if (ends)
        exit(EXIT_FAILURE);
}

static inline int ftoi(float value)
{
    return value >= 0 ? (int) (value + 0.5f) : (int) (value - 0.5f);
}

/* Cores for arithmetic in a multiprocessor, by compute capability. */
static inline int _ConvertSMVer2Cores(int major, int minor)
{
    int version = major * 10 + minor;
    return version == 30 || version == 32 || version == 35 || version == 37 ? 192
         : version == 60 || (version >= 70 && version <= 80)                ? 64
                                                                            : 128;
}

static inline const char *_ConvertSMVer2ArchName(int major, int minor)
{
    int version = major * 10 + minor;
    return major == 3        ? "Kepler"
         : major == 5        ? "Maxwell"
         : major == 6        ? "Pascal"
         : version == 72     ? "Xavier"
         : version == 75     ? "Turing"
         : version == 89     ? "Ada"
         : major == 7        ? "Volta"
         : major == 8        ? "Ampere"
         : major == 9        ? "Hopper"
                             : "Graphics Device";
}

static inline int gpuDeviceInit(int device)
{
    int count;
    checkCudaErrors(cudaGetDeviceCount(&count));
    if (count == 0) {
        fprintf(stderr, "gpuDeviceInit() CUDA error: no devices supporting CUDA.\n");
        exit(EXIT_FAILURE);
    }
    if (device < 0)
        device = 0;
    if (device > count - 1) {
        fprintf(stderr, "gpuDeviceInit (-device=%d) is not a valid GPU device. \n", device);
        return -device;
    }
    struct cudaDeviceProp properties;
    checkCudaErrors(cudaGetDeviceProperties(&properties, device));
    checkCudaErrors(cudaSetDevice(device));
    printf("gpuDeviceInit() CUDA Device [%d]: \"%s\n", device, _ConvertSMVer2ArchName(properties.major, properties.minor));
    return device;
}

/* The only device. */
static inline int gpuGetMaxGflopsDeviceId(void)
{
    return 0;
}

static inline int findCudaDevice(int argc, const char **argv)
{
    struct cudaDeviceProp properties;
    int device = 0;
    if (checkCmdLineFlag(argc, argv, "device")) {
        device = gpuDeviceInit(getCmdLineArgumentInt(argc, argv, "device"));
        if (device < 0) {
            printf("exiting...\n");
            exit(EXIT_FAILURE);
        }
        return device;
    }
    device = gpuGetMaxGflopsDeviceId();
    checkCudaErrors(cudaSetDevice(device));
    checkCudaErrors(cudaGetDeviceProperties(&properties, device));
    printf("GPU Device %d: \"%s\" with compute capability %d.%d\n\n", device,
           _ConvertSMVer2ArchName(properties.major, properties.minor), properties.major, properties.minor);
    return device;
}

static inline int findIntegratedGPU(void)
{
    return 0;
}

static inline bool checkCudaCapabilities(int major, int minor)
{
    struct cudaDeviceProp properties;
    checkCudaErrors(cudaGetDeviceProperties(&properties, 0));
    if (properties.major > major || (properties.major == major && properties.minor >= minor)) {
        printf("  Device %d: <%16s >, Compute SM %d.%d detected\n", 0, properties.name, properties.major, properties.minor);
        return true;
    }
    printf("  No GPU device was found that can support CUDA compute capability %d.%d.\n", major, minor);
    return false;
}

#endif
