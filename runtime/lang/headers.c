/* SPDX-License-Identifier: Apache-2.0 */
/* The headers of the C++ library, which are written in the host language themselves. Each is read once per session,
 * when a text includes it or uses a name that it defines after std::. */
#include "lang/front.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "lang/lang.h"

static const struct header_text *text_of(const char *name, size_t *out_index)
{
    for (size_t i = 0; header_texts[i].name; i++)
        if (header_texts[i].names && !strcmp(header_texts[i].name, name)) {
            *out_index = i;
            return header_texts + i;
        }
    return NULL;
}

/* ---- the index of names, for help ---- */

/* A function of a header that is included as text: the line that begins with its type. */
static struct str prototype_of(const char *text, const char *name)
{
    size_t n = strlen(name);
    for (const char *p = text; (p = str_find_word(p, name)); p += n) {
        const char *line = p;
        while (line > text && line[-1] != '\n')
            line--;
        size_t size = 0;
        int depth = 0;
        do
            depth += (p[n + size] == '(') - (p[n + size] == ')');
        while (p[n + size++] && depth);
        if (!strncmp(line, "static inline ", 14))
            line += 14;
        if (p[n] == '(' && line < p && (isalpha((unsigned char) *line) || *line == '_'))
            return (struct str){line, (size_t) (p + n - line) + size};
    }
    return (struct str){0};
}

void lang_each_header(void (*see)(void *user, const char *name), void *user)
{
    include_each_header(see, user);
}

/* CUDA's own names: cudaMalloc, cuFloatComplex, nvtxRangePush. */
static bool is_cuda_name(const char *name)
{
    return !strncmp(name, "cuda", 4) || !strncmp(name, "nvtx", 4) ||
           (!strncmp(name, "cu", 2) && isupper((unsigned char) name[2]));
}

bool lang_library_name(const char *name, struct library_name *out)
{
    for (const struct header_text *h = header_texts; h->name; h++) {
        *out = (struct library_name){.header = h->name, .std = h->names};
        if (h->names && !is_cuda_name(name) && str_find_word(h->names, name))
            return true;
        if (!h->names && (out->prototype = prototype_of(h->text, name)).n)
            return true;
    }
    return false;
}

void headers_init(struct lang *l)
{
    size_t count = 0;
    name_cstr(&l->names, "std")->is_namespace = true;
    for (; header_texts[count].name; count++) {
        const char *p = header_texts[count].names;
        while (p && *p) {
            size_t n = strcspn(p, " ");
            if (n)
                name_of(&l->names, p, n)->header = (uint8_t) (count + 1);
            p += n + (p[n] == ' ');
        }
    }
    l->loaded = xcalloc(count + 1, sizeof *l->loaded);
}

/* The #include lines of one of our headers, which come first in it. */
static const char *load_included(struct lang *l, const char *text)
{
    while (!strncmp(text, "#include <", 10)) {
        char name[64];
        size_t n = strcspn(text + 10, ">");
        snprintf(name, sizeof name, "%.*s", (int) n, text + 10);
        header_load(l, name);
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    return text;
}

void header_load(struct lang *l, const char *name)
{
    size_t index;
    const struct header_text *h = text_of(name, &index);
    const struct symbol *stream = name_cstr(&l->names, "__ostream")->tag;
    if (!h || l->loaded[index] || !stream ||
        !stream->type->complete) /* they build on the session's prelude */
        return;
    l->loaded[index] = true;
    const char *text = load_included(l, h->text);
    struct diags diags = {0};
    char shown[80];
    snprintf(shown, sizeof shown, "<%s>", name);
    const struct source *src = sources_add(l->sources, SOURCE_BUILTIN, shown, text, strlen(text));
    struct unit *u = check_text(l, src, false, true, NULL, &diags);
    if (!u) { /* it is ours: an error in it is a bug */
        struct buf b = {0};
        for (const struct diag *d = diags.first; d; d = d->next)
            diag_render(&b, l->sources, d, RENDER_PLAIN);
        fprintf(stderr, "%s", b.p ? b.p : "");
        buf_free(&b);
    }
    if (u) {
        u->device_def_count = 0;
        lang_commit(l, u);
        VEC_PUSH(&l->headers, u);
    }
    diags_free(&diags);
}

/* Whether `using namespace std` is in effect, so that names need no std::. */
static bool std_used(const struct lang *l)
{
    VEC_EACH (u, &l->names.used)
        if (!u->in && !strcmp(u->used->text, "std"))
            return true;
    return false;
}

/* Whether the text means the library's class: its first `table` is followed by a name or ::, as a type is, and nobody else has defined it. */
static bool table_is_ours(const struct tokens *tokens)
{
    VEC_EACH (t, tokens) {
        if (t->kind != TOKEN_NAME || !t->name || strcmp(t->name->text, "table") != 0)
            continue;
        unsigned before = t > tokens->at ? t[-1].kind : TOKEN_SEMICOLON, after = t[1].kind;
        bool defined = t->name->tag || t->name->ordinary || t->name->macro ||
                       before == TOKEN_STRUCT || before == TOKEN_CLASS || before == TOKEN_UNION ||
                       before == TOKEN_ENUM || before == TOKEN_TYPENAME || before == TOKEN_SCOPE ||
                       before == TOKEN_DOT || before == TOKEN_ARROW;
        return !defined && (after == TOKEN_NAME || after == TOKEN_SCOPE || after == TOKEN_AMP);
    }
    return false;
}

/* any(x) is the function of arrays, unless std:: is before it. */
static bool reduces(const struct token *t)
{
    return str_eq(t->text, "any") && t[1].kind == TOKEN_LPAREN;
}

/* Streams that throw: in.exceptions(...), std::ios::failure. */
static bool asks_exceptions(const struct token *t)
{
    return (str_eq(t->text, "exceptions") || str_eq(t->text, "failure")) &&
           (t[-1].kind == TOKEN_DOT || t[-1].kind == TOKEN_ARROW || t[-1].kind == TOKEN_SCOPE);
}

/* What the header defines is in no namespace. */
static bool is_asked_by_name(const char *header)
{
    static const char *const global[] = {"__builtin", "__vector", "__occupancy", "__nvtx",
                                         "__nvtx_ranges"};
    for (size_t i = 0; i < sizeof global / sizeof *global; i++)
        if (!strcmp(header, global[i]))
            return true;
    return false;
}

/* On the host cuda::std is std: libcu++'s classes with the library's names. */
static void know_cuda_std(struct lang *l)
{
    struct name *cuda = name_cstr(&l->names, "cuda"), *std = name_cstr(&l->names, "std"),
                *same = name_in(&l->names, cuda, std);
    cuda->is_namespace = same->is_namespace = l->libcu = true;
    same->alias = std;
}

/* namespace nvtx3 { */
static bool defines_nvtx(const struct tokens *tokens)
{
    VEC_EACH (t, tokens)
        if (t->kind == TOKEN_NAMESPACE && t[1].kind == TOKEN_NAME && str_eq(t[1].text, "nvtx3") &&
            (t == tokens->at || t[-1].kind != TOKEN_USING))
            return true;
    return false;
}

/* The header for a name behind cuda::, by how the name starts; NULL: none of these. */
static const char *header_of_libcu(const struct token *t)
{
    static const struct {
        const char *start, *header;
    } rows[] = {
        {"atomic",         "cuda_atomic"},
        {"memory_order",   "cuda_atomic"},
        {"thread_scope",   "cuda_atomic"},
        {"ceil_",          "cuda_cmath" },
        {"round_",         "cuda_cmath" },
        {"ilog",           "cuda_cmath" },
        {"is_power_of",    "cuda_cmath" },
        {"next_power",     "cuda_cmath" },
        {"prev_power",     "cuda_cmath" },
        {"stream",         "cuda_stream"},
        {"device_ref",     "cuda_stream"},
        {"devices",        "cuda_stream"},
        {"event",          "cuda_stream"},
        {"timed_event",    "cuda_stream"},
        {"no_init",        "cuda_stream"},
        {"device_mdspan",  "cuda_mdspan"},
        {"managed_mdspan", "cuda_mdspan"},
        {"host_mdspan",    "cuda_mdspan"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (t->text.n >= strlen(rows[i].start) &&
            !strncmp(t->text.p, rows[i].start, strlen(rows[i].start)))
            return rows[i].header;
    return NULL;
}

void headers_load(struct lang *l, const struct tokens *tokens)
{
    bool used = std_used(l), own_nvtx = defines_nvtx(tokens);
    if (table_is_ours(tokens))
        header_load(l, "__table");
    VEC_EACH (t, tokens) {
        if (t->kind == TOKEN_TYPEID)
            header_load(l, "stdexcept");
        if (t->kind == TOKEN_SPACESHIP)
            header_load(l, "compare");
        if (t->kind != TOKEN_NAME || !t->name)
            continue;
        bool begun = t > tokens->at + 1;
        if (begun && asks_exceptions(t))
            header_load(l, "system_error");
        used |= begun && t[-1].kind == TOKEN_NAMESPACE && t[-2].kind == TOKEN_USING &&
                str_eq(t->text, "std");
        bool std = begun && t[-1].kind == TOKEN_SCOPE && t[-2].kind == TOKEN_NAME &&
                   str_eq(t[-2].text, "std");
        if (std && t - tokens->at > 3 && t[-3].kind == TOKEN_SCOPE && str_eq(t[-4].text, "cuda"))
            know_cuda_std(l);
        bool cuda = begun && t[-1].kind == TOKEN_SCOPE && str_eq(t[-2].text, "cuda");
        const char *libcu = cuda ? header_of_libcu(t) : NULL;
        if (libcu)
            header_load(l, libcu);
        const char *header = t->name->header ? header_texts[t->name->header - 1].name : NULL;
        bool ours = header && (!strcmp(header, "__table") || (!std && reduces(t)));
        ours |= header && own_nvtx && !strcmp(header, "__nvtx_ranges");
        if (header && !ours && (std || used || is_asked_by_name(header)))
            header_load(l, header);
    }
}
