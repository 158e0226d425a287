/* SPDX-License-Identifier: Apache-2.0 */
/* Counts executed instructions by kind. Each block counts in memory of its own and adds that at its end, so that host threads do not
 * contend. It needs decoded code only. Next: observer.h, counters.c. */
#include "device/cpu/watch/instruction_mix.h"

#include <stdlib.h>

#include "base/check.h"

static const char *const names[MIX_KINDS] = {
    [OP_KIND_NONE] = "none",
    [OP_KIND_VALUE] = "value",
    [OP_KIND_WORK] = "other",
    [OP_KIND_LOAD] = "load",
    [OP_KIND_STORE] = "store",
    [OP_KIND_ATOMIC] = "atomic",
    [OP_KIND_IMAGE] = "image",
    [OP_KIND_FENCE] = "fence",
    [OP_KIND_JUMP] = "jump",
    [OP_KIND_BRANCH] = "branch",
    [OP_KIND_TABLE] = "table jump",
    [OP_KIND_MARK] = "mark",
    [OP_KIND_CALL] = "call",
    [OP_KIND_CALL_INDIRECT] = "indirect call",
    [OP_KIND_END] = "end",
    [OP_KIND_STACK] = "stack",
    [OP_KIND_SLEEP] = "sleep",
    [OP_KIND_BARRIER] = "barrier",
    [OP_KIND_BARRIER_RESULT] = "barrier result",
    [OP_KIND_WARP_SYNC] = "warp operation",
};

const char *instruction_mix_name(enum op_kind kind)
{
    return names[kind];
}

/* The kind of an instruction is that of its first op that does more than compute. The `ret` at the end of a body without one belongs to
 * the last instruction, and does not count as its kind. */
static enum op_kind kind_of(const struct observed_place *p)
{
    const struct op *end = p->code->watched + p->code->op_count;
    enum op_kind found = OP_KIND_NONE;
    for (const struct op *op = p->op; op < end && op->inst == p->op->inst; op++) {
        enum op_kind kind = (enum op_kind) op_infos[op->code].kind;
        if (op->code == OP_fp_mode || kind == OP_KIND_MARK)
            continue;
        if (kind == OP_KIND_END && found)
            return found;
        if (kind != OP_KIND_VALUE && kind != OP_KIND_WORK)
            return kind;
        found = found == OP_KIND_VALUE ? found : kind;
    }
    return found;
}

static void *begin_block(struct observer *o, void *launch_state, const struct observed_block *b)
{
    return xcalloc(MIX_KINDS, sizeof(struct mix_count));
}

static void end_block(struct observer *o, void *state, const struct observed_block *b,
                      enum observed_end end)
{
    struct mix_count *to = ((struct instruction_mix *) o)->of, *from = state;
    for (int k = 0; k < MIX_KINDS; k++) {
        __atomic_fetch_add(&to[k].warps, from[k].warps, __ATOMIC_RELAXED);
        __atomic_fetch_add(&to[k].lanes, from[k].lanes, __ATOMIC_RELAXED);
    }
    free(from);
}

static void count(struct observer *o, void *state, const struct observed_place *p)
{
    struct mix_count *c = (struct mix_count *) state + kind_of(p);
    c->warps++;
    c->lanes += (uint64_t) __builtin_popcount(p->mask);
}

struct instruction_mix *instruction_mix_new(void)
{
    struct instruction_mix *m = xcalloc(1, sizeof *m);
    m->observer =
        (struct observer){.block_begin = begin_block, .block_end = end_block, .instruction = count};
    return m;
}
