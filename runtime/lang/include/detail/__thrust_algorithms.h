/* SPDX-License-Identifier: Apache-2.0 */
/* Thrust's vectors and algorithms, for thrust.h. Work is cut into chunks, one for a thread; one thread combines the results of the chunks,
 * in order. */
#ifndef WARPCELL_THRUST_ALGORITHMS_H
#define WARPCELL_THRUST_ALGORITHMS_H

enum { __THRUST_THREADS = 128, __THRUST_CHUNKS = 4096 };

template <typename F> __global__ void __thrust_each(long n, F f)
{
    for (long i = blockIdx.x * (long) blockDim.x + threadIdx.x; i < n; i += gridDim.x * (long) blockDim.x)
        f(i);
}

/* Chunk c of n elements is [n c / chunks, n (c + 1) / chunks). */
template <typename I, typename T, typename F> __global__ void __thrust_partial(long n, int chunks, I in, T *out, F f)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= chunks)
        return;
    long i = n * c / chunks, end = n * (c + 1) / chunks;
    T sum = in[i];
    while (++i < end)
        sum = f(sum, in[i]);
    out[c] = sum;
}

template <typename T, typename F> __global__ void __thrust_finish(int chunks, T *parts, T init, F f)
{
    T sum = init;
    for (int c = 0; c < chunks; c++)
        sum = f(sum, parts[c]);
    parts[0] = sum;
}

/* parts[c] becomes the sum of the chunks before c; given: whether init is part of the sums. */
template <typename T, typename F> __global__ void __thrust_carry(int chunks, T *parts, T init, bool given, F f)
{
    T sum = init;
    for (int c = 0; c < chunks; c++) {
        T own = parts[c];
        parts[c] = sum;
        sum = given || c ? f(sum, own) : own;
    }
}

template <typename I, typename O, typename T, typename F> __global__ void __thrust_scan(long n, int chunks, I in, O out, const T *before, bool given, bool exclusive, F f)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= chunks)
        return;
    T sum = before[c];
    bool any = given || c;
    for (long i = n * c / chunks, end = n * (c + 1) / chunks; i < end; i++) {
        T own = in[i];
        if (exclusive)
            out[i] = sum;
        sum = any ? f(sum, own) : own;
        any = true;
        if (!exclusive)
            out[i] = sum;
    }
}

/* keep(i): whether element i stays. */
template <typename P> __global__ void __thrust_count(long n, int chunks, long *counts, P keep)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    long count = 0;
    if (c >= chunks)
        return;
    for (long i = n * c / chunks, end = n * (c + 1) / chunks; i < end; i++)
        count += keep(i) ? 1 : 0;
    counts[c] = count;
}

template <typename I, typename O, typename P> __global__ void __thrust_pack(long n, int chunks, const long *before, I in, O out, P keep)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= chunks)
        return;
    long to = before[c];
    for (long i = n * c / chunks, end = n * (c + 1) / chunks; i < end; i++)
        if (keep(i))
            out[to++] = in[i];
}

/* Runs of `run` sorted indices become runs of twice that; a thread writes 32 of them. */
template <typename I, typename C> __global__ void __thrust_merge(long n, long run, I keys, const int *from, int *to, C less)
{
    long at = (blockIdx.x * (long) blockDim.x + threadIdx.x) * 32;
    if (at >= n)
        return;
    long first = at / (2 * run) * (2 * run), middle = min(first + run, n), last = min(first + 2 * run, n), k = at - first;
    long low = max(0L, k - (last - middle)), high = min(k, middle - first);
    while (low < high) { /* how many of the first k come from the left */
        long m = (low + high) / 2;
        if (less(keys[from[middle + k - m - 1]], keys[from[first + m]]))
            high = m;
        else
            low = m + 1;
    }
    long a = first + low, b = middle + k - low;
    for (long end = min(at + 32, last); at < end; at++)
        to[at] = b < last && (a >= middle || less(keys[from[b]], keys[from[a]])) ? from[b++] : from[a++];
}

/* The same where runs are short: a thread merges two of them. */
template <typename I, typename C> __global__ void __thrust_merge_small(long n, long run, I keys, const int *from, int *to, C less)
{
    long first = (blockIdx.x * (long) blockDim.x + threadIdx.x) * 2 * run;
    if (first >= n)
        return;
    long middle = min(first + run, n), last = min(first + 2 * run, n), a = first, b = middle;
    for (long at = first; at < last; at++)
        to[at] = b < last && (a >= middle || less(keys[from[b]], keys[from[a]])) ? from[b++] : from[a++];
}

namespace thrust {

#ifndef __CUDA_ARCH__
namespace system { typedef std::system_error system_error; typedef std::error_code error_code; typedef std::error_category error_category; using std::generic_category; using std::system_category; }
struct __cuda_errors : std::error_category {
    const char *name() const noexcept override { return "cuda"; }
    std::string message(int e) const override { return std::string(cudaGetErrorName((cudaError_t) e)) + ": " + cudaGetErrorString((cudaError_t) e); }
};
inline const std::error_category &cuda_category() { static __cuda_errors all; return all; }
namespace system { inline const std::error_category &cuda_category() { return thrust::cuda_category(); } }
using std::generic_category;
using std::system_category;
typedef std::system_error system_error;
typedef std::error_code error_code;
#endif

/* ---- vectors ---- */

template <typename T> class device_vector;
template <typename T> struct universal_allocator;
template <typename T, typename A = universal_allocator<T>> class universal_vector;

/* An iterator of Thrust or a pointer; else of a container of the host, whose elements may lie anywhere. */
template <typename I, typename = void> struct __iterates : std::false_type {};
template <typename T> struct __iterates<T *, void> : std::true_type {};
template <typename I> struct __iterates<I, std::void_t<typename I::__where>> : std::true_type {};

template <typename T> class host_vector : public std::vector<T> {
public:
    typedef T value_type;
    typedef T *iterator;
    typedef T *pointer;
    host_vector() {}
    explicit host_vector(size_t n) : std::vector<T>(n) {}
    host_vector(size_t n, const T &v) : std::vector<T>(n, v) {}
    host_vector(const std::vector<T> &v) : std::vector<T>(v) {}
    host_vector(std::initializer_list<T> l) : std::vector<T>(l) {}
    host_vector(const host_vector &v) : std::vector<T>(v) {}
    host_vector(const device_vector<T> &v) : std::vector<T>(v.size()) { v.__give(this->data()); }
    template <typename U> host_vector(const std::vector<U> &v) : std::vector<T>(v.begin(), v.end()) {}
    template <typename U, typename A> host_vector(const universal_vector<U, A> &v) : std::vector<T>(v.data().at, v.data().at + v.size()) {}
    template <typename U> host_vector(const device_vector<U> &v) : std::vector<T>(v.size()) { thrust::copy(v.begin(), v.end(), this->data()); }
    host_vector(const T *first, const T *last) : std::vector<T>(first, last) {}
    template <typename I, typename = typename I::value_type> host_vector(I first, I last) : std::vector<T>((size_t) std::distance(first, last)) { thrust::copy(first, last, this->data()); }
    host_vector(device_ptr<T> first, device_ptr<T> last) : std::vector<T>((size_t) (last - first)) { if (last - first) cudaMemcpy(this->data(), first.at, (last - first) * sizeof(T), cudaMemcpyDeviceToHost); }
    host_vector &operator=(const host_vector &v) { std::vector<T>::operator=(v); return *this; }
    host_vector &operator=(const std::vector<T> &v) { std::vector<T>::operator=(v); return *this; }
    host_vector &operator=(std::initializer_list<T> l) { this->assign(l.begin(), l.end()); return *this; }
    host_vector &operator=(const device_vector<T> &v) { this->resize(v.size()); v.__give(this->data()); return *this; }
    template <typename U> host_vector &operator=(const std::vector<U> &v) { this->assign(v.begin(), v.end()); return *this; }
    template <typename U, typename A> host_vector &operator=(const universal_vector<U, A> &v) { this->assign(v.data().at, v.data().at + v.size()); return *this; }
    template <typename U> host_vector &operator=(const device_vector<U> &v) { this->resize(v.size()); thrust::copy(v.begin(), v.end(), this->data()); return *this; }
};

template <typename T> class device_vector {
    T *p_;
    size_t n_, room_;
    void take(size_t n) { p_ = 0; n_ = room_ = n; if (n) cudaMalloc(&p_, n * sizeof(T)); }
public:
    typedef T value_type;
    typedef device_ptr<T> iterator;
    typedef device_ptr<const T> const_iterator;
    typedef device_ptr<T> pointer;
    typedef device_reference<T> reference;
    typedef size_t size_type;
    device_vector() { take(0); }
    explicit device_vector(size_t n) { take(n); if (n) cudaMemset(p_, 0, n * sizeof(T)); }
    device_vector(size_t n, const T &v) { take(0); resize(n, v); }
    device_vector(const device_vector &o) { take(o.n_); if (n_) cudaMemcpy(p_, o.p_, n_ * sizeof(T), cudaMemcpyDeviceToDevice); }
    device_vector(const host_vector<T> &v) { take(v.size()); __take(v.data()); }
    device_vector(const std::vector<T> &v) { take(v.size()); __take(v.data()); }
    device_vector(std::initializer_list<T> l) { take(l.size()); __take(l.begin()); }
    template <typename U> device_vector(const device_vector<U> &v) { take(v.size()); thrust::copy(v.begin(), v.end(), begin()); }
    template <typename U, typename A> device_vector(const universal_vector<U, A> &v) { take(v.size()); thrust::copy(v.begin(), v.end(), begin()); }
    template <typename U> device_vector(const std::vector<U> &v) { take(v.size()); thrust::copy(v.data(), v.data() + v.size(), begin()); }
    template <typename U> device_vector(U *first, U *last) { take((size_t) (last - first)); thrust::copy(first, last, begin()); }
    template <typename I, typename = typename I::value_type> device_vector(I first, I last) { take(0); assign(first, last); }
    ~device_vector() { if (p_) cudaFree(p_); }
    device_vector &operator=(const device_vector &o) { if (this != &o) { resize_raw(o.n_); if (n_) cudaMemcpy(p_, o.p_, n_ * sizeof(T), cudaMemcpyDeviceToDevice); } return *this; }
    device_vector &operator=(const host_vector<T> &v) { resize_raw(v.size()); __take(v.data()); return *this; }
    device_vector &operator=(std::initializer_list<T> l) { resize_raw(l.size()); __take(l.begin()); return *this; }
    device_vector &operator=(const std::vector<T> &v) { resize_raw(v.size()); __take(v.data()); return *this; }
    template <typename U> device_vector &operator=(const device_vector<U> &v) { resize_raw(v.size()); thrust::copy(v.begin(), v.end(), begin()); return *this; }
    template <typename U, typename A> device_vector &operator=(const universal_vector<U, A> &v) { resize_raw(v.size()); thrust::copy(v.begin(), v.end(), begin()); return *this; }
    template <typename U> device_vector &operator=(const std::vector<U> &v) { resize_raw(v.size()); thrust::copy(v.data(), v.data() + v.size(), begin()); return *this; }
    void __take(const T *from) { if (n_) cudaMemcpy(p_, from, n_ * sizeof(T), cudaMemcpyHostToDevice); }
    void __give(T *to) const { if (n_) cudaMemcpy(to, p_, n_ * sizeof(T), cudaMemcpyDeviceToHost); }
    void resize_raw(size_t n) { reserve(n); n_ = n; }
    void reserve(size_t n) {
        if (n <= room_) return;
        T *old = p_;
        cudaMalloc(&p_, n * sizeof(T));
        if (n_) cudaMemcpy(p_, old, n_ * sizeof(T), cudaMemcpyDeviceToDevice);
        if (old) cudaFree(old);
        room_ = n;
    }
    void resize(size_t n) { size_t old = n_; resize_raw(n); if (n > old) cudaMemset(p_ + old, 0, (n - old) * sizeof(T)); }
    void resize(size_t n, const T &v) { size_t old = n_; resize_raw(n); if (n > old) thrust::fill(begin() + old, end(), v); }
    void push_back(const T &v) { if (n_ == room_) reserve(n_ ? 2 * n_ : 8); cudaMemcpy(p_ + n_++, &v, sizeof(T), cudaMemcpyHostToDevice); }
    void pop_back() { --n_; }
    void clear() { n_ = 0; }
    void shrink_to_fit() {}
    void assign(size_t n, const T &v) { n_ = 0; resize(n, v); }
    template <typename I> void assign(I first, I last) { __assign(__iterates<I>(), first, last); }
    template <typename I> void __assign(std::true_type, I first, I last) { resize_raw((size_t) (last - first)); thrust::copy(first, last, begin()); }
    template <typename I> void __assign(std::false_type, I first, I last) { std::vector<T> own(first, last); *this = own; }
    void swap(device_vector &o) { std::swap(p_, o.p_); std::swap(n_, o.n_); std::swap(room_, o.room_); }
    iterator erase(iterator at) { return erase(at, at + 1); }
    iterator insert(iterator at, const T &v) {
        long i = at - begin();
        device_vector rest(at, end());
        resize_raw(n_ + 1);
        cudaMemcpy(p_ + i, &v, sizeof(T), cudaMemcpyHostToDevice);
        thrust::copy(rest.begin(), rest.end(), begin() + i + 1);
        return begin() + i;
    }
    iterator erase(iterator first, iterator last) { device_vector rest(last, end()); thrust::copy(rest.begin(), rest.end(), first); n_ -= (size_t) (last - first); return first; }
    size_t size() const { return n_; }
    size_t capacity() const { return room_; }
    bool empty() const { return n_ == 0; }
    iterator begin() { return iterator(p_); }
    iterator end() { return iterator(p_ + n_); }
    const_iterator begin() const { return const_iterator(p_); }
    const_iterator end() const { return const_iterator(p_ + n_); }
    const_iterator cbegin() const { return const_iterator(p_); }
    const_iterator cend() const { return const_iterator(p_ + n_); }
    pointer data() { return pointer(p_); }
    device_ptr<const T> data() const { return device_ptr<const T>(p_); }
    device_reference<T> operator[](size_t i) { return device_reference<T>(p_ + i); }
    device_reference<const T> operator[](size_t i) const { return device_reference<const T>(p_ + i); }
    device_reference<T> front() { return device_reference<T>(p_); }
    device_reference<T> back() { return device_reference<T>(p_ + n_ - 1); }
    device_reference<const T> front() const { return device_reference<const T>(p_); }
    device_reference<const T> back() const { return device_reference<const T>(p_ + n_ - 1); }
};
/* With an allocator of the program, which has no say: the memory is the device's, or the host's, all the same. */
template <typename T, typename A> class __allocated_device_vector : public device_vector<T> { public: using device_vector<T>::device_vector; __allocated_device_vector() {} };
template <typename T, typename A> class __allocated_host_vector : public host_vector<T> { public: using host_vector<T>::host_vector; __allocated_host_vector() {} };
template <typename T> struct device_allocator {
    typedef T value_type;
    typedef device_ptr<T> pointer;
    typedef device_ptr<const T> const_pointer;
    typedef device_reference<T> reference;
    typedef size_t size_type;
    typedef long difference_type;
    template <typename U> struct rebind { typedef device_allocator<U> other; };
    device_allocator() {}
    template <typename U> device_allocator(const device_allocator<U> &) {}
    pointer allocate(size_t n) { return device_malloc<T>(n); }
    void deallocate(pointer p, size_t) { device_free(p); }
};
template <typename T> using device_malloc_allocator = device_allocator<T>;
template <typename T> using device_new_allocator = device_allocator<T>;
namespace system { namespace cuda { namespace experimental { template <typename T> struct pinned_allocator : std::allocator<T> {}; } } }
namespace cuda {
namespace experimental { template <typename T> using pinned_allocator = system::cuda::experimental::pinned_allocator<T>; }
template <typename T> using allocator = device_allocator<T>;
template <typename T, typename A = device_allocator<T>> using vector = device_vector<T>;
}
/* In managed memory: algorithms run on the device, the host reads and writes elements. */
template <typename T> struct universal_allocator {
    typedef T value_type;
    universal_allocator() {}
    template <typename U> universal_allocator(const universal_allocator<U> &) {}
    T *allocate(size_t n) { T *p = 0; if (cudaMallocManaged(&p, n * sizeof(T)) != cudaSuccess) throw std::bad_alloc(); return p; }
    void deallocate(T *p, size_t) { cudaFree(p); }
};
template <typename T> struct universal_host_pinned_allocator {
    typedef T value_type;
    universal_host_pinned_allocator() {}
    template <typename U> universal_host_pinned_allocator(const universal_host_pinned_allocator<U> &) {}
    T *allocate(size_t n) { T *p = 0; if (cudaMallocHost(&p, n * sizeof(T)) != cudaSuccess) throw std::bad_alloc(); return p; }
    void deallocate(T *p, size_t) { cudaFreeHost(p); }
};
template <typename T, typename A> class universal_vector : public std::vector<T, A> {
    typedef std::vector<T, A> base;
public:
    typedef universal_ptr<T> iterator;
    typedef universal_ptr<const T> const_iterator;
    typedef universal_ptr<T> pointer;
    using base::base;
    universal_vector() {}
    universal_vector(const universal_vector &o) : base(o) {}
    universal_vector(const device_vector<T> &v) : base(v.size()) { v.__give(base::data()); }
    template <typename U> universal_vector(const std::vector<U> &v) : base(v.begin(), v.end()) {}
    template <typename U, typename B> universal_vector(const universal_vector<U, B> &v) : base(v.data().at, v.data().at + v.size()) {}
    universal_vector &operator=(const universal_vector &o) { base::operator=(o); return *this; }
    universal_vector &operator=(const device_vector<T> &v) { this->resize(v.size()); v.__give(base::data()); return *this; }
    template <typename U> universal_vector &operator=(const std::vector<U> &v) { this->assign(v.begin(), v.end()); return *this; }
    template <typename U, typename B> universal_vector &operator=(const universal_vector<U, B> &v) { this->assign(v.data().at, v.data().at + v.size()); return *this; }
    iterator begin() { return iterator(base::data()); }
    iterator end() { return begin() + (long) this->size(); }
    const_iterator begin() const { return const_iterator(base::data()); }
    const_iterator end() const { return begin() + (long) this->size(); }
    pointer data() { return begin(); }
    const_iterator data() const { return begin(); }
};
template <typename T> using universal_host_pinned_vector = universal_vector<T, universal_host_pinned_allocator<T>>;
template <typename T> bool operator==(const device_vector<T> &a, const device_vector<T> &b) { return host_vector<T>(a) == host_vector<T>(b); }
template <typename T> bool operator==(const host_vector<T> &a, const device_vector<T> &b) { return a == host_vector<T>(b); }
template <typename T> bool operator==(const device_vector<T> &a, const host_vector<T> &b) { return host_vector<T>(a) == b; }
template <typename T> void swap(device_vector<T> &a, device_vector<T> &b) { a.swap(b); }

/* The elements of a range, on their side. */
template <typename W, typename T> struct __held : device_vector<T> { template <typename I> __held(I first, I last) : device_vector<T>(first, last) {} };
template <typename T> struct __held<__on_host, T> {
    host_vector<T> all;
    template <typename I> __held(I first, I last) : all(first, last) {}
    T *begin() { return all.data(); }
    T *end() { return all.data() + all.size(); }
};
template <typename I> struct __copy_of : __held<typename iterator_traits<I>::__where, typename iterator_traits<I>::value_type> {
    __copy_of(I first, I last) : __held<typename iterator_traits<I>::__where, typename iterator_traits<I>::value_type>(first, last) {}
};

/* ---- basics ---- */

inline int __chunks(long n) { return n < __THRUST_CHUNKS * 8 ? (int) ((n + 7) / 8) : __THRUST_CHUNKS; }
inline int __blocks(long n) { return (int) ((n + __THRUST_THREADS - 1) / __THRUST_THREADS); }

template <typename F> void __for_n(__on_device, long n, F f) {
    if (n <= 0) return;
    int blocks = n > 1048576 ? 8192 : __blocks(n);
    __thrust_each<<<blocks, __THRUST_THREADS>>>(n, f);
    cudaDeviceSynchronize();
}
template <typename F> void __for_n(__on_any, long n, F f) { __for_n(__on_device(), n, f); }
template <typename F> void __for_n(__on_host, long n, F f) { for (long i = 0; i < n; i++) f(i); }

template <typename I, typename T, typename F> T __reduce_n(__on_device, I in, long n, T init, F f) {
    if (n <= 0) return init;
    int chunks = __chunks(n);
    T *parts, sum;
    cudaMalloc(&parts, chunks * sizeof(T));
    __thrust_partial<<<__blocks(chunks), __THRUST_THREADS>>>(n, chunks, in, parts, f);
    __thrust_finish<<<1, 1>>>(chunks, parts, init, f);
    cudaMemcpy(&sum, parts, sizeof(T), cudaMemcpyDeviceToHost);
    cudaFree(parts);
    return sum;
}
template <typename I, typename T, typename F> T __reduce_n(__on_any, I in, long n, T init, F f) { return __reduce_n(__on_device(), in, n, init, f); }
template <typename I, typename T, typename F> T __reduce_n(__on_host, I in, long n, T init, F f) { for (long i = 0; i < n; i++) init = f(init, in[i]); return init; }

template <typename I, typename O, typename T, typename F> void __scan_n(__on_device, I in, long n, O out, T init, bool given, bool exclusive, F f) {
    if (n <= 0) return;
    int chunks = __chunks(n);
    T *parts;
    cudaMalloc(&parts, chunks * sizeof(T));
    __thrust_partial<<<__blocks(chunks), __THRUST_THREADS>>>(n, chunks, in, parts, f);
    __thrust_carry<<<1, 1>>>(chunks, parts, init, given, f);
    __thrust_scan<<<__blocks(chunks), __THRUST_THREADS>>>(n, chunks, in, out, parts, given, exclusive, f);
    cudaDeviceSynchronize();
    cudaFree(parts);
}
template <typename I, typename O, typename T, typename F> void __scan_n(__on_host, I in, long n, O out, T init, bool given, bool exclusive, F f) {
    T sum = init;
    for (long i = 0; i < n; i++) {
        T own = in[i];
        if (exclusive) out[i] = sum;
        sum = given || i ? f(sum, own) : own;
        if (!exclusive) out[i] = sum;
    }
}

template <typename I, typename O, typename P> long __pack_n(__on_device, I in, long n, O out, P keep) {
    if (n <= 0) return 0;
    int chunks = __chunks(n);
    long *counts, last[2];
    cudaMalloc(&counts, (chunks + 1) * sizeof(long));
    cudaMemset(counts, 0, (chunks + 1) * sizeof(long));
    __thrust_count<<<__blocks(chunks), __THRUST_THREADS>>>(n, chunks, counts, keep);
    __thrust_carry<<<1, 1>>>(chunks + 1, counts, 0L, true, plus<long>());
    __thrust_pack<<<__blocks(chunks), __THRUST_THREADS>>>(n, chunks, counts, in, out, keep);
    cudaMemcpy(last, counts + chunks, sizeof(long), cudaMemcpyDeviceToHost);
    cudaFree(counts);
    return last[0];
}
template <typename I, typename O, typename P> long __pack_n(__on_host, I in, long n, O out, P keep) {
    long to = 0;
    for (long i = 0; i < n; i++) if (keep(i)) out[to++] = in[i];
    return to;
}

/* ---- what the algorithms do with index i. transform gives its functor lvalues, also of computed elements: it may take references. ---- */

template <typename I, typename O> struct __copy_f { I in; O out; __host__ __device__ void operator()(long i) { out[i] = in[i]; } };
template <typename I, typename O, typename F> struct __map_f { I in; O out; F f; __host__ __device__ void operator()(long i) { auto &&x = in[i]; out[i] = f(x); } };
template <typename I, typename J, typename O, typename F> struct __map2_f { I a; J b; O out; F f; __host__ __device__ void operator()(long i) { auto &&x = a[i]; auto &&y = b[i]; out[i] = f(x, y); } };
template <typename I, typename S, typename O, typename F, typename P> struct __map_if_f { I in; S stencil; O out; F f; P p; __host__ __device__ void operator()(long i) { auto &&s = stencil[i]; auto &&x = in[i]; if (p(s)) out[i] = f(x); } };
template <typename I, typename F> struct __call_f { I in; F f; __host__ __device__ void operator()(long i) { f(in[i]); } };
template <typename O, typename F> struct __generate_f { O out; F f; __host__ __device__ void operator()(long i) { out[i] = f(); } };
template <typename O, typename F> struct __tabulate_f { O out; F f; __host__ __device__ void operator()(long i) { out[i] = f(i); } };
template <typename O, typename T> struct __fill_f { O out; T v; __host__ __device__ void operator()(long i) { out[i] = v; } };
template <typename O, typename T> struct __sequence_f { O out; T from, step; __host__ __device__ void operator()(long i) { out[i] = from + step * (T) i; } };
template <typename M, typename I, typename O> struct __gather_f { M map; I in; O out; __host__ __device__ void operator()(long i) { out[i] = in[map[i]]; } };
template <typename I, typename M, typename O> struct __scatter_f { I in; M map; O out; __host__ __device__ void operator()(long i) { out[map[i]] = in[i]; } };
template <typename I, typename P, typename T> struct __replace_f { I at; P p; T v; __host__ __device__ void operator()(long i) { if (p(at[i])) at[i] = v; } };
template <typename I, typename S, typename P, typename T> struct __replace_by_f { I at; S stencil; P p; T v; __host__ __device__ void operator()(long i) { if (p(stencil[i])) at[i] = v; } };
template <typename I> struct __reverse_f { I at; long n; __host__ __device__ void operator()(long i) { auto c = at[i]; at[i] = at[n - 1 - i]; at[n - 1 - i] = c; } };
template <typename I, typename O> struct __back_f { I in; O out; long n; __host__ __device__ void operator()(long i) { out[i] = in[n - 1 - i]; } };
template <typename I, typename O, typename F> struct __difference_f { I in; O out; F f; __host__ __device__ void operator()(long i) { if (i) out[i] = f(in[i], in[i - 1]); else out[i] = in[i]; } };
template <typename T> struct __equals { T v; __host__ __device__ bool operator()(const T &x) const { return x == v; } };
template <typename P> struct __not { P p; template <typename T> __host__ __device__ bool operator()(const T &x) { return !p(x); } };
template <typename I, typename P> struct __keep_f { I in; P p; bool wanted; __host__ __device__ bool operator()(long i) { return (bool) p(in[i]) == wanted; } };
template <typename I, typename E> struct __first_f { I in; E same; __host__ __device__ bool operator()(long i) { return !i || !same(in[i - 1], in[i]); } };
template <typename I, typename E> struct __last_f { I in; long n; E same; __host__ __device__ bool operator()(long i) { return i == n - 1 || !same(in[i], in[i + 1]); } };
template <typename I, typename P> struct __one_if { typedef long value_type; typedef typename iterator_traits<I>::__where __where; I in; P p; __host__ __device__ long operator[](long i) { return p(in[i]) ? 1 : 0; } };
template <typename I, typename P> struct __where_if { typedef long value_type; typedef typename iterator_traits<I>::__where __where; I in; P p; long n; __host__ __device__ long operator[](long i) { return p(in[i]) ? i : n; } };
template <typename I, typename F> struct __mapped { I in; F f; __host__ __device__ auto operator[](long i) { return f(in[i]); } };
template <typename I, typename J, typename F> struct __mapped2 { I a; J b; F f; __host__ __device__ auto operator[](long i) { return f(a[i], b[i]); } };
template <typename I, typename C> struct __extreme { I in; C less; bool most; __host__ __device__ long operator()(long a, long b) { bool swaps = most ? less(in[a], in[b]) : less(in[b], in[a]); return swaps ? b : a; } };
template <typename I, typename T, typename C> struct __bound_f { I in; T v; C less; bool upper; __host__ __device__ bool operator()(long i) { return upper ? !less(v, in[i]) : (bool) less(in[i], v); } };
struct __any_less { template <typename A, typename B> __host__ __device__ bool operator()(const A &a, const B &b) const { return a < b; } };
struct __any_same { template <typename A, typename B> __host__ __device__ bool operator()(const A &a, const B &b) const { return a == b; } };

#define __WHERE(I) typename iterator_traits<I>::__where()
#define __WHERE2(I, J) typename __both<typename iterator_traits<I>::__where, typename iterator_traits<J>::__where>::where()
#define __VALUE(I) typename iterator_traits<I>::value_type

/* ---- element by element ---- */

template <typename T> T *__moved(__on_host, __on_device, device_ptr<T> first, long n, T *out) { if (n > 0) cudaMemcpy(out, first.at, n * sizeof(T), cudaMemcpyDeviceToHost); return out + n; }
template <typename T, typename U> T *__moved(__on_host, __on_device, device_ptr<U> first, long n, T *out) {
    std::vector<typename __plain<U>::type> own((size_t) n);
    if (n > 0) cudaMemcpy(own.data(), first.at, n * sizeof(U), cudaMemcpyDeviceToHost);
    for (long i = 0; i < n; i++) out[i] = own[i];
    return out + n;
}
template <typename T, typename U> device_ptr<T> __moved(__on_device, __on_host, U *first, long n, device_ptr<T> out) {
    std::vector<T> own((size_t) n);
    for (long i = 0; i < n; i++) own[i] = first[i];
    return __moved(__on_device(), __on_host(), own.data(), n, out);
}
template <typename T> device_ptr<T> __moved(__on_device, __on_host, T *first, long n, device_ptr<T> out) { if (n > 0) cudaMemcpy(out.at, first, n * sizeof(T), cudaMemcpyHostToDevice); return out + n; }
template <typename T> device_ptr<T> __moved(__on_device, __on_host, const T *first, long n, device_ptr<T> out) { if (n > 0) cudaMemcpy(out.at, first, n * sizeof(T), cudaMemcpyHostToDevice); return out + n; }
template <typename I, typename O> O __moved(__on_device, __on_device, I first, long n, O out) { __for_n(__on_device(), n, __copy_f<I, O>{first, out}); return out + n; }
template <typename I, typename O> O __moved(__on_device, __on_any, I first, long n, O out) { __for_n(__on_device(), n, __copy_f<I, O>{first, out}); return out + n; }
template <typename I, typename O> O __moved(__on_host, __on_host, I first, long n, O out) { for (long i = 0; i < n; i++) out[i] = first[i]; return out + n; }
template <typename I, typename O> O __moved(__on_host, __on_any, I first, long n, O out) { for (long i = 0; i < n; i++) out[i] = first[i]; return out + n; }
template <typename W, typename I, typename O> O __moved(__on_any, W, I first, long n, O out) { return __moved(W(), W(), first, n, out); }
/* Elements that are computed, or go to computed places: their own side computes, between arrays of the elements' type. */
template <typename I, typename O> O __moved(__on_host, __on_device, I first, long n, O out) {
    device_vector<__VALUE(I)> own(first, first + n);
    host_vector<__VALUE(I)> read(own);
    for (long i = 0; i < n; i++) out[i] = read[i];
    return out + n;
}
template <typename I, typename O> O __moved(__on_device, __on_host, I first, long n, O out) {
    host_vector<__VALUE(I)> read(n);
    for (long i = 0; i < n; i++) read[i] = first[i];
    device_vector<__VALUE(I)> own(read);
    return __moved(__on_device(), __on_device(), own.begin(), n, out);
}
template <typename I, typename O> O __copied(std::true_type, std::true_type, I first, I last, O out) { return __moved(__WHERE(O), __WHERE(I), first, (long) (last - first), out); }
template <typename I, typename O> O __copied(std::false_type, std::true_type, I first, I last, O out) {
    std::vector<typename std::iterator_traits<I>::value_type> own(first, last);
    return thrust::copy(own.data(), own.data() + own.size(), out);
}
template <typename I, typename O> O __copied(std::true_type, std::false_type, I first, I last, O out) {
    host_vector<__VALUE(I)> own(first, last);
    for (size_t i = 0; i < own.size(); i++) *out++ = own[i];
    return out;
}
template <typename I, typename O> O __copied(std::false_type, std::false_type, I first, I last, O out) { return std::copy(first, last, out); }
template <typename I, typename O> O copy(I first, I last, O out) { return __copied(typename __iterates<I>::type(), typename __iterates<O>::type(), first, last, out); }
template <typename I, typename O> O copy_n(I first, long n, O out) { return thrust::copy(first, first + n, out); }

template <typename I, typename O, typename F> O transform(I first, I last, O out, F f) { long n = last - first; __for_n(__WHERE2(I, O), n, __map_f<I, O, F>{first, out, f}); return out + n; }
template <typename I, typename J, typename O, typename F> O transform(I first, I last, J second, O out, F f) { long n = last - first; __for_n(__WHERE2(I, O), n, __map2_f<I, J, O, F>{first, second, out, f}); return out + n; }
template <typename I, typename O, typename F, typename P> O transform_if(I first, I last, O out, F f, P p) { long n = last - first; __for_n(__WHERE2(I, O), n, __map_if_f<I, I, O, F, P>{first, first, out, f, p}); return out + n; }
template <typename I, typename F> I for_each(I first, I last, F f) { long n = last - first; __for_n(__WHERE(I), n, __call_f<I, F>{first, f}); return first + n; }
template <typename I, typename F> I for_each_n(I first, long n, F f) { __for_n(__WHERE(I), n, __call_f<I, F>{first, f}); return first + n; }
template <typename O, typename F> void generate(O first, O last, F f) { __for_n(__WHERE(O), last - first, __generate_f<O, F>{first, f}); }
template <typename O, typename R> void generate(O first, O last, R (*f)()) { for (long i = 0; i < last - first; i++) first[i] = f(); }
template <typename O, typename F> void tabulate(O first, O last, F f) { __for_n(__WHERE(O), last - first, __tabulate_f<O, F>{first, f}); }
template <typename O, typename T> void fill(O first, O last, T v) { __for_n(__WHERE(O), last - first, __fill_f<O, __VALUE(O)>{first, (__VALUE(O)) v}); }
template <typename O, typename T> O fill_n(O first, long n, T v) { thrust::fill(first, first + n, v); return first + n; }
template <typename O> void sequence(O first, O last) { __for_n(__WHERE(O), last - first, __sequence_f<O, __VALUE(O)>{first, (__VALUE(O)) 0, (__VALUE(O)) 1}); }
template <typename O, typename T> void sequence(O first, O last, T from) { __for_n(__WHERE(O), last - first, __sequence_f<O, __VALUE(O)>{first, (__VALUE(O)) from, (__VALUE(O)) 1}); }
template <typename O, typename T> void sequence(O first, O last, T from, T step) { __for_n(__WHERE(O), last - first, __sequence_f<O, __VALUE(O)>{first, (__VALUE(O)) from, (__VALUE(O)) step}); }
template <typename M, typename I, typename O> O gather(M first, M last, I in, O out) { long n = last - first; __for_n(__WHERE2(I, O), n, __gather_f<M, I, O>{first, in, out}); return out + n; }
template <typename I, typename M, typename O> void scatter(I first, I last, M map, O out) { __for_n(__WHERE2(I, O), last - first, __scatter_f<I, M, O>{first, map, out}); }
template <typename I, typename P, typename T> void replace_if(I first, I last, P p, T v) { __for_n(__WHERE(I), last - first, __replace_f<I, P, __VALUE(I)>{first, p, (__VALUE(I)) v}); }
template <typename I, typename S, typename P, typename T> void replace_if(I first, I last, S stencil, P p, T v) { __for_n(__WHERE2(I, S), last - first, __replace_by_f<I, S, P, __VALUE(I)>{first, stencil, p, (__VALUE(I)) v}); }
template <typename I, typename T> void replace(I first, I last, T old, T v) { replace_if(first, last, __equals<__VALUE(I)>{(__VALUE(I)) old}, v); }
template <typename I> void reverse(I first, I last) { __for_n(__WHERE(I), (last - first) / 2, __reverse_f<I>{first, last - first}); }
template <typename I, typename O> O reverse_copy(I first, I last, O out) { long n = last - first; __for_n(__WHERE2(I, O), n, __back_f<I, O>{first, out, n}); return out + n; }
template <typename I, typename O, typename F> O adjacent_difference(I first, I last, O out, F f) {
    long n = last - first;
    __copy_of<I> own(first, last); /* the results may replace them */
    __for_n(__WHERE2(I, O), n, __difference_f<decltype(own.begin()), O, F>{own.begin(), out, f});
    return out + n;
}
template <typename I, typename O> O adjacent_difference(I first, I last, O out) { return adjacent_difference(first, last, out, minus<__VALUE(I)>()); }

/* ---- reductions ---- */

template <typename I, typename T, typename F> T reduce(I first, I last, T init, F f) { return __reduce_n(__WHERE(I), first, (long) (last - first), init, f); }
template <typename I, typename T> T reduce(I first, I last, T init) { return __reduce_n(__WHERE(I), first, (long) (last - first), init, plus<T>()); }
template <typename I> __VALUE(I) reduce(I first, I last) { return __reduce_n(__WHERE(I), first, (long) (last - first), (__VALUE(I)) 0, plus<__VALUE(I)>()); }
template <typename I, typename U, typename T, typename F> T transform_reduce(I first, I last, U f, T init, F op) { return __reduce_n(__WHERE(I), __mapped<I, U>{first, f}, (long) (last - first), init, op); }
template <typename I, typename J, typename T, typename P, typename M> T inner_product(I first, I last, J second, T init, P add, M times) { return __reduce_n(__WHERE(I), __mapped2<I, J, M>{first, second, times}, (long) (last - first), init, add); }
template <typename I, typename J, typename T> T inner_product(I first, I last, J second, T init) { return inner_product(first, last, second, init, plus<T>(), multiplies<T>()); }
template <typename I, typename P> long count_if(I first, I last, P p) { return __reduce_n(__WHERE(I), __one_if<I, P>{first, p}, (long) (last - first), 0L, plus<long>()); }
template <typename I, typename T> long count(I first, I last, T v) { return count_if(first, last, __equals<__VALUE(I)>{(__VALUE(I)) v}); }
template <typename I, typename P> I find_if(I first, I last, P p) { long n = last - first; return first + __reduce_n(__WHERE(I), __where_if<I, P>{first, p, n}, n, n, minimum<long>()); }
template <typename I, typename T> I find(I first, I last, T v) { return find_if(first, last, __equals<__VALUE(I)>{(__VALUE(I)) v}); }
template <typename I, typename P> bool all_of(I first, I last, P p) { return count_if(first, last, p) == last - first; }
template <typename I, typename P> bool any_of(I first, I last, P p) { return count_if(first, last, p) > 0; }
template <typename I, typename P> bool none_of(I first, I last, P p) { return count_if(first, last, p) == 0; }
template <typename I, typename J> bool equal(I first, I last, J second) { return __reduce_n(__WHERE2(I, J), __mapped2<I, J, __any_same>{first, second, __any_same()}, (long) (last - first), true, logical_and<bool>()); }
template <typename I, typename C> I max_element(I first, I last, C less) { return last == first ? last : first + __reduce_n(__WHERE(I), counting_iterator<long>(0), (long) (last - first), 0L, __extreme<I, C>{first, less, true}); }
template <typename I, typename C> I min_element(I first, I last, C less) { return last == first ? last : first + __reduce_n(__WHERE(I), counting_iterator<long>(0), (long) (last - first), 0L, __extreme<I, C>{first, less, false}); }
template <typename I> I max_element(I first, I last) { return thrust::max_element(first, last, __any_less()); }
template <typename I> I min_element(I first, I last) { return thrust::min_element(first, last, __any_less()); }
template <typename I, typename C> pair<I, I> minmax_element(I first, I last, C less) { return pair<I, I>(thrust::min_element(first, last, less), thrust::max_element(first, last, less)); }
template <typename I> pair<I, I> minmax_element(I first, I last) { return pair<I, I>(thrust::min_element(first, last), thrust::max_element(first, last)); }
template <typename I, typename C> bool is_sorted(I first, I last, C less) { long n = last - first; return n < 2 || !__reduce_n(__WHERE(I), __mapped2<I, I, C>{first + 1, first, less}, n - 1, false, logical_or<bool>()); }
template <typename I> bool is_sorted(I first, I last) { return thrust::is_sorted(first, last, __any_less()); }
/* ---- scans ---- */

template <typename I, typename O, typename F> O inclusive_scan(I first, I last, O out, F f) { long n = last - first; __scan_n(__WHERE2(I, O), first, n, out, __VALUE(I)(), false, false, f); return out + n; }
template <typename I, typename O> O inclusive_scan(I first, I last, O out) { return thrust::inclusive_scan(first, last, out, plus<__VALUE(I)>()); }
template <typename I, typename O, typename T, typename F> O exclusive_scan(I first, I last, O out, T init, F f) { long n = last - first; __scan_n(__WHERE2(I, O), first, n, out, init, true, true, f); return out + n; }
template <typename I, typename O, typename T> O exclusive_scan(I first, I last, O out, T init) { return thrust::exclusive_scan(first, last, out, init, plus<T>()); }
template <typename I, typename O> O exclusive_scan(I first, I last, O out) { return thrust::exclusive_scan(first, last, out, (__VALUE(I)) 0); }
template <typename I, typename O, typename U, typename F> O transform_inclusive_scan(I first, I last, O out, U u, F f) { return thrust::inclusive_scan(make_transform_iterator(first, u), make_transform_iterator(last, u), out, f); }
template <typename I, typename O, typename U, typename T, typename F> O transform_exclusive_scan(I first, I last, O out, U u, T init, F f) { return thrust::exclusive_scan(make_transform_iterator(first, u), make_transform_iterator(last, u), out, init, f); }

/* ---- selections ---- */

template <typename I, typename O, typename P> O copy_if(I first, I last, O out, P p) { return out + __pack_n(__WHERE2(I, O), first, (long) (last - first), out, __keep_f<I, P>{first, p, true}); }
template <typename I, typename S, typename O, typename P> O copy_if(I first, I last, S stencil, O out, P p) { return out + __pack_n(__WHERE2(I, O), first, (long) (last - first), out, __keep_f<S, P>{stencil, p, true}); }
template <typename I, typename O, typename P> O remove_copy_if(I first, I last, O out, P p) { return out + __pack_n(__WHERE2(I, O), first, (long) (last - first), out, __keep_f<I, P>{first, p, false}); }
template <typename I, typename S, typename O, typename P> O remove_copy_if(I first, I last, S stencil, O out, P p) { return out + __pack_n(__WHERE2(I, O), first, (long) (last - first), out, __keep_f<S, P>{stencil, p, false}); }
template <typename I, typename P> I remove_if(I first, I last, P p) { __copy_of<I> all(first, last); return thrust::remove_copy_if(all.begin(), all.end(), first, p); }
template <typename I, typename T> I remove(I first, I last, T v) { return thrust::remove_if(first, last, __equals<__VALUE(I)>{(__VALUE(I)) v}); }
template <typename I, typename P> I partition(I first, I last, P p) {
    __copy_of<I> all(first, last);
    I middle = thrust::copy_if(all.begin(), all.end(), first, p);
    thrust::remove_copy_if(all.begin(), all.end(), middle, p);
    return middle;
}
template <typename I, typename P> I stable_partition(I first, I last, P p) { return thrust::partition(first, last, p); }
template <typename I, typename O, typename E> O unique_copy(I first, I last, O out, E same) { return out + __pack_n(__WHERE2(I, O), first, (long) (last - first), out, __first_f<I, E>{first, same}); }
template <typename I, typename O> O unique_copy(I first, I last, O out) { return thrust::unique_copy(first, last, out, __any_same()); }
template <typename I, typename E> I unique(I first, I last, E same) { __copy_of<I> all(first, last); return thrust::unique_copy(all.begin(), all.end(), first, same); }
template <typename I> I unique(I first, I last) { return thrust::unique(first, last, __any_same()); }
template <typename I, typename E> long unique_count(I first, I last, E same) { return __reduce_n(__WHERE(I), __one_if<counting_iterator<long>, __first_f<I, E>>{counting_iterator<long>(0), {first, same}}, (long) (last - first), 0L, plus<long>()); }
template <typename I> long unique_count(I first, I last) { return thrust::unique_count(first, last, __any_same()); }
template <typename K, typename V, typename E> pair<K, V> unique_by_key(K first, K last, V values, E same) {
    __copy_of<K> keys(first, last);
    __copy_of<V> kept(values, values + (last - first));
    return thrust::unique_by_key_copy(keys.begin(), keys.end(), kept.begin(), first, values, same);
}
template <typename K, typename V> pair<K, V> unique_by_key(K first, K last, V values) { return thrust::unique_by_key(first, last, values, __any_same()); }

template <typename K, typename V, typename O, typename Q, typename E> pair<O, Q> unique_by_key_copy(K first, K last, V values, O keys_out, Q values_out, E same) {
    __first_f<K, E> keep{first, same};
    long n = __pack_n(__WHERE(K), first, last - first, keys_out, keep);
    __pack_n(__WHERE(K), values, last - first, values_out, keep);
    return pair<O, Q>(keys_out + n, values_out + n);
}
template <typename K, typename V, typename O, typename Q> pair<O, Q> unique_by_key_copy(K first, K last, V values, O keys_out, Q values_out) {
    return unique_by_key_copy(first, last, values, keys_out, values_out, __any_same());
}

/* A sum with whether a key begins in it: sums of such sums start anew there. */
template <typename T> struct __part { T sum; bool begins; };
template <typename T, typename F> struct __join_f { F f; __host__ __device__ __part<T> operator()(const __part<T> &a, const __part<T> &b) { __part<T> c; c.begins = a.begins || b.begins; c.sum = b.begins ? b.sum : f(a.sum, b.sum); return c; } };
template <typename K, typename V, typename T, typename E> struct __parts { typedef __part<T> value_type; typedef typename iterator_traits<K>::__where __where; K keys; V values; E same; __host__ __device__ __part<T> operator[](long i) { __part<T> p; p.sum = values[i]; p.begins = !i || !same(keys[i - 1], keys[i]); return p; } };
template <typename P, typename O> struct __sums { P parts; O out; __host__ __device__ void operator()(long i) { out[i] = parts[i].sum; } };
template <typename P> struct __sum_of { typedef __on_device __where; P parts; __host__ __device__ auto operator[](long i) { return parts[i].sum; } };
template <typename K, typename V, typename O, typename Q, typename E, typename F> pair<O, Q> reduce_by_key(K first, K last, V values, O keys_out, Q values_out, E same, F f) {
    typedef __VALUE(V) T;
    long n = last - first;
    device_vector<__part<T>> sums(n);
    __scan_n(__on_device(), __parts<K, V, T, E>{first, values, same}, n, sums.begin(), __part<T>(), false, false, __join_f<T, F>{f});
    __last_f<K, E> keep{first, n, same};
    long count = __pack_n(__on_device(), first, n, keys_out, keep);
    __pack_n(__on_device(), __sum_of<device_ptr<__part<T>>>{sums.begin()}, n, values_out, keep);
    return pair<O, Q>(keys_out + count, values_out + count);
}
template <typename K, typename V, typename O, typename Q> pair<O, Q> reduce_by_key(K first, K last, V values, O keys_out, Q values_out) { return reduce_by_key(first, last, values, keys_out, values_out, __any_same(), plus<__VALUE(V)>()); }
template <typename K, typename V, typename O, typename Q, typename E> pair<O, Q> reduce_by_key(K first, K last, V values, O keys_out, Q values_out, E same) { return reduce_by_key(first, last, values, keys_out, values_out, same, plus<__VALUE(V)>()); }

/* ---- sorting: stable, of the indices, by merging runs ---- */

template <typename I, typename C> int *__sorted(I keys, long n, C less) {
    int *from, *to;
    cudaMalloc(&from, n * sizeof(int));
    cudaMalloc(&to, n * sizeof(int));
    thrust::sequence(device_ptr<int>(from), device_ptr<int>(from) + n);
    for (long run = 1; run < n; run *= 2) {
        if (run < 32)
            __thrust_merge_small<<<__blocks((n + 2 * run - 1) / (2 * run)), __THRUST_THREADS>>>(n, run, keys, from, to, less);
        else
            __thrust_merge<<<__blocks((n + 31) / 32), __THRUST_THREADS>>>(n, run, keys, from, to, less);
        std::swap(from, to);
    }
    cudaDeviceSynchronize();
    cudaFree(to);
    return from;
}
template <typename I, typename C> void __sort(__on_device, I first, I last, C less) {
    long n = last - first;
    if (n < 2) return;
    int *order = __sorted(first, n, less);
    device_vector<__VALUE(I)> old(first, last);
    thrust::gather(device_ptr<int>(order), device_ptr<int>(order) + n, old.begin(), first);
    cudaFree(order);
}
template <typename I, typename C> void __sort(__on_host, I first, I last, C less) { std::stable_sort(first, last, less); }
template <typename T> void __sort_numbers_of(device_ptr<T> first, device_ptr<T> last, bool down) {
    host_vector<T> all(first, last);
    std::sort(all.begin(), all.end());
    if (down) std::reverse(all.begin(), all.end());
    thrust::copy(all.begin(), all.end(), first);
}
template <typename I, typename C> void sort(I first, I last, C less) { __sort(__WHERE(I), first, last, less); }
template <typename I> void sort(I first, I last) { __sort(__WHERE(I), first, last, __any_less()); }
#define __SORT_OF(T)                                                                                                               \
    inline void sort(device_ptr<T> first, device_ptr<T> last) { __sort_numbers_of(first, last, false); }                           \
    inline void sort(device_ptr<T> first, device_ptr<T> last, less<T>) { __sort_numbers_of(first, last, false); }                  \
    inline void sort(device_ptr<T> first, device_ptr<T> last, greater<T>) { __sort_numbers_of(first, last, true); }
__SORT_OF(int)
__SORT_OF(unsigned)
__SORT_OF(long)
__SORT_OF(float)
__SORT_OF(double)
#undef __SORT_OF
template <typename I, typename C> void stable_sort(I first, I last, C less) { thrust::sort(first, last, less); }
template <typename I> void stable_sort(I first, I last) { thrust::sort(first, last); }
template <typename K, typename V, typename C> void __sort_pairs(__on_device, K first, K last, V values, C less) {
    long n = last - first;
    if (n < 2) return;
    int *order = __sorted(first, n, less);
    device_ptr<int> o(order);
    device_vector<__VALUE(K)> keys(first, last);
    thrust::gather(o, o + n, keys.begin(), first);
    device_vector<__VALUE(V)> old(values, values + n);
    thrust::gather(o, o + n, old.begin(), values);
    cudaFree(order);
}
template <typename K, typename C> struct __by_key { K keys; C less; bool operator()(int a, int b) { return less(keys[a], keys[b]); } };
template <typename K, typename V, typename C> void __sort_pairs(__on_host, K first, K last, V values, C less) {
    long n = last - first;
    std::vector<int> order(n);
    for (long i = 0; i < n; i++) order[i] = (int) i;
    std::stable_sort(order.begin(), order.end(), __by_key<K, C>{first, less});
    std::vector<__VALUE(K)> keys(first, last);
    std::vector<__VALUE(V)> old(values, values + n);
    for (long i = 0; i < n; i++) { first[i] = keys[order[i]]; values[i] = old[order[i]]; }
}
template <typename K, typename V, typename C> void sort_by_key(K first, K last, V values, C less) { __sort_pairs(__WHERE(K), first, last, values, less); }
template <typename K, typename V> void sort_by_key(K first, K last, V values) { __sort_pairs(__WHERE(K), first, last, values, __any_less()); }
template <typename K, typename V, typename C> void stable_sort_by_key(K first, K last, V values, C less) { __sort_pairs(__WHERE(K), first, last, values, less); }
template <typename K, typename V> void stable_sort_by_key(K first, K last, V values) { __sort_pairs(__WHERE(K), first, last, values, __any_less()); }

}
#include <__thrust_orders.h>
namespace thrust {
/* ---- execution policies: a plain pointer is the device's where the policy is ---- */

#define __WITH_POLICY(NAME) template <typename W, typename... A> auto NAME(const __policy<W> &, A... a) { return thrust::NAME(__as(W(), a)...); }
__WITH_POLICY(copy)
__WITH_POLICY(copy_n)
__WITH_POLICY(transform)
__WITH_POLICY(for_each)
__WITH_POLICY(for_each_n)
__WITH_POLICY(generate)
__WITH_POLICY(tabulate)
__WITH_POLICY(fill)
__WITH_POLICY(fill_n)
__WITH_POLICY(sequence)
__WITH_POLICY(gather)
__WITH_POLICY(scatter)
__WITH_POLICY(replace_if)
__WITH_POLICY(reverse)
__WITH_POLICY(adjacent_difference)
__WITH_POLICY(reduce)
__WITH_POLICY(transform_reduce)
__WITH_POLICY(inner_product)
__WITH_POLICY(count)
__WITH_POLICY(count_if)
__WITH_POLICY(find)
__WITH_POLICY(find_if)
__WITH_POLICY(equal)
__WITH_POLICY(any_of)
__WITH_POLICY(all_of)
__WITH_POLICY(none_of)
__WITH_POLICY(find_if_not)
__WITH_POLICY(minmax_element)
__WITH_POLICY(mismatch)
__WITH_POLICY(swap_ranges)
__WITH_POLICY(uninitialized_fill)
__WITH_POLICY(uninitialized_copy)
__WITH_POLICY(generate_n)
__WITH_POLICY(replace)
__WITH_POLICY(replace_copy)
__WITH_POLICY(replace_copy_if)
__WITH_POLICY(transform_if)
__WITH_POLICY(gather_if)
__WITH_POLICY(scatter_if)
__WITH_POLICY(lower_bound)
__WITH_POLICY(upper_bound)
__WITH_POLICY(binary_search)
__WITH_POLICY(equal_range)
__WITH_POLICY(merge)
__WITH_POLICY(merge_by_key)
__WITH_POLICY(set_union)
__WITH_POLICY(set_intersection)
__WITH_POLICY(set_difference)
__WITH_POLICY(set_symmetric_difference)
__WITH_POLICY(remove_copy)
__WITH_POLICY(remove_copy_if)
__WITH_POLICY(partition_copy)
__WITH_POLICY(stable_partition_copy)
__WITH_POLICY(stable_partition)
__WITH_POLICY(partition_point)
__WITH_POLICY(is_partitioned)
__WITH_POLICY(is_sorted_until)
__WITH_POLICY(unique_copy)
__WITH_POLICY(unique_count)
__WITH_POLICY(unique_by_key)
__WITH_POLICY(unique_by_key_copy)
__WITH_POLICY(inclusive_scan_by_key)
__WITH_POLICY(exclusive_scan_by_key)
__WITH_POLICY(transform_inclusive_scan)
__WITH_POLICY(transform_exclusive_scan)
__WITH_POLICY(reverse_copy)
__WITH_POLICY(max_element)
__WITH_POLICY(min_element)
__WITH_POLICY(is_sorted)
__WITH_POLICY(inclusive_scan)
__WITH_POLICY(exclusive_scan)
__WITH_POLICY(copy_if)
__WITH_POLICY(remove_if)
__WITH_POLICY(remove)
__WITH_POLICY(partition)
__WITH_POLICY(unique)
__WITH_POLICY(reduce_by_key)
__WITH_POLICY(sort)
__WITH_POLICY(stable_sort)
__WITH_POLICY(sort_by_key)
__WITH_POLICY(stable_sort_by_key)
}
#undef __WITH_POLICY
#undef __WHERE
#undef __WHERE2
#undef __VALUE
#endif
