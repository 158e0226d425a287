/* SPDX-License-Identifier: Apache-2.0 */
/* Where the displays of the running cell go: to the page, or to the slots of an interactive cell. */
#include "messages/run.h"

#include "messages/messages.h"

struct run *run_current(struct jupyter_kernel *k)
{
    return kernel_handlers(k)->run;
}

const struct request *run_output(struct jupyter_kernel *k)
{
    const struct run *run = run_current(k);
    return run && !run->silent ? run->request : NULL;
}

void run_display(struct jupyter_kernel *k, const char *display_id, bool update, json_t *content)
{
    struct run *run = run_current(k);
    struct bytes parent = request_header(run->request);
    if (run->interact)
        interact_show(k, run->interact, content, update);
    else if (update && display_id)
        iopub_update(kernel_iopub(k), display_id, "update_display_data", parent, content);
    else
        iopub_publish(kernel_iopub(k), "display_data", parent, content);
}

void run_widget(struct jupyter_kernel *k, unsigned number)
{
    struct run *run = run_current(k);
    if (run->interact)
        interact_widget(run->interact, number);
}
