/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
/* Functions that the expression files share, besides their rules. Each returns a new typed tree in the checker's
 * arena, never NULL unless stated; after a diag it is expr_bad(). Thread-safety: unsafe, as struct lang. */
#include "lang/check/core/checker.h"

struct purpose;

/* ---- arithmetic.c: operators on values ---- */
enum expr_kind binary_kind(unsigned token); /* enum token_kind of a binary operator */
struct expr *expr_arithmetic(struct checker *c, enum expr_kind kind, struct expr *l, struct expr *r,
                             struct span at, struct span op_at);
struct expr *pointer_add(struct checker *c, struct expr *p, struct expr *i, bool minus,
                         struct span at);

/* ---- check_stream.c: std::cout << x ---- */
bool is_stream(const struct expr *e);
/* The call that a name such as cout or endl means, or NULL. */
struct expr *stream_name(struct checker *c, const struct node *n);
/* stream << operand or stream >> operand, by kind. */
struct expr *stream_operation(struct checker *c, enum expr_kind kind, struct expr *stream,
                              struct expr *operand, struct span at);
/* endl(stream), where the row is a manipulator without arguments; else NULL. */
struct expr *stream_manipulated(struct checker *c, struct library_row *row, struct expr *stream,
                                struct span at);

/* ---- check_expr.c ---- */
/* l op r of checked operands. op: enum token_kind of a binary operator; op_at: its position. */
struct expr *binary_operation(struct checker *c, unsigned op, struct expr *l, struct expr *r,
                              struct span at, struct span op_at);

/* ---- check_assign.c ---- */
/* left = right, where `right` may be a braced list. */
struct expr *assign_to(struct checker *c, struct expr *left, struct node *right, struct span at);
struct expr *check_increment(struct checker *c, const struct node *n, int step, bool postfix);

/* ---- check_cast.c ---- */
struct expr *convert_cast(struct checker *c, struct expr *e, const struct type *to, struct span at);

/* ---- check_init.c: documented in struct check_rules ---- */
struct expr *init_written(struct checker *c, const struct type **type, const struct node *n,
                          const struct purpose *why);
/* The same for a checked value. */
struct expr *init_value(struct checker *c, const struct type **type, struct expr *e,
                        const struct purpose *why);
struct expr *init_aggregate(struct checker *c, const struct type *t, const struct node *list,
                            const struct purpose *why);
