/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "random.h"

/* Shared by the generator's files: a program under construction. Every thread has words u0.., longs l0.., floats f0.., doubles
 * d0.., an array a[8]; x, y its place in the grid, tid in the block, n the block's threads, t its number in the grid. */

enum { TERMS = 16 };

/* A value that an index can be made of: 0 to `most`. */
struct term {
    const char *text;
    uint32_t most;
};

struct gen {
    uint64_t state;
    struct buf *out;
    int indent, number, labels, budget;
    bool in_function; /* a __device__ function: only its own variables */
    bool whole_warps, has_functions;
    struct program *program;
    struct term terms[TERMS];
    uint32_t term_count;
    char loops[TERMS][8]; /* names of loop variables that are terms */
};

/* ---- generate.c ---- */

uint32_t gen_roll(struct gen *g, uint32_t n); /* 0 to n - 1 */
void gen_put(struct gen *g, const char *format, ...) __attribute__((format(printf, 2, 3)));
void gen_line(struct gen *g);
void gen_from_table(struct gen *g, const char *const *table, size_t n, int depth);
void gen_variable(struct gen *g, char type);
void gen_expression(struct gen *g, char type, int depth);
void gen_condition(struct gen *g);
void gen_count(struct gen *g);
void gen_local_array(struct gen *g);
void gen_statements(struct gen *g, int depth, int n, bool in_loop);

/* ---- together.c ---- */

void gen_together(struct gen *g); /* what a whole warp or block does */

/* ---- arrays.c: programs that walk over arrays as teaching kernels do ---- */

void gen_arrays(struct gen *g);
