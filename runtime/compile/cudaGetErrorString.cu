// SPDX-License-Identifier: Apache-2.0
// texts of errors in kernels: what the device runtime's header calls.
#undef __cudaCDP2GetErrorString
#define E(code, name, text) case code: return text;
extern "C" __device__ const char *__cudaCDP2GetErrorString(cudaError_t error)
{
    switch (error) {
#include "../device/cuda_errors.def"
    default: return "unrecognized error code";
    }
}
#undef E
