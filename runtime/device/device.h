/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/poll_hook.h"
#include "device/device_library.h"
#include "diag/diag.h"

/* A device that runs PTX: its memory, its modules, its launches and its streams. There are two kinds: `cpu`, our PTX engine
 * on the host's cores, and `cuda`, a GPU behind a worker process; device_open.h opens them. Textures are in device_image.h,
 * memory pools in device_pool.h, the limits of a launch in device_limits.h; what a kind of device provides is in backend.h.
 *
 * Addresses are device addresses (uint64_t), sizes are bytes, times are nanoseconds unless a comment says otherwise.
 * Order: launches, fills and copies within the device are asynchronous and run in order within their stream. Copies from and
 * to the host wait for everything queued before them, as cudaMemcpy does.
 * Ownership: the opener of a device closes it. Modules, kernels, streams and allocations belong to their device and end with
 * it. Strings and structures that a call returns belong to the device unless a comment says otherwise.
 * Thread-safety: one thread, the session's, makes all calls. Only the `interrupt` word of device_events may be set
 * from elsewhere. */

struct device;
struct device_module;
struct device_kernel;
struct ptx_module;
struct device_timing;

enum {
    DEVICE_NAME = 96,
    DEVICE_PARAMS_MAX = 32764 /* bytes of a kernel's parameters (CUDA 12.1 and later) */
};

/* ---- the device itself ---- */

struct device_props {
    char id[16];            /* as the user names it: "cpu", "0" */
    char name[DEVICE_NAME]; /* the processor's own name */
    uint32_t number;        /* among the devices of its kind, as CUDA counts them */
    int arch;               /* the architecture code is compiled for: 75 = compute_75 */
    bool arch_only;         /* with what that architecture alone has: compute_90a */
    bool wants_cubin;       /* device_load takes a cubin for `arch` with its PTX; otherwise PTX */
    uint32_t warp_size;
    uint32_t max_threads_per_block, max_block[3], max_grid[3];
    uint32_t multiprocessors; /* on the cpu device: host threads that run blocks */
    uint32_t max_threads_per_multiprocessor, max_blocks_per_multiprocessor;
    uint64_t shared_per_block;       /* static and dynamic together, without opting in */
    uint64_t shared_per_block_optin; /* with cudaFuncAttributeMaxDynamicSharedMemorySize */
    uint64_t total_memory;
    uint32_t max_cooperative_blocks; /* that run at the same time in a cooperative launch */
    bool
        library; /* kernels of ours are done by libraries of the host, as long as nothing observes the device */
    int driver; /* the newest CUDA that the driver knows: 12040 = 12.4; 0: no driver */
};

/* Reads "sm_90a", "compute_80", "75" or "8.6". false: it is no compute capability. */
bool device_arch_named(const char *text, int *out_arch, bool *out_only);

static inline bool device_is_cpu(const struct device_props *p)
{
    return !p->driver;
}

/* Delivered on the session's thread, from inside device_sync, device_idle and the calls that wait. */
struct device_events {
    void *user;
    /* Device printf, in order; the text is the device's and ends with the call. */
    void (*output)(void *user, uint32_t tag, const char *text, size_t n);
    void (*finished)(void *user, const struct device_timing *t);
    /* Bytes were copied between host and device; without the wait for earlier work. NULL: nobody wants to know. */
    void (*copied)(void *user, uint64_t bytes, bool to_device, uint64_t start, uint64_t end);
    /* An allocation failed: `d` reports it, and more may be added to it. NULL: nothing to add. */
    void (*full)(void *user, struct diags *out, struct diag *d);
    /* One of NVIDIA's libraries cannot be used, for the first time in this worker: kernels do its work. NULL: nobody wants to know. */
    void (*library)(void *user, enum device_library which, const struct device_library_info *info);
    /* Polled at least every 10 ms by every call that waits: when set, running launches are stopped and queued ones
     * dropped. NULL: nothing interrupts. */
    const atomic_bool *interrupt;
    struct poll_hook *poll; /* called as often, by the same calls; NULL: none */
};

enum device_status {
    DEVICE_OK,
    DEVICE_FAULT, /* a launch failed: see the fault. What was queued after it has been dropped */
    DEVICE_INTERRUPTED, /* `interrupt` was set while the call waited; running launches were stopped */
};

const struct device_props *
device_props(const struct device *d); /* they do not change, the cpu device's arch apart */
void device_close(struct device **d);

/* A cell has ended well: a device that can lose its memory may take copies now. */
void device_settled(struct device *d);
/* Releases the hardware and keeps the contents of memory, which the next call brings back. A device that holds no hardware has
 * nothing to do. false: a diag, and nothing has changed. */
bool device_park(struct device *d, struct diags *out, struct span at);
bool device_parked(struct device *d);

enum { DEVICE_SMI_PROCESSES = 32 };

/* What the driver's management library reports. A number below 0, or "": not known. */
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

bool device_smi(struct device *d, struct device_smi *out); /* false: there is no such library */

/* ---- memory ---- */

struct device_allocation { /* what device_find reports */
    uint64_t start, size;
    const char *name; /* see device_name; NULL: it has none */
    bool live;        /* false: it was freed, and its addresses are not yet reused */
};

/* Zero-filled, aligned to 256 bytes, on the cpu device from 4 KiB on to 4 KiB; size 0 is allowed. false: a diag at `at`. */
bool device_alloc(struct device *d, uint64_t size, struct diags *out, struct span at,
                  uint64_t *out_addr);
/* The same, and between launches the host may read and write it in place. */
bool device_alloc_managed(struct device *d, uint64_t size, struct diags *out, struct span at,
                          uint64_t *out_addr);
/* Waits for the launches queued before. false: a diag; it is no allocation, or freed already. */
bool device_free(struct device *d, uint64_t addr, struct diags *out, struct span at);
/* Labels an allocation for reports; the string is copied, NULL removes the label. */
void device_name(struct device *d, uint64_t addr, const char *name);
/* The allocation that addr lies in or just past. false: there is none. */
bool device_find(struct device *d, uint64_t addr, struct device_allocation *out);
/* Whether addr is in this device's address range at all. */
bool device_owns(struct device *d, uint64_t addr);
/* The device whose memory it is: d itself, or one with which d shares an address range. NULL: no device's. */
struct device *device_home(struct device *d, uint64_t addr);
uint64_t device_memory_used(struct device *d);
/* Every live allocation; `variable`: it is a variable of a module. */
void device_each(struct device *d,
                 void (*see)(void *user, const struct device_allocation *a, bool variable),
                 void *user);

/* The most that kernels may have by malloc (cudaLimitMallocHeapSize); 8 MiB unless set. */
void device_set_heap(struct device *d, uint64_t bytes);
uint64_t device_heap(const struct device *d);

struct device_fault;

/* Both compare the range with the allocations, and return DEVICE_FAULT with the fault in *out when it does not fit. They wait, so
 * *out may as well be the fault of an earlier launch. */
enum device_status device_write(struct device *d, uint64_t to, const void *from, uint64_t n,
                                struct device_fault *out);
enum device_status device_read(struct device *d, void *to, uint64_t from, uint64_t n,
                               struct device_fault *out);
/* Queued in the stream. DEVICE_FAULT: a range does not fit, and nothing was queued. The ranges of a copy may overlap; a fill
 * repeats a pattern of 1, 2, 4, 8 or 16 bytes `count` times. */
enum device_status device_copy(struct device *d, uint64_t to, uint64_t from, uint64_t n,
                               uint32_t stream);
enum device_status device_fill(struct device *d, uint64_t to, const void *pattern,
                               uint32_t pattern_size, uint64_t count, uint32_t stream);
/* Bytes copied between host and device since the last call, and the time the copies took, not counting the wait in the queue. */
void device_copied(struct device *d, uint64_t *out_bytes, uint64_t *out_ns);
/* Restores both after reads that are not the program's own, such as a display's. */
void device_set_copied(struct device *d, uint64_t bytes, uint64_t ns);

/* ---- several devices ---- */

/* Whether kernels of d may be given access to the memory of a peer, and whether they have it. */
bool device_may_reach(struct device *d, struct device *peer);
bool device_reaches(struct device *d, struct device *peer);
void device_reach(struct device *d, struct device *peer, bool on); /* device_may_reach holds */
/* Copies to memory of d from memory of another device, through the host: it waits for both. If they are the same device, it is device_copy.
 * d stands for all devices that may reach each other's memory. DEVICE_FAULT: a range does not fit, with the fault in *out. */
enum device_status device_copy_between(struct device *d, uint64_t to, struct device *from_device,
                                       uint64_t from, uint64_t n, uint32_t stream,
                                       struct device_fault *out);

/* ---- modules ---- */

struct device_param { /* of a kernel: one .param of its entry */
    uint32_t offset, size, align;
};

struct device_dim {
    uint32_t x, y, z;
};

struct device_kernel_info {
    const char *name; /* as in the PTX: mangled unless extern "C" */
    uint32_t param_count, params_size;
    const struct device_param *params;
    uint32_t registers; /* of a thread; virtual ones on the cpu device, at most 255 */
    uint32_t shared_static, local_bytes; /* bytes: of a block, of a thread */
    uint32_t max_threads;                /* of a block, for this kernel */
    uint32_t instructions;               /* 0: not known */
    struct device_dim cluster; /* that its launches must have (__cluster_dims__); x 0: any */
};

/* An image is PTX text (a NUL is not needed) or a cubin with its PTX (ptx/ptx_image.h); it is copied. NULL: a diag; it names the PTX
 * line of an instruction that the device does not know. */
struct device_module *device_load(struct device *d, const void *image, size_t size,
                                  struct diags *out, struct span at);
void device_unload(struct device *d, struct device_module **m); /* waits for its launches */
/* The PTX that came with the image, parsed once, when it was loaded. It belongs to the module. NULL: there was none. */
const struct ptx_module *device_module_ptx(const struct device_module *m);
/* NULL: there is no such entry. It belongs to the module. */
const struct device_kernel *device_kernel(struct device_module *m, const char *name);
const struct device_kernel_info *device_kernel_info(const struct device_kernel *k);
/* A .global or .const variable. false: there is none of that name. */
bool device_symbol(struct device_module *m, const char *name, uint64_t *out_addr,
                   uint64_t *out_size);

/* A kernel's name in the program, from its name in PTX: "q::child" of _ZN1q5childEi, without template arguments. */
void device_plain_name(char *to, size_t size, const char *ptx_name);

/* ---- launches ---- */

struct device_launch {
    const struct device_kernel *kernel;
    struct device_dim grid, block;
    uint64_t shared_dynamic; /* bytes of a block */
    uint32_t stream;         /* 0: the default stream */
    const void *params; /* info.params_size bytes laid out as info.params say; copied by the call */
    size_t params_size;
    uint32_t tag; /* the caller's number for this launch; reported in timing and fault */
    bool count;   /* counts events (struct device_counts), where the device can; slower */
    bool cooperative;
    struct device_dim
        cluster; /* blocks that run together and share memory; x 0: as the kernel says */
};

/* Events of a launch: of warps unless a comment says lanes. An instruction counts once for each group of lanes that runs it. */
struct device_counts {
    uint64_t instructions, lane_instructions;
    uint64_t loads, stores, atomics;
    uint64_t global_bytes, shared_bytes; /* of all lanes; global: all that is not shared */
    uint64_t branches, divergent;        /* conditional; those at which the lanes diverged */
    uint64_t barriers;
};

struct device_timing {
    uint32_t tag;
    uint64_t start, end; /* ns on the device's own clock; end - start is the time on the device */
    const struct device_counts *counts; /* during the call only; NULL: not counted */
};

/* Limits are checked (device_limits.h), then it is queued. false: a diag at `at`. */
bool device_launch(struct device *d, const struct device_launch *l, struct diags *out,
                   struct span at);

enum device_fault_kind {
    FAULT_NONE,
    FAULT_ILLEGAL_ADDRESS, /* not inside a live allocation */
    FAULT_MISALIGNED,
    FAULT_PEER,         /* memory of another device, without access to it */
    FAULT_SHARED,       /* outside the block's shared memory */
    FAULT_LOCAL,        /* outside the thread's local memory */
    FAULT_CONSTANT,     /* a write to constant or parameter memory, or outside it */
    FAULT_IMAGE,        /* no valid texture or surface, or a surface access outside it */
    FAULT_HOST_POINTER, /* a host address used in a kernel */
    FAULT_STACK,        /* device call stack overflow */
    FAULT_HEAP,         /* free of a pointer that device malloc did not return, or a second free */
    FAULT_CHILD,        /* a kernel launches a grid that cannot be launched */
    FAULT_ASSERT,
    FAULT_TRAP,
    FAULT_BARRIER, /* a barrier that part of the block can never reach */
    FAULT_DEADLOCK,
    FAULT_MBARRIER,    /* an mbarrier object is misused, or nobody can complete its phase */
    FAULT_CLUSTER,     /* an address or barrier of a cluster of blocks is misused */
    FAULT_INTERRUPTED, /* by the user */
    FAULT_REFUSED,     /* the driver did not start the launch */
    FAULT_LIBRARY,     /* one of NVIDIA's libraries failed to do a kernel's work */
    FAULT_LOST,        /* the device, its worker or some memory contents are lost */
};

/* The first fault of a launch in full. Its strings are in the struct, nearest.name included: it points to nearest_name. */
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
    struct device_allocation nearest; /* the allocation hit, else the nearest; size 0: none */
    char nearest_name[64];
    uint32_t home;   /* FAULT_PEER: the number of the device whose memory it is, */
    uint32_t on;     /* and of the one that ran the launch */
    uint64_t others; /* further threads of the same launch that would have failed too */
    char text[256];  /* assert's message, or more about the fault; may be "" */
    char help[200];  /* what to do, where the device knows; may be "" */
    bool unplaced;   /* which block and thread is not known */
    /* What the fault did to the memory of a device that had to be replaced: names, with commas, or "". */
    bool replaced;
    char went_back[160]; /* contents are those before the cell's launches */
    char lost[160];      /* contents are gone: reading fails until something is written */
};

const char *device_fault_name(enum device_fault_kind kind); /* "illegal address" */

/* ---- streams ---- */

enum { DEVICE_ALL_STREAMS = UINT32_MAX };

/* Waits until the stream, or every stream (DEVICE_ALL_STREAMS), is idle, and delivers events. */
enum device_status device_sync(struct device *d, uint32_t stream, struct device_fault *out);
/* Delivers what is ready and does not wait. */
bool device_idle(struct device *d, uint32_t stream);
uint32_t device_stream_new(struct device *d); /* 0: the device has no more */
void device_stream_free(struct device *d, uint32_t stream);
/* Whether it was made and not freed; 0, the default stream, always exists. */
bool device_stream_exists(const struct device *d, uint32_t stream);
/* The stream and the default stream no longer wait for each other (cudaStreamNonBlocking). false: on this device they still do. */
bool device_stream_separate(struct device *d, uint32_t stream);
/* A mark for the work queued in the stream so far. */
uint64_t device_mark(struct device *d, uint32_t stream);
/* What is queued in the stream from now on begins when the mark of the other stream is reached. Where the device cannot order
 * streams so, the call itself waits for all of `other`. */
enum device_status device_stream_wait(struct device *d, uint32_t stream, uint32_t other,
                                      uint64_t mark, struct device_fault *out);
