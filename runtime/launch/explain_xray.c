/* SPDX-License-Identifier: Apache-2.0 */
/* %xray: attaches the cpu device's observer of memory requests (device/cpu/xray) to launches. magic/magic_xray.c shows what it counted. */
#include <string.h>

#include "device/cpu/xray/launch_xray.h"
#include "launch/launcher.h"

bool launcher_xray(struct launcher *l, struct diags *out, struct span at)
{
    struct device *d = launcher_device(l, out, at);
    if (!d || l->xray)
        return d != NULL;
    if (!device_is_cpu(device_props(d))) {
        diag_help(out, diag_error(out, DIAG_DEVICE, at, "only the cpu device shows every access"),
                  "select it with %%device cpu");
        return false;
    }
    l->xray = xray_start(d);
    if (!l->xray)
        diag_error(out, DIAG_DEVICE, at, "the cpu device has too many observers");
    return l->xray != NULL;
}

void launcher_xray_end(struct launcher *l)
{
    xray_stop(&l->xray);
}

struct xray_kernel *const *launcher_xray_kernels(const struct launcher *l, size_t *out_count)
{
    *out_count = 0;
    return l->xray ? xray_kernels(l->xray, out_count) : NULL;
}

const struct launch_record *launcher_tagged(struct launcher *l, uint32_t tag)
{
    return launcher_record(l, tag);
}
