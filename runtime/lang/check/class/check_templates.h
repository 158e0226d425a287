/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
/* C++: templates, their instances, and the deduction of their arguments. */
#include "lang/check/checker.h"

struct call_args;

/* ---- check_instance.c ---- */
const char *instance_name(struct checker *c, const struct template *t,
                          const struct template_arg *args, uint32_t n); /* interned: "F<int, 3>" */
/* Whether one more may be made here: gcc and nvcc have this limit too, so that a recursion without an end has one. false: said so. */
bool may_instantiate(struct checker *c, const struct template *t, const struct template_arg *args,
                     uint32_t n, struct span at);
/* Adds where the instance was asked for to all errors behind `before`. */
void note_instance(struct checker *c, struct diag *before, const char *name, struct span at);

/* ---- check_template.c ---- */
void check_template(struct checker *c, const struct node *n);
struct symbol *template_member(struct checker *c, const struct node *n, const struct context *x);
const struct type *instantiate_class(struct checker *c, struct template *t,
                                     const struct node *args);
/* The class template that a name without arguments stands for; NULL: it is none, or the class that we are in. */
struct template *template_to_deduce(struct checker *c, const struct node *type);
bool is_variable_template(const struct symbol *s);
/* The value of pi<float>: the instance itself has no place in memory. */
struct expr *variable_instance(struct checker *c, struct template *t, const struct node *args);
const struct type *instance_of(struct checker *c, struct template *t, struct template_arg *args,
                               uint32_t n, struct span at);
struct symbol *instantiate_function(struct checker *c, struct symbol *s, struct template_arg *args,
                                    uint32_t n, struct span at);
bool read_template_args(struct checker *c, const struct template *t, const struct node *args,
                        struct template_arg *out, uint32_t *out_n);
bool complete_args(struct checker *c, const struct template *t, struct template_arg *args,
                   uint32_t n);
uint32_t bind_args(struct checker *c, const struct template *t, const struct template_arg *args,
                   uint32_t n, struct scope_binding *out);
bool same_args(const struct template_arg *a, const struct template_arg *b, uint32_t n);
const struct type *deduce_class(struct checker *c, struct template *t, const struct call_args *args,
                                struct span at);
void deeds_undo(const struct deed *list, size_t n);
/* Before its body is checked, or is put among those that will be: a deed. */
void touch_body(struct checker *c, struct host_function *host);
/* From now on f is what the symbol stands for: a deed. */
void take_function(struct checker *c, struct symbol *s, struct function *f);

/* ---- check_deduction.c ---- */
/* Deduces the arguments of a function template from a call's. written: explicit ones or NULL. NULL: it does not fit. */
struct symbol *deduce_call(struct checker *c, struct symbol *s, const struct call_args *args,
                           const struct node *written);
/* The same down to the list of arguments, TEMPLATE_ARGS_MAX of them, zeroed. f: the function's type. */
bool deduce_from(struct checker *c, struct template *t, const struct node *f,
                 const struct call_args *given, const struct node *written,
                 struct template_arg *args);
bool deduce_type(struct checker *c, const struct template *t, const struct node *pattern,
                 const struct type *actual, struct template_arg *args);
bool deduce_args(struct checker *c, const struct template *t, struct node *const *patterns,
                 uint32_t count, const struct template_arg *actual, uint32_t n,
                 struct template_arg *args);
/* Calls `each` with the packs in pattern bound to their elements, one after the other. false: no pack there. */
bool pack_expand(struct checker *c, const struct node *pattern,
                 void (*each)(struct checker *c, const struct node *pattern, void *user),
                 void *user);

/* ---- check_deduce.c ---- */
/* The instance of a kernel template that a launch means: its template arguments as text for NVRTC, and what the parameters'
 * types are then. name: the launch's NODE_NAME. false, without a diag: the host cannot tell, NVRTC may. */
bool make_launch(struct checker *c, const struct node *name, struct launch *l,
                 const struct type **want);
/* k<int> as a value: the kernel with these arguments. NULL, without a diag: the host cannot read them. */
struct symbol *kernel_instance(struct checker *c, const struct node *name, const struct symbol *s);
/* The same from the texts of the parameters alone. */
bool deduce_template(struct checker *c, const struct node *n, struct launch *l);
