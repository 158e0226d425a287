/* SPDX-License-Identifier: Apache-2.0 */
/* What is known of a watched object; see vm_unwritten.c. */
#pragma once
#include "base/space.h"

enum { UNWRITTEN_UNIT = 4 }; /* bytes */

/* Where object.unwritten points to. Such an object is live, and not reported. */
struct unwritten {
    uint64_t left;  /* units that have not been written */
    uint64_t looks; /* accesses until the watch ends */
    uint64_t written[];
};

/* Notes an access of 1 to 8 bytes, within a watched object, for machine code. false: it reads what was not written, or is
 * not as simple: the watch ends with it, or two words have its units. */
static inline SPACE_GENERAL_REGISTERS bool unwritten_note(struct unwritten *w, uint64_t offset,
                                                          uint64_t n, bool writes)
{
    uint64_t first = offset / UNWRITTEN_UNIT, more = (offset + n - 1) / UNWRITTEN_UNIT - first;
    uint64_t word = w->written[first / 64], bits = (((uint64_t) 2 << more) - 1) << first % 64;
    if (w->left <= 3 || !w->looks || first % 64 + more > 63 || (!writes && !(word & bits)))
        return false;
    w->looks--;
    bits &= ~word;
    if (!writes || !bits)
        return true;
    w->written[first / 64] = word | bits;
    for (; bits; bits &= bits - 1)
        w->left--;
    return true;
}
