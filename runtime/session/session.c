/* SPDX-License-Identifier: Apache-2.0 */
/* The passes of a cell, in order: wc_run is the whole story. Each pass either succeeds or has recorded why not. */
#include "session/session_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"

static bool is_host(void *vm, uint64_t addr)
{
    return space_holds(((struct vm *) vm)->host, addr);
}

static void device_output(void *session, const char *text, size_t n)
{
    session_stream(session, 1, text, n);
}

/* What a session variable holds beyond its unit, when its name goes. */
static void release_symbol(void *session, struct symbol *v)
{
    if (v->kind == SYMBOL_VARIABLE && v->storage == STORAGE_SESSION && v->object)
        vm_drop(((struct wc_session *) session)->vm, v);
}

struct wc_session *wc_open(const struct wc_options *options)
{
    struct wc_session *s = xcalloc(1, sizeof *s);
    s->options = *options;
    s->timing = TIMING_SHORT;
    s->advice = true;
    VEC_PUSH(&s->arguments, NULL);
    s->names = intern_new();
    s->sources = sources_new();
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
                          .magic = session_magic,
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
    return s;
}

void wc_resize(struct wc_session *s, int columns)
{
    s->vm->style.columns = columns > 0 ? columns : 80;
}

void wc_close(struct wc_session *s)
{
    if (!s)
        return;
    struct diags unheard = {0}; /* destructors run yet, and the last cell's have gone */
    s->vm->diags = &unheard;
    dash_free(&s->dash);
    vm_end_statics(s->vm);
    lang_each(s->lang, release_symbol, s);
    vm_bury(s->vm);
    diags_free(&unheard);
    launcher_host_space(s->launcher, NULL);
    vm_free(&s->vm);
    launcher_free(&s->launcher);
    compiler_free(&s->compiler);
    VEC_EACH (u, &s->kept) /* a unit that failed takes its instances out of lang's templates */
        unit_free(u);
    VEC_FREE(&s->kept);
    lang_free(&s->lang);
    VEC_FREE(&s->advised);
    session_arguments_forget(s);
    VEC_FREE(&s->arguments);
    sources_free(&s->sources);
    intern_free(&s->names);
    arena_free(&s->answers);
    display_free(&s->inspection);
    session_widgets_free(&s->widgets);
    free(s);
}

/* Host functions call through handles that hold their symbol, and values point into literals: a unit that defined
 * something stays as long as the session. */
static void keep(struct wc_session *s, struct unit *u)
{
    if (u->keeps)
        VEC_PUSH(&s->kept, u);
    else
        unit_free(&u);
}

/* text -> unit -> device code -> names. NULL: diags say why, and nothing is defined. */
static struct unit *prepare(struct wc_session *s, const struct source *source, struct diags *diags)
{
    struct unit *u = lang_check(s->lang, source, diags);
    if (!u)
        return NULL;
    if (!launch_compile(s->launcher, u, diags)) {
        launch_abandon(s->launcher, u);
        unit_free(&u);
        return NULL;
    }
    lang_commit(s->lang, u);
    launch_commit(s->launcher, u);
    return u;
}

/* names -> effects; then the device is waited for, whatever happened. */
static bool perform(struct wc_session *s, struct unit *u, struct diags *diags)
{
    struct span all = {u->source->id, 0, (uint32_t) u->source->text.n};
    bool ok = vm_run(s->vm, u, diags);
    bool exits = s->vm->exiting;
    struct diags later = {0}; /* a fault behind an error of the host is the lesser news */
    bool settled = launch_sync(s->launcher, ok || exits ? diags : &later, all);
    if (settled)
        launch_settled(s->launcher);
    launcher_check_report(s->launcher, diags);
    ok = settled && ok;
    diags_free(&later);
    return ok || (exits && !diags->errors);
}

static bool run_passes(struct wc_session *s, const struct source *source, struct diags *diags)
{
    struct unit *u = prepare(s, source, diags);
    bool ok = u && perform(s, u, diags);
    if (u)
        keep(s, u);
    return ok;
}

/* ---- code inside the running cell ---- */

struct unit *session_prepare(struct wc_session *s, const char *name, const char *code, size_t n)
{
    return prepare(s, sources_add(s->sources, SOURCE_CELL, name, code, n), s->diags);
}

bool session_perform(struct wc_session *s, struct unit *u)
{
    return perform(s, u, s->diags) && !s->vm->exiting;
}

void session_done(struct wc_session *s, struct unit *u)
{
    keep(s, u);
}

bool session_run_inside(struct wc_session *s, enum source_kind kind, const char *name,
                        const char *code, size_t n)
{
    struct unit *u = prepare(s, sources_add(s->sources, kind, name, code, n), s->diags);
    bool ok = u && session_perform(s, u);
    if (u)
        session_done(s, u);
    return ok;
}

char *session_evaluate(struct wc_session *s, const char *code)
{
    struct buf text = {0}, *outer = s->capture;
    s->capture = &text;
    bool ok = session_run_inside(s, SOURCE_CELL, "expression", code, strlen(code));
    s->capture = outer;
    if (ok && text.n)
        return buf_take(&text);
    if (ok)
        diag_error(s->diags, DIAG_TYPE, (struct span){0}, "'%s' has no value", code);
    buf_free(&text);
    return NULL;
}

void session_arguments_forget(struct wc_session *s)
{
    for (size_t i = 1; i < s->arguments.n; i++)
        free(s->arguments.at[i]);
    s->arguments.n = 1;
}

void session_arguments(struct wc_session *s, const struct wc_cell *cell)
{
    s->arguments.at[0] = (char *) (uintptr_t) s->cell_name;
    if (cell && cell->argc)
        s->vm->arguments = (struct vm_arguments){cell->argc, cell->argv};
    else
        s->vm->arguments = (struct vm_arguments){(int) s->arguments.n, s->arguments.at};
}

enum wc_status session_run(struct wc_session *s, const struct wc_cell *cell)
{
    struct diags diags = {0};
    atomic_store(&s->interrupt, false);
    atomic_store(&s->poll.requested, false);
    s->running = true;
    s->silent = cell->silent;
    s->no_timing = cell->no_timing;
    s->file = cell->file;
    s->diags = &diags;
    s->cell_name = cell->name;
    session_arguments(s, cell);
    bool ok = session_is_cell_magic((struct str){cell->code, cell->size}) && !cell->file
                  ? session_cell_magic(s, (struct str){cell->code, cell->size})
                  : run_passes(s,
                               sources_add(s->sources, cell->file ? SOURCE_FILE : SOURCE_CELL,
                                           cell->name, cell->code, cell->size),
                               &diags);
    s->running = false;
    session_progress_end(s);
    session_flush(s);
    session_warnings(s, &diags);
    session_timings(s);
    session_dash_poll(s, true);
    if (!ok)
        session_error(s, &diags);
    bool interrupted = !ok && diags.last && diags.last->kind == DIAG_INTERRUPT;
    s->exit_code = ok || s->vm->aborted ? s->vm->exit_code : 1;
    s->diags = NULL;
    diags_free(&diags);
    return !ok                            ? (interrupted ? WC_INTERRUPTED : WC_ERROR)
           : s->vm->exiting && cell->file ? WC_EXIT
                                          : WC_OK;
}

enum wc_status wc_run(struct wc_session *s, const struct wc_cell *cell)
{
    char *code = xstrndup(cell->code, cell->size);
    struct wc_cell mine = *cell;
    mine.code = code;
    if (!cell->file)
        session_interact(s, cell, code);
    enum wc_status status = session_run(s, &mine);
    session_interact_end(s);
    free(code);
    return status;
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

/* The body of a cell magic goes on until an empty line. */
enum wc_completeness wc_is_complete(struct wc_session *s, const char *code, size_t size,
                                    char indent[64])
{
    int spaces = 0;
    struct str body;
    bool magic = session_cell_magic_body((struct str){code, size}, &body);
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

const char *wc_version(void)
{
    return WARPCELL_VERSION;
}

const char *wc_banner(void)
{
    return "Warpcell " WARPCELL_VERSION
           ": CUDA C in a cell\n%help shows what a cell can contain; name? explains a name.";
}
