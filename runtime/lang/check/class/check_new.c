/* SPDX-License-Identifier: Apache-2.0 */
/* new and delete: calls of the library rows __new and __delete. An initialised object goes through a hidden
 * variable: ((p = new), (*p = value), p). */
#include "lang/check/core/rules.h"

#include "lang/check/class/check_classes.h"
#include "lang/check/core/convert.h"
#include "lang/check/core/place.h"
#include "lang/check/core/scope.h"
#include "lang/check/core/symbols.h"
#include "lang/check/core/tree_build.h"

static struct expr *comma(struct checker *c, struct expr *l, struct expr *r)
{
    struct expr *e = expr_new(c, EXPR_COMMA, r->type, r->at);
    e->left = l;
    e->right = r;
    return e;
}

static struct expr *assign(struct checker *c, struct expr *to, struct expr *value)
{
    struct expr *e = expr_new(c, EXPR_ASSIGN, type_plain(to->type), value->at);
    e->left = to;
    e->right = value;
    return e;
}

/* The initial value of new T(x) and new T{...}. NULL: it stays zero. After an error: expr_bad. */
static struct expr *initial(struct checker *c, const struct node *n, const struct type *t)
{
    if (n->allocation.count)
        return NULL;
    if (!n->allocation.init)
        return fresh_value(c, t, n->at);
    if (!n->allocation.init->count && !type_is_class(t) && !n->allocation.place)
        return fresh_value(c, t, n->at); /* the memory is zero */
    return construct_from_list(c, t, n->allocation.init, n->flags & FLAG_BRACES,
                               n->allocation.init->at);
}

/* Constructs the elements of a new array, if construction is not trivial. */
static struct expr *array_made(struct checker *c, struct expr *p, struct expr *count,
                               const struct type *t, struct span at)
{
    struct expr *one = fresh_value(c, t, at);
    if (!one || expr_is_bad(one))
        return one;
    const struct type *any = type_pointer(c->arena, type_basic(TYPE_VOID)),
                      *ulong = type_basic(TYPE_ULONG);
    const struct type *element = type_element(t);
    struct expr *function = expr_new(c, EXPR_FUNCTION, any, at);
    function->symbol = element_constructor(c, one);
    count = binary_new(c, EXPR_MULTIPLY, ulong, count,
                       integer_new(c, ulong, (int64_t) (t->size / element->size), at));
    return library_call(c, "__construct",
                        (struct expr *[]){convert_to(c, p, any), count,
                                          integer_new(c, ulong, (int64_t) element->size, at),
                                          function},
                        4, at);
}

static struct expr *init(struct checker *c, struct expr *place, struct expr *value)
{
    struct expr *e = expr_new(c, EXPR_INIT, type_basic(TYPE_VOID), value->at);
    e->left = place;
    e->right = value;
    return e;
}

static bool fresh_needed(const struct type *t)
{
    const struct type *element = type_plain(type_element(t));
    return type_is_class(element) &&
           (element->class->fresh || element->class->no_fresh || element->class->abstract);
}

/* A new expression being built. p: the hidden variable that points to the object; number: the one with the count, if
 * that is used twice, else NULL. */
struct new_object {
    const struct node *node;
    const struct type *type;
    struct expr *count, *size;
    struct expr *listed; /* the values of the first elements, an array; NULL: no list gives any */
    struct symbol *p, *number;
    bool nothrow;
};

/* Whether new T[n] has elements to construct that no list gives. */
static bool makes_elements(struct checker *c, const struct new_object *o)
{
    if (!o->node->allocation.count || !fresh_needed(o->type))
        return false;
    const struct expr *count = check_constant(c, o->count);
    return !o->listed || count->kind != EXPR_INTEGER ||
           (uint64_t) count->integer > o->listed->type->count;
}

/* The element count and size. false: a diag was recorded. */
static bool measure(struct checker *c, struct new_object *o)
{
    const struct type *ulong = type_basic(TYPE_ULONG);
    const struct node *count = o->node->allocation.count;
    o->count = integer_new(c, ulong, 1, o->node->at);
    if (count) {
        struct purpose why = {.kind = FOR_INIT, .name = "the number of elements"};
        o->count = convert_implicit(c, check_expr(c, count), ulong, &why);
    }
    o->size = convert_to(c, size_of(c, o->type, o->node->at), ulong);
    return !expr_is_bad(o->count) && !expr_is_bad(o->size);
}

/* ---- operator new and delete of a class: C++17 15.5 ---- */

static bool has_operator(struct checker *c, const struct type *t, const char *name)
{
    t = type_plain(t);
    return type_is_class(t) && class_find(c, t, intern_cstr(c->l->names.texts, name));
}

/* A call of the class's operator. rest: its second argument, passed if it takes one, or NULL. */
static struct expr *call_operator(struct checker *c, const struct type *t, const char *name,
                                  struct expr *first, struct expr *rest, struct span at)
{
    const char *interned = intern_cstr(c->l->names.texts, name);
    struct expr *both[] = {first, rest};
    symbol_vec all = {0};
    overload_gather(&all, class_find(c, type_plain(t), interned));
    struct call_args given = {both, 1, NULL};
    bool ambiguous;
    struct symbol *s = overload_choose_quietly(c, &all, &given, NULL, &ambiguous);
    if (!s && rest)
        given.n = 2;
    s = s ? overload_usable(c, s, NULL, at) : overload_choose(c, &all, &given, NULL, name, at);
    VEC_FREE(&all);
    return s ? call_symbol(c, s, &given, at) : expr_bad(c, at);
}

static bool allocates_itself(struct checker *c, const struct new_object *o)
{
    const char *name = o->node->allocation.count ? "operator new[]" : "operator new";
    return !(o->node->flags & FLAG_ROOT) && has_operator(c, o->type, name);
}

/* The memory for new objects by the class's operator new. Without a cookie in front of them: delete[] does not learn how
 * many there are, so their class has no destructor. */
static struct expr *own_memory(struct checker *c, const struct new_object *o, struct expr *count)
{
    struct span at = o->node->at;
    const struct type *ulong = type_basic(TYPE_ULONG);
    if (!o->node->allocation.count)
        return call_operator(c, o->type, "operator new", o->size, NULL, at);
    if (type_destructor(o->type)) {
        diag_error(c->diags, DIAG_TYPE, at,
                   "'%s' has an operator new[] and a destructor, which is not supported on the "
                   "host yet",
                   type_quoted(c, o->type));
        return expr_bad(c, at);
    }
    struct expr *size = binary_new(c, EXPR_MULTIPLY, ulong, count, o->size);
    return call_operator(c, o->type, "operator new[]", size, NULL, at);
}

/* The class's operator that `delete p` calls. NULL: none. */
static const char *own_delete(struct checker *c, const struct node *n, const struct type *t)
{
    const char *name = n->flags & FLAG_BODY ? "operator delete[]" : "operator delete";
    return !(n->flags & FLAG_ROOT) && has_operator(c, t, name) ? name : NULL;
}

/* Frees the memory of an object or elements of type t. */
static struct expr *freed(struct checker *c, const struct node *n, const struct type *t,
                          struct expr *memory)
{
    const struct span at = n->at;
    const char *name = own_delete(c, n, t);
    if (!name)
        return library_call(c, "__delete", &memory, 1, at);
    struct expr *size = integer_new(c, type_basic(TYPE_ULONG), (int64_t) type_plain(t)->size, at);
    return convert_to(c, call_operator(c, t, name, memory, size, at), type_basic(TYPE_VOID));
}

/* condition ? e : (void) 0 */
static struct expr *only_if(struct checker *c, struct expr *condition, struct expr *e)
{
    struct expr *choice = expr_new(c, EXPR_CONDITIONAL, type_basic(TYPE_VOID), e->at);
    choice->condition = convert_to_bool(c, condition, "delete");
    choice->left = e;
    choice->right =
        convert_to(c, integer_new(c, type_basic(TYPE_INT), 0, e->at), type_basic(TYPE_VOID));
    return choice;
}

/* The memory, as a pointer to T: allocated, or given by placement new. */
static struct expr *allocated(struct checker *c, const struct new_object *o, struct expr *count)
{
    const struct node *n = o->node;
    bool raw = n->allocation.count && !n->allocation.init &&
               type_is_scalar(o->type); /* new T[n]: uninitialised */
    struct expr *align =
        integer_new(c, type_basic(TYPE_ULONG), (int64_t) type_element(o->type)->align, n->at);
    const char *row = raw && o->nothrow ? "__new_nothrow" : raw ? "__new_raw" : "__new";
    struct expr *memory =
        n->allocation.place ? check_value(c, n->allocation.place)
        : allocates_itself(c, o)
            ? own_memory(c, o, count)
            : library_call(c, row, (struct expr *[]){count, o->size, align}, 3, n->at);
    return expr_is_bad(memory) ? memory : convert_to(c, memory, type_pointer(c->arena, o->type));
}

static struct expr *object_pointer(struct checker *c, const struct new_object *o)
{
    return use_symbol(c, o->p, o->node->at);
}

/* The pointer, passed through a library row that returns it. */
static struct expr *through(struct checker *c, const char *row, struct expr *p)
{
    const struct type *any = type_pointer(c->arena, type_basic(TYPE_VOID)), *pointer = p->type;
    struct expr *call = library_call(c, row, (struct expr *[]){convert_to(c, p, any)}, 1, p->at);
    return convert_to(c, call, pointer);
}

/* Whether a constructor is called, which may throw: then the memory is freed. */
static bool may_throw(struct checker *c, const struct new_object *o, const struct expr *value)
{
    return value && !o->node->allocation.place && !allocates_itself(c, o) &&
           value->kind == EXPR_CONSTRUCT && value->symbol;
}

/* The values that a list gives. NULL: there is none. Their number is known when packs are expanded. */
static struct expr *listed_values(struct checker *c, const struct new_object *o)
{
    const struct node *given = o->node->allocation.init;
    if (!o->node->allocation.count || !given || !given->count)
        return NULL;
    struct purpose why = {.kind = FOR_INIT, .name = "the new array"};
    struct type *open = (struct type *) type_array(c->arena, o->type, 0);
    const struct type *array = open;
    struct node list = *given;
    open->complete = false;
    list.kind = NODE_INIT_LIST;
    struct expr *values = check_init(c, &array, &list, &why);
    return expr_is_bad(values) || array->count ? values : NULL;
}

static struct expr *listed_elements(struct checker *c, const struct new_object *o)
{
    struct expr *whole =
        convert_to(c, object_pointer(c, o), type_pointer(c->arena, o->listed->type));
    return init(c, expr_deref(c, whole, o->node->at), o->listed);
}

/* Constructs the elements behind those that the list gives. */
static struct expr *other_elements(struct checker *c, const struct new_object *o)
{
    struct span at = o->node->at;
    const struct type *ulong = type_basic(TYPE_ULONG);
    struct expr *first = object_pointer(c, o), *n = use_symbol(c, o->number, at);
    if (o->listed) {
        const struct type *values = o->listed->type, *pointer = first->type;
        first = binary_new(c, EXPR_ADD, ulong, convert_to(c, first, ulong),
                           integer_new(c, ulong, (int64_t) values->size, at));
        first = convert_to(c, first, pointer);
        n = binary_new(c, EXPR_SUBTRACT, ulong, n,
                       integer_new(c, ulong, (int64_t) values->count, at));
    }
    struct expr *all = array_made(c, first, n, o->type, at);
    return all ? all : expr_bad(c, at);
}

/* The expression that initialises the new object or elements. */
static struct expr *initialisation(struct checker *c, const struct new_object *o,
                                   struct expr *value)
{
    if (!o->node->allocation.count)
        return init(c, expr_deref(c, object_pointer(c, o), o->node->at), value);
    struct expr *rest = o->number ? other_elements(c, o) : NULL;
    if (!o->listed || !rest || expr_is_bad(rest))
        return rest ? rest : listed_elements(c, o);
    return comma(c, listed_elements(c, o), rest);
}

/* The type of new auto(x): C++17 8.3.4p2. The value is checked once more, as the initial one. */
static const struct type *new_type(struct checker *c, const struct node *n)
{
    const struct node *init = n->allocation.init;
    if (n->allocation.type->kind != NODE_TYPE_AUTO || !init || init->count != 1)
        return resolve_complete(c, n->allocation.type, "a new object");
    struct attempt attempt;
    stmt_vec unused = {0}, *out = c->out;
    attempt_begin(c, &attempt);
    c->out = &unused;
    const struct type *t = check_value(c, init->list[0])->type;
    c->out = out;
    VEC_FREE(&unused);
    attempt_end(c, &attempt);
    if (t->kind == TYPE_ERROR) /* says why */
        return check_value(c, init->list[0])->type;
    const struct type *outer = c->deduced;
    c->deduced = type_plain(t);
    t = resolve_complete(c, n->allocation.type, "a new object");
    c->deduced = outer;
    return t;
}

/* new (std::nothrow) T (C++17 21.6.2.1p5). */
static bool is_nothrow(struct checker *c, const struct node *place)
{
    struct attempt attempt;
    if (!place || place->kind != NODE_NAME)
        return false;
    attempt_begin(c, &attempt);
    const struct type *t = check_value(c, place)->type;
    attempt_end(c, &attempt);
    return t->kind == TYPE_STRUCT && t->name && !strcmp(t->name, "std::nothrow_t");
}

struct expr *check_new(struct checker *c, const struct node *n)
{
    struct new_object o = {.node = n};
    struct node plain = *n;
    if (is_nothrow(c, n->allocation.place)) {
        plain.allocation.place = NULL;
        o = (struct new_object){.node = &plain, .nothrow = true};
        n = &plain;
    }
    o.type = new_type(c, n);
    if (o.type->kind == TYPE_ERROR || !measure(c, &o))
        return expr_bad(c, n->at);
    o.listed = listed_values(c, &o);
    if (o.listed && expr_is_bad(o.listed))
        return o.listed;
    if (o.listed && n->flags & FLAG_UNSIZED)
        o.count = integer_new(c, type_basic(TYPE_ULONG), (int64_t) o.listed->type->count, n->at);
    struct expr *made = allocated(c, &o, o.count);
    if (expr_is_bad(made))
        return made;
    struct expr *value = initial(c, n, o.type);
    if (value && expr_is_bad(value))
        return value;
    bool makes = makes_elements(c, &o);
    if (!value && !makes && !o.listed)
        return made;
    o.p = hidden_new(c, type_pointer(c->arena, o.type), n->at);
    put_declare(c, o.p, NULL, n->at);
    if (makes) { /* the count is used twice */
        o.number = hidden_new(c, type_basic(TYPE_ULONG), n->at);
        put_declare(c, o.number, NULL, n->at);
        if (!n->allocation.place)
            made = allocated(c, &o, assign(c, use_symbol(c, o.number, n->at), o.count));
    }
    struct expr *rest = object_pointer(c, &o);
    if (may_throw(c, &o, value)) {
        made = through(c, "__new_begins", made);
        rest = through(c, "__new_ends", rest);
    }
    struct expr *set = initialisation(c, &o, value);
    if (expr_is_bad(set))
        return set;
    return comma(c, assign(c, object_pointer(c, &o), made), comma(c, set, rest));
}

/* delete p of a class with a destructor: if (p) destroy the object; free the memory. */
static struct expr *delete_object(struct checker *c, const struct node *n, struct expr *p)
{
    const struct type *t = type_plain(p->type->base);
    struct symbol *s = type_destructor(t);
    struct symbol *kept = hidden_new(c, type_plain(p->type), n->at);
    put_declare(c, kept, NULL, n->at);
    const struct type *any = type_pointer(c->arena, type_basic(TYPE_VOID)),
                      *ulong = type_basic(TYPE_ULONG);
    bool end_is_virtual = !(n->flags & FLAG_BODY) && s->member->slot;
    struct expr *end;
    if (n->flags & FLAG_BODY) {
        struct expr *function = expr_new(c, EXPR_FUNCTION, any, n->at);
        function->symbol = s;
        end = library_call(
            c, "__destroy_all",
            (struct expr *[]){convert_to(c, use_symbol(c, kept, n->at), any),
                              integer_new(c, ulong, (int64_t) type_element(t)->size, n->at),
                              function},
            3, n->at);
    } else {
        end = destructor_call(
            c, expr_deref(c, convert_to(c, use_symbol(c, kept, n->at), type_pointer(c->arena, t)),
                          n->at));
        end->virtual_slot = s->member->slot;
        end = only_if(c, use_symbol(c, kept, n->at), end);
    }
    struct expr *first = assign(c, use_symbol(c, kept, n->at), p);
    struct symbol *whole = kept;
    if (end_is_virtual) { /* what it is a part of is known only while it lives */
        struct expr *part = convert_to(c, use_symbol(c, kept, n->at), any);
        whole = hidden_new(c, any, n->at);
        put_declare(c, whole, NULL, n->at);
        first = comma(c, first,
                      assign(c, use_symbol(c, whole, n->at),
                             library_call(c, "__complete_object", &part, 1, n->at)));
    }
    struct expr *memory = convert_to(c, use_symbol(c, whole, n->at), any),
                *last = freed(c, n, t, memory);
    if (last->kind != EXPR_CALL || last->symbol->kind != SYMBOL_BUILTIN)
        last = only_if(c, use_symbol(c, kept, n->at), last);
    return comma(c, first, comma(c, end, last));
}

struct expr *check_delete(struct checker *c, const struct node *n)
{
    struct expr *p = check_value(c, n->unary.operand);
    if (expr_is_bad(p))
        return p;
    if (p->type->kind != TYPE_POINTER && p->type->kind != TYPE_NULLPTR) {
        diag_error(c->diags, DIAG_TYPE, p->at, "'delete' takes a pointer, not '%s'",
                   type_quoted(c, p->type));
        return expr_bad(c, n->at);
    }
    if (p->type->kind == TYPE_POINTER && type_destructor(p->type->base))
        return delete_object(c, n, p);
    const struct type *any = type_pointer(c->arena, type_basic(TYPE_VOID));
    if (p->type->kind != TYPE_POINTER || !own_delete(c, n, p->type->base))
        return library_call(c, "__delete", (struct expr *[]){convert_to(c, p, any)}, 1, n->at);
    struct symbol *kept = put_hidden(c, type_plain(p->type), p, n->at);
    struct expr *memory = convert_to(c, use_symbol(c, kept, n->at), any);
    return only_if(c, use_symbol(c, kept, n->at), freed(c, n, p->type->base, memory));
}
