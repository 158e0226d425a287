// SPDX-License-Identifier: Apache-2.0
// What names and lists mean: algorithms found by their arguments, bases with template arguments, T({...}), failing casts.
#include <algorithm>
#include <array>
#include <cinttypes>
#include <complex>
#include <cstdio>
#include <iostream>
#include <numeric>
#include <stack>
#include <typeinfo>
#include <valarray>
#include <vector>

using std::left; // a manipulator, unless a class has a member of that name

struct tree {
    int value;
    tree *left, *right;
    tree(int v) { value = v; left = nullptr; right = nullptr; }
};

template <typename T> struct holder { T value; };
struct both : holder<int>, holder<double> {};

struct shape { virtual ~shape() {} };
struct circle : shape {};
struct square : shape {};

static int peek(const std::stack<int> &s) { return s.top(); }

// std::transform would fit the same pointers, but data() does not bring its namespace, as begin() does.
static int transform(const int *from, int *to, const int *table, int n)
{
    to[0] = table[from[0] % n];
    return to[0];
}

// for over a range by begin and end of its namespace; ::name is the global function, whatever the namespace declares
namespace own {
struct countdown { int n; };
struct step { int n; int operator*() const { return n; } step &operator++() { n--; return *this; } bool operator!=(const step &o) const { return n != o.n; } };
step begin(const countdown &c) { return {c.n}; }
step end(const countdown &) { return {0}; }
void rename(const char *a, double) { printf("%s ", a); }
int abs(const char *) { return 7; }
void globals() { rename("own", 1); printf("%d %d %d\n", ::rename("/none/a", "/none/b"), ::abs(-3), abs("x")); }
}

int main()
{
    std::vector<int> v = {3, 1, 2, 5};
    sort(v.begin(), v.end());
    reverse(v.begin() + 1, v.end());
    printf("%d %d %d\n", *max_element(v.begin(), v.end()), v[1], accumulate(v.begin(), v.end(), 0));

    std::vector<int> table = {10, 20, 30}, to(1);
    printf("%d\n", transform(v.data(), to.data(), table.data(), 3));

    both b;
    b.holder<double>::value = 2.5;
    b.holder<int>::value = 1;
    printf("%g %d\n", b.holder<double>::value, b.holder<int>::value);

    auto a = std::array<int, 3>({1, 2, 3});
    tree t(7);
    printf("%d %d %d\n", a[2], t.value, t.left == t.right);

    circle c;
    shape &s = c;
    try {
        dynamic_cast<square &>(s);
        puts("a square");
    } catch (const std::bad_cast &e) {
        puts(e.what());
    }

    std::stack<int> numbers;
    numbers.push(4);
    int (*print)(const char *, ...) = printf;
    print("%d %s\n", peek(numbers), "through a pointer");

    std::valarray<double> x = {1, 2, 4}, y = x * 2.0 + x;
    std::cout << y.sum() << " " << y.max() << " " << std::sqrt(x)[2] << " " << (x * y)[1] << " " << x.cshift(1)[2] << std::endl;
    std::complex<double> z(3, 4);
    std::cout << std::abs(z) << " " << std::pow(2.0, 3) << " " << std::sqrt(2u) << " " << std::sqrt(z) << std::endl;
    printf("%" PRIu8 " %" PRId64 " %" PRIxMAX "\n", (uint8_t) 200, (int64_t) -5, (uintmax_t) 255);

    {
        namespace alias = std;
        alias::vector<int> w(3, 7);
        printf("%zu\n", w.size());
    }
    bool p = true and not (1 == 2), q = false or 6 bitand 2;
    printf("%d %d %d\n", p, q, p xor q);
    return 0;
    for (int i : own::countdown{3}) printf("%d ", i);
    own::globals();
}
