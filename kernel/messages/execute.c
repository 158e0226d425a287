/* SPDX-License-Identifier: Apache-2.0 */
/* execute_request: runs a cell in the session and turns what the session calls back into messages.
 * The order on iopub is busy, execute_input, outputs, the error if there is one, idle (E-2); core/dispatch.c sends the
 * first and the last. Next: iopub.c. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "core/history.h"
#include "messages/bundle.h"
#include "messages/messages.h"
#include "messages/metrics.h"
#include "messages/run.h"
#include "messages/widget.h"
#include "wire/json.h"
#include "wire/now.h"

/* ---- the session's callbacks: on the shell thread, while wc_run runs ---- */

static void on_stream(void *user, int fd, const char *text, size_t n)
{
    struct jupyter_kernel *k = user;
    if (!run_output(k))
        return;
    if (run_current(k)->interact) {
        interact_text(k, run_current(k)->interact, text, n);
        return;
    }
    iopub_stream(kernel_iopub(k), fd == STDERR_FILENO ? "stderr" : "stdout",
                 request_header(run_current(k)->request), text, n);
}

static void add_page(struct run *run, const struct wc_bundle *b)
{
    json_array_append_new(run->payload, json_pack("{ss so si}", "source", "page", "data",
                                                  bundle_data(b), "start", 0));
}

static void remember_result(struct run *run, const struct wc_bundle *b)
{
    const struct wc_mime *plain = bundle_plain(b);
    json_decref(run->result);
    run->result = plain ? json_text(plain->data, plain->size) : NULL;
}

static void on_output(void *user, enum wc_output what, const struct wc_bundle *b)
{
    struct jupyter_kernel *k = user;
    struct run *run = run_current(k);
    if (!run)
        return;
    if (what == WC_PAGER) {
        add_page(run, b);
        return;
    }
    if (run->silent)
        return;
    json_t *content =
        json_pack("{so so so}", "data", bundle_data(b), "metadata", bundle_metadata(b), "transient",
                  b->display_id ? json_pack("{ss}", "display_id", b->display_id) : json_object());
    if (what == WC_RESULT)
        remember_result(run, b);
    if (what != WC_RESULT || run->interact) {
        run_display(k, b->display_id, what == WC_UPDATE, content);
        return;
    }
    json_object_set_new(content, "execution_count",
                        json_integer(run->request->subshell->execution_count));
    iopub_publish(kernel_iopub(k), "execute_result", request_header(run->request), content);
}

static json_t *lines_of(const char *text)
{
    json_t *lines = json_array();
    while (*text) {
        size_t n = strcspn(text, "\n");
        json_array_append_new(lines, json_text(text, n));
        text += n + (text[n] == '\n');
    }
    return lines;
}

static void on_error(void *user, const struct wc_error *e)
{
    struct jupyter_kernel *k = user;
    struct run *run = run_current(k);
    if (!run)
        return;
    json_decref(run->error);
    run->error = json_pack("{so so so}", "ename", json_text(e->name, strlen(e->name)), "evalue",
                           json_text(e->text, strlen(e->text)), "traceback", lines_of(e->ansi));
    if (run->silent || run->evaluating)
        return;
    if (run->interact) /* the next run may correct it */
        interact_show(k, run->interact,
                      json_pack("{s{so} s{}}", "data", "text/plain",
                                json_text(e->ansi, strlen(e->ansi)), "metadata"),
                      false);
    else
        iopub_publish(kernel_iopub(k), "error", request_header(run->request),
                      json_copy(run->error));
}

static void on_clear(void *user, bool wait)
{
    struct jupyter_kernel *k = user;
    if (!run_output(k))
        return;
    if (run_current(k)->interact) {
        interact_clear(run_current(k)->interact);
        return;
    }
    iopub_publish(kernel_iopub(k), "clear_output", request_header(run_current(k)->request),
                  json_pack("{sb}", "wait", wait));
}

static const char no_input[] =
    "the program asks for input, but this front end has none: it reads the end of a file\n";

static bool takes_input(struct jupyter_kernel *k)
{
    struct run *run = run_current(k);
    if (!run || run->allow_stdin)
        return run;
    if (!run->told_no_input)
        on_stream(k, STDERR_FILENO, no_input, sizeof no_input - 1);
    run->told_no_input = true;
    return false;
}

static char *on_input(void *user, const char *prompt, bool password)
{
    struct jupyter_kernel *k = user;
    return takes_input(k) ? kernel_ask(k, run_current(k)->request, prompt, password) : NULL;
}

static const char goes_on[] = "\nthe launch runs on: another client runs a cell\n";

/* The page that is asked may be closed, so what is stopped does not keep others waiting. */
static char *on_command(void *user, const char *prompt)
{
    struct jupyter_kernel *k = user;
    if (!takes_input(k))
        return NULL;
    char *line = kernel_ask_alone(k, run_current(k)->request, prompt);
    if (!line && kernel_others_wait(k, run_current(k)->request))
        on_stream(k, STDERR_FILENO, goes_on, sizeof goes_on - 1);
    return line;
}

static void on_attend(void *user)
{
    struct jupyter_kernel *k = user;
    kernel_attend(k);
    if (run_current(k) && run_current(k)->interact)
        interact_attend(k, run_current(k)->interact);
}

/* Front ends take events whatever their parent is. */
static void on_debug_event(void *user, const char *json)
{
    struct jupyter_kernel *k = user;
    json_t *event = json_loads(json, 0, NULL);
    if (!event)
        return;
    iopub_publish(kernel_iopub(k), "debug_event", request_header(run_output(k)), event);
    iopub_kick(kernel_iopub(k)); /* the cell holds the queue until it ends */
}

static void on_next_input(void *user, const char *text, size_t n)
{
    struct jupyter_kernel *k = user;
    if (run_current(k))
        json_array_append_new(run_current(k)->payload,
                              json_pack("{ss so sb}", "source", "set_next_input", "text",
                                        json_text(text, n), "replace", 0));
}

static void on_interactive(void *user, unsigned n)
{
    struct jupyter_kernel *k = user;
    if (run_output(k))
        run_current(k)->interact = interact_begin(k, n);
}

struct wc_callbacks messages_callbacks(struct jupyter_kernel *k)
{
    return (struct wc_callbacks){.user = k,
                                 .stream = on_stream,
                                 .output = on_output,
                                 .error = on_error,
                                 .clear = on_clear,
                                 .input = on_input,
                                 .command = on_command,
                                 .attend = on_attend,
                                 .debug_event = on_debug_event,
                                 .progress = progress_callback,
                                 .next_input = on_next_input,
                                 .widget = widget_callback,
                                 .interactive = on_interactive};
}

/* ---- the request ---- */

static json_t *evaluate(struct jupyter_kernel *k, struct run *run, const json_t *expression)
{
    run->error = NULL;
    char *text = wc_evaluate(kernel_session(k), json_string_value(expression),
                             json_string_length(expression));
    json_t *value;
    if (text)
        value = json_pack("{ss s{so} s{}}", "status", "ok", "data", "text/plain",
                          json_text(text, strlen(text)), "metadata");
    else if (run->error)
        value = json_pack("{ss}", "status", "error");
    else
        value = error_content("Error", "the expression has no value");
    if (run->error)
        json_object_update(value, run->error);
    json_decref(run->error);
    run->error = NULL;
    free(text);
    return value;
}

/* Every expression has its own status; none fails the request (E-10). */
static json_t *evaluate_all(struct jupyter_kernel *k, struct run *run, json_t *expressions)
{
    json_t *values = json_object(), *expression;
    const char *name;
    bool silent = run->silent;
    run->evaluating = run->silent = true;
    json_object_foreach(expressions, name, expression) json_object_set_new(
        values, name,
        json_is_string(expression) ? evaluate(k, run, expression)
                                   : error_content("TypeError", "an expression must be a string"));
    run->evaluating = false;
    run->silent = silent;
    return values;
}

static void begin_run(struct jupyter_kernel *k, struct run *run)
{
    kernel_handlers(k)->run = run;
    kernel_cell_begins(k);
}

static void end_run(struct jupyter_kernel *k)
{
    struct run *run = run_current(k);
    kernel_cell_ends(k);
    kernel_handlers(k)->run = NULL;
    json_decref(run->payload);
    json_decref(run->error);
    json_decref(run->result);
}

static void end_interaction(struct jupyter_kernel *k)
{
    if (run_current(k)->interact)
        interact_end(k, run_current(k)->interact);
    run_current(k)->interact = NULL;
}

static enum wc_status run_code(struct jupyter_kernel *k, struct run *run, const json_t *code)
{
    char name[32];
    snprintf(name, sizeof name, "In[%d]", run->request->subshell->execution_count);
    struct wc_cell cell = {.name = name,
                           .code = json_string_value(code),
                           .size = json_string_length(code),
                           .silent = run->silent};
    uint64_t start = now_ms();
    enum wc_status status = wc_run(kernel_session(k), &cell);
    metrics_cell(kernel_handlers(k)->metrics, kernel_session(k), status,
                 1e-3 * (double) (now_ms() - start));
    end_interaction(k);
    return status;
}

static json_t *aborted(const struct subshell *s)
{
    return json_pack("{ss si}", "status", "aborted", "execution_count", s->execution_count);
}

static json_t *started_now(void)
{
    char date[WIRE_DATE];
    wire_date(date);
    return json_pack("{ss}", "started", date);
}

static json_t *reply_content(struct jupyter_kernel *k, struct run *run, bool ok)
{
    json_t *reply = json_pack("{ss si sO}", "status", ok ? "ok" : "error", "execution_count",
                              run->request->subshell->execution_count, "payload", run->payload);
    if (!ok)
        json_object_update(reply, run->error);
    json_t *expressions = json_object_get(run->request->content, "user_expressions");
    json_object_set_new(reply, "user_expressions",
                        ok ? evaluate_all(k, run, expressions) : json_object());
    return reply;
}

json_t *on_execute(struct jupyter_kernel *k, struct request *r)
{
    const json_t *code = json_object_get(r->content, "code");
    struct run run = {.request = r,
                      .silent = json_get_bool(r->content, "silent", false),
                      .allow_stdin = json_get_bool(r->content, "allow_stdin", false)};
    bool store = !run.silent && json_get_bool(r->content, "store_history", true);
    if (r->aborted)
        return aborted(r->subshell);
    r->reply_metadata = started_now();
    run.payload = json_array();
    begin_run(k, &run);
    int count = r->subshell->execution_count += store;
    if (!run.silent)
        iopub_publish(kernel_iopub(k), "execute_input", request_header(r),
                      json_pack("{sO si}", "code", code, "execution_count", count));
    enum wc_status status = run_code(k, &run, code);
    bool ok = status == WC_OK || status == WC_EXIT;
    if (!ok && !run.error)
        run.error = error_content("Error", "the cell failed without an error message");
    json_t *reply = reply_content(k, &run, ok);
    if (store)
        history_add(r->subshell->history, count, json_incref((json_t *) code),
                    json_incref(run.result));
    if (!ok && !run.silent && json_get_bool(r->content, "stop_on_error", true))
        kernel_abort_cells(k, r->subshell);
    end_run(k);
    return reply;
}

void execute_interactive(struct jupyter_kernel *k, struct request *r)
{
    for (unsigned n; (n = wc_interactive_due(kernel_session(k)));) {
        struct run run = {.request = r, .payload = json_array()};
        kernel_forget_interrupts(k);
        begin_run(k, &run);
        wc_interactive_run(kernel_session(k), n);
        end_interaction(k);
        end_run(k);
    }
}
