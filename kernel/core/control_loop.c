/* SPDX-License-Identifier: Apache-2.0 */
/* The control thread: what must be answered while a cell runs (C-1..C-9), signals, and the parent's death. */
#include <errno.h>
#include <zmq.h>

#include "core/kernel.h"
#include "core/lifecycle.h"

void *control_main(void *kernel)
{
    struct jupyter_kernel *k = kernel;
    struct parent_watch parent;
    parent_watch_init(&parent);
    zmq_pollitem_t items[] = {
        {k->control, 0,             ZMQ_POLLIN, 0},
        {NULL,       k->stop_fd,    ZMQ_POLLIN, 0},
        {NULL,       k->signals_fd, ZMQ_POLLIN, 0}
    };
    while (!atomic_load(&k->stopping)) {
        int rc = zmq_poll(items, 3, parent.pid ? 1000 : -1);
        if (rc < 0 && errno != EINTR)
            break;
        if (parent_is_gone(&parent, iopub_clients(k->iopub), iopub_first_parent(k->iopub)))
            kernel_stop(k);
        if (rc > 0 && items[2].revents)
            signals_handle(k);
        struct request *r;
        bool dropped;
        if (rc > 0 && items[0].revents &&
            wire_receive(&k->wire, k->control, ZMQ_DONTWAIT, &k->control_seen, &r, &dropped))
            kernel_dispatch(k, r, k->control, ON_CONTROL);
    }
    zmq_close(k->control);
    return NULL;
}
