/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/cpu/code/analysis.h"
#include "device/cpu/code/machine_code.h"
#include "device/cpu/code/ops.h"

/* Full-mask code: the code of a kernel for warps whose 32 lanes run together, made from its ops and the analysis. Values that are
 * uniform or affine are kept as *affine registers*, the lanes 0, 1, `across` and 31 of the vector register (where the block's shape has no second
 * lane in a direction: lane 0 again), and computed for those four lanes alone; a load or store whose address is a
 * affine register is one check of a range and one vector move. What needs the vector register finds it expanded.
 *
 * A warp leaves full-mask code where its lanes part, or where a affine value turns out not to be affine: op_leave
 * expands the affine registers that are alive and goes on at the same place in the masked code. It comes back at a
 * join where all lanes run together again and the vector registers are what the analysis says (op_enter).
 * So full-mask code changes speed and nothing else; each of its ops leaves the same bits as the plain one. */

enum { AFFINE_LANES = 4 };

/* An affine value of 32 bits whose base and strides are below these wraps nowhere in a warp: the quick test, here and in machine code. */
enum { SMALL_STRIDE = 1 << 24, SMALL_BASE = 1 << 30 };

/* What becomes of a masked op. */
enum full_mask_kind {
    KIND_DROP,    /* joins: nobody else can be there */
    KIND_PLAIN,   /* as it is, on vector registers */
    KIND_AFFINE,  /* the value of affine registers, into affine registers */
    KIND_COMPARE, /* of affine values: mostly the same for all lanes */
    KIND_MEMORY,  /* its address is a affine register */
    KIND_BRANCH,  /* leaves full-mask code when the lanes part */
    KIND_LEAVE,
};

struct affine_register {
    uint32_t vreg, affine, index; /* index: in analysis.vector registers */
    uint8_t width;                /* bytes of a lane */
    uint8_t class;
    bool kept;          /* the vector register is always valid too */
    struct stride x, y; /* what machine code takes for granted */
};

struct full_mask {
    const struct decoded_code *code;
    struct op *ops;
    uint32_t count;
    uint32_t *masked_at;            /* the masked op that an op of full-mask code stands for */
    uint32_t *full_at;              /* and back: where the code of a masked op begins */
    struct affine_register *affine; /* the affine ones */
    uint32_t affine_count;
    uint32_t *lists; /* indices in vector registers */

    struct full_mask_block {
        uint32_t enter_at, enter_end; /* alive at the block's beginning: in lists */
        uint32_t leave_at, leave_end; /* alive behind its branch, and not kept whole */
    } * blocks;
    const struct cfg *cfg; /* the code's */
    struct analysis *analysis;
    struct native *native;                  /* machine code for some of it, or NULL */
    const struct native_compiler *compiler; /* of it */
};

/* Of a kernel, for blocks of one shape. Immutable; shared by host threads. */
struct full_mask *full_mask_new(const struct decoded_code *code, enum block_shape shape,
                                const struct op_set *set, const struct native_compiler *compiler);
void full_mask_free(struct full_mask **l);

/* Where the affine registers of a vector register are in the frame. */
static inline uint32_t affine_offset(const struct decoded_code *code, uint32_t vreg)
{
    return code->affine_at + vreg / 4;
}
