/* SPDX-License-Identifier: Apache-2.0 */
/* qsort and bsearch: the comparison is a function of the program. A merge sort, so that equal elements keep their order,
 * as in glibc. */
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/clock.h"
#include "eval/library/builtin.h"

enum { LOOK_ELEMENTS = 4096 };

struct sorting {
    struct vm *vm;
    struct span at;
    uint64_t base, size, compare;
    struct progress *progress; /* elements merged; each doubling merges every element once */
};

/* *out < 0: a before b. The addresses are the program's own, so that it may inspect them. */
static bool compare(const struct sorting *s, uint64_t a, uint64_t b, int *out)
{
    union value args[2] = {{.u = a}, {.u = b}}, result;
    if (!vm_call(s->vm, s->compare, args, 2, &result, s->at))
        return false;
    *out = (int) result.i;
    return true;
}

/* Sorts elements [from, to); `room` is scratch space of the same size. */
static bool merge_sort(const struct sorting *s, uint64_t from, uint64_t to, char *room)
{
    if (to - from < 2)
        return true;
    uint64_t middle = from + (to - from) / 2, a = from, b = middle, size = s->size;
    if (!merge_sort(s, from, middle, room) || !merge_sort(s, middle, to, room))
        return false;
    char *out = room;
    while (a < middle && b < to) {
        int order;
        if (!compare(s, s->base + a * size, s->base + b * size, &order))
            return false;
        uint64_t *next = order <= 0 ? &a : &b;
        memcpy(out, (char *) (uintptr_t) s->base + (*next)++ * size, size);
        out += size;
    }
    memcpy(out, (char *) (uintptr_t) s->base + a * size, (middle - a) * size);
    memcpy((char *) (uintptr_t) s->base + from * size, room,
           (size_t) (out - room) + (middle - a) * size);
    s->progress->done += to - from;
    if (to - from >= LOOK_ELEMENTS)
        poll_now(s->vm->poll, s->progress);
    return true;
}

/* The bytes of the array. false: a diag, because the memory is too small. */
static bool has(struct vm *vm, const struct call_site *call, uint64_t base, uint64_t n,
                uint64_t size, uint32_t arg, enum vm_access how)
{
    uint64_t bytes;
    if (__builtin_mul_overflow(n, size, &bytes))
        bytes = UINT64_MAX;
    return !bytes || vm_memory(vm, base, bytes, how, builtin_call_of(call)->spans[arg]);
}

/* Approximately how many elements all merges of a sort write together. */
static uint64_t merges_of(uint64_t n)
{
    uint64_t levels = 0;
    for (uint64_t width = 1; width < n && levels < 63; width *= 2)
        levels++;
    return n < UINT64_MAX >> 7 ? n * levels : 0;
}

BUILTIN(qsort)
{
    uint64_t n = at[1].u;
    struct progress p = {"sorting", NULL, 0, merges_of(n), clock_ns()};
    struct sorting s = {vm, call->at, at[0].u, at[2].u, at[3].u, &p};
    struct object *o = space_find(vm->host, s.base);
    if (!has(vm, call, s.base, n, s.size, 0, VM_WRITE))
        return false;
    if (!s.size || n < 2)
        return true;
    char *room = xcalloc(n, s.size);
    bool ok = merge_sort(&s, 0, n, room);
    poll_end(vm->poll, &p);
    free(room);
    if (ok && o && o->state != OBJECT_LIVE) {
        vm_error(vm, DIAG_MEMORY, builtin_call_of(call)->spans[0],
                 "the array was freed while it was being sorted");
        return false;
    }
    return ok;
}

BUILTIN(bsearch)
{
    struct sorting s = {vm, call->at, at[1].u, at[3].u, at[4].u};
    uint64_t key = at[0].u, low = 0, high = at[2].u;
    if (!has(vm, call, s.base, high, s.size, 1, VM_READ))
        return false;
    at[0].u = 0;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2, found = s.base + middle * s.size;
        int order;
        if (!compare(&s, key, found, &order))
            return false;
        if (!order) {
            at[0].u = found;
            return true;
        }
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return true;
}
