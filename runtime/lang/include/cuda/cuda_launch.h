/* SPDX-License-Identifier: Apache-2.0 */
/* <cuda/hierarchy> and <cuda/launch>: the levels of a launch and what lies within each, for kernels and for the host, and cuda::launch. In kernels the values
 * are those of the built-in variables; a configuration that knows the dimensions of blocks gives these as constants. */
#ifndef WARPCELL_CUDA_LAUNCH_H
#define WARPCELL_CUDA_LAUNCH_H
#include <cuda/stream>
#include <cuda/std/span>
#include <tuple>
#include <type_traits>

namespace cuda {
template <typename T> struct hierarchy_query_result {
    T x, y, z;
    __host__ __device__ constexpr T operator[](size_t i) const { return i == 0 ? x : i == 1 ? y : z; }
    __host__ __device__ operator dim3() const { return dim3((unsigned) x, (unsigned) y, (unsigned) z); }
    __host__ __device__ operator uint3() const { return make_uint3((unsigned) x, (unsigned) y, (unsigned) z); }
};
struct thread_level;
struct warp_level;
struct block_level;
struct cluster_level;
struct grid_level;
template <typename L> struct __count_type { typedef unsigned type; };
template <> struct __count_type<grid_level> { typedef unsigned long type; };

/* ---- in kernels ---- */

__device__ inline unsigned __thread_rank() { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }
__device__ inline uint3 __cluster_place() {
    uint3 v = make_uint3(0, 0, 0);
#if __CUDA_ARCH__ >= 900
    asm("mov.u32 %0, %%cluster_ctaid.x; mov.u32 %1, %%cluster_ctaid.y; mov.u32 %2, %%cluster_ctaid.z;" : "=r"(v.x), "=r"(v.y), "=r"(v.z));
#endif
    return v;
}
__device__ inline uint3 __cluster_size() {
    uint3 v = make_uint3(1, 1, 1);
#if __CUDA_ARCH__ >= 900
    asm("mov.u32 %0, %%cluster_nctaid.x; mov.u32 %1, %%cluster_nctaid.y; mov.u32 %2, %%cluster_nctaid.z;" : "=r"(v.x), "=r"(v.y), "=r"(v.z));
#endif
    return v;
}
__device__ inline uint3 __times(uint3 a, uint3 b) { return make_uint3(a.x * b.x, a.y * b.y, a.z * b.z); }
__device__ inline uint3 __per(uint3 a, uint3 b) { return make_uint3(a.x / b.x, a.y / b.y, a.z / b.z); }
__device__ inline uint3 __plus(uint3 a, uint3 b) { return make_uint3(a.x + b.x, a.y + b.y, a.z + b.z); }
__device__ inline uint3 __block_size() { return make_uint3(blockDim.x, blockDim.y, blockDim.z); }
__device__ inline uint3 __grid_size() { return make_uint3(gridDim.x, gridDim.y, gridDim.z); }
__device__ inline uint3 __index_of(const thread_level &, const warp_level &) { return make_uint3(__thread_rank() % 32, 0, 0); }
__device__ inline uint3 __index_of(const thread_level &, const block_level &) { return threadIdx; }
__device__ inline uint3 __index_of(const thread_level &, const cluster_level &) { return __plus(__times(__cluster_place(), __block_size()), threadIdx); }
__device__ inline uint3 __index_of(const thread_level &, const grid_level &) { return __plus(__times(blockIdx, __block_size()), threadIdx); }
__device__ inline uint3 __index_of(const warp_level &, const block_level &) { return make_uint3(__thread_rank() / 32, 0, 0); }
__device__ inline uint3 __index_of(const block_level &, const cluster_level &) { return __cluster_place(); }
__device__ inline uint3 __index_of(const block_level &, const grid_level &) { return blockIdx; }
__device__ inline uint3 __index_of(const cluster_level &, const grid_level &) { return __per(blockIdx, __cluster_size()); }
__device__ inline uint3 __size_of(const thread_level &, const warp_level &) { return make_uint3(32, 1, 1); }
__device__ inline uint3 __size_of(const thread_level &, const block_level &) { return __block_size(); }
__device__ inline uint3 __size_of(const thread_level &, const cluster_level &) { return __times(__cluster_size(), __block_size()); }
__device__ inline uint3 __size_of(const thread_level &, const grid_level &) { return __times(__grid_size(), __block_size()); }
__device__ inline uint3 __size_of(const warp_level &, const block_level &) { return make_uint3((blockDim.x * blockDim.y * blockDim.z + 31) / 32, 1, 1); }
__device__ inline uint3 __size_of(const block_level &, const cluster_level &) { return __cluster_size(); }
__device__ inline uint3 __size_of(const block_level &, const grid_level &) { return __grid_size(); }
__device__ inline uint3 __size_of(const cluster_level &, const grid_level &) { return __per(__grid_size(), __cluster_size()); }

/* ---- dimensions that the host chooses ---- */

/* Of one level, in units of the level below; X to Z are (size_t) -1 where they are known when the program runs. */
template <typename L, size_t X, size_t Y, size_t Z> struct hierarchy_level_desc {
    typedef L level_type;
    static constexpr bool __is_static = X != (size_t) -1 && Y != (size_t) -1 && Z != (size_t) -1;
    unsigned x, y, z;
    __host__ __device__ constexpr unsigned __x() const { return X == (size_t) -1 ? x : (unsigned) X; }
    __host__ __device__ constexpr unsigned __y() const { return Y == (size_t) -1 ? y : (unsigned) Y; }
    __host__ __device__ constexpr unsigned __z() const { return Z == (size_t) -1 ? z : (unsigned) Z; }
};
/* No dimensions for a level: of clusters 1, of the others none are given. */
template <typename L> struct __no_level {
    typedef L level_type;
    static constexpr bool __is_static = true;
    __host__ __device__ constexpr unsigned __x() const { return 1; }
    __host__ __device__ constexpr unsigned __y() const { return 1; }
    __host__ __device__ constexpr unsigned __z() const { return 1; }
};
template <typename G, typename C, typename B> struct hierarchy {
    G grid;
    C cluster;
    B block;
};
template <typename H> struct __is_hierarchy { static constexpr bool value = false; };
template <typename G, typename C, typename B> struct __is_hierarchy<hierarchy<G, C, B>> { static constexpr bool value = true; };
template <typename G, typename C, typename B> __host__ __device__ constexpr const hierarchy<G, C, B> &__hierarchy_of(const hierarchy<G, C, B> &h) { return h; }
template <typename T, typename A> __host__ __device__ constexpr hierarchy_query_result<T> __given(const A &a) { return hierarchy_query_result<T>{(T) a.__x(), (T) a.__y(), (T) a.__z()}; }
template <typename T, typename A, typename B> __host__ __device__ constexpr hierarchy_query_result<T> __given(const A &a, const B &b) { return hierarchy_query_result<T>{(T) a.__x() * b.__x(), (T) a.__y() * b.__y(), (T) a.__z() * b.__z()}; }
template <typename T, typename U, typename L, typename G, typename C, typename B> __host__ __device__ constexpr hierarchy_query_result<T> __chosen(const hierarchy<G, C, B> &h) {
    if constexpr (U::__order == 0 && L::__order == 1) return hierarchy_query_result<T>{32, 1, 1};
    else if constexpr (U::__order == 1) return hierarchy_query_result<T>{(T) ((h.block.__x() * h.block.__y() * h.block.__z() + 31) / 32), 1, 1};
    else if constexpr (U::__order == 0 && L::__order == 2) return __given<T>(h.block);
    else if constexpr (U::__order == 0 && L::__order == 3) return __given<T>(h.cluster, h.block);
    else if constexpr (U::__order == 2 && L::__order == 3) return __given<T>(h.cluster);
    else if constexpr (U::__order == 2) return __given<T>(h.grid, h.cluster);
    else if constexpr (U::__order == 3) return __given<T>(h.grid);
    else {
        hierarchy_query_result<T> blocks = __given<T>(h.grid, h.cluster);
        return hierarchy_query_result<T>{(T) (blocks.x * h.block.__x()), (T) (blocks.y * h.block.__y()), (T) (blocks.z * h.block.__z())};
    }
}
template <typename T, typename U, typename L> __host__ __device__ hierarchy_query_result<T> __dims(const U &u, const L &l) {
#ifdef __CUDA_ARCH__
    uint3 n = __size_of(u, l);
    return hierarchy_query_result<T>{(T) n.x, (T) n.y, (T) n.z};
#else
    return hierarchy_query_result<T>{};
#endif
}
template <typename T, typename U, typename L, typename H> __host__ __device__ constexpr hierarchy_query_result<T> __dims(const U &, const L &, const H &h) { return __chosen<T, U, L>(__hierarchy_of(h)); }

/* ---- levels ---- */

struct thread_level {
    static constexpr int __order = 0;
    template <typename T, typename L, typename... H> __device__ hierarchy_query_result<T> index_as(const L &l, const H &...) const { uint3 i = __index_of(*this, l); return hierarchy_query_result<T>{(T) i.x, (T) i.y, (T) i.z}; }
    template <typename L, typename... H> __device__ hierarchy_query_result<unsigned> index(const L &l, const H &...h) const { return index_as<unsigned>(l, h...); }
    template <typename T, typename L, typename... H> __host__ __device__ constexpr hierarchy_query_result<T> dims_as(const L &l, const H &...h) const { return __dims<T>(*this, l, h...); }
    template <typename L, typename... H> __host__ __device__ constexpr hierarchy_query_result<unsigned> dims(const L &l, const H &...h) const { return __dims<unsigned>(*this, l, h...); }
    template <typename T, typename L, typename... H> __host__ __device__ constexpr T count_as(const L &l, const H &...h) const { hierarchy_query_result<T> d = dims_as<T>(l, h...); return d.x * d.y * d.z; }
    template <typename L, typename... H> __host__ __device__ constexpr typename __count_type<L>::type count(const L &l, const H &...h) const { return count_as<typename __count_type<L>::type>(l, h...); }
    template <typename T, typename L, typename... H> __device__ T rank_as(const L &l, const H &...h) const { hierarchy_query_result<T> i = index_as<T>(l, h...), d = dims_as<T>(l, h...); return i.x + d.x * (i.y + d.y * i.z); }
    template <typename L, typename... H> __device__ typename __count_type<L>::type rank(const L &l, const H &...h) const { return rank_as<typename __count_type<L>::type>(l, h...); }
};
struct warp_level {
    static constexpr int __order = 1;
    template <typename T, typename L, typename... H> __device__ hierarchy_query_result<T> index_as(const L &l, const H &...) const { uint3 i = __index_of(*this, l); return hierarchy_query_result<T>{(T) i.x, (T) i.y, (T) i.z}; }
    template <typename L, typename... H> __device__ hierarchy_query_result<unsigned> index(const L &l, const H &...h) const { return index_as<unsigned>(l, h...); }
    template <typename T, typename L, typename... H> __host__ __device__ constexpr hierarchy_query_result<T> dims_as(const L &l, const H &...h) const { return __dims<T>(*this, l, h...); }
    template <typename L, typename... H> __host__ __device__ constexpr hierarchy_query_result<unsigned> dims(const L &l, const H &...h) const { return __dims<unsigned>(*this, l, h...); }
    template <typename T, typename L, typename... H> __host__ __device__ constexpr T count_as(const L &l, const H &...h) const { hierarchy_query_result<T> d = dims_as<T>(l, h...); return d.x * d.y * d.z; }
    template <typename L, typename... H> __host__ __device__ constexpr typename __count_type<L>::type count(const L &l, const H &...h) const { return count_as<typename __count_type<L>::type>(l, h...); }
    template <typename T, typename L, typename... H> __device__ T rank_as(const L &l, const H &...h) const { hierarchy_query_result<T> i = index_as<T>(l, h...), d = dims_as<T>(l, h...); return i.x + d.x * (i.y + d.y * i.z); }
    template <typename L, typename... H> __device__ typename __count_type<L>::type rank(const L &l, const H &...h) const { return rank_as<typename __count_type<L>::type>(l, h...); }
};
struct block_level {
    static constexpr int __order = 2;
    template <typename T, typename L, typename... H> __device__ hierarchy_query_result<T> index_as(const L &l, const H &...) const { uint3 i = __index_of(*this, l); return hierarchy_query_result<T>{(T) i.x, (T) i.y, (T) i.z}; }
    template <typename L, typename... H> __device__ hierarchy_query_result<unsigned> index(const L &l, const H &...h) const { return index_as<unsigned>(l, h...); }
    template <typename T, typename L, typename... H> __host__ __device__ constexpr hierarchy_query_result<T> dims_as(const L &l, const H &...h) const { return __dims<T>(*this, l, h...); }
    template <typename L, typename... H> __host__ __device__ constexpr hierarchy_query_result<unsigned> dims(const L &l, const H &...h) const { return __dims<unsigned>(*this, l, h...); }
    template <typename T, typename L, typename... H> __host__ __device__ constexpr T count_as(const L &l, const H &...h) const { hierarchy_query_result<T> d = dims_as<T>(l, h...); return d.x * d.y * d.z; }
    template <typename L, typename... H> __host__ __device__ constexpr typename __count_type<L>::type count(const L &l, const H &...h) const { return count_as<typename __count_type<L>::type>(l, h...); }
    template <typename T, typename L, typename... H> __device__ T rank_as(const L &l, const H &...h) const { hierarchy_query_result<T> i = index_as<T>(l, h...), d = dims_as<T>(l, h...); return i.x + d.x * (i.y + d.y * i.z); }
    template <typename L, typename... H> __device__ typename __count_type<L>::type rank(const L &l, const H &...h) const { return rank_as<typename __count_type<L>::type>(l, h...); }
};
struct cluster_level {
    static constexpr int __order = 3;
    template <typename T, typename L, typename... H> __device__ hierarchy_query_result<T> index_as(const L &l, const H &...) const { uint3 i = __index_of(*this, l); return hierarchy_query_result<T>{(T) i.x, (T) i.y, (T) i.z}; }
    template <typename L, typename... H> __device__ hierarchy_query_result<unsigned> index(const L &l, const H &...h) const { return index_as<unsigned>(l, h...); }
    template <typename T, typename L, typename... H> __host__ __device__ constexpr hierarchy_query_result<T> dims_as(const L &l, const H &...h) const { return __dims<T>(*this, l, h...); }
    template <typename L, typename... H> __host__ __device__ constexpr hierarchy_query_result<unsigned> dims(const L &l, const H &...h) const { return __dims<unsigned>(*this, l, h...); }
    template <typename T, typename L, typename... H> __host__ __device__ constexpr T count_as(const L &l, const H &...h) const { hierarchy_query_result<T> d = dims_as<T>(l, h...); return d.x * d.y * d.z; }
    template <typename L, typename... H> __host__ __device__ constexpr typename __count_type<L>::type count(const L &l, const H &...h) const { return count_as<typename __count_type<L>::type>(l, h...); }
    template <typename T, typename L, typename... H> __device__ T rank_as(const L &l, const H &...h) const { hierarchy_query_result<T> i = index_as<T>(l, h...), d = dims_as<T>(l, h...); return i.x + d.x * (i.y + d.y * i.z); }
    template <typename L, typename... H> __device__ typename __count_type<L>::type rank(const L &l, const H &...h) const { return rank_as<typename __count_type<L>::type>(l, h...); }
};
struct grid_level {
    static constexpr int __order = 4;
    template <typename T, typename L, typename... H> __device__ hierarchy_query_result<T> index_as(const L &l, const H &...) const { uint3 i = __index_of(*this, l); return hierarchy_query_result<T>{(T) i.x, (T) i.y, (T) i.z}; }
    template <typename L, typename... H> __device__ hierarchy_query_result<unsigned> index(const L &l, const H &...h) const { return index_as<unsigned>(l, h...); }
    template <typename T, typename L, typename... H> __host__ __device__ constexpr hierarchy_query_result<T> dims_as(const L &l, const H &...h) const { return __dims<T>(*this, l, h...); }
    template <typename L, typename... H> __host__ __device__ constexpr hierarchy_query_result<unsigned> dims(const L &l, const H &...h) const { return __dims<unsigned>(*this, l, h...); }
    template <typename T, typename L, typename... H> __host__ __device__ constexpr T count_as(const L &l, const H &...h) const { hierarchy_query_result<T> d = dims_as<T>(l, h...); return d.x * d.y * d.z; }
    template <typename L, typename... H> __host__ __device__ constexpr typename __count_type<L>::type count(const L &l, const H &...h) const { return count_as<typename __count_type<L>::type>(l, h...); }
    template <typename T, typename L, typename... H> __device__ T rank_as(const L &l, const H &...h) const { hierarchy_query_result<T> i = index_as<T>(l, h...), d = dims_as<T>(l, h...); return i.x + d.x * (i.y + d.y * i.z); }
    template <typename L, typename... H> __device__ typename __count_type<L>::type rank(const L &l, const H &...h) const { return rank_as<typename __count_type<L>::type>(l, h...); }
};
inline constexpr thread_level gpu_thread{};
inline constexpr warp_level warp{};
inline constexpr block_level block{};
inline constexpr cluster_level cluster{};
inline constexpr grid_level grid{};
template <size_t X, size_t Y = 1, size_t Z = 1> constexpr auto grid_dims() { return hierarchy_level_desc<grid_level, X, Y, Z>{(unsigned) X, (unsigned) Y, (unsigned) Z}; }
template <size_t X, size_t Y = 1, size_t Z = 1> constexpr auto cluster_dims() { return hierarchy_level_desc<cluster_level, X, Y, Z>{(unsigned) X, (unsigned) Y, (unsigned) Z}; }
template <size_t X, size_t Y = 1, size_t Z = 1> constexpr auto block_dims() { return hierarchy_level_desc<block_level, X, Y, Z>{(unsigned) X, (unsigned) Y, (unsigned) Z}; }
template <typename L, typename D> auto __level_of(const D &d) {
    if constexpr (std::is_integral<D>::value) return hierarchy_level_desc<L, (size_t) -1, 1, 1>{(unsigned) d, 1, 1};
    else { dim3 v = d; return hierarchy_level_desc<L, (size_t) -1, (size_t) -1, (size_t) -1>{v.x, v.y, v.z}; }
}
template <typename D> auto grid_dims(const D &d) { return __level_of<grid_level>(d); }
template <typename D> auto cluster_dims(const D &d) { return __level_of<cluster_level>(d); }
template <typename D> auto block_dims(const D &d) { return __level_of<block_level>(d); }

/* ---- options ---- */

struct __launch_option {};
struct cooperative_launch : __launch_option {};
struct launch_priority : __launch_option { int priority; launch_priority(int p) : priority(p) {} };
template <typename T> struct __shared_view { typedef T element; typedef T &type; __host__ __device__ static T &of(T *p, size_t) { return *p; } };
template <typename T> struct __shared_view<T[]> { typedef T element; typedef cuda::std::span<T> type; __host__ __device__ static cuda::std::span<T> of(T *p, size_t n) { return cuda::std::span<T>(p, n); } };
template <typename T, size_t N> struct __shared_view<T[N]> { typedef T element; typedef cuda::std::span<T, N> type; __host__ __device__ static cuda::std::span<T, N> of(T *p, size_t) { return cuda::std::span<T, N>(p, N); } };
template <typename T> struct dynamic_shared_memory_option : __launch_option {
    typedef typename __shared_view<T>::element value_type;
    typedef typename __shared_view<T>::type view_type;
    size_t count;
    __host__ __device__ size_t size_bytes() const { return count * sizeof(value_type); }
};
struct non_portable_t {};
inline constexpr non_portable_t non_portable{};
template <typename T, typename... P> dynamic_shared_memory_option<T> dynamic_shared_memory(size_t n, P...) { dynamic_shared_memory_option<T> o; o.count = n; return o; }
template <typename T> dynamic_shared_memory_option<T> dynamic_shared_memory() { dynamic_shared_memory_option<T> o; o.count = sizeof(T) / sizeof(typename __shared_view<T>::element); return o; }
template <typename T> dynamic_shared_memory_option<T> dynamic_shared_memory(non_portable_t) { return dynamic_shared_memory<T>(); }
template <typename... O> struct __options {};
template <typename F, typename... O> struct __options<F, O...> { F first; __options<O...> rest; };
__host__ __device__ inline void __shared_option(const __options<> &) {}
template <typename T, typename... O> __host__ __device__ const dynamic_shared_memory_option<T> &__shared_option(const __options<dynamic_shared_memory_option<T>, O...> &o) { return o.first; }
template <typename F, typename... O> __host__ __device__ decltype(auto) __shared_option(const __options<F, O...> &o) { return __shared_option(o.rest); }

/* ---- configurations ---- */

template <typename H, typename... O> struct kernel_config {
    typedef H hierarchy_type;
    H levels;
    __options<O...> given;
    __host__ __device__ constexpr const H &hierarchy() const { return levels; }
    template <typename K> auto combine(const K &k) const;
    template <typename F> auto combine_with_default(const F &f) const;
};
template <typename H, typename... O> struct __is_hierarchy<kernel_config<H, O...>> { static constexpr bool value = true; };
template <typename H, typename... O> __host__ __device__ constexpr const H &__hierarchy_of(const kernel_config<H, O...> &c) { return c.levels; }
/* Of the dynamic memory that a configuration gives each block. */
template <typename H, typename... O> __device__ decltype(auto) dynamic_shared_memory(const kernel_config<H, O...> &c) {
    extern __shared__ __align__(16) unsigned char __dynamic_shared_bytes[];
    const auto &option = __shared_option(c.given);
    return __view_of(option, __dynamic_shared_bytes);
}
template <typename T> __device__ typename __shared_view<T>::type __view_of(const dynamic_shared_memory_option<T> &o, unsigned char *p) { return __shared_view<T>::of((typename __shared_view<T>::element *) p, o.count); }

typedef hierarchy<__no_level<grid_level>, __no_level<cluster_level>, __no_level<block_level>> __empty_hierarchy;
template <typename G, typename C, typename B, size_t X, size_t Y, size_t Z> auto __with_level(const hierarchy<G, C, B> &h, const hierarchy_level_desc<grid_level, X, Y, Z> &l) { return hierarchy<hierarchy_level_desc<grid_level, X, Y, Z>, C, B>{l, h.cluster, h.block}; }
template <typename G, typename C, typename B, size_t X, size_t Y, size_t Z> auto __with_level(const hierarchy<G, C, B> &h, const hierarchy_level_desc<cluster_level, X, Y, Z> &l) { return hierarchy<G, hierarchy_level_desc<cluster_level, X, Y, Z>, B>{h.grid, l, h.block}; }
template <typename G, typename C, typename B, size_t X, size_t Y, size_t Z> auto __with_level(const hierarchy<G, C, B> &h, const hierarchy_level_desc<block_level, X, Y, Z> &l) { return hierarchy<G, C, hierarchy_level_desc<block_level, X, Y, Z>>{h.grid, h.cluster, l}; }
inline auto __with_levels(const auto &h) { return h; }
template <typename H, typename L, typename... M> auto __with_levels(const H &h, const L &l, const M &...more) { return __with_levels(__with_level(h, l), more...); }
template <typename... L> auto make_hierarchy(const L &...l) { return __with_levels(__empty_hierarchy{}, l...); }

template <typename F, typename... O> auto __with_option(const F &f, const __options<O...> &o) { return __options<F, O...>{f, o}; }
template <typename H, typename... O> auto __config_of(const H &h, const __options<O...> &o) { return kernel_config<H, O...>{h, o}; }
template <typename H, typename... O, typename P> auto __configured(const kernel_config<H, O...> &c, const P &p) {
    if constexpr (std::is_base_of<__launch_option, P>::value) return __config_of(c.levels, __with_option(p, c.given));
    else if constexpr (__is_hierarchy<P>::value) return kernel_config<P, O...>{p, c.given};
    else { auto levels = __with_level(c.levels, p); return kernel_config<decltype(levels), O...>{levels, c.given}; }
}
template <typename C> auto __configured_by(const C &c) { return c; }
template <typename C, typename P, typename... Q> auto __configured_by(const C &c, const P &p, const Q &...more) { return __configured_by(__configured(c, p), more...); }
template <typename... P> auto make_config(const P &...p) { return __configured_by(kernel_config<__empty_hierarchy>{}, p...); }
template <typename L, typename P, typename = typename L::level_type> auto operator&(const L &l, const P &p) { return make_config(l, p); }
template <typename H, typename... O, typename P> auto operator&(const kernel_config<H, O...> &c, const P &p) { return __configured(c, p); }
template <int N> auto distribute(int n) { return make_config(grid_dims((n + N - 1) / N), block_dims<N>()); }

/* What the first lacks comes from the second. */
template <typename A, typename B> auto __either_level(const A &a, const B &b) {
    if constexpr (std::is_same<A, __no_level<typename A::level_type>>::value) return b;
    else return a;
}
template <typename G, typename C, typename B, typename G2, typename C2, typename B2> auto __either(const hierarchy<G, C, B> &a, const hierarchy<G2, C2, B2> &b) {
    auto g = __either_level(a.grid, b.grid);
    auto c = __either_level(a.cluster, b.cluster);
    auto k = __either_level(a.block, b.block);
    return hierarchy<decltype(g), decltype(c), decltype(k)>{g, c, k};
}
template <typename... O> auto __joined_options(const __options<> &, const __options<O...> &b) { return b; }
template <typename F, typename... A, typename... O> auto __joined_options(const __options<F, A...> &a, const __options<O...> &b) { return __with_option(a.first, __joined_options(a.rest, b)); }
template <typename H, typename... O> template <typename K> auto kernel_config<H, O...>::combine(const K &k) const { return __config_of(__either(levels, k.levels), __joined_options(given, k.given)); }
template <typename F, typename = void> struct __has_default_config { static constexpr bool value = false; };
template <typename F> struct __has_default_config<F, std::void_t<decltype(std::declval<const F &>().default_config())>> { static constexpr bool value = true; };
template <typename H, typename... O> template <typename F> auto kernel_config<H, O...>::combine_with_default(const F &f) const {
    if constexpr (__has_default_config<F>::value) return combine(f.default_config());
    else return *this;
}

/* ---- launches ---- */

/* What a kernel gets of an argument: of a buffer a span. */
template <typename A, typename = void> struct __passed { typedef typename std::decay<A>::type type; };
template <typename A> struct __passed<A, std::void_t<typename std::decay<A>::type::__span_type>> { typedef std::conditional_t<std::is_const<std::remove_reference_t<A>>::value, typename std::decay<A>::type::__const_span_type, typename std::decay<A>::type::__span_type> type; };
/* The function object gets the configuration first if it takes one. */
template <typename F, typename C, typename... A> __device__ auto __call_launched(int, const F &f, const C &c, A &...a) -> decltype(f(c, a...), void()) { f(c, a...); }
template <typename F, typename C, typename... A> __device__ void __call_launched(long, const F &f, const C &, A &...a) { f(a...); }
template <typename C, typename F, typename... A> __global__ void __launched(C config, F f, A... args) { __call_launched(0, f, config, args...); }
/* The attributes of a launch. */
struct __launch_attributes {
    cudaLaunchConfig_t config;
    cudaLaunchAttribute all[3];
};
inline void __put_option(__launch_attributes &a, const cooperative_launch &) { cudaLaunchAttribute &n = a.all[a.config.numAttrs++]; n.id = cudaLaunchAttributeCooperative; n.val.cooperative = 1; }
inline void __put_option(__launch_attributes &a, const launch_priority &p) { cudaLaunchAttribute &n = a.all[a.config.numAttrs++]; n.id = cudaLaunchAttributePriority; n.val.priority = p.priority; }
template <typename T> void __put_option(__launch_attributes &a, const dynamic_shared_memory_option<T> &o) { a.config.dynamicSmemBytes = o.size_bytes(); }
inline void __put_options(__launch_attributes &, const __options<> &) {}
template <typename F, typename... O> void __put_options(__launch_attributes &a, const __options<F, O...> &o) { __put_option(a, o.first); __put_options(a, o.rest); }
template <typename... E> cudaError_t __launch_with(const cudaLaunchConfig_t &config, void (*kernel)(E...), std::decay_t<E>... values) {
    void *all[] = {(void *) &values..., nullptr};
    return cudaLaunchKernelExC(&config, (const void *) kernel, all);
}
template <typename C, typename... E, typename... A> void __launch_on(stream_ref s, const C &c, void (*kernel)(E...), A &&...args) {
    const auto &h = __hierarchy_of(c);
    typedef typename C::hierarchy_type H;
    static_assert(!std::is_same<decltype(H::block), __no_level<block_level>>::value && !std::is_same<decltype(H::grid), __no_level<grid_level>>::value, "a launch needs the dimensions of the grid and of its blocks");
    __launch_attributes a = {};
    dim3 blocks = __chosen<unsigned, block_level, grid_level>(h), threads = __chosen<unsigned, thread_level, block_level>(h);
    a.config.gridDim = blocks;
    a.config.blockDim = threads;
    a.config.stream = s.get();
    a.config.attrs = a.all;
    __put_options(a, c.given);
    if constexpr (!std::is_same<decltype(H::cluster), __no_level<cluster_level>>::value) {
        cudaLaunchAttribute &n = a.all[a.config.numAttrs++];
        n.id = cudaLaunchAttributeClusterDimension;
        n.val.clusterDim.x = h.cluster.__x();
        n.val.clusterDim.y = h.cluster.__y();
        n.val.clusterDim.z = h.cluster.__z();
    }
    if (a.config.dynamicSmemBytes > 48 * 1024) cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int) a.config.dynamicSmemBytes);
    __ensure_current_device there(s.device());
    __demand(__launch_with(a.config, kernel, static_cast<E>(args)...), "Failed to launch a kernel");
}
/* A kernel, with the configuration as its first parameter or without. */
template <typename H, typename... O, typename... E, typename... A> void launch(stream_ref s, const kernel_config<H, O...> &c, void (*kernel)(E...), A &&...args) {
    if constexpr (sizeof...(E) == sizeof...(A)) __launch_on(s, c, kernel, std::forward<A>(args)...);
    else __launch_on(s, c, kernel, c, std::forward<A>(args)...);
}
/* A function object. */
template <typename H, typename... O, typename F, typename... A, typename = std::enable_if_t<std::is_class<F>::value>> void launch(stream_ref s, const kernel_config<H, O...> &c, const F &f, A &&...args) {
    auto whole = c.combine_with_default(f);
    __launch_on(s, whole, __launched<decltype(whole), F, typename __passed<A>::type...>, whole, f, std::forward<A>(args)...);
}
}
#endif
