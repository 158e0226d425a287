/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
/* C's complex numbers (C11 6.2.5p11, annex G) and GNU's of integers, __real__ and __imag__. A complex type is a struct of two
 * numbers (type_complex); what is done with one becomes operations on its parts. Thread-safety: unsafe, as struct lang. */
#include "lang/check/core/checker.h"

/* A complex number, or CUDA's pair of numbers that stands for one: float2, double2. */
bool complex_has_parts(const struct type *t);
/* An operator on two numbers of which one at least is complex (C11 6.3.1.8, G.5), or one of CUDA's pairs, float2 or double2, for which the program
 * defines no operator. NULL: it is not for complex numbers. */
struct expr *complex_operation(struct checker *c, enum expr_kind kind, struct expr *l,
                               struct expr *r, struct span at);
/* e, a number, as the type `to`; one of the two is complex (C11 6.3.1.6, 6.3.1.7). */
struct expr *complex_converted(struct checker *c, struct expr *e, const struct type *to);
/* The complex type that two numbers convert to, one of which is complex. */
const struct type *complex_common(const struct type *l, const struct type *r);
/* -z, +z, and GNU's ~z, the conjugate. op: its token. */
struct expr *complex_sign(struct checker *c, unsigned op, struct expr *z, struct span at);
/* place = place op right, where one is complex; the place is found once. NULL: no such operator. */
struct expr *complex_assign(struct checker *c, enum expr_kind kind, struct expr *place,
                            struct expr *right, struct span at);
/* __real__ e and __imag__ e of any number: an lvalue if e is one. */
struct expr *complex_part_of(struct checker *c, const struct node *n);
