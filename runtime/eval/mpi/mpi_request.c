/* SPDX-License-Identifier: Apache-2.0 */
/* Requests: MPI_Wait and MPI_Test in their four forms, persistent requests, MPI_Cancel. All eight are one function: the library
 * is asked once, or until enough requests are complete. */
#include <stdlib.h>
#include <string.h>

#include "eval/mpi/mpi_state.h"

uint64_t mpi_request_new(struct mpi_use *u, uint64_t native)
{
    struct mpi_handle *h;
    uint64_t handle = mpi_handle_new(u->m, MPI_REQUEST, native, &h);
    h->call = u->call;
    h->comm = u->owner;
    h->persistent = u->call->mode == MODE_PERSIST;
    h->active = !h->persistent;
    mpi_request_keeps(u, h);
    return handle;
}

enum which { WAIT_ONE, WAIT_ALL, WAIT_ANY, WAIT_SOME };

struct waiting {
    enum which which;
    int64_t count;
    uint64_t *handles;                  /* the program's */
    struct mpi_handle **requests;       /* NULL: a null handle, or an inactive one */
    union mpi_library_status *statuses; /* of those that are complete */
    bool *done;
    int64_t left, completed; /* active requests; those that this call has completed */
    int code;                /* of the last that failed */
};

/* Completes what the library has completed. MPI_Waitany and its kin want one alone. */
static int look(struct mpi_use *u, void *user, int *out_done)
{
    struct waiting *w = user;
    for (int64_t i = 0; i < w->count; i++) {
        struct mpi_handle *h = w->requests[i];
        int flag = 0;
        if (!h || w->done[i] || (w->which == WAIT_ANY && w->completed))
            continue;
        int code = MPI_INVOKE(u->m, Test, (uintptr_t) &h->native, (uintptr_t) &flag,
                              (uintptr_t) (w->statuses + i));
        if (!flag && !code)
            continue;
        w->done[i] = true;
        w->completed++;
        w->left--;
        struct mpi_status s;
        mpi_status_to_program(u->m, w->statuses + i, &s);
        s.error = mpi_class(u->m, code);
        mpi_status_to_library(u->m, &s, w->statuses + i);
        w->code = s.error ? s.error : w->code;
    }
    *out_done = !w->left || (w->completed && (w->which == WAIT_ANY || w->which == WAIT_SOME));
    return 0;
}

/* A program's request is complete: its data goes to the program. One that is not persistent ends. */
static bool settle(struct mpi_use *u, uint64_t *handle, struct mpi_handle *h)
{
    bool good = (!h->fold || mpi_fold_finish(u, h->fold)) &&
                mpi_buffers_store(u, h->call, h->buffers, h->buffer_count);
    h->active = false;
    if (!h->persistent) {
        mpi_handle_end(u->m, *handle);
        *handle = ABI_REQUEST_NULL;
    }
    return good;
}

static bool settle_all(struct mpi_use *u, struct waiting *w)
{
    for (int64_t i = 0; i < w->count; i++)
        if (w->done[i]) {
            u->owner = w->requests[i]->comm;
            if (!settle(u, w->handles + i, w->requests[i]))
                return false;
        }
    return true;
}

static bool waiting_begin(struct mpi_use *u, struct waiting *w, int64_t count, uint64_t handles)
{
    *w = (struct waiting){.which = w->which, .count = count < 0 ? 0 : count};
    size_t n = (size_t) w->count;
    w->handles = vm_memory(u->vm, handles, n * sizeof *w->handles, VM_WRITE, u->site->at);
    if (!n)
        w->handles = NULL;
    else if (!w->handles)
        return false;
    w->requests = mpi_scratch(u, n * sizeof *w->requests);
    w->statuses = mpi_scratch(u, n * sizeof *w->statuses);
    w->done = mpi_scratch(u, n);
    for (size_t i = 0; i < n; i++) {
        struct mpi_handle *h = mpi_handle_of(u, MPI_REQUEST, w->handles[i]);
        if (!h)
            return false;
        if (w->handles[i] == ABI_REQUEST_NULL || !h->active)
            continue;
        w->requests[i] = h;
        w->left++;
    }
    return true;
}

/* A status for a request that is null or inactive (MPI 4.0, 3.7.3), or of one that is complete. */
static bool put_status(struct mpi_use *u, const struct waiting *w, int64_t i, uint64_t to,
                       bool with_error)
{
    struct mpi_status s = {.source = ABI_ANY_SOURCE, .tag = ABI_ANY_TAG};
    if (i >= 0 && w->done[i])
        mpi_status_to_program(u->m, w->statuses + i, &s);
    return mpi_store_status(u, to, &s, with_error);
}

static bool put_statuses(struct mpi_use *u, const struct waiting *w, uint64_t to,
                         bool completed_only)
{
    int64_t k = 0;
    for (int64_t i = 0; to && i < w->count; i++)
        if (!completed_only || w->done[i])
            if (!put_status(u, w, i, to + (uint64_t) k++ * sizeof(struct mpi_status), true))
                return false;
    return true;
}

/* Whether all active requests are complete; MPI_Testall leaves them alone unless they are (MPI 4.0, 3.7.5). */
static bool all_complete(struct mpi_use *u, const struct waiting *w)
{
    int flag = 1;
    for (int64_t i = 0; i < w->count && flag; i++)
        if (w->requests[i])
            MPI_INVOKE(u->m, Request_get_status, w->requests[i]->native, (uintptr_t) &flag,
                       (uintptr_t) u->status);
    return flag;
}

/* In each form: the requests are looked at once, or (waits) until it is done. *out: it is. */
static bool await(struct mpi_use *u, struct waiting *w, int64_t count, uint64_t handles, bool waits,
                  int *out)
{
    int code;
    *out = 0;
    if (!waiting_begin(u, w, count, handles))
        return false;
    if (!waits && w->which == WAIT_ALL && !all_complete(u, w))
        return true;
    if (!waits)
        look(u, w, out);
    else if (!mpi_poll(u, look, w, &code))
        return false;
    *out |= waits;
    return true;
}

static bool report(struct mpi_use *u, const struct waiting *w, bool several)
{
    return !w->code || mpi_fails(u, several ? ABI_ERR_IN_STATUS : w->code);
}

static bool one(struct mpi_use *u, bool waits)
{
    struct waiting w = {WAIT_ONE};
    int done;
    return await(u, &w, 1, u->at[0].u, waits, &done) && settle_all(u, &w) &&
           (waits || mpi_store_i32(u, 1, done)) &&
           (!done || put_status(u, &w, 0, u->at[waits ? 1 : 2].u, false)) && report(u, &w, false);
}

static bool all(struct mpi_use *u, bool waits)
{
    struct waiting w = {WAIT_ALL};
    int done;
    if (!await(u, &w, u->at[0].i, u->at[1].u, waits, &done) || !settle_all(u, &w))
        return false;
    if (!waits && !mpi_store_i32(u, 2, done))
        return false;
    return (!done || put_statuses(u, &w, u->at[waits ? 2 : 3].u, false)) && report(u, &w, true);
}

static bool any(struct mpi_use *u, bool waits)
{
    struct waiting w = {WAIT_ANY};
    int done;
    int64_t found = -1;
    if (!await(u, &w, u->at[0].i, u->at[1].u, waits, &done) || !settle_all(u, &w))
        return false;
    for (int64_t i = 0; i < w.count; i++)
        found = w.done[i] ? i : found;
    done |= !w.completed && !w.left;
    return mpi_store_i32(u, 2, found < 0 ? ABI_UNDEFINED : found) &&
           (waits || mpi_store_i32(u, 3, done)) &&
           (!done || put_status(u, &w, found, u->at[waits ? 3 : 4].u, false)) &&
           report(u, &w, false);
}

static bool some(struct mpi_use *u, bool waits)
{
    struct waiting w = {WAIT_SOME};
    int done;
    if (!await(u, &w, u->at[0].i, u->at[1].u, waits, &done) || !settle_all(u, &w))
        return false;
    int32_t *indices =
        vm_memory(u->vm, u->at[3].u, (uint64_t) w.count * sizeof *indices, VM_WRITE, u->site->at);
    bool none = !w.completed && !w.left;
    for (int64_t i = 0, k = 0; indices && i < w.count; i++)
        if (w.done[i])
            indices[k++] = (int32_t) i;
    return (indices || !w.count) && mpi_store_i32(u, 2, none ? ABI_UNDEFINED : w.completed) &&
           put_statuses(u, &w, u->at[4].u, true) && report(u, &w, true);
}

MPI_OURS(Wait)
{
    return one(u, true);
}

MPI_OURS(Test)
{
    return one(u, false);
}

MPI_OURS(Waitall)
{
    return all(u, true);
}

MPI_OURS(Testall)
{
    return all(u, false);
}

MPI_OURS(Waitany)
{
    return any(u, true);
}

MPI_OURS(Testany)
{
    return any(u, false);
}

MPI_OURS(Waitsome)
{
    return some(u, true);
}

MPI_OURS(Testsome)
{
    return some(u, false);
}

/* ---- starting, ending ---- */

static struct mpi_handle *request_at(struct mpi_use *u, uint64_t address, uint64_t **out)
{
    *out = vm_memory(u->vm, address, sizeof **out, VM_WRITE, u->site->at);
    return *out ? mpi_handle_of(u, MPI_REQUEST, **out) : NULL;
}

static bool start_one(struct mpi_use *u, uint64_t address)
{
    uint64_t *handle;
    struct mpi_handle *h = request_at(u, address, &handle);
    if (!h)
        return false;
    u->owner = h->comm;
    if (!h->persistent || h->active)
        return mpi_fails(u, ABI_ERR_REQUEST);
    if (!mpi_buffers_load(u, h->buffers, h->buffer_count))
        return false;
    h->active = true;
    return mpi_result(u, MPI_INVOKE(u->m, Start, (uintptr_t) &h->native));
}

MPI_OURS(Start)
{
    return start_one(u, u->at[0].u);
}

MPI_OURS(Startall)
{
    for (int64_t i = 0; i < u->at[0].i && !u->code; i++)
        if (!start_one(u, u->at[1].u + (uint64_t) i * sizeof(uint64_t)))
            return false;
    return true;
}

/* The operation goes on (MPI 4.0, 3.7.3), so what the library was given stays. */
MPI_OURS(Request_free)
{
    uint64_t *handle;
    struct mpi_handle *h = request_at(u, u->at[0].u, &handle);
    if (!h)
        return false;
    if (*handle == ABI_REQUEST_NULL)
        return mpi_fails(u, ABI_ERR_REQUEST);
    int code = MPI_INVOKE(u->m, Request_free, (uintptr_t) &h->native);
    if (h->active)
        h->buffer_count = h->kept_count = 0, h->fold = NULL;
    mpi_handle_end(u->m, *handle);
    *handle = ABI_REQUEST_NULL;
    return mpi_result(u, code);
}

MPI_OURS(Cancel)
{
    uint64_t *handle;
    struct mpi_handle *h = request_at(u, u->at[0].u, &handle);
    if (!h)
        return false;
    return *handle == ABI_REQUEST_NULL
               ? mpi_fails(u, ABI_ERR_REQUEST)
               : mpi_result(u, MPI_INVOKE(u->m, Cancel, (uintptr_t) &h->native));
}

MPI_OURS(Request_get_status)
{
    struct mpi_handle *h = mpi_handle_of(u, MPI_REQUEST, u->at[0].u);
    struct mpi_status s = {.source = ABI_ANY_SOURCE, .tag = ABI_ANY_TAG};
    int flag = 1;
    if (!h)
        return false;
    if (u->at[0].u != ABI_REQUEST_NULL && h->active) {
        int code = MPI_INVOKE(u->m, Request_get_status, h->native, (uintptr_t) &flag,
                              (uintptr_t) u->status);
        mpi_status_to_program(u->m, u->status, &s);
        if (!mpi_result(u, code))
            return false;
    }
    return mpi_store_i32(u, 1, flag) && (!flag || mpi_store_status(u, u->at[2].u, &s, false));
}
