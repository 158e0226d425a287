/* SPDX-License-Identifier: Apache-2.0 */
/* Texture references, which CUDA 12 removed: the books' and courses' `texture<float, 2> t;` at file scope, cudaBindTexture and
 * tex2D(t, x, y). A reference is a managed variable that holds the texture object it is bound to, and what the host sets. A
 * text that has `texture<` includes this. CUDA Toolkit 11, Programming Guide 3.2.14.1.2, Runtime API 6.27. */
#pragma once

/* What a fetch returns: cudaReadModeNormalizedFloat makes floats of integers. */
template <class T, int mode> struct __fetched { typedef T type; };
template <> struct __fetched<char, 1> { typedef float type; };
template <> struct __fetched<signed char, 1> { typedef float type; };
template <> struct __fetched<unsigned char, 1> { typedef float type; };
template <> struct __fetched<short, 1> { typedef float type; };
template <> struct __fetched<unsigned short, 1> { typedef float type; };
template <> struct __fetched<char1, 1> { typedef float1 type; };
template <> struct __fetched<uchar1, 1> { typedef float1 type; };
template <> struct __fetched<short1, 1> { typedef float1 type; };
template <> struct __fetched<ushort1, 1> { typedef float1 type; };
template <> struct __fetched<char2, 1> { typedef float2 type; };
template <> struct __fetched<uchar2, 1> { typedef float2 type; };
template <> struct __fetched<short2, 1> { typedef float2 type; };
template <> struct __fetched<ushort2, 1> { typedef float2 type; };
template <> struct __fetched<char4, 1> { typedef float4 type; };
template <> struct __fetched<uchar4, 1> { typedef float4 type; };
template <> struct __fetched<short4, 1> { typedef float4 type; };
template <> struct __fetched<ushort4, 1> { typedef float4 type; };

/* One more than the mode, so that memory of zeros is the default, cudaAddressModeClamp: a managed variable has no constructor. */
struct __address_mode {
    int stored;
    __address_mode &operator=(cudaTextureAddressMode mode) { stored = (int) mode + 1; return *this; }
    operator cudaTextureAddressMode() const { return stored ? (cudaTextureAddressMode) (stored - 1) : cudaAddressModeClamp; }
};

template <class T, int dimensions = 1, int mode = 0> struct __texture_reference {
    cudaTextureObject_t object;
    int normalized, filterMode, sRGB;
    __address_mode addressMode[3];
    cudaChannelFormatDesc channelDesc;
};

template <class T, int mode> __device__ typename __fetched<T, mode>::type tex1Dfetch(const __texture_reference<T, 1, mode> &t, int x)
{
    return tex1Dfetch<typename __fetched<T, mode>::type>(t.object, x);
}
template <class T, int mode> __device__ typename __fetched<T, mode>::type tex1D(const __texture_reference<T, 1, mode> &t, float x)
{
    return tex1D<typename __fetched<T, mode>::type>(t.object, x);
}
template <class T, int mode> __device__ typename __fetched<T, mode>::type tex2D(const __texture_reference<T, 2, mode> &t, float x, float y)
{
    return tex2D<typename __fetched<T, mode>::type>(t.object, x, y);
}
template <class T, int mode> __device__ typename __fetched<T, mode>::type tex3D(const __texture_reference<T, 3, mode> &t, float x, float y, float z)
{
    return tex3D<typename __fetched<T, mode>::type>(t.object, x, y, z);
}

template <class T, int dimensions, int mode>
static inline cudaError_t __bind(__texture_reference<T, dimensions, mode> &t, const cudaResourceDesc &what)
{
    cudaTextureDesc how;
    memset(&how, 0, sizeof how);
    for (int i = 0; i < 3; i++)
        how.addressMode[i] = t.addressMode[i];
    how.filterMode = (cudaTextureFilterMode) t.filterMode;
    how.readMode = (cudaTextureReadMode) mode;
    how.normalizedCoords = t.normalized;
    cudaDeviceSynchronize(); /* kernels that were launched before read the texture that was bound then */
    return cudaCreateTextureObject(&t.object, &what, &how, NULL);
}

template <class T, int dimensions, int mode>
static inline cudaError_t cudaBindTexture(size_t *offset, __texture_reference<T, dimensions, mode> &t, const void *p,
                                          const cudaChannelFormatDesc &desc, size_t size = 0xffffffff)
{
    cudaResourceDesc what;
    memset(&what, 0, sizeof what);
    what.resType = cudaResourceTypeLinear;
    what.res.linear.devPtr = (void *) p;
    what.res.linear.desc = desc;
    what.res.linear.sizeInBytes = size;
    if (offset)
        *offset = 0;
    return __bind(t, what);
}
template <class T, int dimensions, int mode>
static inline cudaError_t cudaBindTexture(size_t *offset, __texture_reference<T, dimensions, mode> &t, const void *p, size_t size = 0xffffffff)
{
    return cudaBindTexture(offset, t, p, cudaCreateChannelDesc<T>(), size);
}
/* The calls of C take the addresses of the reference and of the format. */
template <class T, int dimensions, int mode>
static inline cudaError_t cudaBindTexture(size_t *offset, __texture_reference<T, dimensions, mode> *t, const void *p,
                                          const cudaChannelFormatDesc *desc, size_t size = 0xffffffff)
{
    return cudaBindTexture(offset, *t, p, *desc, size);
}

template <class T, int dimensions, int mode>
static inline cudaError_t cudaBindTexture2D(size_t *offset, __texture_reference<T, dimensions, mode> &t, const void *p,
                                            const cudaChannelFormatDesc &desc, size_t width, size_t height, size_t pitch)
{
    cudaResourceDesc what;
    memset(&what, 0, sizeof what);
    what.resType = cudaResourceTypePitch2D;
    what.res.pitch2D.devPtr = (void *) p;
    what.res.pitch2D.desc = desc;
    what.res.pitch2D.width = width;
    what.res.pitch2D.height = height;
    what.res.pitch2D.pitchInBytes = pitch;
    if (offset)
        *offset = 0;
    return __bind(t, what);
}
template <class T, int dimensions, int mode>
static inline cudaError_t cudaBindTexture2D(size_t *offset, __texture_reference<T, dimensions, mode> &t, const void *p, size_t width,
                                            size_t height, size_t pitch)
{
    return cudaBindTexture2D(offset, t, p, cudaCreateChannelDesc<T>(), width, height, pitch);
}

template <class T, int dimensions, int mode>
static inline cudaError_t cudaBindTextureToArray(__texture_reference<T, dimensions, mode> &t, cudaArray_t array)
{
    cudaResourceDesc what;
    memset(&what, 0, sizeof what);
    what.resType = cudaResourceTypeArray;
    what.res.array.array = array;
    return __bind(t, what);
}
template <class T, int dimensions, int mode>
static inline cudaError_t cudaBindTextureToArray(__texture_reference<T, dimensions, mode> &t, cudaArray_t array, const cudaChannelFormatDesc &)
{
    return cudaBindTextureToArray(t, array);
}
template <class T, int dimensions, int mode>
static inline cudaError_t cudaBindTextureToArray(__texture_reference<T, dimensions, mode> *t, cudaArray_t array, const cudaChannelFormatDesc *)
{
    return cudaBindTextureToArray(*t, array);
}

template <class T, int dimensions, int mode> static inline cudaError_t cudaUnbindTexture(__texture_reference<T, dimensions, mode> &t)
{
    return cudaDeviceSynchronize();
}
template <class T, int dimensions, int mode> static inline cudaError_t cudaUnbindTexture(__texture_reference<T, dimensions, mode> *t)
{
    return cudaUnbindTexture(*t);
}

template <class T, int dimensions, int mode>
static inline cudaError_t cudaGetTextureAlignmentOffset(size_t *offset, const __texture_reference<T, dimensions, mode> &t)
{
    *offset = 0;
    return cudaSuccess;
}

#define texture __managed__ __texture_reference
