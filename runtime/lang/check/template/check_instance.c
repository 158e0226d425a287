/* SPDX-License-Identifier: Apache-2.0 */
/* The names of template instances, the notes that say where they are instantiated, and the limits of instantiation.
 * Next: check_template.c. */
#include "lang/check/template/check_templates.h"

#include <string.h>

enum { NAME_SHOWN = 160 /* bytes, in messages */ };

static void print_args(struct buf *out, const struct template_arg *args, uint32_t n, bool *first)
{
    for (uint32_t i = 0; i < n; i++) {
        if (args[i].kind == ARG_PACK) {
            print_args(out, args[i].pack, args[i].count, first);
            continue;
        }
        buf_puts(out, *first ? "" : ", ");
        *first = false;
        if (args[i].kind == ARG_TYPE)
            type_print(out, args[i].type);
        else if (args[i].symbol)
            buf_puts(out, args[i].symbol->name);
        else if (args[i].integer < 0 && !type_is_signed(type_plain(args[i].type)))
            buf_printf(out, "%lluu", (unsigned long long) args[i].integer);
        else
            buf_printf(out, "%lld", (long long) args[i].integer);
    }
}

/* Whether argument i is what the parameter has as its default, given those before it. Functions are told apart without. */
static bool is_default(struct checker *c, const struct template *t, const struct template_arg *args,
                       uint32_t i)
{
    struct template_arg made[TEMPLATE_ARGS_MAX] = {0};
    struct attempt attempt;
    if (!t->is_class || args[i].kind == ARG_TEMPLATE || !args[i].type)
        return true;
    memcpy(made, args, i * sizeof *made);
    attempt_begin(c, &attempt);
    bool same = complete_args(c, t, made, 0) && made[i].kind == args[i].kind;
    if (same && args[i].kind == ARG_TYPE)
        same = type_same(made[i].type, args[i].type);
    else
        same = same && made[i].integer == args[i].integer && made[i].symbol == args[i].symbol;
    attempt_end(c, &attempt);
    return same;
}

const char *instance_name(struct checker *c, const struct template *t,
                          const struct template_arg *args, uint32_t n)
{
    struct buf b = {0};
    bool first = true;
    uint32_t shown = n;
    /* the library's default arguments are omitted: std::set<int>, not std::set<int, std::less<int>> */
    while (t->library && shown > 1 && t->node->list[shown - 1]->declarator.init &&
           is_default(c, t, args, shown - 1))
        shown--;
    buf_printf(&b, "%s<", t->symbol->name);
    print_args(&b, args, shown, &first);
    buf_putc(&b, '>');
    const char *name = intern_name(c->l->names.texts, b.p, b.n);
    buf_free(&b);
    return name;
}

bool may_instantiate(struct checker *c, const struct template *t, const struct template_arg *args,
                     uint32_t n, struct span at)
{
    if (safepoint_stops(c->safepoint))
        return false;
    const char *name = instance_name(c, t, args, n);
    bool deep = c->instantiations + c->template_depth >= TEMPLATE_DEPTH_MAX;
    if (!deep && strlen(name) <= INSTANCE_NAME_MAX)
        return true;
    struct diags *out = c->diags; /* reported even while a conversion or overload is only tried */
    for (const struct attempt *a = c->attempt; a; a = a->outer)
        out = a->diags;
    struct diag *d =
        deep
            ? diag_error(
                  out, DIAG_TYPE, at, "templates are instantiated more than %d deep: '%.*s%s'",
                  TEMPLATE_DEPTH_MAX, NAME_SHOWN, name, strlen(name) > NAME_SHOWN ? "..." : "")
            : diag_error(out, DIAG_TYPE, at, "the arguments of '%s' are too long", t->symbol->name);
    diag_help(out, d, "a recursion needs a specialisation that ends it");
    out->muted = true; /* suppresses the errors that follow from it */
    safepoint_give_up(c->safepoint);
    return false;
}

void note_instance(struct checker *c, struct diag *before, const char *name, struct span at)
{
    for (struct diag *d = before ? before->next : c->diags->first; d; d = d->next)
        diag_note(c->diags, d, at, "'%.*s%s' is instantiated here", NAME_SHOWN, name,
                  strlen(name) > NAME_SHOWN ? "..." : "");
}

void *template_grown(struct checker *c, void *at, size_t n, size_t *cap, size_t size)
{
    if (n < *cap)
        return at;
    *cap = *cap ? 2 * *cap : 4;
    void *made = arena_alloc(&c->l->arena, *cap * size);
    if (n)
        memcpy(made, at, n * size);
    return made;
}
