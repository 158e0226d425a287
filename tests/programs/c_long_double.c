/* SPDX-License-Identifier: Apache-2.0 */
/* long double is x86's type of 80 bits in 16 bytes. */
#include <complex.h>
#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

struct mixed {
    char c;
    long double v;
    int n;
};

static long double global = 1.1L;
static long double table[3] = {0.1L, 0.2, 3};

static long double sum(int n, ...)
{
    va_list list;
    va_start(list, n);
    long double total = 0;
    for (int i = 0; i < n; i++) {
        total += va_arg(list, int);
        total += va_arg(list, long double);
    }
    va_end(list);
    return total;
}

static void print(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
}

static long double power(long double x, int n)
{
    return n ? x * power(x, n - 1) : 1;
}

static struct mixed made(long double v)
{
    struct mixed m = {'m', v, 3};
    return m;
}

static int wrong_order(const void *a, const void *b)
{
    long double x = *(const long double *) a, y = *(const long double *) b;
    return (x < y) - (x > y);
}

int main(void)
{
    printf("%zu %zu %zu %zu\n", sizeof(long double), _Alignof(long double), sizeof(struct mixed), sizeof 1.0L);
    long double third = 1.0L / 3, x = 0.1, y = 0.1L;
    printf("%.21Lf %.20Le %Lg %La\n", third, third, third, third);
    printf("%d %d %d %d\n", x == y, x < y, x > y, 0.1L == 0.1);
    printf("%.19Lf %.19Lf\n", global * 3, table[0] + table[1] + table[2]);
    long double i = 0, big = 9007199254740993.0L;
    for (int k = 0; k < 10; k++)
        i += 0.1L;
    printf("%.19Lf %.1Lf %lld\n", i, big, (long long) big);
    long double up = 5;
    long double old = up++, now = ++up;
    up--;
    printf("%Lf %Lf %Lf %Lf\n", old, now, up, -up);
    printf("%.3Lf\n", sum(2, 1, 2.5L, 3, 4.25L));
    print("%d %.2Lf %s %f\n", 1, 2.75L, "and", 0.5);
    printf("%.15Lg\n", power(1.5L, 40));
    struct mixed m = made(global), *p = &m;
    p->v *= 2;
    m.v += 1;
    printf("%c %.18Lf %d\n", m.c, p->v, m.n);
    printf("%.18Lf %.18Lf %.18Lf\n", sqrtl(2), powl(2, 0.5L), expl(1));
    printf("%.18Lf %.18Lf %.18Lf\n", sinl(1), atan2l(1, 2), fabsl(-third));
    printf("%.17Lf %.17Lf %Lf\n", logl(10), cbrtl(3), floorl(-2.5L));
    int e;
    long double whole, part = modfl(-3.75L, &whole), mantissa = frexpl(48, &e);
    printf("%Lf %Lf %Lf %d %Lf\n", part, whole, mantissa, e, ldexpl(0.75L, 4));
    printf("%d %d %d %.15Lf\n", isnan(sqrtl(-1)) != 0, isinf(LDBL_MAX * 2) != 0, isfinite(LDBL_MAX) != 0, fmodl(7.25L, 2));
    printf("%Lg %Lg %Lg %d %d\n", LDBL_MAX, LDBL_MIN, LDBL_EPSILON, LDBL_DIG, LDBL_MANT_DIG);
    printf("%Lg %Lg\n", strtold("1e4000", NULL), LDBL_MAX / 10);
    long double read;
    sscanf("3.14159265358979323846 x", "%Lf", &read);
    printf("%.19Lf\n", read);
    long double values[5] = {3, 1.5L, 4, 1, 5.25L};
    qsort(values, 5, sizeof *values, wrong_order);
    for (int k = 0; k < 5; k++)
        printf("%Lg ", values[k]);
    printf("%td\n", &values[4] - values);
    printf("%d %u %ld %lu %d %d\n", (int) -2.9L, (unsigned) 3.9L, (long) 1e18L, (unsigned long) 1.8e19L, (_Bool) 0.1L, (char) 65.5L);
    printf("%.20Lf %.20Lf %.3Lf\n", (long double) 0.1f, (long double) 0.1, (long double) 18446744073709551615ul);
    float f = third;
    double d = third;
    printf("%.10f %.18f %d\n", f, d, d == third);
    int n = 10;
    n *= 1.25L;
    n += 0.9L;
    printf("%d %s %s\n", n, third ? "yes" : "no", !third ? "yes" : "no");
    long double *heap = malloc(4 * sizeof *heap);
    for (int k = 0; k < 4; k++)
        heap[k] = k ? heap[k - 1] * 10 + third : 1;
    printf("%.17Lf %.5Lf\n", heap[3], heap[0] > 0 ? heap[1] : heap[2]);
    free(heap);
    long double _Complex z = 1 + 2.0L * I, w = z * z / (3 - I);
    printf("%.18Lf %.18Lf %.18Lf %zu\n", creall(w), cimagl(w), cabsl(z), sizeof z);
    static long double kept;
    for (int k = 0; k < 3; k++)
        kept += third;
    printf("%.19Lf\n", kept);
    long double (*function)(long double, int) = power;
    printf("%Lg %Lg\n", function(3, 4), (0, third, 2.5L));
    const long double pi = 3.14159265358979323846L;
    switch ((int) pi) {
    case 3: printf("three %d\n", _Generic(pi, double: 1, long double: 2, default: 3));
    }
    return 0;
}
