/* SPDX-License-Identifier: Apache-2.0 */
/* Classes and enumerations that several files of a program define, each for itself (link.c makes one text of them): the GPU's half
 * and the CPU's may both have a struct vec. Definitions of the same tokens are one (C++17 6.2p6), so those of the later file are taken
 * out. Other ones are renamed there, if nothing that both files read mentions the name. Next: static_names.c. */
#include <string.h>

#include "lang/text/preprocess_impl.h"

struct type_definition {
    struct name *name;
    const char *space; /* the namespaces around it, each with "::" behind it */
    size_t first, end; /* its tokens, with the ';' */
    bool is_enum;      /* its enumerators are names, too */
};

typedef VEC(struct type_definition) type_definition_vec;

struct type_scan {
    struct preprocessor *pp;
    size_t at, end;
    VEC(const char *) spaces; /* of each open namespace, and of extern "C" */
    type_definition_vec *out;
};

static const struct token *token_of(const struct preprocessor *pp, size_t i)
{
    return pp->out->tokens.at + i;
}

static const char *space_of(const struct type_scan *s)
{
    return s->spaces.n ? VEC_LAST(&s->spaces) : "";
}

static bool opens_namespace(struct type_scan *s)
{
    size_t i = s->at;
    const struct token *t = token_of(s->pp, i);
    if (t->kind == TOKEN_EXTERN && i + 2 < s->end && t[1].kind == TOKEN_STRING &&
        t[2].kind == TOKEN_LBRACE) {
        const char *space = space_of(s);
        VEC_PUSH(&s->spaces, space);
        s->at += 3;
        return true;
    }
    i += t->kind == TOKEN_INLINE && i + 1 < s->end;
    if (token_of(s->pp, i)->kind != TOKEN_NAMESPACE)
        return false;
    struct buf space = {0};
    buf_printf(&space, "%s", space_of(s));
    for (i++; i < s->end && token_of(s->pp, i)->kind != TOKEN_LBRACE; i++) {
        t = token_of(s->pp, i);
        if (t->kind == TOKEN_SEMICOLON || t->kind == TOKEN_ASSIGN) { /* namespace a = b; */
            buf_free(&space);
            return false;
        }
        if (t->kind == TOKEN_NAME)
            buf_printf(&space, "%s", t->name->text);
    }
    buf_printf(&space, "::");
    char *text = buf_take(&space);
    VEC_PUSH(&s->spaces, arena_strndup(s->pp->in.arena, text, strlen(text)));
    free(text);
    s->at = i + 1;
    return true;
}

static bool is_class_key(const struct token *t)
{
    return t->kind == TOKEN_STRUCT || t->kind == TOKEN_CLASS || t->kind == TOKEN_UNION ||
           t->kind == TOKEN_ENUM;
}

/* What a declaration has so far. */
struct type_head {
    const struct token *key;
    struct name *name;
    bool body, other; /* other: a function, a variable or what is not read here */
};

static void read_head(const struct token *t, struct type_head *h)
{
    if (h->body)
        return;
    if (!h->key && is_class_key(t))
        h->key = t;
    bool ends = t->kind == TOKEN_COLON || t->kind == TOKEN_LBRACE;
    if (h->key && !h->name && ends && t[-1].kind == TOKEN_NAME)
        h->name = t[-1].name;
    h->other |= t->kind == TOKEN_ASSIGN || t->kind == TOKEN_LPAREN || t->kind == TOKEN_LBRACKET;
}

static void scan_type(struct type_scan *s)
{
    size_t first = s->at;
    struct type_head h = {0};
    bool alias = token_of(s->pp, first)->kind == TOKEN_TYPEDEF;
    for (; s->at < s->end; s->at++) {
        const struct token *t = token_of(s->pp, s->at);
        read_head(t, &h);
        if (t->kind == TOKEN_SEMICOLON)
            break;
        if (t->kind == TOKEN_RBRACE)
            return;
        bool brace = t->kind == TOKEN_LBRACE;
        if (brace || t->kind == TOKEN_LPAREN || t->kind == TOKEN_LBRACKET)
            s->at = (size_t) (behind_partner(t, token_of(s->pp, s->end)) - token_of(s->pp, 0)) - 1;
        if (brace && (!h.key || h.other) && token_of(s->pp, first)->kind != TOKEN_TYPEDEF &&
            !(s->at + 1 < s->end && token_of(s->pp, s->at + 1)->kind == TOKEN_SEMICOLON)) {
            s->at++; /* a function */
            return;
        }
        h.body |= brace;
    }
    bool ended = s->at < s->end && s->at > first;
    const struct token *last = token_of(s->pp, ended ? s->at - 1 : first); /* before the ';' */
    s->at += s->at < s->end;
    if (alias && h.body && last->kind == TOKEN_NAME)
        h.name = last->name;
    bool whole = alias ? last->kind == TOKEN_NAME : last->kind == TOKEN_RBRACE;
    if (h.key && h.name && h.body && !h.other && whole &&
        is_in_program_file(s->pp->in.sources, token_of(s->pp, first)))
        VEC_PUSH(s->out, ((struct type_definition){h.name, space_of(s), first, s->at,
                                                   h.key->kind == TOKEN_ENUM}));
}

static void scan_types(struct preprocessor *pp, size_t from, size_t end, type_definition_vec *out)
{
    struct type_scan s = {.pp = pp, .at = from, .end = end, .out = out};
    while (s.at < s.end) {
        if (token_of(pp, s.at)->kind == TOKEN_RBRACE && s.spaces.n) {
            s.spaces.n--;
            s.at++;
        } else if (!opens_namespace(&s)) {
            size_t before = s.at;
            scan_type(&s);
            s.at += s.at == before;
        }
    }
    VEC_FREE(&s.spaces);
}

static bool same_tokens(const struct preprocessor *pp, const struct type_definition *a,
                        const struct type_definition *b)
{
    if (a->end - a->first != b->end - b->first)
        return false;
    for (size_t i = 0; i < a->end - a->first; i++) {
        const struct token *x = token_of(pp, a->first + i), *y = token_of(pp, b->first + i);
        if (x->kind != y->kind || x->text.n != y->text.n ||
            memcmp(x->text.p, y->text.p, x->text.n) != 0)
            return false;
    }
    return true;
}

/* Whether the name is this file's alone: no header has it, and it is never behind a '::'. */
static bool may_be_renamed(const struct preprocessor *pp, const struct type_definition *d)
{
    for (size_t i = 1; i < pp->out->tokens.n; i++) {
        const struct token *t = token_of(pp, i);
        if (t->kind == TOKEN_NAME && t->name == d->name &&
            (t[-1].kind == TOKEN_SCOPE || !is_in_program_file(pp->in.sources, t)))
            return false;
    }
    return !d->is_enum;
}

static void take_out(struct preprocessor *pp, const struct type_definition *d)
{
    for (size_t i = d->first; i < d->end; i++) {
        struct token *t = pp->out->tokens.at + i;
        t->kind = TOKEN_SEMICOLON;
        t->text = str_of(";");
        t->name = NULL;
        t->behind = 0;
    }
}

void separate_types(struct preprocessor *pp, size_t from)
{
    type_definition_vec before = {0}, here = {0};
    scan_types(pp, 0, from, &before);
    scan_types(pp, from, pp->out->tokens.n, &here);
    VEC_EACH (d, &here) {
        const struct type_definition *old = NULL;
        VEC_EACH (b, &before)
            if (b->name == d->name && !strcmp(b->space, d->space))
                old = b;
        if (!old)
            continue;
        if (same_tokens(pp, old, d))
            take_out(pp, d);
        else if (may_be_renamed(pp, d))
            rename_in_file(pp, from, d->name, true);
    }
    VEC_FREE(&before);
    VEC_FREE(&here);
}
