/* SPDX-License-Identifier: Apache-2.0 */
/* Device printf. Blocks run concurrently, but their text comes out in the order of blocks, so that a program prints the same every time: a block's
 * text is handed out when no earlier block is still running. It needs a launch and its lock. Next: cpu_device.c, which delivers it. */

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/str.h"
#include "device/cpu/exec/machine.h"

enum {
    OUTPUT_MAX = 16 << 20
}; /* bytes kept for one launch; more is dropped, and the output says so */

struct piece {
    uint64_t block;
    struct buf text;
    struct piece *next;
};

struct output {
    struct piece *first; /* by block */
    size_t kept;
    uint64_t dropped;
};

static void piece_free(struct piece *p)
{
    buf_free(&p->text);
    free(p);
}

void output_free(struct output **at)
{
    struct output *o = *at;
    if (!o)
        return;
    for (struct piece *p = o->first, *next; p; p = next) {
        next = p->next;
        piece_free(p);
    }
    free(o);
    *at = NULL;
}

void output_put(struct cpu_launch *l, uint64_t block, const char *text, size_t n)
{
    pthread_mutex_lock(&l->lock);
    if (!l->output)
        l->output = xcalloc(1, sizeof *l->output);
    struct output *o = l->output;
    struct piece **at = &o->first;
    while (*at && (*at)->block < block)
        at = &(*at)->next;
    if (!*at || (*at)->block != block) {
        struct piece *p = xcalloc(1, sizeof *p);
        p->block = block;
        p->next = *at;
        *at = p;
    }
    if (o->kept + n > OUTPUT_MAX) {
        o->dropped += n;
    } else {
        buf_put(&(*at)->text, text, n);
        o->kept += n;
    }
    pthread_mutex_unlock(&l->lock);
}

/* Unlinks the pieces that may be handed out. */
static struct piece *take(struct cpu_launch *l, uint64_t frontier, uint64_t *out_dropped)
{
    pthread_mutex_lock(&l->lock);
    struct output *o = l->output;
    *out_dropped = 0;
    if (!o) {
        pthread_mutex_unlock(&l->lock);
        return NULL;
    }
    struct piece *taken = o->first, **at = &taken;
    while (*at && (*at)->block <= frontier) {
        o->kept -= (*at)->text.n;
        at = &(*at)->next;
    }
    o->first = *at;
    *at = NULL;
    *out_dropped = o->first ? 0 : o->dropped;
    if (*out_dropped)
        o->dropped = 0;
    pthread_mutex_unlock(&l->lock);
    return taken;
}

void output_deliver(struct cpu_launch *l, uint64_t frontier,
                    void (*put)(void *user, const char *text, size_t n), void *user)
{
    uint64_t dropped;
    for (struct piece *p = take(l, frontier, &dropped), *next; p; p = next) {
        next = p->next;
        if (p->text.n)
            put(user, p->text.p, p->text.n);
        piece_free(p);
    }
    if (dropped) {
        struct buf b = {0};
        buf_printf(&b, "[%llu bytes of device printf output were dropped]\n",
                   (unsigned long long) dropped);
        put(user, b.p, b.n);
        buf_free(&b);
    }
}
