/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stddef.h>
#include <stdint.h>

/* jupyter_server drops iopub output beyond 1,000 messages or 1,000,000 bytes of streams a second, counted over any
 * three seconds and anew after each idle status (its iopub_msg_rate_limit, iopub_data_rate_limit, rate_limit_window;
 * P-4). This keeps a little below, so that nothing printed is lost: printing waits instead.
 *
 * Two token buckets: half a second's worth may go at once, then messages are spread evenly.
 *
 * It works only where that server started us (it sets JPY_SESSION_NAME); WARPCELL_IOPUB_RATE, in bytes a second, sets
 * another rate anywhere, and 0 none. Thread-safety: one thread's. */

struct bucket {
    double most, rate; /* tokens, tokens a ms; rate 0: no limit */
    double tokens;     /* below 0 after a message larger than the bucket */
};

struct pace {
    struct bucket bytes, messages;
    uint64_t at; /* ms, when the tokens were counted */
};

void pace_init(struct pace *p);
/* ms until a message with so many bytes of a stream may go, 0: now */
int pace_wait(struct pace *p, uint64_t now_ms, size_t bytes);
void pace_add(struct pace *p, uint64_t now_ms, size_t bytes);
void pace_reset(struct pace *p);
