/* SPDX-License-Identifier: Apache-2.0 */
/* %smi as HTML: the contents of smi.c in three tables. Also has the names of GPU modes, which both use. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/vec.h"
#include "display/parts.h"

struct cells {
    VEC(char *) at;
};

static void add(struct cells *c, struct buf *text)
{
    char *s = text->n ? buf_take(text) : xstrdup("");
    VEC_PUSH(&c->at, s);
    *text = (struct buf){0};
}

static void add_text(struct cells *c, const char *text)
{
    VEC_PUSH(&c->at, xstrdup(text));
}

/* A line of the first table: nothing if the value is unknown. */
static void add_fact(struct cells *c, const char *name, struct buf *value)
{
    if (!value->n)
        return;
    add_text(c, name);
    add(c, value);
}

static void put(struct buf *out, const char *title, const struct table_column *columns,
                uint32_t column_count, struct cells *c)
{
    struct table t = {.title = title,
                      .columns = columns,
                      .column_count = column_count,
                      .row_count = (uint32_t) (c->at.n / column_count),
                      .cells = (const char *const *) c->at.at};
    if (t.row_count)
        table_html(out, &t);
    VEC_EACH (cell, &c->at)
        free(*cell);
    VEC_FREE(&c->at);
}

/* ---- modes, as NVML counts them ---- */

static void put_mode(struct buf *out, const char *name, int mode, const char *const *names,
                     int count)
{
    if (mode >= 0 && mode < count)
        buf_printf(out, "%s%s %s", out->n ? ", " : "", name, names[mode]);
}

void smi_modes(struct buf *out, const struct device_smi *g)
{
    static const char *const on[] = {"off", "on"};
    static const char *const compute[] = {"default", "exclusive thread", "prohibited",
                                          "exclusive process"};
    put_mode(out, "persistence", g->persistence, on, 2);
    put_mode(out, "compute mode", g->compute_mode, compute, 4);
    put_mode(out, "MIG", g->mig, on, 2);
}

void smi_health(struct buf *out, const struct device_smi *g)
{
    if (g->ecc_errors >= 0)
        buf_printf(out, "uncorrected ECC errors: %lld, ", (long long) g->ecc_errors);
    else
        buf_puts(out, "no ECC, ");
    buf_printf(out, "clocks throttled: %s", g->throttle[0] ? g->throttle : "no");
}

/* ---- tables ---- */

static void add_gpu(struct cells *c, const struct device_smi *g)
{
    struct buf v = {0};
    buf_printf(&v, "%s, CUDA %d.%d", g->driver, g->cuda / 1000, g->cuda % 1000 / 10);
    add_fact(c, "driver", &v);
    if (g->bus[0])
        buf_printf(&v, "%s, %s", g->bus, g->uuid);
    add_fact(c, "bus and UUID", &v);
    if (g->load >= 0)
        buf_printf(&v, "%d%%, memory %d%%", g->load, g->memory_load);
    add_fact(c, "utilisation", &v);
    if (g->temperature >= 0)
        buf_printf(&v, "%d °C", g->temperature);
    if (g->temperature >= 0 && g->fan >= 0)
        buf_printf(&v, ", fan %d%%", g->fan);
    add_fact(c, "temperature", &v);
    if (g->power >= 0)
        buf_printf(&v, "%d W", g->power / 1000);
    if (g->power >= 0 && g->power_limit >= 0)
        buf_printf(&v, " of %d W", g->power_limit / 1000);
    add_fact(c, "power", &v);
    if (g->clock_sm >= 0)
        buf_printf(&v, "%d MHz, memory %d MHz", g->clock_sm, g->clock_memory);
    add_fact(c, "clocks", &v);
    if (g->memory_used >= 0) {
        print_bytes(&v, (uint64_t) g->memory_used);
        buf_puts(&v, " of ");
        print_bytes(&v, (uint64_t) g->memory_total);
    }
    add_fact(c, "memory, of all processes", &v);
    smi_modes(&v, g);
    add_fact(c, "modes", &v);
    smi_health(&v, g);
    add_fact(c, "health", &v);
}

static void put_device(struct buf *out, const struct smi_info *info)
{
    static const struct table_column columns[] = {{.title = ""}, {.title = ""}};
    const struct device_props *d = info->device;
    struct cells c = {0};
    struct buf v = {0}, title = {0};
    buf_printf(&v, "%s, %u %s, %s_%d", d->name, d->multiprocessors,
               strcmp(d->id, "cpu") ? "multiprocessors" : "cores",
               d->wants_cubin ? "sm" : "compute", d->arch);
    add_fact(&c, "name", &v);
    print_bytes(&v, info->memory_used);
    buf_puts(&v, " of ");
    print_bytes(&v, info->memory_total);
    add_fact(&c, "memory, of this session", &v);
    if (info->gpu)
        add_gpu(&c, info->gpu);
    if (info->load >= 0)
        buf_printf(&v, "%.2f", info->load);
    add_fact(&c, "host's load (1 min)", &v);
    if (info->no_gpu_reason)
        buf_puts(&v, info->no_gpu_reason);
    add_fact(&c, "GPU", &v);
    print_device(&title, d->id);
    put(out, title.p, columns, 2, &c);
    buf_free(&title);
}

static void put_processes(struct buf *out, const struct device_smi *g)
{
    static const struct table_column columns[] = {
        {.title = "PID",     .right = true},
        {.title = "process"},
        {.title = "GPU memory",     .right = true             }
    };
    struct cells c = {0};
    for (int i = 0; i < g->process_count && i < DEVICE_SMI_PROCESSES; i++) {
        struct buf v = {0};
        buf_printf(&v, "%d", g->processes[i].pid);
        add(&c, &v);
        add_text(&c, g->processes[i].name);
        if (g->processes[i].memory >= 0)
            print_bytes(&v, (uint64_t) g->processes[i].memory);
        add(&c, &v);
    }
    put(out, "processes", columns, 3, &c);
}

static void put_variables(struct buf *out, const struct smi_info *info,
                          const struct smi_variable *sorted)
{
    static const struct table_column columns[] = {
        {.title = "where",  .right = false},
        {.title = "name",   .right = false},
        {.title = "type",   .right = false},
        {.title = "memory", .right = true }
    };
    struct cells c = {0};
    for (uint32_t i = 0; i < info->variable_count; i++) {
        struct buf v = {0};
        add_text(&c, sorted[i].on_device ? info->device->id : "host");
        add_text(&c, sorted[i].name);
        add_text(&c, sorted[i].type);
        print_bytes(&v, sorted[i].bytes);
        add(&c, &v);
    }
    put(out, "variables", columns, 4, &c);
}

void smi_html(struct buf *out, const struct smi_info *info, const struct smi_variable *sorted)
{
    put_device(out, info);
    if (info->gpu)
        put_processes(out, info->gpu);
    put_variables(out, info, sorted);
}
