/* SPDX-License-Identifier: Apache-2.0 */
/* Completion. The text before the cursor decides what is offered: a member after `.` and `->`, a file in a string, a
 * magic or its argument after `%`, else a name. Cells usually do not check yet, so the text is scanned rather than parsed;
 * only the left side of a member access is given to the front end. */
#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "debug/debug_console.h"
#include "magic/magic.h"
#include "session/session_internal.h"

/* What is offered first: values that fit the argument, then names of the user. */
enum completion_rank { RANK_ARGUMENT, RANK_OWN, RANK_LIBRARY };

struct ranked {
    struct wc_completion item;
    enum completion_rank rank;
    uint32_t uses; /* in the cells so far */
};

struct completion_search {
    enum completion_rank rank; /* of what is being offered */
    struct wc_session *s;
    struct str code; /* up to the cursor */
    const char *prefix;
    size_t start; /* of the text to replace */
    VEC(struct ranked) found;
};

bool session_is_name(char c)
{
    return isalnum((unsigned char) c) || c == '_';
}

void session_word_at(const char *code, size_t size, size_t cursor, size_t *out_start,
                     size_t *out_end)
{
    size_t start = cursor < size ? cursor : size, end = start;
    while (start && session_is_name(code[start - 1]))
        start--;
    while (end < size && session_is_name(code[end]))
        end++;
    *out_start = start;
    *out_end = end;
}

static void set_start(struct completion_search *q, size_t start)
{
    q->start = start;
    q->prefix = arena_strndup(&q->s->answers, q->code.p + start, q->code.n - start);
}

static void offer(struct completion_search *q, const char *name, const char *type,
                  const char *signature)
{
    size_t n = strlen(q->prefix);
    if (strncmp(name, q->prefix, n) || (n == 0 && name[0] == '_'))
        return;
    VEC_EACH (f, &q->found)
        if (!strcmp(f->item.text, name))
            return;
    VEC_PUSH(&q->found,
             ((struct ranked){
                 .item = {arena_strndup(&q->s->answers, name, strlen(name)), type, signature},
                 .rank = q->rank
    }));
}

static int by_text(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    return strcmp(x->item.text, y->item.text);
}

static int by_rank(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    if (x->rank != y->rank)
        return x->rank < y->rank ? -1 : 1;
    if (x->uses != y->uses)
        return x->uses > y->uses ? -1 : 1;
    return by_text(a, b);
}

/* Counts the words of a text that are offered; `found` is sorted by text. */
static void count_uses(struct completion_search *q, struct str text)
{
    for (size_t i = 0; i < text.n;) {
        size_t n = 0;
        while (i + n < text.n && session_is_name(text.p[i + n]))
            n++;
        char word[64];
        if (n && n < sizeof word && !isdigit((unsigned char) text.p[i])) {
            memcpy(word, text.p + i, n);
            word[n] = 0;
            struct ranked key = {.item = {.text = word}},
                          *hit = bsearch(&key, q->found.at, q->found.n, sizeof key, by_text);
            if (hit)
                hit->uses++;
        }
        i += n ? n : 1;
    }
}

/* The user's names, most used first; then the library's, likewise. Only the latest cells count. */
static void sort_by_use(struct completion_search *q)
{
    enum { CELLS = 50, BYTES = 1 << 16 };

    uint32_t last = 1;
    size_t bytes = 0;
    if (!q->found.n)
        return;
    qsort(q->found.at, q->found.n, sizeof *q->found.at, by_text);
    while (source_get(q->s->sources, last))
        last++;
    for (uint32_t id = last, cells = 0; id-- > 1 && cells < CELLS && bytes < BYTES;) {
        const struct source *src = source_get(q->s->sources, id);
        if (src->kind == SOURCE_BUILTIN)
            continue;
        cells++;
        bytes += src->text.n;
        count_uses(q, src->text);
    }
    qsort(q->found.at, q->found.n, sizeof *q->found.at, by_rank);
}

/* ---- names ---- */

static void offer_symbol(void *user, struct symbol *v)
{
    struct completion_search *q = user;
    if (v->name[0] == ' ' || strncmp(v->name, q->prefix, strlen(q->prefix)))
        return;
    struct buf signature = {0};
    lang_signature(q->s->lang, v, &signature);
    offer(q, v->name, magic_symbol_kind(v),
          signature.p ? arena_strndup(&q->s->answers, signature.p, signature.n) : NULL);
    buf_free(&signature);
}

static void offer_kernel(void *user, struct symbol *v)
{
    if (v->kind == SYMBOL_KERNEL)
        offer_symbol(user, v);
}

/* Names of this cell: its locals and definitions that have not run yet. */
static void offer_words(struct completion_search *q)
{
    for (size_t i = 0; i < q->start;) {
        size_t n = 0;
        while (i + n < q->start && session_is_name(q->code.p[i + n]))
            n++;
        if (n > 1 && !isdigit((unsigned char) q->code.p[i]))
            offer(q, arena_strndup(&q->s->answers, q->code.p + i, n), "text", NULL);
        i += n ? n : 1;
    }
}

/* ---- arguments ---- */

bool session_called_name(const char *code, size_t cursor, size_t *out_start, size_t *out_end,
                         int *out_argument)
{
    int depth = 0, commas = 0;
    for (size_t i = cursor; i-- > 0 && code[i] != ';' && code[i] != '{' && code[i] != '}';) {
        bool configuration = !depth && i >= 2 && !memcmp(code + i - 2, "<<<", 3);
        depth += (code[i] == ')') - (code[i] == '(');
        commas += !depth && code[i] == ',';
        if (depth >= 0 && !configuration)
            continue;
        size_t end = configuration ? i - 2 : i;
        if (end > 3 && !memcmp(code + end - 3, ">>>", 3)) {
            while (end > 3 && memcmp(code + end - 3, "<<<", 3))
                end--;
            end -= 3;
        }
        size_t start = end;
        while (start && session_is_name(code[start - 1]))
            start--;
        *out_start = start;
        *out_end = end;
        if (out_argument)
            *out_argument = configuration ? -1 : commas;
        return start < end;
    }
    return false;
}

/* Parameter number `k` of "int f(int a, enum e b)"; empty: there is none. */
static struct str parameter(const char *prototype, int k)
{
    const char *p = strchr(prototype, '('), *start = p ? p + 1 : NULL;
    int depth = 0;
    for (; start && *p; p++) {
        depth += (*p == '(') - (*p == ')');
        bool end = depth == 0 || (depth == 1 && *p == ',');
        if (end && !k--)
            return (struct str){start, (size_t) (p - start)};
        if (end)
            start = p + 1;
        if (!depth)
            break;
    }
    return (struct str){0};
}

static void offer_values(struct completion_search *q, const struct type *t)
{
    const struct class_info *info = t && t->kind == TYPE_ENUM ? type_plain(t)->class : NULL;
    for (uint32_t i = 0; info && i < info->member_count; i++) {
        const char *name = info->members[i].name;
        offer(q, t->scoped ? arena_printf(&q->s->answers, "%s::%s", t->name, name) : name,
              "constant", type_name(&q->s->answers, t));
    }
}

/* The enumerators of the argument's type, if the cursor is in an argument that takes an enumeration. */
static void offer_enumerators(struct completion_search *q)
{
    size_t start, end;
    int argument;
    if (!session_called_name(q->code.p, q->start, &start, &end, &argument) || argument < 0)
        return;
    struct str name = {q->code.p + start, end - start};
    struct buf signature = {0};
    for (const struct builtin *b = builtin_table; b->name; b++)
        if (str_eq(name, b->name))
            buf_printf(&signature, "%s", signature.n ? "" : b->prototype);
    const struct symbol *f = lang_find(q->s->lang, name.p, name.n);
    if (!signature.n && f)
        lang_signature(q->s->lang, f, &signature);
    struct str p = signature.n ? parameter(signature.p, argument) : (struct str){0};
    for (size_t i = 0; i < p.n;) {
        size_t n = 0;
        while (i + n < p.n && session_is_name(p.p[i + n]))
            n++;
        const struct symbol *type = n ? lang_find(q->s->lang, p.p + i, n) : NULL;
        if (type && type->kind == SYMBOL_TYPE)
            offer_values(q, type->type);
        i += n ? n : 1;
    }
    buf_free(&signature);
}

static void offer_names(struct completion_search *q)
{
    if (isdigit((unsigned char) *q->prefix))
        return;
    q->rank = RANK_ARGUMENT;
    offer_enumerators(q);
    q->rank = RANK_OWN;
    lang_each(q->s->lang, offer_symbol, q);
    q->rank = RANK_LIBRARY;
    for (const struct builtin *b = builtin_table; b->name; b++)
        if (strncmp(b->name, "__", 2))
            offer(q, b->name, "function", b->prototype);
    for (const struct device_name *n = device_names; n->name; n++)
        offer(q, n->name, n->kind, n->prototype);
    lang_each_known(q->s->lang, offer_symbol, q);
    q->rank = RANK_OWN;
    offer_words(q);
}

/* ---- members ---- */

/* The end of the cell's last complete part: `;` or `}` outside all brackets. */
static size_t last_boundary(struct str code)
{
    size_t at = 0;
    int depth = 0;
    for (size_t i = 0; i < code.n; i++) {
        char c = code.p[i];
        if (c == '"' || c == '\'') {
            for (i++; i < code.n && code.p[i] != c; i++)
                i += code.p[i] == '\\';
        } else if (c == '/' && i + 1 < code.n && code.p[i + 1] == '/') {
            while (i < code.n && code.p[i] != '\n')
                i++;
        } else if (strchr("([{", c)) {
            depth++;
        } else if (strchr(")]}", c)) {
            depth--;
        }
        if (depth == 0 && (c == ';' || c == '}'))
            at = i + 1;
    }
    return at;
}

/* The start of the postfix expression that ends at `end`: a.b[i]->c */
static size_t chain_start(struct str code, size_t end)
{
    size_t at = end;
    for (;;) {
        while (at && code.p[at - 1] == ']') {
            int depth = 0;
            do {
                at--;
                depth += (code.p[at] == ']') - (code.p[at] == '[');
            } while (at && depth);
        }
        while (at && session_is_name(code.p[at - 1]))
            at--;
        if (at && code.p[at - 1] == '.')
            at--;
        else if (at > 1 && code.p[at - 2] == '-' && code.p[at - 1] == '>')
            at -= 2;
        else
            return at;
    }
}

/* How the text declares `name`: the name of its type, and whether it is a pointer or an array. NULL: there is no
 * declaration. */
static const char *declared_type(struct completion_search *q, struct str name, bool *out_points)
{
    for (size_t i = q->start; i-- > 1;) {
        size_t after = i + name.n;
        if (after > q->code.n || memcmp(q->code.p + i, name.p, name.n) ||
            session_is_name(q->code.p[i - 1]) || session_is_name(q->code.p[after]))
            continue;
        size_t end = i;
        *out_points = q->code.p[after] == '[';
        while (end && strchr(" \t\n*&", q->code.p[end - 1])) {
            *out_points |= q->code.p[end - 1] == '*';
            end--;
        }
        size_t start = end;
        while (start && session_is_name(q->code.p[start - 1]))
            start--;
        if (start == end || end == i || isdigit((unsigned char) q->code.p[start]) ||
            !strncmp(q->code.p + start, "return", 6))
            continue;
        return arena_strndup(&q->s->answers, q->code.p + start, end - start);
    }
    return NULL;
}

static const char *device_type(struct str name)
{
    if (str_eq(name, "threadIdx") || str_eq(name, "blockIdx"))
        return "uint3";
    return str_eq(name, "blockDim") || str_eq(name, "gridDim") ? "dim3" : NULL;
}

/* The expression with each subscript replaced by 0, since a subscript's names may be unknown. */
static void put_chain(struct buf *out, struct str chain)
{
    int depth = 0;
    for (size_t i = 0; i < chain.n; i++) {
        char c = chain.p[i];
        depth -= c == ']';
        if (c == ']' && !depth)
            buf_putc(out, '0');
        if (!depth)
            buf_putc(out, c);
        depth += c == '[';
    }
}

static void offer_fields(struct completion_search *q, const struct type *t)
{
    for (uint32_t i = 0; i < t->field_count; i++) {
        const struct field *f = t->fields + i;
        if (f->name)
            offer(q, f->name, "property", type_name(&q->s->answers, f->type));
        else
            offer_fields(q, type_plain(f->type));
    }
}

/* Members of the value of `text`, if it checks. */
static bool offer_members_of(struct completion_search *q, const struct buf *text, bool arrow)
{
    struct unit *u;
    const struct type *t = lang_type_of(q->s->lang, text->p, text->n, &u);
    if (t && t->kind == TYPE_POINTER && (arrow || t->reference))
        t = t->base;
    bool found = t && t->kind == TYPE_STRUCT;
    if (found)
        offer_fields(q, type_plain(t));
    if (u)
        unit_free(&u);
    return found;
}

static void offer_members(struct completion_search *q, size_t chain_end, bool arrow)
{
    size_t start = chain_start(q->code, chain_end), base_end = start;
    while (base_end < chain_end && session_is_name(q->code.p[base_end]))
        base_end++;
    struct str base = {q->code.p + start, base_end - start};
    struct str rest = {q->code.p + base_end, chain_end - base_end};
    bool points = false;
    const char *type = base.n ? device_type(base) : NULL;
    if (!type && base.n)
        type = declared_type(q, base, &points);
    /* first with the cell's own definitions, then with the session alone */
    for (int alone = 0; alone < 2; alone++) {
        struct buf text = {0};
        if (!alone)
            buf_put(&text, q->code.p, last_boundary((struct str){q->code.p, start}));
        buf_putc(&text, '\n');
        if (type)
            buf_printf(&text, points ? "((%s *) 0)" : "(*(%s *) 0)", type);
        else
            buf_put(&text, base.p, base.n);
        put_chain(&text, rest);
        bool found = offer_members_of(q, &text, arrow);
        buf_free(&text);
        if (found)
            return;
    }
}

const char *session_member_type(struct wc_session *s, const char *code, size_t start, size_t end,
                                size_t *out_owner)
{
    struct completion_search q = {
        .s = s, .code = {code, end}
    };
    bool arrow = start > 1 && code[start - 1] == '>' && code[start - 2] == '-';
    if (!start || (!arrow && code[start - 1] != '.'))
        return NULL;
    arena_free(&s->answers);
    set_start(&q, start);
    offer_members(&q, start - 1 - arrow, arrow);
    *out_owner = chain_start(q.code, start - 1 - arrow);
    const char *type = NULL;
    VEC_EACH (f, &q.found)
        if (!strcmp(f->item.text, q.prefix))
            type = f->item.signature;
    VEC_FREE(&q.found);
    return type;
}

/* ---- files, magics ---- */

static void offer_header(void *user, const char *name)
{
    offer(user, name, "path", NULL);
}

/* `#include <`: the headers that the language has. */
static bool offer_headers(struct completion_search *q)
{
    size_t line = q->code.n;
    while (line && q->code.p[line - 1] != '\n')
        line--;
    const char *p = q->code.p + line, *end = q->code.p + q->code.n;
    while (p < end && (*p == ' ' || *p == '\t' || *p == '#'))
        p++;
    if (p == q->code.p + line || end - p < 8 || strncmp(p, "include", 7))
        return false;
    p = memchr(p, '<', (size_t) (end - p));
    if (!p || memchr(p, '>', (size_t) (end - p)))
        return false;
    set_start(q, (size_t) (p + 1 - q->code.p));
    lang_each_header(offer_header, q);
    return true;
}

/* The start of the string that contains the cursor, or SIZE_MAX if none does. Strings end with their line. */
static size_t string_start(struct str code)
{
    size_t line = code.n, at = SIZE_MAX;
    while (line && code.p[line - 1] != '\n')
        line--;
    for (size_t i = line; i < code.n; i++) {
        if (code.p[i] == '\\' && at != SIZE_MAX)
            i++;
        else if (code.p[i] == '"')
            at = at == SIZE_MAX ? i + 1 : SIZE_MAX;
        else if (code.p[i] == '\'' && at == SIZE_MAX && i + 2 < code.n)
            i += 1 + (code.p[i + 1] == '\\');
    }
    return at;
}

static void offer_files(struct completion_search *q, size_t start)
{
    size_t name = q->code.n;
    while (name > start && q->code.p[name - 1] != '/')
        name--;
    const char *folder = arena_strndup(&q->s->answers, q->code.p + start, name - start);
    set_start(q, name);
    DIR *d = opendir(name > start ? folder : ".");
    for (struct dirent *e; d && (e = readdir(d));) {
        if (e->d_name[0] == '.' && *q->prefix != '.')
            continue;
        offer(q, arena_printf(&q->s->answers, "%s%s", e->d_name, e->d_type == DT_DIR ? "/" : ""),
              "path", NULL);
    }
    if (d)
        closedir(d);
}

/* The argument kinds in a magic's usage line: "KERNEL" kernels, "FILE" files, "on|off" these words. */
static void offer_arguments(struct completion_search *q, const struct magic *m)
{
    const char *takes = m->usage + strcspn(m->usage, " ");
    if (strstr(takes, "KERNEL"))
        lang_each(q->s->lang, offer_kernel, q);
    if (strstr(takes, "FILE"))
        offer_files(q, q->start);
    for (const char *p = takes; *p;) {
        size_t skip = strspn(p, " []|"), n = strcspn(p += skip, " []|");
        if (n && !isupper((unsigned char) *p))
            offer(q, arena_strndup(&q->s->answers, p, n), "argument", NULL);
        p += n;
    }
}

/* true: the cursor is in a magic line. */
static bool offer_magic(struct completion_search *q)
{
    size_t line = q->code.n;
    while (line && q->code.p[line - 1] != '\n')
        line--;
    struct str text = {q->code.p + line, q->code.n - line};
    if (!text.n || *text.p != '%')
        return false;
    size_t marks = 1 + (text.n > 1 && text.p[1] == '%'), name_end = marks;
    while (name_end < text.n && session_is_name(text.p[name_end]))
        name_end++;
    if (name_end == text.n) {
        set_start(q, line + marks);
        for (const struct magic *m = magic_table; m->name; m++)
            if ((!strncmp(m->usage, "%%", 2)) == (marks == 2))
                offer(q, m->name, "magic", m->usage);
        return true;
    }
    size_t word = text.n;
    while (word > name_end && !isspace((unsigned char) text.p[word - 1]))
        word--;
    set_start(q, line + word);
    for (const struct magic *m = magic_table; m->name; m++)
        if (!strncmp(m->name, text.p + marks, name_end - marks) && !m->name[name_end - marks])
            offer_arguments(q, m);
    return true;
}

/* ---- */

static void fill(struct completion_search *q)
{
    if (offer_magic(q) || offer_headers(q))
        return;
    size_t string = string_start(q->code), start = q->code.n;
    if (string != SIZE_MAX) {
        offer_files(q, string);
        return;
    }
    while (start && session_is_name(q->code.p[start - 1]))
        start--;
    set_start(q, start);
    size_t word = start ? start - 1 : 0;
    while (word && session_is_name(q->code.p[word - 1]))
        word--;
    bool number = word < q->code.n && isdigit((unsigned char) q->code.p[word]);
    if (start && q->code.p[start - 1] == '.') {
        if (!number)
            offer_members(q, start - 1, false);
        return;
    }
    if (start > 1 && q->code.p[start - 2] == '-' && q->code.p[start - 1] == '>')
        offer_members(q, start - 2, true);
    else
        offer_names(q);
}

static void offer_to_debugger(void *user, const char *name, size_t n)
{
    struct completion_search *q = user;
    struct ranked one = {
        .item = {.text = arena_strndup(&q->s->answers, name, n), .type = "keyword"}
    };
    VEC_PUSH(&q->found, one);
}

void wc_complete(struct wc_session *s, const char *code, size_t size, size_t cursor,
                 struct wc_completions *out)
{
    arena_free(&s->answers);
    cursor = cursor < size ? cursor : size;
    struct completion_search q = {
        .s = s, .code = {code, cursor},
             .prefix = "", .start = cursor
    };
    bool command = s->debug_console && debug_console_complete(s->debug_console, q.code,
                                                              offer_to_debugger, &q, &q.start);
    if (!command) {
        fill(&q);
        sort_by_use(&q);
    }
    struct wc_completion *items = ARENA_ARRAY(&s->answers, struct wc_completion, q.found.n + 1);
    for (size_t i = 0; i < q.found.n; i++)
        items[i] = q.found.at[i].item;
    *out = (struct wc_completions){
        .start = q.start, .end = cursor, .count = q.found.n, .items = items};
    VEC_FREE(&q.found);
}
