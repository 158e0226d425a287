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

SAME_FORMS(tex, {
    const struct image_access *s = op->more;
    const u64 *handles = VREG(u64, op->a);
    const struct image_binding *i = NULL;
    u32 values[WARP_LANES][4];
    LANES_OF (l, w->mask) {
        u32 layer;
        u32 coords[3];
        if (!i || i->handle != handles[l])
            i = image_for(w, op, l, handles[l], false);
        if (!i)
            return NULL;
        coords_of(s, vregs, l, &layer, coords);
        image_fetch(i, s, layer, coords, values[l]);
    }
    for (u32 k = 0; k < 4; k++)
        if (s->results[k] != UINT32_MAX)
            LANES_OF (l, w->mask)
                VREG(u32, s->results[k])[l] = values[l][k];
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
