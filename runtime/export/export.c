/* SPDX-License-Identifier: Apache-2.0 */
/* The cells of a session as one program: checked in order, written item by item, put together. Next: export_item.c. */
#include "export/export.h"

#include <ctype.h>
#include <export/export_files.h> /* made of support/: the table export_files, of {name, text} */
#include <stdlib.h>
#include <string.h>

#include "compute/compute.h"
#include "export/export_impl.h"
#include "lang/text/token.h"

/* ---- cells ---- */

/* Magics that run a statement, or the rest of a cell. */
static bool runs_code(const char *name, size_t n)
{
    static const char *const names[] = {"time",     "bench",    "check", "debug", "xray", "profile",
                                        "roofline", "interact", "cu",    "cuda",  "diff"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == n && !memcmp(name, names[i], n))
            return true;
    return false;
}

/* A statement behind %time and the like is one without it. */
static void put_line(struct buf *out, const char *p, size_t n)
{
    size_t word = 1;
    while (word < n && isalpha((unsigned char) p[word]))
        word++;
    struct str rest = str_trim((struct str){p + word, n - word});
    bool code = n > 1 && *p == '%' && p[1] != '%' && runs_code(p + 1, word - 1) && rest.n > 3 &&
                *rest.p != '-';
    if (n > 8 && !memcmp(p, "%define ", 8)) { /* %define NAME=VALUE */
        const char *equals = memchr(rest.p, '=', rest.n);
        size_t name = equals ? (size_t) (equals - rest.p) : rest.n;
        buf_printf(out, "#define %.*s ", (int) name, rest.p);
        buf_put(out, equals ? equals + 1 : "1", equals ? rest.n - name - 1 : 1);
        return;
    }
    if (!code) {
        buf_put(out, p, n);
        return;
    }
    buf_put(out, rest.p, rest.n);
    if (rest.p[rest.n - 1] != ';' && rest.p[rest.n - 1] != '}')
        buf_putc(out, ';');
}

/* The code of a cell. false: it is none, as with %%writefile. */
static bool code_of(struct str cell, struct buf *out)
{
    const char *p = cell.p, *end = p + cell.n;
    while (p < end && isspace((unsigned char) *p))
        p++;
    if (end - p > 2 && p[0] == '%' && p[1] == '%') {
        size_t n = 0;
        while (p + 2 + n < end && isalpha((unsigned char) p[2 + n]))
            n++;
        if (!runs_code(p + 2, n))
            return false;
        p = memchr(p, '\n', (size_t) (end - p));
        for (const char *q = cell.p; p && q < p; q++)
            buf_puts(out, *q == '\n' ? "\n" : ""); /* lines keep their numbers */
    }
    while (p && p < end) {
        const char *stop = memchr(p, '\n', (size_t) (end - p));
        put_line(out, p, (size_t) ((stop ? stop : end) - p));
        buf_puts(out, stop ? "\n" : "");
        p = stop ? stop + 1 : end;
    }
    return true;
}

/* What the functions of a cell need to see. */
static void note_globals(struct exporter *x, const struct unit *u)
{
    for (uint32_t i = 0; i < u->function_count; i++) {
        const struct function *f = u->functions[i];
        for (uint32_t k = 0; !f->library && k < f->mention_count; k++) {
            const struct symbol *s = f->mentions[k];
            if (s->kind == SYMBOL_VARIABLE && s->storage == STORAGE_SESSION)
                export_add_name(&x->global, s->name);
        }
    }
}

/* Checks a cell and defines what it defines. */
static void check_cell(struct exporter *x, struct checked_cell *c)
{
    struct buf code = {0};
    struct diags diags = {0};
    if (code_of(c->in->text, &code)) {
        c->source = sources_add(x->sources, SOURCE_CELL, c->in->name, code.p ? code.p : "", code.n);
        c->unit = lang_check(x->lang, c->source, &diags);
    }
    if (c->unit) {
        lang_commit(x->lang, c->unit);
        for (uint32_t i = 0; i < c->unit->body->count; i++) {
            struct stmt *s = c->unit->body->list[i];
            if (s->kind == STMT_DECLARE && s->symbol->storage == STORAGE_SESSION)
                lang_define(x->lang, s->symbol);
        }
        note_globals(x, c->unit);
    } else {
        c->why = !c->source ? "a cell for the session" : "it is not valid";
        for (const struct diag *d = diags.first; d && c->source; d = d->next)
            if (d->kind == DIAG_INTERRUPT)
                x->out->interrupted = true;
        const struct diag *first = diags_first_error(&diags);
        if (c->source && first)
            c->why = export_printf(x, "%s", first->text);
    }
    diags_free(&diags);
    buf_free(&code);
}

/* ---- macros that change ---- */

struct macro_text {
    const char *name;
    struct str text;
};

typedef VEC(struct macro_text) macro_texts;

static void see_macro(struct exporter *x, macro_texts *seen, const struct device_def *d)
{
    struct str text = export_span(x, d->at);
    if (d->kind != DEVICE_MACRO || !d->name)
        return;
    VEC_EACH (m, seen)
        if (m->name == d->name && (m->text.n != text.n || memcmp(m->text.p, text.p, text.n)))
            export_add_name(&x->macros, d->name);
    VEC_PUSH(seen, ((struct macro_text){d->name, text}));
}

static void find_changing_macros(struct exporter *x)
{
    macro_texts seen = {0};
    for (size_t i = 0; i < x->in->count; i++) {
        const struct unit *u = x->cells[i].unit;
        for (uint32_t k = 0; u && k < u->device_def_count; k++)
            see_macro(x, &seen, u->device_defs[k]);
    }
    VEC_FREE(&seen);
}

/* ---- the program ---- */

static bool has_statements(const struct unit *u)
{
    for (uint32_t i = 0; i < u->item_count; i++)
        if (u->items[i]->kind >= NODE_EXPRESSION && u->items[i]->kind != NODE_EMPTY &&
            u->items[i]->kind != NODE_MAGIC)
            return true;
    return false;
}

/* One cell has a main, and no other runs anything. */
static void find_main(struct exporter *x)
{
    uint32_t mains = 0;
    bool statements = false;
    for (size_t i = 0; i < x->in->count; i++) {
        const struct unit *u = x->cells[i].unit;
        mains += u && u->main;
        statements |= u && has_statements(u);
    }
    x->keeps_main = mains == 1 && !statements;
}

static void call_main(struct exporter *x, const struct unit *u)
{
    const struct symbol *m = u->main;
    uint32_t params = m->type->kind == TYPE_FUNCTION ? m->type->param_count : 0;
    x->arguments |= params > 0;
    x->works = true;
    export_put(x, export_printf(x, "%s(%s);", export_name_now(x, m->name),
                                params > 1 ? "argc, argv"
                                : params   ? "argc"
                                           : ""));
}

static void write_cell(struct exporter *x)
{
    struct checked_cell *c = x->cells + x->at;
    uint32_t from = 0;
    x->halted = x->works = false;
    if (!c->unit) {
        const char *why = export_printf(x, "%s", c->why);
        struct buf text = {0};
        buf_printf(&text, "\n    // %s\n    // not exported: %s\n", c->in->name, why);
        for (const char *p = c->in->text.p, *end = p + c->in->text.n; p < end;) {
            size_t n = strcspn(p, "\n");
            buf_printf(&text, "    //     %.*s\n", (int) n, p);
            p += n + (p[n] == '\n');
        }
        buf_put(&x->statements, text.p, text.n);
        buf_free(&text);
        VEC_PUSH(&x->notes, ((struct export_note){c->in->name, 1, why}));
        return;
    }
    if (c->unit->main && !x->keeps_main) {
        bool again = false;
        VEC_EACH (r, &x->renamed)
            if (r->name == c->unit->main->name) {
                r->version++;
                again = true;
            }
        if (!again)
            VEC_PUSH(&x->renamed, ((struct exported_version){c->unit->main->name, 1}));
    }
    for (uint32_t i = 0; i < c->unit->item_count; i++)
        from = export_item(x, c->unit->items[i], from);
    bool statements = x->heading[1] == x->at + 1;
    export_gap(x, from, (uint32_t) c->source->text.n, statements);
    if (c->unit->main && !x->keeps_main && !x->halted)
        call_main(x, c->unit);
    if (x->works && !x->keeps_main) {
        x->support[SUPPORT_CHECK] = true;
        export_put(x, "WARPCELL_CHECK(cudaDeviceSynchronize());");
    }
}

static void put_support(struct exporter *x, struct buf *out)
{
    static const char *const files[SUPPORT_COUNT] = {"check",   "array",   "expression", "seed",
                                                     "reduced", "library", "show"};
    size_t n;
    for (int i = 0; i < SUPPORT_COUNT; i++) {
        if (!x->support[i])
            continue;
        if (i == SUPPORT_RANDOM)
            buf_puts(out, library_text("random", &n));
        if (i == SUPPORT_REDUCE)
            buf_puts(out, library_text("reduce", &n));
        for (size_t k = 0; k < sizeof export_files / sizeof *export_files; k++)
            if (!strcmp(export_files[k].name, files[i]))
                buf_puts(out, export_files[k].text);
        buf_putc(out, '\n');
    }
}

static void put_headers(struct exporter *x, struct buf *out)
{
    static const char *const needed[SUPPORT_COUNT] = {
        [SUPPORT_CHECK] = "stdio.h stdlib.h",
        [SUPPORT_ARRAY] = "stdio.h stdlib.h memory vector",
        [SUPPORT_LIBRARY] = "thrust/copy.h thrust/execution_policy.h thrust/scan.h "
                            "thrust/sequence.h thrust/sort.h thrust/unique.h",
        [SUPPORT_SHOW] = "stdio.h stdlib.h math.h cmath string type_traits vector",
    };
    for (int i = 0; i < SUPPORT_COUNT; i++)
        for (const char *p = x->support[i] ? needed[i] : NULL; p && *p;) {
            size_t n = strcspn(p, " ");
            export_add_name(&x->headers, intern_name(x->intern, p, n));
            p += n + (p[n] == ' ');
        }
    bool any = false, supported = false; /* what the cells include comes too late for it */
    for (int i = 0; i < SUPPORT_COUNT; i++)
        supported |= x->support[i];
    VEC_EACH (h, &x->headers) {
        if (!supported && export_has_name(&x->included, *h))
            continue;
        buf_printf(out, "#include <%s>\n", *h);
        any = true;
    }
    buf_puts(out, any ? "\n" : "");
}

/* What headers of libraries need of the linker. */
static void put_libraries(const struct exporter *x, struct buf *out)
{
    static const char *const libraries[][2] = {
        {"cublas",   "cublas"  },
        {"cufft",    "cufft"   },
        {"curand.h", "curand"  },
        {"cusparse", "cusparse"},
        {"cusolver", "cusolver"},
    };
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
        bool needed = false;
        VEC_EACH (h, &x->included)
            needed |= !strncmp(*h, libraries[i][0], strlen(libraries[i][0]));
        if (needed)
            buf_printf(out, "-l%s ", libraries[i][1]);
    }
}

static void assemble(struct exporter *x, struct buf *out)
{
    const char *name = x->in->program;
    const char *base = strrchr(name, '/') ? strrchr(name, '/') + 1 : name;
    size_t stem = strlen(base);
    stem = stem > 3 && !strcmp(base + stem - 3, ".cu") ? stem - 3 : stem;
    if (x->support[SUPPORT_SHOW] || x->support[SUPPORT_EXPRESSION] || x->support[SUPPORT_REDUCE])
        x->support[SUPPORT_CHECK] = true;
    x->support[SUPPORT_ARRAY] |= x->support[SUPPORT_EXPRESSION];
    x->support[SUPPORT_CHECK] |= x->support[SUPPORT_ARRAY];
    buf_printf(out,
               "// Exported from a Warpcell session. Build it with:\n"
               "//     nvcc -std=c++17 %s",
               x->extended_lambda ? "--extended-lambda " : "");
    for (size_t i = 0; x->in->like && lang_folder(x->in->like, i); i++)
        buf_printf(out, "-I %s ", lang_folder(x->in->like, i));
    put_libraries(x, out);
    buf_printf(out, "-o %.*s %s\n\n", (int) stem, base, base);
    put_headers(x, out);
    if (x->support[SUPPORT_ARRAY] && x->support[SUPPORT_SHOW])
        buf_puts(out, "#define WARPCELL_ARRAYS\n");
    put_support(x, out);
    buf_put(out, x->definitions.p ? x->definitions.p : "", x->definitions.n);
    if (x->keeps_main)
        return;
    buf_printf(out, "%sint main(%s)\n{\n", x->definitions.n ? "\n" : "",
               x->arguments ? "int argc, char **argv" : "");
    const char *body = x->statements.p ? x->statements.p : "";
    buf_puts(out, *body == '\n' ? body + 1 : body);
    for (; x->depth; x->depth--) {
        buf_pad(out, ' ', 4 * x->depth);
        buf_puts(out, "}\n");
    }
    buf_puts(out, "    return 0;\n}\n");
}

static void exporter_free(struct exporter *x)
{
    for (size_t i = x->in->count; i-- > 0;)
        unit_free(&x->cells[i].unit);
    free(x->cells);
    lang_free(&x->lang);
    names_free(&x->names);
    sources_free(&x->sources);
    intern_free(&x->intern);
    buf_free(&x->definitions);
    buf_free(&x->statements);
    buf_free(&x->kernels);
    VEC_FREE(&x->defined);
    VEC_FREE(&x->variables);
    VEC_FREE(&x->renamed);
    VEC_FREE(&x->missing);
    VEC_FREE(&x->global);
    VEC_FREE(&x->macros);
    VEC_FREE(&x->headers);
    VEC_FREE(&x->included);
}

/* Notes outlive the exporter. */
static void keep_notes(struct exporter *x)
{
    struct export_result *r = x->out;
    r->note_count = x->notes.n;
    r->notes = ARENA_ARRAY(&r->arena, struct export_note, x->notes.n + 1);
    if (x->notes.n)
        memcpy(r->notes, x->notes.at, x->notes.n * sizeof *r->notes);
    VEC_FREE(&x->notes);
}

void export_cells(const struct export_input *in, struct export_result *out)
{
    memset(out, 0, sizeof *out);
    struct exporter x = {.in = in, .out = out, .arena = &out->arena};
    struct lang_hooks hooks = {
        .builtins = in->builtins, .prelude = in->prelude, .interrupt = in->interrupt};
    x.intern = intern_new();
    x.sources = sources_new();
    x.lang = lang_new(x.intern, x.sources, &hooks);
    names_init(&x.names, x.intern);
    keywords_define(&x.names);
    for (size_t i = 0; in->like && lang_folder(in->like, i); i++)
        lang_add_folder(x.lang, lang_folder(in->like, i));
    x.cells = calloc(in->count + 1, sizeof *x.cells);
    for (size_t i = 0; i < in->count && !out->interrupted; i++) {
        x.cells[i].in = in->cells + i;
        check_cell(&x, x.cells + i);
    }
    find_changing_macros(&x);
    find_main(&x);
    for (x.at = 0; x.at < in->count && !out->interrupted; x.at++)
        write_cell(&x);
    if (!out->interrupted)
        assemble(&x, &out->program);
    keep_notes(&x);
    exporter_free(&x);
}

void export_free(struct export_result *r)
{
    buf_free(&r->program);
    arena_free(&r->arena);
}
