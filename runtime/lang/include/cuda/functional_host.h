/* SPDX-License-Identifier: Apache-2.0 */
/* libcu++'s function objects, those of <cuda/functional> and <cuda/std/functional>, for host code alone, which gives them to algorithms. In kernels they
 * are libcu++'s own. */
#ifndef WARPCELL_FUNCTIONAL_HOST_H
#define WARPCELL_FUNCTIONAL_HOST_H
namespace cuda {
template <typename T = void> using minimum = thrust::minimum<T>;
template <typename T = void> using maximum = thrust::maximum<T>;
namespace std {
template <typename T = void> using plus = thrust::plus<T>;
template <typename T = void> using multiplies = thrust::multiplies<T>;
template <typename T = void> using equal_to = thrust::equal_to<T>;
template <typename T = void> using not_equal_to = thrust::not_equal_to<T>;
template <typename T = void> using less = thrust::less<T>;
template <typename T = void> using greater = thrust::greater<T>;
template <typename T = void> using bit_and = thrust::bit_and<T>;
template <typename T = void> using bit_or = thrust::bit_or<T>;
template <typename T = void> using bit_xor = thrust::bit_xor<T>;
}
}
#endif
