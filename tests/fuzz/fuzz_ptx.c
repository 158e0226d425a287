/* SPDX-License-Identifier: Apache-2.0 */
/* Any text as PTX: it is loaded or refused with a message, and never crashes. Good seeds: tests/ptx. */
#include <stddef.h>
#include <stdint.h>

#include "device/device.h"
#include "diag/diag.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct diags diags = {0};
    static struct device *device; /* one for all inputs: its threads are slow to start */
    if (!device)
        device = cpu_device_open(NULL, 1 << 26, &diags);
    struct device_module *m = device_load(device, data, size, &diags, (struct span){0});
    if (!m && !diags.errors)
        __builtin_trap();
    device_unload(device, &m);
    diags_free(&diags);
    return 0;
}
