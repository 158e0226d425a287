#include <iostream>
#include <optional>
#include <string>
#include <utility>

struct N {
    int a;
    std::string b;

    N(int a, std::string b) : a(a), b(b)
    {
    }

    ~N()
    {
        std::cout << "~" << a << ' ';
    }
};

std::optional<int> parse(const std::string &s)
{
    if (s.empty())
        return std::nullopt;
    return std::stoi(s);
}

int main()
{
    std::optional<int> a, b = 3, c{b};
    std::cout << a.has_value() << *b << c.value() << a.value_or(9) << (bool) b << '\n';
    a = 5;
    std::cout << *a;
    a.reset();
    std::cout << !a;
    a.emplace(8);
    std::cout << a.value();
    a = std::nullopt;
    std::cout << (a == std::nullopt) << (b == 3) << (b == c) << (a < b) << '\n';
    try {
        a.value();
    } catch (std::bad_optional_access &e) {
        std::cout << e.what() << '\n';
    }
    std::optional<N> n(std::in_place, 1, "x");
    std::cout << n->a << n->b << (*n).b << '\n';
    n.emplace(2, "y");
    std::cout << n->b << '\n';
    auto m = std::make_optional<std::string>(3, 'z');
    std::cout << *m << m->size() << '\n';
    auto k = std::make_optional(4.5);
    std::cout << *k << '\n';
    std::swap(a, b);
    std::cout << a.has_value() << b.has_value() << '\n';
    a.swap(b);
    std::cout << b.value_or(0) << '\n';
    std::optional<std::string> s = "hi";
    std::string t = std::move(*s);
    std::cout << t << s.has_value() << '\n';
    std::cout << parse("12").value_or(-1) << parse("").value_or(-1) << '\n';
    if (auto p = parse("7"))
        std::cout << *p << '\n';
    std::optional<std::optional<int>> oo = std::optional<int>();
    std::cout << oo.has_value() << oo->has_value() << '\n';
    const std::optional<int> q = 1;
    std::cout << *q << q.value() << std::hash<std::optional<int>>{}(q) << '\n';
    std::optional<long> l = q;
    std::cout << *l << (l >= q) << (l <=> q == 0) << '\n';
    static_assert(std::is_same_v<decltype(q)::value_type, int>);
    std::optional o2 = 3.5;
    std::cout << *o2 << '\n';
    constexpr std::optional<int> ce = 4;
    static_assert(*ce == 4);
}
