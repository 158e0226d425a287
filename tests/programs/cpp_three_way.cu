// C++20: three-way comparison, defaulted comparisons, operators made of == and <=>.
#include <algorithm>
#include <compare>
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <vector>
struct Point { int x, y; auto operator<=>(const Point &) const = default; };
struct Mixed { int a; double b; std::string c; auto operator<=>(const Mixed &) const = default; };
struct Base { int k; friend auto operator<=>(const Base &, const Base &) = default; };
struct Derived : Base { int m; std::strong_ordering operator<=>(const Derived &o) const = default; };
struct Same { int v; std::vector<int> list; bool operator==(const Same &) const = default; };
struct Empty { auto operator<=>(const Empty &) const = default; };
template <class T> struct Box { T value; auto operator<=>(const Box &) const = default; };
class Version { int major_, minor_; public: Version(int a, int b) : major_(a), minor_(b) {}
  std::strong_ordering operator<=>(const Version &o) const { if (auto c = major_ <=> o.major_; c != 0) return c; return minor_ <=> o.minor_; }
  bool operator==(const Version &) const = default; };
struct Length { double m; std::partial_ordering operator<=>(const Length &o) const { return m <=> o.m; } bool operator==(const Length &o) const { return m == o.m; } std::partial_ordering operator<=>(double d) const { return m <=> d; } bool operator==(double d) const { return m == d; } };
struct NoCase { std::string s; std::weak_ordering operator<=>(const NoCase &o) const { for (size_t i = 0; i < s.size() && i < o.s.size(); i++) { int a = tolower(s[i]), b = tolower(o.s[i]); if (a != b) return a < b ? std::weak_ordering::less : std::weak_ordering::greater; } return s.size() <=> o.s.size(); } bool operator==(const NoCase &o) const { return (*this <=> o) == 0; } };
struct Less { int v; bool operator<(const Less &) const = default; std::strong_ordering operator<=>(const Less &o) const { return o.v <=> v; } };
enum class Level { low, high };
static const char *word(std::partial_ordering o) { return o < 0 ? "less" : o > 0 ? "greater" : o == 0 ? "equal" : "unordered"; }
std::strong_ordering sign(int n) { if (n < 0) return std::strong_ordering::less; if (n > 0) return std::strong_ordering::greater; return std::strong_ordering::equal; }
int main() {
  Point a{1, 2}, b{1, 3};
  printf("%d%d%d%d%d%d %s\n", a < b, a <= b, a > b, a >= b, a == b, a != b, word(a <=> b));
  printf("%s %s %s\n", word(Mixed{1, 2, "a"} <=> Mixed{1, 2, "b"}), word(Mixed{1, 0.0 / 0.0, "a"} <=> Mixed{1, 1, "a"}), word(Mixed{2, 1, "a"} <=> Mixed{1, 1, "z"}));
  printf("%d %d %d\n", Base{1} < Base{2}, Derived{{1}, 5} > Derived{{1}, 4}, Derived{{1}, 5} == Derived{{1}, 5});
  printf("%d %d %d\n", Same{1, {2, 3}} == Same{1, {2, 3}}, Same{1, {2}} != Same{1, {3}}, Empty{} == Empty{});
  printf("%d %d\n", Box<int>{3} < Box<int>{4}, Box<std::string>{"b"} >= Box<std::string>{"a"});
  printf("%d %d %d\n", Version(1, 2) < Version(1, 10), Version(2, 0) >= Version(1, 9), Version(1, 1) == Version(1, 1));
  printf("%d %d %d %d %d\n", Length{2} > 1.0, 1.0 < Length{2}, 3.0 == Length{3}, 3.0 != Length{3}, Length{0.0 / 0.0} <= 1.0);
  printf("%d %d %d\n", NoCase{"ABC"} == NoCase{"abc"}, NoCase{"a"} < NoCase{"B"}, Less{1} < Less{2});
  printf("%s %s %s %s\n", word(3 <=> 4), word(2.5 <=> 2.5), word('a' <=> 'Z'), word(Level::low <=> Level::high));
  int values[2]; printf("%s %d\n", word(&values[0] <=> &values[1]), 1 + 2 <=> 3 == 0);
  std::string s = "abc"; std::vector<int> v{1, 2}; std::pair<int, char> p{1, 'x'};
  printf("%s %s %s\n", word(s <=> std::string("abd")), word(v <=> std::vector<int>{1}), word(p <=> std::pair<int, char>{1, 'x'}));
  printf("%d %d %d\n", sign(-4) == std::strong_ordering::less, sign(0) == 0, sign(7) != std::strong_ordering::greater);
  std::set<Point> set{{2, 1}, {1, 5}, {1, 2}, {1, 5}}; for (auto &q : set) printf("(%d,%d) ", q.x, q.y);
  std::vector<Version> all{{2, 1}, {1, 9}, {1, 0}}; std::sort(all.begin(), all.end()); printf("%d ", all.front() == Version(1, 0));
  std::map<Box<int>, int> m; m[{4}] = 1; m[{2}] = 2; printf("%d %d\n", m.begin()->second, std::is_lt(a <=> b));
  static_assert(std::is_same_v<decltype(1 <=> 2), std::strong_ordering> && std::is_same_v<decltype(1.0 <=> 2), std::partial_ordering>);
  printf("%d\n", a.operator<=>(b) < 0);
}
