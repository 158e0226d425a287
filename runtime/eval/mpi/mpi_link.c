/* SPDX-License-Identifier: Apache-2.0 */
/* How arrays across ranks reach other ranks. */
#include "eval/mpi/mpi_link.h"

#include <stdlib.h>
#include <string.h>

#include "eval/mpi/mpi_state.h"

enum { MESSAGE_MOST = 1 << 30, TAG = 0 };

typedef VEC(uint64_t) request_vec;

/* A call that is not the program's. */
struct link_call {
    struct call_site site;
    struct mpi_use use;
};

static struct mpi_use *begin(struct link_call *c, struct vm *vm, struct span at)
{
    *c = (struct link_call){.site = {.at = at}};
    c->use = (struct mpi_use){.vm = vm, .m = mpi_of(vm), .site = &c->site};
    return &c->use;
}

static bool result(struct mpi_use *u, int code)
{
    char text[512] = "";
    int length = 0;
    if (!code)
        return true;
    if (u->m->library.at[MPI_ID_Error_string])
        MPI_INVOKE(u->m, Error_string, (uint64_t) code, (uintptr_t) text, (uintptr_t) &length);
    vm_error(u->vm, DIAG_RUNTIME, u->site->at, "the ranks could not exchange data: %s", text);
    return false;
}

/* Operations that other ranks take no part in would wait without an end. */
static bool together(struct vm *vm, struct span at)
{
    if (!vm->link.alone)
        return true;
    diag_help(
        vm->diags,
        vm_error(vm, DIAG_RUNTIME, at, "this needs all ranks, but the cell runs in some of them"),
        "%%%%ranks runs it in all; local(x) is this rank's part, which needs no others");
    return false;
}

/* A communicator of its own: messages of the program and those of a cell that was interrupted do not meet the link's. */
static bool new_communicator(struct mpi_use *u)
{
    uint64_t world = mpi_find(u->m, MPI_COMM, ABI_COMM_WORLD)->native, request = 0;
    union mpi_library_status status;
    int code = 0;
    u->m->link_comm = 0;
    return result(u, MPI_INVOKE(u->m, Comm_idup, world, (uintptr_t) &u->m->link_comm,
                                (uintptr_t) &request)) &&
           mpi_complete(u, &request, &status, &code) && result(u, code);
}

static bool open_link(void *user, struct diags *out, struct span at)
{
    struct vm *vm = user;
    struct across_link *l = &vm->link;
    struct link_call c;
    struct mpi_use *u = begin(&c, vm, at);
    (void) out;
    if (!together(vm, at))
        return false;
    if (l->ranks == 1 || (l->ranks && !l->renew))
        return true;
    if (u->m->ranks.size == 1) {
        l->ranks = 1;
        return true;
    }
    if (!mpi_start(u) || !new_communicator(u))
        return false;
    l->rank = u->m->rank;
    l->ranks = u->m->size;
    l->renew = false;
    return true;
}

/* Starts the messages to or from a rank: id is Isend or Irecv. */
static bool start(struct mpi_use *u, enum mpi_id id, char *at, int64_t bytes, int32_t rank,
                  request_vec *requests)
{
    uint64_t byte = mpi_find(u->m, MPI_TYPE, ABI_BYTE)->native;
    while (bytes) {
        int64_t n = bytes < MESSAGE_MOST ? bytes : MESSAGE_MOST;
        uint64_t request = 0;
        if (!result(u, mpi_invoke(u->m, id,
                                  (const uint64_t[MPI_ARGS + 1]){
                                      (uintptr_t) at, (uint64_t) n, byte, (uint64_t) rank, TAG,
                                      u->m->link_comm, (uintptr_t) &request})))
            return false;
        VEC_PUSH(requests, request);
        at += n;
        bytes -= n;
    }
    return true;
}

static bool exchange(void *user, char *const *send, const int64_t *send_bytes, char *const *receive,
                     const int64_t *receive_bytes, struct diags *out, struct span at)
{
    struct vm *vm = user;
    struct link_call c;
    struct mpi_use *u = begin(&c, vm, at);
    const struct across_link *l = &vm->link;
    request_vec requests = {0};
    bool ok = open_link(user, out, at);
    for (int32_t r = 0; r < l->ranks && ok; r++)
        ok = r == l->rank || start(u, MPI_ID_Irecv, receive[r], receive_bytes[r], r, &requests);
    for (int32_t r = 0; r < l->ranks && ok; r++)
        ok = r == l->rank || start(u, MPI_ID_Isend, send[r], send_bytes[r], r, &requests);
    if (ok && send_bytes[l->rank])
        memcpy(receive[l->rank], send[l->rank], (size_t) send_bytes[l->rank]);
    VEC_EACH (request, &requests) {
        union mpi_library_status status;
        int code = 0;
        ok = ok && mpi_complete(u, request, &status, &code) && result(u, code);
    }
    VEC_FREE(&requests);
    return ok;
}

/* More than a call can count: as messages. */
static bool share_much(struct vm *vm, const void *mine, int64_t bytes, char *all, struct diags *out,
                       struct span at)
{
    size_t n = (size_t) vm->link.ranks;
    char **send = xcalloc(n, sizeof *send), **receive = xcalloc(n, sizeof *receive);
    int64_t *sizes = xcalloc(n, sizeof *sizes);
    for (size_t r = 0; r < n; r++) {
        send[r] = (char *) (uintptr_t) mine;
        receive[r] = all + (int64_t) r * bytes;
        sizes[r] = bytes;
    }
    bool ok = exchange(vm, send, sizes, receive, sizes, out, at);
    free(send);
    free(receive);
    free(sizes);
    return ok;
}

static bool share(void *user, const void *mine, int64_t bytes, void *all, struct diags *out,
                  struct span at)
{
    struct vm *vm = user;
    struct link_call c;
    struct mpi_use *u = begin(&c, vm, at);
    uint64_t byte = mpi_find(u->m, MPI_TYPE, ABI_BYTE)->native, request = 0, n = (uint64_t) bytes;
    union mpi_library_status status;
    int code = 0;
    if (!open_link(user, out, at))
        return false;
    if (bytes > MESSAGE_MOST)
        return share_much(vm, mine, bytes, all, out, at);
    return result(u, MPI_INVOKE(u->m, Iallgather, (uintptr_t) mine, n, byte, (uintptr_t) all, n,
                                byte, u->m->link_comm, (uintptr_t) &request)) &&
           mpi_complete(u, &request, &status, &code) && result(u, code);
}

void mpi_link(struct vm *vm)
{
    vm->link = (struct across_link){
        .user = vm, .halo = 1, .open = open_link, .exchange = exchange, .share = share};
}
