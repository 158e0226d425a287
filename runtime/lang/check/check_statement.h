/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
/* What the files for statements and declarations offer each other besides their rules. Statements go to c->out.
 * Thread-safety: unsafe, as struct lang. */
#include "lang/check/core/checker.h"

/* ---- check_stmt.c ---- */
void check_item(struct checker *c, const struct node *n); /* at the top of a cell or namespace */
struct stmt *check_block(struct checker *c, const struct node *n);

/* ---- check_bindings.c: auto [a, b] = value ---- */
void check_bindings(struct checker *c, const struct node *n);
/* Declares the names as the elements or members of a value. */
void bind_names(struct checker *c, const struct node *n, struct expr *value);

/* ---- check_decl.c ---- */
/* Declares one declarator of a declaration. known: its value when that is checked already, or NULL. */
void declare_one(struct checker *c, const struct node *declaration, const struct node *n,
                 struct expr *known);

/* ---- check_function.c ---- */
/* The symbol of a host function: of the same type as before, it stays the one that older code calls. NULL: a diag was recorded. */
struct symbol *declare_function(struct checker *c, const struct node *n, const struct type *t);

/* The body of f, with n's parameters and statements, in the context that the checker is in: the rule `function_body`. */
void check_body(struct checker *c, struct function *f, const struct node *n);
/* At the end of a body, and of a cell: goto statements get their labels. */
void match_gotos(struct checker *c);

/* ---- check_outside.c ---- */
void check_outside(struct checker *c,
                   const struct node *n); /* a member defined outside its class */
/* Whether the cell has defined that function already: says so. */
bool defined_before(struct checker *c, const struct symbol *s, const struct node *n);
