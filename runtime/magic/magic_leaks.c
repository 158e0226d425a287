/* SPDX-License-Identifier: Apache-2.0 */
/* %leaks: allocated memory that was not freed and that nothing points to any more. Pointers are found conservatively:
 * starting from the variables, every aligned word of an object that equals the address of another object, or of device
 * memory. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "magic/magic_internal.h"

struct leak_block { /* of the heap or of the device */
    uint64_t start, size;
    const char *name;
    struct span at; /* where it was allocated; none of arrays */
    bool device, held;
};

struct leak_search {
    struct wc_session *s;
    VEC(struct leak_block) blocks; /* by address */
    VEC(struct object *) roots;    /* and the reached objects, still to be scanned */
    struct arena arena;
};

static void see_object(void *user, struct object *o)
{
    struct leak_search *f = user;
    bool argument = o->name && !strcmp(o->name, "argv"); /* the session's own, for main */
    if (o->kind == HOST_HEAP && !argument)
        VEC_PUSH(&f->blocks, (struct leak_block){
                                 .start = o->start,
                                 .size = o->size,
                                 .name = o->name,
                                 .at = {o->source, o->at, o->end}
        });
    else if (o->kind != HOST_LITERAL && o->kind != HOST_HANDLE)
        VEC_PUSH(&f->roots, o);
}

static void see_allocation(void *user, const struct device_allocation *a, bool variable)
{
    struct leak_search *f = user;
    if (!variable)
        VEC_PUSH(&f->blocks,
                 (struct leak_block){
                     .start = a->start,
                     .size = a->size,
                     .name = a->name ? arena_strndup(&f->arena, a->name, strlen(a->name)) : NULL,
                     .at = launch_allocated_at(f->s->launcher, a->start),
                     .device = true});
}

static int by_start(const void *a, const void *b)
{
    uint64_t x = ((const struct leak_block *) a)->start, y = ((const struct leak_block *) b)->start;
    return (x > y) - (x < y);
}

/* A pointer to the address: the object there is reachable and, if it is host memory, will be scanned. */
static void hold(struct leak_search *f, uint64_t address)
{
    size_t low = 0, high = f->blocks.n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (f->blocks.at[middle].start <= address)
            low = middle + 1;
        else
            high = middle;
    }
    struct leak_block *b = low ? &f->blocks.at[low - 1] : NULL;
    if (!b || b->held || address - b->start > b->size)
        return;
    b->held = true;
    if (!b->device)
        VEC_PUSH(&f->roots, space_find(f->s->vm->host, b->start));
}

/* Device arrays keep their storage alive. */
static void hold_array(void *user, struct symbol *v)
{
    bool array = v->kind == SYMBOL_VARIABLE && v->storage == STORAGE_SESSION && v->live.object &&
                 v->type->kind == TYPE_DEVICE_ARRAY;
    const struct array *a = array ? v->live.object : NULL;
    if (a)
        hold(user, a->storage->address);
}

/* false: interrupted */
static bool look_through(struct leak_search *f, const struct object *o)
{
    uint64_t lowest = f->blocks.at[0].start,
             highest = VEC_LAST(&f->blocks).start + VEC_LAST(&f->blocks).size;
    for (uint64_t at = o->start; o->size >= 8 && at <= o->start + o->size - 8; at += 8) {
        uint64_t word;
        memcpy(&word, (const void *) (uintptr_t) at, sizeof word);
        if (word >= lowest && word <= highest)
            hold(f, word);
        if (!(at & ((1 << 20) - 1)) && atomic_load(&f->s->interrupt))
            return false;
    }
    return true;
}

static bool hold_all(struct leak_search *f)
{
    bool ok = true;
    lang_each(f->s->lang, hold_array, f);
    for (size_t i = 0; i < f->roots.n && f->blocks.n && ok; i++) /* it grows */
        ok = look_through(f, f->roots.at[i]);
    return ok;
}

static const char *born(struct leak_search *f, const struct leak_block *b)
{
    const struct source *src = source_get(f->s->sources, b->at.source);
    if (!src)
        return "";
    return arena_printf(&f->arena, "%s:%u", src->name, source_place(src, b->at.start).line);
}

static const char *where(struct leak_search *f, const struct leak_block *b)
{
    struct buf text = {0};
    const struct device *d = launcher_owner(f->s->launcher, b->start);
    print_device(&text, d ? device_props(d)->id : "cpu");
    const char *kept = arena_strndup(&f->arena, text.p, text.n);
    buf_free(&text);
    return kept;
}

MAGIC(leaks)
{
    struct leak_search f = {.s = s};
    struct device *dev;
    if (!launch_sync(s->launcher, s->diags, at))
        return false;
    space_each(s->vm->host, see_object, &f);
    for (size_t i = 0; (dev = launcher_open_device(s->launcher, i)); i++)
        device_each(dev, see_allocation, &f);
    if (f.blocks.n)
        qsort(f.blocks.at, f.blocks.n, sizeof *f.blocks.at, by_start);
    bool ok = hold_all(&f);
    if (!ok)
        diag_error(s->diags, DIAG_INTERRUPT, at, "stopped by the user");
    VEC(const char *) cells = {0};
    VEC_EACH (b, &f.blocks) {
        if (b->held || !ok)
            continue;
        VEC_PUSH(&cells, arena_printf(&f.arena, "%" PRIu64, b->size));
        VEC_PUSH(&cells, b->device ? where(&f, b) : "host");
        VEC_PUSH(&cells, b->name ? b->name : "");
        VEC_PUSH(&cells, born(&f, b));
    }
    static const struct table_column columns[] = {
        {"bytes",        true },
        {"where",        false},
        {"name",         false},
        {"allocated at", false}
    };
    if (ok)
        magic_table_show(s, columns, 4, cells.at, cells.n, "no leaks: all memory is reachable\n");
    VEC_FREE(&cells);
    VEC_FREE(&f.blocks);
    VEC_FREE(&f.roots);
    arena_free(&f.arena);
    return ok;
}
