/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How long work lets the session look in: to tell the user how far it is, and to answer questions (completion, widgets)
 * meanwhile. Whoever works or waits calls watch_look every few milliseconds, on the session's thread, where the
 * session's names and memory are consistent. Thread-safety: watch_ask from any thread; the rest is the session's. */

struct progress {
    const char *doing;    /* "compiling" */
    const char *what;     /* "blur", or NULL */
    uint64_t done, total; /* total 0: nobody knows how much there is */
    uint64_t since;       /* clock_ns when it began: also tells one work from the next */
};

struct watch {
    void *user;
    void (*look)(void *user, const struct progress *p, bool ended); /* p NULL: nothing to report */
    atomic_bool asked;
};

/* Somebody wants a look soon: the interpreter's loop tests this and nothing else. */
static inline void watch_ask(struct watch *w)
{
    atomic_store(&w->asked, true);
}

static inline bool watch_asked(struct watch *w)
{
    return w && atomic_load_explicit(&w->asked, memory_order_relaxed);
}

static inline void watch_look(struct watch *w, const struct progress *p)
{
    if (w && w->look)
        w->look(w->user, p, false);
}

static inline void watch_end(struct watch *w, const struct progress *p)
{
    if (w && w->look)
        w->look(w->user, p, true);
}
