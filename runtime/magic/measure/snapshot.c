/* SPDX-License-Identifier: Apache-2.0 */
/* Keeps and restores the memory of launches, for magics that run a statement several times: %compare, %roofline, %diff. */
#include "magic/measure/snapshot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"

static const uint64_t MEMORY_MOST = 1ull << 30; /* bytes kept */

static bool fits(struct snapshot *n, uint64_t more)
{
    uint64_t sum = more;
    for (uint32_t i = 0; i < n->count; i++)
        sum += n->blocks[i].size;
    if (n->count < SNAPSHOT_BLOCKS && sum <= MEMORY_MOST)
        return true;
    diag_error(n->s->diags, DIAG_MEMORY, n->at,
               "the arrays of this launch have more than 1 GiB, which is too much to keep for a "
               "comparison");
    return false;
}

char *snapshot_read(struct snapshot *n, const struct snapshot_block *b)
{
    struct device_fault fault;
    char *bytes = xmalloc(b->size + 1);
    enum device_status status =
        device_read(launcher_opened(n->s->launcher), bytes, b->start, b->size, &fault);
    if (launch_status(n->s->launcher, status, &fault, n->s->diags, n->at))
        return bytes;
    free(bytes);
    return NULL;
}

/* A temporary array of the statement is freed when it ends. */
static void forget_freed(struct snapshot *n)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < n->count; i++) {
        struct snapshot_block *b = n->blocks + i;
        struct device_allocation hit;
        if (device_find(launcher_opened(n->s->launcher), b->start, &hit) && hit.live &&
            hit.start == b->start && hit.size == b->size) {
            n->blocks[kept++] = *b;
        } else {
            free(b->before);
            free(b->first);
        }
    }
    n->count = kept;
}

static bool remember(struct snapshot *n, const struct device_allocation *a,
                     const struct type *pointer)
{
    for (uint32_t i = 0; i < n->count; i++)
        if (n->blocks[i].start == a->start)
            return true;
    if (!fits(n, a->size))
        return false;
    const struct type *t = pointer->kind == TYPE_POINTER ? pointer->base : pointer;
    struct snapshot_block *b = n->blocks + n->count++;
    *b = (struct snapshot_block){a->start, a->size, .element = t->kind,
                                 .element_size = t->size ? t->size : 1};
    snprintf(b->name, sizeof b->name, "%s", a->name ? a->name : "memory");
    b->before = snapshot_read(n, b);
    return b->before;
}

/* ---- variables: their locations may change, so they are found by name ---- */

static bool read_variable(struct snapshot *n, const struct snapshot_variable *v, char *bytes)
{
    uint64_t addr, size;
    struct device_fault fault;
    struct launcher *l = n->s->launcher;
    if (!launch_variable(l, v->name, false, n->s->diags, n->at, &addr, &size) || size != v->size)
        return false;
    enum device_status status = device_read(launcher_opened(l), bytes, addr, size, &fault);
    return launch_status(l, status, &fault, n->s->diags, n->at);
}

static bool write_variable(struct snapshot *n, const struct snapshot_variable *v, const char *bytes)
{
    uint64_t addr, size;
    struct device_fault fault;
    struct launcher *l = n->s->launcher;
    if (!launch_variable(l, v->name, false, n->s->diags, n->at, &addr, &size) || size != v->size)
        return false;
    enum device_status status = device_write(launcher_opened(l), addr, bytes, size, &fault);
    return launch_status(l, status, &fault, n->s->diags, n->at);
}

static void see_variable(void *user, const char *name, uint64_t addr, uint64_t size)
{
    struct snapshot *n = user;
    VEC_EACH (v, &n->variables)
        if (v->name == name)
            return;
    struct snapshot_variable new = {name, size, xmalloc(size + 1), NULL};
    if (read_variable(n, &new, new.before))
        VEC_PUSH(&n->variables, new);
    else
        free(new.before);
}

/* Inspects each launch before it is queued. */
static bool see_launch(void *user, const struct launch_request *q)
{
    struct snapshot *n = user;
    struct device *dev = launcher_opened(n->s->launcher);
    n->threads = q->block.x * q->block.y * q->block.z;
    n->shared = (uint32_t) q->shared;
    launcher_each_variable(n->s->launcher, see_variable, n);
    for (uint32_t i = 0; i < q->arg_count; i++) {
        uint64_t addr;
        struct device_allocation hit;
        if (q->args[i].size != sizeof addr || !(q->args[i].is_pointer || q->args[i].bytes_behind))
            continue;
        memcpy(&addr, q->args[i].bytes, sizeof addr);
        if (addr && device_find(dev, addr, &hit) && hit.live &&
            !remember(n, &hit, q->kernel->params[i].type))
            return false;
    }
    return true;
}

void snapshot_watch(struct snapshot *n, bool on)
{
    struct launch_watch w = {n, see_launch};
    launch_watch(n->s->launcher, on ? &w : NULL);
}

bool snapshot_restore(struct snapshot *n, bool results)
{
    struct device *dev = launcher_opened(n->s->launcher);
    forget_freed(n);
    for (uint32_t i = 0; i < n->count; i++) {
        struct device_fault fault;
        const struct snapshot_block *b = n->blocks + i;
        enum device_status status =
            device_write(dev, b->start, results ? b->first : b->before, b->size, &fault);
        if (!launch_status(n->s->launcher, status, &fault, n->s->diags, n->at))
            return false;
    }
    VEC_EACH (v, &n->variables)
        if (!write_variable(n, v, results ? v->first : v->before))
            return false;
    return true;
}

bool snapshot_read_first(struct snapshot *n)
{
    forget_freed(n);
    for (uint32_t i = 0; i < n->count; i++) {
        free(n->blocks[i].first);
        n->blocks[i].first = snapshot_read(n, n->blocks + i);
        if (!n->blocks[i].first)
            return false;
    }
    VEC_EACH (v, &n->variables) {
        v->first = xrealloc(v->first, v->size + 1);
        if (!read_variable(n, v, v->first))
            return false;
    }
    return true;
}

void snapshot_free(struct snapshot *n)
{
    for (uint32_t i = 0; i < n->count; i++) {
        free(n->blocks[i].before);
        free(n->blocks[i].first);
    }
    n->count = 0;
    VEC_EACH (v, &n->variables) {
        free(v->before);
        free(v->first);
    }
    VEC_FREE(&n->variables);
}

/* ---- differences ---- */

double snapshot_value(const struct snapshot_block *b, const char *p)
{
    float f;
    double d;
    if (b->element == TYPE_FLOAT) {
        memcpy(&f, p, sizeof f);
        return f;
    }
    memcpy(&d, p, sizeof d);
    return d;
}

void snapshot_compare(const struct snapshot_block *b, const char *now, struct difference *out)
{
    bool real = b->element == TYPE_FLOAT || b->element == TYPE_DOUBLE;
    uint64_t n = b->element_size;
    *out = (struct difference){0};
    for (uint64_t i = 0; (i + 1) * n <= b->size; i++) {
        if (!memcmp(b->first + i * n, now + i * n, n))
            continue;
        double x = real ? snapshot_value(b, b->first + i * n) : 0,
               y = real ? snapshot_value(b, now + i * n) : 0, size = fmax(fabs(x), fabs(y)),
               by = real ? (isnan(x) && isnan(y) ? 0 : fabs(x - y) / size) : INFINITY;
        if (by == 0)
            continue;
        if (!out->count++)
            out->first = i;
        out->largest = by > out->largest || isnan(by) ? (isnan(by) ? INFINITY : by) : out->largest;
    }
}
