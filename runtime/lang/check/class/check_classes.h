/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
/* C++: classes, the members that every class has, construction, overloads, member functions, operators. Typed trees are in the
 * checker's arena; after a diag they are expr_bad(). Thread-safety: unsafe, as struct lang. */
#include "lang/check/core/arguments.h"
#include "lang/check/core/convert.h"

/* ---- call_function.c ---- */
struct expr *call_symbol(struct checker *c, struct symbol *s, const struct call_args *args,
                         struct span at);

/* ---- check_class.c ---- */
/* The declarator of that name in a NODE_DECLARATION, or NULL. */
const struct node *declared_in(const struct node *declaration, const struct name *name);
/* What a static variable begins with, as its declarator d defines it; *type may be completed. NULL: with zeros. */
struct expr *static_value(struct checker *c, const struct type **type, const struct node *d);

/* ---- call_place.c ---- */
/* __func__, __FUNCTION__ or __PRETTY_FUNCTION__, as `name` says. */
struct expr *function_name(struct checker *c, const char *name, struct span at);

/* ---- constant.c ---- */
/* Its value as EXPR_INTEGER or EXPR_REAL if it is a constant expression of arithmetic type, else e. Records no diag. */
struct expr *constant_value(struct checker *c, struct expr *e);

/* ---- constant_math.c ---- */
/* Computes a function of <math.h>. false: the library has none of that name that g++ computes, or the result is not finite. */
bool constant_math(const char *name, const double *args, uint32_t count, double *out);

/* ---- member_pointer.c ---- */
const struct type *resolve_member_pointer(struct checker *c, const struct node *n,
                                          const struct type *member);
/* &Class::member, where n is its operand. NULL: it names no member that is not static. */
struct expr *member_address(struct checker *c, const struct node *n, struct span at);
/* object.*pointer, pointer->*pointer to data. n: NODE_BINARY */
struct expr *check_pointed_member(struct checker *c, const struct node *n);
/* The function that object.*pointer calls; *out_object: its first argument. NULL: n is something else. */
struct expr *pointed_method(struct checker *c, const struct node *n, struct expr **out_object);

/* What copies or moves objects of the class, for a constructor or an assignment that is defaulted behind the class: C++17 11.4.2p5. */
struct symbol *special_made(struct checker *c, struct type *t, const struct symbol *s);

/* ---- nested_function.c: GNU C's functions inside functions ---- */
/* The variable that holds the pointer to a nested function, declared if it is not yet. t: the function's type */
struct symbol *nested_function(struct checker *c, const struct node *n, const struct type *t);
void check_nested_function(struct checker *c, const struct node *n); /* its definition */
/* The address of a label: its number in the function, from 1. n: names it */
int64_t label_number(struct checker *c, const struct node *n);
/* A nested function that is about to be checked mentions a label: if it is one of __label__ of this function, the function will receive
 * such jumps. n: NODE_GOTO or NODE_LABEL_ADDRESS */
void receive_label(struct checker *c, const struct node *n);
/* In a nested function: jumps to a label of __label__ of a function around it. false: the label is its own. */
bool goes_outside(struct checker *c, const struct node *n);
/* The address of such a label. NULL: it is its own. */
struct expr *outer_label_address(struct checker *c, const struct node *n);
/* The hidden variable of a label of __label__. */
struct name *label_buffer(struct checker *c, const struct name *label);

/* ---- check_lambda.c ---- */
/* What the lambda whose body is being checked has captured under that name, or NULL. */
struct expr *outer_capture(struct checker *c, const struct name *name, struct span at);
/* Whether a parameter of this function type, NODE_TYPE_FUNCTION, is auto. */
bool has_auto_params(const struct node *f);
/* NODE_TEMPLATE of a function with such parameters: C++20 9.3.3.5p18. */
struct node *auto_template(struct checker *c, const struct node *function);

/* ---- no_throw.c ---- */
/* Whether elements of that type are moved to another block, rather than copied: C++17 23.2.4 (std::move_if_noexcept). */
bool type_moves_safely(struct checker *c, const struct type *t);

/* ---- check_lambda.c ---- */
#define CAPTURED_OBJECT "*this" /* the field of a lambda that has a copy of the object */

/* ---- lambda_pointer.c ---- */
/* Whether it is a lambda without captures that is no template; whether such a lambda converts to that function pointer; and the conversion. */
bool lambda_has_pointer(struct checker *c, const struct type *t);
bool lambda_points(struct checker *c, const struct type *t, const struct type *to);
struct expr *lambda_pointer(struct checker *c, const struct type *t, struct span at);

/* ---- check_overload.c ---- */
/* Whether a list in braces among the arguments has an error of its own, which is then recorded. */
bool list_is_bad(struct checker *c, const struct call_args *args);
/* The function to call, instantiated if it is a template. NULL: a diag said why. */
struct symbol *overload_choose(struct checker *c, symbol_vec *from, const struct call_args *args,
                               const struct node *written, const char *name, struct span at);
struct symbol *overload_choose_quietly(struct checker *c, symbol_vec *from,
                                       const struct call_args *args, const struct node *written,
                                       bool *out_ambiguous);
/* Whether the object may be that of a member function declared with & or &&; whether it is const does not matter. */
bool object_binds(const struct member *m, const struct expr *object);
/* s, if it may be called. object: whose member is named, or NULL. NULL: it is deleted, private... */
struct symbol *overload_usable(struct checker *c, struct symbol *s, const struct expr *object,
                               struct span at);
struct expr *pick_overload(struct checker *c, struct expr *e,
                           const struct type *to); /* EXPR_OVERLOADS; NULL: none */
/* Extends the result of unqualified lookup (C++17 6.4.1, 6.4.2): by namespaces in using directives, if the name is
 * global, and by argument-dependent lookup. */
void overload_gather_beside(struct checker *c, symbol_vec *to, const struct symbol *found,
                            const struct name *name, const struct call_args *args);
void overload_gather_for(
    struct checker *c, symbol_vec *to, const struct name *name,
    const struct call_args
        *args); /* for an operator: all enclosing scopes, and the namespaces of its arguments */

/* ---- implicit_conversion.c ---- */
/* The rule `conversion` of struct check_rules. */
struct conversion_sequence implicit_conversion(struct checker *c, const struct expr *e,
                                               const struct type *to, enum conversion_mode mode);
/* Converts by a constructor or conversion function. explicitly: explicit functions count too. NULL: there is none. */
struct expr *user_converted(struct checker *c, struct expr *e, const struct type *to,
                            bool explicitly);
/* The same, by a known sequence of kind CONVERT_CONSTRUCTOR, CONVERT_FUNCTION, CONVERT_LAMBDA. */
/* table t = load("x.csv"): the file as a table, whose columns may be of words, and not the matrix that load() gives. NULL: it is not that. */
struct expr *loaded_table(struct checker *c, struct expr *e, const struct type *class);
struct expr *convert_by_user(struct checker *c, struct expr *e,
                             const struct conversion_sequence *s);
/* The worst of the sequences from a list's values to a type; RANK_NONE: a value does not convert. */
struct conversion_sequence worst_conversion(struct checker *c, const struct node *list,
                                            const struct type *to);
bool is_list_class(const struct type *t); /* std::initializer_list */

/* ---- check_construct.c ---- */
struct expr *base_part(struct checker *c, struct expr *e,
                       const struct type *t); /* of an object: its base of type t */
/* A member of class type of a temporary, which ends it: what can be moved from (C++17 8.2.5p4). Any other e: e itself. */
struct expr *member_place(struct checker *c, struct expr *e);
/* A new object of class type; NULL args: none. */
struct expr *construct_object(struct checker *c, const struct type *t, struct expr **args,
                              uint32_t n, struct span at);
struct expr *fresh_value(struct checker *c, const struct type *t,
                         struct span at); /* NULL: nothing to do */
struct expr *construct_copy(struct checker *c,
                            struct expr *e); /* a new object copied from this one */
struct expr *destructor_call(struct checker *c, struct expr *place); /* a call of its destructor */
/* C++17 15.2: a reference to a member of a temporary keeps the whole object alive, in a hidden variable. Any other
 * `member` is returned unchanged. */
struct expr *kept_whole(struct checker *c, struct expr *member, struct span at);
/* The value of a variable that is an initializer_list: its values live as long, in a hidden variable (C++17 11.6.4p6). */
struct expr *construct_kept_list(struct checker *c, const struct type *t, const struct node *n,
                                 enum storage storage);
/* The rules `list` and `reference` of struct check_rules. */
struct expr *init_list(struct checker *c, const struct type *t, const struct node *list,
                       bool braces, struct span at);
struct expr *bind_reference(struct checker *c, struct expr *e, const struct type *to,
                            const struct purpose *why);

/* ---- check_conversion.c ---- */
/* The rule `convert` of struct check_rules. */
struct expr *class_converted(struct checker *c, struct expr *e,
                             const struct conversion_sequence *s);
struct expr *as_number(struct checker *c,
                       struct expr *e); /* an object whose class converts to one; else e */

/* ---- written_operator.c ---- */
/* of: the object of the call of a member, checked. NULL: the call is none of an operator of an iterator that is a pointer. */
struct expr *written_operator(struct checker *c, const struct node *n, const struct expr *of);

/* ---- check_method.c ---- */
struct expr *check_method_call(struct checker *c, const struct node *n); /* NULL: it is none */
struct expr *field_of(struct checker *c, struct expr *object, const char *name, struct span at);
/* Of *this. scope: the base that the name is qualified with, or NULL. */
struct expr *field_here(struct checker *c, const char *name, const struct type *scope,
                        struct span at);
/* The object as the base that qualifies a member's name. */
struct expr *qualified_object(struct checker *c, struct expr *object, const struct type *scope);
struct expr *this_expr(struct checker *c, struct span at); /* after a diag: expr_bad */
struct expr *arrow_applied(struct checker *c, struct expr *of,
                           struct span at); /* operator-> until it is a pointer */
struct expr *call_method(struct checker *c, struct expr *object, const char *name,
                         struct expr **args, uint32_t n, struct span at); /* NULL: no such member */

/* ---- check_operator.c ---- */
/* An operator with an operand of class or enum type. NULL: no overload fits; no diag is recorded. */
struct expr *operator_overload(struct checker *c, const char *op, struct expr *l, struct expr *r,
                               struct span at);
bool operator_overloadable(const struct expr *e);

/* ---- check_compare.c ---- */
struct expr *three_way(struct checker *c, struct expr *l, struct expr *r,
                       struct span at); /* l <=> r */
/* A comparison of classes by == or <=>, where no function has its own name. *out_op: how the result is still to be compared with 0, or
 * 0. NULL: there is none. */
struct expr *rewritten_comparison(struct checker *c, unsigned op, struct expr *l, struct expr *r,
                                  struct span at, unsigned *out_op);

/* ---- check_special.c ---- */
/* What makes an object without arguments, once the constructors' signatures are known. */
void class_fresh(struct checker *c, struct type *t);
void class_complete(struct checker *c,
                    struct type *t); /* finds or creates the special member functions */
/* The function that makes an element of an array as `one` makes an object: the constructor, or one that passes its default arguments. */
struct symbol *element_constructor(struct checker *c, struct expr *one);
/* Gives field i of *this the value of its own initialiser. Appends to c->out. */
void put_default_init(struct checker *c, const struct type *class, uint32_t i);
/* Initialises bases and members before a constructor's body. Appends to c->out. */
void put_member_inits(struct checker *c, const struct node *constructor, const struct type *class);

/* ---- check_virtual.c ---- */
/* Before the members of the class are read: what its objects begin with when it is polymorphic, by its bases and its text. */
void virtual_pointer(struct checker *c, const struct node *tag, struct type *t);
/* After its layout is known: its tables, and whether it is abstract. */
void virtual_tables(struct checker *c, struct type *t);
/* Enters a function of the class in its tables, if it is virtual or overrides one that is. */
void virtual_enter(struct checker *c, struct class_info *info, struct symbol *s);
bool virtual_destructor(const struct class_info *info); /* it has one, or inherits one */

/* ---- check_class.c ---- */
/* using enum E (C++20 9.7.2): the enumeration. NULL: a diag was recorded. */
const struct type *enum_used(struct checker *c, const struct node *n);
/* Reads the members of a class whose type is t: the rule `class_body`. */
void read_class(struct checker *c, const struct node *tag, struct type *t);
/* The largest alignment that attributes ask for, bytes; 0: none. */
uint32_t asked_align(struct checker *c, const struct layout *l);
