/* SPDX-License-Identifier: Apache-2.0 */
/* The files of a program that are read after the first one (link.c) become one text with it. A compiler would read each by itself (C++17 5.2), so the
 * static names of a file are its own: those that an earlier file has, too, are renamed, also in the text for the device (read_mentions in
 * device_definition.c). Next: preprocess.c. */
#include <string.h>

#include "lang/text/preprocess_impl.h"

bool is_program_file(const char *name)
{
    static const char *const ends[] = {".cu", ".cpp", ".cc", ".cxx", ".c", ".C"};
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot && i < sizeof ends / sizeof *ends; i++)
        if (!strcmp(dot, ends[i]))
            return true;
    return false;
}

/* A declaration at file scope, in namespaces too. */
struct file_name {
    struct name *name;
    bool is_static, is_extern;
    bool
        in_module; /* defined for the device by a file that is compiled by itself: other files do not see it */
};

typedef VEC(struct file_name) file_name_vec;

struct name_scan {
    const struct token *at, *end;
    const struct sources *sources;
    file_name_vec *out;
    uint32_t open, hidden; /* namespaces that are open; from the first without a name on, or 0 */
};

bool is_in_program_file(const struct sources *sources, const struct token *t)
{
    const struct source *src = source_get(sources, t->at.source);
    return src && is_program_file(src->name);
}

const struct token *behind_partner(const struct token *at, const struct token *end)
{
    int depth = 0;
    for (; at < end; at++) {
        enum token_kind k = (enum token_kind) at->kind;
        depth += k == TOKEN_LPAREN || k == TOKEN_LBRACKET || k == TOKEN_LBRACE;
        depth -= k == TOKEN_RPAREN || k == TOKEN_RBRACKET || k == TOKEN_RBRACE;
        if (!depth)
            return at + 1;
    }
    return end;
}

static const struct token *behind_arguments(const struct token *at, const struct token *end)
{
    int depth = 0;
    for (const struct token *t = at; t < end && t->kind != TOKEN_SEMICOLON; t++) {
        depth += t->kind == TOKEN_LESS;
        depth -= t->kind == TOKEN_GREATER ? 1 : t->kind == TOKEN_SHR ? 2 : 0;
        if (depth <= 0)
            return t + 1;
    }
    return at + 1;
}

static bool is_for_device(const struct token *t)
{
    return str_eq(t->text, "__device__") || str_eq(t->text, "__global__") ||
           str_eq(t->text, "__constant__") || str_eq(t->text, "__managed__");
}

/* namespace x {, extern "C" {: what follows is at file scope, too. */
static bool opens_scope(struct name_scan *s, const struct token *first, const struct token *brace)
{
    bool space =
        first->kind == TOKEN_NAMESPACE ||
        (first->kind == TOKEN_INLINE && first + 1 < brace && first[1].kind == TOKEN_NAMESPACE);
    if (!space && !(first->kind == TOKEN_EXTERN && brace[-1].kind == TOKEN_STRING))
        return false;
    s->open++;
    if (!s->hidden && brace[-1].kind == TOKEN_NAMESPACE)
        s->hidden = s->open;
    return true;
}

/* What a declaration says of its names. */
struct specifiers {
    bool is_static, is_extern, device, host, kernel, template, constant, function, type;
};

static bool has_own_name(const struct name_scan *s, const struct specifiers *d)
{
    bool constant = d->constant && !d->function;
    return !d->is_extern && (constant || d->is_static || (s->hidden && !d->type));
}

/* nvcc links what only the device has within each file: functions and variables of several files may share a name. A kernel has a name on the
 * host as well, and may have several definitions if it is a template. `end` is the token behind the declarator. */
static bool is_in_module(const struct name_scan *s, const struct specifiers *d,
                         const struct token *name, const struct token *end)
{
    bool defined = !d->function || end->kind == TOKEN_LBRACE;
    return d->device && !d->host && (!d->kernel || d->template) && !d->is_extern && !d->type &&
           defined && is_in_program_file(s->sources, name);
}

static void note_specifiers(const struct token *t, struct specifiers *d)
{
    d->is_static |= t->kind == TOKEN_STATIC;
    d->is_extern |= t->kind == TOKEN_EXTERN;
    d->device |= is_for_device(t);
    d->kernel |= str_eq(t->text, "__global__");
    d->template |= t->kind == TOKEN_TEMPLATE;
    d->host |= str_eq(t->text, "__host__");
    d->constant |= t->kind == TOKEN_CONST || str_eq(t->text, "constexpr");
    d->type |= t->kind == TOKEN_STRUCT || t->kind == TOKEN_CLASS || t->kind == TOKEN_UNION ||
               t->kind == TOKEN_ENUM || t->kind == TOKEN_TYPEDEF || t->kind == TOKEN_USING;
}

/* Words that take arguments in parentheses and stand before a declarator's name. */
static bool is_attribute(const struct token *t)
{
    static const char *const words[] = {"__launch_bounds__", "__cluster_dims__", "__block_size__",
                                        "__maxnreg__",       "__align__",        "__attribute__"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (str_eq(t->text, words[i]))
            return true;
    return false;
}

/* The name that a declarator may end with before `t`; NULL: none, or a member's, A::f. */
static const struct token *name_before(const struct token *t, const struct token *first)
{
    bool named = t > first && t[-1].kind == TOKEN_NAME && !is_attribute(t - 1) &&
                 !(t - 1 > first && t[-2].kind == TOKEN_SCOPE);
    return named ? t - 1 : NULL;
}

static void scan_declaration(struct name_scan *s)
{
    const struct token *first = s->at, *name = NULL;
    struct specifiers d = {0};
    bool value = false; /* behind a '=' */
    for (; s->at < s->end; s->at++) {
        const struct token *t = s->at, *last = name_before(t, first);
        bool ends = t->kind == TOKEN_SEMICOLON, comma = t->kind == TOKEN_COMMA,
             body = t->kind == TOKEN_LBRACE,
             opens = t->kind == TOKEN_LPAREN || t->kind == TOKEN_LBRACKET;
        if (body && opens_scope(s, first, t)) {
            s->at++;
            return;
        }
        note_specifiers(t, &d);
        if (!name && !value && (ends || comma || opens || t->kind == TOKEN_ASSIGN)) {
            name = last;
            d.function |= name && t->kind == TOKEN_LPAREN;
        }
        value = !comma && (value || t->kind == TOKEN_ASSIGN);
        if ((ends || comma || (body && !value)) && name) {
            VEC_PUSH(s->out, (struct file_name){name->name, has_own_name(s, &d), d.is_extern,
                                                is_in_module(s, &d, name, t)});
            name = NULL;
        }
        if (opens || body)
            s->at = behind_partner(t, s->end) - 1;
        else if (t->kind == TOKEN_LESS && (last || t[-1].kind == TOKEN_TEMPLATE) && !value)
            s->at = behind_arguments(t, s->end) - 1;
        if (t->kind == TOKEN_RBRACE && s->open && s->open-- == s->hidden)
            s->hidden = 0;
        bool whole = body && !value && (!d.type || d.function); /* else a ';' follows the class */
        if (ends || t->kind == TOKEN_RBRACE || whole) {
            s->at++;
            return;
        }
    }
}

static void scan_names(const struct preprocessor *pp, const struct tokens *tokens, size_t from,
                       file_name_vec *out)
{
    struct name_scan s = {tokens->at + from, tokens->at + tokens->n, pp->in.sources, out, 0, 0};
    while (s.at < s.end)
        scan_declaration(&s);
}

static bool has_extern(const file_name_vec *list, const struct name *name)
{
    VEC_EACH (f, list)
        if (f->name == name && f->is_extern)
            return true;
    return false;
}

/* Whether a name of this file is another one than that of the same spelling before. */
static bool clashes(const file_name_vec *before, const struct file_name *here)
{
    VEC_EACH (f, before)
        if (f->name == here->name && (here->is_static || (here->in_module && f->in_module)))
            return true;
    return false;
}

/* A member has the name of the static, and keeps it. */
static bool is_member(const struct token *t, bool in_record)
{
    return in_record || t[-1].kind == TOKEN_DOT || t[-1].kind == TOKEN_ARROW ||
           t[-1].kind == TOKEN_SCOPE;
}

/* Device code has the user's text, in which the places of the new name are noted. A token that a macro gave has the place of the macro's use. */
static void note_renaming(struct preprocessor *pp, const struct token *t, const struct name *old,
                          const struct name *new)
{
    struct str text = span_text(pp->in.sources, t->at);
    if (str_eq(text, old->text))
        VEC_PUSH(&pp->out->renamings, (struct renamed_token){t->at, new});
}

/* The macros of the file, which stand in device text as they are. */
static void rename_in_macros(struct preprocessor *pp, size_t from, const struct name *old,
                             const struct name *new)
{
    VEC_EACH (d, &pp->out->directives)
        for (uint32_t i = 0; d->position >= from && d->macro && i < d->macro->count; i++) {
            const struct token *t = d->macro->body + i;
            if (t->kind == TOKEN_NAME && t->name == old && (!i || !is_member(t, false)))
                note_renaming(pp, t, old, new);
        }
}

void rename_in_file(struct preprocessor *pp, size_t from, const struct name *old, bool type)
{
    struct name *new =
        name_cstr(pp->in.names, arena_printf(pp->in.arena, "%s__%u", old->text, pp->file));
    rename_in_macros(pp, from, old, new);
    VEC(bool) records = {0}; /* of each open brace: it is the body of a class */
    bool record = false;
    for (struct token *t = pp->out->tokens.at + from; t < pp->out->tokens.at + pp->out->tokens.n;
         t++) {
        enum token_kind k = (enum token_kind) t->kind;
        if (k == TOKEN_STRUCT || k == TOKEN_CLASS || k == TOKEN_UNION)
            record = true;
        else if (k == TOKEN_SEMICOLON || k == TOKEN_LPAREN || k == TOKEN_RPAREN ||
                 k == TOKEN_ASSIGN)
            record = false;
        if (k == TOKEN_LBRACE) {
            VEC_PUSH(&records, record);
            record = false;
        } else if (k == TOKEN_RBRACE && records.n) {
            records.n--;
        } else if (k == TOKEN_NAME && t->name == old &&
                   !is_member(t, !type && records.n && VEC_LAST(&records))) {
            note_renaming(pp, t, old, new);
            t->name = new;
            t->text = str_of(new->text);
        }
    }
    VEC_FREE(&records);
}

void separate_static_names(struct preprocessor *pp, size_t from)
{
    file_name_vec before = {0}, here = {0};
    struct tokens earlier = {pp->out->tokens.at, from, from};
    scan_names(pp, &earlier, 0, &before);
    scan_names(pp, &pp->out->tokens, from, &here);
    VEC_EACH (f, &here)
        if (clashes(&before, f) && !has_extern(&before, f->name) && !has_extern(&here, f->name))
            rename_in_file(pp, from, f->name, false);
    VEC_FREE(&before);
    VEC_FREE(&here);
}
