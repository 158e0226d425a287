/* SPDX-License-Identifier: Apache-2.0 */
/* The clocks of streams. The host waits for everything at the end of each cell and with each cudaDeviceSynchronize(), and then all clocks begin
 * again, so they stay short. Next: check_operations.c, which compares what ordered and unordered operations have accessed. */
#include "device/cpu/check/check_streams.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"

enum { HOST_SLOT };

struct ordered_stream {
    uint32_t number, slot;
    stream_clock known; /* of what is queued next */
};

struct stream_order {
    VEC(struct ordered_stream) streams;
    VEC(uint32_t) apart; /* streams that the default one does not order */
    stream_clock host;
    VEC(stream_clock) marks;
    uint32_t first_mark; /* the number of marks.at[0]; those before it are known to everybody */
};

/* ---- clocks ---- */

static void raise_to(stream_clock *c, uint32_t slot, uint32_t time)
{
    while (c->n <= slot)
        VEC_PUSH(c, 0);
    if (c->at[slot] < time)
        c->at[slot] = time;
}

static void join(stream_clock *to, const stream_clock *from)
{
    for (uint32_t s = 0; s < from->n; s++)
        raise_to(to, s, from->at[s]);
}

static bool knows(const stream_clock *c, const struct stream_point *p)
{
    return p->slot < c->n && c->at[p->slot] >= p->time;
}

bool stream_points_ordered(const struct stream_point *a, const struct stream_point *b)
{
    return knows(&a->known, b) || knows(&b->known, a);
}

bool stream_order_host_knows(const struct stream_order *o, const struct stream_point *p)
{
    return knows(&o->host, p);
}

void stream_point_copy(struct stream_point *to, const struct stream_point *from)
{
    *to = (struct stream_point){from->slot, from->time, {0}};
    join(&to->known, &from->known);
}

void stream_point_free(struct stream_point *p)
{
    VEC_FREE(&p->known);
}

/* ---- streams ---- */

static bool is_apart(const struct stream_order *o, uint32_t stream)
{
    VEC_EACH (a, &o->apart)
        if (*a == stream)
            return true;
    return false;
}

static struct ordered_stream *stream_of(struct stream_order *o, uint32_t number)
{
    VEC_EACH (s, &o->streams)
        if (s->number == number)
            return s;
    uint32_t slot = HOST_SLOT + 1 + (uint32_t) o->streams.n;
    VEC_PUSH(&o->streams, ((struct ordered_stream){.number = number, .slot = slot}));
    return &VEC_LAST(&o->streams);
}

/* All that comes before an operation which is queued in the stream now. */
static void join_queued(struct stream_order *o, uint32_t stream, stream_clock *to)
{
    join(to, &stream_of(o, stream)->known);
    VEC_EACH (s, &o->streams)
        if (!is_apart(o, stream) && !is_apart(o, s->number) && (!stream || !s->number))
            join(to, &s->known);
}

struct stream_order *stream_order_new(void)
{
    return xcalloc(1, sizeof(struct stream_order));
}

static void forget(struct stream_order *o)
{
    VEC_EACH (s, &o->streams)
        VEC_FREE(&s->known);
    o->streams.n = 0;
    VEC_EACH (m, &o->marks)
        VEC_FREE(m);
    o->first_mark += (uint32_t) o->marks.n;
    o->marks.n = 0;
    o->host.n = 0;
}

void stream_order_free(struct stream_order **at)
{
    struct stream_order *o = *at;
    if (!o)
        return;
    forget(o);
    VEC_FREE(&o->streams);
    VEC_FREE(&o->apart);
    VEC_FREE(&o->host);
    VEC_FREE(&o->marks);
    free(o);
    *at = NULL;
}

void stream_order_apart(struct stream_order *o, uint32_t stream)
{
    if (!is_apart(o, stream))
        VEC_PUSH(&o->apart, stream);
}

bool stream_order_any_apart(const struct stream_order *o)
{
    return o->apart.n;
}

void stream_order_queue(struct stream_order *o, uint32_t stream, struct stream_point *out)
{
    stream_clock known = {0};
    join_queued(o, stream, &known);
    join(&known, &o->host);
    struct ordered_stream *s = stream_of(o, stream);
    uint32_t time = s->slot < known.n ? known.at[s->slot] + 1 : 1;
    raise_to(&known, s->slot, time);
    join(&s->known, &known);
    *out = (struct stream_point){
        s->slot, time, {known.at, known.n, known.cap}
    };
}

void stream_order_host(struct stream_order *o, struct stream_point *out)
{
    uint32_t time = o->host.n ? o->host.at[HOST_SLOT] + 1 : 1;
    raise_to(&o->host, HOST_SLOT, time);
    *out = (struct stream_point){HOST_SLOT, time, {0}};
    join(&out->known, &o->host);
}

void stream_order_wait(struct stream_order *o, uint32_t stream)
{
    join_queued(o, stream, &o->host);
}

void stream_order_wait_all(struct stream_order *o)
{
    forget(o);
}

/* ---- marks ---- */

uint32_t stream_order_mark(struct stream_order *o, uint32_t stream)
{
    stream_clock mark = {0};
    join_queued(o, stream, &mark);
    VEC_PUSH(&o->marks, mark);
    return o->first_mark + (uint32_t) o->marks.n - 1;
}

static const stream_clock *mark_of(const struct stream_order *o, uint32_t mark)
{
    static const stream_clock nothing;
    return mark - o->first_mark < o->marks.n ? o->marks.at + (mark - o->first_mark) : &nothing;
}

void stream_order_stream_waits(struct stream_order *o, uint32_t stream, uint32_t mark)
{
    join(&stream_of(o, stream)->known, mark_of(o, mark));
}

void stream_order_host_waits(struct stream_order *o, uint32_t mark)
{
    join(&o->host, mark_of(o, mark));
}
