/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/cpu/code/decoded.h"

/* What a kernel computes from threadIdx.x and constants alone, evaluated for the lanes of a warp whose threadIdx.x are known: integers of 32 and
 * 64 bits, and comparisons of them, in vector registers that one op writes, in all lanes.
 *
 * Ownership: thread_values_new's caller frees it. Thread-safety: immutable once made. */

struct thread_values;

struct thread_values *thread_values_new(const struct decoded_code *code,
                                        const uint32_t x[WARP_LANES]);
/* The lanes of a vector register, of a predicate 0 or 1; NULL: they are not known. */
const uint64_t *thread_values_of(const struct thread_values *t, uint32_t vreg);
void thread_values_free(struct thread_values **t);
