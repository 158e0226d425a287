/* SPDX-License-Identifier: Apache-2.0 */
/* A session's callbacks, as JSON. Next: repl_print.c, which writes for people. */
#include "editor/json_output.h"

#include <jansson.h>
#include <stdlib.h>
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

static void on_output(void *user, enum wc_output what, const struct wc_bundle *b)
{
    static const char *const types[] = {[WC_DISPLAY] = "display",
                                        [WC_RESULT] = "result",
                                        [WC_UPDATE] = "update",
                                        [WC_PAGER] = "help"};
    char *data = wc_bundle_json(b);
    json_t *line = json_pack("{ss}", "type", types[what]);
    (void) user;
    if (b->display_id)
        json_object_set_new(line, "id", json_string(b->display_id));
    json_object_set_new(line, "data", json_loads(data, 0, NULL));
    put_line(line);
    free(data);
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
