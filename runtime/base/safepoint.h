/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* Where a pass over a text can be stopped: by the user, or because the machine's stack is nearly used up. A pass asks once for
 * each piece of its work (a token, a node, an expression) and gives up when the answer is yes; whoever started it tells the
 * user. Once stopped, it stays so until safepoint_reset. Thread-safety: any thread may set `asked`; the rest belongs to
 * the thread that called safepoint_stack. */
struct safepoint {
    const atomic_bool *asked; /* NULL: nobody can ask */
    uintptr_t stack_end;      /* the lowest address that a pass may reach; 0: not known */
    uint64_t passed;          /* safepoints since the session began */
    uint64_t stop_at; /* the one that stops as though it had been asked; 0: none. Tests set it. */
    bool stopped, out_of_stack;
    bool given_up; /* by the pass itself, which has said why */
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

/* The pass itself gives up: going on would only repeat the mistake that it has reported. */
static inline void safepoint_give_up(struct safepoint *s)
{
    if (s)
        s->stopped = s->given_up = true;
}

/* Finds out where the stack of the calling thread ends. That of the main thread is given 64 MiB where the hard limit allows it. */
void safepoint_stack(struct safepoint *s);
