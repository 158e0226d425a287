/* SPDX-License-Identifier: Apache-2.0 */
/* <time.h>, <sys/time.h>, and the sleep functions of <unistd.h>. */
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "eval/library/builtin.h"
#include "eval/vm/vm_thread.h"

static struct span arg(const struct call_site *call, uint32_t i)
{
    return builtin_call_of(call)->spans[i];
}

BUILTIN(time)
{
    int64_t now = time(NULL);
    if (at[0].u && !vm_store(vm, at[0].u, &now, sizeof now, arg(call, 0)))
        return false;
    at[0].i = now;
    return true;
}

BUILTIN(clock)
{
    at[0].i = clock();
    return true;
}

BUILTIN(gettimeofday)
{
    struct timeval now;
    gettimeofday(&now, NULL);
    bool ok = vm_store(vm, at[0].u, &now, sizeof now, arg(call, 0));
    at[0].i = 0;
    return ok;
}

/* Elsewhere than on x86: nanoseconds. */
BUILTIN(__builtin_ia32_rdtsc)
{
#ifdef __x86_64__
    at[0].u = __builtin_ia32_rdtsc();
#else
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    at[0].u = (uint64_t) t.tv_sec * 1000000000 + (uint64_t) t.tv_nsec;
#endif
    return true;
}

BUILTIN(clock_gettime)
{
    struct timespec now;
    int failed = clock_gettime((clockid_t) at[0].i, &now);
    bool ok = failed || vm_store(vm, at[1].u, &now, sizeof now, arg(call, 1));
    at[0].i = failed;
    return ok;
}

/* Other threads run meanwhile; an interrupt ends the wait, and so does pthread_cancel. false: the thread must end. */
static bool wait_ns(struct vm *vm, uint64_t ns, struct span at)
{
    uint64_t until = clock_ns() + ns;
    while (clock_ns() < until && !atomic_load_explicit(vm->interrupt, memory_order_relaxed) &&
           !vm_thread_cancelled(vm))
        if (!vm_thread_wait(vm, until, at))
            return false;
    return !vm_thread_cancelled(vm) || !vm_throw_standard(vm, "__pthread_ended", at);
}

BUILTIN(sleep)
{
    bool ok = wait_ns(vm, (at[0].u & UINT32_MAX) * 1000000000u, call->at);
    at[0].i = 0;
    return ok;
}

BUILTIN(usleep)
{
    bool ok = wait_ns(vm, (at[0].u & UINT32_MAX) * 1000u, call->at);
    at[0].i = 0;
    return ok;
}

BUILTIN(nanosleep)
{
    const struct timespec *t = vm_memory(vm, at[0].u, sizeof *t, VM_READ, arg(call, 0));
    bool good =
        t && t->tv_sec >= 0 && t->tv_sec < 1000000000 && t->tv_nsec >= 0 && t->tv_nsec < 1000000000;
    bool ok =
        !good || wait_ns(vm, (uint64_t) t->tv_sec * 1000000000u + (uint64_t) t->tv_nsec, call->at);
    at[0].i = good ? 0 : -1;
    return t && ok;
}

BUILTIN(difftime)
{
    at[0].d = difftime(at[0].i, at[1].i);
    return true;
}

/* localtime and gmtime return a pointer to one object of the session, which the next call overwrites. */
static bool give_tm(struct vm *vm, const struct call_site *call, union value *at,
                    struct tm *(*convert)(const time_t *, struct tm *) )
{
    time_t t;
    struct tm parts;
    const void *from = vm_memory(vm, at[0].u, sizeof t, VM_READ, arg(call, 0));
    if (from && !vm->time_object)
        vm->time_object =
            vm_new_object(vm, sizeof parts, HOST_GLOBAL, "the time of localtime", call->at);
    if (!from || !vm->time_object)
        return false;
    memcpy(&t, from, sizeof t);
    at[0].u = convert(&t, &parts) ? vm->time_object->start : 0;
    if (at[0].u)
        memcpy(at[0].p, &parts, sizeof parts);
    return true;
}

BUILTIN(localtime)
{
    return give_tm(vm, call, at, localtime_r);
}

BUILTIN(gmtime)
{
    return give_tm(vm, call, at, gmtime_r);
}

BUILTIN(mktime)
{
    struct tm *parts = vm_memory(vm, at[0].u, sizeof *parts, VM_WRITE, arg(call, 0));
    if (parts)
        at[0].i = mktime(parts);
    return parts;
}

BUILTIN(strftime)
{
    size_t n;
    const char *format = vm_string(vm, at[2].u, arg(call, 2), &n);
    const struct tm *parts =
        format ? vm_memory(vm, at[3].u, sizeof *parts, VM_READ, arg(call, 3)) : NULL;
    char *to = parts ? vm_memory(vm, at[0].u, at[1].u, VM_WRITE, arg(call, 0)) : NULL;
    struct tm copy;
    if (!to)
        return false;
    copy = *parts;
    copy.tm_zone = "";
    at[0].u = strftime(to, at[1].u, format, &copy);
    return true;
}

/* ctime and asctime return one text of the session, which the program may change and the next call overwrites (C11 7.27.3p1). */
static bool give_text(struct vm *vm, const struct call_site *call, union value *at,
                      const char *text)
{
    enum { SIZE = 64 };

    if (!vm->time_text)
        vm->time_text = vm_new_object(vm, SIZE, HOST_GLOBAL, "the text of ctime", call->at);
    at[0].u = vm->time_text ? vm->time_text->start : 0;
    if (vm->time_text)
        snprintf(at[0].p, SIZE, "%s", text);
    return vm->time_text;
}

BUILTIN(ctime)
{
    time_t t;
    char text[64];
    const void *from = vm_memory(vm, at[0].u, sizeof t, VM_READ, arg(call, 0));
    if (!from)
        return false;
    memcpy(&t, from, sizeof t);
    if (ctime_r(&t, text))
        return give_text(vm, call, at, text);
    at[0].u = 0;
    return true;
}

BUILTIN(asctime)
{
    char text[64];
    const struct tm *parts = vm_memory(vm, at[0].u, sizeof *parts, VM_READ, arg(call, 0));
    if (!parts)
        return false;
    struct tm copy = *parts;
    copy.tm_zone = "";
    size_t n = strftime(text, sizeof text, "%a %b %e %H:%M:%S %Y\n", &copy);
    if (n)
        return give_text(vm, call, at, text);
    at[0].u = 0;
    return true;
}

BUILTIN(getpid)
{
    at[0].i = getpid();
    return true;
}

BUILTIN(gethostname)
{
    char *to = vm_memory(vm, at[0].u, at[1].u, VM_WRITE, arg(call, 0));
    if (to)
        at[0].i = gethostname(to, at[1].u);
    return to;
}

BUILTIN(sysconf)
{
    at[0].i = sysconf((int) at[0].i);
    return true;
}
