/* SPDX-License-Identifier: Apache-2.0 */
/* Inspection: finds the name at the cursor. magic/magic_describe.c describes it. Next: session_complete.c. */
#include <ctype.h>
#include <string.h>

#include "magic/magic.h"
#include "session/cell/session_state.h"

static bool is_name(char c)
{
    return isalnum((unsigned char) c) || c == '_';
}

/* The name whose call the cursor is in the arguments of: `saxpy<<<1, 32>>>(n, |`. */
static bool called_name(const char *code, size_t cursor, size_t *out_start, size_t *out_end)
{
    int depth = 0;
    for (size_t i = cursor; i-- > 0 && code[i] != ';' && code[i] != '{' && code[i] != '}';) {
        depth += (code[i] == ')') - (code[i] == '(');
        if (depth >= 0)
            continue;
        size_t end = i;
        if (end > 3 && !memcmp(code + end - 3, ">>>", 3)) {
            while (end > 3 && memcmp(code + end - 3, "<<<", 3))
                end--;
            end -= 3;
        }
        size_t start = end;
        while (start && is_name(code[start - 1]))
            start--;
        *out_start = start;
        *out_end = end;
        return start < end;
    }
    return false;
}

bool wc_inspect(struct wc_session *s, const char *code, size_t size, size_t cursor, int detail,
                struct wc_bundle *out)
{
    size_t start = cursor < size ? cursor : size, end = start, at = start;
    while (start && is_name(code[start - 1]))
        start--;
    while (end < size && is_name(code[end]))
        end++;
    while (start < end && start && code[start - 1] == '%')
        start--;
    display_free(&s->inspection);
    bool found = start < end && magic_describe(s, code + start, end - start, &s->inspection);
    if (!found && called_name(code, at, &start, &end))
        found = magic_describe(s, code + start, end - start, &s->inspection);
    if (found)
        display_bundle(&s->inspection, s->mimes, out);
    return found;
}
