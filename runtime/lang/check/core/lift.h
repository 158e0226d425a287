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

/* Elements of arrays of float2 and double2, which whole-array expressions treat as complex numbers. The functions are those of
 * compute/kernels/complex.cu. */

/* A complex number of the host, as float2 or double2 in an expression: these themselves, _Complex, std::complex. NULL: t is another type. */
const struct type *complex_scalar(struct checker *c, const struct type *t);
/* A complex lane or a number as an element of type t, float2 or double2. */
struct expr *complex_lane_as(struct checker *c, struct expr *e, const struct type *t);
const struct type *complex_part(const struct type *t);         /* float or double */
const struct type *complex_of(struct checker *c, bool single); /* float2 or double2 */
/* + - * / == != of two lanes of which one is complex, the other complex or a number. NULL: there is no such operation, or neither is complex. */
struct expr *complex_arithmetic(struct checker *c, enum expr_kind kind, struct expr *l,
                                struct expr *r, struct span at);
/* float2 or double2, for two lanes of which one is complex and the other complex or a number; otherwise NULL. */
const struct type *complex_common_lane(struct checker *c, const struct expr *l,
                                       const struct expr *r);
/* warpcell::name<T>(args) as the body of a map. */
struct expr *complex_call(struct checker *c, const char *name, const struct type *t,
                          struct expr *const *args, uint32_t count, struct span at);
/* abs, exp, pow and others of one lane or two, of which one is complex; NULL: another name, or none is complex. */
struct expr *complex_function(struct checker *c, const char *name, struct expr *const *args,
                              uint32_t count, struct span at);
