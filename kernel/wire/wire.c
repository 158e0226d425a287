/* SPDX-License-Identifier: Apache-2.0 */
/* Frames to requests and packets to frames. The signature is made over the bytes as they travel, never over
 * JSON that was read and written again. What fails the signature gets no answer: it cannot be trusted.
 * Next: dispatch.c, what is done with a request. */
#include "wire/wire.h"

#include <errno.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/rand.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <zmq.h>

#include "wire/json.h"
#include "wire/must.h"

#define PROTOCOL_VERSION "5.5"

enum { UNREADABLE_MAX = 320 }; /* Jansson's text has at most 160 bytes */

/* The frames of one message. */
struct parts {
    size_t n, cap;
    zmq_msg_t *at;
};

void wire_new_uuid(char out[37])
{
    unsigned char r[16];
    RAND_bytes(r, sizeof r);
    r[6] = (r[6] & 0x0F) | 0x40; /* version 4, RFC 4122 */
    r[8] = (r[8] & 0x3F) | 0x80;
    for (int i = 0, k = 0; i < 16; i++) {
        if (i == 4 || i == 6 || i == 8 || i == 10)
            out[k++] = '-';
        k += snprintf(out + k, 3, "%02x", r[i]);
    }
}

bool wire_open(struct wire *w, const char *key, const char *scheme)
{
    *w = (struct wire){.lock = PTHREAD_MUTEX_INITIALIZER};
    wire_new_uuid(w->session);
    const struct passwd *user = getpwuid(getuid());
    snprintf(w->user, sizeof w->user, "%s", user ? user->pw_name : "user");
    if (!*key || !*scheme) {
        fprintf(stderr,
                "warpcell-kernel: the connection file has no key: messages are not signed\n");
        return true;
    }
    const char *hash = strncmp(scheme, "hmac-", 5) == 0 ? scheme + 5 : "";
    w->hmac = EVP_MAC_fetch(NULL, "HMAC", NULL);
    w->mac = w->hmac ? EVP_MAC_CTX_new(w->hmac) : NULL;
    OSSL_PARAM params[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *) hash, 0),
        OSSL_PARAM_construct_end(),
    };
    if (!*hash || !w->mac ||
        !EVP_MAC_init(w->mac, (const unsigned char *) key, strlen(key), params)) {
        fprintf(stderr, "warpcell-kernel: signature scheme '%s' is unknown\n", scheme);
        return false;
    }
    return true;
}

void wire_close(struct wire *w)
{
    EVP_MAC_CTX_free(w->mac);
    EVP_MAC_free(w->hmac);
    w->mac = NULL;
}

size_t wire_sign(struct wire *w, const struct bytes *frames, size_t count,
                 char out[SIGNATURE_MAX + 1])
{
    unsigned char digest[SIGNATURE_MAX / 2];
    size_t n = 0;
    out[0] = 0;
    if (!w->mac)
        return 0;
    pthread_mutex_lock(&w->lock);
    EVP_MAC_init(w->mac, NULL, 0, NULL); /* the same key again: a copy of the context costs more */
    for (size_t i = 0; i < count; i++)
        EVP_MAC_update(w->mac, (const unsigned char *) frames[i].p, frames[i].n);
    EVP_MAC_final(w->mac, digest, &n, sizeof digest);
    pthread_mutex_unlock(&w->lock);
    for (size_t i = 0; i < n; i++) {
        out[2 * i] = "0123456789abcdef"[digest[i] >> 4];
        out[2 * i + 1] = "0123456789abcdef"[digest[i] & 15];
    }
    out[2 * n] = 0;
    return 2 * n;
}

/* ---- receiving ---- */

static void parts_free(struct parts *m)
{
    for (size_t i = 0; m && i < m->n; i++)
        zmq_msg_close(&m->at[i]);
    if (m)
        free(m->at);
    free(m);
}

/* NULL: nothing there, or the context is being closed. */
static struct parts *parts_receive(void *socket, int flags)
{
    struct parts *m = must(calloc(1, sizeof *m));
    for (bool more = true; more;) {
        if (m->n == m->cap) {
            /* Frames must not move while zmq_msg_t is used in place, so they are moved with zmq_msg_move. */
            size_t cap = m->cap ? 2 * m->cap : 8;
            zmq_msg_t *at = must(malloc(cap * sizeof *at));
            for (size_t i = 0; i < m->n; i++) {
                zmq_msg_init(&at[i]);
                zmq_msg_move(&at[i], &m->at[i]);
                zmq_msg_close(&m->at[i]);
            }
            free(m->at);
            m->at = at;
            m->cap = cap;
        }
        zmq_msg_init(&m->at[m->n]);
        int rc;
        do
            rc = zmq_msg_recv(&m->at[m->n], socket, flags);
        while (rc < 0 && errno == EINTR);
        if (rc < 0) {
            zmq_msg_close(&m->at[m->n]);
            parts_free(m);
            return NULL;
        }
        more = zmq_msg_more(&m->at[m->n]);
        m->n++;
    }
    return m;
}

static struct bytes part(struct parts *m, size_t i)
{
    return (struct bytes){zmq_msg_data(&m->at[i]), zmq_msg_size(&m->at[i])};
}

static bool bytes_equal(struct bytes a, const char *b)
{
    return a.n == strlen(b) && memcmp(a.p, b, a.n) == 0;
}

/* Whether the signature is the right one and new; NULL, or what is wrong with it. */
static const char *distrust(struct wire *w, struct bytes signature, const struct bytes frame[4],
                            struct seen_messages *seen)
{
    if (!w->mac)
        return NULL;
    char expected[SIGNATURE_MAX + 1];
    size_t n = wire_sign(w, frame, 4, expected);
    if (signature.n != n)
        return "wrong signature length";
    if (CRYPTO_memcmp(signature.p, expected, n))
        return "invalid signature";
    uint64_t mark = strtoull(memcpy((char[17]){0}, signature.p, 16), NULL, 16);
    for (size_t i = 0; i < SEEN_COUNT; i++)
        if (seen->at[i] == mark)
            return "duplicate message";
    seen->at[seen->next++ % SEEN_COUNT] = mark;
    return NULL;
}

/* The value of a frame that need not be readable; an empty object in its place, and why in r->unreadable. */
static json_t *read_frame(struct request *r, const char *name, struct bytes frame)
{
    json_error_t error;
    json_t *value = json_read(frame.p, frame.n, &error);
    if (value)
        return value;
    if (!r->unreadable) {
        const char *form = "the %s of this '%.60s' cannot be read as JSON: %s (line %d, column %d)";
        r->unreadable = must(malloc(UNREADABLE_MAX));
        snprintf(r->unreadable, UNREADABLE_MAX, form, name, r->type, error.text, error.line,
                 error.column);
    }
    return json_object();
}

/* Fills the request from its frames; NULL, or what is wrong with them. */
static const char *decode(struct wire *w, struct parts *m, struct seen_messages *seen,
                          struct request *r)
{
    size_t at = 0;
    while (at < m->n && !bytes_equal(part(m, at), WIRE_DELIMITER))
        at++;
    if (at == m->n)
        return "no delimiter";
    if (m->n - at < 6)
        return "too few frames";
    struct bytes frame[4];
    for (size_t i = 0; i < 4; i++)
        frame[i] = part(m, at + 2 + i);
    const char *wrong = distrust(w, part(m, at + 1), frame, seen);
    if (wrong)
        return wrong;
    json_error_t error;
    r->header = json_read(frame[0].p, frame[0].n, &error);
    if (!r->header)
        return "the header is not JSON";
    r->type = json_get_text(r->header, "msg_type", NULL);
    r->id = json_get_text(r->header, "msg_id", NULL);
    if (!r->type || !r->id)
        return "no 'msg_type' or 'msg_id' in the header";
    r->parent = read_frame(r, "parent header", frame[1]);
    json_decref(read_frame(r, "metadata", frame[2])); /* nothing in it concerns us */
    r->content = read_frame(r, "content", frame[3]);
    r->header_size = frame[0].n;
    r->header_bytes = must(malloc(frame[0].n));
    memcpy(r->header_bytes, frame[0].p, frame[0].n);
    for (size_t i = at; i < m->n; i++)
        zmq_msg_close(&m->at[i]);
    m->n = at; /* the idents stay */
    return NULL;
}

bool wire_receive(struct wire *w, void *socket, int flags, struct seen_messages *seen,
                  struct request **out, bool *out_dropped)
{
    *out = NULL;
    *out_dropped = false;
    struct parts *m = parts_receive(socket, flags);
    if (!m)
        return false;
    struct request *r = must(calloc(1, sizeof *r));
    r->idents = m;
    const char *wrong = decode(w, m, seen, r);
    if (wrong) {
        fprintf(stderr, "warpcell-kernel: dropped a message: %s\n", wrong);
        request_free(&r);
        *out_dropped = true;
        return false;
    }
    *out = r;
    return true;
}

void request_free(struct request **r)
{
    if (!*r)
        return;
    parts_free((*r)->idents);
    free((*r)->header_bytes);
    free((*r)->unreadable);
    json_decref((*r)->header);
    json_decref((*r)->parent);
    json_decref((*r)->content);
    json_decref((*r)->reply_metadata);
    free(*r);
    *r = NULL;
}

bool request_same_sender(const struct request *a, const struct request *b)
{
    bool same = a->idents->n == b->idents->n;
    for (size_t i = 0; same && i < a->idents->n; i++) {
        struct bytes x = part(a->idents, i), y = part(b->idents, i);
        same = x.n == y.n && memcmp(x.p, y.p, x.n) == 0;
    }
    return same;
}

struct bytes request_header(const struct request *r)
{
    return r ? (struct bytes){r->header_bytes, r->header_size} : (struct bytes){"", 0};
}

/* ---- sending ---- */

void wire_date(char out[WIRE_DATE])
{
    struct timespec now;
    struct tm utc;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &utc);
    size_t n = strftime(out, WIRE_DATE, "%Y-%m-%dT%H:%M:%S", &utc);
    snprintf(out + n, WIRE_DATE - n, ".%06ldZ", now.tv_nsec / 1000);
}

static json_t *make_header(struct wire *w, const char *type, char id[64])
{
    char date[WIRE_DATE];
    wire_date(date);
    snprintf(id, 64, "%s_%u", w->session, atomic_fetch_add(&w->count, 1) + 1);
    return json_pack("{ss ss ss ss ss ss}", "msg_id", id, "session", w->session, "username",
                     w->user, "date", date, "msg_type", type, "version", PROTOCOL_VERSION);
}

static struct bytes dump(json_t *value) /* takes it */
{
    char *text = value ? json_dumps(value, JSON_COMPACT) : NULL;
    json_decref(value);
    if (!text)
        text = must(strdup("{}"));
    return (struct bytes){text, strlen(text)};
}

static struct bytes copy(struct bytes b)
{
    char *p = must(malloc(b.n + 1));
    memcpy(p, b.p, b.n);
    p[b.n] = 0;
    return (struct bytes){p, b.n};
}

struct packet *wire_encode(struct wire *w, const char *type, struct bytes parent, json_t *metadata,
                           json_t *content)
{
    struct packet *p = must(calloc(1, sizeof *p));
    p->frame[1] = dump(make_header(w, type, p->id));
    p->frame[2] = copy(parent.n ? parent : (struct bytes){"{}", 2});
    p->frame[3] = dump(metadata);
    p->frame[4] = dump(content);
    char signature[SIGNATURE_MAX + 1];
    size_t n = wire_sign(w, p->frame + 1, 4, signature);
    p->frame[0] = copy((struct bytes){signature, n});
    for (int i = 0; i < 5; i++)
        p->size += p->frame[i].n;
    return p;
}

void packet_free(struct packet *p)
{
    if (!p)
        return;
    for (int i = 0; i < 5; i++)
        free((char *) p->frame[i].p);
    free(p->topic);
    free(p);
}

static bool send_frame(void *socket, const void *bytes, size_t n, int flags)
{
    int rc;
    do
        rc = zmq_send(socket, bytes, n, flags);
    while (rc < 0 && errno == EINTR);
    return rc >= 0;
}

bool packet_send(const struct packet *p, void *socket, const struct request *to, int flags)
{
    if (to) {
        for (size_t i = 0; i < to->idents->n; i++) {
            struct bytes ident = part(to->idents, i);
            if (!send_frame(socket, ident.p, ident.n, flags | ZMQ_SNDMORE))
                return false;
        }
    } else if (p->topic && !send_frame(socket, p->topic, p->topic_size, flags | ZMQ_SNDMORE)) {
        return false;
    }
    bool ok = send_frame(socket, WIRE_DELIMITER, strlen(WIRE_DELIMITER), ZMQ_SNDMORE);
    for (int i = 0; i < 5; i++)
        ok = send_frame(socket, p->frame[i].p, p->frame[i].n, i < 4 ? ZMQ_SNDMORE : 0) && ok;
    return ok;
}
