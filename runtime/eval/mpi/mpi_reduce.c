/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions with a function of the program (MPI_Op_create). The library would call it from within, where an interrupt, an error
 * or another thread of the program could not be handled. So the ranks' data is gathered, and the function runs here, in the
 * order of the ranks, which serves operations that do not commute too. */
#include <stdlib.h>
#include <string.h>

#include "eval/mpi/mpi_state.h"

static struct mpi_handle *user_op(struct mpi_use *u)
{
    const struct mpi_arg *a = u->call->args;
    for (uint32_t i = 0; i < MPI_ARGS && a[i].role; i++) {
        struct mpi_handle *h = a[i].role == ROLE_HANDLE && a[i].of[0] == MPI_OP
                                   ? mpi_find(u->m, MPI_OP, u->at[i].u)
                                   : NULL;
        if (h && h->user)
            return h;
    }
    return NULL;
}

bool mpi_folds(struct mpi_use *u)
{
    return user_op(u);
}

static int32_t rank_in(struct mpi_use *u)
{
    int32_t rank = 0;
    MPI_INVOKE(u->m, Comm_rank, mpi_find(u->m, MPI_COMM, u->comm)->native, (uintptr_t) &rank);
    return rank;
}

/* How many elements each rank gives, and which of the result belong to this one. */
static void count_elements(struct mpi_use *u, struct mpi_fold *f)
{
    const int32_t *counts = u->at[2].p;
    int32_t members = 0; /* of the group that shares the result */
    MPI_INVOKE(u->m, Comm_size, mpi_find(u->m, MPI_COMM, u->comm)->native, (uintptr_t) &members);
    f->count = f->part = u->at[2].i;
    if (f->call == MPI_ID_Reduce_scatter_block) {
        f->own = f->rank * f->part;
        f->count = f->part * members;
    }
    if (f->call != MPI_ID_Reduce_scatter)
        return;
    f->count = 0;
    for (int32_t i = 0; i < members; i++) {
        f->own += i < f->rank ? counts[i] : 0;
        f->count += counts[i];
    }
    f->part = counts[f->rank];
}

static bool make_room(struct mpi_use *u, struct mpi_fold *f, const struct mpi_layout *l)
{
    int64_t elements = f->count * f->ranks;
    uint64_t bytes = elements > 0 ? (uint64_t) ((elements - 1) * l->extent + l->true_extent) : 0;
    f->gathered = vm_new_object(u->vm, bytes, HOST_TEMPORARY, "the values to reduce", u->site->at);
    f->space = u->vm->host;
    f->first = f->gathered ? f->gathered->start - (uint64_t) l->true_lower : 0;
    return f->gathered;
}

bool mpi_fold_start(struct mpi_use *u, uint64_t *out_native, struct mpi_fold **out)
{
    struct mpi_fold *f = *out = xcalloc(1, sizeof *f);
    const struct mpi_layout *l = mpi_layout_of(u->m, u->at[3].u);
    *f = (struct mpi_fold){
        .call = u->blocking, .op = u->at[4].u, .type = u->at[3].u, .to = u->native[1]};
    f->rank = rank_in(u);
    f->ranks = (int32_t) mpi_peers(u->m, u->comm); /* whose values arrive */
    count_elements(u, f);
    bool rooted = f->call == MPI_ID_Reduce;
    f->wanted = l && (!rooted || mpi_at_root(u));
    if (f->wanted && !make_room(u, f, l))
        return false;
    uint64_t from = u->at[0].u == ABI_IN_PLACE ? u->native[1] : u->native[0],
             n = (uint64_t) f->count, type = u->native[3];
    int code = rooted ? MPI_INVOKE(u->m, Igather, from, n, type, f->first, n, type, u->native[5],
                                   u->native[6], (uintptr_t) out_native)
                      : MPI_INVOKE(u->m, Iallgather, from, n, type, f->first, n, type, u->native[5],
                                   (uintptr_t) out_native);
    *out_native = mpi_get_native(u->m, out_native, 0);
    return mpi_result(u, code);
}

/* function(in, inout, &count, &type) */
static bool call_function(struct mpi_use *u, uint64_t op, uint64_t in, uint64_t inout,
                          int64_t count, uint64_t type)
{
    struct mpi_handle *h = mpi_find(u->m, MPI_OP, op);
    struct object *o = h ? vm_new_object(u->vm, 16, HOST_TEMPORARY, NULL, u->site->at) : NULL;
    int32_t n = (int32_t) count;
    if (!o)
        return false;
    memcpy((void *) (uintptr_t) o->start, &type, sizeof type);
    memcpy((void *) (uintptr_t) (o->start + 8), &n, sizeof n);
    union value args[4] = {{.u = in}, {.u = inout}, {.u = o->start + 8}, {.u = o->start}}, none;
    bool good = vm_call(u->vm, h->function, args, 4, &none, u->site->at);
    space_free(u->vm->host, o);
    return good;
}

/* Elements of a type with gaps are packed and unpacked by the library, which leaves the gaps of the target alone. */
static bool copy_elements(struct mpi_use *u, uint64_t to, uint64_t from, int64_t count,
                          uint64_t type)
{
    const struct mpi_layout *l = mpi_layout_of(u->m, type);
    uint64_t native = mpi_find(u->m, MPI_TYPE, type)->native, n = (uint64_t) count;
    uint64_t world = mpi_find(u->m, MPI_COMM, ABI_COMM_WORLD)->native;
    int32_t room = 0, put = 0, got = 0;
    if (count <= 0)
        return true;
    if (l->blocks_known && l->blocks.n == 1 && l->true_extent == l->extent) {
        memcpy((char *) (uintptr_t) to + l->true_lower, (char *) (uintptr_t) from + l->true_lower,
               n * (uint64_t) l->extent);
        return true;
    }
    int code = MPI_INVOKE(u->m, Pack_size, n, native, world, (uintptr_t) &room);
    char *packed = xcalloc((size_t) room + 1, 1);
    if (!code)
        code = MPI_INVOKE(u->m, Pack, from, n, native, (uintptr_t) packed, (uint64_t) room,
                          (uintptr_t) &put, world);
    if (!code)
        code = MPI_INVOKE(u->m, Unpack, (uintptr_t) packed, (uint64_t) put, (uintptr_t) &got, to, n,
                          native, world);
    free(packed);
    return mpi_result(u, code);
}

bool mpi_fold_finish(struct mpi_use *u, struct mpi_fold *f)
{
    const struct mpi_layout *l = mpi_layout_of(u->m, f->type);
    int32_t last = f->call == MPI_ID_Scan     ? f->rank
                   : f->call == MPI_ID_Exscan ? f->rank - 1
                                              : f->ranks - 1;
    if (!f->wanted || last < 0 || !l || f->count <= 0)
        return true;
    uint64_t step = (uint64_t) (f->count * l->extent), sum = f->first + (uint64_t) last * step;
    for (int32_t r = last; r-- > 0;)
        if (!call_function(u, f->op, f->first + (uint64_t) r * step, sum, f->count, f->type))
            return false;
    return copy_elements(u, f->to, sum + (uint64_t) (f->own * l->extent), f->part, f->type);
}

/* ---- the calls ---- */

MPI_OURS(Op_create)
{
    struct mpi_handle *h;
    uint64_t handle = mpi_handle_new(u->m, MPI_OP, 0, &h);
    h->user = true;
    h->function = u->at[0].u;
    h->commutes = u->at[1].i;
    return mpi_store_handle(u, 2, handle);
}

MPI_OURS(Op_free)
{
    uint64_t *op = vm_memory(u->vm, u->at[0].u, sizeof *op, VM_WRITE, u->site->at);
    struct mpi_handle *h = op ? mpi_handle_of(u, MPI_OP, *op) : NULL;
    if (!h)
        return false;
    if (!h->user)
        return mpi_fails(u, ABI_ERR_ARG);
    mpi_handle_end(u->m, *op);
    *op = ABI_OP_NULL;
    return true;
}

MPI_OURS(Op_commutative)
{
    struct mpi_handle *h = mpi_handle_of(u, MPI_OP, u->at[0].u);
    return h && mpi_store_i32(u, 1, !h->user || h->commutes);
}

MPI_OURS(Reduce_local)
{
    if (!mpi_arguments(u))
        return false;
    if (mpi_folds(u))
        return call_function(u, u->at[4].u, u->at[0].u, u->at[1].u, u->at[2].i, u->at[3].u);
    return mpi_result(u, MPI_INVOKE(u->m, Reduce_local, u->native[0], u->native[1], u->native[2],
                                    u->native[3], u->native[4])) &&
           mpi_results(u);
}
