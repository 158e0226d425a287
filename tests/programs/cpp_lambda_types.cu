// SPDX-License-Identifier: Apache-2.0
// Lambdas in decltype as arguments of templates, also of variables and behind statements with angles.
#include <iostream>
#include <set>
#include <type_traits>

template <class T> constexpr int size = sizeof(T);
template <class T> struct holder { static constexpr int v = sizeof(T); T t; };

int main()
{
    using f = decltype([](int a) { int b = a < 3 ? a : 3; return b > 2 ? b : 2; });
    std::cout << size<decltype([](int) {})> << holder<decltype([] { return 1; })>::v << f{}(7) << size<f> << '\n';
    std::cout << std::is_invocable_v<decltype([](int) {}), double> << std::is_invocable_v<decltype([](int *) {}), double> << '\n';
    std::set<int, decltype([](int a, int b) { return a > b; })> down{1, 3, 2};
    for (int i : down)
        std::cout << i;
    holder<decltype([] { return 5; })> h;
    std::cout << ' ' << h.t() << '\n';
}
