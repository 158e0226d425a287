/* SPDX-License-Identifier: Apache-2.0 */
/* Waking: starts a worker and restores memory, modules, images and streams at the same addresses. It needs all other files of the client.
 * Next: lose.c, keep.c, worker.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "device/cuda/cuda.h"

static bool open_context(struct cuda_device *d)
{
    struct command_open *c = talk_command(d, sizeof *c, OP_OPEN);
    if (!c)
        return false;
    c->ordinal = d->ordinal;
    c->start = d->start;
    c->size = d->size;
    if (!talk_call(d, c))
        return false;
    if (!d->done.status)
        return true;
    snprintf(d->why, sizeof d->why, "%.47s%s%.300s", d->done.call, d->done.call[0] ? ": " : "",
             d->done.text);
    return false;
}

static bool set_heap(struct cuda_device *d)
{
    struct command_range *c = d->heap ? talk_command(d, sizeof *c, OP_HEAP) : NULL;
    if (!d->heap)
        return true;
    if (!c)
        return false;
    c->size = d->heap;
    return talk_call(d, c);
}

static bool make_streams(struct cuda_device *d)
{
    for (uint32_t i = 1; i < STREAMS_MOST; i++) {
        if (!d->streams[i])
            continue;
        struct command_stream *c = talk_command(d, sizeof *c, OP_STREAM);
        if (!c)
            return false;
        c->id = i;
        c->make = 1;
        if (!talk_call(d, c) || d->done.status)
            return false;
    }
    return true;
}

static bool try_wake(struct cuda_device *d)
{
    d->failing =
        true; /* failures are not reported as faults now: the caller reports that there is no GPU */
    bool ok = (d->worker.pid || process_start(d)) && open_context(d);
    d->awake = ok;
    ok = ok && set_heap(d) && memory_map_all(d) && make_streams(d) && module_load_all(d);
    for (size_t i = 0; ok && i < d->contents.n; i++)
        ok = !d->contents.at[i] || keep_restore(d, d->contents.at[i]);
    VEC_EACH (m, &d->modules)
        for (size_t i = 0; ok && *m && i < (*m)->variables.n; i++)
            ok = keep_restore(d, (*m)->variables.at[i]);
    ok = ok && image_restore(d);
    d->failing = false;
    if (!ok && !d->why[0])
        snprintf(d->why, sizeof d->why, "%.47s%s%.300s", d->done.call, d->done.call[0] ? ": " : "",
                 d->done.text);
    if (!ok)
        process_end(d);
    return ok;
}

bool cuda_wake(struct cuda_device *d)
{
    enum { TRIES = 2 };

    if (d->awake)
        return true;
    for (int i = 0; i < TRIES && !d->closed; i++) {
        d->why[0] = 0;
        if (try_wake(d))
            return true;
    }
    if (d->fault.kind == FAULT_NONE) {
        d->fault = (struct device_fault){.kind = FAULT_LOST, .unplaced = true};
        snprintf(d->fault.text, sizeof d->fault.text, "the GPU cannot be used: %.200s", d->why);
    }
    return false;
}

void cuda_put_asleep(struct cuda_device *d)
{
    enum { LIMIT_US = 2000000, LONGEST_US = 10000 };

    uint32_t step_us = 50;
    struct message *m = d->worker.pid ? talk_command(d, sizeof *m, OP_QUIT) : NULL;
    if (m)
        talk_send(d, m);
    for (uint32_t us = 0; m && us < LIMIT_US && d->worker.pid; us += step_us) {
        if (waitpid(d->worker.pid, NULL, WNOHANG) == d->worker.pid) {
            d->worker.pid = 0;
        } else {
            usleep(step_us);
            step_us = step_us < LONGEST_US / 2 ? 2 * step_us : LONGEST_US;
        }
    }
    process_end(d);
}
