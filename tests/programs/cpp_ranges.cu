// C++20: views and algorithms over ranges.
#include <algorithm>
#include <array>
#include <cstdio>
#include <iostream>
#include <map>
#include <ranges>
#include <string>
#include <vector>
struct P { std::string name; int age; };
bool even(int n) { return n % 2 == 0; }
int main() {
  std::vector<int> v{1, 2, 3, 4, 5, 6, 7, 8}; const std::vector<int> c{3, 1, 2}; int a[] = {4, 5, 6}; std::array<int, 3> arr{7, 8, 9};
  for (int x : v | std::views::filter(even) | std::views::transform([](int n) { return n * 10; }) | std::views::take(2) | std::views::reverse) printf("%d ", x);
  for (int x : c | std::views::drop(1)) printf("%d ", x); for (int x : a | std::views::reverse) printf("%d ", x); for (int x : arr | std::views::take_while([](int n) { return n < 9; })) printf("%d ", x);
  for (int x : v | std::views::drop_while([](int n) { return n < 7; })) printf("%d ", x); puts("");
  for (int &x : v | std::views::filter(even)) x = -x; for (int x : v) printf("%d ", x); puts("");
  auto squares = std::views::iota(1) | std::views::transform([](int n) { return n * n; }) | std::views::filter([](int n) { return n % 2; }) | std::views::take(5); int sum = 0; for (int s : squares) sum += s; printf("%d\n", sum);
  std::map<std::string, int> m{{"one", 1}, {"two", 2}}; for (const auto &k : m | std::views::keys) printf("%s ", k.c_str()); for (int &x : m | std::views::values) x *= 5; for (auto x : m | std::views::values) printf("%d ", x); puts("");
  std::vector<P> people{{"Ann", 30}, {"Bob", 25}, {"Cid", 35}}; std::ranges::sort(people, {}, &P::age); for (auto &p : people) printf("%s ", p.name.c_str()); std::ranges::sort(people, std::ranges::greater{}, &P::name); printf("%s ", people[0].name.c_str());
  printf("%s %d %d\n", std::ranges::max_element(people, {}, &P::age)->name.c_str(), (int) std::ranges::count_if(people, [](int n) { return n > 26; }, &P::age), std::ranges::find(people, 25, &P::age) != people.end());
  for (auto n : people | std::views::transform(&P::name) | std::views::filter([](const std::string &s) { return s != "Bob"; })) printf("%s ", n.c_str()); puts("");
  std::vector<int> out; std::ranges::copy(v | std::views::transform([](int n) { return n + 1; }), std::back_inserter(out)); std::ranges::reverse(out); printf("%d %zu %d\n", out[0], out.size(), std::ranges::is_sorted(out));
  auto view = v | std::views::take(3); printf("%d %d %d\n", (int) std::ranges::distance(view), *std::ranges::begin(view), std::ranges::equal(view, std::vector<int>{1, -2, 3}));
  std::string text = "hello"; for (char ch : text | std::views::reverse) putchar(ch); for (char ch : text | std::views::filter([](char x) { return x != 'l'; })) putchar(ch); puts("");
  printf("%d %d %d %d\n", std::ranges::max(c), std::ranges::min(c), std::ranges::all_of(c, [](int n) { return n > 0; }), std::ranges::any_of(v, even)); std::ranges::for_each(c, [](int n) { printf("%d;", n); }); std::vector<int> w(3); std::ranges::fill(w, 4); std::ranges::transform(c, w.begin(), [](int n) { return n * 2; }); printf("%d %d\n", w[0], std::ranges::binary_search(std::vector<int>{1, 3, 5}, 3));
  for (int i : std::views::iota(3, 6)) printf("%d ", i); auto f = std::views::filter(v, even); std::vector<int> got(f.begin(), f.end()); printf("%zu %d %d\n", got.size(), f.front(), f.empty());
}
