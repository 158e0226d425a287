/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "base/pointer_map.h"
#include "eval/vm/vm.h"
#include "eval/vm/vm_thread.h"

/* Inside the code generator. Each file uses the ones above it in this list:
 *
 *   gen_local.c                 locations of locals
 *   gen_debug.c                 what debugged code has besides
 *   gen_tree.c                  queries on the tree: operands, effects, order of evaluation
 *   gen_emit.c                  slots, instructions, jumps, temporaries
 *   gen_inline.c                inlined calls of small functions
 *   gen_pure.c                  which functions of the program are inlined
 *   gen_choice.c                of them std::max and its like, by value
 *   gen_wrapped.c               classes of one scalar without objects
 *   gen_place.c                 lvalues, loads and stores
 *   gen_lifetime.c              destructors
 *   gen_branch.c, gen_wide.c, gen_convert.c, gen_arithmetic.c, gen_assign.c, gen_call.c, gen_array.c, gen_launch.c, gen_map.c
 *   gen_object.c                values of class and array type
 *   gen_spread.c                of them small ones that functions compute, without objects
 *   gen_table.c                 constant tables, one object for all calls
 *   gen_exception.c, gen_declare.c
 *   gen_filled.c                locals that are written right after their declaration
 *   gen_expr.c, gen_stmt.c      the tables: one generator for each kind of expression and statement
 *   gen.c                       functions and cells
 *
 * Generators reach each other through gen_value and gen_stmt, which use the tables through struct gen.
 *
 * Slots are allocated like a stack: locals when they are declared, temporaries above them. Objects (and views) of the
 * frame are pushed on the VM's cleanup list when they are created; `depth` counts them, so a RELEASE can say down to where.
 *
 * What is generated is in the arena of struct code. Errors are recorded in gen.diags; generation continues after them. A generator
 * is used by the session's thread alone. */

struct gen {
    struct vm *vm;
    struct code *code;
    struct diags *diags;
    const struct function *function; /* NULL: a cell */
    const struct stmt *body;
    uint32_t (*value)(struct gen *g, const struct expr *e, int64_t want); /* gen_expr */
    void (*stmt)(struct gen *g, const struct stmt *s);                    /* gen_statement */
    uint32_t top;                                                         /* next free slot */
    uint32_t depth;   /* of the cleanup list of this frame */
    bool temporaries; /* the present statement has made some */
    uint32_t
        arrays; /* device arrays among the locals in scope: no jump may pass their declaration */
    struct flow *flow;         /* innermost loop or switch */
    const struct expr *copied; /* a call whose result is copied to the array in slot copied_to */
    uint32_t copied_to;
    const struct stmt *filled;       /* a declaration whose variable is written before it is read */
    const struct expr *unwanted;     /* the expression whose value is unused */
    bool stops;                      /* for the debugger */
    int inlined;                     /* nesting depth of inlined calls */
    struct span inline_at;           /* where the outermost inlined call is */
    const struct function *by_value; /* of gen_choice.c: its parameters hold what they refer to */
    const struct spread *spread;     /* of gen_spread.c: parameters whose members are in slots */
    int spread_depth;                /* of calls in arguments, while they are looked at */
    bool plainly;                    /* objects are made as they stand in the program */
    VEC(struct label) labels;
    struct pointer_map locals; /* gen_local.c */
    struct pointer_map cases;  /* positions of the STMT_CASEs generated so far */
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

/* The location of an lvalue. */
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

/* The start of a full expression: its temporaries live until its end (C11 6.8, and C++'s temporaries). */
struct full {
    uint32_t top, depth;
};

/* ---- gen.c ---- */

/* Implements vm_rooms.compile: a function's code, or a cell's if `function` is NULL. NULL: a diag was recorded. */
struct code *gen_code(struct vm *vm, const struct function *function, const struct stmt *body,
                      struct diags *out);

/* ---- gen_local.c: locals and parameters ---- */

uint32_t gen_local_slot(const struct gen *g, const struct symbol *s);
void gen_local_put(struct gen *g, const struct symbol *s, uint32_t slot);
bool gen_local_in_memory(const struct gen *g,
                         const struct symbol *s); /* an object rather than a slot */
void gen_local_to_memory(struct gen *g, const struct symbol *s);
void gen_local_made(struct gen *g, const struct symbol *s); /* gen_hoist has created its object */
bool gen_local_is_made(const struct gen *g, const struct symbol *s);

/* ---- gen_debug.c: these do nothing unless the code is debugged ---- */

void gen_stop(struct gen *g, struct span at); /* before a statement */
/* Before a function returns what is in the slot, or nothing (type void). */
void gen_stop_at_end(struct gen *g, uint32_t value, const struct type *returns);
void gen_variable(struct gen *g, const struct symbol *s, uint32_t slot); /* is there from here on */
void gen_variable_ready(struct gen *g,
                        const struct symbol *s);      /* only from here on: it has its value */
void gen_variables_end(struct gen *g, uint32_t slot); /* those in this slot and above are gone */

/* ---- gen_tree.c ---- */

/* The class of an arithmetic or pointer type after promotion. */
enum value_class gen_class(const struct type *t);
bool gen_by_address(const struct type *t); /* the slot of its value has the address of an object */
bool gen_makes(const struct expr *e);      /* its value is a new object, which gen_made creates */
const struct expr *gen_pointer(const struct expr *e); /* without conversions of pointers */
/* Generates the arguments of a call with `put`, in the order of e->order: argument i into slots[i], or base + i if slots
 * is NULL. */
void gen_arguments(struct gen *g, const struct expr *e, const uint32_t *slots, uint32_t base,
                   void (*put)(struct gen *, const struct expr *, uint32_t));

/* ---- gen_emit.c ---- */

/* `want`: the slot for the value, or -1 for any. Returns the slot used. The value of a struct or array is its address. */
uint32_t gen_value(struct gen *g, const struct expr *e, int64_t want);
void gen_drop(struct gen *g, const struct expr *e); /* for its side effects only */
void gen_stmt(struct gen *g, const struct stmt *s);

uint32_t gen_slots(struct gen *g, uint32_t n); /* n fresh slots; release them by setting g->top */
uint32_t gen_result_slot(struct gen *g, int64_t want); /* `want`, or a fresh slot */
/* Returns a value that lies in `slot`, moved to `want` if that is given. */
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
                      uint32_t depth); /* emits nothing if there are no temporaries */
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
    uint32_t first; /* of its parameters that is an argument */
    uint32_t slots[4];
    struct span at;
};

/* The result of an inlined call, or NULL if the function cannot be inlined. Between begin and end its parameters denote
 * the call's arguments. */
const struct expr *gen_inlined(struct gen *g, const struct expr *e);
/* The function of a call or constructor whose parameters may be replaced; NULL: it is not one of ours, or not small. */
const struct function *gen_small(struct gen *g, const struct expr *e);
/* What a function does if it only returns something. */
const struct expr *gen_only_result(const struct function *f);
/* Whether its parameters from that number on are scalars in slots, and few. */
bool gen_plain_params(const struct function *f, uint32_t first);
void gen_inline_begin(struct gen *g, const struct expr *e, struct inlined *in);
/* The same; `argument` generates each argument into its slot. */
void gen_inline_begin_with(struct gen *g, const struct expr *e,
                           void (*argument)(struct gen *g, const struct expr *e, uint32_t to),
                           struct inlined *in);
void gen_inline_end(struct gen *g, const struct inlined *in);

/* ---- gen_pure.c ---- */

/* What a call's function of the program computes from its scalars and nothing else; NULL: it does more. */
const struct expr *gen_pure_result(struct gen *g, const struct expr *call);
/* An expression that changes nothing, if its operands do not: values, lvalues, arithmetic, functions of the library that compute. */
bool gen_only_reads(const struct expr *e);
/* Constructs the object at the address in slot `to` if the constructor only stores scalars there. */
bool gen_construct_pure(struct gen *g, const struct expr *e, uint32_t to);

enum { GEN_MEMBERS = 8, GEN_MEMBER_PARAMS = 4 };

/* The type without qualifiers if it is a class of at most GEN_MEMBERS scalars; else NULL. The class that a parameter is or points to. */
const struct type *gen_members_of(const struct type *t);
const struct type *gen_class_of(const struct symbol *param);
/* The same for a function that also reads members of its parameters, and may compute an object. Its result is a scalar, an aggregate of scalars,
 * a construction as of gen_construct_pure, or a call of such a function. */
const struct expr *gen_member_result(struct gen *g, const struct expr *call);
/* The members of an object that gen_construct_pure would make, into slots from `to` on. */
void gen_construct_members(struct gen *g, const struct expr *e, uint32_t to, const struct type *t);

/* ---- gen_spread.c ---- */

/* The result expression of a call whose value is computed in slots; NULL: it is an ordinary one. */
const struct expr *gen_spread_result(struct gen *g, const struct expr *call);
/* A member of a parameter that is in a slot; false: it is in memory. */
bool gen_spread_member(struct gen *g, const struct expr *e, int64_t want, uint32_t *out);
/* Calls whose result is made at an address, assigned, or a scalar. false: generate them as others. */
bool gen_spread_into(struct gen *g, const struct expr *call, uint32_t to);
bool gen_spread_assign(struct gen *g, const struct expr *assignment);
bool gen_spread_scalar(struct gen *g, const struct expr *call, int64_t want, uint32_t *out);

/* ---- gen_choice.c ---- */

/* The value of an lvalue that std::max or its like returns; false: it is something else. */
bool gen_choice(struct gen *g, const struct expr *e, int64_t want, uint32_t *out);
/* Whether the slot of this reference, a parameter, holds the value instead. */
bool gen_is_value(const struct gen *g, const struct expr *pointer);

/* ---- gen_wrapped.c ---- */

/* Whether a value of class type is the scalar in it, which gen_wrapped calculates. */
bool gen_is_wrapped(struct gen *g, const struct expr *e);
uint32_t gen_wrapped(struct gen *g, const struct expr *e);
/* value: of gen_wrapped; p: the place of an object of the class of e */
void gen_store_wrapped(struct gen *g, struct lvalue p, const struct expr *e, uint32_t value);
/* An assignment whose value is unused: *out_value is some slot. false: it is none of a wrapped value. */
bool gen_assign_wrapped(struct gen *g, const struct expr *e, uint32_t *out_value);

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
uint32_t gen_address(struct gen *g, const struct expr *lvalue,
                     int64_t want); /* if it has an address */

/* ---- gen_lifetime.c ---- */

/* The variable in that slot is given to a function when its scope ends: struct stmt.cleanup. */
void gen_cleanup(struct gen *g, const struct stmt *s, uint32_t slot);
void gen_destroy(struct gen *g, const struct type *t, uint32_t slot,
                 struct span at); /* when it is released; emits nothing if not needed */
void gen_guard(struct gen *g, const struct stmt *s);
/* A part of an aggregate has been constructed: it is destroyed if a later part fails. Emits nothing if not needed. */
void gen_guard_part(struct gen *g, uint32_t object, uint64_t offset, const struct expr *value);

/* ---- gen_branch.c ---- */

/* Jumps if the condition equals `when`, otherwise falls through. Returns the jumps in `jumps`. */
void gen_branch(struct gen *g, const struct expr *e, bool when, struct jumps *jumps);
uint32_t gen_truth(struct gen *g, const struct expr *e, int64_t want);
uint32_t gen_conditional(struct gen *g, const struct expr *e, int64_t want);

/* ---- gen_convert.c ---- */

uint32_t gen_convert(struct gen *g, const struct expr *e, int64_t want);
enum opcode
gen_narrow(const struct type *t); /* a 64-bit value to an integer type; OP_MOVE: unchanged */

/* ---- gen_wide.c: long double and __int128, whose value is the address of an object ---- */

uint32_t gen_wide_literal(struct gen *g, const struct expr *e, int64_t want);
/* Arithmetic and comparisons. */
uint32_t gen_wide(struct gen *g, const struct expr *e, int64_t want);
/* Puts the address of a new object with left op right into the slot `to`. */
void gen_wide_binary(struct gen *g, const struct type *t, enum expr_kind op, uint32_t to,
                     uint32_t left, uint32_t right, struct span at);
/* The value in a slot, converted from or to such a type, in a fresh slot. */
uint32_t gen_wide_convert(struct gen *g, uint32_t value, const struct type *from,
                          const struct type *to, struct span at);

/* ---- gen_arithmetic.c ---- */

/* Wraps the integer in a slot, if its type is narrower than its kind: type_of_width(). */
void gen_wrap(struct gen *g, const struct type *t, uint32_t slot, struct span at);

uint32_t gen_literal(struct gen *g, const struct expr *e, int64_t want);
uint32_t gen_arithmetic(struct gen *g, const struct expr *e, int64_t want);
uint32_t gen_unary(struct gen *g, const struct expr *e, int64_t want);
uint32_t gen_comparison(struct gen *g, const struct expr *e, int64_t want);
uint32_t gen_pointer_sum(struct gen *g, const struct expr *e, int64_t want);
uint32_t gen_pointer_difference(struct gen *g, const struct expr *e, int64_t want);
/* to = left op right, with the left operand already in a slot. */
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
/* `to`: the slot with the address for a struct result. Returns the first of the slots it used. */
uint32_t gen_call_into(struct gen *g, const struct expr *e, uint32_t to);
void gen_argument(struct gen *g, const struct expr *e, uint32_t to);
/* A call of the library function of that name, with arguments in the slots from `base` on. */
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
/* What `run` returns for the array e->left: its address (EXPR_DECAY), its bytes (EXPR_SIZEOF). */
uint32_t gen_array_call(struct gen *g, const struct expr *e,
                        bool (*run)(struct vm *, const struct call_site *, union value *),
                        int64_t want);
uint32_t gen_launch(struct gen *g, const struct expr *e, int64_t want);
uint32_t gen_map(struct gen *g, const struct expr *e, int64_t want);

/* ---- gen_table.c ---- */

/* Puts the address of a table that all calls of the function share into the slot. false: the variable is none. */
bool gen_table(struct gen *g, const struct stmt *declaration, uint32_t slot);

/* ---- gen_declare.c, gen_stmt.c, gen_expr.c, gen_filled.c, gen_first.c ---- */

/* Creates the objects of a block that a jump to one of its labels or cases would skip: they have no initialiser, so the
 * jump is valid. */
void gen_hoist(struct gen *g, const struct stmt *block);
/* The same for the blocks of the function that a goto from outside enters. */
void gen_hoist_entered(struct gen *g, const struct stmt *function);
void gen_declare(struct gen *g, const struct stmt *s);
/* A thread_local variable outside of functions has its first value, with which each thread begins. */
void gen_static_made(struct gen *g, struct symbol *v, struct span at); /* it is destroyed at exit */
void gen_thread_variable(struct gen *g, struct symbol *v, struct span at);
void gen_statement(struct gen *g, const struct stmt *s);
/* A block whose value is taken before it ends. */
uint32_t gen_statements(struct gen *g, const struct expr *e, int64_t want);
uint32_t gen_expr(struct gen *g, const struct expr *e, int64_t want);
/* Whether the variable that is declared at `at` of a block is written as a whole before anything can read it. */
bool gen_is_filled(const struct stmt *block, uint32_t at);
/* Moves scalars of the body that are read before they are written to memory. */
void gen_first(struct gen *g, const struct stmt *body);
