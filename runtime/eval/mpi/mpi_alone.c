/* SPDX-License-Identifier: Apache-2.0 */
/* A world of one process, for machines without an MPI library: what a program that was written for many ranks calls when it is
 * one. It has the standard ABI. Collectives copy, their requests are complete at once, and nobody else can be spoken to. */
#include <string.h>

#include "eval/mpi/mpi_state.h"

/* Bytes of the basic types: those of fixed size have it in their value (MPI 5.0, chapter 20). */
static int64_t size_of(uint64_t type)
{
    static const uint8_t sizes[] = {0, 8, 8, 8, 0, 0, 0, 1, 2, 4, 8, 8,
                                    2, 4, 8, 8, 4, 0, 8, 0, 8, 0, 16};

    enum {
        FIRST = 0x200,
        LONG_DOUBLE = 0x220,
        FLOAT_INT = 0x228,
        DOUBLE_INT,
        LONG_INT,
        INT_INT,
        BOOL = 0x238,
        WCHAR = 0x23c,
        FIXED = 0x240,
        END = 0x260
    };

    if (type >= FIXED && type < END)
        return 1 << (type >> 3 & 3);
    if (type >= FIRST && type - FIRST < sizeof sizes)
        return sizes[type - FIRST];
    switch (type) {
    case LONG_DOUBLE:
    case FLOAT_INT:
    case INT_INT: return 8;
    case DOUBLE_INT:
    case LONG_INT: return 16;
    case BOOL: return 1;
    case WCHAR: return 4;
    default: return 0;
    }
}

static int type_size(uint64_t type, int32_t *out)
{
    *out = (int32_t) size_of(type);
    return 0;
}

static int type_extent(uint64_t type, int64_t *out_lower, int64_t *out_extent)
{
    *out_lower = 0;
    *out_extent = size_of(type);
    return *out_extent ? 0 : ABI_ERR_ARG;
}

static int comm_size(uint64_t comm, int32_t *out)
{
    *out = 1;
    return comm == ABI_COMM_NULL ? ABI_ERR_COMM : 0;
}

static int comm_rank(uint64_t comm, int32_t *out)
{
    *out = 0;
    return comm == ABI_COMM_NULL ? ABI_ERR_COMM : 0;
}

static int no_inter(uint64_t comm, int32_t *out)
{
    *out = 0;
    return 0;
}

/* Every communicator is the world itself. */
static int dup(uint64_t comm, uint64_t *out)
{
    *out = comm;
    return 0;
}

static int split(uint64_t comm, int32_t colour, int32_t key, uint64_t *out)
{
    *out = colour == ABI_UNDEFINED ? ABI_COMM_NULL : comm;
    return 0;
}

static int split_type(uint64_t comm, int32_t type, int32_t key, uint64_t info, uint64_t *out)
{
    return split(comm, type, key, out);
}

static int free_comm(uint64_t *comm)
{
    return 0;
}

/* ---- requests: complete when they are made ---- */

static int test(uint64_t *request, int32_t *out_flag, struct mpi_status *s)
{
    *out_flag = 1;
    *s = (struct mpi_status){.source = ABI_PROC_NULL, .tag = ABI_ANY_TAG};
    return 0;
}

/* As MPI_PROC_NULL says (MPI 4.0, 3.10); anyone else is not there. */
static int point_to_point(const void *data, int32_t n, uint64_t type, int32_t peer, int32_t tag,
                          uint64_t comm, uint64_t *request)
{
    enum { ERR_RANK = 6 };

    *request = ABI_REQUEST_NULL;
    return peer == ABI_PROC_NULL ? 0 : ERR_RANK;
}

static int barrier(uint64_t comm, uint64_t *request)
{
    *request = ABI_REQUEST_NULL;
    return 0;
}

static int bcast(void *data, int32_t n, uint64_t type, int32_t root, uint64_t comm,
                 uint64_t *request)
{
    return barrier(comm, request);
}

static int copy(void *to, const void *from, int64_t n, uint64_t type)
{
    if ((uintptr_t) from != ABI_IN_PLACE && (uintptr_t) to != ABI_IN_PLACE && n > 0)
        memmove(to, from, (size_t) (n * size_of(type)));
    return 0;
}

static int reduce(const void *from, void *to, int32_t n, uint64_t type, uint64_t op, int32_t root,
                  uint64_t comm, uint64_t *request)
{
    *request = ABI_REQUEST_NULL;
    return copy(to, from, n, type);
}

static int allreduce(const void *from, void *to, int32_t n, uint64_t type, uint64_t op,
                     uint64_t comm, uint64_t *request)
{
    return reduce(from, to, n, type, op, 0, comm, request);
}

static int nothing(const void *from, void *to, int32_t n, uint64_t type, uint64_t op, uint64_t comm,
                   uint64_t *request)
{
    return barrier(comm, request);
}

static int gather(const void *from, int32_t n, uint64_t type, void *to, int32_t m, uint64_t type_to,
                  int32_t root, uint64_t comm, uint64_t *request)
{
    bool in_place = (uintptr_t) from == ABI_IN_PLACE || (uintptr_t) to == ABI_IN_PLACE;
    *request = ABI_REQUEST_NULL;
    if (!in_place && n * size_of(type) > m * size_of(type_to))
        return ABI_ERR_TRUNCATE;
    return copy(to, from, n, type);
}

static int allgather(const void *from, int32_t n, uint64_t type, void *to, int32_t m,
                     uint64_t type_to, uint64_t comm, uint64_t *request)
{
    return gather(from, n, type, to, m, type_to, 0, comm, request);
}

/* With itself, or with nobody. */
static int sendrecv(const void *from, int32_t n, uint64_t type, int32_t dest, int32_t tag, void *to,
                    int32_t m, uint64_t type_to, int32_t source)
{
    enum { ERR_RANK = 6 };

    if (dest == ABI_PROC_NULL || source == ABI_PROC_NULL)
        return 0;
    if (dest || (source && source != ABI_ANY_SOURCE))
        return ERR_RANK;
    return n * size_of(type) > m * size_of(type_to) ? ABI_ERR_TRUNCATE : copy(to, from, n, type);
}

void mpi_be_alone(struct mpi_library *l)
{
    const struct {
        enum mpi_id id;
        void (*at)(void);
    } functions[] = {
        {MPI_ID_Type_size,            (void (*)(void)) type_size     },
        {MPI_ID_Type_get_extent,      (void (*)(void)) type_extent   },
        {MPI_ID_Type_get_true_extent, (void (*)(void)) type_extent   },
        {MPI_ID_Comm_size,            (void (*)(void)) comm_size     },
        {MPI_ID_Comm_rank,            (void (*)(void)) comm_rank     },
        {MPI_ID_Comm_test_inter,      (void (*)(void)) no_inter      },
        {MPI_ID_Comm_dup,             (void (*)(void)) dup           },
        {MPI_ID_Comm_split,           (void (*)(void)) split         },
        {MPI_ID_Comm_split_type,      (void (*)(void)) split_type    },
        {MPI_ID_Comm_free,            (void (*)(void)) free_comm     },
        {MPI_ID_Test,                 (void (*)(void)) test          },
        {MPI_ID_Isend,                (void (*)(void)) point_to_point},
        {MPI_ID_Irecv,                (void (*)(void)) point_to_point},
        {MPI_ID_Sendrecv,             (void (*)(void)) sendrecv      },
        {MPI_ID_Ibarrier,             (void (*)(void)) barrier       },
        {MPI_ID_Ibcast,               (void (*)(void)) bcast         },
        {MPI_ID_Ireduce,              (void (*)(void)) reduce        },
        {MPI_ID_Iallreduce,           (void (*)(void)) allreduce     },
        {MPI_ID_Iscan,                (void (*)(void)) allreduce     },
        {MPI_ID_Iexscan,              (void (*)(void)) nothing       },
        {MPI_ID_Igather,              (void (*)(void)) gather        },
        {MPI_ID_Iscatter,             (void (*)(void)) gather        },
        {MPI_ID_Iallgather,           (void (*)(void)) allgather     },
        {MPI_ID_Ialltoall,            (void (*)(void)) allgather     },
    };

    *l = (struct mpi_library){.alone = true, .abi = ABI_STANDARD, .path = "(none)"};
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        l->at[functions[i].id] = functions[i].at;
}
