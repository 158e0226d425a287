/* SPDX-License-Identifier: Apache-2.0 */
/* Linking of PTX as text: the declarations of each module are found by its tokens, and written one after the other. It needs the lexer only, so
 * it is fast and keeps the code as written. Next: ptx_lex.h. */
#include "ptx/ptx_link.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/intern.h"
#include "base/vec.h"
#include "ptx/ptx_lex.h"

enum linkage { LINK_LOCAL, LINK_VISIBLE, LINK_WEAK, LINK_EXTERN };

struct declaration {
    const char *name; /* interned */
    enum linkage linkage;
    bool function, entry, defined;
    size_t first, last; /* tokens; the last is its ';' or '}' */
    bool dropped;
};

struct renamed {
    const char *name; /* interned */
    const char *to;
};

struct link_unit {
    struct str text;
    VEC(struct ptx_token) tokens;
    VEC(struct declaration) all;
    VEC(struct renamed) renamed;
    struct str version, target;
    uint64_t file_base, file_most; /* added to the numbers of files; the largest of its own */
};

struct linker {
    struct intern *names;
    struct link_unit *units;
    size_t count;
    struct buf *out, *why;
    uint32_t max_registers; /* 0: as the modules say */
};

/* ---- reading ---- */

static bool is(const struct link_unit *u, size_t i, const char *text)
{
    return i < u->tokens.n && str_eq(u->tokens.at[i].text, text);
}

static bool is_punct(const struct link_unit *u, size_t i, char c)
{
    return i < u->tokens.n && u->tokens.at[i].kind == PTX_T_PUNCT && *u->tokens.at[i].text.p == c;
}

/* The token that closes the bracket at i; tokens.n: it is open. */
static size_t closing(const struct link_unit *u, size_t i, char open, char close)
{
    size_t depth = 0;
    for (; i < u->tokens.n; i++) {
        depth += is_punct(u, i, open);
        if (is_punct(u, i, close) && !--depth)
            return i;
    }
    return i;
}

static bool lex(struct link_unit *u)
{
    struct ptx_lexer x = {u->text.p, u->text.p + u->text.n, 1};
    for (struct ptx_token t; (t = ptx_lex(&x)).kind != PTX_T_END;) {
        if (t.kind == PTX_T_BAD)
            return false;
        VEC_PUSH(&u->tokens, t);
    }
    return true;
}

/* The name of the declaration at i: of a function after its results, of a variable the first that is no directive. */
static size_t find_name(const struct link_unit *u, size_t i)
{
    for (; i < u->tokens.n; i++) {
        if (is_punct(u, i, '('))
            i = closing(u, i, '(', ')');
        else if (u->tokens.at[i].kind == PTX_T_NAME && *u->tokens.at[i].text.p != '.')
            return i;
        else if (is_punct(u, i, ';') || is_punct(u, i, '{'))
            break;
    }
    return u->tokens.n;
}

/* The last token of the declaration, and whether it has a body or is a variable. */
static size_t find_end(const struct link_unit *u, size_t i, bool function, bool *out_body)
{
    *out_body = false;
    for (; i < u->tokens.n; i++) {
        if (is_punct(u, i, ';'))
            return i;
        if (!is_punct(u, i, '{'))
            continue;
        i = closing(u, i, '{', '}');
        *out_body = true;
        if (function)
            return i;
    }
    return i;
}

static bool read_declaration(struct linker *l, struct link_unit *u, size_t *at)
{
    struct declaration d = {.first = *at};
    size_t i = *at;
    bool body;
    for (;; i++) {
        if (is(u, i, ".visible"))
            d.linkage = LINK_VISIBLE;
        else if (is(u, i, ".weak") || is(u, i, ".common"))
            d.linkage = LINK_WEAK;
        else if (is(u, i, ".extern"))
            d.linkage = LINK_EXTERN;
        else
            break;
    }
    d.entry = is(u, i, ".entry");
    d.function = d.entry || is(u, i, ".func");
    size_t name = find_name(u, i);
    d.last = find_end(u, name, d.function, &body);
    if (d.last >= u->tokens.n)
        return false;
    d.defined = d.function ? body : d.linkage != LINK_EXTERN;
    if (d.entry && d.linkage == LINK_LOCAL)
        d.linkage = LINK_VISIBLE;
    d.name = intern_name(l->names, u->tokens.at[name].text.p, u->tokens.at[name].text.n);
    VEC_PUSH(&u->all, d);
    *at = d.last + 1;
    return true;
}

/* Tokens of a line, from i to the last token that begins on it. */
static size_t end_of_line(const struct link_unit *u, size_t i)
{
    uint32_t line = u->tokens.at[i].line;
    while (i < u->tokens.n && u->tokens.at[i].line == line)
        i++;
    return i;
}

static struct str line_text(const struct link_unit *u, size_t first, size_t end)
{
    if (end <= first + 1)
        return (struct str){0};
    const char *from = u->tokens.at[first + 1].text.p;
    struct str last = u->tokens.at[end - 1].text;
    return (struct str){from, (size_t) (last.p + last.n - from)};
}

/* .version, .target, .address_size, .file, .section, .pragma: true, and what follows it. */
static bool read_directive(struct link_unit *u, size_t *at)
{
    size_t i = *at, end = end_of_line(u, i);
    if (is(u, i, ".version"))
        u->version = line_text(u, i, end);
    else if (is(u, i, ".target"))
        u->target = line_text(u, i, end);
    else if (is(u, i, ".file")) {
        uint64_t number = i + 1 < u->tokens.n ? u->tokens.at[i + 1].bits : 0;
        u->file_most = number > u->file_most ? number : u->file_most;
        VEC_PUSH(
            &u->all,
            (struct declaration){
                .name = "", .linkage = LINK_EXTERN, .function = true, .first = i, .last = end - 1});
    } else if (is(u, i, ".section")) {
        while (i < u->tokens.n && !is_punct(u, i, '{'))
            i++;
        end = closing(u, i, '{', '}') + 1;
    } else if (!is(u, i, ".address_size")) {
        return false;
    }
    *at = end;
    return true;
}

static bool read_unit(struct linker *l, struct link_unit *u)
{
    if (!lex(u))
        return false;
    for (size_t i = 0; i < u->tokens.n;)
        if (!is_punct(u, i, ';') && !read_directive(u, &i) && !read_declaration(l, u, &i))
            return false;
        else if (is_punct(u, i, ';'))
            i++;
    return u->version.n && u->target.n;
}

/* ---- which declarations stay ---- */

/* The definition of a name that other modules may use, before module `until`.
 */
static const struct declaration *shared_definition(const struct linker *l, const char *name,
                                                   size_t until)
{
    for (size_t k = 0; k < until; k++)
        VEC_EACH (d, &l->units[k].all)
            if (d->name == name && d->defined && d->linkage != LINK_LOCAL)
                return d;
    return NULL;
}

static bool used_before(const struct linker *l, const char *name, size_t until)
{
    for (size_t k = 0; k < until; k++)
        VEC_EACH (d, &l->units[k].all)
            if (d->name == name)
                return true;
    return false;
}

static bool declared_before(const struct linker *l, const char *name, size_t until)
{
    for (size_t k = 0; k < until; k++)
        VEC_EACH (d, &l->units[k].all)
            if (d->name == name && d->linkage == LINK_EXTERN)
                return true;
    return false;
}

static bool settle(struct linker *l, size_t k, struct declaration *d)
{
    struct link_unit *u = &l->units[k];
    if (!*d->name)
        return true;
    if (d->linkage == LINK_EXTERN && !d->function)
        d->dropped = shared_definition(l, d->name, l->count) || declared_before(l, d->name, k);
    if (d->linkage == LINK_LOCAL && used_before(l, d->name, k)) {
        char to[600];
        snprintf(to, sizeof to, "%.500s__module%zu", d->name, k + 1);
        VEC_PUSH(&u->renamed, (struct renamed){d->name, intern_cstr(l->names, to)});
    }
    const struct declaration *other =
        d->defined && d->linkage != LINK_LOCAL && d->linkage != LINK_EXTERN
            ? shared_definition(l, d->name, k)
            : NULL;
    if (!other)
        return true;
    d->dropped = true;
    if (d->linkage == LINK_WEAK || other->linkage == LINK_WEAK)
        return true;
    buf_printf(l->why, "'%s' is defined in two of the modules to be linked", d->name);
    return false;
}

/* ---- writing ---- */

static const char *new_name(const struct link_unit *u, struct intern *names, struct str name)
{
    if (!u->renamed.n)
        return NULL;
    const char *known = intern_name(names, name.p, name.n);
    VEC_EACH (r, &u->renamed)
        if (r->name == known)
            return r->to;
    return NULL;
}

/* Whether the token is the number of a file: after .file, .loc and inlined_at.
 */
static bool is_file_number(const struct link_unit *u, size_t i)
{
    return i && u->tokens.at[i].kind == PTX_T_INT &&
           (is(u, i - 1, ".file") || is(u, i - 1, ".loc") || is(u, i - 1, "inlined_at"));
}

static void write_declaration(struct linker *l, const struct link_unit *u,
                              const struct declaration *d)
{
    const char *from = u->tokens.at[d->first].text.p;
    bool begun = false;
    for (size_t i = d->first; i <= d->last; i++) {
        const struct ptx_token *t = &u->tokens.at[i];
        const char *to = t->kind == PTX_T_NAME ? new_name(u, l->names, t->text) : NULL;
        bool body = d->entry && l->max_registers && !begun && is_punct(u, i, '{');
        begun |= body;
        if (body) { /* .maxnreg (11.4) stands before the body */
            buf_put(l->out, from, (size_t) (t->text.p - from));
            buf_printf(l->out, ".maxnreg %u\n", l->max_registers);
            from = t->text.p;
        }
        bool number = u->file_base && is_file_number(u, i);
        if (!to && !number)
            continue;
        buf_put(l->out, from, (size_t) (t->text.p - from));
        if (to)
            buf_puts(l->out, to);
        else
            buf_printf(l->out, "%llu", (unsigned long long) (t->bits + u->file_base));
        from = t->text.p + t->text.n;
    }
    const struct ptx_token *last = &u->tokens.at[d->last];
    const char *end = last->text.p + last->text.n + (last->kind == PTX_T_STRING);
    buf_put(l->out, from, (size_t) (end - from));
    buf_putc(l->out, '\n');
}

static double number_of(struct str s)
{
    char text[32];
    size_t n = strcspn(s.p, "0123456789");
    snprintf(text, sizeof text, "%.*s", (int) (s.n > n ? s.n - n : 0), s.p + n);
    return atof(text);
}

static void write_head(struct linker *l)
{
    struct str version = l->units[0].version, target = l->units[0].target;
    for (size_t k = 1; k < l->count; k++) {
        if (number_of(l->units[k].version) > number_of(version))
            version = l->units[k].version;
        if (number_of(l->units[k].target) > number_of(target))
            target = l->units[k].target;
    }
    buf_printf(l->out, ".version %.*s\n.target %.*s\n.address_size 64\n", (int) version.n,
               version.p, (int) target.n, target.p);
}

static bool link_units(struct linker *l)
{
    uint64_t base = 0;
    for (size_t k = 0; k < l->count; k++) {
        if (!read_unit(l, &l->units[k])) {
            buf_printf(l->why, "module %zu of those to be linked is not valid PTX", k + 1);
            return false;
        }
        l->units[k].file_base = base;
        base += l->units[k].file_most;
    }
    for (size_t k = 0; k < l->count; k++)
        VEC_EACH (d, &l->units[k].all)
            if (!settle(l, k, d))
                return false;
    write_head(l);
    for (size_t k = 0; k < l->count; k++)
        VEC_EACH (d, &l->units[k].all)
            if (!d->dropped)
                write_declaration(l, &l->units[k], d);
    return true;
}

bool ptx_link(const struct str *texts, size_t count, uint32_t max_registers, struct buf *out,
              struct buf *why)
{
    struct linker l = {.names = intern_new(),
                       .units = xcalloc(count + 1, sizeof *l.units),
                       .count = count,
                       .out = out,
                       .why = why,
                       .max_registers = max_registers};
    for (size_t k = 0; k < count; k++)
        l.units[k].text = texts[k];
    bool ok = count && link_units(&l);
    for (size_t k = 0; k < count; k++) {
        VEC_FREE(&l.units[k].tokens);
        VEC_FREE(&l.units[k].all);
        VEC_FREE(&l.units[k].renamed);
    }
    free(l.units);
    intern_free(&l.names);
    return ok;
}
