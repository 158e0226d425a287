/* SPDX-License-Identifier: Apache-2.0 */
/* The special members that a class declares, by the syntax of their parameters: their types need not be known yet. */
#include "lang/check/class/declared_members.h"

#include <string.h>

#include "lang/check/class/check_classes.h"
#include "lang/check/core/symbols.h"

static bool is_self(const struct node *type, const struct type *class)
{
    const struct class_info *info = class->class;
    const char *name = info->template ? name_last(info->template->symbol->name)
                       : class->name  ? name_last(class->name)
                                      : NULL;
    return type->kind == NODE_TYPE_NAME && type->name && name && !strcmp(type->name->text, name);
}

/* Whether a declaration's first parameter is a reference to the class; more of them have defaults. */
static bool takes_self(const struct node *f, const struct type *class, bool *out_rvalue)
{
    if (!f || !f->count || (f->count > 1 && !f->list[1]->declarator.init))
        return false;
    const struct node *t = f->list[0]->declarator.type;
    *out_rvalue = t->kind == NODE_TYPE_REFERENCE && t->op == TOKEN_AND_AND;
    return t->kind == NODE_TYPE_REFERENCE && is_self(t->derived.base, class);
}

/* Of two members that copy, or move, the one for `const T &` or `T &&` is the one that C++ would make. */
static void note_special(struct symbol **slot, struct symbol *s, const struct node *f, bool rvalue)
{
    const struct node *t = f->list[0]->declarator.type;
    bool constant = t->derived.base->flags & FLAG_CONST;
    if (!*slot || constant != rvalue)
        *slot = s;
}

const struct node *declared_syntax(const struct symbol *s)
{
    const struct host_function *host = (const struct host_function *) s->function;
    return host->function.syntax ? host->function.syntax->function.type : NULL;
}

/* Whether a class with that constructor is no aggregate: C++17 11.6.1p1 leaves those that are `= default`, which C++20 does not. */
static bool hides_members(const struct checker *c, const struct symbol *s, bool inherited)
{
    const struct member *m = s->kind == SYMBOL_FUNCTION ? s->member : NULL;
    bool of_class = m && (m->defaulted || m->deleted) && !m->is_explicit && !inherited;
    return !of_class || c->dialect->version >= 202002;
}

void declared_find(struct checker *c, const struct type *t, struct declared_members *d)
{
    const struct class_info *info = t->class;
    symbol_vec all = {0};
    bool rvalue;
    if (info->constructors)
        overload_gather(&all, info->constructors);
    VEC_EACH (s, &all) {
        bool inherited = (*s)->member && (*s)->member->class != t;
        d->any |= !inherited;
        d->hides |= hides_members(c, *s, inherited);
        if ((*s)->kind != SYMBOL_FUNCTION || !(*s)->member || inherited)
            continue;
        const struct node *f = declared_syntax(*s);
        if (!f->count || f->list[0]->declarator.init || (f->list[0]->flags & FLAG_VARIADIC))
            d->fresh = *s;
        if (takes_self(f, t, &rvalue))
            note_special(rvalue ? &d->move : &d->copy, *s, f, rvalue);
    }
    all.n = 0;
    for (uint32_t i = 0; i < info->member_count; i++)
        if (!strcmp(info->members[i].name, "operator="))
            overload_gather(&all, info->members[i].symbol);
    VEC_EACH (s, &all) {
        const struct node *f = (*s)->kind == SYMBOL_FUNCTION ? declared_syntax(*s) : NULL;
        if (f && takes_self(f, t, &rvalue))
            note_special(rvalue ? &d->assign_move : &d->assign, *s, f, rvalue);
        else if (f && f->count == 1 && is_self(f->list[0]->declarator.type, t))
            d->assign = *s;
        else
            d->assigns_other = true;
    }
    d->destructor = info->destructor;
    VEC_FREE(&all);
}

bool declared_really(const struct symbol *s)
{
    return s && !s->member->defaulted;
}

bool declared_mutable(const struct symbol *s)
{
    const struct node *f = s && s->function ? declared_syntax(s) : NULL;
    const struct node *first = f && f->count ? f->list[0]->declarator.type : NULL;
    if (first)
        return first->kind == NODE_TYPE_REFERENCE && first->op != TOKEN_AND_AND &&
               !(first->derived.base->flags & FLAG_CONST);
    const struct type *taken = s && s->type->param_count > 1 ? s->type->params[1].type : NULL;
    return taken && type_is_reference(taken) && !taken->rvalue && !taken->base->is_const;
}

bool declared_copies(const struct symbol *s)
{
    const struct node *f = declared_syntax(s);
    bool rvalue;
    return f ? takes_self(f, s->member->class, &rvalue) : s->member->defaulted;
}
