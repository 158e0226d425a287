/* SPDX-License-Identifier: Apache-2.0 */
/* libcu++'s function objects of <cuda/functional>, for host code alone, which gives them to algorithms; those of cuda::std are std's there
 * (headers.c). In kernels they are libcu++'s own. */
#ifndef WARPCELL_FUNCTIONAL_HOST_H
#define WARPCELL_FUNCTIONAL_HOST_H
#include <tuple>
#define THRUST_VERSION 200800
#define THRUST_MAJOR_VERSION 2
#define THRUST_MINOR_VERSION 8
#define THRUST_SUBMINOR_VERSION 0
#define THRUST_PATCH_NUMBER 0
namespace thrust { using use_default = __use_default; } /* in kernels it may be Thrust's own, which CUB's headers include */
namespace thrust {
template <size_t N, typename... T> auto &get(::std::tuple<T...> &t) { return ::std::get<N>(t); }
template <size_t N, typename... T> auto &get(const ::std::tuple<T...> &t) { return ::std::get<N>(t); }
template <typename... I> zip_iterator<tuple<I...>> make_zip_iterator(const ::std::tuple<I...> &t) { return ::std::apply([](const I &...i) { return zip_iterator<tuple<I...>>(i...); }, t); }
}
namespace cuda {
template <typename T, typename... A> using counting_iterator = thrust::counting_iterator<T>;
template <typename T, typename... A> using constant_iterator = thrust::constant_iterator<T>;
template <typename F, typename I> using transform_iterator = thrust::transform_iterator<F, I>;
template <typename T> auto make_counting_iterator(T v) { return thrust::make_counting_iterator(v); }
template <typename T> auto make_constant_iterator(T v) { return thrust::make_constant_iterator(v); }
template <typename I, typename F> auto make_transform_iterator(I i, F f) { return thrust::make_transform_iterator(i, f); }
template <typename O, typename F> auto make_transform_output_iterator(O o, F f) { return thrust::make_transform_output_iterator(o, f); }
template <typename E, typename M> auto make_permutation_iterator(E e, M m) { return thrust::make_permutation_iterator(e, m); }
template <typename... I> auto make_zip_iterator(I... i) { return thrust::make_zip_iterator(i...); }
inline auto make_discard_iterator() { return thrust::make_discard_iterator(); }
template <typename T = void> using minimum = thrust::minimum<T>;
template <typename T = void> using maximum = thrust::maximum<T>;
}
#endif
