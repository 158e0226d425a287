/* SPDX-License-Identifier: Apache-2.0 */
// SIGFPE of integer divisions by zero: handlers that jump out and that end the program; on_exit.
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static jmp_buf back;

static void unblock(int number)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, number);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
}

static void jump(int number)
{
    unblock(number);
    printf("signal %d\n", number == SIGFPE);
    longjmp(back, 1);
}

static void inform(int number, siginfo_t *info, void *context)
{
    (void) context;
    unblock(number);
    printf("code %d of %d\n", info->si_code == FPE_INTDIV, info->si_signo == number);
    longjmp(back, 2);
}

static void leave(int number)
{
    (void) number;
    puts("leaving");
    exit(0);
}

static int divided(int a, int b)
{
    return a / b;
}

static void status(int code, void *text)
{
    printf("%d %s\n", code, (char *) text);
}

static void plain(void)
{
    puts("plain");
}

int main(void)
{
    volatile int zero = 0;
    int got;
    on_exit(status, "first");
    atexit(plain);
    on_exit(status, "second");
    signal(SIGFPE, jump);
    for (volatile int i = 0; i < 2; i++)
        if ((got = setjmp(back)) == 0)
            printf("not reached: %d\n", divided(7, zero));
        else
            printf("came back %d\n", got);
    struct sigaction action = {.sa_sigaction = inform, .sa_flags = SA_SIGINFO};
    sigaction(SIGFPE, &action, NULL);
    if ((got = setjmp(back)) == 0)
        printf("not reached: %ld\n", 7l % zero);
    else
        printf("came back %d\n", got);
    printf("%d\n", divided(7, 2));
    signal(SIGFPE, leave);
    return divided(1, zero);
}
