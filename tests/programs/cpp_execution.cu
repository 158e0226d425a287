#include <algorithm>
#include <execution>
#include <iostream>
#include <numeric>
#include <vector>

int main()
{
    std::vector<int> v = {5, 3, 9, 1};
    std::sort(std::execution::par, v.begin(), v.end());
    std::for_each(std::execution::par_unseq, v.begin(), v.end(), [](int &x) { x *= 2; });
    std::cout << v[0] << v[3] << std::reduce(std::execution::par, v.begin(), v.end())
              << std::transform_reduce(std::execution::seq, v.begin(), v.end(), 0, std::plus<>(),
                                       [](int x) { return x * x; })
              << '\n';
    std::cout << std::count_if(std::execution::unseq, v.begin(), v.end(),
                               [](int x) { return x > 2; })
              << *std::max_element(std::execution::par, v.begin(), v.end())
              << std::is_execution_policy_v<std::execution::parallel_policy> << '\n';
    std::vector<int> w(4);
    std::transform(std::execution::par, v.begin(), v.end(), w.begin(), [](int x) { return x + 1; });
    std::inclusive_scan(std::execution::par, v.begin(), v.end(), w.begin());
    std::copy(std::execution::seq, w.begin(), w.end(), v.begin());
    std::fill(std::execution::par, w.begin(), w.begin() + 2, 7);
    for (int x : w)
        std::cout << x << ' ';
    for (int x : v)
        std::cout << x << ' ';
    std::cout << '\n';
}
