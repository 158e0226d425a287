/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "debug/debug_scope.h"
#include "debug/dwarf/debug_type.h"

/* Values of a stopped thread. Thread-safety: as debug_scope.h. */

struct debug_value {
    const struct debug_type *type;

    /* VALUE_SLOT: of host code, 8 bytes that hold the scalar in the interpreter's form */
    enum { VALUE_BITS, VALUE_MEMORY, VALUE_REGISTER, VALUE_SLOT } where;

    uint64_t bits;              /* VALUE_BITS: a scalar */
    uint64_t address;           /* VALUE_MEMORY, VALUE_SLOT */
    bool trusted;               /* memory of ours, which is not checked */
    uint32_t reg;               /* VALUE_REGISTER: of the scope's frame */
    uint32_t bit_count, bit_at; /* of a bit-field; bit_count 0: none */
};

extern const struct debug_type debug_int, debug_unsigned, debug_long, debug_unsigned_long,
    debug_bool, debug_float, debug_double, debug_char;

bool debug_is_number(const struct debug_type *t); /* scalars but pointers */
bool debug_is_scalar(const struct debug_type *t);
/* The bits of a scalar. false: an error in the scope. */
bool debug_load(struct debug_scope *s, const struct debug_value *v, uint64_t *out_bits);
/* The value behind references. */
bool debug_follow(struct debug_scope *s, struct debug_value *v);
bool debug_store(struct debug_scope *s, const struct debug_value *to, uint64_t bits);
double debug_as_double(const struct debug_type *t, uint64_t bits);
int64_t debug_as_integer(const struct debug_type *t, uint64_t bits);
/* Bits of type `to` from a number of type `from`. */
uint64_t debug_convert(const struct debug_type *to, const struct debug_type *from, uint64_t bits);
/* v[index], *v, v.member. false: an error in the scope. */
bool debug_element(struct debug_scope *s, const struct debug_value *v, int64_t index,
                   struct debug_value *out);
bool debug_member_named(struct debug_scope *s, const struct debug_value *v, struct str name,
                        struct debug_value *out);
/* What a container of the library holds, as an array. false: an error in the scope, or it is none with elements in a row. */
bool debug_contents(struct debug_scope *s, const struct debug_value *v, struct debug_value *out);
struct debug_value debug_member_value(const struct debug_value *v, const struct debug_member *m);

/* ---- debug_show.c ---- */
/* "3", "{x = 1, y = 2}", "<error>". */
void debug_show(struct debug_scope *s, const struct debug_value *v, struct buf *out);
void debug_show_type(const struct debug_type *t, struct buf *out); /* "float *", "int [3]" */
/* Members or elements that a tree shows below a value: how many, and the k-th with its name. A pointer into an array has the elements from there
 * to its end. */
uint64_t debug_children(struct debug_scope *s, const struct debug_value *v);
bool debug_is_indexed(struct debug_scope *s, const struct debug_value *v); /* they are elements */
bool debug_child(struct debug_scope *s, const struct debug_value *v, uint64_t k,
                 struct buf *out_name, struct debug_value *out);
