/* SPDX-License-Identifier: Apache-2.0 */
/* Where virtual bases lie (Itanium C++ ABI 2.4 to 2.6): at the end of the complete object, so that the table of a subobject has to
 * say where. Who makes the tables: lang/check/class/base_virtual.c. */
#include "lang/tree/tree.h"

uint64_t offset_within(const struct type *of, uint64_t offset, const struct type *whole,
                       uint64_t start)
{
    for (uint32_t i = 0; i < of->field_count; i++) {
        const struct field *f = of->fields + i;
        const struct type *t = type_plain(f->type);
        uint64_t size = t->data_size ? t->data_size : t->size;
        if (!f->is_virtual || type_is_empty(t) || offset < f->offset || offset >= f->offset + size)
            continue;
        const struct field *there = type_virtual_base(whole, t);
        return there ? there->offset + (offset - f->offset) : start + offset;
    }
    return start + offset;
}

bool vtable_virtual_base(const struct vtable *t, const struct type *to, int64_t *out)
{
    const struct class_info *whole = t->whole ? t->whole : t->class;
    const struct field *f = type_virtual_base(whole->type, to);
    if (!f)
        return false;
    *out = (int64_t) f->offset - (int64_t) t->start - (int64_t) t->offset;
    return true;
}

bool vtable_base(const struct vtable *t, const struct type *to, int64_t *out)
{
    const struct field *way = type_virtual_way(t->class->type, to);
    int64_t inner = type_fixed_offset(way ? way->type : t->class->type, to);
    if (inner < 0)
        return false;
    *out = -(int64_t) t->offset;
    if (way && !vtable_virtual_base(t, way->type, out))
        return false;
    *out += inner;
    return true;
}
