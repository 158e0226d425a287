/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of the program that only compute with scalars, and constructors that only store them: `double sq(double x) { return x * x; }`,
 * `V3(double a, double b, double c) : x(a), y(b), z(c) {}`. Nothing in them can fail, so no message has to name a place in them or their
 * call, and they are inlined. A function that calls them is marked stale with them. Next: gen_inline.c, gen_object.c. */
#include "eval/gen/gen.h"

enum { DEPTH = 3, NODES = 40 };

struct pure {
    const struct function *function;
    int depth; /* of calls; a recursion is deeper */
    int nodes;
    bool members; /* it may read members of its parameters */
};

static bool impure(void *context, const struct expr *e);

static bool has_param(const struct function *f, const struct symbol *s)
{
    for (uint32_t i = 0; i < f->type->param_count; i++)
        if (f->params[i] == s)
            return true;
    return false;
}

static bool is_param(const struct function *f, const struct symbol *s)
{
    return has_param(f, s) && !s->in_memory;
}

/* Whether an expression is a parameter of class type, or what a parameter points to. */
static bool is_object(const struct function *f, const struct expr *e)
{
    const struct expr *v = e->kind == EXPR_DEREF ? e->left : e;
    return v->kind == EXPR_VARIABLE && has_param(f, v->symbol) &&
           (v == e || !v->symbol->in_memory) && type_plain(e->type)->kind == TYPE_STRUCT;
}

/* What a function that is no library function of ours returns; NULL: it does more, or is not defined now. */
static const struct expr *result_of(const struct expr *call)
{
    const struct function *f = call->symbol && !call->virtual_slot ? call->symbol->function : NULL;
    return f && !f->stale && f->body && !f->library && !f->type->variadic ? gen_only_result(f)
                                                                          : NULL;
}

static bool computes(const struct function *f, const struct expr *e, struct pure *outer)
{
    struct pure p = {f, outer->depth + 1, outer->nodes};
    bool good = p.depth <= DEPTH && !impure(&p, e);
    outer->nodes = p.nodes;
    return good;
}

static bool impure(void *context, const struct expr *e)
{
    struct pure *p = context;
    const struct expr *result;
    if (++p->nodes > NODES || !type_is_scalar(e->type) || type_is_wide(e->type))
        return true;
    switch (e->kind) {
    case EXPR_INTEGER:
    case EXPR_REAL:
    case EXPR_CONVERT:
    case EXPR_NEGATE:
    case EXPR_COMPLEMENT:
    case EXPR_NOT:
    case EXPR_ADD:
    case EXPR_SUBTRACT:
    case EXPR_MULTIPLY:
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_XOR:
    case EXPR_SHIFT_LEFT:
    case EXPR_SHIFT_RIGHT:
    case EXPR_LESS:
    case EXPR_LESS_EQUAL:
    case EXPR_GREATER:
    case EXPR_GREATER_EQUAL:
    case EXPR_EQUAL:
    case EXPR_NOT_EQUAL:
    case EXPR_LOGICAL_AND:
    case EXPR_LOGICAL_OR:
    case EXPR_CONDITIONAL: break;
    case EXPR_DIVIDE:
        if (e->type->kind != TYPE_FLOAT && e->type->kind != TYPE_DOUBLE)
            return true;
        break;
    case EXPR_VARIABLE: return !is_param(p->function, e->symbol);
    case EXPR_MEMBER:
        return !p->members || !is_object(p->function, e->left) || e->field->bit_width ||
               e->type->is_volatile;
    case EXPR_BUILTIN:
        if (!e->symbol->builtin->computes)
            return true;
        break;
    case EXPR_CALL:
        result = result_of(e);
        if (!result || !computes(e->symbol->function, result, p))
            return true;
        break;
    default: return true;
    }
    return expr_any_operand(e, impure, p);
}

bool gen_only_reads(const struct expr *e)
{
    switch (e->kind) {
    case EXPR_INTEGER:
    case EXPR_REAL:
    case EXPR_VARIABLE:
    case EXPR_CONVERT:
    case EXPR_DECAY:
    case EXPR_ADDRESS:
    case EXPR_DEREF:
    case EXPR_MEMBER:
    case EXPR_NEGATE:
    case EXPR_ADD:
    case EXPR_SUBTRACT:
    case EXPR_MULTIPLY:
    case EXPR_DIVIDE:
    case EXPR_REMAINDER:
    case EXPR_POINTER_ADD: return true;
    case EXPR_BUILTIN: return e->symbol->builtin->computes;
    default: return false;
    }
}

/* Whether functions of the program are inlined here: the code is neither debugged nor ours, and a redefinition is seen at its next call. */
static bool may_inline(const struct gen *g)
{
    return !g->stops && g->function && !g->function->library;
}

const struct expr *gen_pure_result(struct gen *g, const struct expr *call)
{
    const struct expr *e = may_inline(g) ? result_of(call) : NULL;
    return e && computes(call->symbol->function, e, &(struct pure){0}) ? e : NULL;
}

/* ---- constructors ---- */

/* Whether a statement stores scalars in the new object, and how: *out is the expression, NULL: nothing. */
static bool stores(const struct function *f, const struct stmt *s, struct pure *p,
                   const struct expr **out)
{
    const struct expr *e = *out = s->kind == STMT_EXPR ? s->expr : NULL;
    if (!e)
        return s->kind == STMT_EMPTY || (s->kind == STMT_BLOCK && !s->count);
    if (e->kind != EXPR_INIT && e->kind != EXPR_ASSIGN)
        return false;
    const struct expr *part = e->left;
    for (; part->kind == EXPR_MEMBER && !part->field->bit_width; part = part->left)
        ;
    return part != e->left && part->kind == EXPR_DEREF && part->left->kind == EXPR_VARIABLE &&
           part->left->symbol == f->params[0] && type_is_scalar(e->left->type) &&
           computes(f, e->right, p);
}

static const struct function *storing(const struct gen *g, const struct expr *e)
{
    const struct function *f = e->symbol ? e->symbol->function : NULL;
    if (!may_inline(g) || !f || f->stale || !f->body || f->library || f->type->variadic ||
        f->body->kind != STMT_BLOCK || e->type->has_virtual_bases)
        return NULL;
    struct pure p = {0};
    const struct expr *unused;
    for (uint32_t i = 0; i < f->body->count; i++)
        if (!stores(f, f->body->list[i], &p, &unused))
            return NULL;
    return f;
}

/* ---- objects that are computed from members ---- */

const struct type *gen_members_of(const struct type *t)
{
    t = type_plain(t);
    if (t->kind != TYPE_STRUCT || t->is_union || type_is_owned(t) || t->has_virtual_bases ||
        t->field_count > GEN_MEMBERS || !t->field_count || t->is_complex)
        return NULL;
    for (uint32_t i = 0; i < t->field_count; i++) {
        const struct field *f = t->fields + i;
        if (!type_is_scalar(f->type) || type_is_wide(f->type) || f->bit_width || f->is_base ||
            f->holds_table || f->type->is_volatile || f->type->reference)
            return NULL;
    }
    return t;
}

const struct type *gen_class_of(const struct symbol *param)
{
    const struct type *t = param->type->kind == TYPE_POINTER ? param->type->base : param->type;
    return t->is_volatile ? NULL : gen_members_of(t);
}

static bool params_fit(const struct function *f)
{
    if (f->type->param_count > GEN_MEMBER_PARAMS)
        return false;
    for (uint32_t i = 0; i < f->type->param_count; i++) {
        const struct symbol *p = f->params[i];
        bool scalar = p && type_is_scalar(p->type) && !type_is_wide(p->type) && !p->in_memory;
        if (!scalar && (!p || !gen_class_of(p)))
            return false;
    }
    return true;
}

static bool makes_members(const struct gen *g, struct pure *p, const struct expr *e);

/* Of a call in a result expression: objects are parameters of the same class, or computed in turn. */
static bool arguments_known(const struct gen *g, struct pure *p, const struct expr *call)
{
    const struct function *f = call->symbol->function;
    if (!params_fit(f) || call->arg_count != f->type->param_count)
        return false;
    for (uint32_t i = 0; i < call->arg_count; i++) {
        const struct type *t = gen_class_of(f->params[i]);
        const struct expr *a = gen_pointer(call->args[i]);
        const struct expr *object = a->kind == EXPR_ADDRESS ? a->left : a;
        if (!t ? impure(p, a)
               : type_plain(object->type) != t ||
                     !(is_object(p->function, object) ||
                       (object->kind == EXPR_CALL && makes_members(g, p, object))))
            return false;
    }
    return true;
}

/* Whether a constructor that only stores scalars stores all members. */
static bool stores_all(const struct function *f, const struct type *t)
{
    uint32_t left = (1u << t->field_count) - 1;
    for (uint32_t i = 0; i < f->body->count; i++) {
        const struct expr *store;
        stores(f, f->body->list[i], &(struct pure){0}, &store);
        for (uint32_t k = 0; store && k < t->field_count; k++)
            if (store->left->field->offset == t->fields[k].offset)
                left &= ~(1u << k);
    }
    return !left;
}

static bool makes_members(const struct gen *g, struct pure *p, const struct expr *e)
{
    const struct type *t = gen_members_of(e->type);
    const struct function *f;
    switch (t ? e->kind : EXPR_INTEGER) {
    case EXPR_AGGREGATE:
        for (uint32_t i = 0; i < e->init_count; i++)
            if (e->inits[i].bits || impure(p, e->inits[i].value))
                return false;
        return true;
    case EXPR_CONSTRUCT:
        f = storing(g, e);
        return f && gen_plain_params(f, 1) && stores_all(f, t) && !expr_any_operand(e, impure, p);
    case EXPR_CALL:
        if (!result_of(e) || p->depth >= DEPTH || !arguments_known(g, p, e))
            return false;
        struct pure inner = {e->symbol->function, p->depth + 1, p->nodes, true};
        bool good = makes_members(g, &inner, result_of(e));
        p->nodes = inner.nodes;
        return good;
    default: return false;
    }
}

const struct expr *gen_member_result(struct gen *g, const struct expr *call)
{
    const struct expr *e = may_inline(g) ? result_of(call) : NULL;
    const struct function *f = e ? call->symbol->function : NULL;
    struct pure p = {f, 0, 0, true};
    if (!e || !params_fit(f) || call->arg_count != f->type->param_count)
        return NULL;
    return (type_is_scalar(e->type) ? !impure(&p, e) : makes_members(g, &p, e)) ? e : NULL;
}

void gen_construct_members(struct gen *g, const struct expr *e, uint32_t to, const struct type *t)
{
    const struct function *f = storing(g, e);
    struct inlined in;
    struct pure p = {0};
    gen_inline_begin(g, e, &in);
    for (uint32_t i = 0; i < f->body->count; i++) {
        const struct expr *store;
        uint32_t k = 0, values = g->top;
        stores(f, f->body->list[i], &p, &store);
        while (store && t->fields[k].offset != store->left->field->offset)
            k++;
        if (store)
            gen_value(g, store->right, to + k);
        g->top = values;
    }
    gen_inline_end(g, &in);
}

bool gen_construct_pure(struct gen *g, const struct expr *e, uint32_t to)
{
    const struct function *f = storing(g, e);
    struct inlined in;
    struct pure p = {0};
    if (!f || !gen_plain_params(f, 1))
        return false;
    uint32_t top = g->top, before = gen_local_slot(g, f->params[0]);
    gen_inline_begin(g, e, &in);
    gen_local_put(g, f->params[0], to);
    for (uint32_t i = 0; i < f->body->count; i++) {
        uint32_t values = g->top;
        const struct expr *store;
        stores(f, f->body->list[i], &p, &store);
        if (store) {
            struct lvalue part = gen_place(g, store->left);
            gen_store(g, part, store->left->type, store->at, gen_value(g, store->right, -1));
        }
        g->top = values;
    }
    gen_local_put(g, f->params[0], before);
    gen_inline_end(g, &in);
    g->top = top;
    return true;
}
