/* SPDX-License-Identifier: Apache-2.0 */
/* How the threads of a block lie in the lanes of the warps that vector code runs. A warp consists of rows of 32, 16 or 8 lanes. If the rows of
 * the block are 32, 16 or 8 threads wide, or multiples of that, these are the warps of CUDA. Else a row begins anywhere in a warp of CUDA,
 * and its address in each lane; so vector code leaves the last lanes of each row empty, if the kernel cannot tell. Next: jit/simd_class.c. */
#include <string.h>

#include "device/cpu/code/ops.h"
#include "device/cpu/code/vector_code.h"

/* What a thread costs in rows of so many lanes, if there is a thread in each lane. In an odd block each access is checked and moved lane by
 * lane (tests/bench/engine/shapes.py). */
static const struct {
    uint32_t across;
    float cost;
} rows[] = {
    {WARP_LANES,     1    },
    {WARP_LANES / 2, 1.05f},
    {WARP_LANES / 4, 1.7f }
};

static const float odd_cost[] = {
    [VECTOR_KEEPS_WARPS] = 5, [VECTOR_REGROUPS] = 4, [VECTOR_REGROUPS_LOOPS] = 5};

static float cost_of(uint32_t width, float least, uint32_t *out_across)
{
    for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        float cost = rows[i].cost * (float) rows[i].across / (float) width;
        if (rows[i].across < width || cost >= least)
            continue;
        least = cost;
        *out_across = rows[i].across;
    }
    return least;
}

static struct vector_layout layout_of_shape(enum block_shape shape, uint32_t across, uint32_t x)
{
    struct vector_layout l = {.shape = (uint8_t) shape};
    l.across = l.width = (uint8_t) (shape == SHAPE_TILE ? across : WARP_LANES);
    l.whole = x % l.across == 0;
    return l;
}

static struct vector_layout cut_into(uint8_t lanes)
{
    return (struct vector_layout){
        .shape = SHAPE_TILE, .across = lanes, .width = lanes, .cut = true, .whole = true};
}

/* The rows of a block as one row of lanes each, or as several of the same width. */
struct vector_layout vector_layout_of(uint32_t x, uint32_t y, uint32_t z,
                                      const struct vector_threads *threads)
{
    uint32_t across;
    enum block_shape shape = block_shape_of(x, y, z, &across);
    enum vector_regroup regroup = (enum vector_regroup) threads->regroup;
    struct vector_layout best = layout_of_shape(shape, across, x);
    if (x % WARP_LANES == 0 && threads->split < WARP_LANES)
        return cut_into(threads->split);
    if (shape == SHAPE_LINE || (shape == SHAPE_TILE && across * VECTOR_ROWS_MAX >= WARP_LANES))
        return best;
    best = layout_of_shape(SHAPE_ODD, WARP_LANES, x);
    float least = odd_cost[regroup];
    for (uint32_t width = x < WARP_LANES ? x : WARP_LANES; width; width--) {
        float cost = x % width ? least : cost_of(width, least, &across);
        if (cost >= least || (width != across && !regroup))
            continue;
        least = cost;
        best = (struct vector_layout){.shape = SHAPE_TILE,
                                      .across = (uint8_t) across,
                                      .width = (uint8_t) width,
                                      .cut = width != x,
                                      .deep = z > 1,
                                      .whole = x % across == 0};
    }
    return best;
}

bool vector_layout_is(const struct vector_layout *a, const struct vector_layout *b)
{
    return !memcmp(a, b, sizeof *a);
}

/* ---- which kernels cannot tell ---- */

static bool names_warps(const struct frame_constant *f)
{
    if (f->kind != CONSTANT_SPECIAL)
        return false;
    switch ((enum special) f->value) {
    case SPECIAL_LANEID:
    case SPECIAL_WARPID:
    case SPECIAL_NWARPID:
    case SPECIAL_LANEMASK_EQ:
    case SPECIAL_LANEMASK_LE:
    case SPECIAL_LANEMASK_LT:
    case SPECIAL_LANEMASK_GE:
    case SPECIAL_LANEMASK_GT: return true;
    default: return false;
    }
}

/* Threads of a warp that depend on each other without a word of it do so by volatile accesses. A call may print, in the order of warps. */
static bool is_independent(const struct op *op)
{
    const struct op_info *info = &op_infos[op->code];
    switch ((enum op_kind) info->kind) {
    case OP_KIND_NONE:
    case OP_KIND_VALUE:
    case OP_KIND_JUMP:
    case OP_KIND_BRANCH:
    case OP_KIND_MARK:
    case OP_KIND_END:
    case OP_KIND_FENCE: return true;
    case OP_KIND_WORK:
        return op->code != OP_activemask && op->code != OP_mbarrier_pending &&
               op->code != OP_mov_special;
    case OP_KIND_BARRIER:
        return !op->count && !op->target &&
               !op->imm; /* of all threads; others count whole warps, or are the interpreter's */
    case OP_KIND_LOAD:
    case OP_KIND_STORE:
        return !info->ordered && op->code != OP_mbarrier_init && op->code != OP_mbarrier_wait;
    case OP_KIND_ATOMIC: return op->code != OP_mbarrier;
    default: return false;
    }
}

static enum vector_regroup regroup_of(const struct decoded_code *code)
{
    bool loops = false;
    for (uint32_t n = 0; n < code->op_count; n++) {
        if (!is_independent(&code->ops[n]))
            return VECTOR_KEEPS_WARPS;
        loops |= op_infos[code->ops[n].code].back;
    }
    for (uint32_t k = 0; k < code->constant_count; k++)
        if (names_warps(&code->constants[k]))
            return VECTOR_KEEPS_WARPS;
    return loops ? VECTOR_REGROUPS_LOOPS : VECTOR_REGROUPS;
}

struct vector_threads vector_threads_of(const struct decoded_code *code)
{
    return (struct vector_threads){(uint8_t) regroup_of(code), (uint8_t) vector_split_of(code)};
}
