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

/* Of the units from `first` to `last`, those whose bits are in that word of `written`. */
static inline SPACE_GENERAL_REGISTERS uint64_t unwritten_bits(uint64_t first, uint64_t last,
                                                              uint64_t word)
{
    uint64_t from = word == first / 64 ? first % 64 : 0, to = word == last / 64 ? last % 64 : 63;
    return UINT64_MAX >> (63 - to + from) << from;
}

static inline SPACE_GENERAL_REGISTERS void unwritten_mark(struct unwritten *w, uint64_t word,
                                                          uint64_t bits)
{
    uint64_t fresh = bits & ~w->written[word];
    w->written[word] |= fresh;
    for (; fresh; fresh &= fresh - 1)
        w->left--;
}

/* Notes an access of 1 to 8 bytes, within a watched object, for machine code. false: it reads what was not written, or is
 * not as simple: the watch ends with it, or two words have its units. */
static inline SPACE_GENERAL_REGISTERS bool unwritten_note(struct unwritten *w, uint64_t offset,
                                                          uint64_t n, bool writes)
{
    uint64_t first = offset / UNWRITTEN_UNIT, last = (offset + n - 1) / UNWRITTEN_UNIT,
             word = first / 64;
    if (w->left <= 3 || !w->looks || last / 64 != word)
        return false;
    uint64_t bits = unwritten_bits(first, last, word);
    if (!writes && !(w->written[word] & bits))
        return false;
    w->looks--;
    if (writes)
        unwritten_mark(w, word, bits);
    return true;
}
