/* SPDX-License-Identifier: Apache-2.0 */
/* opcodes.def as a table of struct op_info, and the facts that follow from a row. The functions that execute an op are in exec/ and jit/.
 * Next: opcodes.def, decoded.h. */
#include "device/cpu/code/ops.h"

#include "device/cpu/code/lane_types.h"

/* clang-format off */
#define FULL_MASK_F_AFFINE .full_mask = {[FULL_MASK_AFFINE] = true},
#define FULL_MASK_F_VECTOR  .full_mask = {[FULL_MASK_VECTOR] = true},
#define FULL_MASK_F_BOTH  .full_mask = {true, true},
#define FULL_MASK_F__
#define RULE__       RULE_NONE

/* kinds of custom ops */
#define UNKNOWN         NULL
#define VALUE           .kind = OP_KIND_VALUE
#define WORK            .kind = OP_KIND_WORK
#define LOAD(w, at)     .kind = OP_KIND_LOAD, .width = w, .address = at
#define STORE(w, at)    .kind = OP_KIND_STORE, .width = w, .address = at
#define LOAD_VECTOR     .kind = OP_KIND_LOAD, .address = 8, .vector = true
#define STORE_VECTOR    .kind = OP_KIND_STORE, .address = 8, .vector = true
#define LOAD_ORDERED    LOAD_VECTOR, .ordered = true
#define STORE_ORDERED   STORE_VECTOR, .ordered = true
#define LOAD_WAIT       LOAD(8, 8), .ordered = true
#define ATOMIC(w)       .kind = OP_KIND_ATOMIC, .width = w, .address = 8
#define IMAGE           .kind = OP_KIND_IMAGE
#define FENCE           .kind = OP_KIND_FENCE
#define JUMP            .kind = OP_KIND_JUMP
#define JUMP_BACK       .kind = OP_KIND_JUMP, .back = true
#define BRANCH          .kind = OP_KIND_BRANCH
#define BRANCH_BACK     .kind = OP_KIND_BRANCH, .back = true
#define TABLE           .kind = OP_KIND_TABLE
#define MARK            .kind = OP_KIND_MARK
#define CALL            .kind = OP_KIND_CALL
#define CALL_INDIRECT   .kind = OP_KIND_CALL_INDIRECT
#define END             .kind = OP_KIND_END
#define STACK           .kind = OP_KIND_STACK
#define SLEEP           .kind = OP_KIND_SLEEP
#define BARRIER         .kind = OP_KIND_BARRIER
#define BARRIER_RESULT  .kind = OP_KIND_BARRIER_RESULT
#define WARP_SYNC(field) .kind = OP_KIND_WARP_SYNC, .members = (#field)[0]

#define IS_SIGNED(T) ((T) -1 < (T) 1)
#define VALUE_ROW(id, text, f, A, r, l, section) .name = #id, .spellings = text, .form = f, .kind = OP_KIND_VALUE, .rule = RULE_##r, FULL_MASK_F_##l .signed_a = IS_SIGNED(A), .isa = section

const struct op_info op_infos[OP_CODES] = {
    [OP_NONE] = {.name = "none", .spellings = "", .isa = ""},
#define UNARY(id, spellings, D, A, value, rule, full_mask, vector, isa)         [OP_##id] = {VALUE_ROW(id, spellings, FORM_UNARY, A, rule, full_mask, isa), .size_d = sizeof(D), .size_a = sizeof(A)},
#define BINARY(id, spellings, D, A, B, value, rule, full_mask, vector, isa)     [OP_##id] = {VALUE_ROW(id, spellings, FORM_BINARY, A, rule, full_mask, isa), .size_d = sizeof(D), .size_a = sizeof(A), .size_b = sizeof(B)},
#define TERNARY(id, spellings, D, A, B, C, value, rule, full_mask, vector, isa) [OP_##id] = {VALUE_ROW(id, spellings, FORM_TERNARY, A, rule, full_mask, isa), .size_d = sizeof(D), .size_a = sizeof(A), .size_b = sizeof(B), .size_c = sizeof(C)},
#define COMPARE(id, spellings, A, value, rule, full_mask, vector, isa)          [OP_##id] = {VALUE_ROW(id, spellings, FORM_COMPARE, A, rule, full_mask, isa), .size_a = sizeof(A), .size_b = sizeof(A)},
#define CUSTOM(id, uses, does, r, l, how, section)                         [OP_##id] = {.name = #id, .spellings = "", .operands = uses, .form = FORM_CUSTOM, does, .rule = RULE_##r, FULL_MASK_F_##l .isa = section},
#include "device/cpu/code/opcodes.def"
};

/* clang-format on */

bool op_is_load(const struct op *op)
{
    return op_infos[op->code].kind == OP_KIND_LOAD;
}

bool op_is_plain_load(const struct op *op)
{
    return op_is_load(op) && !op_infos[op->code].ordered;
}

bool op_is_plain_store(const struct op *op)
{
    return op_infos[op->code].kind == OP_KIND_STORE && !op_infos[op->code].ordered;
}

uint32_t op_element_bytes(const struct op *op)
{
    return op_infos[op->code].vector ? op->target : op_infos[op->code].width;
}

uint32_t op_elements(const struct op *op)
{
    return op_infos[op->code].vector ? op->count : 1;
}

uint32_t op_members(const struct op *op)
{
    switch (op_infos[op->code].members) {
    case 'a': return op->a;
    case 'b': return op->b;
    default: return op->target;
    }
}

bool op_takes_guard(enum op_code code)
{
    switch ((enum op_kind) op_infos[code].kind) {
    case OP_KIND_JUMP:
    case OP_KIND_BRANCH:
    case OP_KIND_TABLE:
    case OP_KIND_MARK:
    case OP_KIND_CALL:
    case OP_KIND_CALL_INDIRECT:
    case OP_KIND_END:
    case OP_KIND_STACK:
    case OP_KIND_SLEEP:
    case OP_KIND_BARRIER:
    case OP_KIND_BARRIER_RESULT:
    case OP_KIND_WARP_SYNC: return false;
    default: return true;
    }
}

/* Of a type such as u32; 0: not of an integer. */
static uint32_t integer_bits(struct str type)
{
    bool integer = type.n && (type.p[0] == 'u' || type.p[0] == 's' || type.p[0] == 'b');
    uint32_t bits = 0;
    for (size_t k = 1; k < type.n && integer; k++)
        bits = bits * 10 + (uint32_t) (type.p[k] - '0');
    return bits;
}

bool op_is_partial(const struct decoded_code *code, const struct op *op)
{
    const struct ptx_inst *i = &code->func->insts.at[op->inst];
    const struct ptx_operand *by = i->operands + 2;
    struct str name = i->mods[0];
    bool divides = str_eq(name, "div") || str_eq(name, "rem"),
         shifts = str_eq(name, "shl") || str_eq(name, "shr");
    uint32_t bits = i->mod_count > 1 ? integer_bits(i->mods[i->mod_count - 1]) : 0;
    if (!(divides || shifts) || !bits || i->operand_count < 3)
        return false;
    return by->kind != PTX_OPERAND_INT || (divides ? by->bits == 0 : by->bits >= bits);
}

bool op_may_wait(enum op_code code)
{
    switch ((enum op_kind) op_infos[code].kind) {
    case OP_KIND_LOAD: return op_infos[code].ordered;
    case OP_KIND_ATOMIC:
    case OP_KIND_FENCE:
    case OP_KIND_CALL:
    case OP_KIND_CALL_INDIRECT:
    case OP_KIND_SLEEP: return true;
    default: return false;
    }
}

bool op_may_repeat(enum op_code code)
{
    switch ((enum op_kind) op_infos[code].kind) {
    case OP_KIND_TABLE:
    case OP_KIND_CALL:
    case OP_KIND_CALL_INDIRECT:
    case OP_KIND_SLEEP: return true;
    default: return op_infos[code].back;
    }
}
