// Properties of types that need the compiler, using std::is_same_v, packs in an initializer_list, = delete with a reason.
#include <type_traits>
#include <iostream>
#include <initializer_list>
#include <atomic>
#include <string>
enum class color : unsigned char { red, green = 7 }; enum plain { one }; enum class word { w };
struct abstract { virtual void f() = 0; }; struct derived : abstract { void f() override {} }; struct empty { int f(); static int s; }; struct ends { ~ends() {} }; struct unique { unique(const unique &) = delete; unique &operator=(const unique &) = delete; unique(unique &&) = default; };
void forbidden(decltype(nullptr)) = delete("no null");
int sum(std::initializer_list<int> l) { int s = 0; for (int x : l) s += x; return s * 100 + (int) l.size(); }
template <typename... T> int total(T... v) { return sum(std::initializer_list<int>{v...}); }
template <typename... T> void show(T... v) { (void) std::initializer_list<int>{([&v] { std::cout << v << ' '; }(), 0)..., 0}; std::cout << '\n'; }
template <typename F> typename std::result_of<F(int)>::type apply(F f) { return f(3); }
int main() {
    using std::is_same_v; using std::underlying_type_t;
    constexpr bool same = is_same_v<underlying_type_t<color>, unsigned char>;
    std::cout << same << is_same_v<std::underlying_type<word>::type, int> << is_same_v<underlying_type_t<plain>, unsigned> << (int) static_cast<underlying_type_t<color>>(color::green) << '\n';
    std::cout << std::is_polymorphic_v<derived> << std::is_polymorphic_v<empty> << std::is_abstract_v<abstract> << std::is_abstract_v<derived> << std::is_empty_v<empty> << std::is_empty_v<ends> << std::is_empty<int>::value << '\n';
    std::cout << std::is_trivially_destructible_v<int> << std::is_trivially_destructible_v<ends> << std::is_trivially_destructible<std::string>::value << std::is_copy_constructible_v<unique> << std::is_copy_constructible_v<std::string> << std::is_move_constructible_v<unique> << '\n';
    std::cout << std::is_copy_assignable_v<unique> << std::is_copy_assignable_v<int> << std::is_move_assignable_v<std::string> << std::is_assignable_v<int &, double> << std::is_assignable_v<int, double> << std::is_function_v<int(int)> << std::is_function_v<int (*)(int)> << '\n';
    std::cout << total() << ' ' << total(1) << ' ' << total(1, 2, 3) << '\n';
    show(1, 2.5, "x"); show();
    std::cout << apply([](int x) { return x * 0.5; }) << '\n';
    std::atomic_thread_fence(std::memory_order_acquire);
}
