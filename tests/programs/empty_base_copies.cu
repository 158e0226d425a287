// A base without data takes no room, so that its byte may be that of another part: copies leave it alone.
#include <cstdio>
struct E {};
struct P { int x; P(int v): x(v) {} };
struct D : P, E { D(int v, const E &e) : P(v), E(e) {} D(int v) : P(v), E() {} };
struct W : E { W(const E &e) : E(e) {} };
struct V : P, W { V(int v, const E &e) : P(v), W(e) {} };
struct Q { private: int a; char b; public: Q(int v) : a(v), b(1) {} };
struct R : Q { char c; R(const Q &q) : Q(q), c(7) {} };
struct S : R { S(const R &r) : R(r) {} };
int main() { E e; D d(0x01020304, e); printf("%x\n", d.x); D f(0x01020304); printf("%x\n", f.x); V v(0x01020304, e); printf("%x\n", v.x);
 D g(d); printf("%x\n", g.x); (E &) g = e; printf("%x\n", g.x);
 R r(Q(3)); printf("%d %d\n", (int) sizeof r, r.c); Q q(5); (Q &) r = q; printf("%d\n", r.c); }
E make() { return E(); }
E pass(E e) { return e; }
struct X : P, E { X(int v) : P(v), E(make()) {} X(int v, int) : P(v), E(pass(E())) {} X(long v) : P(v), E{} {} X(char v) : P(0x01020304), E(v ? make() : E()) {} };
struct T { E e; int n; };
struct run { run() { X x(0x01020304); printf("%x\n", x.x); X y(0x01020304, 1); printf("%x\n", y.x); X z(0x01020304L); printf("%x\n", z.x); X c('a'); printf("%x\n", c.x);
 x = y; printf("%x\n", x.x); E &b = x; b = pass(b); printf("%x\n", x.x); T t{make(), 3}, u = t; u.e = t.e; printf("%d\n", u.n); E all[2]; all[1] = all[0]; E *p = new E(all[0]); delete p; } } r0;
