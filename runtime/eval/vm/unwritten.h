/* SPDX-License-Identifier: Apache-2.0 */
/* What is known of a watched object; see vm_unwritten.c. */
#pragma once
#include "base/space.h"

enum {
    UNWRITTEN_UNIT = 4,       /* bytes */
    UNWRITTEN_FEW = 46,       /* units: what is known of so many is a word in the object's record */
    UNWRITTEN_LOOKS = 1 << 16 /* accesses until a watch ends, beyond three for each unit */
};

/* Where object.unwritten points to, for an object of more units. Such an object is live, and not reported. What is written in order, from `run` to
 * `next`, is noted by `next` alone; unwritten_settle marks its units before anybody looks. */
struct unwritten {
    uint64_t left;        /* units that have not been written */
    uint64_t looks;       /* accesses until the watch ends */
    uint64_t start, size; /* of the object */
    uint64_t run, next;   /* addresses */
    uint64_t limit;       /* a write there or later is marked at once: it may be the last */
    uint64_t written[];
};

/* The word of an object of few units: 1, 17 bits for the accesses until the watch ends, a bit for each unit that is written. */
enum { UNWRITTEN_LOOK = 2, UNWRITTEN_LOOK_BITS = 0x3FFFE, UNWRITTEN_SHIFT = 18 };

static inline SPACE_GENERAL_REGISTERS uint64_t unwritten_units(const struct object *o)
{
    return (o->size + UNWRITTEN_UNIT - 1) / UNWRITTEN_UNIT;
}

static inline SPACE_GENERAL_REGISTERS bool unwritten_is_few(const struct object *o)
{
    return (uintptr_t) o->unwritten & 1;
}

static inline SPACE_GENERAL_REGISTERS bool is_watched(const struct object *o)
{
    return o->state == OBJECT_LIVE && o->unwritten;
}

/* The watch of an object of few units begins. */
static inline SPACE_GENERAL_REGISTERS void unwritten_begin(struct object *o)
{
    uint64_t looks = 3 * unwritten_units(o) + UNWRITTEN_LOOKS;
    o->unwritten = (void *) (uintptr_t) (looks * UNWRITTEN_LOOK | 1);
    o->open = false;
}

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
    if (fresh == UINT64_MAX) {
        w->left -= 64;
        return;
    }
    for (; fresh; fresh &= fresh - 1)
        w->left--;
}

static inline SPACE_GENERAL_REGISTERS void unwritten_settle(struct unwritten *w)
{
    if (w->next == w->run)
        return;
    uint64_t first = (w->run - w->start) / UNWRITTEN_UNIT,
             last = (w->next - 1 - w->start) / UNWRITTEN_UNIT, units = last - first + 1;
    for (uint64_t word = first / 64; word <= last / 64; word++)
        unwritten_mark(w, word, unwritten_bits(first, last, word));
    w->looks -= units < w->looks ? units : w->looks;
    w->run = w->next;
}

/* Notes an access to units of an object of few. false: it reads what was not written. */
static inline SPACE_GENERAL_REGISTERS bool unwritten_note_few(struct object *o, uint64_t first,
                                                              uint64_t last, bool writes)
{
    uint64_t w = (uintptr_t) o->unwritten, bits = unwritten_bits(first, last, 0) << UNWRITTEN_SHIFT,
             all = unwritten_bits(0, unwritten_units(o) - 1, 0) << UNWRITTEN_SHIFT;
    bool ends = !(w & UNWRITTEN_LOOK_BITS) || (writes && ((w | bits) & all) == all);
    if (ends) {
        o->unwritten = NULL;
        o->open = true;
        return true;
    }
    if (!writes && !(w & bits))
        return false;
    o->unwritten = (void *) (uintptr_t) ((writes ? w | bits : w) - UNWRITTEN_LOOK);
    return true;
}

/* Notes an access of 1 to 8 bytes, within a watched object, for machine code. false: it reads what was not written, or is
 * not as simple: the watch ends with it, or two words have its units. */
static inline SPACE_GENERAL_REGISTERS bool unwritten_note(struct object *o, uint64_t offset,
                                                          uint64_t n, bool writes)
{
    struct unwritten *w = o->unwritten;
    uint64_t first = offset / UNWRITTEN_UNIT, last = (offset + n - 1) / UNWRITTEN_UNIT,
             word = first / 64;
    if (unwritten_is_few(o))
        return unwritten_note_few(o, first, last, writes);
    unwritten_settle(w);
    if (w->left <= 3 || !w->looks || last / 64 != word)
        return false;
    uint64_t bits = unwritten_bits(first, last, word);
    if (!writes && !(w->written[word] & bits))
        return false;
    w->looks--;
    if (writes) {
        unwritten_mark(w, word, bits);
        w->run = w->next = o->start + offset + n;
    }
    return true;
}
