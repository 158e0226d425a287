/* SPDX-License-Identifier: Apache-2.0 */
/* Rank 0 prints what each rank has to say, in their order: the launcher mixes the ranks' own output. */
#include <mpi.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void say(const char *format, ...)
{
    char line[200] = "", all[8 * 200];
    int rank, size;
    va_list list;
    va_start(list, format);
    vsnprintf(line, sizeof line, format, list);
    va_end(list);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Gather(line, sizeof line, MPI_CHAR, all, sizeof line, MPI_CHAR, 0, MPI_COMM_WORLD);
    for (int i = 0; rank == 0 && i < size; i++)
        printf("%d: %s\n", i, all + i * sizeof line);
}
