/* SPDX-License-Identifier: Apache-2.0 */
/* The stack limit of a safepoint. Next: lang/parse.c and lang/check_expr.c, which poll it. */
#include "base/safepoint.h"

#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
    RESERVE = 192 << 10,
    WANTED = 64 << 20
}; /* bytes: for what runs between two safepoints; of the main thread */

/* The main thread's stack grows up to a limit that may be raised at any time. Compilers do so as well: 900 templates that
 * instantiate each other do not fit into the usual 8 MiB. */
static void raise_limit(void)
{
    struct rlimit limit;
    if (gettid() != getpid() || getrlimit(RLIMIT_STACK, &limit) || limit.rlim_cur >= WANTED)
        return;
    limit.rlim_cur = limit.rlim_max < WANTED ? limit.rlim_max : WANTED;
    setrlimit(RLIMIT_STACK, &limit);
}

void safepoint_stack(struct safepoint *s)
{
    pthread_attr_t attributes;
    void *lowest;
    size_t size;
    s->stack_end = 0;
    raise_limit();
    if (pthread_getattr_np(pthread_self(), &attributes))
        return;
    if (!pthread_attr_getstack(&attributes, &lowest, &size) && size > 2 * RESERVE)
        s->stack_end = (uintptr_t) lowest + RESERVE;
    pthread_attr_destroy(&attributes);
}
