// warpcell -std=c++20
// SPDX-License-Identifier: Apache-2.0
// Views as function objects, zip and enumerate of C++23, std::get of pairs and arrays, locks' tags, conversions of std::complex, constants of class type.
#include <algorithm>
#include <array>
#include <complex>
#include <cstdio>
#include <iostream>
#include <map>
#include <mutex>
#include <ranges>
#include <string>
#include <tuple>
#include <vector>
void views() { std::vector<int> v{1, 2, 3, 4}; for (int x : std::views::reverse(v)) printf("%d ", x); puts(""); std::map<int, double> m{{1, 2.5}, {2, 3.5}}; for (int k : std::views::keys(m)) printf("%d ", k); for (double d : std::views::values(m)) printf("%g ", d); puts("");
 for (int x : std::views::take(v, 2)) printf("%d ", x); for (int x : std::views::drop(v, 3)) printf("%d ", x); for (int x : std::views::filter(v, [](int k) { return k % 2; })) printf("%d ", x); for (int x : std::views::transform(v, [](int k) { return k * k; })) printf("%d ", x); puts("");
 for (int x : std::views::iota(1, 4)) printf("%d ", x); for (auto x : std::views::take_while(v, [](int k) { return k < 3; })) printf("%d ", x); for (auto x : std::views::drop_while(v, [](int k) { return k < 3; })) printf("%d ", x); for (int x : std::views::all(v)) printf("%d ", x); puts("");
 for (auto x : std::ranges::reverse_view(v)) printf("%d ", x); for (auto x : v | std::views::reverse | std::views::take(2)) printf("%d ", x); puts(""); auto r = std::views::reverse(v); printf("%d\n", *r.begin()); for (auto &x : std::views::reverse(v)) x *= 10; printf("%d\n", v[0]); for (auto x : std::views::elements<1>(m)) printf("%g ", x); puts(""); for (auto x : std::views::common(v)) printf("%d ", x); }
void zipped() { std::vector<int> v{1, 2, 3}; std::vector<double> w{1.5, 2.5}; std::string s = "xyz"; for (auto [a, b, c] : std::views::zip(v, w, s)) printf("%d %g %c\n", a, b, c); for (auto [a, b] : std::views::zip(v, w)) a += 10; printf("%d %d\n", v[0], v[2]); for (auto [i, x] : std::views::enumerate(v)) printf("%d:%d ", (int) i, x); puts(""); }
void complexes() { std::complex<double> d(1, 2); std::complex<long double> l = d; std::complex<float> f(d); std::complex<double> e = f; d = f; l *= 2.0L; std::cout << l << f << e << d << std::complex<double>(l) << "\n"; l = d; std::cout << l << "\n"; std::complex<float> g(std::complex<double>(1.5, 2)); std::cout << g << std::abs(l) << "\n"; }
namespace n { struct S { int operator()(int k) const { return k; } }; constexpr S s; const S u{}; template <int N> struct M { int operator()() const { return N; } }; template <int N> constexpr M<N> m; inline constexpr S w{}; }
void constants() { printf("%d %d %d %d\n", n::s(3), n::u(4), n::m<5>(), n::w(6)); }
void parts() { std::array<int, 3> a{1, 2, 3}; std::get<1>(a) = 9; printf("%d %zu\n", std::get<1>(a), std::tuple_size<decltype(a)>::value); auto p = std::make_pair(1, 2.5); std::get<double>(p) = 7; std::tuple_element<1, std::pair<int, double>>::type d = std::get<1>(p); printf("%g\n", d); auto [x, y] = p; printf("%d %g\n", x, y); }
int main() { views(); puts(""); zipped(); fflush(stdout); complexes(); constants(); parts(); std::mutex m; m.lock(); { std::unique_lock<std::mutex> l(m, std::adopt_lock); } std::unique_lock<std::mutex> l(m, std::try_to_lock); printf("%d\n", l.owns_lock()); }
