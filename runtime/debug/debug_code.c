/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of a debugged launch: the source's line of each instruction, the instructions at which breakpoints are, and shared variables, which
 * NVRTC's DWARF leaves out. Next: debug_hooks.c. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "debug/debug_impl.h"
#include "debug/debug_value.h"

static struct dwarf *dwarf_of(struct debugger *d, const struct ptx_module *m)
{
    VEC_EACH (known, &d->modules)
        if (known->ptx == m)
            return known->dwarf;
    VEC_PUSH(&d->modules, (struct debug_module){m, dwarf_read(m)});
    return VEC_LAST(&d->modules).dwarf;
}

static bool is_users(const struct debugger *d, const char *file)
{
    const struct source *src = source_named(d->sources, file);
    return src && src->kind != SOURCE_BUILTIN;
}

/* Instructions that are executed: moves that rename a register have no op, and markers belong to no instruction. */
static bool *find_executed(const struct decoded_code *code)
{
    bool *executed = xcalloc(code->func->insts.n + 1, sizeof *executed);
    for (uint32_t k = 0; k < code->op_count; k++)
        if (op_infos[code->ops[k].code].kind != OP_KIND_MARK &&
            code->ops[k].inst < code->func->insts.n)
            executed[code->ops[k].inst] = true;
    return executed;
}

/* Steps stop where a .loc with a column begins: NVRTC gives the column 0 to the entry of a function, before its parameters are loaded, and
 * the line 0 to code of its own. */
static void find_places(struct debugger *d, struct debug_code *c)
{
    const struct ptx_func *f = c->code->func;
    const struct ptx_module *m = c->code->module;
    struct debug_place last = {0};
    bool *executed = find_executed(c->code), pending = false;
    c->places = xcalloc(f->insts.n + 1, sizeof *c->places);
    for (size_t i = 0; i < f->insts.n; i++) {
        uint32_t loc = f->insts.at[i].loc, line, column;
        const char *file;
        bool known = loc && loc < m->locs.n && m->locs.at[loc].line && m->locs.at[loc].column &&
                     ptx_user_place(m, loc, &file, &line, &column);
        struct debug_place now = last;
        if (known)
            now = (struct debug_place){intern_cstr(d->names, file), line, false};
        if (known && !c->user)
            c->user = is_users(d, now.file);
        pending |=
            known && is_users(d, now.file) && (now.line != last.line || now.file != last.file);
        now.starts = pending && executed[i];
        pending &= !executed[i];
        c->places[i] = now;
        last = now;
    }
    free(executed);
}

struct debug_code *debug_code_of(struct debugger *d, const struct decoded_code *code)
{
    if (d->last_code && d->last_code->code == code)
        return d->last_code;
    VEC_EACH (c, &d->codes)
        if ((*c)->code == code)
            return d->last_code = *c;
    struct debug_code *c = xcalloc(1, sizeof *c);
    c->code = code;
    c->dwarf = dwarf_of(d, code->module);
    const char *name = c->dwarf ? dwarf_function_name(c->dwarf, code->func) : NULL;
    struct str plain = ptx_function_name(code->name);
    c->name = name ? name : intern_name(d->names, plain.p, plain.n);
    c->is_site = xcalloc(code->func->insts.n + 1, 1);
    c->version = d->version - 1;
    find_places(d, c);
    VEC_PUSH(&d->codes, c);
    return d->last_code = c;
}

void debug_codes_forget(struct debugger *d)
{
    VEC_EACH (at, &d->codes) {
        struct debug_code *c = *at;
        free(c->places);
        free(c->is_site);
        VEC_FREE(&c->sites);
        VEC_FREE(&c->shared);
        free(c);
    }
    VEC_EACH (m, &d->modules)
        dwarf_free(&m->dwarf);
    VEC_FREE(&d->codes);
    VEC_FREE(&d->modules);
    arena_free(&d->types);
    d->last_code = NULL;
}

const struct debug_place *debug_place_of(struct debugger *d, const struct observed_frame *f)
{
    return &debug_code_of(d, f->code)->places[f->inst];
}

/* ---- breakpoints ---- */

/* Takes the template arguments out of a name: "stack<int>::push" is "stack::push". */
static void put_plain(struct buf *out, const char *function)
{
    int depth = 0;
    for (const char *p = function; *p; p++) {
        depth += *p == '<';
        if (!depth)
            buf_putc(out, *p);
        depth -= *p == '>' && depth;
    }
}

bool debug_function_is(const char *function, const char *name)
{
    struct buf plain = {0};
    size_t n = strlen(name);
    put_plain(&plain, function);
    bool ends = plain.n >= n && !memcmp(plain.p + plain.n - n, name, n);
    bool whole = plain.n == n || (plain.n > n + 1 && !memcmp(plain.p + plain.n - n - 2, "::", 2));
    buf_free(&plain);
    return (n && ends && whole) || !strcmp(function, name);
}

/* The line of the function where a breakpoint at `line` is: that line, or the next one that has code; 0: the function does not have it. */
static uint32_t line_for(const struct debug_code *c, const char *file, uint32_t line)
{
    uint32_t best = 0, first = UINT32_MAX;
    for (size_t i = 0; i < c->code->func->insts.n; i++) {
        const struct debug_place *at = &c->places[i];
        if (!at->file || strcmp(at->file, file))
            continue;
        first = at->line < first ? at->line : first;
        if (at->starts && at->line >= line && (!best || at->line < best))
            best = at->line;
    }
    uint32_t header = c->code->func->insts.n ? c->code->func->insts.at[0].loc : 0;
    uint32_t begins =
        header && header < c->code->module->locs.n ? c->code->module->locs.at[header].line : first;
    return line >= (begins < first ? begins : first) ? best : 0;
}

static void place_one(struct debug_code *c, struct debug_breakpoint *b)
{
    bool by_line = b->file != NULL;
    uint32_t line = by_line ? line_for(c, b->file, b->line) : 0;
    if (by_line ? !line : !debug_function_is(c->name, b->function))
        return;
    for (uint32_t i = 0; i < c->code->func->insts.n; i++) {
        const struct debug_place *at = &c->places[i];
        if (!at->starts || (by_line && (at->line != line || strcmp(at->file, b->file))))
            continue;
        VEC_PUSH(&c->sites, (struct debug_site){i, b->number});
        c->is_site[i] = 1;
        b->placed = at->line;
        return; /* the first of them: later parts of a line belong to the same statement */
    }
}

void debug_code_place(struct debugger *d, struct debug_code *c)
{
    if (c->version == d->version)
        return;
    c->version = d->version;
    memset(c->is_site, 0, c->code->func->insts.n);
    c->sites.n = 0;
    VEC_EACH (b, &d->breakpoints)
        if (!b->disabled)
            place_one(c, b);
}

/* ---- shared variables: their types are read from the declarations in the source ---- */

static bool is_word_at(struct str text, size_t at, const char *word)
{
    size_t n = strlen(word);
    bool before = at && (isalnum((unsigned char) text.p[at - 1]) || text.p[at - 1] == '_');
    return at + n <= text.n && !memcmp(text.p + at, word, n) && !before &&
           (at + n == text.n ||
            !(isalnum((unsigned char) text.p[at + n]) || text.p[at + n] == '_'));
}

/* A number, or a name that the source defines as one: #define N 8, constexpr int N = 8. 0: neither. */
static uint64_t extent_of(struct str text, struct str name)
{
    uint64_t number = 0;
    char word[64];
    if (!name.n || name.n >= sizeof word)
        return 0;
    memcpy(word, name.p, name.n);
    word[name.n] = '\0';
    if (isdigit((unsigned char) *word))
        return strtoull(word, NULL, 0);
    for (size_t i = 8; i < text.n && !number; i++) {
        const char *p = text.p + i + name.n;
        if (!is_word_at(text, i, word))
            continue;
        bool macro = !memcmp(text.p + i - 8, "#define ", 8);
        p += strspn(p, " ");
        if (macro || *p == '=')
            number = strtoull(p + !macro, NULL, 0);
    }
    return number;
}

enum { EXTENTS = 4 };

struct debug_declaration {            /* of a shared array */
    const struct debug_type *element; /* NULL: not known */
    uint64_t extents[EXTENTS];        /* 0: not known */
    uint32_t extent_count;
};

static void read_extents(struct str text, size_t at, struct debug_declaration *out)
{
    while (at < text.n && text.p[at] == '[' && out->extent_count < EXTENTS) {
        size_t end = at + 1;
        while (end < text.n && text.p[end] != ']')
            end++;
        while (at + 1 < end && text.p[at + 1] == ' ')
            at++;
        size_t n = end - at - 1;
        while (n && text.p[at + n] == ' ')
            n--;
        out->extents[out->extent_count++] = extent_of(text, (struct str){text.p + at + 1, n});
        at = end + 1;
    }
}

static const struct debug_type *element_type(struct debug_scope *s, struct str text, size_t from,
                                             size_t end)
{
    const struct debug_type *t = NULL;
    while (from < end && isspace((unsigned char) text.p[from]))
        from++;
    size_t stop = from; /* the type's words, up to a comma or bracket of another name */
    while (stop < end && (isalnum((unsigned char) text.p[stop]) || text.p[stop] == '_' ||
                          text.p[stop] == ' ' || text.p[stop] == ':'))
        stop++;
    for (size_t n = stop - from; n && !t; n--)
        t = debug_scope_type(s, (struct str){text.p + from, n});
    return t;
}

/* "__shared__ float tile[16][N]" */
static struct debug_declaration declared(struct debug_scope *s, struct str text, const char *name)
{
    struct debug_declaration found = {0};
    for (size_t i = 0; i < text.n && !found.element; i++) {
        size_t from = i + strlen("__shared__"), end = from;
        if (!is_word_at(text, i, "__shared__"))
            continue;
        while (end < text.n && text.p[end] != ';' && !is_word_at(text, end, name))
            end++;
        if (end == text.n || text.p[end] == ';')
            continue;
        found.element = element_type(s, text, from, end);
        read_extents(text, end + strlen(name), &found);
    }
    return found;
}

static struct debug_type *array_of(struct debugger *d, const struct debug_type *element, uint64_t n)
{
    struct debug_type *t = ARENA_NEW(&d->types, struct debug_type);
    *t = (struct debug_type){
        .kind = DEBUG_ARRAY, .name = "", .target = element, .count = n, .size = n * element->size};
    return t;
}

/* The inner extents as they are declared, if they are known; the outermost follows from the size. */
static const struct debug_type *shared_array(struct debugger *d,
                                             const struct debug_declaration *decl,
                                             const struct debug_type *element, uint64_t size)
{
    const struct debug_type *t = element;
    for (uint32_t k = decl->extent_count; k-- > 1;) {
        uint64_t n = decl->extents[k];
        if (!n || size / t->size % n)
            return array_of(d, element, size / element->size);
        t = array_of(d, t, n);
    }
    return array_of(d, t, size / t->size);
}

static const struct debug_type *shared_type(struct debugger *d, struct debug_code *c,
                                            const struct ptx_var *v, const char *name)
{
    static const struct debug_type byte = {
        .kind = DEBUG_UNSIGNED, .name = "unsigned char", .size = 1};
    struct debug_scope s = {.d = d, .code = c};
    struct debug_declaration decl = {0};
    const struct source *src = NULL;
    for (size_t i = 0; i < c->code->func->insts.n && !src; i++)
        src = c->places[i].file ? source_named(d->sources, c->places[i].file) : NULL;
    if (src)
        decl = declared(&s, src->text, name);
    const struct debug_type *t = decl.element;
    uint64_t size = v->unsized ? d->launch->shared_dynamic : v->size;
    if (!t || !t->size)
        t = v->align == 4 ? &debug_unsigned : v->align == 8 ? &debug_unsigned_long : &byte;
    return size == t->size && !decl.extent_count ? t : shared_array(d, &decl, t, size);
}

static void add_shared(struct debugger *d, struct debug_code *c, const struct ptx_var *v)
{
    struct str plain = ptx_variable_name(v->name);
    const char *name = intern_name(d->names, plain.p, plain.n);
    if (v->space == PTX_SHARED)
        VEC_PUSH(&c->shared, (struct debug_variable){.name = name,
                                                     .type = shared_type(d, c, v, name),
                                                     .symbol = v->name});
}

void debug_code_shared(struct debugger *d, struct debug_code *c)
{
    if (c->shared_known)
        return;
    c->shared_known = true;
    VEC_EACH (v, &c->code->func->vars)
        add_shared(d, c, *v);
    VEC_EACH (v, &c->code->module->vars)
        add_shared(d, c, *v);
}
