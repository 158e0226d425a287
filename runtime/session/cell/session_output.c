/* SPDX-License-Identifier: Apache-2.0 */
/* Output of the session: text in whole characters, displays, the errors and warnings of a cell. */
#include "session/cell/session_state.h"

#include <stdlib.h>
#include <string.h>

#include "base/ranks.h"
#include "base/utf8.h"
#include "session/cell/session_clock.h"

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
    if (s->options.bytes) {
        s->options.on.stream(s->options.on.user, fd, text, n);
        return;
    }
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

/* An interrupt ends the program's input before the program notices it: the rest of a scanf must not prompt again. */
char *session_input(void *session, const char *prompt)
{
    struct wc_session *s = session;
    if (!s->options.on.input || atomic_load(&s->interrupt))
        return NULL;
    s->polling = true; /* requests may be answered while the user thinks */
    session_clock_pause(s->clock);
    char *line = s->options.on.input(s->options.on.user, prompt, false);
    session_clock_resume(s->clock);
    s->polling = false;
    return line;
}

char *session_command(struct wc_session *s, const char *prompt)
{
    if (!s->options.on.command)
        return session_input(s, prompt);
    if (atomic_load(&s->interrupt))
        return NULL;
    s->polling = true;
    session_clock_pause(s->clock);
    char *line = s->options.on.command(s->options.on.user, prompt);
    session_clock_resume(s->clock);
    s->polling = false;
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

void session_table(struct wc_session *s, const struct table *t)
{
    struct display d = {0};
    display_table(&d, t, &s->vm->style);
    session_display(s, &d, WC_DISPLAY);
    display_free(&d);
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

static char *render_all(struct wc_session *s, const struct diags *diags, enum diag_level level,
                        enum render_style style)
{
    struct buf out = {0};
    struct ranks ranks;
    ranks_read(&ranks);
    if (ranks.size > 1) /* the launcher mixes the output of all */
        buf_printf(&out, "rank %d: ", ranks.rank);
    diags_render(&out, s->sources, diags, level, style);
    return buf_take(&out);
}

void session_error(struct wc_session *s, const struct diags *diags)
{
    const struct diag *d = diags_first_error(diags);
    if (!d) { /* a failure without its diag: report at least that */
        struct wc_error e = {"InternalError", "the cell failed without an error message",
                             "bug in warpcell: the cell failed without saying why\n",
                             "bug in warpcell: the cell failed without saying why\n"};
        s->options.on.error(s->options.on.user, &e);
        return;
    }
    char *plain = render_all(s, diags, DIAG_ERROR, RENDER_PLAIN),
         *ansi =
             render_all(s, diags, DIAG_ERROR, s->options.terminal ? RENDER_ANSI : RENDER_NOTEBOOK);
    struct wc_error e = {diag_class_name(d->kind), d->text, plain, ansi};
    s->options.on.error(s->options.on.user, &e);
    free(plain);
    free(ansi);
}

void session_ended(struct wc_session *s)
{
    struct buf text = {0}, plain = {0};
    buf_printf(&text, "the program ended with status %d", s->exit_code);
    buf_printf(&plain, "exit: %s\n", text.p);
    struct wc_error e = {"SystemExit", text.p, plain.p, plain.p};
    s->options.on.error(s->options.on.user, &e);
    buf_free(&text);
    buf_free(&plain);
}

void session_warnings(struct wc_session *s, const struct diags *diags)
{
    if (!diags->warnings)
        return;
    char *text = render_all(s, diags, DIAG_WARNING,
                            s->options.terminal   ? RENDER_ANSI
                            : s->options.notebook ? RENDER_STREAM
                                                  : RENDER_PLAIN);
    session_stream(s, 2, text, strlen(text));
    free(text);
}
