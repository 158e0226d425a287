/* SPDX-License-Identifier: Apache-2.0 */
/* Which kernels NVIDIA's libraries do the work of, and how a launch becomes a call. Next: gpu_load.c, then gpu_blas.c and its neighbours. */
#include "device/cuda/library/gpu_library.h"

#include <stdlib.h>

#include "base/check.h"
#include "device/cuda/library/gpu_library_impl.h"

struct gpu_libraries *gpu_libraries_new(const struct gpu_memory *memory, int driver)
{
    struct gpu_libraries *l = xcalloc(1, sizeof *l);
    l->memory = *memory;
    l->driver = driver;
    return l;
}

/* Handles and workspaces go with the context, which goes with the process. */
void gpu_libraries_free(struct gpu_libraries **l)
{
    if (*l)
        VEC_FREE(&(*l)->rooms);
    free(*l);
    *l = NULL;
}

const struct gpu_routine *gpu_routine_find(const char *ptx_name)
{
    const struct {
        const struct gpu_routine *rows;
        size_t count;
    } tables[] = {
        {gpu_blas,    gpu_blas_count  },
        {gpu_fft,     gpu_fft_count   },
        {gpu_solvers, gpu_solver_count},
        {gpu_sparse,  gpu_sparse_count},
    };

    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        for (size_t k = 0; k < tables[i].count; k++)
            if (!strncmp(ptx_name, tables[i].rows[k].begins, strlen(tables[i].rows[k].begins)))
                return &tables[i].rows[k];
    return NULL;
}

enum device_library gpu_routine_library(const struct gpu_routine *r)
{
    return r->library;
}

/* The library's handle, in the call's stream. */
static bool enter(struct gpu_call *c, enum device_library which)
{
    struct gpu_loaded *g = &c->libraries->at[which];
    void **h = &g->handle;
    switch (which) {
    case DEVICE_CUBLAS:
        return (*h || GPU(c, CUBLAS, cublasCreate_v2, h)) &&
               GPU(c, CUBLAS, cublasSetStream_v2, *h, c->stream);
    case DEVICE_CUSOLVER:
        return (*h || GPU(c, CUSOLVER, cusolverDnCreate, h)) &&
               GPU(c, CUSOLVER, cusolverDnSetStream, *h, c->stream);
    case DEVICE_CUSPARSE:
        return (*h || GPU(c, CUSPARSE, cusparseCreate, h)) &&
               GPU(c, CUSPARSE, cusparseSetStream, *h, c->stream);
    case DEVICE_CUFFT:
    case DEVICE_LIBRARIES: break;
    }
    return true;
}

enum gpu_outcome gpu_routine_run(const struct gpu_routine *r, struct gpu_call *c)
{
    if (!gpu_load(c->libraries, r->library))
        return GPU_DECLINED;
    enum gpu_outcome done = enter(c, r->library) ? r->run(c, r) : GPU_FAILED;
    if (done == GPU_DONE)
        c->libraries->at[r->library].info.calls++;
    return done;
}

void gpu_library_info(struct gpu_libraries *l, enum device_library which,
                      struct device_library_info *out)
{
    gpu_load(l, which);
    *out = l->at[which].info;
}

bool gpu_library_note(struct gpu_libraries *l, enum device_library which,
                      struct device_library_info *out)
{
    struct gpu_loaded *g = &l->at[which];
    bool due = g->tried && !g->told && !g->info.ready && !g->info.unwanted;
    g->told |= due;
    if (due)
        *out = g->info;
    return due;
}
