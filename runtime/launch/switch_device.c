/* SPDX-License-Identifier: Apache-2.0 */
/* %device: selects another device for later launches. Variables' values are moved; code is loaded again at the next
 * launch. */
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "launch/launcher.h"

bool launcher_use(struct launcher *l, const char *name, struct diags *out, struct span at)
{
    if (l->device && !strcmp(device_props(l->device)->id, name))
        return true;
    if (l->device && !launch_sync(l, out, at))
        return false;
    struct device *d = launcher_open(l, name, out, at);
    if (!d)
        return false;
    launcher_check_end(l); /* of the launches of the device that was in use */
    launcher_xray_end(l);
    if (l->device) {
        symbols_move(l);
        launcher_drop_code(l);
    }
    l->device = d;
    l->peak = 0; /* of another device */
    free(l->device_name);
    l->device_name = xstrdup(name);
    return true;
}
