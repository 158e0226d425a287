/* SPDX-License-Identifier: Apache-2.0 */
/* Texture and surface instructions for the lanes of a warp (9.7.10, 9.7.11): checks handles and memory, reads and writes vector registers.
 * op.more is the struct image_access. Surface reductions are atomic. Next: texture.c, which has the rules of sampling. */
#include "device/cpu/code/atom.h"
#include "device/cpu/code/image_op.h"
#include "device/cpu/exec/exec_device.h"
#include "device/cpu/exec/lanes.h"
#include "device/cpu/exec/texture.h"

/* The image of a lane, with live memory; NULL: the fault is recorded. */
static const struct image_binding *image_for(struct warp *w, const struct op *op, u32 lane,
                                             u64 handle, bool surface)
{
    const struct exec_device *d = w->block->launch->exec;
    const struct image_binding *i = image_of(&d->images, handle);
    if (!i || i->is_surface != surface) {
        warp_fault(w, op, FAULT_IMAGE, 1u << lane, lane,
                   !i ? "the handle is not a texture or surface object, or the object was destroyed"
                   : surface ? "the handle is a texture object, not a surface"
                             : "the handle is a surface object, not a texture");
        return NULL;
    }
    if (!object_covers(space_find(d->space, i->at.address), i->at.address, 1)) {
        warp_fault(w, op, FAULT_IMAGE, 1u << lane, lane, "the memory of the image has been freed");
        return NULL;
    }
    return i;
}

static void coords_of(const struct image_access *s, const char *vregs, u32 l, u32 *out_layer,
                      u32 out[3])
{
    *out_layer = s->layered ? ((const u32 *) (vregs + s->coords[0]))[l] : 0;
    for (u32 k = 0; k < s->dims; k++)
        out[k] = ((const u32 *) (vregs + s->coords[k + s->layered]))[l];
}

/* ---- fetches of a warp from one image ---- */

/* The rules of image_fetch for all lanes at once. What it does not do, such as borders, layers, cubes, is left to that. */
struct fetch {
    const struct image_binding *image;
    const struct image_access *access;
    u32 done; /* the lanes that it does */
};

/* Where the texels lie. Lanes that are not done get an offset that may be read. */
static void place_texels(struct fetch *f, const s32 at[3][WARP_LANES], u64 offsets[WARP_LANES])
{
    const struct device_image *i = &f->image->at;
    const u64 steps[] = {image_texel_bytes(i), i->row_pitch, i->slice_pitch};
    memset(offsets, 0, WARP_LANES * sizeof *offsets);
    for (u32 axis = 0; axis < f->access->dims; axis++) {
        u32 n = (u32) image_extent(i, axis);
        s32 outside[WARP_LANES];
        LANES (l) {
            outside[l] = (u32) at[axis][l] >= n ? -1 : 0;
            offsets[l] += outside[l] ? 0 : (u32) at[axis][l] * steps[axis];
        }
        LANES_OF (l, bits_of(outside) & f->done) {
            s64 k = image_wrapped(f->image, f->access, axis, at[axis][l]);
            if (k < 0)
                f->done &= ~(1u << l);
            else
                offsets[l] += (u64) k * steps[axis];
        }
    }
}

static void read_bits(const struct device_image *i, u32 channel, const u64 offsets[WARP_LANES],
                      u32 out[WARP_LANES])
{
    const char *p = (const char *) (uintptr_t) i->address + channel * i->bits / 8;
    bool sign = i->kind == CHANNEL_SIGNED;
    switch (i->bits) {
    case 8:
        LANES (l)
            out[l] = sign ? (u32) (s32) (s8) p[offsets[l]] : (u8) p[offsets[l]];
        break;
    case 16:
        for (u32 l = 0; l < WARP_LANES; l++) {
            u16 v;
            memcpy(&v, p + offsets[l], sizeof v);
            out[l] = sign ? (u32) (s32) (s16) v : v;
        }
        break;
    default:
        for (u32 l = 0; l < WARP_LANES; l++)
            memcpy(&out[l], p + offsets[l], sizeof out[l]);
    }
}

/* In place. */
static void floats_of_bits(const struct image_binding *t, u32 v[WARP_LANES])
{
    const struct device_image *i = &t->at;
    bool sign = i->kind == CHANNEL_SIGNED;
    if (i->kind == CHANNEL_FLOAT) {
        if (i->bits == 16)
            LANES (l)
                v[l] = f32_bits(f32_of_f16((u16) v[l]));
        return;
    }
    bool whole = !t->sampler.read_normalized || i->bits == 32;
    f32 most = whole ? 1 : (f32) ((1 << (i->bits - sign)) - 1);
    LANES (l) {
        f32 x = sign ? (f32) (s32) v[l] : (f32) v[l];
        x = x / most;
        v[l] = f32_bits(!whole && x < -1 ? -1 : x);
    }
}

static void read_channel(const struct fetch *f, u32 channel, const u64 offsets[WARP_LANES],
                         u32 out[WARP_LANES])
{
    bool real = f->access->float_result;
    if (channel < f->image->at.channels) {
        read_bits(&f->image->at, channel, offsets, out);
        if (real)
            floats_of_bits(f->image, out);
        return;
    }
    u32 absent = channel < 3 ? 0 : real ? f32_bits(1) : 1;
    LANES (l)
        out[l] = absent;
}

/* The texels of the coordinates, less `shift`, and how far they lie behind them. Lanes far outside are not done. */
static void find_texels(struct fetch *f, const char *vregs, f32 shift, s32 at[3][WARP_LANES],
                        f32 behind[3][WARP_LANES])
{
    const struct image_access *s = f->access;
    for (u32 k = 0; k < s->dims; k++) {
        const f32 *x = VREG(f32, s->coords[k]);
        f32 n = f->image->sampler.normalized ? (f32) image_extent(&f->image->at, k) : 1;
        s32 far[WARP_LANES];
        LANES (l) {
            f32 v = x[l] * n - shift, low = floorf(v);
            bool near = fabsf(low) < 0x1p30f;
            at[k][l] = (s32) (near ? low : 0);
            behind[k][l] = v - low;
            far[l] = near ? 0 : -1;
        }
        f->done &= ~bits_of(far);
    }
}

static void filter_texels(struct fetch *f, const char *vregs, u32 out[4][WARP_LANES])
{
    const struct image_access *s = f->access;
    s32 low[3][WARP_LANES], at[3][WARP_LANES];
    f32 weights[3][WARP_LANES], sums[4][WARP_LANES] = {0};
    find_texels(f, vregs, 0.5f, low, weights);
    for (u32 k = 0; k < s->dims; k++)
        LANES (l)
            weights[k][l] = floorf(weights[k][l] * 256 + 0.5f) / 256;
    for (u32 corner = 0; corner < 1u << s->dims; corner++) {
        f32 weight[WARP_LANES];
        u64 offsets[WARP_LANES];
        LANES (l)
            weight[l] = 1;
        for (u32 k = 0; k < s->dims; k++) {
            s32 upper = corner >> k & 1;
            LANES (l) {
                weight[l] *= upper ? weights[k][l] : 1 - weights[k][l];
                at[k][l] = low[k][l] + upper;
            }
        }
        place_texels(f, (const s32(*)[WARP_LANES]) at, offsets);
        for (u32 k = 0; k < 4; k++) {
            u32 v[WARP_LANES];
            if (s->results[k] == UINT32_MAX)
                continue;
            read_channel(f, k, offsets, v);
            LANES (l)
                sums[k][l] += weight[l] == 0 ? 0 : weight[l] * bits_f32(v[l]);
        }
    }
    memcpy(out, sums, sizeof sums);
}

/* Returns the lanes whose values it has given. */
static u32 fetch_by_lanes(const struct image_binding *i, const struct image_access *s,
                          const char *vregs, u32 mask, u32 out[4][WARP_LANES])
{
    struct fetch f = {i, s, mask};
    s32 at[3][WARP_LANES];
    f32 behind[3][WARP_LANES];
    u64 offsets[WARP_LANES];
    if (s->what != IMAGE_FETCH || s->layered || s->cube || !i->at.width)
        return 0;
    if (s->float_coords && i->sampler.linear_filter && s->float_result) {
        filter_texels(&f, vregs, out);
        return f.done;
    }
    if (s->float_coords)
        find_texels(&f, vregs, 0, at, behind);
    for (u32 k = 0; k < s->dims && !s->float_coords; k++)
        memcpy(at[k], VREG(s32, s->coords[k]), sizeof at[k]);
    place_texels(&f, (const s32(*)[WARP_LANES]) at, offsets);
    for (u32 k = 0; k < 4; k++)
        if (s->results[k] != UINT32_MAX)
            read_channel(&f, k, offsets, out[k]);
    return f.done;
}

static bool same_handle(const u64 *handles, u32 mask)
{
    u64 first = handles[__builtin_ctz(mask)];
    s32 other[WARP_LANES];
    LANES (l)
        other[l] = handles[l] != first ? -1 : 0;
    return !(bits_of(other) & mask);
}

static void give_values(const struct image_access *s, char *vregs, u32 mask,
                        const u32 values[4][WARP_LANES])
{
    for (u32 k = 0; k < 4; k++) {
        if (s->results[k] == UINT32_MAX)
            continue;
        u32 *d = VREG(u32, s->results[k]);
        if (mask == UINT32_MAX)
            memcpy(d, values[k], sizeof values[k]);
        else
            LANES_OF (l, mask)
                d[l] = values[k][l];
    }
}

SAME_FORMS(tex, {
    const struct image_access *s = op->more;
    const u64 *handles = VREG(u64, op->a);
    const struct image_binding *i = NULL;
    u32 values[4][WARP_LANES], done = 0;
    if (w->mask && same_handle(handles, w->mask)) {
        u32 first = (u32) __builtin_ctz(w->mask);
        i = image_for(w, op, first, handles[first], false);
        if (!i)
            return NULL;
        done = fetch_by_lanes(i, s, vregs, w->mask, values);
    }
    LANES_OF (l, w->mask & ~done) {
        u32 layer;
        u32 coords[3];
        u32 texel[4];
        if (!i || i->handle != handles[l])
            i = image_for(w, op, l, handles[l], false);
        if (!i)
            return NULL;
        coords_of(s, vregs, l, &layer, coords);
        image_fetch(i, s, layer, coords, texel);
        for (u32 k = 0; k < 4; k++)
            values[k][l] = texel[k];
    }
    give_values(s, vregs, w->mask, (const u32(*)[WARP_LANES]) values);
    return op + 1;
})

static char *element_for(struct warp *w, const struct op *op, const char *vregs, u32 l,
                         bool *out_fault)
{
    const struct image_access *s = op->more;
    const struct image_binding *i = image_for(w, op, l, ((const u64 *) (vregs + op->a))[l], true);
    u32 layer, coords[3];
    *out_fault = !i;
    if (!i)
        return NULL;
    coords_of(s, vregs, l, &layer, coords);
    char *p = image_element(i, s, layer, (const s32 *) coords, (u32) s->size * s->count, out_fault);
    if (*out_fault)
        warp_fault(w, op, FAULT_IMAGE, 1u << l, l,
                   "the coordinates are outside the surface (x is in bytes and must be a multiple "
                   "of the element size)");
    return p;
}

/* A part of an element; 8-bit values are in vector registers of 16 bits. */
static void part_from(char *vreg, u32 l, const char *p, u32 size)
{
    u64 v = 0;
    memcpy(&v, p, size);
    u32 width = size < 2 ? 2 : size;
    memcpy(vreg + (u64) l * width, &v, width);
}

SAME_FORMS(suld, {
    static const char nothing[16] = {0};
    const struct image_access *s = op->more;
    const char *from[WARP_LANES];
    bool fault;
    LANES_OF (l, w->mask) {
        from[l] = element_for(w, op, vregs, l, &fault);
        if (fault)
            return NULL;
        from[l] = from[l] ? from[l] : nothing;
    }
    for (u32 k = 0; k < s->count; k++)
        if (s->results[k] != UINT32_MAX)
            LANES_OF (l, w->mask)
                part_from(vregs + s->results[k], l, from[l] + (u64) k * s->size, s->size);
    return op + 1;
})

SAME_FORMS(sust, {
    const struct image_access *s = op->more;
    u32 width = s->size < 2 ? 2 : s->size;
    LANES_OF (l, w->mask) {
        bool fault;
        char *to = element_for(w, op, vregs, l, &fault);
        if (fault)
            return NULL;
        for (u32 k = 0; to && k < s->count; k++)
            memcpy(to + (u64) k * s->size, vregs + s->results[k] + (u64) l * width, s->size);
    }
    return op + 1;
})

static inline u64 reduced(u32 kind, bool wide, u64 old, u64 b)
{
    s64 x = wide ? (s64) old : (s32) old, y = wide ? (s64) b : (s32) b;
    switch (kind) {
    case ATOM_ADD: return old + b;
    case ATOM_AND: return old & b;
    case ATOM_OR: return old | b;
    case ATOM_MIN_S: return x < y ? old : b;
    case ATOM_MAX_S: return x > y ? old : b;
    case ATOM_MIN_U: return old < b ? old : b;
    default: return old > b ? old : b;
    }
}

SAME_FORMS(sured, {
    const struct image_access *s = op->more;
    LANES_OF (l, w->mask) {
        bool fault;
        char *p = element_for(w, op, vregs, l, &fault);
        if (fault)
            return NULL;
        if (p && s->is_wide) {
            u64 old = __atomic_load_n((u64 *) (void *) p, __ATOMIC_RELAXED);
            u64 b = VREG(u64, s->results[0])[l];
            while (!__atomic_compare_exchange_n((u64 *) (void *) p, &old,
                                                reduced(s->atom, true, old, b), true,
                                                __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
                ;
        } else if (p) {
            u32 old = __atomic_load_n((u32 *) (void *) p, __ATOMIC_RELAXED);
            u32 b = VREG(u32, s->results[0])[l];
            while (!__atomic_compare_exchange_n((u32 *) (void *) p, &old,
                                                (u32) reduced(s->atom, false, old, b), true,
                                                __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
                ;
        }
    }
    return op + 1;
})

/* imm: enum image_query; of a texture or a surface */
SAME_FORMS(image_query, {
    const u64 *handles = VREG(u64, op->a);
    u32 *d = VREG(u32, op->d);
    LANES_OF (l, w->mask) {
        const struct image_binding *i = image_of(&w->block->launch->exec->images, handles[l]);
        if (!i)
            return warp_fault(
                w, op, FAULT_IMAGE, 1u << l, l,
                "the handle is not a texture or surface object, or the object was destroyed");
        d[l] = image_property(i, (enum image_query) op->imm);
    }
    return op + 1;
})
