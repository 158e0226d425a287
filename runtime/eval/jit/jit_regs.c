/* SPDX-License-Identifier: Apache-2.0 */
/* Registers for webs: a linear scan over their intervals (Poletto and Sarkar, 1999). If there are too few, the webs of least use
 * stay in their slots. Needs jit_webs.c. Next: jit_sites.c. */
#include "eval/jit/jit_gen.h"

#include <stdlib.h>

static const int8_t int_regs[] = {RSI, RDI, R8, R9, R10, R11, R13, R14, R15, RBP};
static const int8_t real_regs[] = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

enum { REGS_MAX = sizeof real_regs };

struct jit_file { /* a register file */
    const int8_t *regs;
    uint32_t count;
    struct jit_web *holds[REGS_MAX];
};

static int by_start(const void *a, const void *b)
{
    const struct jit_web *x = *(struct jit_web *const *) a, *y = *(struct jit_web *const *) b;
    return (x->first > y->first) - (x->first < y->first);
}

static void place(struct jit_file *f, struct jit_web *w)
{
    uint32_t least = 0;
    for (uint32_t k = 0; k < f->count; k++) {
        if (f->holds[k] && f->holds[k]->last < w->first)
            f->holds[k] = NULL;
        if (!f->holds[k]) {
            f->holds[k] = w;
            w->reg = f->regs[k];
            return;
        }
        if (f->holds[k]->weight < f->holds[least]->weight)
            least = k;
    }
    if (f->holds[least]->weight >= w->weight)
        return;
    f->holds[least]->reg = NO_REG;
    f->holds[least] = w;
    w->reg = f->regs[least];
}

void jit_regs(struct jit_gen *g)
{
    struct jit_file ints = {int_regs, sizeof int_regs, {0}},
                    reals = {real_regs, sizeof real_regs, {0}};
    struct jit_web **order = ARENA_ARRAY(&g->arena, struct jit_web *, g->webs.n + 1);
    size_t count = 0;
    VEC_EACH (w, &g->webs)
        if (w->first != UINT32_MAX && w->weight > 0 && !w->in_memory)
            order[count++] = w;
    qsort(order, count, sizeof *order, by_start);
    for (size_t k = 0; k < count; k++)
        place(order[k]->real ? &reals : &ints, order[k]);
}
