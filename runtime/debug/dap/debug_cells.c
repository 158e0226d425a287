/* SPDX-License-Identifier: Apache-2.0 */
/* How clients of the debugger name cells: by the hash of their text (JupyterLab, packages/debugger/src/hash.ts). Next: debug_dap.c. */
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "debug/dap/debug_dap_impl.h"

/* JupyterLab shows "Cell [3]" for paths that contain "ipykernel_", and the path itself for others. */
const char debug_cell_prefix[] = "/tmp/ipykernel_warpcell/";
const char debug_cell_suffix[] = ".cu";

/* MurmurHash2 by Austin Appleby, which is in the public domain, over bytes. */
uint32_t debug_murmur2(const char *text, size_t n, uint32_t seed)
{
    static const uint32_t m = 0x5bd1e995;
    uint32_t h = seed ^ (uint32_t) n;
    for (; n >= 4; n -= 4, text += 4) {
        uint32_t k;
        memcpy(&k, text, sizeof k);
        k *= m;
        k ^= k >> 24;
        k *= m;
        h = h * m ^ k;
    }
    uint32_t rest = 0;
    for (size_t i = 0; i < n; i++)
        rest |= (uint32_t) (unsigned char) text[i] << 8 * i;
    if (n)
        h = (h ^ rest) * m;
    h ^= h >> 13;
    h *= m;
    return h ^ h >> 15;
}

char *debug_cell_path_of(const char *text, size_t n)
{
    struct buf path = {0};
    buf_printf(&path, "%s%u%s", debug_cell_prefix, debug_murmur2(text, n, CELL_SEED),
               debug_cell_suffix);
    return buf_take(&path);
}

char *debug_cell_path(const struct source *src)
{
    if (src->kind == SOURCE_CELL)
        return debug_cell_path_of(src->text.p, src->text.n);
    char *path = realpath(src->name, NULL); /* editors know files by their full paths */
    return path ? path : xstrdup(src->name);
}
