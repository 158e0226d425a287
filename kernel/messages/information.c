/* SPDX-License-Identifier: Apache-2.0 */
/* What the kernel is, where it listens and what ran; interrupt, shutdown, and debug requests. The messages of the
 * control channel run on its thread, so these handlers use nothing of the shell thread but the history. */
#include <stdlib.h>

#include "core/history.h"
#include "messages/messages.h"
#include "wire/json.h"

json_t *on_kernel_info(struct jupyter_kernel *k, struct request *r)
{
    /* The language version is that of the C++ that NVRTC and we accept, as in xeus-cpp. codemirror_mode is the one value that both
     * JupyterLab 4 and older notebooks colour as C++; pygments knows CUDA. */
    json_t *language = json_pack("{ss ss ss ss ss ss}", "name", "cuda", "version", "17", "mimetype",
                                 "text/x-c++src", "file_extension", ".cu", "pygments_lexer", "cuda",
                                 "codemirror_mode", "text/x-c++src");
    json_t *links =
        json_pack("[{ss ss} {ss ss}]", "text", "CUDA C++ Programming Guide", "url",
                  "https://docs.nvidia.com/cuda/cuda-c-programming-guide/", "text", "PTX ISA",
                  "url", "https://docs.nvidia.com/cuda/parallel-thread-execution/");
    return json_pack("{ss ss ss so ss so s[ss] sb}", "protocol_version", "5.5", "implementation",
                     "warpcell", "implementation_version", wc_version(), "language_info", language,
                     "banner", wc_banner(), "help_links", links, "supported_features",
                     "kernel subshells", "debugger", "debugger", 1);
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
    iopub_publish(kernel_iopub(k), "shutdown_reply", request_header(r),
                  json_pack("{ss sb}", "status", "ok", "restart", restart));
    kernel_stop(k);
    return json_pack("{sb}", "restart", restart);
}

/* C-7: the session answers, from its own thread while a launch is stopped. */
json_t *on_debug(struct jupyter_kernel *k, struct request *r)
{
    char *text = json_dumps(r->content, JSON_COMPACT);
    char *reply = kernel_debug(k, json_get_text(r->header, "session", ""), text ? text : "{}");
    json_t *content = reply ? json_loads(reply, 0, NULL) : NULL;
    free(text);
    free(reply);
    return content ? content
                   : json_pack("{ss si si sb ss ss s{}}", "type", "response", "seq", 0,
                               "request_seq", (int) json_get_int(r->content, "seq", 0), "success",
                               0, "command", json_get_text(r->content, "command", ""), "message",
                               "the session has not begun", "body");
}

json_t *on_history(struct jupyter_kernel *k, struct request *r)
{
    return json_pack("{so}", "history", history_answer(r->subshell->history, r->content));
}

json_t *on_connect(struct jupyter_kernel *k, struct request *r)
{
    return json_pack("{si si si si si}", "shell_port", kernel_port(k, CHANNEL_SHELL), "iopub_port",
                     kernel_port(k, CHANNEL_IOPUB), "stdin_port", kernel_port(k, CHANNEL_STDIN),
                     "hb_port", kernel_port(k, CHANNEL_HB), "control_port",
                     kernel_port(k, CHANNEL_CONTROL));
}
