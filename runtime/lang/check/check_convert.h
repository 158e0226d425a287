/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
/* Conversions of values (C11 6.3, C++17 7) and constant expressions. */
#include "lang/check/checker.h"

/* ---- convert.c ---- */
enum purpose_kind { FOR_ASSIGN, FOR_INIT, FOR_ARGUMENT, FOR_RETURN, FOR_CONDITION };

/* What a value is converted for: words its mistakes. */
struct purpose {
    enum purpose_kind kind;
    const char *name; /* of the variable or function */
    unsigned index;   /* of the argument, from 1 */
    struct span note; /* the declaration, or nowhere */
    bool library;     /* the argument of a builtin */
};

const struct type *convert_promoted(const struct type *t);
const struct type *convert_promoted_value(const struct expr *e); /* what the value's type becomes */
const struct type *common_type(const struct type *a, const struct type *b);
struct expr *convert_to(struct checker *c, struct expr *e,
                        const struct type *to); /* no questions asked */
struct expr *convert_implicit(struct checker *c, struct expr *e, const struct type *to,
                              const struct purpose *why);
/* How well a value fits a parameter: 0 exactly ... ; negative: not at all. */
int convert_fit(struct checker *c, const struct expr *e, const struct type *to, bool library);
struct expr *convert_rvalue(struct checker *c,
                            struct expr *e); /* arrays and functions become pointers */
struct expr *convert_to_bool(struct checker *c, struct expr *e, const char *where);
struct expr *convert_scalar(struct checker *c, struct expr *e, const char *where);
struct expr *convert_cast(struct checker *c, struct expr *e, const struct type *to, struct span at);
bool is_null_constant(const struct expr *e);
bool is_dim3(const struct checker *c, const struct type *t);
struct expr *make_dim3(struct checker *c, struct expr **parts, uint32_t n, struct span at);

/* ---- fold.c ---- */
int64_t fold_wrap(const struct type *t, int64_t v);        /* as that integer type holds it */
struct expr *fold_expr(struct checker *c, struct expr *e); /* e, or the constant it is */
bool constant_integer(struct checker *c, const struct node *n, const char *use, int64_t *out);
