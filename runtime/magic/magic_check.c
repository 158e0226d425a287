/* SPDX-License-Identifier: Apache-2.0 */
/* %check and %count: launches that are observed; %%diagnose: code that does not run. %check: launches under the checker. Its findings are reported at the
 * end of the cell (session.c); this magic reports how much was checked. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "magic/magic_internal.h"

static void say_verdict(struct wc_session *s)
{
    struct buf out = {0};
    uint64_t launches, mistakes;
    launcher_checks(s->launcher, &launches, &mistakes);
    buf_printf(&out, "checked %" PRIu64 " launch%s: ", launches, launches == 1 ? "" : "es");
    if (mistakes)
        buf_printf(&out, "%" PRIu64 " mistake%s found\n", mistakes, mistakes == 1 ? "" : "s");
    else
        buf_puts(&out, "no mistakes found\n");
    magic_text_show(s, &out, WC_DISPLAY);
    buf_free(&out);
}

static bool check_unit(struct wc_session *s, struct unit *u)
{
    uint64_t launches, mistakes;
    struct span at = {0};
    bool on = launcher_checks(s->launcher, &launches, &mistakes);
    bool ok = u && launcher_check(s->launcher, &(struct launch_check){0}, s->diags, at) &&
              session_perform(s, u);
    if (ok)
        say_verdict(s);
    if (!on)
        launcher_check_end(s->launcher);
    if (u)
        session_done(s, u);
    return ok;
}

static bool check_fails(struct wc_session *s, struct span at)
{
    uint64_t launches, mistakes;
    bool on = launcher_checks(s->launcher, &launches, &mistakes);
    if (on && !mistakes)
        return true;
    if (on)
        diag_error(s->diags, DIAG_DEVICE, at, "%" PRIu64 " mistake%s found in %" PRIu64 " launch%s",
                   mistakes, mistakes == 1 ? "" : "s", launches, launches == 1 ? "" : "es");
    else
        diag_help(s->diags, diag_error(s->diags, DIAG_SYNTAX, at, "launches are not being checked"),
                  "%%check on");
    return false;
}

/* `on`, `on SEED`, `on nan`, `on SEED nan`. */
static bool is_on(struct str args, struct launch_check *out)
{
    char *text = xstrndup(args.p, args.n);
    char *end = text + 2;
    bool on = !strncmp(text, "on", 2) && (!text[2] || text[2] == ' ');
    if (on)
        out->seed = (uint32_t) strtoul(text + 2, &end, 10);
    out->nans = on && !strcmp(end, " nan");
    on &= !*end || out->nans;
    free(text);
    return on;
}

MAGIC(check)
{
    struct launch_check options = {0};
    if (is_on(args, &options))
        return launcher_check(s->launcher, &options, s->diags, at);
    if (str_eq(args, "--status"))
        return check_fails(s, at);
    if (!str_eq(args, "off"))
        return magic_run_statement(s, args, at, "%check", check_unit);
    uint64_t launches, mistakes;
    if (launcher_checks(s->launcher, &launches, &mistakes))
        say_verdict(s);
    launcher_check_end(s->launcher);
    return true;
}

CELL_MAGIC(check)
{
    return magic_run_body(s, body, check_unit);
}

/* ---- %count: the device's counters, shown below the cell ---- */

MAGIC(count)
{
    bool on, ok = magic_switch(s, args, at, "%count", &on);
    if (ok)
        launcher_count(s->launcher, on);
    return ok;
}

static void put_count(struct buf *out, const char *before, uint64_t n)
{
    buf_puts(out, before);
    print_count(out, n);
}

static void put_counts(struct buf *out, const struct launch_record *r)
{
    const struct device_counts *c = &r->counts;
    double lanes = c->instructions ? (double) c->lane_instructions / (double) c->instructions : 0;
    buf_printf(out, "%s<<<(%u, %u, %u), (%u, %u, %u)>>>\n", r->kernel->name, r->grid.x, r->grid.y,
               r->grid.z, r->block.x, r->block.y, r->block.z);
    put_count(out, "  ", c->instructions);
    buf_printf(out, " instructions of warps, %.1f of 32 lanes on average\n", lanes);
    put_count(out, "  ", c->loads);
    put_count(out, " loads, ", c->stores);
    put_count(out, " stores, ", c->atomics);
    put_count(out, " atomics; ", c->global_bytes);
    put_count(out, " bytes global, ", c->shared_bytes);
    put_count(out, " shared\n  ", c->branches);
    put_count(out, " branches, ", c->divergent);
    put_count(out, " divergent; ", c->barriers);
    buf_puts(out, " arrivals at barriers\n");
}

void magic_show_counts(struct wc_session *s, const struct launch_record *records, uint32_t count)
{
    struct buf out = {0};
    for (uint32_t i = 0; i < count; i++)
        if (records[i].counted)
            put_counts(&out, records + i);
    if (count && !out.n && launcher_counts(s->launcher))
        buf_puts(&out, "nothing was counted: only the cpu device has counters (%device cpu)\n");
    if (out.n)
        magic_text_show(s, &out, WC_DISPLAY);
    buf_free(&out);
}

/* ---- %%diagnose: the errors of a text that does not run (session/cell/session_diagnose.c) ---- */

struct diagnosis {
    struct buf *out;
    bool json;
    uint32_t count;
};

static void put_place(struct buf *out, const char *name, struct wc_place at)
{
    buf_printf(out, "\"%s\": {\"line\": %u, \"character\": %u}, ", name, at.line, at.character);
}

static void put_one(void *user, const struct wc_diagnostic *d)
{
    struct diagnosis *all = user;
    const char *level = d->warning ? "warning" : "error";
    if (all->json) {
        buf_printf(all->out, "%s{\"severity\": \"%s\", \"kind\": \"%s\", ", all->count ? ", " : "",
                   level, d->kind);
        put_place(all->out, "start", d->start);
        put_place(all->out, "end", d->end);
        buf_puts(all->out, "\"message\": ");
        print_json_string(all->out, str_of(d->message));
        buf_putc(all->out, '}');
    } else {
        buf_printf(all->out, "line %u: %s: %s\n", d->start.line + 1, d->warning ? level : d->kind,
                   d->message);
    }
    all->count++;
}

/* The cell that is diagnosed begins on the line below: its places count from there. */
CELL_MAGIC(diagnose)
{
    struct display d = {0};
    struct diagnosis all = {display_add(&d, "text/plain"), str_eq(args, "--json"), 0};
    if (args.n && !all.json) {
        diag_error(s->diags, DIAG_SYNTAX, (struct span){0}, "%%%%diagnose takes --json, not '%.*s'",
                   (int) args.n, args.p);
        display_free(&d);
        return false;
    }
    const char *below = memchr(body.p, '\n', body.n);
    struct str cell = {below + 1, body.n - (size_t) (below + 1 - body.p)};
    char *code = xstrndup(cell.p, cell.n);
    magic_blank(cell, code);
    buf_puts(all.out, all.json ? "[" : "");
    session_diagnose(s, "this cell", (struct str){code, cell.n}, put_one, &all);
    if (all.json)
        buf_putc(all.out, ']');
    else if (!all.count)
        buf_puts(all.out, "no errors\n");
    session_show(s, &d, all.json);
    display_free(&d);
    free(code);
    return true;
}
