/* SPDX-License-Identifier: Apache-2.0 */
/* NumPy's file format (numpy.lib.format): a magic number, a header in the form of a Python dictionary, the
 * elements. Next: npz.c, which finds such a file in a zip archive. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "array/npy.h"
#include "base/check.h"
#include "base/clock.h"
#include "base/new_file.h"

static const char magic[] = "\x93NUMPY";

/* ---- reading ---- */

/* What follows "'key':" in the header, or NULL. */
static const char *value_of(const char *header, const char *key)
{
    char quoted[32];
    snprintf(quoted, sizeof quoted, "'%s':", key);
    const char *at = strstr(header, quoted);
    return at ? at + strlen(quoted) + strspn(at + strlen(quoted), " ") : NULL;
}

/* Complex numbers are CUDA's pairs. */
static const struct {
    const char *name, *code;
    uint32_t size;
} complex_types[] = {
    {"float2",  "c8",  8 },
    {"double2", "c16", 16},
};

static bool read_type(const char *descr, struct dtype *out)
{
    if (descr && !strncmp(descr, "'bfloat16'", 10)) {
        *out = dtype_of(DTYPE_BF16);
        return true;
    }
    if (!descr || descr[0] != '\'' || !descr[1] || !strchr("<|=", descr[1]))
        return false;
    descr += 2;
    for (enum dtype_kind kind = 0; kind != DTYPE_OTHER; kind++) {
        const char *code = dtype_row(kind)->numpy_code;
        if (code && !strncmp(descr, code, 2) && descr[2] == '\'') {
            *out = dtype_of(kind);
            return true;
        }
    }
    for (size_t i = 0; i < sizeof complex_types / sizeof *complex_types; i++) {
        const char *code = complex_types[i].code;
        size_t n = strlen(code);
        if (!strncmp(descr, code, n) && descr[n] == '\'') {
            *out = (struct dtype){DTYPE_OTHER, complex_types[i].size, complex_types[i].name};
            return true;
        }
    }
    return false;
}

static bool read_shape(const char *text, struct file_array *out)
{
    if (!text || *text++ != '(')
        return false;
    for (out->rank = 0; *text && *text != ')'; text += strspn(text, " ,")) {
        char *end;
        long long n = strtoll(text, &end, 10);
        if (end == text || n < 0 || out->rank == ARRAY_RANK_MAX)
            return false;
        out->shape[out->rank++] = n;
        text = end;
    }
    if (!out->rank) /* a single number */
        out->shape[out->rank++] = 1;
    return *text == ')';
}

static bool broken(const char *name, const char *why, struct diags *out, struct span at)
{
    diag_error(out, DIAG_RUNTIME, at, "'%s' cannot be read: %s", name, why);
    return false;
}

/* The start of the header's text, and its length. false: the file is no .npy file, or ends too early; a diag was
 * recorded. */
static bool find_header(const char *name, const char *bytes, uint64_t n, struct diags *out,
                        struct span at, uint64_t *out_start, uint64_t *out_length)
{
    uint64_t start = 10, length = 0;
    if (n < start || memcmp(bytes, magic, 6))
        return broken(name, "not a .npy file", out, at);
    if (bytes[6] < 1 || bytes[6] > 3)
        return broken(name, "its format version is newer than 3.0", out, at);
    unsigned width = bytes[6] > 1 ? 4 : 2; /* of the length, which is wider from format 2.0 on */
    start = 8 + width;
    if (n < start)
        return broken(name, "the file is truncated", out, at);
    for (unsigned i = 0; i < width; i++)
        length |= (uint64_t) (unsigned char) bytes[8 + i] << 8 * i;
    if (length > n - start)
        return broken(name, "the file is truncated", out, at);
    *out_start = start;
    *out_length = length;
    return true;
}

/* The type, shape and order that the header's text gives. false: a diag was recorded. */
static bool read_header(const char *name, const char *header, struct diags *out, struct span at,
                        struct file_array *result)
{
    const char *order = value_of(header, "fortran_order"), *descr = value_of(header, "descr");
    result->columns_first = order && *order == 'T';
    if (!descr)
        return broken(name, "its header is damaged", out, at);
    if (!read_type(descr, &result->dtype)) {
        struct diag *d = diag_error(out, DIAG_TYPE, at,
                                    "'%s' holds elements of type %.*s, which is not supported",
                                    name, (int) strcspn(descr, ",}"), descr);
        diag_help(out, d, "in Python, convert it with x.astype('<f4') before np.save");
        return false;
    }
    return read_shape(value_of(header, "shape"), result) ||
           broken(name, "its shape has more than 4 axes or is invalid", out, at);
}

bool npy_parse(const char *name, const char *bytes, uint64_t n, struct diags *out, struct span at,
               struct file_array *result)
{
    uint64_t start, length, count = 1;
    *result = (struct file_array){0};
    if (!find_header(name, bytes, n, out, at, &start, &length))
        return false;
    char *header = xstrndup(bytes + start, length);
    bool ok = read_header(name, header, out, at, result);
    free(header);
    if (!ok)
        return false;
    for (uint32_t k = 0; k < result->rank; k++)
        if (__builtin_mul_overflow(count, (uint64_t) result->shape[k], &count))
            return broken(name, "its shape is invalid", out, at);
    if (__builtin_mul_overflow(count, result->dtype.size, &result->size) ||
        result->size > n - start - length)
        return broken(name, "it has fewer elements than its shape requires", out, at);
    result->bytes = xmalloc(result->size + 1);
    memcpy(result->bytes, bytes + start + length, result->size);
    return true;
}

bool file_step(const struct file_work *w, struct progress *p, uint64_t done)
{
    p->done = done;
    poll_now(w->poll, p);
    if (!w->interrupt || !atomic_load(w->interrupt))
        return true;
    diag_error(w->diags, DIAG_INTERRUPT, w->at, "stopped by the user");
    return false;
}

enum { CHUNK = 8 << 20 }; /* bytes between two polls */

/* The rest of a file; false: it cannot be read, or the user has interrupted. */
static bool read_all(const struct file_work *w, FILE *f, struct progress *p, char **bytes,
                     uint64_t *n)
{
    uint64_t room = p->total + 1;
    *bytes = xmalloc(room);
    for (size_t got = 1; got; *n += got) {
        if (*n == room)
            *bytes = xrealloc(*bytes, room *= 2);
        got = fread(*bytes + *n, 1, room - *n < CHUNK ? room - *n : CHUNK, f);
        if (!file_step(w, p, *n + got))
            return false;
    }
    if (!ferror(f))
        return true;
    diag_error(w->diags, DIAG_RUNTIME, w->at, "cannot read '%s': %s", w->path, strerror(errno));
    return false;
}

char *file_bytes(const struct file_work *w, uint64_t *out_n)
{
    struct stat st;
    char *bytes = NULL;
    FILE *f = fopen(w->path, "rbe");
    *out_n = 0;
    if (!f || fstat(fileno(f), &st)) {
        diag_error(w->diags, DIAG_RUNTIME, w->at, "cannot read '%s': %s", w->path, strerror(errno));
        if (f)
            fclose(f);
        return NULL;
    }
    struct progress p = {"reading", w->path, 0, S_ISREG(st.st_mode) ? (uint64_t) st.st_size : 0,
                         clock_ns()};
    if (!read_all(w, f, &p, &bytes, out_n)) {
        free(bytes);
        bytes = NULL;
    }
    poll_end(w->poll, &p);
    fclose(f);
    return bytes;
}

bool npy_read(const struct file_work *w, struct file_array *result)
{
    uint64_t n;
    char *bytes = file_bytes(w, &n);
    bool ok = bytes && npy_parse(w->path, bytes, n, w->diags, w->at, result);
    free(bytes);
    return ok;
}

enum { MOST_HEADER = 1 << 16 };

/* Where the elements begin in the file; 0: a diag was recorded. */
static uint64_t open_header(const struct file_work *w, int fd, struct file_array *result)
{
    uint64_t start = 0, length = 0;
    char *head = xmalloc(MOST_HEADER);
    ssize_t n = pread(fd, head, MOST_HEADER, 0);
    bool ok = n >= 0 && find_header(w->path, head, (uint64_t) n, w->diags, w->at, &start, &length);
    if (n < 0)
        diag_error(w->diags, DIAG_RUNTIME, w->at, "cannot read '%s': %s", w->path, strerror(errno));
    char *text = ok ? xstrndup(head + start, length) : NULL;
    ok = ok && read_header(w->path, text, w->diags, w->at, result);
    free(text);
    free(head);
    return ok ? start + length : 0;
}

static int open_file(const struct file_work *w)
{
    int fd = open(w->path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        diag_error(w->diags, DIAG_RUNTIME, w->at, "cannot read '%s': %s", w->path, strerror(errno));
    return fd;
}

bool npy_describe(const struct file_work *w, struct file_array *result)
{
    *result = (struct file_array){0};
    int fd = open_file(w);
    bool ok = fd >= 0 && open_header(w, fd, result);
    if (fd >= 0)
        close(fd);
    return ok;
}

/* Bytes of one place of the first axis. false: a diag. */
static bool place_bytes(const struct file_work *w, const struct file_array *a, uint64_t *out)
{
    *out = a->dtype.size;
    for (uint32_t k = 1; k < a->rank; k++)
        if (__builtin_mul_overflow(*out, (uint64_t) a->shape[k], out))
            return broken(w->path, "its shape is invalid", w->diags, w->at);
    return true;
}

/* [first, last) of the first axis as bytes of the file: checked against what the header says and what is there. */
static bool locate(const struct file_work *w, int fd, uint64_t data, int64_t first, int64_t last,
                   struct file_array *a, uint64_t *out_at)
{
    uint64_t place, whole, extent = (uint64_t) a->shape[0];
    struct stat st;
    if (a->columns_first && a->rank > 1) {
        diag_help(
            w->diags,
            diag_error(w->diags, DIAG_RUNTIME, w->at,
                       "'%s' is in Fortran order, so parts of its first axis are not together",
                       w->path),
            "in Python, save it with np.save(path, np.ascontiguousarray(x))");
        return false;
    }
    if (first < 0 || (uint64_t) first > extent || last < first) {
        diag_error(w->diags, DIAG_MEMORY, w->at,
                   "'%s' has %" PRId64 " places along its first axis, not %" PRId64 " to %" PRId64,
                   w->path, a->shape[0], first, last);
        return false;
    }
    if (!place_bytes(w, a, &place))
        return false;
    if (__builtin_mul_overflow(place, extent, &whole) || fstat(fd, &st) ||
        (uint64_t) st.st_size < data || whole > (uint64_t) st.st_size - data)
        return broken(w->path, "it has fewer elements than its shape requires", w->diags, w->at);
    a->shape[0] = ((uint64_t) last < extent ? last : (int64_t) extent) - first;
    a->size = place * (uint64_t) a->shape[0];
    *out_at = data + place * (uint64_t) first;
    return true;
}

static bool read_part(const struct file_work *w, int fd, uint64_t at, struct file_array *a)
{
    struct progress p = {"reading", w->path, 0, a->size, clock_ns()};
    bool ok = true;
    a->bytes = xmalloc(a->size + 1);
    for (uint64_t done = 0; ok && done < a->size;) {
        size_t now = a->size - done < CHUNK ? a->size - done : CHUNK;
        ssize_t got = pread(fd, a->bytes + done, now, (off_t) (at + done));
        if (got <= 0) {
            diag_error(w->diags, DIAG_RUNTIME, w->at, "cannot read '%s': %s", w->path,
                       got ? strerror(errno) : "the file is truncated");
            ok = false;
        }
        done += got > 0 ? (uint64_t) got : 0;
        ok = ok && file_step(w, &p, done);
    }
    poll_end(w->poll, &p);
    if (!ok)
        free(a->bytes);
    return ok;
}

bool npy_read_part(const struct file_work *w, int64_t first, int64_t last,
                   struct file_array *result)
{
    *result = (struct file_array){0};
    int fd = open_file(w);
    uint64_t data = fd < 0 ? 0 : open_header(w, fd, result), at;
    bool ok = data && locate(w, fd, data, first, last, result, &at) && read_part(w, fd, at, result);
    if (fd >= 0)
        close(fd);
    return ok;
}

static bool ends(const char *path, const char *with)
{
    size_t n = strlen(path), m = strlen(with);
    return n >= m && !strcmp(path + n - m, with);
}

bool is_npy(const char *path)
{
    return ends(path, ".npy") || ends(path, ".npz");
}

/* ---- writing ---- */

/* The header, padded so that the elements start at a multiple of 64 bytes. false: NumPy has no such type. */
static bool put_header(struct buf *to, const struct array *a)
{
    const struct dtype_row *row = dtype_row(a->dtype.kind);
    const char *code = row ? row->numpy_code : NULL;
    struct buf text = {0};
    for (size_t i = 0; i < sizeof complex_types / sizeof *complex_types; i++)
        if (a->dtype.kind == DTYPE_OTHER && a->dtype.name &&
            !strcmp(a->dtype.name, complex_types[i].name))
            code = complex_types[i].code;
    if (!code)
        return false;
    buf_printf(&text, "{'descr': '%c%s', 'fortran_order': False, 'shape': (",
               a->dtype.size == 1 ? '|' : '<', code);
    for (uint32_t k = 0; k < a->rank; k++)
        buf_printf(&text, "%s%" PRId64, k ? ", " : "", a->shape[k]);
    buf_puts(&text, a->rank == 1 ? ",), }" : "), }");
    buf_pad(&text, ' ', 63 - (10 + text.n) % 64);
    buf_putc(&text, '\n');
    buf_put(to, magic, 6);
    buf_put(to, "\1\0", 2);
    buf_putc(to, (char) (text.n & 255));
    buf_putc(to, (char) (text.n >> 8));
    buf_put(to, text.p, text.n);
    buf_free(&text);
    return true;
}

static bool put_all(const struct file_work *w, FILE *f, struct progress *p, const char *bytes,
                    uint64_t n)
{
    for (uint64_t done = 0; done < n;) {
        size_t now = n - done < CHUNK ? n - done : CHUNK;
        if (fwrite(bytes + done, 1, now, f) != now)
            return false;
        done += now;
        if (p && !file_step(w, p, done))
            return false;
    }
    return true;
}

bool file_write(const struct file_work *w, const struct array *a, const void *elements)
{
    struct buf header = {0}, before = {0}, after = {0};
    bool npz = ends(w->path, ".npz"), ok = true;
    if ((npz || ends(w->path, ".npy")) && !put_header(&header, a)) {
        diag_error(w->diags, DIAG_TYPE, w->at,
                   "NumPy has no type for '%s': use a file name that does not end in .npy",
                   a->dtype.name);
        return false;
    }
    uint64_t n = array_bytes(a);
    struct progress p = {"writing", w->path, 0, n, clock_ns()};
    if (npz)
        zip_frame("arr_0.npy", (struct str){header.p, header.n}, (struct str){elements, n}, &before,
                  &after);
    struct new_file file;
    if ((ok = new_file_open(&file, w->path))) {
        ok = put_all(w, file.f, NULL, before.p, before.n) &&
             put_all(w, file.f, NULL, header.p, header.n) && put_all(w, file.f, &p, elements, n) &&
             put_all(w, file.f, NULL, after.p, after.n);
        ok = new_file_close(&file, ok);
    }
    if (!ok && !w->diags->errors)
        diag_error(w->diags, DIAG_RUNTIME, w->at, "cannot write '%s': %s", w->path,
                   strerror(errno));
    poll_end(w->poll, &p);
    buf_free(&header);
    buf_free(&before);
    buf_free(&after);
    return ok;
}
