/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/cpu/watch/observer.h"

/* The observer behind %count: the counts of struct device_counts. Ownership: counters_new's caller frees it. Thread-safety: all host threads add to it;
 * it may be read when the launch has ended. */
struct counters {
    struct observer observer;
    struct device_counts counts;
};

struct counters *counters_new(void); /* the caller's: free() */
