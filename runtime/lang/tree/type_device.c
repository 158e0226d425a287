/* SPDX-License-Identifier: Apache-2.0 */
/* Types as device text names them. On the host cuda::std is std; kernels have libcu++'s classes, of which these are laid out like the
 * host's. */
#include "lang/tree/type.h"

#include <string.h>

#include "lang/tree/program.h"

/* Kernels have the functors and traits of std themselves (compile/std.cu). */
static const char *const same_layout[] = {
    "array",  "default_accessor", "extents", "layout_left", "layout_right", "layout_stride",
    "mdspan", "optional",         "pair",    "span",        "strided_slice"};

/* ---- tuples ---- */

static uint64_t aligned(uint64_t offset, const struct type *t)
{
    return (offset + t->align - 1) / t->align * t->align;
}

static bool is_tuple(const struct type *t)
{
    return t->kind == TYPE_STRUCT && t->name && !strncmp(t->name, "std::tuple<", 11);
}

/* libcu++ has the elements one behind the other, the host's library each before a tuple of the rest, which may be padded. */
static bool is_flat(const struct type *t)
{
    uint64_t flat = 0, at = 0;
    const struct type *rest = t;
    while (rest && rest->field_count) {
        const struct type *element = type_plain(rest->fields[0].type);
        bool odd =
            type_is_empty(element) || (element->data_size && element->data_size < element->size);
        flat = aligned(flat, element);
        if (odd || flat != at + rest->fields[0].offset)
            return false;
        flat += element->size;
        at += rest->field_count > 1 ? rest->fields[1].offset : 0;
        rest = rest->field_count > 1 ? type_plain(rest->fields[1].type) : NULL;
    }
    return aligned(flat, t) == t->size;
}

static bool tuples_are_flat(const struct type *t);

static bool arguments_are_flat(const struct template_arg *args, uint32_t n)
{
    bool flat = true;
    for (uint32_t i = 0; i < n && flat; i++)
        flat = args[i].kind == ARG_PACK   ? arguments_are_flat(args[i].pack, args[i].count)
               : args[i].kind == ARG_TYPE ? tuples_are_flat(args[i].type)
                                          : true;
    return flat;
}

/* Those that the text of the type names. */
static bool tuples_are_flat(const struct type *t)
{
    while (t->kind == TYPE_POINTER || t->kind == TYPE_ARRAY)
        t = t->base;
    t = type_plain(t);
    const struct class_info *info = t->kind == TYPE_STRUCT ? t->class : NULL;
    return (!is_tuple(t) || (t->complete && is_flat(t))) &&
           (!info || arguments_are_flat(info->args, info->arg_count));
}

/* ---- names ---- */

static bool has_same_layout(struct str name, bool tuples)
{
    if (tuples && str_eq(name, "tuple"))
        return true;
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
           has_same_layout(word_at(t->name + 5), tuples_are_flat(t));
}

void type_print_device(struct buf *out, const struct type *t, bool libcu)
{
    struct buf b = {0};
    type_print(&b, t);
    const char *done = b.p ? b.p : "", *p = done;
    bool tuples = libcu && strstr(p, "std::tuple<") && tuples_are_flat(t);
    for (; libcu && (p = strstr(p, "std::")); p += 5) {
        bool inner = p > b.p && (str_is_word(p[-1]) || p[-1] == ':');
        if (inner || !has_same_layout(word_at(p + 5), tuples))
            continue;
        buf_put(out, done, (size_t) (p - done));
        buf_puts(out, "cuda::");
        done = p;
    }
    buf_puts(out, done);
    buf_free(&b);
}
