/* SPDX-License-Identifier: Apache-2.0 */
/* Sorting across ranks. Each rank sorts its part. The key at the start of each rank's block of the result is then found by bisection over the
 * bits of keys, which needs nothing but counts; equal keys stay in the order of the ranks. So the ranks exchange exactly their blocks,
 * whatever the keys, and the result is that of the sort in one rank. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "compute/across/across.h"

struct sorted {
    const struct job *j;
    const char *bytes; /* of the sorted part, on the host */
    struct dtype dtype;
    int64_t n;
    struct array_part part; /* of the result */
};

/* A number in the order of kernels/sort.cu: -0 equals 0, and NaN comes last. */
static uint64_t key_of(struct dtype t, const char *element)
{
    const uint64_t sign = (uint64_t) 1 << 63;
    enum dtype_class class = dtype_row(t.kind)->class;
    uint64_t bits = 0;
    if (class != DTYPE_SIGNED && class != DTYPE_UNSIGNED && class != DTYPE_TRUTH) {
        double v = dtype_double(t, element) + 0.0;
        memcpy(&bits, &v, sizeof bits);
        return isnan(v) ? UINT64_MAX : bits & sign ? ~bits : bits | sign;
    }
    memcpy(&bits, element, t.size);
    if (class != DTYPE_SIGNED)
        return bits;
    uint32_t unused = 64 - 8 * t.size;
    return (uint64_t) ((int64_t) (bits << unused) >> unused) ^ sign;
}

/* How many keys of this rank are below the key, or (with_equal) not above it. */
static int64_t count_below(const struct sorted *s, uint64_t key, bool with_equal)
{
    int64_t low = 0, high = s->n;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        uint64_t at = key_of(s->dtype, s->bytes + middle * s->dtype.size);
        if (at < key || (with_equal && at == key))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static int64_t start_of(const struct sorted *s, int32_t rank)
{
    int64_t first, count;
    part_rows(&s->part, rank, &first, &count);
    return first;
}

/* keys[r]: the key of the result's element number start_of(r), or the greatest one. */
static bool find_keys(const struct sorted *s, uint64_t *keys)
{
    int32_t ranks = s->part.ranks;
    int64_t *below = xcalloc((size_t) ranks, sizeof *below);
    bool ok = true;
    memset(keys, 0, (size_t) ranks * sizeof *keys);
    for (int bit = 63; bit >= 0 && ok; bit--) {
        for (int32_t r = 0; r < ranks; r++)
            below[r] = count_below(s, keys[r] | (uint64_t) 1 << bit, false);
        ok = across_sum(s->j, below, ranks);
        for (int32_t r = 0; r < ranks && ok; r++)
            keys[r] |= below[r] <= start_of(s, r) ? (uint64_t) 1 << bit : 0;
    }
    free(below);
    return ok;
}

/* cuts[r * ranks + q]: the first element of rank q's sorted part that goes to rank r or a later one. */
static bool find_cuts(const struct sorted *s, const uint64_t *keys, int64_t *cuts)
{
    int32_t ranks = s->part.ranks, me = s->part.rank;
    size_t entries = (size_t) ranks * (size_t) ranks;
    int64_t *equal = xcalloc(entries, sizeof *equal);
    memset(cuts, 0, entries * sizeof *cuts);
    for (int32_t r = 0; r < ranks; r++) {
        cuts[r * ranks + me] = count_below(s, keys[r], false);
        equal[r * ranks + me] = count_below(s, keys[r], true) - cuts[r * ranks + me];
    }
    bool ok =
        across_sum(s->j, cuts, (int64_t) entries) && across_sum(s->j, equal, (int64_t) entries);
    for (int32_t r = 0; r < ranks && ok; r++) {
        int64_t missing = start_of(s, r);
        for (int32_t q = 0; q < ranks; q++)
            missing -= cuts[r * ranks + q];
        for (int32_t q = 0; q < ranks;
             q++) { /* those equal to the key fill up, in the ranks' order */
            int64_t taken = missing < equal[r * ranks + q] ? missing : equal[r * ranks + q];
            cuts[r * ranks + q] += taken;
            missing -= taken;
        }
    }
    free(equal);
    return ok;
}

/* Sends each rank what lies between its cut and the next one. */
static bool exchange(const struct sorted *s, const int64_t *cuts, const int64_t *counts, char *to)
{
    int32_t ranks = s->part.ranks, me = s->part.rank;
    size_t n = (size_t) ranks;
    char **sent = xcalloc(n, sizeof *sent), **received = xcalloc(n, sizeof *received);
    int64_t *sent_bytes = xcalloc(n, sizeof *sent_bytes),
            *received_bytes = xcalloc(n, sizeof *received_bytes);
    for (int32_t r = 0; r < ranks; r++) {
        int64_t from = cuts[r * ranks + me],
                end = r + 1 < ranks ? cuts[(r + 1) * ranks + me] : counts[me],
                own = cuts[me * ranks + r],
                own_end = me + 1 < ranks ? cuts[(me + 1) * ranks + r] : counts[r];
        sent[r] = (char *) (uintptr_t) s->bytes + from * s->dtype.size;
        sent_bytes[r] = (end - from) * s->dtype.size;
        received[r] = to;
        received_bytes[r] = (own_end - own) * s->dtype.size;
        to += received_bytes[r];
    }
    bool ok = s->j->link->exchange(s->j->link->user, sent, sent_bytes, received, received_bytes,
                                   s->j->diags, s->j->at);
    free(sent);
    free(received);
    free(sent_bytes);
    free(received_bytes);
    return ok;
}

/* The elements of this rank's block, in `to`. */
static bool redistribute(const struct sorted *s, char *to)
{
    size_t ranks = (size_t) s->part.ranks;
    uint64_t *keys = xcalloc(ranks, sizeof *keys);
    int64_t *cuts = xcalloc(ranks * ranks, sizeof *cuts), *counts = xcalloc(ranks, sizeof *counts);
    counts[s->part.rank] = s->n;
    bool ok = find_keys(s, keys) && find_cuts(s, keys, cuts) &&
              across_sum(s->j, counts, (int64_t) ranks) && exchange(s, cuts, counts, to);
    free(keys);
    free(cuts);
    free(counts);
    return ok;
}

struct array *across_sort(const struct job *j, const struct array *x)
{
    struct array *local = array_local(x), *sorted = compute_sort(j, local, false), *out = NULL;
    struct sorted s = {.j = j,
                       .dtype = x->dtype,
                       .n = x->shape[0],
                       .part = part_of_rows(x->part.rank, x->part.ranks, x->part.whole)};
    array_unref(&local);
    if (!sorted || x->part.ranks == 1) {
        if (sorted)
            sorted->part = s.part;
        return sorted;
    }
    int64_t first, count;
    part_rows(&s.part, s.part.rank, &first, &count);
    char *mine = xmalloc((size_t) array_bytes(sorted) + 1),
         *block = xmalloc((size_t) (count * x->dtype.size) + 1);
    struct array *mixed = compute_temporary(j, x->dtype, 1, &count);
    s.bytes = mine;
    if (mixed && across_read(j, sorted, mine)) {
        if (!redistribute(&s, block)) {
            array_unref(&sorted);
            array_unref(&mixed);
            return NULL; /* the memory stays */
        }
        out = across_write(j, mixed, block) ? compute_sort(j, mixed, false) : NULL;
    }
    if (out)
        out->part = s.part;
    free(mine);
    free(block);
    array_unref(&sorted);
    array_unref(&mixed);
    return out;
}
