/* SPDX-License-Identifier: Apache-2.0 */
/* Texture fetching and surface addressing, one texel at a time, as the CUDA C++ Programming Guide's appendix
 * 'Texture Fetching' defines it: texel i covers [i, i + 1); linear filtering is between the centres, with weights of 8
 * fractional bits. Next: op_image.c, which calls it for the lanes of a warp. */
#include "device/cpu/exec/texture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "device/cpu/code/float_bits.h"
#include "device/cpu/code/lane_types.h"

/* ---- the table ---- */

uint64_t image_add(struct image_table *t, const struct device_image *i,
                   const struct device_sampler *s)
{
    for (uint64_t tried = 0; tried < IMAGES_MAX; tried++) {
        uint64_t slot = ++t->made % IMAGES_MAX;
        if (atomic_load(&t->slots[slot]))
            continue;
        struct image_binding *n = xcalloc(1, sizeof *n);
        n->at = *i;
        n->is_surface = !s;
        if (s)
            n->sampler = *s;
        n->handle = t->made;
        atomic_store(&t->slots[slot], n);
        return n->handle;
    }
    return 0;
}

const struct image_binding *image_of(const struct image_table *t, uint64_t handle)
{
    const struct image_binding *i =
        atomic_load_explicit(&t->slots[handle % IMAGES_MAX], memory_order_acquire);
    return i && i->handle == handle ? i : NULL;
}

bool image_remove(struct image_table *t, uint64_t handle)
{
    struct image_binding *i = (struct image_binding *) image_of(t, handle);
    if (i)
        atomic_store(&t->slots[handle % IMAGES_MAX], NULL);
    free(i);
    return i != NULL;
}

void image_clear(struct image_table *t)
{
    for (int k = 0; k < IMAGES_MAX; k++)
        free(atomic_load(&t->slots[k]));
}

/* ---- texels ---- */

union texel {
    f32 f[4];
    s64 n[4]; /* integers, and the bits of floats that are fetched as integers */
};

uint32_t image_texel_bytes(const struct device_image *i)
{
    return (u32) i->channels * i->bits / 8;
}

static s64 channel_bits(const char *p, const struct device_image *i, u32 channel)
{
    bool sign = i->kind == CHANNEL_SIGNED;
    switch (i->bits) {
    case 8: {
        u8 v = (u8) p[channel];
        return sign ? (s64) (s8) v : (s64) v;
    }
    case 16: {
        u16 v;
        memcpy(&v, p + 2 * channel, sizeof v);
        return sign ? (s64) (s16) v : (s64) v;
    }
    default: {
        u32 v;
        memcpy(&v, p + 4 * channel, sizeof v);
        return sign ? (s64) (s32) v : (s64) v;
    }
    }
}

static f32 channel_float(s64 bits, const struct image_binding *t)
{
    const struct device_image *i = &t->at;
    if (i->kind == CHANNEL_FLOAT)
        return i->bits == 16 ? f32_of_f16((u16) bits) : bits_f32((u32) bits);
    if (!t->sampler.read_normalized || i->bits == 32)
        return (f32) bits;
    f32 most = (f32) ((1 << (i->bits - (i->kind == CHANNEL_SIGNED))) - 1), v = (f32) bits / most;
    return v < -1 ? -1 : v;
}

/* Integer texel coordinates, inside the image. Channels that the image lacks read as 0, the last one as 1. */
static void read_texel(const struct image_binding *t, bool as_float, const s64 at[3],
                       union texel *out)
{
    const struct device_image *i = &t->at;
    const char *p = (const char *) (uintptr_t) (i->address + (u64) at[2] * i->slice_pitch +
                                                (u64) at[1] * i->row_pitch +
                                                (u64) at[0] * image_texel_bytes(i));
    for (u32 k = 0; k < 4; k++) {
        s64 bits = k < i->channels ? channel_bits(p, i, k) : k == 3;
        if (as_float)
            out->f[k] = k < i->channels ? channel_float(bits, t) : (f32) bits;
        else
            out->n[k] = bits;
    }
}

static void read_border(const struct image_binding *t, bool as_float, union texel *out)
{
    for (u32 k = 0; k < 4; k++)
        if (as_float)
            out->f[k] = t->at.linear ? 0 : t->sampler.border[k];
        else
            out->n[k] = t->at.linear ? 0 : (s64) t->sampler.border[k];
}

static s64 modulo(s64 a, s64 n)
{
    s64 r = a % n;
    return r < 0 ? r + n : r;
}

/* The index in [0, n) that `at` maps to; -1: the border. */
static s64 wrapped(s64 at, s64 n, enum device_wrap how)
{
    if (at >= 0 && at < n)
        return at;
    switch (how) {
    case WRAP_REPEAT: return modulo(at, n);
    case WRAP_MIRROR: {
        s64 m = modulo(at, 2 * n);
        return m < n ? m : 2 * n - 1 - m;
    }
    case WRAP_CLAMP: return at < 0 ? 0 : n - 1;
    case WRAP_BORDER: break;
    }
    return -1;
}

int64_t image_extent(const struct device_image *i, uint32_t axis)
{
    u32 n = axis == 0 ? i->width : axis == 1 ? i->height : i->depth;
    return n ? n : 1;
}

/* Repeating and mirroring exist for normalised coordinates only; others are clamped. */
static enum device_wrap wrap_of(const struct image_binding *t, const struct image_access *s,
                                u32 axis)
{
    enum device_wrap w = t->sampler.wrap[axis];
    if (t->at.cube)
        return WRAP_CLAMP;
    if (t->at.linear)
        return WRAP_BORDER;
    bool normalized = t->sampler.normalized && s->float_coords;
    return !normalized && (w == WRAP_REPEAT || w == WRAP_MIRROR) ? WRAP_CLAMP : w;
}

int64_t image_wrapped(const struct image_binding *t, const struct image_access *s, uint32_t axis,
                      int64_t at)
{
    return wrapped(at, image_extent(&t->at, axis), wrap_of(t, s, axis));
}

static void texel_at(const struct image_binding *t, const struct image_access *s, bool as_float,
                     const s64 at[3], s64 slice, union texel *out)
{
    s64 inside[3] = {0, 0, slice};
    for (u32 axis = 0; axis < s->dims; axis++) {
        s64 k = image_wrapped(t, s, axis, at[axis]);
        if (k < 0) {
            read_border(t, as_float, out);
            return;
        }
        inside[axis] = k;
    }
    read_texel(t, as_float, inside, out);
}

/* ---- cubes: the face that a direction hits, and where (table of the guide, 'Cubemap Textures') ---- */

static s64 cube_face(const f32 v[3], f32 out_st[2])
{
    f32 x = v[0], y = v[1], z = v[2], ax = fabsf(x), ay = fabsf(y), az = fabsf(z), m, sc, tc;
    s64 face;
    if (ax >= ay && ax >= az) {
        face = signbit(x) ? 1 : 0;
        m = ax;
        sc = signbit(x) ? z : -z;
        tc = -y;
    } else if (ay >= az) {
        face = signbit(y) ? 3 : 2;
        m = ay;
        sc = x;
        tc = signbit(y) ? -z : z;
    } else {
        face = signbit(z) ? 5 : 4;
        m = az;
        sc = signbit(z) ? -x : x;
        tc = -y;
    }
    out_st[0] = (sc / m + 1) / 2;
    out_st[1] = (tc / m + 1) / 2;
    return face;
}

/* ---- fetching ---- */

/* Bounded, so that an index fits; NaN is taken as 0. */
static s64 floor_of(f32 x)
{
    f32 f = floorf(x);
    return f >= 0x1p40f ? (s64) 1 << 40 : f <= -0x1p40f ? -((s64) 1 << 40) : f == f ? (s64) f : 0;
}

/* The two neighbours on each axis and the weight of the upper one, in 1/256. */
struct neighbours {
    s64 low[3];
    f32 weight[3];
};

static void find_neighbours(const f32 x[3], u32 dims, struct neighbours *n)
{
    *n = (struct neighbours){0};
    for (u32 k = 0; k < dims; k++) {
        f32 from_centre = x[k] - 0.5f;
        n->low[k] = floor_of(from_centre);
        f32 fraction = from_centre - floorf(from_centre);
        n->weight[k] = fraction == fraction ? floorf(fraction * 256 + 0.5f) / 256 : 0;
    }
}

static void filter(const struct image_binding *t, const struct image_access *s, const f32 x[3],
                   s64 slice, f32 out[4])
{
    struct neighbours n;
    f32 sum[4] = {0};
    find_neighbours(x, s->dims, &n);
    for (u32 corner = 0; corner < 1u << s->dims; corner++) {
        f32 weight = 1;
        s64 at[3] = {0};
        union texel v;
        for (u32 k = 0; k < s->dims; k++) {
            bool upper = corner >> k & 1;
            weight *= upper ? n.weight[k] : 1 - n.weight[k];
            at[k] = n.low[k] + upper;
        }
        if (weight == 0)
            continue;
        texel_at(t, s, true, at, slice, &v);
        for (u32 k = 0; k < 4; k++)
            sum[k] += weight * v.f[k];
    }
    memcpy(out, sum, sizeof sum);
}

/* The four texels that filtering would use, one channel of each: counter-clockwise from the lower left (9.7.10.2) */
static void gather(const struct image_binding *t, const struct image_access *s, const f32 x[3],
                   s64 slice, u32 out[4])
{
    static const u8 corners[4][2] = {
        {0, 1},
        {1, 1},
        {1, 0},
        {0, 0}
    };
    struct neighbours n;
    find_neighbours(x, 2, &n);
    for (u32 k = 0; k < 4; k++) {
        s64 at[3] = {n.low[0] + corners[k][0], n.low[1] + corners[k][1], 0};
        union texel v;
        texel_at(t, s, s->float_result, at, slice, &v);
        out[k] = s->float_result ? f32_bits(v.f[s->component]) : (u32) v.n[s->component];
    }
}

static s64 slice_of(const struct image_binding *t, const struct image_access *s, u32 layer)
{
    s64 last = (s64) t->at.layers - 1, n = s->layered ? (s64) (s32) layer : 0;
    if (t->at.cube)
        last = last / 6;
    return n < 0 || last < 0 ? 0 : n > last ? last : n;
}

void image_fetch(const struct image_binding *t, const struct image_access *access, uint32_t layer,
                 const uint32_t coords[3], uint32_t out[4])
{
    struct image_access s = *access;
    f32 x[3] = {0};
    s64 slice = slice_of(t, &s, layer), at[3] = {0};
    union texel v;
    for (u32 k = 0; k < s.dims; k++) {
        x[k] = s.float_coords ? bits_f32(coords[k]) : 0;
        at[k] = s.float_coords ? 0 : (s32) coords[k];
    }
    if (s.cube) {
        f32 st[2];
        slice = slice * 6 + cube_face(x, st);
        memcpy(x, st, sizeof st);
        s.dims = 2;
    }
    for (u32 k = 0; k < s.dims && s.float_coords; k++)
        x[k] *= t->sampler.normalized || s.cube ? (f32) image_extent(&t->at, k) : 1;
    if (s.what == IMAGE_GATHER) {
        gather(t, &s, x, slice, out);
        return;
    }
    if (s.float_coords && t->sampler.linear_filter && s.float_result) {
        f32 r[4];
        filter(t, &s, x, slice, r);
        memcpy(out, r, sizeof r);
        return;
    }
    for (u32 k = 0; k < s.dims && s.float_coords; k++)
        at[k] = floor_of(x[k]);
    texel_at(t, &s, s.float_result, at, slice, &v);
    for (u32 k = 0; k < 4; k++)
        out[k] = s.float_result ? f32_bits(v.f[k]) : (u32) v.n[k];
}

/* ---- surfaces: x counts bytes (9.7.11.1) ---- */

static bool inside_or_moved(s64 *at, s64 n, enum image_edge edge)
{
    if (*at >= 0 && *at < n)
        return true;
    *at = *at < 0 ? 0 : n - 1;
    return edge == EDGE_CLAMP;
}

char *image_element(const struct image_binding *t, const struct image_access *s, uint32_t layer,
                    const int32_t coords[3], uint32_t bytes, bool *out_fault)
{
    const struct device_image *i = &t->at;
    s64 x = coords[0], y = s->dims > 1 ? coords[1] : 0, z = s->dims > 2 ? coords[2] : 0;
    s64 row = (s64) i->width * image_texel_bytes(i),
        slices = s->layered ? i->layers : image_extent(i, 2);
    if (s->layered)
        z = (s32) layer;
    *out_fault = false;
    if (x & (bytes - 1)) {
        *out_fault = true;
        return NULL;
    }
    s64 element = x >> __builtin_ctz(bytes);
    bool ok = inside_or_moved(&element, row / bytes, s->edge);
    ok &= inside_or_moved(&y, image_extent(i, 1), s->edge);
    ok &= inside_or_moved(&z, slices ? slices : 1, s->edge);
    if (!ok || row < bytes) {
        *out_fault = s->edge != EDGE_ZERO;
        return NULL;
    }
    return (char *) (uintptr_t) (i->address + (u64) z * i->slice_pitch + (u64) y * i->row_pitch +
                                 (u64) element * bytes);
}

/* ---- queries (9.7.10.3, 9.7.11.5); channel types and orders as table 5.3.x lists them ---- */

static uint32_t channel_type(const struct image_binding *t)
{
    const struct device_image *i = &t->at;
    u32 step = i->bits == 8 ? 0 : i->bits == 16 ? 1 : 2;
    if (i->kind == CHANNEL_FLOAT)
        return i->bits == 16 ? 0x10dd : 0x10de;
    if (t->sampler.read_normalized)
        return (i->kind == CHANNEL_SIGNED ? 0x10d0 : 0x10d2) + step;
    return (i->kind == CHANNEL_SIGNED ? 0x10d7 : 0x10da) + step;
}

uint32_t image_property(const struct image_binding *t, enum image_query q)
{
    const struct device_image *i = &t->at;
    switch (q) {
    case QUERY_WIDTH: return i->width;
    case QUERY_HEIGHT: return i->height;
    case QUERY_DEPTH: return i->depth;
    case QUERY_ARRAY_SIZE: return i->layers;
    case QUERY_LEVELS:
    case QUERY_SAMPLES: return 1;
    case QUERY_CHANNEL_TYPE: return channel_type(t);
    case QUERY_CHANNEL_ORDER: return i->channels == 1 ? 0x10b0 : i->channels == 2 ? 0x10b2 : 0x10b5;
    case QUERY_NORMALIZED: return t->sampler.normalized;
    }
    UNREACHABLE();
}
