/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
/* Names: scopes, look-up, the contexts that texts are checked in, and the rows of the library. The caller undoes
 * bindings (binding_undo). Thread-safety: unsafe, as struct lang. */
#include "lang/check/core/checker.h"

/* ---- scope.c ---- */
uint32_t scope_enter(struct checker *c, size_t *out_mark);
void scope_leave(struct checker *c, size_t mark);
/* Of a class or of parameters: classes that `struct s *p` declared there belong to the scope around (C++17 6.3.2p7). They are found
 * before the scope is left, and bound afterwards. */
void scope_leave_inner(struct checker *c, size_t mark);
void outward_find(struct checker *c, size_t mark, binding_vec *out);
void outward_bind(struct checker *c, binding_vec *found);
void scope_bind(struct checker *c, struct name *name, struct symbol *s);
void scope_bind_tag(struct checker *c, struct name *name, struct symbol *s);
void binding_undo(struct checker *c, size_t mark);
void scope_mention(struct checker *c, struct symbol *s);
struct name *decl_name(struct checker *c,
                       struct name *name); /* the record that a declaration here binds */
bool name_free(struct checker *c, const struct name *name,
               struct span at); /* false: taken in this scope; a diag was recorded */

/* ---- library.c ---- */
struct library_row *library_row(struct lang *l, uint32_t i);
/* Whether it was part of the session from the start: make_float3(x) overloads make_float3(x, y, z). */
bool of_prelude(const struct lang *l, const struct symbol *s);
/* The names of the function around a local class mean its members where it has such (C++17 6.3.10p1). */
void scope_hide_members(struct checker *c, const struct type *t);
/* `double sin(double);`: a declaration of the library's own function, which the text does not define later. */
bool declares_library(struct checker *c, const struct node *n, const struct type *t);
/* A call of a row with one prototype; its arguments fit. */
struct expr *library_call(struct checker *c, const char *row, struct expr **args, uint32_t count,
                          struct span at);

/* ---- lookup.c ---- */
struct symbol *scope_lookup(struct checker *c,
                            const struct name *name); /* NULL: unknown. Counts as a mention */
/* The same for a NODE_NAME or NODE_TYPE_NAME, which may be qualified. An unknown qualifier records a diag and sets
 * *out_bad. out_class: the class it was looked up in, or NULL. */
struct symbol *scope_lookup_node(struct checker *c, const struct node *n, bool *out_bad,
                                 const struct type **out_class);
struct symbol *scope_try_node(struct checker *c, const struct node *n); /* the same without diags */
/* The next namespace that is used in `in`; NULL: at file scope and in the blocks around. *at begins as 0. NULL: no more. None at file
 * scope counts for the library, whose functions are checked when they are called: names are looked up where a function is
 * defined (C++17 6.4.1p8). */
struct name *scope_used(struct checker *c, const struct name *in, size_t *at);
/* What the name means outside all functions; NULL: nothing. */
struct symbol *scope_outermost(const struct checker *c, const struct name *name);
void suggest_name(struct checker *c, struct diag *e, const char *wanted);
struct expr *unknown_name(struct checker *c, const struct node *n, bool called);

/* The local of the function around the lambda that is being checked, for decltype and sizeof, which capture nothing. NULL: there is none. */
struct symbol *scope_around_lambda(const struct checker *c, const struct name *name);

/* ---- context.c ---- */
struct entered {
    struct checker saved;
    size_t hidden_from, hidden_to, mark;
};

/* Enters that context, to check its text. The current function is hidden until context_leave. library: the text is ours, which no
 * using-directive of the program concerns. */
void context_enter(struct checker *c, const struct context *x, bool library, struct entered *e);
void context_leave(struct checker *c, struct entered *e);
/* Inside of `outer`, with copies of the bindings. */
const struct context *context_new(struct checker *c, const struct context *outer,
                                  const struct scope_binding *bindings, uint32_t count);
/* Of a namespace. */
const struct context *context_in_space(struct checker *c, const struct context *outer,
                                       struct name *space);
/* The context of a class declared here, with what it can see of the function it is in. */
const struct context *context_here(struct checker *c);
void attempt_begin(struct checker *c, struct attempt *a);
void attempt_end(struct checker *c, struct attempt *a);
