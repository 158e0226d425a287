// Tuples of references: std::tie and forward_as_tuple give tuples, which are assigned through, joined, compared, applied and bound;
// piecewise construction; what make_pair copies and moves; swap.
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
struct counted {
    int n = 0;
    counted() = default;
    counted(const counted &o) : n(o.n + 1) {}
    counted(counted &&o) noexcept : n(o.n + 100) {}
};
struct fixed {
    std::string a;
    int b;
    fixed(std::string s, int n) : a(s), b(n) {}
    fixed(const fixed &) = delete;
};
struct keyed {
    int x;
    std::string n;
    auto tied() const { return std::tie(x, n); }
    bool operator<(const keyed &o) const { return tied() < o.tied(); }
};
template <std::size_t I, typename... T> decltype(auto) pick(T &&...t)
{
    return std::get<I>(std::forward_as_tuple(std::forward<T>(t)...));
}
template <class F, class... A> auto call(F f, A &&...a)
{
    return std::apply(f, std::forward_as_tuple(std::forward<A>(a)...));
}
int main()
{
    counted m;
    auto q = std::make_pair(m, counted());
    std::string s = "abc";
    auto r = std::make_pair(std::move(s), std::make_unique<int>(3));
    auto w = std::make_pair("lit", 'c');
    std::cout << q.first.n << ' ' << q.second.n << ' ' << s.size() << r.first << *r.second << w.first << w.second << '\n';
    int a = 1, b = 2;
    auto t = std::tie(a, b);
    std::get<0>(t) = 8;
    std::tuple<int &, int &> u = std::tie(a, b);
    std::get<1>(u) = 9;
    std::cout << a << b << '\n';
    auto [x, y] = std::tie(a, b);
    x = 3;
    std::cout << std::apply([](int &i, int &j) { i++; return i + j; }, std::tie(a, b)) << a << y << '\n';
    std::tuple<int, int> v = std::tie(a, b);
    std::get<0>(v)++;
    u = std::make_tuple(20, 30);
    std::cout << std::get<0>(v) << a << b << '\n';
    u = std::pair<int, long>(1, 2);
    std::cout << a << b << '\n';
    std::tie(a, b) = std::make_tuple(b, a);
    std::cout << a << b << '\n';
    std::tie(std::ignore, b) = std::make_tuple("x", 5);
    std::ignore = call([](int n, std::string z) { return z + std::to_string(n); }, 3, "x");
    std::cout << b << (std::tie(a, b) == std::make_tuple(a, 5)) << (std::tie(a, b) < std::tuple<int, int>(7, 7)) << '\n';
    auto c = std::tuple_cat(std::tie(a), std::make_tuple(4.5), std::forward_as_tuple(1, 2));
    std::get<0>(c) = 77;
    std::cout << a << std::get<1>(c) << std::tuple_size_v<decltype(c)> << (keyed{1, "b"} < keyed{1, "c"}) << '\n';
    const std::string key = "key";
    std::tuple<std::string, int> copied(std::tie(key, a));
    std::tuple<int, int> other(5, 6);
    std::swap(v, other);
    v.swap(other);
    std::cout << std::get<0>(copied) << std::get<1>(v) << std::get<1>(other) << '\n';
    std::tuple<std::unique_ptr<int>, int> full(std::make_unique<int>(4), 1), moved;
    moved = std::move(full);
    std::cout << *std::get<0>(moved) << (std::get<0>(full) == nullptr) << '\n';
    std::cout << pick<0>(42, 3.14, "Hello") << pick<1>(42, 3.14, "Hello") << pick<2>(1, 2, std::string("hello")) << '\n';
    pick<0>(a) = 7;
    std::cout << a << (std::forward_as_tuple(a, b) < std::forward_as_tuple(a, 30)) << '\n';
    std::map<int, fixed> all;
    all.emplace(std::piecewise_construct, std::forward_as_tuple(3), std::forward_as_tuple("abc", 4));
    std::pair<fixed, int> both(std::piecewise_construct, std::forward_as_tuple("w", 1), std::forward_as_tuple(2));
    std::cout << all.at(3).a << all.at(3).b << both.first.a << both.second << '\n';
}
