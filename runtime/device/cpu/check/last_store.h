/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/device.h"

/* An observer of a cpu device that remembers which thread last stored to each element of global memory. It answers "who wrote this?"
 * for a value that turned out wrong. Thread-safety: one thread starts, reads and stops it, and reads while nothing runs on the
 * device. */

struct last_stores;

struct last_store {
    struct device_dim block, thread;
    uint64_t order;   /* stores before it */
    const char *file; /* of the source; "" when unknown; as long as the log */
    uint32_t line, column;
};

/* Watches the launches of the device from now on, which then run on one host thread, in the order of the seed (observer.h). NULL: the device has too many observers. The
 * device must outlive it. */
struct last_stores *last_stores_start(struct device *d, uint32_t seed);
void last_stores_stop(struct last_stores **l); /* and frees it; NULL is none */
/* The last store or atomic to an element that begins at the address. false: none. */
bool last_stores_find(const struct last_stores *l, uint64_t address, struct last_store *out);
/* Whether nothing was forgotten: false after more than a million elements. */
bool last_stores_complete(const struct last_stores *l);
