/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of the kernel that handlers see. */
#include "core/handler.h"

#include "core/kernel.h"

struct wc_session *kernel_session(const struct jupyter_kernel *k)
{
    return k->session;
}

struct iopub *kernel_iopub(const struct jupyter_kernel *k)
{
    return k->iopub;
}

struct handler_state *kernel_handlers(const struct jupyter_kernel *k)
{
    return k->handlers;
}

struct request *kernel_current(const struct jupyter_kernel *k)
{
    return k->current;
}

const char *kernel_session_id(const struct jupyter_kernel *k)
{
    return k->wire.session;
}

int kernel_port(const struct jupyter_kernel *k, enum channel which)
{
    return k->connection.port[which];
}
