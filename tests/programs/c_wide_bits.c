/* SPDX-License-Identifier: Apache-2.0 */
// Bit-fields of more than 32 bits: in GCC's C they have an integer type of their own width. Conditionals of small integers are int.
#include <stdio.h>

struct wide {
    unsigned long u : 40;
    long s : 45;
    unsigned long long v : 63;
    long t : 33;
    unsigned n : 29;
    unsigned long w : 64;
} w = {0xfedcba9876ull, -12345678901, 0x7fffffffffffffff, -1, 5, 1}, *p = &w;

struct __attribute__((packed)) tight {
    char c;
    unsigned long u : 51;
    long s : 37;
    short n : 11;
} tight = {1, 0x7ffffffffffffull, -3, -4};

#define SHOW(e) printf("%-24s %llx %zu\n", #e, (long long) (e), sizeof(e))

int main(void)
{
    int i = -5;
    long l = -99999999999;
    unsigned char byte = 200;
    SHOW(w.u + 0);
    SHOW(w.u << 12);
    SHOW(w.u * w.u);
    SHOW(w.u + i);
    SHOW(~w.u);
    SHOW(-w.u);
    SHOW(w.u - 0xfffffffffful);
    SHOW(w.u > i);
    SHOW(w.u + l);
    SHOW(w.s << 14);
    SHOW(w.s * w.t);
    SHOW(w.s * w.u);
    SHOW(w.t * w.u);
    SHOW(w.v + 1);
    SHOW(w.v * w.s);
    SHOW(w.n - 6);
    SHOW(i > 0 ? w.u : w.s);
    SHOW(i < 0 ? w.s : l);
    SHOW((w.s - w.n) * (p->t < 0 ? w.s : l));
    SHOW((byte > 0 ? --w.n : i) << 18 >> 8);
    SHOW(1 ? byte : byte);
    SHOW(tight.u << 3);
    SHOW(tight.s * 3);
    SHOW(sizeof tight);
    w.u += 0x123456789a;
    SHOW(w.u + 0);
    w.s <<= 7;
    SHOW(w.s + 0);
    SHOW(w.t = l);
    SHOW(p->u++ + 0);
    SHOW(--tight.u + 0);
    w.t += w.u;
    l += w.u;
    printf("%llx %lx %g %g\n", (long long) w.t, l, (double) w.s, w.u * 0.5);
    return 0;
}
