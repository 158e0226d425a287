/* SPDX-License-Identifier: Apache-2.0 */
/* Which reader or writer a file is for. */
#include "table/file/table_file.h"

#include <string.h>
#include <strings.h>

#include "table/csv_read.h"
#include "table/csv_write.h"
#include "table/file/arrow_read.h"
#include "table/file/record_file.h"

static bool ends(const char *path, const char *end)
{
    size_t n = strlen(path), m = strlen(end);
    return n > m && !strcasecmp(path + n - m, end);
}

static bool is_text(const char *path)
{
    return ends(path, ".csv") || ends(path, ".tsv") || ends(path, ".txt");
}

static bool is_arrow(const char *path)
{
    return ends(path, ".arrow") || ends(path, ".feather") || ends(path, ".arrows");
}

static void refuse(const struct table_job *j, const char *path)
{
    struct diag *d =
        diag_error(j->diags, DIAG_SYSTEM, j->at, "'%s' is not the name of a file of a table", path);
    diag_help(j->diags, d, "tables are in .csv, .tsv, .arrow, .feather, .parquet and .npy files");
}

struct data_table *table_load_file(const struct table_job *j, const char *path)
{
    bool named;
    struct csv_source text = {path, NULL, j->poll, j->interrupt};
    if (is_text(path))
        return csv_read_table(&text, &named, j->diags, j->at);
    if (is_arrow(path))
        return arrow_read_file(j, path);
    if (ends(path, ".parquet"))
        return parquet_read_file(j, path);
    if (ends(path, ".npy"))
        return record_read_file(j, path);
    refuse(j, path);
    return NULL;
}

bool table_save_file(const struct table_job *j, const struct data_table *t, const char *path)
{
    if (is_text(path))
        return csv_write_table(j, t, path);
    if (is_arrow(path))
        return arrow_write_file(j, t, path);
    if (ends(path, ".parquet"))
        return parquet_write_file(j, t, path);
    if (ends(path, ".npy"))
        return record_write_file(j, t, path);
    refuse(j, path);
    return false;
}
