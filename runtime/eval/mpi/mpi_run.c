/* SPDX-License-Identifier: Apache-2.0 */
/* How a call runs, by its mode in mpi_calls.def: at once, polled, behind a barrier, or as a request. Needs mpi_call.c. */
#include <stdlib.h>
#include <string.h>

#include "eval/mpi/mpi_state.h"

static enum mpi_role role(const struct mpi_use *u, uint32_t i)
{
    return u->call->args[i].role;
}

static uint32_t count_args(const struct mpi_call *c)
{
    uint32_t n = 0;
    while (n < MPI_ARGS && c->args[n].role)
        n++;
    return n;
}

/* Starts what the call does; *out: the request. A blocking call's nonblocking twin has the same arguments, but for a status. */
static bool start(struct mpi_use *u, uint64_t *out, struct mpi_fold **fold)
{
    enum mpi_id id = u->call->mode == MODE_POLLED ? u->call->twin : u->id;
    uint32_t n = count_args(u->call), request = n - (u->call->mode != MODE_POLLED);
    *fold = NULL;
    *out = 0;
    if (mpi_folds(u))
        return mpi_fold_start(u, out, fold);
    if (u->call->mode == MODE_POLLED && role(u, n - 1) == ROLE_OUT_STATUS)
        request--;
    u->native[request] = (uintptr_t) out;
    int code = mpi_invoke(u->m, id, u->native);
    *out = mpi_get_native(u->m, out, 0);
    return mpi_result(u, code);
}

/* The wait was interrupted. A receive is cancelled, so that no message arrives where the program has other data by then; with
 * the rest the library goes on using what it was given. */
static void give_up(struct mpi_use *u, uint64_t request)
{
    if (u->id == MPI_ID_Recv && !MPI_INVOKE(u->m, Cancel, (uintptr_t) &request))
        MPI_INVOKE(u->m, Wait, (uintptr_t) &request, (uintptr_t) u->status);
    else
        u->buffer_count = u->scratch_count = 0;
}

static bool run_polled(struct mpi_use *u)
{
    uint64_t request;
    struct mpi_fold *fold;
    int code = 0;
    if (!start(u, &request, &fold))
        return false;
    if (u->code)
        return true;
    if (!mpi_complete(u, &request, u->status, &code)) {
        give_up(u, request);
        return false;
    }
    bool good = code || !fold || mpi_fold_finish(u, fold);
    mpi_fold_free(fold);
    return good && mpi_result(u, code) && (u->code || mpi_results(u));
}

/* MPI_Comm_idup: the library writes the new communicator when the request is complete, into the record. */
static struct mpi_handle *begin_comm(struct mpi_use *u)
{
    struct mpi_handle *h;
    if (u->id != MPI_ID_Comm_idup)
        return NULL;
    u->new[1] = mpi_handle_new(u->m, MPI_COMM, 0, &h);
    h->errhandler = mpi_find(u->m, MPI_COMM, u->comm)->errhandler;
    u->native[1] = (uintptr_t) &h->native;
    return h;
}

static bool end_comm(struct mpi_use *u)
{
    return mpi_store_handle(u, 1, u->new[1]) &&
           mpi_attributes_copied(u, MPI_COMM, u->at[0].u, u->new[1]);
}

static bool run_start(struct mpi_use *u)
{
    uint64_t native, handle;
    struct mpi_fold *fold;
    struct mpi_handle *comm = begin_comm(u);
    if (!start(u, &native, &fold))
        return false;
    if (u->code)
        return true;
    if (comm && !end_comm(u))
        return false;
    handle = mpi_request_new(u, native);
    mpi_find(u->m, MPI_REQUEST, handle)->fold = fold;
    uint32_t last = count_args(u->call) - 1;
    for (uint32_t i = 0; i < last; i++) /* a matched message is used up */
        if (role(u, i) == ROLE_FREE && !mpi_freed(u, i, u->call->args[i].of[0]))
            return false;
    return mpi_store_handle(u, last, handle);
}

/* The attributes of what the call ends. */
static bool delete_attributes(struct mpi_use *u)
{
    for (uint32_t i = 0; i < MPI_ARGS && role(u, i); i++)
        if (role(u, i) == ROLE_FREE &&
            !mpi_attributes_deleted(u, u->call->args[i].of[0], *(const uint64_t *) u->at[i].p))
            return false;
    return true;
}

/* A duplicate whose attributes cannot be copied is none (MPI 4.0, 7.7.2). */
static bool copy_attributes(struct mpi_use *u)
{
    enum mpi_kind kind = u->id == MPI_ID_Type_dup ? MPI_TYPE : MPI_COMM;
    if (u->id != MPI_ID_Comm_dup && u->id != MPI_ID_Type_dup)
        return true;
    uint64_t *made = u->at[1].p;
    struct mpi_handle *h = mpi_find(u->m, kind, *made);
    if (!mpi_attributes_copied(u, kind, u->at[0].u, *made))
        return false;
    if (u->code && h) {
        uint64_t native = h->native;
        mpi_invoke(u->m, kind == MPI_TYPE ? MPI_ID_Type_free : MPI_ID_Comm_free,
                   (const uint64_t[MPI_ARGS + 1]){(uintptr_t) &native});
        mpi_handle_end(u->m, *made);
        *made = mpi_null(kind);
    }
    return true;
}

static bool run_plain(struct mpi_use *u)
{
    if (!delete_attributes(u))
        return false;
    if (u->code)
        return true;
    if (u->call->mode == MODE_GATED && !mpi_meet(u))
        return false;
    return mpi_result(u, mpi_invoke(u->m, u->id, u->native)) &&
           (u->code || (mpi_results(u) && copy_attributes(u)));
}

static bool has_function(struct mpi_use *u)
{
    enum mpi_id id = u->call->mode == MODE_POLLED ? u->call->twin : u->id;
    if (u->call->mode == MODE_OURS || u->m->library.at[id])
        return true;
    bool alone = u->m->library.alone;
    struct diag *d =
        vm_error(u->vm, DIAG_SYSTEM, u->site->at,
                 alone ? "%s needs an MPI library" : "%s: the MPI library %s does not have it",
                 u->call->name, u->m->library.path);
    if (alone)
        diag_help(u->vm->diags, d,
                  "install one (Debian: libopenmpi3), or set WARPCELL_MPI to its path");
    return false;
}

static bool dispatch(struct mpi_use *u)
{
    if (!has_function(u))
        return false;
    if (u->call->mode == MODE_OURS)
        return u->call->ours(u);
    if (!mpi_arguments(u))
        return false;
    switch (u->call->mode) {
    case MODE_POLLED: return run_polled(u);
    case MODE_START:
    case MODE_PERSIST: return run_start(u);
    default: return run_plain(u);
    }
}

/* Functions that may be called before MPI_Init and after MPI_Finalize (MPI 4.0, 11.4.1). */
static bool always(enum mpi_id id)
{
    return id == MPI_ID_Init || id == MPI_ID_Init_thread || id == MPI_ID_Initialized ||
           id == MPI_ID_Finalized || id == MPI_ID_Get_version || id == MPI_ID_Get_library_version ||
           id == MPI_ID_Error_string || id == MPI_ID_Error_class;
}

static bool running(struct mpi_use *u)
{
    enum mpi_id id = u->id;
    if (u->m->program == PROGRAM_RUNS || always(id))
        return true;
    vm_error(u->vm, DIAG_RUNTIME, u->site->at,
             u->m->program == PROGRAM_BEFORE ? "%s is called before MPI_Init"
                                             : "%s is called after MPI_Finalize",
             u->call->name);
    return false;
}

/* The blocking function of a nonblocking one. */
static enum mpi_id blocking(enum mpi_id id)
{
    for (int i = 0; i < MPI_IDS && mpi_calls[id].mode == MODE_START; i++)
        if (mpi_calls[i].mode == MODE_POLLED && mpi_calls[i].twin == id)
            return (enum mpi_id) i;
    return id;
}

struct mpi *mpi_of(struct vm *vm)
{
    if (!vm->mpi) {
        vm->mpi = xcalloc(1, sizeof *vm->mpi);
        ranks_read(&vm->mpi->ranks);
        vm->mpi->size = 1;
    }
    return vm->mpi;
}

BUILTIN(__mpi)
{
    struct mpi_use u = {.vm = vm, .m = mpi_of(vm), .site = call, .at = at + 1};
    CHECK(at[0].u < MPI_IDS);
    u.call = mpi_calls + at[0].u;
    u.id = (enum mpi_id) at[0].u;
    u.blocking = blocking(u.id);
    if (!strncmp(u.call->name, "MPI_File_", strlen("MPI_File_")))
        u.owner =
            ABI_FILE_NULL; /* its error handler is that of calls without a file (MPI 4.0, 14.7) */
    bool good = running(&u) && dispatch(&u);
    mpi_buffers_free(u.buffers, &u.buffer_count);
    while (u.scratch_count)
        free(u.scratch[--u.scratch_count]);
    at[0].i = u.code;
    return good;
}
