/* SPDX-License-Identifier: Apache-2.0 */
/* A language server. A thread reads the client's messages; the main thread answers them, and checks what has changed when no message has come for a
 * moment. A change interrupts the check. Next: lsp_document.c, base_protocol.c. */
#include "editor/lsp_server.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "editor/base_protocol.h"
#include "editor/lsp_document.h"

enum {
    PAUSE_MS = 150, /* without a message, before a text is checked */
    /* JSON-RPC and LSP */
    PARSE_ERROR = -32700,
    INVALID_REQUEST = -32600,
    METHOD_NOT_FOUND = -32601,
    INVALID_PARAMS = -32602,
    NOT_INITIALIZED = -32002,
};

struct lsp_message {
    struct lsp_message *next;
    char *text;
};

struct lsp_server {
    const struct lsp_options *options;
    FILE *out; /* the client; standard output is standard error's */
    struct lsp_document *documents;
    bool initialized, shut_down, exits;

    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t arrived;
    struct lsp_message *first, **end;
    bool closed; /* no more messages will come */
    int status;
    struct wc_session *checking; /* NULL: no check runs */
};

/* ---- messages out ---- */

static void send_json(struct lsp_server *s, json_t *message)
{
    json_object_set_new(message, "jsonrpc", json_string("2.0"));
    char *text = json_dumps(message, JSON_COMPACT);
    if (text)
        message_write(s->out, text, strlen(text));
    free(text);
    json_decref(message);
}

static void send_error(struct lsp_server *s, const json_t *id, int code, const char *text)
{
    json_t *message = json_pack("{s{si ss}}", "error", "code", code, "message", text);
    json_object_set_new(message, "id", id ? json_deep_copy(id) : json_null());
    send_json(s, message);
}

/* ---- documents ---- */

static const char *uri_of(const json_t *params)
{
    const json_t *document = json_object_get(params, "textDocument");
    return json_string_value(json_object_get(document, "uri"));
}

static struct lsp_document **place_of(struct lsp_server *s, const json_t *params)
{
    const char *uri = uri_of(params);
    struct lsp_document **at = &s->documents;
    while (*at && (!uri || strcmp((*at)->uri, uri)))
        at = &(*at)->next;
    return at;
}

static void publish(struct lsp_server *s, const struct lsp_document *d, json_t *diagnostics)
{
    send_json(s,
              json_pack("{ss s{ss sI so}}", "method", "textDocument/publishDiagnostics", "params",
                        "uri", d->uri, "version", d->version, "diagnostics", diagnostics));
}

static void did_open(struct lsp_server *s, const json_t *params)
{
    const json_t *document = json_object_get(params, "textDocument");
    const char *text = json_string_value(json_object_get(document, "text"));
    struct lsp_document **at = place_of(s, params);
    if (!uri_of(params) || !text)
        return;
    if (!*at)
        *at = lsp_document_new(uri_of(params), s->options);
    lsp_document_set(*at, text, json_integer_value(json_object_get(document, "version")));
}

/* The whole text: what `initialize` asks for. */
static void did_change(struct lsp_server *s, const json_t *params)
{
    const json_t *changes = json_object_get(params, "contentChanges"),
                 *document = json_object_get(params, "textDocument");
    size_t n = json_array_size(changes);
    const char *text =
        n ? json_string_value(json_object_get(json_array_get(changes, n - 1), "text")) : NULL;
    struct lsp_document *d = *place_of(s, params);
    if (d && text)
        lsp_document_set(d, text, json_integer_value(json_object_get(document, "version")));
}

static void did_close(struct lsp_server *s, const json_t *params)
{
    struct lsp_document **at = place_of(s, params), *d = *at;
    if (!d)
        return;
    *at = d->next;
    publish(s, d, json_array());
    lsp_document_free(&d);
}

/* ---- checks ---- */

struct findings {
    json_t *list;
    bool interrupted;
};

static void add_finding(void *user, const struct wc_diagnostic *d)
{
    struct findings *f = user;
    f->interrupted |= !strcmp(d->kind, "interrupted");
    json_array_append_new(f->list,
                          json_pack("{so si ss ss ss}", "range", lsp_range(d->start, d->end),
                                    "severity", d->warning ? 2 : 1, "source", "warpcell", "code",
                                    d->kind, "message", d->message));
}

static void set_checking(struct lsp_server *s, struct wc_session *session)
{
    pthread_mutex_lock(&s->lock);
    s->checking = session;
    pthread_mutex_unlock(&s->lock);
}

/* In a session of its own, so that what was deleted is forgotten. */
static void check(struct lsp_server *s, struct lsp_document *d)
{
    struct findings found = {.list = json_array()};
    struct wc_session *fresh = lsp_session_open(s->options);
    struct wc_cell file = {.name = d->path, .code = d->text, .size = d->size, .file = true};
    d->changed = false;
    set_checking(s, fresh);
    bool good = wc_diagnose(fresh, &file, true, add_finding, &found);
    set_checking(s, NULL);
    if (found.interrupted) {
        d->changed = true;
        json_decref(found.list);
    } else {
        publish(s, d, found.list);
    }
    if (good) {
        struct wc_session *old = d->session;
        d->session = fresh;
        fresh = old;
    }
    wc_close(fresh);
}

/* ---- requests; NULL is `null` ---- */

static json_t *initialize(struct lsp_server *s, const json_t *params)
{
    (void) params;
    s->initialized = true;
    return json_pack(
        "{s{sb si sb s{s[sssss]} s{s[ss]} sb} s{ss ss}}", "capabilities", "hoverProvider", 1,
        "textDocumentSync", 1, "definitionProvider", 1, "completionProvider", "triggerCharacters",
        ".", ">", "<", "\"", "%", "signatureHelpProvider", "triggerCharacters", "(", ",",
        "documentSymbolProvider", 0, "serverInfo", "name", "warpcell", "version", wc_version());
}

static json_t *shut_down(struct lsp_server *s, const json_t *params)
{
    (void) params;
    s->shut_down = true;
    return NULL;
}

/* CompletionItemKind. */
static int kind_of(const char *type)
{
    static const struct {
        const char *type;
        int kind;
    } rows[] = {
        {"function", 3 },
        {"kernel",   3 },
        {"property", 5 },
        {"variable", 6 },
        {"type",     7 },
        {"keyword",  14},
        {"macro",    21},
        {"constant", 21},
        {"path",     17},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(rows[i].type, type))
            return rows[i].kind;
    return 1;
}

static json_t *completion(struct lsp_server *s, const json_t *params)
{
    struct lsp_document *d = *place_of(s, params);
    struct wc_completions all = {0};
    json_t *items = json_array();
    if (d)
        wc_complete(d->session, d->text, d->size,
                    lsp_offset(d, json_object_get(params, "position")), &all);
    for (size_t i = 0; i < all.count; i++) {
        const struct wc_completion *c = &all.items[i];
        char order[24];
        snprintf(order, sizeof order, "%06zu", i);
        json_t *item =
            json_pack("{ss si ss s{s{so so} ss}}", "label", c->text, "kind", kind_of(c->type),
                      "sortText", order, "textEdit", "range", "start", lsp_position(d, all.start),
                      "end", lsp_position(d, all.end), "newText", c->text);
        if (c->signature)
            json_object_set_new(item, "detail", json_string(c->signature));
        json_array_append_new(items, item);
    }
    return json_pack("{sb so}", "isIncomplete", 0, "items", items);
}

static json_t *hover(struct lsp_server *s, const json_t *params)
{
    struct lsp_document *d = *place_of(s, params);
    struct wc_bundle b;
    if (!d || !wc_inspect(d->session, d->text, d->size,
                          lsp_offset(d, json_object_get(params, "position")), 0, &b))
        return NULL;
    const struct wc_mime *plain = &b.items[b.count - 1];
    return json_pack("{s{ss ss%}}", "contents", "kind", "plaintext", "value", plain->data,
                     plain->size);
}

static json_t *definition(struct lsp_server *s, const json_t *params)
{
    struct lsp_document *d = *place_of(s, params);
    const char *source;
    struct wc_place at;
    if (!d || !wc_definition(d->session, d->text, d->size,
                             lsp_offset(d, json_object_get(params, "position")), &source, &at))
        return NULL;
    char *whole = strncmp(source, d->path, strlen(d->path)) ? realpath(source, NULL) : NULL;
    char *uri = whole ? lsp_uri(whole) : strdup(d->uri);
    json_t *out = json_pack("{ss so}", "uri", uri, "range", lsp_range(at, at));
    free(whole);
    free(uri);
    return out;
}

static json_t *signature_help(struct lsp_server *s, const json_t *params)
{
    struct lsp_document *d = *place_of(s, params);
    const char *prototype;
    int parameter;
    if (!d ||
        !wc_signature(d->session, d->text, d->size,
                      lsp_offset(d, json_object_get(params, "position")), &prototype, &parameter))
        return NULL;
    json_t *parameters = json_array();
    const char *p = strchr(prototype, '(');
    int depth = 0;
    for (const char *start = p + 1; *p; p++) {
        depth += (*p == '(') - (*p == ')');
        if (depth > 1 || (depth && *p != ','))
            continue;
        while (*start == ' ')
            start++;
        if (p > start)
            json_array_append_new(parameters,
                                  json_pack("{ss%}", "label", start, (size_t) (p - start)));
        start = p + 1;
        if (!depth)
            break;
    }
    return json_pack("{s[{ss so}] si si}", "signatures", "label", prototype, "parameters",
                     parameters, "activeSignature", 0, "activeParameter", parameter);
}

/* ---- dispatch ---- */

static void leave(struct lsp_server *s, const json_t *params)
{
    (void) params;
    s->exits = true;
}

static const struct lsp_method {
    const char *name;
    json_t *(*request)(struct lsp_server *s, const json_t *params);
    void (*notification)(struct lsp_server *s, const json_t *params);
} methods[] = {
    {"initialize",                 initialize,     NULL      },
    {"shutdown",                   shut_down,      NULL      },
    {"exit",                       NULL,           leave     },
    {"textDocument/didOpen",       NULL,           did_open  },
    {"textDocument/didChange",     NULL,           did_change},
    {"textDocument/didClose",      NULL,           did_close },
    {"textDocument/completion",    completion,     NULL      },
    {"textDocument/hover",         hover,          NULL      },
    {"textDocument/definition",    definition,     NULL      },
    {"textDocument/signatureHelp", signature_help, NULL      },
};

static const struct lsp_method *method_named(const char *name)
{
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (!strcmp(methods[i].name, name))
            return &methods[i];
    return NULL;
}

static void answer(struct lsp_server *s, const struct lsp_method *m, const json_t *id,
                   const json_t *params)
{
    if (s->shut_down)
        send_error(s, id, INVALID_REQUEST, "the server has been shut down");
    else if (!s->initialized && m && m->request != initialize)
        send_error(s, id, NOT_INITIALIZED, "the first request is initialize");
    else if (!m || !m->request)
        send_error(s, id, METHOD_NOT_FOUND, "there is no such request");
    else if (params && !json_is_object(params))
        send_error(s, id, INVALID_PARAMS, "params is an object");
    else {
        json_t *result = m->request(s, params), *reply = json_object();
        json_object_set_new(reply, "id", json_deep_copy(id));
        json_object_set_new(reply, "result", result ? result : json_null());
        send_json(s, reply);
    }
}

static void handle(struct lsp_server *s, const char *text)
{
    json_t *message = json_loads(text, 0, NULL), *id = json_object_get(message, "id");
    const char *name = json_string_value(json_object_get(message, "method"));
    const struct lsp_method *m = name ? method_named(name) : NULL;
    const json_t *params = json_object_get(message, "params");
    if (!json_is_object(message))
        send_error(s, NULL, message ? INVALID_REQUEST : PARSE_ERROR,
                   message ? "a message is a JSON object" : "the message is no JSON");
    else if (name && id)
        answer(s, m, id, params);
    else if (m && m->notification && (s->initialized || m->notification == leave))
        m->notification(s, params);
    else if (!name && !json_object_get(message, "result") && !json_object_get(message, "error"))
        send_error(s, id, INVALID_REQUEST, "the message has no method");
    json_decref(message);
}

/* ---- messages in ---- */

static void *read_messages(void *user)
{
    struct lsp_server *s = user;
    const char *why = NULL;
    for (enum received end = RECEIVED; end == RECEIVED;) {
        char *text = NULL;
        size_t n;
        end = message_read(stdin, &text, &n, &why);
        if (end == RECEIVED_BAD)
            fprintf(stderr, "warpcell: --lsp: %s\n", why);
        struct lsp_message *m = end == RECEIVED ? calloc(1, sizeof *m) : NULL;
        pthread_mutex_lock(&s->lock);
        if (m) {
            m->text = text;
            *s->end = m;
            s->end = &m->next;
        }
        s->closed = end != RECEIVED;
        s->status = end == RECEIVED_BAD;
        if (s->checking && (s->closed || strstr(text, "\"textDocument/did")))
            wc_interrupt(s->checking);
        pthread_cond_signal(&s->arrived);
        pthread_mutex_unlock(&s->lock);
    }
    return NULL;
}

/* The text of the next message, from malloc; NULL: none has come for a moment (only if `waits` is false), or none will. */
static char *next_message(struct lsp_server *s, bool waits)
{
    struct timespec until;
    int late = 0;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += PAUSE_MS * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&s->lock);
    while (!s->first && !s->closed && !late)
        late = waits ? pthread_cond_wait(&s->arrived, &s->lock)
                     : pthread_cond_timedwait(&s->arrived, &s->lock, &until);
    struct lsp_message *m = s->first;
    if (m && !(s->first = m->next))
        s->end = &s->first;
    s->exits |= !m && s->closed;
    pthread_mutex_unlock(&s->lock);
    char *text = m ? m->text : NULL;
    free(m);
    return text;
}

static struct lsp_document *changed_document(struct lsp_server *s)
{
    struct lsp_document *d = s->documents;
    while (d && !d->changed)
        d = d->next;
    return d;
}

static void serve(struct lsp_server *s)
{
    while (!s->exits) {
        struct lsp_document *changed = changed_document(s);
        char *text = next_message(s, !changed);
        if (text)
            handle(s, text);
        else if (changed && !s->exits)
            check(s, changed);
        free(text);
    }
}

int lsp_serve(const struct lsp_options *options)
{
    int out = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    struct lsp_server s = {.options = options, .out = out < 0 ? NULL : fdopen(out, "w")};
    pthread_t thread;
    if (!s.out || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
        fprintf(stderr, "warpcell: --lsp: %s\n", strerror(errno));
        return 1;
    }
    signal(SIGPIPE, SIG_IGN);
    pthread_mutex_init(&s.lock, NULL);
    pthread_cond_init(&s.arrived, NULL);
    s.end = &s.first;
    if (pthread_create(&thread, NULL, read_messages, &s))
        return 1;
    serve(&s);
    while (s.documents) {
        struct lsp_document *d = s.documents;
        s.documents = d->next;
        lsp_document_free(&d);
    }
    _exit(s.status || !s.shut_down); /* the reader may wait for input */
}
