/* SPDX-License-Identifier: Apache-2.0 */
/* mpi_calls.def as a table. */
#include "eval/mpi/mpi_state.h"

#define MODE_OF_LOCAL        .mode = MODE_LOCAL, .twin = MPI_NO_TWIN
#define MODE_OF_GATED        .mode = MODE_GATED, .twin = MPI_NO_TWIN
#define MODE_OF_START        .mode = MODE_START, .twin = MPI_NO_TWIN
#define MODE_OF_PERSIST      .mode = MODE_PERSIST, .twin = MPI_NO_TWIN
#define MODE_OF_DIRECT       .mode = MODE_DIRECT, .twin = MPI_NO_TWIN
#define MODE_OF_POLLED(name) .mode = MODE_POLLED, .twin = MPI_ID_##name
#define MODE_OF_OURS(name)   .mode = MODE_OURS, .twin = MPI_NO_TWIN, .ours = mpi_##name

#define ROLE(role, ...)                                                                            \
    {                                                                                              \
        ROLE_##role,                                                                               \
        {                                                                                          \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }
#define IN(name, ...)            ROLE(IN, __VA_ARGS__)
#define OUT(name, ...)           ROLE(OUT, __VA_ARGS__)
#define IN_EACH(name, ...)       ROLE(IN_EACH, __VA_ARGS__)
#define OUT_EACH(name, ...)      ROLE(OUT_EACH, __VA_ARGS__)
#define IN_V(name, ...)          ROLE(IN_V, __VA_ARGS__)
#define OUT_V(name, ...)         ROLE(OUT_V, __VA_ARGS__)
#define IN_W(name, ...)          ROLE(IN_W, __VA_ARGS__)
#define OUT_W(name, ...)         ROLE(OUT_W, __VA_ARGS__)
#define IN_SUM(name, ...)        ROLE(IN_SUM, __VA_ARGS__)
#define OUT_OWN(name, ...)       ROLE(OUT_OWN, __VA_ARGS__)
#define BCAST(name, ...)         ROLE(BCAST, __VA_ARGS__)
#define ROOT_OUT(name, ...)      ROLE(ROOT_OUT, __VA_ARGS__)
#define ROOT_OUT_EACH(name, ...) ROLE(ROOT_OUT_EACH, __VA_ARGS__)
#define ROOT_OUT_V(name, ...)    ROLE(ROOT_OUT_V, __VA_ARGS__)
#define ROOT_IN_EACH(name, ...)  ROLE(ROOT_IN_EACH, __VA_ARGS__)
#define ROOT_IN_V(name, ...)     ROLE(ROOT_IN_V, __VA_ARGS__)
#define IN_NEAR(name, ...)       ROLE(IN_NEAR, __VA_ARGS__)
#define OUT_NEAR(name, ...)      ROLE(OUT_NEAR, __VA_ARGS__)
#define IN_MEMBERS(name, ...)    ROLE(IN_MEMBERS, __VA_ARGS__)
#define IN_NEAR_V(name, ...)     ROLE(IN_NEAR_V, __VA_ARGS__)
#define OUT_NEAR_V(name, ...)    ROLE(OUT_NEAR_V, __VA_ARGS__)
#define IN_NEAR_W(name, ...)     ROLE(IN_NEAR_W, __VA_ARGS__)
#define OUT_NEAR_W(name, ...)    ROLE(OUT_NEAR_W, __VA_ARGS__)
#define WEIGHTS(name, ...)       ROLE(WEIGHTS, __VA_ARGS__)
#define OUT_WEIGHTS(name, ...)   ROLE(OUT_WEIGHTS, __VA_ARGS__)
#define IN_AINT(name)            ROLE(OUT_AINT)
#define BYTES(name, ...)         ROLE(BYTES, __VA_ARGS__)
#define OUT_BYTES(name, ...)     ROLE(OUT_BYTES, __VA_ARGS__)
#define WINDOW(name, ...)        ROLE(WINDOW, __VA_ARGS__)
#define INTS(name, ...)          ROLE(INTS, __VA_ARGS__)
#define ROOT_INTS(name, ...)     ROLE(ROOT_INTS, __VA_ARGS__)
#define AINTS(name, ...)         ROLE(AINTS, __VA_ARGS__)
#define TYPES(name, ...)         ROLE(TYPES, __VA_ARGS__)
#define RANGES(name, ...)        ROLE(RANGES, __VA_ARGS__)
#define OUT_INTS(name, ...)      ROLE(OUT_INTS, __VA_ARGS__)
#define OUT_AINTS(name, ...)     ROLE(OUT_AINTS, __VA_ARGS__)
#define OUT_TYPES(name, ...)     ROLE(OUT_TYPES, __VA_ARGS__)
#define ENUMS(name, n, group)    ROLE(ENUMS, n, GROUP_##group)
#define EDGES(name, ...)         ROLE(EDGES, __VA_ARGS__)
#define OUT_RANKS(name, ...)     ROLE(OUT_RANKS, __VA_ARGS__)
#define INT(name)                ROLE(INT)
#define RANK(name)               ROLE(RANK, GROUP_RANK)
#define ROOT(name)               ROLE(ROOT, GROUP_RANK)
#define TAG(name)                ROLE(TAG, GROUP_TAG)
#define AINT(name)               ROLE(AINT)
#define OFFSET(name)             ROLE(OFFSET, GROUP_OFFSET)
#define ENUM(name, group)        ROLE(ENUM, GROUP_##group)
#define BITS(name, group)        ROLE(BITS, GROUP_##group)
#define TYPE(name)               ROLE(HANDLE, MPI_TYPE)
#define ROOT_TYPE(name)          ROLE(ROOT_TYPE, MPI_TYPE)
#define COMM(name)               ROLE(HANDLE, MPI_COMM)
#define GROUP(name)              ROLE(HANDLE, MPI_GROUP)
#define OP(name)                 ROLE(HANDLE, MPI_OP)
#define INFO(name)               ROLE(HANDLE, MPI_INFO)
#define WIN(name)                ROLE(HANDLE, MPI_WIN)
#define FILE(name)               ROLE(HANDLE, MPI_FILE)
#define REQUEST(name)            ROLE(HANDLE, MPI_REQUEST)
#define ERRHANDLER(name)         ROLE(HANDLE, MPI_ERRHANDLER)
#define NEW_COMM(name)           ROLE(NEW, MPI_COMM)
#define NEW_GROUP(name)          ROLE(NEW, MPI_GROUP)
#define NEW_TYPE(name)           ROLE(NEW, MPI_TYPE)
#define NEW_OP(name)             ROLE(NEW, MPI_OP)
#define NEW_INFO(name)           ROLE(NEW, MPI_INFO)
#define NEW_WIN(name)            ROLE(NEW, MPI_WIN)
#define NEW_FILE(name)           ROLE(NEW, MPI_FILE)
#define NEW_REQUEST(name)        ROLE(NEW, MPI_REQUEST)
#define NEW_MESSAGE(name)        ROLE(NEW, MPI_MESSAGE)
#define NEW_ERRHANDLER(name)     ROLE(NEW, MPI_ERRHANDLER)
#define FREE_COMM(name)          ROLE(FREE, MPI_COMM)
#define FREE_GROUP(name)         ROLE(FREE, MPI_GROUP)
#define FREE_TYPE(name)          ROLE(FREE, MPI_TYPE)
#define FREE_INFO(name)          ROLE(FREE, MPI_INFO)
#define FREE_WIN(name)           ROLE(FREE, MPI_WIN)
#define FREE_FILE(name)          ROLE(FREE, MPI_FILE)
#define FREE_MESSAGE(name)       ROLE(FREE, MPI_MESSAGE)
#define OUT_INT(name)            ROLE(OUT_INT)
#define OUT_RANK(name)           ROLE(OUT_RANK, GROUP_RANK)
#define OUT_AINT(name)           ROLE(OUT_AINT)
#define OUT_OFFSET(name)         ROLE(OUT_OFFSET)
#define OUT_ENUM(name, group)    ROLE(OUT_ENUM, GROUP_##group)
#define IN_INT(name)             ROLE(IN_INT)
#define TEXT(name)               ROLE(TEXT)
#define OUT_TEXT(name)           ROLE(OUT_TEXT)
#define IN_STATUS(name)          ROLE(IN_STATUS)
#define OUT_STATUS(name)         ROLE(OUT_STATUS)
#define POINTER(name)            ROLE(POINTER)
#define FUNCTION(name, type)     ROLE(FUNCTION)
#define REQUESTS(name)           ROLE(REQUESTS)
#define PEERS                    MPI_PEERS
#define MEMBERS                  MPI_MEMBERS
#define SOURCES                  MPI_SOURCES
#define TARGETS                  MPI_TARGETS
#define DIMS                     MPI_DIMS
#define ONE                      MPI_ONE

const struct mpi_call mpi_calls[MPI_IDS] = {
#define CALL(call, how, ...) {.name = "MPI_" #call, MODE_OF_##how, .args = {__VA_ARGS__}},
#include "eval/mpi/mpi_calls.def"
};
