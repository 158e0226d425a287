/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdint.h>

/* What this process may use of the machine: what the machine has, less what the system or the person who runs it has set.
 * Thread-safety: safe, as long as nobody changes the environment. */

/* A setting in the environment that is a number above 0, or 0: it is not set, or is none. */
double machine_setting(const char *name);

/* Processors: those it may run on (sched_setaffinity(2)), at most its quota of time (cpu.max of its control groups, rounded up), and at most
 * WARPCELL_CPU_THREADS. At least 1. */
uint32_t machine_processors(void);
/* Bytes: those of the machine, and at most memory.max of its control groups. */
uint64_t machine_memory(void);
/* Bytes that a program may have: WARPCELL_MEMORY, in MiB. 0: not set. */
uint64_t machine_program_memory(void);

/* A control group's limits and those of the groups it is in, from a mounted hierarchy of version 2 (Linux, admin-guide/cgroup-v2.rst). */
struct machine_quota {
    double processors; /* 0: no limit */
    uint64_t memory;   /* bytes, 0: no limit */
};

/* mount: "/sys/fs/cgroup". list: "/proc/self/cgroup", which names the group. */
void machine_quota_read(const char *mount, const char *list, struct machine_quota *out);
