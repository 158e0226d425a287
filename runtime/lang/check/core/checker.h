/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
/* The state of the checker: syntax tree to typed tree. Private to lang/. Read rules.h next, which says how checking recurses, then
 * the headers of this folder, template/, class/ and check/ itself. All of it lives in the arena of the cell's unit.
 * Thread-safety: unsafe, as struct lang. */
#include "base/pointer_map.h"
#include "diag/diag.h"
#include "lang/parse/ast.h"
#include "lang/parse/parse.h"
#include "lang/text/preprocess.h"
#include "lang/tree/program.h"

/* One row of the library with its prototype read. */
struct library_row {
    const struct builtin *builtin;
    const struct type *type; /* TYPE_FUNCTION; NULL: not read yet */
    struct symbol symbol;
};

struct lang {
    const struct check_rules *rules; /* rules.h */
    struct names names;
    struct sources *sources;
    struct arena arena;
    struct library_row *library;
    uint32_t library_count;
    struct unit *prelude;
    VEC(struct unit *) headers; /* loaded ones */
    bool *loaded;               /* by index in header_texts */
    struct device_program program;
    VEC(struct function *) functions; /* every one ever committed and not replaced */
    bool outdated; /* a function has another body or is stale, and its callers are not marked yet */
    VEC(struct arena *) rechecks; /* trees of functions that were checked again */
    const struct type *dim3;
    uint32_t next_hidden, lambdas;
    bool libcu;    /* a text has named cuda::std: type_print_device */
    uint32_t mark; /* of the last pass that used struct name's scratch */
    struct safepoint safepoint;
    const struct dialect *chosen; /* of the user's texts; NULL: by the name of each file */
    int device_arch;              /* 75: of the device that will run the kernels; 0: not known */
    const struct dialect *active; /* whose macros are predefined now */
    VEC(const char *) folders;    /* where headers are looked for first; owned */
    void *user;                   /* of lang_hooks */
    /* The value of a library function's name: a host function, or a set of them, that calls it. NULL: there is none.
     * Implemented in wrappers.c, which is above the checker. */
    struct symbol *(*library_pointer)(struct lang *l, const struct symbol *builtin);
    void (*replaced)(void *user, struct symbol *variable);
};

struct definition;
struct purpose;

struct scope_binding {
    struct name *name;
    struct symbol *symbol;
    bool is_tag; /* of C, whose tags are names of their own */
};

/* The context of a function's or class's text, for checking it later or again: the scopes to search besides blocks
 * and the global scope. Lives as long as what was declared there. */
struct context {
    const struct context *outer;
    struct name *space;       /* namespace, or NULL */
    const struct type *class; /* or NULL */
    struct scope_binding
        *bindings; /* template parameters, and what a local class sees of its function */
    uint32_t count;
    struct name **used; /* `using namespace` of the blocks around a local class */
    uint32_t used_count;
};

enum { TEMPLATE_ARGS_MAX = 32 };

/* A template as it was declared. */
struct template
{
    struct symbol *symbol;
    const struct node *node; /* NODE_TEMPLATE */
    bool is_class;           /* or an alias of types */
    bool library;
    const struct context *context;
    VEC(struct instance) instances;
    VEC(struct template *) special; /* specialisations: their node has the arguments they are for */
    VEC(struct template *) guides;  /* deduction guides: their node's declaration is a NODE_GUIDE */
    VEC(const struct node *)
    outside; /* members of the class that were defined outside it: NODE_TEMPLATE */
};

struct instance {
    const struct template_arg *args;
    uint32_t count;
    struct symbol *symbol; /* function or type */
};

/* A macro that a function's text uses. */
struct macro_used {
    struct name *name;
    struct macro *
        pinned; /* its definition there, if the same cell changed it later; else NULL: the session's */
};

/* A function that a cell defines, with the data that is private to lang. */
struct host_function {
    struct function function;  /* first */
    struct macro_used *macros; /* in its text */
    uint32_t macro_count;
    bool reread; /* a macro was redefined: the syntax tree is stale too */
    const struct context *context;
    const struct dialect *dialect; /* of its text */
    const struct node
        *signature; /* its NODE_TYPE_FUNCTION while the type is not known yet, else NULL */
    const struct node *constraint; /* its requires-clause once the type is known, or NULL */
    int template_depth;            /* depth of nested function template instantiations */
    bool resolving, queued;
    bool automatic; /* its result type is auto, and its body is not checked yet */
    bool refused;   /* its body has errors, already reported */
};

/* Suppresses diags while something is tried just for its outcome: attempt_begin to attempt_end. */
struct attempt {
    struct diags unused, *diags;
    struct span poisoned;
    const struct attempt *outer;
};

/* A name that a cell declares at its top level. */
struct pending {
    struct name *name;
    struct symbol *symbol;
    bool tag;
};

struct checked_lambda {
    const struct node *node; /* NULL: taken */
    struct expr *value;
};

/* A change that a cell made to the state of the session. */
struct undo_entry {
    enum {
        UNDO_INSTANCE,
        UNDO_SPECIAL,
        UNDO_OUTSIDE,
        UNDO_GUIDE,
        UNDO_PATTERN,
        UNDO_FUNCTION,
        UNDO_TYPE,
        UNDO_BODY
    } kind;
    struct template *template; /* got one more of these, or another pattern */
    const struct node *pattern;
    struct symbol *symbol; /* its function or its type changed */
    struct function *function;
    const struct type *type;
    struct host_function *host; /* was checked or queued; `was` is its old state */
    const struct host_function *was;
};

/* A unit with the data that is private to lang. */
struct cell {
    struct unit unit;     /* first */
    tree_parts parts;     /* of its items; the unit's arena has the rest of what is kept */
    struct arena passing; /* the list of its statements: only running it needs that */
    struct preprocessed text;
    VEC(struct pending) names;
    used_space_vec used; /* its `using namespace` */
    VEC(struct undo_entry)
    undo; /* in order; undone if the cell is rejected or only inspected */
    bool committed;
};

struct binding {
    struct name *name;
    struct symbol *ordinary, *tag; /* before the binding */
    uint32_t ordinary_depth, tag_depth;
};

typedef VEC(struct binding) binding_vec;

/* A label of __label__: its STMT_RECEIVER and the declaration of the buffer, both STMT_EMPTY until a nested function jumps there. */
struct local_label {
    struct stmt *declare, *receiver;
};

enum { DEPTH_SESSION = 0, DEPTH_CELL = 1 };

enum {
    CONSTRUCTING_MAX = 200,      /* nested constructor calls in arguments */
    TEMPLATE_DEPTH_MAX = 900,    /* nested instantiations, as gcc's -ftemplate-depth */
    INSTANCE_NAME_MAX = 16 << 10 /* bytes; each level may double it */
};

typedef VEC(struct stmt *) stmt_vec;
typedef VEC(struct symbol *) symbol_vec;

/* The call whose default arguments are being read, or an object that is made with default values. */
struct call_place {
    struct span at; /* source 0: none */
    const struct function *function;
};

struct checker {
    struct lang *l;
    const struct dialect *dialect; /* of the text being checked */
    struct arena *arena;
    struct diags *diags;
    const struct attempt *attempt; /* the innermost, or NULL */
    binding_vec log;
    uint32_t depth;
    uint32_t try_depth;   /* of the scope around the innermost try block; 0: none */
    struct span poisoned; /* where the first expr_bad was created: there must be a diag too */
    stmt_vec *out;        /* where statements go: a declaration may make several */
    stmt_vec *
        top; /* the cell's, which run before its functions; NULL when a function is checked again */
    struct function *function; /* the function whose body is being checked, or NULL */
    const struct type *result; /* of that function */
    VEC(struct symbol *) mentions;
    VEC(struct stmt *) gotos;
    struct pointer_map labels; /* the text of a label to its struct stmt */
    VEC(struct symbol *)
    outside; /* declared inside functions only: functions and extern variables */
    VEC(struct span) goto_names;
    VEC(struct stmt *) taken_labels;      /* a STMT_GOTO to each whose address is taken */
    VEC(struct stmt *) computed;          /* STMT_SWITCHes of goto *value */
    VEC(struct local_label) local_labels; /* of the functions around, outer ones first */
    struct stmt *loop, *leaves;           /* what continue and break mean */
    struct stmt *switches;                /* the innermost switch */
    VEC(struct stmt *) cases;
    size_t cases_from;
    const struct node *specifiers;   /* of the declaration being read ... */
    const struct type *specified;    /* ... and their type: a struct body is read once */
    const struct type *deduced;      /* of `auto` */
    const struct type *owner;        /* of the member class that is declared next, or NULL */
    struct span bound;               /* the value of `auto [a, b] =` that is being read */
    const struct preprocessed *text; /* of the cell; NULL when a function is checked again */
    VEC(struct function *) defined;
    VEC(struct definition *) device;
    const struct context *context; /* of the text being checked */
    size_t local_from;             /* in log: where the scopes inside functions begin */
    VEC(struct name *) used;       /* `using namespace` in the blocks around */
    used_space_vec used_kept;      /* outside of functions: for the cells after it, too */
    const struct token *tokens;    /* of the cell */
    const struct parsed
        *items; /* of the cell, all of them; NULL when a function is checked again */
    VEC(struct undo_entry) undo;
    VEC(struct function *) waiting; /* bodies to check when the present item is done */
    bool library;                   /* the text is a header of ours */
    int instantiations;             /* open ones, nested */
    int constraints;                /* being checked, nested */
    bool endless_constraint; /* one of them asks for itself: none holds until all have ended */
    bool constant_values;    /* of C's static variables, which gcc calculates itself */
    int template_depth;      /* of the function being checked, which may make the next one */
    int constructing;        /* open ones, nested: an argument may need a constructor */
    int user_conversions;    /* open ones, nested: at most one */
    int kernel_defaults;     /* default arguments of kernels that are being read, nested */
    struct call_place place;
    struct span paren;    /* before the arguments of the innermost call; source 0: none */
    uint32_t places_told; /* grows with each use of `place` */
    bool in_base;         /* constructs the subobject of a base class, which may be abstract */
    uint32_t unevaluated; /* in operands of decltype and sizeof, where a member needs no object */
    bool auto_result;     /* the function's result type follows from its first return */
    const struct node
        *constructs;      /* a constructor whose body is a try block, until that begins; or NULL */
    struct expr *this;    /* NULL outside of member functions */
    struct expr *closure; /* in a lambda: what holds its captures */

    /* Lambdas whose types class template arguments were deduced from: each is checked once, so that it has one type. */
    struct checked_lambdas {
        struct checked_lambda *at;
        uint32_t n;
    } lambdas;                   /* in the arena */
    struct safepoint *safepoint; /* NULL: a header of ours, which is not interrupted */
};
