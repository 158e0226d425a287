/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of dense linear algebra (lang/include/detail/__solver.h) by cuSOLVER. Where a kernel has no parameter for `info`, it is at the
 * start of the workspace. */
#include "device/cuda/library/gpu_library_impl.h"

enum { INFO_BYTES = 256 /* what follows stays aligned */ };

static const uint8_t size_of[] = {[GPU_F32] = 4, [GPU_F64] = 8, [GPU_C32] = 8, [GPU_C64] = 16};

#define SOLVE(name, ...) GPU(c, CUSOLVER, name, gpu_handle(c, DEVICE_CUSOLVER), __VA_ARGS__)
/* The same call for each type of numbers. */
#define SOLVE_OF(call, ...) SOLVE_AS(call, call, __VA_ARGS__)
#define SOLVE_AS(real, complex, ...)                                                               \
    (r->type == GPU_F32   ? SOLVE(cusolverDnS##real, __VA_ARGS__)                                  \
     : r->type == GPU_F64 ? SOLVE(cusolverDnD##real, __VA_ARGS__)                                  \
     : r->type == GPU_C32 ? SOLVE(cusolverDnC##complex, __VA_ARGS__)                               \
                          : SOLVE(cusolverDnZ##complex, __VA_ARGS__))

static enum gpu_outcome done(bool ok)
{
    return ok ? GPU_DONE : GPU_FAILED;
}

static bool room(struct gpu_call *c, const struct gpu_routine *r, int numbers, void **out)
{
    return gpu_room(c, DEVICE_CUSOLVER, (size_t) (numbers > 0 ? numbers : 1) * size_of[r->type],
                    out);
}

/* (m, n, a, lda, pivots, info) */
static enum gpu_outcome getrf(struct gpu_call *c, const struct gpu_routine *r)
{
    int m = gpu_int(c, 0), n = gpu_int(c, 1), lda = gpu_int(c, 3), size = 0;
    void *a = gpu_pointer(c, 2), *work;
    return done(SOLVE_OF(getrf_bufferSize, m, n, a, lda, &size) && room(c, r, size, &work) &&
                SOLVE_OF(getrf, m, n, a, lda, work, gpu_pointer(c, 4), gpu_pointer(c, 5)));
}

/* (transposed, n, count, a, lda, pivots, b, ldb) */
static enum gpu_outcome getrs(struct gpu_call *c, const struct gpu_routine *r)
{
    void *info;
    return done(gpu_room(c, DEVICE_CUSOLVER, INFO_BYTES, &info) &&
                SOLVE_OF(getrs, gpu_int(c, 0), gpu_int(c, 1), gpu_int(c, 2), gpu_pointer(c, 3),
                         gpu_int(c, 4), gpu_pointer(c, 5), gpu_pointer(c, 6), gpu_int(c, 7), info));
}

/* (upper, n, a, lda, info) */
static enum gpu_outcome potrf(struct gpu_call *c, const struct gpu_routine *r)
{
    int upper = gpu_int(c, 0), n = gpu_int(c, 1), lda = gpu_int(c, 3), size = 0;
    void *a = gpu_pointer(c, 2), *work;
    return done(SOLVE_OF(potrf_bufferSize, upper, n, a, lda, &size) && room(c, r, size, &work) &&
                SOLVE_OF(potrf, upper, n, a, lda, work, size, gpu_pointer(c, 4)));
}

/* (upper, n, count, a, lda, b, ldb) */
static enum gpu_outcome potrs(struct gpu_call *c, const struct gpu_routine *r)
{
    void *info;
    return done(gpu_room(c, DEVICE_CUSOLVER, INFO_BYTES, &info) &&
                SOLVE_OF(potrs, gpu_int(c, 0), gpu_int(c, 1), gpu_int(c, 2), gpu_pointer(c, 3),
                         gpu_int(c, 4), gpu_pointer(c, 5), gpu_int(c, 6), info));
}

/* (m, n, a, lda, taus, info) */
static enum gpu_outcome geqrf(struct gpu_call *c, const struct gpu_routine *r)
{
    int m = gpu_int(c, 0), n = gpu_int(c, 1), lda = gpu_int(c, 3), size = 0;
    void *a = gpu_pointer(c, 2), *work;
    return done(SOLVE_OF(geqrf_bufferSize, m, n, a, lda, &size) && room(c, r, size, &work) &&
                SOLVE_OF(geqrf, m, n, a, lda, gpu_pointer(c, 4), work, size, gpu_pointer(c, 5)));
}

/* (m, n, k, a, lda, taus, work, info) */
static enum gpu_outcome orgqr(struct gpu_call *c, const struct gpu_routine *r)
{
    int m = gpu_int(c, 0), n = gpu_int(c, 1), k = gpu_int(c, 2), lda = gpu_int(c, 4), size = 0;
    void *a = gpu_pointer(c, 3), *taus = gpu_pointer(c, 5), *work;
    return done(SOLVE_AS(orgqr_bufferSize, ungqr_bufferSize, m, n, k, a, lda, taus, &size) &&
                room(c, r, size, &work) &&
                SOLVE_AS(orgqr, ungqr, m, n, k, a, lda, taus, work, size, gpu_pointer(c, 7)));
}

/* (transposed, m, n, k, a, lda, taus, c, ldc, info) */
static enum gpu_outcome ormqr(struct gpu_call *c, const struct gpu_routine *r)
{
    enum { LEFT };

    enum { PLAIN, TURNED, CONJUGATED }; /* cublasOperation_t */

    int t = !gpu_int(c, 0)       ? PLAIN
            : r->type >= GPU_C32 ? CONJUGATED
                                 : TURNED,
        m = gpu_int(c, 1), n = gpu_int(c, 2), k = gpu_int(c, 3), lda = gpu_int(c, 5),
        ldc = gpu_int(c, 8), size = 0;
    void *a = gpu_pointer(c, 4), *taus = gpu_pointer(c, 6), *to = gpu_pointer(c, 7), *work;
    return done(SOLVE_AS(ormqr_bufferSize, unmqr_bufferSize, LEFT, t, m, n, k, a, lda, taus, to,
                         ldc, &size) &&
                room(c, r, size, &work) &&
                SOLVE_AS(ormqr, unmqr, LEFT, t, m, n, k, a, lda, taus, to, ldc, work, size,
                         gpu_pointer(c, 9)));
}

/* (vectors, upper, n, a, lda, w, work, info) */
#define EIGENVALUES(name, call)                                                                    \
    static enum gpu_outcome name(struct gpu_call *c, const struct gpu_routine *r)                  \
    {                                                                                              \
        int vectors = gpu_int(c, 0), upper = gpu_int(c, 1), n = gpu_int(c, 2),                     \
            lda = gpu_int(c, 4), size = 0;                                                         \
        void *a = gpu_pointer(c, 3), *w = gpu_pointer(c, 5), *work;                                \
        return done(SOLVE(call##_bufferSize, vectors, upper, n, a, lda, w, &size) &&               \
                    room(c, r, size, &work) &&                                                     \
                    SOLVE(call, vectors, upper, n, a, lda, w, work, size, gpu_pointer(c, 7)));     \
    }
EIGENVALUES(ssyevd, cusolverDnSsyevd)
EIGENVALUES(dsyevd, cusolverDnDsyevd)
EIGENVALUES(cheevd, cusolverDnCheevd)
EIGENVALUES(zheevd, cusolverDnZheevd)
#undef EIGENVALUES

/* (m, n, a, lda, s, u, ldu, all, vt, ldvt, work, info), m >= n; u and vt may be NULL */
static enum gpu_outcome gesvd(struct gpu_call *c, const struct gpu_routine *r)
{
    int m = gpu_int(c, 0), n = gpu_int(c, 1), lda = gpu_int(c, 3), ldu = gpu_int(c, 6),
        all = gpu_int(c, 7), ldvt = gpu_int(c, 9), size = 0;
    void *u = gpu_pointer(c, 5), *vt = gpu_pointer(c, 8), *work;
    signed char kind = all ? 'A' : 'S';
    return done(SOLVE_OF(gesvd_bufferSize, m, n, &size) && room(c, r, size, &work) &&
                SOLVE_OF(gesvd, u ? kind : 'N', vt ? kind : 'N', m, n, gpu_pointer(c, 2), lda,
                         gpu_pointer(c, 4), u, u ? ldu : m, vt, vt ? ldvt : n, work, size, NULL,
                         gpu_pointer(c, 11)));
}

/* clang-format off */
#define ROWS(name, run)                                                          \
    {name "IfE", run, DEVICE_CUSOLVER, GPU_F32, 0, 0},                           \
    {name "IdE", run, DEVICE_CUSOLVER, GPU_F64, 0, 0},                           \
    {name "I16__solver_complexIfEE", run, DEVICE_CUSOLVER, GPU_C32, 0, 0},       \
    {name "I16__solver_complexIdEE", run, DEVICE_CUSOLVER, GPU_C64, 0, 0}
const struct gpu_routine gpu_solvers[] = {
    ROWS("_Z14__solver_getrf", getrf),
    ROWS("_Z14__solver_getrs", getrs),
    ROWS("_Z14__solver_potrf", potrf),
    ROWS("_Z14__solver_potrs", potrs),
    ROWS("_Z14__solver_geqrf", geqrf),
    ROWS("_Z14__solver_orgqr", orgqr),
    ROWS("_Z14__solver_ormqr", ormqr),
    {"_Z14__solver_gesvdIffE", gesvd, DEVICE_CUSOLVER, GPU_F32, 0, 0},
    {"_Z14__solver_gesvdIddE", gesvd, DEVICE_CUSOLVER, GPU_F64, 0, 0},
    {"_Z14__solver_gesvdI16__solver_complexIfEfE", gesvd, DEVICE_CUSOLVER, GPU_C32, 0, 0},
    {"_Z14__solver_gesvdI16__solver_complexIdEdE", gesvd, DEVICE_CUSOLVER, GPU_C64, 0, 0},
    {"_Z14__solver_heevdIffE",        ssyevd, DEVICE_CUSOLVER, GPU_F32, 0, 0},
    {"_Z14__solver_heevdIddE",        dsyevd, DEVICE_CUSOLVER, GPU_F64, 0, 0},
    {"_Z14__solver_heevdI6float2fE",  cheevd, DEVICE_CUSOLVER, GPU_C32, 0, 0},
    {"_Z14__solver_heevdI7double2dE", zheevd, DEVICE_CUSOLVER, GPU_C64, 0, 0},
};
#undef ROWS
/* clang-format on */
const size_t gpu_solver_count = sizeof gpu_solvers / sizeof *gpu_solvers;
