/* SPDX-License-Identifier: Apache-2.0 */
/* Code that is not run: completion, help on what is under the cursor, and whether a cell is complete. */
#include <string.h>

#include "messages/bundle.h"
#include "messages/messages.h"
#include "wire/json.h"

struct code_cursor {
    const char *code;
    size_t size, at; /* bytes */
};

static struct code_cursor cursor_of(const struct request *r)
{
    const json_t *code = json_object_get(r->content, "code");
    struct code_cursor c = {json_string_value(code), json_string_length(code), 0};
    long points = json_get_int(r->content, "cursor_pos", -1);
    c.at = points < 0 ? c.size : points_to_bytes(c.code, c.size, (size_t) points);
    return c;
}

json_t *on_complete(struct jupyter_kernel *k, struct request *r)
{
    struct code_cursor c = cursor_of(r);
    struct wc_completions found = {.start = c.at, .end = c.at};
    wc_complete(kernel_session(k), c.code, c.size, c.at, &found);
    json_int_t start = (json_int_t) bytes_to_points(c.code, c.size, found.start);
    json_int_t end = (json_int_t) bytes_to_points(c.code, c.size, found.end);
    json_t *matches = json_array(), *typed = json_array();
    for (size_t i = 0; i < found.count; i++) {
        const struct wc_completion *m = &found.items[i];
        json_array_append_new(matches, json_text(m->text, strlen(m->text)));
        json_array_append_new(typed, json_pack("{sI sI so ss ss}", "start", start, "end", end,
                                               "text", json_text(m->text, strlen(m->text)), "type",
                                               m->type ? m->type : "", "signature",
                                               m->signature ? m->signature : ""));
    }
    return json_pack("{so sI sI s{so}}", "matches", matches, "cursor_start", start, "cursor_end",
                     end, "metadata", "_jupyter_types_experimental", typed);
}

json_t *on_inspect(struct jupyter_kernel *k, struct request *r)
{
    struct code_cursor c = cursor_of(r);
    struct wc_bundle b = {0};
    int detail = (int) json_get_int(r->content, "detail_level", 0);
    bool found = wc_inspect(kernel_session(k), c.code, c.size, c.at, detail, &b);
    return json_pack("{sb so so}", "found", found, "data", found ? bundle_data(&b) : json_object(),
                     "metadata", found ? bundle_metadata(&b) : json_object());
}

json_t *on_is_complete(struct jupyter_kernel *k, struct request *r)
{
    static const char *const names[] = {
        [WC_COMPLETE] = "complete", [WC_INCOMPLETE] = "incomplete", [WC_INVALID] = "invalid"};
    struct code_cursor c = cursor_of(r);
    char indent[64] = "";
    enum wc_completeness is = wc_is_complete(kernel_session(k), c.code, c.size, indent);
    json_t *reply = json_pack("{ss}", "status", names[is]);
    if (is == WC_INCOMPLETE)
        json_object_set_new(reply, "indent", json_text(indent, strlen(indent)));
    return reply;
}
