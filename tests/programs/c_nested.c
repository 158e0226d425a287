/* SPDX-License-Identifier: Apache-2.0 */
/* Functions inside functions: GNU C. They use what is around them, call themselves and each other, and serve as pointers. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static int apply(int (*f)(int), int x)
{
    return f(x);
}

/* Each call has variables of its own, which its nested functions keep. */
static int deep(int n, int (*above)(int))
{
    int own = n * 10;
    int add(int x) { return own + x; }
    if (!n)
        return above(1);
    return deep(n - 1, n == 2 ? add : above) + own;
}

static unsigned levels(void)
{
    unsigned x = 0;
    void outer(void)
    {
        void inner(void) { x += 4; }
        inner();
        inner();
    }
    outer();
    return x;
}

static int recursion(int n)
{
    int calls = 0;
    auto int odd(int);
    int even(int k) { return calls++, k == 0 ? 1 : odd(k - 1); }
    int odd(int k) { return calls++, k == 0 ? 0 : even(k - 1); }
    int fib(int k) { return calls++, k < 2 ? k : fib(k - 1) + fib(k - 2); }
    int found = fib(10) + even(n);
    return found * 1000 + calls;
}

static void arrays(int n)
{
    int v[n], w[n][n], compared = 0;
    int sum(void)
    {
        int s = 0;
        for (int i = 0; i < n; i++)
            s += v[i];
        return s;
    }
    int at(int i, int j) { return w[i][j]; }
    int size(void) { return sizeof v + sizeof w[0]; }
    int less(const void *a, const void *b)
    {
        compared++;
        return *(const int *) a - *(const int *) b;
    }
    for (int i = 0; i < n; i++)
        v[i] = n - i;
    w[2][3] = 7;
    printf("%d %d %d\n", sum(), at(2, 3), size());
    qsort(v, n, sizeof *v, less);
    printf("%d %d %d\n", v[0], v[n - 1], compared > 0);
}

static void types(int n)
{
    struct point {
        int x, y;
    };
    enum { THREE = 3 };
    typedef int number;
    static int count = 5;
    struct point make(number a) { return (struct point){a, n}; }
    struct point (*maker)(int) = make;
    number times(number q) { return q * THREE; }
    void counts(void) { count++; }
    double mean(int k, ...)
    {
        va_list values;
        double s = n;
        va_start(values, k);
        for (int i = 0; i < k; i++)
            s += va_arg(values, double);
        va_end(values);
        return s / k;
    }
    counts();
    printf("%d %d %d %d %g\n", make(3).x, maker(4).y, times(5), count, mean(2, 1.5, 2.5));
}

int main(void)
{
    int scale = 3;
    int times(int x) { return x * scale; }
    int plain(int x) { return x + 1; }
    int (*p)(int) = times, (*q)(int) = &times, (*r)(int) = *times;
    printf("%d %d %d\n", apply(times, 5), apply(plain, 5), p(1) + q(2) + r(3));
    scale = 4;
    printf("%d\n", apply(times, 5));
    for (int i = 0; i < 3; i++) {
        int more(int x) { return x + i * scale; }
        printf("%d ", apply(more, 1));
    }
    printf("\n%d %u %d\n", deep(4, plain), levels(), recursion(9));
    arrays(4);
    types(8);
    return 0;
}
