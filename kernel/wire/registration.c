/* SPDX-License-Identifier: Apache-2.0 */
/* The startup handshake. Three dialects of it are in use; the file tells which one its writer speaks:
 *
 *   registration_ip, registration_port a number   the documentation of jupyter_client  \ one signed frame with the ports as
 *   registration_ip, registration_port a string   xeus                                 / strings, answered by one like it
 *   ip, registration_port                         Positron: a handshake_request message, ports as numbers, and its reply */
#include "wire/registration.h"

#include <openssl/crypto.h>
#include <stdio.h>
#include <string.h>
#include <zmq.h>

#include "wire/json.h"
#include "wire/must.h"

enum { ANSWER_MS = 5000 };

static bool refuse(const char *why)
{
    fprintf(stderr, "warpcell-kernel: the launcher did not accept the registration: %s\n", why);
    return false;
}

static void *dial(const struct connection *c, void *zmq, int type)
{
    int wait = ANSWER_MS, linger = 1000, ipv6 = 1;
    void *socket = zmq_socket(zmq, type);
    zmq_setsockopt(socket, ZMQ_RCVTIMEO, &wait, sizeof wait);
    zmq_setsockopt(socket, ZMQ_SNDTIMEO, &wait, sizeof wait);
    zmq_setsockopt(socket, ZMQ_LINGER, &linger, sizeof linger);
    zmq_setsockopt(socket, ZMQ_IPV6, &ipv6, sizeof ipv6);
    char *where = connection_registrar(c);
    bool ok = zmq_connect(socket, where) == 0;
    if (!ok)
        fprintf(stderr, "warpcell-kernel: cannot reach the launcher at '%s': %s\n", where,
                zmq_strerror(zmq_errno()));
    free(where);
    if (ok)
        return socket;
    zmq_close(socket);
    return NULL;
}

static json_t *ports(const struct connection *c, bool as_text)
{
    json_t *content = json_object();
    for (int i = 0; i < CHANNEL_COUNT; i++)
        json_object_set_new(content, connection_port_key(i),
                            as_text ? json_sprintf("%d", c->port[i]) : json_integer(c->port[i]));
    return content;
}

/* ---- one signed frame ---- */

static bool receive_frame(void *socket, char *to, size_t room, size_t *out_n)
{
    int n = zmq_recv(socket, to, room, 0), more = 0;
    size_t size = sizeof more;
    zmq_getsockopt(socket, ZMQ_RCVMORE, &more, &size);
    *out_n = n < 0 ? 0 : (size_t) n < room ? (size_t) n : room;
    return n >= 0 && more;
}

/* [ident...] <IDS|MSG> signature content */
static bool read_answer(struct wire *w, void *socket)
{
    char frame[512], signature[SIGNATURE_MAX], content[4096], expected[SIGNATURE_MAX + 1];
    size_t n, signature_size, content_size;
    do {
        if (!receive_frame(socket, frame, sizeof frame, &n))
            return refuse("no reply");
    } while (n != strlen(WIRE_DELIMITER) || memcmp(frame, WIRE_DELIMITER, n));
    if (!receive_frame(socket, signature, sizeof signature, &signature_size))
        return refuse("its reply is truncated");
    receive_frame(socket, content, sizeof content, &content_size);
    size_t wanted = wire_sign(w, &(struct bytes){content, content_size}, 1, expected);
    if (wanted && (signature_size != wanted || CRYPTO_memcmp(signature, expected, wanted)))
        return refuse("its reply is not signed with this kernel's key");
    return true;
}

static bool register_by_frame(const struct connection *c, struct wire *w, void *socket)
{
    json_t *content = ports(c, true);
    char signature[SIGNATURE_MAX + 1];
    json_object_set_new(content, "kernel_id", json_string(c->kernel_id));
    char *text = must(json_dumps(content, JSON_COMPACT));
    size_t n = wire_sign(w, &(struct bytes){text, strlen(text)}, 1, signature);
    zmq_send(socket, WIRE_DELIMITER, strlen(WIRE_DELIMITER), ZMQ_SNDMORE);
    zmq_send(socket, signature, n, ZMQ_SNDMORE);
    zmq_send(socket, text, strlen(text), 0);
    free(text);
    json_decref(content);
    return read_answer(w, socket);
}

/* ---- a message ---- */

static bool register_by_message(const struct connection *c, struct wire *w, void *socket)
{
    struct packet *p =
        wire_encode(w, "handshake_request", (struct bytes){"", 0}, NULL, ports(c, false));
    struct seen_messages seen = {0};
    struct request *reply;
    bool dropped, sent = packet_send(p, socket, NULL, 0);
    packet_free(p);
    if (!sent || !wire_receive(w, socket, 0, &seen, &reply, &dropped))
        return refuse("no reply");
    bool ok = strcmp(reply->type, "handshake_reply") == 0 &&
              strcmp(json_get_text(reply->content, "status", "ok"), "ok") == 0;
    request_free(&reply);
    return ok || refuse("its reply is not a 'handshake_reply' with status 'ok'");
}

bool registration_run(struct connection *c, struct wire *w, void *zmq)
{
    bool frame = c->registers_by_frame;
    void *socket = dial(c, zmq, frame ? ZMQ_DEALER : ZMQ_REQ);
    bool ok =
        socket && (frame ? register_by_frame(c, w, socket) : register_by_message(c, w, socket));
    if (socket)
        zmq_close(socket);
    return ok && connection_write_own(c);
}
