/* SPDX-License-Identifier: Apache-2.0 */
/* Types as device text names them. On the host cuda::std is std; kernels have libcu++'s classes, of which these are laid out like the
 * host's. */
#include "lang/tree/type.h"

#include <string.h>

/* Kernels have the functors and traits of std themselves (compile/std.cu). */
static const char *const same_layout[] = {
    "array",  "default_accessor", "extents", "layout_left", "layout_right", "layout_stride",
    "mdspan", "optional",         "pair",    "span",        "strided_slice"};

static bool has_same_layout(struct str name)
{
    for (size_t i = 0; i < sizeof same_layout / sizeof *same_layout; i++)
        if (str_eq(name, same_layout[i]))
            return true;
    return false;
}

/* The word that begins at p. */
static struct str word_at(const char *p)
{
    size_t n = 0;
    while (str_is_word(p[n]))
        n++;
    return (struct str){p, n};
}

bool type_in_libcu(const struct type *t)
{
    t = type_plain(t);
    return t->kind == TYPE_STRUCT && t->name && !strncmp(t->name, "std::", 5) &&
           has_same_layout(word_at(t->name + 5));
}

void type_print_device(struct buf *out, const struct type *t, bool libcu)
{
    struct buf b = {0};
    type_print(&b, t);
    const char *done = b.p ? b.p : "", *p = done;
    for (; libcu && (p = strstr(p, "std::")); p += 5) {
        bool inner = p > b.p && (str_is_word(p[-1]) || p[-1] == ':');
        if (inner || !has_same_layout(word_at(p + 5)))
            continue;
        buf_put(out, done, (size_t) (p - done));
        buf_puts(out, "cuda::");
        done = p;
    }
    buf_puts(out, done);
    buf_free(&b);
}
