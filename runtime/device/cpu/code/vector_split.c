/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a kernel splits threadIdx.x into a row and a column of less than 32, as `threadIdx.x / 16` and `threadIdx.x % 16` do in products of matrices with
 * tiles in registers. Then it is executed as in a block with such rows, where both have a base and a stride in each row of a warp; in a row of 32
 * lanes neither has. Next: vector_layout.c. */
#include <stdlib.h>

#include "base/check.h"
#include "device/cpu/code/ops.h"
#include "device/cpu/code/thread_values.h"
#include "device/cpu/code/vector_code.h"

struct split_search {
    const struct decoded_code *code;
    uint8_t *
        row_of; /* by vreg / 4: lanes of the rows in which what it is computed from is affine; 0: it is not of that kind */
};

static bool is_affine_in_rows(const uint64_t is[WARP_LANES], uint32_t of)
{
    for (uint32_t l = 0; l < WARP_LANES; l++)
        if (is[l] - is[l / of * of] != (is[1] - is[0]) * (l % of))
            return false;
    return true;
}

/* The widest rows of lanes in which the value is affine, if these are not the warp; 0: it is no such value. */
static uint8_t row_of(const uint64_t is[WARP_LANES])
{
    if (is_affine_in_rows(is, WARP_LANES))
        return 0;
    return is_affine_in_rows(is, WARP_LANES / 2)   ? WARP_LANES / 2
           : is_affine_in_rows(is, WARP_LANES / 4) ? WARP_LANES / 4
                                                   : 0;
}

static uint8_t least(uint8_t a, uint8_t b)
{
    return !a || (b && b < a) ? b : a;
}

/* What is computed from such a value has rows like it. */
static bool pass_on(struct split_search *s, const struct op *op)
{
    struct vreg_use uses[VREG_USES];
    uint32_t n = op_is_value(op) ? op_vregs(op, uses) : 0;
    uint8_t row = 0;
    bool changed = false;
    for (uint32_t u = 0; n != UINT32_MAX && u < n; u++) {
        uint8_t *at = &s->row_of[uses[u].at / 4];
        if (!uses[u].writes) {
            row = least(row, uses[u].width >= 4 ? *at : 0);
        } else if (least(*at, row) != *at) {
            *at = least(*at, row);
            changed = true;
        }
    }
    return changed;
}

static uint8_t row_of_access(const struct split_search *s, const struct op *op)
{
    enum op_kind kind = (enum op_kind) op_infos[op->code].kind;
    bool in_lanes = op->space == PTX_LOCAL || op->space == PTX_PARAM;
    return (kind == OP_KIND_LOAD || kind == OP_KIND_STORE) && !in_lanes ? s->row_of[op->a / 4] : 0;
}

/* Those of most accesses. Rows of half the lanes serve the others, too, but cost more. */
static uint32_t row_of_addresses(struct split_search *s)
{
    const struct decoded_code *code = s->code;
    uint32_t halves = 0, quarters = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t n = 0; n < code->op_count; n++)
            changed |= pass_on(s, &code->ops[n]);
    }
    for (uint32_t n = 0; n < code->op_count; n++) {
        uint8_t row = row_of_access(s, &code->ops[n]);
        halves += row == WARP_LANES / 2;
        quarters += row == WARP_LANES / 4;
    }
    return quarters > halves ? WARP_LANES / 4 : halves ? WARP_LANES / 2 : WARP_LANES;
}

uint32_t vector_split_of(const struct decoded_code *code)
{
    struct split_search s = {.code = code};
    uint32_t x[WARP_LANES];
    bool splits = false;
    for (uint32_t l = 0; l < WARP_LANES; l++)
        x[l] = l;
    struct thread_values *t = thread_values_new(code, x);
    s.row_of = xcalloc(code->frame_size / 4 + 1, sizeof *s.row_of);
    for (uint32_t n = 0; n < code->op_count; n++) {
        const struct op *op = &code->ops[n];
        const uint64_t *is = op_is_value(op) ? thread_values_of(t, op->d) : NULL;
        if (is)
            s.row_of[op->d / 4] = row_of(is);
        splits |= is && s.row_of[op->d / 4];
    }
    uint32_t row = splits ? row_of_addresses(&s) : WARP_LANES;
    free(s.row_of);
    thread_values_free(&t);
    return row;
}
