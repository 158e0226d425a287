/* SPDX-License-Identifier: Apache-2.0 */
/* The passes of Fourier transforms, and their roots: compute/kernels/fft.cu. loops/loops_fft.c computes them; here they are cut into parts. */
#include <stdlib.h>

#include "device/cpu/library/library_impl.h"

enum { COMPLEX, REAL, RADIXES = 14, PARTS_LEAST = 1 << 15 };

struct fft_work {
    const struct library_call *call;
    struct loop_fft_pass pass; /* of row 0 */
    uint64_t from_row, to_row; /* bytes */
    int64_t rows;
    uint32_t parts, single;
    int radix;
};

/* Long transforms are cut, short ones are whole. */
static void pass_part(void *user, uint32_t part)
{
    const struct fft_work *w = user;
    int64_t each = w->pass.n / w->radix, all = each * w->rows, first = all * part / w->parts,
            end = all * (part + 1) / w->parts;
    while (first < end && !atomic_load(w->call->interrupted)) {
        struct loop_fft_pass p = w->pass;
        int64_t row = first / each;
        p.from = (const char *) p.from + (uint64_t) row * w->from_row;
        p.to = (char *) p.to + (uint64_t) row * w->to_row;
        p.first = first % each;
        p.end = p.first + (end - first) < each ? p.first + (end - first) : each;
        w->call->loops->fft_pass[!w->single](&p, w->radix);
        first += p.end - p.first;
    }
}

/* (n, done, sign, scale, from, roots, to); type: the size of a part of a number */
static bool pass(const struct library_call *c)
{
    uint32_t size = c->row->type & 15;
    int radix = c->row->type >> 4;
    struct fft_work w = {.call = c, .rows = c->grid.y, .single = size == 4, .radix = radix};
    struct loop_fft_pass *p = &w.pass;
    float scale;
    p->n = library_int(c, 0);
    p->done = library_int(c, 1);
    p->sign = library_int(c, 2);
    p->real = c->row->kind == REAL;
    library_param(c, 3, size == 4 ? (void *) &scale : &p->scale);
    if (size == 4)
        p->scale = (double) scale;
    w.to_row = (uint64_t) p->n * 2 * size;
    w.from_row = p->real ? w.to_row / 2 : w.to_row;
    p->from = library_range(c, 4, 0, w.from_row * (uint64_t) w.rows, size);
    p->roots = library_range(c, 5, 0, w.to_row, size);
    p->to = library_range(c, 6, 0, w.to_row * (uint64_t) w.rows, size);
    if (!p->from || !p->roots || !p->to || p->n < 1 || p->done < 1)
        return false;
    w.parts = library_parts(c, (uint64_t) (p->n / radix * w.rows), PARTS_LEAST);
    library_fork(c, w.parts, pass_part, &w);
    return true;
}

struct roots_work {
    const struct library_call *call;
    int64_t n, count;
    char *to;
    uint32_t parts, size;
    int sign;
};

static void roots_part(void *user, uint32_t part)
{
    const struct roots_work *w = user;
    w->call->loops->fft_roots[w->size == 8](w->n, w->sign, w->count * part / w->parts,
                                            w->count * (part + 1) / w->parts, w->to);
}

/* (n, sign, count, to) */
static bool roots(const struct library_call *c)
{
    struct roots_work w = {.call = c,
                           .n = library_int(c, 0),
                           .sign = library_int(c, 1),
                           .count = library_int(c, 2),
                           .size = c->row->type};
    if (w.n < 1 || w.count < 1 || w.count > w.n)
        return false;
    w.to = library_range(c, 3, 0, (uint64_t) w.count * 2 * w.size, w.size);
    w.parts = library_parts(c, (uint64_t) w.count, PARTS_LEAST);
    if (!w.to)
        return false;
    library_fork(c, w.parts, roots_part, &w);
    return true;
}

struct halves_work {
    const struct library_call *call;
    struct loop_fft_halves row; /* the first one */
    uint64_t from_row, to_row;  /* bytes */
    int64_t rows;
    uint32_t parts, size;
};

static void halves_part(void *user, uint32_t part)
{
    const struct halves_work *w = user;
    int64_t each = w->row.m / 2 + 1, all = each * w->rows, first = all * part / w->parts,
            end = all * (part + 1) / w->parts;
    while (first < end && !atomic_load(w->call->interrupted)) {
        struct loop_fft_halves h = w->row;
        int64_t row = first / each, from = first % each,
                to = from + (end - first) < each ? from + (end - first) : each;
        h.from = (const char *) h.from + (uint64_t) row * w->from_row;
        h.to = (char *) h.to + (uint64_t) row * w->to_row;
        w->call->loops->fft_halves[w->size == 8](&h, from, to);
        first += to - from;
    }
}

/* (m, sign, from, roots, to) */
static bool halves(const struct library_call *c)
{
    uint32_t size = c->row->type;
    struct halves_work w = {.call = c, .rows = c->grid.y, .size = size};
    struct loop_fft_halves *h = &w.row;
    h->m = library_int(c, 0);
    h->sign = library_int(c, 1);
    if (h->m < 1)
        return false;
    w.from_row = (uint64_t) (h->m + (h->sign > 0)) * 2 * size;
    w.to_row = (uint64_t) (h->m + (h->sign < 0)) * 2 * size;
    h->from = library_range(c, 2, 0, w.from_row * (uint64_t) w.rows, size);
    h->roots = library_range(c, 3, 0, (uint64_t) (h->m / 2 + 1) * 2 * size, size);
    h->to = library_range(c, 4, 0, w.to_row * (uint64_t) w.rows, size);
    if (!h->from || !h->roots || !h->to)
        return false;
    w.parts = library_parts(c, (uint64_t) ((h->m / 2 + 1) * w.rows), PARTS_LEAST);
    library_fork(c, w.parts, halves_part, &w);
    return true;
}

#define PASS(C, From, kind, T, size, radix)                                                        \
    {"_ZN8warpcell8fft_passI" #C #From #T "Li" #radix "EE", pass, kind, (radix) << 4 | (size)},
#define PASSES(C, From, kind, T, size)                                                             \
    PASS(C, From, kind, T, size, 1)                                                                \
    PASS(C, From, kind, T, size, 2)                                                                \
    PASS(C, From, kind, T, size, 3)                                                                \
    PASS(C, From, kind, T, size, 4)                                                                \
    PASS(C, From, kind, T, size, 5)                                                                \
    PASS(C, From, kind, T, size, 7)                                                                \
    PASS(C, From, kind, T, size, 8)                                                                \
    PASS(C, From, kind, T, size, 11)                                                               \
    PASS(C, From, kind, T, size, 13)
const struct library_kernel library_transforms[] = {
    PASSES(6float2, S1_, COMPLEX, f, 4) PASSES(6float2, f, REAL, f, 4)
        PASSES(7double2, S1_, COMPLEX, d, 8)
            PASSES(7double2, d, REAL, d, 8){"_ZN8warpcell9fft_rootsI6float2fE",    roots,  0, 4},
    {"_ZN8warpcell9fft_rootsI7double2dE",   roots,  0, 8},
    {"_ZN8warpcell10fft_halvesI6float2fE",  halves, 0, 4},
    {"_ZN8warpcell10fft_halvesI7double2dE", halves, 0, 8},
};
const size_t library_transform_count = sizeof library_transforms / sizeof *library_transforms;
