/* SPDX-License-Identifier: Apache-2.0 */
/* %occupancy k, %occupancy k<<<grid, block, shared>>>, with --gpu NAME: needs no GPU. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "magic/magic_internal.h"

static void name_gpu(void *user, const struct gpu *g)
{
    buf_printf(user, "%s%s", ((struct buf *) user)->n ? ", " : "", g->name);
}

static void try_gpu(void *user, const struct gpu *g)
{
    name_match_try(user, g->name);
}

/* Suggests the nearest name, or all names if none was given. */
static void unknown_gpu(struct wc_session *s, struct str name, struct span at)
{
    char *wanted = xstrndup(name.p, name.n);
    struct name_match m = {.wanted = wanted};
    struct buf names = {0};
    gpu_each(try_gpu, &m);
    gpu_each(name_gpu, &names);
    struct diag *d = name.n ? diag_error(s->diags, DIAG_NAME, at, "unknown GPU '%s'", wanted)
                            : diag_error(s->diags, DIAG_SYNTAX, at, "--gpu needs a name");
    if (name_match_best(&m))
        diag_help(s->diags, d, "did you mean %s? A compute capability does as well: 9.0 or sm_90",
                  name_match_best(&m));
    else if (name.n)
        diag_help(
            s->diags, d,
            "a compute capability does as well, as 9.0 or sm_90; --gpu alone lists the names");
    else
        diag_help(s->diags, d, "a compute capability, as 9.0 or sm_90, or one of %s", names.p);
    free(wanted);
    buf_free(&names);
}

/* Removes `--gpu NAME` from the arguments; the text without it is in the arena. */
bool magic_take_gpu(struct wc_session *s, struct str *args, struct span at, struct gpu *out)
{
    static const char flag[] = "--gpu";
    const char *p = memmem(args->p, args->n, flag, sizeof flag - 1), *end = args->p + args->n;
    if (!p) {
        struct device *dev = launcher_device(s->launcher, s->diags, at);
        char arch[16];
        snprintf(arch, sizeof arch, "%d", dev ? device_props(dev)->arch : 0);
        return dev && gpu_find(arch, strlen(arch), out);
    }
    const char *name = p + sizeof flag - 1;
    name += strspn(name, " =\t");
    const char *stop = name;
    while (stop < end && *stop != ' ' && *stop != '\t')
        stop++;
    if (name > end || !gpu_find(name, (size_t) (stop - name), out)) {
        unknown_gpu(s, (struct str){name, name < end ? (size_t) (stop - name) : 0}, at);
        return false;
    }
    struct str before = str_trim((struct str){args->p, (size_t) (p - args->p)}),
               after = str_trim((struct str){stop, (size_t) (end - stop)});
    char *rest = arena_printf(&s->diags->arena, "%.*s%.*s", (int) before.n, before.p, (int) after.n,
                              after.p);
    *args = str_of(rest);
    return true;
}

/* Splits "k<float, 16>" into its name and template arguments (NULL: none). */
struct symbol *magic_take_kernel(struct wc_session *s, struct str text, struct span at,
                                 const char *magic, const char **out_template_args)
{
    const char *open = memchr(text.p, '<', text.n);
    const char *launch = memmem(text.p, text.n, "<<<", 3);
    *out_template_args = NULL;
    if (launch) {
        diag_help(s->diags,
                  diag_error(s->diags, DIAG_SYNTAX, at, "%s takes a kernel, not a launch", magic),
                  "%s %.*s", magic, (int) (launch - text.p), text.p);
        return NULL;
    }
    struct str name = open ? str_trim((struct str){text.p, (size_t) (open - text.p)}) : text;
    struct symbol *k = magic_kernel(s, name, at, magic);
    if (!k)
        return NULL;
    if (open && text.p[text.n - 1] == '>')
        *out_template_args =
            arena_strndup(&s->diags->arena, open + 1, (size_t) (text.p + text.n - 1 - open - 1));
    if (k->kernel->template_count && !*out_template_args) {
        diag_help(s->diags,
                  diag_error(s->diags, DIAG_TYPE, at,
                             "'%s' is a template: its code depends on its arguments", k->name),
                  "%s %s<float>, with arguments of your own", magic, k->name);
        return NULL;
    }
    return k;
}

/* The parts of <<<...>>>, split at the commas outside brackets. */
static uint32_t split(struct str text, struct str out[4])
{
    uint32_t n = 0;
    int depth = 0;
    size_t start = 0;
    for (size_t i = 0; i <= text.n && n < 4; i++) {
        char c = i < text.n ? text.p[i] : ',';
        depth += c == '(' || c == '[' || c == '{';
        depth -= c == ')' || c == ']' || c == '}';
        if (c == ',' && (depth == 0 || i == text.n)) {
            out[n++] = str_trim((struct str){text.p + start, i - start});
            start = i + 1;
        }
    }
    return n;
}

/* The product of an extent, "256" or "dim3(16, 16)": taken from the numbers in its displayed value. */
static bool evaluate_extent(struct wc_session *s, struct str text, struct span at, uint64_t *out)
{
    char *code =
        arena_printf(&s->diags->arena, *text.p == '{' ? "dim3%.*s" : "%.*s", (int) text.n, text.p);
    char *value = session_evaluate(s, code);
    *out = 1;
    for (const char *p = value; p && *p;) {
        size_t n = strcspn(p, "0123456789");
        p += n;
        if (*p)
            *out *= strtoull(p, (char **) &p, 10);
    }
    bool ok = value, negative = ok && strchr(value, '-');
    if (negative)
        diag_error(s->diags, DIAG_LAUNCH, at, "%.*s is negative", (int) text.n, text.p);
    free(value);
    return ok && !negative;
}

/* grid, block and shared memory of k<<<grid, block, shared>>>, as far as given. */
static bool evaluate_launch(struct wc_session *s, struct str launch, struct span at,
                            uint64_t out[3])
{
    enum { PARTS = 4, USED = 3 };
    struct str parts[PARTS] = {{0}};
    const char *close = memmem(launch.p, launch.n, ">>>", 3);
    if (!close) {
        diag_help(s->diags, diag_error(s->diags, DIAG_SYNTAX, at, "missing '>>>'"),
                  "%%occupancy k<<<grid, block>>>");
        return false;
    }
    uint32_t n = split((struct str){launch.p + 3, (size_t) (close - launch.p - 3)}, parts);
    for (uint32_t i = 0; i < n && i < USED; i++)
        if (parts[i].n && !evaluate_extent(s, parts[i], at, out + i))
            return false;
    return true;
}

MAGIC(occupancy)
{
    enum { GRID, BLOCK, SHARED, PARTS };
    struct occupancy_card card = {.threads_most = 1024};
    uint64_t launch[PARTS] = {0};
    const char *template_args;
    bool asked = memmem(args.p, args.n, "--gpu", 5);
    if (!magic_take_gpu(s, &args, at, &card.gpu))
        return false;
    const char *open = memmem(args.p, args.n, "<<<", 3);
    struct str head = open ? str_trim((struct str){args.p, (size_t) (open - args.p)}) : args;
    struct symbol *k = magic_take_kernel(s, head, at, "%occupancy", &template_args);
    if (!k)
        return false;
    if (open &&
        !evaluate_launch(s, (struct str){open, args.n - (size_t) (open - args.p)}, at, launch))
        return false;
    struct launch_resources r = {0};
    if (!launch_resources(s->launcher, k->kernel, template_args, card.gpu.arch, s->diags, at, &r))
        return false;
    card.name = arena_printf(&s->diags->arena, "%.*s", (int) head.n, head.p);
    card.limits = gpu_limits_of(card.gpu.arch);
    card.compiled_for = r.arch;
    card.kernel =
        (struct occupancy_kernel){r.code.registers, r.code.shared + (uint32_t) launch[SHARED]};
    card.spill = r.code.spill_stores;
    card.bound_threads = r.threads_most;
    card.bound_blocks = r.blocks_least;
    card.bound_registers = r.registers_most;
    if (r.threads_most && r.threads_most < card.threads_most)
        card.threads_most = r.threads_most;
    card.blocks = launch[GRID];
    card.stands_in = !asked && !device_props(launcher_opened(s->launcher))->driver;
    card.threads = launch[BLOCK] && launch[BLOCK] <= UINT32_MAX
                       ? (uint32_t) launch[BLOCK]
                       : occupancy_best_block(card.limits, &card.kernel, card.threads_most);
    struct display d = {0};
    display_occupancy(&d, &card, &s->vm->style);
    session_display(s, &d, WC_DISPLAY);
    display_free(&d);
    return true;
}
