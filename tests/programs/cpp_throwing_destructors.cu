// SPDX-License-Identifier: Apache-2.0
// Destructors that say noexcept(false): what else is to be destroyed still is.
#include <cstdio>
struct A { int n; A(int k) : n(k) {} ~A() { printf("~A%d\n", n); } };
struct B { A a; int t; B(int k, int t) : a(k), t(t) {} ~B() noexcept(false) { printf("~B%d\n", a.n); if (t) throw t; } };
struct D : B { A m; D(int k) : B(k, 9), m(k + 1) {} };
struct E { A x; B b; A y; E() : x(50), b(51, 8), y(52) {} };
int main() {
    try { A one(1); B two(2, 7); A three(3); } catch (int e) { printf("caught %d\n", e); }
    try { A one(4); { B two(5, 6); A three(6); } puts("no"); } catch (int e) { printf("caught %d\n", e); }
    try { D d(20); } catch (int e) { printf("caught %d\n", e); }
    try { E e; } catch (int e) { printf("caught %d\n", e); }
    try { B arr[3] = {B(30, 0), B(31, 5), B(32, 0)}; } catch (int e) { printf("caught %d\n", e); }
    try { B *p = new B(40, 3); delete p; } catch (int e) { printf("caught %d\n", e); }
    try { A q(60); B(61, 2), puts("temporary"); } catch (int e) { printf("caught %d\n", e); }
    try { for (int i = 0; i < 3; i++) { A q(70 + i); B b(80 + i, i == 1); A r(90 + i); if (i == 1) continue; } } catch (int e) { printf("caught %d\n", e); }
    auto fn = [](int k) { A a(k); B b(k + 1, 4); A c(k + 2); return k; };
    try { fn(100); } catch (int e) { printf("caught %d\n", e); }
}
