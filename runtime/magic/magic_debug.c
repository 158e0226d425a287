/* SPDX-License-Identifier: Apache-2.0 */
/* %debug: launches under the debugger, with its console on the session's input and output. Next: debug/debug_console.c. */
#include "base/str.h"
#include "debug/debug_console.h"
#include "magic/magic_internal.h"

static void put(void *user, const char *text, size_t n)
{
    session_stream(user, 1, text, n);
    session_flush(user);
}

static char *ask(void *user, const char *prompt)
{
    return session_input(user, prompt);
}

static struct debugger *debugger_of(struct wc_session *s)
{
    struct debug_console_hooks hooks = {.user = s, .put = put, .ask = ask};
    if (!s->debug_console)
        s->debug_console = debug_console_new(s->debugger, s->sources, &hooks);
    return s->debugger;
}

void magic_debug_free(struct wc_session *s)
{
    launcher_debug(s->launcher, NULL, false, NULL, (struct span){0});
    debug_console_free(&s->debug_console);
    debugger_free(&s->debugger);
}

static bool debug_on(struct wc_session *s, bool entry, bool optimised, struct span at)
{
    struct debugger *d = debugger_of(s);
    struct debug_front front = debug_console_front(s->debug_console);
    if (!launcher_debug(s->launcher, d, optimised, s->diags, at))
        return false;
    debugger_set_front(d, &front);
    debugger_stop_at(d, entry, true);
    return true;
}

/* Takes -O from the arguments. */
static bool take_optimised(struct str *args)
{
    if (args->n < 2 || strncmp(args->p, "-O", 2) || (args->n > 2 && args->p[2] != ' '))
        return false;
    *args = str_trim((struct str){args->p + 2, args->n - 2});
    return true;
}

static bool debug_unit(struct wc_session *s, struct unit *u, bool optimised)
{
    struct span at = {0};
    bool on = launcher_debugs(s->launcher);
    bool ok = u && debug_on(s, true, optimised, at) && session_perform(s, u) &&
              launch_sync(s->launcher, s->diags, at);
    if (on)
        debugger_stop_at(s->debugger, false, true);
    else
        launcher_debug(s->launcher, NULL, false, s->diags, at);
    if (u)
        session_done(s, u);
    return ok;
}

MAGIC(debug)
{
    bool optimised = take_optimised(&args);
    if (str_eq(args, "on") || str_eq(args, "start"))
        return debug_on(s, str_eq(args, "start"), optimised, at);
    if (str_eq(args, "off"))
        return launcher_debug(s->launcher, NULL, false, s->diags, at);
    if (!args.n) {
        debugger_of(s);
        return !debug_console_prepare(s->debug_console) || debug_on(s, false, optimised, at);
    }
    return debug_unit(s, magic_prepare_statement(s, args, at, "%debug"), optimised);
}

CELL_MAGIC(debug)
{
    bool optimised = take_optimised(&args);
    return debug_unit(s, session_prepare(s, s->cell_name, body.p, body.n), optimised);
}
