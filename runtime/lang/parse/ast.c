/* SPDX-License-Identifier: Apache-2.0 */
/* Queries about a node of any kind, from the table of kinds (ast.def). Next: parse.c. */
#include "lang/parse/ast.h"

/* How many parts each kind has. */
static const uint8_t part_counts[NODE_KIND_COUNT] = {
#define PARTS(group, ...)
#define NODE(kind, group, text)                                                                    \
    [NODE_##kind] = sizeof((struct node *) 0)->group / sizeof(struct node *),
#define LEAF(kind, text)
#include "lang/parse/ast.def"
#undef PARTS
#undef NODE
#undef LEAF
};

#define PARTS(group, ...)                                                                          \
    _Static_assert(sizeof((struct node *) 0)->group <= sizeof((struct node *) 0)->parts,           \
                   "NODE_PARTS_MAX is too small for " #group);
#define NODE(kind, group, text)
#define LEAF(kind, text)
#include "lang/parse/ast.def"
#undef PARTS
#undef NODE
#undef LEAF

void node_each(const struct node *n, void (*visit)(const struct node *child, void *user),
               void *user)
{
    for (uint32_t i = 0; i < part_counts[n->kind]; i++)
        if (n->parts[i])
            visit(n->parts[i], user);
    for (uint32_t i = 0; i < n->count; i++)
        visit(n->list[i], user);
}
