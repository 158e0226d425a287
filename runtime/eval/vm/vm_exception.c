/* SPDX-License-Identifier: Apache-2.0 */
/* Objects that end, exceptions that fly, and the tables of virtual functions. A try block is an entry of the cleanup list:
 * an exception looks down the list for one that catches it, and what lies above is released on the way. */
#include <signal.h>
#include <string.h>

#include "base/check.h"
#include "eval/vm/vm.h"

/* The elements that are left when the destructor of one has thrown. */
static bool destroy_rest(struct vm *vm, const struct destructor_call *d, uint64_t address,
                         uint64_t n)
{
    struct destructor_call rest = {d->function, n, d->size, d->guard};
    struct cleanup thrown = vm->thrown;
    size_t unwinding = vm->unwinding;
    vm->thrown = (struct cleanup){0};
    vm->unwinding = vm->frames.n;
    bool good = vm_destroy(vm, &rest, address);
    vm->unwinding = unwinding;
    if (good)
        vm->thrown = thrown;
    else
        vm_exception_end(vm, &thrown);
    return false;
}

/* The one call of the library that a destructor of ours consists of, as that of a string does. It needs no frame: an error in it is
 * reported where the object ends. NULL: the destructor is another one, or has not been generated yet. */
static const struct call_site *only_call(const struct vm *vm, const struct symbol *destructor)
{
    const struct function *f = destructor->function;
    const struct code *c = f->library && !f->stale && !vm->profiled ? f->code : NULL;
    const struct insn *i = c && c->insns.n == 3 ? c->insns.at : NULL;
    bool passes_this = i && i[0].op == OP_MOVE && i[0].b == 0 && i[1].a == i[0].a;
    return passes_this && i[1].op == OP_HOST && i[2].op == OP_RETURN ? i[1].p : NULL;
}

bool vm_destroy(struct vm *vm, const struct destructor_call *d, uint64_t address)
{
    for (uint64_t i = address ? d->count : 0; i-- > 0;) { /* null: see whole_place */
        union value this = {.u = address + i * d->size}, unused;
        const struct call_site *call = only_call(vm, d->function);
        if (!(call ? call->run(vm, call, &this)
                   : vm_call_symbol(vm, d->function, &this, 1, &unused, (struct span){0})))
            return i && vm->thrown.exception && destroy_rest(vm, d, address, i);
    }
    return true;
}

/* ---- virtual functions ---- */

uint64_t vm_table(struct vm *vm, const struct vtable *t)
{
    uint64_t table = pointer_map_get(&vm->tables, t, 0);
    if (!table) {
        table = vm_handle(vm, "table", (void *) (uintptr_t) t);
        pointer_map_set(&vm->tables, t, table);
    }
    return table;
}

const struct vtable *vm_table_of(struct vm *vm, uint64_t object)
{
    const uint64_t *table = vm_memory(vm, object, 8, VM_READ, (struct span){0});
    return table ? vm_handle_of(vm, "table", *table) : NULL;
}

struct symbol *vm_virtual(struct vm *vm, uint64_t *object, uint32_t slot)
{
    int errors = vm->diags->errors;
    const struct vtable *t = vm_table_of(vm, *object);
    if (t && slot <= t->count) {
        const struct virtual_function *f = t->functions + slot - 1;
        *object += f->this - t->offset;
        return f->function;
    }
    if (vm->diags->errors == errors)
        vm_error(vm, DIAG_MEMORY, (struct span){0},
                 "this object has not been constructed, so its member functions cannot be called");
    return NULL;
}

/* ---- exceptions ---- */

/* An exception that std::exception_ptr refers to; it outlives its handlers. */
static struct held_exception *held_of(struct vm *vm, uint64_t address)
{
    VEC_EACH (h, &vm->held_exceptions)
        if (h->thrown.address == address)
            return h;
    return NULL;
}

static void exception_destroy(struct vm *vm, const struct cleanup *c)
{
    struct object *o = space_find(vm->host, c->address);
    struct symbol *s = type_destructor(c->exception);
    struct destructor_call d = {s, 1, c->exception->size};
    if (s && !vm->exiting)
        vm_destroy(vm, &d, c->address);
    if (o && o->state == OBJECT_LIVE && o->kind == HOST_HEAP)
        space_free(vm->host, o);
}

static void held_drop(struct vm *vm, struct held_exception *h)
{
    struct cleanup thrown = h->thrown;
    if (h->pointers || h->flights)
        return;
    *h = VEC_LAST(&vm->held_exceptions);
    vm->held_exceptions.n--;
    exception_destroy(vm, &thrown);
}

void vm_exception_end(struct vm *vm, const struct cleanup *c)
{
    struct held_exception *h = held_of(vm, c->address);
    if (!h) {
        exception_destroy(vm, c);
        return;
    }
    h->flights--;
    held_drop(vm, h);
}

uint64_t vm_exception_current(struct vm *vm)
{
    size_t i = vm->cleanups.n;
    while (i && !vm->cleanups.at[i - 1].exception)
        i--;
    if (!i)
        return 0;
    struct cleanup handled = vm->cleanups.at[i - 1];
    if (!held_of(vm, handled.address))
        VEC_PUSH(&vm->held_exceptions, (struct held_exception){handled, 0, 1});
    held_of(vm, handled.address)->pointers++;
    return handled.address;
}

void vm_exception_point(struct vm *vm, uint64_t address, bool more)
{
    struct held_exception *h = held_of(vm, address);
    if (!h)
        return;
    h->pointers += more ? 1 : -1;
    held_drop(vm, h);
}

void vm_exception_rethrow(struct vm *vm, uint64_t address, struct span at)
{
    struct held_exception *h = held_of(vm, address);
    if (!h) {
        vm_error(vm, DIAG_MEMORY, at, "std::rethrow_exception of a null pointer");
        return;
    }
    h->flights++;
    struct throw_desc desc = {h->thrown.exception, at};
    vm_throw(vm, &desc, address, 0);
}

/* C++17 18.3p3.3: a pointer to a base, at the same address, or to anything. */
static bool points_to(const struct type *wanted, const struct type *thrown)
{
    bool classes = wanted->kind == TYPE_STRUCT && thrown->kind == TYPE_STRUCT;
    return type_same(wanted, thrown) || wanted->kind == TYPE_VOID ||
           (classes && type_base_offset(thrown, wanted) == 0);
}

static bool catches(const struct type *wanted, const struct type *thrown, int64_t *out_offset)
{
    *out_offset = 0;
    if (!wanted)
        return true;
    if (wanted->kind == TYPE_STRUCT && thrown->kind == TYPE_STRUCT) {
        *out_offset = type_base_offset(thrown, wanted);
        return *out_offset >= 0;
    }
    if (wanted->kind == TYPE_POINTER && thrown->kind == TYPE_POINTER)
        return points_to(type_plain(wanted->base), type_plain(thrown->base));
    return type_same(wanted, thrown);
}

static const struct catch_clause *handler(const struct try_block *t, const struct type *thrown,
                                          int64_t *out_offset)
{
    for (uint32_t i = 0; i < t->count; i++)
        if (catches(t->catches[i].type, thrown, out_offset))
            return t->catches + i;
    return NULL;
}

static const struct virtual_function *function_named(const struct vtable *t, const char *name)
{
    for (uint32_t i = 0; i < t->count; i++)
        if (!strcmp(t->functions[i].function->member->plain, name))
            return t->functions + i;
    return NULL;
}

/* The text of what(), when the class has one. */
static const char *what_of(struct vm *vm, const struct type *t, uint64_t address)
{
    const struct class_info *info = t->kind == TYPE_STRUCT ? t->class : NULL;
    const struct virtual_function *what = NULL;
    for (uint32_t i = 0; info && i < info->vtable_count && !what; i++)
        what = function_named(info->vtables + i, "what");
    union value this = {.u = address + (what ? what->this : 0)}, text;
    size_t n;
    if (!what || !vm_call_symbol(vm, what->function, &this, 1, &text, (struct span){0}))
        return NULL;
    return vm_string(vm, text.u, (struct span){0}, &n);
}

/* A number or a text that was thrown, as it is printed. NULL: it is something else. */
static char *thrown_value(struct vm *vm, const struct type *t, uint64_t address)
{
    const void *p =
        type_is_scalar(t) ? vm_memory(vm, address, t->size, VM_READ, (struct span){0}) : NULL;
    struct buf out = {0};
    size_t n;
    if (!p)
        return NULL;
    union value v = value_load(t, p);
    if (t->kind == TYPE_LDOUBLE)
        buf_printf(&out, "%Lg", *(const long double *) p);
    else if (t->kind == TYPE_POINTER && type_plain(t->base)->kind == TYPE_CHAR) {
        const char *text = vm_string(vm, v.u, (struct span){0}, &n);
        buf_puts(&out, text ? text : "");
    } else if (type_is_floating(t)) {
        buf_printf(&out, "%g", t->kind == TYPE_FLOAT ? (double) v.f : v.d);
    } else if (type_is_integer(t) && !type_is_int128(t)) {
        buf_printf(&out, type_is_signed(t) ? "%lld" : "%llu", (long long) v.i);
    }
    return out.n ? buf_take(&out) : NULL;
}

static void say_uncaught(struct vm *vm, const struct type *t, uint64_t address, struct span at)
{
    struct buf name = {0};
    const char *what = what_of(vm, t, address);
    char *value = what ? NULL : thrown_value(vm, type_plain(t), address);
    type_print(&name, t);
    what = what ? what : value;
    if (what)
        vm_error(vm, DIAG_RUNTIME, at, "uncaught exception '%s': %s", name.p, what);
    else
        vm_error(vm, DIAG_RUNTIME, at, "uncaught exception '%s'", name.p);
    buf_free(&name);
    free(value);
}

void vm_aborts(struct vm *vm)
{
    vm->aborted = true;
    vm->skip_destructors = vm->program; /* in a cell the variables live on */
    vm->exit_code = 128 + SIGABRT;
}

/* How many entries of the cleanup list lie below the innermost running destructor that no exception may leave: one that does not say
 * noexcept(false), or any during unwinding (C++17 15.4p3, 18.5.1). */
static size_t destructor_floor(const struct vm *vm, const struct symbol **out_destructor)
{
    for (size_t n = vm->frames.n; n-- > 0;) {
        const struct symbol *s = vm->frames.at[n].code->symbol;
        if (s && s->member && s->member->role == ROLE_DESTRUCTOR &&
            (!s->member->throws || n == vm->unwinding)) {
            *out_destructor = s;
            return vm->frames.at[n].cleanups;
        }
    }
    return 0;
}

static void say_terminated(struct vm *vm, const struct type *t, const struct symbol *destructor,
                           struct span at)
{
    struct buf name = {0};
    type_print(&name, t);
    struct diag *d = vm_error(vm, DIAG_RUNTIME, at,
                              "terminate called after throwing an instance of '%s'", name.p);
    diag_note(vm->diags, d, destructor->at, "no exception may leave a destructor");
    buf_free(&name);
}

/* C++17 18.5.1: calls what std::set_terminate was given. true: there is nothing, or it has returned. */
static bool run_terminate(struct vm *vm, struct span at)
{
    union value unused[1] = {0};
    struct symbol *handler = vm->terminate ? vm_handle_of(vm, "function", vm->terminate) : NULL;
    vm->terminate = 0; /* it may throw */
    return !handler || vm_call_symbol(vm, handler, unused, 0, unused, at);
}

/* Releases what lies above `depth`, for an exception that propagates. */
static bool unwind_until(struct vm *vm, size_t depth)
{
    size_t unwinding = vm->unwinding;
    vm->unwinding = vm->frames.n;
    vm->uncaught++;
    bool good = vm_unwind(vm, depth);
    vm->uncaught--;
    vm->unwinding = unwinding;
    return good;
}

bool vm_throw(struct vm *vm, const struct throw_desc *desc, uint64_t address, size_t floor)
{
    struct cleanup thrown = {.exception = desc->type, .address = address};
    if (!desc->type) { /* throw; gives the handled one on */
        size_t i = vm->cleanups.n;
        while (i && !vm->cleanups.at[i - 1].exception)
            i--;
        if (!i) {
            vm_error(vm, DIAG_RUNTIME, desc->at,
                     "'throw' without a value, and no exception is being handled");
            return false;
        }
        thrown = vm->cleanups.at[i - 1];
        vm->cleanups.at[i - 1].exception = NULL;
    }
    int64_t offset;
    bool wanted = false;
    const struct symbol *destructor = NULL;
    size_t lowest = destructor_floor(vm, &destructor);
    for (size_t i = vm->cleanups.n; i-- > lowest && !wanted;)
        wanted = vm->cleanups.at[i].handlers &&
                 handler(vm->cleanups.at[i].handlers, thrown.exception, &offset);
    if (!wanted && destructor && !unwind_until(vm, lowest)) {
        vm_exception_end(vm, &thrown);
        return false;
    }
    if (!wanted && !run_terminate(vm, desc->at)) {
        vm_exception_end(vm, &thrown);
        return false;
    }
    if (!wanted) {
        if (destructor)
            say_terminated(vm, thrown.exception, destructor, desc->at);
        else
            say_uncaught(vm, thrown.exception, thrown.address, desc->at);
        vm_aborts(vm);
        vm_exception_end(vm, &thrown);
        return false;
    }
    vm->thrown = thrown;
    return true;
}

bool vm_throw_standard(struct vm *vm, const char *class, struct span at)
{
    struct symbol *s = lang_find(vm->lang, class, strlen(class));
    struct object *o = s && s->kind == SYMBOL_TYPE
                           ? vm_new_object(vm, s->type->size, HOST_HEAP, "the exception", at)
                           : NULL;
    union value this = {.u = o ? o->start : 0}, unused;
    if (!o) /* the program has never heard of it */
        return false;
    struct throw_desc desc = {s->type, at};
    if (!s->type->class->fresh || vm_call_symbol(vm, s->type->class->fresh, &this, 1, &unused, at))
        vm_throw(vm, &desc, o->start, 0);
    return true;
}

void vm_throw_bad_alloc(struct vm *vm, uint64_t size, struct span at)
{
    if (vm_throw_standard(vm, "std::bad_alloc", at))
        return;
    vm_error(vm, DIAG_MEMORY, at, "no room for a new object of %llu bytes: std::bad_alloc",
             (unsigned long long) size);
    vm_aborts(vm);
}

/* ---- setjmp and longjmp: C11 7.13 ---- */

/* A jmp_buf is known by its address: what is in the program's memory is not trusted. */
static struct jump_point *point_of(struct vm *vm, uint64_t buffer)
{
    VEC_EACH (p, &vm->jump_points)
        if (p->buffer == buffer)
            return p;
    return NULL;
}

/* Whether the call that the point is in has not returned. */
static bool is_open(const struct vm *vm, const struct jump_point *p)
{
    if (p->frame >= vm->frames.n || p->cleanups > vm->cleanups.n)
        return false;
    const struct frame *f = vm->frames.at + p->frame;
    return f->code == p->code && f->base == p->base && f->cleanups <= p->cleanups;
}

/* The same place, which may have another buffer each time its block begins. */
static struct jump_point *receiver_at(struct vm *vm, const struct jump_point *place)
{
    VEC_EACH (p, &vm->jump_points)
        if (p->receiver && p->pc == place->pc && p->base == place->base && p->code == place->code)
            return p;
    return NULL;
}

static void set_point(struct vm *vm, uint64_t buffer, const union value *slot, bool receiver)
{
    const struct frame *f = &VEC_LAST(&vm->frames);
    struct jump_point new = {.buffer = buffer,
                             .code = f->code,
                             .frame = vm->frames.n - 1,
                             .base = f->base,
                             .pc = f->pc + receiver,
                             .slot = (uint32_t) (slot - vm->stack) - f->base,
                             .cleanups = vm->cleanups.n,
                             .receiver = receiver};
    struct jump_point *p = receiver ? receiver_at(vm, &new) : NULL;
    p = p ? p : point_of(vm, buffer);
    for (size_t i = vm->jump_points.n; i-- > 0 && !p;) /* of a call that has returned */
        if (!is_open(vm, vm->jump_points.at + i))
            p = vm->jump_points.at + i;
    if (p)
        *p = new;
    else
        VEC_PUSH(&vm->jump_points, new);
}

void vm_jump_set(struct vm *vm, uint64_t buffer, const union value *result)
{
    set_point(vm, buffer, result, false);
}

bool run_receiver(struct vm *vm, const struct call_site *s, union value *at)
{
    int64_t *buffer = vm_memory(vm, at[0].u, sizeof *buffer, VM_WRITE, s->at);
    if (!buffer)
        return false;
    *buffer = ((const struct receiver_call *) s)->label;
    set_point(vm, at[0].u, at, true);
    return true;
}

bool vm_jump(struct vm *vm, uint64_t buffer, int value, struct span at)
{
    struct jump_point *p = point_of(vm, buffer);
    if (!p || !is_open(vm, p)) {
        struct diag *d = vm_error(vm, DIAG_RUNTIME, at,
                                  p ? "the function that called setjmp has returned"
                                    : "setjmp was not called with this buffer");
        diag_help(vm->diags, d, "longjmp goes back to a call of setjmp that is still open");
        return false;
    }
    vm->jump = *p;
    vm->jump.going = true;
    vm->jump.value = value ? value : 1;
    return false;
}

static size_t cleanups_kept(const struct vm *vm, const struct jump_point *to)
{
    if (!to->receiver)
        return to->cleanups;
    return to->frame + 1 < vm->frames.n ? vm->frames.at[to->frame + 1].cleanups : vm->cleanups.n;
}

bool vm_jump_land(struct vm *vm, size_t floor, int32_t *out_target, uint32_t *out_slot,
                  uint64_t *out_value)
{
    struct jump_point to = vm->jump;
    bool here = to.frame >= floor;
    size_t bottom = here ? cleanups_kept(vm, &to) : vm->frames.at[floor].cleanups;
    vm->jump.going = false;
    if (!vm_unwind(vm, bottom))
        return false;
    vm->jump.going = !here;
    vm->frames.n = here ? to.frame + 1 : vm->frames.n;
    *out_target = (int32_t) to.pc + 1;
    *out_slot = to.slot;
    *out_value = to.receiver ? vm->stack[to.base + to.slot].u : (uint64_t) (int64_t) to.value;
    return here;
}

bool vm_catch(struct vm *vm, size_t floor, int32_t *out_target, uint32_t *out_slot,
              uint64_t *out_address)
{
    if (vm->jump.going)
        return vm_jump_land(vm, floor, out_target, out_slot, out_address);
    struct cleanup thrown = vm->thrown;
    size_t bottom = vm->frames.at[floor].cleanups;
    vm->thrown = (struct cleanup){0};
    while (vm->cleanups.n > bottom) {
        struct cleanup *top = &VEC_LAST(&vm->cleanups);
        int64_t offset = 0;
        const struct catch_clause *c =
            top->handlers ? handler(top->handlers, thrown.exception, &offset) : NULL;
        if (!c) {
            size_t depth = vm->cleanups.n - 1;
            while (vm->frames.n - 1 > floor && VEC_LAST(&vm->frames).cleanups > depth)
                vm->frames.n--;
            if (!unwind_until(vm, depth)) {
                vm_exception_end(vm, &thrown);
                vm_abandon(vm, bottom);
                return false;
            }
            continue;
        }
        size_t index = vm->cleanups.n - 1;
        *out_slot = top->handlers->slot;
        *out_target = c->target;
        *out_address = thrown.address + (uint64_t) offset;
        while (vm->frames.at[vm->frames.n - 1].cleanups > index)
            vm->frames.n--;
        vm->cleanups.n = index;
        VEC_PUSH(&vm->cleanups, thrown); /* ended when its handler is left */
        return true;
    }
    vm->thrown = thrown; /* for a frame below the builtin that called this one */
    return false;
}
