/* SPDX-License-Identifier: Apache-2.0 */
/* The list of a device's observers, and the calls of their hooks. Next: exec/observed.c, which makes the events of running code. */
#include "device/cpu/watch/watchers.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"

struct watchers *watchers_new(struct observer *const *observers, uint32_t count)
{
    struct watchers *w = xcalloc(1, sizeof *w);
    w->count = count;
    memcpy(w->at, observers, count * sizeof *w->at);
    return w;
}

bool watchers_in_order(const struct watchers *w, uint32_t *out_seed)
{
    for (uint32_t i = 0; i < w->count; i++)
        if (w->at[i]->in_order) {
            *out_seed = w->at[i]->seed;
            return true;
        }
    return false;
}

bool watchers_apart(const struct watchers *w)
{
    bool apart = true;
    for (uint32_t i = 0; i < w->count; i++)
        if (w->at[i]->in_order)
            apart &= w->at[i]->apart && w->at[i]->apart(w->at[i], w->states[i]);
    return apart;
}

void watchers_begin(struct watchers *w)
{
    for (uint32_t i = 0; i < w->count; i++)
        if (w->at[i]->launch_begin)
            w->states[i] = w->at[i]->launch_begin(w->at[i], &w->launch);
}

bool watchers_again(const struct watchers *w)
{
    for (uint32_t i = 0; i < w->count; i++)
        if (w->at[i]->again && w->at[i]->again(w->at[i], w->states[i]))
            return true;
    return false;
}

void watchers_end(struct watchers **at)
{
    struct watchers *w = *at;
    for (uint32_t i = 0; w && i < w->count; i++)
        if (w->at[i]->launch_end)
            w->at[i]->launch_end(w->at[i], w->states[i]);
    free(w);
    *at = NULL;
}

void watchers_block_begin(const struct watchers *w, const struct observed_block *b,
                          void *out_states[OBSERVERS_MAX])
{
    for (uint32_t i = 0; i < w->count; i++)
        out_states[i] =
            w->at[i]->block_begin ? w->at[i]->block_begin(w->at[i], w->states[i], b) : w->states[i];
}

/* ---- memory ---- */

void observers_allocate(struct observer_list *l, enum allocation_kind kind, uint64_t address,
                        uint64_t size, const char *name)
{
    struct observed_allocation a = {kind, address, size, name};
    pthread_mutex_lock(&l->lock);
    for (uint32_t i = 0; i < l->count; i++)
        if (l->at[i]->allocate)
            l->at[i]->allocate(l->at[i], &a);
    pthread_mutex_unlock(&l->lock);
}

void observers_release(struct observer_list *l, uint64_t address)
{
    pthread_mutex_lock(&l->lock);
    for (uint32_t i = 0; i < l->count; i++)
        if (l->at[i]->release)
            l->at[i]->release(l->at[i], address);
    pthread_mutex_unlock(&l->lock);
}

void observers_transfer(struct observer_list *l, const struct observed_transfer *t)
{
    pthread_mutex_lock(&l->lock);
    for (uint32_t i = 0; i < l->count; i++)
        if (l->at[i]->transfer)
            l->at[i]->transfer(l->at[i], t);
    pthread_mutex_unlock(&l->lock);
}
