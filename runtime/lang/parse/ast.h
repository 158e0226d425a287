/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "lang/text/name.h"
#include "lang/text/token.h"
#include "lang/tree/program.h"

/* The syntax tree: what the parser read, before any meaning. There is one node type; ast.def says which children each kind
 * has and what they are called. Immutable once parsed, so that a function can be checked again and threads may share it.
 * Lives in the cell's arena. */

enum node_kind {

#define PARTS(group, ...)
#define NODE(kind, group, text) NODE_##kind,
#define LEAF(kind, text)        NODE_##kind,
#include "lang/parse/ast.def"
#undef PARTS
#undef NODE
#undef LEAF
    NODE_KIND_COUNT
};

enum node_flag {
    FLAG_CONST = 1 << 0,
    FLAG_VOLATILE = 1 << 1,
    FLAG_RESTRICT = 1 << 2,
    FLAG_TYPEDEF = 1 << 3,
    FLAG_STATIC = 1 << 4,
    FLAG_EXTERN = 1 << 5,
    FLAG_ALONE = FLAG_EXTERN, /* TYPE_TAG without a body: `struct s;` */
    FLAG_CONSTEXPR = 1 << 6,
    FLAG_INLINE = 1 << 7,
    FLAG_DEVICE_ARRAY = 1 << 8,  /* `device T x[n]` */
    FLAG_MANAGED_ARRAY = 1 << 9, /* `managed T x[n]` */
    FLAG_VARIADIC = 1 << 10,
    FLAG_UNSIZED = FLAG_VARIADIC, /* NEW: `new T[]{...}` */
    FLAG_BODY = 1 << 11,
    FLAG_NOEXCEPT = FLAG_BODY, /* TYPE_FUNCTION: it throws nothing */
    FLAG_PARENS = 1 << 12,
    FLAG_BRACES = 1 << 13,
    FLAG_STD = 1 << 14,
    FLAG_METHODS = 1 << 15,    /* TYPE_TAG: has members that a C struct cannot have */
    FLAG_SCOPED = 1 << 16,     /* enum class */
    FLAG_OBJECT = FLAG_SCOPED, /* CAPTURE: *this */
    FLAG_ROOT = FLAG_SCOPED,   /* NEW, DELETE: `::new`, not the class's operator */
    /* CUDA's spaces */
    FLAG_GLOBAL = 1 << 17,
    FLAG_DEVICE = 1 << 18,
    FLAG_HOST = 1 << 19,
    FLAG_CONSTANT = 1 << 20,
    FLAG_SHARED = 1 << 21,
    FLAG_MANAGED = 1 << 22,
    FLAG_GROUPED = 1 << 23,    /* was in parentheses */
    FLAG_FINAL = FLAG_GROUPED, /* TYPE_TAG: class c final */
    FLAG_LAYOUT = 1 << 24,     /* `layout` is set */
    /* C++'s functions */
    FLAG_VIRTUAL = 1 << 25,
    FLAG_ACROSS = FLAG_VIRTUAL, /* NODE_DECLARATOR of a device array: across ranks */
    FLAG_EXPLICIT = 1 << 26,
    FLAG_AUTO = FLAG_EXPLICIT, /* NODE_DECLARATION of C: auto, which announces nested functions */
    FLAG_DEFAULTED = 1 << 27,
    FLAG_THREAD = FLAG_DEFAULTED, /* NODE_DECLARATION: thread_local */
    FLAG_DELETED = 1 << 28,
    FLAG_THROWS = FLAG_DELETED, /* TYPE_FUNCTION: noexcept(false) */
    FLAG_MUTABLE = 1 << 29,
    FLAG_ARGS = 1 << 30, /* template arguments were written */
};

enum {
    FLAG_DEVICE_SPACES = FLAG_GLOBAL | FLAG_DEVICE | FLAG_CONSTANT | FLAG_SHARED | FLAG_MANAGED
};

/* A declaration that goes to the device as text. */
struct device_item {
    enum device_def_kind kind;
    struct name *name; /* or NULL */
    struct span at, name_at;
    uint32_t position; /* index of its first token: orders it among the directives */
    /* Of functions: NODE_TYPE_FUNCTION; parameters that the host cannot read have no type. */
    struct node *signature;
    /* Of a kernel template: a NODE_TEMPLATE of a NODE_FUNCTION without a body; NULL: the host cannot read it. */
    struct node *pattern;
    /* Of a variable, or of a function's result, where the host can read it; or NULL. */
    struct node *type;
    struct node
        *value;   /* of a const variable: its initialiser, where the host can read it; or NULL */
    bool managed; /* a __managed__ variable */
    struct name *member_of; /* the class whose member is defined here, outside of it; or NULL */
    uint32_t template_count;
    const char *template_names[TEMPLATE_NAMES_MAX]; /* interned; NULL: none known */
    struct name *opens;       /* a namespace that must exist before it, or NULL */
    struct name *space;       /* the namespace it is in, or NULL */
    struct name **more;       /* further names declared by the same text */
    struct node **more_types; /* as `type` */
    uint32_t more_count;
};

/* What attributes and #pragma pack ask of a layout. */
struct layout {
    struct node **aligns; /* expressions: of alignas, __align__, aligned; the largest applies */
    uint32_t count;
    bool packed, ms;     /* ms: GNU's ms_struct */
    uint8_t pack;        /* #pragma pack: the largest alignment of a member; 0: none given */
    struct node *vector; /* the bytes of GNU's vector_size, or NULL */
};

/* What attributes say of a name: GNU's constructor, destructor and weak, and the alignment of a variable or type. */
struct name_attributes {
    uint32_t starts, ends; /* called before and after main: 1 + the priority; 0: not */
    bool weak;
    struct layout layout;
};

enum { NODE_PARTS_MAX = 4 };

struct node {
    enum node_kind kind;
    uint8_t role, access; /* enum member_role, enum access: of members */
    uint16_t op;
    uint16_t height; /* of the tree below an operator, which is how deep the checker recurses */
    uint32_t flags;  /* enum node_flag */
    struct span at, name_at;
    struct name *name;
    struct node **list;
    uint32_t count;
    uint32_t position, position_end; /* top-level nodes: the first token, and one past the last */

    union {                                 /* the children by name, as the kind has them */
        struct node *parts[NODE_PARTS_MAX]; /* by number, for code that treats all kinds alike */

#define PARTS(group, ...)                                                                          \
    struct {                                                                                       \
        struct node __VA_ARGS__;                                                                   \
    } group;
#define NODE(kind, group, text)
#define LEAF(kind, text)
#include "lang/parse/ast.def"
#undef PARTS
#undef NODE
#undef LEAF
    };

    union {
        uint64_t integer;
        long double real;
        struct str text;
        struct device_item *item;
        struct layout *layout; /* TYPE_TAG, FIELD, DECLARATION: with FLAG_LAYOUT */
        const struct name_attributes *attributes; /* FUNCTION, DECLARATOR; or NULL */
    };
};

/* Calls `visit` with each child that is there: the parts in the order of ast.def, then the list. */
void node_each(const struct node *n, void (*visit)(const struct node *child, void *user),
               void *user);
