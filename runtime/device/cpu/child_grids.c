/* SPDX-License-Identifier: Apache-2.0 */
/* Dynamic parallelism: kernels that launch kernels (CUDA C++ Programming Guide). A thread asks for memory for the parameters, writes them
 * there, and launches; the grid is entered in the list of its launch. When all blocks of a launch have run, its command continues with the
 * grids of that list, one after the other, each followed by the grids that it launched itself. Streams and events of the device
 * runtime allow that order. cudaDeviceSynchronize in a kernel, which CUDA 12 removed, runs the block's grids at once.
 * It needs the pool and its lock. Next: cpu_pool.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "device/cpu/cpu_pool.h"
#include "device/cpu/exec/observed.h"
#include "device/cuda_errors.h"
#include "device/device_limits.h"

enum {
    PENDING_MOST = 1 << 20,
    DEPTH_MOST = 24, /* nested waits: limited by the host's stack */
    TAIL_LAUNCH = 3, /* cudaStreamTailLaunch */
};

/* ---- the calls of the device runtime, for one lane each ---- */

static const struct cpu_kernel *kernel_of(const struct cpu_launch *l, uint64_t address)
{
    const struct cpu_module *m = (const struct cpu_module *) l->kernel->module;
    VEC_EACH (k, &m->kernels)
        if ((uint64_t) (uintptr_t) (*k)->code == address)
            return *k;
    return NULL;
}

/* false: `text` says which limit the grid exceeds. */
static bool fits(const struct child *c, char *text, size_t size)
{
    char name[64];
    struct device_refusal refused;
    struct device_launch l = {.kernel = &c->kernel->base,
                              .grid = c->grid,
                              .block = c->block,
                              .shared_dynamic = c->shared};
    if (device_launch_fits(&l, &refused))
        return true;
    device_plain_name(name, sizeof name, c->kernel->code->name);
    snprintf(text, size, "'%s': %s", name, refused.text);
    return false;
}

static void drop_params(struct cpu_device *d, struct child *c)
{
    exec_free(&d->exec, c->params);
}

/* The address of its parameters; 0: no memory, in which case CUDA's code does not launch. */
static uint64_t note(struct cpu_launch *l, struct child *c)
{
    struct cpu_device *d = l->device;
    uint64_t size = c->kernel->code->params_size;
    c->params = exec_alloc(&d->exec, size < 16 ? 16 : size, 64, MEMORY_OURS);
    if (!c->params)
        return 0;
    pthread_mutex_lock(&l->lock);
    bool fits = l->children.n < PENDING_MOST;
    if (fits)
        VEC_PUSH(&l->children, *c);
    pthread_mutex_unlock(&l->lock);
    if (!fits)
        drop_params(d, c);
    return fits ? c->params->start : 0;
}

static const struct op *child_prepare(struct warp *w, const struct op *op,
                                      const struct decoded_call *call)
{
    struct cpu_launch *l = w->block->launch;
    char text[240];
    for (uint32_t m = w->mask; m; m &= m - 1) {
        uint32_t lane = (uint32_t) __builtin_ctz(m);
        const struct cpu_kernel *kernel = kernel_of(l, system_argument(w, call, 0, lane));
        struct child c = {.kernel = kernel,
                          .code = kernel ? kernel->code : NULL,
                          .shared = (uint32_t) system_argument(w, call, 3, lane),
                          .by = w->block->linear,
                          .depth = l->depth + 1};
        system_argument_bytes(w, call, 1, lane, &c.grid, sizeof c.grid);
        system_argument_bytes(w, call, 2, lane, &c.block, sizeof c.block);
        if (!c.kernel)
            return warp_fault(w, op, FAULT_CHILD, 1u << lane, lane,
                              "the launched function is not a kernel of this program");
        if (!fits(&c, text, sizeof text))
            return warp_fault(w, op, FAULT_CHILD, 1u << lane, lane, text);
        system_result(w, call, lane, note(l, &c));
    }
    return op + 1;
}

static bool launch_noted(struct cpu_launch *l, uint64_t params, bool tail, struct child *out)
{
    bool found = false;
    pthread_mutex_lock(&l->lock);
    for (size_t k = l->children.n; k-- && !found;) {
        struct child *c = &l->children.at[k];
        found = c->params->start == params && !c->launched;
        if (found) {
            c->launched = true;
            c->tail = tail;
            c->number = l->launched++;
            *out = *c;
        }
    }
    pthread_mutex_unlock(&l->lock);
    return found;
}

static const struct op *child_launch(struct warp *w, const struct op *op,
                                     const struct decoded_call *call)
{
    for (uint32_t m = w->mask; m; m &= m - 1) {
        uint32_t lane = (uint32_t) __builtin_ctz(m);
        struct child c;
        bool good = launch_noted(w->block->launch, system_argument(w, call, 0, lane),
                                 system_argument(w, call, 1, lane) == TAIL_LAUNCH, &c);
        if (good && w->block->observation)
            observed_child_launch(w, op, lane, &c);
        system_result(w, call, lane, good ? cudaSuccess : cudaErrorInvalidValue);
    }
    return op + 1;
}

/* ---- the list of grids to run: a stack, the next one on top ---- */

/* The last one first. Sorted by block, so that the order does not depend on which host thread was faster; tail launches run last. */
static int later_first(const void *a, const void *b)
{
    const struct child *x = a, *y = b;
    if (x->tail != y->tail)
        return x->tail ? -1 : 1;
    if (x->by != y->by)
        return x->by < y->by ? 1 : -1;
    return x->number < y->number ? 1 : -1;
}

/* Takes the grids of a launch; `by`: only those that this block has launched and that are not tail launches. */
static void take(struct command *c, struct cpu_launch *l, const uint64_t *by, uint64_t printed_by)
{
    size_t kept = 0, first = c->todo.n;
    pthread_mutex_lock(&l->lock);
    for (size_t k = 0; k < l->children.n; k++) {
        struct child *child = &l->children.at[k];
        child->printed_by = printed_by;
        if (by && (child->by != *by || !child->launched || child->tail))
            l->children.at[kept++] = *child;
        else if (child->launched)
            VEC_PUSH(&c->todo, *child);
        else
            drop_params(l->device, child);
    }
    l->children.n = kept;
    pthread_mutex_unlock(&l->lock);
    if (c->todo.n > first)
        qsort(c->todo.at + first, c->todo.n - first, sizeof *c->todo.at, later_first);
}

static void drop_todo(struct cpu_device *d, struct command *c)
{
    for (size_t k = 0; k < c->todo.n; k++)
        drop_params(d, &c->todo.at[k]);
    VEC_FREE(&c->todo);
}

static struct cpu_launch *begin(struct cpu_launch *root, struct child *c)
{
    struct device_launch l = {.kernel = &c->kernel->base,
                              .grid = c->grid,
                              .block = c->block,
                              .shared_dynamic = c->shared,
                              .tag = root->tag,
                              .stream = root->stream,
                              .params = (void *) (uintptr_t) c->params->start,
                              .params_size = c->kernel->code->params_size};
    struct cpu_launch *n = launch_new_child(root, &l, c->depth);
    n->printed_by = c->printed_by;
    n->start = clock_ns();
    drop_params(root->device, c);
    return n;
}

/* ---- the end of a grid ---- */

struct print {
    struct cpu_launch *root;
    uint64_t block;
};

static void put_text(void *user, const char *text, size_t n)
{
    const struct print *to = user;
    output_put(to->root, to->block, text, n);
}

/* Its output and its fault become the root's. */
static void hand_over(struct cpu_launch *l)
{
    struct cpu_launch *root = l->root;
    output_deliver(l, UINT64_MAX, put_text, &(struct print){root, l->printed_by});
    if (l->fault.kind == FAULT_NONE)
        return;
    pthread_mutex_lock(&root->lock);
    if (root->fault.kind == FAULT_NONE) {
        root->fault = l->fault;
        root->fault_block = 0;
    }
    atomic_store(&root->stop_after, 0);
    pthread_mutex_unlock(&root->lock);
}

bool child_next(struct command *c)
{
    struct cpu_launch *l = c->launch, *root = l->root ? l->root : l;
    take(c, l, NULL, l->root ? l->printed_by : UINT64_MAX);
    if (l->root)
        hand_over(l);
    if (root->fault.kind != FAULT_NONE || atomic_load(&root->interrupted))
        drop_todo(root->device, c);
    bool more = c->todo.n;
    c->launch = more ? begin(root, &c->todo.at[--c->todo.n]) : c->nested ? NULL : root;
    if (!more)
        VEC_FREE(&c->todo);
    if (l->root)
        launch_free_child(l);
    return more;
}

void child_drop(struct cpu_launch *l)
{
    for (size_t k = 0; k < l->children.n; k++)
        drop_params(l->device, &l->children.at[k]);
    VEC_FREE(&l->children);
}

/* ---- waiting in a kernel ---- */

static bool child_finish(struct warp *w, const struct op *op)
{
    struct thread_block *b = w->block;
    struct cpu_launch *l = b->launch, *root = l->root ? l->root : l;
    if (l->depth >= DEPTH_MOST) {
        warp_fault(w, op, FAULT_CHILD, w->mask, (uint32_t) __builtin_ctz(w->mask),
                   "kernels that wait for kernels are nested too deep");
        return false;
    }
    struct command c = {.kind = COMMAND_LAUNCH, .apart = true, .running = true, .nested = true};
    take(&c, l, &b->linear, l->root ? l->printed_by : b->linear);
    if (c.todo.n) {
        c.launch = begin(root, &c.todo.at[--c.todo.n]);
        pool_run_nested(l->device->pool, b->worker, &c);
        block_forget(b);
    }
    if (root->fault.kind == FAULT_NONE && !atomic_load(&l->interrupted))
        return true;
    atomic_store(&l->stop_after, 0);
    w->leave = LEAVE_STOPPED;
    return false;
}

static const struct op *child_wait(struct warp *w, const struct op *op,
                                   const struct decoded_call *call)
{
    bool deep = w->block->launch->depth >= DEPTH_MOST;
    if (!deep && !child_finish(w, op))
        return NULL;
    for (uint32_t m = w->mask; m; m &= m - 1)
        system_result(w, call, (uint32_t) __builtin_ctz(m),
                      deep ? cudaErrorSyncDepthExceeded : cudaSuccess);
    return op + 1;
}

const struct child_calls cpu_child_calls = {child_prepare, child_launch, child_wait, child_finish};
