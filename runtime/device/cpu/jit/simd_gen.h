/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/cpu/jit/op_writer.h"
#include "device/cpu/jit/simd.h"
#include "device/device_code.h"

/* The state of the code generator, and what its files share, from the bottom up: simd_events.c (order and registers), simd_emit.c (operands,
 * results, calls), simd_scalar.c, simd_memory.c, simd_turns.c (barriers), simd_code.c (blocks and
 * control flow).
 *
 * Registers of a function: rbx the frame's vector registers, r12 the warp, r13 the block, r14 its inline caches, r15 constants; rax, rcx and
 * rdx are free; rbp, rsi and r8 to r11 are scalars (simd_registers.c); rdi, r8 to r11 the addresses of groups. k1 is free, k2 and k3 hold the mask of the running lanes where it may not be full, or where there are idle lanes, k4 is free.
 * Vector registers 0 to 2 belong to the writers of op_writer.c, the next ones to operands without a register of their own.
 *
 * Ownership and threads: for one compilation, on one thread. */

#define G_VREGS  RBX
#define G_WARP   R12
#define G_BLOCK  R13
#define G_CACHES R14
#define G_POOL   R15

enum {
    CONSTANT_REGISTER = 3, /* and the next */
    MERGE_REGISTER = 2,    /* the old lanes of a result */
    RESULT_REGISTER = 5,
    OPERAND_REGISTER = 6, /* and the next two */
    HALF_REGISTER = 9,
    FIRST_ALLOCATED = 10,
    SECOND_HALF_MASK = 7, /* of a strip; AVX-512, in warps of four rows */
    ALL_STRIPS = UINT32_MAX,
    NOT_YET = UINT32_MAX,
    STACK_MASK = 0,    /* offsets in the stack: the lanes that run, */
    STACK_GUARDED = 4, /* those of them for which the current guard holds, */
    STACK_FRAME = 8,   /* where the stack was, */
    STACK_WAITING =
        64, /* for each block the lanes that wait there; then looks, then what loads keep */
    COLD_JUMPS = 32,
};

struct simd_event {
    uint32_t op, strip; /* op UINT32_MAX: the beginning or the end of block `strip` */
};

/* Places of the code that are not known when a jump to them is written. */
enum simd_label_kind {
    LABEL_BODY,   /* of a block whose mask is set */
    LABEL_ENTRY,  /* of a block that lanes may wait at */
    LABEL_HANDED, /* of a block that gets its lanes in eax */
    LABEL_DONE,
    LABEL_LEAVE, /* esi: op, edx: the running lanes, r8d: op where lanes are that neither run nor wait at
                    a block; all values are in the frame */
    LABEL_STOPPED,
    LABEL_WHOLE,       /* the last whole warp has come to a barrier, */
    LABEL_WHOLE_ENDED, /* or to its end */
    LABEL_ROUND,       /* the last warp has run (if warps stay together: has ended), */
    LABEL_TOGETHER,    /* and all are at the same barrier */
    LABEL_RETURN,      /* eax: result */
};

struct simd_fix {
    uint32_t jump, block;
    uint8_t label;
};

/* A branch of the variant for lanes that agree, at which they did not: its predicate and all values are in the frame, and the variant
 * for parted lanes goes on with the branch. */
struct simd_deopt {
    uint32_t jump, branch;
};

/* A place in a loop at which the warp lets the others of its block go on. */
struct simd_yield {
    uint32_t code, op; /* its offset; the first op of the loop's header */
};

/* Code that sends warps to the entry behind a barrier without running them. */
struct simd_skip {
    uint32_t place, barrier; /* what x86_aim takes; op */
};

struct simd_gen;

struct simd_cold;

typedef void simd_cold_fn(struct simd_gen *g, const struct simd_cold *c);

/* Code that is seldom executed, behind the rest. */
struct simd_cold {
    simd_cold_fn *write;              /* NULL: the second version (simd_versions.c) */
    uint32_t from[COLD_JUMPS], count; /* jumps that lead here */
    uint32_t at,
        back; /* offsets in the code: where it is, once it is written, and where it goes on */
    uint32_t event, op, extra, align;
    uint8_t address; /* simd_memory.c: the register in which it is */
    uint32_t mask_at;
    bool full;
    bool nested; /* cold code leads here, which has kept the registers of groups */
    bool second; /* code of the second version leads here (simd_versions.c) */
};

/* simd_groups.c */
struct simd_group {
    uint32_t first, value, count;
    int64_t low, high;                 /* op.imm */
    uint32_t at;                       /* plus 1: stack offset of the lowest address of each row */
    enum x86_gpr reg[VECTOR_ROWS_MAX]; /* where it is instead; NO_GPR: in the stack */
    uint32_t start, last;              /* events; start is never 0 */
    bool lost;                         /* no register lasts from its start to its last access */
    bool ended;
};

struct simd_gen {
    struct op_writer base; /* first: simd_constant finds the rest from it; base.x is the encoder */
    uint8_t constants;     /* which of the two registers for constants is the next */
    VEC(uint8_t) pool;     /* constants, at G_POOL */
    struct simd_kernel *k;
    VEC(struct simd_event) events;
    bool *crowded;        /* of each op: more units live there than have registers */
    uint32_t *region_of;  /* of each event */
    uint8_t *region_uses; /* [region * units]; NULL: there are no barriers */
    uint32_t event;       /* the current one */
    uint32_t *near_at,
        *near; /* by NEAR_EVENTS events: where the list of units that have registers there begins */
    VEC(struct simd_unit)
    gprs;             /* scalars, each row by itself: its general register, or NO_REGISTER */
    bool full;        /* all lanes run, in the current block and for the current op */
    uint32_t mask_at; /* STACK_MASK, or STACK_GUARDED behind a guard */
    uint32_t *body, *entry,
        *handed; /* by block: offsets; handed 0: it does not get its lanes in eax */
    VEC(struct simd_fix) fixes;
    VEC(struct simd_cold) colds;
    VEC(struct simd_deopt) deopts;
    enum simd_variant variant;
    const uint32_t *entered
        [2]; /* parted lanes: the entries of the other two variants, which barriers lead to; else NULL */
    VEC(struct simd_group) groups;
    uint32_t *group_of; /* of each op: its group plus 1 */
    uint8_t *grouped;   /* of each event: it is between the first access of a group and the last */
    uint32_t *rejoin, *second_at; /* of events: offsets in the two versions (simd_versions.c) */
    bool second;                  /* code without groups is being written */
    bool *proved;         /* of each op: that it passes its check is known (simd_groups.c) */
    uint32_t *address_at; /* of each memory op: the stack offset of its addresses, plus 1 */
    uint32_t stack;
    struct op *calls; /* of the kernel: struct vector_code */
    VEC(struct vector_entry) entries;
    VEC(uint32_t) entry_code;
    VEC(struct simd_yield) yields; /* of the first variant */
    VEC(struct simd_skip) skips;   /* the same */
    uint32_t pool_at;              /* offset of the instruction that sets G_POOL */
    uint32_t *limit_of; /* by op: the span that its inline cache's limit is for, plus 1; 0: none */
    uint32_t first_entry; /* offset of the beginning of the kernel in the first variant */
    uint32_t ended; /* offset of the code at which a warp that has ended goes on; 0: not yet */
    uint32_t guard_skip;
    struct x86_mem held; /* the slot whose value is in rax, if the code ends at held_to */
    uint32_t held_to;
    bool held_wide;
    bool together; /* struct vector_code */
    bool in_cold;  /* cold code is being written */
    bool
        in_other_warp; /* rbx is the frame of a warp that has not run; rcx, and the registers, have what is the same in all */
    uint32_t lane_area;      /* offset in the stack: simd_lanes.h; 0: not needed yet */
    uint32_t handed_over;    /* the next block gets its lanes in eax */
    struct simd_fused fused; /* ops that the block's branch does: they have no code of their own */
};

enum { NEAR_EVENTS = 64 };

/* The units that have a register at the event, and some others. */
static inline const uint32_t *simd_units_near(const struct simd_gen *g, uint32_t event,
                                              uint32_t *out_count)
{
    uint32_t p = event / NEAR_EVENTS;
    *out_count = g->near_at[p + 1] - g->near_at[p];
    return g->near + g->near_at[p];
}

static inline struct x86 *x86_of(struct simd_gen *g)
{
    return &g->base.x;
}

static inline const struct op *simd_op_at(const struct simd_gen *g, uint32_t n)
{
    return &g->k->code->ops[n];
}

static inline struct x86_mem stack_at(uint32_t at)
{
    return (struct x86_mem){RSP, NO_GPR, 1, (int32_t) at};
}

/* What a look at addresses has found (simd_close.c): offsets in its place in the stack, where all variants have it. */
enum {
    LOOK_PLACES = 0,  /* a vector for each strip: where its lanes are in a window of two vectors; */
    LOOK_LANES = 128, /* the same the other way round: the lanes of the strip's words there, */
    LOOK_MASKS = 384, /* and which of them have some, in 32 bits; */
    LOOK_INVERTED = 392, /* these two are known of the places, or 0; */
    LOOK_STARTS = 396,   /* for each strip, 32 bits */
    LOOK_SIZE = 448
};

static inline uint32_t simd_look_place(const struct simd_kernel *k, uint32_t look)
{
    return ((STACK_WAITING + 4 * k->cfg->count + 63) & ~63u) + LOOK_SIZE * look;
}

static inline struct x86_mem vreg_at(uint32_t at)
{
    return (struct x86_mem){G_VREGS, NO_GPR, 1, (int32_t) at};
}

/* Of the warp that decides for others (simd_turns.c). */
static inline struct x86_mem in_first_frame(uint32_t at)
{
    return (struct x86_mem){RCX, NO_GPR, 1, (int32_t) at};
}

/* Some threads of the warp may not run. */
static inline bool simd_may_part(const struct simd_gen *g)
{
    return !g->full || g->mask_at != STACK_MASK;
}

/* Of a value in registers; NO_REGISTER: the unit is in the frame. */
static inline int simd_unit_register(const struct simd_gen *g, const struct simd_value *v,
                                     uint32_t unit)
{
    return g->k->units.at[v->unit + unit].reg;
}

/* A load has made its NaNs quiet. In the frame they are as they were. */
static inline bool simd_is_quiet(const struct simd_gen *g, const struct simd_value *v)
{
    bool quiet = v->quiet;
    for (uint32_t i = 0; i < v->units; i++)
        quiet &= simd_unit_register(g, v, i) != NO_REGISTER;
    return quiet;
}

/* ---- simd_events.c ---- */

void simd_allocate(struct simd_gen *g);
uint32_t simd_strips_of(const struct simd_kernel *k, uint32_t op); /* events of a run */
void simd_forget_registers(struct simd_gen *g);
uint32_t simd_unit_count(const struct simd_kernel *k, const struct simd_value *v);
float simd_weight(const struct simd_kernel *k, uint32_t op); /* how often it is executed, roughly */

/* ---- simd_registers.c: regions, by event; what a region does not use is in the frame there. Scalars come behind the units ---- */

void simd_find_regions(struct simd_gen *g);
void simd_note_use(struct simd_gen *g, uint32_t event, uint32_t unit, bool writes);
bool simd_region_uses(const struct simd_gen *g, uint32_t event, uint32_t unit);
bool simd_region_writes(const struct simd_gen *g, uint32_t event, uint32_t unit);
void simd_forget_regions(struct simd_gen *g);

/* ---- general registers of scalars, which have the same number in the frame ---- */

bool simd_keeps_gprs(const struct simd_kernel *k,
                     uint32_t op);         /* its code leaves rdi and r8 to r11 as they are */
void simd_find_gprs(struct simd_gen *g);   /* which values may have one */
void simd_assign_gprs(struct simd_gen *g); /* by their intervals */
/* NO_GPR: it is in its slot. */
enum x86_gpr simd_gpr(const struct simd_gen *g, const struct simd_value *v, uint32_t row);
/* The slots get what has been computed in registers alone. */
void simd_save_gprs(struct simd_gen *g);
/* Some scalar is in the register between two events. */
bool simd_gpr_is_taken(const struct simd_gen *g, enum x86_gpr reg, uint32_t from, uint32_t to);

/* ---- simd_emit.c ---- */

/* Aligned to its size. */
struct x86_mem simd_pool(struct simd_gen *g, const void *bytes, uint32_t size);
/* 0, step, 2 * step and so on, of 32 bits for each lane of a strip. */
struct x86_mem simd_places(struct simd_gen *g, uint32_t step);
int simd_constant(struct op_writer *base, uint64_t bits, uint8_t width); /* op_writer.constant */
struct x86_mem simd_table(struct op_writer *base, const void *bytes, uint32_t count);
struct x86_mem simd_word(struct op_writer *base, uint32_t bits); /* op_writer.word */
uint32_t simd_unit_bytes(const struct simd_gen *g);
struct x86_mem simd_slot(const struct simd_gen *g, const struct simd_value *v, uint32_t row);
/* Bytes of a unit of the value. */
uint32_t simd_unit_size(const struct simd_gen *g, const struct simd_value *v);
struct x86_mem simd_home(const struct simd_gen *g, const struct simd_value *v, uint32_t unit);
bool simd_merges(const struct simd_gen *g, uint32_t op, const struct simd_value *d);
void simd_load_masks(struct simd_gen *g);   /* changes rax */
void simd_set_masks(struct simd_gen *g);    /* the lanes in eax */
void simd_invert_masks(struct simd_gen *g); /* of the block: the lanes that did not run do */
/* The lanes of a strip (or of a half of one, if `lanes` is half a strip) of the mask in memory: the number of a mask register, or of the
 * vector register `to`. */
int simd_mask(struct simd_gen *g, uint32_t strip, uint32_t half, int lanes, int to);
int simd_fixed_mask(struct simd_gen *g, uint32_t bits, int lanes, int to); /* the same of bits */
/* Where the mask is set `to` gets the lanes of 32 or 64 bits of `from`. */
void simd_blend(struct simd_gen *g, uint8_t width, int to, int from, int mask);
void simd_broadcast(struct simd_gen *g, bool wide, int to, enum x86_gpr from);
/* A scalar value in the lanes of a strip. */
void simd_expand(struct simd_gen *g, const struct simd_value *v, uint32_t strip, uint32_t half,
                 int to);
/* The register of an operand's unit; `to`: where it goes if it has none. clean: with PTX's NaNs. */
int simd_fetch_unit(struct simd_gen *g, uint32_t value, uint32_t strip, uint32_t half, bool clean,
                    int to);
/* A unit of a value from where it lives without a register, `offset` bytes in. */
void simd_load_home(struct simd_gen *g, const struct simd_value *v, uint32_t unit, uint32_t offset,
                    int bytes, int to);
void simd_put_unit(struct simd_gen *g, uint32_t op, uint32_t value, uint32_t unit, int from);
/* To the slot of a scalar, and its register. */
void simd_put_scalar(struct simd_gen *g, const struct simd_value *v, uint32_t row,
                     enum x86_gpr from);
void simd_put_predicate(struct simd_gen *g, uint32_t op, uint32_t value); /* the bits in ecx */
void simd_vector_op(struct simd_gen *g, uint32_t op, uint32_t strip);
void simd_uniform_op(struct simd_gen *g, uint32_t op);
void simd_compare_op(struct simd_gen *g, uint32_t op);
bool simd_known_op(struct simd_gen *g,
                   uint32_t op); /* true: it gives a predicate that is known, which is all */

/* ---- simd_calls.c ---- */

/* All values with registers that live through the event and that its region uses, to the frame and back. */
void simd_save(struct simd_gen *g);
void simd_restore(struct simd_gen *g);
void simd_restore_behind(struct simd_gen *g); /* behind a barrier: for the next region */
void simd_restore_at_edge(
    struct simd_gen *g); /* where a block ends: those whose intervals end there, too */
/* Registers of scalars, from the slots: those that live from the current event to another and that the region of `event` uses. */
void simd_restore_gprs(struct simd_gen *g, uint32_t least_end, uint32_t event);

void simd_goto(struct simd_gen *g, int cc, enum simd_label_kind label, uint32_t block);
uint32_t simd_cold(struct simd_gen *g, uint32_t op, simd_cold_fn *write);
void simd_cold_if(struct simd_gen *g, uint32_t cold, int cc);
void simd_cold_back(struct simd_gen *g, uint32_t cold); /* it goes on here */

/* Everything that the interpreter's function of the op reads is in the frame's vector registers. */
void simd_prepare_operands(struct simd_gen *g, uint32_t op);
void simd_call_function(struct simd_gen *g, uint32_t op);           /* the call itself */
void simd_call_op(struct simd_gen *g, uint32_t op);                 /* all of it */
void simd_cold_call(struct simd_gen *g, const struct simd_cold *c); /* ... of c->op */
void simd_set_mode(struct simd_gen *g, int64_t mode);               /* imm of OP_fp_mode */
/* Leaves machine code at the op if the condition holds. */
void simd_leave_if(struct simd_gen *g, uint32_t op, int cc);
void simd_leave(struct simd_gen *g, uint32_t op);
void simd_cold_doubt(struct simd_gen *g, const struct simd_cold *c);
/* Of the lanes that run none is in eax, or none in edx; else they disagree. */
void simd_check_trust(struct simd_gen *g, uint32_t op);
/* The same when all values are in the frame; waits: no lane runs, all wait at blocks. */
void simd_jump_to_leave(struct simd_gen *g, uint32_t op, bool waits);

/* ---- simd_groups.c ---- */

void simd_find_groups(struct simd_gen *g);
struct simd_group *simd_group_of(struct simd_gen *g, uint32_t op); /* NULL: it has its own check */
void simd_keep_address(struct simd_gen *g, uint32_t op); /* simd_memory.c: for its own code */
struct x86_mem simd_group_address(struct simd_gen *g, struct simd_group *group, uint32_t row);
/* The registers of groups that the current event needs, to the stack or back. */
void simd_keep_groups(struct simd_gen *g);
void simd_restore_groups(struct simd_gen *g);

/* ---- simd_versions.c ---- */

void simd_begin_event(struct simd_gen *g, uint32_t event); /* in the first version */
void simd_write_second(struct simd_gen *g,
                       const struct simd_cold *c); /* from the access on that has failed */

/* ---- simd_scalar.c, simd_memory.c ---- */

void simd_scalar_op(struct simd_gen *g, uint32_t op);
bool simd_is_fetched(const struct simd_gen *g, uint32_t op); /* what comes after it in memory, */
void simd_fetch_row(struct simd_gen *g, uint32_t op, struct x86_mem at); /* a row's is at `at` */
void simd_load_scalar(struct simd_gen *g, const struct simd_value *v, uint32_t row,
                      enum x86_gpr to);
/* to op= the value */
void simd_with_scalar(struct simd_gen *g, enum x86_alu op, enum x86_gpr to,
                      const struct simd_value *v, uint32_t row);
/* The lanes of a row that run, from bit 0; edx changes. A value that rows do not distinguish (by_row) has the lanes of all. */
void simd_load_row_lanes(struct simd_gen *g, bool by_row, uint32_t row, enum x86_gpr to);
void simd_vote_op(struct simd_gen *g, uint32_t op);
void simd_load_scalar_op(struct simd_gen *g, uint32_t op);
void simd_load_op(struct simd_gen *g, uint32_t op, uint32_t strip);
void simd_store_op(struct simd_gen *g, uint32_t op);
void simd_store_one_op(struct simd_gen *g, uint32_t op);
void simd_fetch_ahead(struct simd_gen *g, uint32_t op); /* for what comes later, if it streams */
void simd_load_narrow_op(struct simd_gen *g, uint32_t op, uint32_t first,
                         uint32_t end); /* strips */
void simd_store_narrow_op(struct simd_gen *g, uint32_t op);

/* ---- simd_branch.c: comparisons that simd_find_fused has found ---- */

bool simd_is_fused(const struct simd_gen *g, uint32_t op);
void simd_check_expected(struct simd_gen *g, uint32_t cold);
void simd_compare_fused(struct simd_gen *g, uint32_t to);
void simd_compare_parted(struct simd_gen *g, uint32_t branch);
bool simd_is_equality(const struct simd_gen *g, uint32_t compare); /* of lanes that differ */
void simd_find_equal(struct simd_gen *g, uint32_t compare, uint32_t cold);
uint32_t simd_first_corner(struct simd_gen *g, uint32_t compare, bool holds);
void simd_other_corners(struct simd_gen *g, uint32_t compare, bool holds, uint32_t cold);

/* ---- simd_lanes.c, simd_atomic.c, simd_shuffle.c ---- */

void simd_gather_op(struct simd_gen *g, uint32_t op);
void simd_scatter_op(struct simd_gen *g, uint32_t op);
void simd_atomic_op(struct simd_gen *g, uint32_t op);
void simd_shuffle_op(struct simd_gen *g, uint32_t op);

/* ---- simd_listing.c: what the code that follows belongs to ---- */

void simd_list(struct simd_gen *g, enum code_part part, uint32_t op); /* NO_OP: none */
void simd_list_block(struct simd_gen *g, uint32_t b);
void simd_list_op(struct simd_gen *g, uint32_t op, uint32_t strip);
void simd_list_bytes(struct simd_gen *g); /* the code is complete */

/* ---- simd_turns.c ---- */

void simd_add_entry(struct simd_gen *g, uint32_t op, uint32_t barrier);
void simd_load_lanes_alive(struct simd_gen *g); /* what runs behind an entry */
void simd_write_barrier(struct simd_gen *g, uint32_t op);
/* The arm only leads warps to the next barrier or to their end: they go there. False: it does more, and nothing is written. */
bool simd_write_skip(struct simd_gen *g, uint32_t branch, uint32_t arm, bool holds);
void simd_aim_skips(struct simd_gen *g); /* when all entries are known */
bool simd_may_yield(const struct simd_kernel *k);
bool simd_yields(const struct simd_gen *g, uint32_t header); /* at the back-edges to it */
void simd_note_yields(
    struct simd_kernel *k); /* what they read in slots, also where it is not live */
void simd_cold_yield(struct simd_gen *g,
                     const struct simd_cold *c); /* c->extra: the first op of the header */
void simd_write_end_of_warp(struct simd_gen *g);
void simd_write_round(struct simd_gen *g);

/* ---- simd_code.c: the beginning of a kernel's function, which all its code shares, and the code of a variant ---- */

uint32_t simd_write_prologue(struct simd_gen *g); /* what x86_set_frame takes */
void simd_write_op(struct simd_gen *g, uint32_t op, uint32_t strip);
void simd_write_kernel(struct simd_gen *g);
void simd_aim_all(struct simd_gen *g, enum simd_label_kind label); /* the jumps to it come here */
