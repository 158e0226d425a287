/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "table/data_table.h"

/* Writes a table as text in rows, separated by commas, or by tabs where the path ends in .tsv. Fields are quoted where they would read back as
 * something else; missing values are empty fields. The file appears when it is complete. false with a diag. Thread-safety: safe for
 * different files. */
bool csv_write_table(const struct table_job *j, const struct data_table *t, const char *path);
