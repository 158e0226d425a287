// names: identity plus minus multiplies divides modulus negate less greater less_equal greater_equal equal_to not_equal_to logical_and logical_or logical_not bit_and bit_or bit_xor
// SPDX-License-Identifier: Apache-2.0
// The function objects of <functional> (C++17 23.14.5 to 23.14.10, C++20 20.14.10), for kernels too.
namespace std {
struct identity { template <typename T> constexpr __host__ __device__ T &&operator()(T &&x) const { return (T &&) x; } };
template <typename T = void> struct plus { constexpr __host__ __device__ T operator()(const T &a, const T &b) const { return a + b; } };
template <typename T = void> struct minus { constexpr __host__ __device__ T operator()(const T &a, const T &b) const { return a - b; } };
template <typename T = void> struct multiplies { constexpr __host__ __device__ T operator()(const T &a, const T &b) const { return a * b; } };
template <typename T = void> struct divides { constexpr __host__ __device__ T operator()(const T &a, const T &b) const { return a / b; } };
template <typename T = void> struct modulus { constexpr __host__ __device__ T operator()(const T &a, const T &b) const { return a % b; } };
template <typename T = void> struct negate { constexpr __host__ __device__ T operator()(const T &a) const { return -a; } };
template <typename T = void> struct less { constexpr __host__ __device__ bool operator()(const T &a, const T &b) const { return a < b; } };
template <typename T = void> struct greater { constexpr __host__ __device__ bool operator()(const T &a, const T &b) const { return b < a; } };
template <typename T = void> struct less_equal { constexpr __host__ __device__ bool operator()(const T &a, const T &b) const { return !(b < a); } };
template <typename T = void> struct greater_equal { constexpr __host__ __device__ bool operator()(const T &a, const T &b) const { return !(a < b); } };
template <typename T = void> struct equal_to { constexpr __host__ __device__ bool operator()(const T &a, const T &b) const { return a == b; } };
template <typename T = void> struct not_equal_to { constexpr __host__ __device__ bool operator()(const T &a, const T &b) const { return !(a == b); } };
template <> struct plus<void> { typedef void is_transparent; template <typename A, typename B> constexpr __host__ __device__ auto operator()(const A &a, const B &b) const { return a + b; } };
template <> struct multiplies<void> { typedef void is_transparent; template <typename A, typename B> constexpr __host__ __device__ auto operator()(const A &a, const B &b) const { return a * b; } };
template <> struct minus<void> { typedef void is_transparent; template <typename A, typename B> constexpr __host__ __device__ auto operator()(const A &a, const B &b) const { return a - b; } };
template <> struct divides<void> { typedef void is_transparent; template <typename A, typename B> constexpr __host__ __device__ auto operator()(const A &a, const B &b) const { return a / b; } };
template <> struct equal_to<void> { typedef void is_transparent; template <typename A, typename B> constexpr __host__ __device__ bool operator()(const A &a, const B &b) const { return a == b; } };
template <typename T = void> struct logical_and { constexpr __host__ __device__ bool operator()(const T &a, const T &b) const { return a && b; } };
template <typename T = void> struct logical_or { constexpr __host__ __device__ bool operator()(const T &a, const T &b) const { return a || b; } };
template <typename T = void> struct logical_not { constexpr __host__ __device__ bool operator()(const T &a) const { return !a; } };
template <typename T = void> struct bit_and { constexpr __host__ __device__ T operator()(const T &a, const T &b) const { return a & b; } };
template <typename T = void> struct bit_or { constexpr __host__ __device__ T operator()(const T &a, const T &b) const { return a | b; } };
template <typename T = void> struct bit_xor { constexpr __host__ __device__ T operator()(const T &a, const T &b) const { return a ^ b; } };
template <> struct less<void> { typedef void is_transparent; template <typename A, typename B> constexpr __host__ __device__ bool operator()(const A &a, const B &b) const { return a < b; } };
template <> struct greater<void> { typedef void is_transparent; template <typename A, typename B> constexpr __host__ __device__ bool operator()(const A &a, const B &b) const { return b < a; } };
template <> struct modulus<void> { typedef void is_transparent; template <typename A, typename B> constexpr __host__ __device__ auto operator()(const A &a, const B &b) const { return a % b; } };
template <> struct less_equal<void> { typedef void is_transparent; template <typename A, typename B> constexpr __host__ __device__ auto operator()(const A &a, const B &b) const { return !(b < a); } };
template <> struct greater_equal<void> { typedef void is_transparent; template <typename A, typename B> constexpr __host__ __device__ auto operator()(const A &a, const B &b) const { return !(a < b); } };
template <> struct not_equal_to<void> { typedef void is_transparent; template <typename A, typename B> constexpr __host__ __device__ auto operator()(const A &a, const B &b) const { return !(a == b); } };
template <> struct logical_and<void> { typedef void is_transparent; template <typename A, typename B> constexpr __host__ __device__ auto operator()(const A &a, const B &b) const { return a && b; } };
template <> struct logical_or<void> { typedef void is_transparent; template <typename A, typename B> constexpr __host__ __device__ auto operator()(const A &a, const B &b) const { return a || b; } };
template <> struct bit_and<void> { typedef void is_transparent; template <typename A, typename B> constexpr __host__ __device__ auto operator()(const A &a, const B &b) const { return a & b; } };
template <> struct bit_or<void> { typedef void is_transparent; template <typename A, typename B> constexpr __host__ __device__ auto operator()(const A &a, const B &b) const { return a | b; } };
template <> struct bit_xor<void> { typedef void is_transparent; template <typename A, typename B> constexpr __host__ __device__ auto operator()(const A &a, const B &b) const { return a ^ b; } };
template <> struct negate<void> { typedef void is_transparent; template <typename A> constexpr __host__ __device__ auto operator()(const A &a) const { return -a; } };
template <> struct logical_not<void> { typedef void is_transparent; template <typename A> constexpr __host__ __device__ auto operator()(const A &a) const { return !a; } };
}
