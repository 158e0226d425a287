// SPDX-License-Identifier: Apache-2.0
// Members and lambdas, exceptions by pointers to bases, explicit conversions, static members of type auto.
#include <iostream>
struct X { int x = 2, y = 3; int operator()(int n) { return n + x; } int f() { return [&]() -> int { return operator()(this->x + y); }(); } auto head() -> decltype(x) { return x; } };
struct E { virtual int w() { return 1; } }; struct F : E { int w() override { return 2; } };
struct B { explicit operator bool() const { return true; } };
template <int N> struct even { static const auto RES = N % 2 == 0; static constexpr auto k = N * 2.5; };
int main() { X x; std::cout << x.f() << x.head() << even<4>::RES << even<3>::k; F f; try { throw &f; } catch (E *p) { std::cout << p->w(); } B b1; bool b6(b1); std::cout << b6;
 try { throw "text"; } catch (const char *s) { std::cout << s; } try { throw &f; } catch (const void *) { std::cout << "any"; } std::cout << "\n"; }
