/* SPDX-License-Identifier: Apache-2.0 */
/* POSIX <sched.h>, and GNU's sets of processors. Threads of a program share one processor, so all but sched_yield change nothing. */
#ifndef WARPCELL_SCHED_H
#define WARPCELL_SCHED_H
typedef struct { unsigned long bits[16]; } cpu_set_t;
#define CPU_SETSIZE 1024
#define CPU_ZERO(set) memset((set), 0, sizeof(cpu_set_t))
#define CPU_SET(i, set) ((set)->bits[(i) / 64] |= 1ul << (i) % 64)
#define CPU_CLR(i, set) ((set)->bits[(i) / 64] &= ~(1ul << (i) % 64))
#define CPU_ISSET(i, set) ((set)->bits[(i) / 64] >> (i) % 64 & 1)
inline int CPU_COUNT(const cpu_set_t *set) { int n = 0; for (int i = 0; i < CPU_SETSIZE; i++) n += CPU_ISSET(i, set); return n; }
inline int sched_getcpu(void) { return 0; }
inline int sched_yield(void) { __thread_yield(); return 0; }
struct sched_param { int sched_priority; };
#define SCHED_OTHER 0
#define SCHED_FIFO 1
#define SCHED_RR 2
inline int sched_get_priority_max(int policy) { return policy == SCHED_OTHER ? 0 : 99; }
inline int sched_get_priority_min(int policy) { return policy == SCHED_OTHER ? 0 : 1; }
inline int sched_setaffinity(int pid, size_t n, const cpu_set_t *set) { return 0; }
inline int sched_getaffinity(int pid, size_t n, cpu_set_t *set) { CPU_ZERO(set); for (int i = 0; i < sysconf(_SC_NPROCESSORS_ONLN); i++) CPU_SET(i, set); return 0; }
#endif
