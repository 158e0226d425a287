/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stddef.h>
#include <stdint.h>

struct cpu_launch;
struct output;

/* Device printf: what kernels print, given out in the order of blocks. Any thread; launch->lock guards it. */

void output_free(struct output **o);
void output_put(struct cpu_launch *l, uint64_t block, const char *text, size_t n);
/* Hands what can be given out to `put`: text of blocks before `frontier`, all of it when the launch is over. */
void output_deliver(struct cpu_launch *l, uint64_t frontier,
                    void (*put)(void *user, const char *text, size_t n), void *user);
