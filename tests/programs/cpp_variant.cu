#include <iostream>
#include <string>
#include <variant>
#include <vector>

template <class... T> struct ov : T... {
    using T::operator()...;
};
template <class... T> ov(T...) -> ov<T...>;

struct S {
    S(int x) : x(x)
    {
    }

    int x;
};

int main()
{
    std::variant<int, double, std::string> v;
    std::cout << v.index() << std::get<0>(v) << '\n';
    v = 2.5;
    std::cout << v.index() << std::get<double>(v) << std::holds_alternative<int>(v) << '\n';
    v = "text";
    std::cout << std::get<std::string>(v) << '\n';
    try {
        std::get<int>(v);
    } catch (std::bad_variant_access &e) {
        std::cout << e.what() << '\n';
    }
    if (auto p = std::get_if<std::string>(&v))
        std::cout << *p << (std::get_if<0>(&v) == nullptr) << '\n';
    std::visit([](auto &&x) { std::cout << x << '\n'; }, v);
    std::vector<std::variant<int, double, std::string>> vs{1, 2.5, "three"};
    for (auto &x : vs)
        std::visit(ov{[](int i) { std::cout << "int " << i << '\n'; },
                      [](double d) { std::cout << "double " << d << '\n'; },
                      [](const std::string &s) { std::cout << "string " << s << '\n'; }},
                   x);
    std::variant<std::monostate, S> m;
    std::cout << m.index() << '\n';
    m.emplace<S>(4);
    std::cout << std::get<1>(m).x << '\n';
    v.emplace<0>(7);
    std::cout << std::get<0>(v) << '\n';
    std::cout
        << std::variant_size_v<
               decltype(v)> << std::is_same_v<std::variant_alternative_t<1, decltype(v)>, double> << '\n';
    std::variant<int, std::string> a = 1, b = std::string("x");
    std::cout << (a < b) << (a == b) << (a != b) << '\n';
    std::swap(a, b);
    std::cout << a.index() << '\n';
    int sum = std::visit([](auto x, auto y) -> int { return sizeof(x) + sizeof(y); },
                         std::variant<int, char>('c'), std::variant<int, char>(1));
    std::cout << sum << '\n';
    std::variant<std::string> w(std::in_place_index<0>, 3, 'q');
    std::cout << std::get<0>(w) << '\n';
    std::variant<int, std::string> t(std::in_place_type<std::string>, "abc");
    std::cout << std::get<1>(t) << v.valueless_by_exception() << '\n';
    std::cout << std::visit<double>(
                     [](auto x) {
                         if constexpr (std::is_arithmetic_v<decltype(x)>)
                             return x * 2.0;
                         else
                             return 0.0;
                     },
                     v)
              << '\n';
    std::cout << (std::monostate{} == std::monostate{}) << '\n';
    std::cout << (a <=> b < 0) << 1 << '\n';
}
