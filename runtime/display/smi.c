/* SPDX-License-Identifier: Apache-2.0 */
/* %smi in the layout of nvidia-smi, as wide as the terminal. Fields that the device does not have, such as the temperature
 * of a cpu device, are left out. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/check.h"
#include "base/utf8.h"
#include "display/parts.h"

/* Columns between the lines. Of the boxes, that of the name takes what the others leave. */
enum { INNER_LEAST = 58, INNER_USUAL = 77, MEMORY_BOX = 22, LOAD_BOX = 22 };

struct smi_grid {
    struct buf *out;
    int inner;
};

static int name_box(const struct smi_grid *g)
{
    return g->inner - MEMORY_BOX - LOAD_BOX - 2;
}

static void put_line(struct smi_grid *g, char fill)
{
    buf_putc(g->out, '+');
    buf_pad(g->out, fill, g->inner);
    buf_puts(g->out, "+\n");
}

static void put_split_line(struct smi_grid *g, char edge, char fill, char cross)
{
    struct buf *out = g->out;
    buf_putc(out, edge);
    buf_pad(out, fill, name_box(g));
    buf_putc(out, cross);
    buf_pad(out, fill, MEMORY_BOX);
    buf_putc(out, cross);
    buf_pad(out, fill, LOAD_BOX);
    buf_putc(out, edge);
    buf_putc(out, '\n');
}

static void put_row(struct smi_grid *g, const char *text)
{
    buf_putc(g->out, '|');
    put_cell(g->out, str_of(text), g->inner, false);
    buf_puts(g->out, "|\n");
}

static void put_split_row(struct smi_grid *g, const char *name, const char *memory,
                          const char *load)
{
    struct buf *out = g->out;
    buf_putc(out, '|');
    put_cell(out, str_of(name), name_box(g), false);
    buf_putc(out, '|');
    put_cell(out, str_of(memory), MEMORY_BOX, true);
    buf_putc(out, '|');
    put_cell(out, str_of(load), LOAD_BOX, true);
    buf_puts(out, "|\n");
}

struct smi_info smi_of(const struct smi_info *info, uint32_t i)
{
    struct smi_info one = *info;
    one.device = info->devices[i].device;
    one.memory_used = info->devices[i].memory_used;
    one.memory_total = info->devices[i].memory_total;
    one.gpu = info->devices[i].gpu;
    one.device_count = 0;
    return one;
}

const char *smi_where(const struct smi_info *info, const struct smi_variable *v)
{
    return !v->on_device ? "host" : v->device ? v->device : info->device->id;
}

static bool is_cpu(const struct smi_info *info)
{
    return device_is_cpu(info->device);
}

static void put_header(struct smi_grid *grid, const struct smi_info *info)
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
    put_line(grid, '-');
    put_row(grid, title.p);
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
static void put_sensors(struct smi_grid *grid, const struct device_smi *g)
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
    put_split_row(grid, left.p, middle.p ? middle.p : "", right.p ? right.p : "");
    buf_free(&left);
    buf_free(&middle);
    buf_free(&right);
}

static void put_process(struct smi_grid *grid, const char *pid, const char *name,
                        const char *memory)
{
    enum { PID = 10, MEMORY = 14, BLANKS = 3 };
    struct buf row = {0};
    put_cell(&row, str_of(pid), PID, true);
    buf_puts(&row, "  ");
    put_cell(&row, str_of(name), grid->inner - PID - MEMORY - BLANKS, false);
    put_cell(&row, str_of(memory), MEMORY, true);
    put_row(grid, row.p);
    buf_free(&row);
}

/* Who uses the GPU, largest first as the driver lists them. */
static void put_processes(struct smi_grid *grid, const struct device_smi *g)
{
    put_line(grid, '-');
    put_row(grid, " Processes:");
    put_process(grid, "PID", "Process name", "GPU Memory");
    put_line(grid, '=');
    for (int i = 0; i < g->process_count && i < DEVICE_SMI_PROCESSES; i++) {
        struct buf bytes = {0}, pid = {0};
        if (g->processes[i].memory >= 0)
            print_bytes(&bytes, (uint64_t) g->processes[i].memory);
        else
            buf_puts(&bytes, "N/A");
        buf_printf(&pid, "%d", g->processes[i].pid);
        put_process(grid, pid.p, g->processes[i].name, bytes.p);
        buf_free(&bytes);
        buf_free(&pid);
    }
    if (!g->process_count)
        put_row(grid, "  No running processes found");
    put_line(grid, '-');
}

static void put_device(struct smi_grid *grid, const struct smi_info *info)
{
    const struct device_props *d = info->device;
    for (uint32_t i = 0; i < info->device_count; i++) {
        struct smi_info one = smi_of(info, i);
        put_device(grid, &one);
    }
    if (info->device_count)
        return;
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
    put_split_row(grid, name.p, memory.p, load.p);
    put_split_row(grid, more.p, "", most.p);
    if (info->gpu)
        put_sensors(grid, info->gpu);
    buf_free(&name);
    buf_free(&memory);
    buf_free(&load);
    buf_free(&more);
    buf_free(&most);
}

/* The reason on as many rows as necessary, broken between words. */
static void put_wrapped(struct smi_grid *grid, const char *text)
{
    int width = grid->inner - 2;
    while (*text) {
        size_t n = strlen(text), cut = 0;
        for (size_t i = 0; i < n && utf8_columns(text, i + 1) <= (size_t) width; i++)
            if (text[i + 1] == ' ' || !text[i + 1])
                cut = i + 1;
        cut = cut ? cut : utf8_cut(text, n < (size_t) width ? n : (size_t) width);
        struct buf row = {0};
        buf_printf(&row, " %.*s", (int) cut, text);
        put_row(grid, row.p);
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

/* Names and types share what the width has beyond the usual. */
static void put_variable(struct smi_grid *grid, const char *where, const char *name,
                         const char *type, const char *memory)
{
    enum { WHERE = 6, NAME = 22, TYPE = 30, MEMORY = 13 };

    int more = grid->inner - INNER_USUAL, named = more / 3;
    struct buf row = {0};
    put_cell(&row, str_of(where), WHERE, true);
    buf_puts(&row, "  ");
    put_cell(&row, str_of(name), NAME + named, false);
    buf_puts(&row, "  ");
    put_cell(&row, str_of(type), TYPE + more - named, false);
    put_cell(&row, str_of(memory), MEMORY, true);
    put_row(grid, row.p);
    buf_free(&row);
}

static void put_bytes_of(struct smi_grid *grid, const char *where, const char *name,
                         const char *type, uint64_t bytes)
{
    struct buf memory = {0};
    print_bytes(&memory, bytes);
    put_variable(grid, where, name, type, memory.p);
    buf_free(&memory);
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

static void put_variables(struct smi_grid *grid, const struct smi_info *info,
                          const struct smi_variable *sorted)
{
    struct buf process = {0};
    put_line(grid, '-');
    put_row(grid, " Variables:");
    put_variable(grid, "Dev", "Name", "Type", "Memory");
    put_line(grid, '=');
    for (uint32_t i = 0; i < info->variable_count; i++)
        put_bytes_of(grid, smi_where(info, sorted + i), sorted[i].name, sorted[i].type,
                     sorted[i].bytes);
    if (!info->variable_count)
        put_row(grid, "  No variables hold memory");
    put_line(grid, '-');
    buf_printf(&process, "(process %d)", (int) getpid());
    put_bytes_of(grid, "host", process.p, "resident memory", info->resident);
    put_line(grid, '-');
    buf_free(&process);
}

void display_smi(struct display *out, const struct smi_info *info,
                 const struct display_style *style)
{
    struct smi_variable *sorted = sort_variables(info);
    smi_html(display_add(out, "text/html"), info, sorted);
    int inner = (style->columns > 0 ? style->columns : 80) - 3; /* the last column stays free */
    struct smi_grid grid = {display_add(out, "text/plain"),
                            inner < INNER_LEAST ? INNER_LEAST : inner};
    put_header(&grid, info);
    put_split_line(&grid, '|', '-', '+');
    put_split_row(&grid, "  Dev  Name", "Memory-Usage ",
                  info->gpu && info->gpu->load >= 0 ? "GPU-Util "
                  : is_cpu(info)                    ? "Load (1 min) "
                                                    : "Host load (1 min) ");
    put_split_row(&grid, "", "", "Code for ");
    put_split_line(&grid, '|', '=', '+');
    put_device(&grid, info);
    put_split_line(&grid, '+', '-', '+');
    if (info->gpu) {
        struct buf state = {0};
        smi_modes(&state, info->gpu);
        put_wrapped(&grid, state.p ? state.p : "");
        state.n = 0;
        smi_health(&state, info->gpu);
        put_wrapped(&grid, state.p);
        put_line(&grid, '-');
        buf_free(&state);
    }
    const char *const notes[] = {info->no_gpu_reason, info->stopped};
    for (size_t i = 0; i < 2; i++)
        if (notes[i]) {
            put_wrapped(&grid, notes[i]);
            put_line(&grid, '-');
        }
    buf_putc(grid.out, '\n');
    if (info->gpu)
        put_processes(&grid, info->gpu);
    put_variables(&grid, info, sorted);
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
