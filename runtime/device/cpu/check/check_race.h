/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/cpu/check/check_impl.h"

/* The comparison of accesses with what shadow memory remembers, by the clocks of the block (check_clocks.h). State of a block; one host
 * thread. */

struct access_element {        /* of an access: element k of a lane */
    struct finding_of finding; /* of kind CHECK_UNWRITTEN: where, who, how */
    uint32_t k, lane;
};

typedef void race_element_fn(struct checked_block *b, const struct observed_access *a,
                             const struct access_element *e);

/* Compares the accesses of the lanes, one after the other, reports races, and remembers them. `element` is called for each element of
 * each lane before that. */
void race_check(struct checked_block *b, const struct observed_access *a, race_element_fn *element);

/* Before a store or an atomic: keeps the values that were written before, since two writes of one value are no race. */
void race_before(struct checked_block *b, const struct observed_place *p);

/* The same for accesses that conflict with nothing, compiled for an instruction set. */
struct race_quick {
    /* False: race_check is to look at the access; what this has remembered does no harm. */
    bool (*look)(struct checked_block *b, const struct observed_ahead *a);
};

extern const struct race_quick race_quick_base, race_quick_avx2, race_quick_avx512;
