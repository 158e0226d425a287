/* SPDX-License-Identifier: Apache-2.0 */
/* Writes a table as a file of Arrow's IPC format, with one record batch. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/new_file.h"
#include "table/file/arrow_format.h"
#include "table/file/arrow_read.h"
#include "table/file/flat_write.h"

enum { ALIGNMENT = 8, DAYS = 0, MICROSECONDS = 2, DOUBLE = 2 };

struct arrow_node { /* FieldNode of Message.fbs */
    int64_t rows, missing;
};

struct arrow_range { /* Buffer */
    int64_t at, bytes;
};

struct arrow_writing {
    const struct table_job *j;
    const struct data_table *t;
    FILE *f;
    bool *large; /* of each column of strings: more than 2 GiB */
    struct arrow_node *nodes;
    struct arrow_range *ranges;
    uint32_t range_count;
    int64_t body;
};

static bool is_string(const struct data_column *c)
{
    return c->type == COLUMN_STRING;
}

static int64_t padded(int64_t n)
{
    return (n + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/* ---- metadata ---- */

static uint32_t put_type(struct flat_out *o, const struct data_column *c)
{
    switch (c->type) {
    case COLUMN_INT:
        return flat_put_table(o,
                              (struct flat_field[]){
                                  {4, 64, NULL},
                                  {1, 1,  NULL}
        },
                              2);
    case COLUMN_FLOAT:
        return flat_put_table(o,
                              (struct flat_field[]){
                                  {2, DOUBLE, NULL}
        },
                              1);
    case COLUMN_DATE:
        return flat_put_table(o,
                              (struct flat_field[]){
                                  {2, DAYS, NULL}
        },
                              1);
    case COLUMN_TIME:
        return flat_put_table(o,
                              (struct flat_field[]){
                                  {2, MICROSECONDS, NULL}
        },
                              1);
    default: return flat_put_table(o, NULL, 0);
    }
}

static enum arrow_type type_of(const struct data_column *c, bool large)
{
    static const enum arrow_type types[] = {
        [COLUMN_BOOL] = ARROW_BOOL,   [COLUMN_INT] = ARROW_INT,   [COLUMN_FLOAT] = ARROW_FLOAT,
        [COLUMN_STRING] = ARROW_UTF8, [COLUMN_DATE] = ARROW_DATE, [COLUMN_TIME] = ARROW_TIMESTAMP};

    return large ? ARROW_LARGE_UTF8 : types[c->type];
}

/* Schema.fbs: endianness, fields; of a field: name, nullable, type_type, type, dictionary, children. */
static uint32_t put_schema(struct flat_out *o, const struct arrow_writing *w)
{
    uint32_t fields_place;
    uint32_t schema = flat_put_table(o,
                                     (struct flat_field[]){
                                         {2, 0, NULL         },
                                         {4, 0, &fields_place}
    },
                                     2);
    uint32_t fields = flat_put_vector(o, w->t->count, 4, NULL);
    flat_refer(o, fields_place, fields);
    for (uint32_t i = 0; i < w->t->count; i++) {
        const struct data_column *c = w->t->columns[i];
        uint32_t name, type, children;
        const struct flat_field field[] = {
            {4, 0,         &name       },
            {1, 1,         NULL        },
            {1, type_of(c, w->large[i]), NULL},
            {4, 0,          &type                    },
            {0, 0,          NULL},
            {4, 0,          &children                    }
        };
        flat_refer(o, flat_offset_place(fields, i), flat_put_table(o, field, 6));
        flat_refer(o, name, flat_put_string(o, w->t->names[i]));
        flat_refer(o, type, put_type(o, c));
        flat_refer(o, children, flat_put_vector(o, 0, 4, NULL));
    }
    return schema;
}

/* Message.fbs: version, header_type, header, bodyLength. `place` receives where the header's offset is. */
static void begin_message(struct flat_out *o, enum arrow_message kind, int64_t body,
                          uint32_t *place)
{
    uint32_t root;
    const struct flat_field message[] = {
        {2, ARROW_VERSION, NULL },
        {1, kind,          NULL },
        {4, 0,             place},
        {8, body,          NULL }
    };
    flat_begin(o, &root);
    flat_refer(o, root, flat_put_table(o, message, 4));
}

static void put_batch(struct flat_out *o, const struct arrow_writing *w)
{
    uint32_t header, nodes, buffers;
    begin_message(o, ARROW_BATCH, w->body, &header);
    flat_refer(o, header,
               flat_put_table(o,
                              (struct flat_field[]){
                                  {8, w->t->rows, NULL    },
                                  {4, 0,          &nodes  },
                                  {4, 0,          &buffers}
    },
                              3));
    flat_refer(o, nodes, flat_put_vector(o, w->t->count, sizeof *w->nodes, w->nodes));
    flat_refer(o, buffers, flat_put_vector(o, w->range_count, sizeof *w->ranges, w->ranges));
}

/* The mark, the size, the message, padded. Returns the bytes written. */
static int64_t write_message(struct arrow_writing *w, struct flat_out *o)
{
    buf_pad(&o->b, 0, (size_t) padded((int64_t) o->b.n) - o->b.n);
    uint32_t head[2] = {UINT32_MAX, (uint32_t) o->b.n};
    fwrite(head, sizeof head, 1, w->f);
    fwrite(o->b.p, 1, o->b.n, w->f);
    return (int64_t) (sizeof head + o->b.n);
}

/* ---- the body ---- */

static int64_t string_bytes(const struct data_column *c)
{
    int64_t n = 0;
    for (int64_t i = 0; i < c->rows; i++)
        n += (int64_t) column_string_at(c, i).n;
    return n;
}

static void add_range(struct arrow_writing *w, int64_t bytes)
{
    w->ranges[w->range_count++] = (struct arrow_range){w->body, bytes};
    w->body += padded(bytes);
}

/* Where the buffers of the body will be. false: stopped by the user. */
static bool plan(struct arrow_writing *w)
{
    static const int64_t bits[] = {[COLUMN_BOOL] = 1,
                                   [COLUMN_INT] = 64,
                                   [COLUMN_FLOAT] = 64,
                                   [COLUMN_DATE] = 32,
                                   [COLUMN_TIME] = 64};
    int64_t rows = w->t->rows;
    for (uint32_t i = 0; i < w->t->count; i++) {
        const struct data_column *c = w->t->columns[i];
        int64_t missing = column_missing_count(w->j, c), text = is_string(c) ? string_bytes(c) : 0;
        if (missing < 0)
            return false;
        w->nodes[i] = (struct arrow_node){rows, missing};
        w->large[i] = text > INT32_MAX;
        add_range(w, missing ? (rows + 7) / 8 : 0);
        if (is_string(c))
            add_range(w, (rows + 1) * (w->large[i] ? 8 : 4));
        add_range(w, is_string(c) ? text : (rows * bits[c->type] + 7) / 8);
    }
    return true;
}

static void write_padded(struct arrow_writing *w, const void *p, int64_t n)
{
    static const char zeros[ALIGNMENT];
    fwrite(p, 1, (size_t) n, w->f);
    fwrite(zeros, 1, (size_t) (padded(n) - n), w->f);
}

/* One bit for each row, least significant first: whether a value is there, or of a column of bools whether it is true. */
static void write_bits(struct arrow_writing *w, const struct data_column *c, bool values)
{
    int64_t n = (c->rows + 7) / 8;
    uint8_t *bits = xcalloc((size_t) n + 1, 1);
    for (int64_t i = 0; i < c->rows; i++)
        bits[i / 8] |= (uint8_t) ((values ? c->truths[i] == 1 : !column_missing_at(c, i)) << i % 8);
    write_padded(w, bits, n);
    free(bits);
}

static void write_strings(struct arrow_writing *w, const struct data_column *c, bool large)
{
    static const char zeros[ALIGNMENT];
    int64_t at = 0, offsets = (c->rows + 1) * (large ? 8 : 4);
    for (int64_t i = 0; i <= c->rows; i++) {
        fwrite(&at, large ? 8 : 4, 1, w->f); /* little endian */
        at += i < c->rows ? (int64_t) column_string_at(c, i).n : 0;
    }
    fwrite(zeros, 1, (size_t) (padded(offsets) - offsets), w->f);
    for (int64_t i = 0; i < c->rows; i++) {
        struct str s = column_string_at(c, i);
        if (s.n)
            fwrite(s.p, 1, s.n, w->f);
    }
    fwrite(zeros, 1, (size_t) (padded(at) - at), w->f);
}

static void write_days(struct arrow_writing *w, const struct data_column *c)
{
    int32_t *days = xmalloc((size_t) c->rows * sizeof *days + 1);
    for (int64_t i = 0; i < c->rows; i++)
        days[i] = (int32_t) c->integers[i];
    write_padded(w, days, c->rows * (int64_t) sizeof *days);
    free(days);
}

static void write_body(struct arrow_writing *w)
{
    for (uint32_t i = 0; i < w->t->count; i++) {
        const struct data_column *c = w->t->columns[i];
        if (w->nodes[i].missing)
            write_bits(w, c, false);
        if (is_string(c))
            write_strings(w, c, w->large[i]);
        else if (c->type == COLUMN_BOOL)
            write_bits(w, c, true);
        else if (c->type == COLUMN_DATE)
            write_days(w, c);
        else
            write_padded(w, c->values, c->rows * 8);
    }
}

/* ---- the file ---- */

/* File.fbs: version, schema, dictionaries, recordBatches; of a block: offset, metaDataLength, bodyLength. */
static void write_footer(struct arrow_writing *w, int64_t batch_at, int64_t batch_bytes)
{
    struct flat_out o = {0};
    uint32_t root, schema, batches;
    const struct flat_field footer[] = {
        {2, ARROW_VERSION, NULL    },
        {4, 0,             &schema },
        {0, 0,             NULL    },
        {4, 0,             &batches}
    };
    const int64_t block[3] = {batch_at, batch_bytes,
                              w->body}; /* the length has four bytes, then four of padding */
    flat_begin(&o, &root);
    flat_refer(&o, root, flat_put_table(&o, footer, 4));
    flat_refer(&o, schema, put_schema(&o, w));
    flat_refer(&o, batches, flat_put_vector(&o, 1, sizeof block, block));
    uint32_t n = (uint32_t) o.b.n, end[2] = {UINT32_MAX, 0};
    fwrite(end, sizeof end, 1, w->f);
    fwrite(o.b.p, 1, n, w->f);
    fwrite(&n, sizeof n, 1, w->f);
    fwrite("ARROW1", 1, 6, w->f);
    buf_free(&o.b);
}

static void write_file(struct arrow_writing *w)
{
    struct flat_out schema = {0}, batch = {0};
    uint32_t header;
    fwrite("ARROW1\0\0", 1, 8, w->f);
    begin_message(&schema, ARROW_SCHEMA, 0, &header);
    flat_refer(&schema, header, put_schema(&schema, w));
    int64_t at = 8 + write_message(w, &schema);
    put_batch(&batch, w);
    int64_t bytes = write_message(w, &batch);
    write_body(w);
    write_footer(w, at, bytes);
    buf_free(&schema.b);
    buf_free(&batch.b);
}

bool arrow_write(const struct table_job *j, const struct data_table *t, FILE *to)
{
    size_t n = (size_t) t->count + 1;
    struct arrow_writing w = {.j = j,
                              .t = t,
                              .f = to,
                              .large = xcalloc(n, sizeof *w.large),
                              .nodes = xcalloc(n, sizeof *w.nodes),
                              .ranges = xcalloc(3 * n, sizeof *w.ranges)};
    bool planned = plan(&w);
    if (planned)
        write_file(&w);
    free(w.large);
    free(w.nodes);
    free(w.ranges);
    return planned && !fflush(to) && !ferror(to);
}

bool arrow_write_file(const struct table_job *j, const struct data_table *t, const char *path)
{
    struct new_file file;
    bool opened = new_file_open(&file, path),
         ok = opened && new_file_close(&file, arrow_write(j, t, file.f));
    if (!ok && !j->diags->errors)
        diag_error(j->diags, DIAG_SYSTEM, j->at, "'%s' cannot be written: %s", path,
                   strerror(errno));
    return ok;
}
