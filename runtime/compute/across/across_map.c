/* SPDX-License-Identifier: Apache-2.0 */
/* Expressions over arrays across ranks. The result has the rows of its target or of its first operand; an operand whose rows are elsewhere is
 * fetched, and an ordinary array, which all ranks have, gives the rows that belong to the part. */
#include <string.h>

#include "base/check.h"
#include "compute/across/across.h"

static const struct array *array_operand(const struct operand *o)
{
    return o->kind == OPERAND_ARRAY ? o->array : NULL;
}

/* The same expression with the shapes that the program sees: for the rules of broadcasting and their messages. */
static bool whole_shape(const struct job *j, const struct expression *e, const struct array *to,
                        uint32_t *rank, int64_t *shape)
{
    struct array arrays[OPERANDS_MAX], target;
    struct operand operands[OPERANDS_MAX];
    struct expression whole = *e;
    whole.operands = operands;
    for (uint32_t i = 0; i < e->count; i++) {
        operands[i] = e->operands[i];
        if (!array_operand(operands + i))
            continue;
        arrays[i] = *e->operands[i].array;
        arrays[i].shape[0] = array_extent(arrays + i, 0);
        operands[i].array = arrays + i;
    }
    if (!to)
        return expression_shape(j, &whole, rank, shape);
    target = *to;
    target.shape[0] = array_extent(to, 0);
    memcpy(shape, target.shape, sizeof target.shape);
    *rank = to->rank;
    return expression_fits(j, &whole, &target);
}

static bool refuse(const struct job *j, const char *what, const char *help)
{
    diag_help(j->diags, diag_error(j->diags, DIAG_TYPE, j->at, "%s", what), "%s", help);
    return false;
}

/* The distribution of the result. `shape`: of the whole. */
static bool choose_part(const struct job *j, const struct expression *e, const struct array *to,
                        uint32_t rank, const int64_t *shape, struct array_part *out)
{
    bool any = false;
    *out = to ? to->part : (struct array_part){0};
    for (uint32_t i = 0; i < e->count; i++) {
        const struct operand *o = e->operands + i;
        const struct array *a = o->array;
        if (!a || !across_is(a))
            continue;
        if (o->kind == OPERAND_TABLE)
            return refuse(j, "an array across ranks cannot be indexed with an array",
                          "gather(x) has all its elements in each rank: gather(x)[index]");
        if (a->rank < rank)
            return refuse(
                j, "this array lies across ranks along an axis that is not the result's first one",
                "use gather(x), which has all its elements in each rank");
        if (!to && !out->ranks && a->part.whole == shape[0])
            *out = a->part;
        any = true;
    }
    if (any && to && !across_is(to))
        return refuse(j, "an array across ranks cannot be stored to an ordinary array",
                      "gather(x) is an ordinary array, with all elements in each rank");
    return true;
}

/* The operand's rows for the part; NULL: a diag, or (same) the operand is right as it is. */
static struct array *rows_for(const struct job *j, const struct array *a, uint32_t rank,
                              const struct array_part *part, bool *same)
{
    int64_t first, count;
    *same = false;
    if (across_is(a)) {
        if (a->part.whole != part->whole)
            return across_gather(j, a); /* one row, which is repeated */
        return part_same(&a->part, part) ? array_local(a) : across_rows(j, a, part);
    }
    *same = a->rank < rank || a->shape[0] != part->whole || part->whole == 1;
    if (*same)
        return NULL;
    part_rows(part, part->rank, &first, &count);
    return array_rows(a, first, count);
}

/* iota(n) and random(n) have the same values whatever the ranks. */
static void index_rows(struct operand *o, uint32_t rank, const struct array_part *part)
{
    int64_t first, count, inner = 1;
    if (o->rank < rank || o->shape[0] != part->whole)
        return;
    part_rows(part, part->rank, &first, &count);
    for (uint32_t k = 1; k < o->rank; k++)
        inner *= o->shape[k];
    o->base = first * inner;
    o->shape[0] = count;
}

bool across_align(const struct job *j, struct expression *e, struct operand *room,
                  const struct array *to, struct across_operands *out)
{
    uint32_t rank;
    int64_t shape[ARRAY_RANK_MAX];
    bool needed = to && across_is(to);
    *out = (struct across_operands){0};
    for (uint32_t i = 0; i < e->count; i++)
        needed |= e->operands[i].array && across_is(e->operands[i].array);
    if (!needed)
        return true;
    if (!whole_shape(j, e, to, &rank, shape) || !choose_part(j, e, to, rank, shape, &out->part))
        return false;
    struct array_part all = out->part;
    if (!all.ranks) /* every operand across ranks has one row */
        all.whole = -1;
    for (uint32_t i = 0; i < e->count; i++) {
        bool same = false;
        if (room[i].kind == OPERAND_INDEX && out->part.ranks)
            index_rows(room + i, rank, &out->part);
        if (!array_operand(room + i))
            continue;
        struct array *rows = rows_for(j, room[i].array, rank, &all, &same);
        if (!rows && !same)
            return false;
        if (rows)
            room[i].array = out->made[out->count++] = rows;
    }
    return true;
}

void across_release(struct across_operands *o)
{
    while (o->count)
        array_unref(&o->made[--o->count]);
}

bool across_copy(const struct job *j, const struct array *to, const struct array *from)
{
    struct operand o = {.kind = OPERAND_ARRAY, .type = dtype_text(from->dtype), .array = from};
    struct expression e = {.text = "v0", .dtype = from->dtype, .operands = &o, .count = 1};
    struct across_operands operands;
    struct device_fault fault;
    bool ok = across_align(j, &e, &o, to, &operands);
    if (ok && o.array->dtype.kind == DTYPE_OTHER)
        ok = launch_status(j->launcher, array_copy(to, o.array, &fault), &fault, j->diags, j->at);
    else if (ok)
        ok = compute_copy(j, to, o.array);
    across_release(&operands);
    return ok;
}
