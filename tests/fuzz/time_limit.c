/* SPDX-License-Identifier: Apache-2.0 */
/* The limit on the time of one input: an interrupt, as a user would make it, again and again until the input has ended. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "fuzz.h"

enum { TICK_US = 1000, HANG_MS = 30000 };

static _Atomic(atomic_bool *) watched;
static _Atomic uint64_t began_ns, limit_ns;

static void *watch(void *unused)
{
    for (;;) {
        usleep(TICK_US);
        atomic_bool *flag = atomic_load(&watched);
        uint64_t ran = clock_ns() - atomic_load(&began_ns);
        if (!flag || ran < atomic_load(&limit_ns))
            continue;
        atomic_store(flag, true);
        if (ran < (uint64_t) HANG_MS * 1000000)
            continue;
        fprintf(stderr, "an interrupt did not end this input\n");
        abort();
    }
    return NULL;
}

void time_limit_begin(atomic_bool *flag, int ms)
{
    static pthread_t thread;
    if (!thread)
        pthread_create(&thread, NULL, watch, NULL);
    atomic_store(&began_ns, clock_ns());
    atomic_store(&limit_ns, (uint64_t) ms * 1000000);
    atomic_store(&watched, flag);
}

void time_limit_end(void)
{
    atomic_store(&watched, NULL);
}
