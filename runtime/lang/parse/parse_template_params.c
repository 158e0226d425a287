/* SPDX-License-Identifier: Apache-2.0 */
/* The parameters of templates: C++17 17.1. */
#include "lang/parse/parse_impl.h"

static struct node *parse_type_param(struct parser *p)
{
    struct node *n = node_new(p, NODE_TPARAM, p->t->at);
    parse_advance(p);
    if (parse_take(p, TOKEN_ELLIPSIS))
        n->flags |= FLAG_VARIADIC;
    if (parse_is(p, TOKEN_NAME)) {
        n->name = p->t->name;
        n->name_at = p->t->at;
        name_shadow(p, n->name, SHADOW_TYPE);
        parse_advance(p);
    }
    if (parse_take(p, TOKEN_ASSIGN))
        n->declarator.init = parse_type_name(p);
    return n;
}

/* template <typename> class C: its own parameters do not matter */
static struct node *parse_template_param(struct parser *p)
{
    struct node *n = node_new(p, NODE_TPARAM, p->t->at);
    while (parse_is(p, TOKEN_TEMPLATE) && !p->panic) {
        const struct token *behind =
            parse_next_is(p, 1, TOKEN_LESS) ? behind_angles(p->t + 1) : NULL;
        if (!behind)
            parse_unexpected(p, "template parameters");
        else
            p->t = behind;
    }
    if (!parse_take(p, TOKEN_CLASS) && !parse_take(p, TOKEN_TYPENAME))
        parse_unexpected(p, "'class'");
    n->op = TOKEN_TEMPLATE;
    if (parse_take(p, TOKEN_ELLIPSIS))
        n->flags |= FLAG_VARIADIC;
    if (parse_is(p, TOKEN_NAME)) {
        n->name = p->t->name;
        n->name_at = p->t->at;
        name_shadow(p, n->name, SHADOW_CLASS_TEMPLATE);
        parse_advance(p);
    }
    if (parse_take(p, TOKEN_ASSIGN))
        n->declarator.init = parse_type_name(p);
    return n;
}

void template_params_declare(struct parser *p, const struct node *template)
{
    for (uint32_t i = 0; i < template->count; i++) {
        const struct node *param = template->list[i];
        name_shadow(p, param->name,
                    param->declarator.type        ? SHADOW_OTHER
                    : param->op == TOKEN_TEMPLATE ? SHADOW_CLASS_TEMPLATE
                                                  : SHADOW_TYPE);
    }
}

static bool type_param_ahead(const struct parser *p)
{
    if (!parse_is(p, TOKEN_TYPENAME) && !parse_is(p, TOKEN_CLASS))
        return false;
    enum token_kind next = p->t[1].kind;
    if (next != TOKEN_NAME)
        return next == TOKEN_COMMA || next == TOKEN_GREATER || next == TOKEN_ELLIPSIS ||
               next == TOKEN_ASSIGN;
    enum token_kind behind = p->t[2].kind;
    return behind == TOKEN_COMMA || behind == TOKEN_GREATER || behind == TOKEN_ASSIGN ||
           behind == TOKEN_SHR;
}

void parse_template_params(struct parser *p, struct node *to)
{
    node_vec list = {0};
    parse_advance(p);
    if (!parse_expect(p, TOKEN_LESS, "after 'template'"))
        return;
    p->angles++;
    while (!parse_is(p, TOKEN_GREATER) && !p->panic) {
        struct node *n = type_param_ahead(p)           ? parse_type_param(p)
                         : constrained_param_ahead(p)  ? parse_constrained_param(p, to)
                         : parse_is(p, TOKEN_TEMPLATE) ? parse_template_param(p)
                                                       : parse_param(p);
        if (n->kind == NODE_PARAM) {
            n->kind = NODE_TPARAM;
            name_shadow(p, n->name, SHADOW_OTHER);
        }
        VEC_PUSH(&list, n);
        if (!parse_take(p, TOKEN_COMMA))
            break;
    }
    p->angles--;
    node_list(p, to, &list);
    if (!p->panic && !take_greater(p))
        parse_unexpected(p, "'>' after the template's parameters");
}
