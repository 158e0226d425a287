/* SPDX-License-Identifier: Apache-2.0 */
/* GNU's ms_struct: bit-fields in units of their types; macros whose text asks `defined`. */
#include <stdio.h>
#include <stddef.h>
#include <string.h>
#define MS __attribute__((ms_struct))
#define GNU_C (defined(__GNUC__) || defined(NO_SUCH))
#define NEITHER (defined NO_SUCH || defined(__NEITHER__))
#if GNU_C && !NEITHER
#define asked 1
#else
#define asked 0
#endif
struct MS a { char c; short s : 13; };
struct MS b { unsigned x : 12; unsigned : 0; unsigned y : 12; };
struct MS c { char x : 4; short : 0; char y; };
struct MS d { char x; short : 0; char y; };
struct MS e { unsigned char a : 7; int b : 11; int c : 5; int : 0; char d : 8; unsigned short e : 4; unsigned char f : 3; int g : 23; };
struct MS f { long a : 20; int b : 20; long c : 44; long d : 20; char e; };
#pragma pack(push, 2)
struct MS g { char a : 3; int b : 9; int c : 30; long d; };
#pragma pack(pop)
struct __attribute__((ms_struct, packed)) h { char a : 3; int b : 9; int c : 23; char d; };
union MS u { int a : 3; char b; short c : 9; };
#define SHOW(T, ...) { struct T v; memset(&v, 0, sizeof v); struct T w = __VA_ARGS__; printf(#T " %zu %zu:", sizeof v, _Alignof(struct T)); v = w; for (size_t i = 0; i < sizeof v; i++) printf(" %02x", ((unsigned char *) &v)[i]); puts(""); }
int main(void) {
    static struct e ve = {61, -700, 9, -1, 13, 5, -4000000};
    printf("%d %d %d %d %d %d %d %d\n", asked, ve.a, ve.b, ve.c, ve.d, ve.e, ve.f, ve.g);
    printf("%zu %zu %zu %zu %zu %zu %zu %zu %zu\n", sizeof(struct a), sizeof(struct b), sizeof(struct c), sizeof(struct d), sizeof(struct e), sizeof(struct f), sizeof(struct g), sizeof(struct h), sizeof(union u));
    printf("%zu %zu %zu %zu\n", offsetof(struct c, y), offsetof(struct d, y), offsetof(struct f, e), offsetof(struct g, d));
    SHOW(b, {0xabc, 0xdef}) SHOW(f, {-3, 77777, 1L << 40, -5, 6}) SHOW(g, {1, -2, 99999999, -1}) SHOW(h, {2, 200, -77, 8})
}
