/* SPDX-License-Identifier: Apache-2.0 */
/* Opens and closes sessions and runs cells. A cell goes through the passes of session/cell/session_passes.c; one that starts with
 * %% goes to magic/. */
#include "session/session_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/machine/machine_limits.h"
#include "base/machine/machine_rest.h"
#include "debug/dap/debug_dap.h"
#include "magic/magic.h"
#include "session/cell/session_clock.h"
#include "session/cell/session_script.h"

static bool is_host(void *vm, uint64_t addr)
{
    return space_holds(((struct vm *) vm)->host, addr);
}

static void device_output(void *session, const char *text, size_t n)
{
    session_stream(session, 1, text, n);
}

/* Releases a session variable's data beyond its unit, when its name is removed. */
static void release_symbol(void *session, struct symbol *v)
{
    struct vm *vm = ((struct wc_session *) session)->vm;
    if (v->kind != SYMBOL_VARIABLE || v->storage != STORAGE_SESSION || !v->live.object)
        return;
    if (v->type->kind == TYPE_DEVICE_ARRAY && !v->live.result)
        vm_results_release(vm, ((struct array *) v->live.object)->storage);
    vm_drop(vm, v);
}

/* All that %reset makes anew. */
static void start(struct wc_session *s)
{
    const struct wc_options *options = &s->options;
    s->timing = TIMING_SHORT;
    s->advice = true;
    VEC_PUSH(&s->arguments, NULL);
    s->names = intern_new();
    s->sources = sources_new();
    s->debugger = debugger_new(s->sources);
    debug_dap_bind(s->dap, s->debugger, s->sources);
    struct lang_hooks hooks = {.user = s,
                               .builtins = builtin_table,
                               .prelude = builtin_prelude,
                               .replaced = release_symbol,
                               .interrupt = &s->interrupt};
    s->lang = lang_new(s->names, s->sources, &hooks);
    session_poll_open(s);
    s->widgets = session_widgets_new();
    s->compiler = compiler_new(options->nvrtc, &s->poll, &s->interrupt);
    struct launch_hooks launch = {.user = s, .output = device_output, .poll = &s->poll};
    s->launcher = launcher_new(s->lang, s->sources, s->compiler, options->device, options->memory,
                               &launch, &s->interrupt);
    struct vm_hooks vm = {.user = s,
                          .stream = session_stream,
                          .show = session_show,
                          .magic = magic_run_line,
                          .input = session_input,
                          .widget = session_widget};
    s->vm = vm_new(s->lang, s->names, s->sources, s->launcher, &vm, options->memory, &s->interrupt,
                   &s->poll);
    s->vm->style = (struct display_style){
        .terminal = options->terminal, .sixels = options->on.sixels, .user = options->on.user};
    wc_resize(s, options->columns);
    launcher_host(s->launcher, is_host, s->vm);
    launcher_full(s->launcher, vm_holders, s->vm);
    if (space_fd(s->vm->host) >= 0)
        launcher_host_space(s->launcher, s->vm->host);
}

/* On the clock's thread. */
static bool time_is_over(void *session)
{
    struct wc_session *s = session;
    if (debugger_is_stopped(s->debugger)) /* somebody is looking */
        return false;
    wc_interrupt(s);
    return true;
}

/* "stopped by the user while 'k' was running" was not the user's doing. */
static void tell_the_limit(struct wc_session *s, struct diags *diags)
{
    static const char user[] = "stopped by the user";
    struct diag *d = diags->last;
    if (d->kind != DIAG_INTERRUPT)
        return;
    const char *rest = strncmp(d->text, user, sizeof user - 1) ? "" : d->text + sizeof user - 1;
    d->kind = DIAG_TIMEOUT;
    d->text =
        arena_printf(&diags->arena, "stopped after %g s%s", session_clock_limit(s->clock), rest);
    diag_help(diags, d,
              "a cell may take %g s here (WARPCELL_CELL_TIMEOUT, where the session was started)",
              session_clock_limit(s->clock));
}

struct wc_session *wc_open(const struct wc_options *options)
{
    struct wc_session *s = xcalloc(1, sizeof *s);
    s->options = *options;
    if (!s->options.memory)
        s->options.memory = machine_program_memory();
    s->clock = session_clock_new(time_is_over, s);
    session_debug_open(s);
    start(s);
    return s;
}

void wc_resize(struct wc_session *s, int columns)
{
    s->vm->style.columns = columns > 0 ? columns : 80;
}

static void stop(struct wc_session *s)
{
    struct diags unheard = {0}; /* destructors still run, but the last cell's diags are gone */
    s->vm->diags = &unheard;
    dash_free(&s->dash);
    magic_exercise_free(s);
    magic_ranks_free(s);
    vm_end_statics(s->vm);
    session_flush(s); /* what they have written */
    lang_each(s->lang, release_symbol, s);
    vm_release_deferred(s->vm);
    diags_free(&unheard);
    launcher_host_space(s->launcher, NULL);
    vm_free(&s->vm);
    debug_dap_bind(s->dap, NULL, NULL);
    magic_debug_free(s);
    launcher_free(&s->launcher);
    compiler_free(&s->compiler);
    while (s->kept.n) /* the newest first: what a failed unit takes back may be of an older one */
        unit_free(&s->kept.at[--s->kept.n]);
    VEC_FREE(&s->kept);
    lang_free(&s->lang);
    VEC_FREE(&s->advised);
    session_forget_past(s);
    session_arguments_forget(s);
    VEC_FREE(&s->arguments);
    sources_free(&s->sources);
    intern_free(&s->names);
    arena_free(&s->answers);
    display_free(&s->inspection);
    session_widgets_free(&s->widgets);
}

void wc_close(struct wc_session *s)
{
    if (!s)
        return;
    stop(s);
    debug_dap_free(&s->dap);
    session_clock_free(&s->clock);
    free(s);
}

/* %reset: as after a restart, in the same process. The cell's number, the folder and the environment stay. */
static void reset(struct wc_session *s)
{
    struct wc_options options = s->options;
    options.columns = s->vm->style.columns;
    stop(s);
    *s = (struct wc_session){
        .options = options, .exit_code = s->exit_code, .dap = s->dap, .clock = s->clock};
    start(s);
}

void wc_begin(struct wc_session *s)
{
    atomic_store(&s->interrupt, false);
    atomic_store(&s->poll.requested, false);
    s->begun = true;
}

enum wc_status session_run(struct wc_session *s, const struct wc_cell *cell)
{
    struct diags diags = {0};
    if (!s->begun)
        wc_begin(s);
    s->begun = false;
    s->running = true;
    s->silent = cell->silent;
    s->no_timing = cell->no_timing;
    s->file = cell->file;
    s->diags = &diags;
    s->cell_name = cell->name;
    session_arguments(s, cell);
    session_debug_cell(s);
    session_clock_start(s->clock);
    bool ok =
        magic_is_cell((struct str){cell->code, cell->size}) && !cell->file
            ? magic_run_cell(s, (struct str){cell->code, cell->size})
            : session_run_passes(s, sources_add(s->sources, cell->file ? SOURCE_FILE : SOURCE_CELL,
                                                cell->name, cell->code, cell->size));
    s->running = false;
    if (session_clock_stop(s->clock) && !ok && diags.last)
        tell_the_limit(s, &diags);
    session_progress_end(s);
    session_flush(s);
    session_warnings(s, &diags);
    session_timings(s);
    dash_poll(s, true);
    if (!ok)
        session_error(s, &diags);
    bool interrupted = !ok && diags.last && diags.last->kind == DIAG_INTERRUPT;
    s->exit_code = ok || s->vm->aborted ? s->vm->exit_code : 1;
    bool exits = s->vm->exiting, main = s->vm->ran_main;
    session_remember(s, cell, ok, &diags);
    s->diags = NULL;
    diags_free(&diags);
    if (s->resets)
        reset(s);
    if (ok && main && s->exit_code && !cell->file && !cell->program) {
        session_ended(s);
        return WC_ERROR;
    }
    if (!ok)
        return interrupted ? WC_INTERRUPTED : WC_ERROR;
    return exits && (cell->file || cell->program) ? WC_EXIT : WC_OK;
}

/* A file of cells: the status of the first that fails or ends the program, or of the last. */
static enum wc_status run_script(struct wc_session *s, const struct wc_cell *file)
{
    struct script script = {.text = file->code};
    struct buf text = {0};
    enum wc_status status = WC_OK;
    s->exit_code = 0;
    while (status == WC_OK && script_next(&script, &text)) {
        struct wc_cell cell = *file;
        cell.code = text.p;
        cell.size = text.n;
        cell.file = false;
        cell.program = true;
        status = wc_run(s, &cell);
    }
    buf_free(&text);
    return status;
}

enum wc_status wc_run(struct wc_session *s, const struct wc_cell *cell)
{
    char *code = xstrndup(cell->code, cell->size);
    struct wc_cell mine = *cell;
    mine.code = code;
    if (cell->file && script_has_cells(code)) {
        enum wc_status status = run_script(s, &mine);
        free(code);
        return status;
    }
    if (!cell->file)
        session_interact(s, cell, code);
    enum wc_status status = session_run(s, &mine);
    session_interact_end(s);
    free(code);
    return status;
}

void wc_rest(struct wc_session *s)
{
    vm_rest(s->vm);
    machine_rest();
}

int wc_exit_code(const struct wc_session *s)
{
    return s->exit_code;
}

char *wc_evaluate(struct wc_session *s, const char *code, size_t size)
{
    struct buf text = {0};
    char name[32];
    snprintf(name, sizeof name, "expression %u", ++s->evaluations);
    struct wc_cell cell = {.name = name, .code = code, .size = size, .no_timing = true};
    s->capture = &text;
    enum wc_status status = wc_run(s, &cell);
    s->capture = NULL;
    if (status == WC_OK)
        return buf_take(&text);
    buf_free(&text);
    return NULL;
}

static bool ends_with_blank_line(struct str text)
{
    size_t n = text.n;
    while (n && (text.p[n - 1] == ' ' || text.p[n - 1] == '\t' || text.p[n - 1] == '\r'))
        n--;
    return n && text.p[n - 1] == '\n';
}

/* The body of a cell magic continues until an empty line. */
enum wc_completeness wc_is_complete(struct wc_session *s, const char *code, size_t size,
                                    char indent[64])
{
    int spaces = 0;
    struct str body;
    bool magic = magic_cell_body((struct str){code, size}, &body);
    enum lang_completeness c = magic ? lang_is_complete(s->lang, body.p, body.n, &spaces)
                                     : lang_is_complete(s->lang, code, size, &spaces);
    if (magic && c != LANG_INCOMPLETE)
        c = ends_with_blank_line(body) ? LANG_COMPLETE : LANG_INCOMPLETE;
    spaces = spaces < 0 ? 0 : spaces > 63 ? 63 : spaces;
    memset(indent, ' ', (size_t) spaces);
    indent[c == LANG_INCOMPLETE ? spaces : 0] = 0;
    return c == LANG_COMPLETE ? WC_COMPLETE : c == LANG_INCOMPLETE ? WC_INCOMPLETE : WC_INVALID;
}

void wc_interrupt(struct wc_session *s)
{
    atomic_store(&s->interrupt, true);
    poll_request(&s->poll);
}

void wc_attend(struct wc_session *s)
{
    poll_request(&s->poll);
}

void wc_counters(const struct wc_session *s, struct wc_counters *out)
{
    struct device *d = launcher_opened(s->launcher);
    uint64_t busy;
    *out = (struct wc_counters){.device_memory = d ? device_memory_used(d) : 0};
    launch_totals(s->launcher, &out->launches, &busy);
    out->device_seconds = (double) busy * 1e-9;
}

const char *wc_version(void)
{
    return WARPCELL_VERSION;
}

const char *wc_banner(void)
{
    return "Warpcell " WARPCELL_VERSION
           ": CUDA C in a cell\n%help shows what a cell can contain; name? explains a name.";
}
