// cuda::std::get of Thrust's tuples, which are cuda::std's in CCCL and our own here.
namespace cuda { namespace std {
template <decltype(sizeof(0)) I, typename U, typename = typename U::__element_wise> __host__ __device__ decltype(auto) get(U &t) { return t.template __element_of<(int) I>(t); }
template <decltype(sizeof(0)) I, typename U, typename = typename U::__element_wise> __host__ __device__ decltype(auto) get(const U &t) { return t.template __element_of<(int) I>(t); }
} }
