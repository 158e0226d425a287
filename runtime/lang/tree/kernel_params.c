/* SPDX-License-Identifier: Apache-2.0 */
/* What the text of a kernel's parameters says without types. */
#include "lang/tree/program.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

uint32_t param_view(const struct kernel_param *p, struct str *out_element)
{
    const char *t = p->type->kind == TYPE_OPAQUE ? p->type->name : NULL;
    t = t && !strncmp(t, "const ", 6) ? t + 6 : t;
    if (!t || strncmp(t, "view", 4) || !(t = strchr(t, '<')))
        return 0;
    const char *comma = strchr(t, ',');
    if (!comma)
        return 0;
    for (t++; isspace((unsigned char) *t);)
        t++;
    if (!strncmp(t, "const ", 6))
        t += 6;
    size_t n = (size_t) (comma - t);
    while (n && isspace((unsigned char) t[n - 1]))
        n--;
    *out_element = (struct str){t, n};
    unsigned long rank = strtoul(comma + 1, NULL, 10);
    return rank <= TYPE_RANK_MAX ? (uint32_t) rank : 0;
}
