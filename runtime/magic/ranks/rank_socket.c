/* SPDX-License-Identifier: Apache-2.0 */
/* The socket of a job. Next: rank_job.c and session/rank_serve.c, its two ends. */
#include "magic/ranks/rank_socket.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static struct sockaddr_un address_of(const char *path)
{
    struct sockaddr_un a = {.sun_family = AF_UNIX};
    snprintf(a.sun_path, sizeof a.sun_path, "%s", path);
    return a;
}

/* Keeps errno. */
static int give_up(int fd)
{
    int why = errno;
    close(fd);
    errno = why;
    return -1;
}

int rank_listen(const char *path, int most)
{
    struct sockaddr_un a = address_of(path);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    bool failed = fd >= 0 && (bind(fd, (struct sockaddr *) &a, sizeof a) || listen(fd, most));
    return failed ? give_up(fd) : fd;
}

int rank_connect(const char *path)
{
    struct sockaddr_un a = address_of(path);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    bool failed = fd >= 0 && connect(fd, (struct sockaddr *) &a, sizeof a);
    return failed ? give_up(fd) : fd;
}

bool rank_send(int fd, json_t *message)
{
    char *text = json_dumps(message, JSON_COMPACT);
    size_t n = text ? strlen(text) : 0;
    bool there = true;
    json_decref(message);
    if (text)
        text[n++] = '\n'; /* in the place of the NUL */
    for (size_t done = 0; done < n && there;) {
        ssize_t wrote = send(fd, text + done, n - done, MSG_NOSIGNAL);
        there = wrote > 0 || (wrote < 0 && errno == EINTR);
        done += wrote > 0 ? (size_t) wrote : 0;
    }
    free(text);
    return there;
}
