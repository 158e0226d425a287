/* SPDX-License-Identifier: Apache-2.0 */
/* The limit on the time of one input: an interrupt, as a user would make it, again and again until the input has ended. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "fuzz.h"

/* An input hangs if it goes on for so long after the first interrupt: in processor time, of which a busy machine takes nothing, or waiting. */
enum { TICK_US = 1000, HANG_BUSY_S = 30, HANG_WAITING_S = 600 };

/* The input under way; `stop` is called with the lock held, so nothing it is given goes away meanwhile. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void (*stop)(void *user);
static void *stop_user;
static uint64_t began_ns, began_busy_ns, limit_ns;

static bool hangs(uint64_t ran_ns)
{
    return ran_ns >= (uint64_t) HANG_WAITING_S * 1000000000 ||
           clock_read(CLOCK_PROCESS_CPUTIME_ID) - began_busy_ns >=
               (uint64_t) HANG_BUSY_S * 1000000000;
}

static void *watch(void *unused)
{
    for (;;) {
        usleep(TICK_US); // time is the subject: how often the limit is looked at
        pthread_mutex_lock(&lock);
        uint64_t ran = clock_ns() - began_ns;
        if (stop && ran >= limit_ns)
            stop(stop_user);
        if (stop && hangs(ran)) {
            fprintf(stderr, "an interrupt did not end this input\n");
            abort();
        }
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

void time_limit_begin(void (*how)(void *user), void *user, int ms)
{
    static pthread_t thread;
    if (!thread)
        pthread_create(&thread, NULL, watch, NULL);
    pthread_mutex_lock(&lock);
    began_ns = clock_ns();
    began_busy_ns = clock_read(CLOCK_PROCESS_CPUTIME_ID);
    limit_ns = (uint64_t) ms * 1000000;
    stop = how;
    stop_user = user;
    pthread_mutex_unlock(&lock);
}

void time_limit_end(void)
{
    pthread_mutex_lock(&lock);
    stop = NULL;
    pthread_mutex_unlock(&lock);
}
