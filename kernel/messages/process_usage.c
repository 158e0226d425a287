/* SPDX-License-Identifier: Apache-2.0 */
/* What this process has used, for usage_request and for the metrics. */
#include "messages/process_usage.h"

#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

double processor_seconds(void)
{
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return (double) (u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
           1e-6 * (double) (u.ru_utime.tv_usec + u.ru_stime.tv_usec);
}

int64_t resident_bytes(void)
{
    long pages = 0;
    FILE *f = fopen("/proc/self/statm", "re");
    if (f && fscanf(f, "%*s %ld", &pages) != 1)
        pages = 0;
    if (f)
        fclose(f);
    return (int64_t) pages * sysconf(_SC_PAGESIZE);
}
