/* SPDX-License-Identifier: Apache-2.0 */
/* %device and %diff: select another device, or instruction set, for later launches. Variables' values are moved; code is loaded again at the next
 * launch. */
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "launch/launcher.h"

bool launcher_use_ops(struct launcher *l, const char *set, struct diags *out, struct span at)
{
    struct device *d = launcher_device(l, out, at);
    if (!d || !launch_sync(l, out, at))
        return false;
    if (!device_is_cpu(device_props(d))) {
        diag_help(out, diag_error(out, DIAG_DEVICE, at, "only the cpu device has instruction sets"),
                  "select it with %%device cpu");
        return false;
    }
    VEC_EACH (e, &l->entries)
        symbols_unload(l, *e);
    if (!launch_sync(l, out, at))
        return false;
    launcher_drop_code(l);
    if (cpu_device_use_ops(d, set))
        return true;
    diag_error(out, DIAG_DEVICE, at, "this processor does not have %s", set);
    return false;
}

bool launcher_use_arch(struct launcher *l, const char *arch, struct diags *out, struct span at)
{
    int number, low, high;
    bool only, known;
    if (!device_arch_named(arch, &number, &only)) {
        diag_help(out, diag_error(out, DIAG_DEVICE, at, "'%s' is no compute capability", arch),
                  "sm_75, sm_80, sm_86, sm_89, sm_90, sm_90a and sm_100 are");
        return false;
    }
    if (!compiler_supports(l->compiler, number, &low, &high, &known, out, at) ||
        (l->device && !launch_sync(l, out, at)))
        return false;
    if (!known) {
        diag_help(out,
                  diag_error(out, DIAG_DEVICE, at,
                             "NVRTC %s cannot compile for compute capability %d.%d",
                             compiler_version(l->compiler, NULL), number / 10, number % 10),
                  "it can for %d.%d to %d.%d", low / 10, low % 10, high / 10, high % 10);
        return false;
    }
    l->cpu_arch = number;
    l->cpu_arch_only = only;
    VEC_EACH (d, &l->devices)
        if (device_is_cpu(device_props(*d)))
            cpu_device_set_arch(*d, number, only);
    return true;
}

bool launcher_arch_chosen(const struct launcher *l)
{
    return l->cpu_arch != 0;
}

bool launcher_use(struct launcher *l, const char *name, struct diags *out, struct span at)
{
    if (l->device && !strcmp(device_props(l->device)->id, name)) {
        l->chosen = l->device;
        return true;
    }
    if (l->device && !launch_sync(l, out, at))
        return false;
    struct device *d = launcher_open(l, name, out, at);
    if (!d)
        return false;
    launcher_check_end(l); /* of the launches of the device that was in use */
    launcher_xray_end(l);
    if (l->device && !launcher_same_kind(l->device, d)) {
        symbols_move(l);
        launcher_drop_code(l);
    }
    l->device = l->chosen = d;
    l->peak = l->peak_flops[0] = l->peak_flops[1] = 0; /* of another device */
    free(l->device_name);
    l->device_name = xstrdup(name);
    return true;
}
