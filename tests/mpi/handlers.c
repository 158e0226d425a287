/* SPDX-License-Identifier: Apache-2.0 */
#include "say.h"

static int called;

static void handle(MPI_Comm *comm, int *code, ...)
{
    int class, n;
    char text[MPI_MAX_ERROR_STRING];
    MPI_Error_class(*code, &class);
    MPI_Error_string(*code, text, &n);
    called += *comm == MPI_COMM_WORLD && class == MPI_ERR_RANK && n > 0;
}

int main(int argc, char **argv)
{
    int rank, size, value = 0, class, provided, truncated = 0, big[4] = {1, 2, 3, 4};
    MPI_Errhandler mine, back;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    int code = MPI_Send(&value, 1, MPI_INT, size + 5, 0, MPI_COMM_WORLD);
    MPI_Error_class(code, &class);
    say("returned %d %d", class == MPI_ERR_RANK, provided >= MPI_THREAD_SERIALIZED);
    MPI_Comm_create_errhandler(handle, &mine);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, mine);
    MPI_Comm_get_errhandler(MPI_COMM_WORLD, &back);
    MPI_Send(&value, 1, MPI_INT, size + 5, 0, MPI_COMM_WORLD);
    say("called %d, same %d", called, back == mine);
    MPI_Errhandler_free(&mine);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (rank == 0)
        MPI_Send(big, 4, MPI_INT, 1, 0, MPI_COMM_WORLD);
    if (rank == 1) {
        MPI_Error_class(MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE), &class);
        truncated = class == MPI_ERR_TRUNCATE;
    }
    say("truncated %d", truncated);
    int added, own, length;
    char text[MPI_MAX_ERROR_STRING];
    MPI_Add_error_class(&added);
    MPI_Add_error_code(added, &own);
    MPI_Add_error_string(own, "an error of ours");
    MPI_Error_class(own, &class);
    MPI_Error_string(own, text, &length);
    say("%d %s %d", class == added, text, length);
    MPI_Finalize();
    return 0;
}
