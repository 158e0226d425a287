/* SPDX-License-Identifier: Apache-2.0 */
/* Echoes every message as it came, on a thread of its own, so that a busy kernel still counts as alive (W-20).
 * The socket is a ROUTER and not a REP: a REP answers one client at a time. */
#include <errno.h>
#include <stdbool.h>
#include <zmq.h>

#include "core/kernel.h"

static bool echo_frame(void *socket)
{
    zmq_msg_t frame;
    zmq_msg_init(&frame);
    int rc = zmq_msg_recv(&frame, socket, 0);
    if (rc >= 0)
        rc = zmq_msg_send(&frame, socket, zmq_msg_more(&frame) ? ZMQ_SNDMORE : 0);
    bool go_on = rc >= 0 || errno != ETERM;
    zmq_msg_close(&frame);
    return go_on;
}

void *heartbeat_main(void *kernel)
{
    struct jupyter_kernel *k = kernel;
    while (echo_frame(k->heartbeat))
        continue;
    zmq_close(k->heartbeat);
    return NULL;
}
