/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <pthread.h>
#include <sys/types.h>

#include "base/intern.h"
#include "base/space.h"
#include "base/str.h"
#include "base/vec.h"
#include "device/backend.h"
#include "device/cuda/driver.h"
#include "device/cuda/ring.h"
#include "device/device_open.h"

/* The cuda device: the client of a worker, and all that is needed to replace the worker. A device sleeps (no worker) until something
 * needs the GPU, and again after a fault or when it is parked; waking starts a worker, maps memory at the same addresses, loads the
 * modules and brings the contents back.
 *
 * open.c (opening, what may be wrong), process.c (the worker's process), talk.c (commands and answers), wake.c (starting over,
 * losing), memory.c (addresses and their memory), keep.c (shadow copies), module.c, cuda_image.c (textures), cuda_device.c (device.h's
 * calls).
 *
 * Thread-safety: device.h's calls hold `lock`, since the thread that parks an idle device calls as well. */

struct worker_process {
    pid_t pid;    /* 0: none */
    int out, err; /* its standard output and error */
    int shared_fd;
    struct shared *shared;
    struct ring_end command, reply;
    uint64_t number; /* of the last command */
};

enum kept { KEPT_NOT, KEPT_PATTERN, KEPT_COPY };

/* A piece of device memory whose contents matter: an array, or a module's variable. */
struct content {
    uint64_t start, size;  /* as the program sees it */
    uint64_t now;          /* where it is in this worker; differs for variables */
    struct object *object; /* of an array; NULL: a variable */
    const char *name;      /* of a variable */
    uint64_t backing; /* of an array with memory of its own: bytes mapped; 0: in shared chunks */
    bool managed;
    bool given;       /* kernels may know its address */
    bool written;     /* since it was kept, by the host or a copy */
    uint64_t changes; /* how often the host or a copy has written it */
    uint64_t kept_at; /* launches so far, when it was kept */
    bool retired;     /* freed, and mapped for the next of its size */
    bool young;       /* it was made in this cell */
    bool stale;       /* what is kept is older than the state before this cell's launches */
    bool lost;        /* its contents are gone, and nothing has replaced them */
    enum kept kept;
    uint8_t pattern[16];
    uint32_t pattern_size;
    struct object *copy; /* in the keep space */
    struct object *next; /* a newer copy, good when the keep mark has reached next_mark */
    uint32_t next_mark;
};

struct chunk { /* memory that small arrays share */
    uint64_t start;
    uint32_t users;
};

struct cuda_kernel {
    struct device_kernel base;
    uint32_t id;
    struct device_param *params;
    bool prints;
};

struct cuda_module {
    struct device_module base;
    uint32_t id;
    char *image;
    size_t size;
    VEC(struct cuda_kernel *) kernels;
    VEC(struct content *) variables;
};

struct
    picture { /* of a CUDA array's texels, as the texture units of the worker's device want them */
    uint32_t id, users;
    struct device_image image;
    bool filled;   /* in this worker */
    uint64_t seen; /* content.changes when it was made like the texels */
    bool newer; /* kernels may have written it by a surface since the texels were taken from it */
};

struct image_object { /* what a handle stands for */
    uint64_t handle;
    bool surface;
    bool lost;   /* this worker's driver has not given the handle again */
    bool failed; /* with an error */
    struct device_image image;
    struct device_sampler sampler;
    struct picture *picture; /* of a CUDA array; NULL: plain memory */
};

struct inflight { /* a launch that has not been reported */
    uint32_t tag, mark, stream;
    const char *kernel; /* interned */
};

struct cuda_device {
    struct device base;
    pthread_mutex_t lock;
    int ordinal;
    uint64_t granularity, keep_limit, memory; /* memory: bytes of the GPU */
    struct cuda_options options;
    struct intern *names;
    struct worker_process worker;
    bool awake; /* the worker has a context, and everything is in place */
    /* addresses */
    uint64_t start, size;
    uint64_t
        next_variable; /* variables have addresses of no memory: only commands name them, which say where they are now */
    struct space *small, *large, *managed, *keep;
    VEC(struct content *) contents; /* number: object->kind */
    VEC(struct chunk) chunks;
    uint64_t array_bytes;
    /* code */
    VEC(struct cuda_module *) modules; /* NULL: unloaded */
    uint32_t kernel_count;
    VEC(struct picture *) pictures; /* number: id; NULL: none */
    VEC(struct image_object *) images;
    uint64_t heap; /* 0: the driver's own size */
    bool streams[STREAMS_MOST];
    /* what is under way */
    VEC(struct inflight) inflight;
    uint32_t mark, print_tag;
    uint64_t launches;
    bool fresh; /* nothing has been launched since the last moment at which all was well */
    struct reply_done done; /* the last answer */
    struct reply_done
        failed; /* the first failure of a command that is not answered; status 0: none */
    struct device_fault fault; /* for the next call that can report it */
    struct buf errors;         /* the end of the worker's standard error */
    char why[400];             /* why it does not wake */
    /* parking after a time without calls */
    pthread_t parker;
    pthread_cond_t closing;
    bool has_parker, closed, failing;
    bool unattended;   /* the parking thread calls: no events, and no interrupt */
    struct buf unsaid; /* printed meanwhile */
    uint64_t used_ns;  /* when the last call ended */
};

static inline struct cuda_device *cuda(struct device *d)
{
    return (struct cuda_device *) d;
}

/* ---- process.c ---- */
bool process_start(struct cuda_device *d); /* false: d->why */
void process_end(struct cuda_device *d);   /* at once */
/* Whether the worker has ended. One that a signal has stopped is continued. */
bool process_gone(struct cuda_device *d, char *why, size_t cap);
void process_output(struct cuda_device *d); /* what it has written, to where it belongs */

/* ---- talk.c: false means that the worker is lost, and cuda_lose has been called ---- */
void *talk_command(struct cuda_device *d, uint32_t size, uint32_t op); /* NULL: lost */
void talk_send(struct cuda_device *d, void *command);
/* Sends and waits for the answer: d->done. kernels: running kernels delay the answer. True even when the answer is a failure that
 * leaves the context well: see d->done.status. */
bool talk_call(struct cuda_device *d, void *command);
bool talk_more(struct cuda_device *d);   /* a further answer to the same command */
void talk_listen(struct cuda_device *d); /* takes what is there */
bool talk_interrupted(const struct cuda_device *d);

/* ---- wake.c ---- */
bool cuda_wake(struct cuda_device *d); /* false: d->why, and d->fault is set */
void cuda_put_asleep(struct cuda_device *d);

/* ---- lose.c ---- */
/* The worker cannot be used any more: ends it, names the guilty launch, and settles what became of the memory. */
void cuda_lose(struct cuda_device *d, uint32_t status, const char *call, const char *text);
enum device_status cuda_take_fault(struct cuda_device *d, struct device_fault *out);
bool cuda_launched_ok(const struct cuda_device *d, const struct inflight *f);

/* ---- memory.c ---- */
bool memory_open(struct cuda_device *d); /* false: no such addresses to be had */
bool memory_owns(const struct cuda_device *d, uint64_t addr);
void memory_close(struct cuda_device *d);
bool memory_alloc(struct cuda_device *d, uint64_t size, bool managed, uint64_t *out_addr);
void memory_free(struct cuda_device *d, struct content *c);
void memory_retire(struct cuda_device *d, struct content *c);
bool memory_revive(struct cuda_device *d, struct content *c, uint32_t stream);
struct content *memory_find(struct cuda_device *d, uint64_t addr); /* live, or NULL */
bool memory_map_all(struct cuda_device *d);                        /* in a new worker */
bool memory_transfer(struct cuda_device *d, uint64_t device, void *host, uint64_t n,
                     bool to_device);
bool memory_fill(struct cuda_device *d, uint64_t to, const void *pattern, uint32_t size,
                 uint64_t count, uint32_t stream);

/* ---- content.c: whether a shadow copy has an array's contents ---- */
bool keep_changed(const struct cuda_device *d, const struct content *c);
void keep_written(struct cuda_device *d, struct content *c, uint64_t offset, uint64_t n);
void keep_confirm(struct cuda_device *d, struct content *c);
void keep_drop(struct cuda_device *d, struct content *c);
void keep_release(struct cuda_device *d,
                  struct object **copy); /* of the host's, and clears it; NULL is none */
void keep_pattern(struct content *c, const void *pattern, uint32_t size);
bool keep_current(struct cuda_device *d,
                  struct content *c); /* whether the shadow copy is what the device holds */
const char *keep_label(struct cuda_device *d, const struct content *c, char room[64]);

/* ---- keep.c: taking and restoring shadow copies ---- */
void keep_all(struct cuda_device *d, uint64_t limit);
bool keep_restore(struct cuda_device *d, struct content *c);

/* ---- module.c ---- */
struct device_module *module_load(struct cuda_device *d, const void *image, size_t size,
                                  struct diags *out, struct span at);
void module_unload(struct cuda_device *d, struct cuda_module *m);
bool module_load_all(struct cuda_device *d);
const struct device_kernel *module_kernel(struct cuda_device *d, struct cuda_module *m,
                                          const char *name);
bool module_symbol(struct cuda_device *d, struct cuda_module *m, const char *name,
                   uint64_t *out_addr, uint64_t *out_size);

/* ---- cuda_image.c ---- */
uint64_t image_new(struct cuda_device *d, const struct device_image *i,
                   const struct device_sampler *s); /* 0: refused */
bool image_free(struct cuda_device *d, uint64_t handle, bool surface);
void image_forget(struct cuda_device *d, const struct content *c); /* its memory is freed */
/* Before c is read or written other than by kernels: what kernels wrote through surfaces goes there. */
void image_home(struct cuda_device *d, struct content *c);
void image_home_all(struct cuda_device *d);
/* Before a launch: textures see what was copied. false: d->fault, a texture is lost. */
bool image_prepare(struct cuda_device *d, const struct device_launch *l);
void image_launched(struct cuda_device *d); /* after a launch, which may have written surfaces */
bool image_restore(struct cuda_device *d);  /* in a new worker, with the memory's contents back */
void image_each(struct cuda_device *d,
                void (*see)(void *user, uint64_t handle, const struct device_image *i,
                            const struct device_sampler *s),
                void *user);
void image_close(struct cuda_device *d);

/* ---- open.c ---- */
void open_explain(const struct reply_done *a, const char *why, struct diags *out, struct span at);

extern const struct device_ops cuda_ops;
