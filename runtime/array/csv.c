/* SPDX-License-Identifier: Apache-2.0 */
/* Writes arrays of numbers as text in rows. The reader is table/csv_read.c. */
#include "array/csv.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/new_file.h"

static void put_row(FILE *f, struct buf *line, const struct array *a, int64_t columns,
                    const char *row)
{
    line->n = 0;
    for (int64_t c = 0; c < columns; c++) {
        if (c)
            buf_putc(line, ',');
        dtype_print(line, a->dtype, row + (uint64_t) c * a->dtype.size);
    }
    buf_putc(line, '\n');
    fwrite(line->p, 1, line->n, f);
}

bool csv_write(const struct file_work *w, const struct array *a, const void *elements)
{
    enum { ROWS = 1024 }; /* between two polls */

    if (a->rank > 2 || a->dtype.kind == DTYPE_OTHER) {
        diag_error(w->diags, DIAG_TYPE, w->at,
                   "a .csv file holds a table, not an array of rank %" PRIu32, a->rank);
        return false;
    }
    struct new_file file;
    struct buf line = {0};
    int64_t columns = a->rank == 2 ? a->shape[1] : 1;
    struct progress p = {"writing", w->path, 0, (uint64_t) a->shape[0], clock_ns()};
    bool opened = new_file_open(&file, w->path), ok = opened;
    for (int64_t row = 0; ok && row < a->shape[0]; row++) {
        put_row(file.f, &line, a, columns,
                (const char *) elements + (uint64_t) (row * columns) * a->dtype.size);
        ok = row % ROWS || (!ferror(file.f) && file_step(w, &p, (uint64_t) row));
    }
    ok = opened && new_file_close(&file, ok);
    poll_end(w->poll, &p);
    if (!ok && !w->diags->errors)
        diag_error(w->diags, DIAG_SYSTEM, w->at, "'%s' cannot be written: %s", w->path,
                   strerror(errno));
    buf_free(&line);
    return ok;
}
