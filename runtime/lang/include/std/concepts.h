#include <type_traits>
#include <utility>
// names: same_as derived_from convertible_to common_with integral signed_integral unsigned_integral floating_point assignable_from swappable destructible constructible_from default_initializable move_constructible copy_constructible equality_comparable equality_comparable_with totally_ordered totally_ordered_with movable copyable semiregular regular invocable regular_invocable predicate relation strict_weak_order
// SPDX-License-Identifier: Apache-2.0
// Concepts of C++20 (17.4).
namespace std {
template <typename A, typename B> concept same_as = is_same<A, B>::value;
template <typename D, typename B> concept derived_from = is_base_of<B, D>::value && is_convertible<const volatile D *, const volatile B *>::value;
template <typename A, typename B> concept convertible_to = is_convertible<A, B>::value;
template <typename T> concept integral = is_integral<T>::value;
template <typename T> concept signed_integral = integral<T> && is_signed<T>::value;
template <typename T> concept unsigned_integral = integral<T> && !signed_integral<T>;
template <typename T> concept floating_point = is_floating_point<T>::value;
template <typename A, typename B> concept common_with = requires { typename common_type<A, B>::type; };
template <typename T, typename A> concept assignable_from = requires(T t, A &&a) { t = static_cast<A &&>(a); };
template <typename T> concept destructible = requires(T &t) { t.~T(); } || !is_class<T>::value;
template <typename T, typename... A> concept constructible_from = is_constructible<T, A...>::value;
template <typename T> concept default_initializable = is_default_constructible<T>::value;
template <typename T> concept move_constructible = is_constructible<T, T>::value;
template <typename T> concept copy_constructible = is_constructible<T, const T &>::value;
template <typename T> concept swappable = requires(T &a, T &b) { std::swap(a, b); };
template <typename A, typename B> concept equality_comparable_with = requires(const A &a, const B &b) { { a == b } -> convertible_to<bool>; { a != b } -> convertible_to<bool>; };
template <typename T> concept equality_comparable = equality_comparable_with<T, T>;
template <typename A, typename B> concept totally_ordered_with = equality_comparable_with<A, B> && requires(const A &a, const B &b) { { a < b } -> convertible_to<bool>; { a > b } -> convertible_to<bool>; { a <= b } -> convertible_to<bool>; { a >= b } -> convertible_to<bool>; };
template <typename T> concept totally_ordered = equality_comparable<T> && totally_ordered_with<T, T>;
template <typename T> concept movable = is_object<T>::value && move_constructible<T>;
template <typename T> concept copyable = copy_constructible<T> && movable<T>;
template <typename T> concept semiregular = copyable<T> && default_initializable<T>;
template <typename T> concept regular = semiregular<T> && equality_comparable<T>;
template <typename F, typename... A> concept invocable = is_invocable<F, A...>::value;
template <typename F, typename... A> concept regular_invocable = invocable<F, A...>;
template <typename F, typename... A> concept predicate = regular_invocable<F, A...> && is_convertible<typename invoke_result<F, A...>::type, bool>::value;
template <typename R, typename A, typename B> concept relation = predicate<R, A, A> && predicate<R, A, B>;
template <typename R, typename A, typename B> concept strict_weak_order = relation<R, A, B>;
}
