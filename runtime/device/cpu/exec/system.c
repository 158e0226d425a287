/* SPDX-License-Identifier: Apache-2.0 */
/* System calls of device code, which the PTX calls as functions: printf, assert, malloc, free, and those of the CUDA device runtime that
 * need no queue; launches of grids go to child_grids.c through exec_device->children. Arguments are in the caller's lane memory, as the PTX
 * calling convention lays them out. Next: output.c, where printed text goes. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/str.h"
#include "device/cpu/exec/exec_device.h"
#include "device/cpu/exec/machine.h"

enum { STRING_MAX = 1 << 16 }; /* bytes of a string argument that are read at most */

void system_argument_bytes(const struct warp *w, const struct decoded_call *call, uint32_t k,
                           uint32_t lane, void *to, uint32_t size)
{
    const struct decoded_code *c = w->frame->code;
    memset(to, 0, size);
    memcpy(to, w->frame->vregs + c->lanes_at + (uint64_t) lane * c->lanes_size + call->arg_at[k],
           call->arg_size[k] < size ? call->arg_size[k] : size);
}

uint64_t system_argument(const struct warp *w, const struct decoded_call *call, uint32_t k,
                         uint32_t lane)
{
    uint64_t v;
    system_argument_bytes(w, call, k, lane, &v, sizeof v);
    return v;
}

void system_result(const struct warp *w, const struct decoded_call *call, uint32_t lane, uint64_t v)
{
    const struct decoded_code *c = w->frame->code;
    if (call->result_count)
        memcpy(w->frame->vregs + c->lanes_at + (uint64_t) lane * c->lanes_size + call->result_at,
               &v, call->result_size < 8 ? call->result_size : 8);
}

/* A device string, byte by byte through the same checks as any load. */
static bool read_string(struct warp *w, const struct op *op, uint32_t lane, uint64_t at,
                        struct buf *out)
{
    struct op load = *op;
    enum device_fault_kind why;
    load.space = PTX_GENERIC;
    load.imm = 0;
    for (uint32_t n = 0; n < STRING_MAX; n++) {
        const char *p = memory_at(w, &load, lane, at + n, 1, ACCESS_READ, &why);
        if (!p) {
            warp_fault_access(w, &load, why, 1u << lane, lane, at + n, 1, false, false);
            return false;
        }
        if (!*p)
            break;
        buf_putc(out, *p);
    }
    return true;
}

/* ---- printf: values are packed with their natural alignment; int 4 bytes, long and double 8 ---- */

struct packed {
    struct warp *w;
    const struct op *op;
    uint32_t lane;
    uint64_t at;
};

static bool take(struct packed *a, uint32_t size, uint64_t *out)
{
    struct op load = *a->op;
    enum device_fault_kind why;
    load.space = PTX_GENERIC;
    a->at = (a->at + size - 1) & ~(uint64_t) (size - 1);
    const void *p = memory_at(a->w, &load, a->lane, a->at, size, ACCESS_READ, &why);
    if (!p) {
        warp_fault_access(a->w, &load, why, 1u << a->lane, a->lane, a->at, size, false, false);
        return false;
    }
    *out = 0;
    memcpy(out, p, size);
    a->at += size;
    return true;
}

struct printf_conversion {
    char flags[80]; /* "%-08.3" so far */
    size_t n;
    bool is_long;
    char letter;
};

static bool put_integer(const struct printf_conversion *c, uint64_t v, struct buf *out)
{
    char format[100];
    bool is_signed = c->letter == 'd' || c->letter == 'i';
    snprintf(format, sizeof format, "%s%s", c->flags,
             is_signed          ? PRId64
             : c->letter == 'u' ? PRIu64
             : c->letter == 'o' ? PRIo64
             : c->letter == 'x' ? PRIx64
                                : PRIX64);
    if (!c->is_long)
        v = is_signed ? (uint64_t) (int64_t) (int32_t) v : (uint32_t) v;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    buf_printf(out, format, v);
#pragma GCC diagnostic pop
    return true;
}

static bool put_string(struct packed *a, const struct printf_conversion *c, uint64_t at,
                       struct buf *out)
{
    struct buf s = {0};
    char format[100];
    bool ok = true;
    if (at)
        ok = read_string(a->w, a->op, a->lane, at, &s);
    else
        buf_puts(&s, "(null)");
    snprintf(format, sizeof format, "%ss", c->flags);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    if (ok)
        buf_printf(out, format, s.p ? s.p : "");
#pragma GCC diagnostic pop
    buf_free(&s);
    return ok;
}

static bool put_value(struct packed *a, const struct printf_conversion *c, struct buf *out)
{
    uint64_t v;
    double x;
    char format[100];
    bool wide = c->is_long || strchr("sp", c->letter) || strchr("fFeEgGaA", c->letter);
    if (!take(a, wide ? 8 : 4, &v))
        return false;
    if (strchr("diouxX", c->letter))
        return put_integer(c, v, out);
    if (c->letter == 's')
        return put_string(a, c, v, out);
    snprintf(format, sizeof format, "%s%c", c->flags, c->letter);
    memcpy(&x, &v, sizeof x);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    if (c->letter == 'c')
        buf_printf(out, format, (int) v);
    else if (c->letter == 'p')
        buf_printf(out, format, (void *) (uintptr_t) v);
    else
        buf_printf(out, format, x);
#pragma GCC diagnostic pop
    return true;
}

/* One conversion; s is after its '%'. Returns where the text continues; NULL: a fault. */
static const char *put_conversion(struct packed *a, const char *s, struct buf *out)
{
    const char *start = s - 1;
    struct printf_conversion c = {.flags = "%", .n = 1};
    while (*s && c.n < 40 && strchr("-+ #0123456789.*", *s)) {
        if (*s == '*') {
            uint64_t v;
            if (!take(a, 4, &v))
                return NULL;
            c.n += (size_t) snprintf(c.flags + c.n, sizeof c.flags - c.n, "%d",
                                     (int) (int32_t) v % 1000);
        } else {
            c.flags[c.n++] = *s;
        }
        s++;
    }
    while (*s && strchr("hlLjzt", *s))
        c.is_long |= *s++ != 'h';
    c.flags[c.n] = '\0';
    c.letter = *s;
    if (!*s || !strchr("diouxXcspfFeEgGaA",
                       *s)) { /* as CUDA does: an unknown conversion is printed as it is */
        buf_put(out, start, (size_t) (s - start) + (*s != '\0'));
        return *s ? s + 1 : s;
    }
    if (strchr("diouxX", c.letter) && c.is_long == false && s[-1] == 'h')
        c.is_long = false;
    return put_value(a, &c, out) ? s + 1 : NULL;
}

static bool print_lane(struct warp *w, const struct op *op, const struct decoded_call *call,
                       uint32_t lane)
{
    struct buf format = {0}, out = {0};
    struct packed a = {w, op, lane, system_argument(w, call, 1, lane)};
    bool ok = read_string(w, op, lane, system_argument(w, call, 0, lane), &format);
    for (const char *s = format.p ? format.p : ""; ok && *s;) {
        if (*s != '%') {
            buf_putc(&out, *s++);
        } else if (s[1] == '%') {
            buf_putc(&out, '%');
            s += 2;
        } else {
            s = put_conversion(&a, s + 1, &out);
            ok = s != NULL;
        }
    }
    if (ok && out.n)
        output_put(w->block->launch, w->block->linear, out.p, out.n);
    buf_free(&format);
    buf_free(&out);
    return ok;
}

/* ---- assert: text, file, line, function, character size; the place is that of the call ---- */

static const struct op *assert_failed(struct warp *w, const struct op *op,
                                      const struct decoded_call *call)
{
    uint32_t lane = (uint32_t) __builtin_ctz(w->mask);
    struct buf text = {0};
    if (read_string(w, op, lane, system_argument(w, call, 0, lane), &text)) {
        char message[256];
        snprintf(message, sizeof message, "assertion '%s' failed", text.p ? text.p : "");
        warp_fault(w, op, FAULT_ASSERT, w->mask, lane, message);
    }
    buf_free(&text);
    return NULL;
}

/* ---- malloc and free: objects of the device's space, so every access to them is checked like any other ---- */

static uint64_t heap_alloc(struct exec_device *d, uint64_t size)
{
    struct object *o = NULL;
    pthread_mutex_lock(&d->memory->lock);
    if (size && size <= d->heap_limit && d->heap_used <= d->heap_limit - size)
        o = exec_alloc_locked(d, size, SPACE_GRANULE, MEMORY_HEAP);
    if (o) {
        o->name = "device malloc";
        d->heap_used += size;
    }
    pthread_mutex_unlock(&d->memory->lock);
    if (o && d->observers.count)
        observers_allocate(&d->observers, ALLOCATION_HEAP, o->start, size, NULL);
    return o ? o->start : 0;
}

/* NULL: done; otherwise what is wrong */
static const char *heap_free(struct exec_device *d, uint64_t at)
{
    const char *wrong = NULL;
    pthread_mutex_lock(&d->memory->lock);
    struct object *o = space_find(d->space, at);
    if (!o || o->kind != MEMORY_HEAP || o->home != d->number)
        wrong = "the pointer did not come from malloc in a kernel";
    else if (o->start != at)
        wrong = "the pointer is not the start of an allocation";
    else if (o->state != OBJECT_LIVE)
        wrong = "the memory has been freed already";
    if (!wrong && d->observers.count)
        observers_release(&d->observers, at);
    if (!wrong) {
        d->heap_used -= o->size;
        exec_free_locked(d, o);
    }
    pthread_mutex_unlock(&d->memory->lock);
    return wrong;
}

static const struct op *allocate(struct warp *w, const struct op *op,
                                 const struct decoded_call *call)
{
    for (uint32_t m = w->mask; m; m &= m - 1) {
        uint32_t lane = (uint32_t) __builtin_ctz(m);
        system_result(w, call, lane,
                      heap_alloc(w->block->launch->exec, system_argument(w, call, 0, lane)));
    }
    return op + 1;
}

static const struct op *succeed(struct warp *w, const struct op *op,
                                const struct decoded_call *call)
{
    for (uint32_t m = w->mask; m; m &= m - 1)
        system_result(w, call, (uint32_t) __builtin_ctz(m), 0);
    return op + 1;
}

static const struct op *release(struct warp *w, const struct op *op,
                                const struct decoded_call *call)
{
    for (uint32_t m = w->mask; m; m &= m - 1) {
        uint32_t lane = (uint32_t) __builtin_ctz(m);
        uint64_t at = system_argument(w, call, 0, lane);
        const char *wrong = at ? heap_free(w->block->launch->exec, at) : NULL;
        if (wrong)
            return warp_fault(w, op, FAULT_HEAP, 1u << lane, lane, wrong);
    }
    block_forget(w->block);
    return succeed(w, op, call);
}

/* cudaMalloc in a kernel, and streams and events: each has an address stored where the first argument says. */
static const struct op *make(struct warp *w, const struct op *op, const struct decoded_call *call)
{
    enum { MADE = 5, OUT_OF_MEMORY = 2 };

    struct op store = *op;
    enum device_fault_kind why;
    store.space = PTX_GENERIC;
    store.imm = 0;
    for (uint32_t m = w->mask; m; m &= m - 1) {
        uint32_t lane = (uint32_t) __builtin_ctz(m);
        uint64_t to = system_argument(w, call, 0, lane), made = MADE;
        void *p = memory_at(w, &store, lane, to, sizeof made, ACCESS_WRITE, &why);
        if (!p)
            return warp_fault_access(w, &store, why, 1u << lane, lane, to, sizeof made, true,
                                     false);
        if (call->syscall == SYSCALL_CDP_MALLOC)
            made = heap_alloc(w->block->launch->exec, system_argument(w, call, 1, lane));
        memcpy(p, &made, sizeof made);
        system_result(w, call, lane, made ? 0 : OUT_OF_MEMORY);
    }
    return op + 1;
}

/* ---- copies of the device runtime ---- */

/* Whether `size` bytes lie in one object or window; else a fault is recorded. */
static bool holds(struct warp *w, const struct op *at, uint32_t lane, uint64_t address,
                  uint64_t size, bool write)
{
    enum access_mode mode = write ? ACCESS_WRITE : ACCESS_READ;
    enum device_fault_kind why = FAULT_NONE;
    const struct inline_cache *n = &w->caches[at->cache];
    uint64_t last = address + size - 1, wrong = address;
    if (memory_at(w, at, lane, address, 1, mode, &why)) {
        wrong = last;
        if (address >= n->start && size <= n->size && address - n->start <= n->size - size)
            return true;
        if (memory_at(w, at, lane, last, 1, mode, &why) && last - n->start >= size - 1)
            return true;
        why = why == FAULT_NONE ? FAULT_ILLEGAL_ADDRESS : why;
    }
    warp_fault_access(w, at, why, 1u << lane, lane, wrong, 1, write, false);
    return false;
}

/* cudaMemcpyAsync(to, from, size, kind, stream), cudaMemsetAsync(to, byte, size, stream). They come after the grids that the block has launched, which
 * are run first. */
static const struct op *copy(struct warp *w, const struct op *op, const struct decoded_call *call)
{
    struct op access = *op;
    bool set = call->syscall == SYSCALL_CDP_SET;
    access.space = PTX_GENERIC;
    access.imm = 0;
    if (!w->block->launch->exec->children->finish(w, op))
        return NULL;
    for (uint32_t m = w->mask; m; m &= m - 1) {
        uint32_t lane = (uint32_t) __builtin_ctz(m);
        uint64_t to = system_argument(w, call, 0, lane), from = system_argument(w, call, 1, lane),
                 size = system_argument(w, call, 2, lane);
        if (size && (!holds(w, &access, lane, to, size, true) ||
                     (!set && !holds(w, &access, lane, from, size, false))))
            return NULL;
        if (size && set)
            memset((void *) (uintptr_t) to, (int) from, size);
        else if (size)
            memmove((void *) (uintptr_t) to, (const void *) (uintptr_t) from, size);
        system_result(w, call, lane, 0);
    }
    return op + 1;
}

const struct op *system_call(struct warp *w, const struct op *op, const struct decoded_call *call)
{
    switch (call->syscall) {
    case SYSCALL_VPRINTF:
        for (uint32_t m = w->mask; m; m &= m - 1) {
            uint32_t lane = (uint32_t) __builtin_ctz(m);
            if (!print_lane(w, op, call, lane))
                return NULL;
            system_result(w, call, lane, 1);
        }
        return op + 1;
    case SYSCALL_ASSERTFAIL: return assert_failed(w, op, call);
    case SYSCALL_MALLOC: return allocate(w, op, call);
    case SYSCALL_FREE: return release(w, op, call);
    case SYSCALL_PARAMETERS: return w->block->launch->exec->children->prepare(w, op, call);
    case SYSCALL_LAUNCH: return w->block->launch->exec->children->launch(w, op, call);
    case SYSCALL_WAIT_CHILDREN: return w->block->launch->exec->children->wait(w, op, call);
    case SYSCALL_CDP_MALLOC:
    case SYSCALL_HANDLE: return make(w, op, call);
    case SYSCALL_CDP_FREE: return release(w, op, call);
    case SYSCALL_CDP_COPY:
    case SYSCALL_CDP_SET: return copy(w, op, call);
    case SYSCALL_SUCCESS: return succeed(w, op, call);
    case SYSCALL_NONE: break;
    }
    UNREACHABLE();
}
