// SPDX-License-Identifier: Apache-2.0
// An empty list for a class that only has a constructor for lists of elements.
#include <initializer_list>
#include <iostream>

struct only {
    int n;
    only(std::initializer_list<int> l) : n((int) l.size()) {}
};

struct both {
    int n;
    both() : n(-1) {}
    both(std::initializer_list<int> l) : n((int) l.size()) {}
};

static only returned() { return {}; }

int main()
{
    only a{}, b = {}, c{1, 2};
    both d{}, e({}), f{{}};
    std::cout << a.n << b.n << c.n << returned().n << only{}.n << only({1}).n << ' ' << d.n << e.n << f.n << '\n';
}
