/* SPDX-License-Identifier: Apache-2.0 */
/* %check: tells the checker in which order the program has its launches, copies and waits, and when the host accesses memory that kernels access
 * too. Without a checker these functions do nothing. Next: device/cpu/check/check_operations.c. */
#include "device/cpu/check/launch_check.h"
#include "launch/launcher.h"

enum { POLLS_MOST = 1000 }; /* accesses of the host before launches that are held begin */

static struct launch_checker *checker_of(const struct launcher *l)
{
    return l->checker && l->checked == l->device ? l->checker : NULL;
}

bool launcher_checking(const struct launcher *l)
{
    return checker_of(l);
}

void launch_checked(struct launcher *l, uint32_t stream, struct span at)
{
    struct launch_checker *c = checker_of(l);
    if (c)
        checker_queue_launch(c, l->order_stream ? l->order_stream : stream, at);
}

void launch_copy_begins(struct launcher *l, const struct launch_copy *copy)
{
    struct launch_checker *c = checker_of(l);
    l->copying = true;
    if (c)
        checker_transfer(
            c, &(struct check_transfer){.begins = true,
                                        .waits = copy->waits && !l->order_stream,
                                        .call = copy->call,
                                        .stream = l->order_stream ? l->order_stream : copy->stream,
                                        .to = copy->to,
                                        .from = copy->from,
                                        .size = copy->size,
                                        .at = copy->at});
}

void launch_copy_ends(struct launcher *l)
{
    struct launch_checker *c = checker_of(l);
    l->copying = false;
    if (c)
        checker_transfer(c, &(struct check_transfer){0});
}

void launch_stream_apart(struct launcher *l, uint32_t stream)
{
    struct launch_checker *c = checker_of(l);
    if (c)
        checker_stream_apart(c, stream);
}

void launch_waited(struct launcher *l, uint32_t stream)
{
    struct launch_checker *c = checker_of(l);
    l->polls = 0;
    if (c)
        checker_waited(c, stream);
}

uint32_t launch_mark(struct launcher *l, uint32_t stream)
{
    struct launch_checker *c = checker_of(l);
    return c ? checker_mark(c, stream) : 0;
}

void launch_stream_waits(struct launcher *l, uint32_t stream, uint32_t mark)
{
    struct launch_checker *c = checker_of(l);
    if (c)
        checker_stream_waits(c, stream, mark);
}

void launch_host_waits(struct launcher *l, uint32_t mark)
{
    struct launch_checker *c = checker_of(l);
    if (c)
        checker_host_waits(c, mark);
}

void launch_managed(struct launcher *l, uint64_t address, uint64_t size)
{
    struct launch_checker *c = checker_of(l);
    if (c)
        checker_managed(c, address, size);
}

void launch_host_access(struct launcher *l, uint64_t address, uint64_t size, bool write,
                        struct span at)
{
    struct launch_checker *c = checker_of(l);
    if (!c || l->copying || !checker_pending(c)) /* a copy is no access of the host */
        return;
    checker_host_access(c, &(struct check_host_access){address, size, write, at});
    if (++l->polls % POLLS_MOST == 0) /* it may wait for a kernel's flag */
        device_idle(l->device, DEVICE_ALL_STREAMS);
}

/* ---- graphs: nodes that do not depend on each other are in streams of their own ---- */

enum { NODE_STREAMS = 1 << 30 };

void launch_node_begins(struct launcher *l, uint32_t node, uint32_t after)
{
    struct launch_checker *c = checker_of(l);
    uint32_t stream = NODE_STREAMS + node;
    if (!c)
        return;
    l->order_stream = stream;
    checker_stream_apart(c, stream);
    checker_stream_waits(c, stream, after);
}

void launch_node_after(struct launcher *l, uint32_t before)
{
    struct launch_checker *c = checker_of(l);
    if (c)
        checker_stream_waits(c, l->order_stream, checker_mark(c, NODE_STREAMS + before));
}

void launch_nodes_end(struct launcher *l, uint32_t count, uint32_t stream)
{
    struct launch_checker *c = checker_of(l);
    l->order_stream = 0;
    for (uint32_t i = 0; c && i < count; i++)
        checker_stream_waits(c, stream, checker_mark(c, NODE_STREAMS + i));
}
