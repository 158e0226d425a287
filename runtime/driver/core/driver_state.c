/* SPDX-License-Identifier: Apache-2.0 */
/* The library's one state, its lock, and what each thread has. It needs nothing. Next: driver_wait.c. */

#include "driver/core/driver_state.h"

struct driver_state driver_state = {
    .lock = PTHREAD_MUTEX_INITIALIZER,
    .primary = {.kind = HANDLE_CONTEXT,                            .primary = true, .id = 1,                                        .api = 13000},
    .legacy = {.kind = HANDLE_STREAM                                                },
    .own_pool = {.kind = HANDLE_POOL,                               .reuse = {1, 1, 1}                                           },
    .host_pool = {.kind = HANDLE_POOL,
                .reuse = {1, 1, 1},
                .props = {.location = {.type = CU_LOCATION_HOST}}                                         },
    .managed_pool = {.kind = HANDLE_POOL,
                .reuse = {1, 1, 1},
                .props = {.type = CU_ALLOCATION_MANAGED}},
    .python_once = PTHREAD_ONCE_INIT,
};

_Thread_local struct driver_thread driver_thread;

struct cu_context *context_current(void)
{
    const struct driver_thread *t = &driver_thread;
    return t->depth ? t->contexts[t->depth - 1] : NULL;
}

int driver_initialized(void)
{
    bool done = atomic_load_explicit(&driver_state.initialized, memory_order_acquire);
    return done ? CU_SUCCESS : cudaErrorInitializationError;
}

int driver_begin(void)
{
    int e = driver_initialized();
    if (!e && !context_current())
        return cudaErrorDeviceUninitialized;
    return e ? e : driver_lasting_error();
}

/* ---- the lock ---- */

void driver_lock(void)
{
    pthread_mutex_lock(&driver_state.lock);
}

void driver_unlock(void)
{
    pthread_mutex_unlock(&driver_state.lock);
}

void driver_keep_ended(void *handle)
{
    driver_lock();
    VEC_PUSH(&driver_state.ended, handle);
    driver_unlock();
}

uint64_t driver_number(void)
{
    driver_lock();
    uint64_t n = ++driver_state.numbers;
    driver_unlock();
    return n;
}
