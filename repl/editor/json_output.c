/* SPDX-License-Identifier: Apache-2.0 */
/* A session's callbacks, as JSON. Next: repl_print.c, which writes for people. */
#include "editor/json_output.h"

#include <jansson.h>
#include <openssl/evp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Takes the value. */
static void put_line(json_t *value)
{
    char *text = value ? json_dumps(value, JSON_COMPACT) : NULL;
    if (text)
        puts(text);
    fflush(stdout);
    free(text);
    json_decref(value);
}

static void on_stream(void *user, int fd, const char *text, size_t n)
{
    (void) user;
    put_line(json_pack("{ss ss ss%}", "type", "stream", "name",
                       fd == STDERR_FILENO ? "stderr" : "stdout", "text", text, n));
}

static json_t *base64(const char *bytes, size_t n)
{
    unsigned char *text = malloc(4 * ((n + 2) / 3) + 1);
    if (!text)
        return NULL;
    int size = EVP_EncodeBlock(text, (const unsigned char *) bytes, (int) n);
    json_t *value = json_stringn((const char *) text, (size_t) size);
    free(text);
    return value;
}

static json_t *data_of(const struct wc_mime *m)
{
    json_t *value = m->binary ? base64(m->data, m->size)
                    : m->json ? json_loadb(m->data, m->size, 0, NULL)
                              : NULL;
    return value ? value : json_stringn(m->data, m->size);
}

static void on_output(void *user, enum wc_output what, const struct wc_bundle *b)
{
    static const char *const types[] = {[WC_DISPLAY] = "display",
                                        [WC_RESULT] = "result",
                                        [WC_UPDATE] = "update",
                                        [WC_PAGER] = "help"};
    json_t *data = json_object(), *line = json_pack("{ss}", "type", types[what]);
    (void) user;
    for (size_t i = 0; i < b->count; i++)
        json_object_set_new(data, b->items[i].type, data_of(&b->items[i]));
    if (b->display_id)
        json_object_set_new(line, "id", json_string(b->display_id));
    json_object_set_new(line, "data", data);
    put_line(line);
}

static void on_error(void *user, const struct wc_error *e)
{
    (void) user;
    put_line(json_pack("{ss ss ss ss}", "type", "error", "name", e->name, "text", e->text, "report",
                       e->plain));
}

static void on_clear(void *user, bool wait)
{
    (void) user;
    put_line(json_pack("{ss sb}", "type", "clear", "wait", wait));
}

struct wc_callbacks json_callbacks(struct wc_callbacks usual)
{
    return (struct wc_callbacks){.user = usual.user,
                                 .stream = on_stream,
                                 .output = on_output,
                                 .error = on_error,
                                 .clear = on_clear,
                                 .input = usual.input};
}

void json_end(int status)
{
    put_line(json_pack("{ss si}", "type", "end", "status", status));
}
