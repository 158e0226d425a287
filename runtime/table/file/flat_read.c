/* SPDX-License-Identifier: Apache-2.0 */
/* FlatBuffers, read with every offset checked. */
#include "table/file/flat_read.h"

#include <string.h>

/* The bytes at an offset, or NULL if they are not all in the buffer. */
static const uint8_t *bytes_at(const struct flat *f, uint64_t at, uint64_t n)
{
    return at <= f->n && n <= f->n - at ? f->p + at : NULL;
}

static uint32_t word(const struct flat *f, uint64_t at)
{
    uint32_t v = 0;
    const uint8_t *p = bytes_at(f, at, sizeof v);
    if (p)
        memcpy(&v, p, sizeof v);
    return v;
}

static uint16_t half(const struct flat *f, uint64_t at)
{
    uint16_t v = 0;
    const uint8_t *p = bytes_at(f, at, sizeof v);
    if (p)
        memcpy(&v, p, sizeof v);
    return v;
}

static struct flat_table table_at(const struct flat *f, uint64_t at)
{
    return (struct flat_table){f, bytes_at(f, at, sizeof(int32_t)) ? (uint32_t) at : 0};
}

struct flat_table flat_root(const struct flat *f)
{
    return table_at(f, word(f, 0));
}

/* Where field `id` is in the buffer; 0: absent. The table begins with the distance back to its vtable, which has the offsets. */
static uint32_t field_at(struct flat_table t, uint32_t id)
{
    if (!t.at)
        return 0;
    int64_t table = (int64_t) t.at - (int32_t) word(t.in, t.at);
    if (table < 0 || table > UINT32_MAX)
        return 0;
    uint32_t entry = 4 + 2 * id;
    if (entry + 2 > half(t.in, (uint64_t) table))
        return 0;
    uint16_t offset = half(t.in, (uint64_t) table + entry);
    return offset ? t.at + offset : 0;
}

int64_t flat_int(struct flat_table t, uint32_t id, uint32_t bytes, int64_t otherwise)
{
    int8_t v8;
    int16_t v16;
    int32_t v32;
    int64_t v64;
    uint32_t at = field_at(t, id);
    const uint8_t *p = at ? bytes_at(t.in, at, bytes) : NULL;
    if (!p)
        return otherwise;
    switch (bytes) {
    case 1: return memcpy(&v8, p, 1), v8;
    case 2: return memcpy(&v16, p, 2), v16;
    case 4: return memcpy(&v32, p, 4), v32;
    default: return memcpy(&v64, p, 8), v64;
    }
}

/* What the offset in a field leads to; 0: nothing. */
static uint64_t target(struct flat_table t, uint32_t id)
{
    uint32_t at = field_at(t, id);
    uint32_t by = at ? word(t.in, at) : 0;
    return by ? (uint64_t) at + by : 0;
}

struct flat_table flat_child(struct flat_table t, uint32_t id)
{
    uint64_t at = target(t, id);
    return at ? table_at(t.in, at) : (struct flat_table){t.in, 0};
}

struct str flat_string(struct flat_table t, uint32_t id)
{
    uint64_t at = target(t, id);
    uint32_t n = at ? word(t.in, at) : 0;
    const uint8_t *p = at ? bytes_at(t.in, at + 4, n) : NULL;
    return p ? (struct str){(const char *) p, n} : (struct str){"", 0};
}

struct flat_vector flat_vector(struct flat_table t, uint32_t id, uint32_t element_bytes)
{
    uint64_t at = target(t, id);
    uint32_t n = at ? word(t.in, at) : 0;
    const uint8_t *p = at ? bytes_at(t.in, at + 4, (uint64_t) n * element_bytes) : NULL;
    return (struct flat_vector){t.in, p ? (uint32_t) at + 4 : 0, p ? n : 0, element_bytes};
}

struct flat_table flat_element(struct flat_vector v, uint32_t i)
{
    uint64_t at = (uint64_t) v.at + (uint64_t) i * v.size;
    return i < v.count ? table_at(v.in, at + word(v.in, at)) : (struct flat_table){v.in, 0};
}

int64_t flat_element_int(struct flat_vector v, uint32_t i, uint32_t offset)
{
    int64_t value = 0;
    const uint8_t *p =
        i < v.count ? bytes_at(v.in, (uint64_t) v.at + (uint64_t) i * v.size + offset, 8) : NULL;
    if (p)
        memcpy(&value, p, sizeof value);
    return value;
}
