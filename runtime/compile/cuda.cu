// names: shared_memory_mdspan device_mdspan managed_mdspan host_mdspan
// The mdspans of CCCL 3.1 by the kind of their memory, for kernels of an older one.
#if __has_include(<cuda/__mdspan/host_device_mdspan.h>)
#include <cuda/mdspan>
#else
#include <cuda/std/mdspan>
#define WARPCELL_MDSPAN(NAME) \
template <typename T, typename E, typename L = cuda::std::layout_right, typename A = cuda::std::default_accessor<T>> class NAME : public cuda::std::mdspan<T, E, L, A> { \
public: \
    using cuda::std::mdspan<T, E, L, A>::mdspan; \
}; \
template <typename T, typename... I> __host__ __device__ NAME(T *, I...) -> NAME<T, cuda::std::dextents<size_t, sizeof...(I)>>; \
template <typename T, typename I, size_t... E> __host__ __device__ NAME(T *, const cuda::std::extents<I, E...> &) -> NAME<T, cuda::std::extents<I, E...>>;
namespace cuda {
WARPCELL_MDSPAN(device_mdspan)
WARPCELL_MDSPAN(managed_mdspan)
WARPCELL_MDSPAN(host_mdspan)
#if !__has_include(<cuda/__mdspan/shared_memory_mdspan.h>)
WARPCELL_MDSPAN(shared_memory_mdspan)
#endif
}
#undef WARPCELL_MDSPAN
#endif
