/* SPDX-License-Identifier: Apache-2.0 */
/* Device arrays at run time: creating, slicing, filling, copying, and accessing elements. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "compute/across/across.h"
#include "eval/vm/vm.h"

static const struct array_call *array_call_of(const struct call_site *s)
{
    return (const struct array_call *) s;
}

/* The subscripts of the call, with their values. */
static struct array_subscript *current_subscripts(const struct array_call *s, const union value *at)
{
    for (uint32_t i = 0; i < s->count; i++) {
        struct array_subscript *sub = s->subscripts + i;
        sub->start = at[1 + 3 * i].i;
        sub->stop = at[2 + 3 * i].i;
        sub->step = at[3 + 3 * i].i;
    }
    return s->subscripts;
}

bool run_array_bytes(struct vm *vm, const struct call_site *call, union value *at)
{
    at[0].u = array_whole_bytes(at[0].p);
    return true;
}

bool run_array_view(struct vm *vm, const struct call_site *call, union value *at)
{
    const struct array_call *s = array_call_of(call);
    struct array *v =
        array_view(at[0].p, current_subscripts(s, at), s->count, vm->diags, s->call.at);
    if (v)
        vm_own_array(vm, v, at);
    return v;
}

bool run_array_member(struct vm *vm, const struct call_site *call, union value *at)
{
    return vm_own_array(vm, array_member(at[0].p, at[1].u, array_call_of(call)->dtype), at);
}

struct job vm_job(struct vm *vm, struct span at)
{
    return (struct job){vm->launcher, vm->diags, at, vm_label(vm, at), &vm->link};
}

/* The bytes of an element. Across ranks the one that has it gives it to all. */
static bool read_element(struct vm *vm, const struct array *a, uint64_t addr, bool here, void *to,
                         struct span at)
{
    struct device_fault fault;
    size_t n = a->dtype.size, ranks = (size_t) a->part.ranks;
    if (here && !vm_fault(vm, device_read(a->storage->device, to, addr, n, &fault), &fault, at))
        return false;
    if (ranks < 2)
        return true;
    char *mine = xcalloc(n + 1, 1), *all = xmalloc((n + 1) * ranks);
    memcpy(mine, to, n);
    mine[n] = here;
    if (!vm->link.share(vm->link.user, mine, (int64_t) n + 1, all, vm->diags, at))
        return false;
    for (size_t r = 0; r < ranks; r++)
        if (all[r * (n + 1) + n])
            memcpy(to, all + r * (n + 1), n);
    free(mine);
    free(all);
    return true;
}

/* Stores a scalar's value, or copies a struct's bytes to the temporary whose address is in the slot after the subscripts. */
bool run_element_load(struct vm *vm, const struct call_site *call, union value *at)
{
    const struct array_call *s = array_call_of(call);
    struct array *a = at[0].p;
    uint64_t addr, temporary = at[1 + 3 * s->count].u;
    char element[16] = {0};
    bool here;
    if (!array_element(a, current_subscripts(s, at), s->count, vm->diags, &addr, &here))
        return false;
    bool scalar = type_is_scalar(s->type), half = dtype_is_half(a->dtype);
    void *to = scalar ? element : vm_memory(vm, temporary, a->dtype.size, VM_WRITE, s->call.at);
    if (!to || !read_element(vm, a, addr, here, to, s->call.at))
        return false;
    at[0] = scalar && !half ? value_load(s->type, element) : (union value){.u = temporary};
    if (half)
        at[0].f = (float) dtype_double(a->dtype, element);
    return true;
}

bool run_element_store(struct vm *vm, const struct call_site *call, union value *at)
{
    const struct array_call *s = array_call_of(call);
    struct array *a = at[0].p;
    uint64_t addr;
    char element[8];
    struct device_fault fault;
    union value v = at[1 + 3 * s->count];
    bool here;
    if (!array_element(a, current_subscripts(s, at), s->count, vm->diags, &addr, &here))
        return false;
    bool scalar = type_is_scalar(s->type);
    if (dtype_is_half(a->dtype))
        dtype_store_half(a->dtype, v.f, element);
    else if (scalar)
        value_store(s->type, v, element);
    const void *from = scalar ? element : vm_memory(vm, v.u, a->dtype.size, VM_READ, s->call.at);
    return from &&
           (!here ||
            vm_fault(vm, device_write(a->storage->device, addr, from, a->dtype.size, &fault),
                     &fault, s->call.at));
}

/* Memory that the host accesses in place must be up to date before the access. */
static bool settled(struct vm *vm, const struct array *a, struct span at)
{
    return !a->managed || launch_sync(vm->launcher, vm->diags, at);
}

/* For the value that an array is filled with: a struct's slot holds its address. */
static const void *scalar_bytes(struct vm *vm, const struct array_call *s, union value v,
                                char element[8])
{
    if (type_is_half(s->type)) {
        dtype_store_half(type_dtype(s->type), v.f, element);
        return element;
    }
    if (!type_is_scalar(s->type))
        return vm_memory(vm, v.u, s->type->size, VM_READ, s->call.at);
    value_store(s->type, v, element);
    return element;
}

bool run_array_fill(struct vm *vm, const struct call_site *call, union value *at)
{
    const struct array_call *s = array_call_of(call);
    char element[8];
    struct device_fault fault;
    const void *from = scalar_bytes(vm, s, at[1], element);
    return from && vm_fault(vm, array_fill(at[0].p, from, &fault), &fault, s->call.at) &&
           settled(vm, at[0].p, s->call.at);
}

/* ---- copies, converting elements where the types differ ---- */

static void convert_one(const struct type *to, void *out, const struct type *from, const void *in)
{
    struct dtype source = type_dtype(from);
    union value v = value_load(from, in), r = {.u = 0};
    if (type_is_floating(to)) {
        double d = source.kind == DTYPE_U64 ? (double) v.u : dtype_double(source, in);
        if (to->kind == TYPE_FLOAT)
            r.f = source.kind == DTYPE_I64   ? (float) v.i
                  : source.kind == DTYPE_U64 ? (float) v.u
                                             : (float) d;
        else
            r.d = d;
    } else if (type_is_floating(from)) {
        r.u = value_u64(dtype_double(source, in));
    } else {
        r = v;
    }
    if (to->kind == TYPE_BOOL)
        r.u = type_is_floating(from) ? dtype_double(source, in) != 0 : v.u != 0;
    value_store(to, r, out);
}

static void convert_all(const struct type *to, char *out, const struct type *from, const char *in,
                        int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        convert_one(to, out + (uint64_t) i * to->size, from, in + (uint64_t) i * from->size);
}

static bool sizes_agree(struct vm *vm, const struct array *a, uint64_t count, const char *other,
                        struct span at)
{
    uint64_t own = array_whole_bytes(a) / a->dtype.size;
    if (own == count)
        return true;
    struct buf shape = {0};
    array_shape_print(&shape, a);
    vm_error(vm, DIAG_MEMORY, at,
             "the device array has shape %s, %" PRIu64 " elements, but %s has %" PRIu64, shape.p,
             own, other, count);
    buf_free(&shape);
    return false;
}

static bool from_host(struct vm *vm, const struct array *a, const struct type *element,
                      const struct type *from, const char *host, uint64_t bytes, struct span at)
{
    struct device_fault fault;
    if (!sizes_agree(vm, a, bytes / from->size, "the host array", at))
        return false;
    if (across_is(a) && a->shape[0]) { /* its rows of the host array */
        int64_t first, count;
        part_rows(&a->part, a->part.rank, &first, &count);
        host += (uint64_t) (first * (array_count(a) / a->shape[0])) * from->size;
    }
    if (type_same(element, from))
        return vm_fault(vm, array_write(a, host, &fault), &fault, at);
    char *converted = xmalloc(array_bytes(a) + 1);
    convert_all(element, converted, from, host, array_count(a));
    enum device_status status = array_write(a, converted, &fault);
    free(converted);
    return vm_fault(vm, status, &fault, at);
}

bool run_array_from_host(struct vm *vm, const struct call_site *call, union value *at)
{
    const struct array_call *s = array_call_of(call);
    const void *host = vm_memory(vm, at[1].u, at[2].u, VM_READ, s->call.at);
    return host && from_host(vm, at[0].p, s->type, s->from, host, at[2].u, s->call.at);
}

bool run_array_to_host(struct vm *vm, const struct call_site *call, union value *at)
{
    const struct array_call *s = array_call_of(call);
    struct array *a = at[0].p;
    struct device_fault fault;
    void *host = vm_memory(vm, at[1].u, at[2].u, VM_WRITE, s->call.at);
    if (!host || !sizes_agree(vm, a, at[2].u / s->from->size, "the host array", s->call.at))
        return false;
    if (across_is(a)) {
        diag_help(vm->diags,
                  vm_error(vm, DIAG_TYPE, s->call.at,
                           "an array across ranks cannot be copied to a host array"),
                  "gather(x) has all its elements in each rank: h = gather(x)");
        return false;
    }
    if (type_same(s->type, s->from))
        return vm_fault(vm, array_read(a, host, &fault), &fault, s->call.at);
    char *raw = xmalloc(array_bytes(a) + 1);
    enum device_status status = array_read(a, raw, &fault);
    if (status == DEVICE_OK)
        convert_all(s->from, host, s->type, raw, array_count(a));
    free(raw);
    return vm_fault(vm, status, &fault, s->call.at);
}

static bool same_shape(const struct array *a, const struct array *b)
{
    bool same = a->rank == b->rank;
    for (uint32_t i = 0; i < a->rank && same; i++)
        same = array_extent(a, i) == array_extent(b, i);
    return same;
}

static bool copy_arrays(struct vm *vm, const struct array *to, const struct type *element,
                        const struct array *from, const struct type *from_element, struct span at)
{
    struct device_fault fault;
    bool alike = from_element->kind == TYPE_ANY ? from->dtype.kind == type_dtype(element).kind
                                                : type_same(element, from_element);
    if (!same_shape(to, from)) {
        struct buf left = {0}, right = {0};
        array_shape_print(&left, to);
        array_shape_print(&right, from);
        vm_error(vm, DIAG_MEMORY, at, "shapes differ: the target is %s, the source is %s", left.p,
                 right.p);
        buf_free(&left);
        buf_free(&right);
        return false;
    }
    if (to == from) /* it was computed in place: struct job */
        return true;
    struct job j = vm_job(vm, at);
    if (across_is(to) || across_is(from))
        return across_copy(&j, to, from);
    if (alike && array_contiguous(to) && array_contiguous(from))
        return vm_fault(vm, array_copy(to, from, &fault), &fault, at);
    return compute_copy(&j, to, from);
}

bool run_array_copy(struct vm *vm, const struct call_site *call, union value *at)
{
    const struct array_call *s = array_call_of(call);
    return copy_arrays(vm, at[0].p, s->type, at[1].p, s->from, s->call.at) &&
           settled(vm, at[0].p, s->call.at);
}

/* ---- new arrays ---- */

static bool is_given(const struct array_call *s, uint32_t i)
{
    return s->extents_given >> i & 1;
}

static bool extents_of_array(struct vm *vm, const struct array_call *s, const struct array *from,
                             int64_t *shape)
{
    if (from->rank != s->rank) {
        vm_error(vm, DIAG_TYPE, s->call.at,
                 "an array of rank %u cannot be initialised with one of rank %u", s->rank,
                 from->rank);
        return false;
    }
    for (uint32_t i = 0; i < s->rank; i++)
        shape[i] = is_given(s, i) ? shape[i] : array_extent(from, i);
    return true;
}

/* The shape for `bytes` bytes on the host: the extents of its type; the open extent follows from the size. */
static void extents_of_host(const struct array_call *s, uint64_t bytes, int64_t *shape)
{
    const struct type *t = s->from;
    for (uint32_t i = 0; i < s->rank && t->kind == TYPE_ARRAY; i++, t = t->base)
        if (!is_given(s, i) && !t->unsized)
            shape[i] = (int64_t) t->count;
    for (uint32_t i = 0; i < s->rank; i++) {
        if (is_given(s, i) || shape[i] >= 0)
            continue;
        uint64_t rest = type_element(s->from)->size;
        for (uint32_t k = 0; k < s->rank; k++)
            rest *= k == i ? 1 : (uint64_t) shape[k];
        shape[i] = rest ? (int64_t) (bytes / rest) : 0;
    }
}

/* Extents that the declaration leaves to the initialiser. */
static bool deduce_extents(struct vm *vm, const struct array_call *s, const union value *init,
                           int64_t *shape)
{
    if (s->from && s->from->kind == TYPE_DEVICE_ARRAY)
        return extents_of_array(vm, s, init[0].p, shape);
    if (s->from)
        extents_of_host(s, s->from->kind == TYPE_ARRAY ? init[1].u : 0, shape);
    return true;
}

static bool initialise(struct vm *vm, const struct array_call *s, struct array *a,
                       const union value *init)
{
    const struct type *t = s->from;
    if (!t)
        return true;
    if (t->kind == TYPE_DEVICE_ARRAY)
        return copy_arrays(vm, a, s->type, init[0].p, t->base, s->call.at);
    if (t->kind == TYPE_ARRAY) {
        const void *host = vm_memory(vm, init[0].u, init[1].u, VM_READ, s->call.at);
        return host && from_host(vm, a, s->type, type_element(t), host, init[1].u, s->call.at);
    }
    char element[8];
    struct device_fault fault;
    const void *from = scalar_bytes(vm, s, init[0], element);
    return from && vm_fault(vm, array_fill(a, from, &fault), &fault, s->call.at);
}

/* Where a new array goes. NULL: a diag. */
static struct device *device_for(struct vm *vm, const struct array_call *s, const union value *at)
{
    if (!s->placed)
        return launcher_device(vm->launcher, vm->diags, s->call.at);
    int64_t number = at[s->rank + INITIALISER_SLOTS].i;
    struct diag *before = vm->diags->last;
    struct device *d = launcher_device_at(vm->launcher, number, vm->diags, s->call.at);
    if (d || vm->diags->last != before)
        return d;
    int count = launcher_device_count(vm->launcher, vm->diags, s->call.at);
    struct diag *e = vm_error(vm, DIAG_DEVICE, s->call.at,
                              "there is no device %" PRId64 ": the session has %d", number, count);
    diag_help(vm->diags, e,
              "%%devices lists them; WARPCELL_CPU_DEVICES sets the number of cpu devices");
    return NULL;
}

/* Across ranks: *shape becomes that of the part here. An array whose extents all come from one across ranks lies as that one does. */
static bool divide(struct vm *vm, const struct array_call *s, const union value *init,
                   int64_t *shape, struct array_part *out)
{
    int64_t first;
    const struct array *from = s->from && s->from->kind == TYPE_DEVICE_ARRAY ? init[0].p : NULL;
    *out = (struct array_part){0};
    if (s->across) {
        if (!vm->link.open(vm->link.user, vm->diags, s->call.at))
            return false;
        if (shape[0] < 0)
            return true; /* an error for array_new */
        *out = part_of_rows(vm->link.rank, vm->link.ranks, shape[0]);
    } else if (from && across_is(from) && !s->extents_given) {
        *out = from->part;
    }
    if (out->ranks)
        part_rows(out, out->rank, &first, shape);
    return true;
}

bool run_array_new(struct vm *vm, const struct call_site *call, union value *at)
{
    struct array_part part;
    const struct array_call *s = array_call_of(call);
    int64_t shape[ARRAY_RANK_MAX] = {0};
    for (uint32_t i = 0; i < s->rank; i++)
        shape[i] = s->extents_given >> i & 1 ? at[i].i : -1;
    if (!deduce_extents(vm, s, at + s->rank, shape) || !divide(vm, s, at + s->rank, shape, &part))
        return false;
    struct device *d = device_for(vm, s, at);
    struct array *a = !d ? NULL
                         : (s->managed ? array_new_managed : array_new)(d, s->dtype, s->rank, shape,
                                                                        vm->diags, s->call.at);
    if (a)
        a->part = part;
    if (!a || !initialise(vm, s, a, at + s->rank)) {
        array_unref(&a);
        return false;
    }
    device_name(d, a->storage->address, s->name);
    if (s->managed)
        vm_manage(vm, array_address(a), array_bytes(a), s->call.at);
    vm_own_array(vm, a, at);
    return settled(vm, a, s->call.at);
}

bool run_refuse_parts(struct vm *vm, const struct call_site *call, union value *at)
{
    const struct builtin_call *s = (const struct builtin_call *) call;
    for (uint32_t i = 0; i < s->count; i++) {
        if (s->types[i]->kind != TYPE_DEVICE_ARRAY || !across_is(at[i].p))
            continue;
        struct diag *d = vm_error(vm, DIAG_TYPE, s->spans[i], "'%s' does not work across ranks",
                                  s->builtin->name);
        diag_help(vm->diags, d,
                  "gather(x) has all elements in each rank, local(x) this rank's part");
        return false;
    }
    return true;
}

/* ---- memory use ---- */

enum { HOLDERS = 3 };

struct holders {
    const struct symbol *at[HOLDERS]; /* the largest first */
};

static uint64_t held(const struct symbol *s)
{
    return s ? ((const struct array *) s->live.object)->storage->bytes : 0;
}

static void see_holder(void *user, struct symbol *s)
{
    struct holders *h = user;
    if (s->kind != SYMBOL_VARIABLE || !s->live.object || s->type->kind != TYPE_DEVICE_ARRAY)
        return;
    const struct symbol *in = s;
    for (int i = 0; i < HOLDERS && in; i++)
        if (held(in) > held(h->at[i])) {
            const struct symbol *out = h->at[i];
            h->at[i] = in;
            in = out;
        }
}

void vm_holders(void *user, struct diags *out, struct diag *d)
{
    struct vm *vm = user;
    struct holders h = {0};
    lang_each(vm->lang, see_holder, &h);
    for (int i = 0; i < HOLDERS && h.at[i]; i++) {
        struct buf bytes = {0};
        print_bytes(&bytes, held(h.at[i]));
        diag_note(out, d, h.at[i]->at, "'%s' holds %s", h.at[i]->name, bytes.p);
        buf_free(&bytes);
    }
}
