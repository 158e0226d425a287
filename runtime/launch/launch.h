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

struct debugger;
struct launcher;

struct launch_arg {
    const void *bytes; /* as the parameter lies in memory */
    uint32_t size;
    struct span at;
    bool is_pointer;       /* checked: not a host address */
    uint64_t bytes_behind; /* of the pointer's array; 0: to the end of its allocation */
    uint64_t
        accessed; /* by a generated kernel: bytes of the arrays in this parameter; 0: not known */
};

struct launch_request {
    struct kernel *kernel;
    const char *template_args; /* or NULL */
    const char *label; /* name in the table of launches; NULL: the kernel's name. Interned */
    struct device_dim grid, block;
    uint64_t shared, stream;
    const struct launch_arg *args;
    uint32_t arg_count;
    int *out_code;    /* NULL, or: exceeding a limit is a warning, CUDA's code is stored here */
    bool cooperative; /* all blocks run at the same time: grid.sync() */
    struct device_dim cluster;                    /* x 0: as the kernel says */
    struct span at, grid_at, block_at, shared_at; /* for the caret */
};

struct launch_record { /* one launch that has been queued */
    struct device *device;
    const struct kernel *kernel;
    const char *template_args, *label;
    double compiled; /* seconds in NVRTC for this launch; 0: already compiled */
    struct device_dim grid, block;
    uint32_t shared; /* bytes per block, static and dynamic */
    uint32_t stream; /* its number on the device */
    uint64_t ns;     /* on the device; 0 until it has finished */
    uint64_t
        bytes; /* of the arrays that it reads and of those that it writes, each once; 0: unknown */
    struct span at;
    bool finished, counted;
    struct device_counts counts; /* if counted */
    void *params;                /* for a replay, or NULL; the launcher's */
    uint32_t params_size, shared_dynamic;
    bool cooperative;
    struct device_dim cluster;
};

struct launch_hooks {
    void *user;
    void (*output)(void *user, const char *text, size_t n); /* device printf */
    struct poll_hook *poll;                                 /* called by every wait; NULL: none */
};

struct launcher *launcher_new(struct lang *lang, struct sources *sources, struct compiler *compiler,
                              const char *device, uint64_t memory, const struct launch_hooks *hooks,
                              const atomic_bool *interrupt);
/* Recognises addresses of the session's host memory, to check pointer arguments. */
void launcher_host(struct launcher *l, bool (*is_host)(void *user, uint64_t addr), void *user);
void launcher_free(struct launcher **l);

/* Adds the largest users of device memory to the diag of a failed allocation. */
void launcher_full(struct launcher *l, void (*full)(void *user, struct diags *out, struct diag *d),
                   void *user);
/* The session's memory, shared with the worker of a GPU. */
void launcher_host_space(struct launcher *l, struct space *host);

/* ---- devices (choose.c, switch_device.c) ---- */
/* Selects "cpu", "0", "1", ... as the session's device. Arrays stay where they are. false: a diag. */
bool launcher_use(struct launcher *l, const char *name, struct diags *out, struct span at);
/* The compute capability of the cpu devices for later launches: "sm_90", "8.0", "sm_90a". false: a diag. */
bool launcher_use_arch(struct launcher *l, const char *arch, struct diags *out, struct span at);
/* Of the device in use; of the cpu device or of a recent GPU, if none is open yet. */
int launcher_arch(const struct launcher *l);
bool launcher_arch_chosen(const struct launcher *l);
/* Limits of GPUs, as in cuda_options, for those that are open and those opened later. */
struct cuda_options *launcher_gpu(struct launcher *l);
void launcher_gpu_changed(struct launcher *l);
/* Releases every GPU; arrays return when needed. false: a diag. */
bool launcher_park(struct launcher *l, struct diags *out, struct span at);
const char *launcher_no_gpu(
    struct launcher *l); /* why the session's device is not a GPU; NULL: none was requested */
/* The instruction set of the cpu device for later launches: "base", "avx2", "avx512"; NULL: the best one. false: a diag. */
bool launcher_use_ops(struct launcher *l, const char *set, struct diags *out, struct span at);
void launcher_set_replay(struct launcher *l, bool on);
/* The open device that an address belongs to; NULL: none. */
struct device *launcher_owner(struct launcher *l, uint64_t addr);
/* All launches of a cell have succeeded. */
void launch_settled(struct launcher *l);

/* The session's device, opened when first needed; NULL with a diag. */
struct device *launcher_device(struct launcher *l, struct diags *out, struct span at);
struct device *launcher_opened(struct launcher *l); /* NULL: not needed yet */

/* ---- several devices: those of one kind (the cpu devices of WARPCELL_CPU_DEVICES, or the GPUs), which CUDA numbers from 0 ---- */

int launcher_device_count(struct launcher *l, struct diags *out, struct span at); /* 0: a diag */
/* The open devices, from 0; NULL: there are no more. */
struct device *launcher_open_device(const struct launcher *l, size_t i);
/* Opens it if need be. NULL: there is no such device, and no diag; or a diag. */
struct device *launcher_device_at(struct launcher *l, int64_t number, struct diags *out,
                                  struct span at);
/* The device that launches, allocations, new streams and new events belong to, for the running thread of the program. NULL: that in which
 * threads begin. */
void launcher_set_current(struct launcher *l, struct device *d);

/* A cudaStream_t is 0, the default stream of the current device, or the number of a device and that of its stream. */
uint32_t launch_stream_handle(const struct device *d, uint32_t number);
uint32_t launch_stream_number(uint32_t handle);
/* The device of such a handle, which may be another thing's of that device than a stream's. */
struct device *launcher_handle_device(const struct launcher *l, uint32_t handle);
struct device *launcher_stream_device(const struct launcher *l,
                                      uint32_t handle); /* NULL: no such */

/* Compiles a unit's kernels before any of its code runs, against the program with the unit's definitions. */
bool launch_compile(struct launcher *l, const struct unit *u, struct diags *out);
void launch_abandon(struct launcher *l, const struct unit *u); /* the unit will not be committed */
/* The compiled code of a kernel for the device, from memory, disk or NVRTC. Recompiles if a definition that it mentions
 * has changed. NULL with a diag. */
const struct compiled *launch_code(struct launcher *l, struct kernel *k, const char *template_args,
                                   struct diags *out, struct span at,
                                   const struct device_kernel **out_kernel);
const struct code_facts *launch_facts(struct launcher *l, const struct kernel *k,
                                      const char *template_args); /* NULL: not launched yet */
/* Commits the unit's kernels to the session and drops the code of older kernels with their names. */
void launch_commit(struct launcher *l, const struct unit *u);

struct launch_resources {
    uint32_t arch; /* compiled for: the requested one, or the nearest that NVRTC supports */
    struct code_resources code;
    /* from __launch_bounds__ and __maxnreg__; 0: none */
    uint32_t threads_most, blocks_least, registers_most;
    struct compiled *keep; /* in: where to store the code, freed by the caller; NULL: not wanted */
};

/* A kernel's resource usage on a GPU of this architecture, without such a GPU: compiled to machine code, not loaded.
 * resources.c. */
bool launch_resources(struct launcher *l, const struct kernel *k, const char *template_args,
                      uint32_t arch, struct diags *out, struct span at,
                      struct launch_resources *result);

/* The current location of a __device__ or __constant__ variable. `name` is the full_name of its definition. fixed: it stays there. false: a
 * diag. variable.c. */
bool launch_variable(struct launcher *l, const char *name, bool fixed, struct diags *out,
                     struct span at, uint64_t *out_addr, uint64_t *out_size);

/* The variables of loaded kernels, with their current locations. */
void launcher_each_variable(struct launcher *l,
                            void (*see)(void *user, const char *name, uint64_t addr, uint64_t size),
                            void *user);

bool launch_run(struct launcher *l, const struct launch_request *r, struct diags *out);

/* The kernel `name` of a text that we generated. The same text gives the same kernel for the session's life. Its source
 * is named by a hash of the text, so the disk cache finds it in the next session. `mentions`: interned names of the
 * session's device definitions that the text uses; they precede it. The first `prelude` bytes are what many kernels have in
 * common: a listing leaves them out. made.c. */
struct kernel *launch_made(struct launcher *l, const char *name, struct str text, size_t prelude,
                           const char *const *mentions, uint32_t mention_count);
/* A copy of a text (such as template arguments) that lives as long as the session; equal texts share one. */
const char *launch_name(struct launcher *l, const char *text);
/* The code of the last launch with this label, and its text without the prelude, which lives as long as the session; NULL:
 * none. */
const struct compiled *launch_labelled(struct launcher *l, struct str label, struct str *out_own);

/* ---- modules that the program loads, and texts that it compiles (module_image.c) ---- */

/* PTX, loaded on the current device; it is the session's, and a name of its own until launch_image_unload. NULL: a diag; it does not load. */
struct launch_image;
struct launch_image *launch_image_load(struct launcher *l, struct str ptx, struct diags *out,
                                       struct span at);
/* Waits for its launches. Its kernels cannot be launched any more. */
void launch_image_unload(struct launcher *l, struct launch_image *image);
/* The entry of that name in the PTX as a kernel (SYMBOL_KERNEL), the session's. NULL: there is none, or a diag. */
struct symbol *launch_image_function(struct launcher *l, struct launch_image *image,
                                     const char *name, struct diags *out, struct span at);
/* Those that were asked for, from 0; NULL: no more. */
struct symbol *launch_image_nth(const struct launch_image *image, size_t i);
/* The module on the current device. NULL: a diag. */
struct device_module *launch_image_module(struct launcher *l, struct launch_image *image,
                                          struct diags *out, struct span at);

/* A text for NVRTC; the session's until it is freed. Its name gets a suffix if another text has it. */
struct compiler_text *launch_text_new(struct launcher *l, const char *source, const char *name);
void launch_text_free(struct launcher *l, struct compiler_text *t);
bool launch_text_compile(struct launcher *l, struct compiler_text *t, const char *const *options,
                         int count, struct diags *out, struct span at);
const char *launch_nvrtc_version(struct launcher *l, struct diags *out,
                                 struct span at); /* "13.0"; NULL: a diag */
/* The compute capabilities that it compiles for (75); returns their number, -1: a diag. */
int launch_nvrtc_archs(struct launcher *l, int *archs, int room, struct diags *out, struct span at);

/* ---- events (event.c) ---- */
struct launch_event {
    struct device *on; /* the device that was current when it was created; NULL: none was open */
    bool recorded;
    bool known; /* `ns` is its time; otherwise the launch `tag` before it is unfinished */
    uint32_t stream, tag;
    uint32_t left;  /* in the default stream: unfinished launches up to `tag` */
    uint64_t ns;    /* monotonic */
    uint64_t mark;  /* device_mark */
    uint32_t order; /* launch_mark */
};

struct launch_event *launch_event_new(const struct launcher *l);
/* False: the stream belongs to another device than the event, and nothing was recorded. */
bool launch_event_record(struct launcher *l, struct launch_event *e, uint32_t stream);
void launch_event_free(struct launcher *l, struct launch_event **e);

/* cudaFuncAttributeMaxDynamicSharedMemorySize of a kernel, or of an instance of a template. */
void launch_set_dynamic(struct launcher *l, const struct kernel *k, const char *template_args,
                        uint64_t bytes);

/* Waits for every device, or for the current one. false: a fault or an interrupt, as a diag at the launch that caused it. */
bool launch_sync_device(struct launcher *l, struct diags *out, struct span at);
/* A stream of that device, by its number there, or DEVICE_ALL_STREAMS. */
bool launch_sync_on(struct launcher *l, struct device *d, uint32_t stream, struct diags *out,
                    struct span at);
bool launch_sync(struct launcher *l, struct diags *out, struct span at);
bool launch_sync_stream(struct launcher *l, uint32_t stream, struct diags *out, struct span at);
/* Whether the user wants the cell to end: for work on the host between launches. Then there is a diag. */
bool launch_interrupted(const struct launcher *l, struct diags *out, struct span at);
bool launch_interrupt_wanted(const struct launcher *l); /* the same without one; any thread */
/* Waits for the event, or the device for it. */
bool launch_sync_event(struct launcher *l, struct launch_event *e, struct diags *out,
                       struct span at);
/* Turns the status of a waiting device call into a diag; true if it is DEVICE_OK. */
bool launch_status(struct launcher *l, enum device_status status, const struct device_fault *f,
                   struct diags *out, struct span at);

/* The device's copy bandwidth in its own memory, in bytes per second, reads plus writes: the reference for GB/s. Measured
 * at the first call, with two temporary blocks of memory; 0: unavailable. peak.c. */
double launch_peak(struct launcher *l);
/* Floating-point operations per second of 32 or, wide, 64 bits, a fused multiply-add counting as two: measured at the first call. 0:
 * unavailable. peak.c. */
double launch_peak_flops(struct launcher *l, bool wide);
double launch_peak_known(const struct launcher *l); /* 0: not measured yet */

/* Inspects each launch before it is queued: its arguments as laid out for the device. */
struct launch_watch {
    void *user;
    bool (*before)(void *user,
                   const struct launch_request *r); /* false: a diag; the launch is cancelled */
};

void launch_watch(struct launcher *l, const struct launch_watch *w); /* NULL: remove the hook */

/* explain_check.c: has the checker watch later launches, which slows them down. Those of a GPU run on the cpu device (mirror.c). false: a
 * diag was recorded. */
struct launch_check {
    uint32_t seed; /* the order in which blocks and warps get their turns; 0: by number */
    bool nans;     /* look for NaN and infinity, too */
};

bool launcher_check(struct launcher *l, const struct launch_check *o, struct diags *out,
                    struct span at);
void launcher_check_end(struct launcher *l);
/* Whether launches are checked; the number of checked launches, and of distinct mistakes found in them. */
bool launcher_checks(const struct launcher *l, uint64_t *out_launches, uint64_t *out_mistakes);
/* The findings of the recorded launches, as warnings. Nothing may be running. */
void launcher_check_report(struct launcher *l, struct diags *out);

/* checked_order.c: what the checker must know of the program's order. No-ops while launches are not checked. */
struct launch_copy {
    const char *call; /* the name of the function; static */
    bool waits;       /* the host waits for it */
    uint32_t stream;
    uint64_t to, from, size; /* from 0: of a fill */
    struct span at;
};

bool launcher_checking(const struct launcher *l);
void launch_checked(struct launcher *l, uint32_t stream, struct span at); /* the next launch */
void launch_copy_begins(struct launcher *l, const struct launch_copy *copy);
void launch_copy_ends(struct launcher *l);
void launch_stream_apart(struct launcher *l, uint32_t stream);
void launch_waited(struct launcher *l, uint32_t stream); /* or DEVICE_ALL_STREAMS */
/* All that a stream has been given so far (0 without a checker), and who waits for that. */
uint32_t launch_mark(struct launcher *l, uint32_t stream);
void launch_stream_waits(struct launcher *l, uint32_t stream, uint32_t mark);
void launch_host_waits(struct launcher *l, uint32_t mark);
/* Memory that the host accesses in place, and an access of the host to it. */
void launch_managed(struct launcher *l, uint64_t address, uint64_t size);
void launch_host_access(struct launcher *l, uint64_t address, uint64_t size, bool write,
                        struct span at);
/* Nodes of a graph, by number. What is launched next is the node, after the mark; `before` comes before it. _end: the stream waits for all. */
void launch_node_begins(struct launcher *l, uint32_t node, uint32_t after);
void launch_node_after(struct launcher *l, uint32_t before);
void launch_nodes_end(struct launcher *l, uint32_t count, uint32_t stream);

/* The place at which the program allocated device memory. Source 0: not known. records.c. */
void launch_allocated(struct launcher *l, uint64_t address, struct span at);
struct span launch_allocated_at(const struct launcher *l, uint64_t address);

/* checked_host.c: mistakes of the host, while launches are checked. */
struct launch_size { /* of a copy or a fill */
    const char *call;
    uint64_t address, bytes,
        element;    /* on the device; bytes of what the pointer points to, 0: not known */
    struct span at; /* of the size */
};

void launch_host_mistake(struct launcher *l); /* counts one that was reported */
void launch_checked_size(struct launcher *l, const struct launch_size *s, struct diags *out);
/* Whether main has returned: what kernels print from now on would not be shown. */
void launch_ends(struct launcher *l, bool ends);
void launcher_check_output(struct launcher *l, struct diags *out);
/* launch.c: the debugger sees later launches, whose code is compiled for it unless `optimised`. false: the current device is not the
 * cpu device; a diag was recorded. NULL: no more. */
bool launcher_debug(struct launcher *l, struct debugger *d, bool optimised, struct diags *out,
                    struct span at);
bool launcher_debugs(const struct launcher *l);

/* attach.c: later launches remember which thread last stored to each element of device memory, which slows them down. Those of a GPU run on
 * the cpu device (mirror.c). false: a diag was recorded. */
bool launcher_remember_stores(struct launcher *l, uint32_t seed, struct diags *out, struct span at);
void launcher_forget_stores(struct launcher *l);

struct launch_store {
    struct device_dim block, thread;
    uint64_t order; /* stores before it */
    struct span at; /* the source's line; source 0: not known */
};

enum launch_stored { STORED_BY, STORED_BY_NONE, STORED_UNKNOWN };
/* The last store to an element that begins at the address. Nothing may be running. */
enum launch_stored launcher_last_store(const struct launcher *l, uint64_t address,
                                       struct launch_store *out);

/* attach.c: has later launches counted line by line, which slows them down; _end forgets the counts. Those of a GPU run on the cpu device
 * (mirror.c). false: a diag was recorded. */
bool launcher_xray(struct launcher *l, struct diags *out, struct span at);
/* The device whose addresses it names: the current one, or that of mirror.c. */
struct device *launcher_observed(const struct launcher *l);
void launcher_xray_end(struct launcher *l);
/* One for each kernel. Valid until the next launch. */
struct xray_kernel *const *launcher_xray_kernels(const struct launcher *l, size_t *out_count);
/* The record of a launch of this cell by its tag; NULL: cleared. */
const struct launch_record *launcher_tagged(struct launcher *l, uint32_t tag);

/* Whether later launches are counted (launch_record.counts). */
void launcher_count(struct launcher *l, bool yes);
bool launcher_counts(const struct launcher *l);

/* The launches since the last call of launch_records_clear: all while launch_records_hold is in effect, otherwise at
 * least the last 30,000. Older ones are in the groups of stats.h. */
const struct launch_record *launch_records(struct launcher *l, uint32_t *out_count);
void launch_records_clear(struct launcher *l);
/* Between hold and release all records stay, so their indices remain valid. Calls nest. */
void launch_records_hold(struct launcher *l, bool hold);
/* Removes all but the first `keep`. Nothing may be in progress: the caller has waited. */
void launch_records_cut(struct launcher *l, uint32_t keep);
/* The number of launches in this session, and the device time of the finished ones, ns. */
void launch_totals(const struct launcher *l, uint64_t *out_count, uint64_t *out_busy);
