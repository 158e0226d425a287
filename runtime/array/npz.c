/* SPDX-License-Identifier: Apache-2.0 */
/* .npz: a zip archive of .npy files (PKWARE APPNOTE 6.3: 4.3.7 local header, 4.3.12 central directory, 4.3.16 end
 * of central directory). Members may be stored or deflated. zip64 (members above 4 GiB) is not supported. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "array/npy.h"
#include "base/check.h"

enum { LOCAL = 0x04034b50, CENTRAL = 0x02014b50, END = 0x06054b50 };

enum {
    MOST_EXPANSION = 1032
}; /* deflate makes no more bytes of one (zlib.net, "Technical Details") */

static uint32_t get(const char *p, int bytes)
{
    uint32_t v = 0;
    for (int i = 0; i < bytes; i++)
        v |= (uint32_t) (unsigned char) p[i] << 8 * i;
    return v;
}

static void put(struct buf *to, uint32_t v, int bytes)
{
    for (int i = 0; i < bytes; i++)
        buf_putc(to, (char) (v >> 8 * i));
}

static bool inflate_all(const char *from, uint32_t n, char *to, uint32_t size)
{
    z_stream z = {.next_in = (Bytef *) (uintptr_t) from,
                  .avail_in = n,
                  .next_out = (Bytef *) to,
                  .avail_out = size};
    if (inflateInit2(&z, -15) != Z_OK) /* no zlib header around it */
        return false;
    int status = inflate(&z, Z_FINISH);
    inflateEnd(&z);
    return status == Z_STREAM_END && z.total_out == size;
}

/* One member, from its entry in the central directory. */
static bool extract(const char *name, const char *zip, uint64_t n, const char *entry,
                    struct diags *out, struct span at, struct file_array *result)
{
    uint32_t method = get(entry + 10, 2), packed = get(entry + 20, 4), size = get(entry + 24, 4),
             start = get(entry + 42, 4);
    bool ok = (uint64_t) start + 30 <= n && get(zip + start, 4) == LOCAL;
    uint64_t data =
        ok ? (uint64_t) start + 30 + get(zip + start + 26, 2) + get(zip + start + 28, 2) : 0;
    ok = ok && data + packed <= n &&
         (method == 0 ? packed == size : method == 8 && size / MOST_EXPANSION <= packed);
    char *bytes = ok ? xmalloc((size_t) size + 1) : NULL;
    if (ok && method == 8)
        ok = inflate_all(zip + data, packed, bytes, size);
    else if (ok)
        memcpy(bytes, zip + data, size);
    if (!ok)
        diag_error(out, DIAG_RUNTIME, at,
                   "'%s' cannot be read: its zip archive is damaged or uses an unsupported feature",
                   name);
    ok = ok && npy_parse(name, bytes, size, out, at, result);
    free(bytes);
    return ok;
}

static const char *directory(const char *zip, uint64_t n, uint32_t *out_count)
{
    for (uint64_t back = 22; back <= n && back < 22 + 65536; back++) {
        const char *end = zip + n - back;
        if (get(end, 4) != END)
            continue;
        *out_count = get(end + 10, 2);
        return get(end + 16, 4) < n ? zip + get(end + 16, 4) : NULL;
    }
    return NULL;
}

/* "w.npy" is listed as "w". */
static bool is_called(const char *entry, uint32_t length, const char *name)
{
    size_t n = strlen(name);
    bool ending = length > 4 && !memcmp(entry + length - 4, ".npy", 4);
    return (length == n || (ending && length == n + 4)) && !memcmp(entry, name, n);
}

static void not_found(const struct file_work *w, const char *name, bool zip, struct str names)
{
    struct diag *d =
        !zip   ? diag_error(w->diags, DIAG_RUNTIME, w->at, "'%s' cannot be read: not a .npz file",
                            w->path)
        : name ? diag_error(w->diags, DIAG_RUNTIME, w->at, "'%s' has no array '%s'", w->path, name)
        : names.n ? diag_error(w->diags, DIAG_RUNTIME, w->at, "'%s' contains more than one array",
                               w->path)
                  : diag_error(w->diags, DIAG_RUNTIME, w->at, "'%s' contains no array", w->path);
    if (names.n)
        diag_help(w->diags, d, "it contains %.*s: load(\"%s\", \"...\")", (int) names.n, names.p,
                  w->path);
}

bool npz_read(const struct file_work *w, const char *name, struct file_array *result)
{
    uint64_t n;
    uint32_t count = 0;
    char *zip = file_bytes(w, &n);
    if (!zip)
        return false;
    const char *entry = directory(zip, n, &count), *found = NULL;
    bool is_zip = entry;
    struct buf names = {0};
    for (uint32_t i = 0; i < count && entry && entry + 46 <= zip + n && get(entry, 4) == CENTRAL;
         i++) {
        uint32_t length = get(entry + 28, 2);
        if (entry + 46 + length > zip + n)
            break;
        if (name ? is_called(entry + 46, length, name) : count == 1)
            found = entry;
        buf_printf(&names, "%s%.*s", i ? ", " : "", (int) (length > 4 ? length - 4 : length),
                   entry + 46);
        entry += 46 + length + get(entry + 30, 2) + get(entry + 32, 2);
    }
    bool ok = found && extract(w->path, zip, n, found, w->diags, w->at, result);
    if (!found)
        not_found(w, name, is_zip, (struct str){names.p, names.n});
    buf_free(&names);
    free(zip);
    return ok;
}

void zip_frame(const char *name, struct str head, struct str body, struct buf *before,
               struct buf *after)
{
    uint32_t length = (uint32_t) strlen(name), size = (uint32_t) (head.n + body.n);
    uint32_t crc = (uint32_t) crc32_z(crc32_z(0, (const Bytef *) head.p, head.n),
                                      (const Bytef *) body.p, body.n);
    struct buf fields = {0};
    put(&fields, 20, 2); /* version 2.0, no flags, stored, 1980-01-01 */
    put(&fields, 0, 2);
    put(&fields, 0, 2);
    put(&fields, 0, 2);
    put(&fields, 0x21, 2);
    put(&fields, crc, 4);
    put(&fields, size, 4);
    put(&fields, size, 4);
    put(&fields, length, 2);
    put(&fields, 0, 2);
    put(before, LOCAL, 4);
    buf_put(before, fields.p, fields.n);
    buf_puts(before, name);
    put(after, CENTRAL, 4);
    put(after, 20, 2);
    buf_put(after, fields.p, fields.n);
    buf_pad(after, 0, 14); /* no comment, first disk, no attributes, at the archive's start */
    buf_puts(after, name);
    uint32_t directory_size = (uint32_t) after->n;
    put(after, END, 4);
    put(after, 0, 4);
    put(after, 1, 2);
    put(after, 1, 2);
    put(after, directory_size, 4);
    put(after, (uint32_t) before->n + size, 4);
    put(after, 0, 2);
    buf_free(&fields);
}
