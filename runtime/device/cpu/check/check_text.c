/* SPDX-License-Identifier: Apache-2.0 */
/* The words for the checker's findings. Next: launch/explain_check.c, driver/report.c. */
#include "device/cpu/check/check_text.h"

#include <inttypes.h>
#include <string.h>

#include "device/fault_text.h"

const char *check_act_name(enum check_act a)
{
    static const char *const words[] = {[CHECK_READS] = "reads",
                                        [CHECK_WRITES] = "writes",
                                        [CHECK_UPDATES] = "updates",
                                        [CHECK_EXECUTES] = "executes"};
    return words[a];
}

void check_put_thread(struct buf *out, const struct check_party *p, bool block)
{
    if (block) {
        device_put_thread(out, p->thread, p->block);
        return;
    }
    buf_puts(out, "thread ");
    device_put_dim(out, p->thread);
}

static void put_element(struct buf *out, struct str name, uint64_t offset, uint32_t size)
{
    if (size && offset % size == 0)
        buf_printf(out, "%.*s[%" PRIu64 "]", (int) name.n, name.p, offset / size);
    else
        buf_printf(out, "byte %" PRIu64 " of %.*s", offset, (int) name.n, name.p);
}

static void put_target(struct buf *out, struct device *d, const struct check_finding *f)
{
    struct device_allocation a;
    struct str variable = f->variable ? ptx_variable_name(f->variable) : (struct str){0};
    if (f->space == PTX_SHARED && f->variable && f->variable_size == f->size)
        buf_printf(out, "%.*s", (int) variable.n, variable.p); /* not an array */
    else if (f->space == PTX_SHARED && f->variable)
        put_element(out, variable, f->address - f->variable_at, f->size);
    else if (f->space == PTX_LOCAL)
        buf_printf(out, "%u byte%s of a local variable", f->size, f->size == 1 ? "" : "s");
    else if (f->space == PTX_SHARED)
        buf_printf(out, "byte %" PRIu64 " of the shared memory", f->address);
    else if (device_find(d, f->address, &a) && a.name)
        put_element(out, str_of(a.name), f->address - a.start, f->size);
    else
        buf_printf(out, "%u bytes at address 0x%" PRIx64, f->size, f->address);
}

static bool other_block(const struct check_finding *f)
{
    return memcmp(&f->first.block, &f->second.block, sizeof f->first.block) != 0;
}

static void put_race(struct buf *out, struct device *d, const struct check_finding *f)
{
    bool apart = other_block(f);
    buf_printf(out,
               f->kind == CHECK_SCOPE ? "atomics of too small a scope in '%s': "
                                      : "data race in '%s': ",
               f->kernel);
    check_put_thread(out, &f->second, true);
    buf_printf(out, " %s ", check_act_name(f->second.act));
    put_target(out, d, f);
    buf_puts(out, ", which ");
    check_put_thread(out, &f->first, apart);
    buf_printf(out, " %s", check_act_name(f->first.act));
}

static void put_side(struct buf *out, const struct check_finding *f, int which)
{
    const struct check_side *s = f->sides + which;
    const struct check_party *p = which ? &f->second : &f->first;
    if (s->kind == CHECK_SIDE_HOST) {
        buf_puts(out, "the host");
    } else if (s->kind == CHECK_SIDE_COPY) {
        buf_printf(out, "%s()", s->kernel);
    } else {
        check_put_thread(out, p, true);
        buf_printf(out, " of '%s'", s->kernel);
    }
}

static void put_order(struct buf *out, struct device *d, const struct check_finding *f)
{
    bool host = f->sides[0].kind == CHECK_SIDE_HOST || f->sides[1].kind == CHECK_SIDE_HOST;
    buf_printf(out, "data race %s: ", host ? "with the host" : "between streams");
    put_side(out, f, 1);
    buf_printf(out, " %s ", check_act_name(f->second.act));
    put_target(out, d, f);
    buf_puts(out, ", which ");
    put_side(out, f, 0);
    buf_printf(out, " %s", check_act_name(f->first.act));
}

static void put_barrier(struct buf *out, const struct check_finding *f)
{
    buf_printf(out, "barrier in '%s': ", f->kernel);
    if (f->first.ptx_line)
        buf_puts(out, "threads of one block wait at different barriers: ");
    check_put_thread(out, &f->second, true);
    if (f->first.ptx_line)
        buf_puts(out, " waits here");
    else
        buf_printf(out, " and others wait here; %u thread%s of the block %s not come", f->size,
                   f->size == 1 ? "" : "s", f->size == 1 ? "does" : "do");
}

static void put_bounds(struct buf *out, const struct check_finding *f)
{
    buf_printf(out, "index out of bounds in '%s': ", f->kernel);
    check_put_thread(out, &f->second, true);
    if (f->mask > 1)
        buf_printf(out, " uses index %d in dimension %u of %s, which has %u elements", f->index,
                   f->mask, f->variable, f->size);
    else
        buf_printf(out, " uses %s[%d], but %s has %u elements", f->variable, f->index, f->variable,
                   f->size);
}

static void put_operation(struct buf *out, const struct check_finding *f)
{
    buf_printf(out, "%s in '%s': ",
               f->kind == CHECK_DIVISION ? "integer division by zero" : "shift too far", f->kernel);
    check_put_thread(out, &f->second, true);
    if (f->kind == CHECK_DIVISION)
        buf_puts(out, " divides by 0");
    else
        buf_printf(out, " shifts by %u bits or more", f->size * 8);
}

void check_put_finding(struct buf *out, struct device *d, const struct check_finding *f)
{
    switch (f->kind) {
    case CHECK_RACE:
    case CHECK_SCOPE: put_race(out, d, f); break;
    case CHECK_ORDER: put_order(out, d, f); break;
    case CHECK_UNWRITTEN:
        buf_printf(out, "uninitialised read in '%s': ", f->kernel);
        check_put_thread(out, &f->second, true);
        buf_printf(out, " %s ", check_act_name(f->second.act));
        put_target(out, d, f);
        buf_puts(out, ", which nothing has written");
        break;
    case CHECK_INACTIVE:
        buf_printf(out, "shuffle from an inactive lane in '%s': ", f->kernel);
        check_put_thread(out, &f->second, true);
        buf_printf(out, " uses the value of lane %u, which does not take part", f->mask);
        break;
    case CHECK_MASK:
        buf_printf(out, "wrong mask in '%s': ", f->kernel);
        check_put_thread(out, &f->second, true);
        buf_printf(
            out,
            " executes a warp operation with the mask 0x%08x, which leaves out the thread itself",
            f->mask);
        break;
    case CHECK_BOUNDS: put_bounds(out, f); break;
    case CHECK_BARRIER: put_barrier(out, f); break;
    case CHECK_DIVISION:
    case CHECK_SHIFT: put_operation(out, f); break;
    case CHECK_NAN:
    case CHECK_INFINITY:
        buf_printf(out, "%s in '%s': ", f->kind == CHECK_NAN ? "NaN" : "infinity", f->kernel);
        check_put_thread(out, &f->second, true);
        buf_printf(out, " computes %s from finite numbers",
                   f->kind == CHECK_NAN ? "NaN" : "an infinity");
        break;
    }
}

static const char *race_remedy(const struct check_finding *f)
{
    bool updates = f->first.act == CHECK_UPDATES || f->second.act == CHECK_UPDATES;
    if (updates)
        return "an atomic operation orders nothing but itself: make the other access atomic too, "
               "or "
               "separate them with __syncthreads()";
    if (f->space == PTX_GLOBAL && f->first.line == f->second.line)
        return "several threads change one element: use atomicAdd() or its kin, or give each "
               "thread an "
               "element of its own";
    if (other_block(f))
        return "blocks of a launch are not ordered: use a second launch, or __threadfence() and an "
               "atomic flag";
    if (f->same_warp)
        return "lanes of a warp may run apart: separate the two accesses with __syncwarp() or "
               "__syncthreads()";
    return "separate the two accesses with __syncthreads()";
}

const char *check_remedy(const struct check_finding *f)
{
    switch (f->kind) {
    case CHECK_RACE: return race_remedy(f);
    case CHECK_ORDER:
        return f->sides[0].kind == CHECK_SIDE_HOST || f->sides[1].kind == CHECK_SIDE_HOST
                   ? "launches and asynchronous copies go on while the host does: call "
                     "cudaDeviceSynchronize() before the host's access"
                   : "streams are not ordered: record an event after the first and have the other "
                     "stream wait for it, cudaStreamWaitEvent(), or use one stream";
    case CHECK_SCOPE:
        return "the _block form is atomic among the threads of one block: use the plain form";
    case CHECK_UNWRITTEN:
        return f->space == PTX_LOCAL
                   ? "local variables start with arbitrary contents: initialise all elements"
               : f->space == PTX_SHARED
                   ? "shared memory starts with arbitrary contents: write it, then __syncthreads()"
                   : "cudaMalloc() leaves arbitrary contents: write the memory first, or use "
                     "cudaMemset()";
    case CHECK_INACTIVE:
        return "the value is undefined: shuffle only among lanes that execute the call, or give "
               "its width as the last argument";
    case CHECK_MASK:
        return "the mask must name every thread that executes the operation: take it from "
               "__ballot_sync() with the condition of the branch, or call it outside of the branch";
    case CHECK_BOUNDS:
        return "compare the index with the extent of its dimension: beyond it lies another row or "
               "another array";
    case CHECK_BARRIER:
        return "every thread of the block must reach the same __syncthreads(): keep it outside of "
               "conditions that differ between threads, and do not return before it";
    case CHECK_DIVISION: return "test the divisor first: the result is undefined";
    case CHECK_SHIFT:
        return "shift by less than the width of the type: the result is undefined in C";
    case CHECK_NAN:
        return "0 divided by 0, the root or the logarithm of a negative number: test the operands";
    case CHECK_INFINITY:
        return "a division by zero, or a result too large for the type: test the operands";
    }
    return NULL;
}
