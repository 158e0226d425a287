/* SPDX-License-Identifier: Apache-2.0 */
/* The control thread: what must be answered while a cell runs (C-1..C-9), signals, and the parent's death.
 * Its handlers use nothing of the shell thread but kernel_interrupt and kernel_stop. */
#include <errno.h>
#include <stdio.h>
#include <zmq.h>

#include "kernel.h"
#include "lifecycle.h"
#include "wire/json.h"

void *control_main(void *kernel)
{
    struct jupyter_kernel *k = kernel;
    struct parent_watch parent;
    parent_watch_init(&parent);
    zmq_pollitem_t items[] = {
        {k->control, 0,            ZMQ_POLLIN, 0},
        {NULL,       k->stop_fd,   ZMQ_POLLIN, 0},
        {NULL,       signals_fd(), ZMQ_POLLIN, 0}
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

/* Also called on the shell thread. */
json_t *on_kernel_info(struct jupyter_kernel *k, struct request *r)
{
    /* The version of the language is that of C++ that NVRTC and we take, as xeus-cpp has it. codemirror_mode is the one value that both JupyterLab 4 and older notebooks colour as C++; pygments knows CUDA. */
    json_t *language = json_pack("{ss ss ss ss ss ss}", "name", "cuda", "version", "17", "mimetype",
                                 "text/x-c++src", "file_extension", ".cu", "pygments_lexer", "cuda",
                                 "codemirror_mode", "text/x-c++src");
    json_t *links =
        json_pack("[{ss ss} {ss ss}]", "text", "CUDA C++ Programming Guide", "url",
                  "https://docs.nvidia.com/cuda/cuda-c-programming-guide/", "text", "PTX ISA",
                  "url", "https://docs.nvidia.com/cuda/parallel-thread-execution/");
    return json_pack("{ss ss ss so ss so s[s] sb}", "protocol_version", "5.5", "implementation",
                     "warpcell", "implementation_version", wc_version(), "language_info", language,
                     "banner", wc_banner(), "help_links", links, "supported_features",
                     "kernel subshells", "debugger", 0);
}

json_t *on_interrupt(struct jupyter_kernel *k, struct request *r)
{
    kernel_interrupt(k);
    return json_object();
}

/* The process ends after the reply: kernel_stop only says so to the threads. */
json_t *on_shutdown(struct jupyter_kernel *k, struct request *r)
{
    bool restart = json_get_bool(r->content, "restart", false);
    iopub_publish(k->iopub, "shutdown_reply", request_header(r),
                  json_pack("{ss sb}", "status", "ok", "restart", restart));
    kernel_stop(k);
    return json_pack("{sb}", "restart", restart);
}

/* There is no debugger yet: a refusal in the Debug Adapter Protocol's form, so that nobody waits (C-7). */
json_t *on_debug(struct jupyter_kernel *k, struct request *r)
{
    return json_pack("{ss si si sb ss ss s{}}", "type", "response", "seq", 0, "request_seq",
                     (int) json_get_int(r->content, "seq", 0), "success", 0, "command",
                     json_get_text(r->content, "command", ""), "message",
                     "this kernel does not support debugging", "body");
}
