/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "debug/debug_scope.h"
#include "debug/debugger.h"

/* What a front end sees of a stopped launch. Thread-safety: the session's thread, inside the front end's `stopped`. */

struct debug_stop {
    enum debug_reason reason;
    uint32_t breakpoint;       /* number of the breakpoint or watchpoint; 0: none */
    uint32_t lanes;            /* for which the condition holds; those that fail */
    uint64_t position;         /* instructions of the launch before it */
    struct device_fault fault; /* of DEBUG_AT_FAULT */
    char *before,
        *after; /* of DEBUG_AT_WATCHPOINT: the value; after DEBUG_FINISH: what was returned, or NULL */
    const char *message; /* of DEBUG_AT_ERROR and DEBUG_AT_FINDING */
};

struct debug_focus {
    uint64_t block; /* x fastest */
    uint32_t warp, lane;
    uint32_t
        frame; /* 0: the innermost call; behind those of the kernel: the host's, which launched it */
};

/* Bytes of memory, in a form that a launch that runs again understands: shared and local memory by offset in their block. */
struct debug_range {
    enum { RANGE_GLOBAL, RANGE_SHARED, RANGE_LOCAL } space;

    uint64_t block, at, size;
};

struct debug_watch {
    uint32_t number;
    char *text; /* the expression */
    struct debug_range range;
    const struct debug_type *type;
    uint64_t last; /* its bits */
    uint64_t hits;
    size_t host_depth; /* set in host code: calls that were open, and 1 more; 0: in a kernel */
    bool in_slot;      /* of host code: a variable without an address */
};

/* The store that wrote a value. */
struct debug_writer {
    bool found;
    struct device_dim block, thread;
    const char *file, *function; /* interned; file NULL: not known */
    uint32_t line;
    uint64_t position;
    uint64_t value; /* of `width` bytes */
    uint32_t width;
};

struct debug_frame {      /* a call of the lane in focus, or of host code */
    const char *function; /* as in the source */
    const char *file;     /* NULL: not known */
    uint32_t line;
    struct observed_frame frame;
    size_t depth; /* of host code: calls that are open, this one included; 0: a call of a kernel */
};

const struct debug_stop *debugger_stop(const struct debugger *d);
/* The launch that is stopped; NULL: host code is. */
const struct observed_launch *debugger_launch(const struct debugger *d);
const char *debugger_kernel(const struct debugger *d); /* its name in the source */
/* The block in focus, or the one with this number; NULL: it has not begun, or has ended. */
const struct observed_block *debugger_block(const struct debugger *d, uint64_t number);
size_t debugger_block_count(const struct debugger *d); /* that have begun and not ended */
const struct observed_block *debugger_block_at(const struct debugger *d, size_t k);
/* Groups of lanes of a warp of a block that are at one instruction. */
uint32_t debugger_warp(const struct debugger *d, const struct observed_block *b, uint32_t warp,
                       struct observed_lanes out[WARP_LANES]);
struct debug_focus debugger_focus(const struct debugger *d);
/* false: the thread has not begun, has ended, or does not exist. */
bool debugger_set_focus(struct debugger *d, const struct debug_focus *f);
/* The calls of the lane in focus, innermost first, and those of the host below them. */
uint32_t debugger_frames(struct debugger *d, struct debug_frame *out, uint32_t most);
/* The place of any frame. */
struct debug_frame debugger_frame_of(struct debugger *d, const struct observed_frame *f);
/* The lane in focus in the frame in focus; another lane of its warp in the same call. false: that lane is not in it. */
bool debugger_scope(struct debugger *d, struct debug_scope *out);
bool debugger_lane_scope(struct debugger *d, uint32_t lane, struct debug_scope *out);
/* Lanes of the warp in focus that run, and those that have not exited. */
void debugger_masks(const struct debugger *d, uint32_t *out_running, uint32_t *out_alive);

/* ---- going back ---- */

/* A variable was set by hand: the launch can no longer be repeated. */
void debugger_changed(struct debugger *d);
/* NULL: it can go back. Otherwise why not. */
const char *debugger_irreversible(const struct debugger *d);
/* Who stored last to these bytes before the present position: runs the launch again. */
struct debug_writer debugger_who(struct debugger *d, uint64_t address, uint64_t size);

/* ---- watchpoints: addresses that stop the launch when a store changes them ---- */
/* 0: an error in the scope. */
uint32_t debugger_watch(struct debugger *d, struct debug_scope *s, struct str text);
bool debugger_unwatch(struct debugger *d, uint32_t number);
const struct debug_watch *debugger_watches(const struct debugger *d, size_t *out_count);
