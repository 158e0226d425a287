/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "table/data_table.h"
#include "table/file/flat_read.h"

/* The Arrow IPC format, versions 4 and 5 of its metadata (arrow.apache.org/docs/format/Columnar.html, "Serialization and Interprocess Communication";
 * Schema.fbs, Message.fbs). Inside table/file. Thread-safety: safe for different files. */

enum arrow_type { /* the union Type of Schema.fbs */
                  ARROW_NULL = 1,
                  ARROW_INT = 2,
                  ARROW_FLOAT = 3,
                  ARROW_UTF8 = 5,
                  ARROW_BOOL = 6,
                  ARROW_DATE = 8,
                  ARROW_TIMESTAMP = 10,
                  ARROW_LARGE_UTF8 = 20,
                  ARROW_UTF8_VIEW = 24
};

enum arrow_message { ARROW_SCHEMA = 1, ARROW_DICTIONARY = 2, ARROW_BATCH = 3 };

enum { ARROW_VERSION = 4 }; /* V5 */

/* A column as the schema describes it. */
struct arrow_field {
    struct str name;
    enum arrow_type type; /* of the values, also of a dictionary's */
    uint32_t bits;        /* of integers and floats */
    bool is_signed;
    int unit; /* of dates and timestamps */
    bool coded;
    int64_t dictionary; /* its number, if coded */
    uint32_t code_bits;
    bool code_signed;
};

/* A buffer of a batch: in the file, or decompressed. */
struct arrow_bytes {
    const uint8_t *p;
    uint64_t n;
};

/* The buffers of one column in one batch. */
struct arrow_chunk {
    int64_t rows, missing;
    struct arrow_bytes valid, offsets, data; /* offsets: of strings; views too */
    const struct arrow_bytes *pieces;        /* of views: where long strings are */
    uint32_t piece_count;
};

/* arrow_column.c: decodes a chunk into rows [first, first + rows) of the column. `codes`: of a coded column, the code of each index in the column's dictionary,
 * `code_count` of them. false: the chunk contradicts itself, *out_why says how. */
bool arrow_decode(const struct arrow_field *f, const struct arrow_chunk *k, struct data_column *to,
                  int64_t first, const int32_t *codes, int64_t code_count, const char **out_why);
enum column_type arrow_column_type(const struct arrow_field *f);
double arrow_half(uint16_t h);

/* arrow_compression.c: liblz4 and libzstd, where they are found. codec 0: LZ4 frames, 1: ZSTD. NULL, with *out_why. Owned by the caller. */
uint8_t *arrow_decompress(int codec, struct arrow_bytes from, uint64_t size, const char **out_why);
