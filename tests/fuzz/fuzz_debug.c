/* SPDX-License-Identifier: Apache-2.0 */
/* Any lines as messages of a client of the debugger (warpcell.h, wc_debug), while a cell runs on another thread and stops. A line is a command
 * and its arguments in JSON, `scopes {"frameId": 4096}`, or a whole message, or one of these: `!run` runs the cell, `!interrupt` interrupts it.
 * Whatever was sent, each request has a reply of the right form, an interrupt ends the stop, and the session goes on. NVRTC is the real one:
 * what it compiles is cached. */
#include <jansson.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "fuzz.h"
#include "warpcell.h"

enum { LINES_MAX = 60, INPUT_MS = 1000, LINE_MAX = 2000 };

static const char code[] = "struct pair { int x; float y[3]; };\n"
                           "__device__ __noinline__ float twice(float v)\n"
                           "{\n"
                           "    float w = v + v;\n"
                           "    return w;\n"
                           "}\n"
                           "__global__ void k(float *v, int n)\n"
                           "{\n"
                           "    __shared__ float tile[300];\n"
                           "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                           "    pair p = {i / 8, {1, 2, 3}};\n"
                           "    tile[threadIdx.x] = v[i];\n"
                           "    __syncthreads();\n"
                           "    if (i % 2)\n"
                           "        p.y[i % 3] += twice(tile[(threadIdx.x + 1) % 48]);\n"
                           "    else\n"
                           "        p.x++;\n"
                           "    for (int j = 0; j < 3; j++)\n"
                           "        v[i] += p.y[j] * p.x;\n"
                           "}\n"
                           "device float a[96] = iota(96);\n"
                           "k<<<2, 48>>>(a, 96);\n";

struct fuzzed {
    struct wc_session *session;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool opened, running, stopped; /* running: from the request for it */
    bool done;                     /* no more runs */
    int seq;
};

/* ---- the session's thread ---- */

static void on_debug_event(void *user, const char *text)
{
    struct fuzzed *f = user;
    json_t *e = json_loads(text, 0, NULL);
    const char *name = json_string_value(json_object_get(e, "event"));
    if (!name || strcmp(json_string_value(json_object_get(e, "type")), "event"))
        __builtin_trap();
    pthread_mutex_lock(&f->lock);
    if (!strcmp(name, "stopped") || !strcmp(name, "continued"))
        f->stopped = name[0] == 's';
    pthread_cond_broadcast(&f->changed);
    pthread_mutex_unlock(&f->lock);
    json_decref(e);
}

static void on_error(void *user, const struct wc_error *e)
{
    if (!strcmp(e->name, "InternalError")) {
        fprintf(stderr, "%s\n", e->plain);
        __builtin_trap();
    }
}

static void on_stream(void *user, int fd, const char *text, size_t n)
{
}

static void on_output(void *user, enum wc_output what, const struct wc_bundle *b)
{
}

static void set(struct fuzzed *f, bool *flag)
{
    pthread_mutex_lock(&f->lock);
    *flag = true;
    pthread_cond_broadcast(&f->changed);
    pthread_mutex_unlock(&f->lock);
}

static enum wc_status run_cell(struct fuzzed *f, const char *text)
{
    struct wc_cell cell = {.name = "In[1]", .code = text, .size = strlen(text)};
    return wc_run(f->session, &cell);
}

static void *session_thread(void *user)
{
    struct fuzzed *f = user;
    struct wc_options options = {
        .on = {.user = f,
               .stream = on_stream,
               .output = on_output,
               .error = on_error,
               .debug_event = on_debug_event},
        .device = "cpu"
    };
    f->session = wc_open(&options);
    set(f, &f->opened);
    pthread_mutex_lock(&f->lock);
    while (!f->done || f->running) {
        if (!f->running) {
            pthread_cond_wait(&f->changed, &f->lock);
            continue;
        }
        pthread_mutex_unlock(&f->lock);
        run_cell(f, code);
        pthread_mutex_lock(&f->lock);
        f->running = f->stopped = false;
        pthread_cond_broadcast(&f->changed);
    }
    pthread_mutex_unlock(&f->lock);
    if (run_cell(f, "1 + 1") != WC_OK)
        __builtin_trap(); /* the session is not what it was */
    wc_close(f->session);
    return NULL;
}

/* ---- the client ---- */

/* Until the cell has stopped or ended; goes: it is about to go on from a stop. */
static void settle(struct fuzzed *f, bool goes)
{
    pthread_mutex_lock(&f->lock);
    while (f->running && f->stopped == goes)
        pthread_cond_wait(&f->changed, &f->lock);
    while (f->running && !f->stopped)
        pthread_cond_wait(&f->changed, &f->lock);
    pthread_mutex_unlock(&f->lock);
}

static bool reply_is_right(const json_t *r)
{
    const char *type = json_string_value(json_object_get(r, "type"));
    const json_t *success = json_object_get(r, "success");
    return type && !strcmp(type, "response") && json_is_boolean(success) &&
           json_is_integer(json_object_get(r, "seq")) &&
           json_is_object(json_object_get(r, "body")) &&
           json_is_string(json_object_get(r, "command")) &&
           (json_is_true(success) || json_is_string(json_object_get(r, "message")));
}

static void send_text(struct fuzzed *f, const char *text)
{
    char *reply = wc_debug(f->session, text);
    json_t *r = json_loads(reply, 0, NULL);
    if (!reply_is_right(r)) {
        fprintf(stderr, "%s\n%s\n", text, reply);
        __builtin_trap();
    }
    bool goes = json_object_get(json_object_get(r, "body"), "allThreadsContinued");
    json_decref(r);
    free(reply);
    settle(f, goes);
}

static void send_line(struct fuzzed *f, const char *line, size_t n)
{
    struct buf text = {0};
    size_t word = 0;
    while (word < n && line[word] != ' ')
        word++;
    if (n && *line == '{')
        buf_put(&text, line, n);
    else
        buf_printf(&text,
                   "{\"type\":\"request\",\"seq\":%d,\"command\":\"%.*s\",\"arguments\":%.*s}",
                   ++f->seq, (int) word, line, word < n ? (int) (n - word) : 2,
                   word < n ? line + word : "{}");
    send_text(f, text.p);
    buf_free(&text);
}

static void stop(void *session)
{
    wc_interrupt(session);
}

static void take_line(struct fuzzed *f, const char *line, size_t n)
{
    if (n >= 4 && !memcmp(line, "!run", 4)) {
        set(f, &f->running);
        settle(f, false);
    } else if (n && *line == '!') {
        wc_interrupt(f->session);
    } else if (n) {
        send_line(f, line, n);
    }
}

static void take_lines(struct fuzzed *f, const char *text, size_t size)
{
    for (int count = 0; size && count < LINES_MAX; count++) {
        const char *end = memchr(text, '\n', size);
        size_t n = end ? (size_t) (end - text) : size;
        take_line(f, text, n < LINE_MAX ? n : LINE_MAX);
        n += end != NULL;
        text += n;
        size -= n;
    }
}

static void disconnect(struct fuzzed *f)
{
    free(wc_debug(f->session, "{\"type\":\"request\",\"command\":\"disconnect\"}"));
}

/* Nothing stays behind: neither of an interrupt nor of a disconnect. */
static void end_cell(struct fuzzed *f, bool interrupts)
{
    if (interrupts)
        wc_interrupt(f->session);
    else
        disconnect(f);
    pthread_mutex_lock(&f->lock);
    while (f->running)
        pthread_cond_wait(&f->changed, &f->lock);
    pthread_mutex_unlock(&f->lock);
    disconnect(f); /* a client that stays may have asked for a pause */
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzzed f = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};
    pthread_t thread;
    if (memchr(data, 0, size))
        return 0; /* messages are strings */
    pthread_create(&thread, NULL, session_thread, &f);
    pthread_mutex_lock(&f.lock);
    while (!f.opened)
        pthread_cond_wait(&f.changed, &f.lock);
    pthread_mutex_unlock(&f.lock);
    time_limit_begin(stop, f.session, INPUT_MS);
    take_lines(&f, (const char *) data, size);
    end_cell(&f, size % 2);
    time_limit_end();
    set(&f, &f.done);
    pthread_join(thread, NULL);
    return 0;
}
