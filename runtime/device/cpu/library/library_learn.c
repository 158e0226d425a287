/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of compute/kernels/learn.cu by the loops of loops_learn.c. Rows are divided among threads; each has sums of its own, which are joined in
 * the order of the rows. */
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/check.h"
#include "device/cpu/library/library_impl.h"
#include "device/cpu/loops/loops_learn.h"

enum { STEP = 1 << 12 /* rows between looks at the interrupt flag */, ROWS_LEAST = 1 << 12 };

struct learn_work {
    const struct library_call *call;
    const struct learn_loops *loops;
    uint32_t size, parts; /* of a number, bytes */
    uint64_t n, row, d, k, first, end, sum_count;
    const char *x, *other, *shift;
    const double *weights;
    int32_t *labels, *counts, *parent;
    char *out;
    double limit;
    int32_t least;
    double *sums; /* of all parts */
};

static uint64_t long_param(const struct library_call *c, uint32_t index)
{
    return (uint64_t) library_long(c, index);
}

static uint64_t int_param(const struct library_call *c, uint32_t index)
{
    return (uint64_t) (uint32_t) library_int(c, index);
}

static struct learn_work work_of(const struct library_call *c)
{
    bool large = c->row->type == LOOP_F64;
    return (struct learn_work){.call = c, .loops = c->loops->learn + large, .size = large ? 8 : 4};
}

static char *numbers(const struct learn_work *w, uint32_t index, uint64_t count)
{
    return library_range(w->call, index, 0, count * w->size, w->size);
}

static void *of_size(const struct learn_work *w, uint32_t index, uint64_t count, uint32_t size)
{
    return library_range(w->call, index, 0, count * size, size);
}

/* Runs over the rows in parts; every part has sum_count sums, which are added to `total` afterwards. */
static void run_summed(struct learn_work *w, void (*part)(void *user, uint32_t part), double *total)
{
    w->parts = library_parts(w->call, w->n, ROWS_LEAST);
    w->sums = xcalloc(w->parts * w->sum_count + 1, sizeof *w->sums);
    library_fork(w->call, w->parts, part, w);
    for (uint32_t p = 0; p < w->parts; p++)
        for (uint64_t i = 0; i < w->sum_count; i++)
            total[i] += w->sums[p * w->sum_count + i];
    free(w->sums);
}

static uint64_t part_begin(const struct learn_work *w, uint32_t part)
{
    return w->n * part / w->parts;
}

static bool goes_on(const struct learn_work *w)
{
    return !atomic_load(w->call->interrupted);
}

static uint64_t step_of(uint64_t i, uint64_t end, uint64_t step)
{
    return end - i < step ? end - i : step;
}

/* ---- k-means: (n, d, k, x, centers, labels, sums) ---- */

static void lloyd_part(void *user, uint32_t part)
{
    const struct learn_work *w = user;
    uint64_t end = part_begin(w, part + 1);
    for (uint64_t i = part_begin(w, part); i < end && goes_on(w); i += STEP)
        w->loops->lloyd(w->x + i * w->d * w->size, step_of(i, end, STEP), w->d, w->other, w->k,
                        w->labels + i, w->sums + part * w->sum_count);
}

static bool lloyd(const struct library_call *c)
{
    struct learn_work w = work_of(c);
    w.n = long_param(c, 0);
    w.d = int_param(c, 1);
    w.k = int_param(c, 2);
    w.x = numbers(&w, 3, w.n * w.d);
    w.other = numbers(&w, 4, w.k * w.d);
    w.labels = of_size(&w, 5, w.n, 4);
    w.sum_count = w.k * (w.d + 1) + 2;
    double *sums = of_size(&w, 6, w.sum_count, 8);
    if (!w.x || !w.other || !w.labels || !sums)
        return false;
    run_summed(&w, lloyd_part, sums);
    return true;
}

/* ---- nearest neighbours: (m, d, k, first, end, queries, x, distances, indices) ---- */

static void neighbors_part(void *user, uint32_t part)
{
    enum { QUERIES = 64 }; /* their lists and a tile stay in the cache */
    const struct learn_work *w = user;
    uint64_t end = part_begin(w, part + 1);
    void *room = xmalloc(LEARN_TILE * (w->d + 1) * w->size);
    for (uint64_t q = part_begin(w, part); q < end && goes_on(w); q += QUERIES)
        w->loops->neighbors(w->other + q * w->d * w->size, step_of(q, end, QUERIES), w->x, w->first,
                            w->end, w->d, w->k, w->out + q * w->k * w->size, w->labels + q * w->k,
                            room);
    free(room);
}

static bool neighbors(const struct library_call *c)
{
    struct learn_work w = work_of(c);
    w.n = long_param(c, 0);
    w.d = int_param(c, 1);
    w.k = int_param(c, 2);
    w.first = long_param(c, 3);
    w.end = long_param(c, 4);
    w.other = numbers(&w, 5, w.n * w.d);
    w.x = numbers(&w, 6, w.end * w.d);
    w.out = numbers(&w, 7, w.n * w.k);
    w.labels = of_size(&w, 8, w.n * w.k, 4);
    if (!w.x || !w.other || !w.labels || !w.out || !w.k)
        return false;
    w.parts = library_parts(c, w.n, 1);
    library_fork(c, w.parts, neighbors_part, &w);
    return true;
}

/* ---- moments: (n, d, x, y, shift, sums) ---- */

static void moments_part(void *user, uint32_t part)
{
    const struct learn_work *w = user;
    uint64_t end = part_begin(w, part + 1);
    double *room = xmalloc(LEARN_TILE * (w->d + 2) * sizeof *room);
    for (uint64_t i = part_begin(w, part); i < end && goes_on(w); i += STEP)
        w->loops->moments(w->x + i * w->d * w->size, w->other ? w->other + i * w->size : NULL,
                          step_of(i, end, STEP), w->d, w->shift, w->sums + part * w->sum_count,
                          room);
    free(room);
}

static bool moments(const struct library_call *c)
{
    struct learn_work w = work_of(c);
    w.n = long_param(c, 0);
    w.d = int_param(c, 1);
    w.x = numbers(&w, 2, w.n * w.d);
    bool has_y = long_param(c, 3);
    w.other = has_y ? numbers(&w, 3, w.n) : NULL;
    w.shift = numbers(&w, 4, w.d + 1);
    w.sum_count = (w.d + 2) * (w.d + 2);
    double *sums = of_size(&w, 5, w.sum_count, 8);
    if (!w.x || (has_y && !w.other) || !w.shift || !sums)
        return false;
    run_summed(&w, moments_part, sums);
    return true;
}

/* ---- logistic regression: (n, d, classes, x, labels, w, sums) ---- */

static void softmax_part(void *user, uint32_t part)
{
    const struct learn_work *w = user;
    uint64_t end = part_begin(w, part + 1);
    double *room = xmalloc(LEARN_TILE * (w->d + 2 + w->k) * sizeof *room);
    for (uint64_t i = part_begin(w, part); i < end && goes_on(w); i += STEP)
        w->loops->softmax(w->x + i * w->d * w->size, w->labels + i, step_of(i, end, STEP), w->d,
                          w->k, w->weights, w->sums + part * w->sum_count, room);
    free(room);
}

/* Labels are indices of scores: a wrong one is the kernel's to meet. */
static bool labels_within(const int32_t *labels, uint64_t n, uint64_t classes)
{
    uint32_t most = 0;
    for (uint64_t i = 0; i < n; i++)
        most = (uint32_t) labels[i] > most ? (uint32_t) labels[i] : most;
    return most < (classes == 1 ? 2 : classes);
}

static bool softmax(const struct library_call *c)
{
    struct learn_work w = work_of(c);
    w.n = long_param(c, 0);
    w.d = int_param(c, 1);
    w.k = int_param(c, 2);
    w.x = numbers(&w, 3, w.n * w.d);
    w.labels = of_size(&w, 4, w.n, 4);
    w.weights = of_size(&w, 5, w.k * (w.d + 1), 8);
    w.sum_count = w.k * (w.d + 1) + 1;
    double *sums = of_size(&w, 6, w.sum_count, 8);
    if (!w.x || !w.labels || !w.weights || !sums || !labels_within(w.labels, w.n, w.k))
        return false;
    run_summed(&w, softmax_part, sums);
    return true;
}

/* ---- rows near rows. A part takes tiles of all rows in turn and each of its own rows against them ---- */

struct near_tile {
    const struct learn_work *w;
    char *tile, *squares; /* transposed rows; distances to them */
    uint64_t first, rows;
};

static void near_open(struct near_tile *t, const struct learn_work *w)
{
    *t = (struct near_tile){.w = w,
                            .tile = xmalloc(LEARN_TILE * (w->d + 1) * w->size),
                            .squares = xmalloc(LEARN_TILE * w->size)};
}

static void near_close(struct near_tile *t)
{
    free(t->tile);
    free(t->squares);
}

static void near_read(struct near_tile *t, uint64_t first, uint64_t end)
{
    t->first = first;
    t->rows = step_of(first, end, LEARN_TILE);
    t->w->loops->tile(t->w->x + first * t->w->d * t->w->size, t->rows, t->w->d, t->tile);
}

static void near_row(struct near_tile *t, uint64_t q)
{
    t->w->loops->squares(t->tile, t->w->d, t->w->x + q * t->w->d * t->w->size, t->squares);
}

static double square_at(const struct near_tile *t, uint64_t r)
{
    return t->w->size == 8 ? ((const double *) (const void *) t->squares)[r]
                           : (double) ((const float *) (const void *) t->squares)[r];
}

/* ---- rows near rows, by cells: (row, row_end, n, d, ways, limit, x, cell_of, near, counts, least, order, parent, labels), of which the first kernels
 * have the first ones. Blocks of rows are taken in turn by the threads, because some rows have many more neighbours than others ---- */

static double limit_param(const struct learn_work *w, uint32_t index)
{
    float single = 0;
    double wide = 0;
    library_param(w->call, index, w->size == 8 ? (void *) &wide : &single);
    return w->size == 8 ? wide : (double) single;
}

struct near_work {
    struct learn_work w;
    const int32_t *cell_of, *near, *order;
    uint64_t ways;
    void (*visit)(const struct near_work *n, struct near_tile *t, uint64_t q);
    atomic_uint_fast64_t next; /* row */
};

/* Rows q to before stop, which are of one cell. */
static void visit_cell(const struct near_work *n, struct near_tile *t, uint64_t q, uint64_t stop)
{
    const int32_t *run = n->near + (uint64_t) n->cell_of[q] * n->ways * 2;
    for (uint64_t way = 0; way < n->ways; way++, run += 2)
        for (int64_t i = run[0]; i < run[1] && goes_on(&n->w); i += LEARN_TILE) {
            near_read(t, (uint64_t) i, (uint64_t) run[1]);
            for (uint64_t r = q; r < stop; r++)
                n->visit(n, t, r);
        }
}

static void near_part(void *user, uint32_t part)
{
    enum { BLOCK = 256 };
    struct near_work *n = user;
    struct near_tile t;
    (void) part;
    near_open(&t, &n->w);
    for (uint64_t q; (q = atomic_fetch_add(&n->next, BLOCK)) < n->w.end;) {
        uint64_t end = q + BLOCK < n->w.end ? q + BLOCK : n->w.end;
        for (uint64_t stop = q; q < end; q = stop) {
            while (stop < end && n->cell_of[stop] == n->cell_of[q])
                stop++;
            visit_cell(n, &t, q, stop);
        }
    }
    near_close(&t);
}

static bool near_params(const struct library_call *c, struct near_work *n)
{
    struct learn_work *w = &n->w;
    uint64_t rows = long_param(c, 2);
    *n = (struct near_work){.w = work_of(c), .ways = int_param(c, 4)};
    w->row = long_param(c, 0);
    w->end = long_param(c, 1);
    w->d = int_param(c, 3);
    w->limit = limit_param(w, 5);
    w->x = numbers(w, 6, rows * w->d);
    n->cell_of = of_size(w, 7, rows, 4);
    if (!w->x || !n->cell_of || w->end > rows)
        return false;
    uint64_t cells = (uint64_t) n->cell_of[rows - 1] + 1; /* cells ascend */
    n->near = of_size(w, 8, cells * n->ways * 2, 4);
    w->counts = of_size(w, 9, rows, 4);
    return n->near && w->counts;
}

static bool join_params(const struct library_call *c, struct near_work *n)
{
    if (!near_params(c, n))
        return false;
    uint64_t rows = long_param(c, 2);
    n->w.least = library_int(c, 10);
    n->order = of_size(&n->w, 11, rows, 4);
    n->w.parent = of_size(&n->w, 12, rows, 4);
    return n->order && n->w.parent;
}

static bool near_run(struct near_work *n,
                     void (*visit)(const struct near_work *n, struct near_tile *t, uint64_t q))
{
    n->visit = visit;
    atomic_init(&n->next, n->w.row);
    library_fork(n->w.call, library_parts(n->w.call, n->w.end - n->w.row, 64), near_part, n);
    return true;
}

static void count_near(const struct near_work *n, struct near_tile *t, uint64_t q)
{
    near_row(t, q);
    n->w.counts[q] += (int32_t) n->w.loops->count(t->squares, t->rows, n->w.limit);
}

static bool within(const struct library_call *c)
{
    struct near_work n;
    return near_params(c, &n) && near_run(&n, count_near);
}

static int32_t root_of(int32_t *parent, int32_t i)
{
    for (int32_t p = __atomic_load_n(&parent[i], __ATOMIC_RELAXED); p != i;
         p = __atomic_load_n(&parent[i], __ATOMIC_RELAXED))
        i = p;
    return i;
}

static void join_rows(int32_t *parent, int32_t q, int32_t i)
{
    for (;;) {
        int32_t a = root_of(parent, q), b = root_of(parent, i), high = a > b ? a : b, was = high;
        if (a == b || __atomic_compare_exchange_n(&parent[high], &was, a > b ? b : a, false,
                                                  __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            return;
    }
}

/* Whether a row of the tile is near row q. */
static bool any_near(const struct near_work *n, struct near_tile *t, uint64_t q)
{
    near_row(t, q);
    return n->w.loops->count(t->squares, t->rows, n->w.limit);
}

static void join_near(const struct near_work *n, struct near_tile *t, uint64_t q)
{
    const struct learn_work *w = &n->w;
    if (w->counts[q] < w->least || t->first >= q || !any_near(n, t, q))
        return;
    for (uint64_t r = 0, i = t->first; r < t->rows && i < q; r++, i++)
        if (w->counts[i] >= w->least && square_at(t, r) <= w->limit)
            join_rows(w->parent, n->order[q], n->order[i]);
}

static bool join_cores(const struct library_call *c)
{
    struct near_work n;
    return join_params(c, &n) && near_run(&n, join_near);
}

static void border_near(const struct near_work *n, struct near_tile *t, uint64_t q)
{
    const struct learn_work *w = &n->w;
    if (w->counts[q] >= w->least || !any_near(n, t, q))
        return;
    int32_t *label = &w->labels[n->order[q]];
    for (uint64_t r = 0, i = t->first; r < t->rows; r++, i++) {
        if (w->counts[i] < w->least || !(square_at(t, r) <= w->limit))
            continue;
        int32_t root = root_of(w->parent, n->order[i]);
        *label = *label < 0 || root < *label ? root : *label;
    }
}

static bool join_borders(const struct library_call *c)
{
    struct near_work n;
    if (!join_params(c, &n))
        return false;
    n.w.labels = of_size(&n.w, 13, long_param(c, 2), 4);
    for (uint64_t q = n.w.row; q < n.w.end && n.w.labels; q++)
        n.w.labels[n.order[q]] = n.w.counts[q] >= n.w.least ? root_of(n.w.parent, n.order[q]) : -1;
    return n.w.labels && near_run(&n, border_near);
}

static void add_distances(struct near_tile *t, uint64_t q)
{
    const struct learn_work *w = t->w;
    near_row(t, q);
    for (uint64_t r = 0; r < t->rows; r++)
        if (w->labels[t->first + r] >= 0)
            w->sums[q * w->k + (uint64_t) w->labels[t->first + r]] += sqrt(square_at(t, r));
}

static void cluster_distances_part(void *user, uint32_t part)
{
    const struct learn_work *w = user;
    struct near_tile t;
    near_open(&t, w);
    uint64_t begin = w->row + part_begin(w, part), stop = w->row + part_begin(w, part + 1);
    for (uint64_t i = 0; i < w->end && goes_on(w); i += LEARN_TILE) {
        near_read(&t, i, w->end);
        for (uint64_t q = begin; q < stop; q++)
            add_distances(&t, q);
    }
    near_close(&t);
}

/* (row, row_end, n, d, clusters, x, labels, sums) */
static bool cluster_distances(const struct library_call *c)
{
    struct learn_work w = work_of(c);
    w.row = long_param(c, 0);
    w.n = long_param(c, 1) - w.row;
    w.end = long_param(c, 2);
    w.d = int_param(c, 3);
    w.k = int_param(c, 4);
    w.x = numbers(&w, 5, w.end * w.d);
    w.labels = of_size(&w, 6, w.end, 4);
    w.sums = of_size(&w, 7, w.end * w.k, 8);
    if (!w.x || !w.labels || !w.sums || w.row + w.n > w.end)
        return false;
    for (uint64_t i = 0; i < w.end; i++)
        if (w.labels[i] >= (int32_t) w.k)
            return false;
    w.parts = library_parts(c, w.n, 1);
    library_fork(c, w.parts, cluster_distances_part, &w);
    return true;
}

/* ---- random forests: (n, d, trees, nodes, width, x, forest, out) ---- */

static void forest_means_part(void *user, uint32_t part)
{
    const struct learn_work *w = user;
    uint64_t end = part_begin(w, part + 1);
    for (uint64_t i = part_begin(w, part); i < end && goes_on(w); i += STEP)
        w->loops->forest(w->x + i * w->d * w->size, step_of(i, end, STEP), w->d, w->other, w->first,
                         w->end, w->k, w->out + i * w->k * w->size);
}

static bool forest_means(const struct library_call *c)
{
    struct learn_work w = work_of(c);
    w.n = long_param(c, 0);
    w.d = int_param(c, 1);
    w.first = long_param(c, 2);
    w.end = long_param(c, 3);
    w.k = int_param(c, 4);
    w.x = numbers(&w, 5, w.n * w.d);
    w.other = numbers(&w, 6, w.first * w.end * (w.k + 3));
    w.out = numbers(&w, 7, w.n * w.k);
    if (!w.x || !w.other || !w.out)
        return false;
    w.parts = library_parts(c, w.n, 1);
    library_fork(c, w.parts, forest_means_part, &w);
    return true;
}

#define ROW(length, name)                                                                          \
    {"_ZN8warpcell" #length #name "IfE", name, 0, LOOP_F32},                                       \
    {                                                                                              \
        "_ZN8warpcell" #length #name "IdE", name, 0, LOOP_F64                                      \
    }
const struct library_kernel library_learners[] = {
    ROW(5, lloyd),
    ROW(9, neighbors),
    ROW(7, moments),
    ROW(6, within),
    ROW(10, join_cores),
    ROW(12, join_borders),
    ROW(17, cluster_distances),
    ROW(12, forest_means),
    {"_ZN8warpcell12softmax_lossIfE", softmax, 0, LOOP_F32},
    {"_ZN8warpcell12softmax_lossIdE", softmax, 0, LOOP_F64}
};
const size_t library_learner_count = sizeof library_learners / sizeof *library_learners;
