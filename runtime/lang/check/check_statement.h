/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
/* Functions that the statement and declaration files share, besides their rules. Statements go to c->out.
 * Thread-safety: unsafe, as struct lang. */
#include "lang/check/core/checker.h"

/* ---- check_stmt.c ---- */
void check_item(struct checker *c, const struct node *n); /* at the top of a cell or namespace */
struct stmt *check_block(struct checker *c, const struct node *n);

/* ---- check_bindings.c: auto [a, b] = value ---- */
void check_bindings(struct checker *c, const struct node *n);
/* Declares the names as the elements or members of a value. */
void bind_names(struct checker *c, const struct node *n, struct expr *value);
/* union { int a; float b; }; outside of classes: an object whose members are names of the scope. */
void bind_union(struct checker *c, const struct node *declaration, const struct type *t);

/* ---- check_type.c ---- */
/* The type of decltype(n), where e is the checked n; NULL n: an expression that is no name. */
const struct type *decltype_of(struct checker *c, const struct node *n, const struct expr *e);

/* ---- check_decl.c ---- */
/* Declares one declarator of a declaration. known: its value if already checked, else NULL. */
void declare_one(struct checker *c, const struct node *declaration, const struct node *n,
                 struct expr *known);

/* ---- check_function.c ---- */
/* The symbol of a host function. Redefined with the same type, a function keeps its symbol, so that older code calls
 * the new one. NULL: a diag was recorded. */
struct symbol *declare_function(struct checker *c, const struct node *n, const struct type *t);

/* Checks the body of f, with n's parameters and statements, in the checker's current context: the rule `function_body`. */
void check_body(struct checker *c, struct function *f, const struct node *n);
/* Resolves goto statements to their labels, at the end of a body or a cell. */
void finish_computed_gotos(
    struct checker *c); /* gives each `goto *value` its labels, when their statements are known */
void match_gotos(struct checker *c);

/* ---- check_outside.c ---- */
void check_outside(struct checker *c,
                   const struct node *n); /* a member defined outside its class */
/* Whether the cell already defined that function; if so, records a diag. */
bool defined_before(struct checker *c, const struct symbol *s, const struct node *n);
