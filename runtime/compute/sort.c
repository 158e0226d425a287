/* SPDX-License-Identifier: Apache-2.0 */
/* Radix sort and unique. kernels/sort.cu has the algorithms. */
#include <inttypes.h>
#include <stdio.h>

#include "base/check.h"
#include "compute/compute.h"

enum { WARP = 32, CHUNK_LEAST = 2048, CHUNKS_MOST = 512 };

struct sort_pass {
    struct array *keys[2], *index[2]; /* swapped after each pass */
    struct array *counts;
    uint32_t n, chunk;
    uint32_t bits; /* of a digit */
};

static void sorting_free(struct sort_pass *s)
{
    for (int k = 0; k < 2; k++) {
        array_unref(&s->keys[k]);
        array_unref(&s->index[k]);
    }
    array_unref(&s->counts);
}

static bool pass(const struct job *j, struct sort_pass *s, uint32_t shift, bool indices, int from)
{
    uint32_t chunks = blocks_of(s->n, s->chunk), entries = chunks << s->bits;
    const char *type = s->keys[0]->dtype.name;
    uint64_t keys = array_address(s->keys[from]), to_keys = array_address(s->keys[!from]),
             counts = array_address(s->counts),
             index = indices && shift ? array_address(s->index[from]) : 0,
             to_index = indices ? array_address(s->index[!from]) : 0;
    struct work count = {
        .library = "sort",
        .kernel = "warpcell::radix_count",
        .args = type,
        .grid = {chunks, 1, 1},
        .block = {WARP,   1, 1}
    };
    struct work scan = {
        .library = "scan",
        .kernel = "warpcell::scan_sums",
        .args = "unsigned",
        .grid = {1,    1, 1},
        .block = {WARP, 1, 1}
    };
    struct work move = count;
    char args[96];
    snprintf(args, sizeof args, "%s, %u", type, s->bits);
    count.args = launch_name(j->launcher, args);
    snprintf(args, sizeof args, "%s, %u, %s", type, s->bits, indices ? "true" : "false");
    move.kernel = "warpcell::radix_move";
    move.args = launch_name(j->launcher, args);
    struct work_arg counted[] = {ARG(s->n), ARG(s->chunk), ARG(shift), ARG(keys), ARG(counts)};
    struct work_arg moved[] = {ARG(s->n),  ARG(s->chunk), ARG(shift),   ARG(keys),
                               ARG(index), ARG(counts),   ARG(to_keys), ARG(to_index)};
    return compute_run(j, &count, counted, 5) &&
           compute_run(j, &scan, (struct work_arg[]){ARG(entries), ARG(counts)}, 2) &&
           compute_run(j, &move, moved, 8);
}

/* Chooses the chunks and makes the buffers. false: a diag was recorded. */
static bool sort_open(const struct job *j, struct sort_pass *s, const struct array *x, bool indices)
{
    struct dtype number = dtype_of(DTYPE_I32), count = dtype_of(DTYPE_U32);
    s->n = (uint32_t) x->shape[0];
    uint32_t most = device_props(launcher_opened(j->launcher))->multiprocessors * 16,
             chunk = blocks_of(s->n, most < CHUNKS_MOST ? most : CHUNKS_MOST);
    s->bits = x->dtype.size > 2 ? 11 : 8;
    s->chunk = chunk < CHUNK_LEAST ? CHUNK_LEAST : (chunk + WARP - 1) / WARP * WARP;
    s->keys[0] = compute_dense(j, x, x->dtype);
    s->keys[1] = compute_temporary(j, x->dtype, 1, x->shape);
    s->counts = compute_temporary(j, count, 1,
                                  &(int64_t){((int64_t) blocks_of(s->n, s->chunk) << s->bits) + 1});
    for (int k = 0; k < 2 && indices; k++)
        s->index[k] = compute_temporary(j, number, 1, x->shape);
    return s->keys[0] && s->keys[1] && s->counts && (!indices || (s->index[0] && s->index[1]));
}

/* The first pass may read the caller's own array, which no pass may write: the next one gets a buffer in its place. */
static bool first_pass(const struct job *j, struct sort_pass *s, const struct array *x,
                       bool indices)
{
    if (x->dtype.size == 1 || s->keys[0]->storage != x->storage)
        return pass(j, s, 0, indices, 0);
    struct array *buffer = compute_temporary(j, x->dtype, 1, x->shape);
    bool ok = buffer && pass(j, s, 0, indices, 0);
    array_unref(&s->keys[0]);
    s->keys[0] = buffer;
    return ok;
}

/* One launch, which the host's library takes. */
static struct array *sort_at_once(const struct job *j, const struct array *x, bool indices)
{
    struct dtype number = dtype_of(DTYPE_I32);
    struct array *keys = compute_dense(j, x, x->dtype),
                 *to[2] = {indices ? compute_temporary(j, x->dtype, 1, x->shape)
                                   : compute_result(j, x->dtype, 1, x->shape, x, NULL),
                           compute_temporary(j, x->dtype, 1, x->shape)},
                 *index[2] = {indices ? compute_result(j, number, 1, x->shape, x, NULL) : NULL,
                              indices ? compute_temporary(j, number, 1, x->shape) : NULL},
                 *out = NULL;
    bool ok = keys && to[0] && to[1] && (!indices || (index[0] && index[1]));
    if (ok) {
        char args[96];
        uint32_t n = (uint32_t) x->shape[0];
        uint64_t from = array_address(keys), at[2], places[2] = {0, 0};
        for (int k = 0; k < 2; k++) {
            at[k] = array_address(to[k]);
            places[k] = indices ? array_address(index[k]) : 0;
        }
        snprintf(args, sizeof args, "%s, %s", x->dtype.name, indices ? "true" : "false");
        struct work w = {
            .library = "sort",
            .kernel = "warpcell::sort_all",
            .args = launch_name(j->launcher, args),
            .grid = {1,    1, 1},
            .block = {WARP, 1, 1}
        };
        struct work_arg params[] = {ARG(n),     ARG(from),      ARG(at[0]),
                                    ARG(at[1]), ARG(places[0]), ARG(places[1])};
        if (!n || compute_run(j, &w, params, 6))
            out = array_ref(indices ? index[0] : to[0]);
    }
    array_unref(&keys);
    for (int k = 0; k < 2; k++) {
        array_unref(&to[k]);
        array_unref(&index[k]);
    }
    return out;
}

struct array *compute_sort(const struct job *j, const struct array *x, bool indices)
{
    struct sort_pass s = {0};
    struct array *out = NULL;
    if (x->shape[0] > INT32_MAX) {
        diag_error(j->diags, DIAG_MEMORY, j->at,
                   "an array of %" PRId64 " elements is too long to be sorted", x->shape[0]);
        return NULL;
    }
    struct device *d = launcher_device(j->launcher, j->diags, j->at);
    if (!d)
        return NULL;
    if (device_props(d)->library)
        return sort_at_once(j, x, indices);
    int from = 1; /* the buffer that the last pass wrote */
    bool ok = sort_open(j, &s, x, indices) && (!s.n || first_pass(j, &s, x, indices));
    for (uint32_t shift = s.bits; ok && s.n && shift < 8 * x->dtype.size;
         shift += s.bits, from = !from)
        ok = pass(j, &s, shift, indices, from);
    if (ok)
        out = array_ref(indices ? s.index[from] : s.keys[from]);
    sorting_free(&s);
    return out;
}
