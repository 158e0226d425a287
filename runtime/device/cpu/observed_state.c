/* SPDX-License-Identifier: Apache-2.0 */
/* Where the lanes of an observed block are (observed_state.h). It reads warps, splits and frames as warp.c leaves them. Next: warp.c. */
#include "device/cpu/observed_state.h"

#include <string.h>

#include "device/cpu/exec/observed.h"

static struct thread_block *running(const struct observed_block *b)
{
    const struct block_observation *o =
        (const struct block_observation *) (const void *) ((const char *) b -
                                                           offsetof(struct block_observation,
                                                                    block));
    return o->running;
}

static struct observed_frame frame_at(const struct call_frame *f, const struct op *at)
{
    return (struct observed_frame){
        .code = f->code, .inst = at->inst, .depth = f->depth, .registers = f->vregs, .call = f};
}

static struct observed_lanes lanes_of_split(const struct warp_split *s)
{
    struct observed_lanes l = {.mask = s->mask, .barrier = s->barrier};
    bool at_barrier = s->state == SPLIT_AT_BARRIER; /* its op is the one behind the barrier */
    l.standing = at_barrier                          ? STANDING_AT_BARRIER
                 : s->state == SPLIT_AT_WARP_BARRIER ? STANDING_AT_WARP_BARRIER
                                                     : STANDING_READY;
    l.frame = frame_at(s->frame, at_barrier ? s->at - 1 : s->at);
    return l;
}

uint32_t observed_warp(const struct observed_block *b, uint32_t warp,
                       const struct observed_place *here, struct observed_lanes out[WARP_LANES])
{
    const struct warp *w = &running(b)->warps[warp];
    uint32_t n = 0, waiting = 0;
    if (!w->alive)
        return 0;
    if (w->fresh) {
        out[0] = (struct observed_lanes){.mask = w->alive,
                                         .standing = STANDING_NOT_BEGUN,
                                         .frame = frame_at(w->frame, w->fresh)};
        return 1;
    }
    for (uint32_t i = 0; i < w->split_count; i++)
        waiting |= w->splits[i].mask;
    if (here && here->block == b && here->warp == warp && here->mask & ~waiting)
        out[n++] = (struct observed_lanes){.mask = w->mask & ~waiting,
                                           .standing = STANDING_RUNNING,
                                           .frame = frame_at(w->frame, here->op)};
    for (uint32_t i = 0; i < w->split_count && n < WARP_LANES; i++)
        out[n++] = lanes_of_split(&w->splits[i]);
    return n;
}

bool observed_caller(const struct observed_frame *f, struct observed_frame *out)
{
    const struct call_frame *caller = f->call->caller;
    if (!caller)
        return false;
    *out = frame_at(caller, f->call->ret - 1);
    return true;
}

bool observed_frame_register(const struct observed_frame *f, uint32_t reg, uint32_t lane,
                             uint64_t *out_value)
{
    struct observed_place p = {.code = f->code, .registers = f->registers};
    return observed_register(&p, reg, lane, out_value);
}

bool observed_set_register(const struct observed_frame *f, uint32_t reg, uint32_t lane,
                           uint64_t value)
{
    const struct decoded_code *code = f->code;
    uint32_t at = reg < code->registers ? code->register_at[reg] : 0;
    enum ptx_type type = at ? code->func->regs.at[reg] : PTX_NONE;
    uint32_t size = at && code->register_cut[reg] ? 4 : ptx_types[type].size, bits;
    if (!at)
        return false;
    if (type == PTX_PRED) {
        memcpy(&bits, f->registers + at, sizeof bits);
        bits = (bits & ~(1u << lane)) | (value ? 1u << lane : 0);
        memcpy(f->registers + at, &bits, sizeof bits);
        return true;
    }
    memcpy(f->registers + at + (size_t) lane * (size < 2 ? 2 : size), &value, size);
    return true;
}

uint64_t observed_local_address(const struct observed_block *b, const struct observed_frame *f,
                                const struct ptx_var *v, uint32_t thread)
{
    return b->local_at + thread * b->local_stride + f->call->local_at + f->code->local_at[v->index];
}

uint64_t observed_shared_address(const struct observed_block *b, const struct ptx_var *v)
{
    uint64_t dynamic = b->launch->code->shared_dynamic_at;
    return b->shared_at + (v->unsized ? dynamic : v->address);
}

void observed_abandon(const struct observed_block *b)
{
    struct thread_block *t = running(b);
    t->observation->abandoned = true;
    atomic_store(&t->launch->interrupted, true);
}
