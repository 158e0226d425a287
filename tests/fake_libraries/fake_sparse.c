/* SPDX-License-Identifier: Apache-2.0 */
/* cuSPARSE's generic API (cusparse.h): products with matrices in CSR form. */
#include <stdlib.h>

#include "fake_library.h"

enum { I64 = 3, ROWS_FIRST = 2 };

struct sparse {
    int64_t rows, columns, count;
    const void *offsets, *indices, *values;
    int offset_type, index_type, base, type;
};

struct dense {
    int64_t rows, columns, ld;
    void *values;
    int type, order;
};

static struct {
    int mode;
} context;

EXPORT int cusparseCreate(void **handle)
{
    ENTER;
    *handle = &context;
    return 0;
}

EXPORT int cusparseGetVersion(void *handle, int *version)
{
    *version = 12510;
    return 0;
}

EXPORT int cusparseSetStream(void *handle, void *stream)
{
    return 0;
}

EXPORT int cusparseSetPointerMode(void *handle, int mode)
{
    context.mode = mode;
    return 0;
}

EXPORT int cusparseCreateCsr(void **matrix, int64_t rows, int64_t columns, int64_t count,
                             void *offsets, void *indices, void *values, int offset_type,
                             int index_type, int base, int type)
{
    ENTER;
    struct sparse *m = malloc(sizeof *m);
    *m = (struct sparse){rows,   columns,     count,      offsets, indices,
                         values, offset_type, index_type, base,    type};
    *matrix = m;
    return 0;
}

EXPORT int cusparseCreateDnMat(void **matrix, int64_t rows, int64_t columns, int64_t ld,
                               void *values, int type, int order)
{
    ENTER;
    struct dense *m = malloc(sizeof *m);
    *m = (struct dense){rows, columns, ld, values, type, order};
    *matrix = m;
    return 0;
}

EXPORT int cusparseCreateDnVec(void **vector, int64_t n, void *values, int type)
{
    return cusparseCreateDnMat(vector, n, 1, n, values, type, 1);
}

EXPORT int cusparseDestroySpMat(void *matrix)
{
    free(matrix);
    return 0;
}

EXPORT int cusparseDestroyDnVec(void *vector)
{
    free(vector);
    return 0;
}

EXPORT int cusparseDestroyDnMat(void *matrix)
{
    free(matrix);
    return 0;
}

static int64_t whole(const void *from, int64_t i, int type)
{
    return type == I64 ? ((const int64_t *) from)[i] : ((const int32_t *) from)[i];
}

static int64_t place(const struct dense *d, int64_t i, int64_t j)
{
    return d->order == ROWS_FIRST ? i * d->ld + j : i + j * d->ld;
}

static int product(const void *alpha, const struct sparse *a, const struct dense *x,
                   const void *beta, struct dense *y)
{
    enum { INVALID_VALUE = 3 };

    double complex f = fake_get(alpha, 0, a->type), g = fake_get(beta, 0, a->type);
    if (x->rows != a->columns || y->rows != a->rows || x->columns != y->columns ||
        whole(a->offsets, a->rows, a->offset_type) - a->base != a->count)
        return INVALID_VALUE;
    for (int64_t i = 0; i < a->rows; i++)
        for (int64_t j = 0; j < y->columns; j++) {
            double complex sum = 0;
            for (int64_t e = whole(a->offsets, i, a->offset_type) - a->base;
                 e < whole(a->offsets, i + 1, a->offset_type) - a->base; e++)
                sum +=
                    fake_get(a->values, e, a->type) *
                    fake_get(x->values, place(x, whole(a->indices, e, a->index_type) - a->base, j),
                             x->type);
            sum *= f;
            if (g != 0)
                sum += g * fake_get(y->values, place(y, i, j), y->type);
            fake_put(y->values, place(y, i, j), y->type, sum);
        }
    return 0;
}

EXPORT int cusparseSpMV_bufferSize(void *handle, int t, const void *alpha, void *a, void *x,
                                   const void *beta, void *y, int compute, int algorithm,
                                   size_t *size)
{
    ENTER;
    *size = 64;
    return 0;
}

EXPORT int cusparseSpMV(void *handle, int t, const void *alpha, void *a, void *x, const void *beta,
                        void *y, int compute, int algorithm, void *work)
{
    ENTER;
    return product(alpha, a, x, beta, y);
}

EXPORT int cusparseSpMM_bufferSize(void *handle, int ta, int tb, const void *alpha, void *a,
                                   void *b, const void *beta, void *c, int compute, int algorithm,
                                   size_t *size)
{
    ENTER;
    *size = 64;
    return 0;
}

EXPORT int cusparseSpMM(void *handle, int ta, int tb, const void *alpha, void *a, void *b,
                        const void *beta, void *c, int compute, int algorithm, void *work)
{
    ENTER;
    return product(alpha, a, b, beta, c);
}
