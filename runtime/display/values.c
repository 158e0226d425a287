/* SPDX-License-Identifier: Apache-2.0 */
/* Statistics of an array's elements, and its head and tail as text. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "display/parts.h"

enum {
    BINS = 24,
    BINS_LEAST = 8,
    SHOW_ALL = 64, /* a vector of up to this many elements is shown whole */
    HEAD = 8,
    TAIL = 4, /* of a longer one */
    ROWS_ALL = 10,
    ROWS_HEAD = 4,
    ROWS_TAIL = 3,
    COLUMNS_ALL = 16,
    COLUMNS_HEAD = 6,
    COLUMNS_TAIL = 3,
    HISTOGRAM_SAMPLE = 1 << 20,
};

int64_t values_count(const struct display_values *v)
{
    int64_t n = 1;
    for (uint32_t i = 0; i < v->rank; i++)
        n *= v->shape[i];
    return n;
}

bool values_numeric(const struct display_values *v)
{
    return v->dtype.kind != DTYPE_OTHER;
}

static const void *element(const struct display_values *v, int64_t i)
{
    return (const char *) v->elements + (uint64_t) i * v->dtype.size;
}

void values_measure(const struct display_values *v, int64_t known, struct value_stats *out)
{
    *out = (struct value_stats){0};
    double sum = 0, lost = 0; /* Kahan: a mean of millions of floats keeps its digits */
    for (int64_t i = 0; i < known; i++) {
        double x = dtype_double(v->dtype, element(v, i));
        if (!isfinite(x)) {
            *(isnan(x) ? &out->nan : &out->infinite) += 1;
            continue;
        }
        if (!out->finite++ || x < out->low) {
            out->low = x;
            out->min = element(v, i);
        }
        if (!out->max || x > out->high) {
            out->high = x;
            out->max = element(v, i);
        }
        double term = x - lost, next = sum + term;
        lost = (next - sum) - term;
        sum = next;
    }
    out->mean = out->finite ? sum / (double) out->finite : 0;
}

/* At most half as many bins as values and, for integers, all of equal width, so that an even distribution looks even. */
static int bins_for(const struct display_values *v, int64_t known, const struct value_stats *s,
                    int columns, double *out_width)
{
    bool whole = v->dtype.kind != DTYPE_OTHER && !dtype_is_real(v->dtype);
    int most = columns < BINS ? columns : BINS;
    if (known / 2 < most)
        most = known / 2 > BINS_LEAST ? (int) (known / 2) : BINS_LEAST;
    double range = s->high / most - s->low / most; /* the full range may overflow */
    if (!whole) {
        *out_width = range;
        return most;
    }
    *out_width = ceil((s->high - s->low + 1) / most);
    return (int) ceil((s->high - s->low + 1) / *out_width);
}

void values_histogram(struct buf *out, const struct display_values *v, int64_t known,
                      const struct value_stats *s, int columns)
{
    static const char *const blocks[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    int64_t counts[BINS] = {0}, most = 0,
            step = known > HISTOGRAM_SAMPLE ? known / HISTOGRAM_SAMPLE : 1;
    double width;
    int bins = bins_for(v, known, s, columns, &width);
    for (int64_t i = 0; i < known; i += step) {
        double x = dtype_double(v->dtype, element(v, i));
        if (!isfinite(x))
            continue;
        int bin = width > 0 ? (int) (x / width - s->low / width) : 0;
        counts[bin < bins ? bin : bins - 1]++;
    }
    for (int i = 0; i < bins; i++)
        most = counts[i] > most ? counts[i] : most;
    for (int i = 0; i < bins; i++)
        buf_puts(out, blocks[most ? (counts[i] * 8 + most - 1) / most : 0]);
}

/* Cells in rows; NULL represents omitted ones. */
struct grid {
    VEC(char *) cells;
    int64_t columns;
};

static void grid_free(struct grid *g)
{
    VEC_EACH (c, &g->cells)
        free(*c);
    VEC_FREE(&g->cells);
}

/* Six digits suffice for display; integers keep all of theirs. */
void values_element(struct buf *out, const struct display_values *v, const void *e)
{
    double x = dtype_double(v->dtype, e);
    bool real = dtype_is_real(v->dtype);
    if (!real || (x == trunc(x) && fabs(x) < 1e9))
        dtype_print(out, v->dtype, e);
    else
        put_number(out, x);
}

static char *cell_text(const struct display_values *v, int64_t i)
{
    struct buf text = {0};
    values_element(&text, v, element(v, i));
    return buf_take(&text);
}

static size_t cell_width(const char *cell)
{
    return cell ? utf8_columns(cell, strlen(cell)) : 1;
}

static void put_cells(struct buf *out, char *const *cells, int64_t count, const size_t *widths,
                      const char *indent)
{
    buf_puts(out, indent);
    for (int64_t c = 0; c < count; c++) {
        buf_puts(out, c ? "  " : "");
        put_cell(out, cells[c] ? str_of(cells[c]) : STR("…"), widths[c], true);
    }
    buf_putc(out, '\n');
}

/* A vector: cells of equal width in as many lines as necessary. */
static void print_vector(struct buf *out, const struct display_values *v, int columns)
{
    int64_t n = v->shape[0];
    struct grid g = {0};
    size_t width = 1;
    for (int64_t i = 0; i < n; i++) {
        if (n > SHOW_ALL && i == HEAD) {
            VEC_PUSH(&g.cells, NULL);
            i = n - TAIL;
        }
        VEC_PUSH(&g.cells, cell_text(v, i));
        width = cell_width(VEC_LAST(&g.cells)) > width ? cell_width(VEC_LAST(&g.cells)) : width;
    }
    int64_t across = ((int64_t) columns + 2) / ((int64_t) width + 2);
    across = across < 1 ? 1 : across;
    bool one_line = (int64_t) g.cells.n <= across;
    size_t *widths = xcalloc(g.cells.n + 1, sizeof *widths);
    for (size_t i = 0; i < g.cells.n; i++)
        widths[i] = one_line ? cell_width(g.cells.at[i]) : width;
    for (int64_t i = 0; i < (int64_t) g.cells.n; i += across) {
        int64_t left = (int64_t) g.cells.n - i;
        put_cells(out, g.cells.at + i, left < across ? left : across, widths + i, "");
    }
    free(widths);
    grid_free(&g);
}

/* The columns of a matrix that are shown: all, or the first and last ones around a gap (-1). */
static void choose_columns(struct grid *g, int64_t *index, int64_t n, int64_t all, int64_t head,
                           int64_t tail)
{
    g->columns = 0;
    for (int64_t i = 0; i < n; i++) {
        if (n > all && i == head) {
            index[g->columns++] = -1;
            i = n - tail;
            if (i >= n)
                break;
        }
        index[g->columns++] = i;
    }
}

static size_t lay_out(struct grid *g, const struct display_values *v, int64_t first,
                      const int64_t *index, size_t *widths)
{
    int64_t rows = v->shape[v->rank - 2], columns = v->shape[v->rank - 1];
    size_t sum = 0;
    grid_free(g);
    for (int64_t r = 0; r < rows; r++) {
        bool gap = rows > ROWS_ALL && r == ROWS_HEAD;
        for (int64_t c = 0; c < g->columns; c++)
            VEC_PUSH(&g->cells,
                     gap || index[c] < 0 ? NULL : cell_text(v, first + r * columns + index[c]));
        if (gap)
            r = rows - ROWS_TAIL - 1;
    }
    for (int64_t c = 0; c < g->columns; c++) {
        widths[c] = 1;
        for (size_t i = (size_t) c; i < g->cells.n; i += (size_t) g->columns)
            widths[c] =
                cell_width(g->cells.at[i]) > widths[c] ? cell_width(g->cells.at[i]) : widths[c];
        sum += widths[c] + (c ? 2 : 0);
    }
    return sum;
}

/* The matrix of the last two axes that starts at element `first`. Fewer columns are tried until it fits. */
static void print_matrix(struct buf *out, const struct display_values *v, int64_t first,
                         int columns, const char *indent)
{
    static const struct {
        int all, head, tail;
    } choices[] = {
        {COLUMNS_ALL, COLUMNS_HEAD, COLUMNS_TAIL},
        {6,           4,            2           },
        {4,           2,            1           },
        {2,           1,            0           }
    };

    int64_t index[COLUMNS_ALL + 1];
    size_t widths[COLUMNS_ALL + 1];
    struct grid g = {0};
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
        choose_columns(&g, index, v->shape[v->rank - 1], choices[i].all, choices[i].head,
                       choices[i].tail);
        if (lay_out(&g, v, first, index, widths) + strlen(indent) <= (size_t) columns)
            break;
    }
    for (size_t i = 0; i < g.cells.n; i += (size_t) g.columns)
        put_cells(out, g.cells.at + i, g.columns, widths, indent);
    grid_free(&g);
}

static void put_slab_name(struct buf *out, const struct display_values *v, int64_t slab)
{
    int64_t index[ARRAY_RANK_MAX];
    for (uint32_t i = v->rank - 2; i-- > 0;) {
        index[i] = slab % v->shape[i];
        slab /= v->shape[i];
    }
    for (uint32_t i = 0; i < v->rank - 2; i++)
        buf_printf(out, "[%lld]", (long long) index[i]);
    buf_puts(out, ":\n");
}

void values_print(struct buf *out, const struct display_values *v, int columns)
{
    if (v->rank == 1) {
        print_vector(out, v, columns);
        return;
    }
    if (v->rank == 2) {
        print_matrix(out, v, 0, columns, "");
        return;
    }
    int64_t size = v->shape[v->rank - 2] * v->shape[v->rank - 1], slabs = values_count(v) / size;
    for (int64_t s = 0; s < slabs; s++) {
        if (slabs > 2 && s == 1) {
            buf_printf(out, "… %lld more\n", (long long) slabs - 2);
            s = slabs - 1;
        }
        put_slab_name(out, v, s);
        print_matrix(out, v, s * size, columns, "  ");
    }
}
