/* SPDX-License-Identifier: Apache-2.0 */
/* <cuda.h>: memory, arrays and textures, streams and events (CUDA Driver API 6.13 to 6.19, 6.27). */
#ifndef __WARPCELL_CUDA_MEMORY_H
#define __WARPCELL_CUDA_MEMORY_H

/* ---- memory ---- */

static inline CUresult cuMemAlloc(CUdeviceptr *out, size_t n)
{
    return !__cu_ready() ? CUDA_ERROR_NOT_INITIALIZED : n ? __cu_result(cudaMalloc((void **) out, n)) : CUDA_ERROR_INVALID_VALUE;
}

static inline CUresult cuMemAllocManaged(CUdeviceptr *out, size_t n, unsigned flags)
{
    return !__cu_ready() ? CUDA_ERROR_NOT_INITIALIZED
           : n           ? __cu_result(cudaMallocManaged((void **) out, n, flags))
                         : CUDA_ERROR_INVALID_VALUE;
}

static inline CUresult cuMemAllocPitch(CUdeviceptr *out, size_t *out_pitch, size_t width, size_t height, unsigned element)
{
    return __cu_ready() ? __cu_result(cudaMallocPitch((void **) out, out_pitch, width, height)) : CUDA_ERROR_NOT_INITIALIZED;
}

static inline CUresult cuMemAllocAsync(CUdeviceptr *out, size_t n, CUstream stream)
{
    return __cu_ready() ? __cu_result(cudaMallocAsync((void **) out, n, stream)) : CUDA_ERROR_NOT_INITIALIZED;
}

static inline CUresult cuMemAllocHost(void **out, size_t n)
{
    return __cu_ready() ? __cu_result(cudaMallocHost(out, n)) : CUDA_ERROR_NOT_INITIALIZED;
}

static inline CUresult cuMemHostAlloc(void **out, size_t n, unsigned flags)
{
    return __cu_ready() ? __cu_result(cudaHostAlloc(out, n, flags)) : CUDA_ERROR_NOT_INITIALIZED;
}

static inline CUresult cuMemFree(CUdeviceptr p) { return __cu_result(cudaFree(__CU_POINTER(p))); }
static inline CUresult cuMemFreeAsync(CUdeviceptr p, CUstream stream) { return __cu_result(cudaFreeAsync(__CU_POINTER(p), stream)); }
static inline CUresult cuMemFreeHost(void *p) { return __cu_result(cudaFreeHost(p)); }
static inline CUresult cuMemGetInfo(size_t *out_free, size_t *out_total) { return __cu_result(cudaMemGetInfo(out_free, out_total)); }
static inline CUresult cuMemHostRegister(void *p, size_t n, unsigned flags) { return __cu_result(cudaHostRegister(p, n, flags)); }
static inline CUresult cuMemHostUnregister(void *p) { return __cu_result(cudaHostUnregister(p)); }

static inline CUresult cuMemHostGetDevicePointer(CUdeviceptr *out, void *p, unsigned flags)
{
    return __cu_result(cudaHostGetDevicePointer((void **) out, p, flags));
}

static inline CUresult cuMemGetAddressRange(CUdeviceptr *out_start, size_t *out_size, CUdeviceptr p)
{
    unsigned long long range[2];
    if (!__cu_range(p, range))
        return CUDA_ERROR_NOT_FOUND;
    if (out_start)
        *out_start = range[0];
    if (out_size)
        *out_size = range[1];
    return CUDA_SUCCESS;
}

static inline CUresult cuMemcpyHtoD(CUdeviceptr to, const void *from, size_t n)
{
    return __cu_result(cudaMemcpy(__CU_POINTER(to), from, n, cudaMemcpyHostToDevice));
}

static inline CUresult cuMemcpyDtoH(void *to, CUdeviceptr from, size_t n)
{
    return __cu_result(cudaMemcpy(to, __CU_POINTER(from), n, cudaMemcpyDeviceToHost));
}

static inline CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t n)
{
    return __cu_result(cudaMemcpy(__CU_POINTER(to), __CU_POINTER(from), n, cudaMemcpyDeviceToDevice));
}

static inline CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t n)
{
    return __cu_result(cudaMemcpy(__CU_POINTER(to), __CU_POINTER(from), n, cudaMemcpyDefault));
}

static inline CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void *from, size_t n, CUstream stream)
{
    return __cu_result(cudaMemcpyAsync(__CU_POINTER(to), from, n, cudaMemcpyHostToDevice, stream));
}

static inline CUresult cuMemcpyDtoHAsync(void *to, CUdeviceptr from, size_t n, CUstream stream)
{
    return __cu_result(cudaMemcpyAsync(to, __CU_POINTER(from), n, cudaMemcpyDeviceToHost, stream));
}

static inline CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t n, CUstream stream)
{
    return __cu_result(cudaMemcpyAsync(__CU_POINTER(to), __CU_POINTER(from), n, cudaMemcpyDeviceToDevice, stream));
}

static inline CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t n, CUstream stream)
{
    return __cu_result(cudaMemcpyAsync(__CU_POINTER(to), __CU_POINTER(from), n, cudaMemcpyDefault, stream));
}

static inline CUresult cuMemcpyPeer(CUdeviceptr to, CUcontext to_context, CUdeviceptr from, CUcontext from_context, size_t n)
{
    return __cu_result(cudaMemcpyPeer(__CU_POINTER(to), to_context->device, __CU_POINTER(from), from_context->device, n));
}

static inline CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t n, CUstream stream)
{
    return __cu_result((cudaError_t) __cu_fill(to, value, 1, n, stream));
}

static inline CUresult cuMemsetD16Async(CUdeviceptr to, unsigned short value, size_t n, CUstream stream)
{
    return to % 2 ? CUDA_ERROR_INVALID_VALUE : __cu_result((cudaError_t) __cu_fill(to, value, 2, n, stream));
}

static inline CUresult cuMemsetD32Async(CUdeviceptr to, unsigned value, size_t n, CUstream stream)
{
    return to % 4 ? CUDA_ERROR_INVALID_VALUE : __cu_result((cudaError_t) __cu_fill(to, value, 4, n, stream));
}

static inline CUresult cuMemsetD8(CUdeviceptr to, unsigned char value, size_t n) { return cuMemsetD8Async(to, value, n, 0); }
static inline CUresult cuMemsetD16(CUdeviceptr to, unsigned short value, size_t n) { return cuMemsetD16Async(to, value, n, 0); }
static inline CUresult cuMemsetD32(CUdeviceptr to, unsigned value, size_t n) { return cuMemsetD32Async(to, value, n, 0); }

/* Rows of `width` elements. */
static inline CUresult __cu_fill_rows(CUdeviceptr to, size_t pitch, unsigned value, int size, size_t width, size_t height, CUstream stream)
{
    CUresult result = to % size || pitch % size ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
    for (size_t row = 0; row < height && !result; row++)
        result = __cu_result((cudaError_t) __cu_fill(to + row * pitch, value, size, width, stream));
    return result;
}

static inline CUresult cuMemsetD2D8(CUdeviceptr to, size_t pitch, unsigned char value, size_t width, size_t height)
{
    return __cu_fill_rows(to, pitch, value, 1, width, height, 0);
}

static inline CUresult cuMemsetD2D16(CUdeviceptr to, size_t pitch, unsigned short value, size_t width, size_t height)
{
    return __cu_fill_rows(to, pitch, value, 2, width, height, 0);
}

static inline CUresult cuMemsetD2D32(CUdeviceptr to, size_t pitch, unsigned value, size_t width, size_t height)
{
    return __cu_fill_rows(to, pitch, value, 4, width, height, 0);
}

static inline CUresult cuPointerGetAttribute(void *out, CUpointer_attribute attribute, CUdeviceptr p)
{
    struct cudaPointerAttributes known;
    CUresult result = __cu_result(cudaPointerGetAttributes(&known, __CU_POINTER(p)));
    if (result || known.type == cudaMemoryTypeUnregistered)
        return result ? result : CUDA_ERROR_INVALID_VALUE;
    size_t size;
    switch (attribute) {
    case CU_POINTER_ATTRIBUTE_CONTEXT: return cuCtxGetCurrent((CUcontext *) out);
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
        *(unsigned *) out = known.type == cudaMemoryTypeHost ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER: *(CUdeviceptr *) out = (CUdeviceptr) known.devicePointer; return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
        *(void **) out = known.hostPointer;
        return known.hostPointer ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
    case CU_POINTER_ATTRIBUTE_IS_MANAGED: *(unsigned *) out = known.type == cudaMemoryTypeManaged; return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL: *(int *) out = known.device; return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR: return cuMemGetAddressRange((CUdeviceptr *) out, &size, p);
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE: return cuMemGetAddressRange(NULL, (size_t *) out, p);
    }
    return CUDA_ERROR_NOT_SUPPORTED;
}

/* ---- arrays and textures ---- */

typedef enum CUarray_format_enum {
    CU_AD_FORMAT_UNSIGNED_INT8 = 1, CU_AD_FORMAT_UNSIGNED_INT16, CU_AD_FORMAT_UNSIGNED_INT32, CU_AD_FORMAT_SIGNED_INT8 = 8,
    CU_AD_FORMAT_SIGNED_INT16, CU_AD_FORMAT_SIGNED_INT32, CU_AD_FORMAT_HALF = 16, CU_AD_FORMAT_FLOAT = 32
} CUarray_format;
typedef enum CUaddress_mode_enum { CU_TR_ADDRESS_MODE_WRAP, CU_TR_ADDRESS_MODE_CLAMP, CU_TR_ADDRESS_MODE_MIRROR, CU_TR_ADDRESS_MODE_BORDER } CUaddress_mode;
typedef enum CUfilter_mode_enum { CU_TR_FILTER_MODE_POINT, CU_TR_FILTER_MODE_LINEAR } CUfilter_mode;
typedef enum CUresourcetype_enum { CU_RESOURCE_TYPE_ARRAY, CU_RESOURCE_TYPE_MIPMAPPED_ARRAY, CU_RESOURCE_TYPE_LINEAR, CU_RESOURCE_TYPE_PITCH2D } CUresourcetype;
enum { CU_TRSF_READ_AS_INTEGER = 1, CU_TRSF_NORMALIZED_COORDINATES = 2, CU_TRSF_SRGB = 16 };

typedef struct CUDA_ARRAY_DESCRIPTOR_st { size_t Width, Height; CUarray_format Format; unsigned NumChannels; } CUDA_ARRAY_DESCRIPTOR;
typedef struct CUDA_MEMCPY2D_st {
    size_t srcXInBytes, srcY;
    CUmemorytype srcMemoryType;
    const void *srcHost;
    CUdeviceptr srcDevice;
    CUarray srcArray;
    size_t srcPitch, dstXInBytes, dstY;
    CUmemorytype dstMemoryType;
    void *dstHost;
    CUdeviceptr dstDevice;
    CUarray dstArray;
    size_t dstPitch, WidthInBytes, Height;
} CUDA_MEMCPY2D;
typedef struct CUDA_RESOURCE_DESC_st {
    CUresourcetype resType;
    union {
        struct { CUarray hArray; } array;
        struct { CUdeviceptr devPtr; CUarray_format format; unsigned numChannels; size_t sizeInBytes; } linear;
        struct { CUdeviceptr devPtr; CUarray_format format; unsigned numChannels; size_t width, height, pitchInBytes; } pitch2D;
        struct { int reserved[32]; } reserved;
    } res;
    unsigned flags;
} CUDA_RESOURCE_DESC;
typedef struct CUDA_TEXTURE_DESC_st {
    CUaddress_mode addressMode[3];
    CUfilter_mode filterMode;
    unsigned flags, maxAnisotropy;
    CUfilter_mode mipmapFilterMode;
    float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp, borderColor[4];
    int reserved[12];
} CUDA_TEXTURE_DESC;
typedef struct CUDA_RESOURCE_VIEW_DESC_st { int format; size_t width, height, depth; } CUDA_RESOURCE_VIEW_DESC;

static inline struct cudaChannelFormatDesc __cu_texel(CUarray_format format, unsigned channels)
{
    int bits = format == CU_AD_FORMAT_UNSIGNED_INT8 || format == CU_AD_FORMAT_SIGNED_INT8                                     ? 8
               : format == CU_AD_FORMAT_UNSIGNED_INT16 || format == CU_AD_FORMAT_SIGNED_INT16 || format == CU_AD_FORMAT_HALF ? 16
                                                                                                                              : 32;
    enum cudaChannelFormatKind kind = format >= CU_AD_FORMAT_HALF          ? cudaChannelFormatKindFloat
                                      : format >= CU_AD_FORMAT_SIGNED_INT8 ? cudaChannelFormatKindSigned
                                                                           : cudaChannelFormatKindUnsigned;
    return cudaCreateChannelDesc(bits, channels > 1 ? bits : 0, channels > 2 ? bits : 0, channels > 3 ? bits : 0, kind);
}

static inline CUresult cuArrayCreate(CUarray *out, const CUDA_ARRAY_DESCRIPTOR *wanted)
{
    if (wanted->NumChannels != 1 && wanted->NumChannels != 2 && wanted->NumChannels != 4)
        return CUDA_ERROR_INVALID_VALUE;
    struct cudaChannelFormatDesc texel = __cu_texel(wanted->Format, wanted->NumChannels);
    return __cu_result(cudaMallocArray(out, &texel, wanted->Width, wanted->Height));
}

static inline CUresult cuArrayDestroy(CUarray array) { return __cu_result(cudaFreeArray(array)); }

static inline CUresult cuMemcpy2D(const CUDA_MEMCPY2D *c)
{
    bool from_host = c->srcMemoryType == CU_MEMORYTYPE_HOST, to_host = c->dstMemoryType == CU_MEMORYTYPE_HOST;
    cudaMemcpyKind kind = from_host ? (to_host ? cudaMemcpyHostToHost : cudaMemcpyHostToDevice)
                                    : (to_host ? cudaMemcpyDeviceToHost : cudaMemcpyDeviceToDevice);
    size_t from_pitch = c->srcPitch ? c->srcPitch : c->WidthInBytes, to_pitch = c->dstPitch ? c->dstPitch : c->WidthInBytes;
    if (c->srcMemoryType == CU_MEMORYTYPE_UNIFIED || c->dstMemoryType == CU_MEMORYTYPE_UNIFIED)
        kind = cudaMemcpyDefault;
    if (c->srcMemoryType == CU_MEMORYTYPE_ARRAY && c->dstMemoryType == CU_MEMORYTYPE_ARRAY)
        return CUDA_ERROR_NOT_SUPPORTED;
    const char *from = (const char *) (from_host ? c->srcHost : __CU_POINTER(c->srcDevice)) + c->srcY * from_pitch + c->srcXInBytes;
    char *to = (char *) (to_host ? c->dstHost : __CU_POINTER(c->dstDevice)) + c->dstY * to_pitch + c->dstXInBytes;
    if (c->dstMemoryType == CU_MEMORYTYPE_ARRAY)
        return __cu_result(cudaMemcpy2DToArray(c->dstArray, c->dstXInBytes, c->dstY, from, from_pitch, c->WidthInBytes, c->Height, kind));
    if (c->srcMemoryType == CU_MEMORYTYPE_ARRAY)
        return __cu_result(cudaMemcpy2DFromArray(to, to_pitch, c->srcArray, c->srcXInBytes, c->srcY, c->WidthInBytes, c->Height, kind));
    return __cu_result(cudaMemcpy2D(to, to_pitch, from, from_pitch, c->WidthInBytes, c->Height, kind));
}

/* The copy is made at once, as cudaMemcpyAsync's is. */
static inline CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D *c, CUstream stream)
{
    CUresult waited = __cu_result(cudaStreamSynchronize(stream));
    return waited ? waited : cuMemcpy2D(c);
}

static inline CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D *c) { return cuMemcpy2D(c); }

static inline CUresult cuTexObjectCreate(CUtexObject *out, const CUDA_RESOURCE_DESC *resource, const CUDA_TEXTURE_DESC *desc,
                                         const CUDA_RESOURCE_VIEW_DESC *view)
{
    struct cudaResourceDesc r = {};
    struct cudaTextureDesc t = {};
    r.resType = (enum cudaResourceType) resource->resType;
    CUarray_format format = CU_AD_FORMAT_FLOAT;
    if (resource->resType == CU_RESOURCE_TYPE_ARRAY) {
        r.res.array.array = resource->res.array.hArray;
        struct cudaChannelFormatDesc texel;
        cudaExtent extent;
        unsigned flags;
        CUresult result = __cu_result(cudaArrayGetInfo(&texel, &extent, &flags, resource->res.array.hArray));
        if (result)
            return result;
        format = texel.f == cudaChannelFormatKindFloat || texel.x == 32 ? CU_AD_FORMAT_FLOAT : CU_AD_FORMAT_UNSIGNED_INT8;
    } else if (resource->resType == CU_RESOURCE_TYPE_LINEAR) {
        format = resource->res.linear.format;
        r.res.linear.devPtr = __CU_POINTER(resource->res.linear.devPtr);
        r.res.linear.desc = __cu_texel(format, resource->res.linear.numChannels);
        r.res.linear.sizeInBytes = resource->res.linear.sizeInBytes;
    } else if (resource->resType == CU_RESOURCE_TYPE_PITCH2D) {
        format = resource->res.pitch2D.format;
        r.res.pitch2D.devPtr = __CU_POINTER(resource->res.pitch2D.devPtr);
        r.res.pitch2D.desc = __cu_texel(format, resource->res.pitch2D.numChannels);
        r.res.pitch2D.width = resource->res.pitch2D.width;
        r.res.pitch2D.height = resource->res.pitch2D.height;
        r.res.pitch2D.pitchInBytes = resource->res.pitch2D.pitchInBytes;
    } else {
        return CUDA_ERROR_NOT_SUPPORTED;
    }
    for (int i = 0; i < 3; i++)
        t.addressMode[i] = (enum cudaTextureAddressMode) desc->addressMode[i];
    t.filterMode = (enum cudaTextureFilterMode) desc->filterMode;
    /* integers are read as numbers from 0 to 1 unless told otherwise; those of 32 bits never are */
    bool narrow = format != CU_AD_FORMAT_FLOAT && format != CU_AD_FORMAT_HALF && format != CU_AD_FORMAT_UNSIGNED_INT32 &&
                  format != CU_AD_FORMAT_SIGNED_INT32;
    t.readMode = narrow && !(desc->flags & CU_TRSF_READ_AS_INTEGER) ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
    t.sRGB = (desc->flags & CU_TRSF_SRGB) != 0;
    t.normalizedCoords = (desc->flags & CU_TRSF_NORMALIZED_COORDINATES) != 0;
    for (int i = 0; i < 4; i++)
        t.borderColor[i] = desc->borderColor[i];
    return __cu_result(cudaCreateTextureObject(out, &r, &t, NULL));
}

static inline CUresult cuTexObjectDestroy(CUtexObject object) { return __cu_result(cudaDestroyTextureObject(object)); }

/* ---- streams and events ---- */

static inline CUresult cuStreamCreate(CUstream *out, unsigned flags) { return __cu_result(cudaStreamCreateWithFlags(out, flags)); }

static inline CUresult cuStreamCreateWithPriority(CUstream *out, unsigned flags, int priority)
{
    return __cu_result(cudaStreamCreateWithPriority(out, flags, priority));
}

static inline CUresult cuStreamDestroy(CUstream stream) { return __cu_result(cudaStreamDestroy(stream)); }
static inline CUresult cuStreamSynchronize(CUstream stream) { return __cu_result(cudaStreamSynchronize(stream)); }
static inline CUresult cuStreamQuery(CUstream stream) { return __cu_result(cudaStreamQuery(stream)); }
static inline CUresult cuStreamGetPriority(CUstream stream, int *out) { return __cu_result(cudaStreamGetPriority(stream, out)); }

static inline CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags)
{
    return __cu_result(cudaStreamWaitEvent(stream, event, flags));
}

static inline CUresult cuStreamAddCallback(CUstream stream, CUstreamCallback function, void *data, unsigned flags)
{
    CUresult waited = cuStreamSynchronize(stream);
    if (!waited)
        function(stream, CUDA_SUCCESS, data);
    return waited;
}

static inline CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void *data)
{
    return __cu_result(cudaLaunchHostFunc(stream, function, data));
}

static inline CUresult cuEventCreate(CUevent *out, unsigned flags) { return __cu_result(cudaEventCreateWithFlags(out, flags)); }
static inline CUresult cuEventDestroy(CUevent event) { return __cu_result(cudaEventDestroy(event)); }
static inline CUresult cuEventRecord(CUevent event, CUstream stream) { return __cu_result(cudaEventRecord(event, stream)); }
static inline CUresult cuEventSynchronize(CUevent event) { return __cu_result(cudaEventSynchronize(event)); }
static inline CUresult cuEventQuery(CUevent event) { return __cu_result(cudaEventQuery(event)); }

static inline CUresult cuEventElapsedTime(float *out_ms, CUevent start, CUevent end)
{
    return __cu_result(cudaEventElapsedTime(out_ms, start, end));
}

#endif
