/* SPDX-License-Identifier: Apache-2.0 */
/* The CUDA driver API (CUDA Driver API reference) over the runtime's calls: a device pointer is the same memory in both, a CUstream a
 * cudaStream_t, a CUfunction a kernel. Contexts say which device is current; memory, streams and events belong to the device, and outlive
 * the context. `@results` becomes the codes of device/driver_results.def (cuda_header.py). */
#ifndef __cuda_cuda_h__
#define __cuda_cuda_h__

#define CUDAAPI
#define CUDA_CB
typedef unsigned long long CUdeviceptr, CUdeviceptr_v2, cuuint64_t;
typedef unsigned cuuint32_t;
typedef int CUdevice, CUdevice_v1;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUctx_st *CUcontext;
typedef struct CUlinkState_st *CUlinkState;
typedef cudaStream_t CUstream;
typedef cudaEvent_t CUevent;
typedef cudaArray_t CUarray;
typedef cudaTextureObject_t CUtexObject;
typedef cudaSurfaceObject_t CUsurfObject;
typedef struct CUuuid_st { char bytes[16]; } CUuuid;
typedef size_t (*CUoccupancyB2DSize)(int block);
typedef void (*CUhostFn)(void *data);

typedef enum cudaError_enum {
@results
} CUresult;

typedef void (*CUstreamCallback)(CUstream stream, CUresult status, void *data);

typedef enum CUdevice_attribute_enum {
    CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 1,
    CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z,
    CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z,
    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK, CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY, CU_DEVICE_ATTRIBUTE_WARP_SIZE,
    CU_DEVICE_ATTRIBUTE_MAX_PITCH, CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK, CU_DEVICE_ATTRIBUTE_CLOCK_RATE,
    CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT, CU_DEVICE_ATTRIBUTE_GPU_OVERLAP, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT,
    CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT, CU_DEVICE_ATTRIBUTE_INTEGRATED, CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY,
    CU_DEVICE_ATTRIBUTE_COMPUTE_MODE, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_WIDTH, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_HEIGHT,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_LAYERS, CU_DEVICE_ATTRIBUTE_SURFACE_ALIGNMENT,
    CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS, CU_DEVICE_ATTRIBUTE_ECC_ENABLED, CU_DEVICE_ATTRIBUTE_PCI_BUS_ID,
    CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID, CU_DEVICE_ATTRIBUTE_TCC_DRIVER, CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE,
    CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE,
    CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR, CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT,
    CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_WIDTH,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_LAYERS, CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID = 50,
    CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, CU_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED = 78,
    CU_DEVICE_ATTRIBUTE_GLOBAL_L1_CACHE_SUPPORTED, CU_DEVICE_ATTRIBUTE_LOCAL_L1_CACHE_SUPPORTED,
    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR, CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR,
    CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY, CU_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD, CU_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD_GROUP_ID,
    CU_DEVICE_ATTRIBUTE_HOST_NATIVE_ATOMIC_SUPPORTED, CU_DEVICE_ATTRIBUTE_SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO,
    CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS, CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS,
    CU_DEVICE_ATTRIBUTE_COMPUTE_PREEMPTION_SUPPORTED, CU_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM,
    CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH = 95, CU_DEVICE_ATTRIBUTE_COOPERATIVE_MULTI_DEVICE_LAUNCH,
    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED = 99,
    CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED = 102, CU_DEVICE_ATTRIBUTE_VIRTUAL_ADDRESS_MANAGEMENT_SUPPORTED = 102,
    CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR = 106, CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK = 111,
    CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED = 115, CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH = 120
} CUdevice_attribute;

typedef enum CUfunction_attribute_enum {
    CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES,
    CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, CU_FUNC_ATTRIBUTE_NUM_REGS, CU_FUNC_ATTRIBUTE_PTX_VERSION,
    CU_FUNC_ATTRIBUTE_BINARY_VERSION, CU_FUNC_ATTRIBUTE_CACHE_MODE_CA, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
    CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT
} CUfunction_attribute;

typedef enum CUpointer_attribute_enum {
    CU_POINTER_ATTRIBUTE_CONTEXT = 1, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_DEVICE_POINTER,
    CU_POINTER_ATTRIBUTE_HOST_POINTER, CU_POINTER_ATTRIBUTE_IS_MANAGED = 8, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL,
    CU_POINTER_ATTRIBUTE_RANGE_START_ADDR = 11, CU_POINTER_ATTRIBUTE_RANGE_SIZE
} CUpointer_attribute;

typedef enum CUmemorytype_enum { CU_MEMORYTYPE_HOST = 1, CU_MEMORYTYPE_DEVICE, CU_MEMORYTYPE_ARRAY, CU_MEMORYTYPE_UNIFIED } CUmemorytype;
typedef enum CUcomputemode_enum { CU_COMPUTEMODE_DEFAULT = 0, CU_COMPUTEMODE_PROHIBITED = 2, CU_COMPUTEMODE_EXCLUSIVE_PROCESS = 3 } CUcomputemode;
typedef enum CUfunc_cache_enum { CU_FUNC_CACHE_PREFER_NONE, CU_FUNC_CACHE_PREFER_SHARED, CU_FUNC_CACHE_PREFER_L1, CU_FUNC_CACHE_PREFER_EQUAL } CUfunc_cache;
typedef enum CUsharedconfig_enum {
    CU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE, CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE, CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE
} CUsharedconfig;
typedef enum CUlimit_enum {
    CU_LIMIT_STACK_SIZE, CU_LIMIT_PRINTF_FIFO_SIZE, CU_LIMIT_MALLOC_HEAP_SIZE, CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH,
    CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT
} CUlimit;
enum {
    CU_CTX_SCHED_AUTO = 0, CU_CTX_SCHED_SPIN = 1, CU_CTX_SCHED_YIELD = 2, CU_CTX_SCHED_BLOCKING_SYNC = 4, CU_CTX_BLOCKING_SYNC = 4,
    CU_CTX_MAP_HOST = 8, CU_CTX_LMEM_RESIZE_TO_MAX = 16, CU_STREAM_DEFAULT = 0, CU_STREAM_NON_BLOCKING = 1, CU_EVENT_DEFAULT = 0,
    CU_EVENT_BLOCKING_SYNC = 1, CU_EVENT_DISABLE_TIMING = 2, CU_EVENT_INTERPROCESS = 4, CU_MEM_ATTACH_GLOBAL = 1, CU_MEM_ATTACH_HOST = 2,
    CU_MEM_ATTACH_SINGLE = 4, CU_MEMHOSTALLOC_PORTABLE = 1, CU_MEMHOSTALLOC_DEVICEMAP = 2, CU_MEMHOSTALLOC_WRITECOMBINED = 4,
    CU_MEMHOSTREGISTER_PORTABLE = 1, CU_MEMHOSTREGISTER_DEVICEMAP = 2, CU_OCCUPANCY_DEFAULT = 0
};
typedef unsigned CUctx_flags, CUstream_flags, CUevent_flags;

#define CU_LAUNCH_PARAM_END            ((void *) 0)
#define CU_LAUNCH_PARAM_BUFFER_POINTER ((void *) 1)
#define CU_LAUNCH_PARAM_BUFFER_SIZE    ((void *) 2)
#define CU_STREAM_LEGACY               ((CUstream) 0)
#define CU_STREAM_PER_THREAD           ((CUstream) 0)
#define CU_DEVICE_CPU                  ((CUdevice) -1)
#define CU_DEVICE_INVALID              ((CUdevice) -2)

#define __CU_POINTER(p) ((void *) (uintptr_t) (p))

/* ---- errors ---- */

static inline CUresult cuGetErrorName(CUresult error, const char **out)
{
    *out = __cu_error_name(error);
    return *out ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

static inline CUresult cuGetErrorString(CUresult error, const char **out)
{
    *out = __cu_error_name(error) ? cudaGetErrorString((cudaError_t) error) : NULL;
    return *out ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/* The result of a call of the runtime API as the driver's. cudaGetLastError does not report the driver's errors. */
#define __cu_result(call) (__cuda_error_kept(), __cu_result_of(call))
static inline CUresult __cu_result_of(cudaError_t error)
{
    if (error != cudaSuccess && error != cudaErrorNotReady)
        __cuda_error_back();
    return __cu_error_name(error)                      ? (CUresult) error
           : error == cudaErrorInvalidDeviceFunction   ? CUDA_ERROR_INVALID_HANDLE
                                                       : CUDA_ERROR_INVALID_VALUE;
}

/* ---- initialisation and devices ---- */

struct CUctx_st {
    CUdevice device;
    unsigned flags;
    int retained; /* of a primary context: how often; else -1 */
};

enum { __CU_DEVICES = 64, __CU_STACK = 64 };

static struct {
    bool initialised;
    int depth;
    CUcontext stack[__CU_STACK];
    struct CUctx_st primary[__CU_DEVICES];
} __cu;

static inline CUresult cuInit(unsigned flags)
{
    if (flags)
        return CUDA_ERROR_INVALID_VALUE;
    __cu.initialised = true;
    return CUDA_SUCCESS;
}

/* A call of the runtime initialises the driver, too. */
static inline bool __cu_ready(void)
{
    return __cu.initialised || __cu_started();
}

static inline CUresult __cu_device(CUdevice device)
{
    int count = 0;
    if (!__cu_ready())
        return CUDA_ERROR_NOT_INITIALIZED;
    cudaGetDeviceCount(&count);
    return device >= 0 && device < count && device < __CU_DEVICES ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

static inline CUresult cuDriverGetVersion(int *out)
{
    return __cu_result(cudaDriverGetVersion(out));
}

static inline CUresult cuDeviceGetCount(int *out)
{
    return __cu_ready() ? __cu_result(cudaGetDeviceCount(out)) : CUDA_ERROR_NOT_INITIALIZED;
}

static inline CUresult cuDeviceGet(CUdevice *out, int ordinal)
{
    CUresult found = __cu_device(ordinal);
    if (!found)
        *out = ordinal;
    return found;
}

static inline CUresult __cu_properties(CUdevice device, cudaDeviceProp *out)
{
    CUresult found = __cu_device(device);
    return found ? found : __cu_result(cudaGetDeviceProperties(out, device));
}

static inline CUresult cuDeviceGetName(char *name, int room, CUdevice device)
{
    cudaDeviceProp properties;
    CUresult found = __cu_properties(device, &properties);
    if (found || room <= 0)
        return found ? found : CUDA_ERROR_INVALID_VALUE;
    snprintf(name, room, "%s", properties.name);
    return found;
}

static inline CUresult cuDeviceTotalMem(size_t *out, CUdevice device)
{
    cudaDeviceProp properties;
    CUresult found = __cu_properties(device, &properties);
    if (!found)
        *out = properties.totalGlobalMem;
    return found;
}

static inline CUresult cuDeviceGetUuid(CUuuid *out, CUdevice device)
{
    cudaDeviceProp properties;
    CUresult found = __cu_properties(device, &properties);
    if (!found)
        memcpy(out->bytes, properties.uuid.bytes, sizeof out->bytes);
    return found;
}

static inline CUresult cuDeviceGetAttribute(int *out, CUdevice_attribute attribute, CUdevice device)
{
    CUresult found = __cu_device(device);
    return found ? found : __cu_result(cudaDeviceGetAttribute(out, (cudaDeviceAttr) attribute, device));
}

static inline CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device)
{
    CUresult found = cuDeviceGetAttribute(major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
    return found ? found : cuDeviceGetAttribute(minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
}

static inline CUresult cuDeviceCanAccessPeer(int *out, CUdevice device, CUdevice peer)
{
    return __cu_result(cudaDeviceCanAccessPeer(out, device, peer));
}

/* ---- contexts ---- */

static inline CUresult __cu_make_current(CUcontext context)
{
    return context ? __cu_result(cudaSetDevice(context->device)) : CUDA_SUCCESS;
}

static inline CUresult cuCtxPushCurrent(CUcontext context)
{
    if (!__cu_ready())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (!context || __cu.depth == __CU_STACK)
        return CUDA_ERROR_INVALID_CONTEXT;
    __cu.stack[__cu.depth++] = context;
    return __cu_make_current(context);
}

static inline CUresult cuCtxPopCurrent(CUcontext *out)
{
    if (!__cu.depth)
        return CUDA_ERROR_INVALID_CONTEXT;
    CUcontext top = __cu.stack[--__cu.depth];
    if (out)
        *out = top;
    return __cu.depth ? __cu_make_current(__cu.stack[__cu.depth - 1]) : CUDA_SUCCESS;
}

static inline CUresult cuCtxSetCurrent(CUcontext context)
{
    if (!__cu_ready())
        return CUDA_ERROR_NOT_INITIALIZED;
    __cu.depth -= __cu.depth > 0;
    return context ? cuCtxPushCurrent(context) : CUDA_SUCCESS;
}

/* The runtime's calls use the primary context of their device. */
static inline CUresult cuCtxGetCurrent(CUcontext *out)
{
    int device = 0;
    *out = NULL;
    if (!__cu_ready())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (__cu.depth)
        *out = __cu.stack[__cu.depth - 1];
    else if (__cu_started() && !cudaGetDevice(&device) && device < __CU_DEVICES) {
        __cu.primary[device].device = device;
        *out = &__cu.primary[device];
    }
    return CUDA_SUCCESS;
}

static inline CUresult cuCtxCreate(CUcontext *out, unsigned flags, CUdevice device)
{
    CUresult found = __cu_device(device);
    if (found)
        return found;
    *out = (CUcontext) malloc(sizeof **out);
    if (!*out)
        return CUDA_ERROR_OUT_OF_MEMORY;
    (*out)->device = device;
    (*out)->flags = flags;
    (*out)->retained = -1;
    return cuCtxPushCurrent(*out);
}

typedef struct CUctxCreateParams_st { void *execAffinityParams; int numExecAffinityParams; void *cigParams; } CUctxCreateParams;

static inline CUresult cuCtxCreate(CUcontext *out, CUctxCreateParams *parameters, unsigned flags, CUdevice device)
{
    return cuCtxCreate(out, flags, device);
}

static inline CUresult cuCtxSynchronize(void)
{
    return __cu_ready() ? __cu_result(cudaDeviceSynchronize()) : CUDA_ERROR_NOT_INITIALIZED;
}

static inline CUresult cuCtxDestroy(CUcontext context)
{
    if (!context || context->retained >= 0)
        return CUDA_ERROR_INVALID_CONTEXT;
    CUresult ended = cuCtxSynchronize();
    if (__cu.depth && __cu.stack[__cu.depth - 1] == context)
        cuCtxPopCurrent(NULL);
    free(context);
    return ended;
}

static inline CUresult cuCtxDetach(CUcontext context)
{
    return cuCtxDestroy(context);
}

static inline CUresult cuCtxGetDevice(CUdevice *out)
{
    if (!__cu_ready())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (!__cu.depth && !__cu_started())
        return CUDA_ERROR_INVALID_CONTEXT;
    return __cu_result(cudaGetDevice(out));
}

static inline CUresult cuCtxGetFlags(unsigned *out)
{
    CUcontext now;
    CUresult found = cuCtxGetCurrent(&now);
    if (found || !now)
        return found ? found : CUDA_ERROR_INVALID_CONTEXT;
    *out = now->flags;
    return CUDA_SUCCESS;
}

static inline CUresult cuCtxGetApiVersion(CUcontext context, unsigned *out)
{
    *out = CUDA_VERSION;
    return CUDA_SUCCESS;
}

static inline CUresult cuCtxGetLimit(size_t *out, CUlimit limit) { return __cu_result(cudaDeviceGetLimit(out, limit)); }
static inline CUresult cuCtxSetLimit(CUlimit limit, size_t value) { return __cu_result(cudaDeviceSetLimit(limit, value)); }
static inline CUresult cuCtxSetCacheConfig(CUfunc_cache config) { return CUDA_SUCCESS; }
static inline CUresult cuCtxSetSharedMemConfig(CUsharedconfig config) { return CUDA_SUCCESS; }

static inline CUresult cuCtxGetStreamPriorityRange(int *least, int *greatest)
{
    return __cu_result(cudaDeviceGetStreamPriorityRange(least, greatest));
}

static inline CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned flags)
{
    return peer ? __cu_result(cudaDeviceEnablePeerAccess(peer->device, flags)) : CUDA_ERROR_INVALID_CONTEXT;
}

static inline CUresult cuCtxDisablePeerAccess(CUcontext peer)
{
    return peer ? __cu_result(cudaDeviceDisablePeerAccess(peer->device)) : CUDA_ERROR_INVALID_CONTEXT;
}

static inline CUresult cuDevicePrimaryCtxRetain(CUcontext *out, CUdevice device)
{
    CUresult found = __cu_device(device);
    if (found)
        return found;
    __cu.primary[device].device = device;
    __cu.primary[device].retained++;
    *out = &__cu.primary[device];
    return CUDA_SUCCESS;
}

static inline CUresult cuDevicePrimaryCtxRelease(CUdevice device)
{
    CUresult found = __cu_device(device);
    if (found)
        return found;
    if (!__cu.primary[device].retained)
        return CUDA_ERROR_INVALID_CONTEXT;
    __cu.primary[device].retained--;
    return CUDA_SUCCESS;
}

static inline CUresult cuDevicePrimaryCtxReset(CUdevice device)
{
    CUresult found = __cu_device(device);
    return found ? found : cuCtxSynchronize();
}

static inline CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned flags)
{
    CUresult found = __cu_device(device);
    if (!found)
        __cu.primary[device].flags = flags;
    return found;
}

static inline CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned *out_flags, int *out_active)
{
    CUresult found = __cu_device(device);
    if (!found) {
        *out_flags = __cu.primary[device].flags;
        *out_active = __cu.primary[device].retained > 0;
    }
    return found;
}

#include "__cuda_memory.h"
#include "__cuda_module.h"
#include "__cuda_tensor_map.h"

#endif
