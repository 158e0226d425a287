/* SPDX-License-Identifier: Apache-2.0 */
/* The errors of a text that does not run: it is checked, and its kernels are compiled. Next: session_passes.c. */
#include "session/cell/session_state.h"

#include <string.h>

/* How many UTF-16 code units these bytes of UTF-8 are. */
static unsigned utf16_length(const char *p, size_t n)
{
    unsigned units = 0;
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char) p[i];
        units += (c & 0xC0) != 0x80; /* the first byte of a character */
        units += c >= 0xF0;          /* which needs two */
    }
    return units;
}

struct wc_place session_place(const struct source *src, uint32_t offset)
{
    struct place at = source_place(src, offset);
    struct str line = source_line(src, at.line);
    size_t bytes = at.column - 1 < line.n ? at.column - 1 : line.n;
    return (struct wc_place){at.line - 1, utf16_length(line.p, bytes)};
}

/* "an error: its label", then lines with notes and help. */
static void put_message(struct buf *out, const struct sources *sources, const struct source *src,
                        const struct diag *d)
{
    const struct source *there = source_get(sources, d->at.source);
    if (there && there != src)
        buf_printf(out, "%s, line %u: ", there->name, source_place(there, d->at.start).line);
    buf_puts(out, d->text);
    if (d->label)
        buf_printf(out, ": %s", d->label);
    for (const struct diag_note *n = d->notes; n; n = n->next)
        buf_printf(out, "\nnote: %s", n->text);
    if (d->help)
        buf_printf(out, "\nhelp: %s", d->help);
}

/* Where the text is the cause: the error itself, or a note of one that is found elsewhere. */
static struct span span_in(const struct source *src, const struct diag *d)
{
    if (d->at.source == src->id)
        return d->at;
    for (const struct diag_note *n = d->notes; n; n = n->next)
        if (n->at.source == src->id)
            return n->at;
    return (struct span){src->id, 0, 0};
}

void session_each_diagnostic(const struct sources *sources, const struct source *src,
                             const struct diags *diags, session_see_fn *see, void *user)
{
    for (const struct diag *d = diags->first; d; d = d->next) {
        struct span at = span_in(src, d);
        struct buf message = {0};
        put_message(&message, sources, src, d);
        struct wc_diagnostic one = {.warning = d->level == DIAG_WARNING,
                                    .start = session_place(src, at.start),
                                    .end = session_place(src, at.end),
                                    .kind = diag_kind_name(d->kind),
                                    .message = message.p};
        see(user, &one);
        buf_free(&message);
    }
}

bool session_diagnose(struct wc_session *s, const char *name, struct str code, session_see_fn *see,
                      void *user)
{
    struct diags diags = {0};
    const struct source *src = sources_try(s->sources, SOURCE_CELL, name, code.p, code.n);
    struct unit *u = lang_check(s->lang, src, &diags);
    bool ok = u && launch_compile(s->launcher, u, &diags);
    if (u) {
        launch_abandon(s->launcher, u);
        unit_free(&u);
    }
    session_each_diagnostic(s->sources, src, &diags, see, user);
    diags_free(&diags);
    sources_end_trial(s->sources);
    return ok;
}
