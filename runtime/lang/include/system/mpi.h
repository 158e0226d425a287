/* SPDX-License-Identifier: Apache-2.0 */
/* MPI through the machine's library (runtime/eval/mpi). The values are those of the standard ABI: MPI 5.0, chapter 20. A line that
 * begins with @ is replaced by mpi_header.py. */
#ifndef WARPCELL_MPI_H
#define WARPCELL_MPI_H

#include <stddef.h>
#include <stdlib.h>
#include <time.h>

#define MPI_VERSION 3
#define MPI_SUBVERSION 1

typedef long MPI_Aint;
typedef long MPI_Offset;
typedef long MPI_Count;
typedef int MPI_Fint;
typedef struct MPI_Status { int MPI_SOURCE, MPI_TAG, MPI_ERROR, MPI_internal[5]; } MPI_Status;
typedef struct MPI_ABI_Comm *MPI_Comm;
typedef struct MPI_ABI_Group *MPI_Group;
typedef struct MPI_ABI_Datatype *MPI_Datatype;
typedef struct MPI_ABI_Op *MPI_Op;
typedef struct MPI_ABI_Request *MPI_Request;
typedef struct MPI_ABI_Win *MPI_Win;
typedef struct MPI_ABI_File *MPI_File;
typedef struct MPI_ABI_Info *MPI_Info;
typedef struct MPI_ABI_Message *MPI_Message;
typedef struct MPI_ABI_Errhandler *MPI_Errhandler;

typedef void MPI_User_function(void *in, void *inout, int *len, MPI_Datatype *datatype);
typedef int MPI_Comm_copy_attr_function(MPI_Comm comm, int keyval, void *extra, void *in, void *out, int *flag);
typedef int MPI_Comm_delete_attr_function(MPI_Comm comm, int keyval, void *value, void *extra);
typedef void MPI_Comm_errhandler_function(MPI_Comm *comm, int *code, ...);
typedef int MPI_Type_copy_attr_function(MPI_Datatype type, int keyval, void *extra, void *in, void *out, int *flag);
typedef int MPI_Type_delete_attr_function(MPI_Datatype type, int keyval, void *value, void *extra);
typedef int MPI_Win_copy_attr_function(MPI_Win win, int keyval, void *extra, void *in, void *out, int *flag);
typedef int MPI_Win_delete_attr_function(MPI_Win win, int keyval, void *value, void *extra);
typedef void MPI_Win_errhandler_function(MPI_Win *win, int *code, ...);
typedef void MPI_File_errhandler_function(MPI_File *file, int *code, ...);
typedef MPI_Comm_errhandler_function MPI_Comm_errhandler_fn;
typedef MPI_Comm_errhandler_function MPI_Handler_function;
typedef MPI_Comm_copy_attr_function MPI_Copy_function;
typedef MPI_Comm_delete_attr_function MPI_Delete_function;
#define MPI_COMM_NULL_COPY_FN ((MPI_Comm_copy_attr_function *) 0)
#define MPI_COMM_DUP_FN ((MPI_Comm_copy_attr_function *) 1)
#define MPI_COMM_NULL_DELETE_FN ((MPI_Comm_delete_attr_function *) 0)
#define MPI_TYPE_NULL_COPY_FN ((MPI_Type_copy_attr_function *) 0)
#define MPI_TYPE_DUP_FN ((MPI_Type_copy_attr_function *) 1)
#define MPI_TYPE_NULL_DELETE_FN ((MPI_Type_delete_attr_function *) 0)
#define MPI_WIN_NULL_COPY_FN ((MPI_Win_copy_attr_function *) 0)
#define MPI_WIN_DUP_FN ((MPI_Win_copy_attr_function *) 1)
#define MPI_WIN_NULL_DELETE_FN ((MPI_Win_delete_attr_function *) 0)
#define MPI_NULL_COPY_FN MPI_COMM_NULL_COPY_FN
#define MPI_DUP_FN MPI_COMM_DUP_FN
#define MPI_NULL_DELETE_FN MPI_COMM_NULL_DELETE_FN

#define MPI_BOTTOM ((void *) 0)
#define MPI_IN_PLACE ((void *) 1)
#define MPI_STATUS_IGNORE ((MPI_Status *) 0)
#define MPI_STATUSES_IGNORE ((MPI_Status *) 0)
#define MPI_UNWEIGHTED ((int *) 10)
#define MPI_WEIGHTS_EMPTY ((int *) 11)
#define MPI_BSEND_OVERHEAD 512
#define MPI_MAX_PROCESSOR_NAME 256
#define MPI_MAX_ERROR_STRING 512
#define MPI_MAX_OBJECT_NAME 128
#define MPI_MAX_LIBRARY_VERSION_STRING 8192
#define MPI_MAX_INFO_KEY 256
#define MPI_MAX_INFO_VAL 1024
#define MPI_MAX_DATAREP_STRING 128
#define MPI_ERR_LASTCODE 16383

@handles
#define MPI_LONG_LONG_INT MPI_LONG_LONG
#define MPI_C_COMPLEX MPI_C_FLOAT_COMPLEX
#define MPI_CXX_BOOL MPI_C_BOOL
#define MPI_CXX_FLOAT_COMPLEX MPI_C_FLOAT_COMPLEX
#define MPI_CXX_DOUBLE_COMPLEX MPI_C_DOUBLE_COMPLEX

@constants

@errors

@functions

static inline double MPI_Wtime(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double) t.tv_sec + (double) t.tv_nsec * 1e-9;
}

static inline double MPI_Wtick(void) { return 1e-9; }

static inline int MPI_Get_address(const void *location, MPI_Aint *address)
{
    *address = (MPI_Aint) location;
    return 0;
}

static inline MPI_Aint MPI_Aint_add(MPI_Aint base, MPI_Aint disp) { return base + disp; }
static inline MPI_Aint MPI_Aint_diff(MPI_Aint a, MPI_Aint b) { return a - b; }

static inline int MPI_Alloc_mem(MPI_Aint size, MPI_Info info, void *base)
{
    *(void **) base = malloc((size_t) size);
    return 0;
}

static inline int MPI_Free_mem(void *base)
{
    free(base);
    return 0;
}

/* The memory lives as long as the program. */
static inline int MPI_Win_allocate(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void *base, MPI_Win *win)
{
    *(void **) base = malloc((size_t) size);
    return MPI_Win_create(*(void **) base, size, disp_unit, info, comm, win);
}

/* MPI 1, removed by MPI 3.0: tutorials still use these */
#define MPI_Address(location, address) MPI_Get_address(location, address)
#define MPI_Type_struct(count, lengths, displacements, types, out) MPI_Type_create_struct(count, lengths, displacements, types, out)
#define MPI_Type_hvector(count, length, stride, type, out) MPI_Type_create_hvector(count, length, stride, type, out)
#define MPI_Type_hindexed(count, lengths, displacements, type, out) MPI_Type_create_hindexed(count, lengths, displacements, type, out)
#define MPI_Errhandler_create(function, out) MPI_Comm_create_errhandler(function, out)
#define MPI_Errhandler_set(comm, handler) MPI_Comm_set_errhandler(comm, handler)
#define MPI_Keyval_create(copy, del, out, extra) MPI_Comm_create_keyval(copy, del, out, extra)
#define MPI_Attr_get(comm, keyval, value, flag) MPI_Comm_get_attr(comm, keyval, value, flag)
#define MPI_Attr_delete(comm, keyval) MPI_Comm_delete_attr(comm, keyval)
#define MPI_Keyval_free(keyval) MPI_Comm_free_keyval(keyval)
#define MPI_Attr_put(comm, keyval, value) MPI_Comm_set_attr(comm, keyval, value)

static inline int MPI_Type_extent(MPI_Datatype type, MPI_Aint *extent)
{
    MPI_Aint lower;
    return MPI_Type_get_extent(type, &lower, extent);
}

#endif
