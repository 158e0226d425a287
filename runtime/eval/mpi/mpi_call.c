/* SPDX-License-Identifier: Apache-2.0 */
/* One call of the program: its arguments become the library's, by their roles in mpi_calls.def, the library runs, and the
 * results go back. First come the values, then the buffers, whose sizes depend on them. Next: mpi_buffer.c, mpi_run.c. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "eval/mpi/mpi_state.h"

void *mpi_scratch(struct mpi_use *u, size_t bytes)
{
    CHECK(u->scratch_count < MPI_ARGS);
    return u->scratch[u->scratch_count++] = xcalloc(bytes ? bytes : 1, 1);
}

static enum mpi_role role(const struct mpi_use *u, uint32_t i)
{
    return u->call->args[i].role;
}

static bool is_buffer(enum mpi_role r)
{
    return r >= ROLE_IN && r <= ROLE_LAST_BUFFER;
}

/* ---- communicators ---- */

static int32_t ask(struct mpi *m, enum mpi_id id, uint64_t comm)
{
    struct mpi_handle *h = mpi_find(m, MPI_COMM, comm);
    int32_t v = 0;
    if (h && comm != ABI_COMM_NULL && m->library.at[id])
        mpi_invoke(m, id, (const uint64_t[MPI_ARGS + 1]){h->native, (uintptr_t) &v});
    return v;
}

bool mpi_is_inter(struct mpi *m, uint64_t comm)
{
    return ask(m, MPI_ID_Comm_test_inter, comm);
}

int64_t mpi_peers(struct mpi *m, uint64_t comm)
{
    return ask(m, mpi_is_inter(m, comm) ? MPI_ID_Comm_remote_size : MPI_ID_Comm_size, comm);
}

bool mpi_at_root(struct mpi_use *u)
{
    return mpi_is_inter(u->m, u->comm) ? u->root == ABI_ROOT
                                       : ask(u->m, MPI_ID_Comm_rank, u->comm) == u->root;
}

bool mpi_contributes(struct mpi_use *u)
{
    return u->root >= 0 || !mpi_is_inter(u->m, u->comm);
}

/* With how many neighbours this process of a topology speaks (MPI 4.0, 8.6). */
static int64_t neighbours(struct mpi_use *u, bool targets)
{
    enum { CART = 211, GRAPH = 212 };

    int64_t kind = mpi_from_library(u->m, GROUP_TOPOLOGY, ask(u->m, MPI_ID_Topo_test, u->comm));
    struct mpi_handle *h = mpi_find(u->m, MPI_COMM, u->comm);
    int32_t in = 0, out = 0, weighted;
    if (!h || kind == ABI_UNDEFINED)
        return 0;
    if (kind == CART)
        return 2 * (int64_t) ask(u->m, MPI_ID_Cartdim_get, u->comm);
    if (kind == GRAPH) {
        uint64_t rank = (uint64_t) ask(u->m, MPI_ID_Comm_rank, u->comm);
        MPI_INVOKE(u->m, Graph_neighbors_count, h->native, rank, (uintptr_t) &in);
        return in;
    }
    MPI_INVOKE(u->m, Dist_graph_neighbors_count, h->native, (uintptr_t) &in, (uintptr_t) &out,
               (uintptr_t) &weighted);
    return targets ? out : in;
}

static int64_t length(struct mpi_use *u, uint32_t n)
{
    switch (n) {
    case MPI_PEERS: return mpi_peers(u->m, u->comm);
    case MPI_MEMBERS: return ask(u->m, MPI_ID_Comm_size, u->comm);
    case MPI_DIMS: return ask(u->m, MPI_ID_Cartdim_get, u->comm);
    case MPI_SOURCES: return neighbours(u, false);
    case MPI_TARGETS: return neighbours(u, true);
    case MPI_ONE: return 1;
    default: return u->at[n].i;
    }
}

/* ---- values ---- */

static bool handle_value(struct mpi_use *u, uint32_t i, enum mpi_kind kind)
{
    struct mpi_handle *h = mpi_handle_of(u, kind, u->at[i].u);
    if (!h)
        return false;
    u->native[i] = h->user ? mpi_native_null(u->m, kind)
                           : h->native; /* a function of ours is nothing to the library */
    if (kind == MPI_COMM && !u->comm) {
        u->comm = u->at[i].u;
        u->owner = u->owner ? u->owner : u->comm;
    }
    if (kind == MPI_WIN || kind == MPI_FILE) {
        u->owner = u->at[i].u;
        u->comm = h->comm;
    }
    return true;
}

/* The address of a handle that the call ends: the library writes its null handle there. */
static bool freed_value(struct mpi_use *u, uint32_t i, enum mpi_kind kind)
{
    uint64_t *p = vm_memory(u->vm, u->at[i].u, sizeof *p, VM_WRITE, u->site->at);
    struct mpi_handle *h = p ? mpi_handle_of(u, kind, *p) : NULL;
    if (!h)
        return false;
    u->new[i] = h->native;
    u->native[i] = (uintptr_t) (u->new + i);
    if (kind == MPI_COMM)
        u->comm = u->owner = *p;
    if (kind == MPI_WIN || kind == MPI_FILE) {
        u->owner = *p;
        u->comm = h->comm;
    }
    return true;
}

/* Memory of the program that the library reads or writes as it is. */
static bool plain_memory(struct mpi_use *u, uint32_t i, uint64_t bytes, enum vm_access how)
{
    u->native[i] = u->at[i].u;
    return !bytes || vm_memory(u->vm, u->at[i].u, bytes, how, u->site->at);
}

static bool status_value(struct mpi_use *u, uint32_t i)
{
    struct mpi_status *s;
    u->native[i] = (uintptr_t) (u->status + 1);
    if (role(u, i) == ROLE_OUT_STATUS) {
        u->native[i] = (uintptr_t) u->status;
        return !u->at[i].u || vm_memory(u->vm, u->at[i].u, sizeof *s, VM_WRITE, u->site->at);
    }
    s = vm_memory(u->vm, u->at[i].u, sizeof *s, VM_READ, u->site->at);
    if (s)
        mpi_status_to_library(u->m, s, u->status + 1);
    return s;
}

static bool text_value(struct mpi_use *u, uint32_t i)
{
    size_t n;
    if (role(u, i) == ROLE_TEXT)
        u->native[i] = (uintptr_t) vm_string(u->vm, u->at[i].u, u->site->at, &n);
    else
        u->native[i] = (uintptr_t) mpi_scratch(u, MPI_TEXT);
    return u->native[i];
}

static bool value(struct mpi_use *u, uint32_t i)
{
    const struct mpi_arg *a = u->call->args + i;
    u->native[i] = u->at[i].u;
    switch ((enum mpi_role) a->role) {
    case ROLE_ROOT: u->root = (int32_t) u->at[i].i; /* fallthrough */
    case ROLE_RANK:
    case ROLE_TAG:
    case ROLE_OFFSET:
    case ROLE_ENUM:
        u->native[i] = (uint64_t) mpi_to_library(u->m, a->of[0], u->at[i].i);
        return true;
    case ROLE_BITS:
        u->native[i] = (uint64_t) mpi_bits_to_library(u->m, a->of[0], u->at[i].i);
        return true;
    case ROLE_HANDLE: return handle_value(u, i, a->of[0]);
    case ROLE_NEW:
        u->native[i] = (uintptr_t) (u->new + i);
        return plain_memory(u, i, 8, VM_WRITE) && (u->native[i] = (uintptr_t) (u->new + i));
    case ROLE_FREE: return freed_value(u, i, a->of[0]);
    case ROLE_OUT_INT:
    case ROLE_OUT_RANK:
    case ROLE_OUT_ENUM:
    case ROLE_IN_INT: return plain_memory(u, i, sizeof(int32_t), VM_WRITE);
    case ROLE_OUT_AINT:
    case ROLE_OUT_OFFSET: return plain_memory(u, i, sizeof(int64_t), VM_WRITE);
    case ROLE_TEXT:
    case ROLE_OUT_TEXT: return text_value(u, i);
    case ROLE_IN_STATUS:
    case ROLE_OUT_STATUS: return status_value(u, i);
    default: return true;
    }
}

/* ---- lists ---- */

static bool type_list(struct mpi_use *u, uint32_t i, int64_t n)
{
    const uint64_t *from =
        vm_memory(u->vm, u->at[i].u, (uint64_t) n * sizeof *from, VM_READ, u->site->at);
    if (!from)
        return false;
    void *to = mpi_scratch(u, (size_t) n * sizeof *from);
    for (int64_t k = 0; k < n; k++) {
        struct mpi_handle *h = mpi_handle_of(u, MPI_TYPE, from[k]);
        if (!h)
            return false;
        mpi_put_native(u->m, to, (size_t) k, h->native);
    }
    u->native[i] = (uintptr_t) to;
    return true;
}

/* The edges of a graph: the last index says how many there are, or the degrees together. */
static int64_t edges(struct mpi_use *u, uint32_t list)
{
    const int32_t *index = u->at[list].p;
    int64_t nodes = u->at[1].i, all = 0;
    if (u->id == MPI_ID_Graph_create)
        return nodes > 0 ? index[nodes - 1] : 0;
    for (int64_t i = 0; i < nodes; i++)
        all += index[i];
    return all;
}

/* false: it is a list of weights. */
static bool is_weight_constant(struct mpi_use *u, uint32_t i)
{
    enum { UNWEIGHTED = 10, WEIGHTS_EMPTY = 11 };

    if ((role(u, i) != ROLE_WEIGHTS && role(u, i) != ROLE_OUT_WEIGHTS) || u->at[i].u < UNWEIGHTED ||
        u->at[i].u > WEIGHTS_EMPTY)
        return false;
    u->native[i] =
        u->at[i].u == UNWEIGHTED ? u->m->library.unweighted : u->m->library.weights_empty;
    return true;
}

static bool enum_list(struct mpi_use *u, uint32_t i, int64_t n)
{
    const int32_t *from =
        vm_memory(u->vm, u->at[i].u, (uint64_t) n * sizeof *from, VM_READ, u->site->at);
    int32_t *to = from ? mpi_scratch(u, (size_t) n * sizeof *to) : NULL;
    for (int64_t k = 0; from && k < n; k++)
        to[k] = (int32_t) mpi_to_library(u->m, u->call->args[i].of[1], from[k]);
    u->native[i] = (uintptr_t) to;
    return from;
}

/* Ranks within groups and coordinates need no translation: a negative one is an error in both. */
static bool list(struct mpi_use *u, uint32_t i)
{
    const struct mpi_arg *a = u->call->args + i;
    if ((enum mpi_role) a->role < ROLE_INTS || (enum mpi_role) a->role > ROLE_OUT_RANKS)
        return true;
    if (is_weight_constant(u, i))
        return true;
    int64_t n = a->role == ROLE_EDGES                  ? edges(u, a->of[0])
                : a->role == ROLE_WEIGHTS && !a->of[0] ? edges(u, 3)
                                                       : length(u, a->of[0]);
    u->native[i] = u->at[i].u;
    if (n <= 0 || (a->role == ROLE_ROOT_INTS && !mpi_at_root(u)) ||
        (u->at[i].u == 0 && a->of[0] == MPI_PEERS))
        return true;
    switch ((enum mpi_role) a->role) {
    case ROLE_AINTS: return plain_memory(u, i, (uint64_t) n * 8, VM_READ);
    case ROLE_TYPES: return type_list(u, i, n);
    case ROLE_OUT_AINTS: return plain_memory(u, i, (uint64_t) n * 8, VM_WRITE);
    case ROLE_OUT_TYPES:
        u->native[i] = (uintptr_t) mpi_scratch(u, (size_t) n * 8);
        return vm_memory(u->vm, u->at[i].u, (uint64_t) n * 8, VM_WRITE, u->site->at);
    case ROLE_ENUMS: return enum_list(u, i, n);
    case ROLE_RANGES: return plain_memory(u, i, (uint64_t) n * 12, VM_READ);
    case ROLE_OUT_INTS:
    case ROLE_OUT_WEIGHTS:
    case ROLE_OUT_RANKS: return plain_memory(u, i, (uint64_t) n * 4, VM_WRITE);
    default: return plain_memory(u, i, (uint64_t) n * 4, VM_READ);
    }
}

/* ---- buffers ---- */

static bool writes(const struct mpi_use *u, enum mpi_role r, bool at_root)
{
    switch (r) {
    case ROLE_IN:
    case ROLE_IN_EACH:
    case ROLE_IN_V:
    case ROLE_IN_W:
    case ROLE_IN_SUM:
    case ROLE_ROOT_IN_EACH:
    case ROLE_ROOT_IN_V:
    case ROLE_IN_MEMBERS:
    case ROLE_IN_NEAR:
    case ROLE_IN_NEAR_V:
    case ROLE_IN_NEAR_W:
    case ROLE_BYTES: return false;
    case ROLE_BCAST: return !at_root;
    default: return true;
    }
}

static bool matters(struct mpi_use *u, enum mpi_role r, bool at_root)
{
    bool rooted = false;
    for (uint32_t i = 0; i < MPI_ARGS; i++)
        rooted |= role(u, i) == ROLE_ROOT;
    if (r == ROLE_ROOT_OUT || r == ROLE_ROOT_OUT_EACH || r == ROLE_ROOT_OUT_V ||
        r == ROLE_ROOT_IN_EACH || r == ROLE_ROOT_IN_V)
        return at_root;
    return !rooted || (r == ROLE_BCAST && at_root) || mpi_contributes(u);
}

/* The parts of a buffer with counts and displacements: each is checked, and one stretch from the lowest to the highest is
 * staged if it is device memory. */
static bool parts(struct mpi_use *u, uint32_t i, int64_t n, bool in_bytes, bool written)
{
    const uint8_t *of = u->call->args[i].of;
    const int32_t *counts = u->at[of[0]].p, *places = u->at[of[1]].p;
    const int64_t *far = u->at[of[1]].p; /* displacements of neighbours are addresses */
    int64_t low = INT64_MAX, high = INT64_MIN;
    bool wide = role(u, i) == ROLE_IN_NEAR_W || role(u, i) == ROLE_OUT_NEAR_W;
    const uint64_t *types = in_bytes ? u->at[of[2]].p : NULL;
    for (int64_t k = 0; k < n; k++) {
        const struct mpi_layout *l = mpi_layout_of(u->m, types ? types[k] : u->at[of[2]].u);
        if (!l || counts[k] <= 0)
            continue;
        int64_t place = wide ? far[k] : places[k],
                from = place * (in_bytes ? 1 : l->extent) + l->true_lower,
                to = from + (counts[k] - 1) * l->extent + l->true_extent;
        low = from < low ? from : low;
        high = to > high ? to : high;
    }
    if (low >= high)
        return true;
    uint64_t native, address = u->at[i].u + (uint64_t) low;
    if (!mpi_bytes(u, address, (uint64_t) (high - low), written, &native))
        return false;
    u->native[i] = native - (uint64_t) low;
    return true;
}

static int64_t sum(const int32_t *counts, int64_t n)
{
    int64_t all = 0;
    for (int64_t i = 0; i < n; i++)
        all += counts[i];
    return all;
}

static int64_t elements(struct mpi_use *u, enum mpi_role r, const uint8_t *of)
{
    int64_t n = of[0] == MPI_ONE ? 1 : u->at[of[0]].i;
    switch (r) {
    case ROLE_IN_EACH:
    case ROLE_OUT_EACH:
    case ROLE_ROOT_IN_EACH:
    case ROLE_ROOT_OUT_EACH: return n * mpi_peers(u->m, u->comm);
    case ROLE_IN_MEMBERS: return n * length(u, MPI_MEMBERS);
    case ROLE_IN_NEAR: return n * neighbours(u, true);
    case ROLE_OUT_NEAR: return n * neighbours(u, false);
    case ROLE_IN_SUM: return sum(u->at[of[0]].p, length(u, MPI_MEMBERS));
    case ROLE_OUT_OWN:
        return ((const int32_t *) u->at[of[0]].p)[ask(u->m, MPI_ID_Comm_rank, u->comm)];
    default: return n;
    }
}

/* MPI_NO_OP: what the operation would combine is not read (MPI 4.0, 12.3.4). */
static bool takes_no_operand(struct mpi_use *u)
{
    enum { NO_OP = 0x3d };

    for (uint32_t i = 0; i < MPI_ARGS && role(u, i); i++)
        if (role(u, i) == ROLE_HANDLE && u->call->args[i].of[0] == MPI_OP && u->at[i].u == NO_OP)
            return true;
    return false;
}

static bool buffer(struct mpi_use *u, uint32_t i)
{
    enum mpi_role r = role(u, i);
    const uint8_t *of = u->call->args[i].of;
    bool at_root = u->comm && mpi_at_root(u), written = writes(u, r, at_root);
    u->native[i] = u->at[i].u;
    if (u->at[i].u == ABI_IN_PLACE) {
        u->native[i] = mpi_in_place(u->m);
        return true;
    }
    if (!matters(u, r, at_root) || (r == ROLE_IN && takes_no_operand(u)))
        return true;
    switch (r) {
    case ROLE_BYTES:
    case ROLE_OUT_BYTES:
    case ROLE_WINDOW: return mpi_bytes(u, u->at[i].u, u->at[of[0]].u, written, u->native + i);
    case ROLE_IN_V:
    case ROLE_OUT_V:
    case ROLE_ROOT_IN_V:
    case ROLE_ROOT_OUT_V: return parts(u, i, length(u, MPI_PEERS), false, written);
    case ROLE_IN_NEAR_V:
    case ROLE_OUT_NEAR_V: return parts(u, i, neighbours(u, r == ROLE_IN_NEAR_V), false, written);
    case ROLE_IN_NEAR_W:
    case ROLE_OUT_NEAR_W: return parts(u, i, neighbours(u, r == ROLE_IN_NEAR_W), true, written);
    case ROLE_IN_W:
    case ROLE_OUT_W: return parts(u, i, length(u, MPI_PEERS), true, written);
    default:
        return mpi_buffer(u, u->at[i].u, elements(u, r, of), u->at[of[1]].u, !written, written,
                          u->native + i);
    }
}

/* A type that only the root looks at may be anything elsewhere. */
static bool root_type(struct mpi_use *u, uint32_t i)
{
    struct mpi_handle *h = mpi_find(u->m, MPI_TYPE, u->at[i].u);
    if (!h && mpi_at_root(u))
        return mpi_handle_of(u, MPI_TYPE, u->at[i].u);
    u->native[i] = h ? h->native : mpi_native_null(u->m, MPI_TYPE);
    return true;
}

/* A list's displacements may be needed for a buffer, so that buffers come last. */
bool mpi_arguments(struct mpi_use *u)
{
    for (uint32_t i = 0; i < MPI_ARGS && role(u, i); i++)
        if (!is_buffer(role(u, i)) && !value(u, i))
            return false;
    for (uint32_t i = 0; i < MPI_ARGS && role(u, i); i++)
        if (!list(u, i) || (role(u, i) == ROLE_ROOT_TYPE && !root_type(u, i)))
            return false;
    for (uint32_t i = 0; i < MPI_ARGS && role(u, i); i++)
        if (is_buffer(role(u, i)) && !buffer(u, i))
            return false;
    return true;
}

/* ---- results ---- */

bool mpi_store_i32(struct mpi_use *u, uint32_t arg, int64_t v)
{
    int32_t small = (int32_t) v;
    return vm_store(u->vm, u->at[arg].u, &small, sizeof small, u->site->at);
}

bool mpi_store_status(struct mpi_use *u, uint64_t to, const struct mpi_status *s, bool with_error)
{
    struct mpi_status *p = to ? vm_memory(u->vm, to, sizeof *p, VM_WRITE, u->site->at) : NULL;
    if (!p)
        return !to;
    int32_t error = p->error;
    *p = *s;
    if (!with_error)
        p->error = error;
    return true;
}

bool mpi_store_handle(struct mpi_use *u, uint32_t arg, uint64_t handle)
{
    return vm_store(u->vm, u->at[arg].u, &handle, sizeof handle, u->site->at);
}

/* A handle that the library made; a predefined one keeps its value. */
static bool new_handle(struct mpi_use *u, uint32_t i, enum mpi_kind kind)
{
    struct mpi_handle *h, *from = kind == MPI_COMM ? mpi_find(u->m, MPI_COMM, u->comm) : NULL;
    /* a file is a pointer in all libraries */
    uint64_t native = kind == MPI_FILE ? u->new[i] : mpi_get_native(u->m, u->new + i, 0),
             handle = mpi_handle_from(u->m, kind, native, &h);
    if (!h)
        return mpi_store_handle(u, i, handle);
    h->comm = u->comm;
    if (kind == MPI_FILE)
        h->errhandler = ABI_ERRORS_RETURN; /* MPI 4.0, 14.7 */
    if (from)
        h->errhandler = from->errhandler;
    if (kind == MPI_WIN)
        MPI_INVOKE(u->m, Win_set_errhandler, native,
                   mpi_find(u->m, MPI_ERRHANDLER, ABI_ERRORS_RETURN)->native);
    if (kind == MPI_TYPE)
        mpi_type_made(u, h);
    return mpi_store_handle(u, i, handle);
}

bool mpi_freed(struct mpi_use *u, uint32_t i, enum mpi_kind kind)
{
    uint64_t *p = u->at[i].p;
    mpi_handle_end(u->m, *p);
    *p = mpi_null(kind);
    return true;
}

static bool text_result(struct mpi_use *u, uint32_t i)
{
    const char *text = (const char *) (uintptr_t) u->native[i];
    return vm_store(u->vm, u->at[i].u, text, strnlen(text, MPI_TEXT - 1) + 1, u->site->at);
}

static bool types_result(struct mpi_use *u, uint32_t i)
{
    struct mpi_handle *h;
    for (int64_t k = 0; k < length(u, u->call->args[i].of[0]); k++) {
        uint64_t native = mpi_get_native(u->m, (void *) (uintptr_t) u->native[i], (size_t) k);
        if (native)
            ((uint64_t *) u->at[i].p)[k] = mpi_handle_from(u->m, MPI_TYPE, native, &h);
    }
    return true;
}

static bool result(struct mpi_use *u, uint32_t i)
{
    const struct mpi_arg *a = u->call->args + i;
    int32_t *p = u->at[i].p;
    struct mpi_status s;
    switch ((enum mpi_role) a->role) {
    case ROLE_NEW: return a->of[0] == MPI_REQUEST || new_handle(u, i, a->of[0]);
    case ROLE_FREE: return mpi_freed(u, i, a->of[0]);
    case ROLE_OUT_RANK:
    case ROLE_OUT_ENUM: *p = (int32_t) mpi_from_library(u->m, a->of[0], *p); return true;
    case ROLE_OUT_RANKS:
        for (int64_t k = 0; k < length(u, a->of[0]); k++)
            p[k] = (int32_t) mpi_from_library(u->m, GROUP_RANK, p[k]);
        return true;
    case ROLE_OUT_TYPES: return types_result(u, i);
    case ROLE_OUT_TEXT: return text_result(u, i);
    case ROLE_OUT_STATUS:
        mpi_status_to_program(u->m, u->status, &s);
        return mpi_store_status(u, u->at[i].u, &s, false);
    default: return true;
    }
}

bool mpi_results(struct mpi_use *u)
{
    for (uint32_t i = 0; i < MPI_ARGS && role(u, i); i++)
        if (!result(u, i))
            return false;
    return mpi_buffers_store(u, u->call, u->buffers, u->buffer_count);
}

void mpi_request_keeps(struct mpi_use *u, struct mpi_handle *request)
{
    while (u->scratch_count && request->kept_count < sizeof request->kept / sizeof *request->kept)
        request->kept[request->kept_count++] = u->scratch[--u->scratch_count];
    memcpy(request->buffers, u->buffers, sizeof u->buffers);
    request->buffer_count = u->buffer_count;
    u->buffer_count = 0;
}
