/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
/* Symbols, sets of overloads and the members of classes. New ones live in the checker's arena.
 * Thread-safety: unsafe, as struct lang. */
#include "lang/check/core/checker.h"

struct symbol *symbol_new(struct checker *c, enum symbol_kind kind, const char *name,
                          const struct type *type, struct span at);
struct symbol *variable_new(struct checker *c, const char *name, const struct type *type,
                            struct span at);
struct symbol *hidden_new(struct checker *c, const struct type *type, struct span at);
/* The record name of a kernel that shares its plain name with a host function: they overload each other. */
struct name *kernel_beside(struct checker *c, const struct name *name);

/* ---- sets of functions ---- */

/* Appends the functions and function templates that s means, each once; other symbols are skipped. s may be NULL. */
void overload_gather(symbol_vec *to, struct symbol *s);
struct symbol *set_with(struct checker *c, struct symbol *old, struct symbol *s);
struct symbol *set_of(struct checker *c, const symbol_vec *list,
                      struct symbol *last);                      /* list and one more */
bool same_arguments(const struct type *a, const struct type *b); /* of functions */

/* ---- members ---- */

struct class_info *class_new(struct checker *c, struct type *t, const struct context *outer);
/* Its members see what `outer` shows. */
void class_place(struct checker *c, struct class_info *info, const struct context *outer);
void class_add(struct checker *c, struct class_info *info, const char *name, struct symbol *s);
/* The member of that name, of the class or its bases; a data member is a SYMBOL_FIELD. NULL: none. */
struct symbol *class_find(struct checker *c, const struct type *t, const char *name);
struct symbol *constructors_of(const struct type *t); /* NULL: none */
bool class_accessible(struct checker *c, const struct type *class, enum access access);
void class_use(struct checker *c, struct class_info *info, const char *name, enum access access);
/* Likewise for a member of `owner` that is named in `naming`, or NULL: *access becomes what a using-declaration there gives it. */
bool member_accessible(struct checker *c, const struct type *naming, const char *name,
                       const struct type *owner, enum access *access);
