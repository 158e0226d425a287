#include <charconv>
#include <cstring>
#include <iostream>
#include <string_view>

template <class T> void p(const char *s, int base = 10)
{
    T v = 77;
    auto [ptr, ec] = std::from_chars(s, s + strlen(s), v, base);
    std::cout << +v << ' ' << (ptr - s) << ' ' << (int) ec << '\n';
}

int main()
{
    p<int>("123abc");
    p<int>("-5");
    p<int>("+5");
    p<int>(" 5");
    p<int>("ff", 16);
    p<int>("99999999999");
    p<signed char>("128");
    p<unsigned>("-1");
    p<long long>("777", 8);
    p<int>("zz", 36);
    double d = 0;
    const char *s = "3.25e2x";
    auto r = std::from_chars(s, s + 7, d);
    std::cout << d << ' ' << (r.ptr - s) << '\n';
    r = std::from_chars(s, s + 7, d, std::chars_format::fixed);
    std::cout << d << ' ' << (r.ptr - s) << '\n';
    s = "1.8p1";
    r = std::from_chars(s, s + 5, d, std::chars_format::hex);
    std::cout << d << '\n';
    s = "1e999";
    r = std::from_chars(s, s + 5, d);
    std::cout << (r.ec == std::errc::result_out_of_range) << '\n';
    s = "inf";
    r = std::from_chars(s, s + 3, d);
    std::cout << d << '\n';
    char b[64];
    auto t = [&](auto... a) {
        auto r = std::to_chars(b, b + 64, a...);
        std::cout << std::string_view(b, r.ptr - b) << '\n';
    };
    t(42);
    t(-42);
    t(255, 16);
    t(-255, 2);
    t(3.14);
    t(0.1f);
    t(1e300);
    t(1e5);
    t(1e22);
    t(123456789.0);
    t(0.0001);
    t(0.00001);
    t(3.0);
    t(-0.0);
    t(3.14159, std::chars_format::fixed);
    t(3.14159, std::chars_format::scientific);
    t(3.14159, std::chars_format::hex);
    t(3.14159, std::chars_format::general);
    t(3.14159, std::chars_format::fixed, 2);
    t(31415.9, std::chars_format::scientific, 3);
    t(31415.9, std::chars_format::general, 3);
    t(1.0 / 3);
    t(1.0f / 3);
    t(18446744073709551615ull);
    t('a');
    t(1e23);
    t(5e-324);
    auto z = std::to_chars(b, b + 2, 12345);
    std::cout << (z.ec == std::errc::value_too_large) << (z.ptr == b + 2) << '\n';
}
