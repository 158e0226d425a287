#include <mdspan>
// names:
// SPDX-License-Identifier: Apache-2.0
// <cuda/mdspan> for host code: mdspans by the kind of their memory. A read of the device's is found out as any such read is.
namespace cuda {
template <typename T, typename E, typename L = std::layout_right, typename A = std::default_accessor<T>> class device_mdspan : public std::mdspan<T, E, L, A> { public: using std::mdspan<T, E, L, A>::mdspan; };
template <typename T, typename E, typename L = std::layout_right, typename A = std::default_accessor<T>> class managed_mdspan : public std::mdspan<T, E, L, A> { public: using std::mdspan<T, E, L, A>::mdspan; };
template <typename T, typename E, typename L = std::layout_right, typename A = std::default_accessor<T>> class host_mdspan : public std::mdspan<T, E, L, A> { public: using std::mdspan<T, E, L, A>::mdspan; };
template <typename T, typename... I> device_mdspan(T *, I...) -> device_mdspan<T, std::dextents<size_t, sizeof...(I)>>;
template <typename T, typename... I> managed_mdspan(T *, I...) -> managed_mdspan<T, std::dextents<size_t, sizeof...(I)>>;
template <typename T, typename... I> host_mdspan(T *, I...) -> host_mdspan<T, std::dextents<size_t, sizeof...(I)>>;
}
