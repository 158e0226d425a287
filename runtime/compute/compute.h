/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "array/array.h"
#include "launch/launch.h"

/* Work on whole arrays, by kernels of our own: the fused kernel of an expression (expression.c), and the library
 * (kernels/ *.cu: reductions, scan, sort, products of matrices, transforms). A kernel is CUDA C text that launch/made.c
 * compiles like the user's own; what it is called in the table of launches is the user's text.
 * Thread-safety: unsafe. false and NULL: a diag was recorded at `job->at`. */

struct job { /* what all work needs to know */
    struct launcher *launcher;
    struct diags *diags;
    struct span at;
    const char *label; /* interned: the user's text of it */
};

enum operand_kind {
    OPERAND_ARRAY, /* one element of `array` */
    OPERAND_TABLE, /* `array`, of rank 1, indexed by the expression itself: v0(i), checked */
    OPERAND_VALUE, /* the same for all elements */
    OPERAND_INDEX, /* the number of the element in an array of this shape */
};

struct operand { /* v0, v1, ... in the text of an expression */
    enum operand_kind kind;
    const char *type; /* in CUDA C */
    uint32_t size;    /* of the type, bytes */
    const struct array *array;
    uint64_t value; /* OPERAND_VALUE: its bytes */
    uint32_t rank;  /* OPERAND_INDEX */
    int64_t shape[ARRAY_RANK_MAX];
};

struct expression {     /* not owned: its parts live in the code that runs it */
    const char *text;   /* CUDA C, over v0, v1, ... */
    struct dtype dtype; /* of its value; the name is CUDA C too */
    const struct operand *operands;
    uint32_t count;
    const char *const
        *mentions; /* interned names of the session's device code that the text uses */
    uint32_t mention_count;
};

enum { OPERANDS_MAX = 48 };

/* The shape that the operands have together (trailing axes match or are 1). */
bool expression_shape(const struct job *j, const struct expression *e, uint32_t *out_rank,
                      int64_t *out_shape);

/* A new array of it, or into `to`, whose shape it must broadcast to. `to` may overlap with operands in any way. */
struct array *compute_new(const struct job *j, const struct expression *e);
bool compute_into(const struct job *j, const struct expression *e, const struct array *to);
/* to[index] = value, both over the same elements. `index` is an expression of type long. */
bool compute_scatter(const struct job *j, const struct expression *index,
                     const struct expression *value, const struct array *to);

/* Contiguous, with elements of `dtype`: the array itself (a new reference) or a converted copy. */
struct array *compute_dense(const struct job *j, const struct array *a, struct dtype dtype);
/* a = b elementwise, for views with any strides; b's shape broadcasts to a's. */
bool compute_copy(const struct job *j, const struct array *to, const struct array *from);

/* ---- reduce.c ---- */
/* name: "sum", "argmax"... axis < 0: all elements, the result is written to out_value (8 bytes); else *out_array. */
bool compute_reduce(const struct job *j, const char *name, const struct expression *e,
                    struct dtype result, int64_t axis, void *out_value, struct array **out_array);

/* ---- scan.c ---- */
struct array *compute_scan(const struct job *j, const struct array *x, struct dtype result);
struct array *compute_compress(const struct job *j, const struct array *x,
                               const struct array *mask); /* x NULL: the indices */
struct array *compute_histogram(const struct job *j, const struct array *x, int64_t bins,
                                double low, double high);
/* ---- sort.c ---- */
struct array *compute_sort(const struct job *j, const struct array *x, bool indices);
struct array *compute_unique(const struct job *j, const struct array *x);
/* ---- matmul.c ---- */
struct array *compute_matmul(const struct job *j, const struct array *a, const struct array *b);
/* ---- fft.c ---- */
/* result: float2 or double2. x: of it, or of its real type. */
struct array *compute_fft(const struct job *j, const struct array *x, struct dtype result,
                          bool inverse);

/* ---- apply.c ---- */
enum border { BORDER_CLAMP, BORDER_WRAP, BORDER_MIRROR, BORDER_ZERO, BORDER_COUNT };
struct array *compute_stencil(const struct job *j, const char *function, const struct array *x,
                              struct dtype result, enum border border);
struct array *compute_rows(const struct job *j, const char *function, const struct array *x,
                           struct dtype result, bool pointers, bool writes);

/* ---- launching, for the files of this folder (kernel.c) ---- */
struct work_arg { /* one parameter of a kernel */
    const void *bytes;
    uint32_t size;
};

struct work {
    const char *library; /* name of the text of kernels/, or NULL */
    struct str text;     /* more text behind it, or empty */
    const char *kernel;  /* "warpcell::map" */
    const char *args;    /* its template arguments, interned by compute_run; or NULL */
    const char *const *mentions;
    uint32_t mention_count;
    struct device_dim grid, block;
    uint32_t shared;
};

bool compute_run(const struct job *j, const struct work *w, const struct work_arg *params,
                 uint32_t count);
#define ARG(x) ((struct work_arg){&(x), sizeof(x)})
const char *library_text(const char *name, size_t *out_n);
uint32_t blocks_of(int64_t n, uint32_t block); /* that cover n threads */
/* Blocks for n elements of which each warp has a run: `each` elements for a thread, or fewer where there are few. */
uint32_t runs_of(const struct job *j, int64_t n, uint32_t block, uint32_t each, uint64_t *out_run);
struct array *compute_temporary(const struct job *j, struct dtype t, uint32_t rank,
                                const int64_t *shape);

/* expression.c: a struct `name` whose operator()(index i) is the expression at element i of its shape, and the bytes that a
 * kernel takes it as. */
struct functor {
    struct buf text;
    unsigned char bytes[1536];
    uint32_t size, align;
    int64_t n; /* elements */
    uint32_t rank;
    int64_t shape[ARRAY_RANK_MAX];
};

/* shape NULL: the expression's own. */
bool functor_make(const struct job *j, const struct expression *e, const char *name, uint32_t rank,
                  const int64_t *shape, struct functor *out);
void functor_free(struct functor *f);
