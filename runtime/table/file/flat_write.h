/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdint.h>

#include "base/str.h"

/* Writes FlatBuffers, from the front: an object comes after those that refer to it, whose offsets are filled in later. Objects are aligned to 8 bytes
 * from the buffer's start. Thread-safety: unsafe. */
struct flat_out {
    struct buf b;
};

/* A field of a table that is written: `bytes` 0 leaves it out; 4 with `place` set: an offset, whose place is stored there for flat_refer. */
struct flat_field {
    uint32_t bytes;
    int64_t value;
    uint32_t *place;
};

void flat_begin(struct flat_out *o, uint32_t *out_root); /* the place of the root's offset */
uint32_t flat_put_table(struct flat_out *o, const struct flat_field *fields,
                        uint32_t count); /* its position */
uint32_t flat_put_string(struct flat_out *o, const char *s);
/* `count` elements of `bytes`; offsets, to be filled in by flat_refer at flat_offset_place(position, i), where `from` is NULL. */
uint32_t flat_put_vector(struct flat_out *o, uint32_t count, uint32_t bytes, const void *from);
uint32_t flat_offset_place(uint32_t vector, uint32_t i);
void flat_refer(struct flat_out *o, uint32_t place, uint32_t to);
