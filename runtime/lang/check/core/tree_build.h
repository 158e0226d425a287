/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
/* Makes the nodes of the typed tree, in the checker's arena. Thread-safety: unsafe, as struct lang. */
#include "lang/check/core/checker.h"

struct expr *expr_new(struct checker *c, enum expr_kind kind, const struct type *type,
                      struct span at);
struct expr *integer_new(struct checker *c, const struct type *type, int64_t v, struct span at);
struct expr *expr_bad(struct checker *c, struct span at); /* after a diag */
bool expr_is_bad(const struct expr *e);
struct expr *expr_deref(struct checker *c, struct expr *pointer, struct span at);
const char *type_quoted(struct checker *c, const struct type *t); /* type_name, for messages */
bool has_name(const struct type *t, const char *name);

struct stmt *stmt_new(struct checker *c, enum stmt_kind kind, struct span at);
void put_stmt(struct checker *c, struct stmt *s); /* to c->out */
void put_expr(struct checker *c, struct expr *e);
struct stmt *block_of(struct checker *c, stmt_vec *list, struct span at); /* moves the list */
void put_declare(struct checker *c, struct symbol *s, struct expr *value, struct span at);
/* A new variable without a name, declared with that value. */
struct symbol *put_hidden(struct checker *c, const struct type *t, struct expr *value,
                          struct span at);
