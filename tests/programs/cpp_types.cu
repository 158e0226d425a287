// SPDX-License-Identifier: Apache-2.0
// Types that follow from expressions: decltype, decltype(auto), auto &&, auto parameters, members of decltype(x); literals' suffixes;
// classes and enumerations that are declared first; what throws nothing.
#include <chrono>
#include <iostream>
#include <map>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

struct Base { int a; };
struct Derived : Base { int b; };
struct Outer {
    struct Inner;
    Inner *inner;
    Outer();
    ~Outer();
    int value() const;
};
struct Outer::Inner { int kept = 4; };
Outer::Outer() : inner(new Inner) {}
Outer::~Outer() { delete inner; }
int Outer::value() const { return inner->kept; }
enum class Letter : char;
enum class Letter : char { X = 'x' };
enum class Plain;
enum class Plain { ONE = 1 };

auto add(auto x, auto y) { return x + y; }
struct Adder { int n; auto plus(auto x) const { return n + x; } };
template <class T> decltype(auto) same(T &&t) { return std::forward<T>(t); }
template <class A, class B> auto sum(A a, B b) -> decltype(a + b) { return a + b; }
template <class T> auto first(T &list) -> decltype(list[0]) { return list[0]; }
template <class C> auto inside(const C &c) -> typename std::remove_reference<decltype(*c.begin())>::type { return *c.begin(); }
template <class T> struct Has {
    template <class U> static auto test(U *p) -> decltype(p->size(), std::true_type());
    static std::false_type test(...);
    static constexpr bool value = decltype(test((T *) nullptr))::value;
};

std::string operator"" _w(const char *s, size_t n) { return std::string(s, n) + "!"; }
constexpr long operator""_km(unsigned long long n) { return (long) n * 1000; }
double operator""_deg(long double d) { return d / 2; }
char operator""_up(char c) { return c - 32; }

int may() { return 1; }
void never() noexcept {}
void sometimes() noexcept(false) {}
struct Copied { Copied() {} Copied(const Copied &) { std::cout << "copied "; } Copied(Copied &&) { std::cout << "moved "; } };
struct Moved { Moved() {} Moved(const Moved &) { std::cout << "copied "; } Moved(Moved &&) noexcept { std::cout << "moved "; } };
template <class T, class U> const char *kind(T, U) { return "any"; }
template <> const char *kind<int, char>(int, char) { return "int and char"; }
template <class T> T largest(T a, T b) { return a > b ? a : b; }
template <> const char *largest(const char *a, const char *b) { return std::string(a) > b ? a : b; }

int main()
{
    int w = 3, &r = w;
    auto &&v = w;
    v = 4;
    auto &&t = 5;
    decltype(r) s = w;
    decltype((w)) u = w;
    decltype(auto) z = (w);
    z++, s++, u++;
    std::cout << w << t << std::is_same<decltype(v), int &>::value << std::is_same<decltype(t), int &&>::value
              << std::is_same<decltype(w), int>::value << std::is_same<decltype(w + 1), int>::value << std::is_same<decltype(r), int &>::value << "\n";
    same(w) = 9;
    std::vector<int> list{1, 2, 3};
    first(list) = 7;
    for (auto &&x : list) x++;
    std::cout << w << " " << list[0] << list[2] << " " << add(1, 2.5) << " " << Adder{4}.plus(2) << " " << sum(1, 0.5) << " " << inside(list) << "\n";
    std::map<std::string, int> m;
    decltype(m)::value_type one{"k", 6};
    m.insert(one);
    std::cout << m["k"] << Has<std::string>::value << Has<int>::value << " " << Outer().value() << (char) Letter::X << (int) Plain::ONE << "\n";
    Derived d{{1}, 2}, e{3, 4}, f{};
    std::cout << d.a << d.b << e.a << e.b << f.a << f.b << "\n";
    using namespace std::chrono_literals;
    std::chrono::milliseconds ms = 2s + 50ms;
    std::chrono::steady_clock::time_point start, end = 3ms + start; /* either comes first */
    std::cout << std::chrono::duration<double>(50ms + end - start).count() << '\n';
    using namespace std::string_literals;
    std::cout << "in"s + "side" << " " << "ab"_w << " " << 3_km << " " << 1.5_deg << " " << 'q'_up << " " << 0x1f_km << " " << ms.count() << "\n";
    static_assert(2_km == 2000, "a constant");
    std::vector<Copied> copied;
    copied.reserve(1), copied.emplace_back(), copied.emplace_back();
    std::vector<Moved> moved;
    moved.reserve(1), moved.emplace_back(), moved.emplace_back();
    std::cout << "\n" << noexcept(may()) << noexcept(never()) << noexcept(sometimes()) << noexcept(w + 1) << noexcept(throw 1) << noexcept(Moved(std::declval<Moved>()))
              << noexcept(Copied(std::declval<Copied>())) << "\n";
    std::cout << kind(1, 'c') << " " << kind(1, 2) << " " << largest("pear", "plum") << " " << largest(2, 1) << "\n";
    constexpr auto twice = [](int n) { return 2 * n; };
    constexpr int four = [] { return Base{4}; }().a;
    static_assert(twice(four) == 8, "lambdas are constexpr");
    auto plain = [](auto n) { return n * n; };
    constexpr auto again = plain;
    static_assert(again(3) == 9, "a copy of one too");
    std::tuple<int, std::string> p{1, "a"}, q{1, "b"};
    std::cout << (p == q) << (p < q) << (p != q) << (std::tie(w, four) > std::tie(four, w)) << std::get<std::string>(q) << std::apply([](int n, std::string s) { return n + (int) s.size(); }, p)
              << std::tuple_size<decltype(std::tuple_cat(p, q))>::value << "\n";
    std::vector<int, std::allocator<int>> given{1, 2};
    std::cout << given.size() << "\n";
}
