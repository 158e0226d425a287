/* SPDX-License-Identifier: Apache-2.0 */
/* Expressions: C11 6.5. Assignments are in check_assign.c, calls in check_call.c, operators on values in arithmetic.c. */
#include "lang/check/core/rules.h"

#include <inttypes.h>
#include <string.h>

#include "lang/check/check_arrays.h"
#include "lang/check/check_expression.h"
#include "lang/check/class/check_classes.h"
#include "lang/check/complex/complex_number.h"
#include "lang/check/core/arguments.h"
#include "lang/check/core/convert.h"
#include "lang/check/core/functions.h"
#include "lang/check/core/lift.h"
#include "lang/check/core/place.h"
#include "lang/check/core/scope.h"
#include "lang/check/core/symbols.h"
#include "lang/check/core/tree_build.h"
#include "lang/check/template/check_templates.h"

/* ---- names ---- */

/* The library gives the address of a __managed__ variable. */
static struct expr *managed_variable(struct checker *c, struct symbol *s, struct span at)
{
    struct expr *name =
        expr_new(c, EXPR_FUNCTION, type_pointer(c->arena, type_basic(TYPE_VOID)), at);
    name->symbol = s;
    struct expr *place = library_call(c, "__managed", &name, 1, at);
    return expr_deref(c, convert_to(c, place, type_pointer(c->arena, s->type)), at);
}

/* f<int> without a call: a single function, or a set that the target type resolves. */
static struct expr *with_args(struct checker *c, const struct node *n, struct symbol *s)
{
    symbol_vec all = {0};
    struct symbol *found = NULL;
    if (is_variable_template(s))
        return variable_instance(c, s->template, n);
    overload_gather(&all, s);
    VEC_EACH (t, &all) {
        struct template_arg args[32] = {0};
        uint32_t count;
        struct attempt attempt;
        if ((*t)->kind != SYMBOL_TEMPLATE || (*t)->template->node->count > 32)
            continue;
        attempt_begin(c, &attempt);
        bool good = read_template_args(c, (*t)->template, n, args, &count) &&
                    complete_args(c, (*t)->template, args, count);
        attempt_end(c, &attempt);
        if (good && !found)
            found = instantiate_function(c, *t, args, (*t)->template->node->count, n->at);
    }
    VEC_FREE(&all);
    struct expr *e = use_symbol(c, found && function_signature(c, found) ? found : s, n->at);
    if (e->kind == EXPR_OVERLOADS)
        e->node = n;
    return e;
}

/* __func__ and related names. */
static bool means_function(const char *name)
{
    return !strcmp(name, "__func__") || !strcmp(name, "__FUNCTION__") ||
           !strcmp(name, "__PRETTY_FUNCTION__");
}

/* A device-side name, other than an argument of an API function (check_call.c). */
static struct expr *device_variable(struct checker *c, struct symbol *s, struct span at)
{
    if (s->managed)
        return managed_variable(c, s, at);
    if (s->known)
        return known_value(c, s, at);
    if (c->unevaluated && s->type && s->type->kind == TYPE_FUNCTION) { /* decltype(&f) */
        struct expr *e = expr_new(c, EXPR_FUNCTION, type_pointer(c->arena, s->type), at);
        e->symbol = s;
        return e;
    }
    struct diag *d = diag_error(c->diags, DIAG_TYPE, at, "'%s' is a device variable", s->name);
    diag_note(c->diags, d, s->at, "'%s' is declared here", s->name);
    diag_help(c->diags, d, "access it with cudaMemcpyToSymbol() and cudaMemcpyFromSymbol()");
    return expr_bad(c, at);
}

/* The expression for a use of the name of s. scope: the class that qualifies it, or NULL. */
static struct expr *named_value(struct checker *c, const struct node *n, struct symbol *s,
                                const struct type *scope)
{
    if (s->kind == SYMBOL_FIELD)
        return field_here(c, s->name, scope,
                          n->at); /* of a captured pack, with a name of its own */
    if (n->flags & FLAG_ARGS && (s->kind == SYMBOL_SET || s->kind == SYMBOL_TEMPLATE))
        return with_args(c, n, s);
    if (n->flags & FLAG_ARGS && s->kind == SYMBOL_KERNEL) {
        struct symbol *instance = kernel_instance(c, n, s);
        s = instance ? instance : s;
    }
    if (s->member && s->kind == SYMBOL_VARIABLE &&
        !class_accessible(c, s->member->class, s->member->access)) {
        diag_error(c->diags, DIAG_TYPE, n->at, "'%s' is not public", s->name);
        return expr_bad(c, n->at);
    }
    return s->kind == SYMBOL_DEVICE ? device_variable(c, s, n->at) : use_symbol(c, s, n->at);
}

/* A function for device arrays or tables is no value: programs mean a variable that they have not declared. */
static struct expr *not_a_value(struct checker *c, const struct node *n, const struct symbol *s)
{
    struct diag *d = diag_error(c->diags, DIAG_NAME, n->at, "unknown name '%s'", s->name);
    diag_help(c->diags, d, "declare it, or call the function of that name: %s(...)", s->name);
    return expr_bad(c, n->at);
}

struct expr *check_name(struct checker *c, const struct node *n)
{
    if (!n->name)
        return expr_bad(c, n->at);
    struct expr *stream = stream_name(c, n);
    if (stream)
        return stream;
    bool failed;
    const struct type *scope;
    struct symbol *s = scope_lookup_node(c, n, &failed, &scope);
    if (failed)
        return expr_bad(c, n->at);
    if (!s && c->unevaluated && !n->id.scope)
        s = scope_around_lambda(c, n->name);
    if (s && s->kind == SYMBOL_BUILTIN && !strncmp(s->builtin->section, "docs/", 5))
        return not_a_value(c, n, s);
    if (s)
        return named_value(c, n, s, scope);
    return means_function(n->name->text) ? function_name(c, n->name->text, n->at)
                                         : unknown_name(c, n, false);
}

/* ---- unary ---- */

static struct expr *check_deref(struct checker *c, const struct node *n)
{
    struct expr *place = check_expr(c, n->unary.operand),
                *p = operator_overloadable(place) ? operator_overload(c, "*", place, NULL, n->at)
                                                  : NULL;
    if (p)
        return p;
    p = convert_rvalue(c, place);
    if (expr_is_bad(p))
        return p;
    bool of_void = p->type->kind == TYPE_POINTER && p->type->base->kind == TYPE_VOID;
    if (of_void && c->dialect->loose_pointers) /* C11 6.5.3.2p4 */
        return convert_to(c, p, type_basic(TYPE_VOID));
    if (p->type->kind != TYPE_POINTER || of_void || p->type->member_of) {
        struct diag *d = diag_error(c->diags, DIAG_TYPE, n->at, "'*' needs a pointer, not '%s'",
                                    type_quoted(c, p->type));
        if (p->type->kind == TYPE_POINTER)
            diag_help(c->diags, d, "cast it to a pointer to the object type");
        if (p->type->kind == TYPE_DEVICE_ARRAY)
            diag_help(c->diags, d, "an element of a device array is written x[i]");
        return expr_bad(c, n->at);
    }
    if (p->type->base->kind == TYPE_FUNCTION)
        return p;
    return expr_deref(c, p, n->at);
}

static struct expr *sign(struct checker *c, const struct node *n, struct expr *v)
{
    bool integer = n->op == TOKEN_TILDE;
    if (type_is_complex(v->type) || (!integer && complex_has_parts(v->type)))
        return complex_sign(c, n->op, v, n->at);
    if (!(integer ? type_is_integer(v->type) : type_is_arithmetic(v->type))) {
        diag_error(c->diags, DIAG_TYPE, n->at, "'%s' needs %s, not '%s'", token_spelling(n->op),
                   integer ? "an integer" : "a number", type_quoted(c, v->type));
        return expr_bad(c, n->at);
    }
    v = convert_to(c, v, convert_promoted_value(v));
    if (n->op == TOKEN_PLUS) {
        struct expr *same = expr_new(c, EXPR_CONVERT, v->type, n->at);
        same->left = v;
        return fold_expr(c, same);
    }
    struct expr *e =
        expr_new(c, n->op == TOKEN_MINUS ? EXPR_NEGATE : EXPR_COMPLEMENT, v->type, n->at);
    e->left = v;
    return fold_expr(c, e);
}

static struct expr *check_sign(struct checker *c, const struct node *n)
{
    struct expr *v = check_expr(c, n->unary.operand);
    if (operator_overloadable(v)) {
        struct expr *made = operator_overload(c, token_spelling(n->op), v, NULL, n->at);
        if (made)
            return made;
        if (n->op == TOKEN_PLUS && lambda_has_pointer(c, v->type)) /* C++17 8.5.2.1p7 */
            return lambda_pointer(c, v->type, n->at);
        v = as_number(c, v);
    }
    v = convert_rvalue(c, v);
    if (expr_is_bad(v))
        return v;
    if (is_array(v)) {
        struct lift m = {0};
        struct expr *body = map_lift(c, &m, v);
        if (expr_is_bad(body))
            return body;
        bool complex = type_is_pair(type_plain(body->type)) && n->op == TOKEN_MINUS;
        return map_lower(
            c, &m,
            complex ? complex_call(c, "__complex_negative", type_plain(body->type), &body, 1, n->at)
                    : sign(c, n, body),
            n->at);
    }
    return sign(c, n, v);
}

/* &Class::function: the member function; NULL: something else. */
static struct symbol *member_named(struct checker *c, const struct node *n)
{
    bool failed;
    if (n->kind != NODE_NAME || !n->id.scope || !n->name)
        return NULL;
    struct symbol *s = scope_lookup_node(c, n, &failed, NULL);
    return s && s->kind == SYMBOL_FUNCTION && s->member && s->member->is_static ? s : NULL;
}

static struct expr *check_not(struct checker *c, const struct node *n)
{
    struct expr *v = check_expr(c, n->unary.operand);
    struct lift m = {0};
    bool array = is_array(v);
    struct expr *made = operator_overloadable(v) ? operator_overload(c, "!", v, NULL, n->at) : NULL;
    if (made)
        return made;
    v = convert_scalar(c, array ? map_lift(c, &m, v) : v, "the operand of '!'");
    if (expr_is_bad(v))
        return v;
    struct expr *e = expr_new(c, EXPR_NOT, truth_type(c), n->at);
    e->left = v;
    return array ? map_lower(c, &m, e, n->at) : fold_expr(c, e);
}

struct expr *check_unary(struct checker *c, const struct node *n)
{
    struct expr *e, *v;
    switch (n->op) {
    case TOKEN_STAR: return check_deref(c, n);
    case TOKEN_AMP: {
        struct symbol *method = member_named(c, n->unary.operand);
        if (method)
            return use_symbol(c, method, n->at);
        struct expr *member = member_address(c, n->unary.operand, n->at);
        if (member)
            return member;
        e = check_expr(c, n->unary.operand);
        if (e->kind == EXPR_OVERLOADS)
            return e;
        if (e->kind == EXPR_VARIABLE && e->symbol->nested)
            return convert_rvalue(c, e);
        v = operator_overloadable(e) ? operator_overload(c, "&", e, NULL, n->at) : NULL;
        return v ? v : address_of(c, e, n->at);
    }
    case TOKEN_INC:
    case TOKEN_DEC: return check_increment(c, n, n->op == TOKEN_INC ? 1 : -1, false);
    case TOKEN_BANG: return check_not(c, n);
    case TOKEN_REAL_PART:
    case TOKEN_IMAGINARY_PART: return complex_part_of(c, n);
    default: return check_sign(c, n);
    }
}

/* sizeof...(pack) */
static struct expr *pack_size(struct checker *c, const struct node *n)
{
    const struct symbol *pack = n->unary.operand->name->ordinary;
    if (pack && pack->kind == SYMBOL_PACK)
        return integer_new(c, type_basic(TYPE_ULONG), pack->pack->count, n->at);
    diag_error(c->diags, DIAG_TYPE, n->at, "'%s' is not a parameter pack",
               n->unary.operand->name->text);
    return expr_bad(c, n->at);
}

/* The operand's type: the type it names, or that of the expression. *out_value: the expression, or NULL for a type. */
static const struct type *operand_type(struct checker *c, const struct node *n,
                                       struct expr **out_value)
{
    struct symbol *s = n->kind == NODE_NAME && n->name ? scope_try_node(c, n) : NULL;
    *out_value = NULL;
    if (s && s->kind == SYMBOL_DEVICE && s->type && s->type->kind != TYPE_FUNCTION) {
        scope_mention(c, s);
        return s->type;
    }
    if (is_type_node(n))
        return resolve_type(c, n);
    c->unevaluated++; /* C++17 8.2p1; extents of arrays are calculated all the same */
    *out_value = check_expr(c, n);
    c->unevaluated--;
    return (*out_value)->type;
}

/* A size known only at run time. */
static struct expr *size_at_run_time(struct checker *c, struct expr *of, struct span at)
{
    struct expr *e = expr_new(c, EXPR_SIZEOF, type_basic(TYPE_ULONG), at);
    e->left = of;
    return e;
}

static bool has_size(const struct type *t)
{
    bool unknown = t->kind == TYPE_OPAQUE && t->size <= 1;
    return t->kind != TYPE_VOID && t->kind != TYPE_FUNCTION && type_plain(t)->complete && !unknown;
}

/* A member may be aligned otherwise than its type. place: the operand, or NULL of a type's name. */
static uint32_t place_align(const struct expr *place, const struct type *t)
{
    bool member = place && place->kind == EXPR_MEMBER && place->field->align;
    return member ? place->field->align : t->align;
}

struct expr *check_sizeof(struct checker *c, const struct node *n)
{
    if (n->flags & FLAG_VARIADIC)
        return pack_size(c, n);
    struct expr *value;
    size_t before = c->out ? c->out->n : 0;
    const struct type *t = operand_type(c, n->unary.operand, &value);
    if (type_is_reference(t))
        t = t->base;
    if (t->kind == TYPE_ERROR)
        return expr_bad(c, n->at);
    if (!t->unsized && !value && c->out)
        c->out->n =
            before; /* extents in a type of known size need not be calculated: C11 6.7.6.2p5 */
    if (value && t->kind == TYPE_DEVICE_ARRAY && n->op == TOKEN_SIZEOF)
        return size_at_run_time(c, value, n->at);
    bool gnu = c->dialect->loose_pointers && (t->kind == TYPE_VOID || t->kind == TYPE_FUNCTION);
    if (gnu) /* GNU C: 1, as pointers to them step */
        return integer_new(c, type_basic(TYPE_ULONG), 1, n->at);
    if (!has_size(t)) {
        diag_error(c->diags, DIAG_TYPE, n->at, "the size of '%s' is not known", type_quoted(c, t));
        return expr_bad(c, n->at);
    }
    if (n->op == TOKEN_ALIGNOF)
        return integer_new(c, type_basic(TYPE_ULONG), place_align(value, t), n->at);
    struct expr *bytes = size_of(c, t, n->at);
    if (!t->unsized)
        return bytes;
    bytes = size_at_run_time(c, bytes, n->at);
    if (!value || !expr_has_effects(value))
        return bytes;
    struct expr *both = expr_new(c, EXPR_COMMA, bytes->type, n->at); /* C11 6.5.3.4p2 */
    both->left = convert_rvalue(c, value);
    both->right = bytes;
    return both;
}

/* ---- binary ---- */

/* a, b: the value of b, or b as an lvalue (C11 6.5.17, C++17 8.19). */
static struct expr *comma(struct checker *c, struct expr *l, struct expr *r, struct span at)
{
    r = member_place(c, r);
    bool object = r->lvalue && r->kind != EXPR_AGGREGATE && r->type->kind == TYPE_STRUCT,
         moves = r->xvalue;
    r = object ? address_of(c, r, at) : convert_rvalue(c, r);
    if (expr_is_bad(l) || expr_is_bad(r))
        return expr_bad(c, at);
    struct expr *e = expr_new(c, EXPR_COMMA, r->type, at);
    e->left = l;
    e->right = r;
    if (!object)
        return e;
    struct expr *place = expr_deref(c, e, at);
    place->xvalue = moves;
    return place;
}

/* a && b, a || b: C11 6.5.13, 6.5.14. */
static struct expr *logical(struct checker *c, enum expr_kind kind, struct expr *l, struct expr *r,
                            struct span at)
{
    const char *where = kind == EXPR_LOGICAL_AND ? "an operand of '&&'" : "an operand of '||'";
    struct lift m = {0};
    bool arrays = is_array(l) || is_array(r);
    l = convert_scalar(c, arrays ? map_lift(c, &m, l) : l, where);
    r = convert_scalar(c, arrays ? map_lift(c, &m, r) : r, where);
    if (expr_is_bad(l) || expr_is_bad(r))
        return expr_bad(c, at);
    if (arrays) { /* not folded: an operand that does not affect the value still has a shape */
        struct expr *e = expr_new(c, kind, truth_type(c), at);
        e->left = convert_to(c, l, type_basic(TYPE_BOOL));
        e->right = convert_to(c, r, type_basic(TYPE_BOOL));
        return map_lower(c, &m, e, at);
    }
    struct expr *e = binary_new(c, kind, truth_type(c), l, r);
    e->at = at;
    return e;
}

/* An operator that a class or enum overloads for the operands. NULL: there is none. */
static struct expr *overloaded(struct checker *c, unsigned op, struct expr *l, struct expr *r,
                               struct span at)
{
    struct expr *e = operator_overload(c, token_spelling(op), l, r, at);
    unsigned then = 0;
    e = e ? e : rewritten_comparison(c, op, l, r, at, &then);
    if (!then || !e || expr_is_bad(e))
        return e;
    struct expr *none = integer_new(c, type_basic(TYPE_INT), 0, at);
    return binary_operation(c, then, e, none, at, at);
}

static bool is_shift(enum expr_kind kind)
{
    return kind == EXPR_SHIFT_LEFT || kind == EXPR_SHIFT_RIGHT;
}

struct expr *binary_operation(struct checker *c, unsigned op, struct expr *l, struct expr *r,
                              struct span at, struct span op_at)
{
    if (op == TOKEN_COMMA) {
        bool classes = !expr_is_bad(l) && !expr_is_bad(r) &&
                       (operator_overloadable(l) || operator_overloadable(r));
        struct expr *e = classes ? operator_overload(c, ",", l, r, at) : NULL;
        return e ? e : comma(c, l, r, at);
    }
    if (op == TOKEN_SPACESHIP)
        return three_way(c, l, r, at);
    enum expr_kind kind = binary_kind(op);
    if (kind == EXPR_LOGICAL_AND || kind == EXPR_LOGICAL_OR) {
        bool classes = operator_overloadable(l) || operator_overloadable(r);
        struct expr *e = classes ? overloaded(c, op, l, r, at) : NULL;
        return e ? e : logical(c, kind, l, r, at);
    }
    if (is_shift(kind) && is_stream(l))
        return stream_operation(c, kind, l, r, at);
    if (expr_is_bad(l) || expr_is_bad(r))
        return expr_bad(c, at);
    if (operator_overloadable(l) || operator_overloadable(r)) {
        struct expr *e = overloaded(c, op, l, r, at);
        if (e)
            return e;
        l = as_number(c, l);
        r = as_number(c, r);
    }
    return expr_arithmetic(c, kind, convert_rvalue(c, l), convert_rvalue(c, r), at, op_at);
}

/* k<<1, 1>>(x): a launch with too few brackets is one mistake, which its left half has reported. */
static bool is_launch_of_shifts(const struct node *n)
{
    const struct node *l = n->binary.left, *r = n->binary.right;
    return n->op == TOKEN_COMMA && l->kind == NODE_BINARY && l->op == TOKEN_SHL &&
           r->kind == NODE_BINARY && r->op == TOKEN_SHR;
}

struct expr *check_binary(struct checker *c, const struct node *n)
{
    if (n->op == TOKEN_DOT_STAR || n->op == TOKEN_ARROW_STAR)
        return check_pointed_member(c, n);
    bool evaluates = n->op == TOKEN_COMMA || n->op == TOKEN_AND_AND || n->op == TOKEN_OR_OR;
    struct expr *l = check_expr(c, n->binary.left);
    if (expr_is_bad(l) && is_launch_of_shifts(n))
        return l;
    bool braces = !evaluates && !(is_shift(binary_kind(n->op)) && is_stream(l));
    struct expr *r = braces ? check_operand(c, n->binary.right) : check_expr(c, n->binary.right);
    return binary_operation(c, n->op, l, r, n->at, n->name_at);
}

/* ---- indexing ---- */

/* operator[] of an object. NULL: its class has none. */
static struct expr *index_object(struct checker *c, struct expr *of, const struct node *n)
{
    struct call_args braces = {0};
    bool in_braces = n->list[0]->kind == NODE_INIT_LIST;
    struct expr *key = in_braces && check_args(c, n->list, 1, &braces)
                           ? braces.at[0]
                           : check_operand(c, n->list[0]);
    return expr_is_bad(key) ? key : operator_overload(c, "[]", of, key, n->at);
}

static const struct node *slice_among(const struct node *n)
{
    for (uint32_t i = 0; i < n->count; i++)
        if (n->list[i]->kind == NODE_SLICE)
            return n->list[i];
    return NULL;
}

/* C++23 12.4.5: operator[] of an object takes any number of values. NULL: none of its class takes these; *out then has them. */
static struct expr *index_by_several(struct checker *c, struct expr *of, const struct node *n,
                                     struct call_args *out)
{
    symbol_vec all = {0};
    bool ambiguous;
    out->object = of;
    if (!check_args(c, n->list, n->count, out))
        return expr_bad(c, n->at);
    out->object = of;
    const char *name = intern_cstr(c->l->names.texts, "operator[]");
    overload_gather(&all, class_find(c, of->type, name));
    struct symbol *found = all.n ? overload_choose_quietly(c, &all, out, NULL, &ambiguous) : NULL;
    if (found)
        found = overload_choose(c, &all, out, NULL, name, n->at);
    VEC_FREE(&all);
    struct expr *e = found ? call_symbol(c, found, out, n->at) : NULL;
    struct expr *call = e && e->kind == EXPR_DEREF ? e->left : e;
    if (call && call->kind == EXPR_CALL)
        call->order = ARGS_FROM_LEFT;
    return e;
}

/* The values between the brackets as one: a comma there was C's comma operator until C++23. */
static struct expr *joined(struct checker *c, const struct call_args *values)
{
    struct expr *all = values->n ? convert_rvalue(c, values->at[0]) : NULL;
    for (uint32_t i = 1; i < values->n; i++) {
        struct expr *next = convert_rvalue(c, values->at[i]), *before = all;
        all = expr_new(c, EXPR_COMMA, next->type, span_join(before->at, next->at));
        all->left = before;
        all->right = next;
    }
    return all;
}

/* The value between the brackets. NULL: there is none or a slice, which is reported unless `of` is bad. */
static struct expr *subscript_value(struct checker *c, const struct expr *of, const struct node *n)
{
    const struct node *slice = slice_among(n);
    struct call_args values = {0};
    if (slice && !expr_is_bad(of))
        diag_error(c->diags, DIAG_TYPE, slice->at, "only device arrays can be sliced, not '%s'",
                   type_quoted(c, of->type));
    if (!slice && !n->count && !expr_is_bad(of))
        diag_error(c->diags, DIAG_TYPE, n->at, "an index is missing between the brackets");
    if (slice || !n->count || !check_args(c, n->list, n->count, &values))
        return NULL;
    return joined(c, &values);
}

static struct expr *not_indexable(struct checker *c, const struct expr *of, struct span at)
{
    if (of->kind == EXPR_ELEMENT && of->left->kind == EXPR_VARIABLE) {
        const struct symbol *s = of->left->symbol;
        struct diag *d = diag_error(c->diags, DIAG_TYPE, at, "'%s' has only %u dimension%s",
                                    s->name, s->type->rank, s->type->rank == 1 ? "" : "s");
        diag_note(c->diags, d, s->at, "'%s' is declared here", s->name);
    } else {
        diag_error(c->diags, DIAG_TYPE, at, "'%s' cannot be indexed", type_quoted(c, of->type));
    }
    return expr_bad(c, at);
}

/* C11 6.5.2.1: p[i] is *(p + i), in either order. */
static struct expr *index_pointer(struct checker *c, struct expr *of, struct expr *i,
                                  struct span at)
{
    if (i->type->kind == TYPE_POINTER && type_is_integer(of->type)) {
        struct expr *swap = of;
        of = i;
        i = swap;
    }
    bool element = of->kind == EXPR_ELEMENT && of->left->kind == EXPR_VARIABLE;
    if (element || of->type->kind != TYPE_POINTER || of->type->base->kind == TYPE_VOID)
        return not_indexable(c, of, at);
    i = as_number(c, i);
    if (!type_is_integer(i->type)) {
        diag_error(c->diags, DIAG_TYPE, i->at, "an index must be an integer, not '%s'",
                   type_quoted(c, i->type));
        return expr_bad(c, at);
    }
    struct expr *p = pointer_add(c, of, i, false, at);
    return expr_is_bad(p) ? p : expr_deref(c, p, at);
}

/* Out[3], the result of In[3], is the variable _3. NULL: this is something else. */
static struct expr *check_result(struct checker *c, const struct node *n)
{
    const struct node *of = n->index.object;
    if (of->kind != NODE_NAME || of->id.scope || strcmp(of->name->text, "Out") ||
        scope_lookup(c, of->name) || n->count != 1 || n->list[0]->kind != NODE_INTEGER)
        return NULL;
    char *name = arena_printf(c->arena, "_%" PRIu64, n->list[0]->integer);
    struct symbol *v = scope_lookup(c, name_cstr(&c->l->names, name));
    if (v)
        return use_symbol(c, v, n->at);
    diag_help(
        c->diags,
        diag_error(c->diags, DIAG_NAME, n->at, "In[%s] has no result that was kept", name + 1),
        "results of the last 1000 cells are kept: numbers, pointers, plain structs, small host "
        "arrays");
    return expr_bad(c, n->at);
}

struct expr *check_index(struct checker *c, const struct node *n)
{
    struct expr *result = check_result(c, n);
    if (result)
        return result;
    struct expr *of = check_expr(c, n->index.object);
    if (of->type->kind == TYPE_DEVICE_ARRAY && n->count)
        return check_subscripts(c, of, n);
    bool object = of->type->kind == TYPE_STRUCT && !slice_among(n);
    bool several = object && (n->count != 1 || n->list[0]->kind == NODE_EXPAND);
    struct call_args values = {0};
    if (object) {
        struct expr *e = several ? index_by_several(c, of, n, &values) : index_object(c, of, n);
        if (e)
            return e;
        if (values.n) {
            e = operator_overload(c, "[]", of, joined(c, &values), n->at);
            if (e)
                return e;
        }
        of = as_number(c, of);
    }
    of = convert_rvalue(c, of);
    struct expr *i = values.n ? joined(c, &values) : subscript_value(c, of, n);
    if (!i || expr_is_bad(of) || expr_is_bad(i))
        return expr_bad(c, n->at);
    return index_pointer(c, of, i, n->at);
}

/* ---- the rest ---- */

static const struct type *string_type(struct checker *c, const struct node *n)
{
    const struct type *element = type_basic(n->op);
    return type_array(c->arena, element, n->text.n / element->size);
}

struct expr *check_string(struct checker *c, const struct node *n)
{
    struct expr *e = expr_new(c, EXPR_STRING, string_type(c, n), n->at);
    e->string = n->text;
    e->lvalue = true;
    return e;
}

struct expr *check_integer(struct checker *c, const struct node *n)
{
    return integer_new(c, type_basic(n->op), (int64_t) n->integer, n->at);
}

struct expr *check_real(struct checker *c, const struct node *n)
{
    struct expr *e = expr_new(c, EXPR_REAL, type_basic(n->op), n->at);
    e->real = n->real;
    return e;
}

struct expr *check_nullptr(struct checker *c, const struct node *n)
{
    return integer_new(c, type_basic(TYPE_NULLPTR), 0, n->at);
}

struct expr *check_stray_pack(struct checker *c, const struct node *n)
{
    diag_error(c->diags, DIAG_TYPE, n->at, "a parameter pack is not allowed here");
    return expr_bad(c, n->at);
}

/* check_init.c checks a list with designators when it initialises an aggregate (C++17 11.6.1). */
struct expr *check_stray_designator(struct checker *c, const struct node *n)
{
    struct diag *d =
        diag_error(c->diags, DIAG_TYPE, n->at, "a designator needs an aggregate to initialise");
    diag_help(c->diags, d, "a class with constructors takes their arguments, in order");
    return expr_bad(c, n->at);
}

struct expr *check_stray_braces(struct checker *c, const struct node *n)
{
    diag_error(c->diags, DIAG_TYPE, n->at, "a braced list needs a type in front of it here");
    return expr_bad(c, n->at);
}
