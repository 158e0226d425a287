/* SPDX-License-Identifier: Apache-2.0 */
/* %check: attaches the cpu device's checker (device/cpu/check) to launches and reports its findings as warnings at the
 * kernel's lines. */
#include <inttypes.h>
#include <string.h>

#include "device/cpu/check/launch_check.h"
#include "launch/launcher.h"

enum { KERNEL_SHOWN = 10, FINDINGS_SHOWN = DIAGS_MAX };

bool launcher_check(struct launcher *l, uint32_t seed, struct diags *out, struct span at)
{
    struct device *d = launcher_device(l, out, at);
    if (!d || l->checker)
        return d != NULL;
    if (strcmp(device_props(d)->id, "cpu")) {
        diag_help(out, diag_error(out, DIAG_DEVICE, at, "only the cpu device checks launches"),
                  "select it with %%device cpu");
        return false;
    }
    l->checker = checker_start(d, seed);
    l->checked = d;
    if (!l->checker)
        diag_error(out, DIAG_DEVICE, at, "the cpu device has too many observers");
    return l->checker != NULL;
}

void launcher_check_end(struct launcher *l)
{
    checker_stop(&l->checker);
    l->checked = NULL;
}

bool launcher_checks(const struct launcher *l, uint64_t *out_launches, uint64_t *out_mistakes)
{
    *out_launches = l->checker ? checker_launches(l->checker) : 0;
    *out_mistakes = l->checker ? checker_mistakes(l->checker) : 0;
    return l->checker != NULL;
}

/* ---- wording ---- */

static const char *act(enum check_act a)
{
    static const char *const words[] = {[CHECK_READS] = "reads",
                                        [CHECK_WRITES] = "writes",
                                        [CHECK_UPDATES] = "updates",
                                        [CHECK_EXECUTES] = "executes"};
    return words[a];
}

static void put_thread(struct buf *out, const struct check_party *p, bool block)
{
    buf_puts(out, "thread ");
    launcher_put_dim(out, p->thread);
    if (!block)
        return;
    buf_puts(out, " of block ");
    launcher_put_dim(out, p->block);
}

static void put_element(struct buf *out, struct str name, uint64_t offset, uint32_t size)
{
    if (size && offset % size == 0)
        buf_printf(out, "%.*s[%" PRIu64 "]", (int) name.n, name.p, offset / size);
    else
        buf_printf(out, "byte %" PRIu64 " of %.*s", offset, (int) name.n, name.p);
}

static void put_target(struct buf *out, const struct launcher *l, const struct check_finding *f)
{
    struct device_allocation a;
    struct str variable = f->variable ? ptx_variable_name(f->variable) : (struct str){0};
    if (f->space == PTX_SHARED && f->variable && f->variable_size == f->size)
        buf_printf(out, "%.*s", (int) variable.n, variable.p); /* not an array */
    else if (f->space == PTX_SHARED && f->variable)
        put_element(out, variable, f->address - f->variable_at, f->size);
    else if (f->space == PTX_SHARED)
        buf_printf(out, "byte %" PRIu64 " of the shared memory", f->address);
    else if (device_find(l->checked, f->address, &a) && a.name)
        put_element(out, str_of(a.name), f->address - a.start, f->size);
    else
        buf_printf(out, "%u bytes at address 0x%" PRIx64, f->size, f->address);
}

static bool other_block(const struct check_finding *f)
{
    return memcmp(&f->first.block, &f->second.block, sizeof f->first.block) != 0;
}

static void put_race(struct buf *out, const struct launcher *l, const struct check_finding *f)
{
    bool apart = other_block(f);
    buf_printf(out,
               f->kind == CHECK_SCOPE ? "atomics of too small a scope in '%s': "
                                      : "data race in '%s': ",
               f->kernel);
    put_thread(out, &f->second, true);
    buf_printf(out, " %s ", act(f->second.act));
    put_target(out, l, f);
    buf_puts(out, ", which ");
    put_thread(out, &f->first, apart);
    buf_printf(out, " %s", act(f->first.act));
}

static void put_barrier(struct buf *out, const struct check_finding *f)
{
    buf_printf(out, "barrier in '%s': ", f->kernel);
    if (f->first.ptx_line)
        buf_puts(out, "threads of one block wait at different barriers: ");
    put_thread(out, &f->second, true);
    if (f->first.ptx_line)
        buf_puts(out, " waits here");
    else
        buf_printf(out, " and others wait here; %u thread%s of the block %s not come", f->size,
                   f->size == 1 ? "" : "s", f->size == 1 ? "does" : "do");
}

static void put_operation(struct buf *out, const struct check_finding *f)
{
    buf_printf(out, "%s in '%s': ",
               f->kind == CHECK_DIVISION ? "integer division by zero" : "shift too far", f->kernel);
    put_thread(out, &f->second, true);
    if (f->kind == CHECK_DIVISION)
        buf_puts(out, " divides by 0");
    else
        buf_printf(out, " shifts by %u bits or more", f->size * 8);
}

static void put_what(struct buf *out, const struct launcher *l, const struct check_finding *f)
{
    switch (f->kind) {
    case CHECK_RACE:
    case CHECK_SCOPE: put_race(out, l, f); break;
    case CHECK_UNWRITTEN:
        buf_printf(out, "uninitialised read in '%s': ", f->kernel);
        put_thread(out, &f->second, true);
        buf_printf(out, " %s ", act(f->second.act));
        put_target(out, l, f);
        buf_puts(out, ", which nothing has written");
        break;
    case CHECK_INACTIVE:
        buf_printf(out, "shuffle from an inactive lane in '%s': ", f->kernel);
        put_thread(out, &f->second, true);
        buf_printf(out, " uses the value of lane %u, which does not take part", f->mask);
        break;
    case CHECK_MASK:
        buf_printf(out, "wrong mask in '%s': ", f->kernel);
        put_thread(out, &f->second, true);
        buf_printf(
            out,
            " executes a warp operation with the mask 0x%08x, which leaves out the thread itself",
            f->mask);
        break;
    case CHECK_BARRIER: put_barrier(out, f); break;
    case CHECK_DIVISION:
    case CHECK_SHIFT: put_operation(out, f); break;
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

static const char *remedy(const struct check_finding *f)
{
    switch (f->kind) {
    case CHECK_RACE: return race_remedy(f);
    case CHECK_SCOPE:
        return "the _block form is atomic among the threads of one block: use the plain form";
    case CHECK_UNWRITTEN:
        return f->space == PTX_SHARED
                   ? "shared memory starts with arbitrary contents: write it, then __syncthreads()"
                   : "cudaMalloc() leaves arbitrary contents: write the memory first, or use "
                     "cudaMemset()";
    case CHECK_INACTIVE:
        return "the value is undefined: shuffle only among lanes that execute the call, or give "
               "its width as the last argument";
    case CHECK_MASK:
        return "the mask must name every thread that executes the operation: take it from "
               "__ballot_sync() with the condition of the branch, or call it outside of the branch";
    case CHECK_BARRIER:
        return "every thread of the block must reach the same __syncthreads(): keep it outside of "
               "conditions that differ between threads, and do not return before it";
    case CHECK_DIVISION: return "test the divisor first: the result is undefined";
    case CHECK_SHIFT:
        return "shift by less than the width of the type: the result is undefined in C";
    }
    return NULL;
}

static void report(struct launcher *l, const struct check_finding *f, struct diags *out)
{
    const struct launch_record *r = launcher_record(l, f->tag);
    struct span place =
                    launcher_place(l->sources, f->second.file, f->second.line, f->second.column),
                first = launcher_place(l->sources, f->first.ptx_line ? f->first.file : "",
                                       f->first.line, f->first.column);
    struct buf text = {0};
    struct check_finding named = *f;
    if (r)
        named.kernel = r->kernel->name;
    put_what(&text, l, &named);
    struct diag *d = diag_warning(out, DIAG_DEVICE,
                                  place.source ? place
                                  : r          ? r->at
                                               : place,
                                  "%s", text.p);
    bool two_lines = first.source && f->first.line != f->second.line;
    if (two_lines) {
        text.n = 0;
        put_thread(&text, &f->first, false);
        buf_printf(&text, " %s here", f->kind == CHECK_BARRIER ? "waits" : act(f->first.act));
        buf_puts(&text, f->kind == CHECK_BARRIER ? "" : ", and nothing orders the two");
        diag_note(out, d, first, "%s", text.p);
    }
    if (f->count > 1)
        diag_note(out, d, (struct span){0}, "%" PRIu64 " times in all at %s", f->count,
                  two_lines ? "these lines" : "this line");
    diag_help(out, d, "%s", remedy(f));
    buf_free(&text);
}

/* Whether enough findings, of the kernel or overall, precede this one that it is only counted. */
static bool is_one_of_many(const struct check_finding *f, size_t i, size_t shown)
{
    size_t before = 0;
    for (size_t k = 0; k < i; k++)
        before += f[k].kernel == f[i].kernel;
    return before >= KERNEL_SHOWN || shown >= FINDINGS_SHOWN;
}

void launcher_check_report(struct launcher *l, struct diags *out)
{
    size_t n = 0, more = 0;
    const struct check_finding *f = l->checker ? checker_findings(l->checker, &n) : NULL;
    for (size_t i = 0; i < n; i++)
        if (is_one_of_many(f, i, i - more))
            more++;
        else
            report(l, f + i, out);
    if (more)
        diag_note(out, out->last, (struct span){0}, "%zu more kinds of mistakes were found", more);
    if (l->checker)
        checker_reported(l->checker);
}
