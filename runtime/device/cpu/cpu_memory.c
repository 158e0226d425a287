/* SPDX-License-Identifier: Apache-2.0 */
/* The memory of one cpu device, or of several that can be given access to each other's (struct device_memory). Next: exec/access.c, which
 * asks whether a kernel may access an object. */
#include <stdlib.h>

#include "base/check.h"
#include "device/cpu/cpu.h"

static struct cpu_device *cpu(struct device *d)
{
    return (struct cpu_device *) d;
}

struct device_memory *cpu_memory_new(struct space *space)
{
    struct device_memory *m = xcalloc(1, sizeof *m);
    m->space = space;
    m->names = intern_new();
    pthread_mutex_init(&m->lock, NULL);
    return m;
}

void cpu_memory_leave(struct cpu_device *d)
{
    struct device_memory *m = d->exec.memory;
    bool last = true;
    m->devices[d->exec.number] = NULL;
    for (int i = 0; i < DEVICES_TOGETHER; i++)
        last = last && !m->devices[i];
    if (!last)
        return;
    space_free_all(&m->space);
    intern_free(&m->names);
    pthread_mutex_destroy(&m->lock);
    free(m);
}

void cpu_settle_together(struct cpu_device *d)
{
    for (int i = 0; i < DEVICES_TOGETHER; i++)
        if (d->exec.memory->devices[i])
            cpu_settle(cpu(d->exec.memory->devices[i]));
}

static struct device *cpu_home(struct device *dev, uint64_t addr)
{
    const struct object *o = space_find(cpu(dev)->exec.space, addr);
    return o ? cpu(dev)->exec.memory->devices[o->home] : NULL;
}

static bool cpu_reaches(struct device *dev, struct device *peer)
{
    return atomic_load(&cpu(dev)->exec.reach) >> cpu(peer)->exec.number & 1;
}

static bool cpu_may_reach(struct device *dev, struct device *peer)
{
    return peer->ops == dev->ops && cpu(dev)->exec.memory == cpu(peer)->exec.memory;
}

static void cpu_reach(struct device *dev, struct device *peer, bool on)
{
    uint64_t bit = (uint64_t) 1 << cpu(peer)->exec.number;
    cpu_settle(cpu(dev));
    if (on)
        atomic_fetch_or(&cpu(dev)->exec.reach, bit);
    else
        atomic_fetch_and(&cpu(dev)->exec.reach, ~bit);
    atomic_fetch_add(&cpu(dev)->exec.memory->frees, 1);
}

const struct device_peer_ops cpu_peer_ops = {
    .home = cpu_home, .may_reach = cpu_may_reach, .reaches = cpu_reaches, .reach = cpu_reach};
