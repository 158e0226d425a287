/* SPDX-License-Identifier: Apache-2.0 */
/* Image files: PNG with libpng's simplified API, which needs no setjmp, and binary PGM and PPM. */
#include <ctype.h>
#include <errno.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/check.h"
#include "display/display.h"

enum { EDGE_MOST = 1 << 16 };

static const size_t BYTES_MOST = (size_t) 1 << 30;

static png_uint_32 format_of(uint32_t channels)
{
    return channels == 1 ? PNG_FORMAT_GRAY : channels == 3 ? PNG_FORMAT_RGB : PNG_FORMAT_RGBA;
}

static bool size_fits(uint32_t width, uint32_t height, uint32_t channels)
{
    return width && height && width <= EDGE_MOST && height <= EDGE_MOST &&
           (size_t) width * height <= BYTES_MOST / channels;
}

bool png_encode(struct buf *out, const uint8_t *pixels, uint32_t width, uint32_t height,
                uint32_t channels)
{
    if (!size_fits(width, height, channels))
        return false;
    png_image image = {.version = PNG_IMAGE_VERSION,
                       .width = width,
                       .height = height,
                       .format = format_of(channels)};
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
    char *bytes = xmalloc(size);
    bool ok = png_image_write_to_memory(&image, bytes, &size, 0, pixels, 0, NULL);
    if (ok)
        buf_put(out, bytes, size);
    png_image_free(&image);
    free(bytes);
    return ok;
}

struct png_reading {
    const char *path;
    struct diags *diags;
    struct span at;
};

static uint8_t *refuse(const struct png_reading *r, const char *why)
{
    diag_error(r->diags, DIAG_SYSTEM, r->at, "'%s' cannot be read as an image: %s", r->path, why);
    return NULL;
}

/* Replaces libpng's message where a clearer one exists. */
static const char *words_of(const png_image *image)
{
    return !strcasecmp(image->message, "read error") ? "the file is truncated" : image->message;
}

static uint8_t *read_png(const struct png_reading *r, FILE *f, uint32_t *out_width,
                         uint32_t *out_height, uint32_t *out_channels)
{
    png_image image = {.version = PNG_IMAGE_VERSION};
    rewind(f);
    if (!png_image_begin_read_from_stdio(&image, f))
        return refuse(r, words_of(&image));
    *out_channels = image.format & PNG_FORMAT_FLAG_ALPHA   ? 4
                    : image.format & PNG_FORMAT_FLAG_COLOR ? 3
                                                           : 1;
    *out_width = image.width;
    *out_height = image.height;
    if (!size_fits(image.width, image.height, *out_channels)) {
        png_image_free(&image);
        return refuse(r, "it is too large");
    }
    image.format = format_of(*out_channels);
    uint8_t *pixels = xmalloc(PNG_IMAGE_SIZE(image));
    if (png_image_finish_read(&image, NULL, pixels, 0, NULL))
        return pixels;
    free(pixels);
    return refuse(r, words_of(&image));
}

/* The next number of a PNM header; `#` starts a comment. 0: there is none. */
static uint32_t pnm_number(FILE *f)
{
    int c = getc(f);
    while (c == '#' || isspace(c)) {
        if (c == '#')
            while (c != '\n' && c != EOF)
                c = getc(f);
        c = getc(f);
    }
    uint32_t n = 0;
    for (; isdigit(c) && n < EDGE_MOST * 10u; c = getc(f))
        n = n * 10 + (uint32_t) (c - '0');
    return isspace(c) ? n : 0; /* one blank ends the header's last number */
}

static uint8_t *read_pnm(const struct png_reading *r, FILE *f, uint32_t *out_width,
                         uint32_t *out_height, uint32_t *out_channels)
{
    uint32_t width = pnm_number(f), height = pnm_number(f), most = pnm_number(f);
    if (!width || !height || !most)
        return refuse(r, "its header is damaged");
    if (most > 255)
        return refuse(r, "its samples have 16 bits; 8 are supported");
    if (!size_fits(width, height, *out_channels))
        return refuse(r, "it is too large");
    size_t size = (size_t) width * height * *out_channels;
    uint8_t *pixels = xmalloc(size);
    *out_width = width;
    *out_height = height;
    if (fread(pixels, 1, size, f) == size)
        return pixels;
    free(pixels);
    return refuse(r, "the file is truncated");
}

uint8_t *image_read(const char *path, uint32_t *out_width, uint32_t *out_height,
                    uint32_t *out_channels, struct diags *diags, struct span at)
{
    struct png_reading r = {path, diags, at};
    unsigned char magic[8] = {0};
    FILE *f = fopen(path, "rbe");
    if (!f)
        return refuse(&r, strerror(errno));
    uint8_t *pixels;
    errno = 0;
    size_t n = fread(magic, 1, 2, f);
    if (n == 2 && magic[0] == 'P' && (magic[1] == '5' || magic[1] == '6')) {
        *out_channels = magic[1] == '5' ? 1 : 3;
        pixels = read_pnm(&r, f, out_width, out_height, out_channels);
    } else if (n + fread(magic + n, 1, 8 - n, f) == 8 && !png_sig_cmp(magic, 0, 8)) {
        pixels = read_png(&r, f, out_width, out_height, out_channels);
    } else {
        pixels = refuse(&r, errno ? strerror(errno) : "not a PNG or binary PGM or PPM file");
    }
    fclose(f);
    return pixels;
}
