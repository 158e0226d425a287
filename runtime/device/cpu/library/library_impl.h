/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <pthread.h>
#include <string.h>

#include "device/cpu/library/host_library.h"
#include "device/cpu/loops/loops.h"

/* Shared by the files of this folder. */

/* What is used of OpenBLAS. Matrices are column-major; the numbers of CBLAS's enumerations are CblasColMajor = 102, CblasNoTrans = 111,
 * CblasTrans = 112, CblasConjTrans = 113. */
struct blas {
    void (*sgemm)(int layout, int ta, int tb, int m, int n, int k, float alpha, const float *a,
                  int lda, const float *b, int ldb, float beta, float *c, int ldc);
    void (*dgemm)(int layout, int ta, int tb, int m, int n, int k, double alpha, const double *a,
                  int lda, const double *b, int ldb, double beta, double *c, int ldc);
    void (*set_threads)(int n);
};

/* What is used of LAPACK, by its Fortran interface: every argument is a pointer, and the length of each text follows at the end. For the
 * numbers of enum lapack_number; syevd takes real numbers, heevd complex ones. */
enum lapack_number { LAPACK_F32, LAPACK_F64, LAPACK_C32, LAPACK_C64, LAPACK_NUMBERS };

struct lapack {
    void (*getrf[LAPACK_NUMBERS])(const int *m, const int *n, void *a, const int *lda, int *pivots,
                                  int *info);
    void (*getrs[LAPACK_NUMBERS])(const char *t, const int *n, const int *count, const void *a,
                                  const int *lda, const int *pivots, void *b, const int *ldb,
                                  int *info, size_t);
    void (*potrf[LAPACK_NUMBERS])(const char *uplo, const int *n, void *a, const int *lda,
                                  int *info, size_t);
    void (*potrs[LAPACK_NUMBERS])(const char *uplo, const int *n, const int *count, const void *a,
                                  const int *lda, void *b, const int *ldb, int *info, size_t);
    void (*geqrf[LAPACK_NUMBERS])(const int *m, const int *n, void *a, const int *lda, void *taus,
                                  void *work, const int *size, int *info);
    void (*orgqr[LAPACK_NUMBERS])(const int *m, const int *n, const int *k, void *a, const int *lda,
                                  const void *taus, void *work, const int *size, int *info);
    void (*ormqr[LAPACK_NUMBERS])(const char *side, const char *t, const int *m, const int *n,
                                  const int *k, const void *a, const int *lda, const void *taus,
                                  void *c, const int *ldc, void *work, const int *size, int *info,
                                  size_t, size_t);
    void (*syevd[2])(const char *job, const char *uplo, const int *n, void *a, const int *lda,
                     void *w, void *work, const int *size, int *integers, const int *integer_size,
                     int *info, size_t, size_t);
    void (*heevd[2])(const char *job, const char *uplo, const int *n, void *a, const int *lda,
                     void *w, void *work, const int *size, void *reals, const int *real_size,
                     int *integers, const int *integer_size, int *info, size_t, size_t);
    void (*geev[2])(const char *left, const char *right, const int *n, void *a, const int *lda,
                    void *re, void *im, void *vl, const int *ldvl, void *vr, const int *ldvr,
                    void *work, const int *size, int *info, size_t, size_t);
    void (*complex_geev[2])(const char *left, const char *right, const int *n, void *a,
                            const int *lda, void *w, void *vl, const int *ldvl, void *vr,
                            const int *ldvr, void *work, const int *size, void *reals, int *info,
                            size_t, size_t);
    void (*gesdd[2])(const char *job, const int *m, const int *n, void *a, const int *lda, void *s,
                     void *u, const int *ldu, void *vt, const int *ldvt, void *work,
                     const int *size, int *integers, int *info, size_t);
    void (*complex_gesdd[2])(const char *job, const int *m, const int *n, void *a, const int *lda,
                             void *s, void *u, const int *ldu, void *vt, const int *ldvt,
                             void *work, const int *size, void *reals, int *integers, int *info,
                             size_t);
    void (*gesvd[2])(const char *jobu, const char *jobvt, const int *m, const int *n, void *a,
                     const int *lda, void *s, void *u, const int *ldu, void *vt, const int *ldvt,
                     void *work, const int *size, int *info, size_t, size_t);
    /* of BLAS: the rest is in struct blas */
    void (*symm[2])(const char *side, const char *uplo, const int *m, const int *n,
                    const void *alpha, const void *a, const int *lda, const void *b, const int *ldb,
                    const void *beta, void *c, const int *ldc, size_t, size_t);
    void (*syrk[2])(const char *uplo, const char *t, const int *n, const int *k, const void *alpha,
                    const void *a, const int *lda, const void *beta, void *c, const int *ldc,
                    size_t, size_t);
    void (*trmm[2])(const char *side, const char *uplo, const char *t, const char *diagonal,
                    const int *m, const int *n, const void *alpha, const void *a, const int *lda,
                    void *b, const int *ldb, size_t, size_t, size_t, size_t);
    void (*trsm[2])(const char *side, const char *uplo, const char *t, const char *diagonal,
                    const int *m, const int *n, const void *alpha, const void *a, const int *lda,
                    void *b, const int *ldb, size_t, size_t, size_t, size_t);
    void (*gemm[LAPACK_NUMBERS])(const char *ta, const char *tb, const int *m, const int *n,
                                 const int *k, const void *alpha, const void *a, const int *lda,
                                 const void *b, const int *ldb, const void *beta, void *c,
                                 const int *ldc, size_t, size_t);
};

struct library {
    pthread_mutex_t
        lock; /* guards what follows; blas and lapack do not change once they are loaded */
    bool tried;
    void *handle; /* of dlopen; NULL: there is none */
    struct blas blas;
    bool has_lapack; /* the library holds all of it */
    struct lapack lapack;
};

/* A kernel that a routine does the work of. `kind` and `type` are for the routine. */
struct library_kernel {
    const char *begins; /* the name in PTX, up to the template arguments that choose the types */
    library_routine run;
    uint8_t kind, type;
};

const struct blas *library_blas(const struct library_call *c);     /* NULL: none is installed */
const struct lapack *library_lapack(const struct library_call *c); /* NULL: none is installed */

static inline void library_param(const struct library_call *c, uint32_t index, void *out)
{
    memcpy(out, c->params + c->param[index].offset, c->param[index].size);
}

static inline int library_int(const struct library_call *c, uint32_t index)
{
    int value = 0;
    library_param(c, index, &value);
    return value;
}

static inline int64_t library_long(const struct library_call *c, uint32_t index)
{
    int64_t value = 0;
    library_param(c, index, &value);
    return value;
}

/* The address in parameter `index` plus `offset`, if `bytes` from there on lie in one live allocation, and a multiple of `size` from
 * address 0. NULL: they do not. */
void *library_range(const struct library_call *c, uint32_t index, int64_t offset, uint64_t bytes,
                    uint32_t size);

/* The elements of this size from the address in parameter `index` to the end of its allocation. */
uint64_t library_behind(const struct library_call *c, uint32_t index, uint32_t size);

void *library_at(const struct library_call *c, uint64_t address, uint64_t bytes, uint32_t size);

/* library_fork.c: calls run(user, part) for each part, which may fork too. */
void library_fork(const struct library_call *c, uint32_t parts,
                  void (*run)(void *user, uint32_t part), void *user);
/* Into how many parts n elements go, of at least `least` each: no more than there are threads. */
uint32_t library_parts(const struct library_call *c, uint64_t n, uint64_t least);

/* library_reduce.c */
extern const struct library_kernel library_reductions[], library_histograms[];
extern const size_t library_reduction_count, library_histogram_count;
/* library_sort.c, library_fft.c */
extern const struct library_kernel library_sorts[], library_transforms[];
extern const size_t library_sort_count, library_transform_count;

/* library_learn.c */
extern const struct library_kernel library_learners[];
extern const size_t library_learner_count;

/* library_lapack.c */
extern const struct library_kernel library_solvers[];
extern const size_t library_solver_count;
/* library_sparse.c */
extern const struct library_kernel library_sparse[];
extern const size_t library_sparse_count;
/* library_scatter.c */
extern const struct library_kernel library_scatters[];
extern const size_t library_scatter_count;
/* library_blas.c */
extern const struct library_kernel library_blas3[];
extern const size_t library_blas3_count;

/* library_gemm.c: see the kernels for the parameters */
bool library_matmul_f32(const struct library_call *c); /* compute/kernels/matmul.cu */
bool library_matmul_f64(const struct library_call *c);
bool library_gemm_f32(const struct library_call *c); /* lang/include/cuda/cublas_v2.h */
bool library_gemm_f64(const struct library_call *c);
bool library_gemm_f16(const struct library_call *c);     /* __half in and out */
bool library_gemm_f16_f32(const struct library_call *c); /* __half in, float out */
