/* SPDX-License-Identifier: Apache-2.0 */
/* The session's work when running code polls (base/poll_hook.h): it answers requests from outside and shows the progress
 * of long operations. The start time identifies an operation, so that it need not announce itself. */
#include "session/session_internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "magic/magic.h"

enum { SHOW_NS = 1000000000, EVERY_NS = 100000000 };

static const struct {
    const char *doing, *done;
} words[] = {
    {"compiling", "compiled"},
    {"running",   "ran"     },
    {"copying",   "copied"  },
    {"reading",   "read"    },
    {"writing",   "wrote"   },
    {"sorting",   "sorted"  },
    {"loading",   "loaded"  },
};

static const char *past(const char *doing)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(words[i].doing, doing))
            return words[i].done;
    return doing;
}

/* The last component of a mangled name (Itanium ABI 5.1.2): _Z4blurPf, _ZN2ns4blurEv. Other names are unchanged. */
static struct str unmangled(const char *name)
{
    struct str last = str_of(name);
    if (strncmp(name, "_Z", 2))
        return last;
    for (const char *p = name + 2 + (name[2] == 'N'); isdigit((unsigned char) *p);) {
        char *text;
        size_t n = strtoul(p, &text, 10);
        last = (struct str){text, strnlen(text, n)};
        p = text + last.n;
    }
    return last;
}

static void tell(struct wc_session *s, bool finished)
{
    const struct progress *p = &s->progress.now;
    double seconds = (double) (clock_ns() - p->since) * 1e-9;
    struct buf text = {0};
    struct str what = unmangled(p->what ? p->what : "");
    bool stopped = finished && atomic_load(&s->interrupt);
    buf_printf(&text, "%s%s%s%.*s", stopped ? "stopped " : "",
               finished && !stopped ? past(p->doing) : p->doing, what.n ? " " : "", (int) what.n,
               what.p);
    if (finished)
        buf_printf(&text, "%s %.1f s", stopped ? " after" : " in", seconds);
    struct wc_progress out = {.id = s->progress.id,
                              .text = text.p,
                              .fraction = finished   ? 1
                                          : p->total ? (double) p->done / (double) p->total
                                                     : -1,
                              .seconds = seconds,
                              .finished = finished};
    session_flush(s);
    s->options.on.progress(s->options.on.user, &out);
    buf_free(&text);
}

void session_progress_end(struct wc_session *s)
{
    if (s->progress.shown)
        tell(s, true);
    s->progress = (struct shown_progress){.id = s->progress.id};
}

static void report(struct wc_session *s, const struct progress *p, bool ended)
{
    struct shown_progress *shown = &s->progress;
    uint64_t now = clock_ns();
    if (p->since != shown->since) {
        session_progress_end(s);
        shown->since = p->since;
        shown->id++;
    }
    shown->now = *p;
    if (ended) {
        session_progress_end(s);
    } else if (now - p->since >= SHOW_NS && now - shown->last >= EVERY_NS) {
        shown->shown = true;
        shown->last = now;
        tell(s, false);
    }
}

static void poll(void *session, const struct progress *p, bool ended)
{
    struct wc_session *s = session;
    if (!s->running || s->polling)
        return;
    s->polling = true;
    if (atomic_exchange(&s->poll.requested, false) && s->options.on.attend)
        s->options.on.attend(s->options.on.user);
    if (p && p->since && s->options.on.progress && !s->silent && !s->capture)
        report(s, p, ended);
    dash_poll(s, false);
    s->polling = false;
    if (atomic_load(&s->interrupt)) /* keep polling until the program stops */
        poll_request(&s->poll);
}

void session_poll_open(struct wc_session *s)
{
    s->poll.user = s;
    s->poll.poll = poll;
}
