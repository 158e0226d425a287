/* SPDX-License-Identifier: Apache-2.0 */
/* Functions that run before and after main, and functions that need not be there. */
#include <stdio.h>
#include <stdlib.h>

static int started;

__attribute__((constructor)) static void last(void)
{
    printf("constructor %d\n", ++started);
}

static void __attribute__((constructor(200))) second(void)
{
    printf("constructor 200, %d\n", ++started);
}

void first(void) __attribute__((constructor(101), destructor(101)));

void first(void)
{
    printf("101, %d\n", ++started);
}

__attribute__((destructor)) static void ends(void)
{
    puts("destructor");
}

static void at_exit(void)
{
    puts("atexit");
}

extern int absent(int) __attribute__((weak));
extern int present(int) __attribute__((weak));

int present(int x)
{
    return x + 1;
}

static int call(int (*f)(int), int x)
{
    return f ? f(x) : -1;
}

int main(void)
{
    atexit(at_exit);
    printf("main %d\n", started);
    printf("%d %d %d\n", call(absent, 3), call(present, 3), absent == NULL);
    if (absent)
        puts("absent");
    if (present)
        puts("present");
    return 0;
}
