/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

/* An encoder of x86-64 machine code: the few integer instructions and the vector instructions that our compiler needs. It knows
 * instructions and bytes, not PTX. A vector instruction is written with VEX (AVX2: registers 0 to 15, 16 and 32 bytes) or, if `evex` is
 * set, with EVEX (AVX-512: registers 0 to 31, 64 bytes too). Operands that an instruction cannot have are the caller's bugs.
 * Ownership: the caller frees `code` (VEC_FREE). Thread-safety: a struct x86 belongs to one thread.
 * Source: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2, chapter 2 and the instruction's page. */

enum x86_gpr {
    RAX,
    RCX,
    RDX,
    RBX,
    RSP,
    RBP,
    RSI,
    RDI,
    R8,
    R9,
    R10,
    R11,
    R12,
    R13,
    R14,
    R15,
    CODE_START =
        0xf0, /* as a base: disp is counted from the first byte of the code (RIP-relative) */
    NO_GPR = 0xff
};

/* A place in memory: base + index * scale + disp. No index with CODE_START; RSP is not an index. */
struct x86_mem {
    uint8_t base, index, scale;
    int32_t disp;
};

struct x86 {
    VEC(uint8_t) code;
    bool evex;
    uint8_t
        mask; /* AVX-512: the mask register of the vector instructions that follow; 0: all lanes */
    uint32_t landed; /* where x86_land was called last: an offset that jumps lead to */
    bool zeroing;    /* with `mask`: the other lanes become 0; else they keep their value */
};

/* A vector instruction: opcode map, mandatory prefix (1: 66, 2: F3, 3: F2), W (0: 0; 1: 1; 2: 1 in EVEX, and 0 in VEX, where
 * it is ignored or must be so), opcode. */
#define X86_OP(map, prefix, w, opcode) ((map) << 16 | (prefix) << 12 | (w) << 8 | (opcode))

enum x86_op {
    X_MOVUPS = X86_OP(1, 0, 0, 0x10), /* load, or between registers */
    X_STORE = X86_OP(1, 0, 0, 0x11),
    X_MOVUPD = X86_OP(1, 1, 2, 0x10), /* for masks of 64-bit lanes */
    X_STOREPD = X86_OP(1, 1, 2, 0x11),
    X_ADDPS = X86_OP(1, 0, 0, 0x58),
    X_ADDPD = X86_OP(1, 1, 2, 0x58),
    X_SUBPS = X86_OP(1, 0, 0, 0x5c),
    X_SUBPD = X86_OP(1, 1, 2, 0x5c),
    X_MULPS = X86_OP(1, 0, 0, 0x59),
    X_MULPD = X86_OP(1, 1, 2, 0x59),
    X_DIVPS = X86_OP(1, 0, 0, 0x5e),
    X_DIVPD = X86_OP(1, 1, 2, 0x5e),
    X_MINPS = X86_OP(1, 0, 0, 0x5d),
    X_MAXPS = X86_OP(1, 0, 0, 0x5f),
    X_SQRTPS = X86_OP(1, 0, 0, 0x51),
    X_SQRTPD = X86_OP(1, 1, 2, 0x51),
    X_FMADDPS = X86_OP(2, 1, 0, 0xb8),    /* 231: d += a * b */
    X_FMADD213PS = X86_OP(2, 1, 0, 0xa8), /* d = a * d + b */
    X_FMADDPD = X86_OP(2, 1, 1, 0xb8),
    X_FMSUBPS = X86_OP(2, 1, 0, 0xba), /* d = a * b - d */
    X_FMSUBPD = X86_OP(2, 1, 1, 0xba),
    X_FNMADDPS = X86_OP(2, 1, 0, 0xbc), /* d -= a * b */
    X_FNMADDPD = X86_OP(2, 1, 1, 0xbc),
    X_FNMSUBPS = X86_OP(2, 1, 0, 0xbe), /* d = -(a * b) - d */
    X_FNMSUBPD = X86_OP(2, 1, 1, 0xbe),
    X_ALIGND =
        X86_OP(3, 1, 0, 0x03), /* AVX-512; the elements of b:a from an index on; b is in vvvv */
    X_SHUF32X4 = X86_OP(3, 1, 0, 0x23), /* AVX-512 */
    X_PERMILPS_I = X86_OP(3, 1, 0, 0x04),
    X_RANGEPS = X86_OP(3, 1, 0, 0x50), /* AVX-512 */
    X_CMPPS = X86_OP(1, 0, 0, 0xc2),
    X_CMPPD = X86_OP(1, 1, 2, 0xc2),
    X_ROUNDPS = X86_OP(3, 1, 0, 0x08),
    X_ROUNDPD = X86_OP(3, 1, 2, 0x09),
    X_PADDD = X86_OP(1, 1, 0, 0xfe),
    X_PADDQ = X86_OP(1, 1, 2, 0xd4),
    X_PSUBD = X86_OP(1, 1, 0, 0xfa),
    X_PSUBQ = X86_OP(1, 1, 2, 0xfb),
    X_PMULLD = X86_OP(2, 1, 0, 0x40),
    X_PMULLQ = X86_OP(2, 1, 2, 0x40), /* AVX-512 DQ */
    X_PMULUDQ = X86_OP(1, 1, 2, 0xf4),
    X_PMULDQ = X86_OP(2, 1, 2, 0x28),
    X_PAND = X86_OP(1, 1, 0, 0xdb),
    X_POR = X86_OP(1, 1, 0, 0xeb),
    X_PXOR = X86_OP(1, 1, 0, 0xef),
    X_PANDN = X86_OP(1, 1, 0, 0xdf), /* ~a & b */
    X_PSLLVD = X86_OP(2, 1, 0, 0x47),
    X_PSLLVQ = X86_OP(2, 1, 1, 0x47),
    X_PSRLVD = X86_OP(2, 1, 0, 0x45),
    X_PSRLVQ = X86_OP(2, 1, 1, 0x45),
    X_PSRAVD = X86_OP(2, 1, 0, 0x46),
    X_PMINSD = X86_OP(2, 1, 0, 0x39),
    X_PMINUD = X86_OP(2, 1, 0, 0x3b),
    X_PMAXSD = X86_OP(2, 1, 0, 0x3d),
    X_PMAXUD = X86_OP(2, 1, 0, 0x3f),
    X_PABSD = X86_OP(2, 1, 0, 0x1e),
    X_PMOVSXDQ = X86_OP(2, 1, 0, 0x25),
    X_PMOVZXDQ = X86_OP(2, 1, 0, 0x35),
    X_CVTDQ2PS = X86_OP(1, 0, 0, 0x5b),
    X_CVTTPS2DQ = X86_OP(1, 2, 0, 0x5b),
    X_CVTPS2PD = X86_OP(1, 0, 0, 0x5a),
    X_CVTPD2PS = X86_OP(1, 1, 2, 0x5a),
    X_CVTDQ2PD = X86_OP(1, 2, 0, 0xe6),
    X_MINPD = X86_OP(1, 1, 2, 0x5d), /* the second operand, if one is NaN */
    X_MAXPD = X86_OP(1, 1, 2, 0x5f),
    X_CVTPH2PS = X86_OP(2, 1, 0, 0x13), /* F16C, AVX-512 */
    X_CVTPS2PH =
        X86_OP(3, 1, 0, 0x1d), /* the wide operand comes first, as in X_PMOVQD; then the rounding */
    X_CVTQQ2PD = X86_OP(1, 2, 1, 0xe6), /* AVX-512, as are the next three */
    X_CVTUQQ2PD = X86_OP(1, 2, 1, 0x7a),
    X_CVTQQ2PS = X86_OP(1, 0, 1, 0x5b),
    X_CVTUQQ2PS = X86_OP(1, 3, 1, 0x7a),
    X_CVTTPD2QQ = X86_OP(1, 1, 2, 0x7a), /* AVX-512 */
    X_CVTTPD2UQQ = X86_OP(1, 1, 2, 0x78),
    X_PLZCNTD = X86_OP(2, 1, 0, 0x44), /* AVX-512 CD */
    X_PLZCNTQ = X86_OP(2, 1, 2, 0x44),
    X_PABSQ = X86_OP(2, 1, 2, 0x1f),   /* AVX-512 */
    X_PCMPEQD = X86_OP(1, 1, 0, 0x76), /* AVX2's comparisons give lanes of ones */
    X_PCMPGTD = X86_OP(1, 1, 0, 0x66),
    X_PCMPEQQ = X86_OP(2, 1, 0, 0x29),
    X_PCMPGTQ = X86_OP(2, 1, 0, 0x37),
    X_BLENDPS_I =
        X86_OP(3, 1, 0, 0x0c), /* lanes of the second operand by an immediate; not AVX-512 */
    X_BLENDVPS = X86_OP(3, 1, 0, 0x4a),
    X_BLENDVPD = X86_OP(3, 1, 0, 0x4b),
    X_PCMPD = X86_OP(3, 1, 0, 0x1f), /* AVX-512's comparisons give a mask register */
    X_PCMPUD = X86_OP(3, 1, 0, 0x1e),
    X_PCMPQ = X86_OP(3, 1, 2, 0x1f),
    X_PCMPUQ = X86_OP(3, 1, 2, 0x1e),
    X_PTERNLOGD = X86_OP(3, 1, 0, 0x25),
    X_PMOVQD = X86_OP(2, 2, 0, 0x35),
    X_PMOVM2D = X86_OP(2, 2, 0, 0x38),
    X_PMOVD2M = X86_OP(2, 2, 0, 0x39),
    X_BLENDMD = X86_OP(2, 1, 0, 0x64), /* where the mask is set the second, else the first */
    X_BLENDMW = X86_OP(2, 1, 2, 0x66),
    X_BLENDMQ = X86_OP(2, 1, 2, 0x64),
    X_BROADCASTD = X86_OP(2, 1, 0, 0x58),
    X_BROADCASTQ = X86_OP(2, 1, 2, 0x59),
    X_MOVMSKPS = X86_OP(1, 0, 0, 0x50),
    X_MOVD = X86_OP(1, 1, 0, 0x7e), /* to a general register */
    X_MOVQ = X86_OP(1, 1, 1, 0x7e),
    X_PEXTRD = X86_OP(3, 1, 0, 0x16),
    X_EXTRACT128 = X86_OP(3, 1, 0, 0x39),
    X_SHUFPS = X86_OP(1, 0, 0, 0xc6),
    X_PSRLQ_I = X86_OP(1, 1, 2, 0x73), /* register field 2, vvvv the result */
    X_PINSRD = X86_OP(3, 1, 0, 0x22),
    X_FROM_D = X86_OP(1, 1, 0, 0x6e), /* from a general register */
    X_FROM_Q = X86_OP(1, 1, 1, 0x6e),
    X_CVTUDQ2PS = X86_OP(1, 3, 0, 0x7a), /* AVX-512 from here */
    X_CVTTPS2UDQ = X86_OP(1, 0, 0, 0x78),
    X_CVTUDQ2PD = X86_OP(1, 2, 0, 0x7a),
    X_PSRAVQ = X86_OP(2, 1, 2, 0x46),
    X_PMINSQ = X86_OP(2, 1, 2, 0x39),
    X_PMINUQ = X86_OP(2, 1, 2, 0x3b),
    X_PMAXSQ = X86_OP(2, 1, 2, 0x3d),
    X_PMAXUQ = X86_OP(2, 1, 2, 0x3f),
    X_EXTRACT256 = X86_OP(3, 1, 2, 0x3b), /* the register field is the source */
    X_INSERT256 = X86_OP(3, 1, 2, 0x3a),
    X_BROADCAST256 = X86_OP(2, 1, 1, 0x1b), /* from memory */
    X_INSERT128 = X86_OP(3, 1, 0, 0x38),    /* AVX2 */
    X_MASKMOVPS = X86_OP(2, 1, 0, 0x2c),    /* a masks b */
    X_MASKSTOREPS = X86_OP(2, 1, 0, 0x2e),
    X_MASKMOVQ = X86_OP(2, 1, 1, 0x8c),
    X_MASKSTOREQ = X86_OP(2, 1, 1, 0x8e),
    X_PADDW = X86_OP(1, 1, 0, 0xfd),
    X_PSUBW = X86_OP(1, 1, 0, 0xf9),
    X_PMULLW = X86_OP(1, 1, 0, 0xd5),
    X_PMINSW = X86_OP(1, 1, 0, 0xea),
    X_PMAXSW = X86_OP(1, 1, 0, 0xee),
    X_PMINUW = X86_OP(2, 1, 0, 0x3a),
    X_PMAXUW = X86_OP(2, 1, 0, 0x3e),
    X_PSRLW_I = X86_OP(1, 1, 0, 0x71),  /* as X_PSRLQ_I */
    X_PSRLDQ_I = X86_OP(1, 1, 0, 0x73), /* of 128 bits, by bytes */
    X_PSHUFB = X86_OP(2, 1, 0, 0x00),   /* in each 128 bits; an index of 0x80 gives 0 */
    X_PMOVZXBW = X86_OP(2, 1, 0, 0x30),
    X_PMOVSXBW = X86_OP(2, 1, 0, 0x20),
    X_PMOVZXBD = X86_OP(2, 1, 0, 0x31),
    X_PMOVSXBD = X86_OP(2, 1, 0, 0x21),
    X_PMOVZXWD = X86_OP(2, 1, 0, 0x33),
    X_PMOVSXWD = X86_OP(2, 1, 0, 0x23),
    X_PMOVZXWQ = X86_OP(2, 1, 0, 0x34),
    X_PMOVSXWQ = X86_OP(2, 1, 0, 0x24),
    X_PACKUSDW = X86_OP(2, 1, 0, 0x2b),
    X_PACKSSDW = X86_OP(1, 1, 0, 0x6b),
    X_PACKUSWB = X86_OP(1, 1, 0, 0x67),
    X_PBLENDVB = X86_OP(3, 1, 0, 0x4c),
    X_BROADCASTW = X86_OP(2, 1, 0, 0x79),
    X_STORE_64 = X86_OP(1, 1, 2, 0xd6), /* the lower half of a register of 16 bytes */
    X_PMOVDW = X86_OP(2, 2, 0, 0x33),   /* AVX-512: the wide operand comes first, as in X_PMOVQD */
    X_PMOVWB = X86_OP(2, 2, 0, 0x30),
    X_MOVU_16 = X86_OP(1, 3, 2, 0x6f), /* AVX-512, for masks of 16-bit lanes */
    X_STORE_16 = X86_OP(1, 3, 2, 0x7f),
    X_STORE_8 = X86_OP(1, 3, 0, 0x7f),
    X_CVTTPD2DQ = X86_OP(1, 1, 2, 0xe6),
    X_CVTTPD2UDQ = X86_OP(1, 0, 2, 0x78), /* AVX-512 */
    X_PTEST = X86_OP(2, 1, 0, 0x17),      /* flags: CC_E if a & b is 0 */
    X_PTESTMD =
        X86_OP(2, 1, 0, 0x27), /* AVX-512: the mask register d = lanes in which a & b is not 0 */
    X_BROADCAST_R32 = X86_OP(2, 1, 0, 0x7c), /* AVX-512: b is a general register */
    X_BROADCAST_R64 = X86_OP(2, 1, 1, 0x7c),
    X_PSRLD_I = X86_OP(1, 1, 0, 0x72), /* as X_PSRLQ_I */
    X_PERMQ = X86_OP(3, 1, 1, 0x00),   /* of 64-bit lanes, by an immediate */
    X_PERMD = X86_OP(2, 1, 0, 0x36),   /* a: the indices */
    X_GATHERD =
        X86_OP(2, 1, 0, 0x90), /* x86_v_lanes: offsets of 32 bits; lanes of 32 bits, of 64 bits */
    X_GATHERQ = X86_OP(2, 1, 1, 0x90),
    X_SCATTERD = X86_OP(2, 1, 0, 0xa0), /* AVX-512 */
    X_SCATTERQ = X86_OP(2, 1, 1, 0xa0),
    X_PERMI2D = X86_OP(2, 1, 0, 0x76), /* AVX-512: d, the indices; a, b: the tables */
    X_PERMT2D = X86_OP(2, 1, 0, 0x7e), /* AVX-512: d, b: the tables; a: the indices */
    /* scalar ones, 16 bytes wide: the upper half of the result is that of the first operand */
    X_LOADSS = X86_OP(1, 2, 0, 0x10),
    X_LOADSD = X86_OP(1, 3, 0, 0x10),
    X_STORESS = X86_OP(1, 2, 0, 0x11),
    X_STORESD = X86_OP(1, 3, 0, 0x11),
    X_ADDSS = X86_OP(1, 2, 0, 0x58),
    X_ADDSD = X86_OP(1, 3, 0, 0x58),
    X_SUBSS = X86_OP(1, 2, 0, 0x5c),
    X_SUBSD = X86_OP(1, 3, 0, 0x5c),
    X_MULSS = X86_OP(1, 2, 0, 0x59),
    X_MULSD = X86_OP(1, 3, 0, 0x59),
    X_DIVSS = X86_OP(1, 2, 0, 0x5e),
    X_DIVSD = X86_OP(1, 3, 0, 0x5e),
    X_SQRTSS = X86_OP(1, 2, 0, 0x51),
    X_SQRTSD = X86_OP(1, 3, 0, 0x51),
    X_UCOMISS = X86_OP(1, 0, 0, 0x2e), /* flags: unordered is CC_P, and CC_B and CC_E as well */
    X_UCOMISD = X86_OP(1, 1, 0, 0x2e),
    X_CVTSI2SS = X86_OP(1, 2, 0, 0x2a), /* b is a general register of 32 bits */
    X_CVTSI2SD = X86_OP(1, 3, 0, 0x2a),
    X_CVTSQ2SS = X86_OP(1, 2, 1, 0x2a), /* of 64 bits */
    X_CVTSQ2SD = X86_OP(1, 3, 1, 0x2a),
    X_CVTTSS2SI = X86_OP(1, 2, 0, 0x2c), /* d is a general register of 32 bits */
    X_CVTTSD2SI = X86_OP(1, 3, 0, 0x2c),
    X_CVTTSS2SQ = X86_OP(1, 2, 1, 0x2c), /* of 64 bits */
    X_CVTTSD2SQ = X86_OP(1, 3, 1, 0x2c),
    X_CVTSS2SD = X86_OP(1, 2, 0, 0x5a),
    X_CVTSD2SS = X86_OP(1, 3, 0, 0x5a),
    X_XORPS = X86_OP(1, 0, 0, 0x57),
};

/* d = op(a, b), `bytes` wide: 16, 32 or 64. Instructions of one operand leave a 0. The _m forms read b from memory. */
void x86_v(struct x86 *x, enum x86_op op, int bytes, int d, int a, int b);
void x86_v_m(struct x86 *x, enum x86_op op, int bytes, int d, int a, struct x86_mem m);
/* Gathers to d, or scatters from d, the lanes of a mask at m plus the 32-bit offset in each lane of `offsets`. The mask is x->mask, which
 * must be set and becomes 0, or with AVX2 the vector register `a`. m has no index. */
void x86_v_lanes(struct x86 *x, enum x86_op op, int bytes, int d, int a, struct x86_mem m,
                 int offsets);
void x86_byte(struct x86 *x, uint8_t byte); /* the immediate of the last one */
/* With a mask register (AVX-512): comparisons write it as d; blends take it as `mask`. */
void x86_blend_mask(struct x86 *x, enum x86_op op, int bytes, int d, int a, int b, int mask);
void x86_kmov_from(struct x86 *x, int mask, enum x86_gpr r);
void x86_kmov_to(struct x86 *x, enum x86_gpr r, int mask);
void x86_kmov_load(struct x86 *x, int mask, int lanes, struct x86_mem m); /* 8, 16 or 32 bits */
void x86_kmov(struct x86 *x, int d, int mask); /* 16 bits, as the next ones */
void x86_kones(struct x86 *x, int d);          /* all ones */
void x86_kor(struct x86 *x, int d, int a, int b);
void x86_knot(struct x86 *x, int d, int a);
void x86_ktest(struct x86 *x, int a, int b); /* flags: CC_E if no bit of either is set */
void x86_kshift_right(struct x86 *x, int d, int mask, uint8_t by); /* of 32 bits */
void x86_vzeroupper(struct x86 *x);
void x86_fence(struct x86 *x); /* of loads and stores */
void x86_set_mxcsr(struct x86 *x, struct x86_mem m);

/* General registers. wide: 64 bits, else 32 (which clears the upper half). */
enum x86_alu {
    ALU_ADD = 0x03,
    ALU_OR = 0x0b,
    ALU_AND = 0x23,
    ALU_SUB = 0x2b,
    ALU_XOR = 0x33,
    ALU_CMP = 0x3b,
    ALU_MOV = 0x8b
};

/* How a value that is narrower than a register fills it. */
enum x86_extend {
    EXTEND_U8 = 0x0fb6,
    EXTEND_U16 = 0x0fb7,
    EXTEND_I8 = 0x0fbe, /* the signed ones fill all 64 bits */
    EXTEND_I16 = 0x0fbf,
    EXTEND_I32 = 0x63
};

/* The group of instructions with opcode F7: one operand. */
enum x86_unary { UNARY_NOT = 2, UNARY_NEG = 3, UNARY_DIV = 6, UNARY_IDIV = 7 };

/* The group of shifts. */
enum x86_shift { ROTATE_RIGHT = 1, SHIFT_LEFT = 4, SHIFT_RIGHT = 5, SHIFT_RIGHT_SIGNED = 7 };

void x86_r(struct x86 *x, enum x86_alu op, bool wide, enum x86_gpr d, enum x86_gpr s);
void x86_r_m(struct x86 *x, enum x86_alu op, bool wide, enum x86_gpr d, struct x86_mem m);
void x86_r_i(struct x86 *x, enum x86_alu op, bool wide, enum x86_gpr d, int32_t value);
void x86_store(struct x86 *x, bool wide, struct x86_mem m, enum x86_gpr s);
void x86_store_i(struct x86 *x, struct x86_mem m, int32_t value); /* 32 bits */
void x86_or_to(struct x86 *x, struct x86_mem m, enum x86_gpr s);  /* 32 bits of memory |= s */
void x86_lea(struct x86 *x, enum x86_gpr d, struct x86_mem m);
void x86_mov_i64(struct x86 *x, enum x86_gpr d, uint64_t value);
void x86_shift(struct x86 *x, bool left, bool wide, enum x86_gpr d, uint8_t by);
void x86_shift_by(struct x86 *x, bool left, enum x86_gpr d, enum x86_gpr s,
                  enum x86_gpr by);                            /* BMI2: 32 bits */
void x86_test_i(struct x86 *x, enum x86_gpr r, uint32_t bits); /* flags of r & bits */
void x86_neg(struct x86 *x, enum x86_gpr r);

/* BMI2: shlx, sarx, shrx. */
enum x86_shift_x { SHIFT_X_LEFT = 1, SHIFT_X_SIGNED = 2, SHIFT_X_RIGHT = 3 };

void x86_shift_x(struct x86 *x, enum x86_shift_x how, bool wide, enum x86_gpr d, enum x86_gpr s,
                 enum x86_gpr by);
void x86_m_r(struct x86 *x, enum x86_alu op, bool wide, struct x86_mem m, enum x86_gpr s);
void x86_m_i(struct x86 *x, enum x86_alu op, bool wide, struct x86_mem m, int32_t value);
void x86_move_if(struct x86 *x, int cc, bool wide, enum x86_gpr d, enum x86_gpr s);
void x86_count_zeros(struct x86 *x, bool leading, enum x86_gpr d, enum x86_gpr s); /* 32 bits */
void x86_clear_lowest(struct x86 *x, enum x86_gpr d,
                      enum x86_gpr s); /* BMI1: 32 bits, the flags of d */
void x86_jump_to(struct x86 *x, enum x86_gpr r);
void x86_jump_to_m(struct x86 *x, struct x86_mem m); /* to the address in memory */

/* Read, modify and write: atomic after x86_lock (xchg always is). */
enum x86_exchange { XCHG = 0x87, XADD = 0x0fc1, CMPXCHG = 0x0fb1 /* with rax */ };

void x86_lock(struct x86 *x);

enum x86_prefetch { PREFETCH_FIRST, PREFETCH_SECOND, PREFETCH_WRITE };

void x86_exchange(struct x86 *x, enum x86_exchange how, bool wide, struct x86_mem m,
                  enum x86_gpr s);

/* For code that is not vectorised. */
void x86_extend(struct x86 *x, enum x86_extend how, enum x86_gpr d, enum x86_gpr s);
void x86_extend_m(struct x86 *x, enum x86_extend how, enum x86_gpr d, struct x86_mem m);
void x86_store_8(struct x86 *x, struct x86_mem m, enum x86_gpr s);
void x86_store_16(struct x86 *x, struct x86_mem m, enum x86_gpr s);
void x86_store_i64(struct x86 *x, struct x86_mem m, int32_t value); /* 64 bits, sign-extended */
void x86_compare_m_i(struct x86 *x, bool wide, struct x86_mem m, int32_t value);
void x86_compare_m_i8(struct x86 *x, struct x86_mem m, uint8_t value); /* a byte of memory */
void x86_count_down(struct x86 *x, struct x86_mem m);                  /* 32 bits of memory -= 1 */
/* The line of any address, to all caches, to all but the first, or to be written. */
void x86_prefetch(struct x86 *x, enum x86_prefetch how, struct x86_mem m);
void x86_test(struct x86 *x, bool wide, enum x86_gpr a, enum x86_gpr b);
void x86_imul(struct x86 *x, bool wide, enum x86_gpr d, enum x86_gpr s);
void x86_imul_m(struct x86 *x, bool wide, enum x86_gpr d, struct x86_mem m);
void x86_imul_i(struct x86 *x, bool wide, enum x86_gpr d, enum x86_gpr s, int32_t value);
void x86_unary(struct x86 *x, enum x86_unary op, bool wide, enum x86_gpr r); /* DIV: rdx:rax / r */
void x86_sign_to_rdx(struct x86 *x, bool wide);                              /* cdq, cqo */
/* rax by c, which is not 0 and neither rax nor rdx: the quotient in rax, the remainder in rdx. by_minus_1: c may be -1, by which the least
 * number wraps; the processor would fault. */
void x86_divide(struct x86 *x, bool wide, bool is_signed, bool by_minus_1, enum x86_gpr c);
void x86_shift_i(struct x86 *x, enum x86_shift op, bool wide, enum x86_gpr d, uint8_t by);
void x86_shift_cl(struct x86 *x, enum x86_shift op, bool wide, enum x86_gpr d);
void x86_set(struct x86 *x, int cc, enum x86_gpr d); /* d = 1 if the condition holds, else 0 */
void x86_push(struct x86 *x, enum x86_gpr r);
void x86_pop(struct x86 *x, enum x86_gpr r);
void x86_call_r(struct x86 *x, enum x86_gpr r);
void x86_call(struct x86 *x, uint32_t to); /* an offset of code that is written already */
void x86_ret(struct x86 *x);
void x86_trap(struct x86 *x);               /* ud2 */
void x86_align(struct x86 *x, uint32_t to); /* long nops up to an offset that is a multiple */

/* A frame at rsp, aligned to 64 bytes; its size (a multiple of 64) is set later. */
uint32_t x86_enter(struct x86 *x);
void x86_set_frame(struct x86 *x, uint32_t entered, uint32_t size);
void x86_leave(struct x86 *x, int32_t result);

enum x86_cond {
    CC_O = 0,
    CC_B = 2,
    CC_AE = 3,
    CC_E = 4,
    CC_NE = 5,
    CC_BE = 6,
    CC_A = 7,
    CC_S = 8,
    CC_NS = 9,
    CC_P = 10,
    CC_NP = 11,
    CC_L = 12,
    CC_GE = 13,
    CC_LE = 14,
    CC_G = 15,
    CC_ALWAYS = 16
};

uint32_t x86_jump(struct x86 *x, enum x86_cond cc); /* forward; returns what x86_land takes */
void x86_land(struct x86 *x, uint32_t jump);
void x86_aim(struct x86 *x, uint32_t jump,
             uint32_t to); /* a jump of x86_jump: goes to this offset */
/* Removes an unconditional jump that is the last instruction, and whose end no jump leads to. False: it stays. */
bool x86_take_back(struct x86 *x, uint32_t jump);
void x86_jump_back(struct x86 *x, enum x86_cond cc, uint32_t to);
