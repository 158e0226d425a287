/* SPDX-License-Identifier: Apache-2.0 */
/* What the compiler made of a kernel, and of a whole-array expression: %ptx. */
#include "magic/magic.h"

#include <string.h>

/* A whole-array expression, by its text as the table of launches shows it. false: there is none. */
static bool expression_ptx(struct wc_session *s, struct str args)
{
    const struct compiled *code = launch_labelled(s->launcher, args);
    struct buf text = {0};
    if (!code)
        return false;
    buf_printf(&text, "/* CUDA C++ */\n%s\n/* PTX */\n", code->source);
    buf_put(&text, code->image, strnlen(code->image, code->size));
    magic_text_show(s, &text, WC_DISPLAY);
    return true;
}

MAGIC(ptx)
{
    if (expression_ptx(s, args))
        return true;
    struct symbol *k = magic_kernel(s, args, at);
    if (!k)
        return false;
    if (k->kernel->template_count) {
        diag_error(s->diags, DIAG_TYPE, at,
                   "'%s' is a template: it has PTX once it is launched with its arguments",
                   k->name);
        return false;
    }
    const struct compiled *code = launch_code(s->launcher, k->kernel, NULL, s->diags, at, NULL);
    if (!code)
        return false;
    struct buf text = {0};
    buf_put(&text, code->image, strnlen(code->image, code->size));
    magic_text_show(s, &text, WC_DISPLAY);
    return true;
}
