/* SPDX-License-Identifier: Apache-2.0 */
/* OpenMP as a program built without -fopenmp sees it: pragmas are ignored, a team has one thread. */
#ifndef WARPCELL_OMP_H
#define WARPCELL_OMP_H

typedef int omp_lock_t;
typedef int omp_nest_lock_t;

static inline double omp_get_wtime(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

static inline double omp_get_wtick(void) { return 1e-9; }
static inline int omp_get_thread_num(void) { return 0; }
static inline int omp_get_num_threads(void) { return 1; }
static inline int omp_get_max_threads(void) { return 1; }
static inline int omp_get_num_procs(void) { return 1; }
static inline int omp_in_parallel(void) { return 0; }
static inline int omp_get_level(void) { return 0; }
static inline void omp_set_num_threads(int n) {}
static inline void omp_set_nested(int on) {}
static inline void omp_set_dynamic(int on) {}
static inline void omp_init_lock(omp_lock_t *lock) { *lock = 0; }
static inline void omp_destroy_lock(omp_lock_t *lock) {}
static inline void omp_set_lock(omp_lock_t *lock) {}
static inline void omp_unset_lock(omp_lock_t *lock) {}

#endif
