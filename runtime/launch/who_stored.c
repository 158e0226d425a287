/* SPDX-License-Identifier: Apache-2.0 */
/* Who stored a value: the observer device/cpu/check/last_store.h, with places in the session's sources. */
#include <string.h>

#include "device/cpu/check/last_store.h"
#include "launch/launcher.h"

bool launcher_remember_stores(struct launcher *l, uint32_t seed, struct diags *out, struct span at)
{
    struct device *d = launcher_device(l, out, at);
    if (!d || l->stores)
        return d != NULL;
    if (!device_is_cpu(device_props(d))) {
        diag_help(out, diag_error(out, DIAG_DEVICE, at, "only the cpu device observes stores"),
                  "select it with %%device cpu");
        return false;
    }
    l->stores = last_stores_start(d, seed);
    if (!l->stores)
        diag_error(out, DIAG_DEVICE, at, "the cpu device has too many observers");
    return l->stores != NULL;
}

void launcher_forget_stores(struct launcher *l)
{
    last_stores_stop(&l->stores);
}

enum launch_stored launcher_last_store(const struct launcher *l, uint64_t address,
                                       struct launch_store *out)
{
    struct last_store found;
    if (!l->stores)
        return STORED_UNKNOWN;
    if (!last_stores_find(l->stores, address, &found))
        return last_stores_complete(l->stores) ? STORED_BY_NONE : STORED_UNKNOWN;
    *out = (struct launch_store){
        found.block, found.thread, found.order,
        source_statement_at(l->sources, found.file, found.line, found.column)};
    return STORED_BY;
}
