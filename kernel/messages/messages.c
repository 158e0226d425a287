/* SPDX-License-Identifier: Apache-2.0 */
/* The table of handlers, and their state. Next: messages.def, then execute.c, the handler that matters most. */
#include "messages/messages.h"

#include "messages/comm.h"
#include "messages/interact.h"
#include "messages/metrics.h"
#include "wire/must.h"

#define MESSAGE(type, channels, handler, needs) {#type, channels, handler, needs},
const struct handler_row messages_table[] = {
#include "messages/messages.def"
    {NULL, 0, NULL, NULL},
};
#undef MESSAGE

struct handler_state *messages_open(void)
{
    struct handler_state *h = must(calloc(1, sizeof *h));
    h->comms = comms_new();
    h->metrics = metrics_new();
    return h;
}

void messages_close(struct handler_state **h)
{
    comms_free(&(*h)->comms);
    interacts_free(&(*h)->interacts);
    metrics_free(&(*h)->metrics);
    free(*h);
    *h = NULL;
}
