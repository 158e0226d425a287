/* SPDX-License-Identifier: Apache-2.0 */
/* setjmp, alloca, atexit, the headers of C that are macros only, and GCC's built-in functions. */
#include <alloca.h>
#include <assert.h>
#include <iso646.h>
#include <limits.h>
#include <setjmp.h>
#include <stdalign.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdnoreturn.h>
#include <string.h>

enum later;
static enum later *unknown;
enum later { NOW = 7 };

static jmp_buf place;

static noreturn void fail(int depth)
{
    int room[4] = {depth};
    if (room[0] == 4)
        longjmp(place, depth);
    fail(depth + 1);
}

static int compare(const void *a, const void *b)
{
    (void) a, (void) b;
    longjmp(place, 9); /* through qsort */
}

static int steps(void)
{
    volatile int n = 0;
    int v[] = {3, 1, 2};
    switch (setjmp(place)) {
    case 0: n++; fail(0);
    case 4: n++; qsort(v, 3, sizeof *v, compare);
    case 9: n++; longjmp(place, 0);
    case 1: return n;
    default: return -1;
    }
}

static int sum(int n)
{
    int *x = alloca(n * sizeof *x), total = 0;
    for (int i = 0; i < n; i++)
        x[i] = i;
    while (n--)
        total += x[n];
    return total;
}

static void first(void) { puts("registered first"); }
static void second(void) { puts("registered second"); }

_Pragma("once") static int price$ = 5;

int main(void)
{
    static_assert(alignof(double) == 8, "alignment");
    bool both = true and not false;
    int wide;
    atexit(first);
    atexit(second);
    enum later value = NOW;
    unknown = &value;
    printf("%d %d %d %d\n", steps(), sum(10), both, *unknown);
    bool over = __builtin_mul_overflow(1 << 20, 1 << 12, &wide);
    printf("%d %d\n", over, wide);
    over = __builtin_add_overflow(INT_MAX, 1u, &wide);
    printf("%d %d\n", over, wide);
    unsigned char small;
    over = __builtin_sub_overflow(5, 6, &small);
    printf("%d %d %d\n", over, small, __builtin_smul_overflow(INT_MIN, -1, &wide));
    printf("%x %d %d %d\n", __builtin_bswap32(0x01020304), __builtin_parity(7), __builtin_ffsl(1l << 40), __builtin_clzl(1));
    printf("%d %s\n", price$, (char *) __builtin_strchr("a,b", ','));
    long counter = 5;
    printf("%ld ", __sync_fetch_and_add(&counter, 3));
    printf("%ld\n", counter);
    return puts("four") - 5;
}
