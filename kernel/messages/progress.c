/* SPDX-License-Identifier: Apache-2.0 */
/* Long work as a display that is updated: a bar of HTML that survives sanitising, and the same in plain text. */
#include <stdio.h>
#include <string.h>

#include "messages/messages.h"
#include "messages/run.h"
#include "messages/widget.h"
#include "wire/json.h"

enum { CELLS = 20 };

static json_t *plain(const struct wc_progress *p)
{
    char bar[CELLS + 1] = "";
    if (p->finished)
        return json_text(p->text, strlen(p->text));
    if (p->fraction < 0)
        return json_sprintf("%s... %.1f s", p->text, p->seconds);
    int full = (int) (p->fraction * CELLS);
    for (int i = 0; i < CELLS; i++)
        bar[i] = i < full ? '#' : '.';
    return json_sprintf("%s [%s] %3.0f %%, %.1f s", p->text, bar, 100 * p->fraction, p->seconds);
}

/* A kernel's name is letters, digits and underscores, so the text needs no escapes. */
static json_t *html(const struct wc_progress *p)
{
    if (p->finished)
        return json_text(p->text, strlen(p->text));
    if (p->fraction < 0)
        return json_sprintf("<progress></progress> %s, %.1f s", p->text, p->seconds);
    return json_sprintf("<progress value=\"%.1f\" max=\"100\"></progress> %.0f %% %s, %.1f s",
                        100 * p->fraction, 100 * p->fraction, p->text, p->seconds);
}

void progress_callback(void *kernel, const struct wc_progress *p)
{
    struct jupyter_kernel *k = kernel;
    char id[64];
    if (!run_output(k))
        return;
    snprintf(id, sizeof id, "%s-%u", kernel_session_id(k), p->id);
    bool first = kernel_handlers(k)->progress_shown != p->id;
    kernel_handlers(k)->progress_shown = p->id;
    run_display(k, id, !first,
                json_pack("{s{so so} s{} s{ss}}", "data", "text/html", html(p), "text/plain",
                          plain(p), "metadata", "transient", "display_id", id));
}
