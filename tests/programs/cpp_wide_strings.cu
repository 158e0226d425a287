// SPDX-License-Identifier: Apache-2.0
// Strings of wchar_t, char16_t and char32_t, and the traits of characters.
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <map>
#include <string>
#include <unordered_map>

int main()
{
    std::wstring w = L"wide";
    std::u16string a = u"sixteen";
    std::u32string b = U"thirty";
    std::cout << w.size() << a.size() << b.length() << sizeof w[0] << sizeof a[0] << sizeof b[0] << '\n';
    w += L" more";
    w += L'!';
    std::cout << w.size() << (w == L"wide more!") << (a < u"t") << (b != U"thirt") << w.find(L'm') << w.find(L"or")
              << (w.find(L"x") == std::wstring::npos) << '\n';
    for (char32_t c : b)
        std::printf("%x ", (unsigned) c);
    for (wchar_t c : w)
        std::putchar((char) c);
    std::wstring t = w.substr(1, 3) + L'-' + L"end";
    t.insert(0, L"<").append(2, L'>').erase(1, 1).replace(1, 1, L"EE");
    for (auto i = t.rbegin(); i != t.rend(); ++i)
        std::putchar((char) *i);
    std::printf("\n%d %d\n", t.compare(L"<A") > 0, t.starts_with(L"<E") && t.ends_with(L">>"));
    std::sort(b.begin(), b.end());
    std::u32string copy = b, moved = std::move(copy);
    moved.push_back(U'z');
    moved.resize(3);
    std::cout << (char) b.front() << (char) b.back() << moved.size() << moved.empty() << '\n';
    std::map<std::wstring, int> counts;
    std::unordered_map<std::u16string, int> others;
    counts[L"one"]++;
    counts[L"one"]++;
    others[u"two"] = 7;
    std::cout << counts[L"one"] << others[u"two"] << std::to_wstring(42).size() << '\n';
    std::basic_string<char> plain = "plain";
    std::string &same = plain;
    using traits = std::char_traits<char>;
    char buffer[4] = {};
    traits::copy(buffer, "xyz", 3);
    traits::move(buffer, buffer + 1, 2);
    traits::assign(buffer[2], 'q');
    static_assert(traits::length("abc") == 3 && traits::lt('a', '\xff') && traits::eof() == -1);
    std::cout << same << traits::compare("abc", "abd", 2) << traits::to_int_type('\xff') << traits::to_char_type(65) << buffer
              << *traits::find("abc", 3, 'b') << traits::not_eof(traits::eof()) << '\n';
}
