/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
/* What the files of the parser share, from the bottom up. A file directly calls only what is declared above it here;
 * recursion goes through struct grammar. Nodes live in the cell's arena. Thread-safety: unsafe, one parser to a
 * thread. */
#include "diag/diag.h"
#include "lang/parse/parse.h"

enum { NESTING_MAX = 1200, HEIGHT_MAX = 3000, POINTERS_MAX = 256 };

struct shadow_change {
    struct name *name;
    uint8_t before;
};

struct parser;

/* The productions that contain each other: an expression may contain a lambda with statements, a type an expression
 * (its extent), a declaration a class. parse.c fills it in; parser.c has the function that calls each. */
struct grammar {
    struct node *(*assignment)(struct parser *p);
    struct node *(*expression)(struct parser *p);
    struct node *(*type_name)(struct parser *p);
    struct node *(*tag)(struct parser *p);
    struct node *(*block)(struct parser *p);
};

struct parser {
    const struct grammar *grammar;
    struct parse_input in;
    const struct token *t; /* the current token */
    int depth;             /* of recursion */
    bool panic;            /* an error was recorded: no more until the next statement */
    bool halted; /* permanently: the text is nested too deeply, or the user interrupts the pass */
    struct span too_deep; /* where it is */
    bool open_at_end;
    bool *no_types;        /* per token: parsing a type there failed; NULL: nowhere yet */
    struct node *attached; /* by the last attributes cleanup and alias: ast.def, or NULL */
    const struct name_attributes *attributes; /* of the declarators that follow, or NULL */
    int blocks;                               /* 0: at the top of the cell or of a namespace */
    int angles;                               /* inside template arguments: '>' ends them */
    bool range;                               /* in the head of a `for` over a range */
    bool template_head;                       /* the class that is read next is a template */
    int split;                /* how many '>' of the current '>>' or '>>>' have closed a list */
    struct name *space;       /* the namespace we are in, or NULL */
    const struct node *class; /* whose members are being read, or NULL */
    struct name *outside; /* the class of the member that is being defined outside of it, or NULL */
    used_space_vec used;  /* `using namespace` so far; those of blocks until their end */
    VEC(struct shadow_change) shadows;
};

/* ---- parser.c ---- */
typedef VEC(struct node *) node_vec;

struct node *node_new(struct parser *p, enum node_kind kind, struct span at);
void node_list(struct parser *p, struct node *n, node_vec *list); /* moves the list into the node */
struct span span_since(const struct parser *p,
                       const struct token *start); /* from start to the last token read */
bool parse_is(const struct parser *p, enum token_kind kind);
bool parse_next_is(const struct parser *p, int ahead, enum token_kind kind);
bool parse_take(struct parser *p, enum token_kind kind);
void parse_advance(struct parser *p); /* past any token but the end */
/* Requires a token; `after` names what it closes or follows: "after the condition". */
bool parse_expect(struct parser *p, enum token_kind kind, const char *after);
struct diag *syntax_error(struct parser *p, struct span at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
struct diag *
parse_unexpected(struct parser *p,
                 const char *wanted); /* "expected %s, found %s" at the current token */
struct diag *not_yet(struct parser *p, struct span at, const char *feature);
struct node *error_node(struct parser *p);
bool parse_enter(struct parser *p); /* false: too deep, or stopped: panic until the end */
void parse_leave(struct parser *p);
void skip_balanced(struct parser *p); /* from an opening bracket to after its partner */

size_t scope_mark(const struct parser *p);
void scope_undo(struct parser *p, size_t mark);
void name_declare(struct parser *p, struct name *name, bool is_type);
/* A function overloads a function template, which keeps its arguments. */
void name_declare_function(struct parser *p, struct name *name);
void name_shadow(struct parser *p, struct name *name, enum name_shadow kind);

enum name_shadow
name_kind(const struct name *name);       /* what this record itself means to the parser */
bool is_type_kind(enum name_shadow kind); /* a type or a class template */

/* The state of the parser, for parsing a piece on trial and discarding its errors. */
struct trial {
    struct diags *diags, unused;
    const struct token *start;
    bool open_at_end;
    int blocks, angles, split, depth;
    size_t shadows, used;
};

void trial_begin(struct parser *p, struct trial *t);
bool trial_end(
    struct parser *p,
    struct trial *t); /* whether there were no errors; the parser stays where the trial ended */

struct node *parse_expression(struct parser *p); /* with commas */
struct node *parse_assignment(struct parser *p); /* without */
struct node *parse_type_name(struct parser *p);
struct node *parse_tag(struct parser *p);   /* struct, union, class, enum */
struct node *parse_block(struct parser *p); /* at '{' */

/* ---- parse_c.c: what C has and C++ has not ---- */
/* At the top of a file: a function without a type, `f(a, b) int a; {` or `f() {`. */
bool old_function_ahead(const struct parser *p);
/* After '(': the names of an old parameter list, `a, b)`. */
bool old_params_ahead(const struct parser *p);
void parse_old_params(struct parser *p, struct node *function);
/* The declarations between an old parameter list and the body. */
void parse_old_param_types(struct parser *p, struct node *function);
/* What a declaration without a type has: int, with a warning. NULL: the dialect wants a type. */
struct node *implicit_int(struct parser *p, struct span at);
/* asm("name") after a declarator, which is dropped: names of the linker. */
void skip_asm_name(struct parser *p);

/* ---- parse_name.c ---- */
/* The record that an unqualified name means here: of an enclosing namespace, the global one, or one in a using directive. */
struct name *name_meant(const struct parser *p, struct name *name);
/* The record that space::name means: of a namespace that is used there or inline, if it has none itself. */
struct name *member_meant(const struct parser *p, const struct name *space, struct name *name);
bool name_is_type(const struct parser *p, struct name *name); /* a class template counts too */
struct name *declared_name(const struct parser *p,
                           struct name *name); /* the record that a declaration here changes */
/* At `template <...> struct a::b::name<...>`: the namespace a::b, unless we are in it. NULL: something else. */
struct name *specialised_in(const struct parser *p);
/* At the name of a function or variable with template arguments, name<int>, in its declaration. */
bool at_specialised(const struct parser *p);
/* At the name of that struct, once we are in a::b: goes to `name`. */
void skip_own_namespace(struct parser *p);
bool is_typeof(enum token_kind kind);   /* typeof, decltype, _Atomic: parentheses follow */
bool begins_tag(const struct token *t); /* struct, union, class, enum */
/* The token after the type name that begins at t, or NULL if there is none. */
const struct token *type_name_end(const struct parser *p, const struct token *t);
/* The same for any specifiers that name a type: `const unsigned long`, `struct s`. */
const struct token *type_end(const struct parser *p, const struct token *t);
bool cast_ahead(const struct parser *p,
                const struct token *open);                  /* at '(': a type in parentheses */
bool member_pointer_ahead(const struct token *t);           /* Class::* */
void parse_qualified(struct parser *p, struct node *n);     /* a::b<c>::d into n */
void parse_template_args(struct parser *p, struct node *n); /* at '<' */
void parse_called_args(
    struct parser *p, struct node *member); /* of a member function that is called, if it has any */
bool take_greater(struct parser *p);
/* At '::' behind decltype(...): the name inside its type, NODE_TYPE_NAME. */
struct node *parse_in_typeof(struct parser *p, struct node *type);

/* ---- parse_attribute.c ---- */
/* Parses one attribute, if one begins here, and adds its effect on the layout. */
bool take_attribute(struct parser *p, struct layout *l);
void take_attributes(struct parser *p, struct layout *l);
void skip_attributes(struct parser *p);
bool complex_used(
    const struct parser *p); /* using namespace std::complex_literals: C++17 29.5.10 */
void skip_brackets(
    struct parser *p); /* [[...]] where no expression can begin with it: C++17 10.6 */
/* Sets a node's layout to the combination of a and b, if they ask for anything. b may be NULL. */
void layout_set(struct parser *p, struct node *n, const struct layout *a, const struct layout *b);
/* The element's type, or where the attributes have vector_size, which is done then, <__vector>'s type of them. */
struct node *vector_type(struct parser *p, struct node *element, struct layout *l);
/* p->attributes, and the alignments that both ask for. */
const struct name_attributes *attributes_with(struct parser *p, const struct layout *a,
                                              const struct layout *b);
/* The #pragma pack in effect at a token. */
uint8_t pack_at(const struct parser *p, const struct token *t);

/* ---- parse_basic.c ---- */
/* Adds a keyword of a basic type to the set, if one is here. */
bool parse_basic_word(struct parser *p, uint64_t *set);
/* false: they form no type. With _Complex, out is the type of the parts. */
bool parse_basic_kind(uint64_t set, enum type_kind *out, bool *out_complex);

/* ---- parse_init.c ---- */
struct node *parse_value(struct parser *p);  /* an assignment-expression or a braced list */
struct node *parse_braces(struct parser *p); /* { ... } */
/* From after the opening bracket to after `close`: the list of `to`. */
void parse_arguments(struct parser *p, struct node *to, enum token_kind close);
/* a... after a value: a pack expansion; or the value itself. */
struct node *parse_expansion(struct parser *p, struct node *value);

/* ---- parse_function.c ---- */
struct name *parse_operator_name(struct parser *p); /* at `operator` */
/* operator T(), called for an object: the object as a T. */
struct node *parse_conversion(struct parser *p, struct node *object);
struct node *parse_member_conversion(struct parser *p, struct node *of); /* at . or -> */
/* ::operator new(size) and ::operator delete(p), which no class has: memory as malloc gives it. */
void take_allocator(struct parser *p, struct node *n);
/* The object that `object.` or `object->` is in front of, as the base that scope names. object NULL: *this. */
struct node *as_base(struct parser *p, struct node *object, enum token_kind op,
                     const struct node *scope);
/* Behind `noexcept` after the parameters of a function. A condition other than `false` is taken to hold. */
void parse_promise(struct parser *p, struct node *function_type);
/* What follows the parameters: const, -> T, = default, body... */
void parse_function_end(struct parser *p, struct node *f);
/* From the block on, behind `try`, which is at start. */
struct node *parse_try(struct parser *p, const struct token *start);
void parse_function_body(struct parser *p, struct node *f); /* at ':' of its initialisers, or '{' */

/* ---- parse_decl.c ---- */
struct specs {
    uint32_t flags;
    struct layout layout;
    struct node *type;
    struct node *device; /* the number in device(n) T; NULL: none */
    struct span at, device_at;
};

bool at_declaration(struct parser *p);
bool at_type(const struct parser *p); /* a type name begins here */
struct node *parse_type_id(struct parser *p);
struct node *parse_declaration(struct parser *p); /* with its ';', or a function definition */
bool parse_specs(struct parser *p, struct specs *out);
bool parse_more_specs(struct parser *p, struct specs *out);   /* after those that take_spec took */
bool parse_unplaced(struct parser *p, const struct specs *s); /* false: device(n), reported */
bool take_spec(struct parser *p, struct specs *s);            /* one that is not part of the type */
void parse_params(struct parser *p, struct node *function);   /* from after '(' to after ')' */

struct declared {
    struct name *name;
    struct span at;
    struct node *params_of; /* the function type the declarator names, or NULL */
    struct node *scope;     /* NODE_SCOPE: what the name was qualified with, or NULL */
    struct layout layout;   /* from the attributes after the name */
    struct node *args;      /* NODE_NAME with the template arguments after the name, or NULL */
    enum member_role role;
    bool pack;
};

struct node *parse_param(struct parser *p);
struct node *parse_pointers(struct parser *p, struct node *base);
bool at_cast(const struct token *t); /* after a type: '{', or '(' of a functional cast */
/* At `operator`: the name, with the arguments of a specialisation. */
void parse_declared_operator(struct parser *p, struct declared *out);
struct node *parse_declarator(struct parser *p, struct node *base, struct declared *out,
                              bool abstract);
/* What constexpr makes const (C++17 10.1.5): the variable, not what it points to, and nothing of a function. */
void parse_constant(const struct specs *s, struct node *type);

/* ---- parse_template_params.c ---- */
/* `template <...>`: the list of `to`. */
void parse_template_params(struct parser *p, struct node *to);
/* Declares the parameters of a parsed template as names again, until the scope is undone. */
void template_params_declare(struct parser *p, const struct node *template);

/* ---- parse_using.c ---- */
struct node *parse_using(struct parser *p);
struct node *parse_static_assert(struct parser *p);
bool explicit_instantiation_ahead(const struct parser *p);
struct node *parse_explicit_instantiation(struct parser *p);

/* ---- parse_function.c ---- */
/* What may follow a function's parameters; returns its result, which may come behind -> where it has none yet (derived.base). */
struct node *parse_qualifiers(struct parser *p, struct node *function, struct node *result);

/* ---- parse_class.c ---- */
void parse_bases(struct parser *p, struct node *tag);
void parse_members(struct parser *p, struct node *tag);
/* Class::Class(...), Class::~Class(), Class::operator T(); NULL: none of them is here. */
struct node *parse_outside_member(struct parser *p);

/* ---- parse_compare.c ---- */
/* At the end of a class: gives defaulted comparisons their bodies. May add a member. */
void parse_comparisons(struct parser *p, const struct node *tag, node_vec *members);

/* ---- parse_concept.c ---- */
bool constrained_auto_ahead(const struct parser *p);  /* Concept auto, Concept<args> auto */
bool constrained_param_ahead(const struct parser *p); /* Concept T in the head of a template */
struct node *parse_concept_name(struct parser *p);
/* The NODE_NAME of a concept with another first argument. */
struct node *concept_of(struct parser *p, const struct node *concept, struct node *first);
struct node *both_constraints(struct parser *p, struct node *a, struct node *b); /* either: NULL */
struct node *parse_constrained_param(struct parser *p, struct node *template);
struct node *parse_requires_clause(struct parser *p); /* NULL: none is here */
struct node *parse_concept(struct parser *p);         /* NULL: none is here */
bool at_requires(const struct parser *p);             /* a requires-expression */
struct node *parse_requires(struct parser *p);

/* ---- parse_type.c ---- */
struct node *parse_tag_specifier(struct parser *p);

/* ---- parse_template.c ---- */
/* At `template`; what it declares goes to the host. */
struct node *parse_template(struct parser *p);
/* C(params) -> C<args>; outside of a template. NULL: it is none. */
struct node *parse_plain_guide(struct parser *p);
struct node *parse_lambda(struct parser *p);

/* ---- parse_asm.c ---- */
struct node *parse_asm(struct parser *p); /* a statement of inline assembly */

/* ---- parse_gnu.c: GNU's expressions, and C11's _Generic ---- */
struct node *parse_statements(struct parser *p);    /* at '(' of ({ ... }) */
struct node *parse_label_address(struct parser *p); /* at && */
struct node *parse_generic(struct parser *p);
struct node *parse_trait(struct parser *p);
struct node *parse_choose_expr(struct parser *p);
struct node *parse_constant_p(struct parser *p);
struct node *parse_call_place(struct parser *p);

/* ---- parse_new.c ---- */
struct node *parse_new(struct parser *p);
struct node *parse_delete(struct parser *p);
bool at_global_new(const struct parser *p); /* ::new, ::delete */
struct node *parse_global_new(struct parser *p);

/* ---- parse_expr.c ---- */
struct node *parse_unary(struct parser *p);
struct node *parse_comma_expression(struct parser *p);
struct node *parse_assignment_expression(struct parser *p);

/* ---- parse_device.c ---- */
/* Parses the top-level declaration here if it goes to the device. NULL: it does not. */
struct node *parse_device_item(struct parser *p);
/* `namespace x = y;` inside a function. NULL: something else. */
struct node *parse_local_alias(struct parser *p);

/* ---- parse_stmt.c ---- */
struct node *parse_statement(struct parser *p);
struct node *parse_compound_statement(struct parser *p);
void parse_top(struct parser *p, node_vec *out); /* appends one top-level item or several */
