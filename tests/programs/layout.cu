// Unions, bit-fields, nested structures, alignment: sizes, offsets and bits as a compiler lays them out.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

union word {
    float f;
    uint32_t u;
    unsigned char bytes[4];
    struct {
        uint32_t mantissa : 23, exponent : 8, sign : 1;
    } parts;
};

struct packed {
    char c;
    double d;
    short s[3];
    struct {
        int x;
        char tag;
    } inner;
    unsigned a : 3, b : 5;
    long long end;
};

enum shape { POINT, LINE = 5, AREA };

int main()
{
    union word w;
    w.f = -6.25f;
    printf("%08x: sign %u, exponent %d, mantissa %06x\n", w.u, w.parts.sign, (int) w.parts.exponent - 127, w.parts.mantissa);
    w.bytes[3] = 0x40;
    printf("%g\n", w.f);
    w.parts.exponent = 127;
    w.parts.mantissa = 1 << 22;
    printf("%g\n", w.f);
    printf("%zu %zu %zu %zu %zu\n", sizeof(struct packed), offsetof(struct packed, d), offsetof(struct packed, s),
           offsetof(struct packed, inner), offsetof(struct packed, end));
    struct packed p;
    memset(&p, 0, sizeof(p));
    p.a = 13;
    p.b = 33;
    p.inner.tag = 'x';
    struct packed q = p;
    q.a++;
    printf("%u %u %u %c\n", p.a, p.b, q.a, q.inner.tag);
    enum shape s = AREA;
    int counts[AREA + 1] = {1, 0, 0, 0, 0, 7};
    printf("%d %d %d %zu\n", s, counts[5], counts[3], sizeof(counts) / sizeof(counts[0]));
    return 0;
}
