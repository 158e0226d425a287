/* SPDX-License-Identifier: Apache-2.0 */
/* An expression evaluated in each thread of a block. Each warp in turn comes into focus. Next: debug_state.h. */
#include "debug/debug_picture.h"

#include <stdio.h>
#include <stdlib.h>

#include "debug/debug_host.h"
#include "debug/debug_value.h"

/* false: it has no value here, and `s` says why. */
static bool read_number(struct debug_scope *s, const char *expression, double *out)
{
    struct debug_value v;
    uint64_t bits;
    if (!debug_evaluate(s, str_of(expression), &v) || !debug_follow(s, &v))
        return false;
    if (!debug_is_number(v.type))
        return debug_fail(s, "a picture needs a number, and this is none");
    if (!debug_load(s, &v, &bits))
        return false;
    *out = v.type->kind == DEBUG_FLOAT      ? debug_as_double(v.type, bits)
           : v.type->kind == DEBUG_UNSIGNED ? (double) bits
                                            : (double) debug_as_integer(v.type, bits);
    return true;
}

bool debug_picture_take(struct debugger *d, const char *expression, struct debug_picture *out,
                        char error[200])
{
    struct debug_focus kept = debugger_focus(d), f = kept;
    const struct observed_block *b = debugger_in_host(d) ? NULL : debugger_block(d, kept.block);
    bool any = false;
    snprintf(error, 200, "no block is in focus");
    if (!b)
        return false;
    *out = (struct debug_picture){.expression = expression,
                                  .block = b->id,
                                  .shape = b->launch->block,
                                  .count = b->threads,
                                  .values = xcalloc(b->threads, sizeof *out->values),
                                  .known = xcalloc(b->threads, sizeof *out->known)};
    for (uint32_t t = 0; t < b->threads; t++) {
        struct debug_scope s;
        f.warp = t / WARP_LANES;
        f.lane = t % WARP_LANES;
        if (!debugger_set_focus(d, &f) || !debugger_scope(d, &s))
            continue;
        s.looks = true;
        out->known[t] = read_number(&s, expression, &out->values[t]);
        if (!out->known[t] && !any)
            snprintf(error, 200, "%s", s.error);
        any |= out->known[t];
    }
    debugger_set_focus(d, &kept);
    if (!any)
        debug_picture_free(out);
    return any;
}

void debug_picture_free(struct debug_picture *p)
{
    free(p->values);
    free(p->known);
    *p = (struct debug_picture){0};
}
