/* SPDX-License-Identifier: Apache-2.0 */
/* C11 <signal.h>: signals that the program raises itself, and SIGFPE of integer divisions by zero. None arrives from outside: an
 * interrupt ends the cell, and other errors are reported where they happen. */
#ifndef WARPCELL_SIGNAL_H
#define WARPCELL_SIGNAL_H
#include <errno.h>
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGBUS 7
#define SIGFPE 8
#define SIGKILL 9
#define SIGUSR1 10
#define SIGSEGV 11
#define SIGUSR2 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGCHLD 17
#define SIGCONT 18
#define SIGSTOP 19
#define SIG_BLOCK 0
#define SIG_UNBLOCK 1
#define SIG_SETMASK 2
#define SA_RESTART 0x10000000
#define SA_SIGINFO 4
typedef void (*sighandler_t)(int);
typedef volatile int sig_atomic_t;
typedef struct sigset_t { unsigned long bits; } sigset_t;
#define SIG_DFL ((sighandler_t) 0)
#define SIG_IGN ((sighandler_t) 1)
#define SIG_ERR ((sighandler_t) -1)
#define FPE_INTDIV 1
typedef struct siginfo_t { int si_signo, si_errno, si_code; int si_pid; void *si_addr; } siginfo_t;
struct sigaction {
    union {
        void (*sa_handler)(int);
        void (*sa_sigaction)(int, siginfo_t *, void *);
    };
    sigset_t sa_mask;
    int sa_flags;
};
static sighandler_t __signal_handlers[65];
static bool __signal_informs[65];
static int __signal_code;
static inline void __division_by_zero(void);
static inline sighandler_t signal(int number, sighandler_t handler)
{
    if (number < 1 || number > 64 || number == SIGKILL || number == SIGSTOP) {
        errno = EINVAL;
        return SIG_ERR;
    }
    sighandler_t old = __signal_handlers[number];
    __signal_handlers[number] = handler;
    __signal_informs[number] = false;
    if (number == SIGFPE)
        __set_division_handler(handler == SIG_DFL || handler == SIG_IGN ? 0 : (void *) __division_by_zero);
    return old;
}
static inline int raise(int number)
{
    if (number < 1 || number > 64) {
        errno = EINVAL;
        return -1;
    }
    sighandler_t handler = __signal_handlers[number];
    if (handler == SIG_IGN || (!handler && (number == SIGCHLD || number == SIGCONT)))
        return 0;
    if (!handler)
        exit(128 + number);
    if (__signal_informs[number]) {
        siginfo_t info = {};
        info.si_signo = number;
        info.si_code = __signal_code;
        ((void (*)(int, siginfo_t *, void *)) (void *) handler)(number, &info, 0);
    } else {
        handler(number);
    }
    return 0;
}
static inline void __division_by_zero(void)
{
    __signal_code = FPE_INTDIV;
    raise(SIGFPE);
    __signal_code = 0;
}
static inline int sigemptyset(sigset_t *set) { set->bits = 0; return 0; }
static inline int sigfillset(sigset_t *set) { set->bits = -1ul; return 0; }
static inline int sigaddset(sigset_t *set, int number) { set->bits |= 1ul << number; return 0; }
static inline int sigdelset(sigset_t *set, int number) { set->bits &= ~(1ul << number); return 0; }
static inline int sigismember(const sigset_t *set, int number) { return set->bits >> number & 1; }
static sigset_t __signal_mask;
static inline int sigprocmask(int how, const sigset_t *set, sigset_t *old)
{
    unsigned long before = __signal_mask.bits;
    if (set)
        __signal_mask.bits = how == SIG_BLOCK ? before | set->bits : how == SIG_UNBLOCK ? before & ~set->bits : set->bits;
    if (old)
        old->bits = before;
    return 0;
}
static inline int sigaction(int number, const struct sigaction *action, struct sigaction *old)
{
    sighandler_t before = number > 0 && number < 65 ? __signal_handlers[number] : SIG_DFL;
    if (action && signal(number, action->sa_handler) == SIG_ERR)
        return -1;
    if (action)
        __signal_informs[number] = action->sa_flags & SA_SIGINFO;
    if (old) {
        old->sa_handler = before;
        old->sa_mask.bits = 0;
        old->sa_flags = 0;
    }
    return 0;
}
#ifdef __cplusplus
namespace std { using ::signal; using ::raise; using ::sig_atomic_t; }
#endif
#endif
