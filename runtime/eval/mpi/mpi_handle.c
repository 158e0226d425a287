/* SPDX-License-Identifier: Apache-2.0 */
/* Handles: a program's handle is the number of a record, with a generation, so that one that was freed is known as such. The
 * predefined ones have the values of the standard ABI. */
#include <stdlib.h>
#include <string.h>

#include "eval/mpi/mpi_state.h"

static const struct {
    enum mpi_kind kind;
    uint64_t value;
} predefined[] = {

#define HANDLE(kind, name, standard, symbol, mpich) {MPI_##kind, standard},
#include "eval/mpi/mpi_handles.def"
#undef HANDLE
};

enum { PREDEFINED = sizeof predefined / sizeof *predefined, FIRST = 1 << 16, INDEX_BITS = 24 };

static const char *const kind_names[MPI_KINDS] = {
    [MPI_COMM] = "communicator", [MPI_GROUP] = "group",
    [MPI_TYPE] = "datatype",     [MPI_OP] = "operation",
    [MPI_REQUEST] = "request",   [MPI_WIN] = "window",
    [MPI_FILE] = "file",         [MPI_INFO] = "info",
    [MPI_MESSAGE] = "message",   [MPI_ERRHANDLER] = "error handler",
};

static uint64_t value_of(size_t index, uint16_t generation)
{
    return ((uint64_t) generation << INDEX_BITS | index) * FIRST + FIRST;
}

static struct mpi_handle *find_predefined(struct mpi *m, enum mpi_kind kind, uint64_t handle)
{
    if (!m->predefined) {
        m->predefined = xcalloc(PREDEFINED, sizeof *m->predefined);
        for (int i = 0; i < PREDEFINED; i++)
            m->predefined[i] = (struct mpi_handle){.kind = predefined[i].kind,
                                                   .live = true,
                                                   .native = m->library.predefined[i],
                                                   .errhandler = predefined[i].kind == MPI_FILE
                                                                     ? ABI_ERRORS_RETURN
                                                                     : ABI_ERRORS_ARE_FATAL};
    }
    for (int i = 0; i < PREDEFINED; i++)
        if (predefined[i].kind == kind && predefined[i].value == handle)
            return m->predefined + i;
    return NULL;
}

/* The record that the handle names, whatever has become of it. */
static struct mpi_handle *record_of(struct mpi *m, uint64_t handle)
{
    uint64_t number = handle / FIRST - 1, index = number & ((1 << INDEX_BITS) - 1);
    if (handle < FIRST || handle % FIRST || index >= m->handles.n)
        return NULL;
    return m->handles.at[index];
}

struct mpi_handle *mpi_find(struct mpi *m, enum mpi_kind kind, uint64_t handle)
{
    if (handle < FIRST)
        return find_predefined(m, kind, handle);
    struct mpi_handle *h = record_of(m, handle);
    bool same =
        h && h->live && h->kind == kind && h->generation == (handle / FIRST - 1) >> INDEX_BITS;
    return same ? h : NULL;
}

struct mpi_handle *mpi_handle_of(struct mpi_use *u, enum mpi_kind kind, uint64_t handle)
{
    struct mpi_handle *h = mpi_find(u->m, kind, handle), *was = h ? NULL : record_of(u->m, handle);
    if (h)
        return h;
    bool freed = was && was->kind == kind;
    struct diag *d = vm_error(u->vm, DIAG_MEMORY, u->site->at,
                              freed ? "%s: this %s has been freed" : "%s: this is not a %s",
                              u->call->name, kind_names[kind]);
    if (!freed)
        diag_help(u->vm->diags, d, "check that the variable was set by the call that makes the %s",
                  kind_names[kind]);
    return NULL;
}

uint64_t mpi_handle_new(struct mpi *m, enum mpi_kind kind, uint64_t native, struct mpi_handle **out)
{
    size_t i = 0;
    while (i < m->handles.n && m->handles.at[i]->live)
        i++;
    if (i == m->handles.n)
        VEC_PUSH(&m->handles, (struct mpi_handle *) xcalloc(1, sizeof(struct mpi_handle)));
    struct mpi_handle *h = m->handles.at[i];
    uint16_t generation = (uint16_t) (h->generation + 1);
    *h = (struct mpi_handle){.kind = kind,
                             .generation = generation,
                             .live = true,
                             .native = native,
                             .errhandler = ABI_ERRORS_ARE_FATAL};
    if (out)
        *out = h;
    return value_of(i, generation);
}

uint64_t mpi_handle_from(struct mpi *m, enum mpi_kind kind, uint64_t native,
                         struct mpi_handle **out)
{
    *out = NULL; /* predefined */
    for (int i = 0; i < PREDEFINED; i++)
        if (predefined[i].kind == kind && m->library.predefined[i] == native)
            return predefined[i].value;
    return mpi_handle_new(m, kind, native, out);
}

/* ---- what a record owns ---- */

static void layout_free(struct mpi_layout **l)
{
    if (*l)
        VEC_FREE(&(*l)->blocks);
    free(*l);
    *l = NULL;
}

void mpi_buffers_free(struct mpi_buffer *b, uint32_t *count)
{
    while (*count)
        free(b[--*count].staged);
}

struct mpi_fold *mpi_fold_free(struct mpi_fold *f)
{
    if (f && f->gathered && f->gathered->state == OBJECT_LIVE)
        space_free(f->space, f->gathered);
    free(f);
    return NULL;
}

static void end(struct mpi_handle *h)
{
    mpi_buffers_free(h->buffers, &h->buffer_count);
    while (h->kept_count)
        free(h->kept[--h->kept_count]);
    layout_free(&h->layout);
    VEC_FREE(&h->attributes);
    h->fold = mpi_fold_free(h->fold);
    h->live = false;
}

void mpi_handle_end(struct mpi *m, uint64_t handle)
{
    struct mpi_handle *h = record_of(m, handle);
    if (h && h->live)
        end(h);
}

void mpi_handles_free(struct mpi *m)
{
    VEC_EACH (h, &m->handles) {
        end(*h);
        free(*h);
    }
    VEC_FREE(&m->handles);
    for (int i = 0; m->predefined && i < PREDEFINED; i++)
        end(m->predefined + i);
    free(m->predefined);
    m->predefined = NULL;
}

/* The null handle of a kind is its first row. */
static size_t null_row(enum mpi_kind kind)
{
    size_t i = 0;
    while (predefined[i].kind != kind)
        i++;
    return i;
}

uint64_t mpi_null(enum mpi_kind kind)
{
    return predefined[null_row(kind)].value;
}

uint64_t mpi_native_null(const struct mpi *m, enum mpi_kind kind)
{
    return m->library.predefined[null_row(kind)];
}

size_t mpi_handle_size(const struct mpi *m)
{
    return m->library.abi == ABI_MPICH ? sizeof(int32_t) : sizeof(uint64_t);
}

void mpi_put_native(const struct mpi *m, void *list, size_t i, uint64_t native)
{
    size_t size = mpi_handle_size(m);
    memcpy((char *) list + i * size, &native, size);
}

uint64_t mpi_get_native(const struct mpi *m, const void *list, size_t i)
{
    uint64_t native = 0;
    size_t size = mpi_handle_size(m);
    memcpy(&native, (const char *) list + i * size, size);
    return native;
}
