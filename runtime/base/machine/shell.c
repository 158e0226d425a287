/* SPDX-License-Identifier: Apache-2.0 */
#include "base/machine/shell.h"

#include <fcntl.h>
#include <stdint.h>

#include "base/machine/child.h"

extern char **environ;

int shell_start(const char *line, const int out[2], const int err[2], pid_t *child)
{
    char *argv[] = {"sh", "-c", (char *) (uintptr_t) line, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, out[1], 1);
    posix_spawn_file_actions_adddup2(&actions, err[1], 2);
    child_attributes_init(&attributes, POSIX_SPAWN_SETPGROUP);
    int failed = posix_spawn(child, "/bin/sh", &actions, &attributes, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return failed;
}
