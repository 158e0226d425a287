// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <vector>
#include <map>
#include <set>
#include <string>
#include <algorithm>
#include <functional>
#include <memory>
#include <sstream>
#include <numeric>
#include <tuple>
#include <array>
#include <iomanip>
#include <unordered_map>
template <typename T> class Stack { std::vector<T> items; public: void push(const T &x) { items.push_back(x); } T pop() { T x = items.back(); items.pop_back(); return x; } bool empty() const { return items.empty(); } size_t size() const; };
template <typename T> size_t Stack<T>::size() const { return items.size(); }
template <typename T, int N> struct Fixed { T data[N]; int n() const { return N; } T sum() const { T s = 0; for (int i = 0; i < N; i++) s += data[i]; return s; } };
template <typename A, typename B> auto add(A a, B b) -> decltype(a + b) { return a + b; }
template <typename T> T maxOf(T a) { return a; }
template <typename T, typename... R> T maxOf(T a, R... r) { T m = maxOf(r...); return a > m ? a : m; }
enum class Color { Red, Green = 5, Blue };
namespace math { namespace inner { int twice(int x) { return 2 * x; } } const double pi = 3.14; }
using namespace math;
int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
struct P { int x, y; bool operator<(const P &o) const { return x < o.x || (x == o.x && y < o.y); } bool operator==(const P &o) const { return x == o.x && y == o.y; } };
std::ostream &operator<<(std::ostream &o, const P &p) { return o << "(" << p.x << "," << p.y << ")"; }
int main() {
  Stack<int> s; s.push(1); s.push(2); std::cout << s.size() << s.pop() << s.pop() << s.empty() << "\n";
  Fixed<float, 3> f = {{1, 2, 3}}; std::cout << f.n() << " " << f.sum() << "\n";
  std::cout << add(1, 2.5) << " " << maxOf(3, 9, 4) << "\n";
  Color c = Color::Blue; std::cout << (int) c << " " << (c == Color::Blue) << "\n";
  std::cout << inner::twice(4) << " " << math::pi << "\n";
  std::map<std::string, int> m; m["b"] = 2; m["a"] = 1; m["c"]++;
  for (auto &kv : m) std::cout << kv.first << "=" << kv.second << " ";
  for (const auto &[k, v] : m) std::cout << k << v << ";";
  std::cout << m.size() << m.count("a") << (m.find("z") == m.end()) << "\n";
  std::set<int> st = {3, 1, 2, 3}; for (int x : st) std::cout << x << " "; std::cout << "\n";
  std::function<int(int)> g = fact; std::cout << g(5) << " ";
  int k = 10; g = [k](int x) { return x + k; }; std::cout << g(5) << "\n";
  auto up = std::make_unique<P>(P{1, 2}); std::cout << *up << " " << up->x << "\n";
  std::shared_ptr<P> sp = std::make_shared<P>(); sp->x = 7; auto sp2 = sp; std::cout << sp2->x << " " << sp.use_count() << "\n";
  std::stringstream ss; ss << 42 << " " << 3.5 << " abc"; int i; double d; std::string w; ss >> i >> d >> w; std::cout << i << d << w << "\n";
  std::ostringstream os; os << std::fixed << std::setprecision(2) << 3.14159; std::cout << os.str() << "\n";
  std::vector<P> ps = {{3, 1}, {1, 2}, {1, 1}}; std::sort(ps.begin(), ps.end()); for (auto &p : ps) std::cout << p; std::cout << "\n";
  std::vector<int> v(10); std::iota(v.begin(), v.end(), 1); std::cout << std::accumulate(v.begin(), v.end(), 0) << " " << *std::max_element(v.begin(), v.end()) << "\n";
  std::transform(v.begin(), v.end(), v.begin(), [](int x) { return x * x; }); std::cout << v[9] << "\n";
  v.erase(std::remove_if(v.begin(), v.end(), [](int x) { return x % 2; }), v.end()); std::cout << v.size() << "\n";
  auto t = std::make_tuple(1, 2.5, std::string("x")); std::cout << std::get<0>(t) << std::get<1>(t) << std::get<2>(t) << "\n";
  std::array<int, 4> arr = {1, 2, 3, 4}; int sum = 0; for (int x : arr) sum += x; std::cout << sum << arr.size() << "\n";
  std::pair<int, std::string> pr(1, "one"); std::cout << pr.first << pr.second << "\n";
  std::unordered_map<int, int> um; for (int j = 0; j < 100; j++) um[j % 7] += j; std::cout << um[3] << " " << um.size() << "\n";
  auto gen = [](auto a, auto b) { return a + b; }; std::cout << gen(1, 2) << gen(1.5, 2) << gen(std::string("a"), "b") << "\n";
  std::vector<std::vector<int>> grid(3, std::vector<int>(4, 1)); grid[1][2] = 5; int tot = 0; for (auto &row : grid) for (int x : row) tot += x; std::cout << tot << "\n";
  int count = 0; auto inc = [&count]() mutable { count++; }; inc(); inc(); std::cout << count << "\n";
  std::string str = "a,b,c"; std::stringstream sp3(str); std::string item; while (std::getline(sp3, item, ',')) std::cout << item << "|"; std::cout << "\n";
  std::cout << std::setw(6) << std::setfill('*') << 42 << std::setfill(' ') << std::left << std::setw(5) << "ab" << "|" << std::endl;
}
