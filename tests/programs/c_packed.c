/* SPDX-License-Identifier: Apache-2.0 */
/* Packed bit-fields, which may lie across the units of their types. */
#include <stdio.h>
#include <string.h>

struct __attribute__((packed)) narrow {
    int d : 24;
    int f : 14;
};

struct __attribute__((packed)) wide {
    unsigned char pad : 4;
    unsigned long a : 64;
    long b : 60;
};

struct __attribute__((packed)) odd {
    unsigned char low : 7;
    short s : 12;
    unsigned u : 31;
    long l : 53;
    unsigned char tail : 1;
};

#pragma pack(1)
struct rows {
    int tag : 5;
    struct {
        unsigned x : 9, y : 30, z : 11;
    } inner[2];
};
#pragma pack()

static void dump(const char *name, const void *p, size_t n)
{
    printf("%s %zu:", name, n);
    for (size_t i = 0; i < n; i++)
        printf(" %02x", ((const unsigned char *) p)[i]);
    puts("");
}

static struct odd global = {100, -2000, 0x7654321, -4503599627370495, 1};

int main(void)
{
    struct narrow n = {-2, 5};
    n.f += 3;
    n.d--;
    printf("%d %d ", n.d, n.f);
    printf("%d\n", n.f = 0x3fff);
    dump("narrow", &n, sizeof n);

    struct wide w;
    memset(&w, 0, sizeof w);
    w.pad = 5;
    w.a = 0x123456789abcdef0;
    w.b = -3;
    dump("wide", &w, sizeof w);
    w.a = ~0ul;
    printf("%d %lx %ld\n", w.pad, w.a, (long) w.b);
    w.b ^= 0x5555555555555;
    w.a >>= 3;
    printf("%d %lx %ld\n", w.pad, w.a, (long) w.b);

    dump("odd", &global, sizeof global);
    struct odd o = global, *p = &o;
    for (int i = 0; i < 40; i++) {
        p->low += 3;
        p->s -= 77;
        p->u = p->u * 3 + 1;
        p->l = -p->l + i;
        p->tail ^= 1;
    }
    printf("%d %d %u %ld %d\n", o.low, o.s, o.u, (long) o.l, o.tail);
    dump("odd", &o, sizeof o);

    struct rows r[2] = {{3, {{500, 1 << 29, 2000}, {1, 2, 3}}}, {-4, {{.y = 7}}}};
    r[1].inner[1].z = 1024;
    r[1].inner[1].y--;
    dump("rows", r, sizeof r);
    printf("%u %u %u\n", r[1].inner[1].x, r[1].inner[1].y, r[1].inner[1].z++);
    printf("%u\n", r[1].inner[1].z);
    return 0;
}
