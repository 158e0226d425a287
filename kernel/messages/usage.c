/* SPDX-License-Identifier: Apache-2.0 */
/* usage_request: ipykernel's extension for resource monitors (C-9). Fields and units are psutil's. */
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "messages/messages.h"
#include "messages/process_usage.h"

static double monotonic(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

/* Percent of one core since the last request. */
static double cpu_percent(struct jupyter_kernel *k)
{
    double now = monotonic(), cpu = processor_seconds();
    double percent =
        kernel_handlers(k)->usage_time > 0
            ? 100 * (cpu - kernel_handlers(k)->usage_cpu) / (now - kernel_handlers(k)->usage_time)
            : 0;
    kernel_handlers(k)->usage_time = now;
    kernel_handlers(k)->usage_cpu = cpu;
    return percent;
}

/* Bytes, from a line of /proc/meminfo. */
static json_int_t host_memory(const char *format)
{
    char line[128];
    long kib = 0;
    FILE *f = fopen("/proc/meminfo", "re");
    while (f && fgets(line, sizeof line, f) && sscanf(line, format, &kib) != 1)
        continue;
    if (f)
        fclose(f);
    return (json_int_t) kib * 1024;
}

json_t *on_usage(struct jupyter_kernel *k, struct request *r)
{
    char host[256] = "";
    gethostname(host, sizeof host - 1);
    json_int_t total = host_memory("MemTotal: %ld kB");
    json_int_t available = host_memory("MemAvailable: %ld kB");
    double percent = total ? 100.0 * (double) (total - available) / (double) total : 0;
    json_t *memory = json_pack("{sI sI sI sf}", "total", total, "available", available, "used",
                               total - available, "percent", percent);
    return json_pack("{ss si si sf sI so}", "hostname", host, "pid", (int) getpid(), "cpu_count",
                     (int) sysconf(_SC_NPROCESSORS_ONLN), "kernel_cpu", cpu_percent(k),
                     "kernel_memory", (json_int_t) resident_bytes(), "host_virtual_memory", memory);
}
