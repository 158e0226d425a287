/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of a launch, one for each host thread. Next: check_speculation.c, which undoes it. */
#include "device/cpu/check/check_parts.h"

#include <stdlib.h>

#include "base/check.h"
#include "device/cpu/check/check_speculation.h"
#include "device/cpu/observed_state.h"

struct checked_parts {
    pthread_mutex_t lock; /* of the list while blocks run */

    struct checked_part {
        pthread_t thread;
        struct checked_launch *seen;
    } * at;

    size_t n, room;
};

/* ---- which launches ---- */

/* Whether an instruction passes something from block to block, or may: other accesses are compared. */
static bool passes_on(const struct ptx_inst *i)
{
    static const char *const
        atomics[] = {"atom", "red", NULL},
        *const others[] = {"membar", "fence", "mapa", "griddepcontrol", NULL},
        *const orders[] = {"volatile", "relaxed", "acquire", "release", "mmio", "cluster", NULL},
        *const shared[] = {"shared", "shared::cta", NULL}, *const output[] = {"vprintf", NULL};
    bool in_shared = false, ordered = false;
    for (uint32_t k = 1; k < i->mod_count; k++) {
        in_shared |= checked_is_one_of(i->mods[k], shared);
        ordered |= checked_is_one_of(i->mods[k], orders);
    }
    return checked_is_one_of(i->mods[0], others) || checked_calls(i, output) ||
           (!in_shared && !checked_array(i) && (ordered || checked_is_one_of(i->mods[0], atomics)));
}

static bool is_independent(const struct decoded_code *kernel)
{
    VEC_EACH (f, &kernel->module->funcs)
        for (size_t i = 0; (!(*f)->is_entry || *f == kernel->func) && i < (*f)->insts.n; i++)
            if ((*f)->insts.at[i].mod_count && passes_on((*f)->insts.at + i))
                return false;
    return true;
}

bool parts_possible(struct checked_launch *l)
{
    enum { UNKNOWN, YES, NO };

    struct checked_code *k = l->kernel;
    if (k->independent == UNKNOWN)
        k->independent = is_independent(l->launch->code) ? YES : NO;
    return k->independent == YES && !k->together && !l->launch->cooperative && !l->launch->clusters;
}

/* ---- parts ---- */

void parts_begin(struct checked_launch *l)
{
    l->parts = xcalloc(1, sizeof *l->parts);
    pthread_mutex_init(&l->parts->lock, NULL);
}

static struct checked_launch *part_new(struct checked_launch *whole)
{
    struct checked_launch *l = xcalloc(1, sizeof *l);
    l->whole = whole;
    l->checker = whole->checker;
    l->quick = whole->quick;
    l->launch = whole->launch;
    l->kernel = whole->kernel;
    l->speculation = whole->speculation;
    l->asked = true;
    checked_accesses_begin(l);
    return l;
}

struct checked_launch *parts_mine(struct checked_launch *l)
{
    struct checked_parts *p = l->parts;
    struct checked_launch *mine = NULL;
    if (!p)
        return l;
    pthread_mutex_lock(&p->lock);
    for (size_t i = 0; i < p->n && !mine; i++)
        if (pthread_equal(p->at[i].thread, pthread_self()))
            mine = p->at[i].seen;
    if (!mine) {
        if (p->n == p->room)
            p->at = xrealloc(p->at, (p->room = 2 * p->room + 2) * sizeof *p->at);
        p->at[p->n++] = (struct checked_part){pthread_self(), mine = part_new(l)};
    }
    pthread_mutex_unlock(&p->lock);
    return mine;
}

void parts_end(struct checked_launch *l)
{
    struct checked_parts *p = l->parts;
    for (size_t i = 0; p && i < p->n; i++) {
        checked_accesses_end(p->at[i].seen);
        free(p->at[i].seen);
    }
    if (p)
        pthread_mutex_destroy(&p->lock);
    free(p ? p->at : NULL);
    free(p);
    l->parts = NULL;
}

void checked_doubt(const struct checked_block *b)
{
    speculation_doubt(b->launch);
    observed_abandon(b->block);
}

/* ---- whether they agree ---- */

/* A bit for each of the words from `word` on that was accessed in one of these roles. */
static uint32_t accessed(const struct shadow_page *p, uint32_t word, int roles)
{
    uint32_t found = 0;
    for (int role = 0; role < roles; role++) {
        const uint32_t *words = p->words.of[role], *bytes = p->bytes.of[role];
        for (uint32_t k = 0; words && k < 32; k++)
            found |= (uint32_t) (words[word + k] != NO_ACCESS) << k;
        for (uint32_t k = 0; p->any_split && bytes && k < 128; k++)
            found |= (uint32_t) (bytes[4 * word + k] != NO_ACCESS) << k / 4;
    }
    return found;
}

/* Whether one has stored to a word that the other has accessed. */
static bool words_meet(const struct shadow_page *a, const struct shadow_page *b)
{
    enum { STORES = SHADOW_READ };

    if (!a->stored && !b->stored)
        return false;
    for (uint32_t word = 0; word < SHADOW_WORDS; word += 32)
        if (accessed(a, word, STORES) & accessed(b, word, SHADOW_ACCESSES) ||
            accessed(b, word, STORES) & accessed(a, word, SHADOW_ACCESSES))
            return true;
    return false;
}

struct parts_comparison {
    struct checked_launch *whole;
    const struct shadow_memory *other;
    bool agree;
};

static void compare_page(void *user, struct shadow_page *p)
{
    struct parts_comparison *c = user;
    const struct shadow_page *other = shadow_known(c->other, p->number * SHADOW_PAGE);
    if (!c->agree || !other)
        return;
    if (speculation_meet(c->whole, p, other)) {
        c->agree = false;
    } else if (words_meet(p, other)) {
        speculation_doubt(c->whole);
        c->agree = false;
    }
}

bool parts_agree(struct checked_launch *l)
{
    const struct checked_parts *p = l->parts;
    struct parts_comparison c = {.whole = l, .agree = true};
    for (size_t i = 0; i < p->n; i++)
        for (size_t k = 0; k < i && c.agree; k++) {
            c.other = p->at[k].seen->shadow;
            shadow_each(p->at[i].seen->shadow, compare_page, &c);
        }
    return c.agree;
}
