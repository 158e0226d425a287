/* SPDX-License-Identifier: Apache-2.0 */
/* The limit on a cell's time. The thread is started with the first cell and sleeps while none runs. Next: session.c. */
#include "session/cell/session_clock.h"

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#include "base/check.h"
#include "base/clock.h"
#include "base/machine/machine_limits.h"

struct session_clock {
    uint64_t limit; /* ns */
    bool (*over)(void *user);
    void *user;
    pthread_t thread;
    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t change;
    uint64_t left, deadline; /* ns; the deadline is 0 while the clock stands */
    bool begun, fired, ends;
};

/* With the lock held, so that the cell has not ended meanwhile. */
static void expire(struct session_clock *c)
{
    c->fired = c->over(c->user);
    c->deadline = c->fired ? 0 : clock_ns() + c->limit;
}

static void *run(void *clock)
{
    struct session_clock *c = clock;
    pthread_mutex_lock(&c->lock);
    while (!c->ends) {
        struct timespec until = clock_timespec(c->deadline);
        int e = c->deadline ? pthread_cond_timedwait(&c->change, &c->lock, &until)
                            : pthread_cond_wait(&c->change, &c->lock);
        if (e == ETIMEDOUT && c->deadline && c->deadline <= clock_ns())
            expire(c);
    }
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

struct session_clock *session_clock_new(bool (*over)(void *user), void *user)
{
    double seconds = machine_setting("WARPCELL_CELL_TIMEOUT");
    if (!(seconds > 0))
        return NULL;
    struct session_clock *c = xcalloc(1, sizeof *c);
    pthread_condattr_t monotonic;
    c->over = over;
    c->user = user;
    c->limit = (uint64_t) ((seconds < 1e9 ? seconds : 1e9) * 1e9);
    pthread_mutex_init(&c->lock, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&c->change, &monotonic);
    pthread_condattr_destroy(&monotonic);
    return c;
}

void session_clock_free(struct session_clock **at)
{
    struct session_clock *c = *at;
    *at = NULL;
    if (!c)
        return;
    pthread_mutex_lock(&c->lock);
    c->ends = true;
    pthread_cond_signal(&c->change);
    pthread_mutex_unlock(&c->lock);
    if (c->begun)
        pthread_join(c->thread, NULL);
    pthread_cond_destroy(&c->change);
    pthread_mutex_destroy(&c->lock);
    free(c);
}

void session_clock_start(struct session_clock *c)
{
    if (!c)
        return;
    pthread_mutex_lock(&c->lock);
    c->fired = false;
    c->left = c->limit;
    if (!c->begun)
        c->begun = !pthread_create(&c->thread, NULL, run, c);
    pthread_mutex_unlock(&c->lock);
    session_clock_resume(c);
}

bool session_clock_stop(struct session_clock *c)
{
    session_clock_pause(c);
    return c && c->fired;
}

void session_clock_pause(struct session_clock *c)
{
    if (!c)
        return;
    pthread_mutex_lock(&c->lock);
    uint64_t now = clock_ns();
    if (c->deadline)
        c->left = c->deadline > now ? c->deadline - now : 1;
    c->deadline = 0;
    pthread_mutex_unlock(&c->lock);
}

void session_clock_resume(struct session_clock *c)
{
    if (!c)
        return;
    pthread_mutex_lock(&c->lock);
    if (!c->fired)
        c->deadline = clock_ns() + c->left;
    pthread_cond_signal(&c->change);
    pthread_mutex_unlock(&c->lock);
}

double session_clock_limit(const struct session_clock *c)
{
    return c ? (double) c->limit * 1e-9 : 0;
}
