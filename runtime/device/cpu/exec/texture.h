/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdatomic.h>

#include "device/cpu/code/image_op.h"
#include "device/device_image.h"

/* Textures and surfaces of the cpu device: the table of handles, and what an instruction does with one texel.
 * The session's thread makes and frees them; kernels only read the table. */

enum { IMAGES_MAX = 4096 };

struct image_binding {
    struct device_image at;
    struct device_sampler sampler;
    bool is_surface;
    uint64_t handle;
};

struct image_table {
    _Atomic(struct image_binding *) slots[IMAGES_MAX];
    uint64_t made; /* handles are never used twice */
};

uint64_t image_add(struct image_table *t, const struct device_image *i,
                   const struct device_sampler *s);
bool image_remove(struct image_table *t, uint64_t handle);
void image_clear(struct image_table *t);
const struct image_binding *image_of(const struct image_table *t,
                                     uint64_t handle); /* NULL: no such */

uint32_t image_texel_bytes(const struct device_image *i);
int64_t image_extent(const struct device_image *i, uint32_t axis);
/* The index on that axis that a texel's coordinate maps to; -1: the border. */
int64_t image_wrapped(const struct image_binding *i, const struct image_access *s, uint32_t axis,
                      int64_t at);
/* One texel as the texture unit gives it: bits of f32, or of a 32-bit integer. coords are x, y, z, as float or integer bits. */
void image_fetch(const struct image_binding *i, const struct image_access *s, uint32_t layer,
                 const uint32_t coords[3], uint32_t out[4]);
/* Where a surface access of `bytes` goes: NULL with *out_fault set, or without for EDGE_ZERO. */
char *image_element(const struct image_binding *i, const struct image_access *s, uint32_t layer,
                    const int32_t coords[3], uint32_t bytes, bool *out_fault);
uint32_t image_property(const struct image_binding *i, enum image_query q);
