/* SPDX-License-Identifier: Apache-2.0 */
/* The socket of a job. Next: rank_job.c and session/rank_serve.c, its two ends. */
#include "magic/ranks/rank_socket.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
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

/* NULL: errno says why. */
static struct addrinfo *resolve(const char *host, const char *port)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM,
                             .ai_flags = AI_PASSIVE | AI_NUMERICHOST | AI_NUMERICSERV},
                    *found = NULL;
    if (!getaddrinfo(host, port, &hints, &found))
        return found;
    errno = EINVAL;
    return NULL;
}

int rank_listen_tcp(const char *local, const char *advertised, int most, char out[RANK_ADDRESS])
{
    struct addrinfo *a = resolve(local ? local : strchr(advertised, ':') ? "::" : "0.0.0.0", "0");
    struct sockaddr_storage own;
    socklen_t n = sizeof own;
    int fd = a ? socket(a->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0) : -1;
    bool failed = fd >= 0 && (bind(fd, a->ai_addr, a->ai_addrlen) || listen(fd, most) ||
                              getsockname(fd, (struct sockaddr *) &own, &n));
    if (a)
        freeaddrinfo(a);
    if (fd < 0 || failed)
        return fd < 0 ? -1 : give_up(fd);
    int port = ntohs(own.ss_family == AF_INET6 ? ((struct sockaddr_in6 *) &own)->sin6_port
                                               : ((struct sockaddr_in *) &own)->sin_port);
    snprintf(out, RANK_ADDRESS, "tcp:%d:%s", port, advertised);
    return fd;
}

/* PORT:ADDRESS */
static int connect_tcp(const char *address)
{
    char port[8];
    const char *colon = strchr(address, ':');
    if (!colon || (size_t) (colon - address) >= sizeof port) {
        errno = EINVAL;
        return -1;
    }
    snprintf(port, sizeof port, "%.*s", (int) (colon - address), address);
    struct addrinfo *a = resolve(colon + 1, port);
    int fd = a ? socket(a->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0) : -1, on = 1;
    bool failed = fd >= 0 && connect(fd, a->ai_addr, a->ai_addrlen);
    if (a)
        freeaddrinfo(a);
    if (fd < 0 || failed)
        return fd < 0 ? -1 : give_up(fd);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on); /* a machine may vanish */
    return fd;
}

int rank_connect(const char *address)
{
    if (!strncmp(address, "tcp:", 4))
        return connect_tcp(address + 4);
    struct sockaddr_un a = address_of(address);
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
