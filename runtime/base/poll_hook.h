/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Safepoints of running work. Code that runs or waits for long calls poll_now every few milliseconds, on the session's thread, at
 * a point where the session's names and memory are consistent. The session then answers requests from outside, such as
 * completion or a widget's message, and shows progress. The front end's own safepoints are in base/safepoint.h.
 * Thread-safety: any thread may call poll_request; everything else belongs to the session's thread. */

/* How far a piece of work has come. */
struct progress {
    const char *doing;    /* "compiling" */
    const char *what;     /* "blur", or NULL */
    uint64_t done, total; /* in any unit; total 0: unknown */
    uint64_t since;       /* clock_ns when it started; also identifies the work */
};

/* Zero-initialise it. It must outlive everything that was given a pointer to it. */
struct poll_hook {
    void *user;
    void (*poll)(void *user, const struct progress *p,
                 bool ended); /* p NULL: no progress to show */
    atomic_bool requested;
};

/* Asks for a poll soon. The interpreter's loop tests only this flag. */
static inline void poll_request(struct poll_hook *h)
{
    atomic_store(&h->requested, true);
}

/* In all functions below, h may be NULL: no polling. */
static inline bool poll_requested(struct poll_hook *h)
{
    return h && atomic_load_explicit(&h->requested, memory_order_relaxed);
}

static inline void poll_now(struct poll_hook *h, const struct progress *p)
{
    if (h && h->poll)
        h->poll(h->user, p, false);
}

/* The work is finished. */
static inline void poll_end(struct poll_hook *h, const struct progress *p)
{
    if (h && h->poll)
        h->poll(h->user, p, true);
}
