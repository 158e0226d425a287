/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "say.h"

/* Nonblocking, in the order of the ranks, and through the view. */
static void other_ways(int rank, int size)
{
    MPI_File f;
    MPI_Request r;
    MPI_Status s;
    MPI_Offset at, disp;
    MPI_Datatype etype, filetype;
    MPI_Aint extent;
    char kind[MPI_MAX_DATAREP_STRING];
    int mine = rank * 11, got = -1, n, flag;
    MPI_File_open(MPI_COMM_WORLD, "ways.bin", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &f);
    MPI_File_iwrite_at(f, rank * sizeof mine, &mine, 1, MPI_INT, &r);
    MPI_Wait(&r, &s);
    MPI_Get_count(&s, MPI_INT, &n);
    MPI_File_sync(f);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_iread_at_all(f, (size - 1 - rank) * sizeof got, &got, 1, MPI_INT, &r);
    MPI_Waitall(1, &r, &s);
    say("wrote %d, read %d", n, got);
    MPI_File_write_ordered(f, &mine, 1, MPI_INT, &s);
    MPI_File_seek_shared(f, 0, MPI_SEEK_SET);
    MPI_File_read_ordered(f, &got, 1, MPI_INT, &s);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_get_position_shared(f, &at);
    say("ordered %d, at %d", got, (int) at);
    MPI_File_set_view(f, 4, MPI_BYTE, MPI_INT, "native", MPI_INFO_NULL);
    MPI_File_get_view(f, &disp, &etype, &filetype, kind);
    MPI_File_get_type_extent(f, MPI_DOUBLE, &extent);
    MPI_File_get_atomicity(f, &flag);
    say("view at %d, %d %d %s, doubles of %d, atomic %d", (int) disp, etype == MPI_BYTE, filetype == MPI_INT, kind, (int) extent, flag);
    MPI_File_close(&f);
}

int main(int argc, char **argv)
{
    int rank, size, mine[4], got[4] = {0}, n, exists;
    MPI_File f;
    MPI_Status s;
    MPI_Offset length, at;
    MPI_Datatype column;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < 4; i++)
        mine[i] = rank * 10 + i;
    MPI_File_open(MPI_COMM_WORLD, "ranks.bin", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &f);
    MPI_File_write_at_all(f, rank * sizeof mine, mine, 4, MPI_INT, &s);
    MPI_Get_count(&s, MPI_INT, &n);
    MPI_File_sync(f);
    MPI_File_get_size(f, &length);
    MPI_File_read_at(f, (rank + 1) % size * sizeof mine, got, 4, MPI_INT, MPI_STATUS_IGNORE);
    say("wrote %d, size %ld, neighbour's %d %d", n, (long) length, got[0], got[3]);
    MPI_Type_vector(2, 1, size, MPI_INT, &column);
    MPI_Type_commit(&column);
    MPI_File_set_view(f, rank * sizeof(int), MPI_INT, column, "native", MPI_INFO_NULL);
    MPI_File_read_all(f, got, 2, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_get_position(f, &at);
    say("through the view %d %d, then at %ld", got[0], got[1], (long) at);
    MPI_File_close(&f);
    exists = MPI_File_open(MPI_COMM_WORLD, "missing.bin", MPI_MODE_RDONLY, MPI_INFO_NULL, &f) == MPI_SUCCESS;
    say("exists %d", exists);
    MPI_Type_free(&column);
    other_ways(rank, size);
    MPI_Finalize();
    return 0;
}
