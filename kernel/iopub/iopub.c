/* SPDX-License-Identifier: Apache-2.0 */
/* The iopub thread and its queue. Publishing encodes and signs in the caller's thread and appends to the queue; the
 * thread sends. Four limits keep output complete and memory bounded:
 *  - stream text is gathered for GATHER_MS or GATHER_BYTES, so that printing is not one message a line;
 *  - of the updates of a display or comm only the latest goes, ten times a second at most (updates.h);
 *  - a producer waits while QUEUE_BYTES or QUEUE_MESSAGES are queued, and each subscriber has a bounded queue
 *    (subscribers.h);
 *  - under jupyter_server output is paced to stay below the server's own limit, beyond which it drops output (pace.h).
 * Next: subscribers.c. */
#include "iopub/iopub.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include <zmq.h>

#include "iopub/pace.h"
#include "iopub/subscribers.h"
#include "iopub/updates.h"
#include "wire/json.h"
#include "wire/must.h"
#include "wire/now.h"

enum {
    GATHER_MS = 50,
    GATHER_BYTES = 32 << 10,
    QUEUE_BYTES = 256 << 10,
    QUEUE_MESSAGES = 200,
    HELD_BYTES = 16 << 10,
    FIRST_CLIENT_S = 1, /* libzmq tries again to connect within 0.2 s */
};

struct gathered {
    const char *name;
    char *parent, *text;
    size_t parent_size, size, capacity;
    uint64_t due; /* ms */
};

struct iopub {
    struct wire *wire;
    void *socket; /* of the subscribers */
    pthread_t thread;
    int wake; /* eventfd: the queue has something, or closing */

    pthread_mutex_t lock;          /* guards what follows */
    pthread_cond_t room, listened; /* the second: a first client has come */
    struct packet *first, **last;
    size_t queued, count; /* bytes, messages */
    size_t hurried;       /* of the messages, those at the head that are not paced */
    struct gathered gathered;
    struct updates *updates;
    bool closing;
    int holds;

    atomic_int clients, first_parent;
    struct pace pace; /* this and the following fields belong to the thread */
    struct subscribers *subscribers;
};

static struct packet *encode(struct iopub *p, const char *type, const char *topic,
                             struct bytes parent, json_t *metadata, json_t *content)
{
    struct packet *m = wire_encode(p->wire, type, parent, metadata, content);
    char made[128];
    if (!topic) {
        snprintf(made, sizeof made, "kernel.%s.%s", p->wire->session, type);
        topic = made;
    }
    m->topic = must(strdup(topic));
    m->topic_size = strlen(topic);
    return m;
}

/* ---- the producers' side ---- */

static void wake(struct iopub *p)
{
    uint64_t one = 1;
    (void) !write(p->wake, &one, sizeof one);
}

static void append(struct iopub *p, struct packet *m) /* locked */
{
    bool was_empty = !p->first;
    *p->last = m;
    p->last = &m->next;
    p->queued += m->size;
    p->count++;
    if (p->holds ? p->queued > HELD_BYTES : was_empty)
        wake(p);
}

void iopub_hold(struct iopub *p)
{
    pthread_mutex_lock(&p->lock);
    p->holds++;
    pthread_mutex_unlock(&p->lock);
}

static void wake_for_queue(struct iopub *p) /* locked */
{
    if (p->first || p->gathered.size || updates_wait(p->updates, 0) >= 0)
        wake(p);
}

void iopub_release(struct iopub *p)
{
    pthread_mutex_lock(&p->lock);
    p->holds--;
    wake_for_queue(p);
    pthread_mutex_unlock(&p->lock);
}

void iopub_kick(struct iopub *p)
{
    pthread_mutex_lock(&p->lock);
    wake_for_queue(p);
    pthread_mutex_unlock(&p->lock);
}

static void end_gathering(struct iopub *p) /* locked */
{
    struct gathered *g = &p->gathered;
    if (!g->size)
        return;
    char topic[32];
    snprintf(topic, sizeof topic, "stream.%s", g->name);
    json_t *content = json_pack("{ss so}", "name", g->name, "text", json_text(g->text, g->size));
    struct packet *m =
        encode(p, "stream", topic, (struct bytes){g->parent, g->parent_size}, NULL, content);
    m->stream = true;
    g->size = 0;
    append(p, m);
}

void iopub_publish(struct iopub *p, const char *type, struct bytes parent, json_t *content)
{
    iopub_publish_with(p, type, parent, NULL, content);
}

/* Streams and displays wait while much is queued, which the thread is sending. */
static void wait_for_room(struct iopub *p) /* locked */
{
    while ((p->queued > QUEUE_BYTES || p->count > QUEUE_MESSAGES) && !p->closing) {
        wake(p);
        pthread_cond_wait(&p->room, &p->lock);
    }
}

static bool is_one_of(const char *type, const char *const *types)
{
    while (*types && strcmp(type, *types))
        types++;
    return *types;
}

static struct packet *encode_kind(struct iopub *p, const char *type, struct bytes parent,
                                  json_t *metadata, json_t *content)
{
    static const char *const uncounted[] = {"status", "execute_input", "comm_open", NULL};
    static const char *const droppable[] = {"display_data", "update_display_data", "clear_output",
                                            "comm_msg", NULL};
    bool idle = strcmp(json_get_text(content, "execution_state", ""), "idle") == 0;
    struct packet *m = encode(p, type, NULL, parent, metadata, content);
    m->status = is_one_of(type, uncounted);
    m->must_arrive = !is_one_of(type, droppable);
    m->idle = m->status && idle;
    return m;
}

static void append_update(struct iopub *p, struct update *up) /* locked */
{
    append(p, encode_kind(p, up->type, (struct bytes){up->parent, up->parent_size}, NULL,
                          json_incref(up->content)));
    update_free(up);
}

/* What a request showed last is shown before it is over. */
static void append_updates_of(struct iopub *p, const struct bytes *parent) /* locked */
{
    for (struct update up; updates_take_due(p->updates, parent, UINT64_MAX, &up);)
        append_update(p, &up);
}

void iopub_publish_with(struct iopub *p, const char *type, struct bytes parent, json_t *metadata,
                        json_t *content)
{
    static const char *const urgent[] = {"status", "execute_input", "shutdown_reply", NULL};
    json_t *transient = json_object_get(content, "transient");
    char *display = must(strdup(json_get_text(transient, "display_id", "")));
    struct packet *m = encode_kind(p, type, parent, metadata, content);
    pthread_mutex_lock(&p->lock);
    end_gathering(p);
    if (!is_one_of(type, urgent))
        wait_for_room(p);
    if (m->idle)
        append_updates_of(p, &parent);
    if (*display)
        updates_replaced(p->updates, display, now_ms());
    append(p, m);
    pthread_mutex_unlock(&p->lock);
    free(display);
}

void iopub_update(struct iopub *p, const char *key, const char *type, struct bytes parent,
                  json_t *content)
{
    pthread_mutex_lock(&p->lock);
    end_gathering(p);
    if (updates_put(p->updates, key, type, parent, content, now_ms())) {
        wait_for_room(p);
        append(p, encode_kind(p, type, parent, NULL, content));
    } else if (!p->holds) {
        wake(p); /* the thread has a new time to wait for */
    }
    pthread_mutex_unlock(&p->lock);
}

void iopub_settle(struct iopub *p, const char *key)
{
    struct update up;
    pthread_mutex_lock(&p->lock);
    if (updates_take(p->updates, key, now_ms(), &up))
        append_update(p, &up);
    pthread_mutex_unlock(&p->lock);
}

int iopub_clients(struct iopub *p)
{
    return atomic_load(&p->clients);
}

pid_t iopub_first_parent(struct iopub *p)
{
    return atomic_load(&p->first_parent);
}

/* A client connects its sockets one by one. Where the first one reached us and the others came a moment before we listened,
 * libzmq tries them again later, and what we publish meanwhile is lost. */
void iopub_await_client(struct iopub *p)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += FIRST_CLIENT_S;
    pthread_mutex_lock(&p->lock);
    while (!iopub_first_parent(p) &&
           pthread_cond_timedwait(&p->listened, &p->lock, &until) != ETIMEDOUT)
        continue;
    pthread_mutex_unlock(&p->lock);
}

void iopub_hurry(struct iopub *p)
{
    pthread_mutex_lock(&p->lock);
    p->hurried = p->count;
    wake(p);
    pthread_mutex_unlock(&p->lock);
}

void iopub_status(struct iopub *p, struct bytes parent, const char *state)
{
    iopub_publish(p, "status", parent, json_pack("{ss}", "execution_state", state));
}

void iopub_flush(struct iopub *p)
{
    pthread_mutex_lock(&p->lock);
    end_gathering(p);
    pthread_mutex_unlock(&p->lock);
}

static bool gathers(const struct gathered *g, const char *name, struct bytes parent)
{
    return strcmp(g->name, name) == 0 && g->parent_size == parent.n &&
           memcmp(g->parent, parent.p, parent.n) == 0;
}

/* The longest prefix of at most GATHER_BYTES that ends with a whole character. */
static size_t first_piece(const char *text, size_t n)
{
    if (n <= GATHER_BYTES)
        return n;
    size_t cut = GATHER_BYTES;
    while (cut > GATHER_BYTES - 4 && (text[cut] & 0xC0) == 0x80)
        cut--;
    return cut;
}

static void gather(struct iopub *p, const char *name, struct bytes parent, const char *text,
                   size_t n)
{
    struct gathered *g = &p->gathered;
    if (g->size && (!gathers(g, name, parent) || g->size + n > GATHER_BYTES))
        end_gathering(p);
    if (!g->size) {
        if (!g->text)
            g->text = must(malloc(g->capacity = GATHER_BYTES));
        g->name = name;
        g->parent = must(realloc(g->parent, parent.n + 1));
        memcpy(g->parent, parent.p, parent.n);
        g->parent_size = parent.n;
        g->due = now_ms() + GATHER_MS;
        if (!p->holds)
            wake(p); /* the thread has a new time to wait for */
    }
    memcpy(g->text + g->size, text, n);
    g->size += n;
}

void iopub_stream(struct iopub *p, const char *name, struct bytes parent, const char *text,
                  size_t n)
{
    pthread_mutex_lock(&p->lock);
    while (n) {
        size_t piece = first_piece(text, n);
        wait_for_room(p);
        gather(p, name, parent, text, piece);
        text += piece;
        n -= piece;
    }
    pthread_mutex_unlock(&p->lock);
}

/* ---- the thread's side ---- */

/* Sends the head of the queue, or says in how many milliseconds to try again. */
static int try_send(struct iopub *p, struct packet *m, bool hurry)
{
    uint64_t now = now_ms();
    size_t bytes = m->stream ? m->size : 0;
    int wait = m->status || hurry ? 0 : pace_wait(&p->pace, now, bytes);
    if (wait == 0)
        wait = subscribers_send(p->subscribers, m, now);
    if (wait > 0)
        return wait;
    if (m->idle)
        pace_reset(&p->pace); /* as the server does */
    else if (!m->status)
        pace_add(&p->pace, now, bytes);
    return 0;
}

/* What to do next: the first packet, still in the queue, or NULL and for how long to wait (-1: until woken). */
static struct packet *next_packet(struct iopub *p, int *out_wait, bool *out_hurry, bool *out_end)
{
    pthread_mutex_lock(&p->lock);
    uint64_t now = now_ms();
    if (p->gathered.size && (p->closing || now >= p->gathered.due))
        end_gathering(p);
    for (struct update up; !p->first && updates_take_due(p->updates, NULL, now, &up);)
        append_update(p, &up);
    struct packet *m = p->first;
    int gathered = p->gathered.size ? (int) (p->gathered.due - now) : -1;
    *out_wait = updates_wait(p->updates, now);
    if (*out_wait < 0 || (gathered >= 0 && gathered < *out_wait))
        *out_wait = gathered;
    *out_hurry = p->hurried > 0;
    *out_end = p->closing && !m;
    pthread_mutex_unlock(&p->lock);
    return m;
}

static void drop_first(struct iopub *p)
{
    pthread_mutex_lock(&p->lock);
    struct packet *m = p->first;
    p->first = m->next;
    if (!p->first)
        p->last = &p->first;
    p->queued -= m->size;
    p->count--;
    p->hurried -= p->hurried > 0;
    pthread_cond_broadcast(&p->room);
    pthread_mutex_unlock(&p->lock);
    packet_free(m);
}

static void note_clients(struct iopub *p)
{
    int clients = subscribers_count(p->subscribers);
    if (clients && !atomic_load(&p->first_parent)) {
        pthread_mutex_lock(&p->lock);
        atomic_store(&p->first_parent, getppid());
        pthread_cond_broadcast(&p->listened);
        pthread_mutex_unlock(&p->lock);
    }
    atomic_store(&p->clients, clients);
}

static void *iopub_main(void *arg)
{
    struct iopub *p = arg;
    zmq_pollitem_t items[] = {
        {p->socket, 0,       ZMQ_POLLIN, 0},
        {NULL,      p->wake, ZMQ_POLLIN, 0}
    };
    for (;;) {
        int wait;
        bool hurry, end;
        note_clients(p);
        struct packet *m = next_packet(p, &wait, &hurry, &end);
        if (end)
            break;
        if (m && (wait = try_send(p, m, hurry)) == 0) {
            drop_first(p);
            continue;
        }
        int rc = zmq_poll(items, 2, wait);
        if (rc < 0 && errno == ETERM)
            break;
        if (rc > 0 && items[0].revents)
            subscribers_greet(p->subscribers);
        if (rc > 0 && items[1].revents) {
            uint64_t count;
            (void) !read(p->wake, &count, sizeof count);
        }
    }
    subscribers_close(&p->subscribers);
    return NULL;
}

struct iopub *iopub_start(struct wire *w, void *socket)
{
    struct iopub *p = must(calloc(1, sizeof *p));
    p->wire = w;
    p->socket = socket;
    p->last = &p->first;
    p->updates = updates_new();
    p->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->room, NULL);
    pthread_cond_init(&p->listened, NULL);
    pace_init(&p->pace);
    struct packet *starting = encode(p, "status", NULL, (struct bytes){"", 0}, NULL,
                                     json_pack("{ss}", "execution_state", "starting"));
    p->subscribers = subscribers_open(w, socket, starting);
    if (p->wake < 0 || pthread_create(&p->thread, NULL, iopub_main, p))
        abort();
    return p;
}

void iopub_stop(struct iopub **pp)
{
    struct iopub *p = *pp;
    if (!p)
        return;
    pthread_mutex_lock(&p->lock);
    p->closing = true;
    pthread_cond_broadcast(&p->room);
    wake(p);
    pthread_mutex_unlock(&p->lock);
    pthread_join(p->thread, NULL);
    while (p->first) {
        struct packet *next = p->first->next;
        packet_free(p->first);
        p->first = next;
    }
    updates_free(&p->updates);
    close(p->wake);
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->room);
    pthread_cond_destroy(&p->listened);
    free(p->gathered.parent);
    free(p->gathered.text);
    free(p);
    *pp = NULL;
}
