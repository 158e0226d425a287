/* SPDX-License-Identifier: Apache-2.0 */
/* The undo log of a launch is a copy of each page of memory before the launch first stored there. Next: check_quick.c, which asks first, and
 * check_observer.c, which abandons the launch. */
#include "device/cpu/check/check_speculation.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "device/cpu/check/check_operations.h"
#include "device/cpu/check/check_parts.h"

enum { PAGE_GRANULES = SHADOW_PAGE / GRANULE, ALL_GRANULES = (1 << PAGE_GRANULES) - 1 };

struct saved_page {
    uint64_t address;
    struct written_copy copy;
};

_Static_assert(sizeof(struct saved_page) <= SPARE_BYTES, "a saved page is a spare block");

struct speculation {
    VEC(struct saved_page *) saved;     /* as it was before the launch, where a page is first */
    VEC(struct check_finding) findings; /* not reported yet, of earlier launches */
    uint32_t tries;
    _Atomic bool failed;
    pthread_mutex_t lock; /* of `saved` */
};

/* Whether a function of the module does what stores of pages do not undo. */
static bool is_irrevocable(const struct ptx_inst *i)
{
    static const char *const names[] = {"sust", "sured", "cp", "wmma", NULL},
                             *const calls[] = {"malloc", "free", "cudaLaunchDeviceV2",
                                               "cudaLaunchDevice", NULL};
    return i->mod_count && (checked_is_one_of(i->mods[0], names) || checked_calls(i, calls));
}

static bool is_revocable(const struct ptx_module *m)
{
    VEC_EACH (f, &m->funcs)
        VEC_EACH (i, &(*f)->insts)
            if (is_irrevocable(i))
                return false;
    return true;
}

/* Whether an instruction loads from global memory, as far as its text tells. */
static bool is_load(const struct ptx_inst *i)
{
    static const char *const others[] = {"param",  "param::entry", "param::func",
                                         "shared", "shared::cta",  "shared::cluster",
                                         "local",  "const",        "volatile"};
    if (!i->mod_count || !(str_eq(i->mods[0], "ld") || str_eq(i->mods[0], "ldu")))
        return false;
    for (uint32_t k = 1; k < i->mod_count; k++)
        for (size_t o = 0; o < sizeof others / sizeof *others; o++)
            if (str_eq(i->mods[k], others[o]))
                return false;
    return true;
}

static bool is_remembered(const struct launch_checker *c, const struct ptx_func *f, size_t inst)
{
    VEC_EACH (at, &c->codes)
        if ((*at)->code->func == f)
            return (*at)->classes[inst] & INST_REMEMBERED;
    return false;
}

/* Whether the kernel, or a function that it may call, has loads that need not be remembered. Without any, undo logs would be for nothing. */
static bool has_guesses(const struct checked_launch *l)
{
    struct launch_checker *c = l->checker;
    bool found = false;
    pthread_mutex_lock(&c->lock);
    VEC_EACH (f, &l->launch->code->module->funcs)
        for (size_t i = 0; !found && i < (*f)->insts.n; i++)
            found = (!(*f)->is_entry || *f == l->launch->code->func) &&
                    is_load((*f)->insts.at + i) && !is_remembered(c, *f, i);
    pthread_mutex_unlock(&c->lock);
    return found;
}

struct speculation *speculation_begin(struct checked_launch *l, bool apart)
{
    struct launch_checker *c = l->checker;
    if (l->kernel->certain || l->launch->depth || l->volatiles || c->found || c->nans ||
        !operation_is_alone(c->operations, l->operation) ||
        !is_revocable(l->launch->code->module) || !(apart || has_guesses(l)))
        return NULL;
    struct speculation *s = xcalloc(1, sizeof *s);
    pthread_mutex_init(&s->lock, NULL);
    for (size_t k = c->reported; k < c->findings.n; k++)
        VEC_PUSH(&s->findings, c->findings.at[k]);
    return s;
}

static void forget_saved(struct checked_launch *l)
{
    struct speculation *s = l->speculation;
    VEC_EACH (p, &s->saved)
        spare_block_give(l->checker->spares, *p);
    s->saved.n = 0;
}

void speculation_end(struct checked_launch *l)
{
    struct speculation *s = l->speculation;
    if (!s)
        return;
    forget_saved(l);
    VEC_FREE(&s->saved);
    VEC_FREE(&s->findings);
    pthread_mutex_destroy(&s->lock);
    free(s);
    l->speculation = NULL;
}

bool speculation_failed(const struct speculation *s)
{
    return s && s->failed;
}

/* ---- granules: a bit for each in its page ---- */

static uint32_t granules(uint64_t from, uint64_t to)
{
    uint32_t first = (uint32_t) (from % SHADOW_PAGE / GRANULE),
             last = (uint32_t) ((to - 1) % SHADOW_PAGE / GRANULE);
    return (2u << last) - (1u << first);
}

static uint64_t part_end(uint64_t at, uint64_t end)
{
    uint64_t page = (at / SHADOW_PAGE + 1) * SHADOW_PAGE;
    return page < end ? page : end;
}

bool speculation_load(struct checked_launch *l, uint32_t memory, uint64_t at, uint64_t size)
{
    uint64_t end = at + size;
    for (uint64_t next; at < end; at = next) {
        next = part_end(at, end);
        struct shadow_page *p = shadow_at(l->shadow, at);
        uint32_t some = granules(at, next);
        if (p->stored & some)
            return false;
        p->noted |= (uint16_t) some;
        p->noted_by |= 1ull << memory % 64;
    }
    return true;
}

/* How many of the granules of a page are noted, from its first one on or down from its last one. */
static uint32_t noted_from(const struct shadow_page *p, bool down)
{
    uint32_t not = ~(uint32_t) p->noted & ALL_GRANULES;
    if (!not )
        return PAGE_GRANULES;
    return (uint32_t) (down ? __builtin_clz(not ) - (32 - PAGE_GRANULES) : __builtin_ctz(not ));
}

/* How far the noted granules reach beyond a page all of whose granules are noted: a few pages at most. */
static uint64_t noted_beyond(const struct checked_launch *l, const struct shadow_page *page,
                             bool down)
{
    enum { PAGES_FAR = 16 };

    uint64_t number = page->number, bytes = 0;
    for (int k = 0; k < PAGES_FAR; k++) {
        number += down ? -1 : 1;
        const struct shadow_page *p = shadow_known(l->shadow, number * SHADOW_PAGE);
        uint32_t count = p ? noted_from(p, down) : 0;
        bytes += (uint64_t) count * GRANULE;
        if (count < PAGE_GRANULES)
            break;
    }
    return bytes;
}

struct settled_window speculation_window(const struct checked_launch *l, uint64_t at,
                                         const struct written_range *within)
{
    const struct shadow_page *p = shadow_at(l->shadow, at);
    uint32_t first = (uint32_t) (at % SHADOW_PAGE / GRANULE),
             not = ~(uint32_t) p->noted & ALL_GRANULES, below = not &((1u << first) - 1),
             above = not >> first << first;
    uint64_t page = p->number * SHADOW_PAGE, low = page, high = page + SHADOW_PAGE,
             end = within->start + within->full;
    if (below)
        low += (32 - (uint32_t) __builtin_clz(below)) * (uint64_t) GRANULE;
    if (above)
        high = page + (uint32_t) __builtin_ctz(above) * (uint64_t) GRANULE;
    if (!not ) {
        low -= noted_beyond(l, p, true);
        high += noted_beyond(l, p, false);
    }
    low = low > within->start ? low : within->start;
    high = high < end ? high : end;
    return (struct settled_window){.start = low, .size = high > low ? high - low : 0};
}

/* ---- stores ---- */

/* From now on the loads that have noted something in the page are remembered. */
static void remember_loads(struct launch_checker *c, const struct shadow_page *p)
{
    pthread_mutex_lock(&c->lock);
    VEC_EACH (at, &c->codes)
        for (size_t i = 0; i < (*at)->code->func->insts.n; i++)
            if (p->noted_by >> (*at)->memories[i] % 64 & 1)
                (*at)->classes[i] |= INST_REMEMBERED;
    pthread_mutex_unlock(&c->lock);
}

static void fail(struct checked_launch *l, const struct shadow_page *p)
{
    struct speculation *s = l->speculation;
    s->failed = true;
    if (p && s->tries < SPECULATION_TRIES)
        remember_loads(l->checker, p);
    else
        l->kernel->certain = true;
}

void speculation_doubt(struct checked_launch *l)
{
    l->speculation->failed = true;
    l->kernel->together = true;
}

bool speculation_meet(struct checked_launch *l, const struct shadow_page *a,
                      const struct shadow_page *b)
{
    if (!(a->noted & b->stored) && !(a->stored & b->noted))
        return false;
    fail(l, a->noted & b->stored ? a : b);
    return true;
}

/* Each part saves a page before it stores there. So the copy that is first in the list has no store in it. */
static void save(struct checked_launch *l, struct shadow_page *p)
{
    struct speculation *s = l->speculation;
    struct saved_page *new = spare_block_take(l->checker->spares);
    new->address = p->number *SHADOW_PAGE;
    pthread_mutex_lock(&s->lock);
    written_save(l->checker->written, new->address, &new->copy);
    VEC_PUSH(&s->saved, new);
    pthread_mutex_unlock(&s->lock);
    p->saved = true;
}

bool speculation_store(struct checked_launch *l, uint64_t at, uint64_t size)
{
    uint64_t end = at + size;
    if (l->speculation->failed)
        return false;
    for (uint64_t next; at < end; at = next) {
        next = part_end(at, end);
        struct shadow_page *p = shadow_at(l->shadow, at);
        uint32_t some = granules(at, next);
        if (p->noted & some) {
            fail(l, p);
            return false;
        }
        if ((p->stored & some) == some)
            continue;
        if (!written_knows(l->checker->written, at)) { /* nor could it be undone */
            fail(l, NULL);
            return false;
        }
        if (!p->saved)
            save(l, p);
        p->stored |= (uint16_t) some;
    }
    return true;
}

void speculation_undo(struct checked_launch *l)
{
    struct speculation *s = l->speculation;
    struct launch_checker *c = l->checker;
    for (size_t i = s->saved.n; i-- > 0;)
        written_restore(c->written, s->saved.at[i]->address, &s->saved.at[i]->copy);
    forget_saved(l);
    pthread_mutex_lock(&c->lock);
    c->findings.n = c->reported;
    VEC_EACH (f, &s->findings)
        VEC_PUSH(&c->findings, *f);
    pthread_mutex_unlock(&c->lock);
    s->tries++;
    s->failed = false;
    if (l->kernel->certain || !has_guesses(l))
        speculation_end(l);
}
