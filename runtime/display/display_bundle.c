/* SPDX-License-Identifier: Apache-2.0 */
/* MIME bundles: collects the representations of an output and orders them for warpcell.h, text/plain last. */
#include <string.h>

#include "base/check.h"
#include "display/parts.h"

static const char text_plain[] = "text/plain";

struct buf *display_add(struct display *d, const char *type)
{
    CHECK(d->count < sizeof d->items / sizeof *d->items);
    struct display_item *item = &d->items[d->count++];
    size_t n = strlen(type);
    item->type = type;
    item->binary = !strncmp(type, "image/", 6) && strcmp(type, "image/svg+xml");
    item->json = n >= 4 && !strcmp(type + n - 4, "json");
    return &item->data;
}

void display_bundle(const struct display *d, struct wc_mime mimes[6], struct wc_bundle *out)
{
    size_t n = 0;
    for (int plain = 0; plain < 2; plain++)
        for (uint32_t i = 0; i < d->count; i++) {
            const struct display_item *item = &d->items[i];
            if ((strcmp(item->type, text_plain) == 0) == plain)
                mimes[n++] = (struct wc_mime){item->type, item->data.p ? item->data.p : "",
                                              item->data.n, item->binary, item->json};
        }
    *out = (struct wc_bundle){
        .items = mimes, .count = n, .display_id = d->id, .width = d->width, .height = d->height};
}

void display_free(struct display *d)
{
    for (uint32_t i = 0; i < d->count; i++)
        buf_free(&d->items[i].data);
    *d = (struct display){0};
}
