/* SPDX-License-Identifier: Apache-2.0 */
/* What public suites of C found: members of unions that follow each other in an initialiser, extents of parameters that
 * count, casts to unions, void through a pointer, overflow by one, literals that a jump meets again. */
#include <stdio.h>

union value {
    int i;
    float f;
};

union whole {
    struct {
        int x;
        char y[2];
    } u;
    union value v;
} first = {42, 1, .v.f = 2.5f}, second = {.v.f = 4.5f, .u.y[1] = 3},
  third = {.u.x = 7, .u.y[0] = 2};

union padded {
    int : 3;
    char b;
} only = {'b'};

static int extent(int i, int unused[i++], int k, int also[k += 2])
{
    (void) unused, (void) also;
    return 10 * i + k;
}

static int overflows(unsigned a, unsigned b)
{
    return __builtin_add_overflow(a, b, &a);
}

static void dropped(void *p, int i)
{
    i ? *p : *p;
    *p;
}

static void literals(void)
{
    int *seen = 0, *last, count = 0;
again:
    last = seen;
    seen = &(int){count++};
    if (count < 3)
        goto again;
    printf("%d %d\n", *seen, seen == last);
}

extern int never_defined[];

/* An int holds the first and the third, unsigned the second. */
static void fields(void)
{
    struct {
        unsigned long long a : 5, b : 32;
        long long c : 20, d : 33;
    } s = {5, 0, -1, 1};

    printf("%zu %zu %zu %zu\n", sizeof(s.a + 0), sizeof(s.b + 0), sizeof(s.c + 0), sizeof s);
    printf("%d %u %d %d\n", s.a - 6 < 0, s.b - 1, s.c < 0, s.d - 2 < 0);
}

static int uses_it(void)
{
    return never_defined[0];
}

int main(void)
{
    int none[4];
    printf("%d %d %d\n", first.v.f == 2.5f, first.u.y[0], first.u.y[1]);
    printf("%d %d %d %d\n", second.u.x, second.u.y[0], second.u.y[1], third.u.x + third.u.y[0]);
    printf("%d\n", only.b);
    printf("%d\n", extent(1, none, 2, none));
    printf("%d %d %d\n", overflows(32, -33u), overflows(32, -32u), overflows(32, -31u));
    const int x = 6;
    union value made = (union value) 2.5f;
    printf("%d\n", made.f == 2.5f);
    dropped(none, 1);
    literals();
    fields();
    printf("%d %d %d %d\n", __builtin_classify_type(none), __builtin_classify_type(x),
           __builtin_classify_type(2.5f), __builtin_classify_type(made));
    printf("%d %u %d\n", (int) 3e9, (unsigned) -1.0, (signed char) 1e10);
    __asm__("" ::"r"(x));
    __asm__ volatile("" ::: "memory");
    return sizeof(uses_it) ? __builtin_constant_p(0 ? x : 4) - 1 : 1;
}
