// SPDX-License-Identifier: Apache-2.0
// long double in C++: overloads, templates, streams, exceptions, constants.
#include <algorithm>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <limits>
#include <numeric>
#include <sstream>
#include <string>
#include <type_traits>
#include <typeinfo>
#include <vector>

const char *kind(float) { return "float"; }
const char *kind(double) { return "double"; }
const char *kind(long double) { return "long double"; }

template <typename T> T mean(const std::vector<T> &v)
{
    T sum = 0;
    for (T x : v)
        sum += x;
    return sum / v.size();
}

constexpr long double factorial(int n)
{
    long double r = 1;
    for (int i = 2; i <= n; i++)
        r *= i;
    return r;
}

constexpr long double operator""_deg(long double d) { return d * 3.141592653589793238L / 180; }

struct account {
    long double balance = 0.1L;
    account &operator+=(long double v)
    {
        balance += v;
        return *this;
    }
    operator long double() const { return balance; }
};

void change(long double &v) { v *= 2; }

int main()
{
    std::cout << sizeof(long double) << ' ' << alignof(long double) << ' ' << typeid(long double).name() << '\n';
    std::cout << kind(1.0f) << ", " << kind(1.0) << ", " << kind(1.0L) << ", " << kind(1.0L + 1) << ", " << kind(std::sqrt(2.0L)) << '\n';
    std::cout << std::setprecision(20) << 1.0L / 3 << ' ' << std::fixed << 2.0L / 3 << ' ' << std::scientific << 1e100L << '\n';
    std::cout << std::defaultfloat << std::setprecision(6) << 1.0L / 3 << ' ' << 3.0L << ' ' << std::setw(12) << 2.5L << '|' << '\n';
    std::vector<long double> v = {0.1L, 0.2L, 0.4L};
    v.push_back(0.8L);
    std::sort(v.begin(), v.end(), [](long double a, long double b) { return a > b; });
    std::cout << std::setprecision(19) << mean(v) << ' ' << v[0] << ' ' << std::accumulate(v.begin(), v.end(), 0.0L) << ' ' << *std::min_element(v.begin(), v.end()) << '\n';
    constexpr long double f = factorial(25);
    static_assert(factorial(5) == 120, "");
    std::cout << f << ' ' << 90.0_deg << ' ' << std::max(1.5L, 2.5L) << '\n';
    account a;
    a += 0.2L;
    long double b = a;
    change(b);
    std::cout << b << ' ' << (a.balance > 0.3L) << '\n';
    std::istringstream in("2.718281828459045235 7");
    long double e, n;
    in >> e >> n;
    std::cout << e << ' ' << n << ' ' << std::stold("0.1") << ' ' << std::to_string(1.25L) << '\n';
    try {
        throw 1.25L;
    } catch (double) {
        std::cout << "double\n";
    } catch (long double d) {
        std::cout << "long double " << d << '\n';
    }
    typedef std::numeric_limits<long double> limits;
    std::cout << limits::digits10 << ' ' << limits::max() << ' ' << limits::epsilon() << ' ' << limits::infinity() << ' ' << std::isinf(limits::infinity()) << '\n';
    std::cout << std::is_floating_point<long double>::value << std::is_same<decltype(1.0L * 1.0f), long double>::value << std::is_arithmetic<const long double>::value << '\n';
    auto scale = [b](long double by) { return b * by; };
    std::cout << scale(10) << ' ' << std::abs(-2.5L) << ' ' << std::pow(2.0L, 0.5L) << ' ' << std::fabs(-0.1L) << '\n';
    long double *p = new long double(4.5L), *q = new long double[3]();
    q[1] = *p;
    std::cout << *p + q[1] + q[2] << '\n';
    delete p;
    delete[] q;
    std::pair<int, long double> pair(1, 2.5L);
    auto [first, second] = pair;
    std::cout << first << ' ' << second << ' ' << std::hypot(3.0L, 4.0L) << '\n';
}
