/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/cpu/code/analysis.h"
#include "device/cpu/code/machine_code.h"
#include "device/cpu/code/ops.h"

/* Full-mask code: a second form of a kernel's code, for warps whose 32 lanes run together. The masked code (struct decoded_code) is always
 * right; full-mask code changes speed and nothing else, and each of its ops leaves the same bits.
 *
 * - Uniform and affine values live in *affine registers*: the value in the lanes 0, 1, `across` and 31 of the warp (lane 0 again, where the
 *   block's shape has no second lane in a direction). An op computes these four lanes instead of 32. Where all lanes are needed, the vector
 *   register is expanded.
 * - A load or store at an affine address is one check of a range and one vector move.
 * - Machine code (code/compilers.h) executes regions of it.
 *
 * Deoptimisation. A warp leaves full-mask code where its lanes diverge, or where a value that the analysis calls affine turns out to wrap.
 * `leave` (op_full_mask.c) expands the live affine registers and continues at the same op of the masked code. `enter` returns to full-mask
 * code at a reconvergence point, if all lanes run together and the vector registers hold what the analysis says.
 *
 * Ownership: the kernel that it belongs to. Thread-safety: immutable once made; all host threads share it. */

enum { AFFINE_LANES = 4 };

/* A 32-bit affine value whose base and strides are below these does not wrap in a warp: the quick test, in the interpreter and in machine code. */
enum { SMALL_STRIDE = 1 << 24, SMALL_BASE = 1 << 30 };

/* What full-mask code does for an op of the masked code. */
enum full_mask_kind {
    KIND_DROP,    /* nothing: reconvergence points, as no lane can wait there */
    KIND_PLAIN,   /* the op itself, on vector registers */
    KIND_AFFINE,  /* computes affine registers from affine registers */
    KIND_COMPARE, /* of affine values: mostly the same answer for all lanes */
    KIND_MEMORY,  /* at an affine address */
    KIND_BRANCH,  /* stays in full-mask code if all lanes agree */
    KIND_LEAVE,
};

struct affine_register {
    uint32_t vreg, affine, index; /* index: in analysis.vregs */
    uint8_t width;                /* bytes of a lane */
    uint8_t class;
    bool kept;          /* its vector register is always up to date, too */
    struct stride x, y; /* strides that machine code relies on */
};

/* The functions of observed code (exec/observed.h), which call an op's own function from struct full_mask. */
struct full_mask_watch {
    op_fn *plain;          /* an op on vector registers that observers are told of */
    op_fn *memory;         /* a plain load or store, with its addresses in a vector register */
    op_fn *affine_memory;  /* the same with an affine address */
    op_fn *affine_partial; /* op_is_partial on affine registers */
    native_ahead_fn *ahead;
};

struct full_mask {
    const struct decoded_code *code;
    struct op *ops;
    op_fn *leave;
    op_fn **
        own; /* [count], of observed code: NULL, or the function behind that of struct full_mask_watch */
    uint32_t count;
    uint32_t *masked_at; /* [count]: the masked op that an op stands for */
    uint32_t *full_at;   /* [masked ops]: where the code of a masked op begins */
    struct affine_register *affine;
    uint32_t affine_count;
    uint32_t *lists; /* indices in `affine` */

    struct full_mask_block {
        uint32_t enter_at, enter_end; /* live at the start of the basic block: a range of `lists` */
        uint32_t leave_at,
            leave_end; /* live after its branch, and not in vector registers: a range of `lists` */
    } * blocks;
    const struct cfg *cfg; /* the code's */
    struct analysis *analysis;
    struct native *native;                  /* machine code for some of it, or NULL */
    const struct native_compiler *compiler; /* of it */
};

/* For blocks of one shape. The caller owns it; `code`, `set` and `compiler` outlive it. watch: NULL, or the code is observed. */
struct full_mask *full_mask_new(const struct decoded_code *code, enum block_shape shape,
                                const struct op_set *set, const struct native_compiler *compiler,
                                const struct full_mask_watch *watch);
void full_mask_free(struct full_mask **l);

/* Where the affine register of a vector register is in the frame. */
static inline uint32_t affine_offset(const struct decoded_code *code, uint32_t vreg)
{
    return code->affine_at + vreg / 4;
}
