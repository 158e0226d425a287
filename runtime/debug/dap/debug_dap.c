/* SPDX-License-Identifier: Apache-2.0 */
/* Requests of the Debug Adapter Protocol: who answers them, breakpoints, motions and events. Next: debug_dap_state.c. */
#include "debug/dap/debug_dap.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "debug/dap/debug_dap_impl.h"

enum { LOOK_NS = 10000000 };

struct debug_dap *debug_dap_new(const struct debug_dap_hooks *hooks)
{
    struct debug_dap *p = xcalloc(1, sizeof *p);
    pthread_condattr_t a;
    p->hooks = *hooks;
    p->dumped = json_object();
    pthread_mutex_init(&p->lock, NULL);
    pthread_condattr_init(&a);
    pthread_condattr_setclock(&a, CLOCK_MONOTONIC);
    pthread_cond_init(&p->changed, &a);
    pthread_condattr_destroy(&a);
    return p;
}

void debug_dap_free(struct debug_dap **at)
{
    struct debug_dap *p = *at;
    if (!p)
        return;
    dap_forget_breakpoints(p, NULL);
    dap_forget_references(p);
    debug_console_free(&p->console);
    VEC_FREE(&p->breakpoints);
    VEC_FREE(&p->references);
    json_decref(p->dumped);
    pthread_cond_destroy(&p->changed);
    pthread_mutex_destroy(&p->lock);
    free(p);
    *at = NULL;
}

void debug_dap_bind(struct debug_dap *p, struct debugger *d, const struct sources *sources)
{
    struct debug_console_hooks hooks = {
        .user = p->hooks.user, .smi = p->hooks.smi, .picture = p->hooks.picture};
    pthread_mutex_lock(&p->lock);
    debug_console_free(&p->console);
    p->console = d ? debug_console_new(d, sources, &hooks) : NULL;
    p->d = d;
    p->sources = sources;
    pthread_mutex_unlock(&p->lock);
}

struct debug_console *debug_dap_console(struct debug_dap *p)
{
    return p->console;
}

bool debug_dap_wants(struct debug_dap *p)
{
    pthread_mutex_lock(&p->lock);
    bool wants = p->attached && (p->launched || p->breakpoints.n || p->pauses);
    pthread_mutex_unlock(&p->lock);
    return wants;
}

static void send_event(struct debug_dap *p, const char *event, json_t *body)
{
    json_t *e =
        json_pack("{si ss ss so}", "seq", ++p->seq, "type", "event", "event", event, "body", body);
    char *text = json_dumps(e, JSON_COMPACT);
    if (p->hooks.event)
        p->hooks.event(p->hooks.user, text);
    free(text);
    json_decref(e);
}

static void send_output(struct debug_dap *p, const char *text, size_t n)
{
    send_event(p, "output", json_pack("{ss ss%}", "category", "console", "output", text, n));
}

/* ---- sessions ---- */

static json_t *debug_info(struct debug_dap *p, const json_t *args, const char **out_error)
{
    json_t *stopped = json_array();
    (void) args;
    (void) out_error;
    if (p->stopped)
        json_array_append_new(stopped, json_integer(1));
    return json_pack("{sb ss si ss ss so so sb s[] sb}", "isStarted", p->started, "hashMethod",
                     "Murmur2", "hashSeed", CELL_SEED, "tmpFilePrefix", debug_cell_prefix,
                     "tmpFileSuffix", debug_cell_suffix, "breakpoints", dap_listed_breakpoints(p),
                     "stoppedThreads", stopped, "richRendering", 1, "exceptionPaths",
                     "copyToGlobals", 0);
}

static json_t *initialize(struct debug_dap *p, const json_t *args, const char **out_error)
{
    (void) out_error;
    p->jupyterlab = !strcmp(dap_text(args, "clientID", ""), "jupyterlab");
    p->started = true;
    return json_pack("{sb sb sb sb sb sb sb sb sb sb s[]}", "supportsConfigurationDoneRequest", 1,
                     "supportsConditionalBreakpoints", 1, "supportsHitConditionalBreakpoints", 1,
                     "supportsFunctionBreakpoints", 1, "supportsLogPoints", 1, "supportsStepBack",
                     1, "supportsEvaluateForHovers", 1, "supportsSetVariable", 1,
                     "supportsTerminateRequest", 1, "supportsModulesRequest", 0,
                     "exceptionBreakpointFilters");
}

static json_t *attach(struct debug_dap *p, const json_t *args, const char **out_error)
{
    (void) args;
    (void) out_error;
    p->attached = p->started = true;
    send_event(p, "initialized", json_object());
    return json_object();
}

/* The program is the front end's to run (repl/dap.c). All of it is debugged, so that breakpoints may come while it runs. */
static json_t *launch(struct debug_dap *p, const json_t *args, const char **out_error)
{
    p->launched = !json_is_true(json_object_get(args, "noDebug"));
    p->at_entry = json_is_true(json_object_get(args, "stopOnEntry"));
    return attach(p, args, out_error);
}

bool debug_dap_takes_entry(struct debug_dap *p)
{
    pthread_mutex_lock(&p->lock);
    bool entry = p->at_entry;
    p->at_entry = false;
    pthread_mutex_unlock(&p->lock);
    return entry;
}

static json_t *disconnect(struct debug_dap *p, const json_t *args, const char **out_error)
{
    (void) args;
    (void) out_error;
    dap_forget_breakpoints(p, NULL);
    p->attached = p->started = p->pauses = p->launched = p->at_entry = false;
    if (p->stopped) {
        p->resume = (struct debug_resume){.motion = DEBUG_DETACH};
        p->goes = true;
    }
    return json_object();
}

static json_t *dump_cell(struct debug_dap *p, const json_t *args, const char **out_error)
{
    const char *code = dap_text(args, "code", NULL);
    if (!code) {
        *out_error = "dumpCell needs code";
        return NULL;
    }
    char *path = debug_cell_path_of(code, strlen(code));
    json_object_set_new(p->dumped, path, json_string(code));
    json_t *out = json_pack("{ss}", "sourcePath", path);
    free(path);
    return out;
}

static json_t *source(struct debug_dap *p, const json_t *args, const char **out_error)
{
    const char *path = dap_text(json_object_get(args, "source"), "path", "");
    const char *text = json_string_value(json_object_get(p->dumped, path));
    if (text)
        return json_pack("{ss}", "content", text);
    for (uint32_t id = 1; p->stopped && source_get(p->sources, id); id++) {
        const struct source *src = source_get(p->sources, id);
        char *own = debug_cell_path(src);
        bool same = !strcmp(own, path);
        free(own);
        if (same)
            return json_pack("{ss%}", "content", src->text.p, src->text.n);
    }
    *out_error = "there is no source of this path";
    return NULL;
}

static json_t *nothing(struct debug_dap *p, const json_t *args, const char **out_error)
{
    (void) p;
    (void) args;
    (void) out_error;
    return json_object();
}

static json_t *modules(struct debug_dap *p, const json_t *args, const char **out_error)
{
    (void) p;
    (void) args;
    (void) out_error;
    return json_pack("{s[] si}", "modules", "totalModules", 0);
}

static json_t *no_variables(void)
{
    return json_pack("{s[]}", "variables");
}

static json_t *pause_launch(struct debug_dap *p, const json_t *args, const char **out_error)
{
    (void) args;
    (void) out_error;
    p->pauses = true;
    if (p->d)
        debugger_pause(p->d);
    return json_object();
}

static json_t *copy_to_globals(struct debug_dap *p, const json_t *args, const char **out_error)
{
    (void) p;
    (void) args;
    *out_error = "variables of kernels cannot be copied to the session";
    return NULL;
}

/* ---- motions ---- */

static const struct dap_motion {
    const char *command;
    struct debug_resume resume;
} motions[] = {
    {"continue",        {.motion = DEBUG_CONTINUE}              },
    {"next",            {.motion = DEBUG_NEXT}                  },
    {"stepIn",          {.motion = DEBUG_STEP}                  },
    {"stepOut",         {.motion = DEBUG_FINISH}                },
    {"stepBack",        {.motion = DEBUG_NEXT, .back = true}    },
    {"reverseContinue", {.motion = DEBUG_CONTINUE, .back = true}},
};

/* A step is that of a thread, which comes into focus. */
static bool put_thread_into_focus(struct debug_dap *p, const json_t *args, const char **out_error)
{
    struct debug_focus kept = debugger_focus(p->d), f;
    if (!dap_thread_focus(p, args, &f, out_error))
        return false;
    if (f.warp == kept.warp || debugger_set_focus(p->d, &f))
        return true;
    *out_error = "this thread has not begun, or has ended";
    return false;
}

static json_t *move(struct debug_dap *p, const char *command, const json_t *args,
                    const char **out_error)
{
    for (size_t k = 0; k < sizeof motions / sizeof *motions; k++) {
        if (strcmp(motions[k].command, command))
            continue;
        if (!p->stopped)
            *out_error = "nothing is stopped";
        else if (motions[k].resume.back && debugger_irreversible(p->d))
            *out_error = debugger_irreversible(p->d);
        else
            p->goes = motions[k].resume.motion == DEBUG_CONTINUE ||
                      put_thread_into_focus(p, args, out_error);
        p->resume = motions[k].resume;
        return p->goes ? json_pack("{sb}", "allThreadsContinued", 1) : NULL;
    }
    *out_error = "the debugger does not know this command";
    return NULL;
}

/* ---- requests ---- */

static const struct dap_command {
    const char *name;
    dap_fn *run;
    bool needs_stop;
} commands[] = {
    {"debugInfo",               debug_info,                   false},
    {"initialize",              initialize,                   false},
    {"attach",                  attach,                       false},
    {"launch",                  launch,                       false},
    {"configurationDone",       nothing,                      false},
    {"disconnect",              disconnect,                   false},
    {"terminate",               disconnect,                   false},
    {"dumpCell",                dump_cell,                    false},
    {"setBreakpoints",          dap_set_breakpoints,          false},
    {"setFunctionBreakpoints",  dap_set_function_breakpoints, false},
    {"setExceptionBreakpoints", nothing,                      false},
    {"source",                  source,                       false},
    {"modules",                 modules,                      false},
    {"pause",                   pause_launch,                 false},
    {"copyToGlobals",           copy_to_globals,              false},
    {"threads",                 dap_threads,                  true },
    {"stackTrace",              dap_stack_trace,              true },
    {"scopes",                  dap_scopes,                   true },
    {"variables",               dap_variables,                true },
    {"evaluate",                dap_evaluate,                 true },
    {"setVariable",             dap_set_variable,             true },
    {"inspectVariables",        dap_inspect,                  true },
    {"richInspectVariables",    dap_rich_inspect,             true },
};

/* What a client asks of a launch that runs or has ended: nothing is there, which is no error where a list is asked for. */
static json_t *without_stop(const char *command, const char **out_error)
{
    if (!strcmp(command, "inspectVariables") || !strcmp(command, "variables"))
        return no_variables();
    if (!strcmp(command, "threads"))
        return json_pack("{s[{si ss}]}", "threads", "id", 1, "name", "kernel");
    if (!strcmp(command, "stackTrace"))
        return json_pack("{s[] si}", "stackFrames", "totalFrames", 0);
    *out_error = "nothing is stopped";
    return NULL;
}

static json_t *run_command(struct debug_dap *p, const char *command, const json_t *args,
                           const char **out_error)
{
    const struct dap_command *known = NULL;
    for (size_t k = 0; k < sizeof commands / sizeof *commands; k++)
        if (!strcmp(commands[k].name, command))
            known = &commands[k];
    if (known && known->needs_stop && !p->stopped)
        return without_stop(command, out_error);
    if (!dap_arguments_are_right(p, command, args, out_error))
        return NULL;
    return known ? known->run(p, args, out_error) : move(p, command, args, out_error);
}

static char *answer(struct debug_dap *p, const char *text)
{
    json_t *request = json_loads(text, 0, NULL);
    const char *command = dap_text(request, "command", ""),
               *error = json_is_object(request) ? "a request needs a command"
                                                : "a request is a JSON object";
    json_t *body =
        *command ? run_command(p, command, json_object_get(request, "arguments"), &error) : NULL;
    json_t *reply =
        json_pack("{si ss si sb ss so}", "seq", ++p->seq, "type", "response", "request_seq",
                  (int) dap_number(request, "seq", 0), "success", body != NULL, "command", command,
                  "body", body ? body : json_object());
    if (!body)
        json_object_set_new(reply, "message", json_string(error ? error : "the request failed"));
    char *out = json_dumps(reply, JSON_COMPACT);
    json_decref(reply);
    json_decref(request);
    return out;
}

char *debug_dap_request(struct debug_dap *p, const char *json)
{
    char *reply = NULL;
    pthread_mutex_lock(&p->lock);
    if (p->stopped) {
        p->request = json;
        pthread_cond_broadcast(&p->changed);
        while (!p->reply)
            pthread_cond_wait(&p->changed, &p->lock);
        reply = p->reply;
        p->reply = NULL;
    } else {
        reply = answer(p, json);
    }
    pthread_mutex_unlock(&p->lock);
    return reply;
}

/* ---- stops: the session's thread ---- */

bool debug_dap_leave(struct debug_dap *p)
{
    const char *error;
    pthread_mutex_lock(&p->lock);
    bool stopped = p->stopped && !p->goes;
    if (stopped) {
        json_decref(disconnect(p, NULL, &error));
        send_event(p, "terminated", json_object());
    }
    pthread_mutex_unlock(&p->lock);
    return stopped;
}

/* With the lock held. */
static void wait_for_request(struct debug_dap *p)
{
    struct timespec t = clock_timespec(clock_ns() + LOOK_NS);
    if (!p->request)
        pthread_cond_timedwait(&p->changed, &p->lock, &t);
}

static const char *reason_text(enum debug_reason r)
{
    switch (r) {
    case DEBUG_AT_BREAKPOINT: return "breakpoint";
    case DEBUG_AT_WATCHPOINT: return "data breakpoint";
    case DEBUG_AT_FAULT:
    case DEBUG_AT_FINDING:
    case DEBUG_AT_ERROR: return "exception";
    case DEBUG_PAUSED: return "pause";
    case DEBUG_AT_ENTRY: return "entry";
    default: return "step";
    }
}

static void tell_stop(struct debug_dap *p)
{
    const struct debug_stop *s = debugger_stop(p->d);
    struct buf displays = {0};
    json_t *body = json_pack("{ss si sb}", "reason", reason_text(s->reason), "threadId", 1,
                             "allThreadsStopped", 1);
    const char *text = s->reason == DEBUG_AT_FAULT     ? device_fault_name(s->fault.kind)
                       : s->reason == DEBUG_AFTER_STEP ? s->after
                                                       : s->message;
    if (text)
        json_object_set_new(body, "text", json_string(text));
    send_event(p, "stopped", body);
    debug_console_displays(p->console, &displays);
    if (displays.n)
        send_output(p, displays.p, displays.n);
    buf_free(&displays);
}

static void serve(struct debug_dap *p)
{
    while (!p->goes) {
        wait_for_request(p);
        if (p->request) {
            p->reply = answer(p, p->request);
            p->request = NULL;
            pthread_cond_broadcast(&p->changed);
        }
        if (p->hooks.interrupt && atomic_load(p->hooks.interrupt)) {
            p->resume = (struct debug_resume){.motion = DEBUG_QUIT};
            p->goes = true;
        }
        pthread_mutex_unlock(&p->lock);
        poll_now(p->hooks.poll, NULL);
        pthread_mutex_lock(&p->lock);
    }
}

static struct debug_resume stopped(void *user, struct debugger *d)
{
    struct debug_dap *p = user;
    (void) d;
    pthread_mutex_lock(&p->lock);
    struct debug_resume resume;
    bool passes = debug_console_passes(p->console, &resume);
    if (passes) {
        pthread_mutex_unlock(&p->lock);
        return resume;
    }
    p->stopped = true;
    p->goes = p->pauses = false;
    tell_stop(p);
    serve(p);
    p->stopped = false;
    while (p->request) { /* one that came with the interrupt */
        p->reply = answer(p, p->request);
        p->request = NULL;
        pthread_cond_broadcast(&p->changed);
    }
    dap_forget_references(p);
    resume = p->resume;
    send_event(p, "continued", json_pack("{si sb}", "threadId", 1, "allThreadsContinued", 1));
    pthread_mutex_unlock(&p->lock);
    return resume;
}

static void begins(void *user, struct debugger *d)
{
    struct debug_dap *p = user;
    pthread_mutex_lock(&p->lock);
    dap_apply_breakpoints(p);
    if (p->pauses)
        debugger_pause(d);
    pthread_mutex_unlock(&p->lock);
}

static void put_log(void *user, const char *text, size_t n)
{
    struct debug_dap *p = user;
    pthread_mutex_lock(&p->lock);
    send_output(p, text, n);
    pthread_mutex_unlock(&p->lock);
}

struct debug_front debug_dap_front(struct debug_dap *p)
{
    return (struct debug_front){.user = p, .stopped = stopped, .log = put_log, .begins = begins};
}
