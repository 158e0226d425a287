/* SPDX-License-Identifier: Apache-2.0 */
/* execute_request: runs a cell in the session and turns what the session calls back into messages.
 * The order on iopub is busy, execute_input, outputs, the error if there is one, idle (E-2); dispatch.c sends the
 * first and the last. Next: iopub.c. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "kernel.h"
#include "messages/bundle.h"
#include "messages/comm.h"
#include "messages/history.h"
#include "messages/interact.h"
#include "wire/json.h"
#include "wire/must.h"

/* One execute_request while it runs. */
struct run {
    struct request *request;
    bool silent; /* nothing goes to iopub but the status (E-4) */
    bool allow_stdin;
    bool told_no_input;
    bool evaluating;           /* a user expression: its error belongs to the reply */
    json_t *error;             /* ename, evalue, traceback; NULL: none */
    json_t *payload;           /* help texts */
    json_t *result;            /* the text/plain of the result, for the history */
    struct interact *interact; /* NULL: the cell is not interactive */
};

const struct request *execute_output(struct jupyter_kernel *k)
{
    return k->run && !k->run->silent ? k->run->request : NULL;
}

void execute_display(struct jupyter_kernel *k, const char *display_id, bool update, json_t *content)
{
    struct bytes parent = request_header(k->run->request);
    if (k->run->interact)
        interact_show(k, k->run->interact, content, update);
    else if (update && display_id)
        iopub_update(k->iopub, display_id, "update_display_data", parent, content);
    else
        iopub_publish(k->iopub, "display_data", parent, content);
}

void execute_widget(struct jupyter_kernel *k, unsigned number)
{
    if (k->run->interact)
        interact_widget(k->run->interact, number);
}

/* ---- the session's callbacks: on the shell thread, while wc_run runs ---- */

static void on_stream(void *user, int fd, const char *text, size_t n)
{
    struct jupyter_kernel *k = user;
    if (!execute_output(k))
        return;
    if (k->run->interact) {
        interact_text(k, k->run->interact, text, n);
        return;
    }
    iopub_stream(k->iopub, fd == STDERR_FILENO ? "stderr" : "stdout",
                 request_header(k->run->request), text, n);
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
    struct run *run = k->run;
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
        execute_display(k, b->display_id, what == WC_UPDATE, content);
        return;
    }
    json_object_set_new(content, "execution_count",
                        json_integer(run->request->subshell->execution_count));
    iopub_publish(k->iopub, "execute_result", request_header(run->request), content);
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
    struct run *run = k->run;
    if (!run)
        return;
    json_decref(run->error);
    run->error = json_pack("{so so so}", "ename", json_text(e->name, strlen(e->name)), "evalue",
                           json_text(e->text, strlen(e->text)), "traceback", lines_of(e->ansi));
    if (run->silent || run->evaluating)
        return;
    if (run->interact) /* the next run may mend it */
        interact_show(k, run->interact,
                      json_pack("{s{so} s{}}", "data", "text/plain",
                                json_text(e->ansi, strlen(e->ansi)), "metadata"),
                      false);
    else
        iopub_publish(k->iopub, "error", request_header(run->request), json_copy(run->error));
}

static void on_clear(void *user, bool wait)
{
    struct jupyter_kernel *k = user;
    if (!execute_output(k))
        return;
    if (k->run->interact) {
        interact_clear(k->run->interact);
        return;
    }
    iopub_publish(k->iopub, "clear_output", request_header(k->run->request),
                  json_pack("{sb}", "wait", wait));
}

static const char no_input[] =
    "the program asks for input, but this front end has none: it reads the end of a file\n";

static char *on_input(void *user, const char *prompt, bool password)
{
    struct jupyter_kernel *k = user;
    if (!k->run)
        return NULL;
    if (!k->run->allow_stdin) {
        if (!k->run->told_no_input)
            on_stream(k, STDERR_FILENO, no_input, sizeof no_input - 1);
        k->run->told_no_input = true;
        return NULL;
    }
    return stdin_ask(k, k->run->request, prompt, password);
}

static void on_attend(void *user)
{
    struct jupyter_kernel *k = user;
    shell_attend(k);
    if (k->run && k->run->interact)
        interact_attend(k, k->run->interact);
}

static void on_interactive(void *user, unsigned n)
{
    struct jupyter_kernel *k = user;
    if (execute_output(k))
        k->run->interact = interact_begin(k, n);
}

struct wc_callbacks execute_callbacks(struct jupyter_kernel *k)
{
    return (struct wc_callbacks){.user = k,
                                 .stream = on_stream,
                                 .output = on_output,
                                 .error = on_error,
                                 .clear = on_clear,
                                 .input = on_input,
                                 .attend = on_attend,
                                 .progress = progress_callback,
                                 .widget = widget_callback,
                                 .interactive = on_interactive};
}

/* ---- the request ---- */

static json_t *evaluate(struct jupyter_kernel *k, struct run *run, const json_t *expression)
{
    run->error = NULL;
    char *text =
        wc_evaluate(k->session, json_string_value(expression), json_string_length(expression));
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

static void begin_run(struct jupyter_kernel *k)
{
    uint64_t stale;
    (void) !read(k->interrupt_fd, &stale, sizeof stale); /* an interrupt of what ran before */
    attend_begin(k);
}

static void end_run(struct jupyter_kernel *k)
{
    attend_end(k);
    if (k->run->interact)
        interact_end(k, k->run->interact);
    k->run->interact = NULL;
}

static enum wc_status run_code(struct jupyter_kernel *k, struct run *run, const json_t *code)
{
    char name[32];
    snprintf(name, sizeof name, "In[%d]", run->request->subshell->execution_count);
    struct wc_cell cell = {.name = name,
                           .code = json_string_value(code),
                           .size = json_string_length(code),
                           .silent = run->silent};
    begin_run(k);
    enum wc_status status = wc_run(k->session, &cell);
    end_run(k);
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

static void drop_run(struct jupyter_kernel *k)
{
    json_decref(k->run->payload);
    json_decref(k->run->error);
    json_decref(k->run->result);
    k->run = NULL;
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
    k->run = &run;
    int count = r->subshell->execution_count += store;
    if (!run.silent)
        iopub_publish(k->iopub, "execute_input", request_header(r),
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
        shell_abort_queue(k, r->subshell);
    drop_run(k);
    return reply;
}

void execute_interactive(struct jupyter_kernel *k, struct request *r)
{
    for (unsigned n; (n = wc_interactive_due(k->session));) {
        struct run run = {.request = r, .payload = json_array()};
        k->run = &run;
        begin_run(k);
        wc_interactive_run(k->session, n);
        end_run(k);
        drop_run(k);
    }
}
