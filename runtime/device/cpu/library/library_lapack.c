/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of dense linear algebra (lang/include/detail/__solver.h) by LAPACK. The kernels' parameters are LAPACK's arguments in its order; each
 * routine says where they differ. LAPACK polls for nothing: an interrupt is seen when a routine has returned. */
#include <stdlib.h>

#include "device/cpu/library/library_impl.h"

static const uint32_t size_of[] = {
    [LAPACK_F32] = 4, [LAPACK_F64] = 8, [LAPACK_C32] = 8, [LAPACK_C64] = 16};

static uint32_t element(const struct library_call *c)
{
    return size_of[c->row->type];
}

/* The matrix in parameter `index`, column-major. NULL: it has no elements, or they do not lie within one allocation. */
static void *matrix(const struct library_call *c, uint32_t index, int rows, int columns, int ld)
{
    if (rows < 1 || columns < 1 || ld < rows)
        return NULL;
    uint64_t count = (uint64_t) (columns - 1) * (uint64_t) ld + (uint64_t) rows;
    return library_range(c, index, 0, count * element(c), element(c));
}

static void *vector(const struct library_call *c, uint32_t index, int n)
{
    return matrix(c, index, n, 1, n);
}

static int *integers(const struct library_call *c, uint32_t index, int n)
{
    return library_range(c, index, 0, (uint64_t) n * sizeof(int), sizeof(int));
}

/* What a routine asked for by size -1 has left in the first element of its work. */
static int wanted(const struct library_call *c, const char *work)
{
    float f;
    double d;
    memcpy(&f, work, sizeof f);
    memcpy(&d, work, sizeof d);
    bool single = c->row->type == LAPACK_F32 || c->row->type == LAPACK_C32;
    double n = single ? (double) f * (1 + 0x1p-23) : d;
    return n < 1 ? 1 : n > INT32_MAX ? INT32_MAX : (int) n;
}

enum { ASK = -1 };

static bool getrf(const struct library_call *c)
{
    const struct lapack *k = library_lapack(c);
    int m = library_int(c, 0), n = library_int(c, 1), lda = library_int(c, 3);
    void *a = matrix(c, 2, m, n, lda);
    int *pivots = integers(c, 4, m < n ? m : n), *info = integers(c, 5, 1);
    bool fits = k && a && pivots && info;
    if (fits)
        k->getrf[c->row->type](&m, &n, a, &lda, pivots, info);
    return fits;
}

/* (transposed, n, count, a, lda, pivots, b, ldb) */
static bool getrs(const struct library_call *c)
{
    const struct lapack *k = library_lapack(c);
    int n = library_int(c, 1), count = library_int(c, 2), lda = library_int(c, 4),
        ldb = library_int(c, 7), info;
    void *a = matrix(c, 3, n, n, lda), *b = matrix(c, 6, n, count, ldb);
    int *pivots = integers(c, 5, n);
    bool fits = k && a && b && pivots;
    static const char *const turns[] = {"N", "T", "C"};
    int turn = library_int(c, 0);
    fits = fits && turn >= 0 && turn < 3;
    if (fits)
        k->getrs[c->row->type](turns[turn], &n, &count, a, &lda, pivots, b, &ldb, &info, 1);
    return fits;
}

/* (upper, n, a, lda, info) */
static bool potrf(const struct library_call *c)
{
    const struct lapack *k = library_lapack(c);
    int n = library_int(c, 1), lda = library_int(c, 3);
    void *a = matrix(c, 2, n, n, lda);
    int *info = integers(c, 4, 1);
    bool fits = k && a && info;
    if (fits)
        k->potrf[c->row->type](library_int(c, 0) ? "U" : "L", &n, a, &lda, info, 1);
    return fits;
}

/* (upper, n, count, a, lda, b, ldb) */
static bool potrs(const struct library_call *c)
{
    const struct lapack *k = library_lapack(c);
    int n = library_int(c, 1), count = library_int(c, 2), lda = library_int(c, 4),
        ldb = library_int(c, 6), info;
    void *a = matrix(c, 3, n, n, lda), *b = matrix(c, 5, n, count, ldb);
    bool fits = k && a && b;
    if (fits)
        k->potrs[c->row->type](library_int(c, 0) ? "U" : "L", &n, &count, a, &lda, b, &ldb, &info,
                               1);
    return fits;
}

/* (m, n, a, lda, taus, info) */
static bool geqrf(const struct library_call *c)
{
    const struct lapack *k = library_lapack(c);
    int m = library_int(c, 0), n = library_int(c, 1), lda = library_int(c, 3), size = ASK;
    void *a = matrix(c, 2, m, n, lda), *taus = vector(c, 4, m < n ? m : n);
    int *info = integers(c, 5, 1);
    if (!k || !a || !taus || !info)
        return false;
    char first[16] = {0}, *work;
    k->geqrf[c->row->type](&m, &n, a, &lda, taus, first, &size, info);
    size = wanted(c, first);
    work = malloc((size_t) size * element(c));
    if (work)
        k->geqrf[c->row->type](&m, &n, a, &lda, taus, work, &size, info);
    free(work);
    return work;
}

/* (m, n, k, a, lda, taus, work, info) */
static bool orgqr(const struct library_call *c)
{
    const struct lapack *l = library_lapack(c);
    int m = library_int(c, 0), n = library_int(c, 1), k = library_int(c, 2),
        lda = library_int(c, 4), size = ASK;
    void *a = matrix(c, 3, m, n, lda), *taus = vector(c, 5, k);
    int *info = integers(c, 7, 1);
    if (!l || !a || !taus || !info)
        return false;
    char first[16] = {0}, *work;
    l->orgqr[c->row->type](&m, &n, &k, a, &lda, taus, first, &size, info);
    size = wanted(c, first);
    work = malloc((size_t) size * element(c));
    if (work)
        l->orgqr[c->row->type](&m, &n, &k, a, &lda, taus, work, &size, info);
    free(work);
    return work;
}

/* (transposed, m, n, k, a, lda, taus, c, ldc, info): Q stands on the left */
static bool ormqr(const struct library_call *c)
{
    const struct lapack *l = library_lapack(c);
    const char *t = !library_int(c, 0) ? "N" : c->row->type >= LAPACK_C32 ? "C" : "T";
    int m = library_int(c, 1), n = library_int(c, 2), k = library_int(c, 3),
        lda = library_int(c, 5), ldc = library_int(c, 8), size = ASK;
    void *a = matrix(c, 4, m, k, lda), *taus = vector(c, 6, k), *to = matrix(c, 7, m, n, ldc);
    int *info = integers(c, 9, 1);
    if (!l || !a || !taus || !to || !info)
        return false;
    char first[16] = {0}, *work;
    l->ormqr[c->row->type]("L", t, &m, &n, &k, a, &lda, taus, to, &ldc, first, &size, info, 1, 1);
    size = wanted(c, first);
    work = malloc((size_t) size * element(c));
    if (work)
        l->ormqr[c->row->type]("L", t, &m, &n, &k, a, &lda, taus, to, &ldc, work, &size, info, 1,
                               1);
    free(work);
    return work;
}

struct eigen {
    const struct lapack *k;
    const char *job, *uplo;
    int n, lda;
    void *a, *w;
    int *info;
};

static bool syevd(const struct library_call *c, struct eigen *e)
{
    int size = ASK, whole = ASK, first_integer = 0;
    char first[16] = {0};
    e->k->syevd[c->row->type](e->job, e->uplo, &e->n, e->a, &e->lda, e->w, first, &size,
                              &first_integer, &whole, e->info, 1, 1);
    size = wanted(c, first);
    whole = first_integer;
    void *work = malloc((size_t) size * element(c));
    int *numbers = malloc((size_t) whole * sizeof *numbers);
    bool ok = work && numbers;
    if (ok)
        e->k->syevd[c->row->type](e->job, e->uplo, &e->n, e->a, &e->lda, e->w, work, &size, numbers,
                                  &whole, e->info, 1, 1);
    free(work);
    free(numbers);
    return ok;
}

static bool heevd(const struct library_call *c, struct eigen *e)
{
    int type = c->row->type - LAPACK_C32, size = ASK, real = ASK, whole = ASK, first_integer = 0;
    char first[16] = {0}, first_real[16] = {0};
    e->k->heevd[type](e->job, e->uplo, &e->n, e->a, &e->lda, e->w, first, &size, first_real, &real,
                      &first_integer, &whole, e->info, 1, 1);
    size = wanted(c, first);
    real = wanted(c, first_real);
    whole = first_integer;
    void *work = malloc((size_t) size * element(c)),
         *reals = malloc((size_t) real * element(c) / 2);
    int *numbers = malloc((size_t) whole * sizeof *numbers);
    bool ok = work && reals && numbers;
    if (ok)
        e->k->heevd[type](e->job, e->uplo, &e->n, e->a, &e->lda, e->w, work, &size, reals, &real,
                          numbers, &whole, e->info, 1, 1);
    free(work);
    free(reals);
    free(numbers);
    return ok;
}

/* (vectors, upper, n, a, lda, w, work, info) */
static bool eigenvalues(const struct library_call *c)
{
    bool complex = c->row->type >= LAPACK_C32;
    uint32_t real = complex ? element(c) / 2 : element(c);
    struct eigen e = {.k = library_lapack(c),
                      .job = library_int(c, 0) ? "V" : "N",
                      .uplo = library_int(c, 1) ? "U" : "L",
                      .n = library_int(c, 2),
                      .lda = library_int(c, 4),
                      .info = integers(c, 7, 1)};
    e.a = matrix(c, 3, e.n, e.n, e.lda);
    if (!e.k || !e.a || !e.info)
        return false;
    e.w = library_range(c, 5, 0, (uint64_t) e.n * real, real);
    return e.w && (complex ? heevd : syevd)(c, &e);
}

/* ---- eigenvalues of matrices that are not symmetric ---- */

struct general {
    const struct lapack *k;
    const char *job;
    int n, type;                 /* 0: single, 1: double */
    uint32_t real;               /* the size of a part of a number */
    char *a, *re, *im, *vectors; /* copies of the matrix, what LAPACK makes */
    char *w, *v;                 /* where they go, v NULL: nowhere */
    int *info;
};

static double part_at(const struct general *g, const char *from, int i)
{
    float f;
    double d;
    memcpy(&f, from + (size_t) i * g->real, sizeof f);
    if (g->real == sizeof f)
        return (double) f;
    memcpy(&d, from + (size_t) i * g->real, sizeof d);
    return d;
}

static void put_complex(const struct general *g, char *to, int i, double x, double y)
{
    float single[2] = {(float) x, (float) y};
    double pair[2] = {x, y};
    if (g->real == 4)
        memcpy(to + (size_t) i * sizeof single, single, sizeof single);
    else
        memcpy(to + (size_t) i * sizeof pair, pair, sizeof pair);
}

/* A pair of complex eigenvalues has its vectors' real and imaginary parts in two columns. */
static void unpack(const struct general *g)
{
    for (int j = 0; j < g->n; j++) {
        double y = part_at(g, g->im, j);
        put_complex(g, g->w, j, part_at(g, g->re, j), y);
        for (int i = 0; g->v && i < g->n; i++) {
            int at = j * g->n + i, first = y < 0 ? at - g->n : at;
            double x = part_at(g, g->vectors, first),
                   other = y == 0 ? 0 : part_at(g, g->vectors, first + g->n);
            put_complex(g, g->v, at, x, y < 0 ? -other : other);
        }
    }
}

static bool real_eigen(const struct library_call *c, struct general *g)
{
    int size = ASK, one = 1;
    char first[16] = {0};
    g->k->geev[g->type]("N", g->job, &g->n, g->a, &g->n, g->re, g->im, first, &one, g->vectors,
                        &g->n, first, &size, g->info, 1, 1);
    size = wanted(c, first);
    void *work = malloc((size_t) size * g->real);
    if (work) {
        g->k->geev[g->type]("N", g->job, &g->n, g->a, &g->n, g->re, g->im, first, &one, g->vectors,
                            &g->n, work, &size, g->info, 1, 1);
        unpack(g);
    }
    free(work);
    return work;
}

static bool complex_eigen(const struct library_call *c, struct general *g)
{
    int size = ASK, one = 1;
    char first[16] = {0};
    g->k->complex_geev[g->type]("N", g->job, &g->n, g->a, &g->n, g->w, first, &one, g->v, &g->n,
                                first, &size, g->re, g->info, 1, 1);
    size = wanted(c, first);
    void *work = malloc((size_t) size * 2 * g->real);
    if (work)
        g->k->complex_geev[g->type]("N", g->job, &g->n, g->a, &g->n, g->w, first, &one, g->v, &g->n,
                                    work, &size, g->re, g->info, 1, 1);
    free(work);
    return work;
}

/* (vectors, n, a, w, v, work, info): all matrices are n x n and dense. LAPACK writes to a copy of a. */
static bool general(const struct library_call *c)
{
    bool complex = c->row->type >= LAPACK_C32, vectors = library_int(c, 0);
    struct general g = {.k = library_lapack(c),
                        .job = vectors ? "V" : "N",
                        .n = library_int(c, 1),
                        .type = complex ? c->row->type - LAPACK_C32 : c->row->type,
                        .info = integers(c, 6, 1)};
    g.real = complex ? element(c) / 2 : element(c);
    uint64_t count = g.n > 0 ? (uint64_t) g.n * (uint64_t) g.n : 0, bytes = count * element(c);
    const void *a = count ? matrix(c, 2, g.n, g.n, g.n) : NULL;
    if (!g.k || !a || !g.info)
        return false;
    g.w = library_range(c, 3, 0, (uint64_t) g.n * 2 * g.real, g.real);
    g.v = vectors ? library_range(c, 4, 0, count * 2 * g.real, g.real) : NULL;
    if (!g.w || (vectors && !g.v))
        return false;
    g.a = malloc(bytes);
    g.re = malloc((size_t) g.n * 2 * g.real);
    g.im = malloc((size_t) g.n * g.real);
    g.vectors = malloc(vectors && !complex ? bytes : 1);
    bool ok = g.a && g.re && g.im && g.vectors;
    if (ok)
        memcpy(g.a, a, bytes);
    ok = ok && (complex ? complex_eigen : real_eigen)(c, &g);
    free(g.a);
    free(g.re);
    free(g.im);
    free(g.vectors);
    return ok;
}

struct singular {
    const struct lapack *k;
    int m, n, lda, ldu, ldvt, all;
    void *a, *s, *u, *vt;
    int *info;
};

/* Both kinds of vectors or none: divide and conquer. */
static void decompose(const struct library_call *c, const struct singular *s, void *work, int size,
                      int *numbers)
{
    char all = s->all ? 'A' : 'S', none = 'N';
    if (!s->u == !s->vt)
        s->k->gesdd[c->row->type](s->u ? &all : &none, &s->m, &s->n, s->a, &s->lda, s->s, s->u,
                                  &s->ldu, s->vt, &s->ldvt, work, &size, numbers, s->info, 1);
    else
        s->k->gesvd[c->row->type](s->u ? &all : &none, s->vt ? &all : &none, &s->m, &s->n, s->a,
                                  &s->lda, s->s, s->u, &s->ldu, s->vt, &s->ldvt, work, &size,
                                  s->info, 1, 1);
}

/* Complex matrices: both kinds of vectors or none. */
static bool decompose_complex(const struct library_call *c, struct singular *s)
{
    int type = c->row->type - LAPACK_C32, size = ASK;
    const char *job = !s->u ? "N" : s->all ? "A" : "S";
    size_t m = (size_t) s->m, n = (size_t) s->n, real = element(c) / 2;
    char first[16] = {0}, *work = NULL,
         *reals = malloc(real * n * (5 * n + 2 * m + 8)); /* LAPACK's gesdd: LRWORK */
    int *numbers = malloc(8 * n * sizeof *numbers);
    bool ok = reals && numbers;
    for (int round = 0; ok && round < 2; round++) {
        s->k->complex_gesdd[type](job, &s->m, &s->n, s->a, &s->lda, s->s, s->u, &s->ldu, s->vt,
                                  &s->ldvt, round ? work : first, &size, reals, numbers, s->info,
                                  1);
        if (round)
            break;
        size = wanted(c, first);
        work = malloc((size_t) size * element(c));
        ok = work;
    }
    free(reals);
    free(numbers);
    free(work);
    return ok;
}

/* (m, n, a, lda, s, u, ldu, all, vt, ldvt, work, info), m >= n; u and vt may be NULL */
static bool singular_values(const struct library_call *c)
{
    struct singular s = {.k = library_lapack(c),
                         .m = library_int(c, 0),
                         .n = library_int(c, 1),
                         .lda = library_int(c, 3),
                         .ldu = library_int(c, 6),
                         .all = library_int(c, 7),
                         .ldvt = library_int(c, 9),
                         .info = integers(c, 11, 1)};
    bool u = library_long(c, 5), vt = library_long(c, 8);
    s.a = matrix(c, 2, s.m, s.n, s.lda);
    uint32_t real = c->row->type >= LAPACK_C32 ? element(c) / 2 : element(c);
    s.s = s.a ? library_range(c, 4, 0, (uint64_t) s.n * real, real) : NULL;
    s.u = u ? matrix(c, 5, s.m, s.all ? s.m : s.n, s.ldu) : NULL;
    s.vt = vt ? matrix(c, 8, s.n, s.n, s.ldvt) : NULL;
    if (!s.k || !s.s || !s.info || s.m < s.n || (u && !s.u) || (vt && !s.vt))
        return false;
    s.ldu = u ? s.ldu : 1;
    s.ldvt = vt ? s.ldvt : 1;
    if (c->row->type >= LAPACK_C32)
        return !s.u == !s.vt && decompose_complex(c, &s);
    char first[16] = {0};
    int *numbers = malloc((size_t) s.n * 8 * sizeof *numbers);
    if (!numbers)
        return false;
    decompose(c, &s, first, ASK, numbers);
    int size = wanted(c, first);
    void *work = malloc((size_t) size * element(c));
    if (work)
        decompose(c, &s, work, size, numbers);
    free(work);
    free(numbers);
    return work;
}

/* clang-format off */
#define ALL_ROWS(name, run)                                                                        \
    {name "IfE", run, 0, LAPACK_F32},                                                              \
    {name "IdE", run, 0, LAPACK_F64},                                                              \
    {name "I16__solver_complexIfEE", run, 0, LAPACK_C32},                                          \
    {name "I16__solver_complexIdEE", run, 0, LAPACK_C64}
const struct library_kernel library_solvers[] = {
    ALL_ROWS("_Z14__solver_getrf", getrf),
    ALL_ROWS("_Z14__solver_getrs", getrs),
    ALL_ROWS("_Z14__solver_potrf", potrf),
    ALL_ROWS("_Z14__solver_potrs", potrs),
    ALL_ROWS("_Z14__solver_geqrf", geqrf),
    ALL_ROWS("_Z14__solver_orgqr", orgqr),
    ALL_ROWS("_Z14__solver_ormqr", ormqr),
    {"_Z14__solver_gesvdIffE", singular_values, 0, LAPACK_F32},
    {"_Z14__solver_gesvdIddE", singular_values, 0, LAPACK_F64},
    {"_Z14__solver_gesvdI16__solver_complexIfEfE", singular_values, 0, LAPACK_C32},
    {"_Z14__solver_gesvdI16__solver_complexIdEdE", singular_values, 0, LAPACK_C64},
    {"_Z13__solver_geevIf6float2fE", general, 0, LAPACK_F32},
    {"_Z13__solver_geevId7double2dE", general, 0, LAPACK_F64},
    {"_Z13__solver_geevI6float2S0_fE", general, 0, LAPACK_C32},
    {"_Z13__solver_geevI7double2S0_dE", general, 0, LAPACK_C64},
    {"_Z14__solver_heevdIffE", eigenvalues, 0, LAPACK_F32},
    {"_Z14__solver_heevdIddE", eigenvalues, 0, LAPACK_F64},
    {"_Z14__solver_heevdI6float2fE", eigenvalues, 0, LAPACK_C32},
    {"_Z14__solver_heevdI7double2dE", eigenvalues, 0, LAPACK_C64},
};
#undef ALL_ROWS
/* clang-format on */
const size_t library_solver_count = sizeof library_solvers / sizeof *library_solvers;
