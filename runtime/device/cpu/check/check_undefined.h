/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/cpu/check/check_impl.h"

/* Values that nothing defines: loaded from memory that nothing has written, shifted too far, taken from an inactive lane. Compilers compute
 * such values and drop them, so a value is reported only where it is used: it decides a branch, is an address or an operand of an
 * atomic, or is stored to global memory. Until then it is followed through registers, by lane. State of a block; one host thread. */

struct undefined_values *undefined_new(const struct observed_block *b);
void undefined_free(struct undefined_values **u);

/* Before the lanes of the place execute its instruction: its results are undefined where an operand is. For a warp that has undefined
 * registers, whose `closely` is set (struct observed_block). */
void undefined_follow(struct checked_block *b, const struct observed_place *p);
/* The same for shfl, vote, match and redux when all lanes have come; finds reads of lanes that have not. */
void undefined_exchange(struct checked_block *b, const struct observed_warp_barrier *e);

/* An operand (element k of a list) is undefined in a lane; `f` is the finding for the case that it is used. `padded`: it comes from
 * memory of which neighbouring bytes are written, so that copying it is in order; `defined`: its bytes that are, a bit each. */
void undefined_set(struct checked_block *b, const struct observed_place *p, uint32_t operand,
                   uint32_t k, uint32_t lane, const struct finding_of *f, bool padded,
                   uint32_t defined);

/* A lane stores element k of an operand to the memory of `f`: which of its bytes are defined, a bit each. Reports an undefined value that goes
 * to global memory, but not when padding is only copied. */
uint32_t undefined_store(struct checked_block *b, const struct observed_place *p, uint32_t operand,
                         uint32_t k, uint32_t lane, const struct finding_of *f);
