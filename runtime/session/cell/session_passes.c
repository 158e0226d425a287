/* SPDX-License-Identifier: Apache-2.0 */
/* The passes that a cell's code goes through: checked, compiled, defined, run. A magic runs code inside the running cell
 * with the same passes; prepare and perform are separate so that it can run one unit many times. */
#include "session/cell/session_state.h"

#include <stdlib.h>
#include <string.h>

#include "device/cuda_errors.h"

/* text -> unit -> device code -> names. NULL: diags explain why, and nothing is defined. */
static struct unit *prepare(struct wc_session *s, const struct source *source, struct diags *diags)
{
    lang_set_device_arch(s->lang, launcher_arch(s->launcher));
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

/* What the checker says of the program itself, when its main has returned. */
static void report_host_mistakes(struct wc_session *s, struct diags *diags)
{
    int code = s->vm->ran_main && launcher_checking(s->launcher) ? s->vm->unlooked : 0;
    launcher_check_output(s->launcher, diags);
    s->vm->unlooked = 0;
    if (!code)
        return;
    struct diag *d = diag_warning(diags, DIAG_MEMORY, s->vm->unlooked_at,
                                  "this call failed with %s, and nothing looks at the error",
                                  cuda_error_name(code));
    diag_help(diags, d, "%s: test the result of each call, or call cudaGetLastError()",
              cuda_error_text(code));
    launch_host_mistake(s->launcher);
}

/* names -> effects; then waits for the device in any case. */
static bool perform(struct wc_session *s, struct unit *u, struct diags *diags)
{
    struct span all = {u->source->id, 0, (uint32_t) u->source->text.n};
    bool ok = vm_run(s->vm, u, diags);
    bool exits = s->vm->exiting;
    launch_ends(s->launcher, s->vm->ran_main);
    struct diags later = {0}; /* a fault matters less than the host error before it */
    bool settled = launch_sync(s->launcher, ok || exits ? diags : &later, all);
    if (settled)
        launch_settled(s->launcher);
    report_host_mistakes(s, diags);
    launcher_check_report(s->launcher, diags);
    ok = settled && ok;
    diags_free(&later);
    return ok || (exits && !diags->errors);
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

/* Host functions call through handles that hold their symbol: what a unit defined lives as long as the session. */
void session_done(struct wc_session *s, struct unit *u)
{
    if (!u->keeps) {
        unit_free(&u);
        return;
    }
    unit_settle(u);
    VEC_PUSH(&s->kept, u);
}

bool session_define(struct wc_session *s, const struct source *source, struct diags *diags)
{
    struct unit *u = prepare(s, source, diags);
    if (u)
        session_done(s, u);
    return u;
}

bool session_run_passes(struct wc_session *s, const struct source *source)
{
    struct unit *u = prepare(s, source, s->diags);
    bool ok = u && perform(s, u, s->diags);
    if (u)
        session_done(s, u);
    return ok;
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
