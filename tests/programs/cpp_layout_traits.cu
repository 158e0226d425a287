// SPDX-License-Identifier: Apache-2.0
// Traits of layout and of trivial members, and small functions of the library.
#include <algorithm>
#include <array>
#include <compare>
#include <functional>
#include <iostream>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

struct plain {
    int a;
    double b;
};
struct mixed {
    int a;

  private:
    int b;
};
struct derived : plain {
    int c;
};
struct packed {
    int a, b;
};
struct shape {
    virtual ~shape() {}
};
struct circle final : shape {
};
struct last final {
    int n;
};
union number {
    int i;
    float f;
};
enum class colour { red };
struct from_int {
    from_int(int) noexcept {}
};
struct throwing {
    throwing() = default;
    throwing(const throwing &) { std::cout << "copied "; }
    throwing(throwing &&) { std::cout << "moved "; }
};
struct calm {
    calm() = default;
    calm(const calm &) { std::cout << "copied "; }
    calm(calm &&) noexcept { std::cout << "moved "; }
};
struct quiet {
    int operator()(int n) const noexcept { return n; }
};
struct nothing {
    void operator()(int *p) const { delete p; }
};

template <class T> void layout(const char *name)
{
    std::cout << name << ' ' << std::is_standard_layout_v<T> << std::is_trivial_v<T> << std::is_pod_v<T>
              << std::is_final<T>::value << std::has_virtual_destructor_v<T>
              << std::has_unique_object_representations_v<T> << std::is_polymorphic_v<T> << '\n';
}

template <class T> void trivial(const char *name)
{
    std::cout << name << ' ' << std::is_trivially_default_constructible_v<T> << std::is_trivially_copy_constructible_v<T>
              << std::is_trivially_move_constructible_v<T> << std::is_trivially_copy_assignable_v<T>
              << std::is_trivially_move_assignable_v<T> << std::is_trivially_constructible_v<T, const T &>
              << std::is_trivially_assignable_v<T &, T> << std::is_trivially_destructible_v<T> << '\n';
}

int main()
{
    layout<int>("int");
    layout<plain>("plain");
    layout<mixed>("mixed");
    layout<derived>("derived");
    layout<packed>("packed");
    layout<shape>("shape");
    layout<circle>("circle");
    layout<last>("last");
    layout<number>("number");
    layout<colour>("colour");
    layout<std::string>("string");
    layout<std::ostream>("ostream");
    layout<float[2]>("floats");
    trivial<int>("int");
    trivial<plain>("plain");
    trivial<shape>("shape");
    trivial<std::string>("string");
    std::cout << std::is_nothrow_convertible_v<int, from_int> << std::is_nothrow_convertible_v<int, std::string>
              << std::is_nothrow_invocable_r_v<long, quiet, int>
              << std::is_swappable_with_v<int &, int &> << std::is_swappable_with_v<int, int>
              << std::is_constructible_v<int, const char *> << std::is_constructible_v<int &, int>
              << std::is_constructible_v<int, double> << std::is_unbounded_array_v<int[3]>
              << std::is_unbounded_array_v<int[]> << std::is_swappable_v<int[3]> << std::true_type()() << '\n';
    static_assert(std::is_same_v<std::add_cv_t<int>, const volatile int>);
    static_assert(std::is_same_v<std::add_volatile_t<int>, volatile int>);
    static_assert(std::is_same_v<std::unwrap_reference_t<std::reference_wrapper<int>>, int &>);
    static_assert(std::is_same_v<std::unwrap_ref_decay_t<const int &>, int>);
    static_assert(std::is_same_v<std::common_reference_t<int &, const int &>, const int &>);
    static_assert(sizeof(std::aligned_union_t<1, char, double>) == 8);
    throwing t;
    calm c;
    throwing t2 = std::move_if_noexcept(t);
    calm c2 = std::move_if_noexcept(c);
    std::array a{1, 2, 3}, b{1, 2, 4};
    auto order = std::lexicographical_compare_three_way(a.begin(), a.end(), b.begin(), b.end());
    auto shorter = std::lexicographical_compare_three_way(a.begin(), a.begin() + 2, a.begin(), a.end());
    std::cout << (order < 0) << (shorter < 0) << (order == 0) << '\n';
    auto lambda = [](int *p) { delete p; };
    void (*function)(int *) = lambda;
    std::unique_ptr<int, nothing> p(new int(5)), q = std::move(p);
    std::unique_ptr<int, decltype(lambda)> r(new int(6), lambda);
    std::unique_ptr<int, void (*)(int *)> s(new int(7), function);
    std::unique_ptr<int[]> u(new int[2]{8, 9});
    q.get_deleter();
    std::cout << sizeof p << sizeof r << sizeof s << sizeof u << *q << *r << *s << u[1] << (p == nullptr) << '\n';
}
