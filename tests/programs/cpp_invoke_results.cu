// SPDX-License-Identifier: Apache-2.0
// What std::invoke, std::function, std::mem_fn and std::bind give is what the function gives: a reference too.
#include <functional>
#include <cstdio>
#include <memory>
#include <vector>
struct N { int n; int &ref() { return n; } int cref() const { return n + 1; } N(int k) : n(k) {} N(const N &o) : n(o.n) { puts("copied"); } };
int &pick(N &x) { return x.n; }
N &same(N &x) { return x; }
int take(std::unique_ptr<int> p) { return *p; }
struct G { int &operator()(N &x) { return x.n; } };
int main() {
    N x(1);
    std::invoke(pick, x) = 5; printf("%d\n", x.n);
    std::invoke(&N::ref, x) = 6; printf("%d\n", x.n);
    std::invoke(&N::n, x) = 7; printf("%d\n", x.n);
    std::invoke(&N::n, &x) = 8; printf("%d\n", x.n);
    N &y = std::invoke(same, x); printf("%d\n", &y == &x);
    printf("%d\n", std::invoke(take, std::make_unique<int>(9)));
    std::function<N &(N &)> f = same; printf("%d\n", &f(x) == &x);
    std::function<int(std::unique_ptr<int>)> g = take; printf("%d\n", g(std::make_unique<int>(10)));
    auto m = std::mem_fn(&N::n); m(x) = 11; printf("%d\n", x.n);
    auto mr = std::mem_fn(&N::ref); mr(x) = 12; printf("%d\n", x.n);
    auto b = std::bind(same, std::ref(x)); printf("%d\n", &b() == &x);
    G gg; std::invoke(gg, x) = 13; printf("%d\n", x.n);
    std::unique_ptr<N> u(new N(3)); std::invoke(&N::n, u) = 4; printf("%d\n", u->n);
    printf("%d\n", std::invoke(&N::cref, u));
    auto lam = [](N &k) -> N & { return k; }; auto r = std::ref(lam); printf("%d\n", &r(x) == &x);
    std::reference_wrapper<N> w(x); std::invoke(&N::n, w) = 14; printf("%d\n", x.n);
    const N c(2); printf("%d\n", std::invoke(&N::n, c));
    std::invoke([](int &k) { k++; }, x.n); printf("%d\n", x.n);
}
