/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>

/* The Python environments in which libraries that came as wheels may lie: those around our executable, then the active ones
 * (VIRTUAL_ENV, CONDA_PREFIX). `see` gets an environment's folder; `likely`: it is one where they would usually be. The folder need not
 * exist, and may come twice. Thread-safety: safe. */
void python_envs(void (*see)(void *user, const char *prefix, bool likely), void *user);
