/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
/* What parse.c, parse_decl.c, parse_device.c, parse_expr.c, parse_init.c and parse_stmt.c share. */
#include "diag/diag.h"
#include "lang/parse.h"

enum { NESTING_MAX = 200, HEIGHT_MAX = 1500 };

struct shadow_change {
    struct name *name;
    uint8_t before;
};

struct parser {
    struct parse_input in;
    const struct token *t; /* the current token */
    int depth;             /* of recursion */
    bool panic;            /* a mistake was recorded: silent until the next statement */
    bool open_at_end;
    int blocks; /* 0: at the top of the cell */
    VEC(struct shadow_change) shadows;
};

/* ---- parse.c ---- */
typedef VEC(struct node *) node_vec;

struct node *node_new(struct parser *p, enum node_kind kind, struct span at);
void node_list(struct parser *p, struct node *n, node_vec *list); /* moves the list into the node */
struct span span_since(const struct parser *p,
                       const struct token *start); /* from start to the last token read */
bool is(const struct parser *p, enum token_kind kind);
bool next_is(const struct parser *p, int ahead, enum token_kind kind);
bool take(struct parser *p, enum token_kind kind);
/* Requires a token; `after` names what it closes or follows: "after the condition". */
bool expect(struct parser *p, enum token_kind kind, const char *after);
struct diag *syntax_error(struct parser *p, struct span at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
struct diag *unexpected(struct parser *p,
                        const char *wanted); /* "expected %s, found %s" at the current token */
struct diag *not_yet(struct parser *p, struct span at, const char *feature);
struct node *error_node(struct parser *p);
bool enter(struct parser *p); /* false: too deep, said so */
void leave(struct parser *p);
void skip_balanced(struct parser *p); /* from an opening bracket to behind its partner */

size_t scope_mark(const struct parser *p);
void scope_undo(struct parser *p, size_t mark);
void name_declare(struct parser *p, struct name *name, bool is_type);
bool name_is_type(const struct parser *p, const struct name *name);

/* ---- parse_expr.c ---- */
struct node *parse_expression(struct parser *p); /* with commas */
struct node *parse_assignment(struct parser *p); /* without */
struct node *parse_value(struct parser *p);      /* an assignment-expression or a braced list */
struct node *parse_braces(struct parser *p);     /* { ... } */
void parse_arguments(struct parser *p, struct node *to, enum token_kind close);

/* ---- parse_decl.c ---- */
struct specs {
    uint32_t flags;
    uint64_t align;
    struct node *type;
    struct span at, device_at;
};

bool at_declaration(struct parser *p);
bool at_type(const struct parser *p); /* a type name begins here */
struct node *parse_type_name(struct parser *p);
struct node *parse_declaration(struct parser *p); /* with its ';', or a function definition */
bool parse_specs(struct parser *p, struct specs *out);
void parse_params(struct parser *p, struct node *function); /* behind '(' to behind ')' */

struct declared {
    struct name *name;
    struct span at;
    struct node *params_of; /* the function type the declarator names, or NULL */
};

struct node *parse_param(struct parser *p);
struct node *parse_declarator(struct parser *p, struct node *base, struct declared *out,
                              bool abstract);
uint64_t skip_attributes(struct parser *p); /* the alignment that they ask for, or 0 */

/* ---- parse_type.c ---- */
struct node *parse_tag(struct parser *p); /* struct, union, class, enum */

/* ---- parse_device.c ---- */
/* If the top-level declaration here goes to the device, reads it. NULL: it does not. */
struct node *parse_device_item(struct parser *p);

/* ---- parse_stmt.c ---- */
struct node *parse_statement(struct parser *p);
struct node *parse_block(struct parser *p);
void parse_top(struct parser *p, node_vec *out); /* appends one top-level item or several */
