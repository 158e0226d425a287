/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "base/pointer_map.h"
#include "base/vec.h"
#include "device/device_open.h"
#include "launch/launch.h"
#include "launch/profile.h"
#include "launch/stats.h"

/* Inside launch/: launcher.c (device and code), launch.c (one launch), symbol.c and variable.c (device variables),
 * fault.c (faults). Ownership: the launcher owns everything in its lists. Thread-safety: unsafe, as launch.h says. */

struct
    variable { /* a __device__ or __constant__ variable, one object for the program; see symbol.c */
    const char *name;             /* the full_name of its definition */
    struct device *device;        /* each has its own */
    uint64_t place, size;         /* current address of its value; 0: lost */
    struct device_module *module; /* the module that address belongs to; NULL: `own` */
    uint64_t own;                 /* address of its own memory, or 0 */
    bool fixed;                   /* the program has its address: it stays at `own` */
};

struct variable_copy { /* of a module */
    const char *name;
    uint64_t addr, size;
};

struct
    moved { /* a variable's value from another device, for the first module that has the variable */
    const char *name;
    void *bytes;
    uint64_t size;
};

struct holder { /* a kernel generated to hold a variable that no loaded kernel mentions */
    char name[192];
    const char *variable, *mention; /* its full_name and its name */
    struct kernel kernel;
    struct device_def def;
};

struct made { /* a kernel that we generated, see made.c */
    char *text;
    size_t size, prelude; /* the text starts with so many bytes that other kernels have, too */
    char name[64];
    const char *label; /* of its last launch, or NULL */
    const char *template_args;
    const char **mentions;
    struct kernel kernel;
    struct device_def def;
};

struct loaded_code { /* code on one device */
    struct device *device;
    struct device_module *module;
    const struct device_kernel *kernel;
    VEC(struct variable_copy) copies; /* of the variables that the module holds */
};

struct entry { /* the code of a kernel, or of one instance of a kernel template */
    struct kernel *kernel;
    char *template_args; /* NULL: not a template */
    struct compiled compiled;
    int arch;      /* that it was compiled for, */
    bool only;     /* (9.0a, not 9.0) */
    bool cubin;    /* to machine code of it */
    bool debug;    /* compiled for the debugger */
    bool of_image; /* the modules are an image's (module_image.c) */
    uint64_t
        checked; /* the launcher's version when `compiled` was last known to be current; 0: never */
    bool bounds; /* arrays were to check their indices (compile/bounds.h), */
    uint8_t level; /* and these do (enum program_bounds): other text does not compile */
    VEC(struct loaded_code) loaded; /* where it has been launched */
    struct code_facts facts;        /* extracted when it is loaded first */
};

struct dynamic_limit {  /* what cudaFuncSetAttribute allows a kernel */
    const char *kernel; /* interned */
    char *template_args;
    uint64_t bytes;
};

struct profile_range { /* nvtxRangePush or nvtxRangeStart, still open */
    const char *name;  /* interned */
    uint64_t start;
    uint64_t id; /* of nvtxRangeStart; 0: pushed */
};

/* Launches of one kernel and shape whose records were dropped. */
struct launch_times {
    struct launch_group group; /* all but its median */
    VEC(uint64_t) times;       /* ns, of every stride-th launch */
    uint32_t stride;
};

typedef VEC(struct launch_times) launch_times_vec;

struct launcher {
    struct lang *lang;
    struct sources *sources;
    struct compiler *compiler;
    char *device_name; /* as asked for, or NULL */
    uint64_t memory;   /* bytes of the cpu device; 0: the machine's */
    struct launch_hooks hooks;
    bool (*is_host)(void *user, uint64_t addr);
    void *is_host_user;
    void (*full)(void *user, struct diags *out, struct diag *d);
    void *full_user;
    const atomic_bool *interrupt;
    bool counts;                    /* %count */
    struct launch_checker *checker; /* %check; NULL: off */
    struct device *checked;         /* that it observes */
    uint32_t order_stream;  /* of the node of a graph that is launched, for the checker; 0: none */
    uint64_t host_mistakes; /* found by checked_host.c */
    bool ending;            /* main has returned */
    uint32_t late;          /* the first launch whose output came then, plus 1; 0: none */
    bool copying;           /* between launch_copy_begins and _ends */
    uint32_t polls;         /* accesses of the host since it last waited */
    struct last_stores *stores; /* attach.c; NULL: off */
    struct launch_xray *xray;   /* %xray; NULL: off */
    struct mirror *mirror; /* mirror.c: where these observe launches of a GPU; NULL: they do not */
    bool profiled;         /* %profile */
    struct debugger *debugger; /* of launches from now on; NULL: none */
    bool optimised;            /* it debugs the code as it usually is */
    struct profile profile;
    VEC(struct profile_range) ranges;
    uint64_t last_range; /* the id given last */
    VEC(struct dynamic_limit) dynamic_limits;
    struct pointer_map birth_of;  /* by address of device memory: in `births` */
    VEC(struct span) births;      /* where the program allocated it */
    struct intern *profile_names; /* of ranges; NULL: none yet */
    struct device *device; /* the running thread's, which runs its kernels; NULL: not opened yet */
    struct device *chosen; /* by the user, or because there was no choice: where threads begin */
    VEC(struct device *) devices; /* all open devices */
    int gpu_count;                /* 0: not asked yet */
    struct cuda_options gpu;
    int cpu_arch; /* of the cpu devices, as asked for; 0: theirs */
    bool cpu_arch_only;
    struct device_library_info
        *unused[DEVICE_LIBRARIES];      /* that this GPU's driver cannot use; NULL: none */
    bool unused_told[DEVICE_LIBRARIES]; /* the user has been told */
    char *no_gpu; /* why the cpu device was chosen though there may be a GPU, or NULL */
    struct space *host;
    bool replay;          /* a GPU's fault is being located on the cpu device */
    VEC(char *) old_args; /* of removed entries, until the records are cleared */
    VEC(struct moved) moved;
    uint64_t version; /* incremented when the session's device definitions change; starts at 1 */
    VEC(struct entry *) entries;
    VEC(struct variable *) variables;
    VEC(struct holder *) holders;
    VEC(struct made *) made;
    VEC(struct launch_image *) images;
    VEC(struct compiler_text *) texts;
    struct intern *made_names; /* NULL: not needed yet */
    VEC(struct launch_record)
    records,
        past; /* number tag - first_tag; of the last cell that launched anything, without template_args */
    launch_times_vec folded, past_folded; /* launches before those of `records` and `past` */
    uint32_t holds;                       /* launch_records_hold: records stay */
    uint32_t first_tag;
    VEC(struct launch_event *) waiting; /* events without a time yet */
    double peak;                        /* bytes per second; 0: not measured, < 0: unavailable */
    double peak_flops[2];               /* of 32 and 64 bits; 0: not measured */
    struct launch_watch watch;
    uint64_t launches, busy; /* in all; ns */
};

/* The functions below, from the bottom up: a file uses only those above it in this list. */

/* ---- records.c ---- */
/* The launch with this tag, or NULL if its record was cleared. */
struct launch_record *launcher_record(struct launcher *l, uint32_t tag);
/* Moves older finished launches to groups when there are many records. */
void launch_records_fold(struct launcher *l);

/* ---- stats.c ---- */
void launch_times_add(launch_times_vec *groups, const struct launch_record *records, uint32_t count,
                      const struct kernel *only);
void launch_times_free(launch_times_vec *groups); /* clears the groups; the vector stays */

/* ---- event.c ---- */
void launcher_events_finish(struct launcher *l, uint32_t tag, uint64_t end);
void launcher_events_settle(struct launcher *l);

/* ---- kernel_program.c ---- */
bool launch_same_args(const char *a, const char *b); /* template arguments; NULL: none */
/* False: the definition's name now refers to something else. */
bool launch_program_has(const struct device_program *p, const struct device_def *def);
void launch_program_add(struct device_program *p, struct device_def *def);
/* The session's program and, for a generated kernel (made.c), the kernel at its end. The caller frees out->defs. */
void launch_program(struct launcher *l, const struct kernel *k, struct device_program *out);

/* ---- checked_host.c ---- */
void launch_outputs(struct launcher *l, uint32_t tag); /* its printf is shown now */

/* ---- choose.c ---- */
/* Warns, once in a session, of each library of a GPU that could not be used. */
void launcher_tell_libraries(struct launcher *l, struct diags *out);
/* Whether both are cpu devices, or both GPUs. */
bool launcher_same_kind(const struct device *a, const struct device *b);
void launcher_devices_close(struct launcher *l);
/* Opens a device, or returns it if it is already open; NULL with a diag. */
struct device *launcher_open(struct launcher *l, const char *name, struct diags *out,
                             struct span at);

/* ---- symbol.c ---- */
struct variable *symbol_variable(struct launcher *l, const char *name); /* NULL: in no module yet */
/* The variable's copy in a module. */
bool symbol_in(struct device_module *m, const char *name, uint64_t *out_addr, uint64_t *out_size);
/* Moves the value to memory that belongs to no module. It is managed memory, since the program may take its address.
 * false: out of memory, with a diag. */
bool symbol_settle(struct variable *v, struct diags *out, struct span at);
void symbols_loaded(struct launcher *l, struct loaded_code *in);
void symbols_before_launch(struct launcher *l, const struct loaded_code *in, uint32_t stream);
void symbols_after_launch(struct launcher *l, const struct loaded_code *in, uint32_t stream);
void symbols_unload(struct launcher *l, const struct entry *e);
void symbols_forget(struct launcher *l, const char *name); /* NULL: all */
void symbols_move(struct launcher *l); /* moves the variables' values to another device */

/* ---- replay.c ---- */
/* Replays the cell's launches up to the faulting one on the cpu device, with the arrays as they were before the first of
 * them. True: *out is the fault that occurred. */
bool launcher_replay(struct launcher *l, const struct device_fault *f, struct device_fault *out,
                     const char **out_why_not);

/* ---- made.c ---- */
void made_launched(const struct launch_request *r);
void made_free(struct launcher *l);

/* ---- module_image.c ---- */
/* The module of a kernel of an image (kernel.image) on the current device; NULL: a diag. */
struct device_module *image_module_on(struct launcher *l, const struct kernel *k, struct diags *out,
                                      struct span at);
struct str image_text(const struct kernel *k, const char **out_lowered); /* its image's PTX */
bool image_unloaded(const struct kernel *k);
void image_unload(struct launch_image *image); /* its kernels have no entries any more */
void images_close(struct launcher *l);         /* before the devices close */
void images_free(struct launcher *l);

/* ---- launcher.c ---- */
/* The entry of a launch, loaded on the current device; NULL with a diag. */
struct loaded_code *launch_loaded(const struct launcher *l,
                                  const struct entry *e); /* NULL: not there */
struct entry *launch_entry(struct launcher *l, struct kernel *k, const char *template_args,
                           struct diags *out, struct span at);
bool launch_hold(struct launcher *l, struct kernel *k, struct diags *out,
                 struct span at); /* compiles and loads a kernel that is not part of the program */
void launcher_drop_code(struct launcher *l); /* for another device all code is recompiled */

/* ---- mirror.c ---- */
/* The cpu device on which launches of the current device can be observed: that device, or for a GPU the one with copies of its memory, from
 * now on. NULL with a diag. */
struct device *mirror_open(struct launcher *l, struct diags *out, struct span at);
void mirror_close(struct launcher *l); /* unless something observes them */
uint64_t mirror_address(const struct launcher *l, uint64_t address); /* there; others stay */
bool mirror_concerns(const struct launcher *l); /* launches of the current device run there */

struct mirrored { /* a launch as it is there */
    struct launch_request request;
    struct launch_arg *args;
};

/* Before such a launch, and after it has ended: in between the cpu device is the current one. The GPU is idle. */
bool mirror_enter(struct launcher *l, const struct launch_request *r, struct mirrored *out_request,
                  struct diags *out);
void mirror_leave(struct launcher *l, struct mirrored *request);

/* Above it: launch.c (one launch), variable.c (variables for the host), switch_device.c. */
