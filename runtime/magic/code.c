/* SPDX-License-Identifier: Apache-2.0 */
/* What the compiler made of a kernel: %ptx. */
#include "magic/magic.h"

#include "base/image.h"

MAGIC(ptx)
{
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
    const char *ptx = image_ptx(code->image, code->size);
    buf_puts(&text, ptx ? ptx : "");
    magic_text_show(s, &text, WC_DISPLAY);
    return true;
}
