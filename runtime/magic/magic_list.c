/* SPDX-License-Identifier: Apache-2.0 */
/* Tables of the device and the kernels: %smi, %kernels. Next: magic_vars.c. */
#include "device/device_open.h"
#include "magic/magic_internal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/check.h"
#include "base/utf8.h"
#include "debug/dap/debug_dap.h"
#include "debug/debug_console.h"
#include "magic/measure/sessions.h"

static const char *no_gpu_reason(struct wc_session *s)
{
    if (launcher_no_gpu(s->launcher))
        return launcher_no_gpu(s->launcher);
    if (device_props(launcher_opened(s->launcher))->driver)
        return NULL;
    if (cuda_device_likely())
        return "kernels run on the cpu device because it is selected; %device 0 selects the GPU";
    if (access("/proc/driver/nvidia/version", R_OK))
        return "no GPU: no NVIDIA driver is installed on this machine, so kernels run on the cpu "
               "device";
    return "no GPU: an NVIDIA driver is installed, but it reports no device";
}

/* From malloc; NULL: nothing is stopped. */
static char *what_is_stopped(struct wc_session *s)
{
    struct buf text = {0};
    struct debug_console *console = s->dap_debugs ? debug_dap_console(s->dap) : s->debug_console;
    if (!console || !debugger_is_stopped(s->debugger))
        return NULL;
    buf_puts(&text, "stopped by the debugger: ");
    debug_console_place(console, &text);
    return buf_take(&text);
}

/* By number. */
static int by_number(const void *a, const void *b)
{
    const struct smi_device *x = a, *y = b;
    return (x->device->number > y->device->number) - (x->device->number < y->device->number);
}

/* The open devices, if there are several; `gpus` has room for what NVML says of them. */
static uint32_t list_devices(struct wc_session *s, struct smi_device *to, struct device_smi *gpus)
{
    uint32_t n = 0;
    for (struct device *d; n < DEVICES_TOGETHER && (d = launcher_open_device(s->launcher, n)); n++)
        to[n] = (struct smi_device){.device = device_props(d),
                                    .memory_used = device_memory_used(d),
                                    .memory_total = device_props(d)->total_memory,
                                    .gpu = device_smi(d, gpus + n) ? gpus + n : NULL};
    qsort(to, n, sizeof *to, by_number);
    return n > 1 ? n : 0;
}

static bool make_smi(struct wc_session *s, struct span at, struct display *out)
{
    struct device *dev = launcher_device(s->launcher, s->diags, at);
    if (!dev)
        return false;
    char *stopped = what_is_stopped(s);
    struct arena arena = {0};
    uint32_t count;
    struct smi_variable *variables = magic_variables(s, &arena, &count);
    struct smi_info info = {.device = device_props(dev),
                            .nvrtc_version = compiler_version(s->compiler, NULL),
                            .no_gpu_reason = no_gpu_reason(s),
                            .memory_used = device_memory_used(dev),
                            .memory_total = device_props(dev)->total_memory,
                            .variables = variables,
                            .variable_count = count,
                            .stopped = stopped};
    struct device_smi smi;
    info.gpu = device_smi(dev, &smi) ? &smi : NULL;
    struct smi_device devices[DEVICES_TOGETHER];
    struct device_smi *gpus = xcalloc(DEVICES_TOGETHER, sizeof *gpus);
    info.device_count = list_devices(s, devices, gpus);
    info.devices = devices;
    smi_read_host(&info);
    display_smi(out, &info, &s->vm->style);
    free(gpus);
    free(stopped);
    free(variables);
    arena_free(&arena);
    return true;
}

static void show_sessions(struct wc_session *s)
{
    static const struct table_column columns[] = {
        {"process",        true },
        {"user",           false},
        {"program",        false},
        {"memory",         true },
        {"processor time", true }
    };

    enum { COUNT = sizeof columns / sizeof *columns };
    struct arena arena = {0};
    uint32_t count;
    const struct machine_session *all = sessions_list(&arena, &count);
    VEC(const char *) cells = {0};
    for (uint32_t i = 0; i < count; i++) {
        struct buf memory = {0};
        print_bytes(&memory, all[i].resident);
        VEC_PUSH(&cells, arena_printf(&arena, "%d", all[i].process));
        VEC_PUSH(&cells, all[i].user);
        VEC_PUSH(&cells, all[i].program);
        VEC_PUSH(&cells, arena_strndup(&arena, memory.p, memory.n));
        VEC_PUSH(&cells, arena_printf(&arena, "%.1f s", all[i].processor_seconds));
        buf_free(&memory);
    }
    magic_table_show(s, columns, COUNT, cells.at, cells.n, "");
    VEC_FREE(&cells);
    arena_free(&arena);
}

MAGIC(smi)
{
    struct display d = {0};
    bool all = str_eq(args, "all");
    if (args.n && !all) {
        diag_help(s->diags,
                  diag_error(s->diags, DIAG_SYNTAX, at, "%%smi does not know '%.*s'", (int) args.n,
                             args.p),
                  "%%smi shows this session, %%smi all the others of this machine, too");
        return false;
    }
    bool made = make_smi(s, at, &d);
    if (made)
        session_display(s, &d, WC_DISPLAY);
    if (made && all)
        show_sessions(s);
    display_free(&d);
    return made;
}

bool magic_debug_smi(struct wc_session *s, struct display *out)
{
    return make_smi(s, (struct span){0}, out);
}

/* ---- %kernels ---- */

struct kernel_listing {
    struct wc_session *s;
    struct arena *arena;
    VEC(const char *) cells;
};

/* "x, y": the parameters whose bits are set. */
static const char *names_of(struct arena *a, const struct kernel *k, uint32_t mask)
{
    struct buf text = {0};
    for (uint32_t i = 0; i < k->param_count && i < 32; i++)
        if (mask >> i & 1 && k->params[i].type->kind == TYPE_POINTER)
            buf_printf(&text, "%s%s", text.n ? ", " : "",
                       k->params[i].name ? k->params[i].name : "?");
    char *copy = arena_strndup(a, text.p ? text.p : "", text.n);
    buf_free(&text);
    return copy;
}

/* Facts from its code, if compiled: PTX instructions, shared memory, arrays read and written. */
static void add_code(struct kernel_listing *l, struct symbol *k)
{
    struct diags quiet = {0};
    const struct device_kernel *code = NULL;
    const struct code_facts *facts = NULL;
    if (!k->kernel->template_count &&
        launch_code(l->s->launcher, k->kernel, NULL, &quiet, k->at, &code))
        facts = launch_facts(l->s->launcher, k->kernel, NULL);
    struct buf shared = {0};
    if (code)
        print_bytes(&shared, device_kernel_info(code)->shared_static);
    uint32_t instructions = code ? device_kernel_info(code)->instructions : 0;
    VEC_PUSH(&l->cells, instructions ? arena_printf(l->arena, "%" PRIu32, instructions) : "");
    VEC_PUSH(&l->cells, arena_strndup(l->arena, shared.p ? shared.p : "", shared.n));
    VEC_PUSH(&l->cells, facts && facts->known ? names_of(l->arena, k->kernel, facts->reads) : "");
    VEC_PUSH(&l->cells, facts && facts->known ? names_of(l->arena, k->kernel, facts->writes) : "");
    buf_free(&shared);
    diags_free(&quiet);
}

static void list_kernel(void *user, struct symbol *k)
{
    struct kernel_listing *l = user;
    if (k->kind != SYMBOL_KERNEL)
        return;
    struct buf signature = {0};
    lang_signature(l->s->lang, k, &signature);
    const char *p = signature.p ? strchr(signature.p, '(') : NULL;
    const struct source *src = source_get(l->s->sources, k->at.source);
    VEC_PUSH(&l->cells, k->name);
    VEC_PUSH(&l->cells, p ? arena_printf(l->arena, "%s", p) : "");
    VEC_PUSH(&l->cells,
             src ? arena_printf(l->arena, "%s:%u", src->name, source_place(src, k->at.start).line)
                 : "");
    add_code(l, k);
    buf_free(&signature);
}

MAGIC(kernels)
{
    enum { COLUMNS = 7 };
    struct arena arena = {0};
    struct kernel_listing l = {.s = s, .arena = &arena};
    magic_each_by_name(s, list_kernel, &l);
    static const struct table_column columns[COLUMNS] = {
        {"kernel",       false},
        {"parameters",   false},
        {"defined in",   false},
        {"instructions", true },
        {"shared",       true },
        {"reads",        false},
        {"writes",       false}
    };
    magic_table_show(s, columns, COLUMNS, l.cells.at, l.cells.n, "no kernels yet\n");
    VEC_FREE(&l.cells);
    arena_free(&arena);
    return true;
}
