/* SPDX-License-Identifier: Apache-2.0 */
/* Saves an array as a PNG, PGM (grey) or PPM (RGB) file. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/new_file.h"

#include "display/parts.h"

static const char *ending(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot ? dot : "";
}

bool image_path(const char *path)
{
    const char *e = ending(path);
    return !strcasecmp(e, ".png") || !strcasecmp(e, ".pgm") || !strcasecmp(e, ".ppm");
}

/* A grey picture as PPM, an RGBA one without its alpha. */
static void put_pnm(struct buf *out, const struct picture *p, bool grey)
{
    buf_printf(out, "P%d\n%u %u\n255\n", grey ? 5 : 6, p->width, p->height);
    for (size_t i = 0; i < (size_t) p->width * p->height; i++) {
        const uint8_t *pixel = p->pixels + i * p->channels;
        for (uint32_t c = 0; c < (grey ? 1 : 3); c++)
            buf_putc(out, (char) pixel[p->channels > 1 ? c : 0]);
    }
}

static bool put_file(const char *path, struct str bytes)
{
    struct new_file file;
    return new_file_open(&file, path) &&
           new_file_close(&file, fwrite(bytes.p, 1, bytes.n, file.f) == bytes.n);
}

bool image_write(const char *path, const struct array *a, const void *elements, struct diags *diags,
                 struct span at)
{
    enum { EDGE_MOST = 1 << 16 };
    struct display_values v = {elements, a->dtype, a->rank};
    struct picture p = {0};
    struct buf bytes = {0};
    memcpy(v.shape, a->shape, sizeof v.shape);
    bool grey_only = !strcasecmp(ending(path), ".pgm"), possible = picture_possible(&v);
    if (!possible || (grey_only && a->rank == 3)) {
        struct diag *d =
            diag_error(diags, DIAG_TYPE, at,
                       "an array of rank %u cannot be saved as the image '%s'", a->rank, path);
        diag_help(diags, d,
                  grey_only ? "a .pgm is [height, width]"
                            : "an image is [height, width] or [height, width, 3 or 4]");
        return false;
    }
    picture_make(&p, &v, 0, 0, EDGE_MOST);
    if (strcasecmp(ending(path), ".png"))
        put_pnm(&bytes, &p, grey_only);
    else
        png_encode(&bytes, p.pixels, p.width, p.height, p.channels);
    bool ok = bytes.n && put_file(path, (struct str){bytes.p, bytes.n});
    if (!ok)
        diag_error(diags, DIAG_SYSTEM, at, "'%s' cannot be written: %s", path, strerror(errno));
    picture_free(&p);
    buf_free(&bytes);
    return ok;
}
