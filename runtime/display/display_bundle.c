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

char *wc_bundle_json(const struct wc_bundle *b)
{
    struct buf out = {0};
    buf_putc(&out, '{');
    for (size_t i = 0; i < b->count; i++) {
        const struct wc_mime *m = &b->items[i];
        buf_printf(&out, "%s\"%s\":", i ? "," : "", m->type);
        if (m->binary) {
            buf_putc(&out, '"');
            put_base64(&out, m->data, m->size);
            buf_putc(&out, '"');
        } else if (m->json) {
            buf_put(&out, m->data, m->size);
        } else {
            print_json_string(&out, (struct str){m->data, m->size});
        }
    }
    buf_putc(&out, '}');
    return buf_take(&out);
}

struct str display_plain(const struct display *d)
{
    for (uint32_t i = 0; i < d->count; i++)
        if (!strcmp(d->items[i].type, text_plain))
            return (struct str){d->items[i].data.p ? d->items[i].data.p : "", d->items[i].data.n};
    return (struct str){"", 0};
}

void display_free(struct display *d)
{
    for (uint32_t i = 0; i < d->count; i++)
        buf_free(&d->items[i].data);
    *d = (struct display){0};
}
