/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/intern.h"
#include "base/vec.h"

struct symbol;
struct macro;
struct name_table;

/* What an identifier means at the moment, in every name space. Scopes work by changing these records and undoing the
 * changes (see scope.h), so a look-up is one pointer away from a token. */
struct name {
    const char *text;          /* interned */
    uint16_t keyword;          /* enum token_kind, or 0 */
    uint8_t keyword_languages; /* enum language: where it is one */
    bool is_namespace;         /* "a::b": namespace b in a is known */
    bool member_type;          /* "vector::iterator": a class of that name has such a type */
    bool member_template;      /* and the type is a template's */
    bool yields;    /* its library functions are ours, not C's: a class of the program hides them */
    uint8_t header; /* std::name comes with a header of ours: its number, from 1 */
    uint8_t shadow; /* for the parser while it reads a cell: enum name_shadow */
    struct name *alias; /* namespace x = y; it is that namespace. NULL: none */
    struct macro *macro;
    struct symbol *ordinary;            /* variables, functions, types by typedef, enumerators */
    struct symbol *tag;                 /* struct, union, enum */
    uint32_t ordinary_depth, tag_depth; /* of the scopes that declared them */
    uint32_t builtin, builtin_count;    /* rows of the library, next to each other */
    uint32_t mark, index;               /* scratch of one pass over device text */
    uint32_t
        directive; /* while a cell is checked: its last #define or #undef there, from 1; 0: none */
    struct name *next; /* in the table's list of all names */
};

enum name_shadow {
    SHADOW_NONE,
    SHADOW_TYPE,
    SHADOW_OTHER,
    SHADOW_CLASS_TEMPLATE,
    SHADOW_FUNCTION_TEMPLATE
};

/* What namespace `used` has is seen in namespace `in`, too: by `using namespace`, or because it is inline. */
struct used_space {
    struct name *in; /* NULL: outside of all namespaces, or in a block */
    struct name *used;
};

typedef VEC(struct used_space) used_space_vec;

/* All identifiers of a session. Thread-safety: unsafe. */
struct names {
    struct intern *texts; /* not owned */
    struct name_table *table;
    struct name *all;
    used_space_vec used; /* the session's `using namespace` */
};

void names_init(struct names *n, struct intern *texts);
void names_free(struct names *n);
struct name *name_of(struct names *n, const char *text, size_t length);
struct name *name_cstr(struct names *n, const char *text);
/* The member of a namespace or class: "space::member". NULL is the global namespace. */
struct name *name_in(struct names *n, const struct name *space, const struct name *member);
/* The next namespace that is used in `in`, of the list and then of the session. *at begins as 0. NULL: no more. */
struct name *name_used_in(const struct names *n, const used_space_vec *list, const struct name *in,
                          size_t *at);
/* space::member; if that is not known, the known one of a namespace that is used in `space`: C++17 6.4.3.2. */
struct name *name_inside(struct names *n, const used_space_vec *list, const struct name *space,
                         const struct name *member, bool known(const struct name *));
/* The namespace around a namespace: of "a::b" it is "a"; NULL: none. */
struct name *name_outer(struct names *n, const struct name *space);
const char *name_last(const char *text); /* "b" of "a::b": inside the text */
