/* SPDX-License-Identifier: Apache-2.0 */
/* The beginning and the end. A library can be initialised once in a process, and a session runs many programs: the library's
 * MPI_Finalize waits for the end of the session. A rank that ends early ends the job. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "eval/mpi/mpi_end.h"
#include "eval/mpi/mpi_state.h"

enum { VERSION = 3, SUBVERSION = 1, SERIALIZED = 2048, MULTIPLE = 4096, FAILURE = 1 };

/* The launcher and the library must belong together, or each process is a world of its own. */
static bool check_size(struct mpi_use *u)
{
    const struct ranks *r = &u->m->ranks;
    if (r->launcher == LAUNCHER_NONE || r->size == u->m->size)
        return true;
    struct diag *d = vm_error(
        u->vm, DIAG_SYSTEM, u->site->at,
        "the launcher started %d ranks, but the MPI library sees %d: they do not belong together",
        r->size, u->m->size);
    diag_note(u->vm->diags, d, (struct span){0}, "the library is %s", u->m->library.path);
    diag_help(u->vm->diags, d,
              "use the mpirun of that library, or set WARPCELL_MPI to the library of your mpirun");
    return false;
}

static bool start_library(struct mpi_use *u)
{
    struct mpi *m = u->m;
    int provided = 0;
    if (m->ranks.launcher == LAUNCHER_NONE) /* a process alone needs no daemon */
        setenv("OMPI_MCA_ess_singleton_isolated", "1", 0);
    int code =
        MPI_INVOKE(m, Init_thread, 0, 0, (uint64_t) mpi_to_library(m, GROUP_THREAD, SERIALIZED),
                   (uintptr_t) &provided);
    if (code) {
        vm_error(u->vm, DIAG_SYSTEM, u->site->at,
                 "the MPI library %s cannot be initialised (error %d)", m->library.path, code);
        return false;
    }
    m->started = true;
    uint64_t world = mpi_find(m, MPI_COMM, ABI_COMM_WORLD)->native,
             self = mpi_find(m, MPI_COMM, ABI_COMM_WORLD + 1)->native,
             returns = mpi_find(m, MPI_ERRHANDLER, ABI_ERRORS_RETURN)->native;
    MPI_INVOKE(m, Comm_set_errhandler, world, returns);
    MPI_INVOKE(m, Comm_set_errhandler, self, returns);
    MPI_INVOKE(m, Comm_size, world, (uintptr_t) &m->size);
    MPI_INVOKE(m, Comm_rank, world, (uintptr_t) &m->rank);
    return check_size(u);
}

bool mpi_start(struct mpi_use *u)
{
    struct mpi *m = u->m;
    return mpi_load(u) && (m->started || m->library.alone || start_library(u));
}

static bool init(struct mpi_use *u, int level)
{
    struct mpi *m = u->m;
    if (m->program == PROGRAM_RUNS) {
        vm_error(u->vm, DIAG_RUNTIME, u->site->at, "%s is called a second time", u->call->name);
        return false;
    }
    if (m->program == PROGRAM_FINALIZED && m->size > 1) {
        vm_error(u->vm, DIAG_RUNTIME, u->site->at, "%s is called after MPI_Finalize",
                 u->call->name);
        return false;
    }
    if (!mpi_start(u))
        return false;
    m->thread_level = level;
    m->program = PROGRAM_RUNS;
    return true;
}

MPI_OURS(Init)
{
    return init(u, 0);
}

/* Threads of the program take turns, so any of them may call. */
MPI_OURS(Init_thread)
{
    return init(u, (int) u->at[2].i) &&
           mpi_store_i32(u, 3, u->at[2].i < MULTIPLE ? u->at[2].i : MULTIPLE);
}

MPI_OURS(Initialized)
{
    return mpi_store_i32(u, 0, u->m->program != PROGRAM_BEFORE);
}

MPI_OURS(Finalized)
{
    return mpi_store_i32(u, 0, u->m->program == PROGRAM_FINALIZED);
}

/* Attributes of MPI_COMM_SELF are deleted first (MPI 4.0, 11.4.3). */
MPI_OURS(Finalize)
{
    u->comm = ABI_COMM_WORLD;
    if (!mpi_attributes_deleted(u, MPI_COMM, ABI_COMM_WORLD + 1) || !mpi_meet(u))
        return false;
    mpi_handles_free(u->m);
    u->m->program = PROGRAM_FINALIZED;
    return true;
}

MPI_OURS(Abort)
{
    u->m->aborts = true;
    u->m->abort_code = (int) u->at[1].i;
    u->vm->exiting = true;
    u->vm->exit_code = (int) (u->at[1].u & 0xff);
    return false;
}

MPI_OURS(Is_thread_main)
{
    return mpi_store_i32(u, 0, 1);
}

MPI_OURS(Query_thread)
{
    return mpi_store_i32(u, 0, u->m->thread_level);
}

MPI_OURS(Get_version)
{
    return mpi_store_i32(u, 0, VERSION) && mpi_store_i32(u, 1, SUBVERSION);
}

static bool give_text(struct mpi_use *u, const char *text)
{
    return vm_store(u->vm, u->at[0].u, text, strlen(text) + 1, u->site->at) &&
           mpi_store_i32(u, 1, (int64_t) strlen(text));
}

MPI_OURS(Get_library_version)
{
    char text[MPI_TEXT] = "Warpcell's world of one process";
    int n;
    if (!mpi_load(u))
        return false;
    if (!u->m->library.alone)
        MPI_INVOKE(u->m, Get_library_version, (uintptr_t) text, (uintptr_t) &n);
    return give_text(u, text);
}

MPI_OURS(Get_processor_name)
{
    char name[256] = "";
    gethostname(name, sizeof name - 1);
    return give_text(u, name);
}

/* ---- the end of the session ---- */

/* A rank that has not called MPI_Finalize leaves others that may wait for it. */
static void end_library(struct vm *vm, struct mpi *m)
{
    bool early = m->size > 1 && (m->program == PROGRAM_RUNS || (m->link_comm && vm->failed));
    if (m->aborts && m->size > 1)
        fprintf(stderr, "rank %d: MPI_Abort ends all ranks with status %d\n", m->rank,
                m->abort_code);
    else if (early && vm->exiting)
        fprintf(
            stderr,
            "rank %d: the program ends with status %d before MPI_Finalize, and all ranks with it\n",
            m->rank, vm->exit_code);
    if (!m->aborts && !early) {
        MPI_INVOKE(m, Finalize, 0);
        return;
    }
    uint64_t world = mpi_find(m, MPI_COMM, ABI_COMM_WORLD)->native;
    MPI_INVOKE(m, Abort, world,
               (uint64_t) (m->aborts       ? m->abort_code
                           : vm->exit_code ? vm->exit_code
                                           : FAILURE));
}

void mpi_end(struct vm *vm)
{
    struct mpi *m = vm->mpi;
    if (!m)
        return;
    if (m->started)
        end_library(vm, m);
    mpi_handles_free(m);
    mpi_unload(m);
    VEC_FREE(&m->keyvals);
    VEC_EACH (e, &m->added_errors)
        free(e->text);
    VEC_FREE(&m->added_errors);
    free(m);
    vm->mpi = NULL;
}
