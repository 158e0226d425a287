/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "debug/dwarf/dwarf.h"
#include "device/cpu/observed_state.h"

/* A thread of a stopped launch in one of its calls, or a call of host code: what names mean there. Thread-safety: the thread that runs the block, or another while
 * it is stopped. */

struct debugger;
struct debug_code;
struct debug_host;
struct debug_value;

struct debug_scope {
    struct debugger *d;
    const struct observed_block *block; /* NULL: no block runs */
    struct observed_frame frame;
    struct debug_code *code; /* of the frame; NULL: none */
    uint32_t warp, lane;
    const struct debug_host
        *host; /* a call of host code, which has none of the above; NULL: none */
    uint32_t host_frame;
    uint32_t dims[4][3]; /* threadIdx, blockIdx, blockDim, gridDim */
    bool looks;          /* expressions may not assign */
    bool assigned;       /* one has */
    char error[200];     /* of the last call that failed */
};

struct debug_scope debug_scope_at(struct debugger *d, const struct observed_block *b,
                                  const struct observed_frame *f, uint32_t warp, uint32_t lane);
struct debug_scope debug_scope_of_host(struct debugger *d, uint32_t frame);
/* false, with the error in the scope. */
bool debug_fail(struct debug_scope *s, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The variables that the scope sees: those of the DWARF, and shared ones. Appends. */
void debug_scope_variables(struct debug_scope *s, debug_variables *out);
bool debug_scope_read(struct debug_scope *s, const struct debug_variable *v,
                      struct debug_value *out);
/* A __device__ or __constant__ variable, which all threads share. */
bool debug_is_global(const struct debug_scope *s, const struct debug_variable *v);
/* The value of a name. false: an error in the scope. */
bool debug_scope_named(struct debug_scope *s, struct str name, struct debug_value *out);
/* A type by its name; NULL: none. */
const struct debug_type *debug_scope_type(struct debug_scope *s, struct str name);
const struct debug_type *debug_scope_pointer(struct debug_scope *s,
                                             const struct debug_type *target);
const struct debug_type *debug_scope_array(struct debug_scope *s, const struct debug_type *element,
                                           uint64_t count);
/* Whether the thread can access these bytes: memory of the device, its block's shared memory, its local memory. */
bool debug_scope_memory(const struct debug_scope *s, uint64_t address, uint64_t size);
/* Bytes from an address to the end of the memory that it is in; 0: the thread cannot access it. */
uint64_t debug_scope_extent(const struct debug_scope *s, uint64_t address);
/* "x", "x + 12": the name of what is at an address; false: it has none. */
bool debug_scope_name_of(const struct debug_scope *s, uint64_t address, struct buf *out);

/* ---- debug_eval.c ---- */
/* An expression of C over the scope's names, assignments included. false: an error in the scope. */
bool debug_evaluate(struct debug_scope *s, struct str text, struct debug_value *out);
/* Whether it is true; false with an error in the scope if it cannot be evaluated. */
bool debug_test(struct debug_scope *s, struct str text, bool *out);
