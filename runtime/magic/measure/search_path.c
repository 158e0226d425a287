/* SPDX-License-Identifier: Apache-2.0 */
/* Programs in lists of folders. */
#include "magic/measure/search_path.h"

#include <string.h>
#include <unistd.h>

bool search_path_find(const char *list, const char *program, struct buf *out)
{
    for (const char *p = list; p && *p;) {
        size_t n = strcspn(p, ":");
        buf_printf(out, "%.*s/%s", (int) n, p, program);
        if (!access(out->p, X_OK))
            return true;
        buf_free(out);
        p += n + (p[n] == ':');
    }
    return false;
}
