/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdlib.h>

/* Host memory: a kernel that cannot allocate a few bytes cannot report that either.
 * Thread-safety: safe. */
static inline void *must(void *p)
{
    if (!p)
        abort();
    return p;
}
