/* SPDX-License-Identifier: Apache-2.0 */
/* Classes that are POD for purposes of layout (Itanium C++ ABI 1.1, 2.4; by C++03's rules, as g++ and NVRTC have it). Members of a
 * derived class may lie in the padding at the end of a base only if the base is none. */
#include "lang/check/device/check_device.h"

#include <string.h>

static const struct node *function_of(const struct node *m)
{
    while (m && (m->kind == NODE_TEMPLATE || m->kind == NODE_FRIEND))
        m = m->kind == NODE_FRIEND ? NULL : m->template.declaration;
    return m && m->kind == NODE_FUNCTION ? m : NULL;
}

/* Whether it is an operator= whose parameter is an object of the class. */
static bool assigns(const struct node *f, const struct node *tag)
{
    const struct node *type = f->function.type;
    if (f->role != ROLE_OPERATOR || !f->name || strcmp(f->name->text, "operator=") != 0 ||
        type->count != 1)
        return false;
    const struct node *param = type->list[0]->declarator.type;
    while (param && (param->kind == NODE_TYPE_REFERENCE || param->kind == NODE_TYPE_POINTER))
        param = param->derived.base;
    return param && param->kind == NODE_TYPE_NAME && param->name == tag->name;
}

/* Whether the program has written it. */
static bool provided(const struct node *m, const struct node *tag, bool on_device)
{
    const struct node *f = function_of(m);
    if (!f || f->flags & (FLAG_DEFAULTED | FLAG_DELETED) || (on_device && device_lacks(m)))
        return false;
    return f->role == ROLE_CONSTRUCTOR || f->role == ROLE_DESTRUCTOR || assigns(f, tag);
}

bool layout_is_pod(const struct type *t, const struct node *tag, bool on_device)
{
    for (uint32_t i = 0; i < tag->count; i++) {
        const struct node *m = tag->list[i];
        if (provided(m, tag, on_device) || (m->kind == NODE_FIELD && m->field.init))
            return false;
    }
    for (uint32_t i = 0; t && i < t->field_count; i++) {
        const struct field *f = t->fields + i;
        const struct type *element = type_plain(type_element(f->type));
        if (f->is_base || f->access != ACCESS_PUBLIC || type_is_reference(f->type) ||
            element->not_pod)
            return false;
    }
    return true;
}

/* Whether the device's text declares a constructor without parameters. */
static bool has_fresh(const struct node *tag)
{
    for (uint32_t i = 0; i < tag->count; i++) {
        const struct node *f = function_of(tag->list[i]);
        if (f && f->role == ROLE_CONSTRUCTOR && !f->function.type->count &&
            !device_lacks(tag->list[i]))
            return true;
    }
    return false;
}

const char *layout_text(struct checker *c, const struct type *t, const struct node *tag)
{
    bool padded = !t || t->data_size < t->size;
    if (!padded || !tag->name || layout_is_pod(t, tag, false) || !layout_is_pod(t, tag, true))
        return NULL;
    const char *name = name_last(tag->name->text);
    return arena_printf(c->arena, "public: %s%s explicit __device__ %s(struct __not_pod *) {}",
                        has_fresh(tag) ? "" : name, has_fresh(tag) ? "" : "() = default;", name);
}
