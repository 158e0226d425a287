/* SPDX-License-Identifier: Apache-2.0 */
/* NumPy's file format (numpy.lib.format): a magic number, a header that is the text of a Python dictionary, the elements.
 * Next: npz.c, which finds such a file in a zip. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "array/npy.h"
#include "base/check.h"

static const char magic[] = "\x93NUMPY";

static const struct {
    char code[4];
    enum dtype_kind kind;
    uint32_t size;
    const char *name;
} types[] = {
    {"b1", DTYPE_BOOL, 1, "bool"          },
    {"i1", DTYPE_I8,   1, "signed char"   },
    {"u1", DTYPE_U8,   1, "unsigned char" },
    {"i2", DTYPE_I16,  2, "short"         },
    {"u2", DTYPE_U16,  2, "unsigned short"},
    {"i4", DTYPE_I32,  4, "int"           },
    {"u4", DTYPE_U32,  4, "unsigned int"  },
    {"i8", DTYPE_I64,  8, "long"          },
    {"u8", DTYPE_U64,  8, "unsigned long" },
    {"f4", DTYPE_F32,  4, "float"         },
    {"f2", DTYPE_F16,  2, "half"          },
    {"f8", DTYPE_F64,  8, "double"        },
};

/* ---- reading ---- */

/* What follows "'key':" in the header, or NULL. */
static const char *value_of(const char *header, const char *key)
{
    char quoted[32];
    snprintf(quoted, sizeof quoted, "'%s':", key);
    const char *at = strstr(header, quoted);
    return at ? at + strlen(quoted) + strspn(at + strlen(quoted), " ") : NULL;
}

static bool read_type(const char *descr, struct dtype *out)
{
    if (!descr || *descr++ != '\'' || !strchr("<|=", *descr++))
        return false;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (!strncmp(descr, types[i].code, 2) && descr[2] == '\'') {
            *out = (struct dtype){types[i].kind, types[i].size, types[i].name};
            return true;
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

bool npy_parse(const char *name, const char *bytes, uint64_t n, struct diags *out, struct span at,
               struct file_array *result)
{
    uint64_t start = 10, length = 0, count = 1;
    *result = (struct file_array){0};
    if (n < start || memcmp(bytes, magic, 6))
        return broken(name, "it is no .npy file", out, at);
    bool wide = bytes[6] > 1; /* from format 2.0 on the header's length has four bytes */
    if (wide && n < 12)
        return broken(name, "it ends in the middle", out, at);
    for (unsigned i = 0; i < (wide ? 4u : 2u); i++)
        length |= (uint64_t) (unsigned char) bytes[8 + i] << 8 * i;
    start += wide ? 2 : 0;
    if (length > n - start)
        return broken(name, "it ends in the middle", out, at);
    char *header = xstrndup(bytes + start, length);
    const char *order = value_of(header, "fortran_order"), *descr = value_of(header, "descr");
    bool typed = read_type(descr, &result->dtype),
         shaped = read_shape(value_of(header, "shape"), result);
    result->columns_first = order && *order == 'T';
    if (!typed)
        diag_error(out, DIAG_TYPE, at, "'%s' holds elements of type %.*s, which is not supported",
                   name, descr ? (int) strcspn(descr, ",}") : 1, descr ? descr : "?");
    free(header);
    if (!typed)
        return false;
    if (!shaped)
        return broken(name, "its shape has more than 4 axes, or none that makes sense", out, at);
    for (uint32_t k = 0; k < result->rank; k++)
        if (__builtin_mul_overflow(count, (uint64_t) result->shape[k], &count))
            return broken(name, "its shape makes no sense", out, at);
    if (__builtin_mul_overflow(count, result->dtype.size, &result->size) ||
        result->size > n - start - length)
        return broken(name, "it has fewer elements than its shape says", out, at);
    result->bytes = xmalloc(result->size + 1);
    memcpy(result->bytes, bytes + start + length, result->size);
    return true;
}

char *file_bytes(const char *path, uint64_t *out_n, struct diags *out, struct span at)
{
    FILE *f = fopen(path, "rb");
    char *bytes = NULL;
    uint64_t n = 0, room = 0;
    for (size_t got = 1; f && got; n += got) {
        if (n == room)
            bytes = xrealloc(bytes, room = room ? 2 * room : 1 << 16);
        got = fread(bytes + n, 1, room - n, f);
    }
    if (!f || ferror(f)) {
        diag_error(out, DIAG_RUNTIME, at, "cannot read '%s': %s", path, strerror(errno));
        free(bytes);
        bytes = NULL;
    }
    if (f)
        fclose(f);
    *out_n = n;
    return bytes;
}

bool npy_read(const char *path, struct diags *out, struct span at, struct file_array *result)
{
    uint64_t n;
    char *bytes = file_bytes(path, &n, out, at);
    bool ok = bytes && npy_parse(path, bytes, n, out, at, result);
    free(bytes);
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
    const char *code = NULL;
    struct buf text = {0};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (types[i].kind == a->dtype.kind)
            code = types[i].code;
    if (a->dtype.kind == DTYPE_OTHER && a->dtype.name)
        code = !strcmp(a->dtype.name, "float2")    ? "c8"
               : !strcmp(a->dtype.name, "double2") ? "c16"
                                                   : NULL;
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

bool file_write(const char *path, const struct array *a, const void *elements, struct diags *out,
                struct span at)
{
    struct buf header = {0}, before = {0}, after = {0};
    bool npz = ends(path, ".npz"), ok = true;
    if ((npz || ends(path, ".npy")) && !put_header(&header, a)) {
        diag_error(out, DIAG_TYPE, at,
                   "NumPy has no type for '%s': save it under a name that does not end in .npy",
                   a->dtype.name);
        return false;
    }
    uint64_t n = array_bytes(a);
    if (npz)
        zip_frame("arr_0.npy", (struct str){header.p, header.n}, (struct str){elements, n}, &before,
                  &after);
    FILE *f = fopen(path, "wb");
    ok = f && fwrite(before.p ? before.p : "", 1, before.n, f) == before.n &&
         fwrite(header.p ? header.p : "", 1, header.n, f) == header.n &&
         fwrite(elements, 1, n, f) == n && fwrite(after.p ? after.p : "", 1, after.n, f) == after.n;
    if (f && fclose(f))
        ok = false;
    if (!ok)
        diag_error(out, DIAG_RUNTIME, at, "cannot write '%s': %s", path, strerror(errno));
    buf_free(&header);
    buf_free(&before);
    buf_free(&after);
    return ok;
}
