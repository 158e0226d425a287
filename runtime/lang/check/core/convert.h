/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
/* Values, their conversions (C11 6.3, C++17 7) and constant folding. Thread-safety: unsafe, as struct lang. */
#include "lang/check/core/checker.h"

/* ---- fold.c ---- */
int64_t fold_wrap(const struct type *t, int64_t v);        /* as that integer type holds it */
struct expr *fold_expr(struct checker *c, struct expr *e); /* e, or the constant it is */
struct expr *binary_new(struct checker *c, enum expr_kind kind, const struct type *t,
                        struct expr *l, struct expr *r); /* folded */

/* ---- value.c ---- */
const struct type *convert_promoted(const struct type *t);
const struct type *convert_promoted_value(const struct expr *e); /* what the value's type becomes */
const struct type *common_type(const struct type *a, const struct type *b);
struct expr *convert_to(struct checker *c, struct expr *e,
                        const struct type *to); /* no questions asked */
struct expr *convert_rvalue(struct checker *c,
                            struct expr *e); /* arrays and functions become pointers */
bool is_null_constant(const struct expr *e);
bool is_dim3(const struct checker *c, const struct type *t);
struct expr *size_of(struct checker *c, const struct type *t,
                     struct span at); /* bytes, of any complete or unsized type */

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

struct expr *convert_implicit(struct checker *c, struct expr *e, const struct type *to,
                              const struct purpose *why);
/* A value for an object of type t, which may be a reference. */
struct expr *init_from(struct checker *c, const struct type *t, struct expr *e,
                       const struct purpose *why);
/* How well a value fits a parameter: 0 exactly ... ; negative: not at all. */
int convert_fit(struct checker *c, const struct expr *e, const struct type *to, bool library);
struct expr *convert_to_bool(struct checker *c, struct expr *e, const char *where);
struct expr *convert_scalar(struct checker *c, struct expr *e, const char *where);
struct expr *make_dim3(struct checker *c, struct expr **parts, uint32_t n, struct span at);
