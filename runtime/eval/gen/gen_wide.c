/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers of 16 bytes: long double and __int128. Their value is the address of an object, as that of a struct is; arithmetic makes
 * temporaries, and is done by C functions (vm_wide.c, vm_int128.c). */
#include <string.h>

#include "eval/gen/gen.h"

uint32_t gen_wide_literal(struct gen *g, const struct expr *e, int64_t want)
{
    char bytes[16] = {0};
    int64_t parts[] = {e->integer, e->upper};
    if (e->kind == EXPR_INTEGER)
        memcpy(bytes, parts, sizeof parts);
    else
        memcpy(bytes, &e->real, 10); /* the others are padding */
    uint32_t to = gen_result_slot(g, want);
    struct str text = {bytes, sizeof bytes};
    gen_emit_k(g, e->at, OP_CONST, to, 0, (int64_t) vm_literal(g->vm, text));
    return to;
}

/* t: of the operands. */
static void emit_wide(struct gen *g, const struct type *t, enum expr_kind op, uint32_t base,
                      struct span at)
{
    bool integers = type_is_int128(t);
    struct wide_call *s = gen_call_site(g, sizeof *s, integers ? run_int128 : run_wide, at);
    s->op = op;
    s->is_signed = type_is_signed(t);
    gen_emit_host(g, &s->call, base);
}

void gen_wide_binary(struct gen *g, const struct type *t, enum expr_kind op, uint32_t to,
                     uint32_t left, uint32_t right, struct span at)
{
    uint32_t top = g->top, base = gen_slots(g, 3);
    gen_emit(g, at, OP_MOVE, base, gen_temporary(g, t, at), 0);
    gen_emit(g, at, OP_MOVE, base + 1, left, 0);
    gen_emit(g, at, OP_MOVE, base + 2, right, 0);
    emit_wide(g, t, op, base, at);
    gen_emit(g, at, OP_MOVE, to, base, 0);
    g->top = top;
}

uint32_t gen_wide(struct gen *g, const struct expr *e, int64_t want)
{
    uint32_t to = gen_slots(g, 1), top = g->top, base = gen_slots(g, 3);
    if (type_is_wide(e->type))
        gen_emit(g, e->at, OP_MOVE, base, gen_temporary(g, e->type, e->at), 0);
    gen_value(g, e->left, base + 1);
    if (e->right)
        gen_value(g, e->right, base + 2);
    emit_wide(g, e->left->type, e->kind, base, e->at);
    gen_emit(g, e->at, OP_MOVE, to, base, 0);
    g->top = top;
    return gen_result(g, e->at, to, want);
}

static void *conversion_site(struct gen *g, const struct type *from, const struct type *to,
                             struct span at)
{
    if (type_is_int128(from) || type_is_int128(to)) {
        struct int128_convert_call *s = gen_call_site(g, sizeof *s, run_int128_convert, at);
        s->from = from;
        s->to = to;
        return s;
    }
    bool widens = to->kind == TYPE_LDOUBLE;
    struct wide_convert_call *s =
        gen_call_site(g, sizeof *s, widens ? run_to_wide : run_from_wide, at);
    s->class = gen_class(widens ? from : to);
    s->truth = to->kind == TYPE_BOOL;
    s->bits = to->size < 2 || (to->size == 2 && type_is_signed(to))    ? 16
              : to->size == 2 || (to->size == 4 && type_is_signed(to)) ? 32
                                                                       : 64;
    return s;
}

uint32_t gen_wide_convert(struct gen *g, uint32_t value, const struct type *from,
                          const struct type *to, struct span at)
{
    uint32_t result = gen_slots(g, 1), top = g->top, base = gen_slots(g, 2);
    struct call_site *s = conversion_site(g, from, to, at);
    if (type_is_wide(to))
        gen_emit(g, at, OP_MOVE, base, gen_temporary(g, to, at), 0);
    gen_emit(g, at, OP_MOVE, base + 1, value, 0);
    gen_emit_host(g, s, base);
    bool narrows = !type_is_wide(to) && type_is_integer(to) && gen_narrow(to) != OP_MOVE;
    gen_emit(g, at, narrows ? gen_narrow(to) : OP_MOVE, result, base, 0);
    g->top = top;
    return result;
}
