/* SPDX-License-Identifier: Apache-2.0 */
/* %smi as HTML: the grid of smi.c with rules instead of dashes. Also has the names of GPU modes, which both use. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/check.h"
#include "display/parts.h"

#define ROW  "<tr style=\"background:rgba(0,0,0,0)\">" /* without a front end's stripes */
#define RULE "1px solid rgba(128,128,128,0.5)"

enum grid_row { BODY, HEADER };

static void open_grid(struct buf *out)
{
    buf_puts(out, "<div style=\"overflow-x:auto\"><table "
                  "style=\"border-collapse:collapse;margin:2px 0 8px;width:720px;"
                  "font-family:monospace;font-size:13px;border:" RULE "\"><tbody>\n");
}

static void close_grid(struct buf *out)
{
    buf_puts(out, "</tbody></table></div>\n");
}

/* A cell of `columns` columns; each line of the text is a line of it, and blanks stay. A header ends with a double rule. */
static void put_grid_cell(struct buf *out, int columns, const char *text, bool right,
                          enum grid_row row)
{
    buf_printf(out,
               "<td colspan=\"%d\" style=\"padding:2px "
               "8px;vertical-align:top;white-space:pre-wrap;text-align:%s;"
               "border:" RULE "%s\">",
               columns, right ? "right" : "left",
               row == HEADER ? ";font-weight:bold;border-bottom:3px double rgba(128,128,128,0.7)"
                             : "");
    buf_html(out, str_of(text ? text : ""));
    buf_puts(out, "</td>");
}

/* A row of one cell, and the text's memory. */
static void put_wide(struct buf *out, int columns, struct buf *text, enum grid_row row)
{
    buf_puts(out, ROW);
    put_grid_cell(out, columns, text->p, false, row);
    buf_puts(out, "</tr>\n");
    buf_free(text);
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

/* ---- the device ---- */

static void put_title(struct buf *out, const struct smi_info *info)
{
    struct buf title = {0};
    const struct device_smi *gpu = info->gpu;
    const char *none = !device_is_cpu(info->device) ? "N/A" : "none";
    buf_printf(&title, "WARPCELL-SMI   Driver Version: %s",
               gpu && *gpu->driver ? gpu->driver : none);
    if (gpu)
        buf_printf(&title, "   CUDA Version: %d.%d", gpu->cuda / 1000, gpu->cuda % 1000 / 10);
    buf_printf(&title, "   NVRTC Version: %s",
               info->nvrtc_version ? info->nvrtc_version : "not loaded");
    put_wide(out, 3, &title, BODY);
}

/* Of a GPU, below its name: what nvidia-smi has there. */
static void add_sensors(struct buf *name, struct buf *memory, struct buf *load,
                        const struct device_smi *g)
{
    if (g->bus[0])
        buf_printf(name, "\n     bus %s", g->bus);
    if (g->temperature >= 0)
        buf_printf(name, "\n     %d °C", g->temperature);
    if (g->temperature >= 0 && g->fan >= 0)
        buf_printf(name, ", fan %d %%", g->fan);
    if (g->power >= 0)
        buf_printf(name, "%s%d W", g->temperature >= 0 ? ", " : "\n     ", g->power / 1000);
    if (g->power >= 0 && g->power_limit >= 0)
        buf_printf(name, " / %d W", g->power_limit / 1000);
    if (g->memory_used >= 0 && g->memory_total >= 0) {
        buf_puts(memory, "\nall ");
        print_bytes(memory, (uint64_t) g->memory_used);
    }
    if (g->memory_load >= 0)
        buf_printf(memory, "\nload %d %%", g->memory_load);
    if (g->clock_sm >= 0)
        buf_printf(load, "\n%d MHz", g->clock_sm);
    if (g->clock_memory > 0)
        buf_printf(load, "\nmemory %d MHz", g->clock_memory);
}

static void put_heads(struct buf *out, const struct smi_info *info)
{
    bool cpu = device_is_cpu(info->device), gpu_load = info->gpu && info->gpu->load >= 0;
    buf_puts(out, ROW);
    put_grid_cell(out, 1, "Dev  Name", false, HEADER);
    put_grid_cell(out, 1, "Memory-Usage", true, HEADER);
    put_grid_cell(out, 1,
                  gpu_load ? "GPU-Util\nCode for"
                  : cpu    ? "Load (1 min)\nCode for"
                           : "Host load (1 min)\nCode for",
                  true, HEADER);
    buf_puts(out, "</tr>\n");
}

static void put_device(struct buf *out, const struct smi_info *info)
{
    const struct device_props *d = info->device;
    const struct device_smi *gpu = info->gpu;
    bool cpu = device_is_cpu(d), gpu_load = gpu && gpu->load >= 0;
    struct buf name = {0}, memory = {0}, load = {0};
    buf_puts(out, ROW);
    buf_printf(&name, "%-3s  %s\n     %" PRIu32 " %s, warps of %" PRIu32, d->id, d->name,
               d->multiprocessors,
               !cpu                      ? "multiprocessors"
               : d->multiprocessors == 1 ? "core"
                                         : "cores",
               d->warp_size);
    print_bytes(&memory, info->memory_used);
    buf_puts(&memory, " / ");
    print_bytes(&memory, info->memory_total);
    if (gpu_load)
        buf_printf(&load, "%d %%", gpu->load);
    else if (info->load >= 0)
        buf_printf(&load, "%.2f", info->load);
    else
        buf_puts(&load, "N/A");
    buf_printf(&load, "\n%s_%d", d->wants_cubin ? "sm" : "compute", d->arch);
    if (gpu)
        add_sensors(&name, &memory, &load, gpu);
    put_grid_cell(out, 1, name.p, false, BODY);
    put_grid_cell(out, 1, memory.p, true, BODY);
    put_grid_cell(out, 1, load.p, true, BODY);
    buf_puts(out, "</tr>\n");
    buf_free(&name);
    buf_free(&memory);
    buf_free(&load);
}

static void put_state(struct buf *out, const struct smi_info *info)
{
    struct buf text = {0};
    if (info->gpu) {
        smi_modes(&text, info->gpu);
        buf_puts(&text, text.n ? "\n" : "");
        smi_health(&text, info->gpu);
        if (info->gpu->uuid[0])
            buf_printf(&text, "\n%s", info->gpu->uuid);
    }
    if (info->no_gpu_reason)
        buf_printf(&text, "%s%s", text.n ? "\n" : "", info->no_gpu_reason);
    if (info->stopped)
        buf_printf(&text, "%s%s", text.n ? "\n" : "", info->stopped);
    if (text.n)
        put_wide(out, 3, &text, BODY);
}

/* ---- who has the memory ---- */

static void put_row(struct buf *out, const char *const *cells, int count, const bool *right,
                    enum grid_row row)
{
    buf_puts(out, ROW);
    for (int i = 0; i < count; i++)
        put_grid_cell(out, 1, cells[i], right[i], row);
    buf_puts(out, "</tr>\n");
}

static void put_processes(struct buf *out, const struct device_smi *g)
{
    static const bool right[] = {true, false, true};
    struct buf title = {0};
    open_grid(out);
    buf_puts(&title, "Processes:");
    put_wide(out, 3, &title, BODY);
    put_row(out, (const char *const[]){"PID", "Process name", "GPU Memory"}, 3, right, HEADER);
    for (int i = 0; i < g->process_count && i < DEVICE_SMI_PROCESSES; i++) {
        struct buf pid = {0}, memory = {0};
        buf_printf(&pid, "%d", g->processes[i].pid);
        if (g->processes[i].memory >= 0)
            print_bytes(&memory, (uint64_t) g->processes[i].memory);
        else
            buf_puts(&memory, "N/A");
        put_row(out, (const char *const[]){pid.p, g->processes[i].name, memory.p}, 3, right, BODY);
        buf_free(&pid);
        buf_free(&memory);
    }
    if (!g->process_count) {
        buf_puts(&title, "No running processes found");
        put_wide(out, 3, &title, BODY);
    }
    close_grid(out);
}

static void put_variables(struct buf *out, const struct smi_info *info,
                          const struct smi_variable *sorted)
{
    static const bool right[] = {false, false, false, true};
    struct buf text = {0}, memory = {0};
    open_grid(out);
    buf_puts(&text, "Variables:");
    put_wide(out, 4, &text, BODY);
    put_row(out, (const char *const[]){"Dev", "Name", "Type", "Memory"}, 4, right, HEADER);
    for (uint32_t i = 0; i < info->variable_count; i++) {
        struct buf bytes = {0};
        print_bytes(&bytes, sorted[i].bytes);
        const char *const cells[] = {smi_where(info, sorted + i), sorted[i].name, sorted[i].type,
                                     bytes.p};
        put_row(out, cells, 4, right, BODY);
        buf_free(&bytes);
    }
    if (!info->variable_count) {
        buf_puts(&text, "No variables hold memory");
        put_wide(out, 4, &text, BODY);
    }
    buf_printf(&text, "(process %d)", (int) getpid());
    print_bytes(&memory, info->resident);
    put_row(out, (const char *const[]){"host", text.p, "resident memory", memory.p}, 4, right,
            BODY);
    buf_free(&text);
    buf_free(&memory);
    close_grid(out);
}

void smi_html(struct buf *out, const struct smi_info *info, const struct smi_variable *sorted)
{
    open_grid(out);
    put_title(out, info);
    put_heads(out, info);
    for (uint32_t i = 0; i < info->device_count; i++) {
        struct smi_info one = smi_of(info, i);
        put_device(out, &one);
    }
    if (!info->device_count)
        put_device(out, info);
    put_state(out, info);
    close_grid(out);
    if (info->gpu)
        put_processes(out, info->gpu);
    put_variables(out, info, sorted);
}
