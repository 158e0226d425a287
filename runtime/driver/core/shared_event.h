/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

/* An event that several processes have: two counts in a page of an anonymous file, how often it was recorded and how often that was reached.
 * Ownership: whoever makes, opens or keeps one releases it. Thread-safety: any thread of any process. */
struct shared_event;

struct shared_event *shared_event_new(void);                    /* NULL: no file */
struct shared_event *shared_event_open(const char *path);       /* NULL: no such file */
struct shared_event *shared_event_keep(struct shared_event *e); /* one user more */
void shared_event_release(struct shared_event *e);              /* NULL: nothing to do */
int shared_event_file(const struct shared_event *e);

uint32_t shared_event_record(struct shared_event *e); /* the number of this record */
void shared_event_reach(struct shared_event *e, uint32_t number);
uint32_t shared_event_last(const struct shared_event *e); /* 0: never recorded */
bool shared_event_reached(const struct shared_event *e, uint32_t number);
