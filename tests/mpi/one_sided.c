/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "say.h"

static void fences(int rank, int size)
{
    int *memory = calloc(size, sizeof *memory), got = -1, one = 1;
    MPI_Win win;
    MPI_Win_create(memory, size * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    int mine = rank + 100;
    for (int i = 0; i < size; i++)
        MPI_Put(&mine, 1, MPI_INT, i, rank, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    int sum = 0;
    for (int i = 0; i < size; i++)
        sum += memory[i];
    MPI_Get(&got, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    say("sum %d, got %d, first %d", sum, got, memory[0]);
    MPI_Win_free(&win);
    free(memory);
}

static void locks(int rank, int size)
{
    int *counter, before = -1, one = 1;
    MPI_Win win;
    MPI_Win_allocate(rank ? 0 : sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &counter, &win);
    if (!rank)
        *counter = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < 10; i++) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
        MPI_Win_unlock(0, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Get(&before, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_unlock(0, win);
    say("counted %d", before);
    MPI_Win_free(&win);
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    fences(rank, size);
    locks(rank, size);
    MPI_Finalize();
    return 0;
}
