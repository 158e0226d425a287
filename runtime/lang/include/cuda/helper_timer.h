/* SPDX-License-Identifier: Apache-2.0 */
/* Stop watches of NVIDIA's samples, in milliseconds. */
#if !defined COMMON_HELPER_TIMER_H_ && !defined HELPER_TIMER_H /* the guards of NVIDIA's, new and old: a program may bring its own */
#define COMMON_HELPER_TIMER_H_
#define HELPER_TIMER_H

typedef struct StopWatchInterface {
    double began, last, total; /* ms */
    int sessions;
    bool running;
} StopWatchInterface;

static inline double __sdk_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e3 + t.tv_nsec * 1e-6;
}

static inline bool sdkCreateTimer(StopWatchInterface **out)
{
    *out = (StopWatchInterface *) calloc(1, sizeof(StopWatchInterface));
    return true;
}

static inline bool sdkDeleteTimer(StopWatchInterface **timer)
{
    free(*timer);
    *timer = NULL;
    return true;
}

static inline bool sdkStartTimer(StopWatchInterface **timer)
{
    (*timer)->began = __sdk_now();
    (*timer)->running = true;
    return true;
}

static inline bool sdkStopTimer(StopWatchInterface **timer)
{
    StopWatchInterface *t = *timer;
    t->last = __sdk_now() - t->began;
    t->total += t->last;
    t->sessions++;
    t->running = false;
    return true;
}

static inline bool sdkResetTimer(StopWatchInterface **timer)
{
    StopWatchInterface *t = *timer;
    t->last = t->total = 0;
    t->sessions = 0;
    if (t->running)
        t->began = __sdk_now();
    return true;
}

static inline float sdkGetTimerValue(StopWatchInterface **timer)
{
    StopWatchInterface *t = *timer;
    return (float) (t->running ? t->total + __sdk_now() - t->began : t->total);
}

static inline float sdkGetAverageTimerValue(StopWatchInterface **timer)
{
    StopWatchInterface *t = *timer;
    return t->sessions ? (float) (t->total / t->sessions) : 0;
}

#endif
