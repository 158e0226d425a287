/* SPDX-License-Identifier: Apache-2.0 */
/* A page that is closed says nothing, and jupyter_server keeps its connections for a page that may come back. So a stop is known to be abandoned
 * when no connection is left, or when a client without a debugger wants to run a cell (shell_loop.c). */
#include "core/debug_clients.h"

#include <string.h>

#include "wire/now.h"

enum { ALONE_MS = 2000 }; /* a client that connects anew is back sooner */

void debug_clients_open(struct debug_clients *c)
{
    pthread_mutex_init(&c->lock, NULL);
}

static bool has(const struct debug_clients *c, const char *session)
{
    size_t most = sizeof c->sessions / sizeof *c->sessions;
    for (size_t i = 0; i < c->count && i < most; i++)
        if (!strncmp(c->sessions[i], session, sizeof *c->sessions - 1))
            return true;
    return false;
}

void debug_clients_note(struct debug_clients *c, const char *session)
{
    size_t most = sizeof c->sessions / sizeof *c->sessions;
    pthread_mutex_lock(&c->lock);
    if (!has(c, session))
        strncpy(c->sessions[c->count++ % most], session, sizeof *c->sessions - 1);
    pthread_mutex_unlock(&c->lock);
}

bool debug_clients_has(struct debug_clients *c, const char *session)
{
    pthread_mutex_lock(&c->lock);
    bool known = has(c, session);
    pthread_mutex_unlock(&c->lock);
    return known;
}

bool debug_clients_alone(struct debug_clients *c, int clients)
{
    if (clients) {
        c->alone_since = 0;
        return false;
    }
    uint64_t now = now_ms();
    if (!c->alone_since)
        c->alone_since = now;
    return now - c->alone_since > ALONE_MS;
}
