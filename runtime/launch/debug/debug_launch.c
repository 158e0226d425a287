/* SPDX-License-Identifier: Apache-2.0 */
/* Launches under the debugger (debug/debugger.h): they run alone, and the session waits for each. */
#include <string.h>

#include "debug/debugger.h"
#include "launch/launcher.h"

bool launcher_debug(struct launcher *l, struct debugger *d, bool optimised, struct diags *out,
                    struct span at)
{
    if (!d) {
        if (l->debugger)
            debugger_detach(l->debugger);
        l->debugger = NULL;
        return true;
    }
    struct device *device = launcher_device(l, out, at);
    if (!device)
        return false;
    if (strcmp(device_props(device)->id, "cpu")) {
        diag_help(out, diag_error(out, DIAG_DEVICE, at, "only the cpu device debugs launches"),
                  "select it with %%device cpu");
        return false;
    }
    if (!debugger_attach(d, device)) {
        diag_error(out, DIAG_DEVICE, at, "the cpu device has too many observers");
        return false;
    }
    l->debugger = d;
    l->optimised = optimised;
    return true;
}

bool launcher_debugs(const struct launcher *l)
{
    return l->debugger != NULL;
}

bool launch_debugged(struct launcher *l, const struct device_launch *launch,
                     const struct launch_request *r, struct diags *out)
{
    if (!launch_sync(l, out, r->at))
        return false;
    debugger_begin(l->debugger);
    if (!device_launch(l->device, launch, out, r->at))
        return false;
    return debugger_launched(l->debugger, l->hooks.poll, l->interrupt) ||
           launch_sync(l, out, r->at);
}
