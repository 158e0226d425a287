/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "say.h"

enum { MOST = 8 };

static int total(const int *a, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum = sum * 3 + a[i];
    return sum;
}

static void movement(int rank, int size)
{
    int one = rank + 1, all[MOST * MOST] = {0}, counts[MOST], places[MOST], mine[MOST], part[MOST] = {0};
    for (int i = 0; i < size; i++) {
        counts[i] = i + 1;
        places[i] = i * (i + 1) / 2;
        mine[i] = rank * 10 + i;
    }
    int root = size - 1, n = size * (size + 1) / 2;
    int value = rank == root ? 42 : 0;
    MPI_Bcast(&value, 1, MPI_INT, root, MPI_COMM_WORLD);
    say("bcast %d", value);
    MPI_Gather(&one, 1, MPI_INT, all, 1, MPI_INT, root, MPI_COMM_WORLD);
    say("gather %d", total(all, size));
    MPI_Scatter(all, 1, MPI_INT, &value, 1, MPI_INT, root, MPI_COMM_WORLD);
    say("scatter %d", value);
    MPI_Allgather(mine, 2, MPI_INT, all, 2, MPI_INT, MPI_COMM_WORLD);
    say("allgather %d", total(all, 2 * size));
    MPI_Gatherv(mine, rank + 1, MPI_INT, all, counts, places, MPI_INT, 0, MPI_COMM_WORLD);
    say("gatherv %d", rank ? 0 : total(all, n));
    MPI_Scatterv(all, counts, places, MPI_INT, part, rank + 1, MPI_INT, 0, MPI_COMM_WORLD);
    say("scatterv %d", total(part, rank + 1));
    MPI_Allgatherv(mine, rank + 1, MPI_INT, all, counts, places, MPI_INT, MPI_COMM_WORLD);
    say("allgatherv %d", total(all, n));
    MPI_Alltoall(mine, 1, MPI_INT, part, 1, MPI_INT, MPI_COMM_WORLD);
    say("alltoall %d", total(part, size));
    int to[MOST], from[MOST], at[MOST];
    for (int i = 0; i < size; i++) {
        to[i] = 1 + (i == rank);
        from[i] = 1 + (i == rank);
        at[i] = 2 * i;
    }
    for (int i = 0; i < 2 * size; i++)
        all[i] = rank * 100 + i, part[i % MOST] = 0;
    int back[2 * MOST] = {0};
    MPI_Alltoallv(all, to, at, MPI_INT, back, from, at, MPI_INT, MPI_COMM_WORLD);
    say("alltoallv %d", total(back, 2 * size));
    for (int i = 0; i < size; i++)
        all[i] = i == rank ? rank + 7 : 0;
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, 1, MPI_INT, MPI_COMM_WORLD);
    say("in place %d", total(all, size));
}

static void reductions(int rank, int size)
{
    double x[2] = {rank + 0.5, rank * 2.0}, y[2] = {0, 0};
    int a[MOST], b[MOST], part = 0, counts[MOST];
    struct { double value; int rank; } in = {(rank * 7) % 5, rank}, out;
    unsigned bits = 1u << rank, any;
    for (int i = 0; i < size; i++) {
        a[i] = rank + i;
        counts[i] = 1;
    }
    MPI_Reduce(x, y, 2, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    say("reduce %g %g", y[0], y[1]);
    MPI_Allreduce(x, y, 2, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    say("allreduce %g %g", y[0], y[1]);
    MPI_Allreduce(MPI_IN_PLACE, x, 2, MPI_DOUBLE, MPI_PROD, MPI_COMM_WORLD);
    say("in place %g %g", x[0], x[1]);
    MPI_Allreduce(&in, &out, 1, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD);
    say("maxloc %g at %d", out.value, out.rank);
    MPI_Allreduce(&bits, &any, 1, MPI_UNSIGNED, MPI_BOR, MPI_COMM_WORLD);
    say("bor %x", any);
    MPI_Scan(a, b, size, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    say("scan %d", total(b, size));
    b[0] = -1;
    MPI_Exscan(a, b, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    say("exscan %d", b[0]);
    MPI_Reduce_scatter(a, &part, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    say("reduce_scatter %d", part);
    MPI_Reduce_scatter_block(a, &part, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    say("reduce_scatter_block %d", part);
}

/* 2 by 2 matrices modulo a prime: their product does not commute. */
typedef struct { int m[4]; } matrix;

static int calls;

static void multiply(void *in, void *inout, int *n, MPI_Datatype *type)
{
    matrix *a = in, *b = inout;
    for (int i = 0; i < *n; i++) {
        matrix c;
        for (int k = 0; k < 4; k++)
            c.m[k] = (a[i].m[k / 2 * 2] * b[i].m[k % 2] + a[i].m[k / 2 * 2 + 1] * b[i].m[2 + k % 2]) % 10007;
        b[i] = c;
    }
    calls++;
}

static void own_operations(int rank, int size)
{
    matrix mine[2] = {{{rank + 1, 2, 3, rank}}, {{1, rank, rank + 2, 1}}}, got[2] = {{{0}}}, local[2];
    MPI_Datatype type;
    MPI_Op op;
    MPI_Request r;
    int commutes;
    MPI_Type_contiguous(4, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Op_create(multiply, 0, &op);
    MPI_Op_commutative(op, &commutes);
    MPI_Reduce(mine, got, 2, type, op, size - 1, MPI_COMM_WORLD);
    say("product %d %d, commutes %d", total(got[0].m, 4), total(got[1].m, 4), commutes);
    MPI_Allreduce(mine, got, 2, type, op, MPI_COMM_WORLD);
    say("everywhere %d %d", total(got[0].m, 4), total(got[1].m, 4));
    MPI_Iscan(mine, got, 1, type, op, MPI_COMM_WORLD, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    say("scan %d", total(got[0].m, 4));
    memset(got, 0, sizeof got);
    MPI_Exscan(mine, got, 1, type, op, MPI_COMM_WORLD);
    say("exscan %d", total(got[0].m, 4));
    memcpy(local, mine, sizeof local);
    MPI_Reduce_local(mine, local, 2, type, op);
    say("local %d, called %d", total(local[1].m, 4), calls > 0);
    MPI_Op_free(&op);
    MPI_Type_free(&type);
}

static void nonblocking(int rank, int size)
{
    int value = rank == 1 ? 7 : 0, sum = 0, all[MOST], one = rank * rank;
    MPI_Request r[4];
    MPI_Ibcast(&value, 1, MPI_INT, 1, MPI_COMM_WORLD, r);
    MPI_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, r + 1);
    MPI_Iallgather(&one, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD, r + 2);
    MPI_Ibarrier(MPI_COMM_WORLD, r + 3);
    MPI_Waitall(4, r, MPI_STATUSES_IGNORE);
    say("nonblocking %d %d %d", value, sum, total(all, size));
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Barrier(MPI_COMM_WORLD);
    movement(rank, size);
    reductions(rank, size);
    own_operations(rank, size);
    nonblocking(rank, size);
    MPI_Finalize();
    return 0;
}
