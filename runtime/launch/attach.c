/* SPDX-License-Identifier: Apache-2.0 */
/* Attaches observers of the cpu device to launches: %xray counts memory requests (device/cpu/xray; magic/magic_xray.c shows them), and who stored
 * a value (device/cpu/check/last_store.h), with places in the session's sources. Next: mirror.c. */
#include <string.h>

#include "device/cpu/check/last_store.h"
#include "device/cpu/xray/launch_xray.h"
#include "launch/launcher.h"

bool launcher_remember_stores(struct launcher *l, uint32_t seed, struct diags *out, struct span at)
{
    struct device *d = l->stores ? NULL : mirror_open(l, out, at);
    if (!d)
        return l->stores != NULL;
    l->stores = last_stores_start(d, seed);
    if (!l->stores)
        diag_error(out, DIAG_DEVICE, at, "the cpu device has too many observers");
    return l->stores != NULL;
}

void launcher_forget_stores(struct launcher *l)
{
    last_stores_stop(&l->stores);
    mirror_close(l);
}

enum launch_stored launcher_last_store(const struct launcher *l, uint64_t address,
                                       struct launch_store *out)
{
    struct last_store found;
    if (!l->stores)
        return STORED_UNKNOWN;
    if (!last_stores_find(l->stores, mirror_address(l, address), &found))
        return last_stores_complete(l->stores) ? STORED_BY_NONE : STORED_UNKNOWN;
    *out = (struct launch_store){
        found.block, found.thread, found.order,
        source_statement_at(l->sources, found.file, found.line, found.column)};
    return STORED_BY;
}

/* ---- %xray ---- */

bool launcher_xray(struct launcher *l, struct diags *out, struct span at)
{
    struct device *d = l->xray ? NULL : mirror_open(l, out, at);
    if (!d)
        return l->xray != NULL;
    l->xray = xray_start(d);
    if (!l->xray)
        diag_error(out, DIAG_DEVICE, at, "the cpu device has too many observers");
    return l->xray != NULL;
}

void launcher_xray_end(struct launcher *l)
{
    xray_stop(&l->xray);
    mirror_close(l);
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
