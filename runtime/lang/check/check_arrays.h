/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
/* Device arrays and whole-array expressions. */
#include "lang/check/checker.h"

/* ---- check_array.c ---- */
struct expr *check_subscripts(struct checker *c, struct expr *array, const struct node *n);
struct expr *array_assign(struct checker *c, struct expr *left, struct expr *right, struct span at);
struct expr *array_deduced(struct checker *c, struct expr *value); /* what `auto` is given */
void declare_device_array(struct checker *c, const struct node *declaration,
                          const struct node *declarator);
const struct type *device_param(struct checker *c, const struct node *param);

/* ---- check_map.c: whole-array expressions ---- */
/* An operation on arrays being checked as one on their elements: operands are lifted, the result is lowered. */
struct lift {
    uint32_t rank; /* of the arrays among the operands: the highest; 0: there are none */
};

bool is_array(const struct expr *e); /* of the device */
struct expr *map_lift(struct checker *c, struct lift *l, struct expr *e);
struct expr *map_lower(struct checker *c, const struct lift *l, struct expr *body, struct span at);
struct expr *lifted_call(struct checker *c, struct symbol *device, struct expr **args,
                         uint32_t count, struct span at, struct span name_at);
struct expr *map_store(struct checker *c, struct expr *left, struct expr *right, struct span at);
struct expr *index_array(struct checker *c, struct expr *array, struct expr *index,
                         const struct node *n);
struct expr *conditional_map(struct checker *c, struct expr *condition, struct expr *l,
                             struct expr *r, struct span at);

/* ---- check_array_call.c: the library's functions of arrays ---- */
struct expr *array_call(struct checker *c, struct expr *call); /* with its result's type */
struct expr *array_retyped(struct checker *c, struct expr *e, const struct type *element);
