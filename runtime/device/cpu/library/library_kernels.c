/* SPDX-License-Identifier: Apache-2.0 */
/* The table of library kernels. Next: library_gemm.c. */
#include "device/cpu/library/library_impl.h"

static const struct library_kernel products[] = {
    {"_ZN8warpcell6matmulIfLi",      library_matmul_f32,   0, 0},
    {"_ZN8warpcell6matmulIdLi",      library_matmul_f64,   0, 0},
    {"_Z11__blas_gemmIfffE",         library_gemm_f32,     0, 0},
    {"_Z11__blas_gemmIdddE",         library_gemm_f64,     0, 0},
    {"_Z11__blas_gemmI6__halfS0_fE", library_gemm_f16,     0, 0},
    {"_Z11__blas_gemmI6__halfffE",   library_gemm_f16_f32, 0, 0},
};

static const struct library_kernel *find_among(const struct library_kernel *rows, size_t count,
                                               const char *ptx_name)
{
    for (size_t i = 0; i < count; i++)
        if (!strncmp(ptx_name, rows[i].begins, strlen(rows[i].begins)))
            return &rows[i];
    return NULL;
}

const struct library_kernel *library_find(const char *ptx_name)
{
    const struct {
        const struct library_kernel *rows;
        size_t count;
    } tables[] = {
        {products,           sizeof products / sizeof *products},
        {library_reductions, library_reduction_count           },
        {library_histograms, library_histogram_count           },
        {library_sorts,      library_sort_count                },
        {library_transforms, library_transform_count           },
        {library_solvers,    library_solver_count              },
        {library_blas3,      library_blas3_count               },
        {library_sparse,     library_sparse_count              },
        {library_scatters,   library_scatter_count             },
        {library_learners,   library_learner_count             },
    };

    const struct library_kernel *row = NULL;
    for (size_t i = 0; i < sizeof tables / sizeof *tables && !row; i++)
        row = find_among(tables[i].rows, tables[i].count, ptx_name);
    return row;
}

bool library_run(struct library_call *c, const struct library_kernel *row)
{
    c->row = row;
    return row->run(c);
}
