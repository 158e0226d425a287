/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <pthread.h>
#include <stdatomic.h>

#include "base/intern.h"
#include "device/cpu/decode.h"
#include "device/cpu/image.h"
#include "device/cpu/lean.h"
#include "device/cpu/machine.h"
#include "device/cpu/ops.h"
#include "device/cpu/ptx.h"
#include "device/device.h"

/* The cpu device: its memory, its modules, its queue of commands and the threads that carry them out.
 * The session's thread calls it (device.h); the queue and the launches in it are shared with the threads. */

enum command_kind { COMMAND_LAUNCH, COMMAND_FILL, COMMAND_COPY };

struct command {
    enum command_kind kind;
    uint32_t stream;
    struct command *next;
    struct launch *launch;
    uint64_t to, from, n; /* copy: n bytes; fill: n patterns */
    uint8_t pattern[16];
    uint32_t pattern_size;
};

struct pool;

struct cpu_device {
    struct device base;
    struct space *space;
    pthread_mutex_t
        space_lock; /* allocations change on the session's thread, reports walk over them on others */
    struct intern *names; /* labels of allocations, kept until the device closes */
    struct op_index *index;
    const struct op_set *set;
    struct pool *pool;
    struct device_fault fault; /* met while delivering; the next call that waits says it */
    uint32_t last_stream;
    uint64_t heap_limit, heap_used; /* bytes of device malloc; under space_lock */
    struct image_table images;
    bool soft_ftz; /* see struct decoder */
};

struct cpu_kernel {
    struct device_kernel base;
    struct code *code;
    struct lean *lean[SHAPES]; /* made by the first launch with blocks of that shape */
};

struct cpu_module {
    struct device_module base;
    struct ptx_module *ptx;
    struct arena arena; /* of the decoded form */
    struct code_list codes;
    uint32_t sites; /* memory ops, of all codes */
    VEC(struct cpu_kernel *) kernels;
    VEC(struct object *)
    objects; /* one for each module variable, in the order of ptx->vars; NULL: none */
};

/* ---- module.c ---- */

struct device_module *cpu_module_load(struct device *d, const void *image, size_t size,
                                      struct diags *out, struct span at);
void cpu_module_free(struct cpu_device *d, struct cpu_module *m);
const struct device_kernel *cpu_module_kernel(struct device_module *m, const char *name);
bool cpu_module_symbol(struct device_module *m, const char *name, uint64_t *out_addr,
                       uint64_t *out_size);
uint64_t cpu_module_address(const struct cpu_module *m,
                            const struct ptx_var *v); /* of a variable that was placed */

/* ---- pool.c: the queue and its threads ---- */

struct pool *pool_new(uint32_t threads);
void pool_free(struct pool **p);                   /* stops what runs and drops the rest */
void pool_push(struct pool *p, struct command *c); /* owns it */
/* Whether nothing of the stream (or of any: DEVICE_ALL_STREAMS) is queued or running. */
bool pool_idle(struct pool *p, uint32_t stream);
void pool_wait(struct pool *p, uint32_t stream,
               uint64_t ns); /* until that is so, or for that long */
/* Whether fewer than `most` commands are queued; waits for that, but no longer than ns. */
bool pool_room(struct pool *p, uint32_t most, uint64_t ns);
struct launch *pool_take_finished(struct pool *p); /* in order; NULL: none. The caller frees it */
void pool_interrupt(struct pool *p);               /* stops what runs, drops what is queued */
void pool_running(struct pool *p, void (*see)(void *user, struct launch *l),
                  void *user); /* it cannot end meanwhile */

/* ---- launch.c ---- */

struct launch *launch_new(struct cpu_device *d, const struct device_launch *l);
void launch_free(struct launch **l);

/* ---- output.c: device printf, given out in the order of blocks ---- */

struct output *output_new(void);
void output_free(struct output **o);
void output_put(struct launch *l, uint64_t block, const char *text, size_t n);
/* Hands what can be given out to `put`: text of blocks before `frontier`, all of it when the launch is over. */
void output_deliver(struct launch *l, uint64_t frontier,
                    void (*put)(void *user, const char *text, size_t n), void *user);
