/* SPDX-License-Identifier: Apache-2.0 */
/* The iopub thread and its queue. Publishing encodes and signs in the caller's thread and appends to the queue; the
 * thread sends. Three limits keep output complete and memory bounded:
 *  - stream text is gathered for GATHER_MS or GATHER_BYTES, so that printing is not one message a line;
 *  - a producer waits while QUEUE_BYTES are queued, and libzmq holds at most its high-water mark for each
 *    subscriber (XPUB_NODROP). A subscriber that takes nothing for STALL_MS loses messages, the others do not;
 *  - behind jupyter_server output is paced to stay under the server's own limit, which drops (pace.h).
 * Next: pace.c. */
#include "iopub.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include <zmq.h>

#include "json.h"
#include "must.h"
#include "pace.h"

enum {
    GATHER_MS = 50,
    GATHER_BYTES = 32 << 10,
    QUEUE_BYTES = 256 << 10,
    HELD_BYTES = 16 << 10,
    STALL_MS = 5000,
    RETRY_MS = 5,
    LOSSY_MS = 60000, /* how long a stalled subscriber is not waited for again */
};

struct gathered {
    const char *name;
    char *parent, *text;
    size_t parent_size, size, capacity;
    uint64_t due; /* ms */
};

struct iopub {
    struct wire *wire;
    void *socket;
    pthread_t thread;
    int wake; /* eventfd: the queue has something, or closing */

    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t room;
    struct packet *first, **last;
    size_t queued; /* bytes */
    struct gathered gathered;
    bool closing;
    int holds;

    struct packet *starting; /* held back until somebody can hear it (W-27) */
    struct pace pace;        /* the thread's, as what follows */
    uint64_t stalled_since, lossy_until;
};

static uint64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t) t.tv_sec * 1000 + (uint64_t) t.tv_nsec / 1000000;
}

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
    if (p->first || p->gathered.size)
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

void iopub_publish_with(struct iopub *p, const char *type, struct bytes parent, json_t *metadata,
                        json_t *content)
{
    bool idle = strcmp(json_get_text(content, "execution_state", ""), "idle") == 0;
    struct packet *m = encode(p, type, NULL, parent, metadata, content);
    m->status = strcmp(type, "status") == 0 || strcmp(type, "execute_input") == 0;
    m->idle = m->status && idle;
    pthread_mutex_lock(&p->lock);
    end_gathering(p);
    append(p, m);
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
        while (p->queued > QUEUE_BYTES && !p->closing)
            pthread_cond_wait(&p->room, &p->lock);
        gather(p, name, parent, text, piece);
        text += piece;
        n -= piece;
    }
    pthread_mutex_unlock(&p->lock);
}

/* ---- the thread's side ---- */

static void send_starting(struct iopub *p)
{
    if (p->starting)
        packet_send(p->starting, p->socket, NULL, ZMQ_DONTWAIT);
    packet_free(p->starting);
    p->starting = NULL;
}

/* Welcomes every new subscriber with its subscription as topic (W-25, JEP 65). */
static void greet(struct iopub *p)
{
    zmq_msg_t frame;
    zmq_msg_init(&frame);
    while (zmq_msg_recv(&frame, p->socket, ZMQ_DONTWAIT) >= 0) {
        const char *bytes = zmq_msg_data(&frame);
        size_t n = zmq_msg_size(&frame);
        json_t *topic = n && bytes[0] == 1 ? json_stringn(bytes + 1, n - 1) : NULL;
        if (!topic)
            continue;
        struct packet *m = encode(p, "iopub_welcome", "", (struct bytes){"", 0}, NULL,
                                  json_pack("{so}", "subscription", topic));
        free(m->topic);
        m->topic = must(malloc(n));
        memcpy(m->topic, bytes + 1, n - 1);
        m->topic_size = n - 1;
        packet_send(m, p->socket, NULL, ZMQ_DONTWAIT);
        packet_free(m);
        send_starting(p);
    }
    zmq_msg_close(&frame);
}

static void set_lossy(struct iopub *p, bool lossy)
{
    int nodrop = !lossy;
    zmq_setsockopt(p->socket, ZMQ_XPUB_NODROP, &nodrop, sizeof nodrop);
}

/* Sends one packet, or says in how many milliseconds to try again. */
static int try_send(struct iopub *p, struct packet *m)
{
    uint64_t now = now_ms();
    int wait = m->status ? 0 : pace_wait(&p->pace, now, m->stream ? m->size : 0);
    if (wait > 0)
        return wait;
    greet(p); /* a new subscriber's first message is its welcome (W-26) */
    send_starting(p);
    if (p->lossy_until && now >= p->lossy_until) {
        p->lossy_until = 0;
        set_lossy(p, false);
    }
    if (!packet_send(m, p->socket, NULL, ZMQ_DONTWAIT) && errno == EAGAIN) {
        if (!p->stalled_since)
            p->stalled_since = now;
        if (now - p->stalled_since < STALL_MS)
            return RETRY_MS;
        fprintf(stderr, "warpcell-kernel: a client does not read its output; it will miss some\n");
        p->lossy_until = now + LOSSY_MS;
        set_lossy(p, true);
        packet_send(m, p->socket, NULL, ZMQ_DONTWAIT);
    }
    p->stalled_since = 0;
    if (m->idle)
        pace_reset(&p->pace); /* as the server does */
    else if (!m->status)
        pace_add(&p->pace, now, m->stream ? m->size : 0);
    return 0;
}

/* What to do next: the first packet, still in the queue, or NULL and for how long to wait (-1: until woken). */
static struct packet *next_packet(struct iopub *p, int *out_wait, bool *out_end)
{
    pthread_mutex_lock(&p->lock);
    uint64_t now = now_ms();
    if (p->gathered.size && (p->closing || now >= p->gathered.due))
        end_gathering(p);
    struct packet *m = p->first;
    *out_wait = p->gathered.size ? (int) (p->gathered.due - now) : -1;
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
    pthread_cond_broadcast(&p->room);
    pthread_mutex_unlock(&p->lock);
    packet_free(m);
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
        bool end;
        struct packet *m = next_packet(p, &wait, &end);
        if (end)
            break;
        if (m && (wait = try_send(p, m)) == 0) {
            drop_first(p);
            continue;
        }
        /* While the head of the queue waits, only its time matters: the eventfd stays readable or not. */
        int rc = zmq_poll(items, m ? 1 : 2, wait);
        if (rc < 0 && errno == ETERM)
            break;
        if (rc > 0 && items[0].revents)
            greet(p);
        if (rc > 0 && !m && items[1].revents) {
            uint64_t count;
            (void) !read(p->wake, &count, sizeof count);
        }
    }
    zmq_close(p->socket);
    return NULL;
}

struct iopub *iopub_start(struct wire *w, void *socket)
{
    struct iopub *p = must(calloc(1, sizeof *p));
    p->wire = w;
    p->socket = socket;
    p->last = &p->first;
    p->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->room, NULL);
    pace_init(&p->pace);
    p->starting = encode(p, "status", NULL, (struct bytes){"", 0}, NULL,
                         json_pack("{ss}", "execution_state", "starting"));
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
    packet_free(p->starting);
    while (p->first) {
        struct packet *next = p->first->next;
        packet_free(p->first);
        p->first = next;
    }
    close(p->wake);
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->room);
    free(p->gathered.parent);
    free(p->gathered.text);
    free(p);
    *pp = NULL;
}
