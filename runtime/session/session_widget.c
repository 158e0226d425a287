/* SPDX-License-Identifier: Apache-2.0 */
/* Widgets, and the cells that run again when one of their widgets moves. A widget is identified by its kind and label for
 * the life of the session, so a program gets its current value by asking for it again. It is shown once in each run of a
 * cell. */
#include "session/session_internal.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"

struct widget {
    struct wc_widget w;
    char *label, *text, **options;
    uint64_t shown_in;        /* the last run that showed it */
    struct widget_replay *in; /* the interactive cell that is run again when it moves */
};

struct widget_replay {
    unsigned number;
    char *name, *code; /* without its first line */
    bool due, no_timing;
};

struct session_widgets {
    VEC(struct widget *) all;
    VEC(struct widget_replay *) replays;
    struct widget_replay *now; /* the interactive cell that is running */
    bool again;                /* not its first run: its widgets are on the page already */
    uint64_t run;              /* counts cells */
};

struct session_widgets *session_widgets_new(void)
{
    return xcalloc(1, sizeof(struct session_widgets));
}

static void forget_content(struct widget *x)
{
    for (size_t i = 0; i < x->w.option_count; i++)
        free(x->options[i]);
    free(x->options);
    free(x->text);
    x->options = NULL;
    x->text = NULL;
}

void session_widgets_free(struct session_widgets **at)
{
    struct session_widgets *ws = *at;
    VEC_EACH (x, &ws->all) {
        forget_content(*x);
        free((*x)->label);
        free(*x);
    }
    VEC_EACH (r, &ws->replays) {
        free((*r)->name);
        free((*r)->code);
        free(*r);
    }
    VEC_FREE(&ws->all);
    VEC_FREE(&ws->replays);
    free(ws);
    *at = NULL;
}

/* ---- widgets ---- */

static double in_range(const struct wc_widget *w, double v)
{
    if (w->kind == WC_CHECKBOX)
        return v != 0;
    if (w->kind == WC_BUTTON || w->kind == WC_HTML)
        return v;
    v = !(v >= w->low) ? w->low : v > w->high ? w->high : v; /* a NaN becomes the minimum */
    if (w->kind == WC_INT_SLIDER || w->kind == WC_DROPDOWN)
        v = (double) (int64_t) v;
    bool slider = w->kind == WC_INT_SLIDER || w->kind == WC_FLOAT_SLIDER;
    double on_grid = slider && w->step > 0 ? w->low + round((v - w->low) / w->step) * w->step : v;
    return on_grid > w->high ? on_grid - w->step : on_grid;
}

static struct widget *find(struct session_widgets *ws, const struct wc_widget *wanted)
{
    VEC_EACH (x, &ws->all)
        if ((*x)->w.kind == wanted->kind && !strcmp((*x)->label, wanted->label))
            return *x;
    return NULL;
}

static void copy_content(struct widget *x, const struct wc_widget *from)
{
    forget_content(x);
    x->text = from->text ? xstrdup(from->text) : NULL;
    x->options = from->option_count ? xcalloc(from->option_count, sizeof *x->options) : NULL;
    for (size_t i = 0; i < from->option_count; i++)
        x->options[i] = xstrdup(from->options[i]);
}

static bool same_content(const struct wc_widget *a, const struct wc_widget *b)
{
    bool same = a->low == b->low && a->high == b->high && a->step == b->step &&
                a->option_count == b->option_count &&
                !strcmp(a->text ? a->text : "", b->text ? b->text : "");
    for (size_t i = 0; same && i < a->option_count; i++)
        same = !strcmp(a->options[i], b->options[i]);
    return same;
}

/* Only the program changes these. */
static bool is_output(const struct wc_widget *w)
{
    return w->kind == WC_PROGRESS || w->kind == WC_HTML;
}

/* Updates an existing widget as the program asks. true: the front end must be notified. */
static bool revise(struct widget *x, const struct wc_widget *asked)
{
    double value = in_range(asked, is_output(asked) ? asked->value : x->w.value);
    bool changed = value != x->w.value || !same_content(&x->w, asked);
    if (changed) {
        unsigned id = x->w.id;
        copy_content(x, asked);
        x->w = *asked;
        x->w.id = id;
        x->w.value = value;
    }
    return changed;
}

static struct widget *add(struct session_widgets *ws, const struct wc_widget *asked)
{
    struct widget *x = xcalloc(1, sizeof *x);
    x->label = xstrdup(asked->label);
    copy_content(x, asked);
    x->w = *asked;
    VEC_PUSH(&ws->all, x);
    x->w.id = (unsigned) ws->all.n;
    x->w.value = in_range(&x->w, x->w.value);
    return x;
}

static void say_default(struct wc_session *s, const struct wc_widget *w)
{
    struct buf line = {0};
    buf_printf(&line, "%s: ", w->label);
    if (w->kind == WC_PROGRESS)
        buf_printf(&line, "%.0f %%\n", 100 * w->value);
    else if (w->kind == WC_HTML)
        buf_printf(&line, "%s\n", w->text);
    else if (w->kind == WC_DROPDOWN)
        buf_printf(&line, "%s (the default: no widgets are available here)\n",
                   w->options[(size_t) w->value]);
    else
        buf_printf(&line, "%g (the default: no widgets are available here)\n", w->value);
    session_stream(s, 2, line.p, line.n);
    buf_free(&line);
}

bool session_widget(void *session, struct wc_widget *w)
{
    struct wc_session *s = session;
    struct session_widgets *ws = s->widgets;
    struct widget *x = find(ws, w);
    bool fresh = !x, changed = x && revise(x, w);
    if (!x)
        x = add(ws, w);
    x->w.label = x->label;
    x->w.text = x->text;
    x->w.options = (const char *const *) x->options;
    bool show = x->shown_in != ws->run && !(ws->again && x->in == ws->now);
    if (ws->now && !is_output(w))
        x->in = ws->now;
    x->shown_in = ws->run;
    if (!s->options.on.widget) {
        if (fresh || (changed && is_output(w)))
            say_default(s, &x->w);
    } else if (!s->silent && (show || changed)) {
        session_flush(s);
        if (changed)
            s->options.on.widget(s->options.on.user, &x->w, false);
        if (show)
            s->options.on.widget(s->options.on.user, &x->w, true);
    }
    w->value = x->w.value;
    return true;
}

bool wc_widget_set(struct wc_session *s, unsigned id, double value)
{
    struct session_widgets *ws = s->widgets;
    if (!id || id > ws->all.n)
        return false;
    struct widget *x = ws->all.at[id - 1];
    double now = in_range(&x->w, value);
    if (now != x->w.value && x->in)
        x->in->due = true;
    x->w.value = now;
    return true;
}

/* ---- cells that run again ---- */

static const char mark[] = "%%interact";

/* The end of the mark, or NULL if the cell does not start with it. */
static char *after_mark(char *code)
{
    code += strspn(code, " \t\r\n");
    size_t n = strlen(mark);
    if (strncmp(code, mark, n) || (code[n] && !isspace((unsigned char) code[n])))
        return NULL;
    return code + n;
}

void session_interact(struct wc_session *s, const struct wc_cell *cell, char *code)
{
    struct session_widgets *ws = s->widgets;
    char *rest = after_mark(code);
    ws->run++;
    if (!rest)
        return;
    for (char *p = code; p < rest; p++) /* keeps lines and columns of messages unchanged */
        *p = isspace((unsigned char) *p) ? *p : ' ';
    struct widget_replay *r = xcalloc(1, sizeof *r);
    VEC_PUSH(&ws->replays, r);
    *r = (struct widget_replay){.number = (unsigned) ws->replays.n,
                                .name = xstrdup(cell->name),
                                .code = xstrndup(code, cell->size),
                                .no_timing = cell->no_timing};
    ws->now = r;
    ws->again = false;
    if (s->options.on.widget && s->options.on.interactive && !cell->silent)
        s->options.on.interactive(s->options.on.user, r->number);
}

void session_interact_end(struct wc_session *s)
{
    s->widgets->now = NULL;
}

unsigned wc_interactive_due(const struct wc_session *s)
{
    VEC_EACH (r, &s->widgets->replays)
        if ((*r)->due)
            return (*r)->number;
    return 0;
}

enum wc_status wc_interactive_run(struct wc_session *s, unsigned n)
{
    struct session_widgets *ws = s->widgets;
    CHECK(n && n <= ws->replays.n);
    struct widget_replay *r = ws->replays.at[n - 1];
    struct wc_cell cell = {
        .name = r->name, .code = r->code, .size = strlen(r->code), .no_timing = r->no_timing};
    r->due = false;
    ws->run++;
    ws->now = r;
    ws->again = true;
    s->options.on.interactive(s->options.on.user, n);
    enum wc_status status = session_run(s, &cell);
    ws->now = NULL;
    return status;
}
