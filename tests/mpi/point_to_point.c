/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "say.h"

static void ring(int rank, int size)
{
    int from = (rank + size - 1) % size, to = (rank + 1) % size, got = -1, mine = rank * 10;
    MPI_Status s;
    MPI_Sendrecv(&mine, 1, MPI_INT, to, 5, &got, 1, MPI_INT, from, 5, MPI_COMM_WORLD, &s);
    say("ring got %d from %d with tag %d", got, s.MPI_SOURCE - from, s.MPI_TAG);
    MPI_Sendrecv_replace(&mine, 1, MPI_INT, to, 6, from, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    say("replaced by %d", mine);
    if (rank == 0)
        MPI_Ssend(&rank, 1, MPI_INT, to, 1, MPI_COMM_WORLD);
    MPI_Recv(&got, 1, MPI_INT, from, 1, MPI_COMM_WORLD, &s);
    got++;
    if (rank != 0)
        MPI_Send(&got, 1, MPI_INT, to, 1, MPI_COMM_WORLD);
    say("token %d", got);
}

static void probes(int rank, int size)
{
    if (rank) {
        double *data = malloc(rank * sizeof *data);
        for (int i = 0; i < rank; i++)
            data[i] = rank + i / 10.0;
        MPI_Send(data, rank, MPI_DOUBLE, 0, rank, MPI_COMM_WORLD);
        free(data);
    }
    for (int i = 1; !rank && i < size; i++) {
        MPI_Status s;
        int n, m;
        MPI_Probe(i, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
        MPI_Get_count(&s, MPI_DOUBLE, &n);
        MPI_Get_count(&s, MPI_BYTE, &m);
        double *data = malloc(n * sizeof *data);
        MPI_Recv(data, n, MPI_DOUBLE, s.MPI_SOURCE, s.MPI_TAG, MPI_COMM_WORLD, &s);
        printf("probed %d doubles, %d bytes, the last is %g\n", n, m, data[n - 1]);
        free(data);
    }
    MPI_Message message;
    if (rank == size - 1)
        MPI_Send("matched", 8, MPI_CHAR, 0, 77, MPI_COMM_WORLD);
    if (rank == 0) {
        char text[20];
        MPI_Mprobe(MPI_ANY_SOURCE, 77, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
        MPI_Mrecv(text, 20, MPI_CHAR, &message, MPI_STATUS_IGNORE);
        printf("%s %d\n", text, message == MPI_MESSAGE_NULL);
    }
}

static void nonblocking(int rank, int size)
{
    enum { MOST = 8 };
    int got[MOST], sent[MOST], done[MOST], n, flag, index, sum = 0;
    MPI_Request requests[2 * MOST];
    MPI_Status statuses[2 * MOST];
    for (int i = 0; i < size; i++) {
        sent[i] = rank * 100 + i;
        MPI_Irecv(got + i, 1, MPI_INT, i, 3, MPI_COMM_WORLD, requests + i);
    }
    for (int i = 0; i < size; i++)
        MPI_Isend(sent + i, 1, MPI_INT, i, 3, MPI_COMM_WORLD, requests + size + i);
    MPI_Waitall(2 * size, requests, statuses);
    for (int i = 0; i < size; i++)
        sum += got[i] * (statuses[i].MPI_SOURCE == i);
    say("sum %d, null %d", sum, requests[0] == MPI_REQUEST_NULL && requests[2 * size - 1] == MPI_REQUEST_NULL);

    for (int i = 0; i < size; i++)
        MPI_Irecv(got + i, 1, MPI_INT, i, 4, MPI_COMM_WORLD, requests + i);
    for (int i = 0; i < size; i++)
        MPI_Issend(sent + i, 1, MPI_INT, i, 4, MPI_COMM_WORLD, requests + size + i);
    for (sum = n = 0; n < size; n++) {
        MPI_Waitany(size, requests, &index, statuses);
        sum += got[index] - statuses[0].MPI_SOURCE * 100;
    }
    MPI_Waitany(size, requests, &index, MPI_STATUS_IGNORE);
    say("any %d, then %d", sum, index == MPI_UNDEFINED);
    for (int left = size; left; left -= n) {
        MPI_Waitsome(size, requests + size, &n, done, MPI_STATUSES_IGNORE);
    }
    MPI_Testall(size, requests, &flag, MPI_STATUSES_IGNORE);
    say("all %d", flag);
}

static void persistent(int rank, int size)
{
    int value = 0, got = 0, sum = 0;
    MPI_Request requests[2];
    MPI_Send_init(&value, 1, MPI_INT, (rank + 1) % size, 9, MPI_COMM_WORLD, requests);
    MPI_Recv_init(&got, 1, MPI_INT, (rank + size - 1) % size, 9, MPI_COMM_WORLD, requests + 1);
    for (int i = 1; i <= 3; i++) {
        value = i * (rank + 1);
        MPI_Startall(2, requests);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        sum += got;
    }
    MPI_Request_free(requests);
    MPI_Request_free(requests + 1);
    say("persistent %d", sum);
}

static void buffered(int rank, int size)
{
    int size_of_message, big[100], got[100];
    MPI_Pack_size(100, MPI_INT, MPI_COMM_WORLD, &size_of_message);
    size_of_message += MPI_BSEND_OVERHEAD;
    void *buffer = malloc(size_of_message);
    MPI_Buffer_attach(buffer, size_of_message);
    for (int i = 0; i < 100; i++)
        big[i] = i * rank;
    MPI_Bsend(big, 100, MPI_INT, (rank + 1) % size, 2, MPI_COMM_WORLD);
    big[99] = -1;
    MPI_Recv(got, 100, MPI_INT, (rank + size - 1) % size, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    void *detached;
    int detached_size;
    MPI_Buffer_detach(&detached, &detached_size);
    say("buffered %d, detached %d %d", got[99], detached == buffer, detached_size == size_of_message);
    free(buffer);
}

int main(int argc, char **argv)
{
    int rank, size, flag, cancelled;
    MPI_Request r;
    MPI_Status s;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    ring(rank, size);
    probes(rank, size);
    nonblocking(rank, size);
    persistent(rank, size);
    buffered(rank, size);
    MPI_Recv(NULL, 0, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &s);
    MPI_Irecv(&flag, 1, MPI_INT, MPI_ANY_SOURCE, 12, MPI_COMM_WORLD, &r);
    MPI_Cancel(&r);
    MPI_Wait(&r, &s);
    MPI_Test_cancelled(&s, &cancelled);
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    say("cancelled %d, waiting %d", cancelled, flag);
    MPI_Finalize();
    return 0;
}
