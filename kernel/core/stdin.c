/* SPDX-License-Identifier: Apache-2.0 */
/* Input for a running cell, from the client that sent it (I-1..I-4). The wait ends with an interrupt or a shutdown. */
#include <errno.h>
#include <string.h>
#include <zmq.h>

#include "core/kernel.h"
#include "wire/json.h"
#include "wire/must.h"

/* Replies to requests that are no longer pending. */
static void drain(struct jupyter_kernel *k)
{
    struct request *r;
    bool dropped = true;
    while (dropped || r) {
        if (wire_receive(&k->wire, k->input, ZMQ_DONTWAIT, &k->input_seen, &r, &dropped))
            request_free(&r);
        else if (!dropped)
            return;
        else
            r = NULL;
    }
}

/* A reply of another client, or to an earlier question, is not ours. Older clients send no parent. */
static bool answers(const struct request *reply, const char *question)
{
    const char *parent = json_get_text(reply->parent, "msg_id", NULL);
    return strcmp(reply->type, "input_reply") == 0 && (!parent || strcmp(parent, question) == 0);
}

/* NULL: end of file. The client has closed its input field, so a reply that cannot be read is not waited for again. */
static char *value_of(struct jupyter_kernel *k, const struct request *reply,
                      const struct request *asker)
{
    if (reply->unreadable) {
        kernel_say_unreadable(k, reply, asker);
        return NULL;
    }
    const char *value = json_get_text(reply->content, "value", "");
    return strcmp(value, "\x04") == 0 ? NULL : must(strdup(value)); /* ^D */
}

static char *wait_for_answer(struct jupyter_kernel *k, const struct request *asker,
                             const char *question, bool alone)
{
    zmq_pollitem_t items[] = {
        {k->input, 0,               ZMQ_POLLIN, 0},
        {NULL,     k->interrupt_fd, ZMQ_POLLIN, 0},
        {k->shell, 0,               ZMQ_POLLIN, 0}
    };
    while (!alone || !kernel_others_wait(k, asker)) {
        int rc = zmq_poll(items, 3, -1);
        if (rc < 0 && errno == EINTR)
            continue;
        if (rc < 0 || items[1].revents)
            return NULL;
        if (items[2].revents)
            kernel_attend(k);
        struct request *reply;
        bool dropped;
        if (!wire_receive(&k->wire, k->input, ZMQ_DONTWAIT, &k->input_seen, &reply, &dropped))
            continue;
        bool ours = request_same_sender(reply, asker) && answers(reply, question);
        char *value = ours ? value_of(k, reply, asker) : NULL;
        request_free(&reply);
        if (ours)
            return value;
    }
    return NULL;
}

static char *ask(struct jupyter_kernel *k, const struct request *r, const char *prompt,
                 bool password, bool alone)
{
    iopub_flush(k->iopub);
    drain(k);
    json_t *content =
        json_pack("{so sb}", "prompt", json_text(prompt ? prompt : "", prompt ? strlen(prompt) : 0),
                  "password", password);
    struct packet *p = wire_encode(&k->wire, "input_request", request_header(r), NULL, content);
    char *question = must(strdup(p->id));
    packet_send(p, k->input, r, 0);
    packet_free(p);
    char *answer = wait_for_answer(k, r, question, alone);
    free(question);
    return answer;
}

char *kernel_ask(struct jupyter_kernel *k, const struct request *r, const char *prompt,
                 bool password)
{
    return ask(k, r, prompt, password, false);
}

char *kernel_ask_alone(struct jupyter_kernel *k, const struct request *r, const char *prompt)
{
    return ask(k, r, prompt, false, true);
}
