/* SPDX-License-Identifier: Apache-2.0 */
/* A parallel loop over the host's cores, for reading files and computing statistics. Threads start and end with the
 * call; each takes the next index from an atomic counter. Kernels do not run here: the cpu device has its own pool. */
#include "base/split.h"

#include <pthread.h>
#include <stdatomic.h>

#include "base/ranks.h"

enum { THREADS_MOST = 64 };

struct split_work {
    uint32_t parts;
    void (*part)(void *user, uint32_t i);
    void *user;
    atomic_uint next, done;
    atomic_bool stopped;
};

static bool take(struct split_work *w)
{
    uint32_t i = atomic_fetch_add(&w->next, 1);
    if (i >= w->parts || atomic_load(&w->stopped))
        return false;
    w->part(w->user, i);
    atomic_fetch_add(&w->done, 1);
    return true;
}

static void *help(void *arg)
{
    while (take(arg))
        ;
    return NULL;
}

bool split_run(uint32_t parts, void (*part)(void *user, uint32_t i),
               bool (*between)(void *user, uint32_t done), void *user)
{
    struct split_work w = {.parts = parts, .part = part, .user = user};
    pthread_t threads[THREADS_MOST];
    uint32_t helpers = ranks_processors() - 1, started = 0;
    helpers = helpers < THREADS_MOST ? helpers : THREADS_MOST;
    while (started < helpers && started + 1 < parts &&
           !pthread_create(threads + started, NULL, help, &w))
        started++;
    while (take(&w))
        if (between && !between(user, atomic_load(&w.done)))
            atomic_store(&w.stopped, true);
    for (uint32_t i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    return !atomic_load(&w.stopped);
}
