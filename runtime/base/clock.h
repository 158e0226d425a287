/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdint.h>
#include <time.h>

/* The time of this clock in nanoseconds. Thread-safety: safe. */
static inline uint64_t clock_read(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (uint64_t) t.tv_sec * 1000000000u + (uint64_t) t.tv_nsec;
}

/* Monotonic time in nanoseconds, for durations only. Thread-safety: safe. */
static inline uint64_t clock_ns(void)
{
    return clock_read(CLOCK_MONOTONIC);
}

/* Nanoseconds as the system's calls take them: a duration, or a time of a clock. */
static inline struct timespec clock_timespec(uint64_t ns)
{
    return (struct timespec){.tv_sec = (time_t) (ns / 1000000000u),
                             .tv_nsec = (long) (ns % 1000000000u)};
}
