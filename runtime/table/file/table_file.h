/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "table/data_table.h"

/* Tables and files. The ending of the name decides: .csv, .tsv, .txt; .arrow, .arrows, .feather; .parquet; .npy. Functions return NULL or false after recording a
 * diag. A file appears under its name when it is complete. Thread-safety: safe for different files. */
struct data_table *table_load_file(const struct table_job *j, const char *path);
bool table_save_file(const struct table_job *j, const struct data_table *t, const char *path);
