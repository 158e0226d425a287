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

static void described(int rank)
{
    double memory[3] = {0, 0, 0}, *base;
    int *unit, *flavor, flag, n;
    MPI_Aint *size;
    MPI_Win win;
    MPI_Group group;
    char name[MPI_MAX_OBJECT_NAME];
    MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_get_attr(win, MPI_WIN_BASE, &base, &flag);
    MPI_Win_get_attr(win, MPI_WIN_SIZE, &size, &flag);
    MPI_Win_get_attr(win, MPI_WIN_DISP_UNIT, &unit, &flag);
    MPI_Win_get_attr(win, MPI_WIN_CREATE_FLAVOR, &flavor, &flag);
    MPI_Win_set_name(win, "three");
    MPI_Win_get_name(win, name, &n);
    MPI_Win_get_group(win, &group);
    MPI_Group_size(group, &n);
    say("%d %d %d %d %s %d", base == memory, (int) *size, *unit, *flavor == MPI_WIN_FLAVOR_CREATE, name, n);
    MPI_Group_free(&group);
    MPI_Win_free(&win);
}

/* An exposure epoch of each rank for its neighbours. */
static void epochs(int rank, int size)
{
    int memory = -1, to = (rank + 1) % size, from = (rank + size - 1) % size;
    MPI_Win win;
    MPI_Group world, target, origin;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &to, &target);
    MPI_Group_incl(world, 1, &from, &origin);
    MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_post(origin, 0, win);
    MPI_Win_start(target, 0, win);
    MPI_Put(&rank, 1, MPI_INT, to, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    say("put by %d", memory - from);
    MPI_Barrier(MPI_COMM_WORLD); /* the next epoch changes it */
    int add = 10, before = -1, compare = from, swapped = -1;
    MPI_Win_lock_all(0, win);
    MPI_Fetch_and_op(&add, &before, MPI_INT, to, 0, MPI_SUM, win);
    MPI_Win_flush(to, win);
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    compare = rank + 10;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, to, 0, win);
    MPI_Compare_and_swap(&add, &compare, &swapped, MPI_INT, to, 0, win);
    MPI_Win_unlock(to, win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    say("fetched %d, compared %d, has %d", before - rank, swapped - rank, memory);
    MPI_Win_unlock(rank, win);
    MPI_Group_free(&world);
    MPI_Group_free(&target);
    MPI_Group_free(&origin);
    MPI_Win_free(&win);
}

/* Requests, and memory that is attached to a window later. */
static void requests(int rank, int size)
{
    int to = (rank + 1) % size, memory[2] = {-1, -1}, value = rank * 3, got = -1, flag = 0;
    MPI_Win win;
    MPI_Request r;
    MPI_Aint mine, theirs;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_attach(win, memory, sizeof memory);
    MPI_Get_address(memory + 1, &mine);
    MPI_Sendrecv(&mine, 1, MPI_AINT, (rank + size - 1) % size, 0, &theirs, 1, MPI_AINT, to, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_lock_all(0, win);
    MPI_Rput(&value, 1, MPI_INT, to, theirs, 1, MPI_INT, win, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Win_flush_all(win);
    MPI_Rget(&got, 1, MPI_INT, to, theirs, 1, MPI_INT, win, &r);
    while (!flag)
        MPI_Test(&r, &flag, MPI_STATUS_IGNORE);
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    say("put %d, got back %d", memory[1], got);
    MPI_Win_detach(win, memory);
    MPI_Win_free(&win);
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
    requests(rank, size);
    described(rank);
    epochs(rank, size);
    MPI_Finalize();
    return 0;
}
