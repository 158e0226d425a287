/* SPDX-License-Identifier: Apache-2.0 */
#include "base/machine/child.h"

#include <signal.h>

void child_attributes_init(posix_spawnattr_t *out, short flags)
{
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_init(out);
    posix_spawnattr_setsigmask(out, &none);
    posix_spawnattr_setflags(out, (short) (flags | POSIX_SPAWN_SETSIGMASK));
}
