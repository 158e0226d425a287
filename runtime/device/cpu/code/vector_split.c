/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a kernel splits threadIdx.x into a row and a column of less than 32, as `threadIdx.x / 16` and `threadIdx.x % 16` do in products of matrices with
 * tiles in registers. Then it is executed as in a block with such rows, where both have a base and a stride in each row of a warp; in a row of 32
 * lanes neither has. What is computed from threadIdx.x and constants alone is evaluated for the threads 0 to 31. Next: vector_layout.c. */
#include <stdlib.h>

#include "base/vec.h"
#include "device/cpu/code/ops.h"
#include "device/cpu/code/vector_code.h"

struct thread_values {
    uint64_t at[WARP_LANES];
};

struct split_search {
    const struct decoded_code *code;
    uint32_t *defined;  /* by vreg / 4: how many ops write it */
    uint32_t *known_of; /* by vreg / 4: index in known, plus 1 */
    uint8_t *
        row_of; /* by vreg / 4: lanes of the rows in which what it is computed from is affine; 0: it is not of that kind */
    VEC(struct thread_values) known;
};

static struct thread_values *lanes_of(const struct split_search *s, uint32_t vreg)
{
    uint32_t i = s->known_of[vreg / 4];
    return i ? &s->known.at[i - 1] : NULL;
}

static void know(struct split_search *s, uint32_t vreg, const struct thread_values *is)
{
    VEC_PUSH(&s->known, *is);
    s->known_of[vreg / 4] = (uint32_t) s->known.n;
}

static void know_constants(struct split_search *s)
{
    for (uint32_t k = 0; k < s->code->constant_count; k++) {
        const struct frame_constant *f = &s->code->constants[k];
        bool thread = f->kind == CONSTANT_SPECIAL && f->value == SPECIAL_TID_X;
        struct thread_values is;
        for (uint32_t l = 0; l < WARP_LANES; l++)
            is.at[l] = thread ? l : f->value;
        if (thread || f->kind == CONSTANT_BITS)
            know(s, f->vreg, &is);
    }
}

/* A lane of an op that keeps what is affine affine, or splits it. */
static bool evaluate(enum op_code code, uint64_t a, uint64_t b, uint64_t c, uint64_t *out)
{
    switch (code) {
    case OP_mov_32:
    case OP_mov_64:
    case OP_ext_u32_64:
    case OP_cut_64_32: *out = a; return true;
    case OP_ext_s32_64: *out = (uint64_t) (int32_t) a; return true;
    case OP_add_32:
    case OP_add_64: *out = a + b; return true;
    case OP_sub_32:
    case OP_sub_64: *out = a - b; return true;
    case OP_mul_32:
    case OP_mul_64: *out = a * b; return true;
    case OP_mulw_u32: *out = (uint64_t) (uint32_t) a * (uint32_t) b; return true;
    case OP_mulw_s32: *out = (uint64_t) ((int64_t) (int32_t) a * (int32_t) b); return true;
    case OP_mad_32:
    case OP_mad_64: *out = a * b + c; return true;
    case OP_and_32:
    case OP_and_64: *out = a & b; return true;
    case OP_or_32:
    case OP_or_64: *out = a | b; return true;
    case OP_shl_32:
    case OP_shl_64: *out = b < 32 ? a << b : 0; return b < 32;
    case OP_shr_u32:
    case OP_shr_s32: *out = b < 32 ? (uint32_t) a >> b : 0; return b < 32 && (int32_t) a >= 0;
    case OP_shr_u64:
    case OP_shr_s64: *out = b < 64 ? a >> b : 0; return b < 64 && (int64_t) a >= 0;
    default: return false;
    }
}

static bool is_written_once(const struct split_search *s, uint32_t n)
{
    bool guarded = n && s->code->ops[n - 1].code == OP_guard;
    return !guarded && s->defined[s->code->ops[n].d / 4] == 1;
}

static bool know_result(struct split_search *s, uint32_t n)
{
    const struct op *op = &s->code->ops[n];
    const struct op_info *info = &op_infos[op->code];
    static const struct thread_values nothing;
    const struct thread_values *a = lanes_of(s, op->a),
                               *b = info->size_b ? lanes_of(s, op->b) : &nothing,
                               *c = info->size_c ? lanes_of(s, op->c) : &nothing;
    struct thread_values is;
    if (!a || !b || !c)
        return false;
    for (uint32_t l = 0; l < WARP_LANES; l++) {
        if (!evaluate((enum op_code) op->code, a->at[l], b->at[l], c->at[l], &is.at[l]))
            return false;
        if (info->size_d == 4)
            is.at[l] = (uint32_t) is.at[l];
    }
    know(s, op->d, &is);
    return true;
}

static bool is_affine_in_rows(const struct thread_values *is, uint32_t of)
{
    for (uint32_t l = 0; l < WARP_LANES; l++)
        if (is->at[l] - is->at[l / of * of] != (is->at[1] - is->at[0]) * (l % of))
            return false;
    return true;
}

/* The widest rows of lanes in which the value is affine, if these are not the warp; 0: it is no such value. */
static uint8_t row_of(const struct thread_values *is)
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

static void count_definitions(struct split_search *s)
{
    for (uint32_t n = 0; n < s->code->op_count; n++) {
        struct vreg_use uses[VREG_USES];
        uint32_t count = op_vregs(&s->code->ops[n], uses);
        for (uint32_t u = 0; count != UINT32_MAX && u < count; u++)
            s->defined[uses[u].at / 4] += uses[u].writes;
    }
}

uint32_t vector_split_of(const struct decoded_code *code)
{
    struct split_search s = {.code = code};
    size_t vregs = code->frame_size / 4 + 1;
    bool splits = false;
    s.defined = xcalloc(vregs, sizeof *s.defined);
    s.known_of = xcalloc(vregs, sizeof *s.known_of);
    s.row_of = xcalloc(vregs, sizeof *s.row_of);
    count_definitions(&s);
    know_constants(&s);
    for (uint32_t n = 0; n < code->op_count; n++) {
        const struct op *op = &code->ops[n];
        if (!op_is_value(op) || !is_written_once(&s, n) || !know_result(&s, n))
            continue;
        s.row_of[op->d / 4] = row_of(lanes_of(&s, op->d));
        splits |= s.row_of[op->d / 4] != 0;
    }
    uint32_t row = splits ? row_of_addresses(&s) : WARP_LANES;
    free(s.defined);
    free(s.known_of);
    free(s.row_of);
    VEC_FREE(&s.known);
    return row;
}
