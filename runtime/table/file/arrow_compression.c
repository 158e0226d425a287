/* SPDX-License-Identifier: Apache-2.0 */
/* Compressed buffers, by the libraries that every distribution has. */
#include <stdlib.h>
#include <string.h>

#include "base/dynlib.h"
#include "table/file/arrow_format.h"

enum {
    LZ4F_VERSION = 100,
    LZ4 = 0,
    RATIO_MOST = 40000 /* ZSTD's for zeros: 128 KiB in 4 bytes */
};

/* lz4frame.h and zstd.h, as their authors keep them stable. */
struct lz4 {
    size_t (*create)(void **context, unsigned version);
    size_t (*release)(void *context);
    size_t (*decompress)(void *context, void *to, size_t *to_size, const void *from,
                         size_t *from_size, const void *options);
    unsigned (*is_error)(size_t code);
};

static bool by_lz4(struct arrow_bytes from, uint8_t *to, uint64_t size, bool *out_found)
{
    struct lz4 z;
    struct buf why = {0};
    const struct dynlib_symbol symbols[] = {
        {"LZ4F_createDecompressionContext", (void **) &z.create,     true},
        {"LZ4F_freeDecompressionContext",   (void **) &z.release,    true},
        {"LZ4F_decompress",                 (void **) &z.decompress, true},
        {"LZ4F_isError",                    (void **) &z.is_error,   true},
    };
    void *context = NULL,
         *library = dynlib_open("liblz4.so.1", symbols, sizeof symbols / sizeof *symbols, &why);
    buf_free(&why);
    *out_found = library;
    if (!library)
        return false;
    uint64_t made = 0, used = 0;
    bool good = !z.is_error(z.create(&context, LZ4F_VERSION));
    while (good && made < size && used < from.n) {
        size_t room = size - made, left = from.n - used;
        good = !z.is_error(z.decompress(context, to + made, &room, from.p + used, &left, NULL)) &&
               (room || left);
        made += room;
        used += left;
    }
    if (context)
        z.release(context);
    dynlib_close(&library);
    return good && made == size;
}

static bool by_zstd(struct arrow_bytes from, uint8_t *to, uint64_t size, bool *out_found)
{
    size_t (*decompress)(void *to, size_t room, const void *from, size_t n);
    struct buf why = {0};
    const struct dynlib_symbol symbols[] = {
        {"ZSTD_decompress", (void **) &decompress, true}
    };
    void *library = dynlib_open("libzstd.so.1", symbols, 1, &why);
    buf_free(&why);
    *out_found = library;
    bool good = library && decompress(to, size, from.p, from.n) == size;
    dynlib_close(&library);
    return good;
}

uint8_t *arrow_decompress(int codec, struct arrow_bytes from, uint64_t size, const char **out_why)
{
    bool found;
    uint8_t *to = size / RATIO_MOST <= from.n + 1 ? malloc(size + 1) : NULL;
    *out_why = "it has a buffer of impossible size";
    if (!to)
        return NULL;
    if (codec == LZ4 ? by_lz4(from, to, size, &found) : by_zstd(from, to, size, &found))
        return to;
    *out_why = found          ? "a compressed buffer is damaged"
               : codec == LZ4 ? "it is compressed by LZ4, and liblz4.so.1 is not installed"
                              : "it is compressed by ZSTD, and libzstd.so.1 is not installed";
    free(to);
    return NULL;
}
