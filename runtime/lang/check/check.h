/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
/* The checker: syntax tree to typed tree. Private to lang/. Files, in reading order: scope.c and context.c (names),
 * check_type.c, convert.c and fold.c, check_expr.c, check_call.c, check_array.c, check_init.c, check_decl.c, check_stmt.c;
 * for C++: check_class.c, check_special.c, check_overload.c, check_method.c, check_template.c, check_deduction.c. */
#include "diag/diag.h"
#include "lang/parse/ast.h"
#include "lang/tree/program.h"
#include "lang/parse/parse.h"
#include "lang/text/preprocess.h"

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
    VEC(struct unit *) headers; /* loaded ones */
    bool *loaded;               /* by index in header_texts */
    struct device_program program;
    VEC(struct function *) functions; /* every one ever committed and not replaced */
    VEC(struct arena *) rechecks;     /* trees of functions that were checked again */
    const struct type *dim3;
    uint32_t next_hidden, lambdas;
    uint32_t mark; /* of the last pass that used struct name's scratch */
    struct safepoint safepoint;
    void *user;    /* of lang_hooks */
    /* A host function, or several, that call this one of the library: what its name is as a value. NULL: it has none.
     * wrappers.c, which stands above the checker. */
    struct symbol *(*library_pointer)(struct lang *l, const struct symbol *builtin);
    void (*replaced)(void *user, struct symbol *variable);
};

struct definition;
struct purpose;

struct scope_binding {
    struct name *name;
    struct symbol *symbol;
};

/* Where a function's or class's text stands, for checking it later or again: what is searched for names besides
 * blocks and the global scope. Lives as long as what was declared there. */
struct context {
    const struct context *outer;
    struct name *space;       /* namespace, or NULL */
    const struct type *class; /* or NULL */
    struct scope_binding
        *bindings; /* template parameters, and what a local class sees of its function */
    uint32_t count;
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
    struct macro *pinned; /* what it was there, where the same cell changed it later; NULL: follow the session's */
};

/* A function that a cell defines, with what only lang needs to know of it. */
struct host_function {
    struct function function; /* first */
    struct macro_used *macros; /* in its text */
    uint32_t macro_count;
    bool reread; /* one of them was redefined: the syntax tree is stale too */
    const struct context *context;
    const struct node
        *signature; /* its NODE_TYPE_FUNCTION while the type is not known yet, else NULL */
    int template_depth; /* how many templates of functions were made for each other to get here */
    bool resolving, queued;
    bool automatic; /* its result type is auto, and the body that says which is not checked yet */
    bool refused;   /* its body has mistakes, which have been said */
};

/* While something is tried of which only the outcome counts, its mistakes are not said: attempt_begin to attempt_end. */
struct attempt {
    struct diags unused, *diags;
    struct span poisoned;
    const struct attempt *outer;
};

/* A name that a cell gives a meaning at its top level. */
struct pending {
    struct name *name;
    struct symbol *symbol;
    bool tag;
};

/* What a cell did to what the session had before it. */
struct deed {
    enum { DEED_INSTANCE, DEED_SPECIAL, DEED_OUTSIDE, DEED_FUNCTION, DEED_TYPE, DEED_BODY } kind;
    struct template *template; /* got one more of these */
    struct symbol *symbol;     /* has another function, or another type, than before */
    struct function *function;
    const struct type *type;
    struct host_function *host; /* has been checked, or will be; `was` says how it was */
    const struct host_function *was;
};

/* A unit with what only lang needs to know of it. */
struct cell {
    struct unit unit; /* first */
    struct preprocessed text;
    VEC(struct pending) names;
    VEC(struct name *) used; /* its `using namespace` */
    VEC(struct deed) deeds; /* in order: to be undone when the cell is refused, or only looked at */
    bool committed;
};

struct binding {
    struct name *name;
    struct symbol *ordinary, *tag; /* as they were */
    uint32_t ordinary_depth, tag_depth;
};

enum { DEPTH_SESSION = 0, DEPTH_CELL = 1 };

enum {
    CONSTRUCTING_MAX = 200,   /* constructors for each other's arguments */
    TEMPLATE_DEPTH_MAX = 900, /* templates made for each other, as gcc has it: -ftemplate-depth */
    INSTANCE_NAME_MAX = 16 << 10 /* bytes; each level may double it */
};

typedef VEC(struct stmt *) stmt_vec;

struct checker {
    struct lang *l;
    struct arena *arena;
    struct diags *diags;
    const struct attempt *attempt; /* the innermost, or NULL */
    VEC(struct binding) log;
    uint32_t depth;
    uint32_t try_depth;        /* of the scope around the innermost try block; 0: none */
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
    const struct context *context; /* of the text being checked */
    size_t local_from;             /* in log: where the scopes inside functions begin */
    VEC(struct name *) used;       /* `using namespace` */
    VEC(struct name *) used_kept;  /* of the cell's top level: for the cells after it */
    const struct token *tokens;    /* of the cell */
    const struct parsed *items;    /* of the cell, all of them; NULL when a function is checked again */
    VEC(struct deed) deeds;
    VEC(struct function *) waiting; /* bodies to check when the present item is done */
    bool library;                   /* the text is a header of ours */
    int instantiations;             /* open ones, nested */
    int template_depth;             /* of the function being checked, which may make the next one */
    int constructing;               /* open ones, nested: an argument may need a constructor */
    int user_conversions;           /* open ones, nested: at most one */
    int kernel_defaults;            /* default arguments of kernels that are being read, nested */
    bool in_base;         /* what is made is the part of a base class: it may be abstract */
    bool auto_result;     /* the function's result type follows from its first return */
    struct expr *this;    /* NULL outside of member functions */
    struct expr *closure; /* in a lambda: what holds its captures */
    struct safepoint *safepoint; /* NULL: a header of ours, which is read to its end */
};

/* ---- device_text.c ---- */

/* A device definition with what decides whether a later one replaces it. */
struct definition {
    struct device_def def; /* first */
    uint32_t position;     /* among the cell's tokens */
    uint32_t born, made; /* when the session first had a definition in this place, and when it got this one (program.c) */
    const char *params;    /* of a function: its parameters' types as written; of a class template: what it is special for; else NULL */
    bool member; /* of a class, which has declared it: nothing that mentions its name needs it before */
    bool prototype, removes;
};

/* A type that is text of ours, for the device alone. name: interned. */
void define_made(struct checker *c, const char *name, struct span at, uint32_t position);
void check_device_item(struct checker *c, const struct node *n, const struct token *tokens);
void define_both_sides(struct checker *c,
                       const struct node *n); /* a top-level declaration that was just checked */
/* ---- device_macros.c ---- */
/* Defines a cell's directives for the device, before any of its items. macros_forget when all are checked. */
void define_directives(struct checker *c, struct preprocessed *text);
void macros_forget(const struct preprocessed *text);
/* Fills d->macros: the macros in force at that token of the cell that d's text uses. */
void read_macros(struct checker *c, struct device_def *d, uint32_t position);
struct definition *define(struct checker *c, enum device_def_kind kind, const struct name *name,
                          struct span at, uint32_t position);

bool definition_replaces(const struct lang *l, const struct definition *new,
                         const struct definition *old);

/* ---- cell.c ---- */
typedef VEC(const char *) path_vec;

/* behind: files to be read behind the text, or NULL */
struct unit *check_text(struct lang *l, const struct source *src, bool is_cell, bool library,
                        const path_vec *behind, struct diags *out);
/* ---- link.c ---- */
/* The same program with the sources around that define what it only declares. NULL: there are none, or they do not go with it.
 * A source that does not compile is left out; if it has something that is still missing, its first mistake is a warning in out. */
struct unit *check_with_others(struct lang *l, const struct source *src, const struct unit *alone,
                               struct diags *out);
/* ---- headers.c ---- */
void headers_init(struct lang *l);
void headers_load(
    struct lang *l,
    const struct tokens *tokens); /* those that a text includes, or names after std:: */
void header_load(struct lang *l, const char *name);
void stale_from(struct lang *l, const struct symbol *replaced);

/* ---- library.c ---- */
/* `double sin(double);`: a declaration of the library's own function, which the text does not go on to define. */
bool declares_library(struct checker *c, const struct node *n, const struct type *t);

/* ---- program.c ---- */
void program_with(struct lang *l, const struct unit *u, struct device_program *out); /* lang_device_program */
void program_commit(struct lang *l, const struct unit *u);
void program_add(struct lang *l, struct device_def *const *defs, uint32_t count);
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
/* The same of a NODE_NAME or NODE_TYPE_NAME, which may be qualified. A qualifier that means nothing is a diag, and
 * *out_bad. out_class: the class it was looked up in, or NULL. */
struct symbol *lookup_node(struct checker *c, const struct node *n, bool *out_bad,
                           const struct type **out_class);
struct library_row *library_row(struct lang *l, uint32_t i);
/* Whether the session had it from its beginning: make_float3(x) goes beside make_float3(x, y, z). */
bool of_prelude(const struct lang *l, const struct symbol *s);
void mention(struct checker *c, struct symbol *s);
void suggest_name(struct checker *c, struct diag *e, const char *wanted);
struct expr *unknown_name(struct checker *c, const struct node *n, bool called);

/* ---- context.c ---- */
struct entered {
    struct checker saved;
    size_t hidden_from, hidden_to, mark;
};

/* From here on text of that context is checked: the function we are in is out of sight until context_leave. */
void context_enter(struct checker *c, const struct context *x, struct entered *e);
void context_leave(struct checker *c, struct entered *e);
const struct context *context_new(struct checker *c, const struct context *outer,
                                  struct name *space, const struct type *class,
                                  struct scope_binding *bindings, uint32_t count);
/* The context of a class declared here, with what it can see of the function it is in. */
const struct context *context_here(struct checker *c);
void attempt_begin(struct checker *c, struct attempt *a);
void attempt_end(struct checker *c, struct attempt *a);
/* Checks what waits: bodies of member functions and of instances. */
void check_waiting(struct checker *c, size_t from);

/* ---- check_class.c ---- */
struct class_info *class_new(struct checker *c, struct type *t, const struct context *outer);
/* Reads the members of a class whose type is t. */
void read_class(struct checker *c, const struct node *tag, struct type *t);
/* The member of that name, of the class or its bases; a data member is a SYMBOL_FIELD. NULL: none. */
struct symbol *class_find(struct checker *c, const struct type *t, const char *name);
void class_add(struct checker *c, struct class_info *info, const char *name, struct symbol *s);
/* A function's type; of a template's member it is found now. NULL: a diag said why. */
const struct type *signature(struct checker *c, struct symbol *s);
/* The same as far as a choice among overloads needs it: the result may be auto yet. */
const struct type *parameters(struct checker *c, struct symbol *s);
bool accessible(struct checker *c, const struct type *class, enum access access);
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
struct expr *construct(struct checker *c, const struct type *t, struct expr **args, uint32_t n,
                       struct span at, const struct node *braces);
/* A value for an object of type t from what is written: the general initialiser. list: NODE_INIT_LIST of T x(...). */
struct expr *init_from(struct checker *c, const struct type *t, struct expr *e,
                       const struct purpose *why);
/* The worst rank of a list's values for parameters of that type; negative: one does not fit. */
int worst_rank(struct checker *c, const struct node *list, const struct type *to);
struct expr *construct_from_list(struct checker *c, const struct type *t, const struct node *list,
                                 bool braces, struct span at);
struct expr *fresh_value(struct checker *c, const struct type *t,
                         struct span at);               /* NULL: nothing to do */
struct expr *copied(struct checker *c, struct expr *e); /* an object as a new one of its type */
struct expr *destroyed(struct checker *c, struct expr *place); /* a call of its destructor */
bool is_rvalue(const struct expr *e);
struct expr *object_address(struct checker *c, struct expr *e);
/* C++17 15.2: a reference to a member of a new object keeps the whole object, in a hidden variable. `member`: that, or what is none. */
struct expr *kept_whole(struct checker *c, struct expr *member, struct span at);
struct expr *bind_reference(struct checker *c, struct expr *e, const struct type *to,
                            const struct purpose *why);
struct symbol *usable(struct checker *c, struct symbol *s,
                      struct span at); /* check_overload.c. NULL: deleted, private... */
struct expr *check_aggregate(struct checker *c, const struct type *t, const struct node *list,
                             const struct purpose *why);
struct expr *upcast(struct checker *c, struct expr *pointer,
                    const struct type *to); /* to a pointer to a base */

/* ---- check_overload.c ---- */
struct call_args {
    struct expr **at;
    uint32_t n;
    struct expr *object; /* of a member function: what is before the dot, or NULL */
};

typedef VEC(struct symbol *) symbol_vec;

void gather(symbol_vec *to, struct symbol *s);
struct symbol *set_of(struct checker *c, const symbol_vec *list,
                      struct symbol *last); /* check_class.c: list and one more */
bool check_args(struct checker *c, struct node *const *list, uint32_t count, struct call_args *out);
/* The function to call, instantiated if it is a template. NULL: a diag said why. */
struct symbol *choose(struct checker *c, symbol_vec *from, const struct call_args *args,
                      const struct node *written, const char *name, struct span at);
struct symbol *choose_quietly(struct checker *c, symbol_vec *from, const struct call_args *args,
                              const struct node *written, bool *out_ambiguous);
struct expr *call_symbol(struct checker *c, struct symbol *s, const struct call_args *args,
                         struct span at);
/* 0: fits exactly; larger: worse; negative: not at all. */
int rank(struct checker *c, const struct expr *e, const struct type *to);
struct expr *pick_overload(struct checker *c, struct expr *e,
                           const struct type *to); /* EXPR_OVERLOADS; NULL: none */
struct expr *user_converted(struct checker *c, struct expr *e, const struct type *to,
                            bool explicitly); /* NULL: none */
bool user_converts(struct checker *c, const struct expr *e, const struct type *to);
/* Adds to what an unqualified name was found to mean (C++17 6.4.1, 6.4.2): of namespaces in use, when it is global, and of those
 * of its arguments. */
void gather_beside(struct checker *c, symbol_vec *to, const struct symbol *found,
                   const struct name *name, const struct call_args *args);
void gather_for(
    struct checker *c, symbol_vec *to, const struct name *name,
    const struct call_args *args); /* an operator: from all scopes around, and the namespaces of its arguments */

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
struct expr *overloaded(struct checker *c, const char *op, struct expr *l, struct expr *r,
                        struct span at);
bool overloadable(const struct expr *e);
struct expr *as_number(struct checker *c,
                       struct expr *e); /* check_expr.c: of a class that converts to one */

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
bool expand(struct checker *c, const struct node *pattern,
            void (*each)(struct checker *c, const struct node *pattern, void *user), void *user);

/* ---- check_lambda.c ---- */
/* Whether a lambda of that type, which captures nothing, converts to that pointer to functions; and as one. */
bool lambda_points(struct checker *c, const struct type *t, const struct type *to);
struct expr *lambda_pointer(struct checker *c, const struct type *t, struct span at);
struct expr *check_lambda(struct checker *c, const struct node *n);

/* ---- check_range.c ---- */
void check_range_for(struct checker *c, const struct node *n);
void check_bindings(struct checker *c, const struct node *declaration, const struct node *n);
void check_try(struct checker *c, const struct node *n);
struct expr *check_throw(struct checker *c, const struct node *n);

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
const struct type *promoted_value(const struct expr *e); /* what the value's type becomes */
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
const struct type *string_type(struct checker *c, const struct node *n); /* of a NODE_STRING: char [6] */
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

/* ---- check_member.c ---- */
struct expr *check_member(struct checker *c, const struct node *n);

/* ---- check_choice.c ---- */
struct expr *check_conditional(struct checker *c, const struct node *n);
struct expr *chosen_place(struct checker *c, struct expr *condition, struct expr *l, struct expr *r,
                          struct span at); /* one of two objects, itself */
struct expr *check_fold(struct checker *c, const struct node *n);

/* ---- check_assign.c ---- */
struct expr *check_assign(struct checker *c, const struct node *n);
struct expr *check_increment(struct checker *c, const struct node *n, int step, bool postfix);

/* ---- check_new.c ---- */
struct expr *check_new(struct checker *c, const struct node *n);
struct expr *check_delete(struct checker *c, const struct node *n);

/* ---- check_cast.c ---- */
struct expr *check_cast(struct checker *c, const struct node *n);

/* ---- check_call.c ---- */
struct expr *library_call(struct checker *c, const char *row, struct expr **args, uint32_t count,
                          struct span at); /* of a row with one prototype; its arguments fit */
struct expr *check_call(struct checker *c, const struct node *n);
struct expr *check_construct(struct checker *c, const struct node *n);

/* ---- check_launch.c ---- */
/* The kernel among those of a name, or the instance of it, that a pointer of type `to` wants; else e as it is. */
struct expr *kernel_wanted(struct checker *c, struct expr *e, const struct type *to);
const struct type *kernel_type(struct checker *c, const struct kernel *k);
/* The record of a kernel whose plain name is a host function's: they are overloads of each other. */
struct name *kernel_beside(struct checker *c, const struct name *name);
struct expr *check_launch(struct checker *c, const struct node *n);

/* ---- check_deduce.c ---- */
/* The instance of a kernel template that a launch means: its template arguments as text for NVRTC, and what the parameters'
 * types are then. name: the launch's NODE_NAME. false, without a diag: the host cannot tell, NVRTC may. */
bool make_launch(struct checker *c, const struct node *name, struct launch *l,
                 const struct type **want);
/* k<int> as a value: the kernel with these arguments. NULL, without a diag: the host cannot read them. */
struct symbol *kernel_instance(struct checker *c, const struct node *name, const struct symbol *s);
/* The same from the texts of the parameters alone. */
bool deduce_template(struct checker *c, const struct node *n, struct launch *l);

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
bool same_arguments(const struct type *a, const struct type *b); /* of functions */
bool name_free(struct checker *c, const struct name *name,
               struct span at); /* false: taken in this scope, said so */
struct name *declared(struct checker *c,
                      struct name *name);  /* the record that a declaration here binds */
const char *shown(const struct symbol *s); /* its name for messages */
struct host_function *function_new(struct checker *c, struct symbol *s, const struct node *syntax);
void note_macros_used(struct checker *c, struct host_function *f, const struct node *n);
struct symbol *declare_function_name(struct checker *c, struct name *name,
                                     struct symbol *s); /* adds to the overloads */
void check_declaration(struct checker *c, const struct node *n);
struct symbol *check_function(struct checker *c, const struct node *n);
void check_body(struct checker *c, struct function *f, const struct node *n);
void check_function_now(struct checker *c, struct function *f); /* its body, in its own context */
void match_gotos(struct checker *c);

/* ---- check_stmt.c ---- */
void check_item(struct checker *c, const struct node *n); /* at the top of a cell or namespace */
struct stmt *stmt_new(struct checker *c, enum stmt_kind kind, struct span at);
void check_statement(struct checker *c, const struct node *n); /* appends to c->out */
struct stmt *check_block(struct checker *c, const struct node *n);
void put_stmt(struct checker *c, struct stmt *s);
struct stmt *block_of(struct checker *c, stmt_vec *list, struct span at); /* moves the list */
void put_declare(struct checker *c, struct symbol *s, struct expr *value, struct span at);
