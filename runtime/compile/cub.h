/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
/* <cub/cub.cuh> for NVRTC, which cannot read the host's half of it. */
#include "base/str.h"

/* Writes the directives and names that stand for <cub/cub.cuh> in a program. mentions: whether the program uses a name. */
void cub_put(struct buf *out, bool (*mentions)(const void *program, const char *name),
             const void *program);
