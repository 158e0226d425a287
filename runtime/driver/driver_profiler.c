/* SPDX-License-Identifier: Apache-2.0 */
/* The profiler's control (CUDA Driver API reference, 'Profiler Control'): there is none, and programs that mark regions run all the same. Next:
 * report.c, which measures. */
#include "driver/core/driver_state.h"
#include "driver/driver_calls.h"

EXPORT int cuProfilerStart(void)
{
    return driver_begin();
}

EXPORT int cuProfilerStop(void)
{
    return driver_begin();
}

EXPORT int cuProfilerInitialize(const char *config, const char *output, int mode)
{
    return driver_begin();
}

EXPORT int cuFlushGPUDirectRDMAWrites(int target, int scope)
{
    return driver_begin();
}
