/* SPDX-License-Identifier: Apache-2.0 */
/* Pointers to members: C++17 8.5 [expr.mptr.oper], 11.3.3 [dcl.mptr]. Their values: struct type, member_of. */
#include "lang/check/class/check_classes.h"

#include "lang/check/core/convert.h"
#include "lang/check/core/functions.h"
#include "lang/check/core/place.h"
#include "lang/check/core/rules.h"
#include "lang/check/core/scope.h"
#include "lang/check/core/symbols.h"
#include "lang/check/core/tree_build.h"

/* A function's type with the object's pointer in front, as member functions have it. */
static const struct type *with_object(struct checker *c, const struct type *f,
                                      const struct type *class, bool is_const)
{
    struct type *t = ARENA_NEW(c->arena, struct type);
    *t = *f;
    t->param_count = f->param_count + 1;
    t->params = ARENA_ARRAY(c->arena, struct param, t->param_count);
    t->params[0] = (struct param){
        .name = intern_cstr(c->l->names.texts, "this"),
        .type = type_pointer(c->arena, type_qualified(c->arena, class, is_const, false))};
    for (uint32_t i = 0; i < f->param_count; i++)
        t->params[i + 1] = f->params[i];
    return t;
}

const struct type *resolve_member_pointer(struct checker *c, const struct node *n,
                                          const struct type *member)
{
    const struct type *class = resolve_type(c, n->derived.extent);
    if (class->kind == TYPE_ERROR || member->kind == TYPE_ERROR)
        return type_basic(TYPE_ERROR);
    if (class->kind != TYPE_STRUCT || type_is_reference(member) || member->kind == TYPE_VOID) {
        diag_error(c->diags, DIAG_TYPE, n->at,
                   "there is no pointer to a '%s' that is a member of '%s'", type_quoted(c, member),
                   type_quoted(c, class));
        return type_basic(TYPE_ERROR);
    }
    if (member->kind == TYPE_FUNCTION)
        member = with_object(c, member, type_plain(class), n->derived.base->flags & FLAG_CONST);
    return type_member_pointer(c->arena, class, member);
}

static struct expr *method_address(struct checker *c, struct symbol *s, struct span at)
{
    const struct type *f = function_signature(c, s);
    if (!f)
        return expr_bad(c, at);
    const struct type *t = type_member_pointer(c->arena, s->member->class, f);
    if (s->member->slot)
        return integer_new(c, t, MEMBER_VIRTUAL + s->member->slot, at);
    struct expr *named = use_symbol(c, s, at), *e = expr_new(c, named->kind, t, at);
    want_body(c, s);
    *e = *named;
    e->type = t;
    return e;
}

struct expr *member_address(struct checker *c, const struct node *n, struct span at)
{
    bool failed;
    const struct type *class = NULL;
    struct field f;
    if (n->kind != NODE_NAME || !n->id.scope || !n->name || n->flags & FLAG_GROUPED)
        return NULL;
    struct symbol *s = scope_lookup_node(c, n, &failed, &class);
    if (failed || !class || class->kind != TYPE_STRUCT || !s)
        return NULL;
    if (s->kind == SYMBOL_FUNCTION && s->member && !s->member->is_static)
        return method_address(c, s, at);
    if (s->kind != SYMBOL_FIELD || !type_field(class, n->name->text, &f))
        return NULL;
    if (f.bit_width) {
        diag_error(c->diags, DIAG_TYPE, at, "a bit-field has no address");
        return expr_bad(c, at);
    }
    return integer_new(c, type_member_pointer(c->arena, class, f.type), (int64_t) f.offset + 1, at);
}

/* ---- object.*pointer ---- */

static struct expr *object_left_of(struct checker *c, const struct node *n, struct expr *l)
{
    if (n->op == TOKEN_DOT_STAR || expr_is_bad(l))
        return l;
    struct expr *p = type_is_class(l->type) ? operator_overload(c, "->", l, NULL, n->at) : NULL;
    p = convert_rvalue(c, p ? p : l);
    if (!expr_is_bad(p) && p->type->kind != TYPE_POINTER) {
        diag_error(c->diags, DIAG_TYPE, n->name_at, "'->*' needs a pointer to an object, not '%s'",
                   type_quoted(c, p->type));
        return expr_bad(c, n->at);
    }
    return expr_is_bad(p) ? p : expr_deref(c, p, n->at);
}

/* The address of the object as one of the pointer's class. */
static struct expr *object_for(struct checker *c, struct expr *object, const struct expr *pointer,
                               const struct node *n)
{
    const struct type *class = pointer->type->member_of, *t = type_plain(object->type);
    if (t->kind != TYPE_STRUCT || type_base_offset(t, class) < 0) {
        diag_error(c->diags, DIAG_TYPE, n->name_at, "'%s' points to a member of '%s', not of '%s'",
                   type_quoted(c, pointer->type), type_quoted(c, class), type_quoted(c, t));
        return expr_bad(c, n->at);
    }
    struct expr *a = object_address(c, object);
    const struct type *to = type_qualified(c->arena, class, object->type->is_const, false);
    return expr_is_bad(a) ? a : class_upcast(c, a, type_pointer(c->arena, to));
}

static bool operands_fit(struct checker *c, const struct node *n, const struct expr *object,
                         const struct expr *pointer)
{
    if (expr_is_bad(object) || expr_is_bad(pointer))
        return false;
    if (pointer->type->kind == TYPE_POINTER && pointer->type->member_of)
        return true;
    diag_error(c->diags, DIAG_TYPE, n->binary.right->at, "'%s' is no pointer to a member",
               type_quoted(c, pointer->type));
    return false;
}

/* Checks both operands. false: *object is the whole expression: a call of operator->*, or bad after a diag. */
static bool operands(struct checker *c, const struct node *n, struct expr **object,
                     struct expr **pointer)
{
    struct expr *l = check_expr(c, n->binary.left);
    if (n->op == TOKEN_ARROW_STAR && !expr_is_bad(l) && type_is_class(l->type)) {
        struct expr *r = check_expr(c, n->binary.right);
        *object = expr_is_bad(r) ? r : operator_overload(c, "->*", l, r, n->at);
        if (*object)
            return false;
    }
    *object = object_left_of(c, n, l);
    *pointer = check_value(c, n->binary.right);
    if (!operands_fit(c, n, *object, *pointer)) {
        *object = expr_bad(c, n->at);
        return false;
    }
    return true;
}

struct expr *check_pointed_member(struct checker *c, const struct node *n)
{
    struct expr *object, *pointer;
    const struct type *word = type_basic(TYPE_LONG);
    if (!operands(c, n, &object, &pointer))
        return object;
    const struct type *member = pointer->type->base;
    if (member->kind == TYPE_FUNCTION) {
        struct diag *d =
            diag_error(c->diags, DIAG_TYPE, n->at, "a member function can only be called");
        diag_help(c->diags, d, "write (object.*pointer)(arguments)");
        return expr_bad(c, n->at);
    }
    struct expr *whole = object_for(c, object, pointer, n);
    if (expr_is_bad(whole))
        return whole;
    const struct type *t = type_qualified(c->arena, member, object->type->is_const, false);
    struct expr *offset = binary_new(c, EXPR_SUBTRACT, word, convert_to(c, pointer, word),
                                     integer_new(c, word, 1, n->at));
    struct expr *sum = binary_new(c, EXPR_ADD, word, convert_to(c, whole, word), offset);
    struct expr *place = expr_deref(c, convert_to(c, sum, type_pointer(c->arena, t)), n->at);
    place->xvalue = object->xvalue;
    return place;
}

/* ---- (object.*pointer)(arguments) ---- */

struct expr *pointed_method(struct checker *c, const struct node *n, struct expr **out_object)
{
    struct expr *object, *pointer;
    if (n->kind != NODE_BINARY || (n->op != TOKEN_DOT_STAR && n->op != TOKEN_ARROW_STAR))
        return NULL;
    *out_object = NULL;
    if (!operands(c, n, &object, &pointer))
        return object;
    const struct type *f = pointer->type->base;
    if (f->kind !=
        TYPE_FUNCTION) { /* a member that is itself a pointer to a function, or an object */
        return check_pointed_member(c, n);
    }
    if (object->type->is_const && !f->params[0].type->base->is_const) {
        diag_error(c->diags, DIAG_TYPE, n->at,
                   "the member function is not const, but the object is");
        return expr_bad(c, n->at);
    }
    struct expr *whole = object_for(c, object, pointer, n);
    if (expr_is_bad(whole))
        return whole;
    const struct type *any = type_pointer(c->arena, type_basic(TYPE_VOID));
    struct symbol *kept = put_hidden(c, whole->type, whole, n->at),
                  *method = put_hidden(c, type_plain(pointer->type), pointer, n->at);
    struct expr *args[] = {convert_to(c, use_symbol(c, kept, n->at), any),
                           convert_to(c, use_symbol(c, method, n->at), any)};
    *out_object =
        convert_to(c, library_call(c, "__member_object", args, 2, n->at), f->params[0].type);
    struct expr *again[] = {convert_to(c, use_symbol(c, kept, n->at), any),
                            convert_to(c, use_symbol(c, method, n->at), any)};
    return convert_to(c, library_call(c, "__member_function", again, 2, n->at),
                      type_pointer(c->arena, f));
}
