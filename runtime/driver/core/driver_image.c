/* SPDX-License-Identifier: Apache-2.0 */
/* Images to PTX. A fatbin is a header and entries, each with a kind, an
 * architecture and a payload, which may be compressed with LZ4 or Zstandard
 * (observed in the output of NVIDIA's fatbinary tool; LZ4's block format is
 * public). It needs no CUDA. Next: module.c. */
#include "driver/core/driver_image.h"

#include <dlfcn.h>
#include <elf.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "ptx/ptx_image.h"

enum {
    FATBIN_MAGIC = 0xba55ed50,
    WRAPPER_MAGIC = 0x466243b1,
    KIND_PTX = 1,
    FLAG_LZ4 = 0x2000,
    FLAG_ZSTD = 0x8000,
    TEXT_MOST = 1 << 28
};

struct fatbin_header {
    uint32_t magic;
    uint16_t version, header_size;
    uint64_t size; /* of what follows */
};

struct fatbin_wrapper { /* __fatBinC_Wrapper_t */
    uint32_t magic, version;
    const void *data, *more;
};

struct fatbin_entry {
    uint16_t kind, version;
    uint32_t header_size;
    uint64_t size; /* of the payload, padded */
    uint32_t packed, unknown;
    uint16_t minor, major;
    uint32_t arch;
    uint32_t name, name_size;
    uint64_t flags, zero, unpacked;
};

struct image_view {
    const unsigned char *p, *end;
};

/* ---- LZ4 blocks ---- */

/* A length of 15 goes on in further bytes. */
static bool read_length(struct image_view *in, size_t *n)
{
    if (*n != 15)
        return true;
    for (unsigned char byte = 255; byte == 255; *n += byte) {
        if (in->p == in->end || *n > TEXT_MOST)
            return false;
        byte = *in->p++;
    }
    return true;
}

/* The bytes written; SIZE_MAX: the block is damaged. */
static size_t lz4_unpack(struct image_view in, unsigned char *out, size_t room)
{
    size_t n = 0;
    while (in.p < in.end) {
        size_t literals = *in.p >> 4, match = *in.p & 15;
        in.p++;
        if (!read_length(&in, &literals) || literals > (size_t) (in.end - in.p) ||
            literals > room - n)
            return SIZE_MAX;
        memcpy(out + n, in.p, literals);
        n += literals;
        in.p += literals;
        if (in.p == in.end)
            break;
        if (in.end - in.p < 2)
            return SIZE_MAX;
        size_t back = in.p[0] | (size_t) in.p[1] << 8;
        in.p += 2;
        if (!read_length(&in, &match) || !back || back > n || match + 4 > room - n)
            return SIZE_MAX;
        for (size_t k = 0; k < match + 4; k++, n++)
            out[n] = out[n - back];
    }
    return n;
}

/* ---- fatbins ---- */

/* With the system's libzstd, where there is one: newer toolkits compress with
 * it unless told not to. */
static size_t zstd_unpack(struct image_view in, unsigned char *out, size_t room)
{
    size_t (*unpack)(void *to, size_t room, const void *from, size_t n) = NULL;
    void *library = dlopen("libzstd.so.1", RTLD_NOW | RTLD_LOCAL),
         *f = library ? dlsym(library, "ZSTD_decompress") : NULL;
    memcpy(&unpack, &f, sizeof unpack);
    size_t n = unpack ? unpack(out, room, in.p, (size_t) (in.end - in.p)) : SIZE_MAX;
    if (library)
        dlclose(library);
    return n > room ? SIZE_MAX : n; /* its errors are large numbers */
}

static char *entry_text(const struct fatbin_entry *e, struct image_view payload, struct buf *why)
{
    size_t n = (size_t) (payload.end - payload.p), got = SIZE_MAX;
    bool packed = e->flags & (FLAG_LZ4 | FLAG_ZSTD);
    if (!packed)
        return xstrndup((const char *) payload.p, strnlen((const char *) payload.p, n));
    char *text = e->unpacked <= TEXT_MOST && e->packed <= n ? xmalloc(e->unpacked + 1) : NULL;
    payload.end = payload.p + (text ? e->packed : 0);
    if (text && e->flags & FLAG_LZ4)
        got = lz4_unpack(payload, (unsigned char *) text, e->unpacked);
    else if (text)
        got = zstd_unpack(payload, (unsigned char *) text, e->unpacked);
    if (got == SIZE_MAX) {
        buf_puts(why, "the compressed PTX in this fatbin cannot be unpacked; build "
                      "it with --no-compress");
        free(text);
        return NULL;
    }
    text[got] = '\0';
    return text;
}

struct choice {
    struct fatbin_entry entry;
    struct image_view payload;
    bool found, machine_code;
};

static void consider(struct choice *c, const struct fatbin_entry *e, struct image_view payload,
                     int arch)
{
    c->machine_code |= e->kind != KIND_PTX;
    if (e->kind != KIND_PTX || (int) e->arch > arch || (c->found && e->arch < c->entry.arch))
        return;
    c->entry = *e;
    c->payload = payload;
    c->found = true;
}

static enum image_status fatbin_ptx(struct image_view in, int arch, char **out, struct buf *why)
{
    struct choice c = {0};
    struct fatbin_entry e;
    uint32_t least = 0;
    while ((size_t) (in.end - in.p) >= sizeof e) {
        memcpy(&e, in.p, sizeof e);
        size_t left = (size_t) (in.end - in.p);
        if (e.header_size < sizeof e || e.header_size > left || e.size > left - e.header_size)
            break;
        in.p += e.header_size;
        least = e.kind == KIND_PTX && (!least || e.arch < least) ? e.arch : least;
        consider(&c, &e, (struct image_view){in.p, in.p + e.size}, arch);
        in.p += e.size;
    }
    if (!c.found && least)
        buf_printf(why,
                   "this fatbin's PTX is for compute capability %u.%u and later; "
                   "choose one with "
                   "warpcell cuda --as sm_%u",
                   least / 10, least % 10, least);
    else if (!c.found)
        buf_puts(why, c.machine_code ? "this fatbin holds machine code only: build it with PTX "
                                       "(-gencode arch=compute_75,code=compute_75)"
                                     : "this fatbin is empty or damaged");
    *out = c.found ? entry_text(&c.entry, c.payload, why) : NULL;
    return *out ? IMAGE_OK : c.found ? IMAGE_INVALID : IMAGE_NO_PTX;
}

static enum image_status fatbin(const void *image, size_t size, int arch, char **out,
                                struct buf *why)
{
    struct fatbin_header h;
    if (size && size < sizeof h) {
        buf_puts(why, "this fatbin is damaged");
        return IMAGE_INVALID;
    }
    memcpy(&h, image, sizeof h);
    if (h.header_size < sizeof h || h.size > TEXT_MOST ||
        (size && (h.header_size > size || h.size > size - h.header_size))) {
        buf_puts(why, "this fatbin is damaged");
        return IMAGE_INVALID;
    }
    const unsigned char *p = (const unsigned char *) image + h.header_size;
    return fatbin_ptx((struct image_view){p, p + h.size}, arch, out, why);
}

/* ---- any image ---- */

static uint32_t magic_of(const void *image, size_t size)
{
    uint32_t magic = 0;
    if (!size || size >= sizeof magic)
        memcpy(&magic, image, size ? sizeof magic : strnlen(image, 1) ? sizeof magic : 0);
    return magic;
}

enum image_status image_ptx(const void *image, size_t size, int arch, char **out, struct buf *why)
{
    uint32_t magic = magic_of(image, size);
    *out = NULL;
    if (magic == WRAPPER_MAGIC && !size) {
        struct fatbin_wrapper w;
        memcpy(&w, image, sizeof w);
        return fatbin(w.data, IMAGE_UNSIZED, arch, out, why);
    }
    if (magic == FATBIN_MAGIC)
        return fatbin(image, size, arch, out, why);
    struct str text = size ? ptx_image_text(image, size) : ptx_image_text_unsized(image);
    if (text.p)
        *out = xstrndup(text.p, text.n);
    else
        buf_puts(why, magic == 0x464c457f ? "this image is machine code without "
                                            "PTX, which the cpu device cannot run"
                                          : "this image is empty");
    return *out ? IMAGE_OK : magic == 0x464c457f ? IMAGE_NO_PTX : IMAGE_INVALID;
}
