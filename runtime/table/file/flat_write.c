/* SPDX-License-Identifier: Apache-2.0 */
/* FlatBuffers, written from the front. */
#include "table/file/flat_write.h"

#include <string.h>

static void align(struct flat_out *o, uint32_t to)
{
    buf_pad(&o->b, 0, (to - o->b.n % to) % to);
}

static void put(struct flat_out *o, int64_t value, uint32_t bytes)
{
    buf_put(&o->b, &value, bytes); /* little endian, as everything here */
}

void flat_begin(struct flat_out *o, uint32_t *out_root)
{
    *out_root = 0;
    put(o, 0, 8);
}

/* The vtable, then the table: its distance to the vtable, and the fields, each aligned to its size. */
uint32_t flat_put_table(struct flat_out *o, const struct flat_field *fields, uint32_t count)
{
    uint32_t offsets[16] = {0}, size = 4;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t n = fields[i].bytes;
        if (!n)
            continue;
        size = (size + n - 1) / n * n;
        offsets[i] = size;
        size += n;
    }
    align(o, 8);
    uint32_t table = (uint32_t) o->b.n;
    put(o, 4 + 2 * count, 2);
    put(o, size, 2);
    for (uint32_t i = 0; i < count; i++)
        put(o, offsets[i], 2);
    align(o, 8);
    uint32_t at = (uint32_t) o->b.n;
    put(o, at - table, 4);
    for (uint32_t i = 0; i < count; i++) {
        if (!fields[i].bytes)
            continue;
        buf_pad(&o->b, 0, at + offsets[i] - o->b.n);
        if (fields[i].place)
            *fields[i].place = (uint32_t) o->b.n;
        put(o, fields[i].value, fields[i].bytes);
    }
    return at;
}

uint32_t flat_put_string(struct flat_out *o, const char *s)
{
    align(o, 8);
    uint32_t at = (uint32_t) o->b.n, n = (uint32_t) strlen(s);
    put(o, n, 4);
    buf_put(&o->b, s, n + 1);
    return at;
}

uint32_t flat_put_vector(struct flat_out *o, uint32_t count, uint32_t bytes, const void *from)
{
    align(o, 8);
    if (bytes % 8 == 0)
        buf_pad(&o->b, 0, 4); /* the elements are aligned, the count stands before them */
    uint32_t at = (uint32_t) o->b.n;
    put(o, count, 4);
    if (from && count)
        buf_put(&o->b, from, (size_t) count * bytes);
    else
        buf_pad(&o->b, 0, (size_t) count * bytes);
    return at;
}

uint32_t flat_offset_place(uint32_t vector, uint32_t i)
{
    return vector + 4 + 4 * i;
}

void flat_refer(struct flat_out *o, uint32_t place, uint32_t to)
{
    uint32_t by = to - place;
    memcpy(o->b.p + place, &by, sizeof by);
}
