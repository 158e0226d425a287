/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <jansson.h>
#include <openssl/evp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Messages as frames (Jupyter "The wire protocol"; W-7..W-19):
 *     ident... <IDS|MSG> signature header parent_header metadata content buffer...
 */

struct bytes {
    const char *p;
    size_t n;
};

#define WIRE_DELIMITER "<IDS|MSG>"

enum { SIGNATURE_MAX = 128, SEEN_COUNT = 1024, WIRE_DATE = 40 };

/* Signs and checks. Thread-safety: wire_encode and wire_decode are safe from every thread. */
struct wire {
    EVP_MAC_CTX
    *mac; /* keyed; used anew for every message. NULL: no key, messages are not signed */
    EVP_MAC *hmac;
    pthread_mutex_t lock; /* guards mac */
    char session[37];     /* one uuid for the life of the process, on every channel (W-18) */
    char user[64];
    atomic_uint count; /* of messages made: part of their ids */
};

bool wire_open(struct wire *w, const char *key,
               const char *scheme); /* false: the reason is on stderr */
void wire_close(struct wire *w);

/* Lowercase hexadecimal HMAC of frames, as if they were one (W-8); "" without a key. Returns its length. */
size_t wire_sign(struct wire *w, const struct bytes *frames, size_t count,
                 char out[SIGNATURE_MAX + 1]);

/* Signatures lately received on one socket: a message is accepted once (W-12). One thread's. */
struct seen_messages {
    uint64_t at[SEEN_COUNT];
    size_t next;
};

struct jupyter_kernel;

/* One received message. The receiving thread owns it; request_free. */
struct request {
    struct request *next; /* in a queue */
    struct parts *idents; /* to be echoed in front of replies */
    char *header_bytes;   /* as received: spliced unchanged into parent_header (O-5) */
    size_t header_size;
    json_t *header, *parent, *content; /* objects */
    const char *type, *id;             /* of the header */
    char *
        unreadable; /* NULL, or why a frame behind the header, empty here, could not be read (W-13) */
    struct subshell *subshell; /* the shell thread's; NULL: it names one that does not exist */
    bool aborted;              /* an earlier cell failed and took this one with it (E-7) */
    /* What its handler has to do once no cell runs, or NULL (kernel_defer). */
    void (*finish)(struct jupyter_kernel *k, struct request *r);
    json_t *reply_metadata; /* NULL: {} */
};

/* Takes one message off the socket. False with *out NULL: none there (flags ZMQ_DONTWAIT), or one that cannot be
 * trusted or has no readable header, which is dropped with a line on stderr and no answer (W-13); out_dropped
 * distinguishes them. One with a readable header is delivered: its sender gets an answer. */
bool wire_receive(struct wire *w, void *socket, int flags, struct seen_messages *seen,
                  struct request **out, bool *out_dropped);
void request_free(struct request **r);
bool request_same_sender(const struct request *a, const struct request *b);
struct bytes request_header(const struct request *r); /* {"", 0} for NULL: no parent */

/* A message ready to be sent: delimiter to content. */
struct packet {
    struct packet *next;
    char id[64]; /* its msg_id */
    char *topic; /* iopub: its first frame; NULL on other channels */
    size_t topic_size;
    struct bytes frame[5];     /* signature, header, parent_header, metadata, content; owned */
    size_t size;               /* of all frames together */
    bool status, stream, idle; /* how jupyter_server's rate limit counts it */
    bool must_arrive;          /* even at a client that does not read */
};

/* Takes content and metadata (NULL: {}). Never NULL. The caller frees it with packet_free. */
struct packet *wire_encode(struct wire *w, const char *type, struct bytes parent, json_t *metadata,
                           json_t *content);
void packet_free(struct packet *p);

/* Sends the packet after the request's idents, or after its topic, if it has one, when `to` is NULL. False with errno EAGAIN:
 * a receiver's queue is full and nothing was sent. */
bool packet_send(const struct packet *p, void *socket, const struct request *to, int flags);

void wire_new_uuid(char out[37]);
void wire_date(char out[WIRE_DATE]); /* now, ISO 8601, UTC */
