/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "device/cuda_errors.h"

/* The CUDA driver as the worker sees it: our own declarations of the part of the Driver API that driver.def lists, so that no CUDA
 * header is needed (where one is installed, tests/headers compares them). Numbers are those of the CUDA Driver API reference, section 'Data types used by CUDA driver'. */

struct cu_context;
struct cu_module;
struct cu_function;
struct cu_stream;
struct cu_event;
struct cu_array;

struct cu_uuid {
    char bytes[16];
};

struct cu_location { /* CUmemLocation */
    int type;        /* 1: a device */
    int id;
};

struct cu_allocation { /* CUmemAllocationProp */
    int type;          /* 1: pinned */
    int handle_types;
    struct cu_location location;
    void *windows_only;

    struct {
        unsigned char compression, rdma;
        unsigned short usage;
        unsigned char reserved[4];
    } flags;
};

struct cu_access { /* CUmemAccessDesc */
    struct cu_location location;
    int flags; /* 3: read and write */
};

struct cu_array_shape { /* CUDA_ARRAY3D_DESCRIPTOR; a dimension that is not there is 0 */
    size_t width, height, depth;
    int format; /* enum cu_format */
    unsigned channels, flags;
};

struct cu_box { /* one side of a CUDA_MEMCPY3D */
    size_t x_bytes, y, z, level;
    int type; /* 2: device memory; 3: array */
    void *host;
    uint64_t device;
    struct cu_array *array;
    void *reserved;
    size_t pitch, height;
};

struct cu_box_copy { /* CUDA_MEMCPY3D */
    struct cu_box from, to;
    size_t width_bytes, height, depth;
};

struct cu_resource { /* CUDA_RESOURCE_DESC */
    int type;        /* enum cu_resource_type */

    union {
        struct cu_array *array;

        struct {
            uint64_t address;
            int format;
            unsigned channels;
            size_t bytes;
        } linear;

        struct {
            uint64_t address;
            int format;
            unsigned channels;
            size_t width, height, pitch;
        } pitched;

        int reserved[32];
    };

    unsigned flags;
};

struct cu_sampling { /* CUDA_TEXTURE_DESC */
    int wrap[3];     /* as enum device_wrap */
    int filter;      /* 0: point; 1: linear */
    unsigned flags, anisotropy;
    int level_filter;
    float level_bias, level_least, level_most;
    float border[4];
    int reserved[12];
};

enum cu_format { /* CUarray_format */
                 CU_FORMAT_UNSIGNED_8 = 0x01,
                 CU_FORMAT_UNSIGNED_16 = 0x02,
                 CU_FORMAT_UNSIGNED_32 = 0x03,
                 CU_FORMAT_SIGNED_8 = 0x08,
                 CU_FORMAT_SIGNED_16 = 0x09,
                 CU_FORMAT_SIGNED_32 = 0x0a,
                 CU_FORMAT_HALF = 0x10,
                 CU_FORMAT_FLOAT = 0x20,
};

enum { /* CUmemorytype, CUresourcetype, CUDA_ARRAY3D's flags, CU_TRSF's flags */
       CU_MEMORY_DEVICE = 2,
       CU_MEMORY_ARRAY = 3,
       CU_RESOURCE_ARRAY = 0,
       CU_RESOURCE_LINEAR = 2,
       CU_RESOURCE_PITCHED = 3,
       CU_ARRAY_LAYERED = 1,
       CU_ARRAY_SURFACE = 2,
       CU_ARRAY_CUBE = 4,
       CU_TEXTURE_INTEGERS = 1,
       CU_TEXTURE_NORMALIZED = 2,
};

/* CUresult: the driver's names for numbers that the runtime has too (device/cuda_errors.def). */
enum cu_result {
    CU_SUCCESS = cudaSuccess,
    CU_INVALID_VALUE = cudaErrorInvalidValue,
    CU_OUT_OF_MEMORY = cudaErrorMemoryAllocation,
    CU_STUB_LIBRARY = cudaErrorStubLibrary,
    CU_DEVICE_UNAVAILABLE = cudaErrorDevicesUnavailable,
    CU_NO_DEVICE = cudaErrorNoDevice,
    CU_INVALID_DEVICE = cudaErrorInvalidDevice,
    CU_NO_BINARY = cudaErrorNoKernelImageForDevice,
    CU_ECC_UNCORRECTABLE = cudaErrorECCUncorrectable,
    CU_INVALID_PTX = cudaErrorInvalidPtx,
    CU_NVLINK_UNCORRECTABLE = cudaErrorNvlinkUncorrectable,
    CU_UNSUPPORTED_PTX = cudaErrorUnsupportedPtxVersion,
    CU_CONTAINED = cudaErrorContained,
    CU_NOT_FOUND = cudaErrorSymbolNotFound,
    CU_NOT_READY = cudaErrorNotReady,
    CU_ILLEGAL_ADDRESS = cudaErrorIllegalAddress,
    CU_LAUNCH_OUT_OF_RESOURCES = cudaErrorLaunchOutOfResources,
    CU_LAUNCH_TIMEOUT = cudaErrorLaunchTimeout,
    CU_CONTEXT_IS_DESTROYED = cudaErrorContextIsDestroyed,
    CU_ASSERT = cudaErrorAssert,
    CU_ALREADY_REGISTERED = cudaErrorHostMemoryAlreadyRegistered,
    CU_STACK_ERROR = cudaErrorHardwareStackError,
    CU_ILLEGAL_INSTRUCTION = cudaErrorIllegalInstruction,
    CU_MISALIGNED_ADDRESS = cudaErrorMisalignedAddress,
    CU_INVALID_ADDRESS_SPACE = cudaErrorInvalidAddressSpace,
    CU_INVALID_PC = cudaErrorInvalidPc,
    CU_LAUNCH_FAILED = cudaErrorLaunchFailure,
    CU_COOPERATIVE_TOO_LARGE = cudaErrorCooperativeLaunchTooLarge,
    CU_SYSTEM_NOT_READY = cudaErrorSystemNotReady,
    CU_SYSTEM_DRIVER_MISMATCH = cudaErrorSystemDriverMismatch,
    CU_COMPATIBILITY = cudaErrorCompatNotSupportedOnDevice,
    CU_MPS_CONNECTION = cudaErrorMpsConnectionFailed,
    CU_MPS_FULL = cudaErrorMpsMaxClientsReached,
    CU_MPS_TERMINATED = cudaErrorMpsClientTerminated,
    CU_UNKNOWN = cudaErrorUnknown,
    /* ours: no driver returns these */
    CU_NO_LIBRARY = 10001, /* text says why */
    CU_NO_SYMBOL,          /* text has its name and version */
    CU_PROTOCOL,           /* a message that makes no sense */
    CU_WORKER_GONE,        /* text says how it ended */
    CU_WORKER_SILENT,
    CU_LIBRARY_FAILED, /* a call of one of NVIDIA's libraries; call, text and help say more */
};

enum cu_attribute { /* CUdevice_attribute */
                    CU_ATTR_MAX_THREADS_PER_BLOCK = 1,
                    CU_ATTR_MAX_BLOCK_X = 2,
                    CU_ATTR_MAX_GRID_X = 5,
                    CU_ATTR_SHARED_PER_BLOCK = 8,
                    CU_ATTR_WARP_SIZE = 10,
                    CU_ATTR_MULTIPROCESSORS = 16,
                    CU_ATTR_THREADS_PER_MULTIPROCESSOR = 39,
                    CU_ATTR_MAJOR = 75,
                    CU_ATTR_MINOR = 76,
                    CU_ATTR_REGISTERED_POINTERS = 91,
                    CU_ATTR_STREAM_MEMORY = 92,
                    CU_ATTR_COOPERATIVE = 95,
                    CU_ATTR_SHARED_OPTIN = 97,
                    CU_ATTR_VIRTUAL_MEMORY = 102,
                    CU_ATTR_BLOCKS_PER_MULTIPROCESSOR = 106,
};

enum { /* CUfunction_attribute */
       CU_FUNC_MAX_THREADS = 0,
       CU_FUNC_SHARED = 1,
       CU_FUNC_LOCAL = 3,
       CU_FUNC_REGISTERS = 4,
       CU_FUNC_MAX_DYNAMIC_SHARED = 8,
};

enum { /* CUjit_option, CUctx_flags, CUlimit, cuMemHostRegister's flags */
       CU_JIT_ERROR_LOG = 5,
       CU_JIT_ERROR_LOG_BYTES = 6,
       CU_CTX_BLOCKING_SYNC = 4,
       CU_LIMIT_MALLOC_HEAP = 2,
       CU_REGISTER_PORTABLE = 1,
       CU_REGISTER_DEVICEMAP = 2,
};

/* ---- NVML: the parts of libnvidia-ml.so.1 that %smi shows (NVML API reference) ---- */

struct nvml_utilization {
    unsigned gpu, memory;
};

struct nvml_memory {
    unsigned long long total, free, used;
};

struct nvml_process { /* nvmlProcessInfo_v2_t */
    unsigned pid;
    unsigned long long memory;
    unsigned instance, compute_instance;
};

struct nvml_pci { /* nvmlPciInfo_t */
    char legacy[16];
    unsigned domain, bus, device, device_id, subsystem;
    char id[32];
};
