/* SPDX-License-Identifier: Apache-2.0 */
/* cuFFT (cufft.h): transforms by their definition, of up to three axes, in any layout. */
#include <math.h>
#include <stdlib.h>

#include "fake_library.h"

enum { PLANS = 256, C2C = 0x29, R2C = 0x2a, C2R = 0x2c, Z2Z = 0x69 };

struct side {
    int embed[3], stride, apart;
};

static struct plan {
    int n[3], count, type;
    struct side from, to;
} plans[PLANS];

EXPORT int cufftGetVersion(int *version)
{
    *version = 11400;
    return 0;
}

static struct side side_of(int rank, const int *embed, int stride, int apart)
{
    struct side s = {
        {1, 1, 1},
        stride, apart
    };
    for (int i = 0; i < rank; i++)
        s.embed[3 - rank + i] = embed[i];
    return s;
}

EXPORT int cufftPlanMany(int *plan, int rank, int *n, int *in_embed, int in_stride, int in_apart,
                         int *out_embed, int out_stride, int out_apart, int type, int count)
{
    enum { INVALID_SIZE = 8, ALLOC_FAILED = 2 };

    ENTER;
    if (rank < 1 || rank > 3 || !in_embed || !out_embed || count < 1)
        return INVALID_SIZE;
    int i = 0;
    while (i < PLANS && plans[i].count)
        i++;
    if (i == PLANS)
        return ALLOC_FAILED;
    struct side lengths = side_of(rank, n, 0, 0);
    plans[i] = (struct plan){
        {lengths.embed[0], lengths.embed[1], lengths.embed[2]},
        count,
        type,
        side_of(rank, in_embed, in_stride, in_apart),
        side_of(rank, out_embed, out_stride, out_apart)
    };
    *plan = i;
    return 0;
}

EXPORT int cufftDestroy(int plan)
{
    ENTER;
    plans[plan].count = 0;
    return 0;
}

EXPORT int cufftSetStream(int plan, void *stream)
{
    return 0;
}

static int64_t place(const struct side *s, int64_t b, int64_t x, int64_t y, int64_t z)
{
    return b * s->apart + ((x * s->embed[1] + y) * s->embed[2] + z) * s->stride;
}

static double complex element(const struct plan *p, const void *from, int64_t b, int64_t at)
{
    int kind = p->type & 0xf, wide = p->type >= Z2Z, complex_type = 4 + wide;
    int64_t z = at % p->n[2], y = at / p->n[2] % p->n[1], x = at / p->n[2] / p->n[1];
    if (kind == (R2C & 0xf))
        return fake_get(from, place(&p->from, b, x, y, z), wide);
    if (kind == (C2C & 0xf) || z <= p->n[2] / 2)
        return fake_get(from, place(&p->from, b, x, y, z), complex_type);
    return conj(fake_get(
        from, place(&p->from, b, (p->n[0] - x) % p->n[0], (p->n[1] - y) % p->n[1], p->n[2] - z),
        complex_type));
}

static double complex sum_at(const struct plan *p, const double complex *in, int64_t at, int sign)
{
    int64_t each = (int64_t) p->n[0] * p->n[1] * p->n[2], z = at % p->n[2],
            y = at / p->n[2] % p->n[1], x = at / p->n[2] / p->n[1];
    double complex sum = 0;
    for (int64_t i = 0; i < each; i++) {
        double turn = (double) (i % p->n[2] * z % p->n[2]) / p->n[2] +
                      (double) (i / p->n[2] % p->n[1] * y % p->n[1]) / p->n[1] +
                      (double) (i / p->n[2] / p->n[1] * x % p->n[0]) / p->n[0];
        sum += in[i] * cexp(sign * 2 * I * M_PI * turn);
    }
    return sum;
}

static int transform(int plan, const void *from, void *to, int sign)
{
    const struct plan *p = &plans[plan];
    int kind = p->type & 0xf, wide = p->type >= Z2Z;
    int64_t each = (int64_t) p->n[0] * p->n[1] * p->n[2];
    double complex *in =
        malloc((size_t) (each * p->count) * sizeof *in); /* of all: they may be in place */
    for (int64_t i = 0; i < each * p->count; i++)
        in[i] = element(p, from, i / each, i % each);
    for (int64_t i = 0; i < each * p->count; i++) {
        int64_t b = i / each, at = i % each, z = at % p->n[2], y = at / p->n[2] % p->n[1],
                x = at / p->n[2] / p->n[1];
        if (kind == (R2C & 0xf) && z > p->n[2] / 2)
            continue;
        fake_put(to, place(&p->to, b, x, y, z), kind == (C2R & 0xf) ? wide : 4 + wide,
                 sum_at(p, in + b * each, at, sign));
    }
    free(in);
    return 0;
}

#define EXEC(name, parameter, sign)                                                                \
    EXPORT int name(int plan, void *from, void *to parameter)                                      \
    {                                                                                              \
        ENTER;                                                                                     \
        return transform(plan, from, to, sign);                                                    \
    }
#define DIRECTION , int direction
#define NONE
EXEC(cufftExecC2C, DIRECTION, direction)
EXEC(cufftExecZ2Z, DIRECTION, direction)
EXEC(cufftExecR2C, NONE, -1)
EXEC(cufftExecD2Z, NONE, -1)
EXEC(cufftExecC2R, NONE, 1)
EXEC(cufftExecZ2D, NONE, 1)
