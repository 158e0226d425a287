/* SPDX-License-Identifier: Apache-2.0 */
/* A rank of %ranks: a session whose cells come from a socket, and whose output goes there. magic/ranks/rank_job.h has the messages. Next:
 * magic/ranks/rank_job.c, the other side. */
#include <errno.h>
#include <jansson.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/check.h"
#include "base/ranks.h"
#include "base/str.h"
#include "base/vec.h"
#include "magic/ranks/rank_data.h"
#include "magic/ranks/rank_socket.h"
#include "session/session_internal.h"
#include "warpcell.h"

struct rank_server {
    int fd;
    struct wc_session *session;
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t changed;
    VEC(json_t *) cells;
    bool over;
};

/* ---- out ---- */

/* Takes the message. */
static void say(const struct rank_server *r, json_t *message)
{
    rank_send(r->fd, message); /* if the other end is closed, the reader sees it as well */
}

static void on_stream(void *user, int fd, const char *text, size_t n)
{
    say(user, json_pack("{si ss%}", "stream", fd, "text", text, n));
}

static void on_output(void *user, enum wc_output what, const struct wc_bundle *b)
{
    char *data = wc_bundle_json(b);
    if (what == WC_DISPLAY || what == WC_RESULT)
        say(user, json_pack("{ss so}", "output", what == WC_RESULT ? "result" : "display", "data",
                            json_loads(data, 0, NULL)));
    free(data);
}

static void on_error(void *user, const struct wc_error *e)
{
    say(user, json_pack("{s{ss ss ss ss}}", "error", "name", e->name, "text", e->text, "plain",
                        e->plain, "ansi", e->ansi));
}

static void on_clear(void *user, bool wait)
{
    (void) user;
    (void) wait;
}

static void on_launches(void *user, const struct wc_launches *rows, size_t count)
{
    json_t *all = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(
            all, json_pack("{ss ss ss si sI sI}", "kernel", rows[i].kernel, "grid", rows[i].grid,
                           "block", rows[i].block, "calls", (int) rows[i].calls, "median",
                           (json_int_t) rows[i].median_ns, "total", (json_int_t) rows[i].total_ns));
    say(user, json_pack("{so}", "launches", all));
}

/* ---- in ---- */

static void receive(struct rank_server *r, json_t *message)
{
    if (json_object_get(message, "interrupt"))
        wc_interrupt(r->session);
    pthread_mutex_lock(&r->lock);
    if (json_object_get(message, "run") || json_object_get(message, "scatter") ||
        json_object_get(message, "gather"))
        VEC_PUSH(&r->cells, json_incref(message));
    pthread_cond_signal(&r->changed);
    pthread_mutex_unlock(&r->lock);
    json_decref(message);
}

/* While a cell runs, an interrupt must get through. */
static void *read_all(void *user)
{
    struct rank_server *r = user;
    FILE *from = fdopen(dup(r->fd), "r");
    char *line = NULL;
    size_t room = 0;
    while (from && getline(&line, &room, from) > 0) {
        json_t *message = json_loads(line, 0, NULL);
        if (message)
            receive(r, message);
    }
    free(line);
    if (from)
        fclose(from);
    wc_interrupt(r->session);
    pthread_mutex_lock(&r->lock);
    r->over = true;
    pthread_cond_signal(&r->changed);
    pthread_mutex_unlock(&r->lock);
    return NULL;
}

/* NULL: the socket is closed. */
static json_t *next_cell(struct rank_server *r)
{
    json_t *cell = NULL;
    pthread_mutex_lock(&r->lock);
    while (!r->cells.n && !r->over)
        pthread_cond_wait(&r->changed, &r->lock);
    if (r->cells.n) {
        cell = r->cells.at[0];
        VEC_REMOVE(&r->cells, 0);
    }
    if (r->over) { /* nobody wants the rest */
        json_decref(cell);
        cell = NULL;
    }
    pthread_mutex_unlock(&r->lock);
    return cell;
}

/* Runs code that the user did not write. */
static bool run_quietly(struct rank_server *r, const char *name, struct str code)
{
    r->session->vm->link.alone = false;
    return wc_run(r->session,
                  &(struct wc_cell){
                      .name = name, .code = code.p, .size = code.n, .silent = true}) == WC_OK;
}

static void scatter(struct rank_server *r, const json_t *message)
{
    const json_t *code = json_object_get(message, "code");
    struct str text = {json_string_value(code), json_string_length(code)};
    if (run_quietly(r, "%ranks scatter", text) && !rank_data_take(r->session, message))
        run_quietly(r, "%ranks scatter", str_of("#error the elements do not fit the array"));
}

/* A name that is no array is the cell's error. */
static void gather(struct rank_server *r, const json_t *message)
{
    struct buf code = {0};
    buf_printf(&code, "len(%s);", json_string_value(json_object_get(message, "name")));
    json_t *array = run_quietly(r, "%ranks gather", (struct str){code.p, code.n})
                        ? rank_data_give(r->session, message)
                        : NULL;
    if (array)
        say(r, json_pack("{so}", "array", array));
    buf_free(&code);
}

static void run_cell(struct rank_server *r, const json_t *cell)
{
    const json_t *code = json_object_get(cell, "code");
    struct across_link *link = &r->session->vm->link;
    link->alone = json_is_true(json_object_get(cell, "alone"));
    link->renew |= json_is_true(json_object_get(cell, "renew"));
    wc_run(r->session, &(struct wc_cell){.name = json_string_value(json_object_get(cell, "name")),
                                         .code = json_string_value(code),
                                         .size = json_string_length(code)});
}

static void run(struct rank_server *r, const json_t *message)
{
    static const struct {
        const char *name;
        void (*run)(struct rank_server *r, const json_t *content);
    } messages[] = {
        {"run",     run_cell},
        {"scatter", scatter },
        {"gather",  gather  }
    };

    for (size_t i = 0; i < sizeof messages / sizeof *messages; i++)
        if (json_object_get(message, messages[i].name))
            messages[i].run(r, json_object_get(message, messages[i].name));
    say(r, json_pack("{sb}", "done", 1));
}

/* A line of at most `room` characters, read so that nothing behind it is. NULL: none. */
static json_t *read_line(int fd, char *line, size_t room)
{
    size_t n = 0;
    while (n < room && recv(fd, line + n, 1, 0) == 1 && line[n] != '\n')
        n++;
    return n < room ? json_loadb(line, n, 0, NULL) : NULL;
}

/* Says which rank this is. Over TCP the session proves first that it is the one that started the job. false: it is not. */
static bool introduce(struct rank_server *r)
{
    struct ranks who;
    const char *secret = getenv(RANK_SECRET_VARIABLE);
    char nonce[RANK_SECRET], proof[RANK_SECRET], line[1024];
    ranks_read(&who);
    if (!secret || !*secret) {
        say(r, json_pack("{si si}", "rank", (int) who.rank, "size", (int) who.size));
        return true;
    }
    if (!rank_secret_new(nonce))
        return false;
    say(r, json_pack("{si si ss}", "rank", (int) who.rank, "size", (int) who.size, "nonce", nonce));
    json_t *answer = read_line(r->fd, line, sizeof line);
    const char *asked = json_string_value(json_object_get(answer, "nonce"));
    bool ok = asked && strlen(asked) == RANK_SECRET - 1 &&
              rank_secret_fits(secret, "session", nonce,
                               json_string_value(json_object_get(answer, "proof")));
    if (ok) {
        rank_secret_proof(secret, "rank", asked, proof);
        say(r, json_pack("{ss}", "proof", proof));
    }
    json_decref(answer);
    unsetenv(RANK_SECRET_VARIABLE); /* the program need not know it */
    return ok;
}

int wc_rank_serve(const char *address)
{
    struct rank_server r = {.fd = rank_connect(address)};
    pthread_t reader;
    if (r.fd < 0) {
        fprintf(stderr, "warpcell: cannot connect to %s: %s\n", address, strerror(errno));
        return 1;
    }
    if (!introduce(&r)) {
        fprintf(stderr, "warpcell: what answers at %s is not the session of this rank\n", address);
        close(r.fd);
        return 1;
    }
    pthread_mutex_init(&r.lock, NULL);
    pthread_cond_init(&r.changed, NULL);
    struct wc_options options = {
        .on = {.user = &r,
               .stream = on_stream,
               .output = on_output,
               .error = on_error,
               .clear = on_clear,
               .launches = on_launches},
        .notebook = true
    };
    r.session = wc_open(&options);
    if (pthread_create(&reader, NULL, read_all, &r))
        return 1;
    for (json_t *cell; (cell = next_cell(&r)); json_decref(cell))
        run(&r, cell);
    pthread_join(reader, NULL);
    wc_close(r.session);
    VEC_EACH (cell, &r.cells)
        json_decref(*cell);
    VEC_FREE(&r.cells);
    close(r.fd);
    return 0;
}
