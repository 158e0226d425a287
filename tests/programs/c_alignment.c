/* SPDX-License-Identifier: Apache-2.0 */
/* Alignments of variables, typedefs and bit-fields that attributes ask for, and objects that keep to them. */
#include <stdint.h>
#include <stdio.h>

typedef int apart __attribute__((aligned(64)));
typedef struct {
    char c;
    int i;
} pair __attribute__((aligned(32)));
typedef long loose __attribute__((aligned(2)));

_Alignas(128) char global;
static char behind __attribute__((aligned(256)));
_Alignas(16) int both;
_Alignas(double) int from_type;
_Alignas(int __attribute__((aligned(16)))) int nested;

struct members {
    char c;
    _Alignas(8) char d;
    apart a;
    loose l;
};

struct bits {
    unsigned x : 5, y : 5;
    char a : 5;
    short b : 5 __attribute__((aligned(8)));
};

#pragma pack(push, 1)
struct packed_bits {
    unsigned x : 5, y : 6;
    short b : 5 __attribute__((aligned(8)));
};
#pragma pack(pop)

static int lies(const void *p, uintptr_t align)
{
    return (uintptr_t) p % align == 0;
}

static int in_loops(void)
{
    int good = 1;
    for (int i = 1; i < 20; i++) {
        _Alignas(64) char line[3] = {1, 2, 3};
        apart one = i;
        pair two = {1, i};
        good &= lies(line, 64) && lies(&one, 64) && lies(&two, 32) && line[2] == 3 && one + two.i == 2 * i;
    }
    return good;
}

int main(void)
{
    static _Alignas(512) int table[3];
    char odd __attribute__((aligned(32)));
    struct members m;
    printf("%zu %zu %zu %zu\n", __alignof__(global), __alignof__(behind), __alignof__(both), __alignof__(odd));
    printf("%zu %zu %zu %zu\n", __alignof__(from_type), __alignof__(nested), __alignof__(table), __alignof__(table[0]));
    printf("%zu %zu %zu\n", _Alignof(apart), _Alignof(pair), _Alignof(loose));
    printf("%zu %zu %zu\n", sizeof(apart), sizeof(pair), sizeof(struct members));
    printf("%zu %zu %zu\n", __alignof__(m.c), __alignof__(m.d), __alignof__(m.a));
    printf("%d %d %d %d\n", lies(&global, 128), lies(&behind, 256), lies(table, 512), lies(&odd, 32));
    printf("%d %d\n", in_loops(), lies(&m, 64));
    printf("%zu %zu\n", sizeof(struct bits), sizeof(struct packed_bits));
    struct bits b = {1, 2, 3, 4};
    printf("%d %d %d %d\n", b.x, b.y, b.a, b.b);
    return 0;
}
