/* SPDX-License-Identifier: Apache-2.0 */
/* Bitmaps of what is written, one for each allocation. They are large and sparse, so they come from calloc, whose pages cost nothing
 * until they are touched. Blocks on different host threads set bits of one byte, so bits are set atomically. */
#include "device/cpu/check/memory/check_written.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/vec.h"

struct written {
    pthread_rwlock_t lock;          /* of the list, not of the bits */
    VEC(struct written_range) list; /* by start */
    _Atomic uint32_t changes;       /* of the list */
};

struct written *written_new(void)
{
    struct written *w = xcalloc(1, sizeof *w);
    pthread_rwlock_init(&w->lock, NULL);
    return w;
}

void written_free(struct written **at)
{
    struct written *w = *at;
    VEC_EACH (r, &w->list)
        free(r->bits);
    VEC_FREE(&w->list);
    pthread_rwlock_destroy(&w->lock);
    free(w);
    *at = NULL;
}

/* The number of ranges that start at or before the address. */
static size_t up_to(const struct written *w, uint64_t address)
{
    size_t low = 0, high = w->list.n;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (w->list.at[middle].start <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static const struct written_range *range_of(const struct written *w, uint64_t address)
{
    size_t i = up_to(w, address);
    const struct written_range *r = i ? w->list.at + i - 1 : NULL;
    return r && address - r->start < r->size ? r : NULL;
}

static void remove_at(struct written *w, size_t i)
{
    free(w->list.at[i].bits);
    w->changes++;
    memmove(w->list.at + i, w->list.at + i + 1, (w->list.n - i - 1) * sizeof *w->list.at);
    w->list.n--;
}

void written_released(struct written *w, uint64_t start)
{
    pthread_rwlock_wrlock(&w->lock);
    size_t i = up_to(w, start);
    if (i && w->list.at[i - 1].start == start)
        remove_at(w, i - 1);
    pthread_rwlock_unlock(&w->lock);
}

void written_allocated(struct written *w, uint64_t start, uint64_t size)
{
    written_released(w, start);
    pthread_rwlock_wrlock(&w->lock);
    size_t i = up_to(w, start);
    struct written_range new = {start, size, xcalloc(1, size / 8 + 1), 0, 0};
    w->changes++;
    VEC_PUSH(&w->list, new);
    memmove(w->list.at + i + 1, w->list.at + i, (w->list.n - 1 - i) * sizeof *w->list.at);
    w->list.at[i] = new;
    pthread_rwlock_unlock(&w->lock);
}

/* The bits of [from, to) in the byte of `from`. */
static unsigned char bits_of(uint64_t from, uint64_t to)
{
    uint64_t end = to - from / 8 * 8;
    return (unsigned char) (0xffu << from % 8 & (end < 8 ? (1u << end) - 1 : 0xff));
}

static void mark_bits(const struct written_range *r, uint64_t from, uint64_t to)
{
    for (uint64_t next; from < to; from = next) {
        unsigned char *at = r->bits + from / 8, bits = bits_of(from, to);
        next = from / 8 * 8 + 8;
        if (bits == 0xff && to - from >= 64) {
            next = to / 8 * 8;
            memset(at, 0xff, (next - from) / 8);
        } else if ((__atomic_load_n(at, __ATOMIC_RELAXED) & bits) != bits) {
            __atomic_fetch_or(at, bits, __ATOMIC_RELAXED);
        }
    }
}

static bool bit(const struct written_range *r, uint64_t at)
{
    return __atomic_load_n(r->bits + at / 8, __ATOMIC_RELAXED) >> at % 8 & 1;
}

void written_mark(struct written *w, uint64_t address, uint64_t size)
{
    pthread_rwlock_rdlock(&w->lock);
    const struct written_range *r = range_of(w, address);
    if (r) {
        uint64_t from = address - r->start, left = r->size - from;
        mark_bits(r, from, from + (size < left ? size : left));
    }
    pthread_rwlock_unlock(&w->lock);
}

void written_unmark(struct written *w, uint64_t address, uint64_t size)
{
    pthread_rwlock_rdlock(&w->lock);
    const struct written_range *r = range_of(w, address);
    w->changes++;
    for (uint64_t i = 0; r && i < size && address + i - r->start < r->size; i++) {
        uint64_t at = address + i - r->start;
        __atomic_fetch_and(r->bits + at / 8, (unsigned char) ~(1 << at % 8), __ATOMIC_RELAXED);
    }
    pthread_rwlock_unlock(&w->lock);
}

uint32_t written_bits(struct written *w, uint64_t address, uint32_t size)
{
    uint32_t bits = 0;
    pthread_rwlock_rdlock(&w->lock);
    const struct written_range *r = range_of(w, address);
    for (uint32_t i = 0; r && i < size; i++)
        bits |= (uint32_t) (address + i - r->start < r->size && bit(r, address + i - r->start))
                << i;
    pthread_rwlock_unlock(&w->lock);
    return r ? bits : UINT32_MAX;
}

bool written_range_of(struct written *w, uint64_t address, struct written_range *r)
{
    if (address - r->start < r->size && r->changes == w->changes)
        return true;
    pthread_rwlock_rdlock(&w->lock);
    const struct written_range *found = range_of(w, address);
    *r = found ? *found : (struct written_range){0};
    r->changes = w->changes;
    pthread_rwlock_unlock(&w->lock);
    return found;
}

bool written_look(struct written_range *r, uint64_t end)
{
    enum { EACH = 64, LOOKS = 4096 };

    uint64_t to = end - r->start, eight = UINT64_MAX;
    for (uint32_t k = 0; k < LOOKS && r->full < to && r->size - r->full >= EACH; k++) {
        memcpy(&eight, r->bits + r->full / 8, sizeof eight);
        if (eight != UINT64_MAX)
            return false;
        r->full += EACH;
    }
    return r->full >= to;
}

bool written_all(const struct written_range *r, uint64_t address, uint32_t size)
{
    uint64_t from = address - r->start, to = from + size;
    if (to > r->size)
        return false;
    for (uint64_t next; from < to; from = next) {
        unsigned char bits = bits_of(from, to);
        uint64_t eight = 0;
        next = from / 8 * 8 + 8;
        if (from % 8 == 0 && to - from >= 64) {
            memcpy(&eight, r->bits + from / 8, sizeof eight);
            next = from + 64;
            bits = 0;
        }
        if (bits ? (r->bits[from / 8] & bits) != bits : eight != UINT64_MAX)
            return false;
    }
    return true;
}

void written_fill(const struct written_range *r, uint64_t address, uint64_t size)
{
    uint64_t from = address - r->start, left = r->size - from;
    mark_bits(r, from, from + (size < left ? size : left));
}

void written_copy(struct written *w, uint64_t to, uint64_t from, uint64_t size)
{
    pthread_rwlock_rdlock(&w->lock);
    const struct written_range *a = range_of(w, from), *b = range_of(w, to);
    w->changes++;
    for (uint64_t k = 0; b && k < size; k++) {
        uint64_t i = to < from ? k : size - 1 - k; /* as memmove */
        uint64_t at = to + i - b->start;
        bool is = !a || from + i - a->start >= a->size || bit(a, from + i - a->start);
        if (at >= b->size)
            continue;
        unsigned char one = (unsigned char) (1 << at % 8);
        if (is)
            __atomic_fetch_or(b->bits + at / 8, one, __ATOMIC_RELAXED);
        else
            __atomic_fetch_and(b->bits + at / 8, (unsigned char) ~one, __ATOMIC_RELAXED);
    }
    pthread_rwlock_unlock(&w->lock);
}

/* ---- copies of pages ---- */

bool written_knows(struct written *w, uint64_t address)
{
    pthread_rwlock_rdlock(&w->lock);
    bool known = range_of(w, address);
    pthread_rwlock_unlock(&w->lock);
    return known;
}

/* The allocations with bytes in a page, one after the other: [*from, *to) in the i-th. Allocations begin at multiples of 8. */
static const struct written_range *in_page(const struct written *w, uint64_t page, size_t i,
                                           uint64_t *from, uint64_t *to)
{
    const struct written_range *r = i < w->list.n ? w->list.at + i : NULL;
    if (!r || r->start >= page + WRITTEN_PAGE)
        return NULL;
    *from = r->start > page ? r->start : page;
    *to = r->start + r->size < page + WRITTEN_PAGE ? r->start + r->size : page + WRITTEN_PAGE;
    return r;
}

static size_t first_in_page(const struct written *w, uint64_t page)
{
    size_t i = up_to(w, page);
    return i && page - w->list.at[i - 1].start < w->list.at[i - 1].size ? i - 1 : i;
}

void written_save(struct written *w, uint64_t page, struct written_copy *out)
{
    uint64_t from, to;
    const struct written_range *r;
    pthread_rwlock_rdlock(&w->lock);
    for (size_t i = first_in_page(w, page); (r = in_page(w, page, i, &from, &to)); i++) {
        memcpy(out->bytes + (from - page), (const void *) (uintptr_t) from, to - from);
        memcpy(out->bits + (from - page) / 8, r->bits + (from - r->start) / 8, (to - from + 7) / 8);
    }
    pthread_rwlock_unlock(&w->lock);
}

void written_restore(struct written *w, uint64_t page, const struct written_copy *copy)
{
    uint64_t from, to;
    const struct written_range *r;
    pthread_rwlock_rdlock(&w->lock);
    w->changes++;
    for (size_t i = first_in_page(w, page); (r = in_page(w, page, i, &from, &to)); i++) {
        memcpy((void *) (uintptr_t) from, copy->bytes + (from - page), to - from);
        memcpy(r->bits + (from - r->start) / 8, copy->bits + (from - page) / 8,
               (to - from + 7) / 8);
    }
    pthread_rwlock_unlock(&w->lock);
}
