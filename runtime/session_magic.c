/* SPDX-License-Identifier: Apache-2.0 */
/* Lines that speak to the session: %name, !command, ?name and name?. One row of the table per magic. */
#include "session_state.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/check.h"

extern char **environ;

static struct str trim(struct str s)
{
    while (s.n && isspace((unsigned char) *s.p))
        s.p++, s.n--;
    while (s.n && isspace((unsigned char) s.p[s.n - 1]))
        s.n--;
    return s;
}

static void show_text(struct wc_session *s, struct buf *text, enum wc_output what)
{
    struct display d = {0};
    *display_add(&d, "text/plain") = *text;
    *text = (struct buf){0};
    session_display(s, &d, what);
    display_free(&d);
}

/* ---- %smi, %vars ---- */

struct listing {
    struct wc_session *s;
    struct arena *arena;
    VEC(struct smi_variable) rows;
    VEC(const char *) values;
};

static const char *shape_text(struct arena *a, const struct array *x)
{
    struct buf text = {0};
    buf_printf(&text, "%s ", x->dtype.name ? x->dtype.name : "struct");
    array_shape_print(&text, x);
    char *copy = arena_strndup(a, text.p, text.n);
    buf_free(&text);
    return copy;
}

/* An array whose extent was computed: its type does not hold it, but its memory does. */
static const char *host_type(struct arena *a, const struct type *t, uint64_t bytes)
{
    if (t->kind != TYPE_ARRAY || !t->unsized || t->base->kind == TYPE_ARRAY || !t->base->size)
        return type_name(a, t);
    return arena_printf(a, "%s [%" PRIu64 "]", type_name(a, t->base), bytes / t->base->size);
}

static void list_variable(void *user, struct symbol *v)
{
    struct listing *l = user;
    if (v->kind != SYMBOL_VARIABLE || v->storage != STORAGE_SESSION || v->name[0] == ' ' ||
        !v->object)
        return;
    struct smi_variable row = {.name = v->name, .bytes = v->type->size};
    if (v->type->kind == TYPE_DEVICE_ARRAY) {
        const struct array *x = v->object;
        row.type = shape_text(l->arena, x);
        row.bytes = array_bytes(x);
        row.on_device = true;
    } else {
        row.bytes = ((const struct object *) v->object)->size;
        row.type = host_type(l->arena, v->type, row.bytes);
    }
    VEC_PUSH(&l->rows, row);
}

static const char *no_gpu_reason(void)
{
    if (access("/proc/driver/nvidia/version", R_OK))
        return "no GPU: no NVIDIA driver is installed on this machine, so kernels run on the cpu "
               "device";
    return "an NVIDIA driver is installed, but this version runs kernels on the cpu device";
}

static bool magic_smi(struct wc_session *s, struct str args, struct span at)
{
    struct device *dev = launcher_device(s->launcher, s->diags, at);
    if (!dev)
        return false;
    struct arena arena = {0};
    struct listing l = {.s = s, .arena = &arena};
    lang_each(s->lang, list_variable, &l);
    struct smi_info info = {.device = device_props(dev),
                            .nvrtc_version = compiler_version(s->compiler, NULL),
                            .no_gpu_reason = no_gpu_reason(),
                            .memory_used = device_memory_used(dev),
                            .memory_total = device_props(dev)->total_memory,
                            .variables = l.rows.at,
                            .variable_count = (uint32_t) l.rows.n};
    smi_read_host(&info);
    struct display d = {0};
    display_smi(&d, &info, &s->vm->style);
    session_display(s, &d, WC_DISPLAY);
    display_free(&d);
    VEC_FREE(&l.rows);
    arena_free(&arena);
    return true;
}

static void show_table(struct wc_session *s, const struct table_column *columns,
                       uint32_t column_count, const char *const *cells, size_t cell_count,
                       const char *none)
{
    if (!cell_count) {
        session_stream(s, 1, none, strlen(none));
        return;
    }
    struct table t = {.columns = columns,
                      .column_count = column_count,
                      .row_count = (uint32_t) cell_count / column_count,
                      .cells = cells};
    struct display d = {0};
    display_table(&d, &t, &s->vm->style);
    session_display(s, &d, WC_DISPLAY);
    display_free(&d);
}

static bool magic_vars(struct wc_session *s, struct str args, struct span at)
{
    struct arena arena = {0};
    struct listing l = {.s = s, .arena = &arena};
    lang_each(s->lang, list_variable, &l);
    VEC(const char *) cells = {0};
    VEC_EACH (row, &l.rows) {
        struct buf bytes = {0};
        print_bytes(&bytes, row->bytes);
        VEC_PUSH(&cells, row->name);
        VEC_PUSH(&cells, row->type);
        VEC_PUSH(&cells, row->on_device ? "device" : "host");
        VEC_PUSH(&cells, arena_strndup(&arena, bytes.p, bytes.n));
        buf_free(&bytes);
    }
    static const struct table_column columns[] = {
        {"name",  false},
        {"type",  false},
        {"where", false},
        {"size",  true }
    };
    show_table(s, columns, 4, cells.at, cells.n, "no variables yet\n");
    VEC_FREE(&cells);
    VEC_FREE(&l.rows);
    arena_free(&arena);
    return true;
}

/* ---- %kernels, %ptx, %devices ---- */

struct kernel_listing {
    struct wc_session *s;
    struct arena *arena;
    VEC(const char *) cells;
};

static void list_kernel(void *user, struct symbol *k)
{
    struct kernel_listing *l = user;
    if (k->kind != SYMBOL_KERNEL)
        return;
    struct buf signature = {0};
    lang_signature(l->s->lang, k, &signature);
    const struct source *src = source_get(l->s->sources, k->at.source);
    VEC_PUSH(&l->cells, k->name);
    VEC_PUSH(&l->cells, arena_strndup(l->arena, signature.p ? signature.p : "", signature.n));
    VEC_PUSH(&l->cells,
             src ? arena_printf(l->arena, "%s:%u", src->name, source_place(src, k->at.start).line)
                 : "");
    buf_free(&signature);
}

static bool magic_kernels(struct wc_session *s, struct str args, struct span at)
{
    struct arena arena = {0};
    struct kernel_listing l = {.s = s, .arena = &arena};
    lang_each(s->lang, list_kernel, &l);
    static const struct table_column columns[] = {
        {"kernel",     false},
        {"signature",  false},
        {"defined in", false}
    };
    show_table(s, columns, 3, l.cells.at, l.cells.n, "no kernels yet\n");
    VEC_FREE(&l.cells);
    arena_free(&arena);
    return true;
}

static void try_kernel(void *user, struct symbol *k)
{
    if (k->kind == SYMBOL_KERNEL)
        name_match_try(user, k->name);
}

static struct symbol *find_kernel(struct wc_session *s, struct str name, struct span at)
{
    struct symbol *k = lang_find(s->lang, name.p, name.n);
    if (k && k->kind == SYMBOL_KERNEL)
        return k;
    char *wanted = xstrndup(name.p, name.n);
    struct name_match m = {.wanted = wanted};
    struct diag *d = diag_error(s->diags, DIAG_NAME, at, "there is no kernel '%s'", wanted);
    lang_each(s->lang, try_kernel, &m);
    if (name_match_best(&m))
        diag_help(s->diags, d, "did you mean '%s'?", name_match_best(&m));
    else
        diag_help(s->diags, d, "%%kernels lists the kernels of the session");
    free(wanted);
    return NULL;
}

/* A whole-array expression by its text, as the table of launches shows it. false: there is none. */
static bool expression_ptx(struct wc_session *s, struct str args)
{
    const struct compiled *code = launch_labelled(s->launcher, args);
    struct buf text = {0};
    if (!code)
        return false;
    buf_printf(&text, "/* CUDA C++ */\n%s\n/* PTX */\n", code->source);
    buf_put(&text, code->image, strnlen(code->image, code->size));
    show_text(s, &text, WC_DISPLAY);
    return true;
}

static bool magic_ptx(struct wc_session *s, struct str args, struct span at)
{
    if (expression_ptx(s, args))
        return true;
    struct symbol *k = find_kernel(s, args, at);
    if (!k)
        return false;
    if (k->kernel->template_count) {
        diag_error(s->diags, DIAG_TYPE, at,
                   "'%s' is a template: it has PTX once it is launched with its arguments",
                   k->name);
        return false;
    }
    const struct compiled *code = launch_code(s->launcher, k->kernel, NULL, s->diags, at, NULL);
    if (!code)
        return false;
    struct buf text = {0};
    buf_put(&text, code->image, strnlen(code->image, code->size));
    show_text(s, &text, WC_DISPLAY);
    return true;
}

static bool magic_devices(struct wc_session *s, struct str args, struct span at)
{
    struct device *dev = launcher_device(s->launcher, s->diags, at);
    if (!dev)
        return false;
    const struct device_props *p = device_props(dev);
    struct buf memory = {0}, arch = {0}, cores = {0};
    print_bytes(&memory, p->total_memory);
    buf_printf(&arch, "compute_%d", p->arch);
    buf_printf(&cores, "%u", p->multiprocessors);
    static const struct table_column columns[] = {
        {"device",   false},
        {"name",     false},
        {"code for", false},
        {"cores",    true },
        {"memory",   true }
    };
    const char *cells[] = {p->id, p->name, arch.p, cores.p, memory.p};
    show_table(s, columns, 5, cells, 5, "");
    buf_free(&memory);
    buf_free(&arch);
    buf_free(&cores);
    return true;
}

static bool magic_timing(struct wc_session *s, struct str args, struct span at)
{
    if (str_eq(args, "on") || str_eq(args, "off")) {
        s->timing = str_eq(args, "on") ? TIMING_ON : TIMING_OFF;
        return true;
    }
    diag_error(s->diags, DIAG_SYNTAX, at, "%%timing takes on or off");
    return false;
}

static bool magic_clear(struct wc_session *s, struct str args, struct span at)
{
    bool wait = str_eq(args, "--wait");
    if (args.n && !wait) {
        diag_error(s->diags, DIAG_SYNTAX, at, "%%clear takes --wait or nothing");
        return false;
    }
    session_flush(s);
    if (s->options.on.clear)
        s->options.on.clear(s->options.on.user, wait);
    return true;
}

/* ---- %help ---- */

static bool magic_help(struct wc_session *s, struct str args, struct span at)
{
    struct buf t = {0};
    buf_puts(
        &t,
        "A cell is a piece of a .cu file: kernels, functions, declarations, statements and "
        "expressions, in any order.\n"
        "The last expression without `;` is shown.\n\n"
        "  __global__ void k(int *p) { ... }     a kernel: compiled by NVRTC\n"
        "  device float x[n];                    a device array, zero-filled; A[rows][cols] too\n"
        "  k<<<grid, block>>>(x);                a launch; an array passes as a T *\n"
        "  x = 0.5f;  x = h;  h = x;             fills and copies, sizes checked\n"
        "  x[3]  x[10:20]  A[2]  A[:, 0]         elements and views\n"
        "  show(A);                              a picture; load(\"photo.png\") reads one\n\n");
    for (const struct magic *m = magic_table; m->name; m++)
        buf_printf(&t, "  %-22s %s\n", m->usage, m->help);
    buf_puts(&t, "  !command               runs a shell command\n"
                 "  name? or ?name         explains a name\n");
    show_text(s, &t, WC_PAGER);
    return true;
}

const struct magic magic_table[] = {
    {"help",    "%help",           "this page",                                                     magic_help   },
    {"devices", "%devices",        "the devices kernels can run on",                                magic_devices},
    {"smi",     "%smi",            "the device, its memory, and what the session's variables hold", magic_smi    },
    {"vars",    "%vars",           "the session's variables",                                       magic_vars   },
    {"kernels", "%kernels",        "the session's kernels",                                         magic_kernels},
    {"ptx",     "%ptx KERNEL",     "the PTX of a kernel, or of an array expression: %ptx y = a * x + y", magic_ptx    },
    {"timing",  "%timing on|off",  "the table of launches under a cell",                            magic_timing },
    {"clear",   "%clear [--wait]", "clears the cell's output, now or when the next output comes",
     magic_clear                                                                                                 },
    {NULL,      NULL,              NULL,                                                            NULL         },
};

static bool run_magic_line(struct wc_session *s, struct str line, struct span at)
{
    size_t n = 0;
    while (n < line.n && !isspace((unsigned char) line.p[n]))
        n++;
    struct str name = {line.p, n}, args = trim((struct str){line.p + n, line.n - n});
    char *wanted = xstrndup(name.p, name.n);
    struct name_match match = {.wanted = wanted};
    const struct magic *m = magic_table;
    for (; m->name && strcmp(m->name, wanted); m++)
        name_match_try(&match, m->name);
    bool ok = m->name;
    if (!ok) {
        struct diag *d = diag_error(s->diags, DIAG_NAME, at, "there is no magic '%%%s'", wanted);
        if (name_match_best(&match))
            diag_help(s->diags, d, "did you mean %%%s?", name_match_best(&match));
        else
            diag_help(s->diags, d, "%%help lists them");
    }
    free(wanted);
    return ok && m->run(s, args, at);
}

/* ---- ! ---- */

/* What the child has written, to the cell; false when the pipe has ended. */
static bool forward(struct wc_session *s, int from, int fd)
{
    char bytes[4096];
    ssize_t n = read(from, bytes, sizeof bytes);
    if (n > 0)
        session_stream(s, fd, bytes, (size_t) n);
    return n > 0 || (n < 0 && errno == EINTR);
}

static int wait_for(struct wc_session *s, pid_t child, const int pipes[2])
{
    struct pollfd fds[2] = {
        {.fd = pipes[0], .events = POLLIN},
        {.fd = pipes[1], .events = POLLIN}
    };
    bool stopped = false;
    while (fds[0].fd >= 0 || fds[1].fd >= 0) {
        poll(fds, 2, 50);
        for (int i = 0; i < 2; i++)
            if (fds[i].fd >= 0 && fds[i].revents && !forward(s, fds[i].fd, i + 1))
                fds[i].fd = -1;
        if (!stopped && atomic_load(&s->interrupt)) {
            kill(-child, SIGTERM);
            stopped = true;
        }
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return status;
}

static bool run_shell(struct wc_session *s, struct str command, struct span at)
{
    char *line = xstrndup(command.p, command.n), *argv[] = {"sh", "-c", line, NULL};
    int out[2], err[2];
    if (pipe2(out, O_CLOEXEC) || pipe2(err, O_CLOEXEC)) {
        diag_error(s->diags, DIAG_SYSTEM, at, "no pipe for the command: %s", strerror(errno));
        free(line);
        return false;
    }
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, out[1], 1);
    posix_spawn_file_actions_adddup2(&actions, err[1], 2);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    pid_t child;
    int failed = posix_spawn(&child, "/bin/sh", &actions, &attributes, argv, environ);
    close(out[1]);
    close(err[1]);
    int status = failed ? 0 : wait_for(s, child, (int[]){out[0], err[0]});
    close(out[0]);
    close(err[0]);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    free(line);
    if (failed)
        diag_error(s->diags, DIAG_SYSTEM, at, "the command cannot be started: %s",
                   strerror(failed));
    else if (atomic_load(&s->interrupt))
        diag_error(s->diags, DIAG_INTERRUPT, at, "stopped by the user");
    else if (WIFSIGNALED(status))
        diag_error(s->diags, DIAG_SYSTEM, at, "the command was ended by signal %d",
                   WTERMSIG(status));
    return !s->diags->errors;
}

/* ---- ? ---- */

static bool explain(struct wc_session *s, struct str name, struct span at)
{
    struct display d = {0};
    bool known = name.n && session_describe(s, name.p, name.n, &d);
    if (known)
        session_display(s, &d, WC_PAGER);
    else
        diag_help(s->diags,
                  diag_error(s->diags, DIAG_NAME, at, "nothing is known about '%.*s'", (int) name.n,
                             name.p),
                  "%%help shows what a cell can hold");
    display_free(&d);
    return known;
}

bool session_magic(void *session, struct str line, struct span at)
{
    struct wc_session *s = session;
    line = trim(line);
    if (!line.n)
        return true;
    struct str rest = trim((struct str){line.p + 1, line.n - 1});
    if (*line.p == '!')
        return run_shell(s, rest, at);
    if (*line.p == '?')
        return explain(s, rest, at);
    if (line.p[line.n - 1] == '?' && *line.p != '%')
        return explain(s, trim((struct str){line.p, line.n - 1}), at);
    return run_magic_line(s, rest, at);
}
