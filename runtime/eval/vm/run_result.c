/* SPDX-License-Identifier: Apache-2.0 */
/* The values of a cell's last expression: how they are shown. Next: kept_results.c, which gives them names. */
#include <inttypes.h>
#include <string.h>

#include "base/check.h"
#include "base/utf8.h"
#include "compute/across/across.h"
#include "eval/vm/vm.h"

static void print_char(struct buf *out, unsigned char c)
{
    if (c >= 0x20 && c < 0x7f)
        buf_printf(out, " '%s%c'", c == '\'' || c == '\\' ? "\\" : "", c);
}

/* The C string at addr, in quotes, after `before`; appends nothing if it is no string. */
static void print_text(struct vm *vm, struct buf *out, const char *before, uint64_t addr)
{
    const struct object *o = space_find(vm->host, addr);
    if (!object_covers(o, addr, 1))
        return;
    const char *s = (const char *) (uintptr_t) addr;
    size_t room = o->size - (addr - o->start), n = strnlen(s, room);
    if (n == room)
        return;

    enum { LONGEST = 200 };

    buf_printf(out, "%s\"", before);
    utf8_escape(out, s, n > LONGEST ? LONGEST : n);
    buf_puts(out, n > LONGEST ? "...\"" : "\"");
}

/* " → a[3]": the target of a pointer, by the name of its object. */
static void put_target(struct buf *out, const char *name, bool live, uint64_t offset, uint64_t size,
                       const struct type *element)
{
    uint64_t one = element && element->size ? element->size : 1;
    if (!live)
        buf_printf(out, " → %s, which is freed", name);
    else if (!offset)
        buf_printf(out, " → %s", name);
    else if (offset == size)
        buf_printf(out, " → the end of %s", name);
    else if (offset % one || offset > size)
        buf_printf(out, " → inside %s", name);
    else
        buf_printf(out, " → %s[%" PRIu64 "]", name, offset / one);
}

static void print_pointer(struct vm *vm, struct buf *out, const struct type *t, uint64_t addr)
{
    struct device *dev = launcher_owner(vm->launcher, addr);
    struct device_allocation hit;
    buf_putc(out, '(');
    type_print(out, t);
    buf_putc(out, ')');
    if (!addr) {
        buf_puts(out, " nullptr");
        return;
    }
    buf_printf(out, " 0x%" PRIx64, addr);
    const struct object *o = space_find(vm->host, addr);
    if (t->base && (t->base->kind == TYPE_CHAR))
        print_text(vm, out, " ", addr);
    else if (o && o->name && o->kind != HOST_HANDLE)
        put_target(out, o->name, o->state == OBJECT_LIVE, addr - o->start, o->size, t->base);
    else if (dev && device_find(dev, addr, &hit) && hit.name)
        put_target(out, hit.name, hit.live, addr - hit.start, hit.size, t->base);
    else if (dev && device_find(dev, addr, &hit))
        buf_puts(out, " on the device");
}

static void print_fields(struct vm *vm, struct buf *out, const struct type *t, const char *from)
{
    buf_putc(out, '{');
    for (uint32_t i = 0; i < t->field_count; i++) {
        const struct field *f = t->fields + i;
        buf_printf(out, "%s%s%s%s", i ? ", " : "", f->name ? "." : "", f->name ? f->name : "",
                   f->name ? " = " : "");
        if (f->bit_width) {
            uint64_t bits = type_bit_value(f, from);
            if (type_is_signed(f->type))
                buf_printf(out, "%" PRId64, (int64_t) bits);
            else
                buf_printf(out, "%" PRIu64, bits);
        } else {
            vm_print_value(vm, out, f->type, from + f->offset);
        }
    }
    buf_putc(out, '}');
}

static void print_elements(struct vm *vm, struct buf *out, const struct type *t, const char *from)
{
    enum { SHOWN = 8 };

    if (t->base->kind == TYPE_CHAR && memchr(from, 0, t->count)) {
        buf_putc(out, '"');
        utf8_escape(out, from, strlen(from));
        buf_putc(out, '"');
        return;
    }
    buf_putc(out, '{');
    for (uint64_t i = 0; i < t->count && i < SHOWN; i++) {
        buf_puts(out, i ? ", " : "");
        vm_print_value(vm, out, t->base, from + i * t->base->size);
    }
    buf_puts(out, t->count > SHOWN ? ", ...}" : "}");
}

/* "GREEN (5)": the enumerator with that value, if there is one, before it. */
static void print_enum(struct buf *out, const struct type *t, const void *from)
{
    int64_t value = value_load(t, from).i;
    const struct class_info *info = type_plain(t)->class;
    const struct class_member *m = info ? info->members : NULL;
    while (m && m < info->members + info->member_count &&
           !(m->symbol && m->symbol->kind == SYMBOL_CONSTANT && m->symbol->integer == value))
        m++;
    bool named = m && m < info->members + info->member_count;
    if (named)
        buf_printf(out, "%s%s%s (", t->scoped ? t->name : "", t->scoped ? "::" : "", m->name);
    dtype_print(out, type_dtype(t), from);
    buf_puts(out, named ? ")" : "");
}

/* The first line of an object that the library displays. */
static bool print_object(struct vm *vm, struct buf *out, const struct type *t, const void *from)
{
    struct display d = {0};
    bool ok = vm->rooms.display_object(vm, t, from, NULL, &d);
    struct str text = ok ? display_plain(&d) : (struct str){0};
    const char *end = text.n ? memchr(text.p, '\n', text.n) : NULL;
    if (text.n)
        buf_put(out, text.p, end ? (size_t) (end - text.p) : text.n);
    display_free(&d);
    return ok;
}

void vm_print_value(struct vm *vm, struct buf *out, const struct type *t, const void *from)
{
    union value v =
        t->kind == TYPE_STRUCT || t->kind == TYPE_ARRAY ? (union value){0} : value_load(t, from);
    if (t->kind == TYPE_STRUCT && !vm_print_container(vm, out, t, from) &&
        !print_object(vm, out, t, from))
        print_fields(vm, out, t, from);
    else if (t->kind == TYPE_STRUCT)
        return;
    else if (t->kind == TYPE_ARRAY)
        print_elements(vm, out, t, from);
    else if (t->kind == TYPE_POINTER || t->kind == TYPE_NULLPTR || t->kind == TYPE_FUNCTION)
        print_pointer(vm, out, t, v.u);
    else if (t->kind == TYPE_ENUM)
        print_enum(out, t, from);
    else if (t->kind == TYPE_LDOUBLE)
        buf_printf(out, "%.21Lg", *(const long double *) from);
    else if (type_is_int128(t))
        print_int128(out, from, type_is_signed(t));
    else
        dtype_print(out, type_dtype(t), from);
    if (t->kind == TYPE_CHAR || t->kind == TYPE_SCHAR)
        print_char(out, (unsigned char) v.u);
}

void vm_describe(struct vm *vm, const struct symbol *v, struct buf *out)
{
    const struct object *o = v->live.object;
    if (o->state != OBJECT_LIVE || o->size < v->type->size || v->type->unsized)
        return;
    buf_puts(out, "= ");
    vm_print_value(vm, out, v->type, (const void *) (uintptr_t) o->start);
    buf_putc(out, '\n');
}

/* ---- showing ---- */

/* The element type, rank and shape of a host array; false if it is not a rectangular array of numbers or plain structs. */
static bool host_values(const struct type *t, uint64_t bytes, const void *from,
                        struct display_values *out)
{
    *out = (struct display_values){.elements = from, .where = "host"};
    uint64_t inner = 1;
    for (; t->kind == TYPE_ARRAY && out->rank < ARRAY_RANK_MAX; t = t->base)
        out->shape[out->rank++] = t->unsized ? 0 : (int64_t) t->count;
    bool plain_struct = t->kind == TYPE_STRUCT && !type_is_class(t);
    if (!(type_is_arithmetic(t) || plain_struct) || !t->size)
        return false;
    out->dtype =
        plain_struct ? (struct dtype){DTYPE_OTHER, (uint32_t) t->size, t->name} : type_dtype(t);
    if (!out->dtype.name)
        out->dtype.name = plain_struct ? "struct" : "element";
    for (uint32_t i = 1; i < out->rank; i++)
        inner *= (uint64_t) out->shape[i];
    if (out->shape[0] == 0 && inner)
        out->shape[0] = (int64_t) (bytes / (inner * t->size));
    return inner != 0;
}

/* Structs and the like as elements of arrays. */
struct element_printer {
    struct vm *vm;
    const struct type *type;
};

static void print_element(void *user, struct buf *out, const void *element)
{
    const struct element_printer *p = user;
    vm_print_value(p->vm, out, p->type, element);
}

static enum device_status display_of_array(struct vm *vm, struct display *out, const struct type *t,
                                           const char *name, const struct array *a,
                                           struct device_fault *fault)
{
    struct element_printer structs = {vm, t->base};
    struct display_printer printer = {print_element, &structs};
    return display_array(out, a, name, t->base->kind == TYPE_STRUCT ? &printer : NULL, &vm->style,
                         fault);
}

/* Of an array across ranks all of it, the same in each. */
static struct array *shown(struct vm *vm, struct array *a, struct span at)
{
    struct job j = vm_job(vm, at);
    return across_is(a) ? across_gather(&j, a) : array_ref(a);
}

static bool show_array(struct vm *vm, const struct result_call *r, struct array *a)
{
    struct display d = {0};
    struct device_fault fault;
    struct array *all = shown(vm, a, r->call.at);
    struct buf title = {0};
    if (!all)
        return false;
    if (r->name && a->part.ranks > 1)
        buf_printf(&title, "%s across %d ranks", r->name, a->part.ranks);
    enum device_status status =
        display_of_array(vm, &d, r->type, title.p ? title.p : r->name, all, &fault);
    array_unref(&all);
    buf_free(&title);
    if (status == DEVICE_OK) {
        vm->hooks.show(vm->hooks.user, &d, true);
        vm_keep_array(vm, r->type, a, r->call.at);
    }
    display_free(&d);
    return vm_fault(vm, status, &fault, r->call.at);
}

/* Of a value on the host. `address` is that of the program's memory, if it is in memory. */
static void display_of_value(struct vm *vm, struct display *out, const struct type *t,
                             const char *name, const void *from, uint64_t bytes, uint64_t address)
{
    struct display_values values;
    if (t->kind == TYPE_ARRAY && t->base->kind == TYPE_CHAR && memchr(from, 0, bytes)) {
        print_text(vm, display_add(out, "text/plain"), "", address);
    } else if (t->kind == TYPE_ARRAY && host_values(t, bytes, from, &values)) {
        struct element_printer structs = {vm, type_element(t)};
        struct display_printer printer = {print_element, &structs};
        values.name = name;
        values.printer = &printer;
        display_host_array(out, &values, &vm->style);
    } else if (t->kind != TYPE_STRUCT || !vm->rooms.display_object(vm, t, from, name, out)) {
        vm_print_value(vm, display_add(out, "text/plain"), t, from);
    }
}

bool vm_display_variable(struct vm *vm, const struct symbol *v, struct display *out)
{
    struct device_fault fault;
    if (v->type->kind == TYPE_DEVICE_ARRAY)
        return display_of_array(vm, out, v->type, v->name, v->live.object, &fault) == DEVICE_OK;
    const struct object *o = v->live.object;
    if (o->state != OBJECT_LIVE || o->size < v->type->size || v->type->reference)
        return false;
    display_of_value(vm, out, v->type, v->name, (const void *) (uintptr_t) o->start, o->size,
                     o->start);
    return true;
}

bool run_result(struct vm *vm, const struct call_site *s, union value *at)
{
    const struct result_call *r = (const struct result_call *) s;
    const struct type *t = r->type;
    if (t->kind == TYPE_DEVICE_ARRAY)
        return show_array(vm, r, at[0].p);
    bool in_memory = type_in_object(t) || t->kind == TYPE_ARRAY;
    uint64_t bytes = t->kind == TYPE_ARRAY && t->unsized ? at[1].u : t->size;
    const void *from = in_memory ? vm_memory(vm, at[0].u, bytes, VM_READ, s->at) : &at[0];
    if (!from)
        return false;
    struct display d = {0};
    display_of_value(vm, &d, t, r->name, from, bytes, at[0].u);
    vm->hooks.show(vm->hooks.user, &d, true);
    vm_keep_value(vm, t, bytes, from, s->at);
    display_free(&d);
    return true;
}
