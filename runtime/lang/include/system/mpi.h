/* SPDX-License-Identifier: Apache-2.0 */
/* MPI for a world of one process, as a program started without mpirun finds it. */
#ifndef WARPCELL_MPI_H
#define WARPCELL_MPI_H

typedef int MPI_Comm, MPI_Datatype, MPI_Op, MPI_Request, MPI_Info;
typedef struct MPI_Status { int MPI_SOURCE, MPI_TAG, MPI_ERROR; } MPI_Status;
#define MPI_COMM_WORLD 0
#define MPI_COMM_SELF 1
#define MPI_SUCCESS 0
#define MPI_STATUS_IGNORE ((MPI_Status *) 0)
#define MPI_STATUSES_IGNORE ((MPI_Status *) 0)
#define MPI_IN_PLACE ((void *) -1)
#define MPI_INFO_NULL 0
#define MPI_COMM_TYPE_SHARED 1
#define MPI_MAX_PROCESSOR_NAME 256
#define MPI_PROC_NULL (-2)
#define MPI_ANY_SOURCE (-1)
#define MPI_ANY_TAG (-1)
/* a type is its size */
enum { MPI_CHAR = 1, MPI_BYTE = 1, MPI_UNSIGNED_CHAR = 1, MPI_SHORT = 2, MPI_INT = 4, MPI_UNSIGNED = 4, MPI_FLOAT = 4, MPI_LONG = 8,
       MPI_UNSIGNED_LONG = 8, MPI_LONG_LONG = 8, MPI_LONG_LONG_INT = 8, MPI_DOUBLE = 8 };
enum { MPI_SUM, MPI_MAX, MPI_MIN, MPI_PROD, MPI_LAND, MPI_LOR };

static inline int MPI_Init(int *argc, char ***argv) { return 0; }
static inline int MPI_Finalize(void) { return 0; }
static inline int MPI_Comm_rank(MPI_Comm world, int *out) { *out = 0; return 0; }
static inline int MPI_Comm_size(MPI_Comm world, int *out) { *out = 1; return 0; }
static inline int MPI_Barrier(MPI_Comm world) { return 0; }
static inline int MPI_Abort(MPI_Comm world, int status) { exit(status); return 0; }
static inline int MPI_Comm_split_type(MPI_Comm world, int type, int key, MPI_Info info, MPI_Comm *out) { *out = 0; return 0; }
static inline int MPI_Comm_free(MPI_Comm *world) { return 0; }
static inline int MPI_Bcast(void *data, int n, MPI_Datatype type, int root, MPI_Comm world) { return 0; }

static inline double MPI_Wtime(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

static inline int MPI_Get_processor_name(char *out, int *n)
{
    gethostname(out, MPI_MAX_PROCESSOR_NAME);
    *n = (int) strlen(out);
    return 0;
}

static inline int __mpi_copy(void *to, const void *from, size_t n)
{
    if (from != MPI_IN_PLACE && to != from)
        cudaMemcpy(to, from, n, cudaMemcpyDefault);
    return 0;
}

static inline int MPI_Reduce(const void *from, void *to, int n, MPI_Datatype type, MPI_Op op, int root, MPI_Comm world)
{
    return __mpi_copy(to, from, (size_t) n * type);
}

static inline int MPI_Allreduce(const void *from, void *to, int n, MPI_Datatype type, MPI_Op op, MPI_Comm world)
{
    return __mpi_copy(to, from, (size_t) n * type);
}

static inline int MPI_Gather(const void *from, int n, MPI_Datatype type, void *to, int m, MPI_Datatype type2, int root, MPI_Comm world)
{
    return __mpi_copy(to, from, (size_t) n * type);
}

static inline int MPI_Allgather(const void *from, int n, MPI_Datatype type, void *to, int m, MPI_Datatype type2, MPI_Comm world)
{
    return __mpi_copy(to, from, (size_t) n * type);
}

static inline int MPI_Scatter(const void *from, int n, MPI_Datatype type, void *to, int m, MPI_Datatype type2, int root, MPI_Comm world)
{
    return __mpi_copy(to, from, (size_t) n * type);
}

static inline int MPI_Sendrecv(const void *from, int n, MPI_Datatype type, int dest, int tag, void *to, int m, MPI_Datatype type2, int source,
                               int tag2, MPI_Comm world, MPI_Status *status)
{
    return dest < 0 || source < 0 ? 0 : __mpi_copy(to, from, (size_t) n * type);
}

static inline int __mpi_alone(const char *call)
{
    fprintf(stderr, "%s: there is one process only, nobody is there to talk to\n", call);
    exit(1);
    return 1;
}

static inline int MPI_Send(const void *from, int n, MPI_Datatype type, int dest, int tag, MPI_Comm world)
{
    return dest < 0 ? 0 : __mpi_alone("MPI_Send");
}

static inline int MPI_Recv(void *to, int n, MPI_Datatype type, int source, int tag, MPI_Comm world, MPI_Status *status)
{
    return source == MPI_PROC_NULL ? 0 : __mpi_alone("MPI_Recv");
}

#endif
