/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/poll_hook.h"
#include "base/str.h"
#include "device/device.h"
#include "diag/source.h"

/* The debugger of a session: breakpoints, and what is stopped: a launch, or host code (debug_host.h). It knows no front end and prints nothing.
 *
 * A debugged launch runs on one host thread under an observer (device/cpu/watch/observer.h), which asks the debugger before each
 * instruction. At a stop that thread waits. The session's thread, which waits for the launch in debugger_launched, calls the front end;
 * the front end looks at the state by the functions below and says how the launch goes on.
 *
 * Because the launch is deterministic, going back is running it again from its first instruction to an earlier one, with memory as it was at the
 * launch (debug_replay.c).
 *
 * Thread-safety: the session's thread, but for functions that say otherwise. Strings that are returned live until the launch goes on. */

struct debugger;

enum debug_reason {
    DEBUG_AT_ENTRY, /* the first line of the kernel */
    DEBUG_AT_BREAKPOINT,
    DEBUG_AT_WATCHPOINT,
    DEBUG_AFTER_STEP,
    DEBUG_AT_FAULT,
    DEBUG_AT_ERROR,   /* host code fails */
    DEBUG_AT_FINDING, /* a checker has found a mistake */
    DEBUG_PAUSED,
    DEBUG_AT_START, /* going back went no further */
    DEBUG_AT_END,   /* all blocks have ended */
};

enum debug_motion {
    DEBUG_CONTINUE,
    DEBUG_STEP,        /* to another line, into calls */
    DEBUG_NEXT,        /* to another line, over calls */
    DEBUG_FINISH,      /* out of the call */
    DEBUG_INSTRUCTION, /* to the next instruction */
    DEBUG_TO_BARRIER,  /* to the warp's next barrier */
    DEBUG_TO_LINE,     /* until `line`, or out of the call */
    DEBUG_END_BLOCK,   /* until the block in focus has ended */
    DEBUG_QUIT,        /* the launch is abandoned */
    DEBUG_DETACH,      /* the launch runs to its end without stopping */
};

struct debug_resume {
    enum debug_motion motion;
    bool back;     /* in time: DEBUG_CONTINUE, DEBUG_STEP, DEBUG_NEXT and DEBUG_INSTRUCTION */
    bool one_lane; /* steps of the lane in focus, whatever the others do */
    uint32_t line; /* DEBUG_TO_LINE */
};

struct debug_breakpoint {
    uint32_t number;
    char *file, *function; /* one of them */
    uint32_t line;
    char *condition,
        *log; /* or NULL; log: text with {expressions}, which is shown instead of stopping */
    uint64_t hits, ignore; /* ignore: times that it still does not stop */
    bool temporary, disabled;
    bool of_client;  /* of the Debug Adapter Protocol, who replaces them as a whole */
    uint32_t placed; /* the line where it was last found in code; 0: not yet */
};

struct debug_front {
    void *user;
    /* A launch or host code is stopped. Returns how it goes on. */
    struct debug_resume (*stopped)(void *user, struct debugger *d);
    void (*begins)(void *user,
                   struct debugger *d); /* a launch, or a cell of host code; may be NULL */
    /* The text of a log point. */
    void (*log)(void *user, const char *text, size_t n);
};

struct debugger *debugger_new(const struct sources *sources);
void debugger_free(struct debugger **d);
void debugger_set_front(struct debugger *d, const struct debug_front *front); /* NULL: none */

/* ---- breakpoints ---- */

/* Appends one; its strings are copied. Returns it; valid until the next is added or removed. */
struct debug_breakpoint *debugger_break(struct debugger *d, const struct debug_breakpoint *b);
bool debugger_delete(struct debugger *d, uint32_t number); /* false: there is no such breakpoint */
void debugger_delete_in(struct debugger *d, const char *file); /* those of a file; NULL: all */
void debugger_delete_of_client(struct debugger *d);
struct debug_breakpoint *debugger_breakpoints(struct debugger *d, size_t *out_count);
void debug_set_text(char **at, struct str text); /* replaces an owned string; empty: NULL */
/* To be called after a change of a breakpoint. */
void debugger_breakpoints_changed(struct debugger *d);

/* ---- launches ---- */

/* Debugs launches of the device from now on; entry: the next one stops at its first line; at_end: each stops when it has ended. false: the
 * device has too many observers. The device is one of the cpu. */
bool debugger_attach(struct debugger *d, struct device *device);
void debugger_detach(struct debugger *d);
bool debugger_is_attached(const struct debugger *d);
void debugger_stop_at(struct debugger *d, bool entry, bool end);
/* A launch is about to be queued, and nothing runs. */
void debugger_begin(struct debugger *d);
/* It has been queued. Returns when it is over; serves the front end meanwhile. False: it was abandoned. */
bool debugger_launched(struct debugger *d, struct poll_hook *poll, const atomic_bool *interrupt);
/* It cannot go back, for a reason that is not copied. Behind debugger_begin. */
void debugger_stay_forward(struct debugger *d, const char *why);
/* A checker has found a mistake: the launch stops before its next instruction, and shows the text; the lane comes into focus. The host thread that runs
 * the launch. */
void debugger_found(struct debugger *d, const char *text, uint32_t lane);
/* The launch, or host code, stops soon. Any thread. */
void debugger_pause(struct debugger *d);
/* The front end's `begins` is called again at the next statement of host code that runs. Any thread. */
void debugger_refresh(struct debugger *d);
/* While the front end is called, true. Any thread. */
bool debugger_is_stopped(const struct debugger *d);
