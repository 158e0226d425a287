/* SPDX-License-Identifier: Apache-2.0 */
/* The lines that the lanes of one warp are at, call by call, so that a step knows when a line begins. A lane that returns from a call is still in
 * the middle of its line. Next: debug_hooks.c. */
#include <string.h>

#include "debug/debug_impl.h"

static void note_frame(struct debugger *d, uint32_t mask, const struct observed_frame *f,
                       bool inner)
{
    struct debug_track *t = &d->track;
    const struct debug_place *at = debug_place_of(d, f);
    for (uint32_t m = f->depth < DEPTHS ? mask : 0; m; m &= m - 1) {
        uint32_t l = (uint32_t) __builtin_ctz(m);
        t->at[l][f->depth] = (struct debug_line){at->file, at->line};
        t->depth[l] = inner ? f->depth : t->depth[l];
    }
}

void debug_track_begin(struct debugger *d, uint64_t block, uint32_t warp)
{
    struct observed_lanes groups[WARP_LANES];
    const struct observed_block *b = debugger_block(d, block);
    d->track = (struct debug_track){.block = block, .warp = warp, .on = true};
    uint32_t n = b ? debugger_warp(d, b, warp, groups) : 0;
    for (uint32_t k = 0; k < n; k++) {
        struct observed_frame f = groups[k].frame;
        bool more = groups[k].standing != STANDING_NOT_BEGUN;
        for (bool inner = true; more; more = observed_caller(&f, &f), inner = false)
            note_frame(d, groups[k].mask, &f, inner);
    }
}

bool debug_track_begins(const struct debugger *d, const struct observed_place *p,
                        const struct debug_place *at, uint32_t lanes)
{
    const struct debug_track *t = &d->track;
    for (uint32_t m = lanes & p->mask; m && p->depth < DEPTHS; m &= m - 1) {
        uint32_t l = (uint32_t) __builtin_ctz(m);
        const struct debug_line *last = &t->at[l][p->depth];
        if (p->depth > t->depth[l] || last->line != at->line || last->file != at->file)
            return true;
    }
    return false;
}

void debug_track_note(struct debugger *d, const struct observed_place *p,
                      const struct debug_place *at)
{
    struct debug_track *t = &d->track;
    for (uint32_t m = p->mask; m && p->depth < DEPTHS; m &= m - 1) {
        uint32_t l = (uint32_t) __builtin_ctz(m);
        t->depth[l] = p->depth;
        t->at[l][p->depth] = (struct debug_line){at->file, at->line};
    }
}
