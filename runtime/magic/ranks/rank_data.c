/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays between a session and its ranks. What a name stands for in a rank is that session's business: a declaration or a look at the name runs there
 * as a cell, so that mistakes are reported as those of any cell. Next: rank_job.c, session/rank_serve.c. */
#include "magic/ranks/rank_data.h"

#include <inttypes.h>
#include <openssl/evp.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "magic/ranks/rank_show.h"

enum { PIECE = 3 << 20 }; /* bytes that are encoded at a time: a multiple of 3 */

static json_t *encoded(const char *bytes, uint64_t n)
{
    struct buf text = {0};
    char *piece = xmalloc(PIECE / 3 * 4 + 1);
    buf_put(&text, "", 0);
    for (uint64_t at = 0; at < n; at += PIECE) {
        int part = n - at < PIECE ? (int) (n - at) : PIECE;
        int length =
            EVP_EncodeBlock((unsigned char *) piece, (const unsigned char *) bytes + at, part);
        buf_put(&text, piece, (size_t) length);
    }
    json_t *made = json_stringn_nocheck(text.p ? text.p : "", text.n);
    free(piece);
    buf_free(&text);
    return made;
}

/* From malloc; NULL unless there are so many bytes. */
static char *decoded(const json_t *text, uint64_t bytes)
{
    const char *from = json_string_value(text);
    size_t n = json_string_length(text), block = PIECE / 3 * 4;
    if (!from || n != (bytes + 2) / 3 * 4)
        return NULL;
    char *out = xmalloc(n + 1); /* the last three bytes may be padding */
    for (size_t at = 0; at < n; at += block)
        if (EVP_DecodeBlock((unsigned char *) out + at / 4 * 3, (const unsigned char *) from + at,
                            (int) (n - at < block ? n - at : block)) < 0) {
            free(out);
            return NULL;
        }
    return out;
}

/* ---- arrays of a session ---- */

/* Elements in row-major order, and what a declaration says of them. */
struct host_copy {
    const char *type;
    uint32_t rank, size; /* size: of an element */
    int64_t shape[ARRAY_RANK_MAX];
    char *elements; /* from malloc */
};

static int64_t row_bytes(const struct host_copy *c)
{
    int64_t n = c->size;
    for (uint32_t k = 1; k < c->rank; k++)
        n *= c->shape[k];
    return n;
}

/* "device float x[10][3]" */
static void put_declaration(struct buf *out, const struct host_copy *c, struct str name)
{
    buf_printf(out, "device %s %.*s", c->type, (int) name.n, name.p);
    for (uint32_t k = 0; k < c->rank; k++)
        buf_printf(out, "[%" PRId64 "]", c->shape[k]);
}

static struct array *array_named(struct wc_session *s, const char *name, size_t n)
{
    const struct symbol *v = lang_find(s->lang, name, n);
    bool array = v && v->kind == SYMBOL_VARIABLE && v->type->kind == TYPE_DEVICE_ARRAY;
    return array ? v->live.object : NULL;
}

static bool copy_array(struct wc_session *s, const struct array *a, struct span at,
                       struct host_copy *out)
{
    struct device_fault fault;
    *out = (struct host_copy){.type = a->dtype.name, .rank = a->rank, .size = a->dtype.size};
    memcpy(out->shape, a->shape, sizeof out->shape);
    out->elements = xmalloc(array_bytes(a) + 1);
    return launch_status(s->launcher, array_read(a, out->elements, &fault), &fault, s->diags, at);
}

static bool copy_host(const struct symbol *v, struct host_copy *out)
{
    const struct object *o = v->live.object;
    const struct type *t = v->type;
    *out = (struct host_copy){0};
    for (; t->kind == TYPE_ARRAY && out->rank < ARRAY_RANK_MAX; t = t->base)
        out->shape[out->rank++] = t->unsized ? 0 : (int64_t) t->count;
    if (!out->rank || !type_is_arithmetic(t) || !o || o->state != OBJECT_LIVE)
        return false;
    out->type = type_dtype(t).name;
    out->size = (uint32_t) t->size;
    int64_t row = row_bytes(out);
    if (!out->shape[0] && row) /* its extent was computed */
        out->shape[0] = (int64_t) o->size / row;
    uint64_t bytes = (uint64_t) (out->shape[0] * row);
    out->elements = xmalloc(bytes + 1);
    memcpy(out->elements, (const void *) (uintptr_t) o->start, bytes);
    return true;
}

static bool copy_named(struct wc_session *s, struct str name, struct span at, struct host_copy *out)
{
    const struct array *a = array_named(s, name.p, name.n);
    const struct symbol *v = lang_find(s->lang, name.p, name.n);
    if (a)
        return copy_array(s, a, at, out);
    if (v && v->kind == SYMBOL_VARIABLE && v->type->kind == TYPE_ARRAY && copy_host(v, out))
        return true;
    diag_help(s->diags,
              diag_error(s->diags, DIAG_NAME, at, "'%.*s' is no array of numbers of this session",
                         (int) name.n, name.p),
              "%%ranks scatter takes the name of a device array or of an array on the host");
    return false;
}

/* ---- the session's side ---- */

struct answers {
    struct rank_show *show;
    json_t **arrays; /* by rank */
};

static void see(void *user, int rank, json_t *message)
{
    struct answers *a = user;
    json_t *array = message ? json_object_get(message, "array") : NULL;
    if (array)
        a->arrays[rank] = json_incref(array);
    rank_show_see(a->show, rank, message);
}

/* Sends the ranks their messages and waits. false: a diag. */
static bool converse(struct wc_session *s, json_t **messages, json_t **arrays, struct span at)
{
    struct rank_job *job = s->ranks;
    struct answers a = {rank_show_new(s, job->size), arrays};
    for (int i = 0; i < job->size; i++)
        rank_job_send(job, i, messages[i]);
    rank_job_wait(s, job, see, &a);
    bool ok = rank_show_end(&a.show, job, at);
    if (!rank_job_whole(job))
        rank_job_end(&s->ranks);
    return ok;
}

bool rank_data_scatter(struct wc_session *s, struct str name, struct span at)
{
    struct host_copy c;
    int size = s->ranks->size;
    json_t *messages[RANKS_MOST], *arrays[RANKS_MOST] = {0};
    if (!copy_named(s, name, at, &c))
        return false;
    struct buf code = {0};
    put_declaration(&code, &c, name);
    buf_puts(&code, " across ranks;");
    struct array_part part = part_of_rows(0, size, c.shape[0]);
    for (int i = 0; i < size; i++) {
        int64_t first, count, row = row_bytes(&c);
        part_rows(&part, i, &first, &count);
        messages[i] =
            json_pack("{s{ss% ss so}}", "scatter", "name", name.p, name.n, "code", code.p, "data",
                      encoded(c.elements + first * row, (uint64_t) (count * row)));
    }
    free(c.elements);
    buf_free(&code);
    return converse(s, messages, arrays, at);
}

/* The array that the ranks' parts are together, without its elements. false: they do not fit. */
static bool join_shapes(json_t *const *parts, int size, struct host_copy *out)
{
    *out = (struct host_copy){0};
    for (int i = 0; i < size; i++) {
        const json_t *shape = json_object_get(parts[i], "shape");
        const char *type = json_string_value(json_object_get(parts[i], "type"));
        size_t rank = json_array_size(shape);
        if (!type || rank < 1 || rank > ARRAY_RANK_MAX ||
            (i && (strcmp(type, out->type) != 0 || rank != out->rank)))
            return false;
        out->type = type;
        out->rank = (uint32_t) rank;
        out->size = (uint32_t) json_integer_value(json_object_get(parts[i], "size"));
        for (size_t k = 0; k < rank; k++) {
            int64_t n = json_integer_value(json_array_get(shape, k));
            if (k && i && n != out->shape[k])
                return false;
            out->shape[k] = k ? n : out->shape[0] + n;
        }
    }
    return true;
}

/* A part's elements go to its place: what is across ranks says it, what is not follows the rank before. */
static bool place_parts(json_t *const *parts, int size, struct host_copy *c)
{
    int64_t row = row_bytes(c), next = 0;
    c->elements = xcalloc((size_t) (c->shape[0] * row) + 1, 1);
    for (int i = 0; i < size; i++) {
        json_t *first = json_object_get(parts[i], "first");
        int64_t count = json_integer_value(json_array_get(json_object_get(parts[i], "shape"), 0));
        int64_t to = first ? json_integer_value(first) : next;
        char *bytes = decoded(json_object_get(parts[i], "data"), (uint64_t) (count * row));
        bool fits = bytes && to >= 0 && count >= 0 && to <= c->shape[0] - count;
        if (fits)
            memcpy(c->elements + to * row, bytes, (size_t) (count * row));
        free(bytes);
        if (!fits)
            return false;
        next = to + count;
    }
    return true;
}

/* Defines the array in this session. */
static bool define(struct wc_session *s, struct str name, const struct host_copy *c, struct span at)
{
    struct buf code = {0};
    struct device_fault fault;
    put_declaration(&code, c, name);
    buf_puts(&code, ";");
    bool ok = session_run_inside(s, SOURCE_CELL, "%ranks gather", code.p, code.n);
    buf_free(&code);
    const struct array *a = ok ? array_named(s, name.p, name.n) : NULL;
    return a &&
           launch_status(s->launcher, array_write(a, c->elements, &fault), &fault, s->diags, at);
}

bool rank_data_gather(struct wc_session *s, struct str name, struct span at)
{
    int size = s->ranks->size;
    json_t *messages[RANKS_MOST], *arrays[RANKS_MOST] = {0};
    struct host_copy c = {0};
    for (int i = 0; i < size; i++)
        messages[i] = json_pack("{s{ss%}}", "gather", "name", name.p, name.n);
    bool ok = converse(s, messages, arrays, at);
    if (ok && (!join_shapes(arrays, size, &c) || !place_parts(arrays, size, &c))) {
        diag_help(s->diags,
                  diag_error(s->diags, DIAG_TYPE, at,
                             "the arrays '%.*s' of the ranks differ in more than their rows",
                             (int) name.n, name.p),
                  "%%%%ranks shows them side by side");
        ok = false;
    }
    ok = ok && define(s, name, &c, at);
    free(c.elements);
    for (int i = 0; i < size; i++)
        json_decref(arrays[i]);
    return ok;
}

/* ---- the rank's side ---- */

bool rank_data_take(struct wc_session *s, const json_t *scatter)
{
    const json_t *name = json_object_get(scatter, "name");
    const struct array *a = array_named(s, json_string_value(name), json_string_length(name));
    char *bytes = a ? decoded(json_object_get(scatter, "data"), array_bytes(a)) : NULL;
    struct device_fault fault;
    bool ok = bytes && (!array_bytes(a) || array_write(a, bytes, &fault) == DEVICE_OK);
    free(bytes);
    return ok;
}

json_t *rank_data_give(struct wc_session *s, const json_t *gather)
{
    const json_t *name = json_object_get(gather, "name");
    const struct array *a = array_named(s, json_string_value(name), json_string_length(name));
    struct device_fault fault;
    if (!a)
        return NULL;
    char *bytes = xmalloc(array_bytes(a) + 1);
    json_t *shape = json_array(), *made = NULL;
    for (uint32_t k = 0; k < a->rank; k++)
        json_array_append_new(shape, json_integer(a->shape[k]));
    if (!array_bytes(a) || array_read(a, bytes, &fault) == DEVICE_OK)
        made = json_pack("{ss sO si so}", "type", a->dtype.name, "shape", shape, "size",
                         (int) a->dtype.size, "data", encoded(bytes, array_bytes(a)));
    if (made && a->part.ranks) {
        int64_t first, count;
        part_rows(&a->part, a->part.rank, &first, &count);
        json_object_set_new(made, "first", json_integer(first));
    }
    json_decref(shape);
    free(bytes);
    return made;
}
