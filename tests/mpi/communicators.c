/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "say.h"

static void splitting(int rank, int size)
{
    MPI_Comm half, copy, none;
    int r, n, sum, same, same_copy;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
    MPI_Comm_rank(half, &r);
    MPI_Comm_size(half, &n);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, half);
    MPI_Comm_dup(half, &copy);
    MPI_Comm_compare(half, copy, &same_copy);
    MPI_Comm_compare(half, MPI_COMM_WORLD, &same);
    say("half: %d of %d, sum %d, copy congruent %d, world unequal %d", r, n, sum, same_copy == MPI_CONGRUENT, same == MPI_UNEQUAL);
    MPI_Comm_split(MPI_COMM_WORLD, rank ? MPI_UNDEFINED : 0, 0, &none);
    say("none %d", none == MPI_COMM_NULL);
    if (none != MPI_COMM_NULL)
        MPI_Comm_free(&none);
    MPI_Comm_free(&copy);
    MPI_Comm_free(&half);
    say("freed %d", half == MPI_COMM_NULL);
}

static void groups(int rank, int size)
{
    MPI_Group world, ends, middle, both;
    MPI_Comm comm;
    int list[2] = {0, size - 1}, r, n, translated[2], compared, ranges[1][3] = {{0, size - 1, 2}};
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 2, list, &ends);
    MPI_Group_excl(world, 2, list, &middle);
    MPI_Group_union(middle, ends, &both);
    MPI_Group_compare(both, world, &compared);
    MPI_Group_rank(ends, &r);
    MPI_Group_size(middle, &n);
    MPI_Group_translate_ranks(world, 2, list, middle, translated);
    say("in ends: %d, in the middle: %d, similar %d, translated %d", r == MPI_UNDEFINED ? -1 : r, n, compared == MPI_SIMILAR || compared == MPI_IDENT,
        translated[0] == MPI_UNDEFINED);
    MPI_Comm_create(MPI_COMM_WORLD, ends, &comm);
    if (comm != MPI_COMM_NULL) {
        int sum = -1;
        MPI_Reduce(&rank, &sum, 1, MPI_INT, MPI_SUM, 0, comm);
        if (rank == 0)
            printf("sum of the ends %d\n", sum);
        MPI_Comm_free(&comm);
    }
    MPI_Group even;
    MPI_Group_range_incl(world, 1, ranges, &even);
    MPI_Group_size(even, &n);
    say("even %d", n);
    MPI_Group_free(&even);
    MPI_Group_free(&both);
    MPI_Group_free(&middle);
    MPI_Group_free(&ends);
    MPI_Group_free(&world);
}

static void grid(int rank, int size)
{
    int dims[2] = {0, 0}, periods[2] = {1, 0}, at[2], up, down, left, right, r, n, sum, kind, d[2], p[2], c[2], keep[2] = {0, 1};
    MPI_Comm cart, row;
    MPI_Dims_create(size, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &cart);
    MPI_Cart_coords(cart, rank, 2, at);
    MPI_Cart_rank(cart, at, &r);
    MPI_Cart_shift(cart, 0, 1, &up, &down);
    MPI_Cart_shift(cart, 1, 1, &left, &right);
    MPI_Topo_test(cart, &kind);
    MPI_Cartdim_get(cart, &n);
    MPI_Cart_get(cart, 2, d, p, c);
    say("%dx%d at %d,%d is %d; %d %d %s %s; cart %d, %d dimensions, %d %d", dims[0], dims[1], at[0], at[1], r, up, down,
        left == MPI_PROC_NULL ? "-" : "left", right == MPI_PROC_NULL ? "-" : "right", kind == MPI_CART, n, p[0], p[1]);
    int mine = rank + 1, halo[4] = {0, 0, 0, 0};
    MPI_Sendrecv(&mine, 1, MPI_INT, right, 0, halo, 1, MPI_INT, left, 0, cart, MPI_STATUS_IGNORE);
    MPI_Sendrecv(&mine, 1, MPI_INT, down, 0, halo + 1, 1, MPI_INT, up, 0, cart, MPI_STATUS_IGNORE);
    say("halo %d %d", halo[0], halo[1]);
    memset(halo, 0, sizeof halo);
    MPI_Neighbor_allgather(&mine, 1, MPI_INT, halo, 1, MPI_INT, cart);
    say("neighbours %d %d %d %d", halo[0], halo[1], halo[2], halo[3]);
    MPI_Cart_sub(cart, keep, &row);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, row);
    say("row %d", sum);
    MPI_Comm_free(&row);
    MPI_Comm_free(&cart);
}

static void between(int rank, int size)
{
    MPI_Comm half, inter, merged;
    int inner, remote, sum = -1, r, value = rank;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank % 2 ? 0 : 1, 3, &inter);
    MPI_Comm_test_inter(inter, &inner);
    MPI_Comm_remote_size(inter, &remote);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, inter);
    MPI_Bcast(&value, 1, MPI_INT, rank == 0 ? MPI_ROOT : rank % 2 ? 0 : MPI_PROC_NULL, inter);
    MPI_Intercomm_merge(inter, rank % 2, &merged);
    MPI_Comm_rank(merged, &r);
    say("inter %d, remote %d, their sum %d, value %d, merged %d", inner, remote, sum, value, r);
    MPI_Comm_free(&merged);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
}

static int copies, deletes;

static int copy_attribute(MPI_Comm old, int keyval, void *extra, void *in, void *out, int *flag)
{
    copies++;
    *(void **) out = (char *) in + *(int *) extra;
    *flag = 1;
    return MPI_SUCCESS;
}

static int delete_attribute(MPI_Comm comm, int keyval, void *value, void *extra)
{
    deletes++;
    return MPI_SUCCESS;
}

static void attributes(int rank)
{
    char text[] = "attribute";
    int keyval, extra = 3, flag, found;
    char *got = NULL;
    int *most;
    MPI_Comm copy;
    MPI_Comm_create_keyval(copy_attribute, delete_attribute, &keyval, &extra);
    MPI_Comm_set_attr(MPI_COMM_WORLD, keyval, text);
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Comm_get_attr(copy, keyval, &got, &flag);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &most, &found);
    say("%d %s, tags %d", flag, got, found && *most >= 32767);
    MPI_Comm_free(&copy);
    MPI_Comm_delete_attr(MPI_COMM_WORLD, keyval);
    MPI_Comm_get_attr(MPI_COMM_WORLD, keyval, &got, &flag);
    MPI_Comm_free_keyval(&keyval);
    say("copies %d, deletes %d, left %d, invalid %d", copies, deletes, flag, keyval == MPI_KEYVAL_INVALID);
}

static void copied(int rank)
{
    MPI_Comm copy, named;
    MPI_Request r;
    MPI_Info info, got;
    int sum, n, flag, size;
    char value[20] = "";
    MPI_Comm_idup(MPI_COMM_WORLD, &copy, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, copy);
    MPI_Info_create(&info);
    MPI_Info_set(info, "colour", "green");
    MPI_Comm_dup_with_info(copy, info, &named);
    MPI_Info_get(info, "colour", 19, value, &flag);
    MPI_Info_get_nkeys(info, &n);
    MPI_Info_dup(info, &got);
    MPI_Info_delete(got, "colour");
    MPI_Info_free(&got);
    MPI_Comm_size(named, &size);
    say("idup %d, %d key, %s, size %d, %d", sum, n, value, size, flag);
    MPI_Info_free(&info);
    MPI_Comm_free(&named);
    MPI_Comm_free(&copy);
}

/* A ring, as a graph. */
static void graph(int rank, int size)
{
    MPI_Comm ring;
    int index[8], edges[16], near[2], nodes, links, n;
    for (int i = 0; i < size; i++) {
        index[i] = 2 * (i + 1);
        edges[2 * i] = (i + size - 1) % size;
        edges[2 * i + 1] = (i + 1) % size;
    }
    MPI_Graph_create(MPI_COMM_WORLD, size, index, edges, 0, &ring);
    MPI_Graphdims_get(ring, &nodes, &links);
    MPI_Graph_neighbors_count(ring, rank, &n);
    MPI_Graph_neighbors(ring, rank, 2, near);
    say("%d nodes, %d edges, %d neighbours: %d %d", nodes, links, n, near[0], near[1]);
    MPI_Comm_free(&ring);
}

int main(int argc, char **argv)
{
    int rank, size, n;
    char name[MPI_MAX_OBJECT_NAME];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    splitting(rank, size);
    groups(rank, size);
    grid(rank, size);
    between(rank, size);
    attributes(rank);
    copied(rank);
    graph(rank, size);
    MPI_Comm_set_name(MPI_COMM_WORLD, "everyone");
    MPI_Comm_get_name(MPI_COMM_WORLD, name, &n);
    say("%s %d", name, n);
    MPI_Finalize();
    return 0;
}
