// SPDX-License-Identifier: Apache-2.0
// References to arrays that are rvalues, and arrays deduced from lists in braces.
#include <array>
#include <cstddef>
#include <iostream>
#include <utility>

template <class T, std::size_t N> int kind(T (&&)[N]) { return (int) N * 10; }
template <class T, std::size_t N> int kind(T (&)[N]) { return (int) N; }
static int second(int (&&a)[2]) { return a[1]; }

int main()
{
    int a[3] = {1, 2, 3};
    int (&&r)[2] = {4, 5};
    std::cout << kind(a) << ' ' << kind({1, 2}) << ' ' << second({7, 8}) << r[0] << '\n';
    auto names = std::to_array<std::pair<const char *, int>>({{"one", 1}, {"two", 2}});
    auto numbers = std::to_array({3, 4, 5});
    auto text = std::to_array("abc");
    std::cout << names[1].first << names.size() << numbers[2] << text.size() << std::to_array(a)[0] << '\n';
}
