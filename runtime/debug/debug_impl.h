/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <pthread.h>

#include "base/arena.h"
#include "base/intern.h"
#include "base/pointer_map.h"
#include "base/vec.h"
#include "debug/debug_host.h"
#include "debug/debug_scope.h"
#include "debug/debug_state.h"
#include "debug/debugger.h"
#include "device/cpu/observed_state.h"

/* Inside debug/ only: the state that its files share.
 *
 * Thread-safety. The host thread that runs the launch (the worker) has all of it while it runs; while it waits in a stop, the session's
 * thread has it. `lock` guards `phase` and what follows it. */

struct debug_place {  /* of an instruction in the source */
    const char *file; /* interned; NULL: not known */
    uint32_t line;
    bool starts; /* the first instruction of a part of the line: where steps and breakpoints stop */
};

struct debug_site {            /* an instruction at which a breakpoint is */
    uint32_t inst, breakpoint; /* its number */
};

struct debug_code { /* of a function */
    const struct decoded_code *code;
    struct dwarf *dwarf;        /* of its module; NULL: none */
    const char *name;           /* as in the source */
    struct debug_place *places; /* by instruction */
    uint32_t version;           /* of the breakpoints when `sites` was made */
    VEC(struct debug_site) sites;
    uint8_t *is_site;                  /* by instruction */
    bool user;                         /* of the user's sources, not of a header of CUDA's */
    VEC(struct debug_variable) shared; /* that the DWARF leaves out */
    bool shared_known;
};

struct debug_module {
    const struct ptx_module *ptx;
    struct dwarf *dwarf;
};

struct debug_line { /* where a lane was last seen in a call */
    const char *file;
    uint32_t line;
};

enum { DEPTHS = 64 }; /* calls whose lines are remembered */

struct debug_track { /* of the warp in focus: the lines its lanes are at */
    uint64_t block;
    uint32_t warp;
    bool on;
    uint32_t depth[WARP_LANES];
    struct debug_line at[WARP_LANES][DEPTHS];
};

struct debug_saved { /* an object of device memory as it was at the launch */
    uint64_t start, size;
    void *bytes;
};

enum debug_search_kind { SEARCH_NONE, SEARCH_LINE, SEARCH_STOP, SEARCH_STORE };

/* What a replay looks for: the last such event before position `until`. */
struct debug_search {
    enum debug_search_kind kind;
    uint64_t until;
    bool over_calls; /* SEARCH_LINE: at most `depth` calls deep */
    uint32_t depth, warp;
    uint64_t block;
    struct debug_range range; /* SEARCH_STORE */
    bool instructions;        /* SEARCH_LINE: any instruction */
    uint32_t lanes;           /* SEARCH_LINE */
    uint64_t found;           /* position; 0: none */
    struct debug_writer writer;
    enum debug_reason reason; /* of what was found */
    uint32_t breakpoint;
};

struct debug_host_step { /* of host code, until its next stop */
    enum debug_motion motion;
    size_t depth;
    const char *file; /* where it began; NULL: any line ends it */
    uint32_t line, to_line;
};

enum debug_phase { PHASE_IDLE, PHASE_RUNNING, PHASE_STOPPED };

struct debugger {
    struct observer observer;
    const struct sources *sources;
    struct intern *names;
    struct debug_front front;
    VEC(struct debug_breakpoint) breakpoints;
    VEC(struct debug_watch) watches;
    uint32_t last_number, version;
    struct device *device;
    const struct space *space;
    bool at_entry, at_end;

    /* of the launch */
    const struct observed_launch *launch;
    VEC(const struct observed_block *) blocks; /* that have begun and not ended */
    VEC(struct debug_code *) codes;
    VEC(struct debug_module) modules;
    struct debug_code *last_code;
    struct arena types;
    uint64_t now; /* instructions so far: the position */
    struct debug_track track;
    struct debug_resume resume;
    uint32_t step_depth;
    uint64_t step_block;
    uint32_t step_warp, step_lane;
    bool block_ended; /* the block of the step has ended */
    struct debug_stop stop;
    struct observed_place here;
    struct debug_focus focus;
    VEC(struct debug_saved) saved;
    const char *irreversible; /* why it cannot go back; NULL: it can */
    uint64_t goal;            /* a replay's position; 0: it goes forward */
    enum debug_reason goal_reason;
    uint32_t goal_breakpoint;
    bool faulted, has_stopped;
    struct debug_search search;
    struct debug_stop kept; /* the stop that a search of a writer returns to */
    bool rerun;             /* the launch is to run again */
    uint32_t watched;       /* the watchpoint that the last store has hit; 0: none */
    char *watch_before, *watch_after;
    const struct debug_host *host; /* NULL: host code is not debugged */
    struct debug_host_step host_step;
    bool host_entry, host_stopped, host_detached;
    bool host_waits_main; /* host_entry: the declarations before main do not count */
    bool host_enters;     /* a step of the host goes on in the launch */
    bool
        host_returns; /* stopped behind the innermost call, which is about to return and is not shown */
    size_t
        host_outer; /* the depth of the host's call that `finish` or `until` in a launch means; 0: none */
    uint32_t found_lane;
    char *found;       /* by a checker: the launch is to stop; NULL: nothing */
    struct buf logged; /* under the lock */
    bool quit, detached;

    atomic_bool pause, refresh;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    enum debug_phase phase;
    bool over, ended; /* the launch's own blocks; ended: the session has not seen it yet */
};

/* ---- debug_code.c ---- */
struct debug_code *debug_code_of(struct debugger *d, const struct decoded_code *code);
/* Its breakpoints, found again after a change of them. */
void debug_code_place(struct debugger *d, struct debug_code *c);
void debug_code_shared(struct debugger *d, struct debug_code *c); /* fills in c->shared */
void debug_codes_forget(struct debugger *d);
/* The place of an instruction of a call: of the last that the source knows. */
const struct debug_place *debug_place_of(struct debugger *d, const struct observed_frame *f);

/* Whether a function of the source has the name: "k" is "k<float>" and "lib::k", too, and "stack::push" is "lib::stack<int>::push". */
bool debug_function_is(const char *function, const char *name);

/* ---- debug_host.c ---- */
/* A launch of debugged host code begins, and is over. */
void debug_host_launches(struct debugger *d);
void debug_host_launched(struct debugger *d);
/* The depth of the host's call in focus; 0: a call of the kernel is. */
size_t debug_host_focus(struct debugger *d);
uint32_t debug_host_frames(const struct debugger *d, struct debug_frame *out, uint32_t most);
/* Watchpoints that were set with more calls open. */
void debug_host_forget_watches(struct debugger *d, size_t depth);

/* ---- debugger.c ---- */
void debugger_remove_temporary(struct debugger *d); /* the breakpoint of the stop, if it is */

/* ---- debug_track.c ---- */
/* Follows the warp in focus of a step: which lines its lanes are at. */
void debug_track_begin(struct debugger *d, uint64_t block, uint32_t warp);
/* Whether these lanes begin another line, or come from another call. */
bool debug_track_begins(const struct debugger *d, const struct observed_place *p,
                        const struct debug_place *at, uint32_t lanes);
void debug_track_note(struct debugger *d, const struct observed_place *p,
                      const struct debug_place *at);

/* ---- debug_replay.c ---- */
void debug_save_memory(struct debugger *d);
/* Before the code of a launch is forgotten: watchpoints need its types no longer. */
void debug_keep_watches(struct debugger *d);
void debug_forget_memory(struct debugger *d);
/* Before an instruction of a launch that runs again; true: the launch stops here. */
bool debug_replay_see(struct debugger *d, const struct observed_place *p, struct debug_code *c);
void debug_replay_access(struct debugger *d, const struct observed_access *a);
/* The launch has ended, or was abandoned; true: it runs again. */
bool debug_replay_again(struct debugger *d);
/* Starts going back: what to look for follows from d->resume. */
void debug_replay_back(struct debugger *d);

/* ---- debug_hooks.c ---- */
extern const struct observer debug_hooks;
/* The worker waits until the front end has said how to go on. p: NULL at the end of the launch. */
void debug_wait(struct debugger *d, const struct observed_place *p, const struct debug_stop *stop);
/* The breakpoint at an instruction whose condition holds; 0: none. Counts hits, writes logs. */
uint32_t debug_hit(struct debugger *d, const struct observed_place *p, struct debug_code *c,
                   bool counts, uint32_t *out_lanes);

/* The text of a log point with the values of its {expressions}, and a newline. */
void debug_put_log(struct debug_scope *s, const char *text, struct buf *out);

/* ---- ranges, in debug_replay.c ---- */
/* The range of an address that a block can access; b NULL: global memory. */
struct debug_range debug_range_of(const struct observed_block *b, uint64_t address, uint64_t size);
/* Its address for a block; 0: it is in the memory of another. */
uint64_t debug_range_address(const struct debug_range *r, const struct observed_block *b);
