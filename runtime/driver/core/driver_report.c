/* SPDX-License-Identifier: Apache-2.0 */
/* What ran and what failed: statistics of kernels, faults and findings as diagnostics, and the file for `warpcell cuda`. It needs the engine's
 * words for faults (device/fault_text.h). Next: python_place.c. */
#include "driver/core/driver_report.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "device/cpu/check/check_text.h"
#include "device/fault_text.h"
#include "driver/core/driver_state.h"

enum { RECORDS = 8192, FINDINGS_MOST = 100, NAME_MOST = 160, PATH_MOST = 4096 };

static const uint64_t write_each_ns = 250000000;

struct report_kernel {
    char *name;
    uint64_t launches, ns, most;
    struct report_kernel *next;
};

struct launch_note { /* of a launch whose end is not delivered yet */
    uint32_t tag;
    struct report_kernel *kernel;
    struct caller_place place;
};

struct report {
    struct report_kernel *kernels;
    struct launch_note notes[RECORDS];
    struct buf lines; /* of findings and refusals */
    unsigned findings;
    char path[PATH_MOST]; /* of the file; "": not written yet */
    uint64_t written;     /* when */
};

/* With the lock held. */
static struct report *report_of(void)
{
    if (!driver_state.report)
        driver_state.report = xcalloc(1, sizeof *driver_state.report);
    return driver_state.report;
}

/* ---- launches ---- */

struct report_kernel *report_kernel_named(const char *name)
{
    for (struct report_kernel *k = report_of()->kernels; k; k = k->next)
        if (!strcmp(k->name, name))
            return k;
    struct report_kernel *k = xcalloc(1, sizeof *k);
    k->name = xstrdup(name);
    k->next = report_of()->kernels;
    report_of()->kernels = k;
    return k;
}

static void load_python(void)
{
    caller_place_load(&driver_state.python);
}

void report_place(void)
{
    pthread_once(&driver_state.python_once, load_python);
    if (driver_state.python.found)
        caller_place_find(&driver_state.python, &driver_thread.place);
}

uint32_t report_launched(struct report_kernel *k)
{
    uint32_t tag = ++driver_state.launches;
    struct launch_note *n = &report_of()->notes[tag % RECORDS];
    n->tag = tag;
    n->kernel = k;
    n->place = driver_thread.place;
    k->launches++;
    return tag;
}

static struct launch_note *note_of(uint32_t tag)
{
    struct launch_note *n = &report_of()->notes[tag % RECORDS];
    return n->tag == tag && n->kernel ? n : NULL;
}

void report_finished(void *user, const struct device_timing *t)
{
    struct launch_note *n = note_of(t->tag);
    uint64_t ns = t->end - t->start;
    if (!n)
        return;
    n->kernel->ns += ns;
    n->kernel->most = ns > n->kernel->most ? ns : n->kernel->most;
}

/* ---- lines of the file ---- */

static void put_field(struct buf *out, const char *text)
{
    buf_putc(out, '\t');
    for (const char *p = text; *p; p++) {
        if (*p == '\t' || *p == '\n' || *p == '\\')
            buf_putc(out, '\\');
        buf_putc(out, *p == '\t' ? 't' : *p == '\n' ? 'n' : *p);
    }
}

static void put_number(struct buf *out, uint64_t n)
{
    buf_printf(out, "\t%" PRIu64, n);
}

struct finding {
    const char *kind, *kernel, *file;
    uint32_t line;
    const struct caller_place *caller;
};

static void note_finding(const struct finding *f, const char *message, const char *shown)
{
    buf_puts(&report_of()->lines, "finding");
    put_field(&report_of()->lines, f->kind);
    put_field(&report_of()->lines, f->kernel);
    put_field(&report_of()->lines, f->file);
    put_number(&report_of()->lines, f->line);
    put_field(&report_of()->lines, f->caller ? f->caller->file : "");
    put_number(&report_of()->lines, f->caller ? f->caller->line : 0);
    put_field(&report_of()->lines, message);
    put_field(&report_of()->lines, shown);
    buf_putc(&report_of()->lines, '\n');
}

/* ---- diagnostics ---- */

static void add_source(struct sources *s, const char *path)
{
    enum { SOURCE_MOST = 1 << 22 };

    struct buf text = {0};
    char part[1 << 14];
    FILE *f = *path && !source_named(s, path) ? fopen(path, "rb") : NULL;
    for (size_t n; f && text.n < SOURCE_MOST && (n = fread(part, 1, sizeof part, f));)
        buf_put(&text, part, n);
    if (f)
        fclose(f);
    if (text.n)
        sources_add(s, SOURCE_FILE, path, text.p, text.n);
    buf_free(&text);
}

/* Renders the diag, says it, and keeps it. `diags` has one; it is freed. */
static void say(const struct sources *s, struct diags *diags, const struct finding *f)
{
    struct buf shown = {0};
    if (++report_of()->findings > FINDINGS_MOST)
        return;
    diag_render(&shown, s, diags->last, RENDER_PLAIN);
    fflush(stdout);
    fputs(shown.p, stderr);
    note_finding(f, diags->last->text, shown.p);
    report_write();
    buf_free(&shown);
}

/* The line that launched, as a note: Python has no columns here. */
static void note_caller(struct diags *diags, struct sources *s, const struct caller_place *c)
{
    if (!c || !c->line)
        return;
    add_source(s, c->file);
    struct span at = source_statement_at(s, c->file, c->line, 1);
    if (at.source) {
        const char *text = source_get(s, at.source)->text.p;
        while (at.start + 1 < at.end && (text[at.start] == ' ' || text[at.start] == '\t'))
            at.start++;
        diag_note(diags, diags->last, at, "launched here");
    } else {
        diag_note(diags, diags->last, at, "launched at %s:%u", c->file, c->line);
    }
}

/* As GPUs' drivers print it: file, line, function, block, thread and text. */
static void say_assert(const struct device_fault *f)
{
    const char *open = strchr(f->text, '\''), *close = strrchr(f->text, '\'');
    bool quoted = open && close > open;
    fprintf(stderr, "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%.*s` failed.\n",
            f->file, f->line, f->kernel, f->block.x, f->block.y, f->block.z, f->thread.x,
            f->thread.y, f->thread.z, quoted ? (int) (close - open - 1) : (int) strlen(f->text),
            quoted ? open + 1 : f->text);
}

void report_fault(const struct device_fault *f)
{
    if (driver_state.settings.as_gpu) {
        if (f->kind == FAULT_ASSERT)
            say_assert(f);
        return;
    }
    struct launch_note *n = note_of(f->tag);
    struct diags diags = {0};
    struct sources *s = sources_new();
    struct buf text = {0};
    char name[NAME_MOST];
    device_plain_name(name, sizeof name, f->kernel);
    device_put_fault(&text, f, name);
    add_source(s, f->file);
    struct span at = source_statement_at(s, f->file, f->line, f->column ? f->column : 1);
    struct diag *d = diag_error(&diags, DIAG_DEVICE, at, "%s", text.p);
    if (!at.source && f->line)
        diag_note(&diags, d, at, "at %s:%u", f->file, f->line);
    if (!at.source && f->instruction[0])
        diag_note(&diags, d, at, "PTX line %u: %s", f->ptx_line, f->instruction);
    note_caller(&diags, s, n ? &n->place : NULL);
    if (f->others)
        diag_note(&diags, d, (struct span){0}, "%" PRIu64 " more thread%s of this launch failed",
                  f->others, f->others == 1 ? "" : "s");
    if (device_fault_remedy(f))
        diag_help(&diags, d, "%s", device_fault_remedy(f));
    say(s, &diags,
        &(struct finding){device_fault_name(f->kind), name, f->file, f->line,
                          n ? &n->place : NULL});
    buf_free(&text);
    diags_free(&diags);
    sources_free(&s);
}

static void report_finding(const struct check_finding *f)
{
    struct launch_note *n = note_of(f->tag);
    struct diags diags = {0};
    struct sources *s = sources_new();
    struct buf text = {0};
    char name[NAME_MOST];
    struct check_finding named = *f;
    device_plain_name(name, sizeof name, f->kernel);
    named.kernel = name;
    check_put_finding(&text, driver_state.engine, &named);
    add_source(s, f->second.file);
    struct span at = source_statement_at(s, f->second.file, f->second.line,
                                         f->second.column ? f->second.column : 1);
    struct diag *d = diag_warning(&diags, DIAG_DEVICE, at, "%s", text.p);
    if (!at.source && f->second.line)
        diag_note(&diags, d, at, "at %s:%u", f->second.file, f->second.line);
    note_caller(&diags, s, n ? &n->place : NULL);
    diag_help(&diags, d, "%s", check_remedy(f));
    say(s, &diags,
        &(struct finding){"check", name, f->second.file, f->second.line, n ? &n->place : NULL});
    buf_free(&text);
    diags_free(&diags);
    sources_free(&s);
}

void report_findings(struct launch_checker *c)
{
    size_t n;
    const struct check_finding *f = checker_findings(c, &n);
    for (size_t i = 0; i < n; i++)
        report_finding(&f[i]);
    checker_reported(c);
}

/* ---- refusals ---- */

/* false: it has been said before. */
static bool note_refusal(const char *function, const char *why)
{
    struct buf line = {0}, *all = &report_of()->lines;
    buf_puts(&line, "refused");
    put_field(&line, function);
    put_field(&line, why);
    buf_putc(&line, '\n');
    bool fresh = !all->p || !strstr(all->p, line.p);
    if (fresh) {
        buf_puts(all, line.p);
        report_write();
    }
    buf_free(&line);
    return fresh;
}

void report_refused_launch(struct report_kernel *k, const char *why)
{
    if (note_refusal(k->name, why))
        fprintf(stderr, "warpcell: launch of '%s' refused: %s\n", k->name, why);
}

void report_refusal(const char *function, const char *why)
{
    driver_lock();
    if (note_refusal(function, why))
        fprintf(stderr, "warpcell: %s: %s\n", function, why);
    driver_unlock();
}

void report_load_error(const char *why)
{
    report_refusal("module not loaded", why);
}

/* ---- the file ---- */

static void put_kernels(FILE *f)
{
    struct buf line = {0};
    char name[NAME_MOST];
    for (const struct report_kernel *k = report_of()->kernels; k; k = k->next) {
        if (!k->launches)
            continue;
        line.n = 0;
        buf_puts(&line, "kernel");
        device_plain_name(name, sizeof name, k->name);
        put_field(&line, name);
        put_number(&line, k->launches);
        put_number(&line, k->ns);
        put_number(&line, k->most);
        fprintf(f, "%s\n", line.p);
    }
    buf_free(&line);
}

/* One of its own for each program, also where one becomes another (exec keeps the number of the process). */
static bool choose_path(struct report *r)
{
    const char *folder = getenv("WARPCELL_REPORT");
    for (unsigned i = 0; folder && !r->path[0]; i++) {
        snprintf(r->path, sizeof r->path, "%s/%ld.%u.txt", folder, (long) getpid(), i);
        int fd = open(r->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0) {
            close(fd);
        } else {
            r->path[0] = 0;
            if (errno != EEXIST)
                return false;
        }
    }
    return folder;
}

void report_write(void)
{
    struct report *r = report_of();
    char fresh[PATH_MOST + 8];
    if (!choose_path(r))
        return;
    r->written = clock_ns();
    snprintf(fresh, sizeof fresh, "%s.new", r->path);
    FILE *f = fopen(fresh, "we");
    if (!f)
        return;
    put_kernels(f);
    if (r->lines.n)
        fwrite(r->lines.p, 1, r->lines.n, f);
    if (!fclose(f))
        rename(fresh, r->path);
}

void report_write_sometimes(void)
{
    if (clock_ns() - report_of()->written >= write_each_ns)
        report_write();
}
