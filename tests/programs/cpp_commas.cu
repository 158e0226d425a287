// SPDX-License-Identifier: Apache-2.0
// The comma operator and ?: with members of temporaries, which are moved from.
#include <cstdio>
struct T { int n; T(int k) : n(k) { printf("+%d\n", n); } T(const T &o) : n(o.n + 100) { printf("c%d\n", n); } T(T &&o) : n(o.n + 1000) { printf("m%d\n", n); } ~T() { printf("-%d\n", n); } };
struct S { T member; int k; S(int n) : member(n), k(n) {} };
S f(int n) { return S(n); }
T h(bool b) { return b ? f(20).member : T(21); }
int main() {
    { T t = (0, f(1).member); printf("t%d\n", t.n); }
    { T t((1, f(2).member)); printf("t%d\n", t.n); }
    { const T &t = f(3).member; printf("ref\n"); }
    { T t = true ? f(4).member : T(5); printf("t%d\n", t.n); }
    { T t = true ? f(6).member : f(7).member; printf("t%d\n", t.n); }
    { T t = (T(8)); printf("t%d\n", t.n); }
    { T t = (0, T(9)); printf("t%d\n", t.n); }
    { h(true); }
    { T t = (0, (1, f(10).member)); }
    { T a[2] = {(0, f(11).member), f(12).member}; puts("arr"); }
    { S s = {13}; T t = (0, s.member); }
    { T t = (f(15), f(16)).member; }
}
