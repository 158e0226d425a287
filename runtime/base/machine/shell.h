/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <sys/types.h>

/* Starts `sh -c line` with an empty standard input, in a process group of its own, which a signal to the negative of its number ends. Its
 * output and its errors go to the second ends of the pipes, which stay open here. Returns 0 or an errno. Thread-safety: safe. */
int shell_start(const char *line, const int out[2], const int err[2], pid_t *child);
