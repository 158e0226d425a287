/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stddef.h>
#include <stdint.h>

/* jupyter_server drops iopub output beyond 1,000 messages or 1,000,000 bytes of streams a second, counted over any
 * three seconds and anew after each idle status (its iopub_msg_rate_limit, iopub_data_rate_limit, rate_limit_window;
 * P-4). This keeps a little below, so that nothing printed is lost: printing waits instead.
 *
 * It works only where that server started us (it sets JPY_SESSION_NAME); WARPCELL_IOPUB_RATE, in bytes a second, sets
 * another rate anywhere, and 0 none. Thread-safety: one thread's. */

enum { PACE_SLOTS = 32, PACE_SLOT_MS = 100 }; /* a window of 3.2 s */

struct pace {
    size_t most_bytes, most_messages; /* in the window; 0: no limit */
    size_t bytes, messages;           /* in it now */

    struct {
        uint64_t number; /* of the slot, since the clock's start */
        size_t bytes, messages;
    } slot[PACE_SLOTS];
};

void pace_init(struct pace *p);
int pace_wait(struct pace *p, uint64_t now_ms,
              size_t bytes); /* ms until a message of so many may go, 0: now */
void pace_add(struct pace *p, uint64_t now_ms, size_t bytes);
void pace_reset(struct pace *p);
