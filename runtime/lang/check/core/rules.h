/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
/* How checking recurses. An expression holds expressions, initialisers, types and lambdas; a type holds expressions; a
 * class holds functions; a call may make an instance of a template. So that the files need not all call each other by
 * name, each recursion goes through struct check_rules: a function for each kind of syntax node (rules.def), and the
 * few operations that have no node. check/rule_table.c, which is above all of them, fills it in.
 *
 * To add a kind of node: give it a row in parse/ast.def and one in rules.def, and write the function that the row
 * names, in the file whose subject it is. It checks its parts with check_expr, check_statement and resolve_type.
 *
 * What these functions return lives in the checker's arena. Thread-safety: unsafe, as struct lang; struct
 * check_rules is constant. */
#include "lang/check/core/convert.h"

/* How nodes of one kind are checked. At most one of them is set. */
struct node_rule {
    struct expr *(*expression)(struct checker *c, const struct node *n);
    void (*statement)(struct checker *c, const struct node *n);
    const struct type *(*type)(struct checker *c, const struct node *n);
};

struct check_rules {
    struct node_rule nodes[NODE_KIND_COUNT];
    /* An initialiser as it is written (C11 6.7.9): check_init. */
    struct expr *(*init)(struct checker *c, const struct type **type, const struct node *init,
                         const struct purpose *why);
    /* The same for a braced list whose values are the members of t in order: check_aggregate. */
    struct expr *(*aggregate)(struct checker *c, const struct type *t, const struct node *list,
                              const struct purpose *why);
    /* An object from a list of values (C++17 11.6.4): construct_from_list. */
    struct expr *(*list)(struct checker *c, const struct type *t, const struct node *list,
                         bool braces, struct span at);
    /* A reference bound to e (C++17 11.6.3). */
    struct expr *(*reference)(struct checker *c, struct expr *e, const struct type *to,
                              const struct purpose *why);
    /* How e converts to a type, if at all: conversion_of. */
    struct conversion_sequence (*conversion)(struct checker *c, const struct expr *e,
                                             const struct type *to, enum conversion_mode mode);
    /* Carries out the conversions that only C++ has: by constructors and conversion functions, of objects, of braced
     * lists, of a set of functions or kernels. */
    struct expr *(*convert)(struct checker *c, struct expr *e, const struct conversion_sequence *s);
    /* e, or its value if it is a constant expression that calls functions: constant_value. */
    struct expr *(*constant)(struct checker *c, struct expr *e);
    /* Reads the members of a class whose type is t. */
    void (*class_body)(struct checker *c, const struct node *tag, struct type *t);
    /* Checks the body of f, in the checker's current context. */
    void (*function_body)(struct checker *c, struct function *f, const struct node *n);
};

/* ---- by kind of node ---- */

/* A typed tree, never NULL; after a diag it is expr_bad(). */
struct expr *check_expr(struct checker *c, const struct node *n);
/* The same as a value: arrays and functions have become pointers. */
struct expr *check_value(struct checker *c, const struct node *n);
/* Appends to c->out. */
void check_statement(struct checker *c, const struct node *n);
/* TYPE_ERROR after a diag. */
const struct type *resolve_type(struct checker *c, const struct node *n);
/* The same for a type that must have a size. use: "a variable", for the message. */
const struct type *resolve_complete(struct checker *c, const struct node *n, const char *use);
/* use: "an enumerator", for the message. false: a diag was recorded, and *out is 0. */
struct expr *check_constant(struct checker *c,
                            struct expr *e); /* its value if it is constant, else e */
bool constant_integer(struct checker *c, const struct node *n, const char *use, int64_t *out);

bool is_auto(const struct node *n); /* a type node: auto, auto *, auto & */
bool is_type_node(const struct node *n);
/* How many dimensions an array's type node has; *out_base: its element; out_counts (TYPE_RANK_MAX, or NULL): their sizes. */
uint32_t array_levels(const struct node *n, const struct node **out_base,
                      const struct node **out_counts);

/* ---- the other recursions: see struct check_rules ---- */

struct expr *check_init(struct checker *c, const struct type **type, const struct node *init,
                        const struct purpose *why);
struct expr *check_aggregate(struct checker *c, const struct type *t, const struct node *list,
                             const struct purpose *why);
struct expr *construct_from_list(struct checker *c, const struct type *t, const struct node *list,
                                 bool braces, struct span at);

/* ---- the functions of rules.def ---- */

#define EXPRESSION(kind, function) struct expr *function(struct checker *c, const struct node *n);
#define STATEMENT(kind, function)  void function(struct checker *c, const struct node *n);
#define TYPE(kind, function)       const struct type *function(struct checker *c, const struct node *n);
#define PART(kind)
#include "lang/check/core/rules.def"
#undef EXPRESSION
#undef STATEMENT
#undef TYPE
#undef PART
