/* SPDX-License-Identifier: Apache-2.0 */
/* What the debugger asks of stopped host code: its calls, the variables that they see, its memory. Next: host_types.c. */
#include <string.h>

#include "array/array.h"
#include "eval/debug/host_debug.h"

/* ---- calls ---- */

static struct span place(const struct frame *f)
{
    return code_place(f->code, f->pc);
}

/* The frame with this number, from 0, of the program's own code; NULL: there are not so many. */
static const struct frame *own_frame(const struct vm *vm, uint32_t number)
{
    for (size_t n = vm->frames.n; n-- > 0;) {
        const struct source *src = source_get(vm->sources, place(vm->frames.at + n).source);
        if (src && src->kind != SOURCE_BUILTIN && !number--)
            return vm->frames.at + n;
    }
    return NULL;
}

static uint32_t frames(void *user, struct debug_frame *out, uint32_t most)
{
    const struct vm *vm = ((struct host_debug *) user)->vm;
    uint32_t count = 0;
    for (size_t n = vm->frames.n; n-- > 0 && count < most;) {
        const struct frame *f = vm->frames.at + n;
        struct span at = place(f);
        const struct source *src = source_get(vm->sources, at.source);
        if (!src || src->kind == SOURCE_BUILTIN)
            continue;
        out[count++] =
            (struct debug_frame){.function = f->code->symbol ? f->code->symbol->name : src->name,
                                 .file = src->name,
                                 .line = source_place(src, at.start).line,
                                 .depth = n + 1};
    }
    return count;
}

static size_t depth(void *user)
{
    return ((struct host_debug *) user)->vm->frames.n;
}

/* ---- variables ---- */

/* A device array is the array of its elements, or a pointer to the first where they do not follow each other. */
static void read_array(struct host_debug *h, const struct array *a, const struct type *t,
                       struct debug_variable *out)
{
    const struct debug_type *type = host_type(h, t->base);
    int64_t row = 1;
    bool dense = true;
    for (uint32_t k = a->rank; k-- > 0;) {
        dense &= a->stride[k] == row;
        row *= a->shape[k];
        type = host_array_type(h, type, (uint64_t) a->shape[k]);
    }
    out->type = type;
    out->address = a->storage->address + a->offset;
    if (dense)
        return;
    struct debug_type *pointer = ARENA_NEW(&h->types, struct debug_type);
    uint64_t *first = ARENA_NEW(&h->types, uint64_t);
    *pointer = (struct debug_type){
        .kind = DEBUG_POINTER, .name = "", .size = 8, .target = host_type(h, t->base)};
    *first = out->address;
    out->type = pointer;
    out->address = (uintptr_t) first;
    out->in_slot = true;
}

/* An array whose extent only its object knows. */
static const struct debug_type *unsized_type(struct host_debug *h, const struct type *t,
                                             uint64_t address)
{
    const struct object *o = space_find(h->vm->host, address);
    const struct debug_type *element = host_type(h, type_element(t));
    uint64_t size = o && o->start == address ? o->size : 0;
    return host_array_type(h, element, element->size ? size / element->size : 0);
}

static bool read_symbol(struct host_debug *h, const struct symbol *s, struct debug_variable *out)
{
    *out = (struct debug_variable){.name = s->name};
    if (s->type->kind == TYPE_DEVICE_ARRAY) {
        if (!s->live.object)
            return false;
        read_array(h, s->live.object, s->type, out);
        return true;
    }
    out->address = s->live.address;
    out->type = s->type->unsized ? unsized_type(h, s->type, out->address) : host_type(h, s->type);
    return out->address;
}

static void read_local(struct host_debug *h, const struct frame *f, const struct code_local *l,
                       struct debug_variable *out)
{
    const union value *slot = h->vm->stack + f->base + l->slot;
    const struct type *t = l->symbol->type;
    *out = (struct debug_variable){.name = l->symbol->name,
                                   .parameter = l->symbol->storage == STORAGE_PARAM};
    if (t->kind == TYPE_DEVICE_ARRAY && slot->p) {
        read_array(h, slot->p, t, out);
        return;
    }
    out->in_slot = !l->object;
    out->address = l->object ? slot->u : (uintptr_t) slot;
    out->type = t->unsized ? unsized_type(h, t, out->address) : host_type(h, t);
}

/* Whether a variable of an inner block has the name. */
static bool is_shadowed(const debug_variables *all, size_t from, const char *name)
{
    for (size_t k = from; k < all->n; k++)
        if (!strcmp(all->at[k].name, name))
            return true;
    return false;
}

static void variables(void *user, uint32_t number, debug_variables *out)
{
    struct host_debug *h = user;
    const struct frame *f = own_frame(h->vm, number);
    size_t from = out->n;
    for (size_t k = f ? f->code->locals.n : 0; k-- > 0;) {
        const struct code_local *l = &f->code->locals.at[k];
        struct debug_variable v;
        if (f->pc < l->from || f->pc >= l->to || is_shadowed(out, from, l->symbol->name))
            continue;
        if (l->symbol->storage != STORAGE_STATIC)
            read_local(h, f, l, &v);
        else if (!read_symbol(h, l->symbol, &v))
            continue;
        VEC_PUSH(out, v);
    }
}

static bool named(void *user, struct str name, struct debug_variable *out)
{
    struct host_debug *h = user;
    const struct symbol *s = lang_find(h->vm->lang, name.p, name.n);
    return s && s->kind == SYMBOL_VARIABLE && read_symbol(h, s, out);
}

static bool constant(void *user, struct str name, const struct debug_type **out_type, int64_t *out)
{
    struct host_debug *h = user;
    const struct symbol *s = lang_find(h->vm->lang, name.p, name.n);
    if (!s || s->kind != SYMBOL_CONSTANT || !type_is_integer(s->type))
        return false;
    *out_type = host_type(h, s->type);
    *out = s->integer;
    return true;
}

static const struct debug_type *type(void *user, struct str name)
{
    struct host_debug *h = user;
    const struct symbol *s = lang_find(h->vm->lang, name.p, name.n);
    return s && s->kind == SYMBOL_TYPE && s->type->complete ? host_type(h, s->type) : NULL;
}

/* ---- memory ---- */

static uint64_t extent(void *user, uint64_t address)
{
    const struct object *o = space_find(((struct host_debug *) user)->vm->host, address);
    return object_covers(o, address, 1) ? o->start + o->size - address : 0;
}

static void wrote(void *user, uint64_t address, uint64_t size)
{
    struct object *o = space_find(((struct host_debug *) user)->vm->host, address);
    if (object_covers(o, address, size) && o->unwritten)
        vm_wrote(o, address, size);
}

static bool name_of(void *user, uint64_t address, struct buf *out)
{
    const struct vm *vm = ((struct host_debug *) user)->vm;
    const struct object *o = space_find(vm->host, address);
    if (!o || !o->name || o->state != OBJECT_LIVE || o->kind == HOST_HANDLE)
        return false;
    buf_puts(out, o->name);
    if (address != o->start)
        buf_printf(out, " + %llu bytes", (unsigned long long) (address - o->start));
    return true;
}

static bool show(void *user, const struct debug_type *t, uint64_t address, struct buf *out)
{
    struct vm *vm = ((struct host_debug *) user)->vm;
    return vm_print_container(vm, out, t->origin, (const void *) (uintptr_t) address);
}

const struct debug_host host_values = {.depth = depth,
                                       .frames = frames,
                                       .variables = variables,
                                       .named = named,
                                       .constant = constant,
                                       .type = type,
                                       .extent = extent,
                                       .wrote = wrote,
                                       .name_of = name_of,
                                       .show = show};
