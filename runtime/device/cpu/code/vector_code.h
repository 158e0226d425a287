/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "device/cpu/code/analysis.h"

/* Machine code for kernels, as the executor calls it (exec/vector_run.c). The root hands down a compiler (code/compilers.h), so that the
 * folders below need nothing from it.
 *
 * A kernel is one function. It runs a warp from an entry to the next barrier or to its end, and then the next warp of the block, from
 * where that goes on (warp.vector_at, or the block's round_at), up to the last. Between entries all that lives is in the frame: values in their vector registers, and those that are kept
 * once for a warp in affine registers (struct vector_home).
 *
 * Ownership: `compile` returns code that its caller gives back to `release`. Thread-safety: immutable once made; all host threads run it. */

struct warp;
struct device_code;

enum vector_result {
    VECTOR_ROUND, /* each warp has ended, or all its lanes wait at the barrier before the entry w->vector_at */
    VECTOR_LEFT,    /* the warp goes on in the interpreter: its splits say where */
    VECTOR_STOPPED, /* a fault or an interrupt */
};

/* Runs a warp's lanes from an entry, and then the other warps of the round. */
typedef uint32_t vector_fn(char *vregs, struct warp *w, const void *entry);

struct vector_entry {
    uint32_t op;      /* the masked op at which it goes on */
    uint32_t barrier; /* the number of the barrier before it */
};

/* Taken back-edges until a warp yields: in general, and if the lines that a loop reads for all warps fall on one set of the cache, as the rows
 * of a matrix do that are a power of two long, so that few of them stay in it. */
enum { VECTOR_YIELD_BUDGET = 32, VECTOR_YIELD_SOON = 1, VECTOR_YIELD_AT_ONCE = 0 };

/* A place in a loop at which a warp lets the others go on. */
struct vector_yield {
    const void *at;
    uint32_t op; /* the masked op at which it goes on */
};

/* A vector register that machine code keeps in another form: what the interpreter needs to go on. */
struct vector_home {
    uint32_t vreg;
    uint8_t width;
    bool scalar;  /* base + x * lane of its row, in the affine register */
    bool rows;    /* ... with a base for each row */
    bool uniform; /* the vector register's first lanes hold what belongs in all of them */
    bool dirty;   /* NaNs are to be made 0x7fffffff */
    bool
        index; /* the first 32 bits for each lane are an index, extended by its sign or by zeros (`is_unsigned`) and
                     shifted by `scale`, from what the vector register `base` has in its first lane */
    bool is_unsigned;
    uint8_t scale;
    uint32_t base;
    int64_t x;
};

enum { VECTOR_ROWS_MAX = 4 };

/* Where an affine register has the number of a row: the places are those of the lanes 0, 1, `across` and 31, which a block without full-mask code
 * whose warps have four rows fills with the first lanes of these (exec/block.c). */
static inline uint32_t vector_row_place(uint32_t row)
{
    static const uint8_t places[VECTOR_ROWS_MAX] = {0, 2, 1, 3};
    return places[row];
}

/* How the threads of a block lie in the lanes of warps: rows of `across` lanes, of which the first `width` are threads, follow each other through
 * all warps. Where all lanes are threads these are the warps of CUDA. Else vector code regroups threads, if the kernel cannot tell. */
struct vector_layout {
    uint8_t shape;         /* enum block_shape; only in a SHAPE_TILE do rows differ */
    uint8_t across, width; /* across: 32, 16 or 8 */
    bool cut;              /* a row of the block is several rows of lanes */
    bool deep;             /* rows of a warp may differ in z */
    bool whole;            /* %ntid.x is a multiple of `across` */
};

/* Whether anything that a kernel computes depends on which threads are a warp. */
enum vector_regroup {
    VECTOR_KEEPS_WARPS,
    VECTOR_REGROUPS,
    VECTOR_REGROUPS_LOOPS, /* it does not, and loops */
};

/* What a kernel does with thread indices. */
struct vector_threads {
    uint8_t regroup; /* enum vector_regroup */
    uint8_t
        split; /* it splits threadIdx.x at this many threads, 16 or 8, and addresses memory by the parts; 32: it does not */
};

/* vector_layout.c: of a block of any extents. */
struct vector_layout vector_layout_of(uint32_t x, uint32_t y, uint32_t z,
                                      const struct vector_threads *threads);
bool vector_layout_is(const struct vector_layout *a, const struct vector_layout *b);
struct vector_threads vector_threads_of(const struct decoded_code *code);
uint32_t vector_split_of(const struct decoded_code *code); /* vector_split.c */

static inline bool vector_regroups(const struct vector_layout *l)
{
    return l->width != l->across;
}

struct vector_code {
    vector_fn *fn;
    const void **entry_at[2]; /* of each entry: for whole warps, and for any */
    const void *ended;        /* where a warp that has ended goes on: to the next one */
    struct vector_entry *entries;
    uint32_t entry_count;
    struct vector_yield *yields;
    uint32_t yield_count;
    bool
        together; /* all warps come to each barrier in the same round: whole ones are where the block says (machine.h, round_at) */
    bool waits;   /* a loop may wait for another thread, so the budget is small */
    bool ids_in_frames; /* %ctaid must be set there for each block */
    struct vector_layout layout;
    uint32_t lanes; /* of a whole warp: those that are threads */
    struct vector_home *homes;
    uint32_t home_count;
    uint32_t *sum_caches,
        sum_count;      /* inline caches of additions that a block may keep for itself, */
    uint32_t sum_width; /* and the bytes of each */
    struct op *calls;   /* two for each op: a copy, and one that returns */
    void *code;         /* mapped */
    size_t size;
};

/* What a compiler is given about a kernel. */
struct vector_source {
    const struct decoded_code *code;
    struct vector_layout layout;
    uint32_t vector_bytes; /* 32: AVX2; 64: AVX-512 */
    bool careful;          /* lanes have disagreed where the code trusted that they would not */
    uint32_t
        fail_checks; /* a test: not 0: the checks of every second op fail, so what machine code leaves to the interpreter is executed.
                        2k and 2k + 1: one has those fail that pass with the other */
    struct device_code
        *listing; /* gets what a reader of the code wants to know; NULL: nobody asks */
};

/* The inline cache is one of the additions that a block may keep for itself. */
static inline bool vector_is_sum(const struct vector_code *n, uint32_t cache)
{
    for (uint32_t k = 0; k < n->sum_count; k++)
        if (n->sum_caches[k] == cache)
            return true;
    return false;
}

struct vector_compiler {
    /* NULL: the kernel is left to the interpreter, or the processor or the system does not allow machine code. */
    struct vector_code *(*compile)(const struct vector_source *source);
    void (*release)(struct vector_code **n);
};
