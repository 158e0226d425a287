#include <array>
#include <iostream>
#include <string>
#include <tuple>
#include <utility>

struct M1 {
    int a = 1;
};

struct M2 {
    int b = 2;
};

template <class... M> struct Mix : M... {
    Mix(const M &...m) : M(m)...
    {
    }
};

template <class... T> void f(T... t)
{
    int d[] = {(std::cout << t << ' ', 0)...};
    (void) d;
    std::cout << sizeof...(t) << '\n';
}

template <class... T> auto mk(T &&...t)
{
    return std::make_tuple(std::forward<T>(t)...);
}

template <class F, class... A> auto apply2(F f, A... a)
{
    return [f, a...](auto... b) { return f(a..., b...); };
}

template <class Tp, size_t... I> void prt(const Tp &t, std::index_sequence<I...>)
{
    ((std::cout << (I ? "," : "") << std::get<I>(t)), ...);
    std::cout << '\n';
}

template <class... T> void show(const std::tuple<T...> &t)
{
    prt(t, std::index_sequence_for<T...>{});
}

template <int... N> constexpr int total = (0 + ... + N);

template <char... C> struct Str {
    static constexpr char v[] = {C..., 0};
};

template <class T, class... R> auto maxv(T a, R... r)
{
    if constexpr (sizeof...(r) == 0)
        return a;
    else {
        auto b = maxv(r...);
        return a > b ? a : b;
    }
}

template <class... T> struct List {
};
template <class> struct Len;

template <class... T> struct Len<List<T...>> {
    static constexpr int v = sizeof...(T);
};
template <class L, class X> struct Push;

template <class... T, class X> struct Push<List<T...>, X> {
    using type = List<T..., X>;
};

template <class... Ts> struct Visitor : Ts... {
    using Ts::operator()...;
};
template <class... Ts> Visitor(Ts...) -> Visitor<Ts...>;

template <class... W> struct TT {
    static constexpr int n = sizeof...(W);
};

template <class T> struct Id {
};

template <class... A> int cnt(A &&...)
{
    return (0 + ... + (std::is_lvalue_reference_v<A> ? 1 : 0));
}

int main()
{
    Mix<M1, M2> m(M1{}, M2{});
    std::cout << m.a << m.b << '\n';
    f(1, "x", 2.5);
    show(mk(1, std::string("s"), 'c'));
    std::cout << apply2([](int a, int b, int c) { return a * 100 + b * 10 + c; }, 1, 2)(3) << '\n';
    std::cout << total<1, 2, 3> << total<> << Str<'a', 'b'>::v << maxv(3, 9.5, 2) << '\n';
    std::cout << Len<Push<List<int, char>, double>::type>::v << TT<Id<int>, Id<char>>::n << '\n';
    Visitor v{[](int) { std::cout << "int\n"; }, [](const char *) { std::cout << "str\n"; }};
    v(1);
    v("a");
    int x = 0;
    std::cout << cnt(x, 1, x) << '\n';
    auto t = std::make_tuple(1, 2.5, "z");
    auto [a, b, c] = t;
    std::cout << a << b << c << '\n';
    std::apply([](auto... e) { ((std::cout << e << ' '), ...); }, t);
    std::cout << '\n';
    auto u = std::tuple_cat(t, std::make_pair(7, 'q'));
    std::cout << std::tuple_size_v<decltype(u)> << std::get<3>(u) << std::get<char>(u) << '\n';
    int i;
    double d;
    std::tie(i, d, std::ignore) = t;
    std::cout << i << d << '\n';
    std::array ar{1, 2, 3};
    auto [p, q, r] = ar;
    std::cout << p + q + r << '\n';
    auto ff = std::make_from_tuple<std::pair<int, double>>(std::make_tuple(1, 2.0));
    std::cout << ff.first << '\n';
    auto fwd = std::forward_as_tuple(i, x);
    std::cout << std::get<0>(fwd) << (t < std::make_tuple(1, 3.5, "z")) << '\n';
}
