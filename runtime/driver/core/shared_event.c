/* SPDX-License-Identifier: Apache-2.0 */
/* The page of an interprocess event. It needs Linux. Next: driver_event.c, driver_ipc.c. */
#include "driver/core/shared_event.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/check.h"

struct counts {
    _Atomic uint32_t recorded, reached;
};

struct shared_event {
    struct counts *counts; /* mapped */
    int fd;
    atomic_int users;
};

static struct shared_event *of_file(int fd)
{
    struct stat st;
    struct counts *c = MAP_FAILED;
    if (fd >= 0 && !fstat(fd, &st) && (size_t) st.st_size == sizeof *c)
        c = mmap(NULL, sizeof *c, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (c == MAP_FAILED) {
        if (fd >= 0)
            close(fd);
        return NULL;
    }
    struct shared_event *e = xcalloc(1, sizeof *e);
    e->counts = c;
    e->fd = fd;
    atomic_init(&e->users, 1);
    return e;
}

struct shared_event *shared_event_new(void)
{
    int fd = memfd_create("warpcell-event", MFD_CLOEXEC);
    if (fd >= 0 && ftruncate(fd, sizeof(struct counts))) {
        close(fd);
        return NULL;
    }
    return of_file(fd);
}

struct shared_event *shared_event_open(const char *path)
{
    return of_file(open(path, O_RDWR | O_CLOEXEC));
}

struct shared_event *shared_event_keep(struct shared_event *e)
{
    atomic_fetch_add(&e->users, 1);
    return e;
}

void shared_event_release(struct shared_event *e)
{
    if (!e || atomic_fetch_sub(&e->users, 1) != 1)
        return;
    munmap(e->counts, sizeof *e->counts);
    close(e->fd);
    free(e);
}

int shared_event_file(const struct shared_event *e)
{
    return e->fd;
}

uint32_t shared_event_record(struct shared_event *e)
{
    return atomic_fetch_add(&e->counts->recorded, 1) + 1;
}

/* Records of several streams may be reached in another order than they were made. */
void shared_event_reach(struct shared_event *e, uint32_t number)
{
    uint32_t seen = atomic_load(&e->counts->reached);
    while (seen < number && !atomic_compare_exchange_weak(&e->counts->reached, &seen, number))
        ;
}

uint32_t shared_event_last(const struct shared_event *e)
{
    return atomic_load(&e->counts->recorded);
}

bool shared_event_reached(const struct shared_event *e, uint32_t number)
{
    return atomic_load(&e->counts->reached) >= number;
}
