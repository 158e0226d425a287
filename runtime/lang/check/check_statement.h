/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
/* Declarations, statements and types as they are written. Statements go to c->out. */
#include "lang/check/checker.h"

/* ---- check_range.c ---- */
void check_range_for(struct checker *c, const struct node *n);
void check_bindings(struct checker *c, const struct node *declaration, const struct node *n);
void check_try(struct checker *c, const struct node *n);
struct expr *check_throw(struct checker *c, const struct node *n);

/* ---- check_type.c ---- */
const struct type *resolve_type(struct checker *c, const struct node *n);
const struct type *resolve_complete(struct checker *c, const struct node *n,
                                    const char *use); /* use: "a variable" */
struct expr *size_of(struct checker *c, const struct type *t,
                     struct span at); /* bytes, of any complete or unsized type */
bool is_auto(const struct node *n);
uint32_t array_levels(const struct node *n, const struct node **out_base,
                      const struct node **out_counts);

/* ---- check_decl.c ---- */
bool same_arguments(const struct type *a, const struct type *b); /* of functions */
bool name_free(struct checker *c, const struct name *name,
               struct span at); /* false: taken in this scope, said so */
struct name *decl_name(struct checker *c,
                       struct name *name);        /* the record that a declaration here binds */
const char *symbol_shown(const struct symbol *s); /* its name for messages */
struct host_function *function_new(struct checker *c, struct symbol *s, const struct node *syntax);
struct symbol *declare_function_name(struct checker *c, struct name *name,
                                     struct symbol *s); /* adds to the overloads */
void check_declaration(struct checker *c, const struct node *n);
struct symbol *check_function(struct checker *c, const struct node *n);
void check_body(struct checker *c, struct function *f, const struct node *n);
void check_function_now(struct checker *c, struct function *f); /* its body, in its own context */
void match_gotos(struct checker *c);

/* ---- check_stmt.c ---- */
void check_item(struct checker *c, const struct node *n); /* at the top of a cell or namespace */
struct stmt *stmt_new(struct checker *c, enum stmt_kind kind, struct span at);
void check_statement(struct checker *c, const struct node *n); /* appends to c->out */
struct stmt *check_block(struct checker *c, const struct node *n);
void put_stmt(struct checker *c, struct stmt *s);
struct stmt *block_of(struct checker *c, stmt_vec *list, struct span at); /* moves the list */
void put_declare(struct checker *c, struct symbol *s, struct expr *value, struct span at);
