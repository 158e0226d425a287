/* SPDX-License-Identifier: Apache-2.0 */
/* What throws no exception: noexcept(...) (C++17 8.3.7), and whether a container may move its elements to another block. */
#include "lang/check/class/check_classes.h"

#include <string.h>

#include "lang/check/core/functions.h"
#include "lang/check/core/rules.h"
#include "lang/check/core/symbols.h"
#include "lang/check/core/tree_build.h"

static const struct class_info *info_of(const struct type *t)
{
    const struct type *element = type_plain(type_element(t));
    return element->kind == TYPE_STRUCT ? element->class : NULL;
}

/* Whether it is a constructor from T && of its class, declared or made. */
static bool is_move(struct checker *c, struct symbol *s)
{
    if (s->kind != SYMBOL_FUNCTION || !s->member || s->member->role != ROLE_CONSTRUCTOR)
        return false;
    const struct type *f = function_parameters(c, s);
    const struct type *from = f && f->param_count == 2 ? f->params[1].type : NULL;
    return from && type_is_reference(from) && from->rvalue &&
           type_same(from->base, s->member->class);
}

/* Those of our headers promise nothing in their text: constructors from T && and destructors throw nothing there. */
static bool promises(struct checker *c, struct symbol *s)
{
    const struct host_function *host = (const struct host_function *) s->function;
    const struct node *written = s->function->syntax, *type = host->signature;
    if (!type && written)
        type = written->function.type;
    return (s->type && s->type->no_throw) || (type && type->flags & FLAG_NOEXCEPT) ||
           (s->function->library && is_move(c, s));
}

static bool is_made(const struct symbol *s)
{
    return s->member->defaulted || !s->function->syntax;
}

bool type_moves_safely(struct checker *c, const struct type *t)
{
    const struct class_info *info = info_of(t);
    if (!info || !info->copy || info->no_copy)
        return true;
    symbol_vec all = {0};
    struct symbol *move = NULL;
    bool safe = true;
    if (info->constructors)
        overload_gather(&all, info->constructors);
    VEC_EACH (s, &all)
        move = is_move(c, *s) ? *s : move;
    VEC_FREE(&all);
    if (move && !is_made(move))
        return promises(c, move);
    for (uint32_t i = 0; move && safe && i < info->type->field_count; i++)
        safe = type_moves_safely(c, info->type->fields[i].type);
    return safe;
}

static bool function_throws(struct checker *c, struct symbol *s);

/* A constructor or an assignment that the class was given throws if that of one of its parts does (C++17 18.4p11). Initialisers of members
 * may throw. */
static bool made_throws(struct checker *c, struct symbol *s)
{
    const struct type *f = function_parameters(c, s), *t = s->member->class;
    bool fresh = f && f->param_count == 1, constructor = s->member->role == ROLE_CONSTRUCTOR;
    if (!f || f->param_count > 2)
        return true;
    for (uint32_t i = 0; i < t->field_count; i++) {
        const struct class_info *info = info_of(t->fields[i].type);
        struct symbol *part = !info         ? NULL
                              : fresh       ? info->fresh
                              : constructor ? info->copy
                                            : info->assign;
        if ((part && function_throws(c, part)) ||
            (fresh && t->class->defaults && t->class->defaults[i]))
            return true;
    }
    return false;
}

static bool function_throws(struct checker *c, struct symbol *s)
{
    if (!s || s->kind == SYMBOL_BUILTIN)
        return !s;
    if (s->kind != SYMBOL_FUNCTION)
        return true;
    const struct member *m = s->member;
    if (m && m->role == ROLE_DESTRUCTOR)
        return false;
    if (m && is_made(s) && m->role == ROLE_CONSTRUCTOR)
        return is_move(c, s) ? !type_moves_safely(c, m->class) : made_throws(c, s);
    if (m && is_made(s) && !strcmp(m->plain, "operator="))
        return made_throws(c, s);
    return !promises(c, s);
}

static bool may_throw(void *context, const struct expr *e)
{
    struct checker *c = context;
    bool calls = e->kind == EXPR_CALL || (e->kind == EXPR_CONSTRUCT && e->symbol);
    if (e->kind == EXPR_THROW || (calls && function_throws(c, e->symbol)))
        return true;
    return expr_any_operand(e, may_throw, context);
}

struct expr *check_noexcept(struct checker *c, const struct node *n)
{
    stmt_vec unused = {0}, *out = c->out;
    c->out = &unused;
    struct expr *e = check_expr(c, n->unary.operand);
    c->out = out;
    VEC_FREE(&unused);
    return expr_is_bad(e) ? e : integer_new(c, type_basic(TYPE_BOOL), !may_throw(c, e), n->at);
}
