/* SPDX-License-Identifier: Apache-2.0 */
/* Initialisers: C11 6.7.9. Braces, designators and elided braces become one flat list of values with offsets. */
#include "lang/check/check_expression.h"

#include <string.h>

#include "lang/check/class/check_classes.h"
#include "lang/check/core/arguments.h"
#include "lang/check/core/convert.h"
#include "lang/check/core/place.h"
#include "lang/check/core/rules.h"
#include "lang/check/core/tree_build.h"

/* Which member of a union has a value. */
struct union_member {
    const struct type *of;
    uint64_t offset, index; /* offset: of the union in the whole */
};

struct filler {
    struct checker *c;
    const struct purpose *why;
    VEC(struct init) out;
    bool failed;
    const struct type *whole; /* the struct that may have values for its flexible array, or NULL */
    VEC(struct union_member) unions;
};

/* An item of a braced list: its syntax, and the checked expression, or NULL until then. */
struct init_item {
    const struct node *node;
    struct expr *value;
};

/* A braced list with its packs expanded. */
typedef VEC(struct init_item) item_vec;

/* The position in a list, and the item there. The item may be checked early, to see whether it is a whole struct. */
struct init_cursor {
    const item_vec *list;
    size_t at;
    struct init_item item;
};

static void fill(struct filler *f, const struct type *t, uint64_t offset, const struct field *bits,
                 struct init_cursor *cur);

static uint64_t fill_braces(struct filler *f, const struct type *t, uint64_t offset,
                            const struct field *bits, const struct node *list);

static void emit(struct filler *f, uint64_t offset, const struct field *bits, struct expr *value)
{
    f->failed |= expr_is_bad(value);
    VEC_PUSH(&f->out,
             (struct init){offset, bits && bits->bit_width ? (struct field *) bits : NULL, value});
}

/* C11 6.7.9p14 and 15 */
static bool takes_string(const struct type *t, const struct node *n)
{
    if (t->kind != TYPE_ARRAY || n->kind != NODE_STRING)
        return false;
    enum type_kind kind = type_plain(t->base)->kind;
    return kind == n->op || (n->op == TYPE_CHAR && (kind == TYPE_SCHAR || kind == TYPE_UCHAR));
}

static struct expr *string_for(struct filler *f, const struct type *t, const struct node *n)
{
    struct expr *e = check_expr(f->c, n);
    size_t count = n->text.n / t->base->size;
    if (t->complete && count - 1 > t->count && f->c->dialect->loose_pointers) {
        diag_warning(f->c->diags, DIAG_TYPE, n->at,
                     "the string has %zu characters, but the array has %llu", count - 1,
                     (unsigned long long) t->count);
    } else if (t->complete && count - 1 > t->count) {
        diag_error(f->c->diags, DIAG_TYPE, n->at,
                   "the string needs %zu characters with its final 0, but the array has %llu",
                   count, (unsigned long long) t->count);
        return expr_bad(f->c, n->at);
    }
    if (t->complete && count > t->count) { /* C drops the terminating 0 */
        e->string.n = t->count * t->base->size;
        e->type = type_array(f->c->arena, type_basic(n->op), t->count);
    }
    return e;
}

/* A union holds one member: what another has been given before is dropped (C11 6.7.9p19). */
static void choose_member(struct filler *f, const struct type *t, uint64_t offset, uint64_t index)
{
    const struct union_member chosen = {type_plain(t), offset, index};
    VEC_EACH (u, &f->unions) {
        if (u->of != chosen.of || u->offset != offset)
            continue;
        size_t kept = 0;
        for (size_t i = 0; u->index != index && i < f->out.n; i++)
            if (f->out.at[i].offset < offset || f->out.at[i].offset >= offset + t->size)
                f->out.at[kept++] = f->out.at[i];
        f->out.n = u->index != index ? kept : f->out.n;
        u->index = index;
        return;
    }
    VEC_PUSH(&f->unions, chosen);
}

static struct expr *item_value(struct filler *f, struct init_item *item)
{
    if (!item->value)
        item->value = check_expr(f->c, item->node);
    return item->value;
}

static void move_to(struct init_cursor *cur, size_t at)
{
    cur->at = at;
    cur->item = at < cur->list->n ? cur->list->at[at] : (struct init_item){0};
}

static void advance(struct init_cursor *cur)
{
    move_to(cur, cur->at + 1);
}

static bool has_item(const struct init_cursor *cur)
{
    return cur->item.node && cur->item.node->kind != NODE_DESIGNATED;
}

/* Unnamed bit-fields are padding and take no value (C11 6.7.9p9). */
static bool is_padding(const struct field *m)
{
    return !m->name && !m->is_base && type_plain(m->type)->kind != TYPE_STRUCT;
}

/* Initialises the parts of t, from the given one on, from the enclosing list: its braces were elided. */
static void fill_elided(struct filler *f, const struct type *t, uint64_t offset, uint64_t from,
                        struct init_cursor *cur)
{
    t = type_plain(t);
    if (t->kind == TYPE_ARRAY) {
        for (uint64_t i = from; (i < t->count || !t->complete) && has_item(cur) && !f->failed; i++)
            fill(f, t->base, offset + i * t->base->size, NULL, cur);
        return;
    }
    for (uint64_t i = from; i < t->field_count && has_item(cur) && !f->failed; i++) {
        const struct field *m = t->fields + i;
        if (is_padding(m))
            continue;
        if (t->is_union)
            choose_member(f, t, offset, i);
        fill(f, m->type, offset + m->offset, m, cur);
        if (t->is_union)
            return;
    }
}

/* C++17 11.6.1p13: braces are elided where the value cannot initialise the whole member. */
static bool is_convertible(struct checker *c, const struct expr *e, const struct type *t)
{
    struct conversion_sequence s = conversion_of(c, e, t, CONVERSION_IMPLICIT);
    return conversion_viable(&s);
}

static void fill(struct filler *f, const struct type *t, uint64_t offset, const struct field *bits,
                 struct init_cursor *cur)
{
    const struct node *item = cur->item.node;
    bool aggregate = type_is_aggregate(t);
    if (item->kind == NODE_INIT_LIST && type_is_class(t)) {
        advance(cur);
        emit(f, offset, NULL, construct_from_list(f->c, t, item, true, item->at));
    } else if (item->kind == NODE_INIT_LIST) {
        advance(cur);
        fill_braces(f, t, offset, bits, item);
    } else if (takes_string(t, item)) {
        emit(f, offset, NULL, string_for(f, t, item));
        advance(cur);
    } else if (!aggregate) {
        emit(f, offset, bits, init_from(f->c, t, item_value(f, &cur->item), f->why));
        advance(cur);
    } else {
        struct expr *e = item_value(f, &cur->item);
        if (expr_is_bad(e)) {
            f->failed = true;
        } else if (t->kind == TYPE_STRUCT && is_convertible(f->c, e, t)) {
            emit(f, offset, NULL, convert_implicit(f->c, e, t, f->why));
            advance(cur);
        } else {
            size_t before = cur->at;
            fill_elided(f, t, offset, 0, cur);
            if (cur->at == before && !f->failed) {
                diag_error(f->c->diags, DIAG_TYPE, item->at, "'%s' cannot be initialised with this",
                           type_quoted(f->c, t));
                f->failed = true;
            }
        }
    }
}

/* The type of member i of t: GNU C takes values for the flexible array member of a whole variable (GCC manual 6.18). */
static const struct type *part_at(struct filler *f, const struct type *t, uint64_t i)
{
    const struct type *m = t->fields[i].type;
    bool flexible = f->whole == type_plain(t) && !t->is_union && i + 1 == t->field_count &&
                    m->kind == TYPE_ARRAY && m->complete && !m->unsized && !m->count;
    if (!flexible)
        return m;
    struct type *open = (struct type *) type_array(f->c->arena, m->base, 0);
    open->complete = false;
    return open;
}

/* One step of a designator: part `index` of an object of type `of`. */
struct step {
    const struct type *of;
    uint64_t offset, index; /* offset: of that object in the whole */
};

enum { STEPS_MAX = 64 };

/* The steps of a designator, and the part that it designates. */
struct path {
    struct step steps[STEPS_MAX];
    uint32_t count;
    const struct type *type; /* of that part */
    uint64_t offset;
    struct field bits; /* if that part is a bit-field */
};

static void path_into(struct path *p, uint64_t index, const struct type *type, uint64_t offset)
{
    if (p->count < STEPS_MAX)
        p->steps[p->count++] = (struct step){p->type, p->offset, index};
    p->type = type;
    p->offset += offset;
}

/* Adds the steps to the member of that name, through the anonymous members around it. */
static bool path_member(struct filler *f, struct path *p, const char *name)
{
    const struct type *t = type_plain(p->type);
    for (uint32_t i = 0; i < t->field_count; i++) {
        const struct field *m = t->fields + i;
        struct field inner;
        bool inside = !m->name && !is_padding(m) && type_field(type_plain(m->type), name, &inner);
        if (m->name != name && !inside)
            continue;
        path_into(p, i, part_at(f, t, i), m->offset);
        p->bits = m->bit_width ? *m : (struct field){0};
        return inside ? path_member(f, p, name) : true;
    }
    return false;
}

static bool path_element(struct filler *f, struct path *p, const struct node *step)
{
    const struct type *t = type_plain(p->type);
    int64_t k;
    if (step->kind == NODE_SLICE)
        step = step->slice.start;
    if (!constant_integer(f->c, step, "the index of a designator", &k))
        return false;
    if (k < 0 || (t->complete && (uint64_t) k >= t->count) || k > 1 << 28) {
        diag_error(f->c->diags, DIAG_TYPE, step->at, "index %lld is outside the array",
                   (long long) k);
        return false;
    }
    path_into(p, (uint64_t) k, t->base, (uint64_t) k * t->base->size);
    p->bits = (struct field){0};
    return true;
}

/* Follows .a[2].b; false after an error. */
static bool designated(struct filler *f, const struct node *n, struct path *p)
{
    for (uint32_t i = 0; i < n->count; i++) {
        const struct node *step = n->list[i];
        const struct type *t = type_plain(p->type);
        bool named = step->kind == NODE_NAME && t->kind == TYPE_STRUCT;
        if (named && (!step->name || !path_member(f, p, step->name->text))) {
            if (step->name)
                diag_error(f->c->diags, DIAG_NAME, step->at, "'%s' has no member '%s'",
                           type_quoted(f->c, t), step->name->text);
            return false;
        }
        if (!named && (step->kind == NODE_NAME || t->kind != TYPE_ARRAY)) {
            diag_error(f->c->diags, DIAG_TYPE, step->at, "'%s' has no such member or element",
                       type_quoted(f->c, t));
            return false;
        }
        if (!named && !path_element(f, p, step))
            return false;
    }
    return true;
}

static uint64_t parts_of(const struct type *t)
{
    if (t->kind == TYPE_ARRAY)
        return t->complete ? t->count : UINT64_MAX;
    if (t->kind == TYPE_STRUCT && !t->is_complex)
        return t->is_union && t->field_count ? 1 : t->field_count;
    return 1;
}

static void fill_part(struct filler *f, const struct type *t, uint64_t offset, uint64_t i,
                      struct init_cursor *cur)
{
    while (t->is_union && is_padding(t->fields + i) && i + 1 < t->field_count)
        i++;
    if (t->is_union)
        choose_member(f, t, offset, i);
    if (t->kind == TYPE_ARRAY)
        fill(f, t->base, offset + i * t->base->size, NULL, cur);
    else if (t->kind == TYPE_STRUCT)
        fill(f, part_at(f, t, i), offset + t->fields[i].offset, t->fields + i, cur);
    else
        fill(f, t, offset, NULL, cur);
}

static bool fill_designated(struct filler *f, const struct type *t, uint64_t offset,
                            struct init_cursor *cur, uint64_t *out_next);

/* The place of GNU's i ... j in a designator, or -1. */
static int64_t range_in(const struct node *designated)
{
    for (uint32_t i = 0; i < designated->count; i++)
        if (designated->list[i]->kind == NODE_SLICE)
            return i;
    return -1;
}

/* The value of a range, which is evaluated once: a variable holds it. NULL: it is a constant, a string or a list. */
static struct expr *value_once(struct filler *f, const struct node *n)
{
    if (n->kind == NODE_INIT_LIST || n->kind == NODE_STRING)
        return NULL;
    struct expr *e = convert_rvalue(f->c, check_expr(f->c, n));
    if (expr_is_bad(e) || !type_is_scalar(e->type) || e->kind == EXPR_INTEGER ||
        e->kind == EXPR_REAL)
        return NULL;
    return use_symbol(f->c, put_hidden(f->c, type_plain(e->type), e, n->at), n->at);
}

/* [i ... j] = value: the value for each of them. */
static bool fill_range(struct filler *f, const struct type *t, uint64_t offset,
                       struct init_cursor *cur, uint64_t *out_next)
{
    enum { RANGE_MAX = 1 << 20 };

    const struct node *item = cur->item.node;
    uint32_t at = (uint32_t) range_in(item);
    int64_t low, high;
    const struct node *range = item->list[at];
    if (!constant_integer(f->c, range->slice.start, "the index of a designator", &low) ||
        !constant_integer(f->c, range->slice.stop, "the index of a designator", &high))
        return false;
    if (high < low || high - low > RANGE_MAX) {
        diag_error(f->c->diags, DIAG_TYPE, range->at, "this range has no element, or more than %d",
                   RANGE_MAX);
        return false;
    }
    size_t here = cur->at;
    struct init_item whole = cur->item;
    whole.value = value_once(f, item->designated.value);
    for (int64_t k = low; k <= high && !f->failed; k++) {
        struct node *one = ARENA_NEW(f->c->arena, struct node),
                    *index = ARENA_NEW(f->c->arena, struct node);
        *one = *item;
        *index = (struct node){.kind = NODE_INTEGER, .op = TYPE_LONG, .at = range->at};
        index->integer = (uint64_t) k;
        one->list = ARENA_ARRAY(f->c->arena, struct node *, item->count);
        memcpy(one->list, item->list, item->count * sizeof *one->list);
        one->list[at] = index;
        cur->at = here;
        cur->item = whole;
        cur->item.node = one;
        if (!fill_designated(f, t, offset, cur, out_next))
            return false;
    }
    return true;
}

/* The item at the cursor and the items that continue after the part it designates (C11 6.7.9p17). out_next: the part
 * of t that comes next. */
static bool fill_designated(struct filler *f, const struct type *t, uint64_t offset,
                            struct init_cursor *cur, uint64_t *out_next)
{
    struct path p = {.type = t, .offset = offset};
    const struct node *item = cur->item.node;
    if (range_in(item) >= 0)
        return fill_range(f, t, offset, cur, out_next);
    if (!designated(f, item, &p) || !p.count)
        return false;
    for (uint32_t i = 0; i < p.count; i++)
        if (type_plain(p.steps[i].of)->is_union)
            choose_member(f, p.steps[i].of, p.steps[i].offset, p.steps[i].index);
    cur->item.node = cur->item.node->designated.value;
    struct field *bits = ARENA_NEW(f->c->arena, struct field);
    *bits = p.bits;
    fill(f, p.type, p.offset, bits->bit_width ? bits : NULL, cur);
    for (uint32_t i = p.count; i-- > 1 && !f->failed;)
        if (!type_plain(p.steps[i].of)->is_union)
            fill_elided(f, p.steps[i].of, p.steps[i].offset, p.steps[i].index + 1, cur);
    *out_next = p.steps[0].index + 1;
    return true;
}

/* ---- packs: {0, f(pack)...} ---- */

struct expanded {
    item_vec *out;
    bool bad;
};

static void add_expanded(struct checker *c, const struct node *n, void *user)
{
    struct expanded *x = user;
    struct expr *e = check_expr(c, n);
    x->bad |= expr_is_bad(e);
    VEC_PUSH(x->out, (struct init_item){n, e});
}

/* false: a diag was recorded. */
static bool items_of(struct checker *c, const struct node *list, item_vec *out)
{
    struct expanded x = {out, false};
    for (uint32_t i = 0; i < list->count; i++) {
        const struct node *n = list->list[i];
        if (n->kind != NODE_EXPAND) {
            VEC_PUSH(out, (struct init_item){n, NULL});
        } else if (!pack_expand(c, n->expansion.pattern, add_expanded, &x)) {
            diag_error(c->diags, DIAG_TYPE, n->at, "there is no parameter pack before '...'");
            x.bad = true;
        }
    }
    return !x.bad;
}

/* ---- braces ---- */

/* {x, y, z} of a dim3; false: it has designators. */
static bool fill_dim3(struct filler *f, uint64_t offset, item_vec *list, struct span at)
{
    VEC_EACH (item, list)
        if (item->node->kind == NODE_DESIGNATED)
            return false;
    struct expr **parts = ARENA_ARRAY(f->c->arena, struct expr *, list->n);
    for (size_t i = 0; i < list->n; i++)
        parts[i] = convert_rvalue(f->c, item_value(f, list->at + i));
    emit(f, offset, NULL, make_dim3(f->c, parts, (uint32_t) list->n, at));
    return true;
}

/* C compilers drop it, with a warning. false: it is an error. */
static bool excess_value(struct filler *f, const struct type *t, struct span at)
{
    bool dropped = f->c->dialect->loose_pointers;
    static const char text[] = "too many values for '%s'";
    struct diag *d = dropped ? diag_warning(f->c->diags, DIAG_TYPE, at, text, type_quoted(f->c, t))
                             : diag_error(f->c->diags, DIAG_TYPE, at, text, type_quoted(f->c, t));
    diag_label(f->c->diags, d, "excess value");
    f->failed |= !dropped;
    return dropped;
}

static uint64_t fill_items(struct filler *f, const struct type *t, uint64_t offset,
                           const struct field *bits, const item_vec *list)
{
    struct init_cursor cur = {.list = list};
    uint64_t next = 0, most = 0, parts = parts_of(t);
    for (move_to(&cur, 0); cur.item.node && !f->failed;) {
        const struct node *item = cur.item.node;
        if (item->kind == NODE_DESIGNATED) {
            f->failed = !fill_designated(f, t, offset, &cur, &next) || f->failed;
        } else if (t->kind == TYPE_STRUCT && !t->is_complex && !t->is_union && next < parts &&
                   is_padding(t->fields + next)) {
            next++;
        } else if (next >= parts) {
            if (excess_value(f, t, item->at))
                advance(&cur);
        } else if (!type_is_aggregate(t)) {
            fill(f, t, offset, bits, &cur);
            next++;
        } else {
            fill_part(f, t, offset, next++, &cur);
        }
        most = next > most ? next : most;
    }
    return most;
}

/* An aggregate from the one value in the list, of its class or one derived from it: C++17 11.6.4p3.1. false: it is of another. */
static bool fill_copy(struct filler *f, const struct type *t, uint64_t offset, item_vec *list)
{
    const struct node *one = list->n == 1 ? list->at[0].node : NULL;
    if (f->c->dialect->separate_tags || t->kind != TYPE_STRUCT || t->is_complex || !one ||
        one->kind == NODE_INIT_LIST || one->kind == NODE_DESIGNATED || one->kind == NODE_STRING)
        return false;
    struct expr *e = item_value(f, list->at);
    const struct type *from = type_plain(e->type);
    if (expr_is_bad(e) || from->kind != TYPE_STRUCT ||
        !(type_same(from, t) || type_base_offset(from, t) >= 0))
        return false;
    emit(f, offset, NULL, convert_implicit(f->c, e, t, f->why));
    return true;
}

/* Returns how many parts of t the list reaches: the length of an array that has none. */
static uint64_t fill_braces(struct filler *f, const struct type *t, uint64_t offset,
                            const struct field *bits, const struct node *list)
{
    t = type_plain(t);
    if (list->count == 1 && takes_string(t, list->list[0])) {
        emit(f, offset, NULL, string_for(f, t, list->list[0]));
        return list->list[0]->text.n / t->base->size;
    }
    item_vec items = {0};
    uint64_t reached = 0;
    if (!items_of(f->c, list, &items))
        f->failed = true;
    else if (fill_copy(f, t, offset, &items))
        reached = parts_of(t);
    else if (is_dim3(f->c, t) && fill_dim3(f, offset, &items, list->at))
        reached = 3;
    else
        reached = fill_items(f, t, offset, bits, &items);
    VEC_FREE(&items);
    return reached;
}

/* Field i of a class whose list omits it: by its own initialiser, or as its type says. NULL: it is zero. */
static void fill_omitted(struct filler *f, const struct type *t, uint32_t i, struct span at)
{
    const struct class_info *info = t->class;
    const struct field *m = t->fields + i;
    const struct field_default *made = info->made ? info->made + i : NULL;
    const struct type *type = m->type;
    if (made && made->function) {
        struct type *whole = ARENA_NEW(f->c->arena, struct type);
        *whole = *t; /* no class: it is the list that destroys the parts */
        whole->class = NULL;
        struct expr *e = expr_new(f->c, EXPR_CONSTRUCT, whole, at);
        e->symbol = made->function;
        emit(f, 0, NULL, e);
        return;
    }
    struct expr *e = made && made->constant ? made->constant
                     : info->defaults && info->defaults[i]
                         ? check_init(f->c, &type, info->defaults[i], f->why)
                         : fresh_value(f->c, m->type, (struct span){0});
    if (e)
        emit(f, m->offset, NULL, e);
}

/* Members that the list omits, if their default is not just zero. */
static void fill_rest(struct filler *f, const struct type *t, struct span at)
{
    const struct type *element = type_element(t);
    if (f->failed)
        return;
    if (t->kind == TYPE_ARRAY && type_is_class(element)) {
        uint64_t given = 0;
        for (size_t i = 0; i < f->out.n; i++)
            given += f->out.at[i].value->type->kind == TYPE_STRUCT;
        struct expr *one =
            given * element->size < t->size ? fresh_value(f->c, element, (struct span){0}) : NULL;
        for (uint64_t k = given; one && !expr_is_bad(one) && (k + 1) * element->size <= t->size;
             k++)
            emit(f, k * element->size, NULL, one);
        return;
    }
    const struct class_info *info = t->kind == TYPE_STRUCT ? t->class : NULL;
    struct span end = {at.source, at.end - 1, at.end}; /* as g++ has it */
    struct call_place outer = call_place_begin(f->c, end);
    size_t written = f->out.n;
    for (uint32_t i = 0; info && !t->is_union && i < t->field_count; i++) {
        const struct field *m = t->fields + i;
        bool given = m->bit_width;
        for (size_t k = 0; k < written; k++)
            given |=
                f->out.at[k].offset >= m->offset && f->out.at[k].offset < m->offset + m->type->size;
        if (!given)
            fill_omitted(f, t, i, at);
    }
    call_place_end(f->c, outer);
}

/* ---- entry ---- */

/* The type of an object with room for all values, where the last of them are a flexible array's. */
static const struct type *with_room(struct checker *c, const struct type *t, const struct filler *f)
{
    uint64_t most = t->size;
    for (size_t i = 0; i < f->out.n; i++) {
        uint64_t end = f->out.at[i].offset + f->out.at[i].value->type->size;
        most = end > most ? end : most;
    }
    if (most == t->size || f->failed)
        return t;
    struct type *larger = ARENA_NEW(c->arena, struct type);
    *larger = *t;
    larger->unqualified = t;
    larger->size = most;
    return larger;
}

static struct expr *init_braced(struct checker *c, const struct type **type, const struct node *n,
                                const struct purpose *why)
{
    const struct type *t = *type;
    bool aggregate = t->kind == TYPE_ARRAY || t->kind == TYPE_STRUCT;
    if (t->kind == TYPE_ENUM && t->scoped && n->count == 1) /* C++17 11.6.4p3.8 */
        return construct_from_list(c, t, n, true, n->at);
    if (t->unsized && n->count) {
        diag_error(c->diags, DIAG_TYPE, n->at,
                   "an array whose size is not constant cannot have a braced initialiser");
        return expr_bad(c, n->at);
    }
    if (t->kind == TYPE_DEVICE_ARRAY || (t->kind == TYPE_STRUCT && !type_plain(t)->complete)) {
        diag_error(c->diags, DIAG_TYPE, n->at, "'%s' cannot be initialised with a braced list",
                   type_quoted(c, t));
        return expr_bad(c, n->at);
    }
    bool flexible = why->variable && t->kind == TYPE_STRUCT && !type_is_class(t);
    struct filler f = {c, why, {0}, false, flexible ? type_plain(t) : NULL};
    uint64_t count = fill_braces(&f, t, 0, NULL, n);
    struct expr *e = expr_new(c, EXPR_AGGREGATE, type_plain(t), n->at);
    if (t->kind == TYPE_ARRAY && !t->complete) {
        *type = type_array(c->arena, t->base, count);
        e->type = *type;
    }
    fill_rest(&f, type_plain(e->type), n->at);
    if (f.whole)
        e->type = with_room(c, f.whole, &f);
    e->lvalue = true;
    e->init_count = (uint32_t) f.out.n;
    e->inits = ARENA_ARRAY(c->arena, struct init, f.out.n);
    if (f.out.n)
        memcpy(e->inits, f.out.at, f.out.n * sizeof *f.out.at);
    VEC_FREE(&f.out);
    VEC_FREE(&f.unions);
    if (f.failed || (!aggregate && !e->init_count && !type_is_scalar(t)))
        return expr_bad(c, n->at);
    if (!aggregate && !e->init_count) /* {} is zero */
        return convert_to(c, integer_new(c, type_basic(TYPE_INT), 0, n->at), t);
    if ((!aggregate || is_dim3(c, t)) && e->init_count == 1 && !e->inits[0].bits)
        return e->inits[0].value;
    return e;
}

struct expr *init_aggregate(struct checker *c, const struct type *t, const struct node *list,
                            const struct purpose *why)
{
    return init_braced(c, &t, list, why);
}

/* ---- values ---- */

static struct expr *wants_braces(struct checker *c, const struct expr *e, struct span at)
{
    struct diag *d =
        diag_error(c->diags, DIAG_TYPE, at, "an array must be initialised with a braced list");
    if (e->type->kind == TYPE_DEVICE_ARRAY || e->type->kind == TYPE_ARRAY)
        diag_help(c->diags, d, "declare it first, then copy");
    return expr_bad(c, at);
}

struct expr *init_value(struct checker *c, const struct type **type, struct expr *e,
                        const struct purpose *why)
{
    const struct type *t = *type;
    if (expr_is_bad(e))
        return e;
    if (t->kind != TYPE_ARRAY)
        return init_from(c, t, e, why);
    if (!type_same(e->type, t))
        return wants_braces(c, e, e->at);
    *type = t->complete ? t : e->type;
    return e;
}

struct expr *init_written(struct checker *c, const struct type **type, const struct node *n,
                          const struct purpose *why)
{
    const struct type *t = *type;
    if (n->kind == NODE_INIT_LIST && (type_is_class(t) || type_is_reference(t)))
        return construct_from_list(c, t, n, true, n->at);
    if (n->kind == NODE_INIT_LIST)
        return init_braced(c, type, n, why);
    if (takes_string(t, n)) {
        if (!t->complete)
            *type = t = type_array(c->arena, t->base, n->text.n / t->base->size);
        struct filler f = {c, why, {0}, false, NULL};
        return string_for(&f, t, n);
    }
    if (n->kind == NODE_COMPOUND && t->kind == TYPE_ARRAY) /* GNU: int a[] = (int[]){1, 2} */
        return init_written(c, type, n->cast.operand, why);
    struct expr *e = check_expr(c, n);
    if (t->kind == TYPE_ARRAY && !expr_is_bad(e) && e->kind != EXPR_AGGREGATE)
        return wants_braces(c, e, n->at);
    return init_value(c, type, e, why);
}

/* ---- compound literals ---- */

/* C11 6.5.2.5p5: an object of the enclosing block, which gets its value each time the literal is evaluated. */
static struct expr *literal_object(struct checker *c, const struct type *t, struct expr *value,
                                   struct span at)
{
    struct symbol *s = put_hidden(c, t, c->function ? NULL : value, at);
    struct expr *place = expr_new(c, EXPR_VARIABLE, t, at);
    s->in_memory = true;
    place->symbol = s;
    place->lvalue = true;
    if (!c->function)
        return place;
    const struct type *pointer = type_pointer(c->arena, t);
    struct expr *set = expr_new(c, EXPR_ASSIGN, type_plain(t), at),
                *address = expr_new(c, EXPR_ADDRESS, pointer, at),
                *both = expr_new(c, EXPR_COMMA, pointer, at);
    set->left = place;
    set->right = value;
    address->left = place;
    both->left = set;
    both->right = address;
    return expr_deref(c, both, at);
}

struct expr *check_compound(struct checker *c, const struct node *n)
{
    const struct type *t = resolve_type(c, n->cast.type);
    if (t->kind == TYPE_ERROR)
        return expr_bad(c, n->at);
    struct purpose why = {.kind = FOR_INIT, .name = "the literal"};
    struct expr *e = check_init(c, &t, n->cast.operand, &why);
    if (!expr_is_bad(e) && c->dialect->literals_are_objects)
        return literal_object(c, t, e, n->at);
    if (!expr_is_bad(e) &&
        e->kind != EXPR_AGGREGATE) { /* (int){3}: an object; its value is read there */
        struct expr *made = expr_new(c, EXPR_AGGREGATE, t, n->at);
        made->inits = ARENA_NEW(c->arena, struct init);
        made->inits[0].value = e;
        made->init_count = 1;
        made->lvalue = true;
        if (!type_is_scalar(t))
            return made;
        struct expr *address = expr_new(c, EXPR_ADDRESS, type_pointer(c->arena, t), n->at);
        address->left = made;
        struct expr *place = expr_new(c, EXPR_DEREF, t, n->at);
        place->left = address;
        place->lvalue = true;
        return place;
    }
    return e;
}
