/* SPDX-License-Identifier: Apache-2.0 */
/* warpcell-gpu: the process that owns the driver's context, so that losing the context loses nothing else. It executes commands from the ring and
 * knows nothing else of the session. It needs the files of the worker. Next: ring.h, worker_base.c, worker_code.c. */
#include "device/cuda/worker.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/check.h"
#include "base/clock.h"

enum {
    SPIN_NS = 50000,     /* how long it polls for the next command before it sleeps */
    LOOK_NS = 500000,    /* while launches run: how often it checks for their ends */
    IDLE_NS = 1000000000 /* how often it checks that the parent is alive */
};

/* ---- commands ---- */

static const struct {
    bool (*run)(struct gpu_worker *w, const struct message *m);
    uint32_t size; /* of the smallest message */
    bool answered, contextless;
} commands[OPS] = {
    [OP_DEVICES] = {worker_devices,     sizeof(struct message),         true,  true },
    [OP_OPEN] = {worker_open,        sizeof(struct command_open),    true,  true },
    [OP_HEAP] = {worker_heap,        sizeof(struct command_range),   true,  false},
    [OP_SMI] = {worker_smi,         sizeof(struct command_id),      true,  true },
    [OP_MAP] = {worker_map,         sizeof(struct command_range),   true,  false},
    [OP_UNMAP] = {worker_unmap,       sizeof(struct command_range),   false, false},
    [OP_SHARE] = {worker_share,       sizeof(struct command_range),   true,  false},
    [OP_UNSHARE] = {worker_unshare,     sizeof(struct command_range),   true,  false},
    [OP_FILL] = {worker_fill,        sizeof(struct command_fill),    false, false},
    [OP_COPY] = {worker_copy,        sizeof(struct command_copy),    false, false},
    [OP_WRITE] = {worker_write,       sizeof(struct command_copy),    true,  false},
    [OP_READ] = {worker_read,        sizeof(struct command_copy),    true,  false},
    [OP_KEEP] = {worker_keep,        sizeof(struct command_copy),    false, false},
    [OP_KEPT] = {worker_kept,        sizeof(struct command_mark),    false, false},
    [OP_UNPIN] = {worker_unpin,       sizeof(struct command_place),   true,  false},
    [OP_LOAD] = {worker_load,        sizeof(struct command_load),    true,  false},
    [OP_UNLOAD] = {worker_unload,      sizeof(struct command_id),      false, false},
    [OP_KERNEL] = {worker_kernel,      sizeof(struct command_kernel),  true,  false},
    [OP_SYMBOL] = {worker_symbol,      sizeof(struct command_symbol),  true,  false},
    [OP_LAUNCH] = {worker_launch,      sizeof(struct command_launch),  false, false},
    [OP_STREAM] = {worker_stream_make, sizeof(struct command_stream),  true,  false},
    [OP_SYNC] = {worker_sync,        sizeof(struct command_id),      true,  false},
    [OP_QUERY] = {worker_query,       sizeof(struct command_id),      true,  false},
    [OP_PICTURE] = {worker_picture,     sizeof(struct command_picture), true,  false},
    [OP_TEXELS] = {worker_texels,      sizeof(struct command_texels),  false, false},
    [OP_LIBRARY] = {worker_library,     sizeof(struct command_id),      true,  false},
    [OP_IMAGE] = {worker_image,       sizeof(struct command_image),   true,  false},
};

/* A refused launch changes nothing. After any other failure of a command without an answer, later commands would rely on what did not happen. */
static bool is_refusal(const struct reply_done *a, uint32_t op)
{
    return op == OP_LAUNCH && (a->status == CU_LIBRARY_FAILED || !strncmp(a->call, "cuLaunch", 8) ||
                               !strcmp(a->call, "cuFuncSetAttribute"));
}

/* Whether the command was queued behind a launch that was refused, before the client knew. */
static bool is_dropped(struct gpu_worker *w, const struct message *m)
{
    uint64_t resume = atomic_load(&w->shared->resume);
    if (w->refused && resume > w->refused && m->number >= resume)
        w->refused = 0;
    return w->refused && (m->op == OP_LAUNCH || m->op == OP_COPY);
}

static void carry_out(struct gpu_worker *w, const struct message *m)
{
    uint32_t op = m->op;
    struct reply_done *a = &w->answer;
    w->number = m->number;
    if (op == OP_QUIT) {
        worker_close(w);
        exit(0);
    }
    if (!w->dead)
        memset(a, 0, sizeof *a); /* the first error of a lost context stays */
    a->tag = op == OP_LAUNCH && m->size >= sizeof(struct command_launch)
                 ? ((const struct command_launch *) m)->tag
                 : 0;
    if (!commands[op].run || m->size < commands[op].size ||
        (!w->context && !commands[op].contextless)) {
        worker_refuse(w, CU_PROTOCOL, "the worker received an invalid message");
    } else if (!w->dead && !is_dropped(w, m)) {
        commands[op].run(w, m);
    }
    if (a->status)
        worker_flush(); /* the client may end the worker on this answer, so what kernels printed must be out */
    if (commands[op].answered)
        worker_reply(w, a, sizeof *a, OP_DONE);
    else if (a->status) {
        bool refused = is_refusal(a, op);
        w->dead |= !refused;
        w->refused = refused && !w->refused ? m->number : w->refused;
        worker_reply(w, a, sizeof *a, OP_FAILED);
    }
}

static void look_at_launches(struct gpu_worker *w)
{
    if (w->dead || !w->flight_count)
        return;
    w->number = 0;
    memset(&w->answer, 0, sizeof w->answer);
    if (worker_harvest(w))
        return;
    worker_flush();
    worker_reply(w, &w->answer, sizeof w->answer, OP_FAILED);
}

static void serve(struct gpu_worker *w)
{
    pid_t parent = w->shared->client;
    uint64_t last = clock_ns();
    bool broken = false;
    while (!broken) {
        const struct message *m = ring_take(&w->in, &broken);
        if (m) {
            carry_out(w, m);
            last = clock_ns();
            continue;
        }
        if (clock_ns() - last < SPIN_NS)
            continue;
        look_at_launches(w);
        ring_wait(&w->in, w->flight_count && !w->dead ? LOOK_NS : IDLE_NS);
        if (getppid() != parent)
            return;
    }
}

/* ---- start ---- */

static void *map_file(int fd, uint64_t at, uint64_t *out_size)
{
    struct stat st;
    *out_size = 0;
    if (fstat(fd, &st) || !st.st_size)
        return NULL;
    void *p = mmap((void *) (uintptr_t) at, (size_t) st.st_size, PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_NORESERVE | (at ? MAP_FIXED_NOREPLACE : 0), fd, 0);
    if (p == MAP_FAILED)
        return NULL;
    *out_size = (uint64_t) st.st_size;
    madvise(p, (size_t) st.st_size, MADV_DONTDUMP);
    return p;
}

static bool map_areas(struct gpu_worker *w)
{
    uint64_t size;
    w->shared = map_file(SHARED_FD, 0, &size);
    if (!w->shared || size < sizeof *w->shared || w->shared->version != RING_VERSION)
        return false;
    struct shared *s = w->shared;
    w->in.ring = &s->command;
    w->in.bytes = s->command_bytes;
    w->in.size = COMMAND_BYTES;
    w->out.ring = &s->reply;
    w->out.bytes = s->reply_bytes;
    w->out.size = REPLY_BYTES;
    w->area[AREA_BOUNCE] = (char *) s->bounce;
    w->area_size[AREA_BOUNCE] = BOUNCE_BYTES;
    w->area[AREA_HOST] = map_file(HOST_FD, 0, &w->area_size[AREA_HOST]);
    w->area[AREA_KEEP] = map_file(KEEP_FD, 0, &w->area_size[AREA_KEEP]);
    w->area[AREA_MANAGED] = map_file(MANAGED_FD, s->managed_start, &w->area_size[AREA_MANAGED]);
    for (int i = 0; i < AREAS; i++)
        w->pinned[i] = xcalloc(w->area_size[i] / PIN_CHUNK + 1, 1);
    return true;
}

int main(int argc, char **argv)
{
    if (argc != 2 || strcmp(argv[1], "--serve")) {
        puts("warpcell-gpu is started by Warpcell and is not meant to be run directly");
        return argc == 2 && !strcmp(argv[1], "--help") ? 0 : 2;
    }
    close_range(MANAGED_FD + 1, ~0U, 0); /* files of the session that the driver must not inherit */
    /* With lazy loading the first launch of a kernel waits for running ones, and an endless kernel would block it. */
    setenv("CUDA_MODULE_LOADING", "EAGER", 0);
    signal(SIGINT, SIG_IGN); /* the session decides what an interrupt means */
    signal(SIGPIPE, SIG_IGN);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    struct gpu_worker *w = xcalloc(1, sizeof *w);
    if (!map_areas(w)) {
        fputs("warpcell-gpu: the session's shared memory cannot be mapped\n", stderr);
        return 2;
    }
    serve(w);
    return 3;
}
