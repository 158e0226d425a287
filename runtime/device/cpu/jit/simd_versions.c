/* SPDX-License-Identifier: Apache-2.0 */
/* The second version of code whose accesses share checks (simd_groups.c). If the check of a group fails, what follows runs as cold code in
 * which each access makes its own check, up to the next place where no group is in use. So the first version tests nothing at the other
 * accesses of a group. Next: simd_code.c. */
#include "device/cpu/jit/simd_gen.h"

static bool starts_group(struct simd_gen *g, uint32_t event)
{
    uint32_t n = g->events.at[event].op;
    const struct simd_group *group = n == UINT32_MAX ? NULL : simd_group_of(g, n);
    return group && group->start == event;
}

void simd_begin_event(struct simd_gen *g, uint32_t event)
{
    const struct simd_event *e = &g->events.at[event];
    uint8_t how = e->op == UINT32_MAX ? HOW_JUMP : g->k->ops[e->op].how;
    g->event = event;
    g->rejoin[event] = (uint32_t) x86_of(g)->code.n;
    if (!g->grouped[event] && event && (g->grouped[event - 1] || starts_group(g, event - 1)))
        g->held_to = 0; /* the second version jumps here */
    if (how != HOW_JUMP && how != HOW_END)
        simd_list_op(g, e->op, e->strip);
}

/* Loads of the block that go strip by strip, of which the first has run by the address of a group. */
static void keep_addresses(struct simd_gen *g, uint32_t block, uint32_t event)
{
    for (uint32_t e = g->k->blocks[block].start; e < event; e++) {
        uint32_t n = g->events.at[e].op;
        const struct simd_group *group = n == UINT32_MAX ? NULL : simd_group_of(g, n);
        if (group && !g->events.at[e].strip && simd_strips_of(g->k, n) > 1 && group->last >= event)
            simd_keep_address(g, n);
    }
}

void simd_write_second(struct simd_gen *g, const struct simd_cold *c)
{
    uint32_t e = c->event, block = g->k->cfg->block_of[c->op];
    keep_addresses(g, block, e);
    g->in_cold = false;
    g->second = true;
    g->fused = simd_find_fused(g->k, block);
    do {
        if (g->second_at[e])
            break;
        g->second_at[e] = (uint32_t) x86_of(g)->code.n;
        g->event = e;
        g->held_to = 0;
        if (g->events.at[e].op != UINT32_MAX)
            simd_write_op(g, g->events.at[e].op, g->events.at[e].strip);
    } while (g->grouped[++e]);
    x86_jump_back(x86_of(g), CC_ALWAYS,
                  g->grouped[e] || e == c->event ? g->second_at[e] : g->rejoin[e]);
    g->second = false;
}
