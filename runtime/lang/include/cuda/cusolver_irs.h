/* SPDX-License-Identifier: Apache-2.0 */
/* Part of cusolverDn.h: refinement with its settings in objects (IRSXgesv, IRSXgels), by the calls of __solver_more.h. */
#ifndef WARPCELL_CUSOLVER_IRS_H
#define WARPCELL_CUSOLVER_IRS_H

typedef struct cusolverDnIRSParams {
    int main, lowest, refinement, most, most_inner; /* 0: not set */
    double tolerance, inner;
    bool fallback;
} *cusolverDnIRSParams_t;
typedef struct cusolverDnIRSInfos {
    int rounds, most;
    bool residual;
} *cusolverDnIRSInfos_t;

__SOLVER_CALL cusolverDnIRSParamsCreate(cusolverDnIRSParams_t *out)
{
    *out = (cusolverDnIRSParams_t) calloc(1, sizeof(struct cusolverDnIRSParams));
    (*out)->most = (*out)->most_inner = __SOLVER_REFINEMENTS;
    (*out)->fallback = true;
    return CUSOLVER_STATUS_SUCCESS;
}

__SOLVER_CALL cusolverDnIRSParamsDestroy(cusolverDnIRSParams_t p)
{
    if (!p)
        return CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED;
    free(p);
    return CUSOLVER_STATUS_SUCCESS;
}

#define __SOLVER_IRS_SETTING(Name, type, good, wrong, action)                                  \
    __SOLVER_CALL cusolverDnIRSParams##Name(cusolverDnIRSParams_t p, type v)                   \
    {                                                                                          \
        if (!p)                                                                                \
            return CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED;                                 \
        if (!(good))                                                                           \
            return wrong;                                                                      \
        action;                                                                                \
        return CUSOLVER_STATUS_SUCCESS;                                                        \
    }
__SOLVER_IRS_SETTING(SetSolverMainPrecision, cusolverPrecType_t, v >= CUSOLVER_R_8I && v <= CUSOLVER_C_AP, CUSOLVER_STATUS_IRS_PARAMS_INVALID_PREC, p->main = v)
__SOLVER_IRS_SETTING(SetSolverLowestPrecision, cusolverPrecType_t, v >= CUSOLVER_R_8I && v <= CUSOLVER_C_AP, CUSOLVER_STATUS_IRS_PARAMS_INVALID_PREC, p->lowest = v)
__SOLVER_IRS_SETTING(SetRefinementSolver, cusolverIRSRefinement_t, v > CUSOLVER_IRS_REFINE_NOT_SET && v <= CUSOLVER_IRS_REFINE_GMRES_NOPCOND,
                     CUSOLVER_STATUS_IRS_PARAMS_INVALID_REFINE, p->refinement = v)
__SOLVER_IRS_SETTING(SetTol, double, v > 0, CUSOLVER_STATUS_INVALID_VALUE, p->tolerance = v)
__SOLVER_IRS_SETTING(SetTolInner, double, v > 0, CUSOLVER_STATUS_INVALID_VALUE, p->inner = v)
__SOLVER_IRS_SETTING(SetMaxIters, cusolver_int_t, v >= 0, CUSOLVER_STATUS_IRS_PARAMS_INVALID_MAXITER, p->most = v)
__SOLVER_IRS_SETTING(SetMaxItersInner, cusolver_int_t, v >= 0, CUSOLVER_STATUS_IRS_PARAMS_INVALID_MAXITER, p->most_inner = v)
__SOLVER_IRS_SETTING(GetMaxIters, cusolver_int_t *, v, CUSOLVER_STATUS_INVALID_VALUE, *v = p->most)

__SOLVER_CALL cusolverDnIRSParamsSetSolverPrecisions(cusolverDnIRSParams_t p, cusolverPrecType_t main, cusolverPrecType_t lowest)
{
    cusolverStatus_t status = cusolverDnIRSParamsSetSolverMainPrecision(p, main);
    return status ? status : cusolverDnIRSParamsSetSolverLowestPrecision(p, lowest);
}

__SOLVER_CALL cusolverDnIRSParamsEnableFallback(cusolverDnIRSParams_t p)
{
    if (!p)
        return CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED;
    p->fallback = true;
    return CUSOLVER_STATUS_SUCCESS;
}

__SOLVER_CALL cusolverDnIRSParamsDisableFallback(cusolverDnIRSParams_t p)
{
    if (!p)
        return CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED;
    p->fallback = false;
    return CUSOLVER_STATUS_SUCCESS;
}

__SOLVER_CALL cusolverDnIRSInfosCreate(cusolverDnIRSInfos_t *out)
{
    *out = (cusolverDnIRSInfos_t) calloc(1, sizeof(struct cusolverDnIRSInfos));
    return CUSOLVER_STATUS_SUCCESS;
}

__SOLVER_CALL cusolverDnIRSInfosDestroy(cusolverDnIRSInfos_t infos)
{
    if (!infos)
        return CUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED;
    free(infos);
    return CUSOLVER_STATUS_SUCCESS;
}

#define __SOLVER_IRS_INFO(Name, field)                                                         \
    __SOLVER_CALL cusolverDnIRSInfos##Name(cusolverDnIRSInfos_t infos, cusolver_int_t *out)    \
    {                                                                                          \
        if (!infos)                                                                            \
            return CUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED;                                  \
        *out = infos->field;                                                                   \
        return CUSOLVER_STATUS_SUCCESS;                                                        \
    }
__SOLVER_IRS_INFO(GetNiters, rounds)
__SOLVER_IRS_INFO(GetOuterNiters, rounds)
__SOLVER_IRS_INFO(GetMaxIters, most)

static inline cusolverStatus_t __solver_irs_ready(cusolverDnIRSParams_t p)
{
    if (!p)
        return CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED;
    bool known = p->main == CUSOLVER_R_64F || p->main == CUSOLVER_R_32F || p->main == CUSOLVER_C_64F || p->main == CUSOLVER_C_32F;
    return !known || !p->lowest ? CUSOLVER_STATUS_IRS_PARAMS_INVALID_PREC : !p->refinement ? CUSOLVER_STATUS_IRS_PARAMS_INVALID_REFINE : CUSOLVER_STATUS_SUCCESS;
}

/* call(S, T): of the main precision. */
#define __SOLVER_IRS_TYPE(p, call)                                     \
    switch ((p)->main) {                                               \
    case CUSOLVER_R_32F: call(SS, float) break;                        \
    case CUSOLVER_R_64F: call(DD, double) break;                       \
    case CUSOLVER_C_32F: call(CC, cuComplex) break;                    \
    default: call(ZZ, cuDoubleComplex) break;                          \
    }

__SOLVER_CALL cusolverDnIRSXgesv_bufferSize(cusolverDnHandle_t h, cusolverDnIRSParams_t p, cusolver_int_t n, cusolver_int_t count, size_t *bytes)
{
    cusolverStatus_t status = __solver_irs_ready(p);
    if (status)
        return status;
    __SOLVER_CHECK(n >= 0 && count >= 0);
    *bytes = __solver_refine_bytes(n, count, sizeof(cuDoubleComplex)) + n * sizeof(int);
    return CUSOLVER_STATUS_SUCCESS;
}

__SOLVER_CALL cusolverDnIRSXgesv(cusolverDnHandle_t h, cusolverDnIRSParams_t p, cusolverDnIRSInfos_t infos, cusolver_int_t n, cusolver_int_t count, void *a,
                                 cusolver_int_t lda, void *b, cusolver_int_t ldb, void *x, cusolver_int_t ldx, void *work, size_t bytes,
                                 cusolver_int_t *rounds, cusolver_int_t *info)
{
    typedef __solver_complex<double> Z;
    typedef __solver_complex<float> C;
    cusolverStatus_t status = __solver_irs_ready(p);
    if (status)
        return status;
    if (!infos)
        return CUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED;
    __SOLVER_CHECK(__solver_gesv_fits(n, count, lda, ldb, ldx) && rounds && bytes >= __solver_refine_bytes(n, count, sizeof(Z)) + n * sizeof(int));
    int *pivots = (int *) work;
    char *room = (char *) work + (n * sizeof(int) + 15) / 16 * 16;
    bool refined = p->lowest != p->main && p->refinement != CUSOLVER_IRS_REFINE_NONE && n && count;
    double tolerance = p->tolerance > 0 ? p->tolerance : 2.2e-16 * sqrt((double) n);
    *rounds = 0;
    if (refined && p->main == CUSOLVER_R_64F)
        status = __solver_refine<double, float>(h, n, count, (double *) a, lda, pivots, (const double *) b, ldb, (double *) x, ldx, room, tolerance, p->most,
                                                p->fallback, rounds, info);
    else if (refined && p->main == CUSOLVER_C_64F)
        status = __solver_refine<Z, C>(h, n, count, (Z *) a, lda, pivots, (const Z *) b, ldb, (Z *) x, ldx, room, tolerance, p->most, p->fallback, rounds, info);
    else {
#define __SOLVER_ONE(S, T) \
    status = cusolverDn##S##gesv(h, n, count, (T *) a, lda, pivots, (T *) b, ldb, (T *) x, ldx, room, bytes, rounds, info);
        __SOLVER_IRS_TYPE(p, __SOLVER_ONE)
#undef __SOLVER_ONE
    }
    infos->rounds = *rounds;
    infos->most = p->most;
    return status;
}

__SOLVER_CALL cusolverDnIRSXgels_bufferSize(cusolverDnHandle_t h, cusolverDnIRSParams_t p, cusolver_int_t m, cusolver_int_t n, cusolver_int_t count,
                                            size_t *bytes)
{
    cusolverStatus_t status = __solver_irs_ready(p);
    if (status)
        return status;
    __SOLVER_CHECK(m >= n && n >= 0 && count >= 0);
    *bytes = ((size_t) n + (size_t) m * count + 1) * sizeof(cuDoubleComplex);
    return CUSOLVER_STATUS_SUCCESS;
}

/* Directly, in the main precision. */
__SOLVER_CALL cusolverDnIRSXgels(cusolverDnHandle_t h, cusolverDnIRSParams_t p, cusolverDnIRSInfos_t infos, cusolver_int_t m, cusolver_int_t n,
                                 cusolver_int_t count, void *a, cusolver_int_t lda, void *b, cusolver_int_t ldb, void *x, cusolver_int_t ldx, void *work,
                                 size_t bytes, cusolver_int_t *rounds, cusolver_int_t *info)
{
    cusolverStatus_t status = __solver_irs_ready(p);
    if (status)
        return status;
    if (!infos)
        return CUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED;
#define __SOLVER_ONE(S, T) status = cusolverDn##S##gels(h, m, n, count, (T *) a, lda, (T *) b, ldb, (T *) x, ldx, work, bytes, rounds, info);
    __SOLVER_IRS_TYPE(p, __SOLVER_ONE)
#undef __SOLVER_ONE
    infos->rounds = status ? 0 : *rounds;
    infos->most = p->most;
    return status;
}

#endif
