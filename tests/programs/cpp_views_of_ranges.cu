// SPDX-License-Identifier: Apache-2.0
// Views that split and join, and range algorithms between iterators.
#include <algorithm>
#include <functional>
#include <iostream>
#include <ranges>
#include <string>
#include <string_view>
#include <vector>

template <class R> static void show(R &&r)
{
    for (auto &&x : r)
        std::cout << x << ' ';
    std::cout << '\n';
}

struct person { std::string name; int age; };

int main()
{
    std::string text = "the quick  brown fox";
    for (auto word : text | std::views::split(' '))
        std::cout << '[' << std::string_view(word.begin(), word.end()) << ']';
    for (auto part : std::views::split(std::string_view("a--b--"), std::string_view("--")))
        std::cout << '<' << std::string(part.begin(), part.end()) << '>';
    std::cout << '\n';
    std::vector<std::vector<int>> nested{{1, 2}, {}, {3}, {4, 5}};
    show(nested | std::views::join);
    show(nested | std::views::transform([](const auto &v) { return std::string(v.size(), '*'); }) | std::views::join);
    show(std::views::single(7));
    show(std::views::empty<int>);
    show(std::views::counted(text.begin(), 3));
    show(std::ranges::subrange(text.begin(), text.begin() + 3));
    std::vector<person> people{{"Ann", 30}, {"Bob", 25}, {"Cid", 35}};
    std::ranges::sort(people.begin(), people.end(), {}, &person::age);
    std::ranges::sort(people, std::greater{}, &person::name);
    auto found = std::ranges::find(people.begin(), people.end(), 25, &person::age);
    std::cout << people[0].name << found->name << std::ranges::count_if(people.begin(), people.end(), [](int a) { return a > 26; }, &person::age) << '\n';
    std::vector<int> v{5, 1, 5, 2, 2};
    auto [low, high] = std::ranges::minmax(v);
    auto rest = std::ranges::remove_if(v, [](int x) { return x == 5; });
    v.erase(rest.begin(), rest.end());
    auto same = std::ranges::unique(v);
    v.erase(same.begin(), same.end());
    std::cout << low << high << v.size() << '\n';
}
