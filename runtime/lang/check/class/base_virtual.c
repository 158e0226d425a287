/* SPDX-License-Identifier: Apache-2.0 */
/* Virtual bases (C++17 13.1p4): which a class has, the tables of its parts, and what constructors and destructors do about them.
 * The complete object makes and ends them. A function that may run for either asks the object's table, which the complete
 * object has set before any part is made: a hidden variable, `part`, is null for a complete object. */
#include "lang/check/class/base_virtual.h"

#include <string.h>

#include "lang/check/class/check_classes.h"
#include "lang/check/core/place.h"
#include "lang/check/core/rules.h"
#include "lang/check/core/scope.h"
#include "lang/check/core/symbols.h"
#include "lang/check/core/tree_build.h"

/* ---- which there are ---- */

static void add_once(field_vec *list, const struct field *f, bool indirect)
{
    VEC_EACH (have, list)
        if (type_plain(have->type) == type_plain(f->type)) {
            have->is_indirect &= indirect;
            return;
        }
    struct field one = *f;
    one.is_virtual = true;
    one.is_indirect = indirect;
    VEC_PUSH(list, one);
}

void virtual_bases_take(struct type *t, field_vec *out)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < t->field_count; i++) {
        const struct field f = t->fields[i];
        const struct type *base = type_plain(f.type);
        for (uint32_t k = 0; base->has_virtual_bases && k < base->field_count; k++)
            if (base->fields[k].is_virtual)
                add_once(out, base->fields + k, true);
        if (f.is_virtual)
            add_once(out, &f, false);
        else
            t->fields[kept++] = f;
    }
    t->field_count = kept;
    t->has_virtual_bases = out->n > 0;
}

void virtual_bases_append(struct checker *c, struct type *t, const field_vec *list)
{
    if (!list->n)
        return;
    uint32_t n = t->field_count + (uint32_t) list->n;
    struct field *fields = ARENA_ARRAY(c->arena, struct field, n);
    const struct node **defaults = ARENA_ARRAY(c->arena, const struct node *, n);
    memcpy(fields, t->fields, t->field_count * sizeof *fields);
    memcpy((void *) defaults, (const void *) t->class->defaults, t->field_count * sizeof *defaults);
    memcpy(fields + t->field_count, list->at, list->n * sizeof *fields);
    t->fields = fields;
    t->class->defaults = defaults;
    t->field_count = n;
}

/* ---- tables of parts ---- */

static void add_part(struct checker *c, struct type *t, const struct type *part, uint64_t start)
{
    const struct class_info *from = part->class;
    struct part_tables *p = ARENA_NEW(c->arena, struct part_tables);
    *p = (struct part_tables){.class = from, .start = start, .next = t->class->parts};
    p->vtables = ARENA_ARRAY(c->arena, struct vtable, from->vtable_count + 1);
    for (uint32_t i = 0; i < from->vtable_count; i++) {
        struct vtable *to = p->vtables + i;
        *to = from->vtables[i];
        to->offset = offset_within(part, to->offset, t, start) - start;
        to->whole = t->class;
        to->start = start;
        to->functions = ARENA_ARRAY(c->arena, struct virtual_function, to->count + 1);
        for (uint32_t k = 0; k < to->count; k++) {
            to->functions[k] = from->vtables[i].functions[k];
            to->functions[k].this = offset_within(part, to->functions[k].this, t, start) - start;
        }
    }
    t->class->parts = p;
}

/* The bases of `of`, which lies in t from `start` on, that have virtual bases. */
static void add_parts_of(struct checker *c, struct type *t, const struct type *of, uint64_t start)
{
    for (uint32_t i = 0; i < of->field_count; i++) {
        const struct field *f = of->fields + i;
        const struct type *part = type_plain(f->type);
        if (!f->is_base || !part->has_virtual_bases || (f->is_virtual && of != t))
            continue;
        add_part(c, t, part, start + f->offset);
        add_parts_of(c, t, part, start + f->offset);
    }
}

void virtual_parts(struct checker *c, struct type *t)
{
    if (t->has_virtual_bases)
        add_parts_of(c, t, t, 0);
}

/* ---- constructors and destructors ---- */

static struct expr *this_as(struct checker *c, struct span at)
{
    struct expr *e = expr_new(c, EXPR_VARIABLE, c->this->type, at);
    *e = *c->this;
    e->at = at;
    return convert_to(c, e, type_pointer(c->arena, type_basic(TYPE_VOID)));
}

struct symbol *put_part(struct checker *c, const struct type *class, struct span at)
{
    const struct type *any = type_pointer(c->arena, type_basic(TYPE_VOID));
    if (!class->has_virtual_bases)
        return NULL;
    struct expr *args[] = {this_as(c, at), class_argument(c, class, at)};
    return put_hidden(c, any, library_call(c, "__part", args, 2, at), at);
}

void put_part_tables(struct checker *c, const struct type *class, struct symbol *part,
                     struct span at)
{
    struct expr *args[] = {this_as(c, at), class_argument(c, class, at), use_symbol(c, part, at)};
    put_expr(c, library_call(c, "__set_tables", args, 3, at));
}

void whole_only_begin(struct checker *c, struct whole_only *w)
{
    w->list = (stmt_vec){0};
    w->out = c->out;
    c->out = &w->list;
}

void whole_only_end(struct checker *c, struct whole_only *w, struct symbol *part, struct span at)
{
    c->out = w->out;
    if (!w->list.n) {
        VEC_FREE(&w->list);
        return;
    }
    struct expr *none = expr_new(c, EXPR_NOT, type_basic(TYPE_INT), at);
    none->left = use_symbol(c, part, at);
    struct stmt *s = stmt_new(c, STMT_IF, at);
    s->expr = none;
    s->body = block_of(c, &w->list, at);
    put_stmt(c, s);
}

struct expr *whole_place(struct checker *c, struct expr *place, struct symbol *part, struct span at)
{
    struct expr *p = address_of(c, place, at);
    struct expr *e = expr_new(c, EXPR_CONDITIONAL, p->type, at);
    e->condition = use_symbol(c, part, at);
    e->left = convert_to(c, integer_new(c, type_basic(TYPE_LONG), 0, at), p->type);
    e->right = p;
    return expr_deref(c, e, at);
}
