/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/cpu/jit/native_region.h"
#include "x86/x86.h"

/* Between native.c, which writes the code of a region, native_regs.c, which decides where values are, and native_ops.c, which
 * writes the instructions of one op. */

enum { SCRATCH = 3 /* vector registers 0 to 2 belong to whoever writes an op */ };

/* Every function has vector registers and w as its arguments, and these in registers of their own. */
#define G_VREGS  RDI
#define G_WARP   RSI
#define G_BLOCK  R8
#define G_CACHES R9
#define G_LANE   RCX /* 4 * the first lane of the strip */
#define G_BIT    R10 /* that lane */
#define G_HALF   R11 /* 8 from lane 16 on; in the first part free */

struct native_gen {
    struct x86 x;
    const struct native_source *source;
    int lanes;   /* of a vector here: 4 for affine registers, else those of a strip */
    bool affine; /* the first part is being written */
    struct region *region;
};

/* The registers of an op's operands: d the result. Predicates are vectors of 32-bit lanes, all ones or zero. */
struct regs {
    int d, a, b, c;
};

enum native_flags {
    TAKES_NANS =
        1, /* a NaN among the operands may have any bits: it is arithmetic, or a comparison */
    GIVES_NANS =
        2, /* the result is a single-precision value whose NaNs are still to be made PTX's one */
};

struct native_op {
    void (*write)(struct native_gen *g, const struct op *op, const struct native_op *how,
                  struct regs r);
    enum x86_op op;
    uint8_t flags, imm;
    bool wide_only; /* needs AVX-512 */
};

/* How an op is written; write is NULL if it is not. */
extern const struct native_op native_ops[OP_CODES];

/* ---- native_ops.c ---- */

void gen_canon(struct native_gen *g, int reg); /* any NaN to 0x7fffffff */
void gen_select(struct native_gen *g, uint8_t width, int d, int no, int yes, int mask);
void gen_bits(struct native_gen *g, enum x86_gpr to,
              int mask); /* of a predicate, lane 0 in bit 0 */
void gen_unbits(struct native_gen *g, int d,
                struct x86_mem at); /* a predicate from the strip's bits of a vector register */

/* ---- native_regs.c: registers that are returned stay what they are until the instruction has been written ---- */

int gen_constant(struct native_gen *g, uint64_t bits,
                 uint8_t width);                     /* a register that holds it in every lane */
int regs_take(struct native_gen *g, uint32_t value); /* for a new value */
int regs_fetch(struct native_gen *g, uint32_t value);
int regs_fetch_clean(struct native_gen *g, uint32_t value);   /* with PTX's NaN */
void regs_save(struct native_gen *g, struct native_value *v); /* to the stack */
void regs_free(struct region *r, struct native_value *v);
void regs_pass(
    struct region *r,
    uint32_t value); /* behind an instruction: what nobody reads any more gives its register back */

static inline struct x86_mem stack_at(int32_t at)
{
    return (struct x86_mem){RSP, NO_GPR, 1, at};
}

static inline int32_t bytes_of(const struct native_gen *g, const struct native_value *v)
{
    return g->lanes * (v->width ? v->width : 4);
}

/* The strip's lanes of a vector register, or of 32 elements in memory. */
static inline struct x86_mem lanes_at(uint8_t base, uint32_t width, int32_t disp)
{
    return (struct x86_mem){base, G_LANE, (uint8_t) (width / 4), disp};
}
