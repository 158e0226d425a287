/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "array/array.h"
#include "launch/launch.h"

/* Whole-array operations. An expression becomes one fused kernel (expression.c); the library has kernels for reductions, scan,
 * sort, matrix products and transforms (kernels/ *.cu). All of them are CUDA C text that launch/made.c compiles like the user's
 * kernels. The table of launches shows them under the user's text.
 * Functions return NULL or false after recording a diag at `job->at`. The caller owns a returned array.
 * Thread-safety: unsafe. */

/* How ranks speak to each other, for arrays that lie across them (across/across.h). All ranks call the same functions in the same order. They
 * return false after recording a diag; what was passed must then stay where it is, because the library may still use it. */
struct across_link {
    void *user;
    int32_t rank, ranks; /* ranks 0: not known yet */
    bool alone;          /* the running cell does not run in the other ranks */
    bool renew; /* a cell failed in some rank: what it left unfinished must not meet what follows */
    int64_t halo; /* rows that stencils have needed from neighbours */
    /* Learns them, and what else the link needs. Every use of an array across ranks comes after it. */
    bool (*open)(void *user, struct diags *out, struct span at);
    /* Bytes to each rank and from each rank; those of this rank are copied. */
    bool (*exchange)(void *user, char *const *send, const int64_t *send_bytes, char *const *receive,
                     const int64_t *receive_bytes, struct diags *out, struct span at);
    /* The same number of bytes of each rank, in their order. */
    bool (*share)(void *user, const void *mine, int64_t bytes, void *all, struct diags *out,
                  struct span at);
};

struct job { /* the context of an operation */
    struct launcher *launcher;
    struct diags *diags;
    struct span at;
    const char *label; /* interned: the user's text, for the table of launches */
    struct across_link *link;
    const struct array *into; /* where the result will be copied to, or NULL; see compute_result */
};

enum operand_kind {
    OPERAND_ARRAY, /* one element of `array` */
    OPERAND_TABLE, /* `array`, of rank 1, which the expression indexes: v0(i), checked */
    OPERAND_VALUE, /* a scalar */
    OPERAND_INDEX, /* the index of the element in an array of this shape */
};

struct operand { /* operand number i is called v<i> in the text */
    enum operand_kind kind;
    const char *type; /* in CUDA C */
    uint32_t size;    /* of the type, bytes */
    const struct array *array;
    uint64_t value;    /* OPERAND_VALUE: its bytes */
    const void *bytes; /* or where they are, if they are more; NULL: in `value` */
    uint32_t rank;     /* OPERAND_INDEX */
    int64_t shape[ARRAY_RANK_MAX];
    int64_t base; /* OPERAND_INDEX: of the first element */
};

struct expression {     /* its parts are owned by the code that runs it */
    const char *text;   /* CUDA C, over v0, v1, ... */
    struct dtype dtype; /* of the result; its name is CUDA C too */
    const struct operand *operands;
    uint32_t count;
    const char *const
        *mentions; /* interned names of the session's definitions that the text uses */
    uint32_t mention_count;
};

enum { OPERANDS_MAX = 48 };

/* The broadcast shape of the operands: trailing axes are equal or 1. */
bool expression_shape(const struct job *j, const struct expression *e, uint32_t *out_rank,
                      int64_t *out_shape);

/* Whether it can be stored to an array of the shape of `to`. */
bool expression_fits(const struct job *j, const struct expression *e, const struct array *to);

/* Evaluate to a new array, or into `to`, whose shape the expression must broadcast to. `to` may overlap with the operands. */
struct array *compute_new(const struct job *j, const struct expression *e);
bool compute_into(const struct job *j, const struct expression *e, const struct array *to);
/* to[index] = value for each element of both expressions. `index` has type long. */
bool compute_scatter(const struct job *j, const struct expression *index,
                     const struct expression *value, const struct array *to);
/* to[places[i]] += values[i] for each i; an element that is there twice counts twice. All are vectors: `places` of int or long numbers, contiguous and
 * within `to`; `values` contiguous or one for all, of the type of `to`, whose elements have 4 bytes or more and may be complex. None overlaps with `to`. */
bool compute_add_at(const struct job *j, const struct array *places, const struct array *values,
                    const struct array *to);

/* A contiguous array with elements of `dtype`: a new reference to `a` if it is one already, otherwise a converted copy. */
struct array *compute_dense(const struct job *j, const struct array *a, struct dtype dtype);
/* Copies `from`, broadcast to the shape of `to`. Both may have any strides. */
bool compute_copy(const struct job *j, const struct array *to, const struct array *from);

/* ---- reduce.c ---- */
/* `name`: "sum", "argmax", ... With axis < 0 it reduces all elements to out_value (8 bytes), or if that is NULL to one element in
 * *out_array, otherwise along an axis to *out_array. Of complex numbers: "__complex_total", "__complex_prod", ... */
bool compute_reduce(const struct job *j, const char *name, const struct expression *e,
                    struct dtype result, int64_t axis, void *out_value, struct array **out_array);

/* For reductions in parts: the operation as a template argument, the size of a state, and whether it has a result for n elements. */
enum { REDUCE_STATE = 32, REDUCE_OPERATION = 160 };

void reduce_operation(char *out, const char *name, const struct expression *e, struct dtype result);
bool reduce_has_elements(const struct job *j, const char *name, int64_t n);

/* ---- prefix_scan.c ---- */
/* The real or imaginary parts of complex numbers: a view. */
struct array *compute_part(const struct array *z, bool imaginary);
/* Sums, or products; of complex numbers sums only. */
struct array *compute_scan(const struct job *j, const struct array *x, struct dtype result,
                           bool product);
struct array *compute_scan_axis(const struct job *j, const struct array *x, struct dtype result,
                                bool product, uint32_t axis);
struct array *compute_compress(const struct job *j, const struct array *x,
                               const struct array *mask); /* x NULL: returns the indices */
struct array *compute_histogram(const struct job *j, const struct array *x, int64_t bins,
                                double low, double high);
/* ---- sort.c ---- */
struct array *compute_sort(const struct job *j, const struct array *x, bool indices);
struct array *compute_unique(const struct job *j, const struct array *x);
/* ---- matmul.c: of one arithmetic type, or of float2 or double2 as complex numbers ---- */
struct array *compute_matmul(const struct job *j, const struct array *a, const struct array *b);
bool compute_matmul_fits(const struct job *j, const struct array *a, const struct array *b);
/* ---- fft.c ---- */
/* result: float2 or double2; x has that type or its real type. */
struct array *compute_fft(const struct job *j, const struct array *x, struct dtype result,
                          bool inverse);
/* Each row of z is 0 from element `first` on: it is already, but the checker does not know. */
bool compute_zero_tail(const struct job *j, const struct array *z, int64_t first);
/* Of real numbers, float for float2: the first half of each row's spectrum. May be a view. */
struct array *compute_rfft(const struct job *j, const struct array *x, struct dtype spectrum);
/* The inverse: rows of n real numbers, n even, from n / 2 + 1 complex ones. */
struct array *compute_irfft(const struct job *j, const struct array *z, int64_t n,
                            struct dtype real);

/* ---- fft_axes.c ---- */
enum fft_kind { FFT_FORWARD, FFT_INVERSE, FFT_REAL, FFT_REAL_INVERSE };

struct fft_types { /* float and float2, or double and double2 */
    struct dtype real, spectrum;
};

/* Along an axis of x, which is cut to n elements or continued with zeros; n < 0: as many as there are. FFT_REAL gives n / 2 + 1 numbers,
 * FFT_REAL_INVERSE n real ones; for it n < 0 is 2 (extent - 1). A new dense array. */
struct array *compute_fft_along(const struct job *j, const struct array *x, int64_t n,
                                uint32_t axis, const struct fft_types *t, enum fft_kind kind);

/* ---- apply.c ---- */
enum border { BORDER_CLAMP, BORDER_WRAP, BORDER_MIRROR, BORDER_ZERO, BORDER_COUNT };
struct array *compute_stencil(const struct job *j, const char *function, const struct array *x,
                              struct dtype result, enum border border);

/* For an array of which some rows are here. */
struct near_rows {
    int64_t extent;       /* rows of the whole array */
    int64_t first, count; /* those that results are wanted for */
    int64_t low, high;    /* those that x has: from low to before high */
    uint64_t reach; /* address of an int: how far it has looked for one that x does not have */
};
struct array *compute_stencil_rows(const struct job *j, const char *function, const struct array *x,
                                   struct dtype result, enum border border,
                                   const struct near_rows *rows);
struct array *compute_rows(const struct job *j, const char *function, const struct array *x,
                           struct dtype result, bool pointers, bool writes);

/* ---- vmap.c ---- */
struct vmap_argument {
    const struct array *array; /* or NULL: a number, the same for all places */
    int32_t axis;              /* along which it differs; negative: it is the same for all */
    bool is_view;              /* the other axes are given as a view */
    bool is_real;              /* the number's bits are those of a double, else of a long */
    int64_t bits;
};

/* Calls a __device__ function for each place: a number for each, or if it writes a row of the length of its first view. */
struct array *compute_vmap(const struct job *j, const char *function,
                           const struct vmap_argument *args, uint32_t count, struct dtype result,
                           bool writes);

/* ---- inside compute/ only: launching (compute_kernel.c) ---- */
struct work_arg { /* one parameter of a kernel */
    const void *bytes;
    uint32_t size;
    uint64_t accessed; /* as launch_arg's */
};

struct work {
    const char *library; /* a file of kernels/, or NULL */
    struct str text;     /* text appended to it, or empty */
    const char *kernel;  /* "warpcell::map" */
    const char *args;    /* its template arguments, interned by compute_run; or NULL */
    const char *step;    /* its name in the table of launches; NULL: the kernel's */
    const char *const *mentions;
    uint32_t mention_count;
    struct device_dim grid, block;
    uint32_t shared;
};

bool compute_run(const struct job *j, const struct work *w, const struct work_arg *params,
                 uint32_t count);
#define ARG(x)         ((struct work_arg){&(x), sizeof(x), 0})
#define FUNCTOR_ARG(f) ((struct work_arg){(f)->bytes, (f)->size, (f)->accessed})
const char *library_text(const char *name, size_t *out_n);
uint32_t blocks_of(int64_t n, uint32_t block); /* the number of blocks that cover n threads */
/* Blocks for n elements where each warp processes a contiguous range: up to `each` elements per thread. */
uint32_t runs_of(const struct job *j, int64_t n, uint32_t block, uint32_t each, uint64_t *out_run);
/* For a result that is written as a whole and not read: the array that it would be copied to, if it fits and is apart from the operands a and b
 * (b may be NULL), or a temporary. */
struct array *compute_result(const struct job *j, struct dtype t, uint32_t rank,
                             const int64_t *shape, const struct array *a, const struct array *b);
struct array *compute_temporary(const struct job *j, struct dtype t, uint32_t rank,
                                const int64_t *shape);

/* expression.c: an expression as a struct `name` whose operator()(i) evaluates element i, and the bytes of that struct as a kernel
 * parameter. Release it with functor_free. */
struct functor {
    struct buf text;
    char type[64]; /* its name in C++ */
    unsigned char bytes[1536];
    uint32_t size, align;
    uint64_t accessed; /* bytes of its arrays, each once */
    int64_t n;         /* elements */
    uint32_t rank;
    int64_t shape[ARRAY_RANK_MAX];
};

/* shape NULL: the shape of the expression. */
bool functor_make(const struct job *j, const struct expression *e, const char *name, uint32_t rank,
                  const int64_t *shape, struct functor *out);
void functor_free(struct functor *f);
