/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <pthread.h>

#include "device/cpu/watch/observer.h"

/* The observers of a device and of a launch, for the engine; observers need observer.h only. Thread-safety: as each struct says. */

/* Observers of a device. The session's thread adds and removes them, under the lock; reports about memory hold it too. */
struct observer_list {
    pthread_mutex_t lock;
    uint32_t count;
    struct observer *at[OBSERVERS_MAX];
};

/* The observers of one launch, with the state that each keeps of it. Owned by the launch; immutable between begin and end. */
struct watchers {
    uint32_t count;
    struct observer *at[OBSERVERS_MAX];
    void *states[OBSERVERS_MAX];
    struct observed_launch launch;
};

/* Calls a hook of all observers that have it; s: their states. */
#define WATCHERS_TELL(w, s, hook, ...)                                                             \
    for (uint32_t watcher_ = 0; watcher_ < (w)->count; watcher_++)                                 \
        if ((w)->at[watcher_]->hook)                                                               \
    (w)->at[watcher_]->hook((w)->at[watcher_], (s)[watcher_], __VA_ARGS__)

struct watchers *watchers_new(struct observer *const *observers, uint32_t count);
/* Whether an observer asks for the order of its seed (observer.h). */
bool watchers_in_order(const struct watchers *w, uint32_t *out_seed);
/* Whether its blocks may run on several host threads for all that (observer.h, `apart`). Before the first one. */
bool watchers_apart(const struct watchers *w);
void watchers_begin(struct watchers *w);
bool watchers_again(
    const struct watchers *w); /* observer.h: whether an observer wants the launch to run again */
void watchers_end(struct watchers **w); /* and frees it; NULL is none */
void watchers_block_begin(const struct watchers *w, const struct observed_block *b,
                          void *out_states[OBSERVERS_MAX]);

void observers_allocate(struct observer_list *l, enum allocation_kind kind, uint64_t address,
                        uint64_t size, const char *name);
void observers_release(struct observer_list *l, uint64_t address);
void observers_transfer(struct observer_list *l, const struct observed_transfer *t);
