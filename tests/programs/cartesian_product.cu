// C++23: std::views::cartesian_product.
#include <ranges>
#include <vector>
#include <algorithm>
#include <execution>
#include <cstdio>
int main()
{
    for (auto [x, y] : std::views::cartesian_product(std::views::iota(0, 2), std::views::iota(5, 8))) printf("%d%d ", x, y);
    std::vector<int> a{1, 2}, b{3, 4};
    auto all = std::views::cartesian_product(a, b, std::views::iota(0, 2));
    int n = 0;
    std::for_each(std::execution::par, all.begin(), all.end(), [&](auto t) { n += std::get<0>(t) * std::get<1>(t) + std::get<2>(t); });
    printf("\n%d %zu\n", n, all.size());
    for (auto [x, y] : std::views::cartesian_product(a, b)) x += y;
    printf("%d %d\n", a[0], a[1]);
    std::vector<int> none;
    for (auto [x, y] : std::views::cartesian_product(a, none)) puts("never");
}
