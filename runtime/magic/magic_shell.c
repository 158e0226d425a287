/* SPDX-License-Identifier: Apache-2.0 */
/* !command: a shell command, whose output is passed to the cell as it arrives. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/check.h"
#include "base/machine/shell.h"
#include "magic/magic_internal.h"

/* Passes the child's output to the cell; false at the end of the pipe. */
static bool forward(struct wc_session *s, int from, int fd)
{
    char bytes[4096];
    ssize_t n = read(from, bytes, sizeof bytes);
    if (n > 0)
        session_stream(s, fd, bytes, (size_t) n);
    return n > 0 || (n < 0 && errno == EINTR);
}

/* Returns when the shell has ended. Background commands may keep the pipes open; they are not waited for. */
static int wait_for(struct wc_session *s, pid_t child, const int pipes[2])
{
    struct pollfd fds[2] = {
        {.fd = pipes[0], .events = POLLIN},
        {.fd = pipes[1], .events = POLLIN}
    };
    bool stopped = false, ended = false;
    int status = 0;
    for (;;) {
        int ready = poll(fds, 2, ended ? 0 : fds[0].fd < 0 && fds[1].fd < 0 ? 5 : 50);
        if (ended && (ready <= 0 || stopped))
            return status;
        poll_now(&s->poll, NULL);
        for (int i = 0; i < 2; i++)
            if (fds[i].fd >= 0 && fds[i].revents && !forward(s, fds[i].fd, i + 1))
                fds[i].fd = -1;
        if (!stopped && atomic_load(&s->interrupt)) {
            kill(-child, SIGTERM);
            stopped = true;
        }
        ended = ended || waitpid(child, &status, WNOHANG) == child;
    }
}

/* `cd FOLDER` alone: it would have no effect in a separate shell. */
static bool changes_folder(struct str command, struct str *out)
{
    bool cd = command.n >= 2 && !memcmp(command.p, "cd", 2) &&
              (command.n == 2 || command.p[2] == ' ' || command.p[2] == '\t');
    for (size_t i = 0; cd && i < command.n; i++)
        cd = !strchr(";&|<>$`*?(){}\"'\\", command.p[i]);
    *out = (struct str){command.p + 2, command.n - 2};
    return cd;
}

bool magic_shell(struct wc_session *s, struct str command, struct span at)
{
    struct str folder;
    if (changes_folder(command, &folder))
        return magic_cd(s, str_trim(folder), at);
    char *line = xstrndup(command.p, command.n);
    int out[2], err[2];
    if (pipe2(out, O_CLOEXEC) || pipe2(err, O_CLOEXEC)) {
        diag_error(s->diags, DIAG_SYSTEM, at, "no pipe for the command: %s", strerror(errno));
        free(line);
        return false;
    }
    pid_t child;
    int failed = shell_start(line, out, err, &child);
    close(out[1]);
    close(err[1]);
    int status = failed ? 0 : wait_for(s, child, (int[]){out[0], err[0]});
    close(out[0]);
    close(err[0]);
    free(line);
    if (failed)
        diag_error(s->diags, DIAG_SYSTEM, at, "cannot start the command: %s", strerror(failed));
    else if (atomic_load(&s->interrupt))
        diag_error(s->diags, DIAG_INTERRUPT, at, "stopped by the user");
    else if (WIFSIGNALED(status))
        diag_error(s->diags, DIAG_SYSTEM, at, "the command was killed by signal %d",
                   WTERMSIG(status));
    return !s->diags->errors;
}
