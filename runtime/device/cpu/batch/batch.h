/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "device/cpu/code/decoded.h"

struct batch_set;
struct cpu_launch;

/* Batches: a simple kernel of ours executed one op at a time for thousands of threads, as NumExpr and columnar databases evaluate expressions.
 * An op is a loop over the threads of several blocks, so its dispatch and the checks of its addresses cost nothing. What depends on the
 * thread's number alone stays a base and a stride, and consecutive loads are not copied.
 *
 * Kernels: no barriers, atomics or calls where it matters, and one store at the end. Threads have to go one way; those that leave must be the last.
 * Whatever else happens, and every fault, is left to the block's ordinary code: nothing has been stored by then. Order between threads is not
 * that of warps, so the kernels are those of whole arrays, whose targets are apart from their operands.
 * Thread-safety: a plan is immutable, a batch belongs to one host thread. */
struct batch_plan;
struct batch;

bool batch_knows(const char *ptx_name); /* a kernel of ours that may be planned */
/* NULL: the code is not of this kind. */
struct batch_plan *batch_plan_new(const struct decoded_code *code, const struct batch_set *set);
void batch_plan_free(struct batch_plan **p);

struct batch *batch_new(const struct batch_plan *p);
void batch_free(struct batch **b);
const struct batch_plan *batch_plan_of(const struct batch *b);
/* Executes blocks from number `first` on, at most up to `end`. Returns how many: 0: the next block needs ordinary code. */
uint64_t batch_run(struct batch *b, const struct cpu_launch *l, uint64_t first, uint64_t end);
