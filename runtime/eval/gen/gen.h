/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "base/pointer_map.h"
#include "eval/vm/vm.h"

/* Inside the code generator. Each file uses the ones above it in this list:
 *
 *   gen_local.c                 where locals lie
 *   gen_tree.c                  what the tree says: operands, effects, order of evaluation
 *   gen_emit.c                  slots, instructions, jumps, temporaries
 *   gen_inline.c                small functions in place of their calls
 *   gen_place.c                 lvalues, loads and stores
 *   gen_lifetime.c              destructors
 *   gen_branch.c, gen_convert.c, gen_arithmetic.c, gen_assign.c, gen_call.c, gen_array.c, gen_launch.c, gen_map.c
 *   gen_object.c                values of class and array type
 *   gen_exception.c, gen_declare.c
 *   gen_expr.c, gen_stmt.c      the tables: one generator for each kind of expression and statement
 *   gen.c                       functions and cells
 *
 * Generators reach each other through gen_value and gen_stmt, which ask the tables by way of struct gen.
 *
 * Slots are handed out like a stack: locals when they are declared, temporaries above them. Objects (and views) of the
 * frame are pushed on the VM's cleanup list as they are made; `depth` counts them, so a RELEASE can say down to where.
 *
 * What is generated is in the arena of struct code. Errors are recorded in gen.diags; generation goes on after them. A generator
 * is used by the session's thread alone. */

struct gen {
    struct vm *vm;
    struct code *code;
    struct diags *diags;
    const struct function *function;                                      /* NULL: a cell */
    uint32_t (*value)(struct gen *g, const struct expr *e, int64_t want); /* gen_expr */
    void (*stmt)(struct gen *g, const struct stmt *s);                    /* gen_statement */
    uint32_t top;                                                         /* next free slot */
    uint32_t depth;   /* of the cleanup list of this frame */
    bool temporaries; /* the present statement has made some */
    uint32_t
        arrays; /* device arrays among the locals in scope: no jump may pass their declaration */
    struct flow *flow;           /* innermost loop or switch */
    const struct expr *unwanted; /* its value is */
    int inlined;                 /* calls put in place, nested */
    struct span inline_at;       /* where the outermost of them is written */
    VEC(struct label) labels;
    struct pointer_map locals; /* gen_local.c */
    struct pointer_map cases;  /* where the STMT_CASEs that were passed stand */
};

/* A loop or switch, with the jumps out of it that are not patched yet. */
struct flow {
    const struct stmt *stmt;
    struct flow *outer;
    uint32_t depth, arrays;
    VEC(uint32_t) breaks;
    VEC(uint32_t) continues;
};

struct label {
    const struct stmt *stmt;
    int32_t target; /* -1: not placed yet */
    uint32_t depth;
    uint32_t arrays;     /* at the label or, until it is placed, the fewest at a jump to it */
    VEC(uint32_t) jumps; /* each JUMP follows a RELEASE to be patched too */
};

/* Where an lvalue is. */
struct lvalue {
    enum { PLACE_SLOT, PLACE_ADDRESS, PLACE_INDEX, PLACE_GLOBAL, PLACE_ELEMENT } kind;

    uint32_t slot;    /* SLOT; base address of ADDRESS and INDEX; first slot of ELEMENT */
    uint32_t index;   /* INDEX: element number's slot */
    uint16_t offset;  /* ADDRESS: bytes */
    uint64_t address; /* GLOBAL */
    struct array_call *element;
    const struct field *bits; /* a bit-field, or NULL */
};

/* Jumps to one target that is not known yet. */
struct jumps {
    VEC(uint32_t) at;
};

/* Where a full expression began: what it makes lives until its end (C11 6.8, and C++'s temporaries). */
struct full {
    uint32_t top, depth;
};

/* ---- gen.c ---- */

/* What vm_rooms.compile is: a function's code, or a cell's when `function` is NULL. NULL: a diag was recorded. */
struct code *gen_code(struct vm *vm, const struct function *function, const struct stmt *body,
                      struct diags *out);

/* ---- gen_local.c: locals and parameters ---- */

uint32_t gen_local_slot(const struct gen *g, const struct symbol *s);
void gen_local_put(struct gen *g, const struct symbol *s, uint32_t slot);
bool gen_local_in_memory(const struct gen *g, const struct symbol *s); /* an object, not a slot */
void gen_local_to_memory(struct gen *g, const struct symbol *s);
void gen_local_made(struct gen *g, const struct symbol *s); /* gen_hoist has made its object */
bool gen_local_is_made(const struct gen *g, const struct symbol *s);

/* ---- gen_tree.c ---- */

/* The class of an arithmetic or pointer type after promotion. */
enum value_class gen_class(const struct type *t);
bool gen_by_address(const struct type *t); /* its value in a slot is the address of an object */
bool gen_makes(const struct expr *e);      /* its value is a new object, which gen_made makes */
/* Whether evaluating it may change something that another operand reads. */
bool gen_has_effects(const struct expr *e);
/* Whether `test` holds for an operand of e. Asks in the order of the text and stops at the first for which it does. */
bool gen_any_operand(const struct expr *e, bool (*test)(void *context, const struct expr *operand),
                     void *context);
/* The arguments of a call, each by `put`, in the order of e->order: argument i into slots[i] or, slots NULL, base + i. */
void gen_arguments(struct gen *g, const struct expr *e, const uint32_t *slots, uint32_t base,
                   void (*put)(struct gen *, const struct expr *, uint32_t));

/* ---- gen_emit.c ---- */

/* `want`: the slot to put the value in, or -1 for any; returns where it is. A struct's or array's value is its address. */
uint32_t gen_value(struct gen *g, const struct expr *e, int64_t want);
void gen_drop(struct gen *g, const struct expr *e); /* for its effects only */
void gen_stmt(struct gen *g, const struct stmt *s);

uint32_t gen_slots(struct gen *g, uint32_t n); /* n fresh slots; given back by setting g->top */
uint32_t gen_result_slot(struct gen *g, int64_t want); /* `want`, or a fresh slot */
/* A value that lies in `slot` as the result: moved to `want` where it is wanted there. */
uint32_t gen_result(struct gen *g, struct span at, uint32_t slot, int64_t want);

/* Each returns the instruction's index. */
uint32_t gen_emit(struct gen *g, struct span at, enum opcode op, uint32_t a, uint32_t b,
                  uint32_t c);
uint32_t gen_emit_k(struct gen *g, struct span at, enum opcode op, uint32_t a, uint32_t b,
                    int64_t k);
uint32_t gen_emit_p(struct gen *g, struct span at, enum opcode op, uint32_t a, uint32_t b,
                    const void *p);
uint32_t gen_emit_jump(struct gen *g, struct span at, enum opcode op, uint32_t a, uint32_t b,
                       uint32_t c, int32_t target);
void gen_emit_host(struct gen *g, struct call_site *call, uint32_t a);
void gen_emit_release(struct gen *g, struct span at,
                      uint32_t depth); /* nothing when nothing was made */
void *gen_call_site(struct gen *g, size_t size,
                    bool (*run)(struct vm *, const struct call_site *, union value *),
                    struct span at);

uint32_t gen_here(const struct gen *g);
void gen_patch(struct gen *g, uint32_t insn, uint32_t target);
void gen_patch_all(struct gen *g, struct jumps *jumps, uint32_t target);

uint32_t gen_temporary(struct gen *g, const struct type *t,
                       struct span at); /* slot with the address of a fresh object */
void gen_count_temporary(
    struct gen *g); /* the last instruction puts a temporary on the cleanup list */
struct full gen_begin_full(struct gen *g);
void gen_end_full(struct gen *g, struct full f, struct span at);

/* ---- gen_inline.c ---- */

struct inlined {
    const struct function *function;
    uint32_t slots[4];
    struct span at;
};

/* The result of a call whose function can stand in place of it, or NULL. Between begin and end its parameters are the
 * call's arguments. */
const struct expr *gen_inlined(struct gen *g, const struct expr *e);
void gen_inline_begin(struct gen *g, const struct expr *e, struct inlined *in);
void gen_inline_end(struct gen *g, const struct inlined *in);

/* ---- gen_place.c ---- */

uint32_t gen_bytes(struct gen *g, const struct type *t,
                   struct span at); /* sizeof, in a slot; unsized arrays too */
struct array_call *gen_subscripts(struct gen *g, const struct expr *e, uint32_t first,
                                  bool (*run)(struct vm *, const struct call_site *,
                                              union value *)); /* at slot `first` */
struct lvalue gen_place(struct gen *g, const struct expr *e);
uint32_t gen_load(struct gen *g, struct lvalue p, const struct type *t, struct span at,
                  int64_t want);
void gen_store(struct gen *g, struct lvalue p, const struct type *t, struct span at,
               uint32_t value);
uint32_t gen_address(struct gen *g, const struct expr *lvalue, int64_t want); /* of what has one */

/* ---- gen_lifetime.c ---- */

void gen_destroy(struct gen *g, const struct type *t, uint32_t slot,
                 struct span at); /* when it is released; nothing where nothing is to do */
void gen_guard(struct gen *g, const struct stmt *s);
/* A part of an aggregate has been made: it is destroyed when a later part fails. Nothing where nothing is to do. */
void gen_guard_part(struct gen *g, uint32_t object, uint64_t offset, const struct expr *value);

/* ---- gen_branch.c ---- */

/* Jumps to what is returned in `jumps` when the condition's truth is `when`; falls through otherwise. */
void gen_branch(struct gen *g, const struct expr *e, bool when, struct jumps *jumps);
uint32_t gen_truth(struct gen *g, const struct expr *e, int64_t want);
uint32_t gen_conditional(struct gen *g, const struct expr *e, int64_t want);

/* ---- gen_convert.c ---- */

uint32_t gen_convert(struct gen *g, const struct expr *e, int64_t want);
enum opcode
gen_narrow(const struct type *t); /* a value of 64 bits to an integer type; OP_MOVE: as it is */

/* ---- gen_arithmetic.c ---- */

uint32_t gen_literal(struct gen *g, const struct expr *e, int64_t want);
uint32_t gen_arithmetic(struct gen *g, const struct expr *e, int64_t want);
uint32_t gen_unary(struct gen *g, const struct expr *e, int64_t want);
uint32_t gen_comparison(struct gen *g, const struct expr *e, int64_t want);
uint32_t gen_pointer_sum(struct gen *g, const struct expr *e, int64_t want);
uint32_t gen_pointer_difference(struct gen *g, const struct expr *e, int64_t want);
/* to = left op right, with the left operand in a slot already. */
void gen_binary(struct gen *g, struct span at, enum expr_kind op, enum value_class class,
                uint32_t to, uint32_t left, const struct expr *right);
void gen_pointer_add(struct gen *g, const struct expr *e, uint32_t to, uint32_t base,
                     uint32_t index);

/* ---- gen_assign.c ---- */

uint32_t gen_assign(struct gen *g, const struct expr *e, int64_t want);
uint32_t gen_assign_op(struct gen *g, const struct expr *e, int64_t want);
uint32_t gen_increment(struct gen *g, const struct expr *e, int64_t want);

/* ---- gen_call.c ---- */

uint32_t gen_call(struct gen *g, const struct expr *e, int64_t want);
uint32_t gen_builtin_call(struct gen *g, const struct expr *e, int64_t want);
/* `to`: the slot with the address for a result that is a struct. Returns the first of the slots it used. */
uint32_t gen_call_into(struct gen *g, const struct expr *e, uint32_t to);
void gen_argument(struct gen *g, const struct expr *e, uint32_t to);
/* A call of the library's function of that name, with arguments in slots from `base` on. */
void gen_call_library(struct gen *g, const char *name, uint32_t base, struct span at);

/* ---- gen_object.c ---- */

void gen_init(struct gen *g, uint32_t object, uint64_t offset, const struct type *t,
              const struct expr *value); /* into zeroed memory */
void gen_into(struct gen *g, const struct expr *e,
              uint32_t to); /* a struct, made at the address in slot `to` */
uint32_t gen_made(struct gen *g, const struct expr *e, int64_t want);
uint32_t gen_init_object(struct gen *g, const struct expr *e, int64_t want);
uint32_t gen_aggregate(struct gen *g, const struct expr *e, int64_t want);

/* ---- gen_exception.c ---- */

uint32_t gen_throw(struct gen *g, const struct expr *e, int64_t want);
void gen_try(struct gen *g, const struct stmt *s);

/* ---- gen_array.c, gen_launch.c, gen_map.c ---- */

uint32_t gen_array_value(struct gen *g, const struct expr *e, int64_t want); /* SLICE, ARRAY_* */
uint32_t gen_array_variable(struct gen *g, const struct expr *e, int64_t want);
/* What `run` makes of the array e->left: its address (EXPR_DECAY), its bytes (EXPR_SIZEOF). */
uint32_t gen_array_call(struct gen *g, const struct expr *e,
                        bool (*run)(struct vm *, const struct call_site *, union value *),
                        int64_t want);
uint32_t gen_launch(struct gen *g, const struct expr *e, int64_t want);
uint32_t gen_map(struct gen *g, const struct expr *e, int64_t want);

/* ---- gen_declare.c, gen_stmt.c, gen_expr.c, gen_first.c ---- */

/* Makes the objects of a block that a jump to one of its labels or cases would skip: they have no initialiser, so the jump is valid. */
void gen_hoist(struct gen *g, const struct stmt *block);
void gen_declare(struct gen *g, const struct stmt *s);
void gen_statement(struct gen *g, const struct stmt *s);
uint32_t gen_expr(struct gen *g, const struct expr *e, int64_t want);
/* Scalars of the body that are read before they are written lie in memory from now on. */
void gen_first(struct gen *g, const struct stmt *body);
