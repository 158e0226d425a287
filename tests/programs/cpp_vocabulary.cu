// SPDX-License-Identifier: Apache-2.0
// variant, any, optional, string_view, span, bits and numbers, charconv; packs of bases, deduction guides.
#include <any>
#include <array>
#include <bit>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <iomanip>
#include <iostream>
#include <numbers>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <variant>
#include <vector>
using namespace std::literals;
template<class... Ts> struct overloaded : Ts... { using Ts::operator()...;
    };
template<class... Ts> overloaded(Ts...) -> overloaded<Ts...>;
struct Circle { double r;
    };
    struct Square { double s;
    };
using Shape = std::variant<Circle, Square>;
static void test_variant() {
    std::variant<int, double, std::string> v = 5;
    std::cout << v.index() << ' ' << std::get<int>(v) << '\n';
    v = 2.5;
    std::cout << v.index() << ' ' << std::get<1>(v) << '\n';
    v = std::string("hello");
    std::cout << std::get<std::string>(v) << ' ' << std::holds_alternative<int>(v) << '\n';
    try { std::get<int>(v);
    } catch (const std::bad_variant_access &e) { std::cout << "bad " << e.what() << '\n';
    }
    if (auto p = std::get_if<std::string>(&v)) std::cout << *p << '\n';
    std::visit([](auto &&x) { std::cout << "visit " << x << '\n';
    }, v);
    std::vector<Shape> shapes = {Circle{1}, Square{2}};
    for (auto &s : shapes) {
        double a = std::visit(overloaded{[](const Circle &c) { return 3.0 * c.r * c.r;
    }, [](const Square &q) { return q.s * q.s;
    }}, s);
        std::cout << a << '\n';
    }
    std::variant<std::monostate, int> m;
    std::cout << m.index() << '\n';
    m.emplace<int>(3);
    std::cout << std::get<1>(m) << ' ' << std::variant_size_v<decltype(m)> << '\n';
}

static void test_any() {
    std::any a = 1;
    std::cout << std::any_cast<int>(a) << ' ' << a.has_value() << '\n';
    a = std::string("x");
    std::cout << std::any_cast<std::string>(a) << ' ' << a.type().name() << '\n';
    try { std::any_cast<int>(a);
    } catch (const std::bad_any_cast &e) { std::cout << e.what() << '\n';
    }
    if (auto *p = std::any_cast<std::string>(&a)) *p += "yz", std::cout << *p << '\n';
    a.reset();
    std::cout << a.has_value() << '\n';
    std::vector<std::any> v = {1, 2.5, std::string("s")};
    for (auto &e : v) { if (e.type() == typeid(int)) std::cout << "int\n";
    else if (e.type() == typeid(double)) std::cout << "double\n";
    else std::cout << "other\n";
    }
    auto b = std::make_any<int>(7);
    std::any c = b;
    std::cout << std::any_cast<int>(c) << '\n';
}

std::optional<int> parse(const std::string &s) { try { return std::stoi(s);
    } catch (...) { return std::nullopt;
    } }
struct person { int a;
    std::string n;
    };
static void test_optional() {
    auto a = parse("12"), b = parse("x");
    std::cout << a.value() << ' ' << b.has_value() << ' ' << b.value_or(-1) << '\n';
    if (a) std::cout << *a << '\n';
    std::optional<person> p;
    p.emplace(person{1, "n"});
    std::cout << p->n << '\n';
    p.reset();
    std::cout << bool(p) << '\n';
    try { b.value();
    } catch (const std::bad_optional_access &e) { std::cout << e.what() << '\n';
    }
    std::optional<std::string> s = std::make_optional<std::string>("q");
    std::cout << *s << (s == "q") << (a < b) << (a == 12) << '\n';
    std::optional<int> o{std::in_place, 4};
    std::swap(o, a);
    std::cout << *o << *a << '\n';
}

void show_text(std::string_view s) { std::cout << s << ' ' << s.size() << ' ' << s.substr(1, 2) << ' ' << s.find('l') << '\n';
    }
static void test_sv() {
    show_text("hello");
    std::string q = "world wide";
    show_text(q);
    std::string_view v = q;
    v.remove_prefix(6);
    std::cout << v << '\n';
    v.remove_suffix(1);
    std::cout << v << ' ' << v.front() << v.back() << ' ' << v.empty() << '\n';
    auto x = "abc"sv;
    std::cout << (x == "abc") << x.compare("abd") << std::string(x) << '\n';
    for (char c : x) std::cout << c << ',';
    std::cout << '\n';
    std::cout << x.starts_with("ab") << x.ends_with('c') << (x.find("zz") == std::string_view::npos) << '\n';
    std::cout << v.rfind('i') << v.find_first_of("aeiou") << '\n';
}

int sum(std::span<const int> s) { int t = 0;
    for (int x : s) t += x;
    return t;
    }
static void test_span() { int a[] = {1,2,3};
    std::vector<int> v = {4,5};
    std::array<int,2> r = {6,7};
 std::cout << sum(a) << ' ' << sum(v) << ' ' << sum(r) << '\n';
    std::span<int> s(v);
    s[0] = 9;
    std::cout << v[0] << s.size() << s.front() << s.back() << s.subspan(1).size() << s.first(1)[0] << '\n';
    std::span<int, 3> f(a);
    std::cout << f.size() << f.empty() << f.data()[1] << f.size_bytes() << '\n';
    }

static void test_numbers() { std::cout << std::setprecision(12) << std::numbers::pi << ' ' << std::numbers::e << ' ' << std::numbers::sqrt2 << ' ' << std::numbers::pi_v<float> << ' ' << std::numbers::phi << '\n';
 std::cout << std::popcount(0xffu) << std::countl_zero(1u) << std::countr_zero(8u) << std::has_single_bit(8u) << std::bit_ceil(5u) << std::bit_floor(5u) << std::bit_width(5u) << ' ' << std::rotl(1u, 3) << std::rotr(8u, 3) << '\n';
 std::cout << std::bit_cast<uint32_t>(1.0f) << ' ' << (std::endian::native == std::endian::little) << '\n';
 std::byte b{0x0f};
    b |= std::byte{0x30};
    b <<= 1;
    std::cout << std::to_integer<int>(b) << ' ' << std::to_integer<int>(b & std::byte{0xf0}) << ' ' << (b == std::byte{0x7e}) << '\n';
    }

static void test_charconv() { char b[32];
    auto [p, ec] = std::to_chars(b, b + 32, 12345);
    std::cout << std::string_view(b, p - b) << ' ' << (ec == std::errc()) << '\n';
 auto r = std::to_chars(b, b + 32, 255, 16);
    *r.ptr = 0;
    std::cout << b << '\n';
 std::string s = "42abc";
    int v = 0;
    auto f = std::from_chars(s.data(), s.data() + s.size(), v);
    std::cout << v << ' ' << f.ptr - s.data() << ' ' << (f.ec == std::errc{}) << '\n';
 auto g = std::from_chars("xyz", "xyz" + 0, v);
    std::cout << (g.ec == std::errc::invalid_argument) << '\n';
 double d;
    std::string t = "2.5e3";
    std::from_chars(t.data(), t.data() + t.size(), d);
    std::cout << d << '\n';
 auto q = std::to_chars(b, b + 32, 0.1);
    std::cout << std::string(b, q.ptr) << '\n';
    auto big = std::from_chars("99999999999", "99999999999" + 11, v);
    std::cout << (big.ec == std::errc::result_out_of_range) << '\n';
    }

template <typename T> struct holder {
    T value;
    holder(const T &v) : value(v) {}
};
holder(const char *) -> holder<std::string>;
template <typename T, typename U> struct two { T a; U b; };
constexpr int at_least(int n) { return n > 1 ? n : 1; }
consteval int square(int n) { return n * n; }
constinit int at_start = 3;
enum class color : unsigned char { red = 1, green };
int main()
{
    test_variant();
    test_any();
    test_optional();
    test_sv();
    test_span();
    test_numbers();
    test_charconv();
    std::variant<int, double, std::string> v = 1;
    v = "text";
    std::cout << v.index() << '\n';
    constexpr int nine = square(at_least(3));
    std::cout << nine + at_start << '\n';
    holder text("guided");
    holder number(4);
    two both{1, 2.5};
    color c{2};
    std::cout << text.value.size() << ' ' << number.value << ' ' << both.a + both.b << ' ' << (c == color::green) << '\n';
}
