/* SPDX-License-Identifier: Apache-2.0 */
/* %xray: runs a statement with every request of its launches counted, and shows a page for each kernel. Next: device/xray.h for the
 * counts, display/xray/xray_page.h for the page, xray_advice.c. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "display/xray/xray_page.h"
#include "magic/magic_internal.h"
#include "magic/measure/xray_advice.h"
#include "ptx/ptx.h"

enum { ROWS_MOST = 60, GAP_MOST = 4 /* lines without code that are shown */, PICTURES_MOST = 6 };

struct composed { /* a page while it is made */
    struct wc_session *s;
    struct xray_kernel *kernel;
    struct arena arena;
    VEC(struct xray_row) rows;
    VEC(struct xray_picture) pictures;
    VEC(const char *) advice;
    uint64_t worst,
        least;        /* excess of the worst line; lines with fewer instructions are left out */
    const char *file; /* of the first line: others are named */
    uint32_t left_out;
};

static const char *line_text(struct composed *c, const struct xray_line *l)
{
    const struct source *src = *l->file ? source_named(c->s->sources, l->file) : NULL;
    if (!src)
        return l->ptx;
    struct str text = source_line(src, l->line);
    return arena_strndup(&c->arena, text.p, text.n);
}

static const char *line_place(struct composed *c, const char *file, uint32_t line)
{
    const char *name = strrchr(file, '/') ? strrchr(file, '/') + 1 : file;
    if (!*file)
        return arena_printf(&c->arena, "ptx:%" PRIu32, line);
    return file == c->file ? arena_printf(&c->arena, "%" PRIu32, line)
                           : arena_printf(&c->arena, "%s:%" PRIu32, name, line);
}

/* ---- pictures and advice ---- */

/* The line of the source that declares a __shared__ variable. */
static struct str declaration_of(struct composed *c, const char *file, const char *variable)
{
    const struct source *src = variable && *file ? source_named(c->s->sources, file) : NULL;
    for (uint32_t i = 1; src && i <= src->line_count; i++) {
        struct str line = str_trim(source_line(src, i));
        if (memmem(line.p, line.n, "__shared__", 10) &&
            memmem(line.p, line.n, variable, strlen(variable)))
            return line;
    }
    return (struct str){"", 0};
}

static void name_array(struct composed *c, struct xray_picture *p)
{
    const struct xray_memory *m = p->memory;
    struct device_allocation hit;
    if (m->shared && m->variable) {
        struct str name = ptx_variable_name(m->variable);
        p->array = arena_strndup(&c->arena, name.p, name.n);
        p->array_at = m->variable_at;
    } else if (!m->shared && m->samples.n) {
        const struct xray_sample *s = m->samples.at;
        if (!device_find(launcher_observed(c->s->launcher), s->addresses[__builtin_ctz(s->mask)],
                         &hit))
            return;
        p->array = arena_printf(&c->arena, "%s", hit.name ? hit.name : "memory");
        p->array_at = hit.start;
    }
}

static void add_picture(struct composed *c, const struct xray_line *l, const struct xray_memory *m)
{
    struct xray_picture p = {.memory = m,
                             .line_excess = xray_line_excess(l),
                             .text = line_text(c, l),
                             .place = line_place(c, l->file, l->line)};
    name_array(c, &p);
    struct str line = str_trim(str_of(p.text));
    struct xray_advice advice = xray_advise(&c->arena, m, m->shared ? p.array : NULL, line,
                                            declaration_of(c, l->file, m->shared ? p.array : NULL));
    p.advice = advice.text;
    p.changed = advice.changed;
    VEC_PUSH(&c->pictures, p);
}

static int worst_first(const void *a, const void *b)
{
    const struct xray_picture *p = a, *q = b;
    const struct xray_memory *m = p->memory, *n = q->memory;
    const uint64_t x[] = {p->line_excess, xray_excess(m), m->sectors + m->passes, n->inst},
                   y[] = {q->line_excess, xray_excess(n), n->sectors + n->passes, m->inst};
    for (size_t i = 0; i < sizeof x / sizeof *x; i++)
        if (x[i] != y[i])
            return x[i] < y[i] ? 1 : -1;
    return 0;
}

/* The worst of each line, the worst line first. */
static void choose_pictures(struct composed *c)
{
    size_t kept = 0;
    if (c->pictures.n)
        qsort(c->pictures.at, c->pictures.n, sizeof *c->pictures.at, worst_first);
    for (size_t i = 0; i < c->pictures.n && kept < PICTURES_MOST; i++) {
        bool again = false;
        for (size_t k = 0; k < kept; k++)
            again |= !strcmp(c->pictures.at[k].place, c->pictures.at[i].place);
        if (!again)
            c->pictures.at[kept++] = c->pictures.at[i];
    }
    c->pictures.n = kept;
}

static void add_branch_advice(struct composed *c, const struct xray_line *l)
{
    struct xray_advice a = xray_advise_branch(&c->arena, l, str_trim(str_of(line_text(c, l))));
    const char *place = line_place(c, l->file, l->line);
    if (a.changed)
        VEC_PUSH(&c->advice, arena_printf(&c->arena, "line %s: %s: %s", place, a.text, a.changed));
    else if (a.text)
        VEC_PUSH(&c->advice, arena_printf(&c->arena, "line %s: %s", place, a.text));
}

/* ---- rows ---- */

static void add_row(struct composed *c, const char *file, uint32_t line, const struct xray_line *l)
{
    const struct source *src = *file ? source_named(c->s->sources, file) : NULL;
    struct xray_row row = {.place = line_place(c, file, line), .line = l};
    struct str text = src ? source_line(src, line) : (struct str){"", 0};
    row.text = src ? arena_strndup(&c->arena, text.p, text.n) : l ? l->ptx : "";
    if (l && c->worst)
        row.heat = (double) xray_line_excess(l) / (double) c->worst;
    VEC_PUSH(&c->rows, row);
}

static int descending(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;
    return (x < y) - (x > y);
}

/* With many lines, only those that executed most are shown, and those with an excess. */
static void measure(struct composed *c)
{
    struct xray_kernel *k = c->kernel;
    uint64_t *instructions = xcalloc(k->lines.n + 1, sizeof *instructions);
    for (size_t i = 0; i < k->lines.n; i++) {
        uint64_t excess = xray_line_excess(k->lines.at + i);
        c->worst = excess > c->worst ? excess : c->worst;
        instructions[i] = k->lines.at[i].instructions;
    }
    qsort(instructions, k->lines.n, sizeof *instructions, descending);
    c->least = k->lines.n > ROWS_MOST ? instructions[ROWS_MOST - 1] : 0;
    free(instructions);
}

static void add_rows(struct composed *c)
{
    const struct xray_line *before = NULL;
    VEC_EACH (l, &c->kernel->lines) {
        if (l->instructions < c->least && !xray_line_excess(l)) {
            c->left_out++;
            continue;
        }
        bool near =
            before && *l->file && before->file == l->file && l->line - before->line <= GAP_MOST;
        for (uint32_t line = near ? before->line + 1 : l->line; line < l->line; line++)
            add_row(c, l->file, line, NULL);
        add_row(c, l->file, l->line, l);
        VEC_EACH (m, &l->memory)
            add_picture(c, l, m);
        add_branch_advice(c, l);
        before = l;
    }
    choose_pictures(c);
}

/* ---- the page ---- */

static void put_extent(struct buf *out, struct device_dim d)
{
    if (d.y == 1 && d.z == 1)
        buf_printf(out, "%" PRIu32, d.x);
    else
        buf_printf(out, "(%" PRIu32 ", %" PRIu32 ", %" PRIu32 ")", d.x, d.y, d.z);
}

static const char *title_of(struct composed *c)
{
    const struct xray_kernel *k = c->kernel;
    const struct launch_record *r = launcher_tagged(c->s->launcher, k->tag);
    struct str name = ptx_function_name(k->name);
    struct buf text = {0};
    if (r && r->label)
        buf_puts(&text, r->label);
    else if (r)
        buf_puts(&text, r->kernel->name);
    else
        buf_put(&text, name.p, name.n);
    if (r && !r->label && r->template_args)
        buf_printf(&text, "<%s>", r->template_args);
    buf_puts(&text, "<<<");
    put_extent(&text, k->grid);
    buf_puts(&text, ", ");
    put_extent(&text, k->block);
    buf_puts(&text, ">>>");
    if (k->launches > 1)
        buf_printf(&text, ", %" PRIu64 " launches", k->launches);
    const char *copy = arena_strndup(&c->arena, text.p, text.n);
    buf_free(&text);
    return copy;
}

static const char *note_of(struct composed *c)
{
    struct buf text = {0};
    if (c->left_out)
        buf_printf(&text, "%" PRIu32 " lines with few instructions are left out. ", c->left_out);
    if (c->kernel->cut)
        buf_puts(&text,
                 "A block touched more sectors than are remembered: 'again' is a lower bound.");
    const char *copy = text.n ? arena_strndup(&c->arena, text.p, text.n) : NULL;
    buf_free(&text);
    return copy;
}

static void show_kernel(struct wc_session *s, struct xray_kernel *k)
{
    struct composed c = {.s = s, .kernel = k, .file = k->lines.n ? k->lines.at[0].file : ""};
    struct display d = {0};
    measure(&c);
    add_rows(&c);
    struct xray_page page = {.title = title_of(&c),
                             .note = note_of(&c),
                             .id = arena_printf(&c.arena, "xray-%u", ++s->pages),
                             .grid = k->grid,
                             .rows = c.rows.at,
                             .row_count = (uint32_t) c.rows.n,
                             .pictures = c.pictures.at,
                             .picture_count = (uint32_t) c.pictures.n,
                             .advice = c.advice.at,
                             .advice_count = (uint32_t) c.advice.n};
    display_xray(&d, &page, &s->vm->style);
    session_display(s, &d, WC_DISPLAY);
    display_free(&d);
    VEC_FREE(&c.rows);
    VEC_FREE(&c.pictures);
    VEC_FREE(&c.advice);
    arena_free(&c.arena);
}

static bool xray_unit(struct wc_session *s, struct unit *u)
{
    struct span at = {0};
    size_t n;
    bool ok = u && launcher_xray(s->launcher, s->diags, at) && session_perform(s, u);
    struct xray_kernel *const *kernels = launcher_xray_kernels(s->launcher, &n);
    for (size_t i = 0; ok && i < n; i++)
        show_kernel(s, kernels[i]);
    launcher_xray_end(s->launcher);
    s->no_timing = true; /* the times of observed launches mean nothing */
    if (ok && !n) {
        struct buf text = {0};
        buf_puts(&text, "nothing was launched\n");
        magic_text_show(s, &text, WC_DISPLAY);
        buf_free(&text);
    }
    if (u)
        session_done(s, u);
    return ok;
}

MAGIC(xray)
{
    return magic_run_statement(s, args, at, "%xray", xray_unit);
}

CELL_MAGIC(xray)
{
    return magic_run_body(s, body, xray_unit);
}
