/* SPDX-License-Identifier: Apache-2.0 */
/* Operations on compiled code: lists of it, source locations, disassembly. eval/gen/ generates it, vm.c runs it. */
#include "eval/vm/bytecode.h"

#include <stdlib.h>

struct code *code_listed(struct code *code, struct code **list)
{
    if (!code)
        return NULL;
    code->next = *list;
    code->link = list;
    if (*list)
        (*list)->link = &code->next;
    *list = code;
    return code;
}

void code_free(struct code **at)
{
    struct code *c = *at;
    *at = NULL;
    if (!c)
        return;
    if (c->link) {
        *c->link = c->next;
        if (c->next)
            c->next->link = c->link;
    }
    if (c->jit)
        c->jit_free(c->jit);
    arena_free(&c->arena);
    VEC_FREE(&c->insns);
    VEC_FREE(&c->lines);
    VEC_FREE(&c->locals);
    free(c);
}

void code_number_lines(struct code *c)
{
    uint32_t *line_of = c->lines.n ? ARENA_ARRAY(&c->arena, uint32_t, c->insns.n) : NULL;
    for (uint32_t i = 0, line = 0; line_of && i < c->insns.n; i++) {
        while (line + 1 < c->lines.n && c->lines.at[line + 1].insn <= i)
            line++;
        line_of[i] = line;
    }
    c->line_of = line_of;
}

struct span code_place(const struct code *c, uint32_t insn)
{
    if (c->line_of && insn < c->insns.n)
        return c->lines.at[c->line_of[insn]].at;
    size_t low = 0, high = c->lines.n;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (c->lines.at[middle].insn <= insn)
            low = middle;
        else
            high = middle;
    }
    return c->lines.n ? c->lines.at[low].at : (struct span){0};
}

static const char *const op_names[] = {
#define OP(name, roles) [OP_##name] = #name,
#include "eval/vm/bytecode.def"
};

const uint16_t insn_roles[] = {
#define OP(name, roles) [OP_##name] = (roles),
#include "eval/vm/bytecode.def"
};

void code_print(struct buf *out, const struct code *c)
{
    for (size_t i = 0; i < c->insns.n; i++) {
        const struct insn *n = c->insns.at + i;
        buf_printf(out, "%4zu  %-12s %u %u %u  %lld\n", i, op_names[n->op], n->a, n->b, n->c,
                   (long long) n->k.i);
    }
}
