/* SPDX-License-Identifier: Apache-2.0 */
/* Parts of one call on several of the device's threads. */
#include "device/cpu/library/library_impl.h"

void library_fork(const struct library_call *c, uint32_t parts,
                  void (*run)(void *user, uint32_t part), void *user)
{
    if (parts > 1)
        c->fork(c->forker, parts, run, user);
    else if (parts)
        run(user, 0);
}

uint32_t library_parts(const struct library_call *c, uint64_t n, uint64_t least)
{
    uint64_t parts = n / least, most = c->threads < 64 ? c->threads : 64;
    return (uint32_t) (parts < 1 ? 1 : parts < most ? parts : most);
}
