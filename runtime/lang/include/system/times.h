/* SPDX-License-Identifier: Apache-2.0 */
/* POSIX <sys/times.h>. A second has 100 ticks: sysconf(_SC_CLK_TCK). */
#ifndef WARPCELL_TIMES_H
#define WARPCELL_TIMES_H
struct tms { clock_t tms_utime, tms_stime, tms_cutime, tms_cstime; };
inline clock_t times(struct tms *out) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (out) { *out = {}; out->tms_utime = clock() / (CLOCKS_PER_SEC / 100); }
    return now.tv_sec * 100 + now.tv_nsec / 10000000;
}
#endif
