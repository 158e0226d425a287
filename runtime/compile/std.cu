// names: identity plus minus multiplies divides modulus negate less greater less_equal greater_equal equal_to not_equal_to logical_and logical_or logical_not bit_and bit_or bit_xor numeric_limits swap is_same is_same_v is_integral is_integral_v is_floating_point is_floating_point_v is_arithmetic is_arithmetic_v is_pointer is_pointer_v is_signed is_signed_v is_unsigned is_unsigned_v enable_if enable_if_t conditional conditional_t decay decay_t remove_reference remove_reference_t remove_const remove_const_t remove_cv remove_cv_t remove_pointer remove_pointer_t true_type false_type integral_constant is_const is_void is_void_v make_unsigned make_unsigned_t bool_constant result_of is_enum is_class is_union is_base_of is_trivially_copyable is_trivial is_array is_reference is_lvalue_reference is_rvalue_reference is_volatile is_scalar is_fundamental is_object is_compound is_null_pointer is_convertible is_constructible is_default_constructible is_invocable invoke_result invoke_result_t common_type common_type_t void_t conjunction disjunction negation conjunction_v disjunction_v negation_v remove_volatile add_const add_volatile add_pointer add_lvalue_reference add_rvalue_reference remove_extent remove_all_extents extent rank make_signed alignment_of type_identity remove_cvref add_const_t add_pointer_t add_lvalue_reference_t add_rvalue_reference_t remove_extent_t remove_all_extents_t make_signed_t remove_volatile_t type_identity_t remove_cvref_t is_enum_v is_class_v is_union_v is_base_of_v is_trivially_copyable_v is_array_v is_reference_v is_lvalue_reference_v is_rvalue_reference_v is_const_v is_volatile_v is_scalar_v is_fundamental_v is_object_v is_null_pointer_v is_convertible_v is_constructible_v is_default_constructible_v is_invocable_v extent_v rank_v alignment_of_v aligned_storage aligned_storage_t pair make_pair
// SPDX-License-Identifier: Apache-2.0
// What kernels use of <type_traits>, <limits> and <utility>, which NVRTC lacks (C++17 23.15, 21.3.4, 23.2.1).
namespace std {
template <typename T> struct remove_reference { typedef T type; };
template <typename T> struct remove_reference<T &> { typedef T type; };
template <typename T> struct remove_reference<T &&> { typedef T type; };
}
#include "../lang/include/std/type_traits.h"
#include "../lang/include/std/__functors.h"
namespace std {
template <typename A, typename B> struct pair {
    typedef A first_type;
    typedef B second_type;
    A first;
    B second;
    __host__ __device__ constexpr pair() : first(), second() {}
    __host__ __device__ constexpr pair(const A &a, const B &b) : first(a), second(b) {}
};
template <typename A, typename B> __host__ __device__ constexpr pair<A, B> make_pair(A a, B b) { return pair<A, B>(a, b); }
template <typename T> __host__ __device__ constexpr void swap(T &a, T &b) { T c = static_cast<T &&>(a); a = static_cast<T &&>(b); b = static_cast<T &&>(c); }
template <typename T> struct numeric_limits { static constexpr bool is_specialized = false; };
template <typename T, bool Signed, int Bits> struct __integer_limits {
    static constexpr bool is_specialized = true, is_integer = true, is_signed = Signed, has_infinity = false;
    static constexpr int digits = Bits, digits10 = Bits * 301 / 1000;
    static constexpr __host__ __device__ T epsilon() { return 0; }
    static constexpr __host__ __device__ T infinity() { return 0; }
};
template <typename T, int Bits, int Decimals> struct __real_limits {
    static constexpr bool is_specialized = true, is_integer = false, is_signed = true, has_infinity = true;
    static constexpr int digits = Bits, digits10 = Decimals, max_digits10 = Decimals + 2 + (Bits == 24);
    static constexpr __host__ __device__ T infinity() { return (T) __builtin_bit_cast(double, 0x7ff0000000000000); }
    static constexpr __host__ __device__ T quiet_NaN() { return (T) __builtin_bit_cast(double, 0x7ff8000000000000); }
};
template <> struct numeric_limits<bool> : __integer_limits<bool, false, 1> {
    static constexpr __host__ __device__ bool min() { return false; }
    static constexpr __host__ __device__ bool lowest() { return false; }
    static constexpr __host__ __device__ bool max() { return true; }
};
template <> struct numeric_limits<char> : __integer_limits<char, true, 7> {
    static constexpr __host__ __device__ char min() { return -128; }
    static constexpr __host__ __device__ char lowest() { return -128; }
    static constexpr __host__ __device__ char max() { return 127; }
};
template <> struct numeric_limits<signed char> : __integer_limits<signed char, true, 7> {
    static constexpr __host__ __device__ signed char min() { return -128; }
    static constexpr __host__ __device__ signed char lowest() { return -128; }
    static constexpr __host__ __device__ signed char max() { return 127; }
};
template <> struct numeric_limits<unsigned char> : __integer_limits<unsigned char, false, 8> {
    static constexpr __host__ __device__ unsigned char min() { return 0; }
    static constexpr __host__ __device__ unsigned char lowest() { return 0; }
    static constexpr __host__ __device__ unsigned char max() { return 255; }
};
template <> struct numeric_limits<short> : __integer_limits<short, true, 15> {
    static constexpr __host__ __device__ short min() { return -32768; }
    static constexpr __host__ __device__ short lowest() { return -32768; }
    static constexpr __host__ __device__ short max() { return 32767; }
};
template <> struct numeric_limits<unsigned short> : __integer_limits<unsigned short, false, 16> {
    static constexpr __host__ __device__ unsigned short min() { return 0; }
    static constexpr __host__ __device__ unsigned short lowest() { return 0; }
    static constexpr __host__ __device__ unsigned short max() { return 65535; }
};
template <> struct numeric_limits<int> : __integer_limits<int, true, 31> {
    static constexpr __host__ __device__ int min() { return -2147483647 - 1; }
    static constexpr __host__ __device__ int lowest() { return -2147483647 - 1; }
    static constexpr __host__ __device__ int max() { return 2147483647; }
};
template <> struct numeric_limits<unsigned> : __integer_limits<unsigned, false, 32> {
    static constexpr __host__ __device__ unsigned min() { return 0; }
    static constexpr __host__ __device__ unsigned lowest() { return 0; }
    static constexpr __host__ __device__ unsigned max() { return 4294967295u; }
};
template <> struct numeric_limits<long> : __integer_limits<long, true, 63> {
    static constexpr __host__ __device__ long min() { return -9223372036854775807l - 1; }
    static constexpr __host__ __device__ long lowest() { return -9223372036854775807l - 1; }
    static constexpr __host__ __device__ long max() { return 9223372036854775807l; }
};
template <> struct numeric_limits<unsigned long> : __integer_limits<unsigned long, false, 64> {
    static constexpr __host__ __device__ unsigned long min() { return 0; }
    static constexpr __host__ __device__ unsigned long lowest() { return 0; }
    static constexpr __host__ __device__ unsigned long max() { return 18446744073709551615ul; }
};
template <> struct numeric_limits<long long> : __integer_limits<long long, true, 63> {
    static constexpr __host__ __device__ long long min() { return -9223372036854775807ll - 1; }
    static constexpr __host__ __device__ long long lowest() { return -9223372036854775807ll - 1; }
    static constexpr __host__ __device__ long long max() { return 9223372036854775807ll; }
};
template <> struct numeric_limits<unsigned long long> : __integer_limits<unsigned long long, false, 64> {
    static constexpr __host__ __device__ unsigned long long min() { return 0; }
    static constexpr __host__ __device__ unsigned long long lowest() { return 0; }
    static constexpr __host__ __device__ unsigned long long max() { return 18446744073709551615ull; }
};
template <> struct numeric_limits<float> : __real_limits<float, 24, 6> {
    static constexpr __host__ __device__ float min() { return 1.175494351e-38f; }
    static constexpr __host__ __device__ float lowest() { return -3.402823466e+38f; }
    static constexpr __host__ __device__ float max() { return 3.402823466e+38f; }
    static constexpr __host__ __device__ float epsilon() { return 1.192092896e-07f; }
};
template <> struct numeric_limits<double> : __real_limits<double, 53, 15> {
    static constexpr __host__ __device__ double min() { return 2.2250738585072014e-308; }
    static constexpr __host__ __device__ double lowest() { return -1.7976931348623157e+308; }
    static constexpr __host__ __device__ double max() { return 1.7976931348623157e+308; }
    static constexpr __host__ __device__ double epsilon() { return 2.2204460492503131e-16; }
};
}
