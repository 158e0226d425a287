/* Every member of numeric_limits, and vector::emplace. */
#include <cstdio>
#include <limits>
#include <vector>
#include <string>
#include <iostream>
using namespace std;
template <class T> void show(const char *n) { using L = numeric_limits<T>; printf("%s %d%d%d%d%d%d%d%d%d%d%d%d %d %d %d %d %d %d %d %d\n", n, L::is_specialized, L::is_signed, L::is_integer, L::is_exact, L::has_infinity, L::has_quiet_NaN, L::has_signaling_NaN, L::is_iec559, L::is_bounded, L::is_modulo, L::traps, L::tinyness_before, L::digits, L::digits10, L::max_digits10, L::radix, L::min_exponent, L::max_exponent, L::min_exponent10, L::max_exponent10);
}
int main()
{
    show<bool>("bool"); show<char>("char"); show<signed char>("schar"); show<unsigned char>("uchar"); show<short>("short"); show<unsigned short>("ushort"); show<int>("int"); show<unsigned>("unsigned"); show<long>("long"); show<unsigned long>("ulong"); show<long long>("llong"); show<unsigned long long>("ullong"); show<float>("float"); show<double>("double"); show<long double>("ldouble");
    vector<pair<int, string>> v; v.emplace(v.begin(), 2, "b"); v.emplace(v.begin(), 1, "a"); auto i = v.emplace(v.begin() + 1, 9, v[0].second); cout << i - v.begin() << v[0].second << v[1].second << v[2].second << '\n';
}
