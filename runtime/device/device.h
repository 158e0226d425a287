/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/watch.h"
#include "diag/diag.h"

/* What a session needs of a device, and nothing more. Two kinds are planned: `cpu`, our PTX engine, and
 * `cuda`, the client of a worker process. device.c checks arguments once for all of them; a backend may
 * rely on that. Addresses are device addresses (uint64_t), sizes are bytes, times are nanoseconds.
 *
 * Launches and fills are asynchronous and run in order in their stream; copies to and from the host wait
 * for what was queued before them (as cudaMemcpy does). Everything is called by the session's one thread;
 * only the `interrupt` word may be set from elsewhere. */

struct device;
struct device_module;
struct device_kernel;
struct ptx_module;
struct ptx_func;

enum {
    DEVICE_NAME = 96,
    DEVICE_PARAMS_MAX = 32764
}; /* bytes of a kernel's parameters (CUDA 12.1 and later) */

struct device_props {
    char id[16];            /* as the user names it: "cpu", "0" */
    char name[DEVICE_NAME]; /* the processor's own name */
    int arch;               /* the architecture code is compiled for: 75 = compute_75 */
    bool wants_cubin;       /* module_load takes a cubin for `arch`; otherwise PTX text */
    uint32_t warp_size;
    uint32_t max_threads_per_block, max_block[3], max_grid[3];
    uint32_t multiprocessors; /* host threads that run blocks, on the cpu device */
    uint32_t max_threads_per_multiprocessor, max_blocks_per_multiprocessor;
    uint64_t shared_per_block;       /* static and dynamic together, without asking for more */
    uint64_t shared_per_block_optin; /* with it */
    uint64_t total_memory;
    uint32_t
        max_cooperative_blocks; /* of a cooperative launch: blocks that are sure to run at the same time */
    int driver; /* the newest CUDA that the driver knows: 12040 = 12.4; 0: no driver */
};

struct device_allocation { /* what mem_find tells */
    uint64_t start, size;
    const char *name; /* see mem_name; may be NULL */
    bool live;        /* false: freed, and its addresses not used again yet */
};

struct device_dim {
    uint32_t x, y, z;
};

struct device_param { /* of a kernel: one .param of its entry */
    uint32_t offset, size, align;
};

struct device_kernel_info {
    const char *name; /* as in the PTX (mangled unless extern "C") */
    uint32_t param_count, params_size;
    const struct device_param *params;
    uint32_t registers;                  /* virtual registers on the cpu device; 0: not known */
    uint32_t shared_static, local_bytes; /* bytes: of a block, of a thread */
    uint32_t max_threads;                /* of a block, for this kernel */
    uint32_t instructions;               /* 0: not known */
};

/* What happened in a launch: of warps unless it says lanes. An instruction counts once for each group of lanes that runs it. */
struct device_counts {
    uint64_t instructions, lane_instructions;
    uint64_t loads, stores, atomics;
    uint64_t global_bytes, shared_bytes; /* of all lanes; global: all that is not shared */
    uint64_t branches, divergent;        /* conditional; those that parted the lanes */
    uint64_t barriers;
};

struct device_launch {
    const struct device_kernel *kernel;
    struct device_dim grid, block;
    uint32_t shared_dynamic; /* bytes */
    uint32_t stream;         /* 0: the default stream */
    const void *params; /* info.params_size bytes laid out as info.params say; copied by the call */
    size_t params_size;
    uint32_t tag; /* the caller's number for this launch; it comes back in timing and fault */
    bool count;   /* what happens; slower */
    bool cooperative;
};

struct device_timing {
    uint32_t tag;
    uint64_t start,
        end; /* ns on the device's own clock; end - start is the launch's time on the device */
    const struct device_counts *counts; /* while the call lasts; NULL: not asked for */
};

enum device_fault_kind {
    FAULT_NONE,
    FAULT_ILLEGAL_ADDRESS, /* not inside a live allocation */
    FAULT_MISALIGNED,
    FAULT_SHARED,       /* outside the block's shared memory */
    FAULT_LOCAL,        /* outside the thread's local memory */
    FAULT_CONSTANT,     /* a write to constant or parameter memory, or outside it */
    FAULT_IMAGE,        /* a texture or surface that is none, or a surface access outside it */
    FAULT_HOST_POINTER, /* a host address used in a kernel */
    FAULT_STACK,        /* device call stack overflow */
    FAULT_HEAP,         /* free of what device malloc did not give, or twice */
    FAULT_CHILD,        /* a kernel launches what cannot be launched */
    FAULT_ASSERT,
    FAULT_TRAP,
    FAULT_BARRIER, /* a barrier that part of the block can never reach */
    FAULT_DEADLOCK,
    FAULT_INTERRUPTED, /* by the user */
    FAULT_REFUSED,     /* the driver did not start the launch */
    FAULT_LOST,        /* the device or its worker is gone, or contents of its memory are */
};

/* The first fault of a launch in full. Strings live in the struct. */
struct device_fault {
    enum device_fault_kind kind;
    uint32_t tag; /* of the launch */
    char kernel[128];
    bool by_kernel; /* it was launched by a kernel of the launch */
    struct device_dim block, thread;
    char file[160];        /* source name from the PTX's .file, "" when unknown */
    uint32_t line, column; /* from its .loc, 0 when unknown */
    uint32_t ptx_line;
    char instruction[96]; /* the PTX statement's text */
    uint64_t address;
    uint32_t size; /* bytes of the access */
    bool write, atomic;
    struct device_allocation
        near;           /* the allocation hit or, failing that, the nearest; size 0: none */
    char near_name[64]; /* near.name points here or is NULL */
    uint64_t others;    /* further faults of the same launch: threads that would have failed too */
    char text[256];     /* assert's message, or more about it; may be "" */
    bool unplaced;      /* which block and thread is not known */
    /* What the fault did to the memory of a device that had to be replaced: names, with commas, or "". */
    bool replaced;
    char went_back[160]; /* contents are those before the cell's launches */
    char lost[160];      /* contents are gone: reading fails until something is written */
};

/* Delivered on the session's thread, from inside device_sync and the calls that wait. */
struct device_events {
    void *user;
    void (*output)(void *user, uint32_t tag, const char *text,
                   size_t n); /* device printf, in order */
    void (*finished)(void *user, const struct device_timing *t);
    /* An allocation found no room: `d` says so, and may be added to. NULL: nobody has more to say. */
    void (*full)(void *user, struct diags *out, struct diag *d);
    /* Polled at least every 10 ms by every call that waits: when set, running launches are stopped and queued ones dropped.
     * NULL: nothing interrupts. */
    const atomic_bool *interrupt;
    struct watch *watch; /* looked at as often, by the same calls; NULL: nobody looks */
};

enum device_status {
    DEVICE_OK,
    DEVICE_FAULT, /* a launch failed: see the fault. The device has dropped what was queued after it */
    DEVICE_INTERRUPTED, /* `interrupt` was set while waiting; running launches were stopped */
};

/* ---- the front that callers use (device.c) ---- */

const struct device_props *device_props(const struct device *d);
void device_close(struct device **d);

/* NULL or false: a diag was recorded at `at`. */
bool device_alloc(struct device *d, uint64_t size, struct diags *out, struct span at,
                  uint64_t *out_addr); /* zero-filled, 256-aligned; size 0 is allowed */
/* The same, and between launches the host may read and write it in place. */
bool device_alloc_managed(struct device *d, uint64_t size, struct diags *out, struct span at,
                          uint64_t *out_addr);
bool device_free(struct device *d, uint64_t addr, struct diags *out,
                 struct span at); /* waits for the launches queued before */
void device_name(
    struct device *d, uint64_t addr,
    const char *name); /* label an allocation for reports; the string is copied; NULL removes it */
bool device_find(struct device *d, uint64_t addr,
                 struct device_allocation *out); /* false: not in or just past any allocation */
bool device_owns(struct device *d,
                 uint64_t addr); /* whether addr is in this device's address range at all */
uint64_t device_memory_used(struct device *d);
void device_each(struct device *d,
                 void (*see)(void *user, const struct device_allocation *a, bool variable),
                 void *user); /* every live allocation; `variable`: one of a module */

/* ---- memory in the order of streams (CUDA Runtime API, 'Stream Ordered Memory Allocator'): pool.c ---- */

struct device_pool_state { /* bytes; reserved: used and idle together */
    uint64_t threshold, reserved, reserved_high, used, used_high;
};

/* A pool's number is never 0, which stands for the one in use; 1 is the device's own. false: there is no such pool. */
uint32_t device_pool_new(struct device *d);
bool device_pool_end(struct device *d, uint32_t id); /* not the device's own */
uint32_t device_pool_current(struct device *d);
bool device_pool_use(struct device *d, uint32_t id);
bool device_pool_state(struct device *d, uint32_t id, struct device_pool_state *out);
bool device_pool_set(struct device *d, uint32_t id,
                     uint64_t threshold); /* idle bytes beyond it go at the next wait */
bool device_pool_reset(struct device *d, uint32_t id, bool reserved); /* a high-water mark */
bool device_pool_trim(struct device *d, uint32_t id, uint64_t keep);
/* As device_alloc, for work that is queued in `stream` from now on. false without a diag: there is no such pool. */
bool device_pool_alloc(struct device *d, uint32_t id, uint64_t size, uint32_t stream,
                       struct diags *out, struct span at, uint64_t *out_addr);
/* As device_free, once the work queued in `stream` so far has used it; nobody waits for that. */
bool device_pool_free(struct device *d, uint64_t addr, uint32_t stream, struct diags *out,
                      struct span at);

void device_set_heap(struct device *d,
                     uint64_t bytes); /* most that kernels may have by malloc; 8 MiB unless set */
uint64_t device_heap(const struct device *d);

/* Ranges are checked against the allocations: false with a diag when they do not fit. The waiting ones return the
 * fault of an earlier launch by a diag as well (see device_sync to read it first). */
enum device_status device_write(struct device *d, uint64_t to, const void *from, uint64_t n,
                                struct device_fault *out);
enum device_status device_read(struct device *d, void *to, uint64_t from, uint64_t n,
                               struct device_fault *out);
enum device_status device_copy(struct device *d, uint64_t to, uint64_t from, uint64_t n,
                               uint32_t stream); /* may overlap */
/* Bytes between host and device since the last call of this, and the time they took once the device had come to them. */
void device_copied(struct device *d, uint64_t *out_bytes, uint64_t *out_ns);
/* Repeats a pattern of 1, 2, 4, 8 or 16 bytes `count` times. */
enum device_status device_fill(struct device *d, uint64_t to, const void *pattern,
                               uint32_t pattern_size, uint64_t count, uint32_t stream);

/* image: PTX text (NUL not needed) or cubin, copied. Names an unsupported instruction with its PTX line. */
struct device_module *device_load(struct device *d, const void *image, size_t size,
                                  struct diags *out, struct span at);
void device_unload(struct device *d, struct device_module **m); /* waits for its launches */
/* The PTX that came with the image, parsed; owned by m. NULL: there was none. */
const struct ptx_module *device_module_ptx(const struct device_module *m);
const struct device_kernel *device_kernel(struct device_module *m,
                                          const char *name); /* NULL: no such entry; owned by m */
const struct device_kernel_info *device_kernel_info(const struct device_kernel *k);
bool device_symbol(struct device_module *m, const char *name, uint64_t *out_addr,
                   uint64_t *out_size); /* a .global or .const variable */

bool device_launch(struct device *d, const struct device_launch *l, struct diags *out,
                   struct span at); /* limits are checked; then queued */

/* Waits until `stream` (or all: DEVICE_ALL_STREAMS) is idle, delivering events. See device_events for the interrupt. */
enum { DEVICE_ALL_STREAMS = UINT32_MAX };
enum device_status device_sync(struct device *d, uint32_t stream, struct device_fault *out);
bool device_idle(struct device *d, uint32_t stream); /* delivers what is ready and does not wait */
uint32_t device_stream_new(struct device *d);
void device_stream_free(struct device *d, uint32_t stream);
/* The default stream does not wait for this one, nor this one for it (cudaStreamNonBlocking). */
void device_stream_apart(struct device *d, uint32_t stream);
/* What was given to a stream before a mark was made, and a stream that goes on when all of that is done. Where a device cannot
 * do this, the call waits itself. */
uint64_t device_mark(struct device *d, uint32_t stream);
enum device_status device_stream_wait(struct device *d, uint32_t stream, uint32_t other,
                                      uint64_t mark, struct device_fault *out);

/* A cell has ended well: a device that can lose its memory may take copies now. */
void device_settled(struct device *d);
/* Lets go of everything but the contents of its memory, which the next call brings back. false: a diag. */
bool device_park(struct device *d, struct diags *out, struct span at);
bool device_parked(struct device *d);

enum { DEVICE_SMI_PROCESSES = 32 };

/* What the driver's management library tells. A number below 0, or "": not known. */
struct device_smi {
    char driver[32]; /* "550.54.15" */
    int cuda;        /* 12040: 12.4 */
    char uuid[48], bus[32];
    int temperature, fan;               /* degrees Celsius; percent */
    int power, power_limit;             /* milliwatts */
    int clock_sm, clock_memory;         /* MHz */
    int load, memory_load;              /* percent of the last second */
    int64_t memory_total, memory_used;  /* bytes, of all processes */
    int persistence, compute_mode, mig; /* mode numbers as NVML has them */
    int64_t ecc_errors;                 /* uncorrected, since the driver was loaded */
    char throttle[96];                  /* why the clocks are lower: "power cap, thermal" */
    int process_count;

    struct {
        int pid;
        int64_t memory;
        char name[64];
    } processes[DEVICE_SMI_PROCESSES];
};

bool device_smi(struct device *d, struct device_smi *out); /* false: it has none of this */

/* ---- textures and surfaces: views of device memory (CUDA C++ Programming Guide, 'Texture and Surface Memory') ---- */

enum device_channel {
    CHANNEL_SIGNED,
    CHANNEL_UNSIGNED,
    CHANNEL_FLOAT
}; /* as cudaChannelFormatKind */

struct device_image {
    uint64_t address, row_pitch, slice_pitch; /* bytes; a slice is a level of depth or a layer */
    uint32_t width, height, depth;            /* texels; 0: no such dimension */
    uint32_t layers;        /* of a layered image, a cube's faces times 6; 0: not layered */
    uint8_t channels, bits; /* 1, 2 or 4 channels of 8, 16 or 32 bits each */
    enum device_channel kind;
    bool cube, linear; /* linear: plain memory, where a fetch outside gives 0 */
    bool array; /* of a CUDA array: kernels reach this memory by textures and surfaces only */
};

enum device_wrap {
    WRAP_REPEAT,
    WRAP_CLAMP,
    WRAP_MIRROR,
    WRAP_BORDER
}; /* as cudaTextureAddressMode */

struct device_sampler {
    enum device_wrap wrap[3];
    bool linear_filter;
    bool normalized;      /* coordinates are in [0, 1) */
    bool read_normalized; /* integers are read as fractions of their largest value */
    float border[4];
};

/* The handle that kernels take; sampler NULL: a surface. 0: there are too many. The image's memory stays the caller's. */
uint64_t device_image_new(struct device *d, const struct device_image *i,
                          const struct device_sampler *s);
bool device_image_free(struct device *d, uint64_t handle,
                       bool surface); /* waits for the launches queued before; false: no such */
void device_each_image(struct device *d,
                       void (*see)(void *user, uint64_t handle, const struct device_image *i,
                                   const struct device_sampler *s),
                       void *user); /* in the order in which they were made */

const char *device_fault_name(enum device_fault_kind kind); /* "illegal address" */
/* A kernel's name as the program has it, of its name in PTX: "q::child" of _ZN1q5childEi, without template arguments. */
void device_plain_name(char *to, size_t size, const char *ptx_name);

/* ---- what a backend provides ---- */

struct device_ops {
    void (*close)(struct device *d);
    bool (*alloc)(struct device *d, uint64_t size, uint64_t *out_addr); /* false: out of memory */
    void (*free)(struct device *d, uint64_t addr);
    void (*name)(struct device *d, uint64_t addr, const char *name);
    void (*heap)(struct device *d, uint64_t bytes);
    bool (*find)(struct device *d, uint64_t addr, struct device_allocation *out);
    bool (*owns)(struct device *d, uint64_t addr);
    uint64_t (*used)(struct device *d);
    enum device_status (*copy)(struct device *d, uint64_t to, uint64_t from, uint64_t n,
                               int direction, uint32_t stream,
                               struct device_fault *out); /* enum device_direction */
    void (*fill)(struct device *d, uint64_t to, const void *pattern, uint32_t pattern_size,
                 uint64_t count, uint32_t stream);
    struct device_module *(*load)(struct device *d, const void *image, size_t size,
                                  struct diags *out, struct span at);
    void (*unload)(struct device *d, struct device_module *m);
    const struct device_kernel *(*kernel)(struct device_module *m, const char *name);
    bool (*symbol)(struct device_module *m, const char *name, uint64_t *out_addr,
                   uint64_t *out_size);
    void (*launch)(struct device *d, const struct device_launch *l);
    enum device_status (*sync)(struct device *d, uint32_t stream, bool wait,
                               struct device_fault *out);
    bool (*idle)(struct device *d, uint32_t stream);
    void (*stream)(struct device *d, uint32_t *stream, bool make); /* make or free one */
    void (*each)(struct device *d,
                 void (*see)(void *user, const struct device_allocation *a, bool variable),
                 void *user);
    /* NULL where the device has no need of them */
    bool (*alloc_managed)(struct device *d, uint64_t size, uint64_t *out_addr);
    void (*stream_apart)(struct device *d, uint32_t stream);
    uint64_t (*mark)(struct device *d, uint32_t stream);
    void (*stream_wait)(struct device *d, uint32_t stream, uint32_t other, uint64_t mark);
    void (*settled)(struct device *d);
    bool (*park)(struct device *d, struct diags *out, struct span at);
    bool (*parked)(struct device *d);
    bool (*smi)(struct device *d, struct device_smi *out);

    /* Memory of a pool; NULL: it is simply freed. Retired it is not live, but stays where it is; revived it is zero-filled in
     * the order of a stream, false: it has to be allocated anew. */
    void (*retire)(struct device *d, uint64_t addr);
    bool (*revive)(struct device *d, uint64_t addr, uint32_t stream);
    void (*release)(struct device *d, uint64_t addr);

    /* NULL: the device has no textures */
    uint64_t (*image_new)(struct device *d, const struct device_image *i,
                          const struct device_sampler *s);
    bool (*image_free)(struct device *d, uint64_t handle, bool surface);
    void (*each_image)(struct device *d,
                       void (*see)(void *user, uint64_t handle, const struct device_image *i,
                                   const struct device_sampler *s),
                       void *user); /* NULL: of no use */
};

enum device_direction { DEVICE_TO_DEVICE, HOST_TO_DEVICE, DEVICE_TO_HOST };

/* The first members of every backend's device, module and kernel. */
struct device {
    const struct device_ops *ops;
    struct device_props props;
    struct device_events events;
    uint64_t copied_bytes, copied_ns;
    uint64_t heap;              /* as device_set_heap was told; 0: not yet */
    struct device_pools *pools; /* pool.c's; NULL: none yet */
};

struct device_module {
    struct device *device;
    struct ptx_module *ptx; /* its own; NULL: the image has no PTX */
};

struct device_kernel {
    struct device_module *module;
    struct device_kernel_info info;
};

/* Fills params[] (one for each parameter of the entry, the backend's) and what `info` says of them. */
void device_describe_params(struct device_kernel_info *info, const struct ptx_func *entry,
                            struct device_param *params);

/* pool.c, for device.c: a wait has ended; memory is short (true: some was given back); it was freed by device_free; the end. */
void device_pools_waited(struct device *d);
bool device_pools_spare(struct device *d);
void device_pools_forget(struct device *d, uint64_t addr);
void device_pools_close(struct device *d);

/* ---- the backends ---- */

struct space;

struct device *
cpu_device_open(const struct device_events *events, uint64_t memory,
                struct diags *out); /* memory: bytes to offer, 0 = most of the machine's */
/* The same in a range of the caller's, which the device then owns. */
struct device *cpu_device_open_in(struct space *space, const struct device_events *events,
                                  uint64_t memory);

struct cuda_options {
    int ordinal; /* among the devices that CUDA_VISIBLE_DEVICES leaves */
    struct space
        *host; /* the session's memory, shared (space.h), or NULL: copied without staging */
    uint64_t memory_limit; /* bytes the session may have; 0: WARPCELL_GPU_MEMORY, or all */
    uint64_t
        keep_limit; /* bytes of copies against loss; UINT64_MAX: WARPCELL_GPU_KEEP, or 256 MiB */
    uint32_t park_after; /* seconds without a call; 0: WARPCELL_GPU_PARK_AFTER, or never */
};

/* NULL: a diag says why not, with the remedy. The worker and the driver start now, a context at first use. */
struct device *cuda_device_open(const struct cuda_options *options,
                                const struct device_events *events, struct diags *out);
/* Whether there may be a GPU: a driver's device file, or a driver named by WARPCELL_CUDA. It costs nothing. */
bool cuda_device_likely(void);
/* Describes the devices that the driver shows, at most `most`, as device_props. -1: none, and a diag. */
int cuda_device_list(struct device_props *out, int most, struct diags *diags);
void cuda_device_set(struct device *d,
                     const struct cuda_options *options); /* the limits; host may become NULL */
