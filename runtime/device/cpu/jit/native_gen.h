/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/cpu/jit/native_region.h"
#include "x86/x86.h"

/* Shared by the jit's files: native.c writes the code of a region, native_regs.c allocates the processor's registers, native_ops.c writes the
 * instructions of an op. Ownership: native.c's caller owns the region; the rest lives for one compilation. Thread-safety: one thread. */

enum { SCRATCH = 3 /* vector registers 0 to 2: the writer of an op may use them */ };

/* The arguments of every compiled function (vregs, w), and what it keeps in registers of its own. */
#define G_VREGS  RDI
#define G_WARP   RSI
#define G_BLOCK  R8
#define G_CACHES R9
#define G_LANE   RCX /* 4 * the strip's first lane */
#define G_BIT    R10 /* the strip's first lane, for shifts of predicates */
#define G_HALF   R11 /* 8 from lane 16 on; in the first part free */

struct native_gen {
    struct x86 x;
    const struct native_source *source;
    int lanes;   /* of a vector: 4 in the first part, those of a strip in the second */
    bool affine; /* the first part is being written */
    struct region *region;
};

/* The processor's registers of an op's operands; d: the result. A predicate is a vector of 32-bit lanes, all ones or zero. */
struct regs {
    int d, a, b, c;
};

enum native_flags {
    TAKES_NANS = 1, /* a NaN among the operands may have any bits: arithmetic and comparisons */
    GIVES_NANS = 2, /* the result's NaNs are still to be made 0x7fffffff (9.7.3) */
};

struct native_op {
    void (*write)(struct native_gen *g, const struct op *op, const struct native_op *how,
                  struct regs r);
    enum x86_op op;
    uint8_t flags, imm;
    bool wide_only; /* needs AVX-512 */
};

/* How machine code does an op; write is NULL if it does not. */
extern const struct native_op native_ops[OP_CODES];

/* ---- native_ops.c ---- */

void gen_canon(struct native_gen *g, int reg); /* any NaN to 0x7fffffff */
void gen_select(struct native_gen *g, uint8_t width, int d, int no, int yes, int mask);
void gen_bits(struct native_gen *g, enum x86_gpr to,
              int mask); /* of a predicate, with lane 0 in bit 0 */
void gen_unbits(
    struct native_gen *g, int d,
    struct x86_mem at); /* a predicate from the strip's bits of a predicate register of the frame */

/* ---- native_regs.c: a register that is returned keeps its value until the instruction has been written ---- */

int gen_constant(struct native_gen *g, uint64_t bits,
                 uint8_t width);                     /* a register that holds it in every lane */
int regs_take(struct native_gen *g, uint32_t value); /* for a new value */
int regs_fetch(struct native_gen *g, uint32_t value);
int regs_fetch_clean(struct native_gen *g, uint32_t value);   /* with PTX's NaN */
void regs_save(struct native_gen *g, struct native_value *v); /* to the stack */
void regs_free(struct region *r, struct native_value *v);
void regs_pass(
    struct region *r,
    uint32_t
        value); /* after an instruction: a value without further uses gives its register back */

static inline struct x86_mem stack_at(int32_t at)
{
    return (struct x86_mem){RSP, NO_GPR, 1, at};
}

static inline int32_t bytes_of(const struct native_gen *g, const struct native_value *v)
{
    return g->lanes * (v->width ? v->width : 4);
}

/* The strip's lanes of a vector register of the frame, or of 32 elements in memory. */
static inline struct x86_mem lanes_at(uint8_t base, uint32_t width, int32_t disp)
{
    return (struct x86_mem){base, G_LANE, (uint8_t) (width / 4), disp};
}
