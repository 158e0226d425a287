/* SPDX-License-Identifier: Apache-2.0 */
/* What launches, copies and the host have accessed, and when (check_streams.h). A launch that has ended leaves its shadow memory here until the
 * host has waited for it; two operations that nothing orders are compared as soon as both are known. Next: check_findings.c. */
#include "device/cpu/check/check_operations.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"

enum {
    PAGES_MOST = 1 << 15, /* of ended launches: what is older is forgotten */
    HOST_MOST = 4096,     /* accesses of the host */
    RANGES = 2,
};

struct access_range {
    uint64_t start, size;
    bool write;
    uint32_t element; /* bytes of one access of the host; 0: not known */
};

struct operation {
    struct stream_point point;
    struct check_side side;
    uint32_t serial; /* the order in which they were queued */
    struct device_dim grid, block;
    bool running, dropped; /* dropped: the host has waited for everything meanwhile */
    bool publishes;
    bool
        heard; /* the host has accessed a flag that the launch sets: what follows is ordered by that */
    struct shadow_memory *shadow; /* of a launch that has ended */
    struct access_events events;
    struct access_range ranges[RANGES]; /* of others */
    uint32_t range_count;
};

struct operations {
    struct launch_checker *checker;
    pthread_mutex_t lock;
    struct stream_order *order;
    VEC(struct operation *) all;
    VEC(struct access_range) managed;
    struct operation *announced;
    uint32_t serial, host_count;
    bool reported; /* a transfer is under way that was reported */
};

static void operation_free(struct operation *n)
{
    stream_point_free(&n->point);
    shadow_free(&n->shadow);
    VEC_FREE(&n->events.list);
    free(n);
}

struct operations *operations_new(struct launch_checker *c)
{
    struct operations *o = xcalloc(1, sizeof *o);
    o->checker = c;
    pthread_mutex_init(&o->lock, NULL);
    o->order = stream_order_new();
    return o;
}

static void drop_all(struct operations *o)
{
    VEC_EACH (n, &o->all)
        if ((*n)->running)
            (*n)->dropped = true; /* operation_end frees it */
        else
            operation_free(*n);
    o->all.n = 0;
    o->host_count = 0;
}

void operations_free(struct operations **at)
{
    struct operations *o = *at;
    if (!o)
        return;
    drop_all(o);
    if (o->announced)
        operation_free(o->announced);
    VEC_FREE(&o->all);
    VEC_FREE(&o->managed);
    stream_order_free(&o->order);
    pthread_mutex_destroy(&o->lock);
    free(o);
    *at = NULL;
}

/* ---- what an operation has accessed ---- */

struct met { /* an access to a word or a byte */
    uint8_t kind;
    uint32_t number; /* in the operation's events; 0: of a range */
};

enum { MET_MOST = SHADOW_ACCESSES };

struct compared_bytes {
    uint64_t at;
    uint32_t bytes;
};

static uint32_t met_in_page(const struct operation *n, const struct shadow_page *p,
                            const struct compared_bytes *u, struct met *to)
{
    uint32_t count = 0, word = (uint32_t) (u->at % SHADOW_PAGE / 4);
    bool split = shadow_is_split(p, word);
    const struct shadow_cells *c = split ? &p->bytes : &p->words;
    uint32_t i = split ? (uint32_t) (u->at % SHADOW_PAGE) : word;
    for (int role = 0; role < SHADOW_ACCESSES; role++) {
        uint32_t number = c->of[role] ? c->of[role][i] : NO_ACCESS;
        if (number)
            to[count++] = (struct met){access_stamp(&n->events, number).kind, number};
    }
    return count;
}

static uint32_t met_in_ranges(const struct operation *n, const struct compared_bytes *u,
                              struct met *to)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < n->range_count; k++) {
        const struct access_range *r = n->ranges + k;
        if (u->at + u->bytes > r->start && u->at < r->start + r->size)
            to[count++] = (struct met){r->write ? STAMP_WRITE : STAMP_READ, NO_ACCESS};
    }
    return count;
}

static uint32_t met_at(const struct operation *n, const struct compared_bytes *u, struct met *to)
{
    const struct shadow_page *p = n->shadow ? shadow_known(n->shadow, u->at) : NULL;
    return p ? met_in_page(n, p, u, to) : n->range_count ? met_in_ranges(n, u, to) : 0;
}

/* ---- two operations ---- */

struct pair {
    struct operations *o;
    const struct operation *a, *b; /* a was queued first */
    bool look;                     /* only whether they communicate: */
    bool communicate;
};

static bool writes(const struct met *m)
{
    return m->kind & (STAMP_WRITE | STAMP_ATOMIC);
}

static void say(const struct pair *p, const struct compared_bytes *u, const struct met *a,
                const struct met *b)
{
    struct launch_checker *c = p->o->checker;
    const struct operation *of[2] = {p->a, p->b};
    const struct met *met[2] = {a, b};
    struct check_finding f = {
        .kind = CHECK_ORDER, .space = PTX_GLOBAL, .address = u->at, .size = u->bytes, .count = 1};
    struct check_party *parties[2] = {&f.first, &f.second};
    for (int k = 0; k < 2; k++) {
        f.sides[k] = of[k]->side;
        parties[k]->act = met[k]->kind & STAMP_ATOMIC  ? CHECK_UPDATES
                          : met[k]->kind & STAMP_WRITE ? CHECK_WRITES
                                                       : CHECK_READS;
        parties[k]->file = "";
        if (met[k]->number)
            finding_party(c, parties[k], &of[k]->events, met[k]->number, of[k]->grid, of[k]->block,
                          &f.size);
    }
    f.tag = f.sides[1].tag;
    f.kernel = f.sides[1].kernel ? f.sides[1].kernel : f.sides[0].kernel;
    finding_add_ordered(c, &f);
}

static void compare_unit(struct pair *p, const struct compared_bytes *u)
{
    struct met a[MET_MOST], b[MET_MOST];
    uint32_t na = met_at(p->a, u, a), nb = na ? met_at(p->b, u, b) : 0;
    for (uint32_t i = 0; i < na; i++)
        for (uint32_t k = 0; k < nb; k++) {
            bool any = writes(a + i) || writes(b + k),
                 strong = a[i].kind & b[k].kind & STAMP_STRONG;
            bool flag = strong || (!a[i].number && b[k].kind & STAMP_STRONG) ||
                        (!b[k].number && a[i].kind & STAMP_STRONG);
            if (p->look)
                p->communicate |= any && flag;
            else if (any && !strong) {
                say(p, u, a + i, b + k);
                return;
            }
        }
}

static bool is_split_at(const struct operation *n, uint64_t at)
{
    const struct shadow_page *p = n->shadow ? shadow_known(n->shadow, at) : NULL;
    return p && shadow_is_split(p, (uint32_t) (at % SHADOW_PAGE / 4));
}

static bool is_ragged(const struct operation *n, uint64_t at)
{
    for (uint32_t k = 0; k < n->range_count; k++) {
        uint64_t start = n->ranges[k].start, end = start + n->ranges[k].size;
        if ((start > at && start < at + 4) || (end > at && end < at + 4))
            return true;
    }
    return false;
}

/* The words of [from, to), which lie in one page. */
static void compare_words(struct pair *p, uint64_t from, uint64_t to)
{
    for (uint64_t at = from & ~(uint64_t) 3; at < to; at += 4) {
        bool bytes = is_split_at(p->a, at) || is_split_at(p->b, at) || is_ragged(p->a, at) ||
                     is_ragged(p->b, at);
        struct compared_bytes u = {at, bytes ? 1 : 4};
        for (uint32_t k = 0; k < 4 / u.bytes; k++, u.at += u.bytes)
            compare_unit(p, &u);
    }
}

struct page_of_both {
    struct pair *pair;
    struct shadow_memory *other;
};

static void common_page(void *user, struct shadow_page *page)
{
    const struct page_of_both *b = user;
    uint64_t at = page->number * SHADOW_PAGE;
    if (shadow_known(b->other, at))
        compare_words(b->pair, at, at + SHADOW_PAGE);
}

static void compare_range(struct pair *p, struct shadow_memory *shadow,
                          const struct access_range *r)
{
    uint64_t end = r->start + r->size;
    for (uint64_t at = r->start, next; at < end; at = next) {
        next = (at / SHADOW_PAGE + 1) * SHADOW_PAGE;
        next = next < end ? next : end;
        if (shadow_known(shadow, at))
            compare_words(p, at, next);
    }
}

/* Copies and the host: no shadow memory on either side. */
static void compare_ranges(struct pair *p)
{
    for (uint32_t i = 0; i < p->a->range_count; i++)
        for (uint32_t k = 0; k < p->b->range_count; k++) {
            const struct access_range *a = p->a->ranges + i, *b = p->b->ranges + k;
            uint64_t from = a->start > b->start ? a->start : b->start;
            uint32_t element = a->element + b->element; /* the host is one of them at most */
            if ((a->write || b->write) && from < a->start + a->size && from < b->start + b->size)
                say(p, &(struct compared_bytes){from, element ? element : 1},
                    &(struct met){a->write ? STAMP_WRITE : STAMP_READ},
                    &(struct met){b->write ? STAMP_WRITE : STAMP_READ});
        }
}

static void walk(struct pair *p)
{
    const struct operation *one = p->a->shadow ? p->a : p->b, *other = one == p->a ? p->b : p->a;
    if (other->shadow)
        shadow_each(one->shadow, common_page, &(struct page_of_both){p, other->shadow});
    for (uint32_t k = 0; k < other->range_count; k++)
        compare_range(p, one->shadow, other->ranges + k);
}

static struct pair pair_of(struct operations *o, const struct operation *x,
                           const struct operation *y)
{
    bool forward = x->serial < y->serial;
    return (struct pair){.o = o, .a = forward ? x : y, .b = forward ? y : x};
}

/* Kernels that wait for each other's flags, and a host that polls one, order themselves: what is published there is not followed. */
static bool communicate(struct operations *o, struct operation *x, struct operation *y)
{
    struct pair p = pair_of(o, x, y);
    bool host = x->side.kind == CHECK_SIDE_HOST || y->side.kind == CHECK_SIDE_HOST;
    if (!x->publishes && !y->publishes)
        return false;
    p.look = true;
    walk(&p);
    x->heard |= host && p.communicate && x->publishes;
    y->heard |= host && p.communicate && y->publishes;
    return p.communicate || (host && (x->heard || y->heard));
}

static void compare(struct operations *o, struct operation *x, struct operation *y)
{
    struct pair p = pair_of(o, x, y);
    if (stream_points_ordered(&x->point, &y->point))
        return;
    if (!x->shadow && !y->shadow)
        compare_ranges(&p);
    else if (!communicate(o, x, y))
        walk(&p);
}

static bool is_comparable(const struct operation *n, const struct operation *other)
{
    return n != other && !other->running && (n->shadow || n->range_count);
}

static void compare_all(struct operations *o, struct operation *n)
{
    VEC_EACH (other, &o->all) /* the flags first */
        if (is_comparable(n, *other) && n->publishes && (*other)->side.kind == CHECK_SIDE_HOST)
            communicate(o, n, *other);
    VEC_EACH (other, &o->all)
        if (is_comparable(n, *other))
            compare(o, n, *other);
}

/* ---- what is remembered ---- */

static bool any_running(const struct operations *o)
{
    VEC_EACH (n, &o->all)
        if ((*n)->running)
            return true;
    return false;
}

/* An operation that the host has waited for is before all later ones. One that still runs may have to be compared with it. */
static void forget_known(struct operations *o)
{
    size_t kept = 0;
    if (any_running(o))
        return;
    o->host_count = 0;
    for (size_t i = 0; i < o->all.n; i++) {
        struct operation *n = o->all.at[i];
        if (stream_order_host_knows(o->order, &n->point) && n->side.kind != CHECK_SIDE_HOST) {
            operation_free(n);
            continue;
        }
        o->host_count += n->side.kind == CHECK_SIDE_HOST;
        o->all.at[kept++] = n;
    }
    o->all.n = kept;
}

static void forget_old(struct operations *o)
{
    uint64_t pages = 0;
    for (size_t i = o->all.n; i-- > 0;) {
        const struct operation *n = o->all.at[i];
        pages += n->shadow ? shadow_pages(n->shadow) : 0;
        if (!n->shadow || pages <= PAGES_MOST)
            continue;
        operation_free(o->all.at[i]);
        VEC_REMOVE(&o->all, i);
    }
}

struct managed_pages {
    const struct operations *o;
    bool any;
};

static void see_page(void *user, struct shadow_page *page)
{
    struct managed_pages *m = user;
    uint64_t at = page->number * SHADOW_PAGE;
    VEC_EACH (r, &m->o->managed)
        m->any |= r->start < at + SHADOW_PAGE && at < r->start + r->size;
}

/* Whether an operation to come may be unordered with it. */
static bool matters(const struct operations *o, const struct operation *n)
{
    struct managed_pages m = {o, false};
    if (n->side.stream || stream_order_any_apart(o->order))
        return true;
    if (o->managed.n)
        shadow_each(n->shadow, see_page, &m);
    return m.any;
}

static struct operation *operation_new(struct operations *o, const struct check_side *side)
{
    struct operation *n = xcalloc(1, sizeof *n);
    n->side = *side;
    n->serial = ++o->serial;
    return n;
}

/* ---- launches ---- */

void operations_queue_launch(struct operations *o, uint32_t stream, struct span at)
{
    pthread_mutex_lock(&o->lock);
    if (o->announced)
        operation_free(o->announced);
    o->announced = operation_new(
        o, &(struct check_side){.kind = CHECK_SIDE_KERNEL, .stream = stream, .at = at});
    stream_order_queue(o->order, stream, &o->announced->point);
    pthread_mutex_unlock(&o->lock);
}

static const struct operation *running_with_tag(const struct operations *o, uint32_t tag)
{
    VEC_EACH (n, &o->all)
        if ((*n)->running && (*n)->side.tag == tag)
            return *n;
    return NULL;
}

struct operation *operation_begin(struct operations *o, const struct observed_launch *l)
{
    pthread_mutex_lock(&o->lock);
    struct operation *n = l->depth ? NULL : o->announced;
    const struct operation *root = l->depth ? running_with_tag(o, l->tag) : NULL;
    if (root) {
        n = operation_new(o, &root->side);
        stream_point_copy(&n->point, &root->point);
    } else {
        o->announced = NULL;
    }
    if (n) {
        n->running = true;
        n->grid = l->grid;
        n->block = l->block;
        n->side.tag = l->tag;
        n->side.kernel = checked_name(o->checker, l->kernel);
        VEC_PUSH(&o->all, n);
    }
    pthread_mutex_unlock(&o->lock);
    return n;
}

bool operation_is_alone(struct operations *o, const struct operation *n)
{
    pthread_mutex_lock(&o->lock);
    bool alone = !n || (!n->side.stream && !stream_order_any_apart(o->order) && !o->managed.n);
    pthread_mutex_unlock(&o->lock);
    return alone;
}

static void take_out(struct operations *o, const struct operation *n)
{
    for (size_t i = o->all.n; i-- > 0;)
        if (o->all.at[i] == n)
            VEC_REMOVE(&o->all, i);
}

void operation_end(struct operations *o, struct operation *n, struct shadow_memory **shadow,
                   struct access_events *events, bool publishes)
{
    pthread_mutex_lock(&o->lock);
    n->running = false;
    if (n->dropped) {
        operation_free(n);
        pthread_mutex_unlock(&o->lock);
        return;
    }
    n->shadow = *shadow;
    n->events = *events;
    n->publishes = publishes;
    *shadow = NULL;
    *events = (struct access_events){{0}};
    compare_all(o, n);
    if (matters(o, n)) {
        forget_old(o);
    } else {
        take_out(o, n);
        operation_free(n);
    }
    pthread_mutex_unlock(&o->lock);
}

/* ---- copies ---- */

void operations_transfer(struct operations *o, const struct check_transfer *t)
{
    pthread_mutex_lock(&o->lock);
    o->reported = t->begins;
    if (t->begins) {
        struct operation *n = operation_new(
            o, &(struct check_side){
                   .kind = CHECK_SIDE_COPY, .stream = t->stream, .kernel = t->call, .at = t->at});
        stream_order_queue(o->order, t->stream, &n->point);
        n->ranges[n->range_count++] = (struct access_range){t->to, t->size, true};
        if (t->from)
            n->ranges[n->range_count++] = (struct access_range){t->from, t->size, false};
        compare_all(o, n);
        VEC_PUSH(&o->all, n);
        if (t->waits)
            stream_order_wait(o->order, t->stream);
    }
    pthread_mutex_unlock(&o->lock);
}

static void wait_all(struct operations *o)
{
    stream_order_wait_all(o->order);
    drop_all(o);
}

void operations_implicit_copy(struct operations *o)
{
    pthread_mutex_lock(&o->lock);
    if (!o->reported)
        wait_all(o);
    pthread_mutex_unlock(&o->lock);
}

/* ---- the host ---- */

static bool extends(const struct operation *n, const struct check_host_access *a)
{
    const struct access_range *r = n->ranges;
    return n->side.kind == CHECK_SIDE_HOST && r->write == a->write &&
           n->side.at.source == a->at.source && n->side.at.start == a->at.start &&
           a->address >= r->start && a->address <= r->start + r->size;
}

static void add_host(struct operations *o, const struct check_host_access *a)
{
    struct operation *n =
        operation_new(o, &(struct check_side){.kind = CHECK_SIDE_HOST, .at = a->at});
    stream_order_host(o->order, &n->point);
    n->ranges[n->range_count++] = (struct access_range){a->address, a->size, a->write,
                                                        a->size <= 16 ? (uint32_t) a->size : 0};
    compare_all(o, n);
    o->host_count++;
    VEC_PUSH(&o->all, n);
}

void operations_host_access(struct operations *o, const struct check_host_access *a)
{
    pthread_mutex_lock(&o->lock);
    struct operation *last = o->all.n ? VEC_LAST(&o->all) : NULL;
    if (last && extends(last, a)) {
        struct access_range *r = last->ranges, had = *r;
        uint64_t end = a->address + a->size, before = had.start + had.size;
        *r = (struct access_range){before, end > before ? end - before : 0, a->write, had.element};
        compare_all(o, last);
        *r = had;
        r->size = (end > before ? end : before) - r->start;
    } else if (o->all.n > o->host_count && o->host_count < HOST_MOST) {
        add_host(o, a);
    }
    pthread_mutex_unlock(&o->lock);
}

void operations_managed(struct operations *o, uint64_t address, uint64_t size)
{
    pthread_mutex_lock(&o->lock);
    bool known = false;
    VEC_EACH (r, &o->managed)
        known |= r->start == address && r->size == size;
    if (!known)
        VEC_PUSH(&o->managed, ((struct access_range){address, size, true}));
    pthread_mutex_unlock(&o->lock);
}

static void forget_range(struct operation *n, uint64_t start, uint64_t size)
{
    if (n->shadow)
        shadow_forget(n->shadow, start, size);
    for (uint32_t k = 0; k < n->range_count; k++)
        if (n->ranges[k].start < start + size && start < n->ranges[k].start + n->ranges[k].size)
            n->ranges[k--] = n->ranges[--n->range_count];
}

void operations_allocated(struct operations *o, uint64_t address, uint64_t size)
{
    pthread_mutex_lock(&o->lock);
    VEC_EACH (n, &o->all)
        forget_range(*n, address, size);
    for (size_t i = o->managed.n; i-- > 0;)
        if (o->managed.at[i].start < address + size &&
            address < o->managed.at[i].start + o->managed.at[i].size)
            VEC_REMOVE(&o->managed, i);
    pthread_mutex_unlock(&o->lock);
}

/* ---- order ---- */

void operations_apart(struct operations *o, uint32_t stream)
{
    pthread_mutex_lock(&o->lock);
    stream_order_apart(o->order, stream);
    pthread_mutex_unlock(&o->lock);
}

void operations_wait(struct operations *o, uint32_t stream)
{
    pthread_mutex_lock(&o->lock);
    if (stream == DEVICE_ALL_STREAMS) {
        wait_all(o);
    } else {
        stream_order_wait(o->order, stream);
        forget_known(o);
    }
    pthread_mutex_unlock(&o->lock);
}

uint32_t operations_mark(struct operations *o, uint32_t stream)
{
    pthread_mutex_lock(&o->lock);
    uint32_t mark = stream_order_mark(o->order, stream);
    pthread_mutex_unlock(&o->lock);
    return mark;
}

void operations_stream_waits(struct operations *o, uint32_t stream, uint32_t mark)
{
    pthread_mutex_lock(&o->lock);
    stream_order_stream_waits(o->order, stream, mark);
    pthread_mutex_unlock(&o->lock);
}

void operations_host_waits(struct operations *o, uint32_t mark)
{
    pthread_mutex_lock(&o->lock);
    stream_order_host_waits(o->order, mark);
    forget_known(o);
    pthread_mutex_unlock(&o->lock);
}

bool operations_pending(struct operations *o)
{
    pthread_mutex_lock(&o->lock);
    bool yes = o->all.n > o->host_count;
    pthread_mutex_unlock(&o->lock);
    return yes;
}
