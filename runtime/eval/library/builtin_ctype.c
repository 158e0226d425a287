/* SPDX-License-Identifier: Apache-2.0 */
/* <ctype.h>, for the C locale. */
#include <ctype.h>

#include "eval/library/builtin.h"

/* For arguments outside unsigned char and EOF, C leaves the behaviour undefined: here they belong to no class. Numbers other
 * than 0 are the C library's, since programs print them. */
#define CTYPE(name, section, help)                                                                 \
    BUILTIN(name)                                                                                  \
    {                                                                                              \
        at[0].i = at[0].i >= 0 && at[0].i < 256 ? (name) ((int) at[0].i) : 0;                      \
        return true;                                                                               \
    }
#define B(implementation, name, prototype, section, help)
#include "eval/library/builtin.def"

BUILTIN(toupper)
{
    if (at[0].i >= 0 && at[0].i < 256)
        at[0].i = toupper((int) at[0].i);
    return true;
}

BUILTIN(tolower)
{
    if (at[0].i >= 0 && at[0].i < 256)
        at[0].i = tolower((int) at[0].i);
    return true;
}
