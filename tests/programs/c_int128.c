/* SPDX-License-Identifier: Apache-2.0 */
// GNU's __int128: operators, conversions, objects, calls and constants.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef __int128 i128;
typedef unsigned __int128 u128;

static void halves(const char *what, u128 x)
{
    printf("%-6s %016lx %016lx\n", what, (unsigned long) (x >> 64), (unsigned long) x);
}

static void decimal(u128 x)
{
    char text[50];
    int n = sizeof text;
    text[--n] = 0;
    do {
        text[--n] = (char) ('0' + (int) (x % 10));
        x /= 10;
    } while (x);
    puts(text + n);
}

static i128 negative = -5;
static u128 big = ((u128) 1 << 100) + 12345;
u128 table[3] = {1, (u128) -1, 7};
struct holder {
    char c;
    i128 v;
    int d;
};
enum { FROM_SHIFT = (int) (((i128) 1 << 70) >> 68) };

static u128 product(u128 a, u128 b, unsigned long m)
{
    return a * b % m;
}

static i128 factorial(int n)
{
    return n < 2 ? 1 : n * factorial(n - 1);
}

static i128 total(int n, ...)
{
    va_list list;
    va_start(list, n);
    i128 sum = 0;
    while (n--) {
        sum += va_arg(list, int);
        sum += va_arg(list, i128);
    }
    va_end(list);
    return sum;
}

static void operators(void)
{
    u128 a = (u128) 0xfedcba9876543210ULL * 0xfedcba9876543210ULL, old;
    halves("*", a);
    halves(">>", a >> 3);
    halves("<<", a << 65);
    halves("sar", (i128) a >> 5);
    halves("-", -a);
    halves("~", ~a);
    halves("/", a / 12345);
    halves("%", a % 12345);
    halves("s/", (i128) -a / 7);
    halves("s%", -(i128) a % 7);
    a += 5;
    halves("+=", a);
    a <<= 3;
    halves("<<=", a);
    a %= 1000000007;
    halves("%=", a);
    a ^= (u128) 1 << 127;
    halves("^=", a);
    a++;
    ++a;
    old = a--;
    halves("old", old);
    halves("--", a);
    printf("%d %d %d\n", (u128) -1 > 5, (i128) -1 > 5, (i128) -1 < 0u);
    printf("%d %d %d\n", (u128) 1 << 64 ? 1 : 2, !((u128) 1 << 64), a && a - a);
    halves("least", (i128) 1 << 127);
    halves("wraps", ((i128) 1 << 127) / -1);
    printf("%ld\n", 1L << (i128) 3);
    long sum;
    printf("%d", __builtin_add_overflow((i128) 1 << 62, (i128) 1 << 62, &sum));
    printf(" %d", __builtin_sub_overflow((i128) 1 << 62, (i128) 1 << 61, &sum));
    printf(" %lx %d\n", sum, __builtin_mul_overflow((u128) 1 << 100, (u128) 1 << 30, &a));
}

static void conversions(void)
{
    signed char c = -1;
    int i = -3;
    unsigned u = -3;
    unsigned long ul = -3;
    halves("char", c);
    halves("int", (i128) i);
    halves("uint", (i128) u);
    halves("ulong", (i128) ul);
    _Bool b = (u128) 1 << 64;
    printf("%d %g %g %Lg\n", b, (double) (u128) -1, (float) (i128) -7, (long double) ((u128) 1 << 100));
    halves("double", (i128) -1e30);
    halves("real", (u128) 1e38);
    halves("wide", (i128) -1.5e20L);
    printf("%g %zu\n", negative * 1.5, sizeof(negative * 1.0));
}

int main(void)
{
    halves("static", negative);
    decimal(big);
    decimal(table[1]);
    printf("%zu %zu %d %zu\n", sizeof(i128), _Alignof(i128), FROM_SHIFT, sizeof(struct holder));
    operators();
    conversions();
    struct holder s = {1, -2, 3}, t = s;
    halves("member", t.v);
    decimal(product(1234567890123456789ULL, 9876543210987654321ULL, 1000000007));
    decimal(factorial(33));
    halves("va_arg", total(2, 1, (i128) 5 << 64, 2, (i128) 7));
    u128 array[4], *p = array;
    for (int k = 0; k < 4; k++)
        array[k] = (u128) k << 30 * k;
    *++p += 77;
    halves("array", array[1] | array[3]);
    memcpy(&big, array + 2, sizeof big);
    halves("copied", big);
    __int128_t x = 3;
    __uint128_t y = 4;
    halves("names", x * y);
    printf("%d\n", __SIZEOF_INT128__);
    return 0;
}
