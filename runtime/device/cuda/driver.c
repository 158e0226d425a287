/* SPDX-License-Identifier: Apache-2.0 */
/* Loads libcuda by the table driver.def. Only the worker uses it. Next: driver_abi.h. */
#include "device/cuda/driver.h"

#include <stdlib.h>

#include "base/dynlib.h"

enum { REQUIRED = true, OPTIONAL = false };

enum cu_result cu_load(struct cu_api *api, struct buf *out_why)
{
    const char *named = getenv("WARPCELL_CUDA");
    const char *path = named && *named ? named : "libcuda.so.1";

    static const struct {
        const char *name;
        int since;
        bool required;
    } table[] = {

#define CALL(need, since, name, params) {#name, since, need},
#include "device/cuda/driver.def"
#undef CALL
    };
    void **to[] = {
#define CALL(need, since, name, params) (void **) &api->name,
#include "device/cuda/driver.def"
#undef CALL
    };
    struct dynlib_symbol none[1];
    if (!dynlib_open(path, none, 0, out_why)) /* stays open: the process is for it */
        return CU_NO_LIBRARY;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct dynlib_symbol one = {table[i].name, to[i], table[i].required};
        struct buf why = {0};
        bool found = dynlib_open(path, &one, 1, &why);
        buf_free(&why);
        if (found)
            continue;
        buf_printf(out_why, "%s (CUDA %d.%d)", table[i].name, table[i].since / 1000,
                   table[i].since % 1000 / 10);
        return CU_NO_SYMBOL;
    }
    return CU_SUCCESS;
}
