/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "eval/vm/vm.h"

/* The library that host code calls. builtin.def is the only list: the name, C prototype, section and help of each row
 * serve the checker, completion and `?`. An implementation gets its arguments in at[0], at[1]... as canonical values and
 * leaves its result in at[0]; false: a diag was recorded. The VM owns state that outlives the call. Thread-safety: the
 * session's thread only. */

extern const struct builtin builtin_table[]; /* ends with a NULL name */
extern const char builtin_prelude[];         /* types and constants, as C text */

#define BUILTIN(name)                                                                              \
    bool builtin_##name(struct vm *vm, const struct call_site *call, union value *at)
#define B(implementation, name, prototype, section, help) BUILTIN(implementation);
#include "eval/library/builtin.def"

static inline const struct builtin_call *builtin_call_of(const struct call_site *s)
{
    return (const struct builtin_call *) s;
}

/* builtin_stream.c: the standard streams, at the start of a cell and at the end of the session. */
void vm_streams_reset(struct vm *vm);
void vm_streams_free(struct vm *vm);

/* eval/table/vm_table.c: tables that no destructor has released. */
void vm_tables_free(struct vm *vm);
/* The rule display_object of struct vm_rooms. */
bool vm_display_table(struct vm *vm, const struct type *t, const void *from, const char *name,
                      struct display *out);

/* builtin_random.c: rand(). */
void random_seed(struct random_state *r, uint32_t seed);
uint32_t random_next(struct random_state *r); /* 31 bits */

/* builtin_arrays.c: the extents of an array, which are the arguments from `first` on, and their product. false: a diag was recorded. */
bool builtin_extents(struct vm *vm, const struct call_site *call, const union value *at,
                     uint32_t first, int64_t *shape, int64_t *out_count);

/* builtin_format.c: printf's formatting, with each argument checked against its conversion. `format_arg` is the index of
 * the format. */
bool vm_format(struct vm *vm, const struct builtin_call *s, const union value *at,
               uint32_t format_arg, struct buf *out);
/* Stores the text and its final zero at the address, cut to `room` bytes; no room: nothing. false: a diag was recorded. */
bool vm_format_store(struct vm *vm, uint64_t address, size_t room, const struct buf *text,
                     struct span at);

enum { DECIMAL_MOST = 20 }; /* characters: of UINT64_MAX, and of INT64_MIN with its sign */

/* Writes v, or (is_signed) the int64_t of the same bits, in decimal, without a final zero. Returns the length. */
size_t vm_format_decimal(char to[DECIMAL_MOST], uint64_t v, bool is_signed);
