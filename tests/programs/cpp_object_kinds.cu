// SPDX-License-Identifier: Apache-2.0
// Members for lvalues and for rvalues (& and && behind the parameters), assignment to rvalues, results that are const.
#include <iostream>
#include <string>
#include <utility>
#include <vector>
struct kind {
    int f() & { return 1; }
    int f() const & { return 2; }
    int f() && { return 3; }
    int f() const && { return 4; }
    int g() const &;
    int g() &&;
    template <class T> int t(T) & { return 5; }
    template <class T> int t(T) && { return 6; }
    operator int() & { return 7; }
    operator int() && { return 8; }
};
int kind::g() const & { return 1; }
int kind::g() && { return 2; }
const kind constant() { return {}; }
struct base { virtual int v() & { return 1; } virtual int v() && { return 2; } virtual ~base() {} };
struct derived : base { int v() & override { return 3; } };
class words {
    std::vector<std::string> all{"a", "b"};
public:
    std::vector<std::string> &get() & { return all; }
    std::vector<std::string> get() && { return std::move(all); }
};
struct plain { int v; };
plain make() { return {3}; }
struct text { std::string s; int n = 0; text operator+(const text &o) const { return text{s + o.s, n + o.n}; } };
struct noisy { int v = 0; noisy &operator=(const noisy &) & { std::cout << "left "; return *this; } noisy &operator=(const noisy &) && { std::cout << "right "; return *this; } };
struct steady { int n; steady(int n) : n(n) {} steady(const steady &o) : n(o.n) { std::cout << "copy "; } steady(steady &&o) : n(o.n) { std::cout << "move "; }
    steady &operator=(const steady &o) { n = o.n; std::cout << "= "; return *this; } steady &operator=(steady &&o) { n = o.n; std::cout << "move= "; return *this; }
    const steady operator+(const steady &o) const { return steady(n + o.n); } };
steady named() { const steady s(3); return s; }
template <class T> void is_const(T &&) { std::cout << std::is_const<typename std::remove_reference<T>::type>::value; }
int main() {
    kind k;
    const kind c{};
    std::cout << k.f() << c.f() << kind{}.f() << std::move(k).f() << std::move(c).f() << constant().f() << k.g() << c.g() << kind{}.g();
    std::cout << k.t(1) << kind{}.t(1) << int(k) << int(kind{}) << "\n";
    derived d;
    base &b = d;
    std::cout << b.v() << std::move(b).v() << words().get().size() << "\n";
    make() = plain{4};
    std::cout << (make() = plain{5}).v << (make() = {6}).v;
    text x{"x", 1}, y{"y", 2};
    (x + y) = x;
    std::cout << ((x + y) = x).s << (std::string("p") = "q") << (std::pair<int, int>(1, 2) = std::make_pair(3, 4)).first << "\n";
    noisy n, m;
    n = m;
    noisy() = m;
    steady s(1), t = s + s, u = s + t;
    u = s + t;
    u = steady(9);
    auto w = s + s;
    w.n++;
    is_const(s + t);
    is_const(steady(1));
    std::cout << (s + t).n << w.n << named().n << "\n";
}
