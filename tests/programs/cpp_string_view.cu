#include <algorithm>
#include <iostream>
#include <string>
#include <string_view>
#include <unordered_map>
using namespace std::literals;

int main()
{
    std::string_view s = "hello world";
    std::cout << s.size() << s.length() << s.front() << s.back() << s[4] << s.at(2) << s.empty()
              << s.max_size() / s.max_size() << '\n';
    std::cout << s.substr(6) << s.substr(0, 5) << '\n';
    std::cout << s.find("o") << s.rfind('o') << s.find_first_of("lw") << s.find_last_of("lo")
              << s.find_first_not_of("he") << s.find_last_not_of("dl") << (s.find('z') == s.npos)
              << '\n';
    auto t = s;
    t.remove_prefix(2);
    t.remove_suffix(3);
    std::cout << t << '\n';
    std::cout << s.compare("hello") << (s.compare(0, 5, "hello"))
              << (s.compare(0, 5, "hello world", 5) == 0) << '\n';
    std::cout << s.starts_with("he") << s.ends_with('d') << s.starts_with('x')
              << s.ends_with("rld"sv) << '\n';
    char b[6] = {};
    std::cout << s.copy(b, 5, 1) << b << '\n';
    std::string x(s);
    x += s;
    std::cout << x << '\n';
    std::cout << (s == "hello world") << (s < "x"sv) << ("a"sv <=> "b"sv < 0) << '\n';
    for (auto it = s.rbegin(); it != s.rend(); ++it)
        std::cout << *it;
    std::cout << '\n';
    std::unordered_map<std::string_view, int> m{
        {"a", 1}
    };
    std::cout << m["a"] << std::hash<std::string_view>{}("abc") << '\n';
    try {
        s.at(99);
    } catch (std::out_of_range &e) {
        std::cout << e.what() << '\n';
    }
    try {
        s.substr(99);
    } catch (std::out_of_range &e) {
        std::cout << e.what() << '\n';
    }
    s.swap(t);
    std::cout << s << '|' << t << '\n';
    std::string_view e;
    std::cout << e.empty() << (e.data() == nullptr) << '\n';
    constexpr std::string_view c = "const";
    static_assert(c.size() == 5);
    std::cout << std::count(c.begin(), c.end(), 'n') << '\n';
    std::string_view it(x.begin(), x.begin() + 3);
    std::cout << it << '\n';
}
