/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

/* Reads FlatBuffers (flatbuffers.dev, "FlatBuffers binary format") of unknown origin: every offset is checked against the ends of the buffer. What is
 * absent or out of bounds is nothing: a zero, an empty string, a vector of length 0, a table whose fields are all absent. Thread-safety: safe. */
struct flat {
    const uint8_t *p; /* the whole buffer */
    uint32_t n;       /* its bytes */
};

struct flat_table {
    const struct flat *in;
    uint32_t at; /* of the table in the buffer; 0: none */
};

struct flat_vector {
    const struct flat *in;
    uint32_t at, count; /* of the first element */
    uint32_t size;      /* bytes of an element, as asked for */
};

struct flat_table flat_root(const struct flat *f);
/* Field `id` of a table, counted from 0. */
int64_t flat_int(struct flat_table t, uint32_t id, uint32_t bytes,
                 int64_t otherwise); /* 1, 2, 4 or 8 bytes, signed */
struct flat_table flat_child(struct flat_table t, uint32_t id);
struct str flat_string(struct flat_table t, uint32_t id);
struct flat_vector flat_vector(struct flat_table t, uint32_t id, uint32_t element_bytes);
struct flat_table flat_element(struct flat_vector v, uint32_t i); /* of a vector of tables */
int64_t flat_element_int(struct flat_vector v, uint32_t i,
                         uint32_t offset); /* 8 bytes in element i, of structs */
