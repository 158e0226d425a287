/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/cpu/check/check_impl.h"
#include "device/cpu/check/check_streams.h"

/* Races between operations that nothing orders: launches and copies of different streams, and the host's accesses to memory that kernels
 * access too. Who starts the checker reports copies, waits and accesses (launch_check.h); launches report themselves.
 * Thread-safety: safe; a launch may end on any host thread. */

struct operations;
struct operation;

struct operations *operations_new(struct launch_checker *c);
void operations_free(struct operations **o); /* nothing runs */

/* A launch begins: the one announced by operations_queue_launch, or one of its kernels'. NULL: none was announced. */
struct operation *operation_begin(struct operations *o, const struct observed_launch *l);
/* Whether it is ordered with all operations so far, and with those to come. NULL: so it is. */
bool operation_is_alone(struct operations *o, const struct operation *n);
/* It has ended, and has accessed what its shadow memory says. Takes over both. Compares it with all others that it is not ordered with. */
void operation_end(struct operations *o, struct operation *n, struct shadow_memory **shadow,
                   struct access_events *events, bool publishes);

void operations_queue_launch(struct operations *o, uint32_t stream, struct span at);
void operations_transfer(struct operations *o, const struct check_transfer *t);
void operations_host_access(struct operations *o, const struct check_host_access *a);
/* Memory that the host accesses in place. */
void operations_managed(struct operations *o, uint64_t address, uint64_t size);
/* An allocation: what was accessed there before is of no interest. */
void operations_allocated(struct operations *o, uint64_t address, uint64_t size);
/* A copy between host and device that nobody has reported waits for everything. */
void operations_implicit_copy(struct operations *o);

/* For stream_order_*. */
void operations_apart(struct operations *o, uint32_t stream);
void operations_wait(struct operations *o, uint32_t stream); /* or DEVICE_ALL_STREAMS */
uint32_t operations_mark(struct operations *o, uint32_t stream);
void operations_stream_waits(struct operations *o, uint32_t stream, uint32_t mark);
void operations_host_waits(struct operations *o, uint32_t mark);
/* Whether the host has not yet waited for something. */
bool operations_pending(struct operations *o);
