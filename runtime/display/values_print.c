/* SPDX-License-Identifier: Apache-2.0 */
/* Head and tail of an array as aligned text. All numbers that are shown have one precision. A vector that needs several lines
 * has the index of the first element before each. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "display/parts.h"

enum {
    SHOW_ALL = 64, /* a vector of up to this many elements is shown whole */
    LINES_HEAD = 2,
    ROWS_ALL = 10,
    ROWS_HEAD = 4,
    ROWS_TAIL = 3,
    COLUMNS_ALL = 16,
    COLUMNS_HEAD = 6,
    COLUMNS_TAIL = 3,
    DECIMALS_LEAST = 4, /* as far as the numbers have them */
    DECIMALS_MOST = 12,
};

/* ---- one precision ---- */

static int digits_of(struct dtype t)
{
    return t.kind == DTYPE_F16 ? 4 : t.kind == DTYPE_BF16 ? 3 : SIX_DIGITS;
}

/* Decimals of a number with that many significant digits, without the zeros at their end. */
static int decimals_of(double x, int digits, bool exponent)
{
    char text[64];
    snprintf(text, sizeof text, exponent ? "%.*e" : "%.*f",
             exponent ? digits - 1
                      : (int) fmin(DECIMALS_MOST, fmax(0, digits - 1 - floor(log10(fabs(x))))),
             x);
    const char *point = strchr(text, '.');
    int n = point ? (int) strcspn(point + 1, "e") : 0;
    while (n && point[n] == '0')
        n--;
    return n;
}

/* A large number does not take all decimals from the small ones beside it: 1.5 is not shown as 2. */
void number_format_of(struct number_format *f, const double *numbers, size_t count, int digits)
{
    double most = 0;
    bool whole = true;
    *f = (struct number_format){0};
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(numbers[i]))
            continue;
        most = fmax(most, fabs(numbers[i]));
        whole &= numbers[i] == trunc(numbers[i]);
    }
    if (whole && most < 1e9)
        return;
    f->exponent = most >= 1e6 || most < 1e-3;
    int least = digits - 1 < DECIMALS_LEAST ? digits - 1 : DECIMALS_LEAST;
    int room = f->exponent ? digits - 1 : (int) fmax(least, digits - 1 - floor(log10(most)));
    for (size_t i = 0; i < count; i++) {
        double x = numbers[i];
        bool fits = isfinite(x) && (f->exponent ? x != 0 : fabs(x) >= 0.5 * pow(10, -room));
        int n = fits ? decimals_of(x, digits, f->exponent) : 0;
        f->decimals = n > f->decimals ? n : f->decimals;
    }
    f->decimals = f->decimals < room ? f->decimals : room;
}

void put_formatted(struct buf *out, const struct number_format *f, double x)
{
    if (!isfinite(x))
        put_number(out, x);
    else if (f->exponent && x != 0)
        buf_printf(out, "%.*e", f->decimals, x);
    else if (x != 0 && fabs(x) < 0.5 * pow(10, -f->decimals))
        buf_printf(out, "%.2g", x); /* not a zero */
    else
        buf_printf(out, "%.*f", f->exponent ? 0 : f->decimals, x == 0 ? 0 : x);
}

/* The format of the shown elements: `count` indices, of which negative ones are gaps. */
static struct number_format format_for(const struct display_values *v, const int64_t *shown,
                                       size_t count)
{
    struct number_format f = {0};
    if (!dtype_is_real(v->dtype))
        return f;
    double *numbers = xcalloc(count + 1, sizeof *numbers);
    for (size_t i = 0; i < count; i++)
        numbers[i] = shown[i] < 0 ? 0 : values_at(v, shown[i]);
    number_format_of(&f, numbers, count, digits_of(v->dtype));
    free(numbers);
    return f;
}

static char *number_text(const struct display_values *v, const struct number_format *f, int64_t i)
{
    struct buf text = {0};
    if (dtype_is_real(v->dtype))
        put_formatted(&text, f, values_at(v, i));
    else
        dtype_print(&text, v->dtype, (const char *) v->elements + (uint64_t) i * v->dtype.size);
    return buf_take(&text);
}

/* ---- grids ---- */

/* Cells in rows. A negative index is a gap. */
struct grid {
    VEC(int64_t) shown;
    VEC(char *) cells;
    int64_t columns;
};

static void grid_free(struct grid *g)
{
    VEC_EACH (c, &g->cells)
        free(*c);
    VEC_FREE(&g->cells);
    VEC_FREE(&g->shown);
}

static void fill(struct grid *g, const struct display_values *v)
{
    struct number_format f = format_for(v, g->shown.at, g->shown.n);
    VEC_EACH (i, &g->shown)
        VEC_PUSH(&g->cells, *i < 0 ? xstrdup("…") : number_text(v, &f, *i));
}

static size_t cell_width(const char *cell)
{
    return utf8_columns(cell, strlen(cell));
}

static void put_cells(struct buf *out, char *const *cells, int64_t count, const size_t *widths)
{
    for (int64_t c = 0; c < count; c++) {
        buf_puts(out, c ? "  " : "");
        put_cell(out, str_of(cells[c]), widths[c], true);
    }
    buf_putc(out, '\n');
}

/* ---- vectors ---- */

static int index_width(int64_t n)
{
    return snprintf(NULL, 0, "%lld", (long long) n);
}

/* So many elements in a line that their indices are easy to read. */
static int64_t across_for(int64_t fit)
{
    static const int64_t good[] = {20, 16, 10, 8, 5, 4, 2};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        if (fit >= good[i])
            return good[i];
    return 1;
}

/* One line, if there is room. */
static bool print_line(struct buf *out, const struct display_values *v, int columns)
{
    struct grid g = {0};
    size_t sum = 0;
    for (int64_t i = 0; i < v->shape[0]; i++)
        VEC_PUSH(&g.shown, i);
    fill(&g, v);
    VEC_EACH (c, &g.cells)
        sum += cell_width(*c) + 2;
    bool fits = sum <= (size_t) columns + 2;
    for (size_t i = 0; fits && i < g.cells.n; i++)
        buf_printf(out, "%s%s", i ? "  " : "", g.cells.at[i]);
    buf_puts(out, fits ? "\n" : "");
    grid_free(&g);
    return fits;
}

/* Lines of `across` elements: all, or the first ones and the last. */
static void choose_lines(struct grid *g, int64_t n, int64_t across)
{
    g->shown.n = 0;
    int64_t last = (n - 1) / across * across;
    for (int64_t i = 0; i < n; i++) {
        if (n > SHOW_ALL && i == LINES_HEAD * across && i < last)
            i = last;
        VEC_PUSH(&g->shown, i);
    }
}

static void print_vector(struct buf *out, const struct display_values *v, int columns)
{
    int64_t n = v->shape[0];
    if (n <= SHOW_ALL && print_line(out, v, columns))
        return;
    struct grid g = {0};
    size_t width = 1;
    int wide = index_width(n - 1);
    choose_lines(&g, n, 20); /* at most so many are shown: their widths decide */
    fill(&g, v);
    VEC_EACH (c, &g.cells)
        width = cell_width(*c) > width ? cell_width(*c) : width;
    int64_t across = across_for((columns - wide - 2) / ((int64_t) width + 2));
    grid_free(&g);
    choose_lines(&g, n, across);
    fill(&g, v);
    for (size_t k = 0; k < g.cells.n;) {
        int64_t first = g.shown.at[k];
        if (k && first != g.shown.at[k - 1] + 1)
            buf_printf(out, "%*s…\n", wide, "");
        buf_printf(out, "[%*lld]", wide, (long long) first);
        for (int64_t c = 0; c < across && k < g.cells.n && g.shown.at[k] == first + c; c++, k++) {
            buf_puts(out, "  ");
            put_cell(out, str_of(g.cells.at[k]), width, true);
        }
        buf_putc(out, '\n');
    }
    grid_free(&g);
}

/* ---- matrices ---- */

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
            VEC_PUSH(&g->shown, gap || index[c] < 0 ? -1 : first + r * columns + index[c]);
        if (gap)
            r = rows - ROWS_TAIL - 1;
    }
    fill(g, v);
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
    for (size_t i = 0; i < g.cells.n; i += (size_t) g.columns) {
        buf_puts(out, indent);
        put_cells(out, g.cells.at + i, g.columns, widths);
    }
    grid_free(&g);
}

/* "[1][2]": the first `axes` indices of element number `at`, which counts in units of the remaining axes. */
static void put_index(struct buf *out, const struct display_values *v, uint32_t axes, int64_t at)
{
    int64_t index[ARRAY_RANK_MAX];
    for (uint32_t i = axes; i-- > 0;) {
        index[i] = at % v->shape[i];
        at /= v->shape[i];
    }
    for (uint32_t i = 0; i < axes; i++)
        buf_printf(out, "[%lld]", (long long) index[i]);
}

static void print_slabs(struct buf *out, const struct display_values *v, int columns)
{
    int64_t size = v->shape[v->rank - 2] * v->shape[v->rank - 1], slabs = values_count(v) / size;
    for (int64_t s = 0; s < slabs; s++) {
        if (slabs > 2 && s == 1) {
            buf_printf(out, "… %lld more\n", (long long) slabs - 2);
            s = slabs - 1;
        }
        put_index(out, v, v->rank - 2, s);
        buf_puts(out, ":\n");
        print_matrix(out, v, s * size, columns, "  ");
    }
}

/* ---- structs: one a line ---- */

static void print_structs(struct buf *out, const struct display_values *v, int columns)
{
    int64_t n = values_count(v);
    for (int64_t i = 0; i < n; i++) {
        struct buf text = {0};
        if (n > ROWS_ALL && i == ROWS_HEAD) {
            buf_printf(out, "… %lld more\n", (long long) n - ROWS_HEAD - ROWS_TAIL);
            i = n - ROWS_TAIL;
        }
        put_index(&text, v, v->rank, i);
        buf_puts(&text, "  ");
        v->printer->print(v->printer->user, &text,
                          (const char *) v->elements + (uint64_t) i * v->dtype.size);
        size_t wide = utf8_columns(text.p, text.n);
        put_cell(out, (struct str){text.p, text.n},
                 wide < (size_t) columns ? wide : (size_t) columns, false);
        buf_putc(out, '\n');
        buf_free(&text);
    }
}

void values_print(struct buf *out, const struct display_values *v, int columns)
{
    if (!values_numeric(v)) {
        if (v->printer)
            print_structs(out, v, columns);
    } else if (v->rank == 1) {
        print_vector(out, v, columns);
    } else if (v->rank == 2) {
        print_matrix(out, v, 0, columns, "");
    } else {
        print_slabs(out, v, columns);
    }
}
