/* SPDX-License-Identifier: Apache-2.0 */
/* A running cell keeps the shell thread, and only that thread may use the session and the shell socket. So a ticker has
 * the session call back (wc_attend) every TICK_MS while a cell runs, and the shell thread then looks at its socket
 * itself. The ticker sleeps while nothing runs; cells that follow each other closely do not wake it anew. */
#include <time.h>

#include "core/kernel.h"

enum { TICK_MS = 15 };

static void wait_for_a_cell(struct jupyter_kernel *k)
{
    pthread_mutex_lock(&k->tick_lock);
    atomic_store(&k->ticker_sleeps, true);
    while (!atomic_load(&k->ticks) && !atomic_load(&k->ticker_ends))
        pthread_cond_wait(&k->tick, &k->tick_lock);
    atomic_store(&k->ticker_sleeps, false);
    pthread_mutex_unlock(&k->tick_lock);
}

static void *ticker_main(void *kernel)
{
    struct jupyter_kernel *k = kernel;
    for (;;) {
        wait_for_a_cell(k);
        nanosleep(&(struct timespec){.tv_nsec = TICK_MS * 1000000L}, NULL);
        if (atomic_load(&k->ticker_ends))
            return NULL;
        if (!atomic_load(&k->ticks))
            continue;
        wc_attend(k->session);
        iopub_kick(k->iopub);
    }
}

bool ticker_open(struct jupyter_kernel *k)
{
    pthread_mutex_init(&k->tick_lock, NULL);
    pthread_cond_init(&k->tick, NULL);
    return pthread_create(&k->ticker, NULL, ticker_main, k) == 0;
}

static void wake(struct jupyter_kernel *k)
{
    pthread_mutex_lock(&k->tick_lock);
    pthread_cond_signal(&k->tick);
    pthread_mutex_unlock(&k->tick_lock);
}

void ticker_close(struct jupyter_kernel *k)
{
    atomic_store(&k->ticker_ends, true);
    wake(k);
    pthread_join(k->ticker, NULL);
    pthread_cond_destroy(&k->tick);
    pthread_mutex_destroy(&k->tick_lock);
}

void ticker_start(struct jupyter_kernel *k)
{
    atomic_store(&k->ticks, true);
    if (atomic_load(&k->ticker_sleeps))
        wake(k);
}

void ticker_stop(struct jupyter_kernel *k)
{
    atomic_store(&k->ticks, false);
}
