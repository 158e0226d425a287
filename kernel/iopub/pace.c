/* SPDX-License-Identifier: Apache-2.0 */
/* Over any three seconds the buckets let through 0.5 + 3 * 0.8 seconds' worth of the rate. */
#include "iopub/pace.h"

#include <math.h>
#include <stdlib.h>

enum { SERVER_BYTES = 900000, SERVER_MESSAGES = 900 }; /* a second */

static struct bucket bucket_of(double a_second)
{
    return (struct bucket){a_second / 2, 0.8 * a_second / 1000, a_second / 2};
}

void pace_init(struct pace *p)
{
    const char *rate = getenv("WARPCELL_IOPUB_RATE");
    double bytes = rate ? strtod(rate, NULL) : getenv("JPY_SESSION_NAME") ? SERVER_BYTES : 0;
    *p = (struct pace){0};
    if (bytes > 0) {
        p->bytes = bucket_of(bytes);
        p->messages = bucket_of(SERVER_MESSAGES);
    }
}

void pace_reset(struct pace *p)
{
    p->bytes.tokens = p->bytes.most;
    p->messages.tokens = p->messages.most;
}

static void fill(struct bucket *b, double ms)
{
    b->tokens = fmin(b->most, b->tokens + ms * b->rate);
}

static double wait_for(const struct bucket *b, double n)
{
    double missing = fmin(n, b->most) - b->tokens;
    return b->rate > 0 && missing > 0 ? ceil(missing / b->rate) : 0;
}

static void count_to(struct pace *p, uint64_t now_ms)
{
    fill(&p->bytes, (double) (now_ms - p->at));
    fill(&p->messages, (double) (now_ms - p->at));
    p->at = now_ms;
}

int pace_wait(struct pace *p, uint64_t now_ms, size_t bytes)
{
    count_to(p, now_ms);
    return (int) fmax(wait_for(&p->bytes, (double) bytes), wait_for(&p->messages, 1));
}

void pace_add(struct pace *p, uint64_t now_ms, size_t bytes)
{
    count_to(p, now_ms);
    p->bytes.tokens -= (double) bytes;
    p->messages.tokens -= 1;
}
