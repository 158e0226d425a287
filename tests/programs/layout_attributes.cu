// Attributes and #pragma pack lay structs out for the host as nvcc does for both sides.
#include <cstddef>
#include <cstdio>
#include <vector>

#define WIDE 16
struct __attribute__((packed)) P { char c; int i; short s; };
struct alignas(WIDE) A { int x; };
struct B { char c; alignas(8) int i; char d; };
struct __align__(8) C { float x, y, z; };
struct D { char c; int i __attribute__((aligned(WIDE / 2))); short s __attribute__((packed)); };
template <typename T> struct alignas(2 * sizeof(T)) E { T a; };
struct __attribute__((packed, aligned(4))) F { char c; double d; };
#pragma pack(push, 1)
struct G { char c; double d; short s; };
#pragma pack(push)
#pragma pack(2)
struct H { char c; int i; unsigned a : 3, b : 13; };
#pragma pack(pop)
struct I { char c; int i; };
#pragma pack(pop)
struct J { char c; int i; };
struct __attribute__((packed)) K { unsigned a : 5; unsigned b : 11; unsigned c : 16; unsigned char d; };
struct alignas(alignof(double)) L { char c; };
struct __attribute__((__packed__)) M { char c; long l; };

struct All { P p; A a; B b; C c; D d; E<float> e; F f; G g; H h; I i; J j; K k; L l; M m; };

__global__ void fill(All *x)
{
    x->p.i = 1, x->p.s = 2, x->a.x = 3, x->b.i = 4, x->b.d = 5, x->c.z = 6, x->d.i = 7, x->d.s = 8, x->e.a = 9;
    x->f.d = 10, x->g.d = 11, x->g.s = 12, x->h.i = 13, x->h.a = 5, x->h.b = 4000, x->i.i = 14, x->j.i = 15;
    x->k.a = 17, x->k.b = 1025, x->k.c = 65535, x->k.d = 18, x->m.l = 19;
}

#define SIZE(T) printf(#T " %zu %zu\n", sizeof(T), alignof(T))

struct Bits { int a : 3; int : 2; int b : 4; int : 0; unsigned c : 3; };

int main()
{
    SIZE(P); SIZE(A); SIZE(B); SIZE(C); SIZE(D); SIZE(E<float>); SIZE(F); SIZE(G); SIZE(H); SIZE(I); SIZE(J); SIZE(K); SIZE(L); SIZE(M);
    SIZE(All);
    printf("%zu %zu %zu\n", offsetof(All, g), offsetof(All, k), offsetof(H, i));
    All *x;
    cudaMallocManaged(&x, sizeof(All));
    fill<<<1, 1>>>(x);
    cudaDeviceSynchronize();
    printf("%d %d %d %d %d %g %d %d %g\n", x->p.i, x->p.s, x->a.x, x->b.i, x->b.d, x->c.z, x->d.i, x->d.s, x->e.a);
    printf("%g %g %d %d %u %u %d %d\n", x->f.d, x->g.d, x->g.s, x->h.i, (unsigned) x->h.a, (unsigned) x->h.b, x->i.i, x->j.i);
    printf("%u %u %u %d %ld\n", (unsigned) x->k.a, (unsigned) x->k.b, (unsigned) x->k.c, x->k.d, x->m.l);
    Bits bits = {1, 5, 6};
    printf("%d %d %d\n", bits.a, bits.b, (int) bits.c);
    printf("%d %d\n", bits.c - 7 < 0, -bits.c < 0);
    std::vector<int> one({10}), ten(10);
    printf("%zu %d %zu\n", one.size(), one[0], ten.size());
    int literal = (int){7};
    printf("%d %.1f\n", literal, (double){2});
}
