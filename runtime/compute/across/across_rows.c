/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of arrays across ranks, fetched from where they are. Each rank knows which rows all ranks have and want, so they exchange nothing but the
 * rows. These go through host memory; a rank's own rows are copied on its device. */
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/vec.h"
#include "compute/across/across.h"

/* ---- between arrays and host memory ---- */

bool across_read(const struct job *j, const struct array *a, void *to)
{
    struct device_fault fault;
    return !array_count(a) ||
           launch_status(j->launcher, array_read(a, to, &fault), &fault, j->diags, j->at);
}

bool across_write(const struct job *j, const struct array *a, const void *from)
{
    struct device_fault fault;
    return !array_count(a) ||
           launch_status(j->launcher, array_write(a, from, &fault), &fault, j->diags, j->at);
}

/* ---- which rows ---- */

struct row_range {
    int64_t first, count;
};

/* Rows that one rank has and another wants: from and to are counted in their arrays. */
struct row_piece {
    int64_t from, to, count;
};

typedef VEC(struct row_piece) piece_vec;

struct plan { /* of one rank, for each rank */
    piece_vec *send, *receive;
    char **sent, **received;
    int64_t *sent_bytes, *received_bytes;
    int32_t ranks;
};

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Row i is also row i + whole, i + 2 * whole, and so on. */
static void intersect(struct row_range has, struct row_range wants, int64_t whole, piece_vec *out)
{
    if (!has.count || !wants.count)
        return;
    int64_t before = wants.first - has.first - has.count,
            shift = before < 0 ? -(-before / whole) * whole : (before / whole + 1) * whole;
    for (; has.first + shift < wants.first + wants.count; shift += whole) {
        int64_t first = has.first + shift, low = first > wants.first ? first : wants.first,
                high = least(first + has.count, wants.first + wants.count);
        if (low < high)
            VEC_PUSH(out, ((struct row_piece){low - first, low - wants.first, high - low}));
    }
}

static int64_t rows_in(const piece_vec *pieces)
{
    int64_t n = 0;
    VEC_EACH (p, pieces)
        n += p->count;
    return n;
}

static void plan_free(struct plan *p)
{
    for (int32_t r = 0; r < p->ranks; r++) {
        VEC_FREE(p->send + r);
        VEC_FREE(p->receive + r);
        free(p->sent[r]);
        free(p->received[r]);
    }
    free(p->send);
    free(p->receive);
    free(p->sent);
    free(p->received);
    free(p->sent_bytes);
    free(p->received_bytes);
}

static void plan_make(struct plan *p, const struct array_part *part, const struct row_range *wants,
                      int64_t row_bytes)
{
    size_t n = (size_t) part->ranks;
    struct row_range mine;
    *p = (struct plan){.send = xcalloc(n, sizeof *p->send),
                       .receive = xcalloc(n, sizeof *p->receive),
                       .sent = xcalloc(n, sizeof *p->sent),
                       .received = xcalloc(n, sizeof *p->received),
                       .sent_bytes = xcalloc(n, sizeof *p->sent_bytes),
                       .received_bytes = xcalloc(n, sizeof *p->received_bytes),
                       .ranks = part->ranks};
    part_rows(part, part->rank, &mine.first, &mine.count);
    for (int32_t r = 0; r < p->ranks; r++) {
        struct row_range has;
        part_rows(part, r, &has.first, &has.count);
        intersect(has, wants[part->rank], part->whole, p->receive + r);
        if (r == part->rank)
            continue; /* copied on the device */
        intersect(mine, wants[r], part->whole, p->send + r);
        p->sent_bytes[r] = rows_in(p->send + r) * row_bytes;
        p->received_bytes[r] = rows_in(p->receive + r) * row_bytes;
    }
}

/* ---- moving them ---- */

/* Host memory for what goes to each rank and comes from it. */
static bool pack(const struct job *j, struct plan *p, const struct array *a, int64_t row_bytes)
{
    bool ok = true;
    for (int32_t r = 0; r < p->ranks && ok; r++) {
        char *to = p->sent[r] = p->sent_bytes[r] ? xmalloc((size_t) p->sent_bytes[r]) : NULL;
        p->received[r] = p->received_bytes[r] ? xmalloc((size_t) p->received_bytes[r]) : NULL;
        for (size_t i = 0; i < p->send[r].n && ok; i++) {
            const struct row_piece *piece = p->send[r].at + i;
            struct array *rows = array_rows(a, piece->from, piece->count);
            ok = across_read(j, rows, to);
            to += piece->count * row_bytes;
            array_unref(&rows);
        }
    }
    return ok;
}

static bool unpack(const struct job *j, const struct plan *p, const struct array *a,
                   const struct array *out, int64_t row_bytes)
{
    bool ok = true;
    for (int32_t r = 0; r < p->ranks; r++) {
        const char *from = p->received[r];
        for (size_t i = 0; i < p->receive[r].n && ok; i++) {
            const struct row_piece *piece = p->receive[r].at + i;
            struct array *to = array_rows(out, piece->to, piece->count),
                         *own = array_rows(a, r == a->part.rank ? piece->from : 0,
                                           r == a->part.rank ? piece->count : 0);
            ok = r == a->part.rank ? compute_copy(j, to, own) : across_write(j, to, from);
            from += r == a->part.rank ? 0 : piece->count * row_bytes;
            array_unref(&to);
            array_unref(&own);
        }
    }
    return ok;
}

struct array *across_fetch(const struct job *j, const struct array *a,
                           void (*want)(const void *user, int32_t rank, int64_t *first,
                                        int64_t *count),
                           const void *user)
{
    struct plan p;
    int64_t row_bytes = a->dtype.size, shape[ARRAY_RANK_MAX];
    struct row_range *wants = xcalloc((size_t) a->part.ranks, sizeof *wants);
    for (int32_t r = 0; r < a->part.ranks; r++)
        want(user, r, &wants[r].first, &wants[r].count);
    for (uint32_t k = 1; k < a->rank; k++)
        row_bytes *= shape[k] = a->shape[k];
    shape[0] = wants[a->part.rank].count;
    plan_make(&p, &a->part, wants, row_bytes);
    free(wants);
    struct array *out = compute_temporary(j, a->dtype, a->rank, shape);
    bool packed = out && pack(j, &p, a, row_bytes);
    if (packed && p.ranks > 1 &&
        !j->link->exchange(j->link->user, p.sent, p.sent_bytes, p.received, p.received_bytes,
                           j->diags, j->at)) {
        array_unref(&out);
        return NULL; /* the plan's memory stays */
    }
    if (!packed || !unpack(j, &p, a, out, row_bytes))
        array_unref(&out);
    plan_free(&p);
    return out;
}

static void want_all(const void *user, int32_t rank, int64_t *first, int64_t *count)
{
    (void) rank;
    *first = 0;
    *count = ((const struct array_part *) user)->whole;
}

struct array *across_gather(const struct job *j, const struct array *a)
{
    return across_fetch(j, a, want_all, &a->part);
}

static void want_part(const void *user, int32_t rank, int64_t *first, int64_t *count)
{
    part_rows(user, rank, first, count);
}

struct array *across_rows(const struct job *j, const struct array *a, const struct array_part *part)
{
    return across_fetch(j, a, want_part, part);
}

bool across_sum(const struct job *j, int64_t *v, int64_t n)
{
    int32_t ranks = j->link->ranks;
    size_t bytes = (size_t) n * sizeof *v;
    if (ranks == 1 || !n)
        return true;
    int64_t *mine = xmalloc(bytes), *all = xmalloc(bytes * (size_t) ranks);
    memcpy(mine, v, bytes);
    if (!j->link->share(j->link->user, mine, (int64_t) bytes, all, j->diags, j->at))
        return false;
    memset(v, 0, bytes);
    for (int32_t r = 0; r < ranks; r++)
        for (int64_t i = 0; i < n; i++)
            v[i] += all[r * n + i];
    free(mine);
    free(all);
    return true;
}
