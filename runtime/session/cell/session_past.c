/* SPDX-License-Identifier: Apache-2.0 */
/* The cells that have run, for %export: their texts, and where those that failed did. */
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "session/cell/session_state.h"

static uint32_t line_of_failure(const struct wc_session *s, const struct wc_cell *cell,
                                const struct diags *diags)
{
    const struct diag *d = diags_first_error(diags);
    const struct source *src = d ? source_get(s->sources, d->at.source) : NULL;
    bool here =
        src && src->kind == SOURCE_CELL && !strncmp(src->name, cell->name, strlen(cell->name));
    return here ? source_place(src, d->at.start).line : 0;
}

void session_remember(struct wc_session *s, const struct wc_cell *cell, bool ok,
                      const struct diags *diags)
{
    if (cell->silent || cell->file || s->capture)
        return;
    VEC_PUSH(&s->past, ((struct past_cell){xstrdup(cell->name), xstrndup(cell->code, cell->size),
                                           !ok, ok ? 0 : line_of_failure(s, cell, diags)}));
}

void session_forget_past(struct wc_session *s)
{
    VEC_EACH (c, &s->past) {
        free(c->name);
        free(c->text);
    }
    VEC_FREE(&s->past);
}
