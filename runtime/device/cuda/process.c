/* SPDX-License-Identifier: Apache-2.0 */
/* The worker's process: finding its program, starting it with its files at fixed numbers, reading its output, ending it. Next: worker.c. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/machine/child.h"
#include "device/cuda/cuda.h"

extern char **environ;

enum { PIPE_BYTES = 1 << 20, ERRORS_MOST = 1 << 16, FIRST_FREE_FD = MANAGED_FD + 1 };

/* WARPCELL_GPU_WORKER, or beside the program: installed, in a wheel, in a build folder. */
static bool find_worker(struct buf *path)
{
    static const char *const places[] = {
        "warpcell-gpu",
        "../libexec/warpcell/warpcell-gpu",
        "../runtime/warpcell-gpu",
        "../../runtime/warpcell-gpu",
        "../../../runtime/warpcell-gpu",
        "../../../../bin/warpcell-gpu"}; /* a wheel with its libraries */
    const char *named = getenv("WARPCELL_GPU_WORKER");
    char self[4096];
    if (named && *named) {
        buf_puts(path, named);
        return !access(named, X_OK);
    }
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[n > 0 ? n : 0] = 0;
    char *slash = strrchr(self, '/');
    for (size_t i = 0; slash && i < sizeof places / sizeof *places; i++) {
        path->n = 0;
        buf_printf(path, "%.*s/%s", (int) (slash - self), self, places[i]);
        if (!access(path->p, X_OK))
            return true;
    }
    return false;
}

static bool make_shared(struct cuda_device *d)
{
    struct worker_process *w = &d->worker;
    w->shared_fd = memfd_create("warpcell-ring", MFD_CLOEXEC);
    if (w->shared_fd < 0 || ftruncate(w->shared_fd, sizeof *w->shared))
        return false;
    void *p = mmap(NULL, sizeof *w->shared, PROT_READ | PROT_WRITE, MAP_SHARED, w->shared_fd, 0);
    if (p == MAP_FAILED)
        return false;
    w->shared = p;
    w->shared->version = RING_VERSION;
    w->shared->client = getpid();
    if (d->managed)
        w->shared->managed_size = space_range(d->managed, &w->shared->managed_start);
    w->command.ring = &w->shared->command;
    w->command.bytes = w->shared->command_bytes;
    w->command.size = COMMAND_BYTES;
    w->reply.ring = &w->shared->reply;
    w->reply.bytes = w->shared->reply_bytes;
    w->reply.size = REPLY_BYTES;
    return true;
}

/* A copy with a number above those that the worker's files get, so that putting one in place does not close another. */
static int raised(int fd)
{
    return fcntl(fd, F_DUPFD_CLOEXEC, 64);
}

static int spawn(struct cuda_device *d, const char *path, int out, int err)
{
    struct worker_process *w = &d->worker;
    const struct space *spaces[] = {d->options.host, d->keep, d->managed};
    int files[4] = {w->shared_fd, -1, -1, -1};
    for (int i = 0; i < 3; i++)
        files[i + 1] = spaces[i] ? space_fd(spaces[i]) : -1;
    int high[6], failed;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    child_attributes_init(&attributes, 0);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    high[4] = raised(out);
    high[5] = raised(err);
    posix_spawn_file_actions_adddup2(&actions, high[4], 1);
    posix_spawn_file_actions_adddup2(&actions, high[5], 2);
    for (int i = 0; i < 4; i++) {
        high[i] = files[i] >= 0 ? raised(files[i]) : -1;
        if (high[i] >= 0)
            posix_spawn_file_actions_adddup2(&actions, high[i], SHARED_FD + i);
        else
            posix_spawn_file_actions_addopen(&actions, SHARED_FD + i, "/dev/null", O_RDWR, 0);
    }
    char *argv[] = {(char *) path, "--serve", NULL};
    failed = posix_spawn(&w->pid, path, &actions, &attributes, argv, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    for (int i = 0; i < 6; i++)
        if (high[i] >= 0)
            close(high[i]);
    if (failed)
        w->pid = 0;
    return failed;
}

bool process_start(struct cuda_device *d)
{
    struct worker_process *w = &d->worker;
    int out[2] = {-1, -1}, err[2] = {-1, -1}, failed = 0;
    struct buf path = {0};
    *w = (struct worker_process){.out = -1, .err = -1, .shared_fd = -1};
    bool found = find_worker(&path);
    bool ok = found && make_shared(d) && !pipe2(out, O_CLOEXEC | O_NONBLOCK) &&
              !pipe2(err, O_CLOEXEC | O_NONBLOCK);
    if (ok) {
        /* the worker's end of the pipe blocks when it is full; ours does not */
        fcntl(out[1], F_SETFL, 0);
        fcntl(err[1], F_SETFL, 0);
        fcntl(out[0], F_SETPIPE_SZ, PIPE_BYTES);
        failed = spawn(d, path.p, out[1], err[1]);
    }
    for (int i = 0; i < 2; i++) {
        int *fds = i ? err : out;
        if (fds[1] >= 0)
            close(fds[1]);
    }
    w->out = out[0];
    w->err = err[0];
    d->errors.n = 0;
    if (!found)
        snprintf(d->why, sizeof d->why,
                 "the program warpcell-gpu is not beside Warpcell%s%s: install it, or name it in "
                 "WARPCELL_GPU_WORKER",
                 path.n ? ", nor " : "", path.n ? path.p : "");
    else if (!ok || failed)
        snprintf(d->why, sizeof d->why, "the program warpcell-gpu cannot be started: %s",
                 strerror(failed ? failed : errno));
    buf_free(&path);
    if (!ok || failed)
        process_end(d);
    return ok && !failed;
}

void process_end(struct cuda_device *d)
{
    struct worker_process *w = &d->worker;
    if (w->pid) {
        kill(w->pid, SIGKILL);
        while (waitpid(w->pid, NULL, 0) < 0 && errno == EINTR)
            ;
        process_output(d);
    }
    if (w->shared)
        munmap(w->shared, sizeof *w->shared);
    int fds[] = {w->out, w->err, w->shared_fd};
    for (int i = 0; i < 3; i++)
        if (fds[i] >= 0)
            close(fds[i]);
    *w = (struct worker_process){.out = -1, .err = -1, .shared_fd = -1};
    d->awake = false;
}

bool process_gone(struct cuda_device *d, char *why, size_t cap)
{
    int status;
    pid_t pid = d->worker.pid;
    if (!pid || waitpid(pid, &status, WNOHANG | WUNTRACED) != pid)
        return false;
    if (WIFSTOPPED(status)) { /* by a signal from outside: nobody else knows that we wait for it */
        kill(pid, SIGCONT);
        return false;
    }
    d->worker.pid = 0;
    process_output(d);
    if (WIFSIGNALED(status))
        snprintf(why, cap, "the GPU worker was killed by signal %d (%s)", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    else
        snprintf(why, cap, "the GPU worker exited with status %d", WEXITSTATUS(status));
    return true;
}

static void say(struct cuda_device *d, const char *text, size_t n)
{
    if (d->base.events.output)
        d->base.events.output(d->base.events.user, d->print_tag, text, n);
}

void process_output(struct cuda_device *d)
{
    char bytes[8192];
    ssize_t n;
    if (!d->unattended && d->unsaid.n)
        say(d, d->unsaid.p, d->unsaid.n);
    if (!d->unattended)
        d->unsaid.n = 0;
    while (d->worker.out >= 0 && (n = read(d->worker.out, bytes, sizeof bytes)) > 0)
        if (d->unattended)
            buf_put(&d->unsaid, bytes, (size_t) n);
        else
            say(d, bytes, (size_t) n);
    while (d->worker.err >= 0 && (n = read(d->worker.err, bytes, sizeof bytes)) > 0)
        if (d->errors.n < ERRORS_MOST)
            buf_put(&d->errors, bytes, (size_t) n);
}
