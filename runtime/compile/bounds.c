/* SPDX-License-Identifier: Apache-2.0 */
/* `__shared__ float tile[32][33];` becomes the declaration of an object of a class with that layout, whose operator[] compares the index. So do
 * arrays of two and more dimensions that are local, or variables of the device, and arrays that are members of a class. It converts to a pointer where an array does; where it does not (the address of the whole array, a template's parameter), the text does not
 * compile. It cannot be copied, so that `auto p = tile` is such a place; a member is copied with its class only. Next: emit.c. */
#include "compile/bounds.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "lang/tree/program.h"

#define PREFIX "__warpcell_beyond_"

enum { DIMENSIONS = 4 };

void bounds_preamble(struct buf *out)
{
    buf_puts(
        out,
        "#line 1 \"cuda_bounds.h\"\n"
        "template <typename T, unsigned long long N, int D, unsigned long long *At> struct "
        "__warpcell_row {\n"
        "    T at[N];\n"
        "    __warpcell_row() = default;\n"
        "    __warpcell_row(const __warpcell_row &) = delete;\n"
        "    template <typename I> __device__ __forceinline__ T &operator[](I i)\n"
        "    {\n"
        "        if ((unsigned long long) (long long) i >= N)\n"
        "            *(volatile unsigned long long *) At =\n"
        "                (unsigned long long) D << 60 | N << 32 | (unsigned) (long long) i;\n"
        "        return at[i];\n"
        "    }\n"
        "    __device__ __forceinline__ operator T *() { return at; }\n"
        "    __device__ __forceinline__ T *begin() { return at; }\n"
        "    __device__ __forceinline__ T *end() { return at + N; }\n"
        "};\n"
        "template <typename T, unsigned long long N, int D, unsigned long long *At, typename "
        "Owner>\n"
        "struct __warpcell_member {\n"
        "    T at[N];\n"
        "    __warpcell_member() = default;\n"
        "    template <typename I> __device__ __forceinline__ T &operator[](I i)\n"
        "    {\n"
        "        if ((unsigned long long) (long long) i >= N)\n"
        "            *(volatile unsigned long long *) At =\n"
        "                (unsigned long long) D << 60 | N << 32 | (unsigned) (long long) i;\n"
        "        return at[i];\n"
        "    }\n"
        "    template <typename I> __device__ __forceinline__ const T &operator[](I i) const\n"
        "    {\n"
        "        return const_cast<__warpcell_member *>(this)->operator[](i);\n"
        "    }\n"
        "    __host__ __device__ __forceinline__ operator T *() { return at; }\n"
        "    __host__ __device__ __forceinline__ operator const T *() const { return at; }\n"
        "    __host__ __device__ __forceinline__ T *begin() { return at; }\n"
        "    __host__ __device__ __forceinline__ T *end() { return at + N; }\n"
        "    __host__ __device__ __forceinline__ const T *begin() const { return at; }\n"
        "    __host__ __device__ __forceinline__ const T *end() const { return at + N; }\n"
        "private:\n"
        "    friend Owner;\n"
        "    template <typename, unsigned long long, int, unsigned long long *, typename> friend "
        "struct __warpcell_member;\n"
        "    __warpcell_member(const __warpcell_member &) = default;\n"
        "    __warpcell_member &operator=(const __warpcell_member &) = default;\n"
        "};\n");
}

void bounds_declare(struct buf *out, const char *name)
{
    buf_printf(out, "__device__ unsigned long long " PREFIX "%s;\n", name);
}

/* ---- reading ---- */

/* The position after what begins at i if it is a comment, a literal or a directive; else i. */
static size_t skip_opaque(struct str t, size_t i)
{
    const char *end = NULL;
    if (i + 1 < t.n && t.p[i] == '/' && t.p[i + 1] == '/')
        end = memchr(t.p + i, '\n', t.n - i);
    else if (i + 1 < t.n && t.p[i] == '/' && t.p[i + 1] == '*')
        end = memmem(t.p + i + 2, t.n - i - 2, "*/", 2);
    else if (t.p[i] != '"' && t.p[i] != '\'')
        return i;
    if (t.p[i] == '/')
        return end ? (size_t) (end - t.p) + (t.p[i + 1] == '*' ? 2 : 0) : t.n;
    char quote = t.p[i++];
    while (i < t.n && t.p[i] != quote && t.p[i] != '\n')
        i += t.p[i] == '\\' ? 2 : 1;
    return i < t.n ? i + 1 : t.n;
}

static size_t skip_blanks(struct str t, size_t i)
{
    while (i < t.n && isspace((unsigned char) t.p[i]))
        i++;
    return i;
}

static size_t word_end(struct str t, size_t i)
{
    while (i < t.n && str_is_word(t.p[i]))
        i++;
    return i;
}

/* ---- one declaration ---- */

struct declarator {
    struct str name;
    struct str extents[DIMENSIONS];
    uint32_t count;
};

struct array_declaration {
    struct buf type, space;     /* without and with __shared__, __device__ and their kin */
    bool shared, device, fixed; /* fixed: static */
    VEC(struct declarator) of;
    size_t end; /* after its ';' */
};

/* [N] from i on: its text, and the position after it; 0: it is not one. */
static size_t read_extent(struct str t, size_t i, struct str *out)
{
    size_t start = ++i;
    int depth = 1;
    for (; i < t.n && depth; i++) {
        depth += (t.p[i] == '[') - (t.p[i] == ']');
        if (strchr("\"';{}\n", t.p[i]))
            return 0;
    }
    *out = (struct str){t.p + start, i - 1 - start};
    return depth || skip_blanks(*out, 0) == out->n ? 0 : i;
}

/* A name and its extents. */
static size_t read_declarator(struct str t, size_t i, struct declarator *out)
{
    size_t end = word_end(t, i);
    *out = (struct declarator){
        .name = {t.p + i, end - i}
    };
    for (i = skip_blanks(t, end); i && i < t.n && t.p[i] == '[' && out->count < DIMENSIONS;
         i = i ? skip_blanks(t, i) : 0)
        i = read_extent(t, i, out->extents + out->count++);
    return out->name.n ? i : 0;
}

/* Whether the word at i is the first name that extents follow; the words before it are the type. */
static bool begins_declarator(struct str t, size_t i)
{
    size_t next = skip_blanks(t, word_end(t, i));
    return next < t.n && t.p[next] == '[';
}

static bool is_among(struct str word, const char *const *words)
{
    for (; *words; words++)
        if (str_eq(word, *words))
            return true;
    return false;
}

/* Words that begin other statements than the declaration of an array of some type. */
static const char *const no_types[] = {"extern",    "return", "else",     "delete", "throw",
                                       "typedef",   "using",  "new",      "case",   "goto",
                                       "constexpr", "friend", "operator", NULL};
static const char *const spaces[] = {"__shared__",  "__device__", "__constant__",
                                     "__managed__", "static",     NULL};

/* The type's words and what may stand among them. */
static size_t read_type(struct str t, size_t i, struct array_declaration *d)
{
    bool any = false;
    while (i < t.n) {
        i = skip_blanks(t, i);
        size_t end = word_end(t, i);
        struct str word = {t.p + i, end - i};
        if (word.n && any && begins_declarator(t, i))
            return i;
        if (is_among(word, no_types) || (!word.n && (i >= t.n || !strchr("<>:,*", t.p[i]))))
            return 0;
        bool space = is_among(word, spaces);
        any |= word.n && !space;
        d->shared |= str_eq(word, "__shared__");
        d->fixed |= str_eq(word, "static");
        d->device |= space && !str_eq(word, "static");
        buf_put(space ? &d->space : &d->type, t.p + i, word.n ? word.n : 1);
        if (word.n)
            buf_putc(space ? &d->space : &d->type, ' ');
        i = word.n ? end : i + 1;
    }
    return 0;
}

static bool read_declaration(struct str t, size_t i, struct array_declaration *d)
{
    i = read_type(t, i, d);
    while (i && i < t.n) {
        struct declarator one;
        i = read_declarator(t, i, &one);
        if (!i || i >= t.n)
            return false;
        VEC_PUSH(&d->of, one);
        d->end = i + 1;
        if (t.p[i] == ';')
            return true;
        if (t.p[i] != ',' || memchr(d->type.p, '*', d->type.n)) /* int *a[2], b; */
            return false;
        i = skip_blanks(t, i + 1);
    }
    return false;
}

/* ---- writing ---- */

/* owner: the class that it is a member of, or empty. */
static void put_declarator(struct buf *out, const struct array_declaration *d, struct str owner,
                           const struct declarator *of, bounds_names *names)
{
    char *name = xstrndup(of->name.p, of->name.n);
    if (d->shared)
        buf_puts(out, "__shared__ ");
    else
        buf_put(out, d->space.p, d->space.n);
    if (!of->count) { /* beside an array */
        buf_put(out, d->type.p, d->type.n);
        buf_printf(out, "%s;", name);
        free(name);
        return;
    }
    for (uint32_t k = 0; k < of->count; k++)
        buf_puts(out, owner.n ? "__warpcell_member<" : "__warpcell_row<");
    buf_put(out, d->type.p, d->type.n);
    for (uint32_t k = of->count; k-- > 0;) {
        buf_printf(out, ", (%.*s), %u, &" PREFIX "%s", (int) of->extents[k].n, of->extents[k].p,
                   k + 1, name);
        buf_printf(out, owner.n ? ", %.*s>" : ">", (int) owner.n, owner.p);
    }
    buf_printf(out, " %s;", name);
    VEC_PUSH(names, name);
}

/* Where a statement begins. */
struct scopes {
    uint32_t depth,
        members;      /* open braces; how many when the outermost class was opened, 0: none */
    struct str owner; /* that class; empty: it has no name */
    uint8_t level;
};

static bool is_member(const struct scopes *s)
{
    return s->level >= BOUNDS_MEMBERS && s->members && s->depth == s->members && s->owner.n;
}

/* Whether the array of a declaration that does not begin with __shared__ may be replaced. */
static bool may_begin(const struct scopes *s)
{
    return s->members ? is_member(s) : s->level >= BOUNDS_ROWS;
}

/* The old way to end a struct with an array of any length. */
static bool is_open_ended(const struct declarator *of)
{
    return of->count == 1 && (str_eq(of->extents[0], "1") || str_eq(of->extents[0], "0"));
}

/* Of other than shared arrays and members only rows are of interest: who leaves the array as a whole mostly leaves an allocation. */
static bool is_wanted(const struct array_declaration *d, const struct scopes *s)
{
    if (d->shared)
        return true;
    bool member = is_member(s);
    VEC_EACH (of, &d->of)
        if (of->count && (member ? is_open_ended(of) : of->count < 2))
            return false;
    if (member)
        return !d->device && !d->fixed;
    return d->device || (s->depth && !d->fixed);
}

/* `private:` and its kin stand before a member. */
static size_t skip_access(struct str t, size_t i)
{
    static const char *const labels[] = {"public", "private", "protected", NULL};
    for (;;) {
        i = skip_blanks(t, i);
        size_t end = word_end(t, i), colon = skip_blanks(t, end);
        if (!is_among((struct str){t.p + i, end - i}, labels) || colon >= t.n || t.p[colon] != ':')
            return i;
        i = colon + 1;
    }
}

/* Replaces what was written of a statement, which begins in both texts at these positions. False: it stays. */
static bool replace(struct buf *out, size_t at_begin, struct str t, size_t begin,
                    const struct scopes *s, bounds_names *names, size_t *out_end)
{
    struct array_declaration d = {0};
    size_t lead = skip_access(t, begin);
    bool ok = read_declaration(t, lead, &d) && is_wanted(&d, s);
    if (ok) {
        out->n = at_begin;
        buf_put(out, t.p + begin, lead - begin);
        VEC_EACH (of, &d.of)
            put_declarator(out, &d, is_member(s) ? s->owner : (struct str){0}, of, names);
        for (size_t i = lead; i < d.end; i++)
            if (t.p[i] == '\n')
                buf_putc(out, '\n');
        *out_end = d.end;
    }
    buf_free(&d.type);
    buf_free(&d.space);
    VEC_FREE(&d.of);
    return ok;
}

static bool is_shared(struct str t, size_t i, size_t end)
{
    return str_eq((struct str){t.p + i, end - i}, "__shared__");
}

/* The name after `class` and its kin; `alignas(8)` and `__align__(8)` may come before it. */
static struct str class_name(struct str t, size_t i, size_t to)
{
    while ((i = skip_blanks(t, i)) < to) {
        size_t end = word_end(t, i), next = skip_blanks(t, end);
        if (next >= t.n || t.p[next] != '(')
            return (struct str){t.p + i, end - i};
        const char *close = memchr(t.p + next, ')', to - next);
        i = close ? (size_t) (close - t.p) + 1 : to;
    }
    return (struct str){0};
}

/* Whether the text before a brace begins a class, and which. */
static bool declares_class(struct str t, size_t from, size_t to, struct str *out_name)
{
    static const char *const classes[] = {"struct", "class", "union", "enum", NULL};
    int angles = 0; /* template <class T> */
    for (size_t i = from; i < to;) {
        size_t next = skip_opaque(t, i), end = word_end(t, i);
        angles += (t.p[i] == '<') - (t.p[i] == '>');
        if (angles <= 0 && is_among((struct str){t.p + i, end - i}, classes)) {
            *out_name = class_name(t, end, to);
            return true;
        }
        i = next > i ? next : end > i ? end : i + 1;
    }
    return false;
}

static void note_brace(struct scopes *s, struct str t, size_t begin, size_t i)
{
    if (t.p[i] == '{') {
        s->depth++;
        if (!s->members && declares_class(t, begin, i, &s->owner))
            s->members = s->depth;
    } else if (t.p[i] == '}' && s->depth) {
        s->members = s->members == s->depth ? 0 : s->members;
        s->depth--;
    }
}

void bounds_add(struct buf *out, struct str t, uint8_t level, bounds_names *names)
{
    size_t begin = 0, at_begin = out->n; /* of the statement, in both texts */
    struct scopes scopes = {.level = level};
    for (size_t i = 0; i < t.n;) {
        size_t next = skip_opaque(t, i), end = word_end(t, i), after;
        bool first = may_begin(&scopes) && i == skip_blanks(t, begin);
        if (next == i && end > i && (first || is_shared(t, i, end)) &&
            replace(out, at_begin, t, begin, &scopes, names, &after)) {
            i = begin = after;
            at_begin = out->n;
            continue;
        }
        bool comment = next > i && skip_blanks(t, begin) >= i; /* before a statement */
        if (next == i && end == i)
            note_brace(&scopes, t, begin, i);
        next = next > i ? next : end > i ? end : i + 1;
        buf_put(out, t.p + i, next - i);
        if (comment || (next == i + 1 && strchr(";{}", t.p[i]))) {
            begin = next;
            at_begin = out->n;
        }
        i = next;
    }
}
