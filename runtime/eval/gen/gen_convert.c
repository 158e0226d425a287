/* SPDX-License-Identifier: Apache-2.0 */
/* Conversions between scalar types. */
#include "eval/gen/gen.h"

enum opcode gen_narrow(const struct type *t)
{
    if (t->kind == TYPE_BOOL)
        return OP_TO_BOOL;
    bool is_signed = type_is_signed(t);
    switch (t->size) {
    case 1: return is_signed ? OP_TO_I8 : OP_TO_U8;
    case 2: return is_signed ? OP_TO_I16 : OP_TO_U16;
    case 4: return is_signed ? OP_TO_I32 : OP_TO_U32;
    default: return OP_MOVE;
    }
}

enum number_class { NUMBER_INTEGER, NUMBER_I32, NUMBER_U64, NUMBER_F32, NUMBER_F64 };

static enum number_class number_of(const struct type *t)
{
    if (type_is_floating(t))
        return t->kind == TYPE_FLOAT ? NUMBER_F32 : NUMBER_F64;
    if (t->size < 4 || (t->size == 4 && type_is_signed(t)))
        return NUMBER_I32;
    return t->size == 8 && !type_is_signed(t) ? NUMBER_U64 : NUMBER_INTEGER;
}

/* From the row's kind to the column's; integers are narrowed afterwards. */
static const enum opcode conversions[5][5] = {
    [NUMBER_INTEGER] = {OP_MOVE,    OP_MOVE,    OP_MOVE,    OP_I64_F32, OP_I64_F64},
    [NUMBER_I32] = {OP_MOVE,    OP_MOVE,    OP_MOVE,    OP_I64_F32, OP_I64_F64},
    [NUMBER_U64] = {OP_MOVE,    OP_MOVE,    OP_MOVE,    OP_U64_F32, OP_U64_F64},
    [NUMBER_F32] = {OP_F32_I64, OP_F32_I32, OP_F32_U64, OP_MOVE,    OP_F32_F64},
    [NUMBER_F64] = {OP_F64_I64, OP_F64_I32, OP_F64_U64, OP_F64_F32, OP_MOVE   },
};

uint32_t gen_convert(struct gen *g, const struct expr *e, int64_t want)
{
    const struct type *to_type = e->type, *from_type = e->left->type;
    if (to_type->kind == TYPE_VOID) {
        gen_drop(g, e->left);
        return gen_result_slot(g, want);
    }
    if (to_type->kind != from_type->kind && (type_is_wide(to_type) || type_is_wide(from_type))) {
        uint32_t value = gen_value(g, e->left, -1);
        return gen_result(g, e->at, gen_wide_convert(g, value, from_type, to_type, e->at), want);
    }
    enum number_class from_number = number_of(from_type), to_number = number_of(to_type);
    enum opcode op = conversions[from_number][to_number], narrow = OP_MOVE;
    if (type_is_floating(from_type) && to_type->kind == TYPE_BOOL)
        op = from_number == NUMBER_F32 ? OP_F32_BOOL : OP_F64_BOOL;
    else if (!type_is_floating(to_type) && to_type->kind != from_type->kind)
        narrow = gen_narrow(to_type);
    if ((op == OP_F32_I32 || op == OP_F64_I32) && to_type->size == 4)
        narrow = OP_MOVE; /* it is of that width */
    bool wraps = to_type->precision && (from_type->precision != to_type->precision ||
                                        type_is_signed(from_type) != type_is_signed(to_type));
    if (op == OP_MOVE && narrow == OP_MOVE && !wraps)
        return gen_value(g, e->left, want);
    uint32_t to = gen_result_slot(g, want), top = g->top;
    uint32_t from = gen_value(g, e->left, -1);
    if (op != OP_MOVE)
        gen_emit(g, e->at, op, to, from, 0);
    if (narrow != OP_MOVE || (wraps && op == OP_MOVE))
        gen_emit(g, e->at, narrow, to, op != OP_MOVE ? to : from, 0);
    if (wraps)
        gen_wrap(g, to_type, to, e->at);
    g->top = top;
    return to;
}
