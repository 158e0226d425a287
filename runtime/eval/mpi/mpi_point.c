/* SPDX-License-Identifier: Apache-2.0 */
/* Point-to-point calls that are more than one of the library's: MPI_Sendrecv, MPI_Probe, MPI_Buffer_attach. */
#include <stdlib.h>
#include <string.h>

#include "eval/mpi/mpi_state.h"

/* Both directions at once, each a request of the library. The native arguments are those of MPI_Sendrecv. */
struct exchange {
    uint64_t send, receive;
    bool sent, received;
    union mpi_library_status *status;
    int receive_code;
};

static int advance(struct mpi_use *u, void *user, int *done)
{
    struct exchange *x = user;
    union mpi_library_status unused;
    int flag = 0, code = 0;
    if (!x->received) {
        x->receive_code = MPI_INVOKE(u->m, Test, (uintptr_t) &x->receive, (uintptr_t) &flag,
                                     (uintptr_t) x->status);
        x->received = flag || x->receive_code;
    }
    if (!x->sent) {
        flag = 0;
        code = MPI_INVOKE(u->m, Test, (uintptr_t) &x->send, (uintptr_t) &flag, (uintptr_t) &unused);
        x->sent = flag || code;
    }
    *done = x->sent && x->received;
    return code;
}

/* receive, count, type, source, tag, comm; then the same for the send. */
static bool exchange(struct mpi_use *u, const uint64_t *receive, const uint64_t *send)
{
    struct exchange x = {.status = u->status};
    int code = MPI_INVOKE(u->m, Irecv, receive[0], receive[1], receive[2], receive[3], receive[4],
                          receive[5], (uintptr_t) &x.receive);
    if (code)
        return mpi_result(u, code);
    code = MPI_INVOKE(u->m, Isend, send[0], send[1], send[2], send[3], send[4], send[5],
                      (uintptr_t) &x.send);
    if (code) {
        MPI_INVOKE(u->m, Cancel, (uintptr_t) &x.receive);
        MPI_INVOKE(u->m, Request_free, (uintptr_t) &x.receive);
        return mpi_result(u, code);
    }
    if (!mpi_poll(u, advance, &x, &code)) {
        u->buffer_count = u->scratch_count = 0; /* the library goes on using them */
        return false;
    }
    return mpi_result(u, x.receive_code ? x.receive_code : code) && (u->code || mpi_results(u));
}

MPI_OURS(Sendrecv)
{
    const uint64_t *n = u->native;
    if (!mpi_arguments(u))
        return false;
    if (u->m->library.alone)
        return mpi_result(u, mpi_invoke(u->m, MPI_ID_Sendrecv, n)) && (u->code || mpi_results(u));
    return exchange(u, (const uint64_t[]){n[5], n[6], n[7], n[8], n[9], n[10]},
                    (const uint64_t[]){n[0], n[1], n[2], n[3], n[4], n[10]});
}

/* What is sent is packed first, so that the receive may overwrite it. */
MPI_OURS(Sendrecv_replace)
{
    const uint64_t *n = u->native;
    int32_t room = 0, put = 0;
    if (!mpi_arguments(u))
        return false;
    int code = MPI_INVOKE(u->m, Pack_size, n[1], n[2], n[7], (uintptr_t) &room);
    char *packed = mpi_scratch(u, (size_t) room);
    if (!code && u->at[1].i > 0)
        code = MPI_INVOKE(u->m, Pack, n[0], n[1], n[2], (uintptr_t) packed, (uint64_t) room,
                          (uintptr_t) &put, n[7]);
    if (code)
        return mpi_result(u, code);
    uint64_t type = mpi_find(u->m, MPI_TYPE, ABI_PACKED)->native;
    return exchange(u, (const uint64_t[]){n[0], n[1], n[2], n[5], n[6], n[7]},
                    (const uint64_t[]){(uintptr_t) packed, (uint64_t) put, type, n[3], n[4], n[7]});
}

/* ---- probing ---- */

static int probe(struct mpi_use *u, void *user, int *done)
{
    const uint64_t *n = u->native;
    bool matched = u->id == MPI_ID_Mprobe;
    return matched ? MPI_INVOKE(u->m, Improbe, n[0], n[1], n[2], (uintptr_t) done, n[3], n[4])
                   : MPI_INVOKE(u->m, Iprobe, n[0], n[1], n[2], (uintptr_t) done, n[3]);
}

static bool wait_for_message(struct mpi_use *u)
{
    int code = 0;
    return mpi_arguments(u) && mpi_poll(u, probe, NULL, &code) && mpi_result(u, code) &&
           (u->code || mpi_results(u));
}

MPI_OURS(Probe)
{
    return wait_for_message(u);
}

MPI_OURS(Mprobe)
{
    return wait_for_message(u);
}

/* ---- one-sided ---- */

static int test_window(struct mpi_use *u, void *user, int *done)
{
    return MPI_INVOKE(u->m, Win_test, u->native[0], (uintptr_t) done);
}

MPI_OURS(Win_wait)
{
    int code = 0;
    return mpi_arguments(u) && mpi_poll(u, test_window, NULL, &code) && mpi_result(u, code);
}

/* ---- the buffer of MPI_Bsend ---- */

MPI_OURS(Buffer_attach)
{
    if (u->at[1].i > 0 &&
        !vm_memory(u->vm, u->at[0].u, (uint64_t) u->at[1].i, VM_WRITE, u->site->at))
        return false;
    u->m->attached = u->at[0].u;
    return mpi_result(u, MPI_INVOKE(u->m, Buffer_attach, u->at[0].u, u->at[1].u));
}

/* The library waits until all messages in it have been sent, without polling. */
MPI_OURS(Buffer_detach)
{
    uint64_t address = 0;
    int32_t size = 0;
    int code = MPI_INVOKE(u->m, Buffer_detach, (uintptr_t) &address, (uintptr_t) &size);
    if (!mpi_result(u, code) || u->code)
        return u->code;
    address = u->m->attached;
    u->m->attached = 0;
    return vm_store(u->vm, u->at[0].u, &address, sizeof address, u->site->at) &&
           mpi_store_i32(u, 1, size);
}

/* ---- datatypes ---- */

MPI_OURS(Type_commit)
{
    uint64_t *type = vm_memory(u->vm, u->at[0].u, sizeof *type, VM_WRITE, u->site->at);
    struct mpi_handle *h = type ? mpi_handle_of(u, MPI_TYPE, *type) : NULL;
    if (!h)
        return false;
    uint64_t native = h->native;
    int code = MPI_INVOKE(u->m, Type_commit, (uintptr_t) &native);
    h->native = mpi_get_native(u->m, &native, 0);
    return mpi_result(u, code);
}
