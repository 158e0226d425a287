/* SPDX-License-Identifier: Apache-2.0 */
/* What all files of the worker use: answers to the client, the check after each call of the driver, places in shared memory, and streams by
 * number. It calls nothing of the other files. Next: worker.c, which takes commands. */
#include "device/cuda/worker.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

void worker_reply(struct gpu_worker *w, void *reply, uint32_t size, uint32_t op)
{
    void *room;
    while (!(room = ring_room(&w->out, size, op, w->number)))
        usleep(50); /* the client reads while it waits, and its death ends us */
    struct message head = *(struct message *) room;
    memcpy(room, reply, size);
    *(struct message *) room = head;
    ring_send(&w->out, room);
}

/* Errors after which the context is unusable (Driver API, 'CUresult': "the process must be terminated"). */
static bool is_sticky(int status)
{
    return (status >= CU_ILLEGAL_ADDRESS && status != CU_LAUNCH_OUT_OF_RESOURCES && status < 800 &&
            (status == CU_ILLEGAL_ADDRESS || status == CU_LAUNCH_TIMEOUT ||
             status == CU_CONTEXT_IS_DESTROYED || status == CU_ASSERT ||
             (status >= CU_STACK_ERROR && status <= CU_LAUNCH_FAILED))) ||
           status == CU_ECC_UNCORRECTABLE || status == CU_NVLINK_UNCORRECTABLE ||
           status == CU_CONTAINED || status == CU_MPS_TERMINATED || status == CU_UNKNOWN;
}

bool worker_check(struct gpu_worker *w, int status, const char *call)
{
    if (status == CU_SUCCESS)
        return true;
    const char *text = NULL;
    struct reply_done *a = &w->answer;
    if (a->status)
        return false; /* the first failure is the one that is reported */
    a->status = (uint32_t) status;
    snprintf(a->call, sizeof a->call, "%s", call);
    if (w->cu.cuGetErrorString && !w->cu.cuGetErrorString(status, &text) && text)
        snprintf(a->text, sizeof a->text, "%s", text);
    w->dead |= is_sticky(status);
    return false;
}

void worker_flush(void)
{
    fflush(stdout);
    fflush(stderr);
}

bool worker_refuse(struct gpu_worker *w, int status, const char *text)
{
    w->answer.status = (uint32_t) status;
    snprintf(w->answer.text, sizeof w->answer.text, "%s", text);
    return false;
}

void *worker_place(struct gpu_worker *w, uint32_t area, uint64_t offset, uint64_t size)
{
    if (area >= AREAS || offset > w->area_size[area] || size > w->area_size[area] - offset)
        return NULL;
    return w->area[area] + offset;
}

struct cu_stream *worker_stream(struct gpu_worker *w, uint32_t id)
{
    return id < STREAMS_MOST ? w->streams[id] : NULL; /* 0 is the default stream, NULL */
}
