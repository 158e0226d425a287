/* SPDX-License-Identifier: Apache-2.0 */
/* What leaves the session: text in whole characters, displays, the error of a cell, the table of its launches. */
#include "session_state.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

/* ---- streams ---- */

static void put_clean(struct wc_session *s, int fd, const char *text, size_t n)
{
    if (utf8_valid(text, n)) {
        s->options.on.stream(s->options.on.user, fd, text, n);
        return;
    }
    struct buf clean = {0};
    utf8_clean(&clean, text, n);
    s->options.on.stream(s->options.on.user, fd, clean.p, clean.n);
    buf_free(&clean);
}

void session_stream(void *session, int fd, const char *text, size_t n)
{
    struct wc_session *s = session;
    struct tail *t = s->tails + fd;
    if (s->silent && !s->file)
        return;
    if (!t->n && utf8_cut(text, n) == n) {
        put_clean(s, fd, text, n);
        return;
    }
    struct buf joined = {0};
    buf_put(&joined, t->bytes, t->n);
    buf_put(&joined, text, n);
    size_t whole = utf8_cut(joined.p, joined.n);
    t->n = joined.n - whole;
    memcpy(t->bytes, joined.p + whole, t->n);
    if (whole)
        put_clean(s, fd, joined.p, whole);
    buf_free(&joined);
}

char *session_input(void *session, const char *prompt)
{
    struct wc_session *s = session;
    if (!s->options.on.input)
        return NULL;
    s->looking = true; /* questions may be answered while the user thinks */
    char *line = s->options.on.input(s->options.on.user, prompt, false);
    s->looking = false;
    return line;
}

void session_flush(struct wc_session *s)
{
    for (int fd = 1; fd <= 2; fd++) {
        if (s->tails[fd].n)
            put_clean(s, fd, s->tails[fd].bytes, s->tails[fd].n);
        s->tails[fd].n = 0;
    }
}

/* ---- displays ---- */

void session_display(struct wc_session *s, const struct display *d, enum wc_output what)
{
    struct wc_mime mimes[6];
    struct wc_bundle bundle;
    session_flush(s);
    display_bundle(d, mimes, &bundle);
    s->options.on.output(s->options.on.user, what, &bundle);
}

void session_show(void *session, const struct display *d, bool result)
{
    struct wc_session *s = session;
    if (s->capture && result) {
        const struct display_item *text = d->items + d->count - 1;
        for (uint32_t i = 0; i < d->count; i++)
            if (!strcmp(d->items[i].type, "text/plain"))
                text = d->items + i;
        buf_put(s->capture, text->data.p ? text->data.p : "", text->data.n);
    } else if (!s->silent && !(result && s->file)) {
        session_display(s, d, result ? WC_RESULT : WC_DISPLAY);
    }
}

/* ---- errors ---- */

static const struct diag *first_error(const struct diags *diags)
{
    const struct diag *d = diags->first;
    while (d && d->level != DIAG_ERROR)
        d = d->next;
    return d;
}

static char *render_all(struct wc_session *s, const struct diags *diags, enum diag_level level,
                        enum render_style style)
{
    struct buf out = {0};
    for (const struct diag *d = diags->first; d; d = d->next)
        if (d->level == level)
            diag_render(&out, s->sources, d, style);
    return buf_take(&out);
}

void session_error(struct wc_session *s, const struct diags *diags)
{
    const struct diag *d = first_error(diags);
    if (!d) { /* a failure without its diag: say so rather than nothing */
        struct wc_error e = {"InternalError", "the cell failed without saying why",
                             "bug in warpcell: the cell failed without saying why\n",
                             "bug in warpcell: the cell failed without saying why\n"};
        s->options.on.error(s->options.on.user, &e);
        return;
    }
    char *plain = render_all(s, diags, DIAG_ERROR, RENDER_PLAIN),
         *ansi = render_all(s, diags, DIAG_ERROR, RENDER_ANSI);
    struct wc_error e = {diag_class_name(d->kind), d->text, plain, ansi};
    s->options.on.error(s->options.on.user, &e);
    free(plain);
    free(ansi);
}

void session_warnings(struct wc_session *s, const struct diags *diags)
{
    if (!diags->warnings)
        return;
    char *text =
        render_all(s, diags, DIAG_WARNING, s->options.terminal ? RENDER_ANSI : RENDER_PLAIN);
    session_stream(s, 2, text, strlen(text));
    free(text);
}

/* ---- the table of launches ---- */

static bool same_dim(struct device_dim a, struct device_dim b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

struct group { /* launches of one kernel with one shape */
    struct timing_row row;
    VEC(uint64_t) times;
};

static int by_time(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;
    return (x > y) - (x < y);
}

static const char *kernel_label(struct wc_session *s, const struct launch_record *r)
{
    return r->template_args ? arena_printf(&s->answers, "%s<%s>", r->kernel->name, r->template_args)
                            : r->kernel->name;
}

static void finish(struct group *g)
{
    qsort(g->times.at, g->times.n, sizeof *g->times.at, by_time);
    g->row.calls = (uint32_t) g->times.n;
    g->row.min_ns = g->times.at[0];
    g->row.median_ns = g->times.at[g->times.n / 2];
    VEC_EACH (t, &g->times)
        g->row.total_ns += *t;
    VEC_FREE(&g->times);
}

static void show_timings(struct wc_session *s, const struct launch_record *records, uint32_t count)
{
    VEC(struct group) groups = {0};
    VEC(struct timing_row) rows = {0};
    for (uint32_t i = 0; i < count; i++) {
        const struct launch_record *r = records + i;
        const char *label = kernel_label(s, r);
        size_t k = 0;
        while (k < groups.n && !(!strcmp(groups.at[k].row.kernel, label) &&
                                 same_dim(groups.at[k].row.grid, r->grid) &&
                                 same_dim(groups.at[k].row.block, r->block) &&
                                 groups.at[k].row.shared == r->shared))
            k++;
        if (!r->finished)
            continue;
        if (k == groups.n)
            VEC_PUSH(
                &groups,
                (struct group){
                    .row = {
                            .kernel = label, .grid = r->grid, .block = r->block, .shared = r->shared}
            });
        VEC_PUSH(&groups.at[k].times, r->ns);
    }
    VEC_EACH (g, &groups) {
        finish(g);
        VEC_PUSH(&rows, g->row);
    }
    if (rows.n) {
        const struct device_props *p = device_props(launcher_opened(s->launcher));
        struct display d = {0};
        char *label = arena_printf(&s->answers, "%s device: %s, %u core%s", p->id, p->name,
                                   p->multiprocessors, p->multiprocessors == 1 ? "" : "s");
        display_timings(&d, rows.at, (uint32_t) rows.n, label, &s->vm->style);
        session_display(s, &d, WC_DISPLAY);
        display_free(&d);
    }
    VEC_FREE(&rows);
    VEC_FREE(&groups);
}

void session_timings(struct wc_session *s)
{
    uint32_t count;
    const struct launch_record *records = launch_records(s->launcher, &count);
    if (count && s->timing == TIMING_ON && !s->silent && !s->no_timing)
        show_timings(s, records, count);
    launch_records_clear(s->launcher);
    arena_free(&s->answers);
}
