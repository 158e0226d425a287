/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/cpu/code/cfg.h"
#include "device/cpu/code/decoded.h"

/* What can be said of a decoded function before it runs: which vector registers an op reads and writes, which values are the same
 * in all lanes of a warp or affine in the lane, and which vector registers are alive where. It is the interface of the interpreter
 * (full_mask.c), and of a JIT, checks and reports: nothing here executes and nothing depends on how it is executed.
 *
 * The shape of a block decides what a lane's thread index is, so it is an input: a warp of whole rows of the block is
 * `across` lanes by 32 / across rows. A value is affine if in lane l it is v + (l % across) * x + (l / across) * y
 * modulo its width, with v, x, y the same for all lanes (and not known before the kernel runs).
 *
 * Classes hold for a whole warp whose 32 lanes run together; what a diverged warp computes is not promised anything.
 * They are of vector registers, not of places in the code: a vector register has the class that all its definitions allow.
 * One that depends on 64-bit arithmetic of a 32-bit value (mul.wide, cvt) assumes that the 32-bit value does not wrap within the
 * warp: who uses it must check that when it runs (op_widens) and give up the class where it does not hold.
 * Immutable once made; owned by the caller. */

enum vreg_class {
    VREG_UNIFORM, /* the same in all lanes */
    VREG_AFFINE,
    VREG_VARYING, /* anything */
};

/* How a block's threads lie in its warps. */
enum block_shape {
    SHAPE_LINE, /* 32 threads of a warp follow each other in x: x is affine; y and z are uniform */
    SHAPE_TILE, /* rows of 2 to 16 threads (or 1) that follow each other in y: x and y are affine, z uniform */
    SHAPE_ODD, /* neither */
    SHAPES,
};

enum block_shape block_shape_of(uint32_t x, uint32_t y, uint32_t z, uint32_t *out_across);

/* A vector register that an op reads or writes. */
struct vreg_use {
    uint32_t at;
    uint8_t width; /* bytes of a lane; 0: predicate */
    bool writes;
};

enum { VREG_USES = 20 };

/* Reads come before writes. Returns their number; UINT32_MAX: an op that analysis.c does not know (any vector register, then). */
uint32_t op_vregs(const struct op *op, struct vreg_use out[VREG_USES]);
bool op_is_value(
    const struct op *op); /* its result is a function of its operands alone, lane by lane */
bool op_widens(const struct op *op);        /* see above */
bool op_widens_signed(const struct op *op); /* and the 32-bit value has a sign */

/* What an affine value grows by from lane to lane, where that is known before the kernel runs; modulo its width. */
struct stride {
    int64_t by;
    uint8_t known; /* enum stride_known */
};

enum stride_known { STRIDE_UNSEEN, STRIDE_KNOWN, STRIDE_UNKNOWN };

struct vreg_facts {
    uint32_t at;
    uint8_t width;
    uint8_t class;      /* enum row_class */
    struct stride x, y; /* of a vector register that is uniform or affine */
};

struct analysis {
    struct vreg_facts *vregs;
    uint32_t vreg_count;
    uint32_t *vreg_of; /* vreg_of[at / 4]: index in vector registers, plus 1; 0: none */
    const struct cfg *cfg;
    uint32_t words; /* of a set of vector registers */
    uint64_t *
        live_in; /* [block * words]: vector registers that may be read before all of their lanes are written again */
};

struct analysis *analysis_new(const struct decoded_code *code, const struct cfg *cfg,
                              enum block_shape shape);
void analysis_free(struct analysis **a);
enum vreg_class analysis_class(const struct analysis *a, uint32_t vreg);
const struct vreg_facts *analysis_vreg(const struct analysis *a,
                                       uint32_t vreg); /* NULL: no op has it */
bool analysis_live_in(const struct analysis *a, uint32_t block, uint32_t vreg_index);
