/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
/* The arguments of a call as they are written, packs expanded. Thread-safety: unsafe, as struct lang. */
#include "lang/check/core/checker.h"

struct call_args {
    struct expr **at;
    uint32_t n;
    struct expr *object; /* of a member function: what is before the dot, or NULL */
};

/* An argument or operand: a braced list is EXPR_BRACES until its type is known. */
struct expr *check_operand(struct checker *c, const struct node *n);

/* Collects arguments one by one, for calls that treat some of them specially. */
struct arg_list {
    VEC(struct expr *) at;
    bool bad;
};

void args_add(struct checker *c, struct arg_list *args, const struct node *n); /* packs expanded */
/* out->at is in the checker's arena; the list is freed. false: a diag was recorded. */
bool args_end(struct checker *c, struct arg_list *args, struct call_args *out);
/* The same for a whole list. */
bool check_args(struct checker *c, struct node *const *list, uint32_t count, struct call_args *out);
/* Reads the default argument of a parameter. */
void default_argument(struct checker *c, struct param *p, const struct node *value);
/* What a call without an argument for a parameter passes: its default, or zero to a function without a prototype. */
struct expr *missing_argument(struct checker *c, const struct type *f, uint32_t i, struct span at);
/* What is read until call_place_end has its place at `at`, unless a call around it has one. */
struct call_place call_place_begin(struct checker *c, struct span at);
void call_place_end(struct checker *c, struct call_place outer);
/* Calls `each` with the packs in pattern bound to their elements, one after the other. false: the pattern has no pack. */
bool pack_expand(struct checker *c, const struct node *pattern,
                 void (*each)(struct checker *c, const struct node *pattern, void *user),
                 void *user);
