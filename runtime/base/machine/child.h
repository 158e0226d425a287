/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <spawn.h>

/* Attributes for posix_spawn, to be destroyed by the caller: the child starts with no signal blocked, whatever the
 * session blocks. `flags`: further POSIX_SPAWN_ flags. Thread-safety: safe. */
void child_attributes_init(posix_spawnattr_t *out, short flags);
