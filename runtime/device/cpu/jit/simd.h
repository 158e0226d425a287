/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "base/vec.h"
#include "device/cpu/code/ops.h"
#include "device/cpu/code/vector_code.h"
#include "x86/x86.h"

/* The intermediate form of a kernel between decoded ops and machine code. Shared by the files of jit/; nobody else includes it.
 *
 * The instructions are the decoded ops themselves. What is added:
 *
 * - An order of the basic blocks in which every loop is contiguous and every forward edge leads on (simd_form.c). Lanes that diverge
 *   wait at blocks further on, so going through the blocks in this order reconverges them at immediate post-dominators.
 * - A struct simd_value for what ops read and write: one for each vector register that is live across blocks, and one for each definition of
 *   another (simd_form.c). Its class says where it lives and how it is computed (simd_class.c).
 * - How each op is executed (enum simd_how).
 *
 * Ownership and threads: it lives for one compilation, on one thread. */

enum simd_class {
    SIMD_SCALAR, /* base + x * lane in each row of the warp: one number (`rows`: one for each) in the frame's affine register */
    SIMD_UNIFORM, /* the same in all lanes, in every lane of one vector register of the processor */
    SIMD_VECTOR,  /* in vector registers of the processor, or in the frame's */
    SIMD_PREDICATE, /* a bit for each lane, in the frame */
};

enum simd_how {
    HOW_NOTHING,
    HOW_SCALAR,
    HOW_UNIFORM,
    HOW_VECTOR,
    HOW_COMPARE, /* of vectors; `uniform`: of one */
    HOW_LOAD_SCALAR,
    HOW_LOAD,
    HOW_STORE,
    HOW_STORE_ONE, /* lanes that run at one address: the last of them remains */
    HOW_VOTE,
    HOW_GATHER, /* addresses that differ freely by lane, or elements of less than 32 bits */
    HOW_SCATTER,
    HOW_GATHER_ROWS, /* addresses a fixed number of bytes apart in each row of the warp */
    HOW_SCATTER_ROWS,
    HOW_LOAD_NARROW, /* of 8 or 16 bits, one after the other */
    HOW_STORE_NARROW,
    HOW_ATOMIC,
    HOW_SHUFFLE,
    HOW_MODE, /* of floating point */
    HOW_FENCE,
    HOW_CALL, /* the interpreter's function */
    HOW_GUARD,
    HOW_BARRIER,
    HOW_JUMP, /* branches too */
    HOW_END,
};

enum {
    NO_VALUE = UINT32_MAX,
    NO_BLOCK = UINT32_MAX,
    NO_OP = UINT32_MAX,
    SEVERAL_OPS = UINT32_MAX - 1,
    UNITS_MAX = 8,
    NO_REGISTER = -1,
    WORDS_APART_NEAR = 4, /* words so far apart are loaded as vectors and permuted (AVX-512) */
    WORDS_TOGETHER = 16, /* bytes of a lane that one access loads for several (simd_neighbours.c) */
    WORDS_APART_MAX = 16, /* so far apart they are loaded strip by strip, like consecutive ones */
    CACHE_LINE = 64
};

/* What one of the processor's vector registers holds of a value: 32 or 64 bytes, or half as many if lanes have 16 bits. Units of a value follow each other in the frame, which is
 * where a unit without a register lives. */
struct simd_unit {
    uint32_t value;
    uint32_t start, end; /* events; start > end: never used */
    float weight;
    int16_t reg;
};

struct simd_value {
    uint32_t vreg;
    uint8_t width;  /* bytes of a lane; 0: predicate */
    uint8_t class;  /* enum simd_class */
    bool rows;      /* SIMD_SCALAR: the rows of the warp differ */
    bool uniform;   /* SIMD_PREDICATE */
    bool global;    /* live across basic blocks, so a definition keeps the lanes that do not run */
    bool is_thread; /* constant: a thread's index in its block */
    bool constant;  /* set with the frame, or */
    uint32_t
        in_block;     /* read from the thread_block at this offset: %ctaid; 0: it is in the frame */
    bool fixed;       /* constant: all its bits are known, in `bits` */
    bool dirty;       /* may be a NaN other than 0x7fffffff (9.7.3) */
    bool seen;        /* some definition is known; before that anything goes */
    bool in_column;   /* threads that have the same x have the same value (simd_full.c) */
    bool block_wide;  /* all threads of the block have, as far as is known */
    uint8_t zeros[2]; /* so many of the lowest bits are 0 (enum simd_lanes_of) */
    uint8_t length;   /* each lane is below 2^length, without a sign */
    bool
        known; /* SIMD_PREDICATE: threadIdx.x alone decides it, and `bits` are those of all lanes */
    int64_t x; /* SIMD_SCALAR: the stride from lane to lane */
    uint32_t last_op; /* the last that uses it, in the order of the text */
    uint64_t bits;
    uint32_t
        low_of; /* SIMD_SCALAR: the lower half of this 64-bit value, plus 1; 0: it has a place of its own */
    bool
        quiet; /* of a load: signalling NaNs become quiet ones, since only min and max read it (simd_fold.c) */
    uint32_t
        base; /* simd_fold.c: an address whose lanes have 32 bits, indices from this constant on; plus 1; 0: it is none */
    uint8_t scale;        /* by how many bits they are shifted */
    bool is_unsigned;     /* they are extended by zeros */
    uint8_t shared;       /* of a load: enum simd_shared */
    uint8_t widened;      /* of a load of 8 or 16 bits, to 32: enum simd_widened */
    uint32_t unit, units; /* SIMD_UNIFORM, SIMD_VECTOR: its units */
    uint32_t gpr,
        gprs;          /* SIMD_SCALAR: its general registers (simd_registers.c), one for each row */
    bool read_in_slot; /* SIMD_SCALAR: by code that is not cold */
};

enum simd_lanes_of { EACH_LANE, FIRST_OF_ROW };

struct simd_use {
    uint32_t value, vreg;
    uint8_t width;
    bool writes;
};

struct simd_op {
    uint32_t at, count; /* its uses */
    uint8_t how;        /* enum simd_how */
    bool guarded;
    uint8_t negates; /* simd_fold.c: enum simd_negates */
    uint8_t shift;   /* a product with 2^shift; 0: it is multiplied */
    uint32_t
        compare; /* simd_fold.c: a selection by this comparison plus 1, whose operands are read behind its own two */
    uint32_t
        leader; /* simd_neighbours.c: the access that loads for this one and others; plus 1; 0: none */
    int32_t low, high; /* of such an access: the least and the greatest op.imm of these */
    uint32_t
        look; /* simd_close.c: the access that looks at addresses for this one; plus 1; 0: none */
    uint32_t looked_at; /* of such an access: the number of its place in the stack */
    bool inverts;       /* the same: some others store */
    uint32_t product;   /* simd_scalar.c: of a sum, the product that it adds; plus 1; 0: none */
    uint32_t array; /* of an access that streams (simd_fold.c): the value of its pointer plus 1 */
    uint32_t
        step; /* of a load of a tile (simd_fold.c): how far the next one is, a value plus 1; 0: it is none */
};

enum simd_shared {
    SHARED_NOT,
    SHARED_ROW,     /* each row of the warp has the same elements: its units are those of one row */
    SHARED_ELEMENT, /* all lanes have the same: it has one unit */
};

enum simd_widened { WIDENED_NOT, WIDENED_UNSIGNED, WIDENED_SIGNED };

enum simd_negates { NEGATES_PRODUCT = 1, NEGATES_ADDEND = 2 };

struct simd_loop {
    uint32_t first, last; /* positions */
    uint32_t header;
    bool waits; /* maybe for another thread (simd_form.c) */
};

struct simd_block {
    uint32_t position;
    uint32_t depth; /* of loops around it */
    bool reachable;
    bool varies; /* lanes may take the branch at its end differently */
    bool trusts; /* they may, but the code is for lanes that do not (simd_branch.c) */
    bool full;   /* all lanes of the warp run in it */
    uint32_t component, component_root; /* of blocks that are not full and hang together */
    uint32_t next;                      /* not full: where to go after it; NO_BLOCK: the end */
    uint32_t exit;       /* not full: the full block in which its lanes meet; NO_BLOCK: none */
    uint32_t start, end; /* events [start, end) */
};

struct simd_kernel {
    const struct vector_source *source;
    const struct decoded_code *code;
    const struct cfg *cfg;
    const struct analysis *analysis; /* for liveness */
    bool avx512;
    uint32_t rows,
        strip; /* rows of a warp that addresses distinguish; 32-bit lanes of a vector register */
    uint32_t lanes; /* of a whole warp: those that are threads (struct vector_layout) */
    bool in_rows;   /* it reads %tid.y */
    struct simd_op *ops;
    VEC(struct simd_use) uses;
    VEC(struct simd_value) values;
    uint32_t *constant_of; /* by vreg / 4: value of a constant plus 1 */
    uint32_t *definition;  /* by value: the op that writes it, NO_OP, SEVERAL_OPS (simd_fold.c) */
    uint32_t *order;       /* block at each position */
    struct simd_block *blocks;
    VEC(struct simd_loop) loops; /* inner loops before those around them */
    uint64_t *divergence;        /* [block * words] */
    uint32_t words;
    VEC(struct simd_unit) units;
    struct thread_values
        *threads;   /* where the lanes of all warps have the same threadIdx.x; else NULL */
    uint32_t looks; /* accesses that look at addresses for others */
    uint32_t
        sum_width; /* bytes of the additions that a block may keep for itself; 0: there are none */
};

/* simd_listing.c: the kernel is left to the interpreter, because of an op or (NO_OP) of all of it; returns false. */
bool simd_refuse(const struct simd_kernel *k, uint32_t op, const char *why);

/* simd_form.c. False: the control flow is left to the interpreter. */
bool simd_order(struct simd_kernel *k);
void simd_order_free(struct simd_kernel *k);

/* simd_form.c. False: some op is left to the interpreter. */
bool simd_values(struct simd_kernel *k);
void simd_values_free(struct simd_kernel *k);
void simd_find_known_bits(
    struct simd_kernel *k); /* sets `zeros`, `length` and `known` of all values */

/* simd_class.c */
bool simd_classes(struct simd_kernel *k);
bool simd_has_scalar_form(const struct op *op); /* simd_scalar.c */
void simd_join_products(
    struct simd_kernel
        *k); /* sets `product` of all ops; after all that asks what values are computed from */

/* Of a load of 8-bit elements. */
static inline bool simd_loads_signed(const struct op *op)
{
    return op_infos[op->code].vector ? op->b != 0
                                     : op->code == OP_ld_global_s8 || op->code == OP_ld_shared_s8;
}

int simd_scalar_condition(
    const struct op *op); /* of an integer comparison: enum x86_cond; -1: it is none */
/* simd_fold.c: ops that others do on the way. */
void simd_fold(struct simd_kernel *k);
/* Loads of a run of ops that give several strips the same, so they are executed for the first of these. False: there are none. */
bool simd_share_loads(struct simd_kernel *k, uint32_t from, uint32_t to);
/* The op's addresses in shared memory are multiples of `to`, whatever the arguments. */
bool simd_is_aligned(const struct simd_kernel *k, uint32_t op, uint32_t to);
void simd_find_streams(struct simd_kernel *k);
void simd_find_indices(struct simd_kernel *k); /* sets `base` of all values; the last of all */

/* simd_neighbours.c: sets `leader` of all ops. */
void simd_find_neighbours(struct simd_kernel *k);

/* simd_close.c: sets `look` of all ops. */
void simd_find_looks(struct simd_kernel *k);

/* simd_atomic.c */
bool simd_has_atomic(const struct op *op);
bool simd_reads_result(const struct simd_kernel *k, uint32_t op); /* of an atomic */
void simd_find_sums(struct simd_kernel *k);
bool simd_is_sum(const struct simd_kernel *k, uint32_t op); /* it may be kept by its block */

/* simd_branch.c: the ops that are written with the branch at the end of a full block. */
enum { FUSED_MAX = 8 };

struct simd_fused {
    uint32_t ops[FUSED_MAX], count; /* the one that the branch reads comes first; 0: none */
    bool expected[FUSED_MAX];       /* logic: the answer that lets it pass */
    bool logic;                     /* of several comparisons */
};

struct simd_fused simd_find_fused(const struct simd_kernel *k, uint32_t block);
bool simd_waits_for_branch(const struct simd_kernel *k, uint32_t op); /* a comparison of vectors */
/* The code expects that all lanes of a full block take this edge of its branch, or that none does, and it has found so when it takes it. */
bool simd_expects_edge(const struct simd_kernel *k, uint32_t block, uint32_t to);
/* Of a predicate: lanes should agree on it (struct simd_block, trusts). */
bool simd_compares_counts(const struct simd_kernel *k, uint32_t predicate);
bool simd_is_read_again(const struct simd_kernel *k, uint32_t branch); /* its predicate */

/* The code of a kernel is written up to three times. */
enum simd_variant {
    VARIANT_AGREED, /* for whole warps whose lanes have agreed at each branch that can tell by scalars */
    VARIANT_ANY,    /* for warps some of whose lanes have ended, or never were */
    VARIANT_PARTED, /* for whole warps: where the first goes on when lanes do not agree */
};

/* simd_full.c: all warps of a block come to each barrier in the same round. */
bool simd_warps_stay_together(
    const struct simd_kernel *k);              /* if so, sets `block_wide` of all values */
void simd_find_columns(struct simd_kernel *k); /* sets `in_column` of all values */

/* simd_full.c: which blocks all lanes run. False: the control flow is left to the interpreter, or to another variant. */
bool simd_find_full(struct simd_kernel *k, enum simd_variant variant);
/* Marks what lies between a block and where its paths have met. */
void simd_mark_between(const struct cfg *g, uint32_t from, uint32_t join, bool *seen);
/* An arm of a few vector instructions behind the branch of a full block: to execute it under its mask costs less than to ask whether some lane
 * runs it. */
bool simd_is_unasked(const struct simd_kernel *k, uint32_t block);
/* The branch at the end of the block leads to such an arm and to another like it, and both meet at once, in a full block: this second arm, for the
 * lanes that do not run the first. NO_BLOCK: it does not. */
uint32_t simd_second_arm(const struct simd_kernel *k, uint32_t block);
bool simd_is_second_arm(const struct simd_kernel *k, uint32_t block);

/* simd_full.c: where lanes go after a block that is not full. */

/* The first in order of the blocks where lanes may wait after a branch to two blocks. */
uint32_t simd_first_waiting(const struct simd_kernel *k, uint32_t a, uint32_t b);
bool simd_ends_loop(const struct simd_kernel *k, uint32_t block); /* ... whose header is not full */
uint32_t simd_predecessors(const struct simd_kernel *k, uint32_t block);

/* Whether the block runs depends on the branch at the end of another. */
static inline bool simd_depends(const struct simd_kernel *k, uint32_t b, uint32_t branch)
{
    const uint64_t *edges = &k->divergence[(size_t) b * k->words];
    return edges[branch / 32] >> branch % 32 * 2 & 3;
}

/* No branch that lanes disagree on decides whether the block runs. */
static inline bool simd_is_converged(const struct simd_kernel *k, uint32_t b)
{
    for (uint32_t w = 0; w < k->words; w++)
        if (k->divergence[(size_t) b * k->words + w])
            return false;
    return true;
}

static inline struct simd_value *simd_at(const struct simd_kernel *k, uint32_t v)
{
    return &k->values.at[v];
}

/* The op of a warp names all lanes as its members, whatever they do. */
static inline bool simd_members_are_all(const struct simd_kernel *k, const struct op *op)
{
    uint32_t c = k->constant_of[op_members(op) / 4];
    return c && simd_at(k, c - 1)->fixed && (uint32_t) simd_at(k, c - 1)->bits == UINT32_MAX;
}

static inline bool simd_in_loop(const struct simd_kernel *k, const struct simd_loop *l, uint32_t b)
{
    return k->blocks[b].reachable && k->blocks[b].position >= l->first &&
           k->blocks[b].position <= l->last;
}

/* Whether the loop of a header may wait for another thread; NO_BLOCK: whether any loop may. */
static inline bool simd_loop_waits(const struct simd_kernel *k, uint32_t header)
{
    bool waits = false;
    VEC_EACH (l, &k->loops)
        waits |= l->waits && (l->header == header || header == NO_BLOCK);
    return waits;
}

/* prmt whose selector is a constant and copies no signs (PTX ISA 9.7.9.7). */
static inline bool simd_permutes_bytes(const struct simd_kernel *k, uint32_t op)
{
    enum { COPY_SIGNS = 0x8888 };
    const struct op *o = &k->code->ops[op];
    uint32_t c = o->code == OP_prmt_32 ? k->constant_of[o->c / 4] : 0;
    return c && simd_at(k, c - 1)->fixed && !(simd_at(k, c - 1)->bits & COPY_SIGNS);
}

static inline const struct simd_use *simd_uses(const struct simd_kernel *k, uint32_t op)
{
    return &k->uses.at[k->ops[op].at];
}

static inline bool simd_writes(const struct simd_kernel *k, uint32_t op, uint32_t value)
{
    const struct simd_use *u = simd_uses(k, op);
    for (uint32_t i = 0; i < k->ops[op].count; i++)
        if (u[i].writes && u[i].value == value)
            return true;
    return false;
}

/* It writes the place of the value, which others have, too. */
static inline bool simd_writes_place(const struct simd_kernel *k, uint32_t op, uint32_t value)
{
    const struct simd_use *u = simd_uses(k, op);
    for (uint32_t i = 0; i < k->ops[op].count; i++)
        if (u[i].writes && u[i].vreg == simd_at(k, value)->vreg)
            return true;
    return false;
}

/* Op n uses the value, too. */
static inline void simd_keep_up_to(struct simd_value *v, uint32_t n)
{
    if (v->last_op < n)
        v->last_op = n;
}

/* The last op before `to`, in its basic block, that writes the value; NO_OP: none. */
static inline uint32_t simd_writer_before(const struct simd_kernel *k, uint32_t to, uint32_t value)
{
    for (uint32_t n = to; n-- > k->cfg->blocks[k->cfg->block_of[to]].first;)
        if (simd_writes(k, n, value))
            return n;
    return NO_OP;
}

/* The n-th operand that the op reads, or writes; NO_VALUE: it has fewer. */
static inline uint32_t simd_operand(const struct simd_kernel *k, uint32_t op, uint32_t n,
                                    bool writes)
{
    const struct simd_use *u = simd_uses(k, op);
    for (uint32_t i = 0; i < k->ops[op].count; i++)
        if (u[i].writes == writes && n-- == 0)
            return u[i].value;
    return NO_VALUE;
}

/* Where lanes read from depends on a fixed third operand. Which lanes they name matters only if some do not run. */
static inline bool simd_shuffles_here(const struct simd_kernel *k, uint32_t n)
{
    return k->code->ops[n].code == OP_shfl && simd_at(k, simd_operand(k, n, 2, false))->fixed;
}

static inline bool simd_in_registers(const struct simd_value *v)
{
    return v->class == SIMD_UNIFORM || v->class == SIMD_VECTOR;
}

/* The same number in all lanes, in the frame. */
static inline bool simd_is_one(const struct simd_value *v)
{
    return v->class == SIMD_SCALAR && !v->x && !v->rows;
}

/* Lanes of a row of the warp. */
static inline uint32_t simd_row_lanes(const struct simd_kernel *k)
{
    return WARP_LANES / k->rows;
}

/* Of them the first are threads; nothing may come of what the others compute. */
static inline uint32_t simd_row_threads(const struct simd_kernel *k)
{
    return k->source->layout.width;
}

static inline bool simd_has_idle_lanes(const struct simd_kernel *k)
{
    return k->lanes != UINT32_MAX;
}

/* An address as indices of 32 bits: an op that adds its base only copies them. */
static inline bool simd_is_index(const struct simd_value *v)
{
    return v->base != 0;
}

/* How many numbers a scalar is. */
static inline uint32_t simd_rows(const struct simd_kernel *k, const struct simd_value *v)
{
    return v->rows ? k->rows : 1;
}

/* How often an op is executed, roughly. */
static inline float simd_weight(const struct simd_kernel *k, uint32_t op)
{
    float weight = 1;
    for (uint32_t d = k->blocks[k->cfg->block_of[op]].depth; d && weight < 1e6f; d--)
        weight *= 10;
    return weight;
}

static inline bool simd_is_in(const struct simd_kernel *k, const struct simd_loop *l, uint32_t op)
{
    uint32_t at = k->blocks[k->cfg->block_of[op]].position;
    return at >= l->first && at <= l->last;
}

static inline bool simd_has_barrier(const struct simd_kernel *k, const struct simd_loop *l)
{
    for (uint32_t n = 0; n < k->code->op_count; n++)
        if (op_infos[k->code->ops[n].code].kind == OP_KIND_BARRIER && simd_is_in(k, l, n))
            return true;
    return false;
}

/* It lets other warps run, or frees memory. */
static inline bool simd_lets_others_run(const struct simd_kernel *k, uint32_t op)
{
    return k->ops[op].how == HOW_BARRIER ||
           (k->ops[op].how == HOW_CALL && op_infos[k->code->ops[op].code].kind == OP_KIND_CALL);
}

/* The checks of the op fail on purpose (struct vector_source). */
static inline bool simd_fails(const struct simd_kernel *k, uint32_t op)
{
    uint32_t mode = k->source->fail_checks, mixed = (op ^ mode / 2 * 0x85ebca6bu) * 0x9e3779b1u;
    mixed = (mixed ^ mixed >> 15) * 0x2c1b3c6du;
    return mode && mixed >> 31 == (mode & 1);
}

/* Its code checks something that only the interpreter can do, and goes on there. */
static inline bool simd_may_leave(const struct simd_kernel *k, uint32_t op)
{
    uint32_t product = k->ops[op].product;
    if (k->ops[op].how != HOW_SCALAR || !op_widens(&k->code->ops[product ? product - 1 : op]))
        return false;
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t v = simd_operand(k, op, i, false);
        if (v != NO_VALUE && simd_at(k, v)->x && simd_at(k, v)->width == 4)
            return true;
    }
    return false;
}
