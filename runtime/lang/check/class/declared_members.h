/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
/* Which special members (C++17 15) a class declares itself. Thread-safety: unsafe, as struct lang. */
#include "lang/check/core/checker.h"

/* The functions belong to the class; NULL: it declares none. */
struct declared_members {
    struct symbol *fresh, *copy, *move, *assign, *assign_move, *destructor;
    bool any;           /* constructors */
    bool hides;         /* one that makes the class no aggregate */
    bool assigns_other; /* an operator= for what is not of the class */
};

/* d: zeroed. t: a class whose members are all declared. */
void declared_find(struct checker *c, const struct type *t, struct declared_members *d);
/* A function's NODE_TYPE_FUNCTION as it is written; NULL: it has no text. */
const struct node *declared_syntax(const struct symbol *s);
/* Whether it is declared, and not as C++ makes it. s: or NULL */
bool declared_really(const struct symbol *s);
/* Whether a member that copies takes T & and no const T &. s: or NULL */
bool declared_mutable(const struct symbol *s);
/* Whether a constructor copies or moves objects of its class. */
bool declared_copies(const struct symbol *s);
