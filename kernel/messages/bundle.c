/* SPDX-License-Identifier: Apache-2.0 */
#include "messages/bundle.h"

#include <openssl/evp.h>
#include <string.h>

#include "wire/json.h"
#include "wire/must.h"

static json_t *base64(const char *bytes, size_t n)
{
    char *text = must(malloc(4 * ((n + 2) / 3) + 1));
    int size = EVP_EncodeBlock((unsigned char *) text, (const unsigned char *) bytes, (int) n);
    json_t *value = json_stringn(text, (size_t) size);
    free(text);
    return value;
}

static json_t *item(const struct wc_mime *m)
{
    if (m->binary)
        return base64(m->data, m->size);
    json_error_t error;
    json_t *value = m->json ? json_read(m->data, m->size, &error) : NULL;
    return value ? value : json_text(m->data, m->size);
}

json_t *bundle_data(const struct wc_bundle *b)
{
    json_t *data = json_object();
    for (size_t i = 0; i < b->count; i++)
        json_object_set_new(data, b->items[i].type, item(&b->items[i]));
    return data;
}

const struct wc_mime *bundle_plain(const struct wc_bundle *b)
{
    for (size_t i = 0; i < b->count; i++)
        if (strcmp(b->items[i].type, "text/plain") == 0)
            return &b->items[i];
    return NULL;
}

json_t *bundle_metadata(const struct wc_bundle *b)
{
    json_t *metadata = json_object();
    const struct wc_mime *plain = bundle_plain(b); /* describes the picture in one line */
    size_t line = plain ? strcspn(plain->data, "\n") : 0;
    for (size_t i = 0; b->width > 0 && b->height > 0 && i < b->count; i++)
        if (b->items[i].binary && strncmp(b->items[i].type, "image/", 6) == 0)
            json_object_set_new(metadata, b->items[i].type,
                                json_pack("{si si so}", "width", b->width, "height", b->height,
                                          "alt", json_text(plain ? plain->data : "", line)));
    return metadata;
}
