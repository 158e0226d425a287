// SPDX-License-Identifier: Apache-2.0
// auto [a, b] of classes of the program, by std::tuple_size and get<I>.
#include <iostream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

class person {
    std::string name;
    int age;

  public:
    person(std::string n, int a) : name(n), age(a) {}
    template <std::size_t I> auto &get()
    {
        if constexpr (I == 0)
            return name;
        else
            return age;
    }
    template <std::size_t I> const auto &get() const
    {
        if constexpr (I == 0)
            return name;
        else
            return age;
    }
};

namespace plane {
class point {
    int x, y;

  public:
    point(int a, int b) : x(a), y(b) {}
    template <std::size_t I> friend int get(const point &p) { return I == 0 ? p.x : p.y; }
};
template <class T> struct box {
    T low, high;
    int get() const { return 0; } /* no template: the function beside it is meant */
};
template <std::size_t I, class T> T get(const box<T> &b)
{
    if constexpr (I == 0)
        return b.low;
    else if constexpr (I == 1)
        return b.high;
    else
        return b.high - b.low;
}
}

namespace std {
template <> struct tuple_size<person> : integral_constant<size_t, 2> {};
template <> struct tuple_element<0, person> {
    using type = string;
};
template <> struct tuple_element<1, person> {
    using type = int;
};
template <> struct tuple_size<plane::point> {
    static constexpr size_t value = 2;
};
template <size_t I> struct tuple_element<I, plane::point> {
    using type = int;
};
}
template <class T> struct std::tuple_size<plane::box<T>> : std::integral_constant<std::size_t, 3> {};
template <std::size_t I, class T> struct std::tuple_element<I, plane::box<T>> {
    using type = T;
};

struct plain {
    int a, b;
};

int main()
{
    person someone("ann", 30);
    auto &[name, age] = someone;
    age++;
    name += "a";
    const auto &[read, years] = someone;
    std::cout << name << ' ' << age << ' ' << read << years << '\n';
    auto [copy, number] = someone;
    copy = "bob";
    std::cout << copy << number << someone.get<0>() << '\n';
    auto [x, y] = plane::point(1, 2);
    auto [low, high, width] = plane::box<double>{1.5, 4};
    std::cout << x << y << ' ' << low << ' ' << high << ' ' << width << '\n';
    std::vector<person> all{someone, person("eve", 7)};
    for (auto &[n, a] : all)
        a *= 2;
    for (const auto &[n, a] : all)
        std::cout << n << a << ' ';
    auto [a, b] = plain{1, 2};
    auto [p, q] = std::pair(3, 'x');
    std::cout << a << b << p << q << '\n';
}
