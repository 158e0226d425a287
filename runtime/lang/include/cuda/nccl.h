/* SPDX-License-Identifier: Apache-2.0 */
/* NCCL, over the devices of one process (ncclCommInitAll, or ncclCommInitRank in a group or in several threads) and over MPI (one rank of a
 * communicator in each process, under mpirun). Calls are complete when they return, or when their group ends: they wait for the work
 * queued before them in their streams. Sums are made in the order of the ranks, and every rank gets the same bits. The copies are
 * cudaMemcpy's, the reductions kernels below; between processes the data goes through MPI. */
#ifndef WARPCELL_NCCL_H
#define WARPCELL_NCCL_H
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

#define NCCL_MAJOR 2
#define NCCL_MINOR 18
#define NCCL_PATCH 5
#define NCCL_SUFFIX ""
#define NCCL_VERSION_CODE 21805
#define NCCL_VERSION(X, Y, Z) (((X) <= 2 && (Y) <= 8) ? (X) * 1000 + (Y) * 100 + (Z) : (X) * 10000 + (Y) * 100 + (Z))
#define NCCL_UNIQUE_ID_BYTES 128

typedef enum ncclResult_t {
    ncclSuccess, ncclUnhandledCudaError, ncclSystemError, ncclInternalError, ncclInvalidArgument, ncclInvalidUsage,
    ncclRemoteError, ncclInProgress, ncclNumResults
} ncclResult_t;
typedef enum ncclRedOp_t { ncclSum, ncclProd, ncclMax, ncclMin, ncclAvg, ncclNumOps } ncclRedOp_t;
typedef enum ncclDataType_t {
    ncclInt8 = 0, ncclChar = 0, ncclUint8 = 1, ncclInt32 = 2, ncclInt = 2, ncclUint32 = 3, ncclInt64 = 4, ncclUint64 = 5,
    ncclFloat16 = 6, ncclHalf = 6, ncclFloat32 = 7, ncclFloat = 7, ncclFloat64 = 8, ncclDouble = 8, ncclBfloat16 = 9,
    ncclNumTypes = 10
} ncclDataType_t;
typedef struct ncclUniqueId { char internal[NCCL_UNIQUE_ID_BYTES]; } ncclUniqueId;
typedef struct ncclConfig_t { int blocking, cgaClusterSize, minCTAs, maxCTAs; const char *netName; int splitShare; } ncclConfig_t;
#define NCCL_CONFIG_INITIALIZER {1, 0, 0, 0, 0, 0}
#define NCCL_SPLIT_NOCOLOR -1
typedef enum ncclScalarResidence_t { ncclScalarDevice, ncclScalarHostImmediate } ncclScalarResidence_t;

/* ---- state ---- */

typedef enum __nccl_kind { __NCCL_ALL_REDUCE, __NCCL_REDUCE, __NCCL_BROADCAST, __NCCL_ALL_GATHER, __NCCL_REDUCE_SCATTER, __NCCL_SEND, __NCCL_RECV,
    __NCCL_SPLIT /* count: the color, and 2^32 times the key; recv: where the communicator goes */ } __nccl_kind;

struct __nccl_op {
    __nccl_kind kind;
    const void *send;
    void *recv;
    size_t count;
    ncclDataType_t type;
    ncclRedOp_t op;
    int peer; /* or the root */
    struct ncclComm *comm;
    cudaStream_t stream;
    bool done;
    ncclResult_t result;
    __nccl_op *next, *behind; /* of its communicator; of its group */
};

struct __nccl_world { /* the ranks of one communicator in this process */
    unsigned long id;
    int size, joined, left;
    bool busy, again; /* a thread matches its operations; more have come meanwhile */
    struct ncclComm **ranks;
    __nccl_world *next;
};

struct __nccl_scalar { /* of an operation of the program: each rank's own */
    bool live;
    ncclDataType_t type;
    const void *device; /* where it is; 0: in value */
    char value[8];
};

struct ncclComm {
    int rank, size, device;
    __nccl_world *world; /* NULL: over MPI */
    MPI_Comm mpi;
    __nccl_op *first, **last; /* not matched yet */
    __nccl_scalar *scalars; /* of the operations from ncclNumOps on */
    int scalar_count;
};
typedef struct ncclComm *ncclComm_t;

struct __nccl_id { /* what an ncclUniqueId holds */
    unsigned long magic, number;
    int root, processes;
};

struct __nccl_group { /* of a thread */
    __nccl_group *next;
    unsigned long thread;
    int depth;
    ncclResult_t result;
    ncclComm_t *wanted[64]; /* communicators that are to have all their ranks */
    int wanted_count;
    __nccl_op *first, **last;
};

enum { __NCCL_MAGIC = 0x4c43434e, __NCCL_TAG = 28000, __NCCL_THREADS = 256 };
static __nccl_world *__nccl_worlds;
static __nccl_group *__nccl_groups;
static unsigned long __nccl_numbers;
static char __nccl_error[256];

static inline ncclResult_t __nccl_fail(ncclResult_t result, const char *why)
{
    snprintf(__nccl_error, sizeof __nccl_error, "%s", why);
    return result;
}

static inline __nccl_group *__nccl_my_group()
{
    unsigned long self = __thread_self();
    __nccl_group *g = __nccl_groups;
    while (g && g->thread != self)
        g = g->next;
    if (g)
        return g;
    g = new __nccl_group();
    g->thread = self;
    g->last = &g->first;
    g->next = __nccl_groups;
    return __nccl_groups = g;
}

static inline size_t __nccl_size(ncclDataType_t type)
{
    static const size_t sizes[] = {1, 1, 4, 4, 8, 8, 2, 4, 8, 2};
    return sizes[type];
}

/* ---- reductions ---- */

template <typename T> __device__ T __nccl_combine(T a, T b, int op)
{
    return op == ncclProd ? (T) (a * b) : op == ncclMax ? (a > b ? a : b) : op == ncclMin ? (a < b ? a : b) : (T) (a + b);
}
template <typename T> __global__ void __nccl_reduce(T *to, const T *from, size_t n, int op)
{
    for (size_t i = blockIdx.x * (size_t) blockDim.x + threadIdx.x; i < n; i += (size_t) gridDim.x * blockDim.x)
        to[i] = __nccl_combine(to[i], from[i], op);
}
template <typename T> __global__ void __nccl_divide(T *to, size_t n, int by)
{
    for (size_t i = blockIdx.x * (size_t) blockDim.x + threadIdx.x; i < n; i += (size_t) gridDim.x * blockDim.x)
        to[i] = to[i] / (T) by;
}
__global__ void __nccl_reduce_half(__half *to, const __half *from, size_t n, int op)
{
    for (size_t i = blockIdx.x * (size_t) blockDim.x + threadIdx.x; i < n; i += (size_t) gridDim.x * blockDim.x)
        to[i] = __float2half(__nccl_combine(__half2float(to[i]), __half2float(from[i]), op));
}
__global__ void __nccl_divide_half(__half *to, size_t n, int by)
{
    for (size_t i = blockIdx.x * (size_t) blockDim.x + threadIdx.x; i < n; i += (size_t) gridDim.x * blockDim.x)
        to[i] = __float2half(__half2float(to[i]) / by);
}
__global__ void __nccl_reduce_bfloat(__nv_bfloat16 *to, const __nv_bfloat16 *from, size_t n, int op)
{
    for (size_t i = blockIdx.x * (size_t) blockDim.x + threadIdx.x; i < n; i += (size_t) gridDim.x * blockDim.x)
        to[i] = __float2bfloat16(__nccl_combine(__bfloat162float(to[i]), __bfloat162float(from[i]), op));
}
__global__ void __nccl_divide_bfloat(__nv_bfloat16 *to, size_t n, int by)
{
    for (size_t i = blockIdx.x * (size_t) blockDim.x + threadIdx.x; i < n; i += (size_t) gridDim.x * blockDim.x)
        to[i] = __float2bfloat16(__bfloat162float(to[i]) / by);
}

template <typename T> __global__ void __nccl_scale(T *to, size_t n, T by)
{
    for (size_t i = blockIdx.x * (size_t) blockDim.x + threadIdx.x; i < n; i += (size_t) gridDim.x * blockDim.x)
        to[i] = to[i] * by;
}
__global__ void __nccl_scale_half(__half *to, size_t n, __half by)
{
    for (size_t i = blockIdx.x * (size_t) blockDim.x + threadIdx.x; i < n; i += (size_t) gridDim.x * blockDim.x)
        to[i] = __float2half(__half2float(to[i]) * __half2float(by));
}
__global__ void __nccl_scale_bfloat(__nv_bfloat16 *to, size_t n, __nv_bfloat16 by)
{
    for (size_t i = blockIdx.x * (size_t) blockDim.x + threadIdx.x; i < n; i += (size_t) gridDim.x * blockDim.x)
        to[i] = __float2bfloat16(__bfloat162float(to[i]) * __bfloat162float(by));
}

static inline unsigned __nccl_blocks(size_t n)
{
    size_t blocks = (n + __NCCL_THREADS - 1) / __NCCL_THREADS;
    return blocks > 1024 ? 1024 : (unsigned) blocks;
}

/* to = to op from, on the current device. */
static inline void __nccl_combine_into(void *to, const void *from, size_t n, ncclDataType_t type, int op)
{
    unsigned blocks = __nccl_blocks(n);
    if (!n)
        return;
    switch (type) {
    case ncclInt8: __nccl_reduce<<<blocks, __NCCL_THREADS>>>((signed char *) to, (const signed char *) from, n, op); break;
    case ncclUint8: __nccl_reduce<<<blocks, __NCCL_THREADS>>>((unsigned char *) to, (const unsigned char *) from, n, op); break;
    case ncclInt32: __nccl_reduce<<<blocks, __NCCL_THREADS>>>((int *) to, (const int *) from, n, op); break;
    case ncclUint32: __nccl_reduce<<<blocks, __NCCL_THREADS>>>((unsigned *) to, (const unsigned *) from, n, op); break;
    case ncclInt64: __nccl_reduce<<<blocks, __NCCL_THREADS>>>((long *) to, (const long *) from, n, op); break;
    case ncclUint64: __nccl_reduce<<<blocks, __NCCL_THREADS>>>((unsigned long *) to, (const unsigned long *) from, n, op); break;
    case ncclFloat16: __nccl_reduce_half<<<blocks, __NCCL_THREADS>>>((__half *) to, (const __half *) from, n, op); break;
    case ncclFloat32: __nccl_reduce<<<blocks, __NCCL_THREADS>>>((float *) to, (const float *) from, n, op); break;
    case ncclFloat64: __nccl_reduce<<<blocks, __NCCL_THREADS>>>((double *) to, (const double *) from, n, op); break;
    case ncclBfloat16: __nccl_reduce_bfloat<<<blocks, __NCCL_THREADS>>>((__nv_bfloat16 *) to, (const __nv_bfloat16 *) from, n, op); break;
    default: break;
    }
}

/* ncclAvg: the sum, divided by the number of ranks. */
static inline void __nccl_average(void *to, size_t n, ncclDataType_t type, int ranks)
{
    unsigned blocks = __nccl_blocks(n);
    if (!n)
        return;
    switch (type) {
    case ncclInt8: __nccl_divide<<<blocks, __NCCL_THREADS>>>((signed char *) to, n, ranks); break;
    case ncclUint8: __nccl_divide<<<blocks, __NCCL_THREADS>>>((unsigned char *) to, n, ranks); break;
    case ncclInt32: __nccl_divide<<<blocks, __NCCL_THREADS>>>((int *) to, n, ranks); break;
    case ncclUint32: __nccl_divide<<<blocks, __NCCL_THREADS>>>((unsigned *) to, n, ranks); break;
    case ncclInt64: __nccl_divide<<<blocks, __NCCL_THREADS>>>((long *) to, n, ranks); break;
    case ncclUint64: __nccl_divide<<<blocks, __NCCL_THREADS>>>((unsigned long *) to, n, ranks); break;
    case ncclFloat16: __nccl_divide_half<<<blocks, __NCCL_THREADS>>>((__half *) to, n, ranks); break;
    case ncclFloat32: __nccl_divide<<<blocks, __NCCL_THREADS>>>((float *) to, n, ranks); break;
    case ncclFloat64: __nccl_divide<<<blocks, __NCCL_THREADS>>>((double *) to, n, ranks); break;
    case ncclBfloat16: __nccl_divide_bfloat<<<blocks, __NCCL_THREADS>>>((__nv_bfloat16 *) to, n, ranks); break;
    default: break;
    }
}

static inline void __nccl_copy(void *to, const void *from, size_t bytes)
{
    if (to != from && bytes)
        cudaMemcpy(to, from, bytes, cudaMemcpyDefault);
}

/* An operation of ncclRedOpCreatePreMulSum: what a rank gives is multiplied by that rank's number first. */
static inline void __nccl_premultiply(void *to, size_t n, const __nccl_op *o)
{
    char value[8];
    unsigned blocks = __nccl_blocks(n);
    if (o->op < ncclNumOps || !n)
        return;
    const __nccl_scalar *s = o->comm->scalars + (o->op - ncclNumOps);
    if (s->device)
        cudaMemcpy(value, s->device, __nccl_size(s->type), cudaMemcpyDefault);
    else
        memcpy(value, s->value, sizeof value);
    switch (o->type) {
    case ncclInt8: __nccl_scale<<<blocks, __NCCL_THREADS>>>((signed char *) to, n, *(signed char *) value); break;
    case ncclUint8: __nccl_scale<<<blocks, __NCCL_THREADS>>>((unsigned char *) to, n, *(unsigned char *) value); break;
    case ncclInt32: __nccl_scale<<<blocks, __NCCL_THREADS>>>((int *) to, n, *(int *) value); break;
    case ncclUint32: __nccl_scale<<<blocks, __NCCL_THREADS>>>((unsigned *) to, n, *(unsigned *) value); break;
    case ncclInt64: __nccl_scale<<<blocks, __NCCL_THREADS>>>((long *) to, n, *(long *) value); break;
    case ncclUint64: __nccl_scale<<<blocks, __NCCL_THREADS>>>((unsigned long *) to, n, *(unsigned long *) value); break;
    case ncclFloat16: __nccl_scale_half<<<blocks, __NCCL_THREADS>>>((__half *) to, n, *(__half *) value); break;
    case ncclFloat32: __nccl_scale<<<blocks, __NCCL_THREADS>>>((float *) to, n, *(float *) value); break;
    case ncclFloat64: __nccl_scale<<<blocks, __NCCL_THREADS>>>((double *) to, n, *(double *) value); break;
    case ncclBfloat16: __nccl_scale_bfloat<<<blocks, __NCCL_THREADS>>>((__nv_bfloat16 *) to, n, *(__nv_bfloat16 *) value); break;
    default: break;
    }
}

/* ---- in one process ---- */

/* The reduction of `n` elements of each rank's send buffer, `skip` bytes in, in new memory on the current device. */
static inline char *__nccl_reduced(__nccl_op **ops, int size, size_t skip, size_t n)
{
    char *sum, *other;
    size_t bytes = n * __nccl_size(ops[0]->type);
    if (cudaMalloc((void **) &sum, bytes + 1) != cudaSuccess || cudaMalloc((void **) &other, bytes + 1) != cudaSuccess)
        return 0;
    __nccl_copy(sum, (const char *) ops[0]->send + skip, bytes);
    __nccl_premultiply(sum, n, ops[0]);
    for (int r = 1; r < size; r++) {
        __nccl_copy(other, (const char *) ops[r]->send + skip, bytes);
        __nccl_premultiply(other, n, ops[r]);
        __nccl_combine_into(sum, other, n, ops[0]->type, ops[0]->op);
    }
    if (ops[0]->op == ncclAvg)
        __nccl_average(sum, n, ops[0]->type, size);
    cudaFree(other);
    return sum;
}

static inline __nccl_world *__nccl_new_world(unsigned long id, int size);
static inline ncclComm_t __nccl_comm(int size, int rank, int device, __nccl_world *w);

static inline int __nccl_color(const __nccl_op *o) { return (int) (unsigned) o->count; }
static inline int __nccl_key(const __nccl_op *o) { return (int) (unsigned) (o->count >> 32); }

/* The ranks of each color in the order of their keys, equal ones in that of their ranks. */
static inline ncclResult_t __nccl_split(__nccl_op **ops, int size)
{
    for (int r = 0; r < size; r++) {
        ncclComm_t *to = (ncclComm_t *) ops[r]->recv;
        int color = __nccl_color(ops[r]), count = 0, rank = 0, first = r;
        for (int k = 0; k < size; k++) {
            if (__nccl_color(ops[k]) != color)
                continue;
            count++;
            first = k < first ? k : first;
            rank += __nccl_key(ops[k]) < __nccl_key(ops[r]) || (__nccl_key(ops[k]) == __nccl_key(ops[r]) && k < r);
        }
        *to = 0;
        if (color < 0)
            continue;
        __nccl_world *w = first == r ? __nccl_new_world(0, count) : (*(ncclComm_t *) ops[first]->recv)->world;
        *to = __nccl_comm(count, rank, ops[r]->comm->device, w);
    }
    return ncclSuccess;
}

static inline bool __nccl_same_op(const __nccl_op *a, const __nccl_op *b)
{
    return a->op == b->op || (a->op >= ncclNumOps && b->op >= ncclNumOps);
}

static inline ncclResult_t __nccl_collective(__nccl_op **ops, int size)
{
    __nccl_op *o = ops[0];
    size_t bytes = o->count * __nccl_size(o->type);
    char *sum = 0, **all;
    bool split = true;
    for (int r = 0; r < size; r++)
        split = split && ops[r]->kind == __NCCL_SPLIT;
    if (split)
        return __nccl_split(ops, size);
    for (int r = 1; r < size; r++)
        if (ops[r]->kind != o->kind || ops[r]->count != o->count || ops[r]->type != o->type || !__nccl_same_op(ops[r], o) || ops[r]->peer != o->peer)
            return __nccl_fail(ncclInvalidUsage, "the ranks of a communicator made different calls, or with different arguments");
    switch (o->kind) {
    case __NCCL_ALL_REDUCE:
    case __NCCL_REDUCE:
        sum = __nccl_reduced(ops, size, 0, o->count);
        for (int r = 0; sum && r < size; r++)
            if (o->kind == __NCCL_ALL_REDUCE || r == o->peer)
                __nccl_copy(ops[r]->recv, sum, bytes);
        break;
    case __NCCL_BROADCAST:
        for (int r = 0; r < size; r++)
            __nccl_copy(ops[r]->recv, ops[o->peer]->send, bytes);
        return ncclSuccess;
    case __NCCL_ALL_GATHER:
        for (int r = 0; r < size; r++) /* a send buffer may be part of its receive buffer, in its place there */
            for (int k = 0; k < size; k++)
                __nccl_copy((char *) ops[r]->recv + k * bytes, ops[k]->send, bytes);
        return ncclSuccess;
    case __NCCL_REDUCE_SCATTER: /* a receive buffer may be part of its send buffer: first all sums */
        all = new char *[size];
        for (int r = 0; r < size; r++)
            all[r] = __nccl_reduced(ops, size, r * bytes, o->count);
        sum = all[0];
        for (int r = 0; r < size; r++) {
            if (all[r])
                __nccl_copy(ops[r]->recv, all[r], bytes);
            else
                sum = 0;
            if (r)
                cudaFree(all[r]);
        }
        delete[] all;
        break;
    default: break;
    }
    if (!sum)
        return __nccl_fail(ncclUnhandledCudaError, "out of device memory");
    cudaFree(sum);
    return ncclSuccess;
}

static inline void __nccl_take(__nccl_op *o)
{
    __nccl_op **p = &o->comm->first;
    while (*p != o)
        p = &(*p)->next;
    *p = o->next;
    if (!o->next)
        o->comm->last = p;
}

static inline void __nccl_end(__nccl_op *o, ncclResult_t result)
{
    o->result = result;
    o->done = true;
}

static inline bool __nccl_is_point(const __nccl_op *o)
{
    return o->kind == __NCCL_SEND || o->kind == __NCCL_RECV;
}

static inline void __nccl_settle(const __nccl_op *o)
{
    cudaSetDevice(o->comm->device);
    cudaStreamSynchronize(o->stream);
}

/* The first send and the first receive between two ranks. */
static inline bool __nccl_match_points(__nccl_world *w)
{
    for (int r = 0; r < w->size; r++)
        for (__nccl_op *s = w->ranks[r] ? w->ranks[r]->first : 0; s; s = s->next) {
            if (s->kind != __NCCL_SEND || !w->ranks[s->peer])
                continue;
            bool first = true;
            for (__nccl_op *o = w->ranks[r]->first; o != s; o = o->next)
                first = first && !(o->kind == __NCCL_SEND && o->peer == s->peer);
            __nccl_op *t = w->ranks[s->peer]->first;
            while (t && !(t->kind == __NCCL_RECV && t->peer == r))
                t = t->next;
            if (!first || !t)
                continue;
            size_t bytes = s->count * __nccl_size(s->type);
            bool fits = bytes == t->count * __nccl_size(t->type);
            __nccl_settle(s);
            __nccl_settle(t);
            if (fits)
                __nccl_copy(t->recv, s->send, bytes);
            else
                __nccl_fail(ncclInvalidUsage, "ncclSend and ncclRecv have different sizes");
            __nccl_take(s);
            __nccl_take(t);
            __nccl_end(s, fits ? ncclSuccess : ncclInvalidUsage);
            __nccl_end(t, fits ? ncclSuccess : ncclInvalidUsage);
            return true;
        }
    return false;
}

/* The first collective of each rank, if all ranks have called one. */
static inline bool __nccl_match_collective(__nccl_world *w)
{
    __nccl_op **ops = new __nccl_op *[w->size];
    bool all = true;
    for (int r = 0; r < w->size && all; r++) {
        __nccl_op *o = w->ranks[r] ? w->ranks[r]->first : 0;
        while (o && __nccl_is_point(o))
            o = o->next;
        ops[r] = o;
        all = o != 0;
    }
    if (all) {
        for (int r = w->size - 1; r >= 0; r--)
            __nccl_settle(ops[r]); /* the device of rank 0 stays current */
        ncclResult_t result = __nccl_collective(ops, w->size);
        cudaDeviceSynchronize();
        for (int r = 0; r < w->size; r++) {
            __nccl_take(ops[r]);
            __nccl_end(ops[r], result);
        }
    }
    delete[] ops;
    return all;
}

struct __nccl_busy {
    __nccl_world *w;
    __nccl_busy(__nccl_world *of) : w(of) { w->busy = true; }
    ~__nccl_busy() { w->busy = false; }
};

/* Waits for a stream let other threads run: they leave their operations to the one that matches. */
static inline void __nccl_run(__nccl_world *w)
{
    int device;
    bool some = false;
    w->again = true;
    cudaGetDevice(&device);
    while (w->again && !w->busy) { /* what comes after the last look is looked at again */
        __nccl_busy here(w);
        w->again = false;
        while (__nccl_match_points(w) || __nccl_match_collective(w))
            some = true;
    }
    cudaSetDevice(device);
    if (some)
        __thread_wake();
}

/* ---- over MPI ---- */

static inline MPI_Datatype __nccl_mpi_type(ncclDataType_t type)
{
    switch (type) {
    case ncclInt8: return MPI_INT8_T;
    case ncclUint8: return MPI_UINT8_T;
    case ncclInt32: return MPI_INT32_T;
    case ncclUint32: return MPI_UINT32_T;
    case ncclInt64: return MPI_INT64_T;
    case ncclUint64: return MPI_UINT64_T;
    case ncclFloat32: return MPI_FLOAT;
    case ncclFloat64: return MPI_DOUBLE;
    default: return MPI_UINT16_T; /* moved, and reduced by kernels */
    }
}

/* The reduction of n elements of all ranks, in new memory on this rank's device. */
static inline char *__nccl_mpi_reduced(const __nccl_op *o, size_t n)
{
    size_t bytes = n * __nccl_size(o->type);
    int size = o->comm->size;
    char *all, *sum;
    if (cudaMalloc((void **) &all, bytes * size + 1) != cudaSuccess || cudaMalloc((void **) &sum, bytes + 1) != cudaSuccess)
        return 0;
    const void *mine = o->send;
    if (o->op >= ncclNumOps) {
        __nccl_copy(sum, o->send, bytes);
        __nccl_premultiply(sum, n, o);
        mine = sum;
    }
    MPI_Allgather(mine, (int) n, __nccl_mpi_type(o->type), all, (int) n, __nccl_mpi_type(o->type), o->comm->mpi);
    __nccl_copy(sum, all, bytes);
    for (int r = 1; r < size; r++)
        __nccl_combine_into(sum, all + r * bytes, n, o->type, o->op);
    if (o->op == ncclAvg)
        __nccl_average(sum, n, o->type, size);
    cudaDeviceSynchronize();
    cudaFree(all);
    return sum;
}

static inline ncclResult_t __nccl_mpi_collective(const __nccl_op *o)
{
    MPI_Comm comm = o->comm->mpi;
    MPI_Datatype type = __nccl_mpi_type(o->type);
    size_t bytes = o->count * __nccl_size(o->type);
    int n = (int) o->count, rank = o->comm->rank;
    char *sum;
    bool scatters = o->kind == __NCCL_REDUCE_SCATTER;
    switch (o->kind) {
    case __NCCL_SPLIT: {
        MPI_Comm part;
        ncclComm_t *to = (ncclComm_t *) o->recv;
        int color = __nccl_color(o), size, place;
        MPI_Comm_split(comm, color < 0 ? MPI_UNDEFINED : color, __nccl_key(o), &part);
        *to = 0;
        if (part == MPI_COMM_NULL)
            return ncclSuccess;
        MPI_Comm_size(part, &size);
        MPI_Comm_rank(part, &place);
        *to = __nccl_comm(size, place, o->comm->device, 0);
        (*to)->mpi = part;
        return ncclSuccess;
    }
    case __NCCL_BROADCAST:
        if (rank == o->peer)
            __nccl_copy(o->recv, o->send, bytes);
        MPI_Bcast(o->recv, n, type, o->peer, comm);
        return ncclSuccess;
    case __NCCL_ALL_GATHER:
        MPI_Allgather(o->send == (char *) o->recv + rank * bytes ? MPI_IN_PLACE : o->send, n, type, o->recv, n, type, comm);
        return ncclSuccess;
    default: break;
    }
    sum = __nccl_mpi_reduced(o, scatters ? o->count * o->comm->size : o->count);
    if (!sum)
        return __nccl_fail(ncclUnhandledCudaError, "out of device memory");
    if (o->kind != __NCCL_REDUCE || rank == o->peer)
        __nccl_copy(o->recv, sum + (scatters ? rank * bytes : 0), bytes);
    cudaFree(sum);
    return ncclSuccess;
}

/* The operations of a group that are between processes: sends and receives at once, collectives in their order. */
static inline ncclResult_t __nccl_mpi_run(__nccl_op *first)
{
    int count = 0, device;
    ncclResult_t result = ncclSuccess;
    cudaGetDevice(&device);
    for (__nccl_op *o = first; o; o = o->behind)
        count += !o->comm->world;
    if (!count)
        return ncclSuccess;
    MPI_Request *requests = new MPI_Request[count + 1];
    count = 0;
    for (__nccl_op *o = first; o; o = o->behind) {
        if (o->comm->world)
            continue;
        __nccl_settle(o);
        if (o->kind == __NCCL_SEND)
            MPI_Isend(o->send, (int) o->count, __nccl_mpi_type(o->type), o->peer, __NCCL_TAG, o->comm->mpi, requests + count++);
        else if (o->kind == __NCCL_RECV)
            MPI_Irecv(o->recv, (int) o->count, __nccl_mpi_type(o->type), o->peer, __NCCL_TAG, o->comm->mpi, requests + count++);
        o->done = __nccl_is_point(o);
    }
    MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
    for (__nccl_op *o = first; o; o = o->behind) {
        if (o->comm->world || o->done)
            continue;
        cudaSetDevice(o->comm->device);
        __nccl_end(o, __nccl_mpi_collective(o));
        result = result ? result : o->result;
    }
    delete[] requests;
    cudaSetDevice(device);
    return result;
}

/* A communicator of the ranks of NCCL in their order, which the process with the identifier gathers. */
static inline MPI_Comm __nccl_mpi_join(const __nccl_id *id, int size, int rank)
{
    int me, *order = new int[size], tag = __NCCL_TAG + 1 + (int) (id->number % 1000);
    MPI_Comm comm;
    MPI_Group world, group;
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    if (me == id->root) {
        order[rank] = me;
        for (int i = 1; i < size; i++) {
            MPI_Status status;
            int which;
            MPI_Recv(&which, 1, MPI_INT, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &status);
            order[which] = status.MPI_SOURCE;
        }
        for (int i = 0; i < size; i++)
            if (order[i] != me)
                MPI_Send(order, size, MPI_INT, order[i], tag, MPI_COMM_WORLD);
    } else {
        MPI_Send(&rank, 1, MPI_INT, id->root, tag, MPI_COMM_WORLD);
        MPI_Recv(order, size, MPI_INT, id->root, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, size, order, &group);
    MPI_Comm_create_group(MPI_COMM_WORLD, group, tag, &comm);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    delete[] order;
    return comm;
}

/* ---- groups ---- */

static inline ncclResult_t ncclGroupStart(void)
{
    __nccl_my_group()->depth++;
    return ncclSuccess;
}

/* Ends when all of them are done. */
static inline ncclResult_t __nccl_execute(__nccl_op *first)
{
    for (__nccl_op *o = first; o; o = o->behind) {
        o->done = false;
        if (!o->comm->world)
            continue;
        o->next = 0;
        *o->comm->last = o;
        o->comm->last = &o->next;
    }
    ncclResult_t result = __nccl_mpi_run(first);
    for (__nccl_op *o = first; o; o = o->behind)
        if (o->comm->world && !o->done)
            __nccl_run(o->comm->world);
    for (__nccl_op *o = first; o; o = o->behind) {
        while (!o->done)
            __thread_wait();
        result = result ? result : o->result;
    }
    return result;
}

/* A node of a graph: what was captured runs each time the graph does. */
static void __nccl_replay(void *first)
{
    if (__nccl_execute((__nccl_op *) first))
        fprintf(stderr, "NCCL in a graph: %s\n", __nccl_error);
}

static inline ncclResult_t __nccl_finish(__nccl_group *g)
{
    ncclResult_t result = g->result;
    __nccl_op *first = g->first;
    cudaStreamCaptureStatus captured = cudaStreamCaptureStatusNone;
    for (int i = 0; i < g->wanted_count; i++)
        while ((*g->wanted[i])->world && (*g->wanted[i])->world->joined < (*g->wanted[i])->world->size)
            __thread_wait();
    g->wanted_count = 0;
    g->result = ncclSuccess;
    g->first = 0;
    g->last = &g->first;
    if (first)
        cudaStreamIsCapturing(first->stream, &captured);
    if (captured == cudaStreamCaptureStatusActive) { /* the graph keeps them */
        cudaLaunchHostFunc(first->stream, __nccl_replay, first);
        return result;
    }
    ncclResult_t executed = __nccl_execute(first);
    while (first) {
        __nccl_op *o = first;
        first = o->behind;
        delete o;
    }
    return result ? result : executed;
}

static inline ncclResult_t ncclGroupEnd(void)
{
    __nccl_group *g = __nccl_my_group();
    if (!g->depth)
        return __nccl_fail(ncclInvalidUsage, "ncclGroupEnd without ncclGroupStart");
    return --g->depth ? ncclSuccess : __nccl_finish(g);
}

static inline ncclResult_t __nccl_call(__nccl_kind kind, const void *send, void *recv, size_t count, ncclDataType_t type, int op, int peer, ncclComm_t comm,
                                       cudaStream_t stream)
{
    __nccl_group *g = __nccl_my_group();
    ncclResult_t bad = ncclSuccess;
    if (!comm)
        bad = __nccl_fail(ncclInvalidArgument, "the communicator is null");
    else if (type < 0 || type >= ncclNumTypes || op < 0 || op >= ncclNumOps + comm->scalar_count ||
             (op >= ncclNumOps && (!comm->scalars[op - ncclNumOps].live || comm->scalars[op - ncclNumOps].type != type)))
        bad = __nccl_fail(ncclInvalidArgument, "there is no such data type or operation");
    else if (peer < 0 || peer >= comm->size)
        bad = __nccl_fail(ncclInvalidArgument, "the communicator has no such rank");
    if (bad) {
        g->result = g->depth ? bad : ncclSuccess;
        return bad;
    }
    __nccl_op *o = new __nccl_op();
    o->kind = kind;
    o->send = send;
    o->recv = recv;
    o->count = count;
    o->type = type;
    o->op = (ncclRedOp_t) op;
    o->peer = peer;
    o->comm = comm;
    o->stream = stream;
    *g->last = o;
    g->last = &o->behind;
    return g->depth ? ncclSuccess : __nccl_finish(g);
}

static inline ncclResult_t ncclAllReduce(const void *send, void *recv, size_t count, ncclDataType_t type, ncclRedOp_t op, ncclComm_t comm, cudaStream_t stream)
{
    return __nccl_call(__NCCL_ALL_REDUCE, send, recv, count, type, op, 0, comm, stream);
}
static inline ncclResult_t ncclReduce(const void *send, void *recv, size_t count, ncclDataType_t type, ncclRedOp_t op, int root, ncclComm_t comm, cudaStream_t stream)
{
    return __nccl_call(__NCCL_REDUCE, send, recv, count, type, op, root, comm, stream);
}
static inline ncclResult_t ncclBroadcast(const void *send, void *recv, size_t count, ncclDataType_t type, int root, ncclComm_t comm, cudaStream_t stream)
{
    return __nccl_call(__NCCL_BROADCAST, send, recv, count, type, 0, root, comm, stream);
}
static inline ncclResult_t ncclBcast(void *data, size_t count, ncclDataType_t type, int root, ncclComm_t comm, cudaStream_t stream)
{
    return ncclBroadcast(data, data, count, type, root, comm, stream);
}
static inline ncclResult_t ncclAllGather(const void *send, void *recv, size_t count, ncclDataType_t type, ncclComm_t comm, cudaStream_t stream)
{
    return __nccl_call(__NCCL_ALL_GATHER, send, recv, count, type, 0, 0, comm, stream);
}
static inline ncclResult_t ncclReduceScatter(const void *send, void *recv, size_t count, ncclDataType_t type, ncclRedOp_t op, ncclComm_t comm, cudaStream_t stream)
{
    return __nccl_call(__NCCL_REDUCE_SCATTER, send, recv, count, type, op, 0, comm, stream);
}
static inline ncclResult_t ncclSend(const void *send, size_t count, ncclDataType_t type, int peer, ncclComm_t comm, cudaStream_t stream)
{
    return __nccl_call(__NCCL_SEND, send, 0, count, type, 0, peer, comm, stream);
}
static inline ncclResult_t ncclRecv(void *recv, size_t count, ncclDataType_t type, int peer, ncclComm_t comm, cudaStream_t stream)
{
    return __nccl_call(__NCCL_RECV, 0, recv, count, type, 0, peer, comm, stream);
}

/* ---- communicators ---- */

static inline ncclResult_t ncclGetVersion(int *version)
{
    *version = NCCL_VERSION_CODE;
    return ncclSuccess;
}

static inline ncclResult_t ncclGetUniqueId(ncclUniqueId *out)
{
    __nccl_id id = {__NCCL_MAGIC, ++__nccl_numbers, 0, 1};
    int there = 0;
    MPI_Initialized(&there);
    if (there) {
        MPI_Comm_rank(MPI_COMM_WORLD, &id.root);
        MPI_Comm_size(MPI_COMM_WORLD, &id.processes);
    }
    memset(out, 0, sizeof *out);
    memcpy(out, &id, sizeof id);
    return ncclSuccess;
}

static inline ncclComm_t __nccl_comm(int size, int rank, int device, __nccl_world *w)
{
    ncclComm_t c = new ncclComm();
    c->rank = rank;
    c->size = size;
    c->device = device;
    c->world = w;
    c->last = &c->first;
    if (w) {
        w->ranks[rank] = c;
        w->joined++;
    }
    return c;
}

static inline __nccl_world *__nccl_new_world(unsigned long id, int size)
{
    __nccl_world *w = new __nccl_world();
    w->id = id;
    w->size = size;
    w->ranks = new ncclComm_t[size];
    for (int r = 0; r < size; r++)
        w->ranks[r] = 0;
    w->next = __nccl_worlds;
    return __nccl_worlds = w;
}

static inline ncclResult_t ncclCommInitRank(ncclComm_t *comm, int size, ncclUniqueId unique, int rank)
{
    __nccl_id id;
    int device, total = 1;
    memcpy(&id, &unique, sizeof id);
    cudaGetDevice(&device);
    if (id.magic != __NCCL_MAGIC || size < 1 || rank < 0 || rank >= size)
        return __nccl_fail(ncclInvalidArgument, "the identifier, the number of ranks or the rank is not valid");
    if (id.processes > 1)
        MPI_Comm_size(MPI_COMM_WORLD, &total);
    if (id.processes > 1 && size > 1) {
        *comm = __nccl_comm(size, rank, device, 0);
        (*comm)->mpi = __nccl_mpi_join(&id, size, rank);
        return ncclSuccess;
    }
    __nccl_world *w = __nccl_worlds;
    while (w && (w->id != id.number || w->joined == w->size))
        w = w->next;
    if (!w)
        w = __nccl_new_world(id.number, size);
    if (w->size != size || w->ranks[rank])
        return __nccl_fail(ncclInvalidUsage, "two ranks have the same number, or disagree about how many there are");
    *comm = __nccl_comm(size, rank, device, w);
    __thread_wake();
    __nccl_group *g = __nccl_my_group();
    if (g->wanted_count == (int) (sizeof g->wanted / sizeof *g->wanted))
        return __nccl_fail(ncclInvalidUsage, "too many communicators are made in one group");
    g->wanted[g->wanted_count++] = comm;
    return g->depth ? ncclSuccess : __nccl_finish(g);
}
static inline ncclResult_t ncclCommInitRankConfig(ncclComm_t *comm, int size, ncclUniqueId id, int rank, ncclConfig_t *config)
{
    return ncclCommInitRank(comm, size, id, rank);
}

/* devices 0: the first ones. */
static inline ncclResult_t ncclCommInitAll(ncclComm_t *comms, int count, const int *devices)
{
    int there = 0;
    cudaGetDeviceCount(&there);
    if (count < 1)
        return __nccl_fail(ncclInvalidArgument, "a communicator has at least one rank");
    for (int i = 0; i < count; i++) {
        int d = devices ? devices[i] : i;
        if (d < 0 || d >= there)
            return __nccl_fail(ncclInvalidArgument, "there is no such device");
        for (int k = 0; devices && k < i; k++)
            if (devices[k] == d)
                return __nccl_fail(ncclInvalidUsage, "a device is given twice");
    }
    __nccl_world *w = __nccl_new_world(0, count);
    for (int i = 0; i < count; i++)
        comms[i] = __nccl_comm(count, i, devices ? devices[i] : i, w);
    return ncclSuccess;
}

/* A rank without a color gets no communicator. */
static inline ncclResult_t ncclCommSplit(ncclComm_t comm, int color, int key, ncclComm_t *out, ncclConfig_t *config)
{
    if (color < NCCL_SPLIT_NOCOLOR)
        return __nccl_fail(ncclInvalidArgument, "a color is not negative, or is NCCL_SPLIT_NOCOLOR");
    return __nccl_call(__NCCL_SPLIT, 0, out, (size_t) (unsigned) color | (size_t) (unsigned) key << 32, ncclInt8, 0, 0, comm, 0);
}

static inline ncclResult_t ncclRedOpCreatePreMulSum(ncclRedOp_t *op, void *scalar, ncclDataType_t type, ncclScalarResidence_t residence, ncclComm_t comm)
{
    if (!comm || !op || !scalar || type < 0 || type >= ncclNumTypes)
        return __nccl_fail(ncclInvalidArgument, "the communicator, the operation or the number is null, or there is no such data type");
    __nccl_scalar *all = new __nccl_scalar[comm->scalar_count + 1], *s = all + comm->scalar_count;
    for (int i = 0; i < comm->scalar_count; i++)
        all[i] = comm->scalars[i];
    s->live = true;
    s->type = type;
    s->device = residence == ncclScalarDevice ? scalar : 0;
    memset(s->value, 0, sizeof s->value);
    if (residence != ncclScalarDevice)
        memcpy(s->value, scalar, __nccl_size(type));
    delete[] comm->scalars;
    comm->scalars = all;
    *op = (ncclRedOp_t) (ncclNumOps + comm->scalar_count++);
    return ncclSuccess;
}

static inline ncclResult_t ncclRedOpDestroy(ncclRedOp_t op, ncclComm_t comm)
{
    if (!comm || op < ncclNumOps || op >= ncclNumOps + comm->scalar_count || !comm->scalars[op - ncclNumOps].live)
        return __nccl_fail(ncclInvalidArgument, "the communicator has no such operation");
    comm->scalars[op - ncclNumOps].live = false;
    return ncclSuccess;
}

static inline ncclResult_t ncclCommDestroy(ncclComm_t comm)
{
    if (!comm)
        return ncclSuccess;
    if (!comm->world) {
        MPI_Comm_free(&comm->mpi);
    } else {
        __nccl_world *w = comm->world;
        w->ranks[comm->rank] = 0;
        if (++w->left == w->size) {
            __nccl_world **p = &__nccl_worlds;
            while (*p != w)
                p = &(*p)->next;
            *p = w->next;
            delete[] w->ranks;
            delete w;
        }
    }
    delete[] comm->scalars;
    delete comm;
    return ncclSuccess;
}
static inline ncclResult_t ncclCommAbort(ncclComm_t comm) { return ncclCommDestroy(comm); }
static inline ncclResult_t ncclCommFinalize(ncclComm_t comm) { return comm ? ncclSuccess : ncclInvalidArgument; }
static inline ncclResult_t ncclCommCount(const ncclComm_t comm, int *out) { return comm ? (*out = comm->size, ncclSuccess) : ncclInvalidArgument; }
static inline ncclResult_t ncclCommUserRank(const ncclComm_t comm, int *out) { return comm ? (*out = comm->rank, ncclSuccess) : ncclInvalidArgument; }
static inline ncclResult_t ncclCommCuDevice(const ncclComm_t comm, int *out) { return comm ? (*out = comm->device, ncclSuccess) : ncclInvalidArgument; }
static inline ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t *out) { return *out = ncclSuccess; }

static inline ncclResult_t ncclMemAlloc(void **out, size_t bytes) { return cudaMalloc(out, bytes) == cudaSuccess ? ncclSuccess : ncclUnhandledCudaError; }
static inline ncclResult_t ncclMemFree(void *p) { return cudaFree(p) == cudaSuccess ? ncclSuccess : ncclUnhandledCudaError; }
static inline ncclResult_t ncclCommRegister(const ncclComm_t comm, void *p, size_t bytes, void **handle) { *handle = p; return ncclSuccess; }
static inline ncclResult_t ncclCommDeregister(const ncclComm_t comm, void *handle) { return ncclSuccess; }

static inline const char *ncclGetErrorString(ncclResult_t result)
{
    switch (result) {
    case ncclSuccess: return "no error";
    case ncclUnhandledCudaError: return "unhandled cuda error (run with NCCL_DEBUG=INFO for details)";
    case ncclSystemError: return "unhandled system error (run with NCCL_DEBUG=INFO for details)";
    case ncclInternalError: return "internal error - please report this issue to the NCCL developers";
    case ncclInvalidArgument: return "invalid argument (run with NCCL_DEBUG=WARN for details)";
    case ncclInvalidUsage: return "invalid usage (run with NCCL_DEBUG=WARN for details)";
    case ncclRemoteError: return "remote process exited or there was a network error";
    case ncclInProgress: return "NCCL operation in progress";
    default: return "unknown result code";
    }
}
static inline const char *ncclGetLastError(ncclComm_t comm) { return __nccl_error; }

#endif
