/* SPDX-License-Identifier: Apache-2.0 */
/* libcu++'s function objects of <cuda/functional>, for host code alone, which gives them to algorithms; those of cuda::std are std's there
 * (headers.c). In kernels they are libcu++'s own. */
#ifndef WARPCELL_FUNCTIONAL_HOST_H
#define WARPCELL_FUNCTIONAL_HOST_H
namespace cuda {
template <typename T = void> using minimum = thrust::minimum<T>;
template <typename T = void> using maximum = thrust::maximum<T>;
}
#endif
