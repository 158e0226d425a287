/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "base/pointer_map.h"
#include "base/str.h"
#include "base/vec.h"
#include "device/cpu/cpu_queue.h"
#include "device/cuda_errors.h"
#include "device/device.h"
#include "device/device_image.h"
#include "driver/core/driver_settings.h"
#include "driver/core/driver_types.h"
#include "driver/core/python_place.h"
#include "driver/core/shared_event.h"

/* A CUDA driver library (libcuda.so.1) whose one device is the cpu device: the entry points of driver_calls.def over device.h. Each
 * concern has a file: init, context, module, link, library, launch, memory, pool, copy, stream, event, graph, texture, occupancy.
 * Meanings are those of the CUDA Driver API reference, 13.0; where this library differs, the function's comment says so.
 *
 * Thread-safety: any thread makes any call of the API. driver_state.lock guards the engine and everything here that has no lock of its own;
 * nobody holds it while waiting for the device. A function whose name ends in _locked is called with it held.
 * Ownership: an object belongs to the caller that made it, until its cu...Destroy. */

#define EXPORT __attribute__((visibility("default")))

struct report;
struct report_kernel;

enum { DRIVER_VERSION = 13000, DEVICE_COUNT = 1 };

enum handle_kind { /* the first word of every handle, so that a wrong one is an error and no crash */
                   HANDLE_CONTEXT = 0x57435800,
                   HANDLE_MODULE,
                   HANDLE_FUNCTION,
                   HANDLE_STREAM,
                   HANDLE_EVENT,
                   HANDLE_POOL,
                   HANDLE_GRAPH,
                   HANDLE_GRAPH_EXEC,
                   HANDLE_LINK,
                   HANDLE_ARRAY,
                   HANDLE_MEMORY,
};

struct cu_pool {
    enum handle_kind kind;
    bool imported; /* from another process */
    struct cu_pool_props props;
    int reuse[3];
    uint64_t threshold, used, used_high; /* bytes */
};

struct cu_context {
    enum handle_kind kind;
    bool primary;
    uint64_t id;
    unsigned flags, api;
    int cache, shared_config;
    int users; /* cuCtxAttach; with the lock held */
};

struct cu_function { /* a CUfunction and a CUkernel */
    enum handle_kind kind;
    struct cu_module *module;
    const struct device_kernel *kernel;
    struct report_kernel *seen;
    int dynamic_shared, carveout, cache; /* set by attributes */
    struct device_dim cluster;           /* ... so are these: of launches that name none */
    bool large_clusters;                 /* of more than 8 blocks are allowed */
    /* the launch interface of CUDA 3 (cuFuncSetBlockShape, cuParamSetv) */
    struct device_dim block;
    uint32_t shared;
    struct buf params;
};

struct cu_module { /* a CUmodule and a CUlibrary */
    enum handle_kind kind;
    struct device_module *code;
    VEC(struct cu_function *) functions; /* those that were asked for */
    char *text;                          /* the PTX */
    int registers_most;                  /* CU_JIT_MAX_REGISTERS; 0: none */
    bool ptxas_asked;
    char *
        ptxas_log; /* of its report (driver_function.c), once it was asked for; NULL: there is none */
    int shared_users;
};

struct cu_stream {
    enum handle_kind kind;
    uint32_t id; /* the engine's; 0: the default stream */
    unsigned flags;
    int priority;
    uint64_t number;
    struct cu_context *context;
    struct cu_graph *capture; /* NULL: work is queued */
    uint64_t capture_id;
    int capture_mode;
    struct cu_stream
        *capture_origin; /* the stream whose capture this one was drawn into; NULL: its own */
    VEC(struct cu_graph_node *) tips; /* what the next captured node depends on */
};

/* A place in a stream's queue: set once all work before it is done. Shared by its event and the queue. */
struct stream_mark {
    atomic_bool done;
    atomic_int users;
    uint64_t ns;                 /* when */
    struct shared_event *shared; /* of the event, or NULL; and the number of this record */
    uint32_t shared_number;
    uint32_t stream;
    uint64_t number;
};

struct cu_event {
    enum handle_kind kind;
    unsigned flags;
    struct stream_mark *mark; /* NULL: not recorded yet */
    struct cu_stream
        *captured_in;     /* last recorded in a capture of this stream; NULL: not in a capture */
    uint64_t captured_id; /* of that capture */
    VEC(struct cu_graph_node *)
    captured_nodes;              /* what the stream's next node would have depended on */
    struct shared_event *shared; /* of an interprocess event, else NULL */
};

/* ---- work: everything that a stream does, so that a capture can keep it ---- */

enum work_kind {
    WORK_EMPTY,
    WORK_LAUNCH,
    WORK_COPY,
    WORK_FILL,
    WORK_HOST,
    WORK_RECORD,
    WORK_WAIT,
    WORK_GRAPH,
    WORK_FREE,
    WORK_ALLOC
};

struct work_rows { /* a copy or a fill of boxes of bytes */
    uint64_t to, from;
    uint64_t width, height, depth; /* bytes, rows, slices */
    uint64_t to_pitch, from_pitch, to_slice, from_slice;
    uint8_t pattern[16];
    uint32_t pattern_size;
};

struct driver_work {
    enum work_kind kind;

    struct { /* WORK_LAUNCH */
        struct cu_function *function;
        struct device_dim grid, block, cluster; /* cluster.x 0: as the function says */
        uint32_t shared;
        bool cooperative;
        char *params; /* of xmalloc: the graph's node owns it; a call lends it */
    } launch;

    struct work_rows rows;

    struct {
        void (*call)(void *user);
        void *user;
    } host;

    struct cu_event *event;
    struct cu_graph *graph;
    struct graph_memory *
        memory; /* of a graph's allocation, in the nodes that make and free it (core/driver_nodes.h) */
};

/* Queues the work in the stream, or adds it to the stream's capture. */
int work_submit(struct cu_stream *s, const struct driver_work *w);

/* ---- the library's state ---- */

enum { CONTEXTS_MOST = 64 };

struct driver_mapping { /* of cuMemMap */
    uint64_t address, size;
    struct cu_memory *memory;
    int access; /* that the device has: flags of cuMemSetAccess. 0: none, and the engine does not know the mapping */
};

struct reservation { /* core/driver_virtual.h */
    uint64_t start, size;
};

struct shared_pages {      /* core/driver_share.h */
    uint64_t start, end;   /* whole pages */
    uint64_t host, device; /* registered memory and its address on the device */
    size_t size;
    bool copied; /* the host's pages are those of our file now */
};

struct image_made { /* a texture object or a surface object, and what it was made from */
    uint64_t handle;
    bool surface;
    struct cu_resource resource;
    struct cu_sampling sampling; /* of a texture */
};

struct driver_state {
    pthread_mutex_t lock;
    atomic_bool initialized;
    struct driver_settings settings;
    bool forked; /* this process is a child of one that initialised it */
    struct device *engine;
    struct launch_checker *checker;
    struct cu_context primary;
    int primary_users;
    uint64_t contexts;
    struct cu_stream legacy; /* the default stream */
    int failed;              /* the code of a fault that no call has returned yet */
    uint64_t limits[8];
    uint32_t launches;
    struct pointer_map allocations;         /* from addresses to struct allocation */
    VEC(uint64_t) deferred;                 /* freed in a stream's order: at the next idle moment */
    uint64_t numbers;                       /* of streams, buffers, captures: the next */
    struct cu_pool own_pool;                /* the device's */
    struct cu_pool host_pool, managed_pool; /* the defaults of these kinds of memory */
    struct cu_pool *_Atomic pool;           /* the one in use; NULL: the device's */
    uint64_t virtual_start, virtual_end;    /* core/driver_virtual.h */
    VEC(struct reservation) reserved;
    uint64_t graph_bytes, graph_high; /* of allocations of graphs, and the most there were */
    uint64_t physical;                /* bytes of cuMemCreate */
    VEC(struct driver_mapping) mappings;
    VEC(struct image_made) images;
    VEC(struct shared_pages) shared;
    VEC(void *)
    ended; /* destroyed handles: they stay, since the program or a graph may still name them */
    struct report *report; /* core/driver_report.c's */
    struct python_calls python;
    pthread_once_t python_once;
};

struct driver_thread { /* what each thread of the program has of its own */
    struct cu_context *contexts[CONTEXTS_MOST];
    unsigned depth;
    bool per_thread;          /* stream 0 means `stream` */
    struct cu_stream *stream; /* NULL: not made yet */
    int capture_mode;
    struct caller_place place; /* of its next launch */
};

extern struct driver_state driver_state;
extern _Thread_local struct driver_thread driver_thread;

/* 0: cuInit has been called and the thread has a context; else the code to return. */
int driver_begin(void);
int driver_initialized(void); /* the same for calls that need no context */
void driver_lock(void);
void driver_unlock(void);
void driver_lock_room(void);      /* the lock, with room for a command */
void driver_lock_idle(void);      /* the lock, with nothing queued */
void driver_collect_locked(void); /* delivers what is ready */
void driver_free_deferred_locked(void);
void driver_keep_ended(void *handle); /* takes the lock */
int driver_take_error(void);          /* the code of a fault that nobody has returned */
int driver_lasting_error(
    void); /* the code that every call returns after a fault (driver_settings.h); 0: none */
int driver_wait(uint32_t stream); /* waits, then driver_take_error */
uint64_t driver_number(void);
uint32_t driver_multiprocessors(void); /* that the device reports; driver_init.c */

struct cu_context *context_current(void); /* NULL: none */
/* The stream of a handle; 0 and 1: the default stream, 2: the thread's own. NULL: no stream. */
struct cu_stream *stream_of(struct cu_stream *handle);
void mark_release(struct stream_mark *m);

/* ---- core/memory_table.c ---- */

enum allocated_as {
    ALLOCATED_DEVICE,
    ALLOCATED_HOST,
    ALLOCATED_MANAGED,
    ALLOCATED_REGISTERED,
    ALLOCATED_ARRAY,
    ALLOCATED_MAPPED, /* of another process */
    ALLOCATED_VIRTUAL /* of cuMemMap */
};

struct allocation {
    enum allocated_as kind;
    uint64_t start, size, id;
    unsigned flags;
    struct cu_pool *pool;
    struct cu_context *context;
    struct graph_memory *graph; /* the graph's that made it; NULL: no graph's */
};

int memory_new(uint64_t size, enum allocated_as kind, unsigned flags, struct cu_pool *pool,
               uint64_t *out);
int memory_end(uint64_t address, enum allocated_as kind);
struct allocation *memory_find_locked(uint64_t address); /* that it lies in; NULL: none */
/* Enters it in the table, in place of an earlier one at the address. */
void memory_note_locked(uint64_t start, struct allocation a);
/* How many of n bytes from the address on lie in one allocation; and whether all lie in allocations, which cuMemMap may put side by side. */
uint64_t memory_in_one_locked(uint64_t address, uint64_t n);
bool memory_covers_locked(uint64_t address, uint64_t n);
/* Whether the device has so many bytes left. */
bool memory_left_locked(uint64_t size);

/* ---- others ---- */

struct cu_module *driver_module_load(const void *image, size_t size,
                                     const struct cu_jit_options *options, int *out_error);
int driver_module_unload(struct cu_module *m);
int function_of(struct cu_module *m, const char *name, struct cu_function **out);

/* The parameters as the kernel lays them out, from either form of the API. false: they do not fit. */
bool launch_gather(const struct cu_function *f, void *const *params, void *const *extra, char *to);
/* What a launch attribute says of a launch; others change nothing here. */
void launch_set_attribute(struct driver_work *w, int id, const union cu_launch_value *value);
int copy_cube_work(const struct cu_box_copy *c, struct driver_work *out);

int capture_wait(struct cu_stream *s, struct cu_event *e);
/* For calls that a capture forbids: it ends with an error, and the code to return. 0: the stream is not captured. */
int capture_forbids(struct cu_stream *s);
void capture_record(struct cu_stream *s, struct cu_event *e);
