/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/cpu/code/cfg.h"
#include "device/cpu/code/decoded.h"

/* Static analysis of a decoded function: which vector registers an op reads and writes (op_vregs), which values are
 * uniform or affine in the lane, and which vector registers are live where. Full-mask code, machine code and observers use it; it executes
 * nothing and depends on no executor.
 *
 * Classes. A value is *uniform* if it is the same in all lanes, and *affine* if lane l has v + (l % across) * x + (l / across) * y modulo
 * its width, with v, x and y the same for all lanes. The block's shape decides what a thread index is, so it is an input: a warp that
 * consists of whole rows of the block is `across` lanes by 32 / across rows. Anything else is *varying*.
 *
 * - Classes hold while all 32 lanes run together; nothing is known about what a diverged warp computes.
 * - A vector register has one class, which all its definitions allow (not one for each definition).
 * - mul.wide and cvt of a 32-bit value give affine 64-bit values only if the 32-bit value does not wrap within the warp. Code that
 *   relies on the class checks that at run time (op_widens) and leaves full-mask code where it wraps.
 *
 * The method is standard: Karrenberg and Hack, 'Whole-Function Vectorization' (CGO 2011), for uniform values; Collange et al.,
 * 'Dynamic Detection of Uniform and Affine Vectors in GPGPU Computations' (2009), for affine ones.
 *
 * Ownership: analysis_new's caller frees it. Thread-safety: immutable once made, so any thread may read it. */

enum vreg_class {
    VREG_UNIFORM, /* the same in all lanes */
    VREG_AFFINE,
    VREG_VARYING, /* anything */
};

/* How a block's threads are arranged in its warps. */
enum block_shape {
    SHAPE_LINE, /* a warp is 32 threads that follow each other in x: x is affine; y and z are uniform */
    SHAPE_TILE, /* a warp is rows of 1 to 16 threads, and the rows follow each other in y: x and y are affine, z is uniform */
    SHAPE_ODD,  /* neither: thread indices are varying */
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

/* Reads come before writes. Returns their number; UINT32_MAX: not known, so it may read and write any vector register. */
uint32_t op_vregs(const struct op *op, struct vreg_use out[VREG_USES]);
bool op_is_value(const struct op *op); /* a pure function of its operands, lane by lane */
bool op_widens(
    const struct op *op); /* its 64-bit result is affine only if a 32-bit operand does not wrap */
bool op_widens_signed(const struct op *op); /* ... and that operand is signed */

/* The step of an affine value from lane to lane, modulo its width, where it is known before the kernel runs. */
struct stride {
    int64_t by;
    uint8_t known; /* enum stride_known */
};

enum stride_known { STRIDE_UNSEEN, STRIDE_KNOWN, STRIDE_UNKNOWN };

struct vreg_facts {
    uint32_t at;
    uint8_t width;
    uint8_t class;      /* enum vreg_class */
    struct stride x, y; /* of uniform and affine vector registers */
};

struct analysis {
    struct vreg_facts *vregs;
    uint32_t vreg_count;
    uint32_t *vreg_of; /* vreg_of[at / 4]: index in vregs, plus 1; 0: no op uses it */
    const struct cfg *cfg;
    uint32_t words; /* of a set with a bit for each vector register */
    uint64_t *
        live_in; /* [block * words]: the sets of vector registers that are live at the start of each basic block */
};

struct analysis *analysis_new(const struct decoded_code *code, const struct cfg *cfg,
                              enum block_shape shape);
void analysis_free(struct analysis **a);
enum vreg_class analysis_class(const struct analysis *a, uint32_t vreg);
const struct vreg_facts *analysis_vreg(const struct analysis *a,
                                       uint32_t vreg); /* NULL: no op uses it */
bool analysis_live_in(const struct analysis *a, uint32_t block, uint32_t vreg_index);
