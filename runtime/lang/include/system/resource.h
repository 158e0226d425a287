/* SPDX-License-Identifier: Apache-2.0 */
/* POSIX <sys/resource.h>: getrusage() gives the CPU time of this process. */
#ifndef WARPCELL_RESOURCE_H
#define WARPCELL_RESOURCE_H
enum { RUSAGE_SELF = 0, RUSAGE_CHILDREN = -1, RLIMIT_DATA = 2, RLIMIT_STACK = 3, RLIMIT_AS = 9 };
#define RLIM_INFINITY (~0ul)
typedef unsigned long rlim_t;
struct rlimit { rlim_t rlim_cur, rlim_max; };
struct rusage { struct timeval ru_utime, ru_stime; long ru_maxrss, ru_minflt, ru_majflt, ru_inblock, ru_oublock, ru_nvcsw, ru_nivcsw; };
inline int getrusage(int who, struct rusage *out) {
    long t = who == RUSAGE_SELF ? clock() : 0;
    *out = {};
    out->ru_utime.tv_sec = t / CLOCKS_PER_SEC;
    out->ru_utime.tv_usec = t % CLOCKS_PER_SEC * (1000000 / CLOCKS_PER_SEC);
    return 0;
}
/* The session's own limits are those of its process: nothing is limited here. */
inline int getrlimit(int which, struct rlimit *out) { out->rlim_cur = out->rlim_max = RLIM_INFINITY; return 0; }
inline int setrlimit(int which, const struct rlimit *limit) { return 0; }
#endif
