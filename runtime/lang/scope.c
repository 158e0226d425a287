/* SPDX-License-Identifier: Apache-2.0 */
/* Names and what they mean where the checker stands. A declaration changes the name's record and logs what it was;
 * leaving a scope undoes the log. */
#include <stdio.h>
#include <string.h>

#include "lang/check.h"

static void log_name(struct checker *c, struct name *name)
{
    VEC_PUSH(&c->log, (struct binding){name, name->ordinary, name->tag, name->ordinary_depth,
                                       name->tag_depth});
}

uint32_t scope_enter(struct checker *c, size_t *out_mark)
{
    *out_mark = c->log.n;
    return ++c->depth;
}

void binding_undo(struct checker *c, size_t mark)
{
    while (c->log.n > mark) {
        struct binding b = c->log.at[--c->log.n];
        b.name->ordinary = b.ordinary;
        b.name->tag = b.tag;
        b.name->ordinary_depth = b.ordinary_depth;
        b.name->tag_depth = b.tag_depth;
    }
}

void scope_leave(struct checker *c, size_t mark)
{
    binding_undo(c, mark);
    c->depth--;
}

void bind(struct checker *c, struct name *name, struct symbol *s)
{
    log_name(c, name);
    name->ordinary = s;
    name->ordinary_depth = c->depth;
}

void bind_tag(struct checker *c, struct name *name, struct symbol *s)
{
    log_name(c, name);
    name->tag = s;
    name->tag_depth = c->depth;
    /* In C++ the newer of a tag and another meaning of the name wins at cell level. */
    if (name->ordinary && name->ordinary_depth < c->depth && name->ordinary->kind == SYMBOL_TYPE)
        name->ordinary = NULL;
}

struct symbol *symbol_new(struct checker *c, enum symbol_kind kind, const char *name,
                          const struct type *type, struct span at)
{
    struct symbol *s = ARENA_NEW(c->arena, struct symbol);
    s->kind = kind;
    s->name = name;
    s->type = type;
    s->at = at;
    return s;
}

struct symbol *variable_new(struct checker *c, const char *name, const struct type *type,
                            struct span at)
{
    struct symbol *s = symbol_new(c, SYMBOL_VARIABLE, name, type, at);
    s->storage = c->depth <= DEPTH_CELL ? STORAGE_SESSION : STORAGE_LOCAL;
    s->in_memory = type->kind == TYPE_ARRAY || type->kind == TYPE_STRUCT;
    return s;
}

struct symbol *hidden_new(struct checker *c, const struct type *type, struct span at)
{
    char text[32];
    int n = snprintf(text, sizeof text, " %u", c->l->next_hidden++);
    return variable_new(c, intern_name(c->l->names.texts, text, (size_t) n), type, at);
}

void mention(struct checker *c, struct symbol *s)
{
    if (!c->function || s->storage != STORAGE_SESSION || s->kind == SYMBOL_BUILTIN)
        return;
    for (size_t i = 0; i < c->mentions.n; i++)
        if (c->mentions.at[i] == s)
            return;
    VEC_PUSH(&c->mentions, s);
}

struct symbol *lookup(struct checker *c, const struct name *name)
{
    struct symbol *s = name->ordinary;
    if (!s && name->builtin_count)
        s = &library_row(c->l, name->builtin)->symbol;
    if (!s)
        s = name->tag;
    if (!s)
        return NULL;
    s->used = true;
    if (s->kind != SYMBOL_BUILTIN)
        mention(c, s);
    return s;
}

/* ---- unknown names ---- */

void suggest_name(struct checker *c, struct diag *e, const char *wanted)
{
    struct name_match match = {.wanted = wanted};
    for (const struct name *n = c->l->names.all; n; n = n->next)
        if (n->ordinary || n->tag || n->builtin_count || (n->macro && n->text[0] != '_') ||
            n->keyword)
            name_match_try(&match, n->text);
    const char *best = name_match_best(&match);
    if (best)
        diag_help(c->diags, e, "did you mean '%s'?", best);
}

/* Names that textbook programs use and that mean something, but not here. */
static const struct {
    const char *name, *text, *help;
} elsewhere[] = {
    {"threadIdx",     "'threadIdx' exists only in kernels",
     "move this code into a __global__ function"                                                                  },
    {"blockIdx",      "'blockIdx' exists only in kernels",             "move this code into a __global__ function"},
    {"blockDim",      "'blockDim' exists only in kernels",             "move this code into a __global__ function"},
    {"gridDim",       "'gridDim' exists only in kernels",              "move this code into a __global__ function"},
    {"warpSize",      "'warpSize' exists only in kernels",             "cudaDeviceProp has a member of that name" },
    {"__syncthreads", "'__syncthreads' can only be called in kernels",
     "on the host, wait with cudaDeviceSynchronize()"                                                             },
};

struct expr *unknown_name(struct checker *c, const struct node *n, bool called)
{
    const char *text = n->name->text;
    struct expr *e = expr_bad(c, n->at);
    for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++)
        if (!strcmp(elsewhere[i].name, text)) {
            diag_help(c->diags, diag_error(c->diags, DIAG_NAME, n->at, "%s", elsewhere[i].text),
                      "%s", elsewhere[i].help);
            return e;
        }
    if (n->flags & FLAG_STD) {
        diag_error(c->diags, DIAG_NAME, n->at, "'std::%s' is not supported yet", text);
        return e;
    }
    struct diag *d = diag_error(c->diags, DIAG_NAME, n->at,
                                called ? "unknown function '%s'" : "unknown name '%s'", text);
    suggest_name(c, d, text);
    return e;
}
