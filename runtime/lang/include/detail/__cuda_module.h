/* SPDX-License-Identifier: Apache-2.0 */
/* <cuda.h>: modules, their kernels, launches (CUDA Driver API 6.12, 6.22, 6.33). A module is PTX: files and images of machine code are refused. */
#ifndef __WARPCELL_CUDA_MODULE_H
#define __WARPCELL_CUDA_MODULE_H

typedef enum CUjit_option_enum {
    CU_JIT_MAX_REGISTERS, CU_JIT_THREADS_PER_BLOCK, CU_JIT_WALL_TIME, CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES,
    CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, CU_JIT_OPTIMIZATION_LEVEL, CU_JIT_TARGET_FROM_CUCONTEXT, CU_JIT_TARGET,
    CU_JIT_FALLBACK_STRATEGY, CU_JIT_GENERATE_DEBUG_INFO, CU_JIT_LOG_VERBOSE, CU_JIT_GENERATE_LINE_INFO, CU_JIT_CACHE_MODE
} CUjit_option;
typedef enum CUjitInputType_enum { CU_JIT_INPUT_CUBIN, CU_JIT_INPUT_PTX, CU_JIT_INPUT_FATBINARY, CU_JIT_INPUT_OBJECT, CU_JIT_INPUT_LIBRARY } CUjitInputType;

/* ---- modules ---- */

static inline CUresult __cu_load(CUmodule *out, const void *image, char *log, size_t room)
{
    if (!__cu_ready())
        return CUDA_ERROR_NOT_INITIALIZED;
    return image && out ? (CUresult) __cu_module_load(out, image, log, room) : CUDA_ERROR_INVALID_VALUE;
}

static inline CUresult cuModuleLoadData(CUmodule *out, const void *image) { return __cu_load(out, image, NULL, 0); }
static inline CUresult cuModuleLoadFatBinary(CUmodule *out, const void *image) { return __cu_load(out, image, NULL, 0); }

/* The logs are filled in, and their sizes become the number of bytes there. */
static inline CUresult cuModuleLoadDataEx(CUmodule *out, const void *image, unsigned count, CUjit_option *options, void **values)
{
    char *log = NULL, *info = NULL;
    size_t room = 0, info_room = 0;
    float *wall = NULL;
    for (unsigned i = 0; i < count; i++) {
        switch (options[i]) {
        case CU_JIT_ERROR_LOG_BUFFER: log = (char *) values[i]; break;
        case CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES: room = (size_t) values[i]; break;
        case CU_JIT_INFO_LOG_BUFFER: info = (char *) values[i]; break;
        case CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES: info_room = (size_t) values[i]; break;
        case CU_JIT_WALL_TIME: wall = (float *) &values[i]; break;
        default: break;
        }
    }
    if (log && room)
        log[0] = 0;
    if (info && info_room)
        info[0] = 0;
    clock_t start = clock();
    CUresult result = __cu_load(out, image, log, log ? room : 0);
    if (wall)
        *wall = (float) (clock() - start) * 1000 / CLOCKS_PER_SEC;
    for (unsigned i = 0; i < count; i++) {
        if (options[i] == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES)
            values[i] = (void *) (log && room ? strlen(log) : 0);
        if (options[i] == CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES)
            values[i] = (void *) 0;
    }
    return result;
}

static inline char *__cu_read_file(const char *path)
{
    FILE *f = fopen(path, "rb");
    if (!f)
        return NULL;
    fseek(f, 0, SEEK_END);
    long n = ftell(f);
    fseek(f, 0, SEEK_SET);
    char *text = n < 0 ? NULL : (char *) calloc(n + 4, 1);
    if (text && fread(text, 1, n, f) != (size_t) n) {
        free(text);
        text = NULL;
    }
    fclose(f);
    return text;
}

static inline CUresult cuModuleLoad(CUmodule *out, const char *path)
{
    char *text = __cu_read_file(path);
    if (!text)
        return CUDA_ERROR_FILE_NOT_FOUND;
    CUresult result = __cu_load(out, text, NULL, 0);
    free(text);
    return result;
}

static inline CUresult cuModuleUnload(CUmodule module) { return (CUresult) __cu_module_unload(module); }

static inline CUresult cuModuleGetFunction(CUfunction *out, CUmodule module, const char *name)
{
    return (CUresult) __cu_module_function(out, module, name);
}

static inline CUresult cuModuleGetGlobal(CUdeviceptr *out, size_t *out_size, CUmodule module, const char *name)
{
    return (CUresult) __cu_module_global(out, out_size, module, name);
}

/* ---- the linker: one text of PTX, which is loaded as it is ---- */

struct CUlinkState_st {
    char *text;
    size_t size;
};

static inline CUresult cuLinkCreate(unsigned count, CUjit_option *options, void **values, CUlinkState *out)
{
    for (unsigned i = 0; i < count; i++) /* there is nothing to log */
        if (options[i] == CU_JIT_INFO_LOG_BUFFER || options[i] == CU_JIT_ERROR_LOG_BUFFER)
            ((char *) values[i])[0] = 0;
    *out = (CUlinkState) calloc(1, sizeof **out);
    return *out ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

static inline CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void *data, size_t n, const char *name, unsigned count,
                                     CUjit_option *options, void **values)
{
    if (type != CU_JIT_INPUT_PTX || state->text)
        return CUDA_ERROR_NOT_SUPPORTED;
    state->text = (char *) calloc(n + 4, 1);
    memcpy(state->text, data, n);
    state->size = strlen(state->text) + 1;
    return CUDA_SUCCESS;
}

static inline CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char *path, unsigned count, CUjit_option *options,
                                     void **values)
{
    char *text = __cu_read_file(path);
    if (!text)
        return CUDA_ERROR_FILE_NOT_FOUND;
    CUresult result = cuLinkAddData(state, type, text, strlen(text) + 1, path, count, options, values);
    free(text);
    return result;
}

static inline CUresult cuLinkComplete(CUlinkState state, void **out, size_t *out_size)
{
    if (!state->text)
        return CUDA_ERROR_INVALID_VALUE;
    *out = state->text;
    if (out_size)
        *out_size = state->size;
    return CUDA_SUCCESS;
}

static inline CUresult cuLinkDestroy(CUlinkState state)
{
    free(state->text);
    free(state);
    return CUDA_SUCCESS;
}

/* ---- kernels ---- */

static inline CUresult cuFuncGetAttribute(int *out, CUfunction_attribute attribute, CUfunction f)
{
    struct cudaFuncAttributes a;
    if (!__cu_is_function(f))
        return CUDA_ERROR_INVALID_HANDLE;
    CUresult result = __cu_result(cudaFuncGetAttributes(&a, f));
    if (result)
        return result;
    switch (attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK: *out = a.maxThreadsPerBlock; return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES: *out = (int) a.sharedSizeBytes; return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES: *out = (int) a.constSizeBytes; return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES: *out = (int) a.localSizeBytes; return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_NUM_REGS: *out = a.numRegs; return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_PTX_VERSION: *out = a.ptxVersion; return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION: *out = a.binaryVersion; return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_CACHE_MODE_CA: *out = a.cacheModeCA; return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES: *out = a.maxDynamicSharedSizeBytes; return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT: *out = a.preferredShmemCarveout; return CUDA_SUCCESS;
    }
    return CUDA_ERROR_INVALID_VALUE;
}

static inline CUresult cuFuncSetAttribute(CUfunction f, CUfunction_attribute attribute, int value)
{
    return __cu_is_function(f) ? __cu_result(cudaFuncSetAttribute(f, attribute, value)) : CUDA_ERROR_INVALID_HANDLE;
}

static inline CUresult cuFuncSetCacheConfig(CUfunction f, CUfunc_cache config) { return __cu_is_function(f) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE; }
static inline CUresult cuFuncSetSharedMemConfig(CUfunction f, CUsharedconfig config) { return __cu_is_function(f) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE; }

/* Where a parameter lies in the block of parameters, and its bytes. */
static inline CUresult cuFuncGetParamInfo(CUfunction f, size_t i, size_t *out_offset, size_t *out_size)
{
    size_t place[2];
    if (!__cu_is_function(f))
        return CUDA_ERROR_INVALID_HANDLE;
    if (!__cu_param(f, i, place))
        return CUDA_ERROR_INVALID_VALUE;
    if (out_offset)
        *out_offset = place[0];
    if (out_size)
        *out_size = place[1];
    return CUDA_SUCCESS;
}

static inline CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *out, CUfunction f, int threads, size_t shared)
{
    return __cu_is_function(f) ? __cu_result(cudaOccupancyMaxActiveBlocksPerMultiprocessor(out, f, threads, shared)) : CUDA_ERROR_INVALID_HANDLE;
}

static inline CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *out, CUfunction f, int threads, size_t shared, unsigned flags)
{
    return cuOccupancyMaxActiveBlocksPerMultiprocessor(out, f, threads, shared);
}

/* shared_of: the dynamic shared memory of a block with so many threads; null: `shared` for all. */
static inline CUresult cuOccupancyMaxPotentialBlockSize(int *out_blocks, int *out_threads, CUfunction f, CUoccupancyB2DSize shared_of,
                                                        size_t shared, int limit)
{
    if (!__cu_is_function(f))
        return CUDA_ERROR_INVALID_HANDLE;
    if (!shared_of)
        return __cu_result(cudaOccupancyMaxPotentialBlockSize(out_blocks, out_threads, f, shared, limit));
    int most, processors, device, best = 0;
    CUresult result = cuFuncGetAttribute(&most, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, f);
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
    most = limit > 0 && limit < most ? limit : most;
    for (int threads = most - most % 32; threads > 0 && !result; threads -= 32) {
        int blocks = 0;
        result = cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, f, threads, shared_of(threads));
        if (blocks * threads > best) {
            best = blocks * threads;
            *out_threads = threads;
            *out_blocks = blocks * processors;
        }
    }
    return result;
}

/* ---- launches ---- */

/* The addresses of the parameters in a buffer that `extra` describes. */
static inline CUresult __cu_unpack(CUfunction f, void **extra, void **list, int room)
{
    char *buffer = NULL;
    size_t size = 0, place[2];
    int count = 0;
    for (; *extra != CU_LAUNCH_PARAM_END; extra += 2) {
        if (extra[0] == CU_LAUNCH_PARAM_BUFFER_POINTER)
            buffer = (char *) extra[1];
        else if (extra[0] == CU_LAUNCH_PARAM_BUFFER_SIZE)
            size = *(size_t *) extra[1];
        else
            return CUDA_ERROR_INVALID_VALUE;
    }
    for (; count < room && __cu_param(f, count, place); count++) {
        if (place[0] + place[1] > size)
            return CUDA_ERROR_INVALID_VALUE;
        list[count] = buffer + place[0];
    }
    return CUDA_SUCCESS;
}

/* cluster.x 0: as the kernel says */
static inline CUresult __cu_launch(CUfunction f, dim3 grid, dim3 block, unsigned shared, CUstream stream, void **params, void **extra, bool cooperative,
                                   dim3 cluster = dim3(0, 1, 1))
{
    enum { MOST = 1024 };
    void *list[MOST];
    size_t place[2];
    if (!__cu_is_function(f))
        return CUDA_ERROR_INVALID_HANDLE;
    if ((params && extra) || (!params && !extra && __cu_param(f, 0, place)))
        return CUDA_ERROR_INVALID_VALUE;
    CUresult unpacked = extra ? __cu_unpack(f, extra, list, MOST) : CUDA_SUCCESS;
    if (unpacked)
        return unpacked;
    if (extra)
        params = list;
    return __cu_result(__launch_clusters(f, grid, block, params, shared, stream, cluster, cooperative));
}

static inline CUresult cuLaunchKernel(CUfunction f, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y,
                                      unsigned block_z, unsigned shared, CUstream stream, void **params, void **extra)
{
    return __cu_launch(f, dim3(grid_x, grid_y, grid_z), dim3(block_x, block_y, block_z), shared, stream, params, extra, false);
}

static inline CUresult cuLaunchCooperativeKernel(CUfunction f, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                                                 unsigned block_y, unsigned block_z, unsigned shared, CUstream stream, void **params)
{
    return __cu_launch(f, dim3(grid_x, grid_y, grid_z), dim3(block_x, block_y, block_z), shared, stream, params, NULL, true);
}

typedef struct CUlaunchConfig_st {
    unsigned gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes;
    CUstream hStream;
    cudaLaunchAttribute *attrs;
    unsigned numAttrs;
} CUlaunchConfig;
typedef cudaLaunchAttribute CUlaunchAttribute;
enum {
    CU_LAUNCH_ATTRIBUTE_COOPERATIVE = cudaLaunchAttributeCooperative, CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION = cudaLaunchAttributeClusterDimension,
    CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION = cudaLaunchAttributeProgrammaticStreamSerialization,
    CU_LAUNCH_ATTRIBUTE_PRIORITY = cudaLaunchAttributePriority
};

/* A launch that may begin before the one before it has ended begins after it. */
static inline CUresult cuLaunchKernelEx(const CUlaunchConfig *c, CUfunction f, void **params, void **extra)
{
    bool cooperative = false;
    dim3 cluster(0, 1, 1);
    for (unsigned i = 0; i < c->numAttrs; i++) {
        const cudaLaunchAttributeValue &v = c->attrs[i].val;
        if (c->attrs[i].id == cudaLaunchAttributeCooperative)
            cooperative = v.cooperative;
        if (c->attrs[i].id == cudaLaunchAttributeClusterDimension)
            cluster = dim3(v.clusterDim.x, v.clusterDim.y, v.clusterDim.z);
    }
    return __cu_launch(f, dim3(c->gridDimX, c->gridDimY, c->gridDimZ), dim3(c->blockDimX, c->blockDimY, c->blockDimZ), c->sharedMemBytes,
                       c->hStream, params, extra, cooperative, cluster);
}

static inline CUresult cuProfilerStart(void) { return CUDA_SUCCESS; }
static inline CUresult cuProfilerStop(void) { return CUDA_SUCCESS; }

#endif
