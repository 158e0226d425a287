#include <type_traits>
// names:
// SPDX-License-Identifier: Apache-2.0
// libcu++'s functions of integers in <cuda/cmath>, for host code (headers.c loads them for cuda::ceil_div and the like). Kernels have libcu++'s own.
namespace cuda {
template <typename T, typename U> constexpr std::common_type_t<T, U> ceil_div(T a, U b) { return (std::common_type_t<T, U>) (a / b + (a % b != 0)); }
template <typename T, typename U> constexpr std::common_type_t<T, U> round_up(T a, U b) { return (std::common_type_t<T, U>) (cuda::ceil_div(a, b) * b); }
template <typename T, typename U> constexpr std::common_type_t<T, U> round_down(T a, U b) { return (std::common_type_t<T, U>) (a / b * b); }
template <typename T> constexpr int ilog2(T x) { int n = 0; while (x >>= 1) n++; return n; }
template <typename T> constexpr int ceil_ilog2(T x) { return cuda::ilog2(x) + ((x & (x - 1)) != 0); }
template <typename T> constexpr int ilog10(T x) { int n = 0; while (x /= 10) n++; return n; }
template <typename T> constexpr bool is_power_of_two(T x) { return x > 0 && (x & (x - 1)) == 0; }
template <typename T> constexpr T next_power_of_two(T x) { return x < 2 ? T(1) : T(T(1) << cuda::ceil_ilog2(x)); }
template <typename T> constexpr T prev_power_of_two(T x) { return T(T(1) << cuda::ilog2(x)); }
}
