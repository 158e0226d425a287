/* SPDX-License-Identifier: Apache-2.0 */
/* The files of a program that are read after the first one (link.c) become one text with it. A compiler would read each by itself (C++17 5.2), so the
 * static names of a file are its own: those that an earlier file has, too, are renamed. Next: preprocess.c. */
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
};

typedef VEC(struct file_name) file_name_vec;

struct name_scan {
    const struct token *at, *end;
    file_name_vec *out;
    bool
        constants; /* constants are static: no device code, whose text is the user's, may use them */
    uint32_t open, hidden; /* namespaces that are open; from the first without a name on, or 0 */
};

/* From an opening bracket to behind its partner. */
static const struct token *behind_partner(const struct token *at, const struct token *end)
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

/* What is static of a declaration: device code has the user's text, so what it may name is not. */
struct specifiers {
    bool is_static, is_extern, device, constant, function, type;
};

static bool has_own_name(const struct name_scan *s, const struct specifiers *d)
{
    bool constant = d->constant && !d->function;
    return !d->device && !d->is_extern &&
           (constant ? s->constants : d->is_static || (s->hidden && !d->type));
}

static void note_specifiers(const struct token *t, struct specifiers *d)
{
    d->is_static |= t->kind == TOKEN_STATIC;
    d->is_extern |= t->kind == TOKEN_EXTERN;
    d->device |= is_for_device(t);
    d->constant |= t->kind == TOKEN_CONST || str_eq(t->text, "constexpr");
    d->type |= t->kind == TOKEN_STRUCT || t->kind == TOKEN_CLASS || t->kind == TOKEN_UNION ||
               t->kind == TOKEN_ENUM || t->kind == TOKEN_TYPEDEF || t->kind == TOKEN_USING;
}

static void scan_declaration(struct name_scan *s)
{
    const struct token *first = s->at;
    struct specifiers d = {0};
    bool value = false; /* behind a '=' */
    struct name *name = NULL;
    for (; s->at < s->end; s->at++) {
        const struct token *t = s->at;
        struct name *last = t > first && t[-1].kind == TOKEN_NAME ? t[-1].name : NULL;
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
            VEC_PUSH(s->out, (struct file_name){name, has_own_name(s, &d), d.is_extern});
            name = NULL;
        }
        if (opens || body)
            s->at = behind_partner(t, s->end) - 1;
        else if (t->kind == TOKEN_LESS && last && !value)
            s->at = behind_arguments(t, s->end) - 1;
        if (t->kind == TOKEN_RBRACE && s->open && s->open-- == s->hidden)
            s->hidden = 0;
        if (ends || t->kind == TOKEN_RBRACE || (body && !d.type && !value)) {
            s->at++;
            return;
        }
    }
}

static void scan_names(const struct tokens *tokens, size_t from, file_name_vec *out)
{
    struct name_scan s = {tokens->at + from, tokens->at + tokens->n, out, true, 0, 0};
    for (const struct token *t = s.at; t < s.end; t++)
        s.constants &= !is_for_device(t);
    while (s.at < s.end)
        scan_declaration(&s);
}

static bool is_in(const file_name_vec *list, const struct name *name, bool only_extern)
{
    VEC_EACH (f, list)
        if (f->name == name && (f->is_extern || !only_extern))
            return true;
    return false;
}

/* A member has the name of the static, and keeps it. */
static bool is_member(const struct token *t, bool in_record)
{
    return in_record || t[-1].kind == TOKEN_DOT || t[-1].kind == TOKEN_ARROW ||
           t[-1].kind == TOKEN_SCOPE;
}

static void rename_all(struct preprocessor *pp, size_t from, const struct name *old,
                       struct name *new)
{
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
                   !is_member(t, records.n && VEC_LAST(&records))) {
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
    scan_names(&earlier, 0, &before);
    scan_names(&pp->out->tokens, from, &here);
    VEC_EACH (f, &here)
        if (f->is_static && is_in(&before, f->name, false) && !is_in(&before, f->name, true) &&
            !is_in(&here, f->name, true)) {
            struct name *new = name_cstr(
                pp->in.names, arena_printf(pp->in.arena, "%s__%u", f->name->text, pp->file));
            rename_all(pp, from, f->name, new);
        }
    VEC_FREE(&before);
    VEC_FREE(&here);
}
