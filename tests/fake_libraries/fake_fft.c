/* SPDX-License-Identifier: Apache-2.0 */
/* cuFFT (cufft.h): transforms by their definition. */
#include <math.h>
#include <stdlib.h>

#include "fake_library.h"

enum { PLANS = 256, C2C = 0x29 };

static struct {
    int n, count, type;
} plans[PLANS];

EXPORT int cufftGetVersion(int *version)
{
    *version = 11400;
    return 0;
}

EXPORT int cufftPlanMany(int *plan, int rank, int *n, int *in_embed, int in_stride, int in_apart,
                         int *out_embed, int out_stride, int out_apart, int type, int count)
{
    enum { INVALID_SIZE = 8, ALLOC_FAILED = 2 };

    ENTER;
    if (rank != 1 || n[0] < 1 || count < 1)
        return INVALID_SIZE;
    int i = 0;
    while (i < PLANS && plans[i].n)
        i++;
    if (i == PLANS)
        return ALLOC_FAILED;
    plans[i].n = n[0];
    plans[i].count = count;
    plans[i].type = type;
    *plan = i;
    return 0;
}

EXPORT int cufftDestroy(int plan)
{
    ENTER;
    plans[plan].n = 0;
    return 0;
}

EXPORT int cufftSetStream(int plan, void *stream)
{
    return 0;
}

static int transform(int plan, const void *from, void *to, int sign, int type)
{
    int n = plans[plan].n;
    double complex *row = malloc((size_t) n * sizeof *row);
    for (int64_t r = 0; r < plans[plan].count; r++) {
        for (int k = 0; k < n; k++) {
            row[k] = 0;
            for (int64_t t = 0; t < n; t++)
                row[k] += fake_get(from, r * n + t, type) *
                          cexp(sign * 2 * I * M_PI * (double) (t * k % n) / n);
        }
        for (int k = 0; k < n; k++)
            fake_put(to, r * n + k, type, row[k]);
    }
    free(row);
    return 0;
}

EXPORT int cufftExecC2C(int plan, void *from, void *to, int direction)
{
    ENTER;
    return transform(plan, from, to, direction, 4);
}

EXPORT int cufftExecZ2Z(int plan, void *from, void *to, int direction)
{
    ENTER;
    return transform(plan, from, to, direction, 5);
}
