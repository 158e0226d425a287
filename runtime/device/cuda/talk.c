/* SPDX-License-Identifier: Apache-2.0 */
/* Commands to the worker and its answers. A wait ends with the answer, or with the worker's death, the user's interrupt, or a timeout when no
 * kernel can be the reason for the delay; then the worker is lost (cuda_lose). It needs the rings. Next: ring.h, wake.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "device/cuda/cuda.h"

enum {
    POLL_NS = 10000000,
    SPIN_NS = 30000,
    GRACE_NS =
        250000000, /* time for an interrupted kernel to end by itself, so that nothing is lost */
    ANSWER_SECONDS = 60
};

static uint64_t patience_ns(void)
{
    const char *s = getenv("WARPCELL_GPU_TIMEOUT"); /* seconds */
    double seconds = s ? strtod(s, NULL) : 0;
    return (uint64_t) ((seconds > 0 ? seconds : ANSWER_SECONDS) * 1e9);
}

bool talk_interrupted(const struct cuda_device *d)
{
    const atomic_bool *word = d->base.events.interrupt;
    return word && !d->unattended && atomic_load_explicit(word, memory_order_relaxed);
}

/* ---- messages from the worker ---- */

static void take_timing(struct cuda_device *d, const struct reply_timing *r)
{
    for (size_t i = 0; i < d->inflight.n; i++) {
        if (d->inflight.at[i].tag != r->tag)
            continue;
        memmove(d->inflight.at + i, d->inflight.at + i + 1,
                (d->inflight.n - i - 1) * sizeof *d->inflight.at);
        d->inflight.n--;
        struct device_timing t = {r->tag, r->start, r->end < r->start ? r->start : r->end};
        if (d->base.events.finished)
            d->base.events.finished(d->base.events.user, &t);
        return;
    }
}

static void end_strings(struct reply_done *r)
{
    r->call[sizeof r->call - 1] = r->text[sizeof r->text - 1] = r->help[sizeof r->help - 1] = 0;
}

static void take_note(struct cuda_device *d, const struct reply_done *r)
{
    struct device_library_info info = r->library;
    info.why[sizeof info.why - 1] = info.help[sizeof info.help - 1] = 0;
    if (d->base.events.library && r->tag < DEVICE_LIBRARIES)
        d->base.events.library(d->base.events.user, (enum device_library) r->tag, &info);
}

/* True: the answer to command `number`, which is now d->done. */
static bool take(struct cuda_device *d, const struct message *m, uint64_t number)
{
    if (m->op == OP_TIMING && m->size >= sizeof(struct reply_timing)) {
        take_timing(d, (const struct reply_timing *) m);
    } else if (m->op == OP_NOTE && m->size >= sizeof(struct reply_done)) {
        take_note(d, (const struct reply_done *) m);
    } else if (m->op == OP_FAILED && m->size >= sizeof d->failed && !d->failed.status) {
        memcpy(&d->failed, m, sizeof d->failed);
        end_strings(&d->failed);
    } else if (m->op == OP_DONE && m->size >= sizeof d->done && m->number == number) {
        memcpy(&d->done, m, sizeof d->done);
        end_strings(&d->done);
        return true;
    }
    return false;
}

/* Whether the worker is as useful after the failure as before. */
static bool is_harmless(const struct reply_done *a, bool answered)
{
    bool launch = !strcmp(a->call, "cuLaunchKernel") || !strcmp(a->call, "cuFuncSetAttribute") ||
                  !strcmp(a->call, "cuLaunchCooperativeKernel") || a->status == CU_LIBRARY_FAILED;
    if (a->status >= CU_ILLEGAL_ADDRESS && a->status < 800 &&
        a->status != CU_LAUNCH_OUT_OF_RESOURCES && a->status != CU_COOPERATIVE_TOO_LARGE)
        return false;
    if (a->status == CU_UNKNOWN || a->status == CU_MPS_TERMINATED || a->status == CU_PROTOCOL ||
        a->status == CU_ECC_UNCORRECTABLE || a->status == CU_NVLINK_UNCORRECTABLE ||
        a->status == CU_CONTAINED)
        return false;
    return answered || launch;
}

/* A launch that the driver or a library refused: the fault is its own. What was queued behind it has been
 * dropped, or will be when the worker comes to it. */
static void refuse_launch(struct cuda_device *d)
{
    struct reply_done *a = &d->failed;
    struct device_fault f = {.kind = a->status == CU_LIBRARY_FAILED ? FAULT_LIBRARY : FAULT_REFUSED,
                             .tag = a->tag,
                             .unplaced = true};
    for (size_t i = 0; i < d->inflight.n; i++) {
        if (d->inflight.at[i].tag != a->tag)
            continue;
        snprintf(f.kernel, sizeof f.kernel, "%s", d->inflight.at[i].kernel);
        d->inflight.n = i; /* those behind it are dropped */
        break;
    }
    atomic_store(&d->worker.shared->resume, d->worker.number + 1);
    snprintf(f.text, sizeof f.text, "%.40s: %.200s", a->call, a->text);
    snprintf(f.help, sizeof f.help, "%s", a->help);
    if (d->fault.kind == FAULT_NONE)
        d->fault = f;
    a->status = 0;
}

static bool look_at_failure(struct cuda_device *d)
{
    if (!d->failed.status)
        return true;
    if (is_harmless(&d->failed, false)) {
        refuse_launch(d);
        return true;
    }
    struct reply_done a = d->failed;
    d->failed.status = 0;
    cuda_lose(d, a.status, a.call, a.text);
    return false;
}

/* ---- waiting ---- */

struct wait {
    uint64_t number; /* 0: for room in the ring */
    uint32_t room;
    uint64_t began, asked; /* when the interrupt was first seen */
};

static bool lose(struct cuda_device *d, uint32_t status, const char *text)
{
    cuda_lose(d, status, "", text);
    return false;
}

/* False: waiting longer is useless. */
static bool worth_waiting(struct cuda_device *d, struct wait *w)
{
    char why[200];
    uint64_t now = clock_ns();
    process_output(d);
    if (!d->unattended)
        poll_now(d->base.events.poll, NULL);
    if (process_gone(d, why, sizeof why))
        return lose(d, CU_WORKER_GONE, why);
    if (talk_interrupted(d)) {
        w->asked = w->asked ? w->asked : now;
        if (now - w->asked > GRACE_NS)
            return lose(d, CU_SUCCESS, "");
    }
    if (!d->inflight.n && now - w->began > patience_ns()) {
        snprintf(why, sizeof why, "the GPU worker did not answer for %llu seconds",
                 (unsigned long long) ((now - w->began) / 1000000000));
        return lose(d, CU_WORKER_SILENT, why);
    }
    return true;
}

static bool wait_for(struct cuda_device *d, struct wait *w)
{
    bool broken = false;
    w->began = clock_ns();
    for (;;) {
        const struct message *m;
        while (!broken && (m = ring_take(&d->worker.reply, &broken)))
            if (take(d, m, w->number) && w->number)
                return look_at_failure(d);
        if (broken)
            return lose(d, CU_PROTOCOL, "the GPU worker sent an invalid message");
        if (d->failed.status && w->number == 0 && !look_at_failure(d))
            return false;
        if (!w->number && ring_room(&d->worker.command, w->room, OP_PAD, 0))
            return true;
        uint64_t waited = clock_ns() - w->began;
        if (waited < SPIN_NS)
            continue;
        if (!worth_waiting(d, w))
            return false;
        ring_wait(&d->worker.reply, w->number ? POLL_NS : POLL_NS / 100);
    }
}

void *talk_command(struct cuda_device *d, uint32_t size, uint32_t op)
{
    for (;;) {
        if (!d->worker.pid)
            return NULL;
        void *m = ring_room(&d->worker.command, size, op, d->worker.number + 1);
        if (m) {
            d->worker.number++;
            return m;
        }
        struct wait w = {.room = size};
        bool well = d->fault.kind == FAULT_NONE;
        if (!wait_for(d, &w))
            return NULL;
        if (well && d->fault.kind != FAULT_NONE) /* this command was decided on before */
            atomic_store(&d->worker.shared->resume, d->worker.number + 2);
    }
}

void talk_send(struct cuda_device *d, void *command)
{
    ring_send(&d->worker.command, command);
}

static bool answer(struct cuda_device *d)
{
    struct wait w = {.number = d->worker.number};
    if (!wait_for(d, &w))
        return false;
    if (!d->done.status || d->done.status == CU_NOT_READY || is_harmless(&d->done, true))
        return true;
    struct reply_done a = d->done;
    cuda_lose(d, a.status, a.call, a.text);
    return false;
}

bool talk_call(struct cuda_device *d, void *command)
{
    ring_send(&d->worker.command, command);
    return answer(d);
}

bool talk_more(struct cuda_device *d)
{
    return answer(d);
}

void talk_listen(struct cuda_device *d)
{
    const struct message *m;
    bool broken = false;
    if (!d->worker.pid)
        return;
    process_output(d);
    while ((m = ring_take(&d->worker.reply, &broken)))
        take(d, m, UINT64_MAX);
    if (broken)
        lose(d, CU_PROTOCOL, "the GPU worker sent an invalid message");
    else
        look_at_failure(d);
}
