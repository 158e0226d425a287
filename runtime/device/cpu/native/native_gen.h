/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/cpu/jit/op_writer.h"
#include "device/cpu/native/native_region.h"

/* native.c writes the code of a region, native_regs.c allocates the processor's registers, jit/op_writer.c writes the instructions of an op.
 * Ownership: native.c's caller owns the region; the rest lives for one compilation. Thread-safety: one thread. */

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
    struct op_writer w; /* first: regs_constant finds the rest from it */
    const struct native_source *source;
    bool affine; /* the first part is being written */
    struct region *region;
};

/* ---- native_regs.c: a register that is returned keeps its value until the instruction has been written ---- */

int regs_constant(struct op_writer *w, uint64_t bits, uint8_t width); /* op_writer.constant */
void gen_bits(struct native_gen *g, enum x86_gpr to,
              int mask); /* of a predicate, with lane 0 in bit 0 */
void gen_unbits(
    struct native_gen *g, int d,
    struct x86_mem at); /* a predicate from the strip's bits of a predicate register of the frame */
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
    return g->w.lanes * (v->width ? v->width : 4);
}

/* The strip's lanes of a vector register of the frame, or of 32 elements in memory. */
static inline struct x86_mem lanes_at(uint8_t base, uint32_t width, int32_t disp)
{
    return (struct x86_mem){base, G_LANE, (uint8_t) (width / 4), disp};
}
