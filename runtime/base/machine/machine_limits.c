/* SPDX-License-Identifier: Apache-2.0 */
/* Limits on processors and memory: of the machine, of control groups (containers, systemd's units, jobs of Slurm), and of the environment. */
#include "base/machine/machine_limits.h"

#include <limits.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

double machine_setting(const char *name)
{
    const char *text = getenv(name);
    char *end;
    double v = text ? strtod(text, &end) : 0;
    return text && end != text && !*end && v > 0 && v < 1e12 ? v : 0;
}

/* ---- control groups ---- */

static bool first_line(char *line, int size, const char *folder, const char *name)
{
    char path[PATH_MAX];
    int n = snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = n > 0 && n < (int) sizeof path ? fopen(path, "re") : NULL;
    bool got = f && fgets(line, size, f);
    if (f)
        fclose(f);
    return got;
}

/* "max", or a number, in which case the line's second number is its unit. */
static void limit_by(const char *folder, struct machine_quota *q)
{
    char line[128];
    double quota, period;
    unsigned long long bytes;
    if (first_line(line, sizeof line, folder, "cpu.max") &&
        sscanf(line, "%lf %lf", &quota, &period) == 2 && period > 0 &&
        (!q->processors || quota / period < q->processors))
        q->processors = quota / period;
    if (first_line(line, sizeof line, folder, "memory.max") && sscanf(line, "%llu", &bytes) == 1 &&
        (!q->memory || bytes < q->memory))
        q->memory = bytes;
}

void machine_quota_read(const char *mount, const char *list, struct machine_quota *out)
{
    char line[PATH_MAX], folder[2 * PATH_MAX];
    const char *group = NULL;
    FILE *f = fopen(list, "re");
    *out = (struct machine_quota){0};
    while (f && !group && fgets(line, sizeof line, f))
        if (!strncmp(line, "0::/", 4)) /* version 2; the others are of version 1 */
            group = line + 3;
    if (f)
        fclose(f);
    if (!group)
        return;
    snprintf(folder, sizeof folder, "%s%.*s", mount, (int) strcspn(group, "\n"), group);
    for (size_t root = strlen(mount); strlen(folder) >= root; *strrchr(folder, '/') = 0) {
        limit_by(folder, out);
        if (strlen(folder) == root)
            return;
    }
}

static struct machine_quota quota(void)
{
    struct machine_quota q;
    machine_quota_read("/sys/fs/cgroup", "/proc/self/cgroup", &q);
    return q;
}

/* ---- the limits ---- */

uint32_t machine_processors(void)
{
    cpu_set_t mine;
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    double time = quota().processors, set = machine_setting("WARPCELL_CPU_THREADS");
    if (!sched_getaffinity(0, sizeof mine, &mine) && CPU_COUNT(&mine) < n)
        n = CPU_COUNT(&mine);
    if (time > 0 && time < (double) n)
        n = (long) time + (time > (double) (long) time);
    if (set > 0 && set < (double) n)
        n = (long) set;
    return n < 1 ? 1 : (uint32_t) n;
}

uint64_t machine_memory(void)
{
    uint64_t all = (uint64_t) sysconf(_SC_PHYS_PAGES) * (uint64_t) sysconf(_SC_PAGESIZE);
    uint64_t most = quota().memory;
    return most && most < all ? most : all;
}

uint64_t machine_program_memory(void)
{
    return (uint64_t) (machine_setting("WARPCELL_MEMORY") * 1048576);
}
