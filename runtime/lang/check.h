/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
/* The checker: syntax tree to typed tree. Private to lang/. Files, in reading order: scope.c (names), check_type.c,
 * convert.c and fold.c, check_expr.c, check_call.c, check_array.c, check_init.c, check_decl.c, check_stmt.c. */
#include "diag/diag.h"
#include "lang/ast.h"
#include "lang/lang.h"
#include "lang/preprocess.h"

/* One row of the library with its prototype read. */
struct library_row {
    const struct builtin *builtin;
    const struct type *type; /* TYPE_FUNCTION; NULL: not read yet */
    struct symbol symbol;
};

struct lang {
    struct names names;
    struct sources *sources;
    struct arena arena;
    struct library_row *library;
    uint32_t library_count;
    struct unit *prelude;
    struct device_program program;
    VEC(struct function *) functions; /* every one ever committed and not replaced */
    VEC(struct arena *) rechecks;     /* trees of functions that were checked again */
    const struct type *dim3;
    uint32_t next_hidden;
    uint32_t mark; /* of the last pass that used struct name's scratch */
    void *user; /* of lang_hooks */
    void (*replaced)(void *user, struct symbol *variable);
};

struct definition;

/* A function that a cell defines, with what only lang needs to know of it. */
struct host_function {
    struct function function; /* first */
    struct name **macros;     /* used in its text */
    uint32_t macro_count;
    bool reread; /* one of them was redefined: the syntax tree is stale too */
};

/* A name that a cell gives a meaning at its top level. */
struct pending {
    struct name *name;
    struct symbol *symbol;
    bool tag;
};

/* A unit with what only lang needs to know of it. */
struct cell {
    struct unit unit; /* first */
    struct preprocessed text;
    VEC(struct pending) names;
    bool committed;
};

struct binding {
    struct name *name;
    struct symbol *ordinary, *tag; /* as they were */
    uint32_t ordinary_depth, tag_depth;
};

enum { DEPTH_SESSION = 0, DEPTH_CELL = 1 };

typedef VEC(struct stmt *) stmt_vec;

struct checker {
    struct lang *l;
    struct arena *arena;
    struct diags *diags;
    VEC(struct binding) log;
    uint32_t depth;
    struct span poisoned;      /* where the first expr_bad was made: there must be a diag too */
    stmt_vec *out;             /* where statements go: a declaration may make several */
    struct function *function; /* whose body this is, or NULL */
    const struct type *result; /* of that function */
    VEC(struct symbol *) mentions;
    VEC(struct stmt *) gotos, labels;
    VEC(struct span) goto_names;
    struct stmt *loop, *leaves; /* what continue and break mean */
    struct stmt *switches;      /* the innermost switch */
    VEC(struct stmt *) cases;
    size_t cases_from;
    const struct node *specifiers;   /* of the declaration being read ... */
    const struct type *specified;    /* ... and their type: a struct body is read once */
    const struct type *deduced;      /* of `auto` */
    const struct preprocessed *text; /* of the cell; NULL when a function is checked again */
    VEC(struct function *) defined;
    VEC(struct definition *) device;
};

/* ---- device_text.c ---- */

/* A device definition with what decides whether a later one replaces it. */
struct definition {
    struct device_def def; /* first */
    uint32_t position;     /* among the cell's tokens */
    const char *params;    /* of a function: its parameters' types as written; else NULL */
    bool prototype, removes;
};

void check_device_item(struct checker *c, const struct node *n, const struct token *tokens);
void define_both_sides(struct checker *c,
                       const struct node *n); /* a top-level declaration that was just checked */
void define_directives(struct checker *c, const struct preprocessed *text);
bool definition_replaces(const struct lang *l, const struct definition *new,
                         const struct definition *old);

/* ---- cell.c ---- */
struct unit *check_text(struct lang *l, const struct source *src, bool is_cell, struct diags *out);
void stale_from(struct lang *l, const struct symbol *replaced);

/* ---- program.c ---- */
void program_commit(struct lang *l, const struct unit *u);
void program_drop(struct lang *l,
                  const char *name); /* a name that means nothing on the device any more */

/* ---- scope.c ---- */
uint32_t scope_enter(struct checker *c, size_t *out_mark);
void scope_leave(struct checker *c, size_t mark);
void bind(struct checker *c, struct name *name, struct symbol *s);
void bind_tag(struct checker *c, struct name *name, struct symbol *s);
void binding_undo(struct checker *c, size_t mark);
struct symbol *symbol_new(struct checker *c, enum symbol_kind kind, const char *name,
                          const struct type *type, struct span at);
struct symbol *variable_new(struct checker *c, const char *name, const struct type *type,
                            struct span at);
struct symbol *hidden_new(struct checker *c, const struct type *type, struct span at);
struct symbol *lookup(struct checker *c,
                      const struct name *name); /* NULL: unknown. Counts as a mention */
struct library_row *library_row(struct lang *l, uint32_t i);
void mention(struct checker *c, struct symbol *s);
void suggest_name(struct checker *c, struct diag *e, const char *wanted);
struct expr *unknown_name(struct checker *c, const struct node *n, bool called);

/* ---- check_type.c ---- */
const struct type *resolve(struct checker *c, const struct node *n);
const struct type *resolve_complete(struct checker *c, const struct node *n,
                                    const char *use); /* use: "a variable" */
struct expr *size_of(struct checker *c, const struct type *t,
                     struct span at); /* bytes, of any complete or unsized type */
bool is_auto(const struct node *n);
uint32_t array_levels(const struct node *n, const struct node **out_base,
                      const struct node **out_counts);

/* ---- convert.c ---- */
enum purpose_kind { FOR_ASSIGN, FOR_INIT, FOR_ARGUMENT, FOR_RETURN, FOR_CONDITION };

/* What a value is converted for: words its mistakes. */
struct purpose {
    enum purpose_kind kind;
    const char *name; /* of the variable or function */
    unsigned index;   /* of the argument, from 1 */
    struct span note; /* the declaration, or nowhere */
    bool library;     /* the argument of a builtin */
};

const struct type *promoted(const struct type *t);
const struct type *common_type(const struct type *a, const struct type *b);
struct expr *converted(struct checker *c, struct expr *e,
                       const struct type *to); /* no questions asked */
struct expr *coerced(struct checker *c, struct expr *e, const struct type *to,
                     const struct purpose *why);
/* How well a value fits a parameter: 0 exactly ... ; negative: not at all. */
int fit(struct checker *c, const struct expr *e, const struct type *to, bool library);
struct expr *rvalue(struct checker *c, struct expr *e); /* arrays and functions become pointers */
struct expr *truth(struct checker *c, struct expr *e, const char *where); /* converted to bool */
struct expr *scalar(struct checker *c, struct expr *e, const char *where);
struct expr *cast(struct checker *c, struct expr *e, const struct type *to, struct span at);
bool is_null_constant(const struct expr *e);
bool is_dim3(const struct checker *c, const struct type *t);
struct expr *make_dim3(struct checker *c, struct expr **parts, uint32_t n, struct span at);

/* ---- fold.c ---- */
int64_t wrapped(const struct type *t, int64_t v);     /* as that integer type holds it */
struct expr *fold(struct checker *c, struct expr *e); /* e, or the constant it is */
bool constant_integer(struct checker *c, const struct node *n, const char *use, int64_t *out);

/* ---- check_expr.c ---- */
struct expr *expr_new(struct checker *c, enum expr_kind kind, const struct type *type,
                      struct span at);
struct expr *integer_new(struct checker *c, const struct type *type, int64_t v, struct span at);
struct expr *expr_bad(struct checker *c, struct span at); /* after a diag */
bool bad(const struct expr *e);
struct expr *check_expr(struct checker *c, const struct node *n);
struct expr *check_value(struct checker *c, const struct node *n);
struct expr *binary_new(struct checker *c, enum expr_kind kind, const struct type *t,
                        struct expr *l, struct expr *r);
struct expr *arithmetic(struct checker *c, enum expr_kind kind, struct expr *l, struct expr *r,
                        struct span at, struct span op_at);
struct expr *deref(struct checker *c, struct expr *pointer, struct span at);
/* check_stream.c: std::cout << x. stream_name: the call that a name like cout or endl stands for, or NULL. */
bool is_stream(const struct expr *e);
struct expr *stream_name(struct checker *c, const struct node *n);
struct expr *check_stream(struct checker *c, enum expr_kind kind, struct expr *stream,
                          const struct node *right, struct span at);
struct expr *address_of(struct checker *c, struct expr *e, struct span at);
struct expr *use_symbol(struct checker *c, struct symbol *s, struct span at);
bool modifiable(struct checker *c, const struct expr *e, const char *verb);
const char *quoted(struct checker *c, const struct type *t); /* type_name, for messages */
bool has_name(const struct type *t, const char *name);

/* ---- check_assign.c ---- */
struct expr *check_assign(struct checker *c, const struct node *n);
struct expr *check_increment(struct checker *c, const struct node *n, int step, bool postfix);

/* ---- check_new.c ---- */
struct expr *check_new(struct checker *c, const struct node *n);
struct expr *check_delete(struct checker *c, const struct node *n);

/* ---- check_call.c ---- */
struct expr *library_call(struct checker *c, const char *row, struct expr **args, uint32_t count,
                          struct span at); /* of a row with one prototype; its arguments fit */
struct expr *check_call(struct checker *c, const struct node *n);
struct expr *check_launch(struct checker *c, const struct node *n);
bool deduce_template(struct checker *c, const struct node *n, struct launch *l); /* check_deduce.c */
struct expr *check_construct(struct checker *c, const struct node *n);

/* ---- check_array.c ---- */
struct expr *check_subscripts(struct checker *c, struct expr *array, const struct node *n);
struct expr *array_assign(struct checker *c, struct expr *left, struct expr *right, struct span at);
struct expr *array_deduced(struct checker *c, struct expr *value); /* what `auto` is given */
void declare_device_array(struct checker *c, const struct node *declaration,
                          const struct node *declarator);
const struct type *device_param(struct checker *c, const struct node *param);

/* ---- check_map.c: whole-array expressions ---- */

/* An operation on arrays being checked as one on their elements: operands are lifted, the result is lowered. */
struct lift {
    uint32_t rank; /* of the arrays among the operands: the highest; 0: there are none */
};

bool is_array(const struct expr *e); /* of the device */
struct expr *lift(struct checker *c, struct lift *l, struct expr *e);
struct expr *lower(struct checker *c, const struct lift *l, struct expr *body, struct span at);
struct expr *lifted_call(struct checker *c, struct symbol *device, struct expr **args,
                         uint32_t count, struct span at, struct span name_at);
struct expr *map_store(struct checker *c, struct expr *left, struct expr *right, struct span at);
struct expr *index_array(struct checker *c, struct expr *array, struct expr *index,
                         const struct node *n);
struct expr *conditional_map(struct checker *c, struct expr *condition, struct expr *l,
                             struct expr *r, struct span at);

/* ---- check_array_call.c: the library's functions of arrays ---- */
struct expr *array_call(struct checker *c, struct expr *call); /* with its result's type */
struct expr *retyped(struct checker *c, struct expr *e, const struct type *element);

/* ---- check_init.c ---- */
struct expr *check_init(struct checker *c, const struct type **type, const struct node *init,
                        const struct purpose *why);

/* ---- check_decl.c ---- */
bool name_free(struct checker *c, const struct name *name,
               struct span at); /* false: taken in this scope, said so */
void check_declaration(struct checker *c, const struct node *n);
struct symbol *check_function(struct checker *c, const struct node *n);
void check_body(struct checker *c, struct function *f, const struct node *n);
void match_gotos(struct checker *c);

/* ---- check_stmt.c ---- */
struct stmt *stmt_new(struct checker *c, enum stmt_kind kind, struct span at);
void check_statement(struct checker *c, const struct node *n); /* appends to c->out */
struct stmt *check_block(struct checker *c, const struct node *n);
void put_stmt(struct checker *c, struct stmt *s);
struct stmt *block_of(struct checker *c, stmt_vec *list, struct span at); /* moves the list */
void put_declare(struct checker *c, struct symbol *s, struct expr *value, struct span at);
