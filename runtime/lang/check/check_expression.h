/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
/* Expressions: each function gives a new typed tree, never NULL unless it says so; after a diag it is expr_bad(). */
#include "lang/check/checker.h"

struct purpose;

/* ---- check_expr.c ---- */
struct expr *expr_new(struct checker *c, enum expr_kind kind, const struct type *type,
                      struct span at);
struct expr *integer_new(struct checker *c, const struct type *type, int64_t v, struct span at);
struct expr *expr_bad(struct checker *c, struct span at); /* after a diag */
bool expr_is_bad(const struct expr *e);
struct expr *check_expr(struct checker *c, const struct node *n);
struct expr *check_value(struct checker *c, const struct node *n);
const struct type *string_type(struct checker *c,
                               const struct node *n); /* of a NODE_STRING: char [6] */
struct expr *binary_new(struct checker *c, enum expr_kind kind, const struct type *t,
                        struct expr *l, struct expr *r);
struct expr *expr_arithmetic(struct checker *c, enum expr_kind kind, struct expr *l, struct expr *r,
                             struct span at, struct span op_at);
struct expr *expr_deref(struct checker *c, struct expr *pointer, struct span at);
/* check_stream.c: std::cout << x. stream_name: the call that a name like cout or endl stands for, or NULL. */
bool is_stream(const struct expr *e);
struct expr *stream_name(struct checker *c, const struct node *n);
struct expr *check_stream(struct checker *c, enum expr_kind kind, struct expr *stream,
                          const struct node *right, struct span at);
struct expr *address_of(struct checker *c, struct expr *e, struct span at);
struct expr *use_symbol(struct checker *c, struct symbol *s, struct span at);
bool expr_modifiable(struct checker *c, const struct expr *e, const char *verb);
const char *type_quoted(struct checker *c, const struct type *t); /* type_name, for messages */
bool has_name(const struct type *t, const char *name);

/* ---- check_member.c ---- */
struct expr *check_member(struct checker *c, const struct node *n);

/* ---- check_choice.c ---- */
struct expr *check_conditional(struct checker *c, const struct node *n);
struct expr *chosen_place(struct checker *c, struct expr *condition, struct expr *l, struct expr *r,
                          struct span at); /* one of two objects, itself */
struct expr *check_fold(struct checker *c, const struct node *n);

/* ---- check_assign.c ---- */
struct expr *check_assign(struct checker *c, const struct node *n);
struct expr *check_increment(struct checker *c, const struct node *n, int step, bool postfix);

/* ---- check_cast.c ---- */
struct expr *check_cast(struct checker *c, const struct node *n);

/* ---- check_call.c ---- */
struct expr *library_call(struct checker *c, const char *row, struct expr **args, uint32_t count,
                          struct span at); /* of a row with one prototype; its arguments fit */
struct expr *check_call(struct checker *c, const struct node *n);
struct expr *check_construct(struct checker *c, const struct node *n);

/* ---- check_launch.c ---- */
/* The kernel among those of a name, or the instance of it, that a pointer of type `to` wants; else e as it is. */
struct expr *kernel_wanted(struct checker *c, struct expr *e, const struct type *to);
const struct type *kernel_type(struct checker *c, const struct kernel *k);
/* The record of a kernel whose plain name is a host function's: they are overloads of each other. */
struct name *kernel_beside(struct checker *c, const struct name *name);
struct expr *check_launch(struct checker *c, const struct node *n);

/* ---- check_init.c ---- */
struct expr *check_compound(struct checker *c, const struct node *n);
struct expr *check_init(struct checker *c, const struct type **type, const struct node *init,
                        const struct purpose *why);
