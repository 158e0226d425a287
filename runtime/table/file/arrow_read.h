/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdio.h>

#include "table/data_table.h"

/* Arrow's IPC format, files (.arrow, .feather) and streams: Bool, Int, FloatingPoint, Date, Timestamp, Utf8 in all its forms, dictionaries of Utf8, Null;
 * plain, or compressed by LZ4 or ZSTD where liblz4 or libzstd is installed. Timestamps lose their zone, and what is finer than a
 * microsecond. Every offset and length of the file is checked. NULL with a diag, which names `path`. Thread-safety: safe for different files. */
struct data_table *arrow_read(const struct table_job *j, const char *path, const void *bytes,
                              size_t n);
struct data_table *arrow_read_fd(const struct table_job *j, const char *path,
                                 int fd); /* does not close it */
struct data_table *arrow_read_file(const struct table_job *j, const char *path);

/* parquet.c: .parquet, by pyarrow in the Python of the environment, which hands the columns over as Arrow in memory. */
struct data_table *parquet_read_file(const struct table_job *j, const char *path);
bool parquet_write_file(const struct table_job *j, const struct data_table *t, const char *path);

/* Writes a file of one batch, plain: strings as Utf8 (LargeUtf8 beyond 2 GiB), dates as Date32, times as Timestamp of microseconds. false with a diag. */
bool arrow_write(const struct table_job *j, const struct data_table *t,
                 FILE *to); /* false: a diag, or errno */
bool arrow_write_file(const struct table_job *j, const struct data_table *t, const char *path);
