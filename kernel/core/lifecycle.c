/* SPDX-License-Identifier: Apache-2.0 */
/* How a cell is interrupted and how the process ends. The signals are blocked and read from a file: NVRTC installs
 * handlers of its own while it compiles, and those end the process. */
#include "core/lifecycle.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "core/kernel.h"

enum { END_MS = 1500 }; /* below the 2.5 s after which jupyter_client sends SIGTERM (C-2) */

static void ignore_signal(int number)
{
}

int signals_open(void)
{
    static const int ours[] = {SIGINT, SIGTERM, SIGHUP};
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++) {
        signal(ours[i], SIG_DFL); /* as children start with it, below nohup, too */
        sigaddset(&set, ours[i]);
    }
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    /* A handler and not SIG_IGN, which children would inherit. */
    struct sigaction ignore = {.sa_handler = ignore_signal, .sa_flags = SA_RESTART};
    sigaction(SIGPIPE, &ignore, NULL);
    sigaction(SIGXFSZ, &ignore, NULL); /* ulimit -f: an error of write() */
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

void signals_handle(struct jupyter_kernel *k)
{
    struct signalfd_siginfo info;
    /* what another thread has read is handled, too, when this returns */
    pthread_mutex_lock(&k->signals_lock);
    while (read(k->signals_fd, &info, sizeof info) == sizeof info) {
        if (info.ssi_signo == SIGINT)
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
