/* SPDX-License-Identifier: Apache-2.0 */
/* Module level of the PTX parser (PTX ISA 5, 7, 11): variables with initialisers, functions and their parameters, directives. PTX_STRICT stops at the
 * first error; PTX_LENIENT skips the declaration or the body that has it. It needs the lexer. Next: ptx_body.c. */
#include "ptx/ptx_parser.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ERRORS_MAX = 1 };

static const uint64_t VAR_MAX = (uint64_t) 1 << 40; /* limit on the bytes of one variable */

/* ---- tokens ---- */

void parser_next(struct ptx_parser *p)
{
    p->tok = ptx_lex(&p->lex);
}

bool parser_error(struct ptx_parser *p, uint32_t line, const char *format, ...)
{
    va_list ap;
    char text[256];
    va_start(ap, format);
    vsnprintf(text, sizeof text, format, ap);
    va_end(ap);
    if (p->errors++ < ERRORS_MAX && p->out && p->detail == PTX_STRICT)
        diag_error(p->out, DIAG_COMPILE, p->at, "PTX line %u: %s", line, text);
    return false;
}

static bool unexpected(struct ptx_parser *p, const char *wanted)
{
    if (p->tok.kind == PTX_T_END)
        return parser_error(p, p->tok.line, "expected %s but the text ends", wanted);
    int n = p->tok.text.n > 40 ? 40 : (int) p->tok.text.n;
    return parser_error(p, p->tok.line, "expected %s before '%.*s'", wanted, n, p->tok.text.p);
}

bool parser_is(const struct ptx_parser *p, char punct)
{
    return p->tok.kind == PTX_T_PUNCT && *p->tok.text.p == punct;
}

bool parser_is_name(const struct ptx_parser *p, const char *name)
{
    return p->tok.kind == PTX_T_NAME && str_eq(p->tok.text, name);
}

bool parser_take(struct ptx_parser *p, char punct)
{
    if (!parser_is(p, punct))
        return false;
    parser_next(p);
    return true;
}

bool parser_take_name(struct ptx_parser *p, const char *name)
{
    if (!parser_is_name(p, name))
        return false;
    parser_next(p);
    return true;
}

bool parser_want(struct ptx_parser *p, char punct)
{
    char wanted[4] = {'\'', punct, '\'', 0};
    return parser_take(p, punct) || unexpected(p, wanted);
}

bool parser_int(struct ptx_parser *p, uint64_t *out)
{
    bool minus = parser_take(p, '-');
    if (p->tok.kind != PTX_T_INT)
        return unexpected(p, "a number");
    *out = minus ? -p->tok.bits : p->tok.bits;
    parser_next(p);
    return true;
}

const char *parser_name(struct ptx_parser *p)
{
    if (p->tok.kind != PTX_T_NAME) {
        unexpected(p, "a name");
        return NULL;
    }
    const char *name = intern_name(p->m->names, p->tok.text.p, p->tok.text.n);
    parser_next(p);
    return name;
}

void parser_skip_braces(struct ptx_parser *p)
{
    for (uint32_t depth = 1; depth && p->tok.kind != PTX_T_END; parser_next(p))
        depth += (uint32_t) parser_is(p, '{') - (uint32_t) parser_is(p, '}');
}

bool ptx_space_named(struct str name, enum ptx_space *out)
{
    static const struct {
        const char *name;
        enum ptx_space space;
    } spaces[] = {
        {".global", PTX_GLOBAL},
        {".shared", PTX_SHARED},
        {".local",  PTX_LOCAL },
        {".const",  PTX_CONST },
        {".param",  PTX_PARAM },
        {".reg",    PTX_REG   },
    };

    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
        if (str_eq(name, spaces[i].name)) {
            *out = spaces[i].space;
            return true;
        }
    return false;
}

/* ---- variables ---- */

struct initialiser {
    struct ptx_parser *p;
    struct ptx_var *v;
    VEC(uint8_t) bytes;
    VEC(struct ptx_reloc) relocs;
    uint64_t at;
};

static void init_put(struct initialiser *i, uint64_t bits, uint32_t size)
{
    while (i->bytes.n < i->at)
        VEC_PUSH(&i->bytes, 0);
    for (uint32_t k = 0; k < size; k++)
        VEC_PUSH(&i->bytes, (uint8_t) (bits >> 8 * k));
    i->at += size;
}

/* symbol [+ addend], or generic(symbol) [+ addend]; mask(symbol) forms are not emitted by NVRTC */
static bool init_symbol(struct initialiser *i, uint32_t size)
{
    struct ptx_parser *p = i->p;
    struct ptx_reloc r = {.offset = i->at, .size = size};
    const char *name = parser_name(p);
    if (!name)
        return false;
    r.generic = !strcmp(name, "generic") && parser_take(p, '(');
    r.symbol = r.generic ? parser_name(p) : name;
    if (!r.symbol || (r.generic && !parser_want(p, ')')))
        return false;
    if (parser_take(p, '+') && !parser_int(p, &r.addend))
        return false;
    VEC_PUSH(&i->relocs, r);
    init_put(i, 0, size);
    return true;
}

static uint64_t float_bits(const struct ptx_token *t, enum ptx_type type)
{
    if (t->kind == PTX_T_F64 && type == PTX_F32) {
        double d;
        memcpy(&d, &t->bits, sizeof d);
        float f = (float) d;
        uint32_t bits;
        memcpy(&bits, &f, sizeof f);
        return bits;
    }
    return t->bits;
}

static bool init_element(struct initialiser *i, int depth)
{
    struct ptx_parser *p = i->p;
    uint32_t size = ptx_types[i->v->type].size;
    if (i->at + size > i->v->size && !parser_is(p, '{'))
        return parser_error(p, p->tok.line, "too many initialisers for '%s'", i->v->name);
    if (parser_take(p, '{')) {
        if (depth > 8)
            return parser_error(p, p->tok.line, "initialiser nested too deeply");
        while (!parser_is(p, '}'))
            if (!init_element(i, depth + 1) || (!parser_is(p, '}') && !parser_want(p, ',')))
                return false;
        parser_next(p);
        return true;
    }
    if (p->tok.kind == PTX_T_NAME)
        return init_symbol(i, size);
    if (p->tok.kind == PTX_T_F32 || p->tok.kind == PTX_T_F64) {
        init_put(i, float_bits(&p->tok, i->v->type), size);
        parser_next(p);
        return true;
    }
    uint64_t bits;
    if (!parser_int(p, &bits))
        return false;
    init_put(i, bits, size);
    return true;
}

static bool parse_init(struct ptx_parser *p, struct ptx_var *v)
{
    struct initialiser i = {.p = p, .v = v};
    bool ok = init_element(&i, 0);
    if (ok && i.bytes.n) {
        v->init =
            (struct str){arena_strndup(&p->m->arena, (char *) i.bytes.at, i.bytes.n), i.bytes.n};
        v->relocs = ARENA_ARRAY(&p->m->arena, struct ptx_reloc, i.relocs.n + 1);
        if (i.relocs.n)
            memcpy(v->relocs, i.relocs.at, i.relocs.n * sizeof *v->relocs);
        v->reloc_count = i.relocs.n;
    }
    VEC_FREE(&i.bytes);
    VEC_FREE(&i.relocs);
    return ok;
}

static bool parse_dimensions(struct ptx_parser *p, struct ptx_var *v)
{
    while (parser_take(p, '[')) {
        uint64_t n = 0;
        if (parser_is(p, ']'))
            v->unsized = true;
        else if (!parser_int(p, &n))
            return false;
        else if (n > VAR_MAX || __builtin_mul_overflow(v->size, n, &v->size) || v->size > VAR_MAX)
            return parser_error(p, p->tok.line, "variable '%s' is too large", v->name);
        if (!parser_want(p, ']'))
            return false;
    }
    if (v->unsized)
        v->size = 0;
    return true;
}

static bool parse_align(struct ptx_parser *p, struct ptx_var *v, uint32_t line)
{
    uint64_t align;
    if (!parser_int(p, &align))
        return false;
    if (!align || align & (align - 1) || align > 65536)
        return parser_error(p, line, "alignment %llu is no power of two",
                            (unsigned long long) align);
    if (v->type == PTX_NONE) /* after .ptr it is the pointer's target that is aligned */
        v->align = (uint32_t) align;
    return true;
}

static bool skip_attribute(struct ptx_parser *p)
{
    while (!parser_is(p, ')') && p->tok.kind != PTX_T_END)
        parser_next(p);
    return parser_want(p, ')');
}

/* One word of a type; the parser has consumed it. */
static bool parse_type_word(struct ptx_parser *p, struct str word, struct ptx_var *v, uint32_t line,
                            uint32_t *out_vector)
{
    enum ptx_type type = ptx_type_named(word);
    enum ptx_space space;
    if (type != PTX_NONE) {
        v->type = type;
        return true;
    }
    if (str_eq(word, "align"))
        return parse_align(p, v, line);
    if (str_eq(word, "attribute"))
        return skip_attribute(p);
    if (str_eq(word, "v2") || str_eq(word, "v4")) {
        *out_vector = (uint32_t) (word.p[1] - '0');
        return true;
    }
    if (str_eq(word, "ptr") || ptx_space_named((struct str){word.p - 1, word.n + 1}, &space))
        return true;
    return parser_error(p, line, "variables of type '.%.*s' are not supported", (int) word.n,
                        word.p);
}

/* .align n, .attribute(...), .ptr .space .align n, and the type with .v2 or .v4 */
static bool parse_type(struct ptx_parser *p, struct ptx_var *v, uint32_t *out_vector)
{
    *out_vector = 1;
    while (p->tok.kind == PTX_T_NAME && *p->tok.text.p == '.') {
        struct str word = {p->tok.text.p + 1, p->tok.text.n - 1};
        enum ptx_space space;
        uint32_t line = p->tok.line;
        if (ptx_space_named(p->tok.text, &space) && v->type == PTX_NONE)
            return unexpected(p, "a type");
        parser_next(p);
        if (!parse_type_word(p, word, v, line, out_vector))
            return false;
    }
    return v->type != PTX_NONE || unexpected(p, "a type");
}

bool parse_vars(struct ptx_parser *p, enum ptx_space space, bool is_extern, bool only_one,
                bool (*add)(void *user, struct ptx_var *v), void *user)
{
    struct ptx_var type = {.space = space, .is_extern = is_extern};
    uint32_t vector;
    if (!parse_type(p, &type, &vector))
        return false;
    do {
        struct ptx_var *v = ARENA_NEW(&p->m->arena, struct ptx_var);
        *v = type;
        v->line = p->tok.line;
        v->size = (uint64_t) ptx_types[v->type].size * vector;
        if (!v->align)
            v->align = v->size ? (uint32_t) v->size : 1;
        if (!(v->name = parser_name(p)) || !parse_dimensions(p, v))
            return false;
        if (parser_take(p, '=') && !parse_init(p, v))
            return false;
        if (!add(user, v))
            return false;
    } while (!only_one && parser_take(p, ','));
    return true;
}

/* ---- directives that may stand anywhere ---- */

static bool parse_file(struct ptx_parser *p)
{
    uint64_t number, ignored;
    uint32_t line = p->tok.line;
    if (!parser_int(p, &number))
        return false;
    if (p->tok.kind != PTX_T_STRING)
        return unexpected(p, "a file name");
    struct ptx_file f = {(uint32_t) number, intern_name(p->m->names, p->tok.text.p, p->tok.text.n),
                         line};
    VEC_PUSH(&p->m->files, f);
    parser_next(p);
    while (parser_take(p, ','))
        if (!parser_int(p, &ignored))
            return false;
    return true;
}

/* .loc file line column [, function_name label [+ n], inlined_at file line column] */
static bool parse_loc(struct ptx_parser *p)
{
    uint64_t v[6] = {0}, ignored;
    uint32_t line = p->tok.line;
    for (int i = 0; i < 3; i++)
        if (!parser_int(p, &v[i]))
            return false;
    if (parser_take(p, ',')) {
        if (!parser_take_name(p, "function_name"))
            return unexpected(p, "'function_name'");
        if (!parser_name(p) || (parser_take(p, '+') && !parser_int(p, &ignored)) ||
            !parser_want(p, ','))
            return false;
        if (!parser_take_name(p, "inlined_at"))
            return unexpected(p, "'inlined_at'");
        for (int i = 3; i < 6; i++)
            if (!parser_int(p, &v[i]))
                return false;
    }
    struct ptx_loc loc = {(uint32_t) v[0],
                          (uint32_t) v[1],
                          (uint32_t) v[2],
                          (uint32_t) v[3],
                          (uint32_t) v[4],
                          (uint32_t) v[5],
                          line};
    VEC_PUSH(&p->m->locs, loc);
    return true;
}

static bool parse_section(struct ptx_parser *p)
{
    struct ptx_section section = {.name = parser_name(p)};
    if (!section.name || !parser_want(p, '{'))
        return false;
    section.text.p = p->tok.text.p;
    while (!parser_is(p, '}')) { /* debug sections hold numbers, labels and .b8 lists only */
        if (p->tok.kind == PTX_T_END)
            return unexpected(p, "'}'");
        parser_next(p);
    }
    section.text.n = (size_t) (p->tok.text.p - section.text.p);
    VEC_PUSH(&p->m->sections, section);
    parser_next(p);
    return true;
}

bool parse_directive_line(struct ptx_parser *p, bool *out_known)
{
    *out_known = true;
    if (parser_take_name(p, ".loc"))
        return parse_loc(p);
    if (parser_take_name(p, ".file"))
        return parse_file(p);
    if (parser_take_name(p, ".section"))
        return parse_section(p);
    if (parser_take_name(p, ".pragma")) {
        do {
            if (p->tok.kind != PTX_T_STRING)
                return unexpected(p, "a string");
            parser_next(p);
        } while (parser_take(p, ','));
        return parser_want(p, ';');
    }
    *out_known = false;
    return true;
}

/* ---- functions ---- */

struct ptx_param_list {
    struct ptx_func *f;
    bool returns;
};

static bool add_param(void *user, struct ptx_var *v)
{
    struct ptx_param_list *l = user;
    v->index = (uint32_t) (l->returns ? l->f->returns.n : l->f->params.n);
    if (l->returns)
        VEC_PUSH(&l->f->returns, v);
    else
        VEC_PUSH(&l->f->params, v);
    return true;
}

/* '(' [.param .b32 a [, ...]] ')' */
static bool parse_params(struct ptx_parser *p, struct ptx_func *f, bool returns)
{
    struct ptx_param_list l = {f, returns};
    if (!parser_want(p, '('))
        return false;
    while (!parser_is(p, ')')) {
        enum ptx_space space;
        if (p->tok.kind != PTX_T_NAME || !ptx_space_named(p->tok.text, &space))
            return unexpected(p, "'.param'");
        if (space != PTX_PARAM)
            return parser_error(p, p->tok.line,
                                "function '%s' passes values in registers, which is not supported",
                                f->name ? f->name : "");
        parser_next(p);
        if (!parse_vars(p, space, false, true, add_param, &l) ||
            (!parser_is(p, ')') && !parser_want(p, ',')))
            return false;
    }
    parser_next(p);
    return true;
}

/* "128, 1, 1": the product; 0: no number follows. Large products stop at 65536, which no device allows. */
static bool parse_product(struct ptx_parser *p, uint32_t *out)
{
    uint64_t product = 1, n;
    *out = 0;
    while (p->tok.kind == PTX_T_INT) {
        if (!parser_int(p, &n))
            return false;
        product = n < 65536 && product < 65536 ? product * n : 65536;
        *out = (uint32_t) product;
        if (!parser_take(p, ','))
            break;
    }
    return true;
}

/* Up to three numbers; those that are left out are 1. */
static bool parse_extents(struct ptx_parser *p, uint32_t out[3])
{
    for (uint32_t k = 0; k < 3; k++) {
        uint64_t n = 1;
        bool given = p->tok.kind == PTX_T_INT;
        if (given && !parser_int(p, &n))
            return false;
        out[k] = n && n < 65536 ? (uint32_t) n : 65536;
        if (given)
            parser_take(p, ',');
    }
    return true;
}

/* .maxntid, .reqntid, .minnctapersm, .maxnreg, .noreturn ... between the head and the body (11.4) */
static bool parse_tuning(struct ptx_parser *p, struct ptx_func *f)
{
    struct ptx_bounds *b = &f->bounds;
    while (p->tok.kind == PTX_T_NAME && *p->tok.text.p == '.') {
        bool exact = parser_is_name(p, ".reqntid"), most = parser_is_name(p, ".maxntid"), known;
        uint32_t ignored, *to = exact || (most && !b->exact)         ? &b->threads
                                : parser_is_name(p, ".minnctapersm") ? &b->blocks
                                : parser_is_name(p, ".maxnreg")      ? &b->registers
                                                                     : &ignored;
        if (!parse_directive_line(p, &known))
            return false;
        if (known)
            continue;
        bool cluster = parser_is_name(p, ".reqnctapercluster");
        parser_next(p);
        if (cluster ? !parse_extents(p, b->cluster) : !parse_product(p, to))
            return false;
        b->exact |= exact;
    }
    return true;
}

/* The parameters of an entry follow each other, each at its alignment (CUDA C++ Programming Guide, 'Kernel Functions'). */
static void lay_out_params(struct ptx_func *f)
{
    VEC_EACH (at, &f->params) {
        struct ptx_var *v = *at;
        f->params_size = (f->params_size + v->align - 1) & ~(uint64_t) (v->align - 1);
        v->offset = (uint32_t) f->params_size;
        f->params_size += v->size;
    }
}

/* A prototype may come before the definition; both are one function. */
static struct ptx_func *declare_func(struct ptx_parser *p, struct ptx_func *fresh)
{
    for (size_t i = 0; i < p->m->funcs.n; i++)
        if (p->m->funcs.at[i]->name == fresh->name && !p->m->funcs.at[i]->has_body) {
            p->m->funcs.at[i] = fresh;
            return fresh;
        }
    VEC_PUSH(&p->m->funcs, fresh);
    return fresh;
}

/* The return values, name, parameters and tuning directives; what follows is ';' or the body. */
static bool parse_head(struct ptx_parser *p, struct ptx_func *f)
{
    if (!f->is_entry && parser_is(p, '(') && !parse_params(p, f, true))
        return false;
    if (!(f->name = parser_name(p)))
        return false;
    if (parser_is(p, '(') && !parse_params(p, f, false))
        return false;
    if (f->is_entry)
        lay_out_params(f);
    return parse_tuning(p, f);
}

static void body_clear(struct ptx_func *f)
{
    f->vars.n = f->regs.n = f->insts.n = f->labels.n = f->scopes.n = 0;
}

/* The body, as far as `detail` requires. */
static bool read_body(struct ptx_parser *p, struct ptx_func *f)
{
    if (!parser_want(p, '{'))
        return false;
    struct ptx_parser start = *p;
    size_t locs = p->m->locs.n;
    if (p->detail != PTX_HEADS && parse_body(p, f))
        return true;
    if (p->detail == PTX_STRICT)
        return false;
    *p = start;
    p->m->locs.n = locs;
    body_clear(f);
    f->unread = true;
    parser_skip_braces(p);
    return true;
}

static bool parse_func(struct ptx_parser *p, bool is_entry, bool is_extern)
{
    struct ptx_func *f = ARENA_NEW(&p->m->arena, struct ptx_func);
    *f = (struct ptx_func){.is_entry = is_entry, .is_extern = is_extern, .line = p->tok.line};
    if (!parse_head(p, f)) {
        ptx_func_free(f);
        return false;
    }
    struct ptx_func *twin = ptx_func_named(p->m, f->name);
    if (parser_take(p, ';')) {
        if (twin) /* it was declared before */
            ptx_func_free(f);
        else
            declare_func(p, f);
        return true;
    }
    if (twin && twin->has_body) {
        ptx_func_free(f);
        return parser_error(p, f->line, "'%s' is defined twice", f->name);
    }
    f->has_body = true;
    declare_func(p, f);
    if (twin)
        ptx_func_free(twin);
    return read_body(p, f);
}

/* ---- the module ---- */

static bool add_module_var(void *user, struct ptx_var *v)
{
    struct ptx_parser *p = user;
    VEC_PUSH(&p->m->vars, v);
    return true;
}

static bool parse_version(struct ptx_parser *p)
{
    /* "9.0" reads as a decimal */
    if (p->tok.kind != PTX_T_F64 && p->tok.kind != PTX_T_INT)
        return unexpected(p, "a version");
    double v = (double) p->tok.bits;
    if (p->tok.kind == PTX_T_F64)
        memcpy(&v, &p->tok.bits, sizeof v);
    p->m->version_major = v > 0 && v < 100 ? (uint32_t) v : 0;
    p->m->version_minor = v > 0 && v < 100 ? (uint32_t) ((v - p->m->version_major) * 10 + 0.5) : 0;
    parser_next(p);
    return true;
}

static bool parse_target(struct ptx_parser *p)
{
    p->m->target = p->tok.text;
    do {
        if (!parser_name(p))
            return false;
    } while (parser_take(p, ','));
    return true;
}

static bool parse_address_size(struct ptx_parser *p)
{
    uint64_t bits;
    uint32_t line = p->tok.line;
    return parser_int(p, &bits) &&
           (bits == 64 || parser_error(p, line, "only 64-bit addresses are supported"));
}

/* .version, .target or .address_size; *out_known: it was one of them */
static bool parse_header_line(struct ptx_parser *p, bool *out_known)
{
    static const struct {
        const char *name;
        bool (*parse)(struct ptx_parser *p);
    } lines[] = {
        {".version",      parse_version     },
        {".target",       parse_target      },
        {".address_size", parse_address_size},
    };

    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if ((*out_known = parser_is_name(p, lines[i].name))) {
            p->m->header_end = p->tok.line;
            parser_next(p);
            return lines[i].parse(p);
        }
    return true;
}

/* .visible, .extern, .weak, .common; whether .extern was among them */
static bool take_linkage(struct ptx_parser *p)
{
    bool is_extern = false;
    while (parser_is_name(p, ".visible") || parser_is_name(p, ".extern") ||
           parser_is_name(p, ".weak") || parser_is_name(p, ".common")) {
        is_extern |= parser_is_name(p, ".extern");
        parser_next(p);
    }
    return is_extern;
}

static bool parse_declaration(struct ptx_parser *p)
{
    bool known;
    enum ptx_space space;
    if (!parse_directive_line(p, &known) || known)
        return known && !p->errors;
    bool is_extern = take_linkage(p);
    if (!parse_header_line(p, &known) || known)
        return known && !p->errors;
    if (parser_take_name(p, ".entry"))
        return parse_func(p, true, is_extern);
    if (parser_take_name(p, ".func"))
        return parse_func(p, false, is_extern);
    if (p->tok.kind == PTX_T_NAME && ptx_space_named(p->tok.text, &space) && space != PTX_REG &&
        space != PTX_PARAM && space != PTX_LOCAL) {
        parser_next(p);
        return parse_vars(p, space, is_extern, false, add_module_var, p) && parser_want(p, ';');
    }
    return unexpected(p, "a function or variable");
}

static bool starts_declaration(const struct ptx_parser *p)
{
    return parser_is_name(p, ".visible") || parser_is_name(p, ".extern") ||
           parser_is_name(p, ".weak") || parser_is_name(p, ".entry") || parser_is_name(p, ".func");
}

/* Skips a declaration that was not understood: past its ';' or braces, or to a token that can only begin the next one. */
static void skip_declaration(struct ptx_parser *p)
{
    do {
        if (parser_take(p, ';'))
            return;
        if (parser_take(p, '{')) {
            parser_skip_braces(p);
            return;
        }
        parser_next(p);
    } while (p->tok.kind != PTX_T_END && !starts_declaration(p));
}

static void parse_declarations(struct ptx_parser *p)
{
    while (p->tok.kind != PTX_T_END && !p->errors) {
        if (parse_declaration(p))
            continue;
        if (!p->errors)
            unexpected(p, "a function or variable");
        if (p->detail == PTX_STRICT)
            return;
        p->errors = 0;
        skip_declaration(p);
    }
}

struct ptx_module *ptx_parse(const char *text, size_t n, enum ptx_detail detail, struct diags *out,
                             struct span at)
{
    struct ptx_module *m = xcalloc(1, sizeof *m);
    m->names = intern_new();
    m->text = (struct str){arena_strndup(&m->arena, n ? text : "", n), n};
    VEC_PUSH(&m->locs, (struct ptx_loc){0});
    struct ptx_parser p = {
        .lex = {m->text.p, m->text.p + n, 1},
          .m = m, .detail = detail, .out = out, .at = at
    };
    p.tok.text.p = m->text.p;
    parser_next(&p);
    parse_declarations(&p);
    if (!p.errors && !m->version_major)
        parser_error(&p, 1, "no '.version': this is not PTX");
    if (p.errors)
        ptx_free(&m);
    return m;
}
