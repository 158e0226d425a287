/* SPDX-License-Identifier: Apache-2.0 */
/* Device arrays on the host: declarations, elements, slices, copies and fills. */
#include "lang/check/check_arrays.h"

#include "lang/check/core/convert.h"
#include "lang/check/core/lift.h"
#include "lang/check/core/place.h"
#include "lang/check/core/rules.h"
#include "lang/check/core/scope.h"
#include "lang/check/core/symbols.h"
#include "lang/check/core/tree_build.h"

/* ---- subscripts ---- */

static struct expr *number(struct checker *c, struct expr *e)
{
    e = convert_rvalue(c, e);
    if (!expr_is_bad(e) && !type_is_integer(e->type)) {
        diag_error(c->diags, DIAG_TYPE, e->at, "an index must be an integer, not '%s'",
                   type_quoted(c, e->type));
        return expr_bad(c, e->at);
    }
    return convert_to(c, e, type_basic(TYPE_LONG));
}

static struct expr *whole_number(struct checker *c, const struct node *n)
{
    return n ? number(c, check_expr(c, n)) : NULL;
}

/* read: the index, if it is already checked, else NULL. */
static bool read_subscript(struct checker *c, const struct node *n, struct expr *read,
                           struct subscript *out)
{
    bool slice = n->kind == NODE_SLICE;
    *out = (struct subscript){.slice = slice, .at = n->at};
    out->start = read ? number(c, read) : whole_number(c, slice ? n->slice.start : n);
    out->stop = slice ? whole_number(c, n->slice.stop) : NULL;
    out->step = slice ? whole_number(c, n->slice.step) : NULL;
    return !(out->start && expr_is_bad(out->start)) && !(out->stop && expr_is_bad(out->stop)) &&
           !(out->step && expr_is_bad(out->step));
}

/* Subscripting a view made by plain indices merges with it: A[i][j] is A[i, j]. */
static bool joins(const struct expr *array)
{
    if (array->kind != EXPR_SLICE)
        return false;
    for (uint32_t i = 0; i < array->subscript_count; i++)
        if (array->subscripts[i].slice)
            return false;
    return true;
}

/* ---- members of elements ---- */

bool array_is_view(const struct expr *e)
{
    return e->kind == EXPR_VARIABLE || e->kind == EXPR_SLICE || e->kind == EXPR_ARRAY_MEMBER;
}

/* A member of a member as one of the whole. NULL: elements of its type cannot be views, or it does not lie at a multiple of its size. */
static const struct field *part_within(struct checker *c, const struct expr *e,
                                       const struct expr **out_object)
{
    struct field *f = ARENA_NEW(c->arena, struct field);
    *f = *e->field;
    for (e = e->left; e->kind == EXPR_MEMBER; e = e->left)
        f->offset += e->field->offset;
    *out_object = e;
    const struct type *t = type_plain(f->type);
    bool fits = (type_is_arithmetic(t) && !type_is_wide(t)) || type_is_half(t) ||
                (t->kind == TYPE_STRUCT && !t->class);
    return fits && !f->bit_width && !(f->offset % t->size) && !(e->type->size % t->size) ? f : NULL;
}

struct expr *array_member_place(struct checker *c, struct expr *e)
{
    const struct expr *member = e->kind == EXPR_ARRAY_MAP && !e->left ? e->right : e, *object;
    const struct field *f = member->kind == EXPR_MEMBER ? part_within(c, member, &object) : NULL;
    if (!f || object->kind != (member == e ? EXPR_ELEMENT : EXPR_LANE) || !object->left ||
        !is_array(object->left) || !array_is_view(object->left))
        return e;
    struct expr *array = object->left;
    struct expr *view = expr_new(
        c, EXPR_ARRAY_MEMBER,
        type_device_array(c->arena, f->type, array->type->rank, array->type->managed), e->at);
    view->lvalue = true;
    view->left = array;
    view->field = f;
    if (member != e)
        return view;
    struct expr *element = expr_new(c, EXPR_ELEMENT, map_element(f->type), e->at);
    element->lvalue = true;
    element->left = view;
    element->subscripts = object->subscripts;
    element->subscript_count = object->subscript_count;
    return element;
}

struct expr *check_subscripts(struct checker *c, struct expr *array, const struct node *n)
{
    array = array_member_place(c, array);
    struct expr *first = n->list[0]->kind == NODE_SLICE ? NULL : check_expr(c, n->list[0]);
    if (first && array->type->rank && is_array(first))
        return index_array(c, array, first, n);
    const struct expr *view = array;
    uint32_t before = joins(view) ? view->subscript_count : 0;
    if (before)
        array = view->left;
    uint32_t count = before + n->count, rank = array->type->rank, slices = 0;
    if (!rank || array->type->base->kind == TYPE_ANY) {
        diag_error(c->diags, DIAG_TYPE, n->at,
                   "the shape of this array is not known here: declare a variable for it first");
        return expr_bad(c, n->at);
    }
    if (count > rank) {
        struct diag *d = diag_error(c->diags, DIAG_TYPE, n->at,
                                    "%u indices for an array of rank %u", count, rank);
        if (array->kind == EXPR_VARIABLE)
            diag_note(c->diags, d, array->symbol->at, "'%s' is declared here", array->symbol->name);
        return expr_bad(c, n->at);
    }
    struct subscript *all = ARENA_ARRAY(c->arena, struct subscript, count);
    bool good = true;
    for (uint32_t i = 0; i < n->count; i++)
        good &= read_subscript(c, n->list[i], i ? NULL : first, all + before + i);
    if (!good)
        return expr_bad(c, n->at);
    const struct type *element = array->type->base;
    if (type_is_half(element)) /* a single element reads and writes as float */
        element = type_basic(TYPE_FLOAT);
    struct expr *e = expr_new(c, EXPR_ELEMENT, element, n->at);
    for (uint32_t i = 0; i < before; i++)
        all[i] = view->subscripts[i];
    for (uint32_t i = 0; i < count; i++)
        slices += all[i].slice;
    if (count < rank || slices) {
        e->kind = EXPR_SLICE;
        e->type = type_device_array(c->arena, array->type->base, rank - count + slices,
                                    array->type->managed);
    }
    e->lvalue = array->kind != EXPR_ARRAY_MAP; /* what is stored to a new array is lost */
    e->left = array;
    e->subscripts = all;
    e->subscript_count = count;
    return e;
}

/* An object whose class converts to a device array, as a table's column does, converted; else e. */
static struct expr *array_of_class(struct checker *c, struct expr *e)
{
    const struct type *any = type_device_array(c->arena, type_basic(TYPE_ANY), 0, false);
    struct conversion_sequence s;
    if (expr_is_bad(e) || !type_is_class(e->type))
        return e;
    s = conversion_of(c, e, any, CONVERSION_IMPLICIT);
    struct purpose why = {.kind = FOR_ASSIGN};
    return conversion_viable(&s) ? convert_implicit(c, e, any, &why) : e;
}

/* ---- assignment ---- */

/* Whether e is a number, or a complex one of another type, for elements of float2 or double2. */
static bool becomes_complex(struct checker *c, const struct expr *e, const struct type *element)
{
    const struct type *t = type_plain(e->type);
    return type_is_pair(type_plain(element)) && !type_same(t, type_plain(element)) &&
           (type_is_arithmetic(t) || complex_scalar(c, t));
}

static struct expr *copy(struct checker *c, struct expr *left, struct expr *right, struct span at)
{
    const struct type *l = type_element(left->type), *r = type_element(right->type);
    bool fits = type_same(l, r) || (type_is_arithmetic(l) && type_is_arithmetic(r)) ||
                l->kind == TYPE_ANY || r->kind == TYPE_ANY;
    if (!fits) {
        diag_error(c->diags, DIAG_TYPE, at, "an array of '%s' cannot be copied to one of '%s'",
                   type_quoted(c, r), type_quoted(c, l));
        return expr_bad(c, at);
    }
    struct expr *e = expr_new(c, EXPR_ARRAY_COPY, type_basic(TYPE_VOID), at);
    e->left = left;
    e->right = right;
    return e;
}

static struct expr *masked(struct checker *c, struct expr *left, struct expr *right, struct span at)
{
    struct expr *array = left->args[0], *mask = left->args[1];
    if (is_array(right)) {
        struct diag *d =
            diag_error(c->diags, DIAG_TYPE, at,
                       "elements selected by a mask can only be set to a single number");
        diag_help(c->diags, d, "write x = mask ? y : x; for an array y of the same shape");
        return expr_bad(c, at);
    }
    struct expr *value = conditional_map(c, mask, right, array, at);
    return expr_is_bad(value) ? value : map_store(c, array, value, at);
}

/* Whether assignment needs a kernel, not just a copy of bytes: for an expression, or if element types or ranks differ. */
static bool computed(const struct expr *left, const struct expr *right)
{
    if (right->kind == EXPR_ARRAY_MAP)
        return true;
    if (!right->type->rank || right->type->base->kind == TYPE_ANY ||
        left->type->base->kind == TYPE_ANY)
        return false;
    return right->type->rank != left->type->rank || !type_same(left->type->base, right->type->base);
}

struct expr *array_assign(struct checker *c, struct expr *left, struct expr *right, struct span at)
{
    right = array_of_class(c, right);
    if (expr_is_bad(left) || expr_is_bad(right))
        return expr_bad(c, at);
    if (type_element(left->type)->is_const) {
        diag_error(c->diags, DIAG_TYPE, left->at, "the elements of this array are const");
        return expr_bad(c, at);
    }
    if (is_array(left) && !left->lvalue) {
        bool member = left->kind == EXPR_ARRAY_MAP && left->right->kind == EXPR_MEMBER &&
                      left->right->left->kind == EXPR_LANE;
        struct diag *d = diag_error(c->diags, DIAG_TYPE, left->at,
                                    member ? "this member of a device array's elements cannot be "
                                             "assigned to"
                                           : "this is not an lvalue: it cannot be assigned to");
        if (member)
            diag_help(c->diags, d, "assign whole elements: x[i] = value;");
        return expr_bad(c, at);
    }
    if (is_array(left) && left->kind == EXPR_BUILTIN) /* x[mask] = v */
        return masked(c, left, right, at);
    if (is_array(left) && (is_array(right) || left->kind == EXPR_ARRAY_MAP) &&
        (left->kind == EXPR_ARRAY_MAP || computed(left, right)))
        return map_store(c, left, right, at);
    if (is_array(right) || (right->type->kind == TYPE_ARRAY && right->lvalue))
        return copy(c, left, right, at);
    const struct type *element = left->type->base;
    right = convert_rvalue(c, right);
    if (right->type->kind == TYPE_POINTER && element->kind != TYPE_POINTER) {
        struct diag *d = diag_error(c->diags, DIAG_TYPE, right->at,
                                    "the number of elements to copy from '%s' is not known",
                                    type_quoted(c, right->type));
        diag_help(c->diags, d, "use cudaMemcpy(), or declare the host side as an array");
        return expr_bad(c, at);
    }
    if (is_array(left) && becomes_complex(c, right, element))
        return map_store(c, left, right, at);
    struct purpose why = {.kind = FOR_ASSIGN};
    struct expr *e = expr_new(c, EXPR_ARRAY_FILL, type_basic(TYPE_VOID), at);
    e->left = left;
    e->right =
        convert_implicit(c, right, type_is_half(element) ? type_basic(TYPE_FLOAT) : element, &why);
    return expr_is_bad(e->right) ? e->right : e;
}

/* ---- declarations ---- */

/* auto y = x copies, as for any variable; auto v = x[2:5] is a view; auto z = x + 1 takes the new array without a copy. */
struct expr *array_deduced(struct checker *c, struct expr *value)
{
    if (!is_array(value) || value->kind != EXPR_VARIABLE)
        return value;
    struct expr *e = expr_new(
        c, EXPR_ARRAY_NEW, type_device_array(c->arena, value->type->base, value->type->rank, false),
        value->at);
    e->subscripts = ARENA_ARRAY(c->arena, struct subscript, value->type->rank);
    e->subscript_count = value->type->rank;
    e->right = value;
    return e;
}

const struct type *device_param(struct checker *c, const struct node *param)
{
    const struct node *base;
    uint32_t rank = array_levels(param->declarator.type, &base, NULL);
    const struct type *element = resolve_complete(c, base, "an element of a device array");
    if (element->kind == TYPE_ERROR)
        return element;
    if (rank < 1 || rank > TYPE_RANK_MAX) {
        diag_error(c->diags, DIAG_TYPE, param->at,
                   "a device array parameter is written 'device %s x[]'", type_quoted(c, element));
        return type_basic(TYPE_ERROR);
    }
    return type_device_array(c->arena, type_plain(element), rank,
                             param->flags & FLAG_MANAGED_ARRAY);
}

static bool element_fits(struct checker *c, const struct type *t, const struct node *at)
{
    if (t->kind == TYPE_ERROR)
        return false;
    bool number = type_is_arithmetic(t) && !type_is_wide(t);
    if (number || t->kind == TYPE_STRUCT || t->kind == TYPE_POINTER ||
        (t->kind == TYPE_OPAQUE && t->size > 1))
        return true;
    diag_error(c->diags, DIAG_TYPE, at->at, "a device array cannot have elements of type '%s'",
               type_quoted(c, t));
    return false;
}

/* Elements of a braced list at depth `level`: the length of the longest row. */
static uint64_t longest(const struct node *list, uint32_t level)
{
    uint64_t most = 0;
    if (list->kind != NODE_INIT_LIST)
        return 0;
    if (!level)
        return list->count;
    for (uint32_t i = 0; i < list->count; i++) {
        uint64_t n = longest(list->list[i], level - 1);
        most = n > most ? n : most;
    }
    return most;
}

/* Values in braces become a host array of that shape. */
static struct expr *braced(struct checker *c, const struct type *element, const struct node *list,
                           struct subscript *extents, uint32_t rank)
{
    const struct type *t = element;
    for (uint32_t i = rank; i-- > 0;) {
        struct expr *start = extents[i].start;
        if (start && start->kind != EXPR_INTEGER) {
            diag_error(c->diags, DIAG_TYPE, start->at,
                       "with a braced initialiser the shape must be constant");
            return expr_bad(c, list->at);
        }
        uint64_t n = start ? (uint64_t) start->integer : longest(list, i);
        if (n > 1u << 28) {
            diag_error(c->diags, DIAG_TYPE, list->at,
                       "an array of %llu elements is too large for a braced initialiser",
                       (unsigned long long) n);
            return expr_bad(c, list->at);
        }
        t = type_array(c->arena, t, n);
        extents[i].start = integer_new(c, type_basic(TYPE_LONG), (int64_t) n, list->at);
    }
    struct purpose why = {.kind = FOR_INIT, .name = "the array"};
    return check_init(c, &t, list, &why);
}

/* The same for half: an array of floats, which is converted on the device. */
static struct expr *braced_halves(struct checker *c, const struct type *t, const struct node *list,
                                  struct subscript *extents)
{
    const struct type *single = type_basic(TYPE_FLOAT);
    struct expr *values = braced(c, single, list, extents, t->rank);
    if (expr_is_bad(values))
        return values;
    struct expr *e =
        expr_new(c, EXPR_ARRAY_NEW, type_device_array(c->arena, single, t->rank, false), list->at);
    e->subscripts = extents;
    e->subscript_count = t->rank;
    e->right = values;
    return array_retyped(c, e, t->base);
}

static struct expr *initial_value(struct checker *c, const struct node *n, const struct type *t,
                                  struct subscript *extents, bool *out_good)
{
    *out_good = true;
    const struct node *init = n->declarator.init;
    if (!init)
        return NULL;
    struct expr *e;
    if (init->kind == NODE_INIT_LIST) {
        if (n->flags & FLAG_PARENS) {
            diag_error(c->diags, DIAG_TYPE, init->at, "a device array is initialised with '='");
            *out_good = false;
            return NULL;
        }
        if (!init->count)
            return NULL;
        e = type_is_half(t->base) ? braced_halves(c, t, init, extents)
                                  : braced(c, t->base, init, extents, t->rank);
    } else {
        e = array_of_class(c, check_expr(c, init));
        bool array =
            e->type->kind == TYPE_DEVICE_ARRAY || (e->type->kind == TYPE_ARRAY && e->lvalue);
        if (!expr_is_bad(e) && array) {
            const struct type *from = type_element(e->type);
            e = array_retyped(c, e, t->base);
            from = is_array(e) ? e->type->base : from;
            bool from_half = type_is_half(from) || type_is_half(t->base);
            if (!type_same(from, t->base) && !(from_half && is_array(e)) &&
                !(type_is_arithmetic(from) && type_is_arithmetic(t->base)) &&
                from->kind != TYPE_ANY) {
                diag_error(c->diags, DIAG_TYPE, init->at,
                           "an array of '%s' cannot be initialised with one of '%s'",
                           type_quoted(c, t->base), type_quoted(c, from));
                e = expr_bad(c, init->at);
            }
        } else if (!expr_is_bad(e) && !becomes_complex(c, e, t->base)) {
            struct purpose why = {.kind = FOR_INIT, .name = n->name->text};
            e = convert_implicit(c, e, type_is_half(t->base) ? type_basic(TYPE_FLOAT) : t->base,
                                 &why);
        }
    }
    *out_good = !expr_is_bad(e);
    return e;
}

/* Each extent comes from the brackets or from the initialiser. */
static bool extents_known(struct checker *c, const struct node *n, const struct type *t,
                          const struct subscript *extents, const struct expr *value)
{
    bool from_value =
        value && (value->type->kind == TYPE_DEVICE_ARRAY || value->type->kind == TYPE_ARRAY);
    for (uint32_t i = 0; i < t->rank; i++)
        if (!extents[i].start && !from_value) {
            struct diag *d = diag_error(c->diags, DIAG_TYPE, n->at, "the size of '%s' is missing",
                                        n->name->text);
            diag_help(
                c->diags, d,
                "write it in the brackets, or initialise with a braced list or another array");
            return false;
        }
    if (value && value->type->kind == TYPE_DEVICE_ARRAY && value->type->rank &&
        value->type->rank != t->rank) {
        diag_error(c->diags, DIAG_TYPE, n->at, "'%s' has rank %u, but its initialiser has rank %u",
                   n->name->text, t->rank, value->type->rank);
        return false;
    }
    return true;
}

void declare_device_array(struct checker *c, const struct node *declaration, const struct node *n)
{
    const struct node *base, *counts[TYPE_RANK_MAX] = {0};
    uint32_t rank = array_levels(n->declarator.type, &base, counts);
    bool managed = declaration->flags & FLAG_MANAGED_ARRAY;
    if (is_auto(base)) {
        diag_error(c->diags, DIAG_TYPE, base->at, "a device array needs an element type");
        return;
    }
    const struct type *element = resolve_complete(c, base, "an element of a device array");
    if (!element_fits(c, element, base))
        return;
    if (!rank || rank > TYPE_RANK_MAX) {
        struct diag *d = diag_error(c->diags, DIAG_TYPE, n->at,
                                    rank ? "a device array has at most %d dimensions"
                                         : "a device variable needs a size",
                                    TYPE_RANK_MAX);
        if (!rank)
            diag_help(c->diags, d, "write 'device %s %s[1];'", type_quoted(c, element),
                      n->name->text);
        return;
    }
    const struct type *t = type_device_array(c->arena, type_plain(element), rank, managed);
    struct subscript *extents = ARENA_ARRAY(c->arena, struct subscript, rank);
    bool good = true;
    for (uint32_t i = 0; i < rank; i++) {
        extents[i].at = counts[i] ? counts[i]->at : n->at;
        extents[i].start = whole_number(c, counts[i]);
        good &= !(extents[i].start && expr_is_bad(extents[i].start));
        if (extents[i].start && extents[i].start->kind == EXPR_INTEGER &&
            extents[i].start->integer < 0) {
            diag_error(c->diags, DIAG_TYPE, counts[i]->at, "an array cannot have %lld elements",
                       (long long) extents[i].start->integer);
            good = false;
        }
    }
    bool value_good;
    struct expr *value = initial_value(c, n, t, extents, &value_good);
    good = good && value_good && extents_known(c, n, t, extents, value);
    const struct node *placed = declaration->declaration.device;
    struct expr *device = placed ? check_expr(c, placed) : NULL;
    if (device && !expr_is_bad(device) && !type_is_integer(device->type)) {
        diag_error(c->diags, DIAG_TYPE, placed->at,
                   "the number of a device must be an integer, not '%s'",
                   type_quoted(c, device->type));
        good = false;
    }
    if (n->flags & FLAG_ACROSS && managed) {
        diag_error(c->diags, DIAG_TYPE, n->at, "a managed array cannot lie across ranks");
        good = false;
    }
    device = device && good ? number(c, device) : device;
    good = good && !(device && expr_is_bad(device));
    struct symbol *s =
        variable_new(c, n->name->text, good ? t : type_basic(TYPE_ERROR), n->name_at);
    scope_bind(c, n->name, s);
    struct expr *make = expr_new(c, EXPR_ARRAY_NEW, t, n->at);
    make->symbol = s;
    make->subscripts = extents;
    make->subscript_count = rank;
    make->left = device;
    make->across = n->flags & FLAG_ACROSS;
    bool later = good && value && becomes_complex(c, value, t->base);
    make->right = later ? NULL : value;
    if (good)
        put_declare(c, s, make, n->at);
    if (!later)
        return;
    struct stmt *fill = stmt_new(c, STMT_EXPR, value->at);
    fill->expr = map_store(c, use_symbol(c, s, n->at), value, value->at);
    put_stmt(c, fill);
}
