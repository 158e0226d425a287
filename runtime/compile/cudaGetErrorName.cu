// SPDX-License-Identifier: Apache-2.0
// names of errors in kernels: what the device runtime's header calls.
#undef __cudaCDP2GetErrorName
#define E(code, name, text) case code: return #name;
extern "C" __device__ const char *__cudaCDP2GetErrorName(cudaError_t error)
{
    switch (error) {
#include "../device/cuda_errors.def"
    default: return "unrecognized error code";
    }
}
#undef E
