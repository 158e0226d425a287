/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdatomic.h>
#include <stdbool.h>

#include "array/array.h"
#include "compile/compile.h"
#include "device/device_open.h"
#include "launch/facts.h"

/* From `k<<<grid, block>>>(args)` to the device: the session's device, the compiled code of its kernels, the checks
 * of a launch, its timing, and the explanation of its faults. Thread-safety: unsafe, but for `interrupt`. */

struct launcher;

struct launch_arg {
    const void *bytes; /* as the parameter lies in memory */
    uint32_t size;
    struct span at;
    bool is_pointer;       /* checked: not a host address */
    uint64_t bytes_behind; /* of the array behind the pointer; 0: to the end of its allocation */
};

struct launch_request {
    struct kernel *kernel;
    const char *template_args; /* or NULL */
    const char
        *label; /* what the table of launches calls it; NULL: by its kernel's name. Interned */
    struct device_dim grid, block;
    uint64_t shared, stream;
    const struct launch_arg *args;
    uint32_t arg_count;
    int *out_code;    /* NULL, or: beyond a limit is a warning, and CUDA's code for it comes here */
    bool cooperative; /* all blocks run at the same time: grid.sync() */
    struct span at, grid_at, block_at, shared_at; /* for the caret */
};

struct launch_record { /* one launch that has been queued */
    const struct kernel *kernel;
    const char *template_args, *label;
    double compiled; /* seconds that NVRTC took for this launch; 0: the code was there */
    struct device_dim grid, block;
    uint32_t shared; /* bytes a block, static and dynamic */
    uint32_t stream;
    uint64_t ns; /* on the device; 0 until it has finished */
    uint64_t
        bytes; /* of the arrays that it reads and of those that it writes, each once; 0: not known */
    struct span at;
    bool finished, counted;
    struct device_counts counts; /* if counted */
    void *params;                /* for a replay, or NULL; the launcher's */
    uint32_t params_size, shared_dynamic;
    bool cooperative;
};

struct launch_hooks {
    void *user;
    void (*output)(void *user, const char *text, size_t n); /* device printf */
    struct poll_hook *poll;                                 /* called by every wait; NULL: none */
};

struct launcher *launcher_new(struct lang *lang, struct sources *sources, struct compiler *compiler,
                              const char *device, uint64_t memory, const struct launch_hooks *hooks,
                              const atomic_bool *interrupt);
/* How to tell an address of the session's host memory: for the check of pointer arguments. */
void launcher_host(struct launcher *l, bool (*is_host)(void *user, uint64_t addr), void *user);
void launcher_free(struct launcher **l);

/* Who can say what fills the device's memory: adds to the diag of an allocation that found no room. */
void launcher_full(struct launcher *l, void (*full)(void *user, struct diags *out, struct diag *d),
                   void *user);
/* The session's memory, shared with the worker of a GPU. */
void launcher_host_space(struct launcher *l, struct space *host);

/* ---- devices (choose.c, switch_device.c) ---- */
/* Makes "cpu", "0", "1", ... the session's device. Arrays stay where they are. false: a diag. */
bool launcher_use(struct launcher *l, const char *name, struct diags *out, struct span at);
/* Limits of GPUs, as cuda_options has them; for those that are open and those to come. */
struct cuda_options *launcher_gpu(struct launcher *l);
void launcher_gpu_changed(struct launcher *l);
/* Gives back every GPU; arrays come back when they are needed. false: a diag. */
bool launcher_park(struct launcher *l, struct diags *out, struct span at);
const char *launcher_no_gpu(
    struct launcher *l); /* why the session's device is not a GPU; NULL: nobody asked for one */
void launcher_set_replay(struct launcher *l, bool on);
/* The device that an address belongs to, of those that are open; NULL: none. */
struct device *launcher_owner(struct launcher *l, uint64_t addr);
/* A cell's launches have all ended well. */
void launch_settled(struct launcher *l);

/* The session's device, opened when first needed; NULL with a diag. */
struct device *launcher_device(struct launcher *l, struct diags *out, struct span at);
struct device *launcher_opened(struct launcher *l); /* NULL: not needed yet */

/* Compiles the kernels of a unit before anything of it runs, against the program as it will be. */
bool launch_compile(struct launcher *l, const struct unit *u, struct diags *out);
void launch_abandon(struct launcher *l,
                    const struct unit *u); /* the unit will not be committed after all */
/* The compiled code of a kernel for the device: from memory, the disk or NVRTC. Recompiles when a definition that it
 * mentions has changed. NULL with a diag. */
const struct compiled *launch_code(struct launcher *l, struct kernel *k, const char *template_args,
                                   struct diags *out, struct span at,
                                   const struct device_kernel **out_kernel);
const struct code_facts *launch_facts(struct launcher *l, const struct kernel *k,
                                      const char *template_args); /* NULL: not launched yet */
/* The unit's kernels are the session's now: code of older kernels with their names is dropped. */
void launch_commit(struct launcher *l, const struct unit *u);

struct launch_resources {
    uint32_t arch; /* compiled for: the one asked for, or the nearest that NVRTC knows */
    struct code_resources code;
    /* what __launch_bounds__ and __maxnreg__ say; 0: nothing */
    uint32_t threads_most, blocks_least, registers_most;
    struct compiled
        *keep; /* in: where the code itself goes, for the caller to free; NULL: not wanted */
};

/* What a kernel takes of a GPU of this architecture, without one: compiled to machine code, not loaded. resources.c. */
bool launch_resources(struct launcher *l, const struct kernel *k, const char *template_args,
                      uint32_t arch, struct diags *out, struct span at,
                      struct launch_resources *result);

/* Where a __device__ or __constant__ variable is now. `name` is interned. fixed: it stays there. false: a diag. variable.c. */
bool launch_variable(struct launcher *l, const char *name, bool fixed, struct diags *out,
                     struct span at, uint64_t *out_addr, uint64_t *out_size);

bool launch_run(struct launcher *l, const struct launch_request *r, struct diags *out);

/* The kernel `name` of a text that we have written. The same text gives the same kernel, for the session's life; the text names
 * itself by its contents, so that the disk cache knows it in the next session. `mentions`: interned names of the session's
 * device definitions that the text uses; they are put in front of it. made.c. */
struct kernel *launch_made(struct launcher *l, const char *name, struct str text,
                           const char *const *mentions, uint32_t mention_count);
/* A copy of a text (template arguments, say) that lives as long as the session, one for equal texts. */
const char *launch_name(struct launcher *l, const char *text);
/* The text and the code of what was launched last under this label; NULL: nothing was. */
const struct compiled *launch_labelled(struct launcher *l, struct str label);

/* ---- events (event.c) ---- */
struct launch_event {
    bool recorded;
    bool known; /* `ns` is its time; otherwise the launch `tag` before it has not ended */
    uint32_t stream, tag;
    uint32_t left; /* in the default stream: launches up to `tag` that have not ended */
    uint64_t ns;   /* monotonic */
    uint64_t mark; /* device_mark */
};

struct launch_event *launch_event_new(void);
void launch_event_record(struct launcher *l, struct launch_event *e, uint32_t stream);
void launch_event_free(struct launcher *l, struct launch_event **e);

/* Waits for the device. false: a fault or an interrupt, as a diag at the launch that caused it. */
bool launch_sync(struct launcher *l, struct diags *out, struct span at);
bool launch_sync_stream(struct launcher *l, uint32_t stream, struct diags *out, struct span at);
/* Turns what a waiting device call returned into a diag; true when the status is DEVICE_OK. */
bool launch_status(struct launcher *l, enum device_status status, const struct device_fault *f,
                   struct diags *out, struct span at);

/* Bytes a second that the device copies in its own memory, both ways counted: what GB/s are measured against. Measured when
 * first asked for, with two blocks of memory for a moment; 0: cannot be had. peak.c. */
double launch_peak(struct launcher *l);
double launch_peak_known(const struct launcher *l); /* 0: not measured yet */

/* Looks at each launch before it is queued: its arguments as laid out for the device. */
struct launch_watch {
    void *user;
    bool (*before)(void *user, const struct launch_request *r); /* false: a diag; it is not made */
};

void launch_watch(struct launcher *l, const struct launch_watch *w); /* NULL: no more */

/* explain_check.c: has the checker watch the launches to come, which makes them slower; `seed` chooses
 * the order of blocks and warps (launch_check.h). false: the device in use is not the cpu device; a
 * diag was recorded. */
bool launcher_check(struct launcher *l, uint32_t seed, struct diags *out, struct span at);
void launcher_check_end(struct launcher *l);
/* Whether launches are checked; how many were, and how many kinds of mistakes were found in them. */
bool launcher_checks(const struct launcher *l, uint64_t *out_launches, uint64_t *out_mistakes);
/* What was found in the launches that have records, as warnings. Nothing may be running. */
void launcher_check_report(struct launcher *l, struct diags *out);

/* Whether the launches to come are counted (launch_record.counts). */
void launcher_count(struct launcher *l, bool yes);
bool launcher_counts(const struct launcher *l);

/* The launches since the last call of launch_records_clear: all that launch_records_hold keeps, otherwise at least the last 30,000.
 * Older ones are in the groups of stats.h. */
const struct launch_record *launch_records(struct launcher *l, uint32_t *out_count);
void launch_records_clear(struct launcher *l);
/* Between hold and its end all records stay, so that their indices do. Calls nest. */
void launch_records_hold(struct launcher *l, bool hold);
/* Forgets all but the first `keep`. Nothing must be under way: the caller has waited. */
void launch_records_cut(struct launcher *l, uint32_t keep);
/* Launches made in this session, and the time that the device worked on those that have ended, ns. */
void launch_totals(const struct launcher *l, uint64_t *out_count, uint64_t *out_busy);
