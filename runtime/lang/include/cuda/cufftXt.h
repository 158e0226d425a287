/* SPDX-License-Identifier: Apache-2.0 */
/* cuFFT's calls for several GPUs, on one device: a descriptor's data lie in one piece in natural order, of which each GPU that a program names, the same
 * one perhaps several times, has a share. Types are arguments (cufftXtMakePlanMany, cufftXtExec). Callbacks are not here. */
#ifndef WARPCELL_CUFFTXT_H
#define WARPCELL_CUFFTXT_H
#include <cufft.h>
#include <stdlib.h>

#define MAX_CUDA_DESCRIPTOR_GPUS 64
#define CUFFT_VERSION            11000

typedef struct cudaXtDesc_t {
    int version, nGPUs, GPUs[MAX_CUDA_DESCRIPTOR_GPUS];
    void *data[MAX_CUDA_DESCRIPTOR_GPUS];
    size_t size[MAX_CUDA_DESCRIPTOR_GPUS];
    void *cudaXtState;
} cudaXtDesc;
typedef enum libFormat_t { LIB_FORMAT_CUFFT = 0, LIB_FORMAT_UNDEFINED = 1 } libFormat;
typedef struct cudaLibXtDesc_t {
    int version;
    cudaXtDesc *descriptor;
    libFormat library;
    int subFormat;
    void *libDescriptor;
} cudaLibXtDesc;
typedef enum cufftXtSubFormat_t {
    CUFFT_XT_FORMAT_INPUT = 0, CUFFT_XT_FORMAT_OUTPUT = 1, CUFFT_XT_FORMAT_INPLACE = 2, CUFFT_XT_FORMAT_INPLACE_SHUFFLED = 3,
    CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED = 4, CUFFT_XT_FORMAT_DISTRIBUTED_INPUT = 5, CUFFT_XT_FORMAT_DISTRIBUTED_OUTPUT = 6, CUFFT_FORMAT_UNDEFINED = 7
} cufftXtSubFormat;
typedef enum cufftXtCopyType_t {
    CUFFT_COPY_HOST_TO_DEVICE = 0, CUFFT_COPY_DEVICE_TO_HOST = 1, CUFFT_COPY_DEVICE_TO_DEVICE = 2, CUFFT_COPY_UNDEFINED = 3
} cufftXtCopyType;

static int __fft_devices[__FFT_PLANS][MAX_CUDA_DESCRIPTOR_GPUS];

/* Before the plan is made. */
static inline cufftResult cufftXtSetGPUs(cufftHandle h, int count, int *devices)
{
    struct __fft_plan *p = __fft_plan_of(h);
    int there = 0;
    if (!p || p->made)
        return CUFFT_INVALID_PLAN;
    if (count < 1 || count > MAX_CUDA_DESCRIPTOR_GPUS || !devices)
        return CUFFT_INVALID_VALUE;
    cudaGetDeviceCount(&there);
    for (int i = 0; i < count; i++)
        if (devices[i] < 0 || devices[i] >= there)
            return CUFFT_INVALID_DEVICE;
    p->gpus = count;
    for (int i = 0; i < count; i++)
        __fft_devices[h - 1][i] = devices[i];
    return CUFFT_SUCCESS;
}

/* The type of a transform; 0: there is none. */
static inline int __fft_type_of(cudaDataType from, cudaDataType to, cudaDataType sums)
{
    bool twice = sums == CUDA_C_64F;
    if (sums != CUDA_C_32F && !twice)
        return 0;
    cudaDataType real = twice ? CUDA_R_64F : CUDA_R_32F;
    return from == sums && to == sums ? (twice ? CUFFT_Z2Z : CUFFT_C2C)
           : from == real && to == sums ? (twice ? CUFFT_D2Z : CUFFT_R2C)
           : from == sums && to == real ? (twice ? CUFFT_Z2D : CUFFT_C2R)
                                        : 0;
}

static inline cufftResult cufftXtMakePlanMany(cufftHandle h, int rank, long long *n, long long *inembed, long long istride, long long idist,
                                              cudaDataType from, long long *onembed, long long ostride, long long odist, cudaDataType to,
                                              long long batch, size_t *size, cudaDataType sums)
{
    int type = __fft_type_of(from, to, sums);
    if (!type)
        return __fft_plan_of(h) ? CUFFT_NOT_SUPPORTED : CUFFT_INVALID_PLAN;
    return cufftMakePlanMany64(h, rank, n, inembed, istride, idist, onembed, ostride, odist, (cufftType) type, batch, size);
}

static inline cufftResult cufftXtGetSizeMany(cufftHandle h, int rank, long long *n, long long *inembed, long long istride, long long idist,
                                             cudaDataType from, long long *onembed, long long ostride, long long odist, cudaDataType to,
                                             long long batch, size_t *size, cudaDataType sums)
{
    int type = __fft_type_of(from, to, sums);
    if (!__fft_plan_of(h) || !type)
        return type ? CUFFT_INVALID_PLAN : CUFFT_NOT_SUPPORTED;
    cufftResult fits = __fft_fits<long long>(rank, n, (cufftType) type, batch);
    if (fits == CUFFT_SUCCESS)
        *size = 2 * __fft_bytes<long long>(rank, n, (cufftType) type, batch);
    return fits;
}

static inline cufftResult cufftXtExec(cufftHandle h, void *in, void *out, int direction)
{
    struct __fft_plan *p = __fft_plan_of(h);
    if (!p || !p->made)
        return CUFFT_INVALID_PLAN;
    switch (p->job.type) {
    case CUFFT_C2C: return cufftExecC2C(h, (cufftComplex *) in, (cufftComplex *) out, direction);
    case CUFFT_R2C: return cufftExecR2C(h, (cufftReal *) in, (cufftComplex *) out);
    case CUFFT_C2R: return cufftExecC2R(h, (cufftComplex *) in, (cufftReal *) out);
    case CUFFT_Z2Z: return cufftExecZ2Z(h, (cufftDoubleComplex *) in, (cufftDoubleComplex *) out, direction);
    case CUFFT_D2Z: return cufftExecD2Z(h, (cufftDoubleReal *) in, (cufftDoubleComplex *) out);
    default: return cufftExecZ2D(h, (cufftDoubleComplex *) in, (cufftDoubleReal *) out);
    }
}

/* ---- descriptors ---- */

static inline size_t __fft_side_bytes(const struct __fft_plan *p, int kind, bool in_place)
{
    struct __fft_side s = __fft_dense(&p->job, kind, in_place);
    size_t real = p->job.type >= CUFFT_Z2Z ? sizeof(double) : sizeof(float);
    return s.apart * p->job.count * real * (kind == __FFT_REAL ? 1 : 2);
}

static inline cufftResult cufftXtMalloc(cufftHandle h, cudaLibXtDesc **out, cufftXtSubFormat format)
{
    struct __fft_plan *p = __fft_plan_of(h);
    if (!p || !p->made || p->embedded)
        return CUFFT_INVALID_PLAN;
    if (format < CUFFT_XT_FORMAT_INPUT || format > CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED)
        return CUFFT_INVALID_VALUE;
    bool in_place = format == CUFFT_XT_FORMAT_INPLACE || format == CUFFT_XT_FORMAT_INPLACE_SHUFFLED;
    size_t from = __fft_side_bytes(p, __fft_kind_from(p->job.type), in_place), to = __fft_side_bytes(p, __fft_kind_to(p->job.type), in_place);
    size_t bytes = in_place ? (from > to ? from : to) : format == CUFFT_XT_FORMAT_OUTPUT ? to : from;
    int count = p->gpus ? p->gpus : 1;
    size_t rows = p->job.rank == 1 ? (p->job.count > 1 ? p->job.count : p->job.n[2]) : p->job.n[3 - p->job.rank], row = bytes / rows;
    cudaLibXtDesc *d = (cudaLibXtDesc *) calloc(1, sizeof *d);
    d->descriptor = (cudaXtDesc *) calloc(1, sizeof(cudaXtDesc));
    d->subFormat = format;
    d->descriptor->nGPUs = count;
    char *data = NULL;
    if (cudaMalloc(&data, bytes) != cudaSuccess)
        return CUFFT_ALLOC_FAILED;
    for (int i = 0; i < count; i++) { /* whole rows for each, the remainder of them for the first ones */
        size_t more = rows / count + (i < (int) (rows % count));
        d->descriptor->GPUs[i] = p->gpus ? __fft_devices[h - 1][i] : 0;
        d->descriptor->data[i] = data;
        d->descriptor->size[i] = more * row;
        data += more * row;
    }
    *out = d;
    return CUFFT_SUCCESS;
}

static inline cufftResult cufftXtFree(cudaLibXtDesc *d)
{
    if (!d)
        return CUFFT_INVALID_VALUE;
    cudaFree(d->descriptor->data[0]);
    free(d->descriptor);
    free(d);
    return CUFFT_SUCCESS;
}

static inline size_t __fft_total(const cudaLibXtDesc *d)
{
    size_t sum = 0;
    for (int i = 0; i < d->descriptor->nGPUs; i++)
        sum += d->descriptor->size[i];
    return sum;
}

static inline cufftResult cufftXtMemcpy(cufftHandle h, void *to, void *from, cufftXtCopyType type)
{
    struct __fft_plan *p = __fft_plan_of(h);
    cudaLibXtDesc *target = (cudaLibXtDesc *) to, *source = (cudaLibXtDesc *) from;
    cudaError_t copied;
    if (!p || !p->made)
        return CUFFT_INVALID_PLAN;
    if (!to || !from)
        return CUFFT_INVALID_VALUE;
    cudaStreamSynchronize(p->stream);
    switch (type) {
    case CUFFT_COPY_HOST_TO_DEVICE: copied = cudaMemcpy(target->descriptor->data[0], from, __fft_total(target), cudaMemcpyHostToDevice); break;
    case CUFFT_COPY_DEVICE_TO_HOST: copied = cudaMemcpy(to, source->descriptor->data[0], __fft_total(source), cudaMemcpyDeviceToHost); break;
    case CUFFT_COPY_DEVICE_TO_DEVICE:
        copied = cudaMemcpy(target->descriptor->data[0], source->descriptor->data[0], __fft_total(source), cudaMemcpyDeviceToDevice);
        target->subFormat = CUFFT_XT_FORMAT_INPLACE;
        break;
    default: return CUFFT_INVALID_VALUE;
    }
    return copied == cudaSuccess ? CUFFT_SUCCESS : CUFFT_INTERNAL_ERROR;
}

static inline cufftResult cufftXtExecDescriptor(cufftHandle h, cudaLibXtDesc *in, cudaLibXtDesc *out, int direction)
{
    return in && out ? cufftXtExec(h, in->descriptor->data[0], out->descriptor->data[0], direction) : CUFFT_INVALID_VALUE;
}

#define __FFT_XT_CALL(name, TYPE, sign, ...)                                                                              \
    static inline cufftResult cufftXtExecDescriptor##name(cufftHandle h, cudaLibXtDesc *in, cudaLibXtDesc *out __VA_ARGS__) \
    {                                                                                                                     \
        struct __fft_plan *p = __fft_plan_of(h);                                                                          \
        if (p && p->made && p->job.type != TYPE)                                                                          \
            return CUFFT_INVALID_TYPE;                                                                                    \
        return cufftXtExecDescriptor(h, in, out, sign);                                                                   \
    }
__FFT_XT_CALL(C2C, CUFFT_C2C, direction, , int direction)
__FFT_XT_CALL(Z2Z, CUFFT_Z2Z, direction, , int direction)
__FFT_XT_CALL(R2C, CUFFT_R2C, CUFFT_FORWARD, )
__FFT_XT_CALL(C2R, CUFFT_C2R, CUFFT_INVERSE, )
__FFT_XT_CALL(D2Z, CUFFT_D2Z, CUFFT_FORWARD, )
__FFT_XT_CALL(Z2D, CUFFT_Z2D, CUFFT_INVERSE, )

#endif
