/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "base/arena.h"
#include "base/str.h"
#include "diag/source.h"
#include "lang/tree/tree.h"

/* The results of the front end besides trees: the session's device definitions, its kernels, and a checked cell as a
 * whole. Units own what they point to (struct unit, arena), for as long as the session needs it. Thread-safety:
 * unsafe, as struct lang. */

/* One library function, type-checked from its C prototype. The table is eval's; the same row serves checking,
 * completion and help. Pseudo-types in prototypes: `__any` (any scalar or pointer), `__array` (any device array). */
struct builtin {
    const char *name;
    const char *
        prototype; /* "double sin(double x)"; overloads are several rows with one name, next to each other */
    const char *section; /* "C11 7.12.4.6", "CUDA Runtime API 6.9" */
    const char *help;    /* our own words */
    void (*call)(void);  /* eval's: cast to its own type */
    bool computes;       /* and does nothing else */
};

/* A prototype as people read it: "array histogram(array x, ...)". type_print.c. */
void prototype_print(struct buf *out, const char *prototype);

/* ---- device code ---- */

enum device_def_kind {
    DEVICE_KERNEL,
    DEVICE_FUNCTION, /* __device__, __host__ __device__, templates, and what only the device side understands */
    DEVICE_VARIABLE, /* __device__, __constant__, __managed__ */
    DEVICE_TYPE,     /* struct, union, enum, typedef, using: both sides */
    DEVICE_CONSTANT, /* constexpr, const with constant value: both sides */
    DEVICE_MACRO,    /* #define; #undef removes it */
    DEVICE_INCLUDE,  /* an #include that NVRTC must see */
    DEVICE_USING,    /* using namespace ...; namespace blocks */
};

/* A macro that is in force where a definition stands. */
struct macro_use {
    const char *name; /* interned */
    /* Its definition at that place, when the same cell changed it later. NULL: the session's, whatever cell defines it. */
    const struct device_def *pinned;
};

/* A part of a definition that is for the host alone. */
struct device_hole {
    struct span at;
    const char *text; /* what stands in its place; NULL: blanks */
};

/* Of a derivative that was made (check_grad.c): its program has what this function needs a second time, in the namespace __lift_NAME
 * and with dual numbers in place of float and double (compile/emit_lift.c). */
struct device_lift {
    const char *of;      /* interned: the name of the function that is differentiated */
    uint32_t directions; /* derivatives that a dual number has */
};

/* A piece of device text exactly as the user wrote it. docs/language.md says which macros it sees. */
struct device_def {
    enum device_def_kind kind;
    const char *name;      /* interned; NULL: always part of every program */
    const char *full_name; /* interned: the name with its namespace, a::b; or NULL */
    const char
        *used_name;    /* interned, of using a::b: b. Programs that mention it have it; else NULL */
    struct span at;    /* the whole text */
    const char *space; /* the namespace it is in, or NULL */
    const char *opens; /* a namespace that must exist before the text; or NULL */
    struct device_hole *holes; /* in order */
    uint32_t hole_count;
    bool
        folds; /* `const double x = 2 * y;`: the host knows its value, and NVRTC when it is a constexpr */
    uint8_t pack;          /* the #pragma pack that it stands under; 0: none */
    bool unfinished;       /* it needs a ';' after it: the struct of `struct point { ... } p;` */
    const char **mentions; /* interned identifiers in it, each once */
    uint32_t mention_count;
    struct macro_use
        *macros; /* those that its text uses, directly or through others; of an #include: all */
    uint32_t macro_count;
    const char **redefines; /* interned: what #define and #undef in its text name */
    uint32_t redefine_count;
    uint32_t order;        /* grows with every definition; programs are emitted in this order */
    struct kernel *kernel; /* DEVICE_KERNEL */
    const struct device_lift *lift; /* or NULL */
    const char
        *cast; /* distinguishes an overloaded kernel: "(void (*)(float *, int))"; else NULL */
};

enum { TEMPLATE_NAMES_MAX = 8 }; /* parameters of a kernel template that can be deduced */

struct kernel_param {
    const char *name;        /* or NULL */
    const struct type *type; /* TYPE_OPAQUE: only the device knows it (template parameter, half) */
    struct span at;
    bool restricts;
    const struct node *value; /* its default, or NULL */
};

/* Of a parameter `view<T, N> v`: N, and T without const; 0: it is not a view. check_map.c. */
uint32_t param_view(const struct kernel_param *p, struct str *out_element);

struct kernel {
    const char *name; /* interned */
    struct span at;   /* its name in the definition */
    struct kernel_param *params;
    uint32_t param_count;
    uint32_t template_count; /* template parameters; 0: not a template */
    const char *template_names[TEMPLATE_NAMES_MAX];
    struct template
        *pattern; /* its parameters as C++ sees them; NULL: none, or the host cannot read them */
    struct device_def *def;
    struct symbol *overload; /* another kernel of that name in the same text, or NULL */
    const char *instance;    /* as a value, k<int>: its template arguments; else NULL */
    bool made;   /* generated for whole arrays: its definition is not in the session's program */
    void *image; /* launch's: of PTX that the program loads itself; NULL: of its own text */
};

/* Which arrays check their indices (compile/bounds.h). */
enum program_bounds { BOUNDS_NONE, BOUNDS_SHARED, BOUNDS_ROWS, BOUNDS_MEMBERS };

/* All device definitions of the session, in order. Redefining a name (functions: with the same parameter types)
 * replaces the old definition. */
struct device_program {
    struct device_def **defs;
    uint32_t count, cap;
    uint32_t births; /* definitions that were ever added */
    uint8_t bounds;  /* enum program_bounds */
};

/* ---- a cell ---- */

/* A checked cell. */
struct unit {
    struct arena arena; /* of what outlives the cell; a cell's items have arenas of their own */
    const struct source *source;
    struct stmt
        *body; /* STMT_BLOCK: top-level declarations and statements, in order; NULL: settled */
    struct node *const
        *items; /* the syntax of the same, for those who rewrite the text; NULL: settled */
    uint32_t item_count;
    struct function **functions; /* defined in the cell */
    uint32_t function_count;
    struct device_def **device_defs; /* in order */
    uint32_t device_def_count;
    struct symbol *main; /* the cell defines main: run it after the body; or NULL */
    bool keeps;          /* something outlives the cell: do not free the unit */
};
