/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "base/arena.h"
#include "eval/jit/jit.h"
#include "x86/x86.h"

/* Inside the compiler. The files, in the order of its passes:
 *
 *   jit_flow.c     basic blocks, loops, live slots
 *   jit_webs.c     slots become webs: what is connected through definitions and uses, one location each
 *   jit_regs.c     registers for webs (linear scan)
 *   jit_sites.c    memory accesses: which share a guard, which guards are hoisted out of loops
 *   jit_values.c   operands, exits, entries
 *   jit_arith.c, jit_jump.c, jit_memory.c, jit_call.c, jit_object.c   one emitter for each kind of instruction; jit_ops.def has the rows
 *   jit_code.c     the driver: from a struct code to executable memory
 *   jit_run.c      enters machine code
 *   jit_work.c     the C functions that machine code calls
 *
 * In machine code, rbx points to slot 0 of the frame and r12 to its struct frame. rax, rcx, rdx, xmm0 and xmm1 are scratch
 * registers. All others hold webs. A web's register is up to date and its slot is not, except at calls and exits, where all
 * live webs are in their slots. */

enum { NO_REG = -1 };

struct jit_web {
    uint32_t slot;
    uint32_t first, last; /* where it is live: 2p is before instruction p, 2p + 1 after it */
    float weight;         /* what a register saves, in executed instructions */
    float real_weight;    /* above 0: better in a vector register */
    float low_weight;     /* above 0: better without extending each definition, see low */
    int8_t reg;           /* of general or of vector registers; NO_REG: in its slot */
    bool real;            /* reg is a vector register */
    bool in_memory;       /* a handler of exceptions reads it, so it has no register */
    bool wide;            /* some definition is not an int */
    bool low;             /* its register has an int in its low half, and anything in the other */
};

struct jit_block {
    uint32_t first, end; /* instructions */
    uint32_t nodes;      /* the node of slot s at its start is nodes + s */
    uint64_t *live_in, *live_out;
};

/* The instructions from the target of a backward jump to that jump. */
struct jit_loop {
    uint32_t first, last;
    bool pure; /* no object can end or shrink in it */
};

/* What an instruction does with slots. */
struct jit_effects {
    uint32_t reads[3], read_count;
    int64_t write;               /* or -1 */
    uint32_t args, args_end;     /* slots that a call reads */
    uint32_t losses, losses_end; /* slots that a call writes */
};

enum jit_guard {
    GUARD_NONE,  /* an earlier guard of the block covers the access, or its object is known */
    GUARD_EACH,  /* an earlier guard covers it unless the site says that each access looks */
    GUARD_RANGE, /* the base is in the site's object */
    GUARD_BYTES, /* the base is that of the loop's entry; how many bytes of its object follow it is known */
    GUARD_INDEX /* how many elements follow the base is known; the base must be the same */
};

/* What the last look-up at a guard found, in memory beside the code. */
struct jit_site {
    const struct object *object; /* RANGE: open when it was found */
    struct object *
        watched; /* what the last look-up found, if that was watched, or with `each` is less than the reach */
    uint64_t base,
        bound; /* BYTES, INDEX: bytes or elements of the object from that base on, while it has this version */
    uint32_t version;
    uint32_t size; /* INDEX: of an element */
    struct vm *vm;
    uint8_t guard, how;
    bool several;   /* RANGE: for several accesses */
    bool each;      /* all of them stores: if the object is watched, each notes what it writes */
    uint32_t reach; /* each: bytes from the base that the guard covers */
};

/* What is known inside a loop because it was tested where the loop is entered. */
enum jit_hoisted {
    HOIST_NONE,
    HOIST_OBJECT, /* the site's object is open, or has the version that the site knows */
    HOIST_BASE    /* and the base is the site's */
};

struct jit_access {      /* a memory instruction */
    uint32_t slot, node; /* its base: the slot, or the one that it was copied from */
    uint32_t site;
    uint32_t reach; /* RANGE: bytes from the base that the guard covers */
    enum jit_guard guard;
    enum jit_hoisted hoisted;
};

struct jit_hoist { /* HOIST_BASE: the site's base becomes the web's value */
    uint32_t loop, site, web;
    enum jit_hoisted what;
};

/* What the compiler remembers of a site. */
struct jit_plan {
    uint32_t web, loop; /* loop UINT32_MAX: not hoisted */
};

struct jit_fixup {
    uint32_t jump, pc;
};

/* An exit: the state before instruction pc, and the jumps that leave there. */
struct jit_exit {
    uint32_t pc, count;
    uint32_t *webs;
    VEC(uint32_t) jumps;
};

struct jit_gen;

/* Code out of line that goes back, or to an instruction. */
struct jit_stub {
    void (*emit)(struct jit_gen *g, const struct jit_stub *s);
    uint32_t jumps[5], back; /* the jumps that come here (0: none); where it continues */
    uint32_t pc, target;     /* instructions */
    struct jit_exit *exit;   /* if it fails */
    uint8_t base, index;     /* registers of an access */
    uint32_t scale, offset, size, site;
    uint32_t
        reach; /* of an access: bytes from its base that must be there; 0: C finds the object */
};

struct jit_gen {
    struct vm *vm;
    struct code *code;
    struct insn *insns;
    uint32_t n, slots, words; /* words: of a set of slots */
    struct arena arena;
    struct x86 x;
    bool tries;                  /* has handlers of exceptions */
    bool returns;                /* a value */
    uint32_t *block_of;          /* by instruction, and the following too */
    uint8_t *depth;              /* how many loops it is in */
    uint64_t *live;              /* sets of slots that are live before each instruction */
    uint64_t *handled;           /* slots that are live at the handlers */
    uint32_t *first_node;        /* of what each instruction defines */
    uint32_t *nodes, node_count; /* union-find; then the web of each node */
    uint32_t *now;               /* the present node of each slot */
    VEC(struct jit_block) blocks;
    VEC(struct jit_loop) loops;
    VEC(struct jit_web) webs;
    struct jit_access *accesses; /* by instruction; of a COPY: its target */
    struct jit_access *sources;  /* of a COPY */
    uint64_t *
        made; /* by web: the bytes of the object at whose start it points, which lives and is open; 0: not known */
    VEC(struct jit_site) sites;
    VEC(struct jit_plan) plans; /* of the sites */
    VEC(struct jit_hoist) hoists;
    VEC(union value) reals;            /* constants, beside the code */
    uint32_t data_size, reals_at;      /* bytes in front of the code */
    uint32_t pc;                       /* the instruction being written */
    struct jit_exit *exit;             /* of it, if it has one already */
    uint32_t *labels;                  /* by instruction: offset of its code */
    uint32_t *entries;                 /* where the interpreter may enter, or 0 */
    uint32_t leave, call_c, call_slow; /* offsets of shared code */
    VEC(struct jit_fixup) fixups;
    VEC(struct jit_exit *) exits;
    VEC(struct jit_stub) stubs;
};

/* Executable memory. In front of `start` are one or more pages of data: the sites and the constants. */
struct jit_code {
    void *mapping;
    size_t size;
    const uint8_t *start;
    uint32_t
        *entries; /* by instruction: offset of the code for the interpreter to enter; 0: none */
};

/* ---- jit_flow.c ---- */
struct jit_effects jit_effects(const struct jit_gen *g, const struct insn *i);
/* Blocks, loops and live slots. false: too large. */
bool jit_flow(struct jit_gen *g);
/* Calls `see` for each instruction that may follow p in the function. */
void jit_each_successor(const struct jit_gen *g, uint32_t p,
                        void (*see)(struct jit_gen *, uint32_t from, uint32_t to),
                        struct jit_gen *to);

static inline bool jit_in(const uint64_t *set, uint32_t s)
{
    return set[s / 64] >> s % 64 & 1;
}

static inline void jit_add(uint64_t *set, uint32_t s)
{
    set[s / 64] |= (uint64_t) 1 << s % 64;
}

static inline void jit_remove(uint64_t *set, uint32_t s)
{
    set[s / 64] &= ~((uint64_t) 1 << s % 64);
}

static inline const uint64_t *jit_live(const struct jit_gen *g, uint32_t p)
{
    return g->live + (size_t) p * g->words;
}

static inline bool jit_starts_block(const struct jit_gen *g, uint32_t p)
{
    return g->blocks.at[g->block_of[p]].first == p;
}

/* ---- jit_webs.c ---- */
bool jit_webs(struct jit_gen *g); /* false: too large */
/* A walk through the instructions in order: `now` is right before each. */
void jit_walk_to(struct jit_gen *g, uint32_t p);                                /* before p */
void jit_walk_over(struct jit_gen *g, uint32_t p, const struct jit_effects *e); /* after p */

static inline struct jit_web *jit_web_of(const struct jit_gen *g, uint32_t slot)
{
    return g->webs.at + g->nodes[g->now[slot]];
}

/* ---- jit_regs.c ---- */
void jit_regs(struct jit_gen *g);

/* ---- jit_sites.c ---- */
void jit_sites(struct jit_gen *g);

/* ---- jit_values.c ---- */
struct x86_mem jit_slot(uint32_t slot);
struct x86_mem jit_site_at(const struct jit_gen *g, uint32_t site, size_t field);
/* The value of a slot, in its register or else in `scratch`. */
enum x86_gpr jit_int(struct jit_gen *g, uint32_t slot, enum x86_gpr scratch);
enum x86_gpr jit_low(struct jit_gen *g, uint32_t slot,
                     enum x86_gpr scratch); /* only its low half is used */
bool jit_is_low(const struct jit_gen *g,
                uint32_t slot);              /* jit_low gives an int that is not extended */
bool jit_gives_low(const struct jit_gen *g); /* the result need not be extended */
int jit_real(struct jit_gen *g, uint32_t slot, int scratch);
/* Where the running instruction should leave its result, and that it has. */
enum x86_gpr jit_int_target(struct jit_gen *g, enum x86_gpr scratch);
void jit_int_done(struct jit_gen *g, enum x86_gpr r);
int jit_real_target(struct jit_gen *g, int scratch);
void jit_real_done(struct jit_gen *g, int r);
bool jit_is_real(struct jit_gen *g, uint32_t slot); /* its register is a vector register */
bool jit_gives_real(struct jit_gen *g);             /* that of the result */
void jit_store_web(struct jit_gen *g, const struct jit_web *w);
void jit_load_web(struct jit_gen *g, const struct jit_web *w);
/* A jump that leaves machine code before the running instruction, which the interpreter then executes. */
void jit_exit_if(struct jit_gen *g, enum x86_cond cc);
struct jit_exit *jit_exit(struct jit_gen *g);
/* The state before the running instruction, for code out of line: in the arena, and no exit. */
struct jit_exit *jit_state(struct jit_gen *g);
struct jit_stub *jit_stub(struct jit_gen *g, uint32_t jump,
                          void (*emit)(struct jit_gen *, const struct jit_stub *));
void jit_land(struct jit_gen *g, const struct jit_stub *s); /* the jumps to a stub come here */
struct x86_mem jit_real_constant(struct jit_gen *g, union value value);
void jit_load_address(struct jit_gen *g, enum x86_gpr r, const volatile void *p);
void jit_live_store(
    struct jit_gen *g,
    uint32_t p); /* all live webs that an instruction does not define to their slots */
void jit_live_load(struct jit_gen *g,
                   uint32_t p); /* the webs that are live before p from their slots */

/* ---- jit_jump.c ---- */
/* The guards of loops that are entered on the way from instruction `from` (UINT32_MAX: from outside) to `to`. */
void jit_enter_loops(struct jit_gen *g, uint32_t from, uint32_t to);
bool jit_enters_loops(const struct jit_gen *g, uint32_t from, uint32_t to);
/* Flags: equal if the site's object has the version that the site knows. Uses rdx. */
void jit_compare_version(struct jit_gen *g, uint32_t site);
void jit_poll(struct jit_gen *g,
              uint32_t target); /* if the running instruction jumps back to target */
void jit_jump_to(struct jit_gen *g, enum x86_cond cc, uint32_t target);

/* An access of which only the guard is made. */
static inline bool jit_is_probe(uint32_t op)
{
    return op == OP_PROBE_READ || op == OP_PROBE_WRITE;
}

/* ---- the emitters: rows of jit_ops.def ---- */
struct jit_op {
    void (*emit)(struct jit_gen *g, const struct insn *i, const struct jit_op *o);
    enum value_class class;
    int how, other; /* for the emitter */
};

enum { JIT_LOAD_U32, JIT_LOAD_64 }; /* `how` of loads, besides enum x86_extend */

extern const struct jit_op jit_ops[OP_COUNT];

typedef void jit_emitter(struct jit_gen *g, const struct insn *i, const struct jit_op *o);
/* jit_arith.c */
jit_emitter jit_move, jit_constant, jit_alu, jit_alu_k, jit_multiply, jit_multiply_k, jit_divide,
    jit_divide_k, jit_shift, jit_shift_k, jit_unary, jit_real_op, jit_real_op_k, jit_real_sign,
    jit_real_root, jit_compare, jit_real_compare, jit_extend, jit_to_bool, jit_int_to_real,
    jit_real_to_int, jit_real_to_real, jit_real_to_bool, jit_pointer_add, jit_pointer_difference;
/* jit_jump.c */
jit_emitter jit_branch, jit_branch_k, jit_real_branch, jit_goto, jit_branch_truth, jit_switch;
/* jit_memory.c */
jit_emitter jit_load, jit_store, jit_probe, jit_load_global, jit_store_global, jit_symbol, jit_copy;
/* jit_object.c */
jit_emitter jit_object, jit_release, jit_destroy, jit_keep;
/* jit_call.c */
jit_emitter jit_in_c, jit_compute, jit_call_function, jit_return, jit_leave;

/* Calls a C function with vm, frame and instruction, and loads r12 again. Its result is in rax. */
void jit_call_c(struct jit_gen *g, const void *f);
void jit_leave_if(struct jit_gen *g,
                  enum x86_cond cc); /* leaves machine code, with the outcome in eax */

/* ---- jit_code.c ---- */
/* Gives the code its machine code. false: it cannot be compiled. */
bool jit_compile(struct vm *vm, struct code *code);
void jit_free(struct jit_code *c);

/* ---- jit_work.c ---- */
/* Brings what machine code knows of the VM's stacks up to date: they may have moved, and another thread may have run. */
void jit_refresh(struct vm *vm);
enum vm_outcome jit_step(struct vm *vm, struct frame *f, struct insn *i);
/* Makes the frame of a call. Below VM_OUTCOMES: how it ended; otherwise the callee's machine code. */
uint64_t jit_call(struct vm *vm, struct frame *f, struct insn *i);
/* Whether the access is valid; then the site may know more. */
uint64_t jit_access(struct jit_site *s, uint64_t base, uint64_t addr, uint64_t n);
/* Whether the access to the site's watched object is valid and noted. Keeps all registers. */
uint64_t jit_note_watched(const struct jit_site *s, uint64_t base, uint64_t addr,
                          uint64_t n) SPACE_KEEPS_REGISTERS;
/* The same for objects of the session's space that are open or watched. Keeps all registers but those of its arguments. */
uint64_t jit_look_again(struct jit_site *s, uint64_t base, uint64_t addr,
                        uint64_t n) SPACE_KEEPS_REGISTERS;
