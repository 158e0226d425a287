/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "eval/vm/vm.h"

/* Inside the code generator: gen.c (functions, emission), gen_expr.c, gen_place.c (lvalues), gen_stmt.c, gen_array.c.
 *
 * Slots are handed out like a stack: locals when they are declared, temporaries above them. Objects (and views) of the
 * frame are pushed on the VM's cleanup list as they are made; `depth` counts them, so a RELEASE can say down to where. */

struct gen {
    struct vm *vm;
    struct code *code;
    struct diags *diags;
    const struct function *function; /* NULL: a cell */
    uint32_t top;                    /* next free slot */
    uint32_t depth;                  /* of the cleanup list of this frame */
    bool temporaries;                /* the present statement has made some */
    uint32_t
        arrays; /* device arrays among the locals in scope: no jump may pass their declaration */
    struct flow *flow;           /* innermost loop or switch */
    const struct expr *unwanted; /* its value is */
    int inlined;                 /* calls put in place, nested */
    struct span inline_at;       /* where the outermost of them is written */
    VEC(struct label) labels;
};

/* A jump whose target is not known yet: the instruction to patch. */
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
    struct array_site *element;
    const struct field *bits; /* a bit-field, or NULL */
};

/* gen.c */
/* What vm_rooms.compile is: a function's code, or a cell's when `function` is NULL. NULL: a diag was recorded. */
struct code *gen_code(struct vm *vm, const struct function *function, const struct stmt *body, struct diags *out);
uint32_t gen_slots(struct gen *g, uint32_t n); /* n fresh slots; given back by setting g->top */
uint32_t gen_emit(struct gen *g, struct span at, enum opcode op, uint32_t a, uint32_t b,
                  uint32_t c); /* the instruction's index */
uint32_t gen_emit_k(struct gen *g, struct span at, enum opcode op, uint32_t a, uint32_t b,
                    int64_t k);
uint32_t gen_emit_p(struct gen *g, struct span at, enum opcode op, uint32_t a, uint32_t b,
                    const void *p);
uint32_t gen_emit_jump(struct gen *g, struct span at, enum opcode op, uint32_t a, uint32_t b,
                       uint32_t c, int32_t target);
void gen_emit_host(struct gen *g, struct site *site, uint32_t a);
void gen_patch(struct gen *g, uint32_t insn, uint32_t target);
uint32_t gen_here(const struct gen *g);
void gen_emit_release(struct gen *g, struct span at,
                      uint32_t depth); /* nothing when nothing was made */
void *gen_site(struct gen *g, size_t size,
               bool (*run)(struct vm *, const struct site *, union value *), struct span at);

/* gen_expr.c. `want`: the slot to put it in, or -1 for any; returns where it is. A struct's or array's value is its address. */
uint32_t gen_value(struct gen *g, const struct expr *e, int64_t want);
void gen_drop(struct gen *g, const struct expr *e); /* for its effects only */

/* Jumps to what is returned in `jumps` when the condition's truth is `when`; falls through otherwise. */
struct jumps {
    VEC(uint32_t) at;
};

void gen_branch(struct gen *g, const struct expr *e, bool when, struct jumps *jumps);
void gen_patch_all(struct gen *g, struct jumps *jumps, uint32_t target);
void gen_init(struct gen *g, uint32_t object, uint64_t offset, const struct type *t,
              const struct expr *value); /* into zeroed memory */
uint32_t gen_temporary(struct gen *g, const struct type *t,
                       struct span at); /* slot with the address of a fresh object */

uint32_t gen_call_into(struct gen *g, const struct expr *e,
                       uint32_t to); /* a call whose result is a struct */

/* gen_class.c */
void gen_destroy(struct gen *g, const struct type *t, uint32_t slot,
                 struct span at); /* when it is released; nothing where nothing is to do */
void gen_into(struct gen *g, const struct expr *e,
              uint32_t to);           /* a struct, made at the address in slot `to` */
bool gen_makes(const struct expr *e); /* its value is a new object, which gen_made makes */
uint32_t gen_made(struct gen *g, const struct expr *e, int64_t want);
/* The arguments of a call, each by `put`, in the order of e->order: argument i into slots[i] or, slots NULL, base + i. */
void gen_arguments(struct gen *g, const struct expr *e, const uint32_t *slots, uint32_t base,
                   void (*put)(struct gen *, const struct expr *, uint32_t));
void gen_argument(struct gen *g, const struct expr *e, uint32_t to);
void gen_init_object(struct gen *g, const struct expr *e); /* EXPR_INIT */
uint32_t gen_upcast(struct gen *g, const struct expr *e, int64_t want);
uint32_t gen_table(struct gen *g, const struct expr *e, int64_t want);
void gen_throw(struct gen *g, const struct expr *e);
void gen_guard(struct gen *g, const struct stmt *s);
/* A part of an aggregate has been made: it is destroyed when a later part fails. Nothing where nothing is to do. */
void gen_guard_part(struct gen *g, uint32_t object, uint64_t offset, const struct expr *value);
void gen_try(struct gen *g, const struct stmt *s);

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

/* gen_place.c */
bool gen_by_address(const struct type *t); /* its value in a slot is the address of an object */
uint32_t gen_bytes(struct gen *g, const struct type *t,
                   struct span at); /* sizeof, in a slot; unsized arrays too */
struct lvalue gen_place(struct gen *g, const struct expr *e);
uint32_t gen_load(struct gen *g, struct lvalue p, const struct type *t, struct span at,
                  int64_t want);
void gen_store(struct gen *g, struct lvalue p, const struct type *t, struct span at,
               uint32_t value);
uint32_t gen_address(struct gen *g, const struct expr *lvalue, int64_t want); /* of what has one */

/* gen_stmt.c */
void gen_stmt(struct gen *g, const struct stmt *s);
/* Scalars of the body that are read before they are written lie in memory from now on. gen_first.c */
void gen_first(const struct stmt *body);

/* gen_array.c */
uint32_t gen_array_value(struct gen *g, const struct expr *e,
                         int64_t want); /* of EXPR_SLICE, EXPR_ARRAY_* and array variables */
struct array_site *gen_subscripts(struct gen *g, const struct expr *e, uint32_t first,
                                  bool (*run)(struct vm *, const struct site *,
                                              union value *)); /* at slot `first` */
void gen_array_new(struct gen *g, const struct expr *e,
                   uint32_t first); /* the new array is in slot `first` */
/* What `run` makes of the array e->left: its address (EXPR_DECAY), its bytes (EXPR_SIZEOF). */
uint32_t gen_array_site(struct gen *g, const struct expr *e,
                        bool (*run)(struct vm *, const struct site *, union value *), int64_t want);
uint32_t gen_launch(struct gen *g, const struct expr *e);

/* gen_map.c: EXPR_ARRAY_MAP, EXPR_ARRAY_REDUCE, EXPR_ARRAY_SCATTER */
uint32_t gen_map(struct gen *g, const struct expr *e, int64_t want);
