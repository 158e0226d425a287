/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
/* Rules of C that C++ has not, for units whose dialect asks for them (text/dialect.h). Thread-safety: unsafe, as struct lang. */
#include "lang/check/core/convert.h"

/* C11 6.5.16.1p1: compilers convert between any pointers and integers, with a warning where the standard wants a cast. */
bool converts_loosely(const struct checker *c, const struct expr *e, const struct type *to);
struct expr *convert_loosely(struct checker *c, struct expr *e, const struct type *to);

/* C11 6.2.7p3: whether both declare one function, and the type of both: that of the one with a prototype. */
bool functions_compatible(const struct type *a, const struct type *b);
const struct type *composite_function(const struct type *a, const struct type *b);

/* The type that the text gives a function later, by its definition or a prototype. NULL: none, or it cannot be read yet. */
const struct type *later_function(struct checker *c, const struct name *name);
/* The type of a later declaration of an array that has no size so far. NULL: there is none. */
const struct type *later_array(struct checker *c, const struct name *name);

/* What a declaration inside a function names: the function or variable of the program. NULL: nothing so far. */
struct symbol *outside_find(struct checker *c, struct name *name);
/* Notes such a symbol for a declaration at file scope that follows. */
void outside_add(struct checker *c, struct symbol *s);

/* C90 6.3.2.2: a call of a function that was not declared declares `int f()`, with a warning. NULL: the dialect has no such
 * rule. */
struct symbol *implicit_function(struct checker *c, const struct node *name);
