// SPDX-License-Identifier: Apache-2.0
// Our declarations of the driver's and NVML's calls (driver.def, nvml.def, driver.h) and of NVIDIA's libraries (gpu_calls.def) against the toolkit's headers: each function has as
// many parameters, and each is of the same size and both or neither are pointers; structures have their members at the same
// places; numbers are the same. It is compiled and never run; test_headers.py does that.
#define __CUDA_API_VERSION_INTERNAL 1 // the names that the library exports, old versions too
#define NVML_NO_UNVERSIONED_FUNC_DEFS 1
#include <cuda.h>
#if __has_include(<nvml.h>)
#include <nvml.h>
#define WITH_NVML
#endif

#if __has_include(<cublas_api.h>) && __has_include(<cufft.h>) && __has_include(<cusolverDn.h>) && __has_include(<cusparse.h>)
#include <cublas_api.h>
#include <cufft.h>
#include <cusolverDn.h>
#include <cusparse.h>
#define WITH_LIBRARIES
// In C++ these two have an overload for the old kind of compute type; only this one is exported.
cublasStatus_t gemm_strided(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int, const void *, const void *, cudaDataType, int,
                            long long, const void *, cudaDataType, int, long long, const void *, void *, cudaDataType, int, long long, int,
                            cublasComputeType_t, cublasGemmAlgo_t);
cublasStatus_t gemm_batched(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int, const void *, const void *const *, cudaDataType, int,
                            const void *const *, cudaDataType, int, const void *, void *const *, cudaDataType, int, int, cublasComputeType_t,
                            cublasGemmAlgo_t);
static_assert(static_cast<decltype(&gemm_strided)>(&cublasGemmStridedBatchedEx) != nullptr);
static_assert(static_cast<decltype(&gemm_batched)>(&cublasGemmBatchedEx) != nullptr);
#define cublasGemmStridedBatchedEx gemm_strided
#define cublasGemmBatchedEx gemm_batched
#endif

#include <cstddef>
#include <type_traits>

namespace ours {
extern "C" {
#include "device/cuda/driver_abi.h"
}
struct driver {
#define CALL(need, since, name, params) int(*name) params;
#include "device/cuda/driver.def"
#undef CALL
};
struct libraries {
#define CALL(library, name, params) int(*name) params;
#include "device/cuda/library/gpu_calls.def"
#undef CALL
};
struct nvml {
#define CALL(name, params) int(*name) params;
#include "device/cuda/nvml.def"
#undef CALL
};
} // namespace ours

template <class A, class B> constexpr bool same_kind()
{
    return sizeof(A) == sizeof(B) && std::is_pointer_v<A> == std::is_pointer_v<B> &&
           std::is_floating_point_v<A> == std::is_floating_point_v<B>;
}

template <class A, class B> struct same : std::false_type {};
template <class R, class S, class... A, class... B> struct same<R (*)(A...), S (*)(B...)> {
    static constexpr bool counts = sizeof...(A) == sizeof...(B);
    template <bool> struct all { static constexpr bool value = false; };
    static constexpr bool check()
    {
        if constexpr (counts)
            return (same_kind<A, B>() && ... && true);
        else
            return false;
    }
    static constexpr bool value = counts && check() && sizeof(R) == sizeof(S);
};

#define CALL(need, since, name, params) \
    static_assert(same<decltype(ours::driver::name), decltype(&::name)>::value, #name " is declared otherwise in cuda.h");
#include "device/cuda/driver.def"
#undef CALL

#ifdef WITH_LIBRARIES
#define CALL(library, name, params) \
    static_assert(same<decltype(ours::libraries::name), decltype(&::name)>::value, #name " is declared otherwise in the library's header");
#include "device/cuda/library/gpu_calls.def"
#undef CALL
static_assert(CUDA_R_32F == 0 && CUDA_R_64F == 1 && CUDA_R_16F == 2 && CUDA_R_8I == 3 && CUDA_C_32F == 4 && CUDA_C_64F == 5 &&
              CUDA_R_32I == 10 && CUDA_R_16BF == 14 && CUBLAS_COMPUTE_32F == 68 && CUBLAS_COMPUTE_64F == 70 && CUBLAS_COMPUTE_32I == 72 &&
              CUFFT_C2C == 0x29 && CUFFT_Z2Z == 0x69 && CUSPARSE_INDEX_32I == 2 && CUSPARSE_INDEX_64I == 3 && CUSPARSE_ORDER_COL == 1 &&
              CUSPARSE_ORDER_ROW == 2 && CUBLAS_FILL_MODE_UPPER == 1 && CUBLAS_SIDE_RIGHT == 1 && CUBLAS_DIAG_UNIT == 1 &&
              CUSOLVER_EIG_MODE_VECTOR == 1 && CUBLAS_POINTER_MODE_DEVICE == 1 && CUSPARSE_POINTER_MODE_DEVICE == 1);
#endif

#ifdef WITH_NVML
#define CALL(name, params) \
    static_assert(same<decltype(ours::nvml::name), decltype(&::name)>::value, #name " is declared otherwise in nvml.h");
#include "device/cuda/nvml.def"
#undef CALL
#endif

#define SIZE(mine, theirs) static_assert(sizeof(ours::mine) == sizeof(theirs), #theirs)
#define AT(mine, member, theirs, its) \
    static_assert(offsetof(ours::mine, member) == offsetof(theirs, its), #theirs "." #its)
SIZE(cu_uuid, CUuuid);
SIZE(cu_location, CUmemLocation);
SIZE(cu_allocation, CUmemAllocationProp);
AT(cu_allocation, location, CUmemAllocationProp, location);
AT(cu_allocation, windows_only, CUmemAllocationProp, win32HandleMetaData);
AT(cu_allocation, flags, CUmemAllocationProp, allocFlags);
SIZE(cu_access, CUmemAccessDesc);
AT(cu_access, flags, CUmemAccessDesc, flags);
SIZE(cu_array_shape, CUDA_ARRAY3D_DESCRIPTOR_v2);
AT(cu_array_shape, format, CUDA_ARRAY3D_DESCRIPTOR_v2, Format);
AT(cu_array_shape, channels, CUDA_ARRAY3D_DESCRIPTOR_v2, NumChannels);
AT(cu_array_shape, flags, CUDA_ARRAY3D_DESCRIPTOR_v2, Flags);
SIZE(cu_box_copy, CUDA_MEMCPY3D_v2);
AT(cu_box_copy, from.type, CUDA_MEMCPY3D_v2, srcMemoryType);
AT(cu_box_copy, from.device, CUDA_MEMCPY3D_v2, srcDevice);
AT(cu_box_copy, from.array, CUDA_MEMCPY3D_v2, srcArray);
AT(cu_box_copy, from.pitch, CUDA_MEMCPY3D_v2, srcPitch);
AT(cu_box_copy, from.height, CUDA_MEMCPY3D_v2, srcHeight);
AT(cu_box_copy, to.x_bytes, CUDA_MEMCPY3D_v2, dstXInBytes);
AT(cu_box_copy, to.type, CUDA_MEMCPY3D_v2, dstMemoryType);
AT(cu_box_copy, to.device, CUDA_MEMCPY3D_v2, dstDevice);
AT(cu_box_copy, to.array, CUDA_MEMCPY3D_v2, dstArray);
AT(cu_box_copy, to.pitch, CUDA_MEMCPY3D_v2, dstPitch);
AT(cu_box_copy, width_bytes, CUDA_MEMCPY3D_v2, WidthInBytes);
AT(cu_box_copy, depth, CUDA_MEMCPY3D_v2, Depth);
SIZE(cu_resource, CUDA_RESOURCE_DESC);
AT(cu_resource, array, CUDA_RESOURCE_DESC, res);
AT(cu_resource, linear.format, CUDA_RESOURCE_DESC, res.linear.format);
AT(cu_resource, linear.channels, CUDA_RESOURCE_DESC, res.linear.numChannels);
AT(cu_resource, linear.bytes, CUDA_RESOURCE_DESC, res.linear.sizeInBytes);
AT(cu_resource, pitched.width, CUDA_RESOURCE_DESC, res.pitch2D.width);
AT(cu_resource, pitched.height, CUDA_RESOURCE_DESC, res.pitch2D.height);
AT(cu_resource, pitched.pitch, CUDA_RESOURCE_DESC, res.pitch2D.pitchInBytes);
AT(cu_resource, flags, CUDA_RESOURCE_DESC, flags);
SIZE(cu_sampling, CUDA_TEXTURE_DESC);
AT(cu_sampling, filter, CUDA_TEXTURE_DESC, filterMode);
AT(cu_sampling, flags, CUDA_TEXTURE_DESC, flags);
AT(cu_sampling, anisotropy, CUDA_TEXTURE_DESC, maxAnisotropy);
AT(cu_sampling, level_filter, CUDA_TEXTURE_DESC, mipmapFilterMode);
AT(cu_sampling, level_most, CUDA_TEXTURE_DESC, maxMipmapLevelClamp);
AT(cu_sampling, border, CUDA_TEXTURE_DESC, borderColor);
#ifdef WITH_NVML
SIZE(nvml_utilization, nvmlUtilization_t);
SIZE(nvml_memory, nvmlMemory_t);
AT(nvml_memory, used, nvmlMemory_t, used);
SIZE(nvml_process, nvmlProcessInfo_v2_t);
AT(nvml_process, memory, nvmlProcessInfo_v2_t, usedGpuMemory);
AT(nvml_process, instance, nvmlProcessInfo_v2_t, gpuInstanceId);
SIZE(nvml_pci, nvmlPciInfo_t);
AT(nvml_pci, bus, nvmlPciInfo_t, bus);
AT(nvml_pci, id, nvmlPciInfo_t, busId);
#endif

#define NUMBER(mine, theirs) static_assert((long long) ours::mine == (long long) theirs, #theirs)
NUMBER(CU_INVALID_VALUE, CUDA_ERROR_INVALID_VALUE);
NUMBER(CU_OUT_OF_MEMORY, CUDA_ERROR_OUT_OF_MEMORY);
NUMBER(CU_STUB_LIBRARY, CUDA_ERROR_STUB_LIBRARY);
NUMBER(CU_DEVICE_UNAVAILABLE, CUDA_ERROR_DEVICE_UNAVAILABLE);
NUMBER(CU_NO_DEVICE, CUDA_ERROR_NO_DEVICE);
NUMBER(CU_INVALID_DEVICE, CUDA_ERROR_INVALID_DEVICE);
NUMBER(CU_NO_BINARY, CUDA_ERROR_NO_BINARY_FOR_GPU);
NUMBER(CU_ECC_UNCORRECTABLE, CUDA_ERROR_ECC_UNCORRECTABLE);
NUMBER(CU_INVALID_PTX, CUDA_ERROR_INVALID_PTX);
NUMBER(CU_NVLINK_UNCORRECTABLE, CUDA_ERROR_NVLINK_UNCORRECTABLE);
NUMBER(CU_UNSUPPORTED_PTX, CUDA_ERROR_UNSUPPORTED_PTX_VERSION);
NUMBER(CU_CONTAINED, CUDA_ERROR_CONTAINED);
NUMBER(CU_NOT_FOUND, CUDA_ERROR_NOT_FOUND);
NUMBER(CU_NOT_READY, CUDA_ERROR_NOT_READY);
NUMBER(CU_ILLEGAL_ADDRESS, CUDA_ERROR_ILLEGAL_ADDRESS);
NUMBER(CU_LAUNCH_OUT_OF_RESOURCES, CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES);
NUMBER(CU_LAUNCH_TIMEOUT, CUDA_ERROR_LAUNCH_TIMEOUT);
NUMBER(CU_CONTEXT_IS_DESTROYED, CUDA_ERROR_CONTEXT_IS_DESTROYED);
NUMBER(CU_ASSERT, CUDA_ERROR_ASSERT);
NUMBER(CU_ALREADY_REGISTERED, CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
NUMBER(CU_STACK_ERROR, CUDA_ERROR_HARDWARE_STACK_ERROR);
NUMBER(CU_ILLEGAL_INSTRUCTION, CUDA_ERROR_ILLEGAL_INSTRUCTION);
NUMBER(CU_MISALIGNED_ADDRESS, CUDA_ERROR_MISALIGNED_ADDRESS);
NUMBER(CU_INVALID_ADDRESS_SPACE, CUDA_ERROR_INVALID_ADDRESS_SPACE);
NUMBER(CU_INVALID_PC, CUDA_ERROR_INVALID_PC);
NUMBER(CU_LAUNCH_FAILED, CUDA_ERROR_LAUNCH_FAILED);
NUMBER(CU_COOPERATIVE_TOO_LARGE, CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE);
NUMBER(CU_SYSTEM_NOT_READY, CUDA_ERROR_SYSTEM_NOT_READY);
NUMBER(CU_SYSTEM_DRIVER_MISMATCH, CUDA_ERROR_SYSTEM_DRIVER_MISMATCH);
NUMBER(CU_COMPATIBILITY, CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE);
NUMBER(CU_MPS_CONNECTION, CUDA_ERROR_MPS_CONNECTION_FAILED);
NUMBER(CU_MPS_FULL, CUDA_ERROR_MPS_MAX_CLIENTS_REACHED);
NUMBER(CU_MPS_TERMINATED, CUDA_ERROR_MPS_CLIENT_TERMINATED);
NUMBER(CU_UNKNOWN, CUDA_ERROR_UNKNOWN);
NUMBER(CU_ATTR_MAX_THREADS_PER_BLOCK, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
NUMBER(CU_ATTR_MAX_BLOCK_X, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X);
NUMBER(CU_ATTR_MAX_GRID_X, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X);
NUMBER(CU_ATTR_SHARED_PER_BLOCK, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK);
NUMBER(CU_ATTR_WARP_SIZE, CU_DEVICE_ATTRIBUTE_WARP_SIZE);
NUMBER(CU_ATTR_MULTIPROCESSORS, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
NUMBER(CU_ATTR_THREADS_PER_MULTIPROCESSOR, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR);
NUMBER(CU_ATTR_MAJOR, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
NUMBER(CU_ATTR_MINOR, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
NUMBER(CU_ATTR_REGISTERED_POINTERS, CU_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM);
NUMBER(CU_ATTR_COOPERATIVE, CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH);
NUMBER(CU_ATTR_SHARED_OPTIN, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
NUMBER(CU_ATTR_VIRTUAL_MEMORY, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED);
NUMBER(CU_ATTR_BLOCKS_PER_MULTIPROCESSOR, CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR);
NUMBER(CU_FUNC_MAX_THREADS, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
NUMBER(CU_FUNC_SHARED, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
NUMBER(CU_FUNC_LOCAL, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
NUMBER(CU_FUNC_REGISTERS, CU_FUNC_ATTRIBUTE_NUM_REGS);
NUMBER(CU_FUNC_MAX_DYNAMIC_SHARED, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
NUMBER(CU_JIT_ERROR_LOG, CU_JIT_ERROR_LOG_BUFFER);
NUMBER(CU_JIT_ERROR_LOG_BYTES, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES);
NUMBER(CU_CTX_BLOCKING_SYNC, CU_CTX_SCHED_BLOCKING_SYNC);
NUMBER(CU_LIMIT_MALLOC_HEAP, CU_LIMIT_MALLOC_HEAP_SIZE);
NUMBER(CU_REGISTER_PORTABLE, CU_MEMHOSTREGISTER_PORTABLE);
NUMBER(CU_REGISTER_DEVICEMAP, CU_MEMHOSTREGISTER_DEVICEMAP);
NUMBER(CU_FORMAT_UNSIGNED_8, CU_AD_FORMAT_UNSIGNED_INT8);
NUMBER(CU_FORMAT_UNSIGNED_16, CU_AD_FORMAT_UNSIGNED_INT16);
NUMBER(CU_FORMAT_UNSIGNED_32, CU_AD_FORMAT_UNSIGNED_INT32);
NUMBER(CU_FORMAT_SIGNED_8, CU_AD_FORMAT_SIGNED_INT8);
NUMBER(CU_FORMAT_SIGNED_16, CU_AD_FORMAT_SIGNED_INT16);
NUMBER(CU_FORMAT_SIGNED_32, CU_AD_FORMAT_SIGNED_INT32);
NUMBER(CU_FORMAT_HALF, CU_AD_FORMAT_HALF);
NUMBER(CU_FORMAT_FLOAT, CU_AD_FORMAT_FLOAT);
NUMBER(CU_MEMORY_DEVICE, CU_MEMORYTYPE_DEVICE);
NUMBER(CU_MEMORY_ARRAY, CU_MEMORYTYPE_ARRAY);
NUMBER(CU_RESOURCE_ARRAY, CU_RESOURCE_TYPE_ARRAY);
NUMBER(CU_RESOURCE_LINEAR, CU_RESOURCE_TYPE_LINEAR);
NUMBER(CU_RESOURCE_PITCHED, CU_RESOURCE_TYPE_PITCH2D);
NUMBER(CU_ARRAY_LAYERED, CUDA_ARRAY3D_LAYERED);
NUMBER(CU_ARRAY_SURFACE, CUDA_ARRAY3D_SURFACE_LDST);
NUMBER(CU_ARRAY_CUBE, CUDA_ARRAY3D_CUBEMAP);
NUMBER(CU_TEXTURE_INTEGERS, CU_TRSF_READ_AS_INTEGER);
NUMBER(CU_TEXTURE_NORMALIZED, CU_TRSF_NORMALIZED_COORDINATES);
