/* SPDX-License-Identifier: Apache-2.0 */
/* What a launch, or a part of one, remembers of its accesses to global memory, and the blocks that wait to be used again. */
#include <stdlib.h>

#include "device/cpu/check/check_parts.h"
#include "device/cpu/check/memory/word_users.h"

void checked_accesses_begin(struct checked_launch *l)
{
    l->published = published_new();
    l->atomics = word_users_new();
    l->readers = word_users_new();
    l->shadow = shadow_new(l->checker->spares);
}

static void block_free(struct checked_block *b)
{
    block_clocks_free(&b->clocks);
    shadow_free(&b->shared);
    VEC_FREE(&b->shared_events.list);
    VEC_FREE(&b->memos);
    VEC_FREE(&b->ranges);
    free(b->shared_written);
    free(b);
}

void checked_accesses_end(struct checked_launch *l)
{
    VEC_EACH (spare, &l->spares)
        block_free(*spare);
    VEC_FREE(&l->spares);
    VEC_FREE(&l->events.list);
    published_free(&l->published);
    word_users_free(&l->atomics);
    word_users_free(&l->readers);
    shadow_free(&l->shadow);
}
