/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
/* Values, their conversions (C11 6.3, C++17 7) and constant folding. Thread-safety: unsafe, as struct lang. */
#include "lang/check/core/checker.h"

/* ---- swapped.c ---- */
/* Whether two arguments fit after they are exchanged, and neither does before: then a diag says so. `kernel`: "kernel " or "". */
bool convert_swapped(struct checker *c, struct expr *const *args, const struct type *const *want,
                     uint32_t count, const char *kernel, const char *name);

/* ---- fold.c ---- */
int64_t fold_wrap(const struct type *t, int64_t v);        /* as that integer type holds it */
struct expr *fold_expr(struct checker *c, struct expr *e); /* e, or its constant value */
struct expr *binary_new(struct checker *c, enum expr_kind kind, const struct type *t,
                        struct expr *l, struct expr *r); /* folded */

/* ---- value.c ---- */
const struct type *convert_promoted(const struct type *t);
const struct type *
convert_promoted_value(const struct expr *e); /* the promoted type of the value */
const struct type *common_type(const struct type *a, const struct type *b);
struct expr *convert_to(struct checker *c, struct expr *e, const struct type *to); /* unchecked */
struct expr *convert_rvalue(struct checker *c,
                            struct expr *e);            /* arrays and functions become pointers */
const struct type *truth_type(const struct checker *c); /* of a < b and !a: bool, in C int */
bool is_null_constant(const struct expr *e);
bool is_dim3(const struct checker *c, const struct type *t);
struct expr *size_extent(struct checker *c, struct symbol *extent,
                         struct span at); /* its value; a lambda has it among its captures */
struct expr *size_of(struct checker *c, const struct type *t,
                     struct span at); /* bytes, of any complete or unsized type */

/* ---- conversion.c: implicit conversion sequences ---- */

/* C++17 16.3.3.1.1, table 13, and 16.3.3.1: the better is first. */
enum conversion_rank {
    RANK_EXACT,
    RANK_PROMOTION,
    RANK_CONVERSION,
    RANK_ANY, /* to the parameter of a builtin that takes any type, or from a real to a complex number */
    RANK_USER,
    RANK_ELLIPSIS,
    RANK_C_ONLY, /* in C11 but not in C++: never chooses an overload or binds a reference */
    RANK_NONE
};

/* How to convert the expression. */
enum conversion_kind {
    CONVERT_NOTHING,
    CONVERT_VALUE,   /* a number, a null pointer, a pointer to bool */
    CONVERT_POINTER, /* to qualified types, void, a base class, and decay before that */
    CONVERT_ARRAY,   /* a device array to the pointer to its elements */
    CONVERT_DIM3,
    CONVERT_COMPLEX,  /* a number to or from a complex one */
    CONVERT_OBJECT,   /* an object is copied, as itself or its base */
    CONVERT_OVERLOAD, /* one of several functions is picked */
    CONVERT_LIST,     /* values in braces */
    CONVERT_LAMBDA,   /* a captureless one to a function pointer */
    CONVERT_CONSTRUCTOR,
    CONVERT_FUNCTION, /* by a conversion function; also where a reference binds to its result */
    BIND_OBJECT,      /* a reference to the object itself, or its base */
    BIND_FUNCTION,    /* a reference to a function, from the pointer that its name decays to */
    BIND_TEMPORARY    /* a reference to a new object, made of the converted value */
};

/* Why there is no conversion. */
enum conversion_flaw {
    FLAW_NONE,
    FLAW_TYPES,    /* the types are unrelated */
    FLAW_CONST,    /* const would be lost */
    FLAW_VOLATILE, /* volatile would be lost */
    /* of references only */
    FLAW_LVALUE,    /* T & needs a variable of that type */
    FLAW_RVALUE,    /* T && needs a value that may be moved from */
    FLAW_QUALIFIERS /* T && of a const or volatile object */
};

/* The implicit conversion sequence from an expression to a type. Owns nothing; lives as long as the types it names. */
struct conversion_sequence {
    enum conversion_rank rank;
    enum conversion_rank
        second; /* RANK_USER: of the conversion after the function; else the same as rank */
    enum conversion_kind kind;
    enum conversion_flaw flaw; /* FLAW_NONE unless the rank is RANK_NONE */
    const struct type *to;     /* the target, as given */
    const struct symbol *by;   /* the constructor or conversion function, or NULL */
    bool qualifies;            /* adds const or volatile */
    bool of_null;              /* from a null pointer constant */
    bool to_bool;              /* from a pointer */
    bool to_underlying;        /* an enumeration to its own underlying type, by promotion */
    bool of_list;              /* of values in braces to a std::initializer_list */
};

/* The part that needs no classes: C++17 7 [conv]. library: the target is a parameter of a builtin. */
struct conversion_sequence conversion_standard(struct checker *c, const struct expr *e,
                                               const struct type *to, bool library);
/* 1: a is better; -1: b is; 0: neither. C++17 16.3.3.2 [over.ics.rank]. */
int conversion_compare(const struct conversion_sequence *a, const struct conversion_sequence *b);

/* How two functions compare for the same arguments: C++17 16.3.3 [over.match.best] p1.3. */
enum conversion_order {
    ORDER_LEVEL,  /* each argument alike */
    ORDER_BETTER, /* the first function takes one better, and none worse */
    ORDER_WORSE,
    ORDER_MIXED /* each takes one better: the call is ambiguous */
};
enum conversion_order conversions_compare(const struct conversion_sequence *a,
                                          const struct conversion_sequence *b, uint32_t n);
/* Whether the conversion exists in C++, which overload resolution requires. */
bool conversion_viable(const struct conversion_sequence *s);

/* ---- convert.c ---- */
enum purpose_kind { FOR_ASSIGN, FOR_INIT, FOR_ARGUMENT, FOR_RETURN, FOR_CONDITION };

/* What a value is converted for; selects the wording of errors. */
struct purpose {
    enum purpose_kind kind;
    const char *name; /* of the variable or function */
    unsigned index;   /* of the argument, from 1 */
    struct span note; /* the declaration, or nowhere */
    bool library;     /* the argument of a builtin */
    bool variable;    /* a whole variable: its flexible array may have values */
};

/* Where a conversion is asked for. */
enum conversion_mode {
    CONVERSION_IMPLICIT,
    CONVERSION_LIBRARY, /* to the parameter of a builtin */
    CONVERSION_EXPLICIT /* in a condition: explicit conversion functions count */
};

/* The implicit conversion sequence, with references, lists and classes: C++17 16.3.3.1 [over.best.ics]. The basis of
 * overload ranking, conversion and its errors. Records no diag; may instantiate templates. The rule `conversion` of
 * struct check_rules. */
struct conversion_sequence conversion_of(struct checker *c, const struct expr *e,
                                         const struct type *to, enum conversion_mode mode);
struct expr *convert_implicit(struct checker *c, struct expr *e, const struct type *to,
                              const struct purpose *why);
/* Reports why conversion_of() found nothing. */
void convert_refuse(struct checker *c, const struct expr *e, const struct type *to,
                    const struct purpose *why, enum conversion_flaw flaw);
/* A value for an object of type t, which may be a reference. */
struct expr *init_from(struct checker *c, const struct type *t, struct expr *e,
                       const struct purpose *why);
/* How well a value fits a builtin's parameter: 0 exactly ... ; negative: not at all. */
int convert_fit(struct checker *c, const struct expr *e, const struct type *to, bool library);
struct expr *convert_to_bool(struct checker *c, struct expr *e, const char *where);
struct expr *convert_scalar(struct checker *c, struct expr *e, const char *where);
struct expr *make_dim3(struct checker *c, struct expr **parts, uint32_t n, struct span at);

/* Notes that s, if it is const and arithmetic, has this value, if that is constant. */
void note_known(struct symbol *s, const struct expr *value);
/* The same for a constexpr array and its EXPR_AGGREGATE, or an object of class type and its initialiser. */
void note_elements(struct symbol *s, const struct expr *value);
struct expr *known_value(struct checker *c, const struct symbol *s, struct span at); /* or NULL */
/* The value of an element of a constexpr array at a constant place, or NULL. */
struct expr *known_element(struct checker *c, const struct expr *e);
