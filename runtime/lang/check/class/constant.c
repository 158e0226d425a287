/* SPDX-License-Identifier: Apache-2.0 */
/* Constant expressions that call constexpr functions (C++17 8.20 [expr.const]): the typed trees are executed while the cell is checked.
 * Operators are those of fold.c. Whatever is not allowed there, or undefined, ends the evaluation without a value. */
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "lang/check/class/check_classes.h"
#include "lang/check/core/convert.h"
#include "lang/check/core/functions.h"
#include "lang/check/core/rules.h"
#include "lang/check/core/tree_build.h"

enum { STEPS_MAX = 1 << 19, DEPTH_MAX = 400, OBJECT_MAX = 1 << 22, INSTANCES_MAX = 50 };

/* A variable, a temporary or a string. Pointers hold its number and an offset in bytes: see address_of. */
struct constant_object {
    const void *key;           /* its symbol, or the expression that makes it */
    unsigned char *bytes, *is; /* is: for each byte, whether it has a value */
    uint64_t size;
    uint32_t number; /* never used again */
    bool fixed;      /* of a variable outside the evaluation, or a string */
};

enum constant_flow { FLOW_NEXT, FLOW_BREAK, FLOW_CONTINUE, FLOW_RETURN, FLOW_FAIL };

struct evaluation {
    struct checker *c;
    struct arena scratch, *arena;                 /* arena: the checker's own */
    VEC(struct constant_object) objects, lasting; /* lasting: until the evaluation ends */
    size_t frame;                                 /* the first object of the running function */
    uint32_t numbers;
    uint32_t steps, depth;
    uint64_t result; /* where the running function's value goes, if it is an object */
    struct expr *returned;
};

static struct expr *value_at(struct evaluation *v, const struct expr *e);
static uint64_t place_at(struct evaluation *v, const struct expr *e);
static bool make_at(struct evaluation *v, uint64_t at, const struct type *t, const struct expr *e);
static enum constant_flow run(struct evaluation *v, const struct stmt *s);
static bool discard(struct evaluation *v, const struct expr *e);

static bool is_constant(const struct expr *e)
{
    return e->kind == EXPR_INTEGER || e->kind == EXPR_REAL;
}

static bool holds(const struct expr *e)
{
    return e->kind == EXPR_REAL ? e->real != 0 : e->integer || e->upper;
}

static struct expr *integer(struct evaluation *v, const struct type *t, int64_t value)
{
    return integer_new(v->c, t, value, (struct span){0});
}

/* ---- objects ---- */

static uint64_t address_of(const struct constant_object *o)
{
    return (uint64_t) o->number << 32;
}

static struct constant_object object_of(struct evaluation *v, const void *key, uint64_t size)
{
    struct constant_object o = {.key = key, .size = size, .number = ++v->numbers};
    o.bytes = xcalloc(2 * size + 1, 1);
    o.is = o.bytes + size;
    return o;
}

/* Its address, or 0: it is too large. */
static uint64_t object_new(struct evaluation *v, const void *key, uint64_t size)
{
    if (size > OBJECT_MAX)
        return 0;
    VEC_PUSH(&v->objects, object_of(v, key, size));
    return address_of(&VEC_LAST(&v->objects));
}

static void objects_end(struct evaluation *v, size_t from)
{
    while (v->objects.n > from)
        free(v->objects.at[--v->objects.n].bytes);
}

/* The object that holds `size` bytes from an address on. NULL: none does. */
static struct constant_object *object_at(struct evaluation *v, uint64_t at, uint64_t size)
{
    for (size_t i = v->objects.n + v->lasting.n; i-- > 0;) {
        struct constant_object *o =
            i < v->lasting.n ? v->lasting.at + i : v->objects.at + (i - v->lasting.n);
        if (o->number == at >> 32)
            return (uint32_t) at + size <= o->size ? o : NULL;
    }
    return NULL;
}

/* A variable of the running function, or a lasting object. 0: there is none. */
static uint64_t find(const struct evaluation *v, const void *key)
{
    for (size_t i = v->objects.n; i-- > v->frame;)
        if (v->objects.at[i].key == key)
            return address_of(v->objects.at + i);
    VEC_EACH (o, &v->lasting)
        if (o->key == key)
            return address_of(o);
    return 0;
}

static struct expr *load(struct evaluation *v, uint64_t at, const struct type *t)
{
    t = type_plain(t);
    const struct constant_object *o = object_at(v, at, t->size);
    if (!o || !type_is_scalar(t) || t->size > 16 || memchr(o->is + (uint32_t) at, 0, t->size))
        return NULL;
    const unsigned char *from = o->bytes + (uint32_t) at;
    if (type_is_floating(t)) {
        struct expr *e = expr_new(v->c, EXPR_REAL, t, (struct span){0});
        float f;
        double d;
        memcpy(t->size == 4   ? (void *) &f
               : t->size == 8 ? (void *) &d
                              : (void *) &e->real,
               from, t->size);
        e->real = t->size == 4 ? f : t->size == 8 ? d : e->real;
        return e;
    }
    int64_t value[2] = {0};
    memcpy(value, from, t->size);
    struct expr *e = integer(v, t, fold_wrap(t, value[0]));
    e->upper = value[1];
    return e;
}

static bool store(struct evaluation *v, uint64_t at, const struct type *t, const struct expr *value)
{
    t = type_plain(t);
    struct constant_object *o = object_at(v, at, t->size);
    if (!o || o->fixed || !type_is_scalar(t) || t->size > 16)
        return false;
    float f = (float) value->real;
    double d = (double) value->real;
    int64_t parts[] = {value->integer, value->upper};
    const void *from = value->kind == EXPR_INTEGER ? (const void *) parts
                       : t->size == 4              ? (const void *) &f
                       : t->size == 8              ? (const void *) &d
                                                   : (const void *) &value->real;
    memcpy(o->bytes + (uint32_t) at, from, t->size);
    memset(o->is + (uint32_t) at, 1, t->size);
    return true;
}

static bool copy(struct evaluation *v, uint64_t to, uint64_t from, uint64_t size)
{
    struct constant_object *a = object_at(v, to, size), *b = object_at(v, from, size);
    if (!a || !b || a->fixed)
        return false;
    memmove(a->bytes + (uint32_t) to, b->bytes + (uint32_t) from, size);
    memmove(a->is + (uint32_t) to, b->is + (uint32_t) from, size);
    return true;
}

static bool clear(struct evaluation *v, uint64_t at, uint64_t size)
{
    struct constant_object *o = object_at(v, at, size);
    if (!o)
        return false;
    memset(o->bytes + (uint32_t) at, 0, size);
    memset(o->is + (uint32_t) at, 1, size);
    return true;
}

/* ---- calls ---- */

static bool may_run(const struct function *f)
{
    const struct node *n = f->syntax;
    return f->library || !n || n->flags & FLAG_CONSTEXPR || n->kind != NODE_FUNCTION;
}

static const struct stmt *body_of(struct evaluation *v, const struct symbol *s)
{
    struct checker *c = v->c;
    struct function *f = s->function;
    if (!f->body && c->function != f && c->instantiations < INSTANCES_MAX && f->syntax) {
        struct arena *arena = c->arena;
        c->arena = f->library || s->member ? &c->l->arena : v->arena;
        c->instantiations++;
        check_function_now(c, f);
        c->instantiations--;
        c->arena = arena;
    }
    return f->body;
}

/* The parameters of a function become objects, without names as yet: an argument may mention those of the running call. */
static bool pass(struct evaluation *v, const struct expr *e, const struct function *f,
                 uint64_t object, size_t *own)
{
    uint32_t first = object ? 1 : 0;
    for (uint32_t i = 0; i < e->arg_count + first; i++) {
        const struct type *t = f->params[i]->type;
        own[i] = v->objects.n;
        uint64_t at = object_new(v, NULL, t->size);
        bool good = !at || i >= first ? at && make_at(v, at, t, e->args[i - first])
                                      : store(v, at, t, integer(v, t, (int64_t) object));
        if (!good)
            return false;
    }
    for (uint32_t i = 0; i < e->arg_count + first; i++)
        v->objects.at[own[i]].key = f->params[i];
    return true;
}

/* Calls e's function; object: what a constructor makes, or 0; result: where an object goes that the function returns. A scalar that it returns is in
 * v->returned. false: not constant. */
static bool call(struct evaluation *v, const struct expr *e, uint64_t object, uint64_t result)
{
    const struct symbol *s = e->symbol;
    if (!s || s->kind != SYMBOL_FUNCTION || e->virtual_slot || v->depth >= DEPTH_MAX)
        return false;
    const struct function *f = s->function;
    const struct stmt *body = may_run(f) ? body_of(v, s) : NULL;
    if (!body || e->arg_count + (object ? 1 : 0) != f->type->param_count)
        return false;
    size_t first = v->objects.n, frame = v->frame;
    size_t *own = ARENA_ARRAY(&v->scratch, size_t, f->type->param_count + 1);
    uint64_t outer = v->result;
    bool good = pass(v, e, f, object, own);
    size_t mark =
        v->objects.n; /* the arguments' temporaries last until the caller's statement ends */
    v->frame = first;
    v->result = result;
    v->returned = NULL;
    v->depth++;
    enum constant_flow flow = good ? run(v, body) : FLOW_FAIL;
    v->depth--;
    v->frame = frame;
    v->result = outer;
    if (flow == FLOW_NEXT)
        v->returned = NULL;
    objects_end(v, mark);
    for (uint32_t i = 0; good && i < f->type->param_count; i++)
        v->objects.at[own[i]].key = NULL;
    return flow == FLOW_NEXT || flow == FLOW_RETURN;
}

/* ---- objects from expressions ---- */

static bool make_string(struct evaluation *v, uint64_t at, const struct type *t,
                        const struct expr *e)
{
    struct constant_object *o = object_at(v, at, t->size);
    uint64_t n = e->string.n < t->size ? e->string.n : t->size;
    if (!o || t->base->size != 1 || !clear(v, at, t->size))
        return false;
    memcpy(o->bytes + (uint32_t) at, e->string.p, n);
    return true;
}

static bool make_parts(struct evaluation *v, uint64_t at, const struct type *t,
                       const struct expr *e)
{
    bool good = clear(v, at, t->size);
    for (uint32_t i = 0; good && i < e->init_count; i++)
        good = !e->inits[i].bits &&
               make_at(v, at + e->inits[i].offset, e->inits[i].value->type, e->inits[i].value);
    return good;
}

static bool construct(struct evaluation *v, uint64_t at, const struct type *t, const struct expr *e)
{
    if (t->kind == TYPE_ARRAY) {
        for (uint64_t i = 0; i < t->count; i++)
            if (!construct(v, at + i * t->base->size, type_plain(t->base), e))
                return false;
        return true;
    }
    if (!e->symbol)
        return clear(v, at, t->size);
    return call(v, e, at, 0);
}

/* An object of type t at an address becomes the value of e. */
static bool make_at(struct evaluation *v, uint64_t at, const struct type *t, const struct expr *e)
{
    t = type_plain(t);
    if (++v->steps > STEPS_MAX)
        return false;
    if (type_is_scalar(t)) {
        const struct expr *value = value_at(v, e);
        return value && store(v, at, t, value);
    }
    switch (e->kind) {
    case EXPR_STRING: return make_string(v, at, t, e);
    case EXPR_AGGREGATE: return make_parts(v, at, t, e);
    case EXPR_CONSTRUCT: return construct(v, at, t, e);
    case EXPR_CALL: return call(v, e, 0, at);
    case EXPR_CONDITIONAL: {
        const struct expr *which = value_at(v, e->condition);
        return which && make_at(v, at, t, holds(which) ? e->left : e->right);
    }
    default: break;
    }
    uint64_t from = place_at(v, e);
    return from && copy(v, at, from, t->size);
}

/* ---- places ---- */

/* A variable outside of the evaluation: its value if it is constant, or else no value, as only its address may be used. */
static uint64_t outside(struct evaluation *v, const struct symbol *s)
{
    const struct expr *e = s->elements ? s->elements : known_value(v->c, s, s->at);
    VEC_PUSH(&v->lasting, object_of(v, s, s->type->size > OBJECT_MAX ? 0 : s->type->size));
    size_t own = v->lasting.n - 1, frame = v->frame;
    uint64_t at = address_of(v->lasting.at + own);
    v->frame = v->objects.n;
    bool good = !e || make_at(v, at, s->type, e);
    v->frame = frame;
    v->lasting.at[own].fixed = true;
    return good ? at : 0;
}

static uint64_t temporary(struct evaluation *v, const struct expr *e)
{
    uint64_t at = object_new(v, NULL, e->type->size);
    return at && make_at(v, at, e->type, e) ? at : 0;
}

static uint64_t string_place(struct evaluation *v, const struct expr *e)
{
    uint64_t known = find(v, e);
    if (known)
        return known;
    VEC_PUSH(&v->lasting, object_of(v, e, e->type->size));
    uint64_t at = address_of(&VEC_LAST(&v->lasting));
    bool good = make_string(v, at, type_plain(e->type), e);
    object_at(v, at, 0)->fixed = true;
    return good ? at : 0;
}

/* The address of an lvalue, or of a temporary with a value of class type; 0: not constant. */
static uint64_t place_at(struct evaluation *v, const struct expr *e)
{
    if (++v->steps > STEPS_MAX)
        return 0;
    switch (e->kind) {
    case EXPR_VARIABLE: {
        uint64_t at = find(v, e->symbol);
        return at ? at : outside(v, e->symbol);
    }
    case EXPR_STRING: return string_place(v, e);
    case EXPR_DEREF: {
        const struct expr *p = value_at(v, e->left);
        return p ? (uint64_t) p->integer : 0;
    }
    case EXPR_MEMBER: {
        uint64_t at = e->field->bit_width ? 0 : place_at(v, e->left);
        return at ? at + e->field->offset : 0;
    }
    case EXPR_COMMA: return discard(v, e->left) ? place_at(v, e->right) : 0;
    case EXPR_ASSIGN:
    case EXPR_ASSIGN_OP:
    case EXPR_INCREMENT: return value_at(v, e) ? place_at(v, e->left) : 0;
    case EXPR_CONDITIONAL: {
        const struct expr *which = value_at(v, e->condition);
        return which ? place_at(v, holds(which) ? e->left : e->right) : 0;
    }
    case EXPR_AGGREGATE:
    case EXPR_CONSTRUCT:
    case EXPR_CALL: return type_is_scalar(e->type) ? 0 : temporary(v, e);
    default: return 0;
    }
}

/* ---- values ---- */

/* The operator of e for values. NULL: fold.c does not compute it. */
static struct expr *operate(struct evaluation *v, const struct expr *e, struct expr *left,
                            struct expr *right)
{
    struct expr made = *e;
    made.left = left;
    made.right = right;
    struct expr *value = fold_expr(v->c, &made);
    return value != &made && is_constant(value) ? value : NULL;
}

static struct expr *converted(struct evaluation *v, const struct expr *e)
{
    bool object = !type_is_scalar(e->left->type) && e->left->type->kind != TYPE_VOID;
    if (object)
        return e->type->kind == TYPE_VOID && place_at(v, e->left)
                   ? integer(v, type_basic(TYPE_INT), 0)
                   : NULL;
    struct expr *from = value_at(v, e->left);
    bool pointer = e->left->type->kind == TYPE_POINTER, to_pointer = e->type->kind == TYPE_POINTER;
    if (e->type->kind == TYPE_VOID)
        return from;
    if (!from || (pointer && !to_pointer && e->type->kind != TYPE_BOOL) ||
        (to_pointer && !pointer && from->integer))
        return NULL;
    if (pointer && !to_pointer)
        return integer(v, e->type, from->integer != 0);
    struct expr made = *e;
    made.left = from;
    struct expr *value = fold_expr(v->c, &made);
    return value != &made ? value : NULL;
}

static struct expr *moved(struct evaluation *v, const struct type *t, const struct expr *p,
                          int64_t by)
{
    int64_t offset = (int64_t) (uint32_t) p->integer + by;
    bool good = p->integer && offset >= 0 && offset <= OBJECT_MAX;
    return good ? integer(v, t, (int64_t) ((uint64_t) p->integer >> 32 << 32) + offset) : NULL;
}

static struct expr *assigned(struct evaluation *v, const struct expr *e)
{
    if (!type_is_scalar(e->type)) {
        uint64_t to = place_at(v, e->left), from = to ? place_at(v, e->right) : 0;
        return from && copy(v, to, from, e->type->size) ? integer(v, type_basic(TYPE_INT), 0)
                                                        : NULL;
    }
    struct expr *value = value_at(v, e->right);
    uint64_t at = value && !(e->left->kind == EXPR_MEMBER && e->left->field->bit_width)
                      ? place_at(v, e->left)
                      : 0;
    return at && store(v, at, e->type, value) ? value : NULL;
}

static struct expr *cast(struct evaluation *v, struct expr *value, const struct type *t)
{
    struct expr made = {.kind = EXPR_CONVERT, .type = type_plain(t), .left = value};
    if (value->type->kind == made.type->kind)
        return value;
    struct expr *to = fold_expr(v->c, &made);
    return to != &made ? to : NULL;
}

static struct expr *assigned_op(struct evaluation *v, const struct expr *e)
{
    uint64_t at = place_at(v, e->left);
    struct expr *right = at ? value_at(v, e->right) : NULL,
                *old = right ? load(v, at, e->left->type) : NULL;
    struct expr *value = NULL;
    if (old && e->op == EXPR_POINTER_ADD) {
        value = e->scale ? moved(v, old->type, old, right->integer * (int64_t) e->scale) : NULL;
    } else if (old) {
        struct expr made = {.kind = e->op, .type = e->computed};
        struct expr *left = cast(v, old, e->computed);
        value = left ? operate(v, &made, left, right) : NULL;
        value = value ? cast(v, value, e->left->type) : NULL;
    }
    return value && store(v, at, e->left->type, value) ? value : NULL;
}

static struct expr *incremented(struct evaluation *v, const struct expr *e)
{
    uint64_t at = place_at(v, e->left);
    struct expr *old = at ? load(v, at, e->left->type) : NULL, *new = NULL;
    if (old && old->type->kind == TYPE_POINTER)
        new = e->scale ? moved(v, old->type, old, e->step * (int64_t) e->scale) : NULL;
    else if (old && old->kind == EXPR_INTEGER && !type_is_int128(old->type))
        new = integer(v, old->type,
                      fold_wrap(old->type, (int64_t) ((uint64_t) old->integer +
                                                      (uint64_t) (int64_t) e->step)));
    else if (old)
        new = operate(v, &(struct expr){.kind = EXPR_ADD, .type = old->type}, old,
                      cast(v, integer(v, type_basic(TYPE_INT), e->step), old->type));
    if (!new || !store(v, at, e->left->type, new))
        return NULL;
    return e->postfix ? old : new;
}

static struct expr *pointer_value(struct evaluation *v, const struct expr *e)
{
    if (e->kind == EXPR_DECAY || e->kind == EXPR_ADDRESS) {
        uint64_t at = place_at(v, e->left);
        return at ? integer(v, e->type, (int64_t) at) : NULL;
    }
    struct expr *left = value_at(v, e->left);
    if (!left)
        return NULL;
    if (e->kind == EXPR_UPCAST)
        return left->integer ? moved(v, e->type, left, e->integer) : left;
    struct expr *right = value_at(v, e->right);
    if (!right || !e->scale)
        return NULL;
    if (e->kind == EXPR_POINTER_ADD)
        return moved(v, e->type, left, right->integer * (int64_t) e->scale);
    bool same = left->integer >> 32 == right->integer >> 32;
    return same ? integer(v, e->type, (left->integer - right->integer) / (int64_t) e->scale) : NULL;
}

static struct expr *chosen(struct evaluation *v, const struct expr *e)
{
    const struct expr *first = value_at(v, e->kind == EXPR_CONDITIONAL ? e->condition : e->left);
    if (!first)
        return NULL;
    if (e->kind == EXPR_CONDITIONAL)
        return value_at(v, holds(first) ? e->left : e->right);
    if (holds(first) == (e->kind == EXPR_LOGICAL_OR))
        return integer(v, e->type, holds(first));
    const struct expr *second = value_at(v, e->right);
    return second ? integer(v, e->type, holds(second)) : NULL;
}

static struct expr *called(struct evaluation *v, const struct expr *e)
{
    if (!call(v, e, 0, 0))
        return NULL;
    return v->returned                  ? v->returned
           : e->type->kind == TYPE_VOID ? integer(v, type_basic(TYPE_INT), 0)
                                        : NULL;
}

/* Of a member, or of a hidden variable that holds a temporary. */
static struct expr *initialised(struct evaluation *v, const struct expr *e)
{
    const struct expr *to = e->left;
    bool hidden = to->kind == EXPR_VARIABLE && !find(v, to->symbol);
    uint64_t at = hidden ? object_new(v, to->symbol, to->type->size) : place_at(v, to);
    bool good = at && make_at(v, at, to->type, e->right);
    return good ? integer(v, type_basic(TYPE_INT), 0) : NULL;
}

/* The characters from an address on, up to `end` of them or the null character. NULL: some have no value. */
static const unsigned char *text_at(struct evaluation *v, const struct expr *p, uint64_t n)
{
    const struct constant_object *o =
        p && p->integer ? object_at(v, (uint64_t) p->integer, n) : NULL;
    uint64_t at = o ? (uint32_t) p->integer : 0;
    if (o && !n) {
        const unsigned char *end = memchr(o->bytes + at, 0, o->size - at);
        n = end ? (uint64_t) (end - (o->bytes + at)) + 1 : 0;
    }
    return o && n && !memchr(o->is + at, 0, n) ? o->bytes + at : NULL;
}

static int sign(int order)
{
    return (order > 0) - (order < 0);
}

/* strlen, strcmp and memcmp, which g++ computes in constant expressions. */
static struct expr *text_value(struct evaluation *v, const struct expr *e, struct expr *const *args)
{
    const char *name = e->symbol->name;
    bool bytes = !strcmp(name, "memcmp"), length = !strcmp(name, "strlen");
    uint64_t n = bytes ? (uint64_t) args[2]->integer : 0;
    if (!bytes && !length && strcmp(name, "strcmp") != 0)
        return NULL;
    if (bytes && !n)
        return integer(v, e->type, 0);
    const char *a = (const char *) text_at(v, args[0], n);
    const char *b = length ? a : (const char *) text_at(v, args[1], n);
    if (!a || !b)
        return NULL;
    return integer(v, e->type,
                   length  ? (int64_t) strlen(a)
                   : bytes ? sign(memcmp(a, b, n))
                           : sign(strcmp(a, b)));
}

static struct expr *library_value(struct evaluation *v, const struct expr *e)
{
    enum { ARGS = 3 };

    struct expr *args[ARGS], *value;
    double numbers[ARGS], result;
    bool real = type_is_floating(e->type) && e->type->size <= 8, whole = !real;
    for (uint32_t i = 0; i < e->arg_count && i < ARGS; i++) {
        args[i] = value_at(v, e->args[i]);
        if (!args[i])
            return NULL;
        real &= args[i]->kind == EXPR_REAL;
        numbers[i] = (double) args[i]->real;
    }
    if (!e->arg_count && !strcmp(e->symbol->name, "__builtin_is_constant_evaluated"))
        return integer(v, e->type, true);
    if (!e->arg_count || e->arg_count > ARGS)
        return NULL;
    if (whole && e->type->size <= 8 && e->arg_count == 1 && !strcmp(e->symbol->name, "abs"))
        return integer(v, e->type, args[0]->integer < 0 ? -args[0]->integer : args[0]->integer);
    if (whole)
        return text_value(v, e, args);
    if (!real || !constant_math(e->symbol->name, numbers, e->arg_count, &result))
        return NULL;
    value = expr_new(v->c, EXPR_REAL, type_plain(e->type), e->at);
    value->real = e->type->size == 4 ? (float) result : result;
    return value;
}

/* The value of an expression of scalar or void type. NULL: it is not constant. */
static struct expr *value_at(struct evaluation *v, const struct expr *e)
{
    if (!e || ++v->steps > STEPS_MAX)
        return NULL;
    switch (e->kind) {
    case EXPR_INTEGER:
        return e->type->kind == TYPE_POINTER && e->integer ? NULL : (struct expr *) (uintptr_t) e;
    case EXPR_REAL: return (struct expr *) (uintptr_t) e;
    case EXPR_CONVERT: return converted(v, e);
    case EXPR_DECAY:
    case EXPR_ADDRESS:
    case EXPR_UPCAST:
    case EXPR_POINTER_ADD:
    case EXPR_POINTER_DIFF: return pointer_value(v, e);
    case EXPR_LOGICAL_AND:
    case EXPR_LOGICAL_OR:
    case EXPR_CONDITIONAL: return chosen(v, e);
    case EXPR_COMMA: return discard(v, e->left) ? value_at(v, e->right) : NULL;
    case EXPR_ASSIGN: return assigned(v, e);
    case EXPR_ASSIGN_OP: return assigned_op(v, e);
    case EXPR_INCREMENT: return incremented(v, e);
    case EXPR_CALL: return called(v, e);
    case EXPR_BUILTIN: return library_value(v, e);
    case EXPR_INIT: return initialised(v, e);
    case EXPR_VARIABLE:
    case EXPR_DEREF:
    case EXPR_MEMBER:
    case EXPR_STRING: {
        uint64_t at = place_at(v, e);
        return at ? load(v, at, e->type) : NULL;
    }
    default: break;
    }
    bool operates = e->kind >= EXPR_NEGATE && e->kind <= EXPR_NOT_EQUAL;
    struct expr *left = operates ? value_at(v, e->left) : NULL;
    struct expr *right = left && e->right ? value_at(v, e->right) : NULL;
    return left && (right || !e->right) ? operate(v, e, left, right) : NULL;
}

/* ---- statements ---- */

static bool discard(struct evaluation *v, const struct expr *e)
{
    bool object = !type_is_scalar(e->type) && e->type->kind != TYPE_VOID;
    return object ? place_at(v, e) != 0 : value_at(v, e) != NULL;
}

static enum constant_flow run_from(struct evaluation *v, const struct stmt *block, uint32_t first)
{
    size_t mark = v->objects.n;
    enum constant_flow flow = FLOW_NEXT;
    for (uint32_t i = first; flow == FLOW_NEXT && i < block->count; i++)
        flow = run(v, block->list[i]);
    if (mark <= v->objects.n)
        objects_end(v, mark);
    return flow;
}

static enum constant_flow declare(struct evaluation *v, const struct stmt *s)
{
    const struct symbol *local = s->symbol;
    if (local->storage == STORAGE_STATIC || local->type->unsized)
        return FLOW_FAIL;
    uint64_t at = object_new(v, NULL, local->type->size);
    size_t own = v->objects.n - 1;
    if (!at || (s->expr && !make_at(v, at, local->type, s->expr)))
        return FLOW_FAIL;
    v->objects.at[own].key = local;
    return FLOW_NEXT;
}

static bool is_label(const struct stmt *s, const struct stmt *wanted)
{
    for (; s && s->kind == STMT_CASE; s = s->body)
        if (s == wanted)
            return true;
    return false;
}

static enum constant_flow run_switch(struct evaluation *v, const struct stmt *s)
{
    const struct expr *e = value_at(v, s->expr);
    const struct stmt *to = NULL;
    if (!e || s->body->kind != STMT_BLOCK)
        return FLOW_FAIL;
    for (uint32_t i = 0; i < s->case_count; i++)
        if (s->cases[i]->is_default
                ? !to
                : s->cases[i]->value <= e->integer && e->integer <= s->cases[i]->last)
            to = s->cases[i];
    for (uint32_t i = 0; to && i < s->body->count; i++)
        if (is_label(s->body->list[i], to)) {
            enum constant_flow flow = run_from(v, s->body, i);
            return flow == FLOW_BREAK ? FLOW_NEXT : flow;
        }
    return to ? FLOW_FAIL : FLOW_NEXT;
}

static enum constant_flow run_loop(struct evaluation *v, const struct stmt *s)
{
    enum constant_flow flow = s->init ? run(v, s->init) : FLOW_NEXT;
    bool first = s->kind == STMT_DO;
    while (flow == FLOW_NEXT) {
        size_t mark = v->objects.n;
        const struct expr *goes = first || !s->expr ? NULL : value_at(v, s->expr);
        if (!first && s->expr && !goes)
            return FLOW_FAIL;
        if (goes && !holds(goes))
            return FLOW_NEXT;
        first = false;
        flow = run(v, s->body);
        objects_end(v, mark);
        if (flow == FLOW_BREAK)
            return FLOW_NEXT;
        flow = flow == FLOW_CONTINUE ? FLOW_NEXT : flow;
        if (flow == FLOW_NEXT && s->step && !discard(v, s->step))
            return FLOW_FAIL;
    }
    return flow;
}

static enum constant_flow run_return(struct evaluation *v, const struct stmt *s)
{
    v->returned = NULL;
    if (!s->expr)
        return FLOW_RETURN;
    if (v->result)
        return make_at(v, v->result, s->expr->type, s->expr) ? FLOW_RETURN : FLOW_FAIL;
    struct expr *value = value_at(v, s->expr);
    v->returned = value;
    return value ? FLOW_RETURN : FLOW_FAIL;
}

static enum constant_flow run(struct evaluation *v, const struct stmt *s)
{
    if (!s)
        return FLOW_NEXT;
    if (++v->steps > STEPS_MAX)
        return FLOW_FAIL;
    switch (s->kind) {
    case STMT_EMPTY:
    case STMT_GUARD: return FLOW_NEXT;
    case STMT_EXPR: return discard(v, s->expr) ? FLOW_NEXT : FLOW_FAIL;
    case STMT_DECLARE: return declare(v, s);
    case STMT_BLOCK: return run_from(v, s, 0);
    case STMT_IF: {
        const struct expr *e = value_at(v, s->expr);
        return !e ? FLOW_FAIL : run(v, holds(e) ? s->body : s->otherwise);
    }
    case STMT_WHILE:
    case STMT_DO:
    case STMT_FOR: {
        size_t mark = v->objects.n;
        enum constant_flow flow = run_loop(v, s);
        objects_end(v, mark);
        return flow;
    }
    case STMT_SWITCH: return run_switch(v, s);
    case STMT_CASE: return run(v, s->body);
    case STMT_BREAK: return FLOW_BREAK;
    case STMT_CONTINUE: return FLOW_CONTINUE;
    case STMT_RETURN: return run_return(v, s);
    default: return FLOW_FAIL;
    }
}

struct expr *constant_value(struct checker *c, struct expr *e)
{
    if (is_constant(e) || !type_is_arithmetic(e->type) || expr_is_bad(e))
        return e;
    struct evaluation v = {.c = c, .arena = c->arena};
    c->arena = &v.scratch;
    struct expr *value = value_at(&v, e);
    c->arena = v.arena;
    if (value) {
        struct expr *made = expr_new(c, value->kind, type_plain(e->type), e->at);
        made->integer = value->integer;
        made->upper = value->upper;
        if (value->kind == EXPR_REAL)
            made->real = value->real;
        e = made;
    }
    objects_end(&v, 0);
    VEC_EACH (o, &v.lasting)
        free(o->bytes);
    VEC_FREE(&v.lasting);
    VEC_FREE(&v.objects);
    arena_free(&v.scratch);
    return e;
}
