#include <utility>
// names: is_same is_same_v is_integral is_integral_v is_floating_point is_floating_point_v is_arithmetic is_arithmetic_v is_pointer is_pointer_v is_signed is_unsigned enable_if enable_if_t conditional conditional_t decay decay_t remove_reference_t remove_const remove_const_t remove_cv remove_cv_t remove_pointer true_type false_type integral_constant is_const is_class result_of
// SPDX-License-Identifier: Apache-2.0
namespace std {
template <typename T, T v> struct integral_constant { static constexpr T value = v; typedef T value_type; constexpr operator T() const { return v; } };
typedef integral_constant<bool, true> true_type;
typedef integral_constant<bool, false> false_type;
template <typename A, typename B> struct is_same : false_type {};
template <typename A> struct is_same<A, A> : true_type {};
template <typename A, typename B> constexpr bool is_same_v = is_same<A, B>::value;
template <typename T> struct remove_const { typedef T type; };
template <typename T> struct remove_const<const T> { typedef T type; };
template <typename T> using remove_const_t = typename remove_const<T>::type;
template <typename T> using remove_cv_t = typename remove_const<T>::type;
template <typename T> struct remove_cv { typedef typename remove_const<T>::type type; };
template <typename T> using remove_reference_t = typename remove_reference<T>::type;
template <typename T> struct remove_pointer { typedef T type; };
template <typename T> struct remove_pointer<T *> { typedef T type; };
template <typename T> struct decay { typedef typename remove_const<typename remove_reference<T>::type>::type type; };
template <typename T> using decay_t = typename decay<T>::type;
template <bool B, typename T = void> struct enable_if {};
template <typename T> struct enable_if<true, T> { typedef T type; };
template <bool B, typename T = void> using enable_if_t = typename enable_if<B, T>::type;
template <bool B, typename T, typename F> struct conditional { typedef T type; };
template <typename T, typename F> struct conditional<false, T, F> { typedef F type; };
template <bool B, typename T, typename F> using conditional_t = typename conditional<B, T, F>::type;
template <typename T> struct __integer : false_type {};
template <> struct __integer<bool> : true_type {};
template <> struct __integer<char> : true_type {};
template <> struct __integer<signed char> : true_type {};
template <> struct __integer<unsigned char> : true_type {};
template <> struct __integer<short> : true_type {};
template <> struct __integer<unsigned short> : true_type {};
template <> struct __integer<int> : true_type {};
template <> struct __integer<unsigned> : true_type {};
template <> struct __integer<long> : true_type {};
template <> struct __integer<unsigned long> : true_type {};
template <> struct __integer<long long> : true_type {};
template <> struct __integer<unsigned long long> : true_type {};
template <typename T> struct __real : false_type {};
template <> struct __real<float> : true_type {};
template <> struct __real<double> : true_type {};
template <typename T> struct is_integral : __integer<typename remove_const<T>::type> {};
template <typename T> struct is_floating_point : __real<typename remove_const<T>::type> {};
template <typename T> struct is_arithmetic : integral_constant<bool, is_integral<T>::value || is_floating_point<T>::value> {};
template <typename T> struct is_pointer : false_type {};
template <typename T> struct is_pointer<T *> : true_type {};
template <typename T> struct is_const : false_type {};
template <typename T> struct is_const<const T> : true_type {};
template <typename T> struct is_signed : integral_constant<bool, (T) -1 < (T) 0> {};
template <typename T> struct is_unsigned : integral_constant<bool, !((T) -1 < (T) 0)> {};
template <typename T> constexpr bool is_integral_v = is_integral<T>::value;
template <typename T> constexpr bool is_floating_point_v = is_floating_point<T>::value;
template <typename T> constexpr bool is_arithmetic_v = is_arithmetic<T>::value;
template <typename T> constexpr bool is_pointer_v = is_pointer<T>::value;
}
