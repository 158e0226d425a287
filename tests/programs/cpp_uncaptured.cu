// decltype of locals that a lambda does not capture, and references to functions.
#include <cstdio>
#include <iostream>
#include <type_traits>
#include <functional>
#include <vector>
#include <map>
int twice(int x) { return 2 * x; }
double half(double x) { return x / 2; }
void hello() { puts("hello"); }
template <class F> int call(F &&f, int x) { return f(x); }
template <class F> int call_ref(F &f, int x) { return f(x); }
template <class F> int call_const(const F &f, int x) { return f(x); }
template <class T> auto maker(T start) { return [start]() mutable { using type = decltype(start); type old = start; start = start + type(1); return old; }; }
struct S { int m = 5; int get() { int k = 2; auto l = [this] { decltype(k) z = m; decltype(m) w = z; return w + (int) sizeof(k); }; return l(); } };
int call_it(int (&f)(int)) { return f(3); }
void references() { int (&k)(int) = twice; printf("%d\n", k(4)); printf("%d\n", call_it(twice)); auto q = k; printf("%d\n", q(1)); printf("%d\n", k == twice); printf("%d\n", (*k)(1));  printf("%d\n", (&k)(1)); const auto &h = twice; printf("%d\n", h(1)); }
int main() {
    references();
    int x = 3; double d = 2.5; std::vector<int> v{1, 2, 3}; int arr[4] = {};
    auto l = [] { decltype(x) y = 4; return y; };
    auto m = [](auto p) { decltype(d) q = p; return q + sizeof(x) + sizeof(arr) / sizeof(arr[0]); };
    auto n = [] { typename decltype(v)::value_type t = 7; std::vector<decltype(d)> w(2, 1.5); return t + w[1]; };
    auto o = [&d] { auto in = [] { decltype(x) a = 1; decltype(d) b = 2.5; return a + b; }; return in() + d; };
    auto z = [&d, &v] { decltype(d) a = 2.5; decltype(v) b(3); auto &e = d; return [&e] { decltype(e) f = e; f += 1; return f; }() + a + b.size(); }; double before = d; printf("%g %g\n", z(), d - before); d = before;
    auto p = [] { static_assert(std::is_same<decltype(x), int>::value, ""); return std::is_same<decltype(v), std::vector<int>>::value; };
    auto r = [](decltype(x) a) -> decltype(d) { return a / 2.0; };
    printf("%d %g %g %g %d %g\n", l(), m(1), n(), o(), (int) p(), r(3));
    auto &f = twice; auto &&g = twice; const auto &h = twice; int (&k)(int) = twice; auto q = twice; auto *t = twice; auto &&u = &twice; decltype(auto) w = (twice);
    printf("%d %d %d %d %d %d %d %d\n", f(1), g(2), h(3), k(4), q(5), t(6), u(7), w(8));
    printf("%d %d %d\n", (int) std::is_same<decltype(f), int (&)(int)>::value, (int) std::is_same<decltype(g), int (&)(int)>::value, (int) std::is_same<decltype(q), int (*)(int)>::value);
    printf("%d %d %d\n", call(f, 1), call_ref(twice, 2), call_const(twice, 3));
    printf("%d\n", &f == &twice && f == twice && *f == twice);
    auto &hi = hello; hi(); auto &hf = half; printf("%g %d\n", hf(3), (int) sizeof(&hf));
    std::function<int(int)> fn = f; printf("%d\n", fn(9));
    auto mk = maker(2.5); mk(); printf("%g %d\n", mk(), S().get());
    for (auto &&e : {twice, twice}) printf("%d ", e(1)); puts("");
    auto cmp = [](int a, int b) { return a > b; }; std::map<int, int, decltype(cmp)> mm(cmp); mm[1] = 1; mm[2] = 2; auto first = [&mm] { return typename decltype(mm)::key_type(mm.begin()->first); }; printf("%d\n", first());
}
