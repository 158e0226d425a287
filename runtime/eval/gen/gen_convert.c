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

static bool wide_unsigned(const struct type *t)
{
    return t->size == 8 && !type_is_signed(t);
}

uint32_t gen_convert(struct gen *g, const struct expr *e, int64_t want)
{
    const struct type *to_type = e->type, *from_type = e->left->type;
    if (to_type->kind == TYPE_VOID) {
        gen_drop(g, e->left);
        return gen_result_slot(g, want);
    }
    bool from_real = type_is_floating(from_type), to_real = type_is_floating(to_type);
    bool same = from_real == to_real && from_real
                    ? from_type->kind == to_type->kind
                    : !from_real && !to_real &&
                          (gen_narrow(to_type) == OP_MOVE || (to_type->kind == from_type->kind));
    if (same)
        return gen_value(g, e->left, want);
    uint32_t to = gen_result_slot(g, want), top = g->top;
    uint32_t from = gen_value(g, e->left, -1);
    bool f32 = from_type->kind == TYPE_FLOAT;
    if (from_real && to_real) {
        gen_emit(g, e->at, f32 ? OP_F32_F64 : OP_F64_F32, to, from, 0);
    } else if (from_real && to_type->kind == TYPE_BOOL) {
        gen_emit(g, e->at, f32 ? OP_F32_BOOL : OP_F64_BOOL, to, from, 0);
    } else if (from_real) {
        bool u = wide_unsigned(to_type);
        gen_emit(g, e->at, f32 ? (u ? OP_F32_U64 : OP_F32_I64) : (u ? OP_F64_U64 : OP_F64_I64), to,
                 from, 0);
        if (gen_narrow(to_type) != OP_MOVE)
            gen_emit(g, e->at, gen_narrow(to_type), to, to, 0);
    } else if (to_real) {
        bool single = to_type->kind == TYPE_FLOAT, u = wide_unsigned(from_type);
        gen_emit(g, e->at, single ? (u ? OP_U64_F32 : OP_I64_F32) : (u ? OP_U64_F64 : OP_I64_F64),
                 to, from, 0);
    } else {
        gen_emit(g, e->at, gen_narrow(to_type), to, from, 0);
    }
    g->top = top;
    return to;
}
