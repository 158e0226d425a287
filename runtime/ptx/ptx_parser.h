/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
/* Shared by ptx_parse.c (module level), ptx_body.c (function bodies) and ptx_module.c; nobody else includes it.
 * Thread-safety: a parser belongs to one thread. */
#include "base/intern.h"
#include "ptx/ptx.h"
#include "ptx/ptx_lex.h"

struct ptx_parser {
    struct ptx_lexer lex;
    struct ptx_token tok;
    struct ptx_module *m;
    enum ptx_detail detail;
    struct diags *out; /* NULL: errors are counted only */
    struct span at;
    int errors;
};

/* A name declared in a body: registers (`count` of them when declared with <n>) or a variable. */
struct ptx_symbol {
    const char *name;
    uint32_t scope;
    uint32_t first, count; /* registers; count 0: a plain name */
    bool is_reg;
    struct ptx_var *var;
};

void parser_next(struct ptx_parser *p);
bool parser_error(struct ptx_parser *p, uint32_t line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool parser_is(const struct ptx_parser *p, char punct);
bool parser_is_name(const struct ptx_parser *p, const char *name);
bool parser_take(struct ptx_parser *p, char punct);
bool parser_take_name(struct ptx_parser *p, const char *name);
bool parser_want(struct ptx_parser *p, char punct);
bool parser_int(struct ptx_parser *p, uint64_t *out); /* with a sign */
const char *parser_name(struct ptx_parser *p);        /* interned; NULL: an error was recorded */

bool parse_directive_line(struct ptx_parser *p,
                          bool *out_known); /* .loc .file .pragma .section, anywhere */
/* The rest of ".shared .align 4 .b8 x[16] = {...}" after the space; several names may follow each other. */
bool parse_vars(struct ptx_parser *p, enum ptx_space space, bool is_extern, bool only_one,
                bool (*add)(void *user, struct ptx_var *v), void *user);
bool parse_body(struct ptx_parser *p, struct ptx_func *f);  /* after '{' */
void parser_skip_braces(struct ptx_parser *p);              /* after '{': skips past its '}' */
bool ptx_space_named(struct str name, enum ptx_space *out); /* ".global" */
void ptx_func_free(struct ptx_func *f); /* its vectors; the rest is in the arena */
