/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
/* Objects and where they lie: names as expressions, addresses, lvalues. Each function gives a new typed tree in the checker's
 * arena, never NULL; after a diag it is expr_bad(). Thread-safety: unsafe, as struct lang. */
#include "lang/check/core/checker.h"

struct expr *use_symbol(struct checker *c, struct symbol *s, struct span at);
/* The type of a kernel's name as a value: a pointer to void if the host cannot read a parameter. */
const struct type *kernel_type(struct checker *c, const struct kernel *k);
struct expr *address_of(struct checker *c, struct expr *e, struct span at);
/* The object that an assignment or ++ gives in C++ (C++17 8.18, 8.3.2); another expression as it is. */
struct expr *assigned_object(struct checker *c, struct expr *e);
struct expr *object_address(struct checker *c, struct expr *e); /* of a new object too */
struct expr *chosen_place(struct checker *c, struct expr *condition, struct expr *l, struct expr *r,
                          struct span at); /* one of two objects */
struct expr *class_upcast(struct checker *c, struct expr *pointer,
                          const struct type *to); /* to a pointer to a base */
bool is_rvalue(const struct expr *e);
/* Whether it is one of the manipulators that are values here (check_stream.c) and function templates in C++, which deduce nothing: std::endl. */
bool manipulator_is_template(const struct expr *e);
/* The function that such a manipulator is as `to`, a type of functions or of pointers to them. NULL: it has another type. */
struct expr *manipulator_function(struct checker *c, const struct expr *e, const struct type *to);
/* A class as an argument of a library call. */
struct expr *class_argument(struct checker *c, const struct type *class, struct span at);
