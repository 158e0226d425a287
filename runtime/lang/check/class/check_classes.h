/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
/* C++: classes, the members that every class has, construction, overloads, member functions, operators, new, lambdas. */
#include "lang/check/checker.h"

struct purpose;

/* ---- check_class.c ---- */
struct class_info *class_new(struct checker *c, struct type *t, const struct context *outer);
/* Reads the members of a class whose type is t. */
void read_class(struct checker *c, const struct node *tag, struct type *t);
/* The member of that name, of the class or its bases; a data member is a SYMBOL_FIELD. NULL: none. */
struct symbol *class_find(struct checker *c, const struct type *t, const char *name);
void class_add(struct checker *c, struct class_info *info, const char *name, struct symbol *s);
/* A function's type; of a template's member it is found now. NULL: a diag said why. */
const struct type *function_signature(struct checker *c, struct symbol *s);
/* The same as far as a choice among overloads needs it: the result may be auto yet. */
const struct type *function_parameters(struct checker *c, struct symbol *s);
bool class_accessible(struct checker *c, const struct type *class, enum access access);
void check_outside(struct checker *c,
                   const struct node *n); /* a member defined outside its class */
struct symbol *set_with(struct checker *c, struct symbol *old, struct symbol *s);
bool same_params(const struct type *a, const struct type *b); /* of functions */
struct symbol *constructors_of(const struct type *t);

/* ---- check_special.c ---- */
void class_complete(struct checker *c,
                    struct type *t); /* finds or makes the members that C++ gives every class */
/* What a constructor does before its body: bases, members. Appends to c->out. */
void put_member_inits(struct checker *c, const struct node *constructor, const struct type *class);

/* ---- check_construct.c ---- */
/* A new object of class type; NULL args: none. `braces`: written T{...}, at `at`. */
struct expr *construct_object(struct checker *c, const struct type *t, struct expr **args,
                              uint32_t n, struct span at, const struct node *braces);
/* A value for an object of type t from what is written: the general initialiser. list: NODE_INIT_LIST of T x(...). */
struct expr *init_from(struct checker *c, const struct type *t, struct expr *e,
                       const struct purpose *why);
/* The worst rank of a list's values for parameters of that type; negative: one does not fit. */
int worst_rank(struct checker *c, const struct node *list, const struct type *to);
struct expr *construct_from_list(struct checker *c, const struct type *t, const struct node *list,
                                 bool braces, struct span at);
struct expr *fresh_value(struct checker *c, const struct type *t,
                         struct span at); /* NULL: nothing to do */
struct expr *construct_copy(struct checker *c,
                            struct expr *e); /* an object as a new one of its type */
struct expr *destructor_call(struct checker *c, struct expr *place); /* a call of its destructor */
bool is_rvalue(const struct expr *e);
struct expr *object_address(struct checker *c, struct expr *e);
/* C++17 15.2: a reference to a member of a new object keeps the whole object, in a hidden variable. `member`: that, or what is none. */
struct expr *kept_whole(struct checker *c, struct expr *member, struct span at);
struct expr *bind_reference(struct checker *c, struct expr *e, const struct type *to,
                            const struct purpose *why);
struct symbol *overload_usable(struct checker *c, struct symbol *s,
                               struct span at); /* check_overload.c. NULL: deleted, private... */
struct expr *check_aggregate(struct checker *c, const struct type *t, const struct node *list,
                             const struct purpose *why);
struct expr *class_upcast(struct checker *c, struct expr *pointer,
                          const struct type *to); /* to a pointer to a base */

/* ---- check_overload.c ---- */
struct call_args {
    struct expr **at;
    uint32_t n;
    struct expr *object; /* of a member function: what is before the dot, or NULL */
};

void overload_gather(symbol_vec *to, struct symbol *s);
struct symbol *set_of(struct checker *c, const symbol_vec *list,
                      struct symbol *last); /* check_class.c: list and one more */
bool check_args(struct checker *c, struct node *const *list, uint32_t count, struct call_args *out);
/* The function to call, instantiated if it is a template. NULL: a diag said why. */
struct symbol *overload_choose(struct checker *c, symbol_vec *from, const struct call_args *args,
                               const struct node *written, const char *name, struct span at);
struct symbol *overload_choose_quietly(struct checker *c, symbol_vec *from,
                                       const struct call_args *args, const struct node *written,
                                       bool *out_ambiguous);
struct expr *call_symbol(struct checker *c, struct symbol *s, const struct call_args *args,
                         struct span at);
/* 0: fits exactly; larger: worse; negative: not at all. */
int overload_rank(struct checker *c, const struct expr *e, const struct type *to);
struct expr *pick_overload(struct checker *c, struct expr *e,
                           const struct type *to); /* EXPR_OVERLOADS; NULL: none */
struct expr *user_converted(struct checker *c, struct expr *e, const struct type *to,
                            bool explicitly); /* NULL: none */
bool user_converts(struct checker *c, const struct expr *e, const struct type *to);
/* Adds to what an unqualified name was found to mean (C++17 6.4.1, 6.4.2): of namespaces in use, when it is global, and of those
 * of its arguments. */
void overload_gather_beside(struct checker *c, symbol_vec *to, const struct symbol *found,
                            const struct name *name, const struct call_args *args);
void overload_gather_for(
    struct checker *c, symbol_vec *to, const struct name *name,
    const struct call_args
        *args); /* an operator: from all scopes around, and the namespaces of its arguments */

/* ---- check_method.c ---- */
struct expr *check_method_call(struct checker *c, const struct node *n); /* NULL: it is none */
struct expr *field_of(struct checker *c, struct expr *object, const char *name, struct span at);
struct expr *field_here(struct checker *c, const char *name,
                        struct span at);                   /* of the object we are in */
struct expr *this_expr(struct checker *c, struct span at); /* after a diag: expr_bad */
struct expr *arrow_applied(struct checker *c, struct expr *of,
                           struct span at); /* operator-> until it is a pointer */
void want_body(struct checker *c, struct symbol *s);
struct expr *call_method(struct checker *c, struct expr *object, const char *name,
                         struct expr **args, uint32_t n, struct span at); /* NULL: no such member */

/* ---- check_operator.c ---- */
/* An operator with an operand of class or enum type. NULL: no overload fits, nothing was said. */
struct expr *operator_overload(struct checker *c, const char *op, struct expr *l, struct expr *r,
                               struct span at);
bool operator_overloadable(const struct expr *e);
struct expr *as_number(struct checker *c,
                       struct expr *e); /* check_expr.c: of a class that converts to one */

/* ---- check_lambda.c ---- */
/* Whether a lambda of that type, which captures nothing, converts to that pointer to functions; and as one. */
bool lambda_points(struct checker *c, const struct type *t, const struct type *to);
struct expr *lambda_pointer(struct checker *c, const struct type *t, struct span at);
struct expr *check_lambda(struct checker *c, const struct node *n);

/* ---- check_new.c ---- */
struct expr *check_new(struct checker *c, const struct node *n);
struct expr *check_delete(struct checker *c, const struct node *n);
