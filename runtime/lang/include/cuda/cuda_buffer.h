#include <cuda_stream>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <type_traits>
#include <vector>
// names:
// SPDX-License-Identifier: Apache-2.0
// <cuda/buffer>, <cuda/memory_resource>, <cuda/memory_pool> and <cuda/algorithm>: memory that knows its stream, where it comes from, and copies of it, for
// host code alone. A pool gives and takes memory in the order of a stream; all pools of a kind are one here.
namespace cuda {
struct device_accessible {};
struct host_accessible {};
namespace mr {
using cuda::device_accessible;
using cuda::host_accessible;
}
struct memory_pool_properties { size_t initial_pool_size = 0, release_threshold = 0, max_pool_size = 0; };

/* ---- resources ---- */

enum __memory_kind { __device_memory, __pinned_memory, __managed_memory };
inline void *__memory_new(__memory_kind kind, cudaStream_t s, size_t n) {
    void *p = nullptr;
    if (!n) return p;
    if (kind == __pinned_memory) __demand(cudaMallocHost(&p, n), "Failed to allocate pinned memory");
    else if (kind == __managed_memory) __demand(cudaMallocManaged(&p, n), "Failed to allocate managed memory");
    else __demand(cudaMallocAsync(&p, n, s), "Failed to allocate memory from a pool");
    return p;
}
inline void __memory_free(__memory_kind kind, cudaStream_t s, void *p) {
    if (!p) return;
    if (kind == __device_memory) { cudaFreeAsync(p, s); return; }
    cudaStreamSynchronize(s);
    if (kind == __pinned_memory) cudaFreeHost(p);
    else cudaFree(p);
}
template <__memory_kind K> class __resource {
protected:
    int device_;
public:
    static constexpr __memory_kind __kind = K;
    using default_queries = void;
    __resource() : device_(0) { cudaGetDevice(&device_); }
    __resource(device_ref d) : device_(d.get()) {}
    __resource(device_ref d, memory_pool_properties) : device_(d.get()) {}
    void *allocate(stream_ref s, size_t n, size_t = 256) { __ensure_current_device there((device_ref(device_))); return __memory_new(K, s.get(), n); }
    void deallocate(stream_ref s, void *p, size_t, size_t = 256) { __memory_free(K, s.get(), p); }
    void *allocate_sync(size_t n, size_t a = 256) { void *p = allocate(stream_ref(cudaStream_t()), n, a); cudaStreamSynchronize(0); return p; }
    void deallocate_sync(void *p, size_t, size_t = 256) { cudaDeviceSynchronize(); __memory_free(K, 0, p); cudaStreamSynchronize(0); }
    friend bool operator==(const __resource &a, const __resource &b) { return a.device_ == b.device_; }
    friend bool operator!=(const __resource &a, const __resource &b) { return a.device_ != b.device_; }
};
struct device_memory_pool_ref : __resource<__device_memory> { using __resource<__device_memory>::__resource; };
struct device_memory_pool : device_memory_pool_ref { using device_memory_pool_ref::device_memory_pool_ref; };
struct pinned_memory_pool_ref : __resource<__pinned_memory> { using __resource<__pinned_memory>::__resource; };
struct pinned_memory_pool : pinned_memory_pool_ref { using pinned_memory_pool_ref::pinned_memory_pool_ref; pinned_memory_pool(int, memory_pool_properties = {}) {} };
struct managed_memory_pool_ref : __resource<__managed_memory> { using __resource<__managed_memory>::__resource; };
struct managed_memory_pool : managed_memory_pool_ref { using managed_memory_pool_ref::managed_memory_pool_ref; };
struct legacy_pinned_memory_resource : pinned_memory_pool_ref { using pinned_memory_pool_ref::pinned_memory_pool_ref; };
struct legacy_managed_memory_resource : managed_memory_pool_ref { using managed_memory_pool_ref::managed_memory_pool_ref; };
inline device_memory_pool_ref device_default_memory_pool(device_ref d) { return device_memory_pool_ref(d); }
inline pinned_memory_pool_ref pinned_default_memory_pool() { return pinned_memory_pool_ref(); }
inline managed_memory_pool_ref managed_default_memory_pool() { return managed_memory_pool_ref(); }

/* ---- buffers ---- */

template <__memory_kind K> struct __properties;
template <typename T, typename... P> class buffer {
    T *p_;
    size_t n_;
    cudaStream_t stream_;
    __memory_kind kind_;
    template <typename U, typename... Q> friend class buffer;
    void take_(const T *from, size_t n) { if (n) __demand(cudaMemcpyAsync(p_, from, n * sizeof(T), cudaMemcpyDefault, stream_), "Failed to copy to a buffer"); }
public:
    typedef std::span<T> __span_type; /* what cuda::launch passes to function objects */
    typedef std::span<const T> __const_span_type;
    typedef T value_type;
    typedef T &reference;
    typedef const T &const_reference;
    typedef T *pointer;
    typedef const T *const_pointer;
    typedef T *iterator;
    typedef const T *const_iterator;
    typedef size_t size_type;
    typedef long difference_type;
    /* of the library: memory of a kind, not written yet */
    buffer(__memory_kind kind, cudaStream_t s, size_t n) : p_((T *) __memory_new(kind, s, n * sizeof(T))), n_(n), stream_(s), kind_(kind) {}
    buffer(const buffer &o) : buffer(o.kind_, o.stream_, o.n_) { take_(o.p_, n_); }
    buffer(buffer &&o) noexcept : p_(o.p_), n_(o.n_), stream_(o.stream_), kind_(o.kind_) { o.p_ = nullptr; o.n_ = 0; }
    template <typename... Q> buffer(const buffer<T, Q...> &o) : buffer(o.kind_, o.stream_, o.n_) { take_(o.p_, n_); }
    template <typename... Q> buffer(buffer<T, Q...> &&o) noexcept : p_(o.p_), n_(o.n_), stream_(o.stream_), kind_(o.kind_) { o.p_ = nullptr; o.n_ = 0; }
    ~buffer() { __memory_free(kind_, stream_, p_); }
    buffer &operator=(const buffer &o) { buffer b(o); swap(b); return *this; }
    buffer &operator=(buffer &&o) noexcept { swap(o); return *this; }
    void swap(buffer &o) noexcept { std::swap(p_, o.p_); std::swap(n_, o.n_); std::swap(stream_, o.stream_); std::swap(kind_, o.kind_); }
    T *data() { return p_; }
    const T *data() const { return p_; }
    size_t size() const { return n_; }
    size_t size_bytes() const { return n_ * sizeof(T); }
    bool empty() const { return n_ == 0; }
    T *begin() { return p_; }
    T *end() { return p_ + n_; }
    const T *begin() const { return p_; }
    const T *end() const { return p_ + n_; }
    const T *cbegin() const { return p_; }
    const T *cend() const { return p_ + n_; }
    T &get_unsynchronized(size_t i) { return p_[i]; }
    const T &get_unsynchronized(size_t i) const { return p_[i]; }
    stream_ref stream() const { return stream_; }
    void set_stream(stream_ref s) { if (s.get() != stream_) { s.wait(stream_ref(stream_)); stream_ = s.get(); } }
    __memory_kind memory_resource() const { return kind_; }
    void destroy() { __memory_free(kind_, stream_, p_); p_ = nullptr; n_ = 0; }
    void destroy(stream_ref s) { __memory_free(kind_, s.get(), p_); p_ = nullptr; n_ = 0; }
};
template <typename T> using device_buffer = buffer<T, device_accessible>;
template <typename T> using host_buffer = buffer<T, host_accessible>;
template <> struct __properties<__device_memory> { template <typename T> using buffer_of = buffer<T, device_accessible>; };
template <> struct __properties<__pinned_memory> { template <typename T> using buffer_of = buffer<T, device_accessible, host_accessible>; };
template <> struct __properties<__managed_memory> { template <typename T> using buffer_of = buffer<T, device_accessible, host_accessible>; };
template <typename R> inline constexpr __memory_kind __kind_of = std::remove_cvref<R>::type::__kind;

/* Values that may lie anywhere, into a new buffer. */
template <typename B> void __fill_from(B &b, const void *from, size_t n) {
    if (n) __demand(cudaMemcpyAsync(b.data(), from, n * sizeof(typename B::value_type), cudaMemcpyDefault, b.stream().get()), "Failed to copy to a buffer");
}
template <typename T, __memory_kind K> auto __make_buffer(stream_ref s) { return typename __properties<K>::template buffer_of<T>(K, s.get(), 0); }
template <typename T, __memory_kind K> auto __make_buffer(stream_ref s, size_t n, no_init_t) { return typename __properties<K>::template buffer_of<T>(K, s.get(), n); }
template <typename T, __memory_kind K> auto __make_buffer(stream_ref s, size_t n, const T &v) {
    typename __properties<K>::template buffer_of<T> b(K, s.get(), n);
    std::vector<T> all(n, v);
    __fill_from(b, all.data(), n);
    s.sync();
    return b;
}
template <typename T, __memory_kind K> auto __make_buffer(stream_ref s, std::initializer_list<T> list) {
    typename __properties<K>::template buffer_of<T> b(K, s.get(), list.size());
    __fill_from(b, list.begin(), list.size());
    s.sync();
    return b;
}
template <typename T, __memory_kind K, typename I, typename = typename std::iterator_traits<I>::value_type> auto __make_buffer(stream_ref s, I first, I last) {
    std::vector<T> all(first, last);
    typename __properties<K>::template buffer_of<T> b(K, s.get(), all.size());
    __fill_from(b, all.data(), all.size());
    s.sync();
    return b;
}
template <typename T, __memory_kind K, typename R, typename = decltype(std::declval<const R &>().data())> auto __make_buffer(stream_ref s, const R &range) {
    typename __properties<K>::template buffer_of<T> b(K, s.get(), range.size());
    __fill_from(b, range.data(), range.size());
    s.sync();
    return b;
}
template <typename T, typename R, typename = typename std::remove_cvref<R>::type::default_queries, typename... A> auto make_buffer(stream_ref s, R &&, A &&...a) { return __make_buffer<T, __kind_of<R>>(s, std::forward<A>(a)...); }
template <typename T, typename R, typename = typename std::remove_cvref<R>::type::default_queries> auto make_buffer(stream_ref s, R &&, std::initializer_list<T> list) { return __make_buffer<T, __kind_of<R>>(s, list); }
template <typename T, typename... A> auto make_device_buffer(stream_ref s, device_ref d, A &&...a) { __ensure_current_device there(d); return __make_buffer<T, __device_memory>(s, std::forward<A>(a)...); }
template <typename T> auto make_device_buffer(stream_ref s, device_ref d, std::initializer_list<T> list) { __ensure_current_device there(d); return __make_buffer<T, __device_memory>(s, list); }
template <typename T, typename... A> auto make_pinned_buffer(stream_ref s, A &&...a) { return __make_buffer<T, __pinned_memory>(s, std::forward<A>(a)...); }
template <typename T, typename... A> auto make_managed_buffer(stream_ref s, A &&...a) { return __make_buffer<T, __managed_memory>(s, std::forward<A>(a)...); }

/* ---- copies ---- */

/* The place and the bytes of a range, or of an mdspan whose elements lie without gaps. */
template <typename R> auto *__place_of(R &r) { if constexpr (std::is_array<R>::value) return &r[0]; else return r.data(); }
template <typename R> size_t __count_of(const R &r) { if constexpr (std::is_array<R>::value) return sizeof r / sizeof r[0]; else return r.size(); }
template <typename S, typename D> void __copy_range(stream_ref s, S &from, D &to) {
    auto *a = __place_of(from);
    auto *b = __place_of(to);
    size_t n = __count_of(from) * sizeof *a;
    if (n > __count_of(to) * sizeof *b) throw std::invalid_argument("copy_bytes destination is too small");
    if (n) __demand(cudaMemcpyAsync((void *) b, (const void *) a, n, cudaMemcpyDefault, s.get()), "Failed to perform a copy");
}
template <typename M> auto __flat(const M &m) { return std::span<typename M::element_type>(m.data_handle(), (size_t) m.mapping().required_span_size()); }
template <typename R> decltype(auto) __range_of(R &r) { if constexpr (requires { r.data_handle(); }) return __flat(r); else return (r); }
template <typename S, typename D, typename... C> void copy_bytes(stream_ref s, S &&from, D &&to, const C &...) {
    auto &&a = __range_of(from);
    auto &&b = __range_of(to);
    __copy_range(s, a, b);
}
template <typename D> void fill_bytes(stream_ref s, D &&to, unsigned char value) {
    auto &&b = __range_of(to);
    auto *p = __place_of(b);
    if (__count_of(b)) __demand(cudaMemsetAsync((void *) p, value, __count_of(b) * sizeof *p, s.get()), "Failed to perform a fill");
}
}
