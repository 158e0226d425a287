/* SPDX-License-Identifier: Apache-2.0 */
/* The locations of locals and parameters of the code being generated. The typed tree does not change: the generator keeps
 * its data on symbols in its own table. Next: gen_place.c. */
#include "eval/gen/gen.h"

/* An entry is the slot, and flags: the local lies in memory though the tree does not require it; its object was created
 * before its declaration. */
static const uint64_t in_memory = (uint64_t) 1 << 32, made = (uint64_t) 1 << 33;

uint32_t gen_local_slot(const struct gen *g, const struct symbol *s)
{
    return (uint32_t) pointer_map_get(&g->locals, s, 0);
}

void gen_local_put(struct gen *g, const struct symbol *s, uint32_t slot)
{
    pointer_map_set(&g->locals, s, (pointer_map_get(&g->locals, s, 0) & (in_memory | made)) | slot);
    gen_variable(g, s, slot);
}

void gen_local_to_memory(struct gen *g, const struct symbol *s)
{
    pointer_map_set(&g->locals, s, pointer_map_get(&g->locals, s, 0) | in_memory);
}

bool gen_local_in_memory(const struct gen *g, const struct symbol *s)
{
    return s->in_memory || pointer_map_get(&g->locals, s, 0) & in_memory;
}

void gen_local_made(struct gen *g, const struct symbol *s)
{
    pointer_map_set(&g->locals, s, pointer_map_get(&g->locals, s, 0) | made);
}

bool gen_local_is_made(const struct gen *g, const struct symbol *s)
{
    return pointer_map_get(&g->locals, s, 0) & made;
}
