/* SPDX-License-Identifier: Apache-2.0 */
/* How a cell is interrupted and how the process ends. Handlers and not a signalfd, because children of the session
 * must not inherit blocked signals. */
#include "core/lifecycle.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include "core/kernel.h"

enum { END_MS = 1500 }; /* below the 2.5 s after which jupyter_client sends SIGTERM (C-2) */

/* The one mutable global of the program: a signal handler is given nothing else. Set once, before any signal. */
static int signal_pipe[2] = {-1, -1};

static void note_signal(int number)
{
    int saved = errno;
    char byte = (char) number;
    (void) !write(signal_pipe[1], &byte, 1);
    errno = saved;
}

static void ignore_signal(int number)
{
}

bool signals_open(void)
{
    if (pipe2(signal_pipe, O_CLOEXEC | O_NONBLOCK))
        return false;
    struct sigaction note = {.sa_handler = note_signal, .sa_flags = SA_RESTART};
    sigaction(SIGINT, &note, NULL);
    sigaction(SIGTERM, &note, NULL);
    sigaction(SIGHUP, &note, NULL);
    /* A handler and not SIG_IGN, which children would inherit. */
    struct sigaction ignore = {.sa_handler = ignore_signal, .sa_flags = SA_RESTART};
    sigaction(SIGPIPE, &ignore, NULL);
    sigaction(SIGXFSZ, &ignore, NULL); /* ulimit -f: an error of write() */
    return true;
}

int signals_fd(void)
{
    return signal_pipe[0];
}

void signals_handle(struct jupyter_kernel *k)
{
    char byte;
    /* what another thread has read is handled, too, when this returns */
    pthread_mutex_lock(&k->signals_lock);
    while (read(signal_pipe[0], &byte, 1) == 1) {
        if (byte == SIGINT)
            kernel_interrupt(k);
        else
            kernel_stop(k);
    }
    pthread_mutex_unlock(&k->signals_lock);
}

void parent_watch_init(struct parent_watch *w)
{
    pid_t parent = getppid();
    *w = (struct parent_watch){.told = getenv("JPY_PARENT_PID") != NULL,
                               .pid = parent > 1 ? parent : 0};
}

/* An orphan is given to process 1 or to a sub-reaper, so any other parent than the first means it is gone. */
bool parent_is_gone(const struct parent_watch *w, int clients, pid_t parent_then)
{
    if (!w->pid || getppid() == w->pid)
        return false;
    return w->told || (clients == 0 && parent_then == w->pid);
}

static void raise_flag(int fd)
{
    uint64_t one = 1;
    (void) !write(fd, &one, sizeof one);
}

void kernel_interrupt(struct jupyter_kernel *k)
{
    pthread_mutex_lock(&k->session_lock);
    if (k->session_open)
        wc_interrupt(k->session);
    pthread_mutex_unlock(&k->session_lock);
    raise_flag(k->interrupt_fd);
    iopub_hurry(k->iopub);
}

/* Without the lock, which an interrupt on the shell thread takes: that thread answers. */
char *kernel_debug(struct jupyter_kernel *k, const char *client, const char *request)
{
    debug_clients_note(&k->debug_clients, client);
    while (!atomic_load(&k->session_begun) && !atomic_load(&k->stopping)) /* a few milliseconds */
        sched_yield();
    pthread_mutex_lock(&k->session_lock);
    bool open = k->session_open;
    atomic_fetch_add(&k->session_users, open);
    pthread_mutex_unlock(&k->session_lock);
    char *reply = open ? wc_debug(k->session, request) : NULL;
    atomic_fetch_sub(&k->session_users, open);
    return reply;
}

/* A cell may be stuck where no interrupt reaches it. */
static void *end_at_last(void *kernel)
{
    struct jupyter_kernel *k = kernel;
    struct timespec t = {END_MS / 1000, END_MS % 1000 * 1000000L};
    while (nanosleep(&t, &t) && errno == EINTR)
        continue;
    connection_remove_files(&k->connection);
    _exit(0);
}

void kernel_stop(struct jupyter_kernel *k)
{
    pthread_t watchdog;
    if (atomic_exchange(&k->stopping, true))
        return;
    if (pthread_create(&watchdog, NULL, end_at_last, k) == 0)
        pthread_detach(watchdog);
    kernel_interrupt(k);
    raise_flag(k->stop_fd);
}
