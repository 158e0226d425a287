/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdint.h>
#include <time.h>

/* Monotonic time in nanoseconds, for durations only. Thread-safety: safe. */
static inline uint64_t clock_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t) t.tv_sec * 1000000000u + (uint64_t) t.tv_nsec;
}
