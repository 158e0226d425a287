/* SPDX-License-Identifier: Apache-2.0 */
/* Measures the device's own bandwidth with a copy within its memory. */
#include <stdlib.h>

#include "base/clock.h"
#include "launch/launcher.h"

enum { TRIES = 12 }; /* copies, each timed alone: the fastest was disturbed least */

static const uint64_t SIZES[] = {256 << 20, 64 << 20,
                                 8 << 20}; /* bytes; smaller if memory is short */

static double measure(struct device *d, uint64_t to, uint64_t from, uint64_t n)
{
    double best = 0;
    struct device_fault fault;
    for (int i = 0; i < TRIES; i++) {
        uint64_t start = clock_ns();
        if (device_copy(d, to, from, n, 0) != DEVICE_OK)
            return -1;
        if (device_sync(d, DEVICE_ALL_STREAMS, &fault) != DEVICE_OK)
            return -1;
        double rate = 2.0 * (double) n / ((double) (clock_ns() - start + 1) * 1e-9);
        best = rate > best ? rate : best;
    }
    return best;
}

double launch_peak(struct launcher *l)
{
    struct diags quiet = {0};
    struct device *d = l->peak == 0 ? launcher_device(l, &quiet, (struct span){0}) : NULL;
    struct device_fault fault;
    bool ready = d && device_sync(d, DEVICE_ALL_STREAMS, &fault) == DEVICE_OK;
    for (size_t i = 0; ready && i < sizeof SIZES / sizeof *SIZES && l->peak == 0; i++) {
        uint64_t from = 0, to = 0, n = SIZES[i];
        const struct device_props *p = device_props(d);
        if (device_memory_used(d) + 4 * n > p->total_memory)
            continue;
        if (device_alloc(d, n, &quiet, (struct span){0}, &from) &&
            device_alloc(d, n, &quiet, (struct span){0}, &to))
            l->peak = measure(d, to, from, n);
        if (from)
            device_free(d, from, &quiet, (struct span){0});
        if (to)
            device_free(d, to, &quiet, (struct span){0});
    }
    diags_free(&quiet);
    return launch_peak_known(l);
}

double launch_peak_known(const struct launcher *l)
{
    return l->peak > 0 ? l->peak : 0;
}
