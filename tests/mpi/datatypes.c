/* SPDX-License-Identifier: Apache-2.0 */
#include <stddef.h>
#include <stdlib.h>

#include "say.h"

enum { ROWS = 4, COLUMNS = 5 };

struct particle {
    char name[6];
    double position[3];
    int charge;
};

static double a[ROWS][COLUMNS];

static void fill(int rank)
{
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            a[i][j] = rank * 100 + i * 10 + j;
}

static double weigh(void)
{
    double sum = 0;
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            sum += a[i][j] * (1 + i + 3 * j);
    return sum;
}

/* From rank 0 to all others, which receive it as they have it. */
static void column(MPI_Datatype type, int count, const char *what)
{
    int rank, size;
    MPI_Aint lb, extent, true_lb, true_extent;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    fill(rank);
    MPI_Type_commit(&type);
    MPI_Bcast(&a[0][0], count, type, 0, MPI_COMM_WORLD);
    MPI_Type_size(type, &size);
    MPI_Type_get_extent(type, &lb, &extent);
    MPI_Type_get_true_extent(type, &true_lb, &true_extent);
    say("%s: %g; size %d, extent %ld from %ld, true %ld from %ld", what, weigh(), size, (long) extent, (long) lb, (long) true_extent, (long) true_lb);
    MPI_Type_free(&type);
}

static void grids(void)
{
    MPI_Datatype t, column_type;
    int lengths[3] = {2, 1, 3}, places[3] = {0, 7, 12}, sizes[2] = {ROWS, COLUMNS}, inner[2] = {2, 3}, at[2] = {1, 1};
    MPI_Aint bytes[3] = {8, 80, 120};
    MPI_Type_vector(ROWS, 1, COLUMNS, MPI_DOUBLE, &t);
    column(t, 1, "vector");
    MPI_Type_vector(ROWS, 1, COLUMNS, MPI_DOUBLE, &column_type);
    MPI_Type_create_resized(column_type, 0, sizeof(double), &t);
    column(t, 2, "resized");
    MPI_Type_free(&column_type);
    MPI_Type_create_hvector(2, 2, 3 * sizeof(double), MPI_DOUBLE, &t);
    column(t, 1, "hvector");
    MPI_Type_indexed(3, lengths, places, MPI_DOUBLE, &t);
    column(t, 1, "indexed");
    MPI_Type_create_hindexed(3, lengths, bytes, MPI_DOUBLE, &t);
    column(t, 1, "hindexed");
    MPI_Type_create_indexed_block(3, 2, places, MPI_DOUBLE, &t);
    column(t, 1, "indexed_block");
    MPI_Type_create_subarray(2, sizes, inner, at, MPI_ORDER_C, MPI_DOUBLE, &t);
    column(t, 1, "subarray");
}

static void structs(int rank, int size)
{
    struct particle p[3];
    memset(p, 0, sizeof p);
    int lengths[3] = {6, 3, 1};
    MPI_Aint places[3] = {offsetof(struct particle, name), offsetof(struct particle, position), offsetof(struct particle, charge)};
    MPI_Datatype types[3] = {MPI_CHAR, MPI_DOUBLE, MPI_INT}, raw, t;
    for (int i = 0; i < 3; i++) {
        snprintf(p[i].name, 6, "p%d.%d", rank, i);
        p[i].position[2] = rank + i / 4.0;
        p[i].charge = -i;
    }
    MPI_Type_create_struct(3, lengths, places, types, &raw);
    MPI_Type_create_resized(raw, 0, sizeof(struct particle), &t);
    MPI_Type_commit(&t);
    if (rank == 0)
        MPI_Send(p, 3, t, size - 1, 0, MPI_COMM_WORLD);
    if (rank == size - 1) {
        MPI_Status s;
        int n, elements;
        MPI_Recv(p, 3, t, 0, 0, MPI_COMM_WORLD, &s);
        MPI_Get_count(&s, t, &n);
        MPI_Get_elements(&s, t, &elements);
        p[0].charge = n * 100 + elements;
    }
    say("%s %g %d %s %g %d", p[0].name, p[0].position[2], p[0].charge, p[2].name, p[2].position[2], p[2].charge);
    MPI_Type_free(&raw);
    MPI_Type_free(&t);
}

/* Three variables, by their addresses. */
static void absolute(int rank)
{
    double x = rank == 0 ? 1.5 : 0;
    int n = rank == 0 ? 9 : 0;
    char *text = calloc(8, 1);
    if (rank == 0)
        strcpy(text, "bottom");
    int lengths[3] = {1, 1, 8};
    MPI_Aint at[3];
    MPI_Datatype types[3] = {MPI_DOUBLE, MPI_INT, MPI_CHAR}, t;
    MPI_Get_address(&x, at);
    MPI_Get_address(&n, at + 1);
    MPI_Get_address(text, at + 2);
    MPI_Type_create_struct(3, lengths, at, types, &t);
    MPI_Type_commit(&t);
    MPI_Bcast(MPI_BOTTOM, 1, t, 0, MPI_COMM_WORLD);
    say("absolute %g %d %s", x, n, text);
    MPI_Type_free(&t);
    free(text);
}

static void packed(int rank)
{
    char buffer[100];
    int at = 0, n = rank * 3, m[2] = {rank, rank + 1};
    double x = rank / 2.0;
    MPI_Pack(&n, 1, MPI_INT, buffer, 100, &at, MPI_COMM_WORLD);
    MPI_Pack(&x, 1, MPI_DOUBLE, buffer, 100, &at, MPI_COMM_WORLD);
    MPI_Pack(m, 2, MPI_INT, buffer, 100, &at, MPI_COMM_WORLD);
    MPI_Bcast(buffer, at, MPI_PACKED, 1, MPI_COMM_WORLD);
    at = 0;
    MPI_Unpack(buffer, 100, &at, &n, 1, MPI_INT, MPI_COMM_WORLD);
    MPI_Unpack(buffer, 100, &at, &x, 1, MPI_DOUBLE, MPI_COMM_WORLD);
    MPI_Unpack(buffer, 100, &at, m, 2, MPI_INT, MPI_COMM_WORLD);
    say("packed %d %g %d %d", n, x, m[0], m[1]);
}

/* A matrix is transposed on its way: blocks to all, as columns. */
static void transposed(int rank, int size)
{
    int *mine = malloc(size * sizeof *mine), *got = malloc(size * sizeof *got);
    int counts[8], zeros[8], sum = 0;
    int places[8];
    MPI_Datatype types[8];
    for (int i = 0; i < size; i++) {
        mine[i] = rank * size + i;
        counts[i] = 1;
        zeros[i] = 0;
        places[i] = i * (int) sizeof(int);
        types[i] = MPI_INT;
    }
    MPI_Alltoallw(mine, counts, places, types, got, counts, places, types, MPI_COMM_WORLD);
    for (int i = 0; i < size; i++)
        sum = sum * 2 + got[i] + zeros[i];
    say("alltoallw %d", sum);
    free(mine);
    free(got);
}

static int deleted;

static int delete_attribute(MPI_Datatype type, int keyval, void *value, void *extra)
{
    deleted += *(int *) value;
    return MPI_SUCCESS;
}

static void described(void)
{
    MPI_Datatype t, copy, inner[1];
    int keyval, value = 5, *got, flag, ints[3], n, m, k, combiner, length;
    MPI_Aint none[1];
    char name[MPI_MAX_OBJECT_NAME];
    MPI_Type_vector(3, 2, 4, MPI_FLOAT, &t);
    MPI_Type_get_envelope(t, &n, &m, &k, &combiner);
    MPI_Type_get_contents(t, 3, 0, 1, ints, none, inner);
    say("%d %d %d %d: %d %d %d of floats %d", n, m, k, combiner == MPI_COMBINER_VECTOR, ints[0], ints[1], ints[2], inner[0] == MPI_FLOAT);
    MPI_Type_create_keyval(MPI_TYPE_DUP_FN, delete_attribute, &keyval, NULL);
    MPI_Type_set_attr(t, keyval, &value);
    MPI_Type_dup(t, &copy);
    MPI_Type_get_attr(copy, keyval, &got, &flag);
    MPI_Type_set_name(copy, "pairs");
    MPI_Type_get_name(copy, name, &length);
    say("attribute %d %d, name %s", flag, *got, name);
    MPI_Type_free(&copy);
    MPI_Type_free(&t);
    MPI_Type_free_keyval(&keyval);
    say("deleted %d", deleted);
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    grids();
    structs(rank, size);
    absolute(rank);
    packed(rank);
    described();
    transposed(rank, size);
    MPI_Finalize();
    return 0;
}
