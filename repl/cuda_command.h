/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>

/* `warpcell cuda [options] -- COMMAND`: argv[0] is "cuda". Returns the exit status: the command's, or 1 when it is 0 and something was found.
 * Thread-safety: one thread, before any other is started. */
int cuda_command(int argc, char **argv);
bool cuda_arch_valid(const char *text); /* "sm_80", "8.0", "sm_90a" */
