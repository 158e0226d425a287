// SPDX-License-Identifier: Apache-2.0
// Forms of library functions and classes: C++14 to C++20.
#include <algorithm>
#include <array>
#include <chrono>
#include <concepts>
#include <functional>
#include <future>
#include <iostream>
#include <iterator>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <typeindex>
#include <unordered_set>
#include <vector>
using namespace std::chrono_literals;

template <std::input_iterator I, std::sentinel_for<I> S, class F> requires std::predicate<F, std::iter_value_t<I>> int how_many(I a, S b, F f)
{
    int n = 0;
    for (; a != b; ++a)
        n += f(*a);
    return n;
}

struct unhashed { int n; };
template <class T> concept hashable = requires(T a) { { std::hash<T>{}(a) } -> std::convertible_to<std::size_t>; };

constexpr int where() { return std::is_constant_evaluated() ? 1 : 2; }

struct own_clock {
    using duration = std::chrono::milliseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<own_clock>;
    static inline duration at{0};
    static time_point now() { return time_point(at); }
};

static void pointers()
{
    auto deleter = [](int *p) { delete p; };
    std::shared_ptr<int> p(new int(3), deleter), q(new int(4));
    std::cout << (std::get_deleter<decltype(deleter)>(p) != nullptr) << (std::get_deleter<decltype(deleter)>(q) == nullptr)
              << (std::hash<std::shared_ptr<int>>()(p) == std::hash<int *>()(p.get())) << '\n';
    std::unordered_set<std::shared_ptr<int>> both{p, q, p};
    std::unordered_set<std::type_index> types{typeid(int), typeid(long), typeid(int)};
    std::cout << both.size() << types.size() << hashable<unhashed> << hashable<int> << hashable<std::string> << '\n';
}

static void keys()
{
    std::map<std::string, int, std::less<>> m{{"a", 1}, {"b", 2}};
    std::string_view b = "b";
    std::cout << m.contains(b) << m.count("c") << m.find(b)->second << m.lower_bound(b)->first << (m.upper_bound(b) == m.end()) << '\n';
    std::set<int> s{3, 1};
    std::list<int> l{1, 4};
    l.merge(std::list<int>{2, 5});
    std::vector<std::string> from{"x", "y"}, to(2);
    std::move(from.begin(), from.end(), to.begin());
    std::cout << l.size() << l.back() << to[1] << from[0].size() << s.count(3) << '\n';
}

int main()
{
    std::vector<int> v{1, 2, 3, 4};
    std::cout << how_many(v.begin(), v.end(), [](int i) { return i > 1; }) << std::random_access_iterator<int *> << std::weakly_incrementable<int> << std::forward_iterator<int> << '\n';
    std::optional<int> some = 1, none;
    std::cout << (some > std::nullopt) << (none < std::nullopt) << (none <= std::nullopt) << (std::nullopt < some) << '\n';
    using sum = std::ratio_add<std::ratio<1, 3>, std::ratio<1, 6>>;
    std::cout << sum::num << sum::den << std::ratio_less_v<std::milli, std::micro> << std::ratio_equal<std::ratio<2, 4>, std::ratio<1, 2>>::value << std::giga::num << '\n';
    std::mt19937 a(3), b(3);
    a.discard(2);
    b();
    b();
    std::cout << (a == b) << (a() == b()) << (std::minstd_rand(1) == std::minstd_rand(2)) << '\n';
    std::vector<int> picked;
    std::sample(v.begin(), v.end(), std::back_inserter(picked), 2, std::mt19937(5));
    std::cout << picked[0] << picked[1] << '\n';
    constexpr int early = where();
    std::cout << early << where() << '\n';
    own_clock::at = 250ms;
    auto t = own_clock::now();
    own_clock::at += 2s;
    std::cout << t.time_since_epoch().count() << ' ' << (own_clock::now() - t).count() << ' ' << std::is_same_v<std::common_type_t<std::chrono::seconds, std::chrono::milliseconds>, std::chrono::milliseconds>
              << std::chrono::make12(15h).count() << std::chrono::is_pm(15h) << (2024y / 3 / std::chrono::Sunday[2]).index() << '\n';
    std::promise<int> p;
    p.set_value(1);
    try { p.set_value(2); } catch (const std::future_error &e) { std::cout << e.what() << (e.code() == std::future_errc::promise_already_satisfied) << e.code().value() << '\n'; }
    std::vector<int> down{1, 3, 2};
    std::sort(down.begin(), down.end(), std::greater{});
    std::cout << down[0] << std::plus{}(1, 2.5) << '\n';
    pointers();
    keys();
}
