/* SPDX-License-Identifier: Apache-2.0 */
/* Inspection: finds the name at the cursor. magic/magic_describe.c describes it. Next: session_complete.c. */
#include <string.h>

#include "magic/magic.h"
#include "session/session_internal.h"

/* Help for a member, from its owner's type: `p.mass`, `threadIdx.x`. */
static bool describe_member(struct wc_session *s, const char *code, size_t start, size_t end,
                            struct display *out)
{
    size_t owner;
    const char *type = session_member_type(s, code, start, end, &owner);
    if (!type)
        return false;
    size_t dot = start - 1 - (code[start - 1] == '>'), name = dot;
    while (name > owner && session_is_name(code[name - 1]))
        name--;
    struct buf *text = display_add(out, "text/plain");
    buf_printf(text, "%s %.*s\n\nmember of %.*s\n", type, (int) (end - start), code + start,
               (int) (dot - owner), code + owner);
    if (name == owner)
        magic_describe_into(s, code + owner, dot - owner, text);
    return true;
}

bool wc_inspect(struct wc_session *s, const char *code, size_t size, size_t cursor, int detail,
                struct wc_bundle *out)
{
    size_t start, end, at = cursor < size ? cursor : size;
    session_word_at(code, size, cursor, &start, &end);
    while (start < end && start && code[start - 1] == '%')
        start--;
    display_free(&s->inspection);
    bool member = start < end && start && (code[start - 1] == '.' || code[start - 1] == '>'),
         found = member && describe_member(s, code, start, end, &s->inspection);
    found = found || (start < end && magic_describe(s, code + start, end - start, &s->inspection));
    if (!found && session_called_name(code, at, &start, &end, NULL))
        found = magic_describe(s, code + start, end - start, &s->inspection);
    if (found)
        magic_format_help(&s->inspection, false);
    if (found)
        display_bundle(&s->inspection, s->mimes, out);
    return found;
}
