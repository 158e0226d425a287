/* SPDX-License-Identifier: Apache-2.0 */
/* %smi in the layout of nvidia-smi, 79 columns wide. Fields that the device does not have, such as the temperature
 * of a cpu device, are left out. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/check.h"
#include "base/utf8.h"
#include "display/parts.h"

enum { INNER = 77, NAME_BOX = 31, MEMORY_BOX = 22, LOAD_BOX = 22 }; /* columns between the lines */

static void put_line(struct buf *out, char fill)
{
    buf_putc(out, '+');
    buf_pad(out, fill, INNER);
    buf_puts(out, "+\n");
}

static void put_split_line(struct buf *out, char edge, char fill, char cross)
{
    buf_putc(out, edge);
    buf_pad(out, fill, NAME_BOX);
    buf_putc(out, cross);
    buf_pad(out, fill, MEMORY_BOX);
    buf_putc(out, cross);
    buf_pad(out, fill, LOAD_BOX);
    buf_putc(out, edge);
    buf_putc(out, '\n');
}

static void put_row(struct buf *out, const char *text)
{
    buf_putc(out, '|');
    put_cell(out, str_of(text), INNER, false);
    buf_puts(out, "|\n");
}

static void put_split_row(struct buf *out, const char *name, const char *memory, const char *load)
{
    buf_putc(out, '|');
    put_cell(out, str_of(name), NAME_BOX, false);
    buf_putc(out, '|');
    put_cell(out, str_of(memory), MEMORY_BOX, true);
    buf_putc(out, '|');
    put_cell(out, str_of(load), LOAD_BOX, true);
    buf_puts(out, "|\n");
}

static bool is_cpu(const struct smi_info *info)
{
    return !strcmp(info->device->id, "cpu");
}

static void put_header(struct buf *out, const struct smi_info *info)
{
    struct buf title = {0};
    const struct device_smi *gpu = info->gpu;
    if (gpu)
        buf_printf(&title, " WARPCELL-SMI   Driver Version: %-12s CUDA Version: %2d.%-2d NVRTC: %s",
                   *gpu->driver ? gpu->driver : "N/A", gpu->cuda / 1000, gpu->cuda % 1000 / 10,
                   info->nvrtc_version ? info->nvrtc_version : "N/A");
    else
        buf_printf(&title, " WARPCELL-SMI       Driver Version: %-12s   NVRTC Version: %s",
                   is_cpu(info) ? "none" : "N/A",
                   info->nvrtc_version ? info->nvrtc_version : "not loaded");
    put_line(out, '-');
    put_row(out, title.p);
    buf_free(&title);
}

static void put_memory(struct buf *out, const struct smi_info *info)
{
    print_bytes(out, info->memory_used);
    buf_puts(out, " / ");
    print_bytes(out, info->memory_total);
    buf_putc(out, ' ');
}

/* "45C   120W / 700W" and the other fields of nvidia-smi's second row. */
static void put_sensors(struct buf *out, const struct device_smi *g)
{
    struct buf left = {0}, middle = {0}, right = {0};
    buf_puts(&left, "       ");
    if (g->temperature >= 0)
        buf_printf(&left, "%dC   ", g->temperature);
    if (g->power >= 0)
        buf_printf(&left, "%dW / ", g->power / 1000);
    if (g->power >= 0 && g->power_limit >= 0)
        buf_printf(&left, "%dW", g->power_limit / 1000);
    else if (g->power >= 0)
        buf_puts(&left, "N/A");
    if (g->memory_used >= 0 && g->memory_total >= 0) {
        buf_puts(&middle, "all ");
        print_bytes(&middle, (uint64_t) g->memory_used);
        buf_puts(&middle, " ");
    }
    if (g->clock_sm >= 0)
        buf_printf(&right, "%d MHz ", g->clock_sm);
    put_split_row(out, left.p, middle.p ? middle.p : "", right.p ? right.p : "");
    buf_free(&left);
    buf_free(&middle);
    buf_free(&right);
}

/* Who uses the GPU, largest first as the driver lists them. */
static void put_processes(struct buf *out, const struct device_smi *g)
{
    put_line(out, '-');
    put_row(out, " Processes:");
    put_row(out, "       PID  Process name                                           GPU Memory");
    put_line(out, '=');
    for (int i = 0; i < g->process_count && i < DEVICE_SMI_PROCESSES; i++) {
        struct buf bytes = {0}, row = {0};
        if (g->processes[i].memory >= 0)
            print_bytes(&bytes, (uint64_t) g->processes[i].memory);
        else
            buf_puts(&bytes, "N/A");
        buf_printf(&row, " %9d  ", g->processes[i].pid);
        put_cell(&row, str_of(g->processes[i].name), 50, false);
        put_cell(&row, (struct str){bytes.p, bytes.n}, 14, true);
        put_row(out, row.p);
        buf_free(&bytes);
        buf_free(&row);
    }
    if (!g->process_count)
        put_row(out, "  No running processes found");
    put_line(out, '-');
}

static void put_device(struct buf *out, const struct smi_info *info)
{
    const struct device_props *d = info->device;
    struct buf name = {0}, memory = {0}, load = {0}, more = {0}, most = {0};
    buf_printf(&name, " %4s  %s", d->id, d->name);
    buf_printf(&more, "       %" PRIu32 " %s, warps of %" PRIu32, d->multiprocessors,
               !is_cpu(info)             ? "multiprocessors"
               : d->multiprocessors == 1 ? "core"
                                         : "cores",
               d->warp_size);
    put_memory(&memory, info);
    if (info->gpu && info->gpu->load >= 0)
        buf_printf(&load, "%d%% ", info->gpu->load);
    else if (info->load >= 0)
        buf_printf(&load, "%.2f ", info->load);
    else
        buf_puts(&load, "N/A ");
    buf_printf(&most, "%s_%d ", d->wants_cubin ? "sm" : "compute", d->arch);
    put_split_row(out, name.p, memory.p, load.p);
    put_split_row(out, more.p, "", most.p);
    if (info->gpu)
        put_sensors(out, info->gpu);
    buf_free(&name);
    buf_free(&memory);
    buf_free(&load);
    buf_free(&more);
    buf_free(&most);
}

/* The reason on as many rows as necessary, broken between words. */
static void put_wrapped(struct buf *out, const char *text)
{
    enum { WIDTH = INNER - 2 };

    while (*text) {
        size_t n = strlen(text), cut = 0;
        for (size_t i = 0; i < n && utf8_columns(text, i + 1) <= WIDTH; i++)
            if (text[i + 1] == ' ' || !text[i + 1])
                cut = i + 1;
        cut = cut ? cut : utf8_cut(text, n < WIDTH ? n : WIDTH);
        struct buf row = {0};
        buf_printf(&row, " %.*s", (int) cut, text);
        put_row(out, row.p);
        buf_free(&row);
        text += cut;
        text += strspn(text, " ");
    }
}

static int by_size(const void *a, const void *b)
{
    const struct smi_variable *v = a, *w = b;
    if (v->bytes != w->bytes)
        return v->bytes < w->bytes ? 1 : -1;
    return strcmp(v->name, w->name);
}

static void put_variable(struct buf *out, const char *where, const char *name, const char *type,
                         uint64_t bytes)
{
    enum { NAME = 22, TYPE = 30, BYTES = 13 };
    struct buf size = {0}, row = {0};
    print_bytes(&size, bytes);
    buf_printf(&row, " %5s  ", where);
    put_cell(&row, str_of(name), NAME, false);
    buf_puts(&row, "  ");
    put_cell(&row, str_of(type), TYPE, false);
    put_cell(&row, (struct str){size.p, size.n}, BYTES, true);
    put_row(out, row.p);
    buf_free(&size);
    buf_free(&row);
}

/* Largest first; the caller frees it. */
static struct smi_variable *sort_variables(const struct smi_info *info)
{
    struct smi_variable *sorted = xcalloc(info->variable_count + 1, sizeof *sorted);
    if (info->variable_count)
        memcpy(sorted, info->variables, info->variable_count * sizeof *sorted);
    qsort(sorted, info->variable_count, sizeof *sorted, by_size);
    return sorted;
}

static void put_variables(struct buf *out, const struct smi_info *info,
                          const struct smi_variable *sorted)
{
    struct buf process = {0};
    put_line(out, '-');
    put_row(out, " Variables:");
    put_row(out, "   Dev  Name                    Type                                 Memory");
    put_line(out, '=');
    for (uint32_t i = 0; i < info->variable_count; i++)
        put_variable(out, sorted[i].on_device ? info->device->id : "host", sorted[i].name,
                     sorted[i].type, sorted[i].bytes);
    if (!info->variable_count)
        put_row(out, "  No variables hold memory");
    put_line(out, '-');
    buf_printf(&process, "(process %d)", (int) getpid());
    put_variable(out, "host", process.p, "resident memory", info->resident);
    put_line(out, '-');
    buf_free(&process);
}

void display_smi(struct display *out, const struct smi_info *info,
                 const struct display_style *style)
{
    struct smi_variable *sorted = sort_variables(info);
    smi_html(display_add(out, "text/html"), info, sorted);
    struct buf *text = display_add(out, "text/plain");
    put_header(text, info);
    put_split_line(text, '|', '-', '+');
    put_split_row(text, "  Dev  Name", "Memory-Usage ",
                  info->gpu && info->gpu->load >= 0 ? "GPU-Util "
                  : is_cpu(info)                    ? "Load (1 min) "
                                                    : "Host load (1 min) ");
    put_split_row(text, "", "", "Code for ");
    put_split_line(text, '|', '=', '+');
    put_device(text, info);
    put_split_line(text, '+', '-', '+');
    if (info->gpu) {
        struct buf state = {0};
        smi_modes(&state, info->gpu);
        put_wrapped(text, state.p ? state.p : "");
        state.n = 0;
        smi_health(&state, info->gpu);
        put_wrapped(text, state.p);
        put_line(text, '-');
        buf_free(&state);
    }
    if (info->no_gpu_reason) {
        put_wrapped(text, info->no_gpu_reason);
        put_line(text, '-');
    }
    buf_putc(text, '\n');
    if (info->gpu)
        put_processes(text, info->gpu);
    put_variables(text, info, sorted);
    free(sorted);
}

void smi_read_host(struct smi_info *info)
{
    unsigned long long all = 0, resident = 0;
    double load[1];
    FILE *f = fopen("/proc/self/statm", "re");
    if (f) {
        if (fscanf(f, "%llu %llu", &all, &resident) != 2)
            resident = 0;
        fclose(f);
    }
    info->resident = resident * (uint64_t) sysconf(_SC_PAGESIZE);
    info->load = getloadavg(load, 1) == 1 ? load[0] : -1;
}
