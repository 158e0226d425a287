/* SPDX-License-Identifier: Apache-2.0 */
/* Waiting for other ranks: the library is asked again and again, so that the session's interrupts are seen, other threads of
 * the program run, and ranks that share a core leave it to each other. */
#include <sched.h>
#include <time.h>

#include "base/clock.h"
#include "eval/mpi/mpi_state.h"
#include "eval/vm/vm_thread.h"

enum { YIELD_NS = 200000, NAP_LEAST_NS = 20000, NAP_MOST_NS = 500000, LOOK_NS = 10000000 };

static bool interrupted(struct mpi_use *u)
{
    if (!atomic_load_explicit(u->vm->interrupt, memory_order_relaxed))
        return false;
    vm_error(u->vm, DIAG_INTERRUPT, (struct span){0}, "stopped by the user");
    return true;
}

/* A short wait keeps the processor warm, a long one leaves it to others. */
static void pause_for(uint64_t waited)
{
    uint64_t nap = waited / 8;
    nap = nap < NAP_LEAST_NS ? NAP_LEAST_NS : nap > NAP_MOST_NS ? NAP_MOST_NS : nap;
    if (waited < YIELD_NS)
        sched_yield();
    else
        nanosleep(&(struct timespec){.tv_nsec = (long) nap}, NULL);
}

bool mpi_poll(struct mpi_use *u, int (*once)(struct mpi_use *u, void *user, int *done), void *user,
              int *out_code)
{
    uint64_t began = clock_ns(), looked = began;
    for (;;) {
        int done = 0;
        *out_code = once(u, user, &done);
        if (done || *out_code)
            return true;
        uint64_t now = clock_ns();
        if (now - looked >= LOOK_NS) {
            poll_now(u->vm->poll, NULL);
            looked = now;
        }
        if (interrupted(u) || !vm_thread_yield(u->vm))
            return false;
        pause_for(now - began);
    }
}

struct one_request {
    uint64_t *request;
    union mpi_library_status *status;
};

static int test(struct mpi_use *u, void *user, int *done)
{
    struct one_request *r = user;
    return MPI_INVOKE(u->m, Test, (uintptr_t) r->request, (uintptr_t) done, (uintptr_t) r->status);
}

bool mpi_complete(struct mpi_use *u, uint64_t *request, union mpi_library_status *status,
                  int *out_code)
{
    return mpi_poll(u, test, &(struct one_request){request, status}, out_code);
}

bool mpi_meet(struct mpi_use *u)
{
    uint64_t request = 0;
    union mpi_library_status status;
    int code = 0;
    struct mpi_handle *comm = mpi_find(u->m, MPI_COMM, u->comm);
    if (!comm || u->comm == ABI_COMM_NULL ||
        (mpi_peers(u->m, u->comm) < 2 && !mpi_is_inter(u->m, u->comm)) ||
        MPI_INVOKE(u->m, Ibarrier, comm->native, (uintptr_t) &request))
        return true; /* the call itself meets the error */
    return mpi_complete(u, &request, &status, &code);
}
