/* SPDX-License-Identifier: Apache-2.0 */
/* A debug adapter for editors. A thread reads the client's requests and lets the session answer them (wc_debug); the main thread runs the
 * program when the client has launched it and configured. Output becomes events. Next: base_protocol.c, runtime/debug/dap. */
#include "editor/dap_server.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "editor/base_protocol.h"
#include "warpcell.h"

struct dap_server {
    struct wc_session *session;
    FILE *
        out; /* the client; standard output is standard error's, for what the program's processes write */
    pthread_mutex_t writing; /* guards seq and out */
    int seq;
    bool closed;          /* the client has gone */
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t changed;
    char *path, *text; /* of the program */
    size_t size;
    char **argv; /* with argc entries, from malloc */
    int argc;
    bool configured, done; /* done: nothing more will be run */
    bool quiet;            /* the client ends the program: its last error is not shown */
    int status;
};

/* ---- messages ---- */

/* Numbers and sends a message, which it takes. */
static void send_message(struct dap_server *s, json_t *message)
{
    pthread_mutex_lock(&s->writing);
    json_object_set_new(message, "seq", json_integer(++s->seq));
    char *text = json_dumps(message, JSON_COMPACT);
    s->closed = s->closed || !text || !message_write(s->out, text, strlen(text));
    pthread_mutex_unlock(&s->writing);
    free(text);
    json_decref(message);
}

static void send_event(struct dap_server *s, const char *name, json_t *body)
{
    send_message(s, json_pack("{ss ss so}", "type", "event", "event", name, "body", body));
}

static void send_output(struct dap_server *s, const char *category, const char *text, size_t n)
{
    json_t *body = json_pack("{ss ss%}", "category", category, "output", text, n);
    if (n && body)
        send_event(s, "output", body);
    else
        json_decref(body);
}

static void respond(struct dap_server *s, const json_t *request, const char *error)
{
    const char *command = json_string_value(json_object_get(request, "command"));
    json_t *seq = json_object_get(request, "seq");
    json_t *reply =
        json_pack("{ss si sb ss}", "type", "response", "request_seq", (int) json_integer_value(seq),
                  "success", !error, "command", command ? command : "");
    if (error)
        json_object_set_new(reply, "message", json_string(error));
    send_message(s, reply);
}

/* ---- the session's callbacks ---- */

static void on_debug_event(void *user, const char *text)
{
    json_t *event = json_loads(text, 0, NULL);
    if (event)
        send_message(user, event);
}

static void on_stream(void *user, int fd, const char *text, size_t n)
{
    send_output(user, fd == STDERR_FILENO ? "stderr" : "stdout", text, n);
}

static void on_output(void *user, enum wc_output what, const struct wc_bundle *b)
{
    const struct wc_mime *plain = &b->items[b->count - 1];
    (void) what;
    send_output(user, "stdout", plain->data, plain->size);
}

static void on_error(void *user, const struct wc_error *e)
{
    struct dap_server *s = user;
    pthread_mutex_lock(&s->lock);
    bool quiet = s->quiet;
    pthread_mutex_unlock(&s->lock);
    if (!quiet)
        send_output(s, "stderr", e->plain, strlen(e->plain));
}

static void on_clear(void *user, bool wait)
{
    (void) user;
    (void) wait;
}

/* ---- launch ---- */

/* From malloc; NULL: errno. */
static char *read_file(const char *path, size_t *out_size)
{
    FILE *f = fopen(path, "re");
    char *text = NULL;
    size_t room = 0;
    *out_size = 0;
    for (size_t got = 1; f && got; *out_size += got) {
        char *more = realloc(text, room = 2 * room + 65536);
        if (!more)
            break;
        text = more;
        got = fread(text + *out_size, 1, room - *out_size - 1, f);
    }
    bool ok = f && text && !ferror(f);
    int why = errno;
    if (f)
        fclose(f);
    if (!ok) {
        free(text);
        errno = why;
        return NULL;
    }
    text[*out_size] = '\0';
    return text;
}

/* The program's arguments: those of the request, or of the command line. */
static void take_arguments(struct dap_server *s, const struct dap_program *given,
                           const json_t *args)
{
    size_t n = json_array_size(args), k;
    json_t *one;
    s->argc = 1 + (args ? (int) n : given->argc);
    s->argv = calloc((size_t) s->argc + 1, sizeof *s->argv);
    s->argv[0] = strdup(s->path);
    json_array_foreach(args, k, one)
    {
        const char *text = json_string_value(one);
        s->argv[k + 1] = strdup(text ? text : "");
    }
    for (int i = 1; !args && i < s->argc; i++)
        s->argv[i] = strdup(given->argv[i - 1]);
}

/* NULL, or why the program cannot be run; `room` has the text. */
static const char *take_program(struct dap_server *s, const struct dap_program *given,
                                const json_t *args, char *room, size_t n)
{
    const char *program = json_string_value(json_object_get(args, "program"));
    const char *folder = json_string_value(json_object_get(args, "cwd"));
    const char *path = program ? program : given->file;
    if (s->path)
        return "a program has been launched already";
    if (!path)
        return "launch needs a program";
    char *whole = realpath(path, NULL);
    char *text = whole ? read_file(whole, &s->size) : NULL;
    if (!text || (folder && chdir(folder))) {
        snprintf(room, n, "'%s' cannot be %s: %s", text ? folder : path, text ? "entered" : "read",
                 strerror(errno));
        free(text);
        free(whole);
        return room;
    }
    if (s->size > 1 && !memcmp(text, "#!", 2))
        memcpy(text, "//", 2);
    s->path = whole;
    s->text = text;
    take_arguments(s, given, json_object_get(args, "args"));
    return NULL;
}

/* ---- requests ---- */

static void ask_session(struct dap_server *s, const char *text)
{
    char *reply = wc_debug(s->session, text);
    json_t *message = reply ? json_loads(reply, 0, NULL) : NULL;
    if (message)
        send_message(s, message);
    free(reply);
}

static void change(struct dap_server *s, bool *what)
{
    pthread_mutex_lock(&s->lock);
    *what = true;
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
}

/* Ends the program, if it runs. */
static void end_program(struct dap_server *s)
{
    pthread_mutex_lock(&s->lock);
    s->quiet = s->done = true;
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
    wc_interrupt(s->session);
}

/* false: it was the last. */
static bool serve(struct dap_server *s, const struct dap_program *given, const char *text)
{
    json_t *request = json_loads(text, 0, NULL), *args = json_object_get(request, "arguments");
    const char *command = json_string_value(json_object_get(request, "command")), *error = NULL;
    char why[512];
    bool last = false;
    if (!command) {
        respond(s, request, request ? "the request has no command" : "the message is no JSON");
        json_decref(request);
        return true;
    }
    if (!strcmp(command, "launch") || !strcmp(command, "attach"))
        error = take_program(s, given, args, why, sizeof why);
    if (error)
        respond(s, request, error);
    else
        ask_session(s, text);
    if (!strcmp(command, "configurationDone"))
        change(s, &s->configured);
    if (!strcmp(command, "terminate"))
        end_program(s);
    if (!strcmp(command, "disconnect")) {
        last = true;
        if (json_is_false(json_object_get(args, "terminateDebuggee")))
            change(s, &s->done);
        else
            end_program(s);
    }
    json_decref(request);
    return !last;
}

struct dap_reader {
    struct dap_server *server;
    const struct dap_program *given;
};

static void *read_requests(void *user)
{
    const struct dap_reader *r = user;
    struct dap_server *s = r->server;
    enum received end = RECEIVED;
    const char *why = NULL;
    bool more = true;
    while (more) {
        char *text = NULL;
        size_t n;
        end = message_read(stdin, &text, &n, &why);
        more = end == RECEIVED && serve(s, r->given, text);
        free(text);
    }
    if (end == RECEIVED_BAD) {
        fprintf(stderr, "warpcell: --dap: %s\n", why);
        s->status = 1;
    }
    if (end != RECEIVED)
        end_program(s); /* nobody is there any more */
    return NULL;
}

/* ---- the program ---- */

static void run_program(struct dap_server *s)
{
    struct wc_cell cell = {.name = s->path,
                           .code = s->text,
                           .size = s->size,
                           .file = true,
                           .program = true,
                           .no_timing = true,
                           .argc = s->argc,
                           .argv = s->argv};
    enum wc_status status = wc_run(s->session, &cell);
    int code = wc_exit_code(s->session);
    send_event(s, "exited", json_pack("{si}", "exitCode", status == WC_ERROR && !code ? 1 : code));
    send_event(s, "terminated", json_object());
}

/* Waits until the client has launched a program and said that all is configured. false: it has gone before. */
static bool wait_for_program(struct dap_server *s)
{
    pthread_mutex_lock(&s->lock);
    while (!s->done && !(s->configured && s->path))
        pthread_cond_wait(&s->changed, &s->lock);
    bool runs = !s->done;
    pthread_mutex_unlock(&s->lock);
    return runs;
}

int dap_serve(const struct dap_program *given)
{
    int out = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    struct dap_server s = {.out = out < 0 ? NULL : fdopen(out, "w")};
    struct dap_reader reader = {&s, given};
    struct wc_options options = {
        .on = {.user = &s,
               .stream = on_stream,
               .output = on_output,
               .error = on_error,
               .clear = on_clear,
               .debug_event = on_debug_event},
        .device = given->device ? given->device : "cpu",
        .nvrtc = given->nvrtc,
        .columns = 80
    };
    pthread_t thread;
    if (!s.out || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
        fprintf(stderr, "warpcell: --dap: %s\n", strerror(errno));
        return 1;
    }
    signal(SIGPIPE, SIG_IGN);
    pthread_mutex_init(&s.writing, NULL);
    pthread_mutex_init(&s.lock, NULL);
    pthread_cond_init(&s.changed, NULL);
    s.session = wc_open(&options);
    if (!pthread_create(&thread, NULL, read_requests, &reader)) {
        if (wait_for_program(&s))
            run_program(&s);
        pthread_join(thread, NULL);
    }
    wc_close(s.session);
    for (int k = 0; k < s.argc; k++)
        free(s.argv[k]);
    free(s.argv);
    free(s.path);
    free(s.text);
    pthread_cond_destroy(&s.changed);
    pthread_mutex_destroy(&s.lock);
    pthread_mutex_destroy(&s.writing);
    fclose(s.out);
    return s.status;
}
