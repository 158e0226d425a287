// SPDX-License-Identifier: Apache-2.0
// std::sort and comma operators with objects in constant expressions.
#include <algorithm>
#include <array>
#include <cstdio>
#include <numeric>

constexpr std::array<int, 5> sorted()
{
    std::array<int, 5> a{5, 2, 4, 1, 3};
    std::sort(a.begin(), a.end());
    return a;
}

constexpr int summed()
{
    std::array<int, 5> a = sorted();
    std::reverse(a.begin(), a.end());
    return std::accumulate(a.begin(), a.end(), 0) * 10 + a[0];
}

constexpr double middle()
{
    std::array<double, 3> a{2.5, 0.5, 1.5};
    std::sort(a.begin(), a.end());
    return a[1];
}

constexpr auto downwards()
{
    std::array<int, 5> a{5, 2, 4, 1, 3};
    std::sort(a.begin(), a.end(), [](int x, int y) { return x > y; });
    return a;
}

constexpr int many()
{
    std::array<int, 60> a{};
    for (int i = 0; i < 60; i++)
        a[i] = i * 37 % 61;
    std::sort(a.begin(), a.end());
    return std::is_sorted(a.begin(), a.end()) ? a[59] : -1;
}

constexpr int raised()
{
    std::array<int, 3> a{1, 2, 3};
    return (std::for_each(a.begin(), a.end(), [](int &x) { x++; }), a[2]);
}

static_assert(sorted()[0] == 1 && summed() == 155 && middle() == 1.5 && downwards()[0] == 5 && raised() == 4);

int main()
{
    constexpr auto a = sorted();
    std::array<long, 3> now{3, 1, 2};
    std::sort(now.begin(), now.end());
    std::printf("%d %d %d %d %ld\n", a[0], a[4], summed(), many(), now[0]);
}
