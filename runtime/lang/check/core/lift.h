/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
/* An operation on device arrays is checked as one on their elements: operands are lifted, the result is lowered.
 * Next: check_map.c. Thread-safety: unsafe, as struct lang. */
#include "lang/check/core/checker.h"

struct lift {
    uint32_t rank; /* of the arrays among the operands: the highest; 0: there are none */
};

bool is_array(const struct expr *e); /* of the device */
/* The element of e that the operation is applied to. */
struct expr *map_lift(struct checker *c, struct lift *l, struct expr *e);
/* The array whose elements body computes. */
struct expr *map_lower(struct checker *c, const struct lift *l, struct expr *body, struct span at);
/* The type of such an element in an expression: half becomes float. */
const struct type *map_element(const struct type *t);
