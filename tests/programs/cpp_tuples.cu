// Sizes of tuples, elements that are moved only, std::apply.
#include <functional>
#include <iostream>
#include <memory>
#include <string>
#include <tuple>
#include <vector>
struct P {
    int x;
    int add(int y) const { return x + y; }
};
int main() {
    std::cout << sizeof(std::tuple<int, float>) << sizeof(std::tuple<char>) << sizeof(std::tuple<int, char, int>) << sizeof(std::tuple<double, int>)
              << "\n";
    auto t = std::make_tuple(std::make_unique<int>(3), std::string("abc"), 2.5);
    std::cout << *std::get<0>(t) << std::get<1>(t) << std::get<2>(t) << "\n";
    auto u = std::move(t);
    std::cout << (std::get<0>(t) == nullptr) << *std::get<0>(u) << std::get<1>(t).size() << "\n";
    auto p = std::get<0>(std::move(u));
    std::cout << *p << "\n";
    std::tuple<int, std::vector<int>> v{1, {2, 3}};
    std::cout << std::get<1>(v).size() << "\n";
    std::tuple<std::string, long> w("x", 3);
    w = std::make_tuple("yy", 4);
    std::cout << std::get<0>(w) << std::get<1>(w) << "\n";
    int a;
    std::string b;
    std::tie(a, b) = std::make_tuple(5, "five");
    std::cout << a << b << "\n";
    std::tie(std::ignore, b) = std::make_pair(1, std::string("p"));
    std::cout << b << "\n";
    std::cout << std::apply([](auto x, auto y) { return x + y; }, std::make_tuple(1, 2.5)) << std::apply(&P::add, std::make_tuple(P{3}, 4)) << "\n";
    auto &[c, d] = v;
    c = 9;
    std::cout << std::get<0>(v) << "\n";
    std::apply([](std::unique_ptr<int> q) { std::cout << *q << "\n"; }, std::make_tuple(std::make_unique<int>(8)));
    std::tuple<int &, const std::string &> r(a, b);
    std::get<0>(r) = 77;
    std::cout << a << std::get<1>(r) << "\n";
    std::cout << (std::make_tuple(1, 2) < std::make_tuple(1, 3)) << (std::make_tuple(1) == std::make_tuple(1)) << (std::tuple<>() == std::tuple<>())
              << "\n";
    std::tuple<int, int> s = std::make_pair(1, 2);
    std::cout << std::get<1>(s) << "\n";
    auto cat = std::tuple_cat(s, std::make_tuple('c'), std::make_pair(1.5, "z"));
    std::cout << std::get<2>(cat) << std::get<4>(cat) << std::tuple_size<decltype(cat)>::value << "\n";
    std::vector<std::tuple<int, std::string>> vt;
    vt.emplace_back(1, "one");
    vt.push_back({2, "two"});
    for (auto &[i, n] : vt)
        std::cout << i << n;
    std::cout << "\n";
    std::tuple<std::string> one{"solo"};
    std::tuple<std::string> two = one;
    std::cout << std::get<std::string>(two) << "\n";
}
