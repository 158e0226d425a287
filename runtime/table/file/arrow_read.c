/* SPDX-License-Identifier: Apache-2.0 */
/* Reads tables from Arrow's IPC format, files and streams. The messages are walked once: the schema, dictionaries and batches, of which only
 * the rows are counted; then the columns are made and the batches decoded into them. Next: arrow_column.c. */
#include "table/file/arrow_read.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/check.h"
#include "base/vec.h"
#include "table/file/arrow_format.h"

#define MAGIC "ARROW1"

enum { MAGIC_BYTES = sizeof MAGIC - 1 };

/* The strings of a dictionary batch, and the code of each of its indices. */
struct arrow_words {
    int64_t id;
    struct data_column *of;
};

struct arrow_batch {
    struct flat metadata;
    struct flat_table header;
    struct arrow_bytes body;
    size_t words_known; /* dictionaries that came before it */
};

struct arrow_reading {
    const struct table_job *j;
    const char *path;
    const uint8_t *p;
    uint64_t n;
    struct arrow_field *fields;
    uint32_t count;
    int64_t rows;
    VEC(struct arrow_batch) batches;
    VEC(struct arrow_words) words;
    VEC(void *) owned; /* decompressed buffers of the running batch, and lists of pieces */
};

/* The buffers and nodes of a batch, as they are taken column by column. */
struct arrow_cursor {
    struct arrow_reading *r;
    const struct arrow_batch *batch;
    struct flat_vector nodes, buffers, variadic;
    uint32_t node, buffer, view;
    int codec; /* -1: none */
    const char *why;
};

static bool bad(const struct arrow_reading *r, const char *why)
{
    struct diag *d = diag_error(r->j->diags, DIAG_SYSTEM, r->j->at,
                                "'%s' is not a whole Arrow file: %s", r->path, why);
    diag_help(r->j->diags, d, "write it again, as pyarrow.feather.write_feather() does");
    return false;
}

/* ---- the schema ---- */

static bool plain_bits(int64_t bits)
{
    return bits == 8 || bits == 16 || bits == 32 || bits == 64;
}

/* What the type says of the values. false: tables have no such type. */
static bool read_type(struct arrow_field *f, struct flat_table type)
{
    f->bits = 64;
    f->is_signed = true;
    switch (f->type) {
    case ARROW_INT:
        f->bits = (uint32_t) flat_int(type, 0, 4, 0);
        f->is_signed = flat_int(type, 1, 1, 0);
        return plain_bits(f->bits);
    case ARROW_FLOAT: {
        int64_t precision = flat_int(type, 0, 2, 0);
        f->bits = 16u << (precision & 3);
        return precision >= 0 && precision <= 2;
    }
    case ARROW_DATE:
        f->unit = flat_int(type, 0, 2, 1) != 0;
        f->bits = f->unit ? 64 : 32;
        return true;
    case ARROW_TIMESTAMP:
        f->unit = (int) flat_int(type, 0, 2, 0);
        return f->unit >= 0 && f->unit <= 3;
    case ARROW_NULL:
    case ARROW_UTF8:
    case ARROW_LARGE_UTF8:
    case ARROW_UTF8_VIEW:
    case ARROW_BOOL: return true;
    default: return false;
    }
}

static bool read_field(struct arrow_reading *r, struct flat_table t, struct arrow_field *f)
{
    static const char *const names[] = {"none",          "Null",   "Int",       "FloatingPoint",
                                        "Binary",        "Utf8",   "Bool",      "Decimal",
                                        "Date",          "Time",   "Timestamp", "Interval",
                                        "List",          "Struct", "Union",     "FixedSizeBinary",
                                        "FixedSizeList", "Map",    "Duration",  "LargeBinary"};
    f->name = flat_string(t, 0);
    int64_t type = flat_int(t, 2, 1, 0);
    f->type = (enum arrow_type) type;
    struct flat_table coded = flat_child(t, 4), index = flat_child(coded, 1);
    bool good = read_type(f, flat_child(t, 3));
    f->coded = coded.at;
    f->dictionary = flat_int(coded, 0, 8, 0);
    f->code_bits = index.at ? (uint32_t) flat_int(index, 0, 4, 0) : 32;
    f->code_signed = index.at ? flat_int(index, 1, 1, 0) : true;
    if (f->coded && (arrow_column_type(f) != COLUMN_STRING || !plain_bits(f->code_bits)))
        good = false;
    if (good)
        return true;
    struct diag *d = diag_error(
        r->j->diags, DIAG_TYPE, r->j->at,
        "column '%.*s' of '%s' is of Arrow's type %s%s, which tables do not have",
        (int) (f->name.n < 100 ? f->name.n : 100), f->name.p, r->path,
        f->coded ? "dictionary of " : "",
        type >= 0 && type < (int64_t) (sizeof names / sizeof *names) ? names[type] : "unknown");
    diag_help(r->j->diags, d, "write the file without this column, or as numbers or strings");
    return false;
}

static bool read_schema(struct arrow_reading *r, struct flat_table schema)
{
    struct flat_vector fields = flat_vector(schema, 1, 4);
    if (flat_int(schema, 0, 2, 0))
        return bad(r, "its numbers are big-endian");
    r->count = fields.count;
    r->fields = xcalloc((size_t) fields.count + 1, sizeof *r->fields);
    for (uint32_t i = 0; i < fields.count; i++)
        if (!read_field(r, flat_element(fields, i), r->fields + i))
            return false;
    return true;
}

/* ---- buffers ---- */

static struct arrow_bytes fail(struct arrow_cursor *c, const char *why)
{
    c->why = c->why ? c->why : why;
    return (struct arrow_bytes){(const uint8_t *) "", 0};
}

static struct arrow_bytes next_buffer(struct arrow_cursor *c)
{
    if (c->buffer >= c->buffers.count)
        return fail(c, "a buffer is missing");
    uint64_t at = (uint64_t) flat_element_int(c->buffers, c->buffer, 0),
             n = (uint64_t) flat_element_int(c->buffers, c->buffer, 8);
    c->buffer++;
    if (at > c->batch->body.n || n > c->batch->body.n - at)
        return fail(c, "a buffer lies outside of its batch");
    struct arrow_bytes b = {c->batch->body.p + at, n};
    int64_t size;
    if (c->codec < 0 || !n)
        return b;
    if (n < sizeof size)
        return fail(c, "a compressed buffer has no size");
    memcpy(&size, b.p, sizeof size);
    b = (struct arrow_bytes){b.p + sizeof size, n - sizeof size};
    if (size < 0)
        return size == -1 ? b : fail(c, "a compressed buffer has no size");
    const char *why;
    uint8_t *made = arrow_decompress(c->codec, b, (uint64_t) size, &why);
    if (!made)
        return fail(c, why);
    VEC_PUSH(&c->r->owned, made);
    return (struct arrow_bytes){made, (uint64_t) size};
}

static void release_owned(struct arrow_reading *r)
{
    VEC_EACH (p, &r->owned)
        free(*p);
    r->owned.n = 0;
}

static void begin_batch(struct arrow_cursor *c, struct arrow_reading *r,
                        const struct arrow_batch *b, struct flat_table header)
{
    struct flat_table compression = flat_child(header, 3);
    *c = (struct arrow_cursor){.r = r,
                               .batch = b,
                               .nodes = flat_vector(header, 1, 16),
                               .buffers = flat_vector(header, 2, 16),
                               .variadic = flat_vector(header, 4, 8),
                               .codec = compression.at ? (int) flat_int(compression, 0, 1, 0) : -1};
}

/* The next column's part of a batch. */
static void next_chunk(struct arrow_cursor *c, const struct arrow_field *f, int64_t rows,
                       struct arrow_chunk *k)
{
    *k = (struct arrow_chunk){.rows = rows, .missing = flat_element_int(c->nodes, c->node, 8)};
    if (c->node >= c->nodes.count || flat_element_int(c->nodes, c->node, 0) != rows)
        fail(c, "the columns of a batch are not equally long");
    c->node++;
    if (f->type == ARROW_NULL && !f->coded)
        return;
    k->valid = next_buffer(c);
    if (!k->missing)
        k->valid = (struct arrow_bytes){NULL, 0};
    else if (!k->valid.n && rows)
        fail(c, "missing values have no bitmap");
    bool strings = !f->coded && arrow_column_type(f) == COLUMN_STRING;
    if (strings)
        k->offsets = next_buffer(c);
    if (!strings || f->type != ARROW_UTF8_VIEW) {
        k->data = next_buffer(c);
        return;
    }
    int64_t pieces = flat_element_int(c->variadic, c->view++, 0);
    if (pieces < 0 || pieces > (int64_t) c->buffers.count) {
        fail(c, "a column of views has no buffers");
        return;
    }
    struct arrow_bytes *all = xcalloc((size_t) pieces + 1, sizeof *all);
    VEC_PUSH(&c->r->owned, all);
    for (int64_t i = 0; i < pieces; i++)
        all[i] = next_buffer(c);
    k->pieces = all;
    k->piece_count = (uint32_t) pieces;
}

/* ---- messages ---- */

static bool read_words(struct arrow_reading *r, const struct arrow_batch *b)
{
    int64_t id = flat_int(b->header, 0, 8, 0);
    struct flat_table data = flat_child(b->header, 1);
    int64_t rows = flat_int(data, 0, 8, 0);
    const struct arrow_field *of = NULL;
    for (uint32_t i = 0; i < r->count; i++)
        if (r->fields[i].coded && r->fields[i].dictionary == id)
            of = r->fields + i;
    if (!of)
        return true;
    if (rows < 0 || (uint64_t) rows > 8 * r->n)
        return bad(r, "a dictionary has more strings than bytes");
    if (flat_int(b->header, 2, 1, 0))
        return bad(r, "it has a delta dictionary, which is not supported");
    struct arrow_field plain = *of;
    plain.coded = false;
    struct arrow_cursor c;
    struct arrow_chunk k;
    const char *why = NULL;
    begin_batch(&c, r, b, data);
    next_chunk(&c, &plain, rows, &k);
    struct data_column *made = column_new(r->j, COLUMN_STRING, rows, dictionary_new());
    if (!made)
        return false;
    bool good = !c.why && arrow_decode(&plain, &k, made, 0, NULL, 0, &why);
    release_owned(r);
    VEC_PUSH(&r->words, (struct arrow_words){id, made});
    return good || bad(r, c.why ? c.why : why);
}

/* One message; its body follows it. */
static bool read_message(struct arrow_reading *r, struct arrow_batch *b)
{
    struct flat_table message = flat_root(&b->metadata);
    b->header = flat_child(message, 2);
    switch (flat_int(message, 1, 1, 0)) {
    case ARROW_SCHEMA: return r->fields ? bad(r, "it has two schemas") : read_schema(r, b->header);
    case ARROW_DICTIONARY:
        return r->fields ? read_words(r, b) : bad(r, "a dictionary comes before the schema");
    case ARROW_BATCH: {
        int64_t rows = flat_int(b->header, 0, 8, 0);
        b->words_known = r->words.n;
        if (!r->fields)
            return bad(r, "a batch comes before the schema");
        if (rows < 0 || rows > TABLE_ROWS_MOST || (uint64_t) rows > 8 * r->n + 4096)
            return bad(r, "a batch has more rows than the file has bits");
        r->rows += rows;
        VEC_PUSH(&r->batches, *b);
        return true;
    }
    default: return bad(r, "a message is of an unknown kind");
    }
}

/* The message at *at, and its body. false: a diag, or the end of the stream (*out_end). */
static bool take_message(struct arrow_reading *r, uint64_t *at, struct arrow_batch *out,
                         bool *out_end)
{
    uint32_t mark, size;
    *out = (struct arrow_batch){0};
    *out_end = *at > r->n || r->n - *at < 8;
    if (*out_end)
        return false;
    memcpy(&mark, r->p + *at, 4);
    memcpy(&size, r->p + *at + 4, 4);
    *at += mark == UINT32_MAX ? 8 : 4; /* before 0.15 there was no mark */
    size = mark == UINT32_MAX ? size : mark;
    *out_end = !size;
    if (!size)
        return false;
    if (size > r->n - *at)
        return bad(r, "a message is longer than the file");
    out->metadata = (struct flat){r->p + *at, size};
    *at += size;
    uint64_t body = (uint64_t) flat_int(flat_root(&out->metadata), 3, 8, 0);
    if (body > r->n - *at)
        return bad(r, "a batch is longer than the file");
    out->body = (struct arrow_bytes){r->p + *at, body};
    *at += body;
    return true;
}

/* The messages of a file that its footer lists. */
static bool read_blocks(struct arrow_reading *r, struct flat_vector blocks)
{
    for (uint32_t i = 0; i < blocks.count; i++) {
        struct arrow_batch b;
        bool end;
        uint64_t at = (uint64_t) flat_element_int(blocks, i, 0);
        if (!take_message(r, &at, &b, &end))
            return end ? bad(r, "its footer refers to no message") : false;
        if (!read_message(r, &b))
            return false;
    }
    return true;
}

/* File.fbs: the schema, dictionaries and batches of a file are in its footer. */
static bool read_footer(struct arrow_reading *r)
{
    enum { BLOCK = 24 };

    uint32_t size;
    uint64_t tail = MAGIC_BYTES + sizeof size;
    if (r->n < 8 + tail || memcmp(r->p + r->n - MAGIC_BYTES, MAGIC, MAGIC_BYTES) != 0)
        return bad(r, "its end is missing");
    memcpy(&size, r->p + r->n - tail, sizeof size);
    if (size > r->n - 8 - tail)
        return bad(r, "its footer is longer than the file");
    r->n -= tail + size;
    struct flat f = {r->p + r->n, size};
    struct flat_table footer = flat_root(&f), schema = flat_child(footer, 1);
    if (!schema.at)
        return bad(r, "it has no schema");
    return read_schema(r, schema) && read_blocks(r, flat_vector(footer, 2, BLOCK)) &&
           read_blocks(r, flat_vector(footer, 3, BLOCK));
}

static bool walk(struct arrow_reading *r)
{
    uint64_t at = 0;
    struct arrow_batch b;
    bool end;
    if (r->n >= MAGIC_BYTES && !memcmp(r->p, MAGIC, MAGIC_BYTES))
        return read_footer(r);
    while (take_message(r, &at, &b, &end))
        if (!read_message(r, &b))
            return false;
    return end && (r->fields || bad(r, "it has no schema"));
}

/* ---- columns ---- */

/* The column's codes for the indices of its dictionary: the latest one before the batch. */
static int32_t *codes_for(const struct arrow_reading *r, const struct arrow_batch *b,
                          const struct arrow_field *f, struct data_column *to, int64_t *out_count)
{
    const struct data_column *of = NULL;
    for (size_t i = 0; i < b->words_known; i++)
        if (r->words.at[i].id == f->dictionary)
            of = r->words.at[i].of;
    *out_count = of ? of->rows : 0;
    if (!of)
        return NULL;
    int32_t *translated = dictionary_translate(to->words, of->words, true),
            *codes = xmalloc(((size_t) of->rows + 1) * sizeof *codes);
    for (int64_t i = 0; i < of->rows; i++)
        codes[i] = of->codes[i] < 0 ? COLUMN_MISSING_CODE : translated[of->codes[i]];
    free(translated);
    return codes;
}

static bool decode_batch(struct arrow_reading *r, const struct arrow_batch *b, struct data_table *t,
                         int64_t first)
{
    struct flat_table message = flat_root(&b->metadata), header = flat_child(message, 2);
    struct arrow_cursor c;
    int64_t rows = flat_int(header, 0, 8, 0);
    bool good = true;
    begin_batch(&c, r, b, header);
    for (uint32_t i = 0; i < r->count && good; i++) {
        const struct arrow_field *f = r->fields + i;
        struct arrow_chunk k;
        const char *why = NULL;
        int64_t code_count = 0;
        next_chunk(&c, f, rows, &k);
        int32_t *codes = f->coded ? codes_for(r, b, f, t->columns[i], &code_count) : NULL;
        good = !c.why && arrow_decode(f, &k, t->columns[i], first, codes, code_count, &why);
        if (!good)
            bad(r, c.why ? c.why : why);
        free(codes);
        release_owned(r);
    }
    return good;
}

static struct data_table *make_table(struct arrow_reading *r)
{
    char **names = xcalloc((size_t) r->count + 1, sizeof *names);
    struct data_column **columns = xcalloc((size_t) r->count + 1, sizeof(struct data_column *));
    bool good = true;
    for (uint32_t i = 0; i < r->count; i++) {
        enum column_type type = arrow_column_type(r->fields + i);
        names[i] = xstrndup(r->fields[i].name.p, r->fields[i].name.n);
        columns[i] =
            good ? column_new(r->j, type, r->rows, type == COLUMN_STRING ? dictionary_new() : NULL)
                 : NULL;
        good = columns[i];
    }
    table_settle_names(names, r->count);
    struct data_table *t = table_new(names, columns, r->count, r->rows);
    int64_t first = 0;
    for (size_t i = 0; i < r->batches.n && good; i++) {
        const struct arrow_batch *b = r->batches.at + i;
        good = decode_batch(r, b, t, first);
        first += flat_int(flat_child(flat_root(&b->metadata), 2), 0, 8, 0);
        if (r->j->interrupt && atomic_load(r->j->interrupt)) {
            diag_error(r->j->diags, DIAG_INTERRUPT, r->j->at, "stopped by the user");
            good = false;
        }
    }
    if (!good)
        table_unref(&t);
    return t;
}

struct data_table *arrow_read(const struct table_job *j, const char *path, const void *bytes,
                              size_t n)
{
    struct arrow_reading r = {.j = j, .path = path, .p = bytes, .n = n};
    struct data_table *t = walk(&r) ? make_table(&r) : NULL;
    VEC_EACH (w, &r.words)
        column_unref(&w->of);
    release_owned(&r);
    VEC_FREE(&r.words);
    VEC_FREE(&r.batches);
    VEC_FREE(&r.owned);
    free(r.fields);
    return t;
}

struct data_table *arrow_read_fd(const struct table_job *j, const char *path, int fd)
{
    struct stat st;
    if (fd < 0 || fstat(fd, &st) || !S_ISREG(st.st_mode)) {
        diag_error(j->diags, DIAG_SYSTEM, j->at, "'%s' cannot be read: %s", path,
                   fd < 0 ? strerror(errno) : "not a regular file");
        return NULL;
    }
    size_t n = (size_t) st.st_size;
    void *bytes = n ? mmap(NULL, n, PROT_READ, MAP_PRIVATE, fd, 0) : NULL;
    if (!n || bytes == MAP_FAILED) {
        diag_error(j->diags, DIAG_SYSTEM, j->at,
                   n ? "cannot map '%s' into memory" : "'%s' is empty", path);
        return NULL;
    }
    struct data_table *t = arrow_read(j, path, bytes, n);
    munmap(bytes, n);
    return t;
}

struct data_table *arrow_read_file(const struct table_job *j, const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct data_table *t = arrow_read_fd(j, path, fd);
    if (fd >= 0)
        close(fd);
    return t;
}
