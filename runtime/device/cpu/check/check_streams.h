/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

/* Happens-before among launches, copies and the host's own accesses (CUDA C++ Programming Guide: Streams, Events, Default Stream). Each
 * stream has a clock, which counts what was queued in it, and so has the host. What is queued knows what its stream has queued before and what
 * the host knew. Waiting adds knowledge. Streams are the device's numbers; 0 is the default stream.
 * Thread-safety: one thread at a time. */

typedef VEC(uint32_t) stream_clock; /* by slot: how much of it is known */

struct stream_point { /* an operation: the time-th of its slot */
    uint32_t slot, time;
    stream_clock known; /* freed with stream_point_free */
};

struct stream_order;

struct stream_order *stream_order_new(void);
void stream_order_free(struct stream_order **o);

/* The stream and the default stream do not wait for each other (cudaStreamNonBlocking). */
void stream_order_apart(struct stream_order *o, uint32_t stream);
bool stream_order_any_apart(const struct stream_order *o);
/* An operation that is queued in a stream, and one of the host itself. */
void stream_order_queue(struct stream_order *o, uint32_t stream, struct stream_point *out);
void stream_order_host(struct stream_order *o, struct stream_point *out);
/* The host has waited for all that was queued in a stream, or in every stream: then all points so far are before all later ones, and
 * must not be compared with those any more. */
void stream_order_wait(struct stream_order *o, uint32_t stream);
void stream_order_wait_all(struct stream_order *o);
/* A mark is all that was queued in a stream so far (cudaEventRecord). A stream or the host waits for it. */
uint32_t stream_order_mark(struct stream_order *o, uint32_t stream);
void stream_order_stream_waits(struct stream_order *o, uint32_t stream, uint32_t mark);
void stream_order_host_waits(struct stream_order *o, uint32_t mark);

bool stream_order_host_knows(const struct stream_order *o, const struct stream_point *p);
bool stream_points_ordered(const struct stream_point *a, const struct stream_point *b);
void stream_point_copy(struct stream_point *to, const struct stream_point *from);
void stream_point_free(struct stream_point *p);
