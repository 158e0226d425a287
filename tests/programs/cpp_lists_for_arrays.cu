// SPDX-License-Identifier: Apache-2.0
// Lists in braces for references to arrays of constants, deduced or not.
#include <cstddef>
#include <cstdio>
#include <string>

static int total(const int (&a)[3]) { return a[0] + a[1] + a[2]; }
template <class T, std::size_t N> T sum(const T (&a)[N])
{
    T s{};
    for (const T &x : a)
        s += x;
    return s;
}

int main()
{
    const int(&r)[2] = {4, 5};
    int v[3] = {1, 2, 3};
    std::printf("%d %d %d %g %d %s\n", total({1, 2, 3}), total(v), r[1], sum({1.5, 2.5}), sum(v), sum({std::string("x"), std::string("y")}).c_str());
}
