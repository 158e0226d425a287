/* SPDX-License-Identifier: Apache-2.0 */
/* A grid of cells, made on the host: each row has a key of its cell's coordinates, rows are sorted by their keys, and the cells that touch one are runs of
 * cells in that order, because the last coordinate counts fastest. */
#include "compute/learning/row_grid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"

enum { COLUMNS = 3, WAYS_MOST = 9, DIGIT = 11 /* bits */, CELLS_MOST = 1 << 20 /* in a column */ };

struct keyed_row {
    uint64_t key;
    int32_t row;
};

struct grid_plan {
    int64_t n, d;
    double *low, *high; /* of each column */
    int64_t column[COLUMNS], cells[COLUMNS];
    double side[COLUMNS];
    uint32_t columns;
    uint64_t step[COLUMNS]; /* of the key, from a cell to the next one in this column */
    struct keyed_row *rows;
    int64_t *starts; /* of each cell, and where the last one ends */
    int64_t count;   /* cells */
};

static bool find_extents(void *user, int64_t first, int64_t rows, const double *piece)
{
    struct grid_plan *p = user;
    for (int64_t i = 0; i < rows * p->d; i++) {
        int64_t f = i % p->d;
        p->low[f] = (first || i >= p->d) && p->low[f] < piece[i] ? p->low[f] : piece[i];
        p->high[f] = (first || i >= p->d) && p->high[f] > piece[i] ? p->high[f] : piece[i];
    }
    return true;
}

/* The columns that spread most; one that spreads over two cells would separate nothing. */
static void choose_columns(struct grid_plan *p, double eps)
{
    uint64_t step = 1;
    double side = eps * (1 + 1e-5); /* distances are rounded */
    for (p->columns = 0; p->columns < COLUMNS; p->columns++) {
        int64_t best = -1;
        for (int64_t f = 0; f < p->d; f++) {
            bool taken = false;
            for (uint32_t k = 0; k < p->columns; k++)
                taken |= p->column[k] == f;
            if (!taken && (best < 0 || p->high[f] - p->low[f] > p->high[best] - p->low[best]))
                best = f;
        }
        double extent = best < 0 ? 0 : p->high[best] - p->low[best];
        if (!(extent > 2 * side))
            break;
        p->column[p->columns] = best;
        p->side[p->columns] = fmax(side, extent / (CELLS_MOST - 1));
        p->cells[p->columns] = (int64_t) (extent / p->side[p->columns]) + 1;
    }
    for (uint32_t k = p->columns; k-- > 0;) {
        p->step[k] = step;
        step *= (uint64_t) p->cells[k] + 2; /* a border on each side */
    }
}

static bool find_keys(void *user, int64_t first, int64_t rows, const double *piece)
{
    struct grid_plan *p = user;
    for (int64_t i = 0; i < rows; i++) {
        uint64_t key = 0;
        for (uint32_t k = 0; k < p->columns; k++) {
            int64_t f = p->column[k];
            key += p->step[k] * (uint64_t) ((piece[i * p->d + f] - p->low[f]) / p->side[k] + 1);
        }
        p->rows[first + i] = (struct keyed_row){key, (int32_t) (first + i)};
    }
    return true;
}

/* By counting, digit by digit: rows of one key keep their order. */
static void sort_rows(struct grid_plan *p)
{
    uint64_t most = 0;
    struct keyed_row *to = xmalloc((size_t) p->n * sizeof *to);
    int64_t at[1 << DIGIT];
    for (int64_t i = 0; i < p->n; i++)
        most |= p->rows[i].key;
    for (uint32_t shift = 0; shift < 64 && most >> shift; shift += DIGIT) {
        int64_t sum = 0;
        memset(at, 0, sizeof at);
        for (int64_t i = 0; i < p->n; i++)
            at[p->rows[i].key >> shift & ((1 << DIGIT) - 1)]++;
        for (int k = 0; k < 1 << DIGIT; k++) {
            int64_t count = at[k];
            at[k] = sum;
            sum += count;
        }
        for (int64_t i = 0; i < p->n; i++)
            to[at[p->rows[i].key >> shift & ((1 << DIGIT) - 1)]++] = p->rows[i];
        struct keyed_row *sorted = to;
        to = p->rows;
        p->rows = sorted;
    }
    free(to);
}

static void find_cells(struct grid_plan *p)
{
    p->starts = xmalloc(((size_t) p->n + 1) * sizeof *p->starts);
    for (int64_t i = 0; i < p->n; i++)
        if (!i || p->rows[i].key != p->rows[i - 1].key)
            p->starts[p->count++] = i;
    p->starts[p->count] = p->n;
}

static uint64_t key_of(const struct grid_plan *p, int64_t cell)
{
    return p->rows[p->starts[cell]].key;
}

/* For all cells the run around the place that is `offset` keys away: keys ascend, and so do the ends of the runs. */
static void find_run(const struct grid_plan *p, uint64_t offset, int32_t *near, int32_t ways)
{
    uint64_t reach = p->columns > 0; /* no columns: the one cell */
    for (int64_t cell = 0, a = 0, b = 0; cell < p->count; cell++, near += 2 * ways) {
        uint64_t middle = key_of(p, cell) + offset;
        while (a < p->count && key_of(p, a) < middle - reach)
            a++;
        while (b < p->count && key_of(p, b) <= middle + reach)
            b++;
        near[0] = (int32_t) p->starts[a];
        near[1] = (int32_t) p->starts[b];
    }
}

static struct array *put_ints(const struct job *j, int64_t n, const int32_t *from)
{
    struct array *to = learn_zeros(j, DTYPE_I32, n);
    if (to && !learn_store_ints(j, to, from))
        array_unref(&to);
    return to;
}

static struct array *put_runs(const struct job *j, const struct grid_plan *p, struct row_grid *out)
{
    out->ways = p->columns == 3 ? 9 : p->columns == 2 ? 3 : 1;
    int64_t numbers = p->count * out->ways * 2;
    int32_t *near = xmalloc((size_t) numbers * sizeof *near);
    double compared = 0;
    for (int32_t way = 0; way < out->ways; way++) {
        int64_t high = p->columns == 3 ? way / 3 - 1 : 0, low = p->columns > 1 ? way % 3 - 1 : 0;
        uint64_t offset = (uint64_t) high * p->step[0];
        offset += p->columns > 1 ? (uint64_t) low * p->step[p->columns - 2] : 0;
        find_run(p, offset, near + 2 * way, out->ways);
    }
    for (int64_t cell = 0; cell < p->count; cell++)
        for (int32_t way = 0; way < out->ways; way++) {
            const int32_t *run = near + 2 * (cell * out->ways + way);
            compared +=
                (double) (run[1] - run[0]) * (double) (p->starts[cell + 1] - p->starts[cell]);
        }
    out->mean_near = (int64_t) (compared / (double) p->n) + 1;
    struct array *to = put_ints(j, numbers, near);
    free(near);
    return to;
}

static struct array *sorted_rows(const struct job *j, const struct array *x,
                                 const struct array *order)
{
    struct array *out = compute_temporary(j, x->dtype, 2, x->shape);
    int64_t n = x->shape[0];
    int32_t d = (int32_t) x->shape[1];
    uint64_t from = array_address(x), which = array_address(order),
             to = out ? array_address(out) : 0;
    struct work_arg params[] = {ARG(n), ARG(d), ARG(which), ARG(from), ARG(to)};
    if (out && !learn_run(j, "gather_rows", x, "sort rows", n, params, 5))
        array_unref(&out);
    return out;
}

/* Rows, their numbers and those of their cells. */
static bool put_rows(const struct job *j, const struct array *x, const struct grid_plan *p,
                     struct row_grid *out)
{
    int32_t *numbers = xmalloc((size_t) p->n * sizeof *numbers);
    for (int64_t i = 0; i < p->n; i++)
        numbers[i] = p->rows[i].row;
    out->order = put_ints(j, p->n, numbers);
    for (int64_t cell = 0; cell < p->count; cell++)
        for (int64_t i = p->starts[cell]; i < p->starts[cell + 1]; i++)
            numbers[i] = (int32_t) cell;
    out->cell_of = out->order ? put_ints(j, p->n, numbers) : NULL;
    out->x = out->cell_of ? sorted_rows(j, x, out->order) : NULL;
    free(numbers);
    return out->x;
}

bool row_grid_open(const struct job *j, const struct array *x, double eps, struct row_grid *out)
{
    struct grid_plan p = {.n = x->shape[0], .d = x->shape[1]};
    *out = (struct row_grid){0};
    struct array *rows = learn_rows(j, x);
    p.low = xcalloc((size_t) p.d + 1, sizeof *p.low);
    p.high = xcalloc((size_t) p.d + 1, sizeof *p.high);
    bool ok = rows && learn_each_piece(j, rows, find_extents, &p);
    if (ok) {
        choose_columns(&p, eps);
        p.rows = xmalloc((size_t) p.n * sizeof *p.rows);
        ok = learn_each_piece(j, rows, find_keys, &p);
    }
    if (ok) {
        sort_rows(&p);
        find_cells(&p);
        out->near = put_runs(j, &p, out);
        ok = out->near && put_rows(j, rows, &p, out);
    }
    array_unref(&rows);
    free(p.low);
    free(p.high);
    free(p.rows);
    free(p.starts);
    return ok;
}

void row_grid_close(struct row_grid *g)
{
    array_unref(&g->x);
    array_unref(&g->order);
    array_unref(&g->cell_of);
    array_unref(&g->near);
}
