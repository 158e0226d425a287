/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* Safepoints of the front end. A pass over the text polls safepoint_stops once per token, node or expression. It must stop if
 * the user has interrupted the cell or if the machine stack is nearly exhausted; its caller reports the error. A stop persists
 * until safepoint_reset. Thread-safety: any thread may set `*asked`; everything else belongs to the thread that called
 * safepoint_stack. */
struct safepoint {
    const atomic_bool *asked; /* set to interrupt; NULL: not interruptible */
    uintptr_t stack_end;      /* the lowest stack address that a pass may use; 0: unknown */
    uint64_t passed;          /* number of polls since the session began */
    uint64_t stop_at;         /* for tests: the poll that acts as an interrupt; 0: none */
    bool stopped, out_of_stack;
    bool given_up; /* by the pass itself, which has recorded an error */
};

static inline bool safepoint_stops(struct safepoint *s)
{
    if (!s || s->stopped)
        return s;
    s->passed++;
    s->out_of_stack = (uintptr_t) __builtin_frame_address(0) < s->stack_end;
    s->stopped = s->out_of_stack || s->passed == s->stop_at ||
                 (s->asked && atomic_load_explicit(s->asked, memory_order_relaxed));
    return s->stopped;
}

static inline void safepoint_reset(struct safepoint *s)
{
    s->stopped = s->out_of_stack = s->given_up = false;
}

/* Called by a pass after an error that would otherwise repeat at every following token. */
static inline void safepoint_give_up(struct safepoint *s)
{
    if (s)
        s->stopped = s->given_up = true;
}

/* Determines the stack limit of the calling thread. Raises the limit of the main thread to 64 MiB if the hard limit allows. */
void safepoint_stack(struct safepoint *s);
