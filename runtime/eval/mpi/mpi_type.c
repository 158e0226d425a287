/* SPDX-License-Identifier: Apache-2.0 */
/* Which bytes a datatype accesses. Extents are the library's. The blocks of its type map follow from how it was made; they are
 * needed where a type spans several objects, as with MPI_BOTTOM. */
#include <stdlib.h>

#include "eval/mpi/mpi_state.h"

enum { BLOCKS_MOST = 1 << 14 };

static struct mpi_layout *layout_new(struct mpi *m, uint64_t native)
{
    struct mpi_layout *l = xcalloc(1, sizeof *l);
    int32_t size = 0;
    bool good =
        !MPI_INVOKE(m, Type_get_extent, native, (uintptr_t) &l->lower, (uintptr_t) &l->extent) &&
        !MPI_INVOKE(m, Type_get_true_extent, native, (uintptr_t) &l->true_lower,
                    (uintptr_t) &l->true_extent) &&
        !MPI_INVOKE(m, Type_size, native, (uintptr_t) &size);
    if (!good) {
        free(l);
        return NULL;
    }
    l->blocks_known = size == l->true_extent;
    if (l->blocks_known && size)
        VEC_PUSH(&l->blocks, (struct mpi_block){l->true_lower, (uint64_t) size});
    return l;
}

const struct mpi_layout *mpi_layout_of(struct mpi *m, uint64_t type)
{
    struct mpi_handle *h = mpi_find(m, MPI_TYPE, type);
    if (!h || type == ABI_TYPE_NULL)
        return NULL;
    if (!h->layout)
        h->layout = layout_new(m, h->native);
    return h->layout;
}

static void add_block(struct mpi_layout *l, int64_t at, uint64_t bytes)
{
    struct mpi_block *last = l->blocks.n ? &VEC_LAST(&l->blocks) : NULL;
    if (last && last->at + (int64_t) last->bytes == at)
        last->bytes += bytes;
    else if (l->blocks.n < BLOCKS_MOST)
        VEC_PUSH(&l->blocks, (struct mpi_block){at, bytes});
    else
        l->blocks_known = false;
}

/* `count` elements of a type, the first at `at`. */
static void add_elements(struct mpi_layout *l, const struct mpi_layout *of, int64_t at,
                         int64_t count)
{
    if (!of || !of->blocks_known)
        l->blocks_known = false;
    for (int64_t i = 0; i < count && l->blocks_known; i++)
        for (size_t b = 0; b < of->blocks.n && l->blocks_known; b++)
            add_block(l, at + i * of->extent + of->blocks.at[b].at, of->blocks.at[b].bytes);
}

static int64_t listed(const union value *list, int64_t i, bool wide)
{
    return wide ? ((const int64_t *) list->p)[i] : ((const int32_t *) list->p)[i];
}

static void add_indexed(struct mpi_use *u, struct mpi_layout *l, enum mpi_id id)
{
    bool wide = id == MPI_ID_Type_create_hindexed || id == MPI_ID_Type_create_hindexed_block;
    bool lengths = id == MPI_ID_Type_indexed || id == MPI_ID_Type_create_hindexed;
    const struct mpi_layout *of = mpi_layout_of(u->m, u->at[3].u);
    for (int64_t i = 0; i < u->at[0].i && of && l->blocks_known; i++) {
        int64_t at = listed(u->at + 2, i, wide) * (wide ? 1 : of->extent);
        add_elements(l, of, at, lengths ? listed(u->at + 1, i, false) : u->at[1].i);
    }
}

static void add_vector(struct mpi_use *u, struct mpi_layout *l, bool wide)
{
    const struct mpi_layout *of = mpi_layout_of(u->m, u->at[3].u);
    for (int64_t i = 0; i < u->at[0].i && of && l->blocks_known; i++)
        add_elements(l, of, i * u->at[2].i * (wide ? 1 : of->extent), u->at[1].i);
}

static void add_struct(struct mpi_use *u, struct mpi_layout *l)
{
    for (int64_t i = 0; i < u->at[0].i && l->blocks_known; i++)
        add_elements(l, mpi_layout_of(u->m, ((const uint64_t *) u->at[3].p)[i]),
                     listed(u->at + 2, i, true), listed(u->at + 1, i, false));
}

void mpi_type_made(struct mpi_use *u, struct mpi_handle *made)
{
    enum mpi_id id = u->id;
    struct mpi_layout *l = made->layout = layout_new(u->m, made->native);
    if (!l ||
        l->blocks_known) /* without gaps it is one block; made from end to start it is so too */
        return;
    l->blocks_known = true;
    switch (id) {
    case MPI_ID_Type_contiguous:
        add_elements(l, mpi_layout_of(u->m, u->at[1].u), 0, u->at[0].i);
        break;
    case MPI_ID_Type_dup:
    case MPI_ID_Type_create_resized: add_elements(l, mpi_layout_of(u->m, u->at[0].u), 0, 1); break;
    case MPI_ID_Type_vector: add_vector(u, l, false); break;
    case MPI_ID_Type_create_hvector: add_vector(u, l, true); break;
    case MPI_ID_Type_indexed:
    case MPI_ID_Type_create_hindexed:
    case MPI_ID_Type_create_indexed_block:
    case MPI_ID_Type_create_hindexed_block: add_indexed(u, l, id); break;
    case MPI_ID_Type_create_struct: add_struct(u, l); break;
    default: l->blocks_known = false;
    }
}
