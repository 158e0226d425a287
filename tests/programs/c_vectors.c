/* SPDX-License-Identifier: Apache-2.0 */
/* GNU's vector types: operators, comparisons, elements, casts by bytes, places of every kind. */
#include <stdio.h>

typedef int v4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(4 * sizeof(float))));
typedef unsigned __attribute__((vector_size(16))) u4;
typedef __attribute__((__vector_size__(16))) double d2;
typedef signed char c8 __attribute__((vector_size(8)));

union both {
    v4 v;
    int i[4];
};

struct holder {
    char tag;
    int pair __attribute__((vector_size(8)));
};

static v4 add(v4 a, v4 b)
{
    return a + b * 2;
}

static int second(const v4 *p, int pair __attribute__((vector_size(8))))
{
    return p[1][1] + pair[0];
}

static void print(v4 v)
{
    printf("%d %d %d %d\n", v[0], v[1], v[2], v[3]);
}

int main(void)
{
    v4 a = {1, 2, 3, 4}, b = {40, 30, 20}, c = add(a, b);
    print(c);
    print(a < b);
    print(-a ^ ~b);
    print((1 - a) << 2 | a % 3);
    printf("%zu %zu %zu %zu\n", sizeof c, _Alignof(v4), sizeof(struct holder), sizeof(c8));
    f4 f = {1.5f, 2, 3, 4};
    f = f * 2 + 1;
    f /= 2.0f;
    printf("%g %g\n", f[0], f[3]);
    d2 d = {0.5, 0.25};
    d = d - (d2){1, 2} * 3.0;
    printf("%g %g %d\n", d[0], d[1], (int) (d > 0)[0]);
    union both u;
    u.v = -a;
    u.v[1] = 77;
    printf("%d %d %d\n", u.i[0], u.i[1], u.i[3]);
    c[2] = 7;
    c += a;
    c <<= 1;
    c -= 5;
    print(c);
    u4 w = (u4) -a;
    printf("%u %u\n", w[1], (w >> 28)[0]);
    printf("%#x %d\n", ((u4) f)[0], ((v4) (f4){1, 0, 0, 0})[0] >> 20);
    c8 bytes = (c8) 0x0807060504030201L;
    bytes = bytes + bytes;
    printf("%d %d %#lx\n", bytes[0], bytes[7], (long) bytes);
    v4 rows[2] = {{1, 2, 3, 4}, {5, 6, 7, 8}}, *p = rows;
    struct holder h = {'x', {3, 4}};
    h.pair *= h.pair;
    printf("%d %d %d\n", second(p, h.pair), (*p)[3], h.pair[1]);
    static v4 kept = {9};
    kept += 1;
    print(kept);
    for (int i = 0; i < 4; i++)
        kept[i] = kept[i] * i + 1;
    print(kept);
    return 0;
}
