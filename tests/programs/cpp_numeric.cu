#include <execution>
#include <functional>
#include <iostream>
#include <iterator>
#include <numeric>
#include <string>
#include <vector>

int main()
{
    std::vector<int> v{1, 2, 3, 4, 5}, o(5);
    auto pr = [&] {
        for (int x : o)
            std::cout << x << ' ';
        std::cout << '\n';
    };
    std::cout << std::accumulate(v.begin(), v.end(), 0)
              << std::accumulate(v.begin(), v.end(), 1, std::multiplies<>())
              << std::accumulate(
                     v.begin(), v.end(), std::string("-"),
                     [](std::string a, int b) { return std::move(a) + std::to_string(b); })
              << '\n';
    std::cout << std::reduce(v.begin(), v.end()) << std::reduce(v.begin(), v.end(), 10)
              << std::reduce(v.begin(), v.end(), 1, std::multiplies<>())
              << std::transform_reduce(v.begin(), v.end(), v.begin(), 0)
              << std::transform_reduce(v.begin(), v.end(), 0, std::plus<>(),
                                       [](int x) { return x * x; })
              << std::inner_product(v.begin(), v.end(), v.begin(), 0)
              << std::inner_product(v.begin(), v.end(), v.begin(), 0, std::plus<>(),
                                    std::equal_to<>())
              << '\n';
    std::partial_sum(v.begin(), v.end(), o.begin());
    pr();
    std::partial_sum(v.begin(), v.end(), o.begin(), std::multiplies<int>());
    pr();
    std::adjacent_difference(v.begin(), v.end(), o.begin());
    pr();
    std::inclusive_scan(v.begin(), v.end(), o.begin());
    pr();
    std::inclusive_scan(v.begin(), v.end(), o.begin(), std::plus<>(), 10);
    pr();
    std::exclusive_scan(v.begin(), v.end(), o.begin(), 0);
    pr();
    std::exclusive_scan(v.begin(), v.end(), o.begin(), 1, std::multiplies<>());
    pr();
    std::transform_inclusive_scan(v.begin(), v.end(), o.begin(), std::plus<>(),
                                  [](int x) { return 2 * x; });
    pr();
    std::transform_exclusive_scan(v.begin(), v.end(), o.begin(), 0, std::plus<>(),
                                  [](int x) { return 2 * x; });
    pr();
    std::iota(o.begin(), o.end(), 7);
    pr();
    std::cout << std::gcd(12, 18) << std::lcm(4, 6) << std::midpoint(1, 4)
              << std::midpoint(1.0, 2.0) << '\n';
}
