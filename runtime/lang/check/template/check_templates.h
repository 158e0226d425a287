/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
/* C++: templates, the deduction of their arguments, and their instances, which live in the session's arena.
 * Thread-safety: unsafe, as struct lang. */
#include "lang/check/core/scope.h"

struct call_args;

/* ---- check_instance.c ---- */
const char *instance_name(struct checker *c, const struct template *t,
                          const struct template_arg *args, uint32_t n); /* interned: "F<int, 3>" */
/* Whether one more instance may be created here: as in gcc and nvcc, a limit ends endless recursion. false: a diag
 * was recorded. */
bool may_instantiate(struct checker *c, const struct template *t, const struct template_arg *args,
                     uint32_t n, struct span at);
/* Adds a note about where the instance was requested to all errors after `before`. */
void note_instance(struct checker *c, struct diag *before, const char *name, struct span at);
/* Room for one more in a template's list, in the session's arena, as templates are never freed. */
void *template_grown(struct checker *c, void *at, size_t n, size_t *cap, size_t size);

/* ---- template_args.c ---- */
/* Arguments as written; out has room for TEMPLATE_ARGS_MAX, zeroed. false: a diag was recorded. */
bool read_template_args(struct checker *c, const struct template *t, const struct node *args,
                        struct template_arg *out, uint32_t *out_n);
/* std::vector and Thrust's vectors have no parameter for an allocator. The class of those that use one of the program's: std::__allocated_vector of
 * std::vector; NULL: t is none of them. */
struct template *template_allocated(struct checker *c, const struct template *t);
/* t, or that of t where the arguments end with an allocator of the program. */
struct template *template_with_allocator(struct checker *c, struct template *t,
                                         const struct node *args);
/* Fills in missing arguments from their defaults. false: one has no default. */
bool complete_args(struct checker *c, const struct template *t, struct template_arg *args,
                   uint32_t n);

/* The text of a template is being checked. */
struct in_template {
    struct scope_binding bound[TEMPLATE_ARGS_MAX];
    struct context context;
    struct entered entered;
};

/* Enters the context of a template, with its first n parameters bound to the arguments, until template_leave. */
void template_enter(struct checker *c, const struct template *t, const struct template_arg *args,
                    uint32_t n, struct in_template *in);
void template_leave(struct checker *c, struct in_template *in);
/* The same context, kept for an instance. */
const struct context *template_context(struct checker *c, const struct template *t,
                                       const struct template_arg *args, uint32_t n);
bool same_args(const struct template_arg *a, const struct template_arg *b, uint32_t n);

/* ---- partial_order.c ---- */
/* Compares two function templates that match a call with n arguments equally well: 1: a is more specialised; -1: b
 * is; 0: neither. */
int template_compare(const struct symbol *a, const struct symbol *b, uint32_t n);

/* The arguments that a template is a specialisation for, as the list of a node; NULL: it is none. */
const struct node *special_args(const struct node *template);

/* The same of two partial specialisations of a class template: C++17 17.5.5.2. 0: also if their patterns say nothing. */
int special_compare(const struct template *a, const struct template *b);

/* ---- check_deduction.c ---- */
/* Deduces the arguments of a function template from a call's: TEMPLATE_ARGS_MAX of them, zeroed. f: the function's
 * type. written: explicit ones or NULL. false: it does not fit. */
bool deduce_from(struct checker *c, struct template *t, const struct node *f,
                 const struct call_args *given, const struct node *written,
                 struct template_arg *args);
bool deduce_type(struct checker *c, const struct template *t, const struct node *pattern,
                 const struct type *actual, struct template_arg *args);
bool deduce_args(struct checker *c, const struct template *t, struct node *const *patterns,
                 uint32_t count, const struct template_arg *actual, uint32_t n,
                 struct template_arg *args);

/* ---- instantiate.c ---- */
/* The template n with the defaults of its parameters that an earlier declaration has (C++17 17.1p10). */
const struct node *template_with_defaults(struct checker *c, const struct node *n,
                                          const struct node *before);
/* The definition of a class template that was only declared; its instances get their members. */
void template_define_class(struct checker *c, struct template *t, const struct node *n);
const struct type *instantiate_class(struct checker *c, struct template *t,
                                     const struct node *args);
struct symbol *instantiate_function(struct checker *c, struct symbol *s, struct template_arg *args,
                                    uint32_t n, struct span at);
/* The instance of a function template for a call. written: explicit arguments or NULL. NULL: it does not fit. */
struct symbol *deduce_call(struct checker *c, struct symbol *s, const struct call_args *args,
                           const struct node *written);
/* The instance of a template of conversion functions for that type: C++17 17.8.2.3. NULL: it does not fit. */
struct symbol *deduce_conversion(struct checker *c, struct symbol *s, const struct type *to);
/* The class or the type of an alias for complete arguments. */
const struct type *instance_of(struct checker *c, struct template *t, struct template_arg *args,
                               uint32_t n, struct span at);

/* ---- constraint.c ---- */
bool constraint_holds(struct checker *c,
                      const struct node *n); /* n: or NULL; in the context we are in */
/* Concept<args...> as Concept<type, args...> (C++20 13.5.4p1). */
struct node *concept_of_type(struct checker *c, const struct node *concept, struct node *type);
/* n: NODE_TYPE_AUTO, perhaps behind a concept, which t stands for. false: a diag was recorded. */
bool auto_allows(struct checker *c, const struct node *n, const struct type *t);
/* Whether the arguments satisfy the template's constraint. */
bool template_allows(struct checker *c, const struct template *t, const struct template_arg *args,
                     uint32_t n);
/* The same of the requires-clause behind a function's parameters. */
bool function_allows(struct checker *c, const struct symbol *s);
bool function_constrained(const struct symbol *s); /* it has one */
/* Compares the constraints of two functions, which may be instances of templates, or templates NULL. 1: those of a are stronger. */
int constraint_compare(struct checker *c, const struct symbol *a_template, const struct symbol *a,
                       const struct symbol *b_template, const struct symbol *b);

/* ---- deduce_class.c ---- */
/* The class template that a name without arguments means. NULL: it is not one, or is the current class. */
struct template *template_to_deduce(struct checker *c, const struct node *type);
/* braces: the values are in braces, so that they may be the elements of an initializer_list. */
const struct type *deduce_class(struct checker *c, struct template *t, const struct call_args *args,
                                bool braces, struct span at);
/* The values that it was deduced from are checked again as parts of the object: lambdas keep their types. */
void deduced_from(struct checker *c, struct node *const *values, uint32_t n,
                  const struct call_args *given);
bool is_variable_template(const struct symbol *s);
/* The value of pi<float>: the instance itself has no storage. */
struct expr *variable_instance(struct checker *c, struct template *t, const struct node *args);

/* ---- kernel_template.c ---- */
/* Whether the host can tell that a launch with these arguments fits the template. name: as below. */
bool kernel_deduces(struct checker *c, const struct kernel *k, const struct node *name,
                    const struct call_args *given);
/* The instance of a kernel template for a launch: its template arguments as text for NVRTC, and the resulting
 * parameter types. name: the launch's NODE_NAME. false, without a diag: the host cannot tell, NVRTC may. */
bool make_launch(struct checker *c, const struct node *name, struct launch *l,
                 const struct type **want);
/* The kernel of a launch with these arguments: k, or if it has packs, one with a parameter for each element. name: as above. */
struct kernel *kernel_with_pack(struct checker *c, struct kernel *k, const struct node *name,
                                const struct call_args *given);
/* k<int> as a value: the kernel with these arguments. NULL, without a diag: the host cannot read them. */
struct symbol *kernel_instance(struct checker *c, const struct node *name, const struct symbol *s);
/* The same from the texts of the parameters alone. */
bool deduce_template(struct checker *c, const struct node *n, struct launch *l);
/* The kernel among those of a name, or the instance of it, that a pointer of type `to` wants; else e as it is. */
struct expr *kernel_wanted(struct checker *c, struct expr *e, const struct type *to);

/* ---- check_template.c ---- */
/* A template among a class's members. NULL: it declares nothing. */
struct symbol *template_member(struct checker *c, const struct node *n, const struct context *x);
/* A specialisation of a class template among a class's members. */
void special_member(struct checker *c, const struct node *n, const struct type *class);
/* The member template of an instance gets the body that stands outside of the class template, if there is one. */
void template_define_member(struct checker *c, struct symbol *member,
                            const struct class_info *info);
/* The context of a member of an instance that `outside`, a NODE_TEMPLATE, defines, where the template's parameters may have other names. */
const struct context *template_renamed(struct checker *c, const struct class_info *info,
                                       const struct node *outside);

/* ---- function_body.c ---- */
/* The NODE_TYPE_FUNCTION of a function template, a NODE_TEMPLATE; NULL: it is another template. */
const struct node *template_signature(const struct node *n);
/* n, with a body, defines what t only declared; instances get the body too. */
void define_function_template(struct checker *c, struct template *t, const struct node *n);
/* `template <> int f<3>(int) { }`: special, a NODE_FUNCTION, becomes the body of the template's instance. false, without a
 * diag: no template fits. */
bool check_special_function(struct checker *c, const struct node *special);
