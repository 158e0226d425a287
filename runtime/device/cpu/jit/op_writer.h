/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "base/vec.h"
#include "device/cpu/code/ops.h"
#include "x86/x86.h"

/* How machine code computes an op lane by lane: the table that op_writer.c makes of the column `vector` of opcodes.def. Thread-safety: the
 * table is immutable; a struct op_writer belongs to one compilation. */

struct op_writer {
    struct x86 x;
    int lanes; /* of the vectors that are written now */
    bool
        masks; /* predicates are in k1 (AVX-512); else they are vectors of 32-bit lanes, all ones or zero */
    /* A register that holds the bits in every lane; two of them keep their value at a time. */
    int (*constant)(struct op_writer *g, uint64_t bits, uint8_t width);
    struct x86_mem (*word)(struct op_writer *g, uint32_t bits); /* in memory; NULL: not there */
    struct x86_mem (*table)(struct op_writer *g, const void *bytes, uint32_t count); /* the same */
};

/* The processor's registers of an op's operands; d: the result. */
struct regs {
    int d, a, b, c;
    bool quiet[2]; /* a, b: a NaN of it is no signalling one */
    bool b_in_memory;
    struct x86_mem b_at;
};

enum native_flags {
    TAKES_NANS = 1,  /* a NaN among the operands may have any bits: arithmetic and comparisons */
    VECTOR_ONLY = 4, /* it needs registers that full-mask code has given to values */
    GIVES_NANS = 2,  /* the result's NaNs are still to be made 0x7fffffff (9.7.3) */
};

struct native_op {
    void (*write)(struct op_writer *g, const struct op *op, const struct native_op *how,
                  struct regs r);
    enum x86_op op;
    uint8_t flags, imm;
    bool wide_only; /* needs AVX-512 */
};

/* How machine code does an op; write is NULL if it does not. */
extern const struct native_op native_ops[OP_CODES];

/* When the result's register may be an operand's, and the instruction may have a mask. */
enum native_form {
    FORM_MANY, /* several instructions */
    FORM_ONE,  /* always: one, or only the last writes it, and the others scratch registers */
    FORM_FUSED /* one, if d is c */
};

enum native_form native_form_of(enum op_code code, bool avx512);
bool native_takes_memory(enum op_code code); /* b may be there, */
bool native_commutes(enum op_code code);     /* simd_fold.c: and a in its place */
bool native_passes_nans(enum op_code code);  /* it copies bits */
bool native_orders_nans(enum op_code code);  /* min, max: struct regs.quiet */

/* simd_fold.c: the op as a product with a power of two, whose exponent is `imm`; write is NULL: there is none. */
struct native_op native_shifted(enum op_code code);
/* A fused multiply-add of which the product (`how` 1), the addend (2) or both are negated. */
enum x86_op native_fused(enum op_code code, uint8_t how);

enum find_bit { OF_SIGNED = 1, AS_SHIFT = 2 };

enum division { SIGNED_DIVISION = 1, REMAINDER = 2 };

enum extreme { OF_UNSIGNED = 1, GREATEST = 2 };

/* op_functions.c */
#define FUNCTION(name)                                                                             \
    void name(struct op_writer *g, const struct op *op, const struct native_op *how, struct regs r)
FUNCTION(gen_exponential); /* ex2.approx.f32 */
FUNCTION(gen_half_of_float);
FUNCTION(gen_half);      /* arithmetic of halves and pairs of them */
FUNCTION(gen_half_sign); /* X_PAND: absolute, X_PXOR: negated; f16 and bf16, pairs as well */
FUNCTION(gen_float_of_bfloat);
FUNCTION(gen_integer_of_double); /* imm: unsigned */
FUNCTION(gen_long_of_float);     /* imm: unsigned; of f32 and f64 */
FUNCTION(gen_double_of_integer); /* imm: unsigned; of 32 and 64 bits */
FUNCTION(gen_float_of_unsigned);
FUNCTION(gen_small_of_float); /* imm: its bits, and OF_UNSIGNED */
FUNCTION(gen_unsigned_of_float);
FUNCTION(gen_approximate); /* rcp, or with X_SQRTPD rsqrt, .approx.ftz.f64 */
FUNCTION(gen_count_bits);
FUNCTION(gen_leading_zeros);
FUNCTION(gen_find_bit); /* imm: enum find_bit */
FUNCTION(gen_reverse_bits);
FUNCTION(gen_copy_sign);
FUNCTION(gen_product_64);      /* plus c, if there is one */
FUNCTION(gen_high_product_64); /* imm: signed; plus c, if there is one */
FUNCTION(gen_divide_64);       /* imm: enum division */
FUNCTION(gen_extreme_doubles); /* minpd, maxpd */
FUNCTION(gen_extreme_64);      /* imm: enum extreme; the AVX-512 instruction */
FUNCTION(gen_absolute_64);
FUNCTION(gen_shift_right_signed_64);
#undef FUNCTION
/* Each nibble of the selector names one of the eight bytes of b:a; it needs `table`. */
void gen_permute_bytes(struct op_writer *g, uint32_t selector, struct regs r);

/* In place: the indices of a warp from `base` on become addresses, and these indices again. */
struct gen_index {
    struct x86_mem at, base;
    uint8_t scale;
    bool is_unsigned;
};

void gen_addresses(struct op_writer *g, struct gen_index i);
void gen_indices(struct op_writer *g, struct gen_index i);
/* Lanes of 32 bits, all ones or zero, to lanes of 16 bits (AVX2). */
void gen_narrow_mask(struct op_writer *g, int mask);
/* The lower halves of 64-bit lanes. */
void gen_low_halves(struct op_writer *g, int d, int a);
void gen_low_16(struct op_writer *g, int d, int a); /* of 32-bit lanes; `a` changes with AVX2 */
void gen_canon(struct op_writer *g, int reg);       /* any NaN to 0x7fffffff */
int gen_quiet(struct op_writer *g, int d,
              int a); /* d, with a's numbers and no signalling NaN; AVX-512 */
/* Where the mask is set `yes`, else `no`. */
void gen_select(struct op_writer *g, uint8_t width, int d, int no, int yes, int mask);
