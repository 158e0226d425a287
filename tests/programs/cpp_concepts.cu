// C++20: concepts, requires, constrained functions, classes, members and lambdas.
#include <algorithm>
#include <concepts>
#include <cstdio>
#include <iostream>
#include <list>
#include <memory>
#include <string>
#include <vector>
template <typename T> concept Shape = requires(const T &s) { { s.area() } -> std::convertible_to<double>; { s.name() } -> std::same_as<const char *>; };
struct Square { double a; double area() const { return a * a; } const char *name() const { return "square"; } };
struct Blob { double area() const { return 1; } };
void print(const Shape auto &s) { printf("%s %g\n", s.name(), s.area()); }
void print(const auto &s) { printf("no shape %g\n", s.area()); }
template <typename T> concept Container = requires(T c) { typename T::value_type; c.begin(); c.end(); { c.size() } -> std::same_as<typename T::size_type>; };
template <typename T> concept RandomContainer = Container<T> && requires(T c, std::size_t i) { c[i]; };
template <Container C> const char *access(const C &) { return "sequential"; }
template <RandomContainer C> const char *access(const C &) { return "random"; }
template <typename T, typename U> concept Comparable = requires(T a, U b) { { a < b } -> std::convertible_to<bool>; };
template <typename T> requires std::integral<T> || std::floating_point<T> T half(T v) { return v / 2; }
template <std::integral T> class Ring { T mod; public: Ring(T m) : mod(m) {} template <std::convertible_to<T> U> T reduce(U v) const { return static_cast<T>(v) % mod; } T twice(T v) const requires std::signed_integral<T> { return reduce(2 * v); } T twice(T v) const requires std::unsigned_integral<T> { return reduce(v) * 2; } };
template <typename T> struct Wrap { static const char *kind() { return "any"; } };
template <std::integral T> struct Wrap<T> { static const char *kind() { return "integral"; } };
template <typename T> requires std::is_pointer_v<T> struct Wrap<T> { static const char *kind() { return "pointer"; } };
template <std::integral... T> long total(T... v) { return (0L + ... + v); }
template <typename F, typename... A> requires std::invocable<F, A...> auto apply_to(F f, A... a) { return f(a...); }
template <typename T> concept Hashable = requires(T v) { { std::hash<T>{}(v) } -> std::convertible_to<std::size_t>; };
template <typename T, int N> concept Bigger = sizeof(T) > N;
template <Bigger<4> T> const char *size_of(T) { return "big"; }
template <typename T> const char *size_of(T) { return "small"; }
template <typename T> concept Printable = requires(std::ostream &o, const T &v) { o << v; };
template <Printable T> void show(const T &v) { std::cout << v << '\n'; }
template <typename T> void show(const T &) { std::cout << "?\n"; }
template <typename T> concept Nested = requires { requires sizeof(T) == 4; requires std::integral<T>; };
template <class T> constexpr bool has_push = requires(T t, typename T::value_type v) { t.push_back(v); };
struct Pt { int x; bool operator==(const Pt &) const = default; };
template <typename T> struct Maker { T make() requires std::default_initializable<T> { return T(); } };
namespace geo { template <typename T> concept Point = requires(T p) { p.x; }; template <Point P> int sum(P p) { return p.x; } }
template <geo::Point P> int doubled(const P &p) { return 2 * p.x; }
std::integral auto answer() { return 42; }
template <typename T> concept Cheap = std::is_trivially_copyable_v<T> && sizeof(T) <= 16;
template <typename T> auto pass(T v) { if constexpr (Cheap<T>) return "by value"; else return "by reference"; }
int main() {
  print(Square{3}); print(Blob{});
  printf("%s %s\n", access(std::vector<int>{}), access(std::list<int>{}));
  printf("%d %d %d\n", Comparable<int, double>, Comparable<std::string, int>, Comparable<std::string, std::string>);
  printf("%d %g\n", half(7), half(7.0));
  printf("%d %u\n", Ring<int>(5).twice(4), Ring<unsigned>(5).twice(7)); printf("%d\n", Ring<int>(7).reduce(9.5));
  printf("%s %s %s\n", Wrap<int>::kind(), Wrap<int *>::kind(), Wrap<double>::kind());
  printf("%ld %d\n", total(1, 2L, short(3)), apply_to([](int a, int b) { return a * b; }, 3, 4));
  printf("%d\n", Hashable<std::string>); printf("%s %s\n", size_of(1), size_of(2.0));
  show(3); show(std::string("text")); show(Pt{1}); printf("%d %d %d\n", Nested<int>, Nested<long>, Nested<float>);
  printf("%d %d\n", has_push<std::vector<int>>, has_push<std::string>); printf("%d %d %d\n", geo::sum(Pt{4}), doubled(Pt{5}), geo::Point<int>);
  printf("%d %s %s\n", answer(), pass(1), pass(std::string()));
  auto add = []<typename T>(T a, T b) { return a + b; }; auto size = []<typename T, std::size_t N>(T (&)[N]) { return N; }; int arr[3]; printf("%d %s %zu\n", add(1, 2), add(std::string("a"), std::string("b")).c_str(), size(arr));
  auto only = []<std::integral T>(T v) requires (sizeof(T) > 1) { return v + 1; }; printf("%d\n", only(4)); auto gen = [](std::integral auto v, auto w) { return v + w; }; printf("%g\n", gen(1, 0.5));
  auto each = []<typename... T>(T... v) { return sizeof...(T); }; printf("%zu\n", each(1, 2.0, 'c')); printf("%d\n", std::equality_comparable<Pt>); printf("%d\n", std::totally_ordered<Pt>); static_assert(std::regular<Pt> && std::copyable<std::string> && !std::copyable<std::unique_ptr<int>> && std::movable<std::unique_ptr<int>>);
  printf("%d %d\n", Maker<int>().make(), requires(int a) { a + 1; }); std::floating_point auto f = 2.5; printf("%g\n", f);
  int requires_ = 1, concept_ = 2; printf("%d\n", requires_ + concept_);
}
