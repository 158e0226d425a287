/* SPDX-License-Identifier: Apache-2.0 */
/* Host memory of the user's program: every object is known, and every invalid access is explained. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "eval/vm/vm.h"
#include "eval/vm/vm_thread.h"

struct object *vm_try_aligned(struct vm *vm, uint64_t size, uint64_t align, enum host_kind kind,
                              const char *name, struct span at)
{
    struct object *o = space_alloc(vm->host, size, align < SPACE_GRANULE ? SPACE_GRANULE : align);
    if (!o)
        return NULL;
    o->kind = kind;
    o->name = name;
    o->source = at.source;
    o->at = at.start;
    o->end = at.end;
    return o;
}

struct object *vm_try_object(struct vm *vm, uint64_t size, enum host_kind kind, const char *name,
                             struct span at)
{
    return vm_try_aligned(vm, size, SPACE_GRANULE, kind, name, at);
}

struct object *vm_new_object(struct vm *vm, uint64_t size, enum host_kind kind, const char *name,
                             struct span at)
{
    return vm_new_aligned(vm, size, SPACE_GRANULE, kind, name, at);
}

struct object *vm_new_aligned(struct vm *vm, uint64_t size, uint64_t align, enum host_kind kind,
                              const char *name, struct span at)
{
    struct object *o = vm_try_aligned(vm, size, align, kind, name, at);
    if (o)
        return o;
    struct diag *d =
        vm_error(vm, DIAG_MEMORY, at,
                 "not enough host memory in the session for %s%s%s of %" PRIu64 " bytes",
                 name ? "'" : "an object", name ? name : "", name ? "'" : "", size);
    uint64_t start;
    diag_help(vm->diags, d, "the session has %" PRIu64 " bytes of %" PRIu64 " in use",
              space_used(vm->host), space_range(vm->host, &start));
    return NULL;
}

/* ---- errors of accesses ---- */

static const char *done(enum vm_access how)
{
    return how == VM_READ ? "read" : "write";
}

static void describe(struct buf *out, const struct object *o)
{
    if (o->name)
        buf_printf(out, "'%s'", o->name);
    else if (o->kind == HOST_LITERAL)
        buf_puts(out, "a string literal");
    else if (o->kind == HOST_HEAP)
        buf_printf(out, "the block of %" PRIu64 " bytes", o->size);
    else
        buf_printf(out, "a temporary of %" PRIu64 " bytes", o->size);
}

static void note_birth(struct vm *vm, struct diag *d, const struct object *o)
{
    struct span born = {o->source, o->at, o->end};
    if (born.source)
        diag_note(vm->diags, d, born, o->kind == HOST_HEAP ? "allocated here" : "declared here");
}

static void say_bounds(struct vm *vm, const struct object *o, uint64_t addr, uint64_t n,
                       enum vm_access how, struct span at)
{
    struct buf what = {0};
    describe(&what, o);
    int64_t offset = (int64_t) (addr - o->start);
    struct diag *d;
    if (n && n <= 16 && offset % (int64_t) n == 0 && o->size % n == 0 && o->size)
        d = vm_error(vm, DIAG_MEMORY, at,
                     "cannot %s element %" PRId64 " of %s, which holds %" PRIu64 " of %" PRIu64
                     " bytes each",
                     done(how), offset / (int64_t) n, what.p, o->size / n, n);
    else
        d = vm_error(vm, DIAG_MEMORY, at,
                     "cannot %s %" PRIu64 " bytes at offset %" PRId64
                     " of %s, which ends at %" PRIu64,
                     done(how), n, offset, what.p, o->size);
    diag_label(vm->diags, d, "out of bounds");
    note_birth(vm, d, o);
    buf_free(&what);
}

static void say_freed(struct vm *vm, const struct object *o, enum vm_access how, struct span at)
{
    struct buf what = {0};
    describe(&what, o);
    struct diag *d =
        vm_error(vm, DIAG_MEMORY, at, "cannot %s %s: %s", done(how), what.p,
                 o->kind == HOST_HEAP ? "it has been freed"
                                      : "it no longer exists, because its block has ended");
    note_birth(vm, d, o);
    buf_free(&what);
}

static void say_nowhere(struct vm *vm, uint64_t addr, enum vm_access how, struct span at)
{
    struct device *dev = launcher_owner(vm->launcher, addr);
    struct device_allocation hit;
    if (addr < 4096) {
        struct diag *d = vm_error(vm, DIAG_MEMORY, at, "cannot %s through a null pointer%s",
                                  done(how), addr ? " (plus an offset)" : "");
        diag_help(vm->diags, d,
                  "check that the pointer was set, and that its allocation succeeded");
    } else if (dev) {
        bool named = device_find(dev, addr, &hit) && hit.name;
        struct diag *d = vm_error(
            vm, DIAG_MEMORY, at, "cannot %s device memory%s%s%s from the host through a pointer",
            done(how), named ? " of '" : "", named ? hit.name : "", named ? "'" : "");
        diag_help(vm->diags, d,
                  "copy it with cudaMemcpy, or declare it as a device array, whose elements the "
                  "host can read");
    } else {
        vm_error(vm, DIAG_MEMORY, at,
                 "cannot %s at address 0x%" PRIx64 ": no object of this session is there",
                 done(how), addr);
    }
}

static void say_unwritten(struct vm *vm, const struct object *o, uint64_t addr, uint64_t n)
{
    struct buf what = {0};
    describe(&what, o);
    uint64_t offset = addr - o->start;
    bool elements = o->size > n && offset % n == 0 && o->size % n == 0;
    char which[48] = "";
    if (elements)
        snprintf(which, sizeof which, "element %" PRIu64 " of ", offset / n);
    else if (o->size > n)
        snprintf(which, sizeof which, "%" PRIu64 " bytes at offset %" PRIu64 " of ", n, offset);
    struct diag *d = vm_error(vm, DIAG_MEMORY, (struct span){0},
                              "cannot read %s%s: it is uninitialised", which, what.p);
    note_birth(vm, d, o);
    diag_help(vm->diags, d,
              o->kind == HOST_HEAP ? "write it first, or allocate it with calloc"
                                   : "initialise it in its declaration: = 0, or = {0}");
    buf_free(&what);
}

/* The live managed allocation that contains addr, or else a freed one. */
static struct object *find_managed(const struct vm *vm, uint64_t addr)
{
    struct object *freed = NULL;
    VEC_EACH (m, &vm->managed) {
        if (addr - (*m)->start > (*m)->size)
            continue;
        if ((*m)->state == OBJECT_LIVE)
            return *m;
        freed = *m;
    }
    return freed;
}

static struct object *find(const struct vm *vm, uint64_t base)
{
    struct object *o = space_find(vm->host, base);
    return o || !vm->managed.n ? o : find_managed(vm, base);
}

static bool valid(const struct object *o, uint64_t addr, uint64_t n, enum vm_access how)
{
    return o && o->kind != HOST_HANDLE && object_covers(o, addr, n) &&
           (how == VM_READ || o->kind != HOST_LITERAL);
}

/* The object that base points to; or the one at addr if base points to none that lives, as that of an array counted from
 * one does, `p = malloc(n) - 1`, which C leaves undefined and programs rely on. */
static struct object *find_based(const struct vm *vm, uint64_t base, uint64_t addr)
{
    enum { FIRST_PAGE = 4096 };
    struct object *o = find(vm, base), *other;
    if (base < FIRST_PAGE || (o && (o->state == OBJECT_LIVE || addr - o->start <= o->size)))
        return o;
    other = find(vm, addr);
    return other && other->state == OBJECT_LIVE && other->kind != HOST_HANDLE ? other : o;
}

struct object *vm_object(struct vm *vm, uint64_t base, uint64_t addr, uint64_t n,
                         enum vm_access how, struct span at)
{
    struct object *o = base == addr ? vm_open_object(vm, addr, n, how) : NULL;
    if (o)
        return o;
    o = find_based(vm, base, addr);
    if (valid(o, addr, n, how)) {
        if (how == VM_WRITE)
            vm_note_access(o, addr, n, how);
        if (o->reported)
            launch_host_access(vm->launcher, addr, n, how == VM_WRITE,
                               at.source ? at : vm_place(vm));
        return o;
    }
    if (!o)
        say_nowhere(vm, base, how, at);
    else if (o->kind == HOST_HANDLE)
        vm_error(vm, DIAG_MEMORY, at, "cannot %s through this pointer: it is a %s, not memory",
                 done(how), o->name);
    else if (o->state == OBJECT_FREED)
        say_freed(vm, o, how, at);
    else if (!object_covers(o, addr, n))
        say_bounds(vm, o, addr, n, how, at);
    else
        vm_error(vm, DIAG_MEMORY, at,
                 "cannot write to a string literal: its characters are constant");
    return NULL;
}

struct object *vm_probe(const struct vm *vm, uint64_t base, uint64_t addr, uint64_t n,
                        enum vm_access how)
{
    struct object *o = find(vm, base);
    return valid(o, addr, n, how) ? o : NULL;
}

bool vm_note_access(struct object *o, uint64_t addr, uint64_t n, enum vm_access how)
{
    if (o->unwritten && how == VM_READ)
        return vm_was_written(o, addr, n);
    if (o->unwritten)
        vm_wrote(o, addr, n);
    return true;
}

struct object *vm_access(struct vm *vm, uint64_t base, uint64_t addr, uint64_t n,
                         enum vm_access how)
{
    struct object *o = vm_object(vm, base, addr, n, how, (struct span){0});
    if (o && how == VM_READ && !vm_note_access(o, addr, n, how)) {
        say_unwritten(vm, o, addr, n);
        return NULL;
    }
    return o;
}

void *vm_memory(struct vm *vm, uint64_t addr, uint64_t n, enum vm_access how, struct span at)
{
    return vm_open_object(vm, addr, n, how) || vm_object(vm, addr, addr, n, how, at)
               ? (void *) (uintptr_t) addr
               : NULL;
}

bool vm_store(struct vm *vm, uint64_t to, const void *bytes, uint64_t n, struct span at)
{
    void *memory = vm_memory(vm, to, n, VM_WRITE, at);
    if (memory)
        memcpy(memory, bytes, n);
    return memory;
}

bool vm_own_array(struct vm *vm, struct array *a, union value *to)
{
    if (!a)
        return false;
    VEC_PUSH(&vm->cleanups, (struct cleanup){.array = a});
    to->p = a;
    return true;
}

void vm_forget_further(struct vm *vm)
{
    for (size_t i = 0; i < sizeof vm->further / sizeof *vm->further; i++)
        array_unref(&vm->further[i].array);
}

void vm_forget_generators(struct vm *vm)
{
    for (int i = 0; i < GENERATOR_COUNT; i++)
        generator_forget(&vm->generators[i]);
}

const char *vm_string(struct vm *vm, uint64_t addr, struct span at, size_t *out_n)
{
    struct object *o = vm_object(vm, addr, addr, 1, VM_READ, at);
    if (!o)
        return NULL;
    const char *s = (const char *) (uintptr_t) addr;
    size_t room = o->size - (addr - o->start), n = strnlen(s, room);
    if (n == room) {
        struct buf what = {0};
        describe(&what, o);
        struct diag *d =
            vm_error(vm, DIAG_MEMORY, at,
                     "this is not a string: it has no '\\0' before the end of %s", what.p);
        note_birth(vm, d, o);
        buf_free(&what);
        return NULL;
    }
    *out_n = n;
    return s;
}

/* ---- literals and handles ---- */

uint64_t vm_literal(struct vm *vm, struct str bytes)
{
    VEC_EACH (l, &vm->literals)
        if ((*l)->size == bytes.n && !memcmp((void *) (uintptr_t) (*l)->start, bytes.p, bytes.n))
            return (*l)->start;
    struct object *o = vm_new_object(vm, bytes.n, HOST_LITERAL, NULL, (struct span){0});
    if (!o)
        return 0;
    memcpy((void *) (uintptr_t) o->start, bytes.p, bytes.n);
    VEC_PUSH(&vm->literals, o);
    return o->start;
}

/* A handle is an object of size 0. The pointer it represents is stored past its end, where the program cannot access it. */
uint64_t vm_handle(struct vm *vm, const char *kind, void *p)
{
    const char *name = intern_cstr(vm->names, kind);
    VEC_EACH (h, &vm->handles)
        if ((*h)->name == name && *(void **) (uintptr_t) (*h)->start == p)
            return (*h)->start;
    struct object *o = vm_new_object(vm, 0, HOST_HANDLE, name, (struct span){0});
    if (!o)
        return 0;
    CHECK(o->room >= sizeof p);
    memcpy((void *) (uintptr_t) o->start, &p, sizeof p);
    VEC_PUSH(&vm->handles, o);
    return o->start;
}

void *vm_handle_of(struct vm *vm, const char *kind, uint64_t addr)
{
    struct object *o = space_find(vm->host, addr);
    if (!o || o->kind != HOST_HANDLE || o->state != OBJECT_LIVE || strcmp(o->name, kind))
        return NULL;
    return *(void **) (uintptr_t) o->start;
}

void vm_handle_drop(struct vm *vm, uint64_t addr)
{
    for (size_t i = 0; i < vm->handles.n; i++) {
        if (vm->handles.at[i]->start != addr)
            continue;
        space_free(vm->host, vm->handles.at[i]);
        vm->handles.at[i] = vm->handles.at[--vm->handles.n];
        return;
    }
}

/* ---- managed memory ---- */

/* A record of freed memory that has been given out anew, so that nobody can ask for it any more; else a new one. */
static struct object *managed_record(struct vm *vm, uint64_t addr, uint64_t n)
{
    VEC_EACH (m, &vm->managed)
        if ((*m)->state == OBJECT_FREED && (*m)->start < addr + n &&
            addr < (*m)->start + (*m)->size)
            return *m;
    struct object *o = xcalloc(1, sizeof *o);
    VEC_PUSH(&vm->managed, o);
    return o;
}

static void report_managed(struct vm *vm, struct object *o)
{
    o->reported = launcher_checking(vm->launcher);
    o->open = o->state == OBJECT_LIVE && !o->reported;
    if (o->reported && o->state == OBJECT_LIVE)
        launch_managed(vm->launcher, o->start, o->size);
}

void vm_manage(struct vm *vm, uint64_t addr, uint64_t n, struct span at)
{
    struct object *o = managed_record(vm, addr, n);
    uint32_t version = o->version; /* instructions keep the record */
    *o = (struct object){.start = addr,
                         .size = n,
                         .state = OBJECT_LIVE,
                         .open = true,
                         .kind = HOST_HEAP,
                         .source = at.source,
                         .at = at.start,
                         .end = at.end,
                         .version = version + 1};
    report_managed(vm, o);
}

void vm_report_managed(struct vm *vm)
{
    VEC_EACH (m, &vm->managed)
        report_managed(vm, *m);
}

bool vm_is_managed(const struct vm *vm, uint64_t addr)
{
    const struct object *o = find_managed(vm, addr);
    return o && o->state == OBJECT_LIVE;
}

void vm_unmanage(struct vm *vm, uint64_t addr)
{
    VEC_EACH (m, &vm->managed)
        if ((*m)->start == addr && (*m)->state == OBJECT_LIVE)
            (*m)->state = OBJECT_FREED, (*m)->open = false,
            (*m)->version++; /* instructions keep the record */
}

/* ---- lifetimes ---- */

static bool release(struct vm *vm, struct cleanup *c)
{
    bool good = !c->destroy || vm->exiting || vm->skip_destructors ||
                vm_destroy(vm, c->destroy, c->address);
    if (c->exception)
        vm_exception_end(vm, c);
    if (c->object && c->object->state == OBJECT_LIVE)
        space_free(vm->host, c->object);
    struct array *a = c->array;
    if (a && a->managed && a->refs == 1 && a->storage->refs == 1) /* its memory is freed now */
        vm_unmanage(vm, a->storage->address);
    if (a)
        array_unref(&c->array);
    return good;
}

bool vm_release(struct vm *vm, size_t depth)
{
    bool good = true;
    while (vm->cleanups.n > depth && good) {
        struct cleanup last = vm->cleanups.at[--vm->cleanups.n];
        if (!last.destroy || !last.destroy->guard)
            good = release(vm, &last);
    }
    return good;
}

bool vm_unwind(struct vm *vm, size_t depth)
{
    bool good = true;
    while (vm->cleanups.n > depth && good) {
        struct cleanup last = vm->cleanups.at[--vm->cleanups.n];
        good = release(vm, &last);
    }
    return good;
}

void vm_abandon(struct vm *vm, size_t depth)
{
    static const atomic_bool never;
    struct diags unused = {0}, *diags = vm->diags;
    const atomic_bool *interrupt = vm->interrupt;
    struct safepoint *checks =
        lang_safepoint(vm->lang); /* of destructors that run for the first time */
    vm->diags = &unused;
    vm->interrupt = checks->asked = &never;
    while (vm->cleanups.n > depth) {
        struct cleanup last = vm->cleanups.at[--vm->cleanups.n];
        release(vm, &last);
    }
    vm->interrupt = checks->asked = interrupt;
    vm->diags = diags;
    diags_free(&unused);
}

void vm_release_deferred(struct vm *vm)
{
    while (vm->deferred_releases.n) {
        struct cleanup last = vm->deferred_releases.at[--vm->deferred_releases.n];
        release(vm, &last);
    }
    VEC_EACH (d, &vm->deferred_destructors)
        free(*d);
    vm->deferred_destructors.n = 0;
    while (vm->dead_code.n)
        code_free(&vm->dead_code.at[--vm->dead_code.n]);
}

/* ---- scalars in memory ---- */

void value_store(const struct type *t, union value v, void *to)
{
    memcpy(to, &v,
           t->size <= sizeof v ? t->size : sizeof v); /* little-endian: the low bytes come first */
}

union value value_load(const struct type *t, const void *from)
{
    union value v = {.u = 0};
    memcpy(&v, from, t->size <= sizeof v ? t->size : sizeof v);
    if (type_is_integer(t) && type_is_signed(t) && t->size < 8) {
        int shift = 64 - 8 * (int) t->size;
        v.i = (int64_t) (v.u << shift) >> shift;
    }
    return v;
}

int32_t value_i32(double v)
{
    return v > -2147483649.0 && v < 2147483648.0 ? (int32_t) v : INT32_MIN;
}

int64_t value_i64(double v)
{
    return v >= -9223372036854775808.0 && v < 9223372036854775808.0 ? (int64_t) v : INT64_MIN;
}

uint64_t value_u64(double v)
{
    return v >= 0x1p63 ? (uint64_t) value_i64(v - 0x1p63) ^ UINT64_C(1) << 63
                       : (uint64_t) value_i64(v);
}

struct dtype type_dtype(const struct type *t)
{
    struct dtype d = {.kind = DTYPE_OTHER, .size = (uint32_t) t->size, .name = t->name};
    if (t->kind == TYPE_BOOL)
        d.kind = DTYPE_BOOL;
    else if (type_is_integer(t) && !type_is_wide(t))
        d.kind = dtype_integer((uint32_t) t->size, type_is_signed(t));
    else if (type_is_floating(t) && !type_is_wide(t))
        d.kind = t->kind == TYPE_FLOAT ? DTYPE_F32 : DTYPE_F64;
    else if (type_is_half(t))
        d.kind = strstr(t->name, "bf") ? DTYPE_BF16 : DTYPE_F16;
    return d;
}

static struct destructor_call static_destroyer(const struct static_object *o)
{
    uint64_t size = type_element(o->type)->size;
    return (struct destructor_call){
        .function = type_destructor(o->type), .size = size, .count = size ? o->size / size : 1};
}

void vm_static_made(struct vm *vm, const struct symbol *s, uint64_t address, uint64_t size)
{
    uint64_t thread = s->of_thread ? vm_thread_self(vm) : 0;
    VEC_EACH (o, &vm->statics)
        if (o->symbol == s && o->thread == thread) /* a jump back: its declaration runs again */
            return;
    if (s->type->kind != TYPE_DEVICE_ARRAY && type_destructor(s->type))
        VEC_PUSH(&vm->statics, (struct static_object){s, s->type, address, size, thread});
}

bool vm_end_thread_statics(struct vm *vm)
{
    uint64_t thread = vm_thread_self(vm);
    bool good = true;
    for (size_t i = vm->statics.n; i-- > 0 && good;) {
        struct static_object o = vm->statics.at[i];
        if (o.thread != thread)
            continue;
        struct destructor_call d = static_destroyer(&o);
        VEC_REMOVE(&vm->statics, i);
        good = vm_destroy(vm, &d, o.address);
    }
    return good;
}

void vm_at_exit(struct vm *vm, const struct symbol *function, uint64_t argument)
{
    VEC_PUSH(&vm->statics, (struct static_object){.symbol = function, .address = argument});
}

void vm_end_statics(struct vm *vm)
{
    while (vm->statics.n && !vm->skip_destructors) {
        struct static_object last = vm->statics.at[--vm->statics.n];
        if (!last.type) { /* of atexit */
            union value args[] = {{.i = vm->exit_code}, {.u = last.address}}, unused[1] = {0};
            uint32_t count = last.symbol->function->type->param_count;
            vm->exiting = false;
            vm_call_symbol(vm, (struct symbol *) (uintptr_t) last.symbol, args, count, unused,
                           (struct span){0});
            continue;
        }
        struct destructor_call d = static_destroyer(&last);
        vm->exiting = false;
        vm_destroy(vm, &d, last.address);
    }
    vm->statics.n = 0;
}

void vm_drop(struct vm *vm, struct symbol *v)
{
    struct cleanup c = {0};
    if (v->type->kind == TYPE_DEVICE_ARRAY)
        c.array = v->live.object;
    else
        c.object = v->live.object;
    vm_thread_variable_ends(vm, c.object);
    struct static_object made = {0};
    for (size_t i = vm->statics.n; i-- > 0 && !made.symbol;)
        if (vm->statics.at[i].symbol == v) {
            made = vm->statics.at[i];
            VEC_REMOVE(&vm->statics, i);
        }
    v->live.object = NULL;
    v->live.address = 0;
    VEC_PUSH(&vm->deferred_releases, c);
    if (!made.symbol)
        return;
    struct destructor_call *d = xcalloc(1, sizeof *d);
    *d = static_destroyer(&made);
    VEC_PUSH(&vm->deferred_destructors, d);
    VEC_PUSH(&vm->deferred_releases, (struct cleanup){.destroy = d, .address = made.address});
}
