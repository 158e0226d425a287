/* SPDX-License-Identifier: Apache-2.0 */
/* %check: attaches the cpu device's checker (device/cpu/check) to launches and reports its findings as warnings at the
 * kernel's lines. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "device/cpu/check/check_text.h"
#include "launch/launcher.h"

enum { KERNEL_SHOWN = 10, FINDINGS_SHOWN = DIAGS_MAX };

bool launcher_check(struct launcher *l, const struct launch_check *o, struct diags *out,
                    struct span at)
{
    struct device *d = l->checker ? NULL : mirror_open(l, out, at);
    if (!d)
        return l->checker != NULL;
    l->host_mistakes = 0;
    l->checker = checker_start(d, &(struct check_options){o->seed, o->nans, .holds = true});
    l->checked = d;
    if (!l->checker)
        diag_error(out, DIAG_DEVICE, at, "the cpu device has too many observers");
    return l->checker != NULL;
}

void launcher_check_end(struct launcher *l)
{
    checker_stop(&l->checker);
    l->checked = NULL;
    mirror_close(l);
}

bool launcher_checks(const struct launcher *l, uint64_t *out_launches, uint64_t *out_mistakes)
{
    *out_launches = l->checker ? checker_launches(l->checker) : 0;
    *out_mistakes = l->checker ? checker_mistakes(l->checker) + l->host_mistakes : 0;
    return l->checker != NULL;
}

static struct span line_of(struct launcher *l, const struct check_party *p)
{
    return source_statement_at(l->sources, p->ptx_line ? p->file : "", p->line, p->column);
}

/* A race between what the host has queued, or done itself: the places in kernels, and those of the launches. */
static void report_order(struct launcher *l, const struct check_finding *f, struct diags *out)
{
    struct check_finding named = *f;
    const struct check_party *parties[2] = {&f->first, &f->second};
    struct span lines[2];
    struct buf text = {0};
    for (int k = 0; k < 2; k++) {
        const struct launch_record *r =
            f->sides[k].kind == CHECK_SIDE_KERNEL ? launcher_record(l, f->sides[k].tag) : NULL;
        if (r)
            named.sides[k].kernel = r->kernel->name;
        lines[k] = line_of(l, parties[k]);
    }
    check_put_finding(&text, l->checked, &named);
    struct diag *d =
        diag_warning(out, DIAG_DEVICE, lines[1].source ? lines[1] : f->sides[1].at, "%s", text.p);
    for (int k = 1; k >= 0; k--) {
        bool kernel = f->sides[k].kind == CHECK_SIDE_KERNEL;
        if (!k)
            diag_note(out, d, lines[k].source ? lines[k] : f->sides[k].at, "%s%s%s %s here",
                      kernel ? "'" : "",
                      f->sides[k].kind == CHECK_SIDE_HOST ? "the host" : named.sides[k].kernel,
                      kernel ? "'" : "()" + 2 * (f->sides[k].kind == CHECK_SIDE_HOST),
                      check_act_name(parties[k]->act));
        char stream[32] = "the default stream";
        if (f->sides[k].stream)
            snprintf(stream, sizeof stream, "stream %u", f->sides[k].stream);
        if (kernel)
            diag_note(out, d, f->sides[k].at, "'%s' is launched here, in %s", named.sides[k].kernel,
                      stream);
    }
    if (f->count > 1)
        diag_note(out, d, (struct span){0}, "%" PRIu64 " elements in all", f->count);
    diag_help(out, d, "%s", check_remedy(f));
    buf_free(&text);
}

static void report(struct launcher *l, const struct check_finding *f, struct diags *out)
{
    const struct launch_record *r = launcher_record(l, f->tag);
    struct span place = source_statement_at(l->sources, f->second.file, f->second.line,
                                            f->second.column),
                first = source_statement_at(l->sources, f->first.ptx_line ? f->first.file : "",
                                            f->first.line, f->first.column);
    struct buf text = {0};
    struct check_finding named = *f;
    if (r)
        named.kernel = r->kernel->name;
    check_put_finding(&text, l->checked, &named);
    struct diag *d = diag_warning(out, DIAG_DEVICE,
                                  place.source ? place
                                  : r          ? r->at
                                               : place,
                                  "%s", text.p);
    bool two_lines = first.source && f->first.line != f->second.line;
    if (two_lines) {
        text.n = 0;
        check_put_thread(&text, &f->first, false);
        buf_printf(&text, " %s here",
                   f->kind == CHECK_BARRIER ? "waits" : check_act_name(f->first.act));
        buf_puts(&text, f->kind == CHECK_BARRIER ? "" : ", and nothing orders the two");
        diag_note(out, d, first, "%s", text.p);
    }
    if (f->count > 1)
        diag_note(out, d, (struct span){0}, "%" PRIu64 " times in all at %s", f->count,
                  two_lines ? "these lines" : "this line");
    diag_help(out, d, "%s", check_remedy(f));
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
            (f[i].kind == CHECK_ORDER ? report_order : report)(l, f + i, out);
    if (more)
        diag_note(out, out->last, (struct span){0}, "%zu more kinds of mistakes were found", more);
    if (l->checker)
        checker_reported(l->checker);
}
