/* SPDX-License-Identifier: Apache-2.0 */
/* Who listens to iopub. libzmq sends a message to all subscribers of its topic or, with XPUB_NODROP, to nobody while the
 * queue of one of them is full. So every subscription to everything ("") gets, by XPUB_MANUAL, the prefixes of our topics and
 * besides a topic of its own, by which one subscriber can be served alone while another does not read. What must arrive is
 * sent past the high-water mark, which libzmq lets us raise for a moment. Next: iopub.c. */
#include "iopub/subscribers.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <zmq.h>

#include "wire/must.h"

enum {
    STALL_MS = 5000, /* how long to wait for a subscriber that reads nothing */
    RETRY_MS = 5,
    LOSSY_MS = 60000, /* how long before it is waited for again */
    MOST_CLIENTS = 256,
    HIGH_WATER = 1000, /* messages in a subscriber's queue; libzmq's default */
};

struct client {
    char topic[96]; /* of this client alone */
    size_t topic_size;
    uint64_t stalled_since, lossy_until; /* ms; 0: not */
    unsigned long dropped;               /* since it was last told */
};

struct subscribers {
    struct wire *wire;
    void *socket;
    struct packet *first;
    unsigned number; /* of the latest client */
    struct client client[MOST_CLIENTS];
    size_t count,
        listening; /* clients known, the gone ones included; of them those that are there */
    uint64_t stalled_since; /* somebody's queue is full */
    bool apart;             /* clients are served one by one */
    size_t served;          /* of the present packet, when apart */
};

struct subscribers *subscribers_open(struct wire *w, void *socket, struct packet *first)
{
    struct subscribers *s = must(calloc(1, sizeof *s));
    s->wire = w;
    s->socket = socket;
    s->first = first;
    return s;
}

void subscribers_close(struct subscribers **at)
{
    struct subscribers *s = *at;
    zmq_close(s->socket);
    packet_free(s->first);
    free(s);
    *at = NULL;
}

static bool send_to(struct subscribers *s, const struct packet *m, const char *topic, size_t n)
{
    struct packet alone = *m;
    alone.topic = (char *) topic;
    alone.topic_size = n;
    return packet_send(&alone, s->socket, NULL, ZMQ_DONTWAIT);
}

static void set_high_water(struct subscribers *s, int messages)
{
    zmq_setsockopt(s->socket, ZMQ_SNDHWM, &messages, sizeof messages);
}

/* Raised only when it has to be: while the mark is off, libzmq does not tell us what subscribers have read. */
static void send_surely(struct subscribers *s, const struct packet *m, const char *topic, size_t n)
{
    if (send_to(s, m, topic, n) || errno != EAGAIN)
        return;
    set_high_water(s, 0);
    send_to(s, m, topic, n);
    set_high_water(s, HIGH_WATER);
}

/* ---- new subscribers ---- */

/* Everything: by its prefixes, so that the topic of another client does not match. */
static void subscribe_really(struct subscribers *s, int option, const char *topic, size_t n)
{
    if (n) {
        zmq_setsockopt(s->socket, option, topic, n);
        return;
    }
    zmq_setsockopt(s->socket, option, "kernel.", 7);
    zmq_setsockopt(s->socket, option, "stream.", 7);
}

static struct client *add(struct subscribers *s)
{
    if (s->count == MOST_CLIENTS) /* the oldest has most likely gone */
        memmove(s->client, s->client + 1, --s->count * sizeof *s->client);
    struct client *c = &s->client[s->count++];
    *c = (struct client){0};
    return c;
}

/* The client's own topic begins with what it asked for: it drops everything else itself. */
static void enter(struct subscribers *s, const char *topic, size_t n)
{
    struct client *c = add(s);
    if (n + 16 > sizeof c->topic)
        n = 0;
    memcpy(c->topic, topic, n);
    c->topic_size = n + (size_t) snprintf(c->topic + n, 16, "\x01%08x", ++s->number);
    zmq_setsockopt(s->socket, ZMQ_SUBSCRIBE, c->topic, c->topic_size);
    s->listening++;
}

static void leave(struct subscribers *s)
{
    if (s->listening && --s->listening == 0)
        s->count =
            0; /* which of several has left is unknown: sending to one that has does no harm */
}

static void send_first(struct subscribers *s)
{
    if (s->first)
        packet_send(s->first, s->socket, NULL, ZMQ_DONTWAIT);
    packet_free(s->first);
    s->first = NULL;
}

static void welcome(struct subscribers *s, const char *topic, size_t n)
{
    json_t *name = json_stringn(topic, n);
    if (!name)
        return; /* not UTF-8 */
    struct packet *m = wire_encode(s->wire, "iopub_welcome", (struct bytes){"", 0}, NULL,
                                   json_pack("{so}", "subscription", name));
    zmq_setsockopt(s->socket, ZMQ_SUBSCRIBE, topic, n);
    send_surely(s, m, topic, n);
    if (n == 0)
        zmq_setsockopt(s->socket, ZMQ_UNSUBSCRIBE, topic, n);
    packet_free(m);
    send_first(s);
}

static void take(struct subscribers *s, const char *frame, size_t n)
{
    const char *topic = frame + 1;
    if (n == 0 || frame[0] > 1)
        return;
    if (frame[0] == 0) {
        subscribe_really(s, ZMQ_UNSUBSCRIBE, topic, n - 1);
        leave(s);
        return;
    }
    subscribe_really(s, ZMQ_SUBSCRIBE, topic, n - 1);
    welcome(s, topic, n - 1);
    enter(s, topic, n - 1);
}

void subscribers_greet(struct subscribers *s)
{
    zmq_msg_t frame;
    zmq_msg_init(&frame);
    while (zmq_msg_recv(&frame, s->socket, ZMQ_DONTWAIT) >= 0)
        take(s, zmq_msg_data(&frame), zmq_msg_size(&frame));
    zmq_msg_close(&frame);
}

int subscribers_count(const struct subscribers *s)
{
    return (int) s->listening;
}

/* ---- sending ---- */

/* What a client has missed, in front of the packet that ends its request. */
static void say_what_was_dropped(struct subscribers *s, struct client *c, const struct packet *m)
{
    char text[128];
    snprintf(text, sizeof text,
             "[%lu outputs were dropped here because this client did not read them]\n", c->dropped);
    struct packet *notice = wire_encode(s->wire, "stream", m->frame[2], NULL,
                                        json_pack("{ss ss}", "name", "stderr", "text", text));
    send_surely(s, notice, c->topic, c->topic_size);
    packet_free(notice);
    c->dropped = 0;
}

static void send_to_all(struct subscribers *s, const struct packet *m)
{
    for (size_t i = 0; m->idle && i < s->count; i++)
        if (s->client[i].dropped)
            say_what_was_dropped(s, &s->client[i], m);
    send_surely(s, m, m->topic, m->topic_size);
}

/* false: wait for the client. */
static bool serve(struct subscribers *s, struct client *c, const struct packet *m, uint64_t now)
{
    if (send_to(s, m, c->topic, c->topic_size) || errno != EAGAIN) {
        c->stalled_since = 0;
        return true;
    }
    if (!c->stalled_since)
        c->stalled_since = s->stalled_since ? s->stalled_since : now;
    if (now >= c->lossy_until) {
        if (now - c->stalled_since < STALL_MS)
            return false;
        fprintf(stderr,
                "warpcell-kernel: a client does not read its output; some of it will be dropped\n");
        c->lossy_until = now + LOSSY_MS;
    }
    c->dropped++;
    return true;
}

static int send_apart(struct subscribers *s, const struct packet *m, uint64_t now)
{
    bool lossy = false;
    for (; s->served < s->count; s->served++)
        if (!serve(s, &s->client[s->served], m, now))
            return RETRY_MS;
    for (size_t i = 0; i < s->count; i++)
        lossy |= now < s->client[i].lossy_until;
    s->served = 0;
    s->stalled_since = 0;
    s->apart = lossy;
    return 0;
}

int subscribers_send(struct subscribers *s, const struct packet *m, uint64_t now)
{
    subscribers_greet(s); /* a new subscriber's first message is its welcome (W-26) */
    send_first(s);
    if (m->must_arrive) {
        send_to_all(s, m);
        return 0;
    }
    if (s->apart)
        return send_apart(s, m, now);
    if (packet_send(m, s->socket, NULL, ZMQ_DONTWAIT) || errno != EAGAIN) {
        s->stalled_since = 0;
        return 0;
    }
    if (!s->stalled_since)
        s->stalled_since = now;
    s->apart = now - s->stalled_since >= STALL_MS;
    return s->apart ? send_apart(s, m, now) : RETRY_MS;
}
