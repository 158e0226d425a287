/* SPDX-License-Identifier: Apache-2.0 */
/* By which address of this machine the hosts of a job reach it: that which the system would use to send to them. */
#include "magic/ranks/rank_hosts.h"

#include <ctype.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/check.h"

bool rank_hosts_elsewhere(const struct rank_hosts *h)
{
    const char *nodes = getenv("SLURM_JOB_ID") ? getenv("SLURM_JOB_NUM_NODES") : NULL;
    return h->hosts || h->file || (nodes && atoi(nodes) > 1);
}

static bool numeric(const struct sockaddr *a, socklen_t n, char *out)
{
    return !getnameinfo(a, n, out, RANK_ADDRESS - 32, NULL, 0, NI_NUMERICHOST);
}

/* Connecting a datagram socket sends nothing, but chooses the route. */
static bool route_to(const char *host, char *out)
{
    struct addrinfo hints = {.ai_socktype = SOCK_DGRAM}, *found = NULL;
    struct sockaddr_storage own;
    bool ok = false;
    if (getaddrinfo(host, "9", &hints, &found))
        return false;
    for (struct addrinfo *a = found; a && !ok; a = a->ai_next) {
        socklen_t n = sizeof own;
        int fd = socket(a->ai_family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
        ok = fd >= 0 && !connect(fd, a->ai_addr, a->ai_addrlen) &&
             !getsockname(fd, (struct sockaddr *) &own, &n) &&
             numeric((struct sockaddr *) &own, n, out);
        if (fd >= 0)
            close(fd);
    }
    freeaddrinfo(found);
    return ok;
}

/* An address that is not the loopback's, if there is one. */
static void own_address(char *out)
{
    struct ifaddrs *all = NULL;
    snprintf(out, RANK_ADDRESS, "127.0.0.1");
    if (getifaddrs(&all))
        return;
    for (struct ifaddrs *a = all; a; a = a->ifa_next)
        if (a->ifa_addr && a->ifa_addr->sa_family == AF_INET && a->ifa_flags & IFF_UP &&
            !(a->ifa_flags & IFF_LOOPBACK) && numeric(a->ifa_addr, sizeof(struct sockaddr_in), out))
            break;
    freeifaddrs(all);
}

struct routes {
    char *address; /* of the first host */
    uint32_t known, unknown;
    bool differ;
};

static void add_host(struct routes *r, const char *name, size_t n)
{
    char host[256], address[RANK_ADDRESS];
    if (!n || n >= sizeof host)
        return;
    snprintf(host, sizeof host, "%.*s", (int) n, name);
    if (!route_to(host, address)) {
        r->unknown++;
        return;
    }
    if (!r->known++)
        snprintf(r->address, RANK_ADDRESS, "%s", address);
    r->differ |= strcmp(r->address, address) != 0;
}

/* "a,b:2", and of Slurm's "n[01-04,7]" the first. */
static void add_list(struct routes *r, const char *list)
{
    while (*list) {
        size_t n = strcspn(list, ",:[");
        char first[256];
        if (list[n] == '[') {
            size_t digits = strspn(list + n + 1, "0123456789");
            snprintf(first, sizeof first, "%.*s%.*s", (int) n, list, (int) digits, list + n + 1);
            add_host(r, first, strlen(first));
            n += strcspn(list + n, "]");
        } else {
            add_host(r, list, n);
        }
        list += n;
        list += strcspn(list, ",");
        list += *list == ',';
    }
}

/* The first word of each line: "node1 slots=4"; MPICH writes "node1:4". */
static void add_file(struct routes *r, const char *path)
{
    FILE *f = fopen(path, "re");
    char line[512];
    while (f && fgets(line, sizeof line, f)) {
        const char *p = line;
        while (isspace((unsigned char) *p))
            p++;
        add_host(r, p, strcspn(p, "# \t\r\n:"));
    }
    if (f)
        fclose(f);
}

void rank_hosts_route(const struct rank_hosts *h, char *out_advertised, bool *out_everywhere)
{
    struct routes r = {.address = out_advertised};
    const char *nodes = getenv("SLURM_JOB_NODELIST");
    if (h->hosts)
        add_list(&r, h->hosts);
    if (h->file)
        add_file(&r, h->file);
    if (!h->hosts && !h->file && nodes)
        add_list(&r, nodes);
    bool loopback =
        r.known && (!strncmp(out_advertised, "127.", 4) || !strcmp(out_advertised, "::1"));
    *out_everywhere = !r.known || r.unknown || r.differ;
    if (!r.known || (loopback && *out_everywhere))
        own_address(out_advertised);
}
