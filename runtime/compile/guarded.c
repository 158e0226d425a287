/* SPDX-License-Identifier: Apache-2.0 */
/* Runs a function on a thread of its own and survives a crash of it: NVRTC crashes on some invalid programs. The
 * crashed thread is stopped and leaked with everything it holds. Next: compile.c, which reports the crash and loads
 * NVRTC again. */
#include "compile/guarded.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/check.h"

enum { ALT_STACK = 1 << 16 }; /* bytes: the thread's own stack may be what has run out */

static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};

enum { SIGNALS = sizeof signals / sizeof *signals };

enum { RUNNING, FINISHED, ABANDONED };

struct guarded {
    pthread_t thread;
    atomic_int state, tid; /* tid: the kernel's number of the thread, 0 until it runs */
    void (*work)(void *user);
    void *user, *alt_stack;
    sem_t done;
    atomic_int signal; /* that ended it; 0: none */
    struct sigaction before[SIGNALS];
};

/* Of the thread: the only state that a signal handler has. NULL: it is not guarded. */
static _Thread_local struct guarded *own_guard;

/* An unguarded thread dies as it would without us: the previous handler is restored, and the instruction runs again. */
static void on_crash(int number)
{
    struct guarded *g = own_guard;
    if (!g) {
        signal(number, SIG_DFL);
        if (number == SIGABRT)
            raise(number);
        return;
    }
    atomic_store(&g->signal, number);
    sem_post(&g->done);
    for (;;)
        pause();
}

static void release(struct guarded *g)
{
    sem_destroy(&g->done);
    free(g->alt_stack);
    free(g);
}

static void *begin(void *user)
{
    struct guarded *g = own_guard = user;
    stack_t alt = {.ss_sp = g->alt_stack, .ss_size = ALT_STACK};
    sigaltstack(&alt, NULL);
    atomic_store(&g->tid, gettid());
    g->work(g->user);
    alt.ss_flags = SS_DISABLE;
    sigaltstack(&alt, NULL);
    own_guard = NULL;
    if (atomic_exchange(&g->state, FINISHED) == ABANDONED)
        release(g);
    else
        sem_post(&g->done);
    return NULL;
}

struct guarded *guarded_start(void (*work)(void *user), void *user)
{
    struct sigaction action = {.sa_handler = on_crash, .sa_flags = SA_ONSTACK | SA_NODEFER};
    struct guarded *g = xcalloc(1, sizeof *g);
    g->work = work;
    g->user = user;
    g->alt_stack = xmalloc(ALT_STACK);
    sem_init(&g->done, 0, 0);
    for (int i = 0; i < SIGNALS; i++)
        sigaction(signals[i], &action, &g->before[i]);
    if (!pthread_create(&g->thread, NULL, begin, g))
        return g;
    g->thread = 0;
    guarded_end(&g);
    return NULL;
}

sem_t *guarded_done(struct guarded *g)
{
    return &g->done;
}

int guarded_end(struct guarded **at)
{
    struct guarded *g = *at;
    int number = atomic_load(&g->signal);
    *at = NULL;
    for (int i = 0; i < SIGNALS; i++)
        sigaction(signals[i], &g->before[i], NULL);
    if (number) { /* the thread is in the handler, on g's stack */
        pthread_detach(g->thread);
        return number;
    }
    if (g->thread)
        pthread_join(g->thread, NULL);
    release(g);
    return 0;
}

/* The handlers stay: it may still crash. */
void guarded_abandon(struct guarded **at)
{
    struct guarded *g = *at;
    *at = NULL;
    int tid = atomic_load(&g->tid);
    pthread_detach(g->thread);
    if (tid)
        setpriority(PRIO_PROCESS, (id_t) tid, 19);
    if (atomic_exchange(&g->state, ABANDONED) == FINISHED)
        release(g);
}
