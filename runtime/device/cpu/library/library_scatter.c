/* SPDX-License-Identifier: Apache-2.0 */
/* Additions at places: add_at of compute/kernels/scatter.cu. Values are added one after the other, in their order, as NumPy does. */
#include "device/cpu/library/library_impl.h"

enum { STEP = 1 << 18 /* additions between looks at the interrupt */ };

struct additions {
    const void *places, *values;
    void *to;
    int64_t step; /* between values: 0: there is one */
    int parts;    /* of a number: those of a complex one are numbers of their own */
};

#define ADD(name, T, Place)                                                                        \
    static void name(const struct additions *a, int64_t first, int64_t end)                        \
    {                                                                                              \
        const Place *place = a->places;                                                            \
        const T *value = a->values;                                                                \
        T *sum = a->to, one = *value;                                                              \
        int parts = a->parts;                                                                      \
        for (int64_t i = first; i < end && parts == 1 && a->step; i++)                             \
            sum[place[i]] += value[i];                                                             \
        for (int64_t i = first; i < end && parts == 1 && !a->step; i++)                            \
            sum[place[i]] += one;                                                                  \
        for (int64_t i = first; i < end && parts == 2; i++) {                                      \
            sum[2 * place[i]] += value[2 * i * a->step];                                           \
            sum[2 * place[i] + 1] += value[2 * i * a->step + 1];                                   \
        }                                                                                          \
    }
#define ADD_TYPE(name, T)                                                                          \
    ADD(name##_at_int, T, int32_t)                                                                 \
    ADD(name##_at_long, T, int64_t)
ADD_TYPE(add_f32, float)
ADD_TYPE(add_f64, double)
ADD_TYPE(add_u32, uint32_t)
ADD_TYPE(add_u64, uint64_t)
#undef ADD_TYPE
#undef ADD

typedef void adder(const struct additions *a, int64_t first, int64_t end);

enum { WIDE = 1, COMPLEX = 2 }; /* `kind` of a row: places are long, numbers are complex */

static bool all_below(const void *places, bool wide, int64_t n, uint64_t room)
{
    const int32_t *narrow = places;
    const int64_t *long_places = places;
    uint64_t most = 0;
    for (int64_t i = 0; i < n; i++) {
        uint64_t place = wide ? (uint64_t) long_places[i] : (uint64_t) (int64_t) narrow[i];
        most = place > most ? place : most;
    }
    return most < room;
}

/* (n, places, from, step, to, apart); type: the size of a number or of its part, and whether it is real in bit 0. A place that is out of range is
 * left to the kernel, which explains it. */
static bool add_at(const struct library_call *c)
{
    bool wide = c->row->kind & WIDE, real = c->row->type & 1;
    struct additions a = {.step = library_long(c, 3), .parts = c->row->kind & COMPLEX ? 2 : 1};
    uint32_t size = c->row->type & ~1u, whole = size * (uint32_t) a.parts;
    int64_t n = library_long(c, 0);
    if (n < 1 || library_long(c, 5) != 1)
        return false;
    uint64_t room = library_behind(c, 4, whole), values = a.step ? (uint64_t) n : 1;
    a.places = library_range(c, 1, 0, (uint64_t) n * (wide ? 8 : 4), wide ? 8 : 4);
    a.values = library_range(c, 2, 0, values * whole, size);
    a.to = room ? library_range(c, 4, 0, room * whole, size) : NULL;
    if (!a.places || !a.values || !a.to || !all_below(a.places, wide, n, room))
        return false;
    adder *add = real && size == 4 ? (wide ? add_f32_at_long : add_f32_at_int)
                 : real            ? (wide ? add_f64_at_long : add_f64_at_int)
                 : size == 4       ? (wide ? add_u32_at_long : add_u32_at_int)
                                   : (wide ? add_u64_at_long : add_u64_at_int);
    for (int64_t i = 0; i < n && !atomic_load(c->interrupted); i += STEP)
        add(&a, i, n - i < STEP ? n : i + STEP);
    return true;
}

#define ROWS(T, kind, type)                                                                        \
    {"_ZN8warpcell6add_atI" #T "iE", add_at, kind, type},                                          \
        {"_ZN8warpcell6add_atI" #T "lE", add_at, (kind) | WIDE, type},
const struct library_kernel library_scatters[] = {
    ROWS(f, 0, 4 | 1) ROWS(d, 0, 8 | 1) ROWS(i, 0, 4) ROWS(j, 0, 4) ROWS(l, 0, 8) ROWS(m, 0, 8)
        ROWS(6float2, COMPLEX, 4 | 1) ROWS(7double2, COMPLEX, 8 | 1)};
const size_t library_scatter_count = sizeof library_scatters / sizeof *library_scatters;
