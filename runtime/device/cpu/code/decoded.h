/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/vec.h"
#include "ptx/ptx.h"

/* The decoded form of a function: what decode/ makes of its PTX, once, and what the interpreter and the machine code execute.
 *
 * A value of a warp is a *vector register* (`vreg` in names): 32 lanes side by side in the frame, at a byte offset. A PTX register of 16,
 * 32 or 64 bits has a vector register of 64, 128 or 256 bytes; a predicate has one of 4 bytes, with bit l for lane l. Constants,
 * parameters and special registers have vector registers too, which are set when the frame is set up (struct frame_constant). So
 * an operand is always an offset, and an op needs no cases for kinds of operands.
 *
 * An op reads the vector registers a, b and c and writes d in the lanes of the mask; other lanes keep their value. Its row in opcodes.def
 * defines what an op computes. Memory (space, imm), control flow (target) and the PTX instruction it comes from (inst) are in the op.
 *
 * Ownership: the arena of the module (struct code_module) holds all of it. Thread-safety: immutable once the module is loaded, so any
 * thread may read it; `watched` is made by the session's thread before an observed launch is queued. */

enum {
    WARP_LANES = 32,
    LAUNCH_STACK_MAX =
        1
        << 20, /* bytes of local memory and frames' lane memory of a thread: CUDA allows 512 KiB */
};

struct warp;
struct op;
struct cfg;

/* Executes the op for the lanes of w->mask. Returns the next op, or NULL when the warp stops running (w->leave says why). */
typedef const struct op *op_fn(const struct op *op, char *vregs, struct warp *w);

enum op_code {
    OP_NONE,

#define UNARY(id, ...)   OP_##id,
#define BINARY(id, ...)  OP_##id,
#define TERNARY(id, ...) OP_##id,
#define COMPARE(id, ...) OP_##id,
#define CUSTOM(id, ...)  OP_##id,
#include "device/cpu/code/opcodes.def"
#undef UNARY
#undef BINARY
#undef TERNARY
#undef COMPARE
#undef CUSTOM
    OP_CODES,
};

enum op_form { FORM_NONE, FORM_UNARY, FORM_BINARY, FORM_TERNARY, FORM_COMPARE, FORM_CUSTOM };

/* What an op does. */
enum op_kind {
    OP_KIND_NONE,
    OP_KIND_VALUE, /* a pure function of its operands, lane by lane */
    OP_KIND_WORK,  /* touches its own registers only, but is no pure function of its operands */
    OP_KIND_LOAD,
    OP_KIND_STORE,
    OP_KIND_ATOMIC, /* and reductions */
    OP_KIND_IMAGE,  /* op.more is a struct image_access */
    OP_KIND_FENCE,
    OP_KIND_JUMP,   /* to op.target */
    OP_KIND_BRANCH, /* to op.target by predicate a (op.count: negated) */
    OP_KIND_TABLE,  /* to one of op.more by register a */
    OP_KIND_MARK, /* no instruction: markers at possible reconvergence points and around guarded instructions */
    OP_KIND_CALL, /* op.more is a struct decoded_call */
    OP_KIND_CALL_INDIRECT,
    OP_KIND_END, /* of the thread or of the call */
    OP_KIND_STACK,
    OP_KIND_SLEEP,
    OP_KIND_BARRIER, /* of the block */
    OP_KIND_BARRIER_RESULT,
    OP_KIND_WARP_SYNC, /* the lanes of a member mask wait for each other (9.7.13) */
};

/* How the class of a result (uniform, affine, varying) follows from the classes of the operands: analysis.c. */
enum affine_rule {
    RULE_NONE,
    RULE_LANE, /* uniform if all operands are; else anything */
    RULE_SUM,
    RULE_DIFFERENCE,
    RULE_NEGATION,
    RULE_COPY, /* of a, maybe narrower or wider */
    RULE_PRODUCT,
    RULE_PRODUCT_SUM,
    RULE_SHIFT,
    RULE_SELECT, /* a or b by predicate c */
};

/* Functions that an op has in full-mask code (op_full_mask.c): one that writes affine registers, one that writes vector registers. */
enum full_mask_form { FULL_MASK_AFFINE, FULL_MASK_VECTOR, FULL_MASK_FORMS };

/* A row of opcodes.def. */
struct op_info {
    const char *name,
        *spellings;       /* of PTX, blanks between them; "" when decode picks it by other means */
    const char *operands; /* of a custom op, as opcodes.def says; NULL: not known */
    enum op_form form;
    uint8_t kind; /* enum op_kind */
    uint8_t rule; /* enum affine_rule */
    bool full_mask[FULL_MASK_FORMS];
    uint8_t size_d, size_a, size_b, size_c; /* bytes of a lane */
    bool signed_a;
    uint8_t width;   /* of a memory op: bytes of an element; 0: in op.target */
    uint8_t address; /* bytes of a lane's address; 4: in shared memory */
    bool vector;     /* op.more lists op.count registers */
    bool ordered;    /* volatile, relaxed, acquire, release */
    bool back;       /* it jumps backwards */
    char members;    /* field of the member mask */
    const char *isa; /* PTX ISA section */
};

extern const struct op_info op_infos[OP_CODES];

struct op {
    op_fn *run[2]; /* unmasked: all 32 lanes run; masked: the lanes of w->mask */
    uint16_t code; /* enum op_code */
    uint8_t space; /* enum ptx_space of a memory op */
    uint8_t count; /* lanes of a vector access; negation of a branch's predicate; rounding mode */
    uint32_t inst; /* the PTX instruction: index in the function's insts */
    uint32_t d, a, b, c; /* vector registers */
    uint32_t
        target; /* of a branch: the target op, relative to this one; for others see opcodes.def */
    uint32_t cache; /* of a memory op: number of its inline cache, unique in the module */
    int64_t imm;    /* offset of an address; more of a custom op */
    const void *
        more; /* vector registers of a vector access (uint32_t[]), struct decoded_call, branch table... */
};

/* A vector register that is constant while a block runs: it is set when the frame is set up, for %ctaid when a block begins. */
enum constant_kind {
    CONSTANT_BITS,  /* value: the same in all lanes */
    CONSTANT_PARAM, /* value: byte offset in the kernel's parameter block */
    CONSTANT_PARAM_ADDRESS,
    CONSTANT_LOCAL, /* value: byte offset in the frame's local memory; the constant is a generic address */
    CONSTANT_DYNAMIC, /* value: byte offset in the launch's dynamic shared memory; the constant is its address in the block's */
    CONSTANT_SPECIAL, /* value: enum special */
};

enum special {
    SPECIAL_TID_X,
    SPECIAL_TID_Y,
    SPECIAL_TID_Z,
    SPECIAL_NTID_X,
    SPECIAL_NTID_Y,
    SPECIAL_NTID_Z,
    SPECIAL_CTAID_X,
    SPECIAL_CTAID_Y,
    SPECIAL_CTAID_Z,
    SPECIAL_NCTAID_X,
    SPECIAL_NCTAID_Y,
    SPECIAL_NCTAID_Z,
    SPECIAL_LANEID,
    SPECIAL_WARPID,
    SPECIAL_NWARPID,
    SPECIAL_SMID,
    SPECIAL_NSMID,
    SPECIAL_GRIDID,
    SPECIAL_LANEMASK_EQ,
    SPECIAL_LANEMASK_LE,
    SPECIAL_LANEMASK_LT,
    SPECIAL_LANEMASK_GE,
    SPECIAL_LANEMASK_GT,
    SPECIAL_DYNAMIC_SMEM,
    SPECIAL_TOTAL_SMEM,
    SPECIAL_ENVREG1, /* the grid's workspace (machine.h): upper and lower half of its address */
    SPECIAL_ENVREG2,
    SPECIAL_ZERO, /* registers that are 0 here: %envreg0, 3 to 31, %pm0 to 7 */
    SPECIAL_CLUSTER_X, /* %cluster_nctaid; the other registers of clusters are computed from it (decode_special.c) */
    SPECIAL_CLUSTER_Y,
    SPECIAL_CLUSTER_Z,
    SPECIAL_CLUSTER_EXPLICIT,
    SPECIAL_CLOCK,
    SPECIAL_CLOCK_HI,
    SPECIAL_CLOCK64,
    SPECIAL_GLOBALTIMER,
    SPECIAL_GLOBALTIMER_LO,
    SPECIAL_GLOBALTIMER_HI, /* from SPECIAL_CLOCK on: no constants, an op reads them */
    SPECIALS,
};

struct frame_constant {
    uint8_t kind;   /* enum constant_kind */
    uint8_t size;   /* bytes of a lane */
    uint8_t source; /* CONSTANT_PARAM: bytes of the parameter, which may be narrower than a lane */
    bool is_signed; /* CONSTANT_PARAM: how it is widened */
    uint32_t vreg;
    uint64_t value;
};

/* An argument or result: lane memory of the caller to lane memory of the callee. */
struct call_copy {
    uint32_t from, to, size;
};

enum syscall {
    SYSCALL_NONE,
    SYSCALL_VPRINTF,
    SYSCALL_ASSERTFAIL,
    SYSCALL_MALLOC,
    SYSCALL_FREE,
    SYSCALL_PARAMETERS, /* of a kernel to be launched */
    SYSCALL_LAUNCH,
    SYSCALL_WAIT_CHILDREN,
    SYSCALL_CDP_MALLOC, /* cudaMalloc and cudaFree of the device */
    SYSCALL_CDP_FREE,
    SYSCALL_CDP_COPY, /* cudaMemcpyAsync and cudaMemsetAsync of the device */
    SYSCALL_CDP_SET,
    SYSCALL_HANDLE, /* streams and events of the device runtime: grids run in an order that any of them allows */
    SYSCALL_SUCCESS,
};

struct decoded_code;

struct decoded_call {
    const struct decoded_code *callee; /* NULL: indirect, by vector register a; or a system call */
    enum syscall syscall;
    struct call_copy *args, *results;
    uint32_t arg_count, result_count;
    const struct code_list *functions; /* indirect: what may be called */
    uint32_t arg_at[16], result_at;    /* lane memory of the caller */
    uint32_t arg_size[16], result_size;
};

/* A function of a module, decoded. */
struct decoded_code {
    const char *name;
    const struct ptx_func *func;
    const struct ptx_module *module;
    struct op *ops;
    const struct cfg *cfg; /* cfg.h */
    const struct decoded_code
        *inlined;       /* of an entry: with the functions in it that it calls; NULL: it has none */
    struct op *watched; /* the same for observers (observer.h); NULL: not needed yet */
    uint32_t op_count;
    uint32_t frame_size; /* bytes of vector registers, lane memory included; a multiple of 64 */
    uint32_t lanes_at,
        lanes_size; /* lane memory: the .param variables of calls, lanes_size bytes for each lane, at this offset */
    uint32_t
        affine_at; /* offset of an entry's affine registers (full_mask.h): a quarter of the bytes of its vector registers */
    uint32_t local_size; /* bytes of .local for each lane */
    uint32_t *local_at;  /* offsets in it of func->vars that are .local */
    uint32_t
        stack_size; /* local_size of the deepest chain of calls, plus 1; UINT32_MAX: not known (recursion, alloca) */
    bool allocates; /* alloca */
    uint32_t
        shared_static; /* bytes of static shared memory of this function and all that it calls */
    uint32_t shared_dynamic_at; /* behind it, where dynamic shared memory begins */
    struct frame_constant *constants;
    uint32_t constant_count,
        ctaid_count; /* the first ctaid_count of them change from block to block */
    uint32_t *param_at,
        *return_at; /* .func: their places in lane memory; .entry: offsets of the parameters */
    uint32_t params_size; /* bytes of an .entry's parameters */
    uint32_t instructions;
    uint32_t registers;
    uint32_t *register_at; /* vector register of each PTX register; 0: no instruction uses it */
    bool
        *register_cut; /* of each: it has 64 bits, and its vector register the lower half of them */
};

struct code_list {
    VEC(struct decoded_code *) at;
};

/* A module whose functions are decoded. The device's module owns it. Thread-safety: immutable once decode_module has returned. */
struct code_module {
    struct ptx_module *ptx; /* borrowed: the device module owns it */
    struct arena arena;     /* of the decoded form */
    struct code_list codes;
    uint32_t
        cache_count; /* inline caches: one for each memory op; of a module among the device's callables, counted on from those before it */
};
