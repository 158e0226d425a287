// SPDX-License-Identifier: Apache-2.0
// Template arguments that are deduced for aggregates: from one lambda, by a guide, and by their defaults alone.
#include <algorithm>
#include <functional>
#include <iostream>
#include <vector>

template <class F> struct recursive {
    F f;
    template <class... A> decltype(auto) operator()(A &&...a) const { return f(*this, a...); }
};
template <class F> recursive(F) -> recursive<F>;

template <class T = int> struct counter {
    T n = 4;
};

int main()
{
    recursive factorial{[](auto &self, int n) -> long { return n < 2 ? 1 : n * self(n - 1); }};
    counter c{};
    std::vector<int> v{1, 3, 2};
    std::sort(v.begin(), v.end(), std::greater{});
    std::cout << factorial(10) << ' ' << c.n << v[0] << std::plus{}(1, 2.5) << '\n';
}
