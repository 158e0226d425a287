/* SPDX-License-Identifier: Apache-2.0 */
/* Thrust: the vectors, algorithms, functors and iterators that programs use most. Every algorithm is a functor of an index, run by one of
 * a few kernels or, over host iterators, by a loop. The order of sums is ours. All calls wait for the device. */
#ifndef WARPCELL_THRUST_H
#define WARPCELL_THRUST_H
#include <cstdio>
#include <vector>
#include <algorithm>
#include <iterator>
#include <utility>

namespace thrust {

/* ---- where an iterator's elements are ---- */

struct __on_host {};
struct __on_device {};
struct __on_any {};
template <typename A, typename B> struct __both { typedef __on_device where; };
template <typename B> struct __both<__on_host, B> { typedef __on_host where; };
template <> struct __both<__on_device, __on_host> { typedef __on_host where; };
template <> struct __both<__on_any, __on_host> { typedef __on_host where; };

template <typename T> struct __plain { typedef T type; };
template <typename T> struct __plain<const T> { typedef T type; };
template <typename T> struct __void { typedef void type; };
template <typename I, typename = void> struct iterator_traits { /* of std: the host's */
    typedef typename I::value_type value_type;
    typedef __on_host __where;
    typedef long difference_type;
    typedef decltype(*(*(I *) 0)) reference;
    typedef I pointer;
};
template <typename I> struct iterator_traits<I, typename __void<typename I::__where>::type> {
    typedef typename I::value_type value_type;
    typedef typename I::__where __where;
    typedef long difference_type;
    typedef decltype((*(I *) 0)[0L]) reference;
    typedef I pointer;
};
template <typename T> struct iterator_traits<T *, void> {
    typedef typename __plain<T>::type value_type;
    typedef __on_host __where;
    typedef long difference_type;
    typedef T &reference;
    typedef T *pointer;
};
template <typename T> struct iterator_difference { typedef typename iterator_traits<T>::difference_type type; };
template <typename T> struct iterator_value { typedef typename iterator_traits<T>::value_type type; };

/* A template, so that only policies are taken for one. */
template <typename W> struct __policy {
    const __policy &on(cudaStream_t s) const { cudaStreamSynchronize(s); return *this; }
    template <typename A> const __policy &operator()(A &) const { return *this; } /* an allocator of temporary memory */
};
typedef __on_host host_system_tag;
typedef __on_device device_system_tag;
static __policy<__on_host> host, seq;
static __policy<__on_device> device;
namespace cuda { static __policy<__on_device> par, par_nosync; }

/* ---- elements of the device, seen from the host ---- */

template <typename T> struct device_ptr;
template <typename T> class device_reference {
    T *p_;
public:
    typedef typename __plain<T>::type value_type;
#ifndef __CUDA_ARCH__
    explicit device_reference(T *p) : p_(p) {}
    operator value_type() const { value_type v; cudaMemcpy(&v, p_, sizeof(T), cudaMemcpyDeviceToHost); return v; }
    device_reference &operator=(const value_type &v) { cudaMemcpy(p_, &v, sizeof(T), cudaMemcpyHostToDevice); return *this; }
    device_reference &operator=(const device_reference &o) { cudaMemcpy(p_, o.p_, sizeof(T), cudaMemcpyDeviceToDevice); return *this; }
    device_reference &operator+=(const value_type &v) { value_type w = *this; return *this = w + v; }
    device_reference &operator-=(const value_type &v) { value_type w = *this; return *this = w - v; }
    device_reference &operator*=(const value_type &v) { value_type w = *this; return *this = w * v; }
    device_reference &operator/=(const value_type &v) { value_type w = *this; return *this = w / v; }
    device_reference &operator++() { return *this += value_type(1); }
    device_ptr<T> operator&() const { return device_ptr<T>(p_); }
#endif
};
template <typename T> std::ostream &operator<<(std::ostream &out, const device_reference<T> &r) { typename __plain<T>::type v = r; return out << v; }

template <typename T, typename U> struct __adds_const {};
template <typename T> struct __adds_const<T, const T> { typedef void yes; };

/* A pointer P to elements of type T, but for what it gives of them. */
#define __POINTER(P) \
    typedef typename __plain<T>::type value_type; \
    typedef __on_device __where; \
    typedef long difference_type; \
    typedef P pointer; \
    T *at; \
    __host__ __device__ P() : at(0) {} \
    __host__ __device__ explicit P(T *p) : at(p) {} \
    __host__ __device__ T *get() const { return at; } \
    __host__ __device__ operator T *() const { return at; } \
    template <typename U, typename = typename __adds_const<U, T>::yes> __host__ __device__ P(const P<U> &o) : at(o.at) {} \
    __host__ __device__ P operator+(long n) const { return P(at + n); } \
    __host__ __device__ P operator-(long n) const { return P(at - n); } \
    __host__ __device__ long operator-(const P &o) const { return at - o.at; } \
    __host__ __device__ P &operator+=(long n) { at += n; return *this; } \
    __host__ __device__ P &operator-=(long n) { at -= n; return *this; } \
    __host__ __device__ P &operator++() { ++at; return *this; } \
    __host__ __device__ P operator++(int) { P old = *this; ++at; return old; } \
    __host__ __device__ P &operator--() { --at; return *this; } \
    __host__ __device__ bool operator==(const P &o) const { return at == o.at; } \
    __host__ __device__ bool operator!=(const P &o) const { return at != o.at; } \
    __host__ __device__ bool operator<(const P &o) const { return at < o.at; }
template <typename T> struct device_ptr {
    __POINTER(device_ptr)
#ifdef __CUDA_ARCH__
    __device__ T &operator[](long i) const { return at[i]; }
    __device__ T &operator*() const { return *at; }
#else
    device_reference<T> operator[](long i) const { return device_reference<T>(at + i); }
    device_reference<T> operator*() const { return device_reference<T>(at); }
#endif
};
/* Into managed memory, which both sides read. */
template <typename T> struct universal_ptr {
    __POINTER(universal_ptr)
    __host__ __device__ T &operator[](long i) const { return at[i]; }
    __host__ __device__ T &operator*() const { return *at; }
    __host__ __device__ T *operator->() const { return at; }
};
#undef __POINTER
template <typename T> device_ptr<T> device_pointer_cast(T *p) { return device_ptr<T>(p); }
template <typename T> device_ptr<T> device_pointer_cast(const device_ptr<T> &p) { return p; }
template <typename T> __host__ __device__ T *raw_pointer_cast(T *p) { return p; }
template <typename T> __host__ __device__ T &raw_reference_cast(T &r) { return r; }
template <typename T> __host__ __device__ T *raw_pointer_cast(const device_ptr<T> &p) { return p.at; }
template <typename T> __host__ __device__ T *raw_pointer_cast(const universal_ptr<T> &p) { return p.at; }
template <typename T> device_ptr<T> device_malloc(size_t n) { T *p = 0; cudaMalloc(&p, n * sizeof(T)); return device_ptr<T>(p); }
inline device_ptr<void> device_malloc(size_t n) { void *p = 0; cudaMalloc(&p, n); return device_ptr<void>(p); }
template <typename T> void device_free(device_ptr<T> p) { cudaFree(p.at); }
namespace cuda {
template <typename T> using pointer = device_ptr<T>;
template <typename T> device_ptr<T> malloc(size_t n) { return thrust::device_malloc<T>(n); }
template <typename T> void free(device_ptr<T> p) { thrust::device_free(p); }
}
template <typename T> device_ptr<T> __as(__on_device, T *p) { return device_ptr<T>(p); }
template <typename T> T *__as(__on_host, const universal_ptr<T> &p) { return p.at; }
template <typename W, typename T> T __as(W, const T &x) { return x; }

/* ---- pairs and tuples ---- */

template <typename A, typename B> struct pair {
    typedef A first_type;
    typedef B second_type;
    A first;
    B second;
    __host__ __device__ pair() : first(), second() {}
    __host__ __device__ pair(const A &a, const B &b) : first(a), second(b) {}
};
template <typename A, typename B> __host__ __device__ pair<A, B> make_pair(A a, B b) { return pair<A, B>(a, b); }
template <typename A, typename B> __host__ __device__ bool operator==(const pair<A, B> &a, const pair<A, B> &b) { return a.first == b.first && a.second == b.second; }
template <typename A, typename B> __host__ __device__ bool operator<(const pair<A, B> &a, const pair<A, B> &b) { return a.first < b.first || (!(b.first < a.first) && a.second < b.second); }
template <typename A, typename B> __host__ __device__ bool operator!=(const pair<A, B> &a, const pair<A, B> &b) { return !(a == b); }
template <typename A, typename B> __host__ __device__ bool operator>(const pair<A, B> &a, const pair<A, B> &b) { return b < a; }
template <typename A, typename B> __host__ __device__ bool operator<=(const pair<A, B> &a, const pair<A, B> &b) { return !(b < a); }
template <typename A, typename B> __host__ __device__ bool operator>=(const pair<A, B> &a, const pair<A, B> &b) { return !(a < b); }

struct null_type {};
template <bool holds> struct __only {};
template <> struct __only<true> { typedef int type; };
/* The first element, and a tuple of the others. */
template <typename... T> struct tuple;
template <int N> struct __element;
template <typename H> struct tuple<H> {
    typedef void __element_wise;
    template <int M, typename T> static __host__ __device__ auto &__element_of(T &t) { return __element<M>::of(t); }
    H e0;
    __host__ __device__ tuple() : e0() {}
    __host__ __device__ tuple(H h) : e0(h) {}
    template <typename P> __host__ __device__ tuple(const tuple<P> &o) : e0(o.e0) {}
    template <typename P> __host__ __device__ tuple &operator=(const tuple<P> &o) { e0 = o.e0; return *this; }
};
template <typename H, typename N, typename... R> struct tuple<H, N, R...> {
    typedef void __element_wise;
    template <int M, typename T> static __host__ __device__ auto &__element_of(T &t) { return __element<M>::of(t); }
    H e0;
    tuple<N, R...> rest;
    __host__ __device__ tuple() : e0(), rest() {}
    __host__ __device__ tuple(H h, N n, R... r) : e0(h), rest(n, r...) {}
    template <typename P, typename Q, typename... S, typename = typename __only<sizeof...(S) == sizeof...(R)>::type> __host__ __device__ tuple(const tuple<P, Q, S...> &o) : e0(o.e0), rest(o.rest) {}
    template <typename P, typename Q, typename... S> __host__ __device__ tuple &operator=(const tuple<P, Q, S...> &o) { e0 = o.e0; rest = o.rest; return *this; }
};
template <int N> struct __element { template <typename T> static __host__ __device__ auto &of(T &t) { return __element<N - 1>::of(t.rest); } };
template <> struct __element<0> { template <typename T> static __host__ __device__ auto &of(T &t) { return t.e0; } };
template <int N, typename... T> __host__ __device__ auto &get(tuple<T...> &t) { return __element<N>::of(t); }
template <int N, typename... T> __host__ __device__ auto &get(const tuple<T...> &t) { return __element<N>::of(t); }
template <typename... T> __host__ __device__ tuple<T...> make_tuple(T... t) { return tuple<T...>(t...); }
template <typename T> struct tuple_size;
template <typename... T> struct tuple_size<tuple<T...>> { static const size_t value = sizeof...(T); };
template <size_t N, typename T> struct tuple_element;
template <typename H, typename... R> struct tuple_element<0, tuple<H, R...>> { typedef H type; };
template <size_t N, typename H, typename... R> struct tuple_element<N, tuple<H, R...>> { typedef typename tuple_element<N - 1, tuple<R...>>::type type; };
template <int... N> struct __places {};
template <int N, int... M> struct __places_below : __places_below<N - 1, N - 1, M...> {};
template <int... M> struct __places_below<0, M...> { typedef __places<M...> type; };

template <int N> struct __lexical {
    template <typename T> static __host__ __device__ bool same(const T &a, const T &b) { return __lexical<N - 1>::same(a, b) && __element<N - 1>::of(a) == __element<N - 1>::of(b); }
    template <typename T> static __host__ __device__ bool less(const T &a, const T &b) {
        return __lexical<N - 1>::less(a, b) || (!__lexical<N - 1>::less(b, a) && __element<N - 1>::of(a) < __element<N - 1>::of(b));
    }
};
template <> struct __lexical<0> {
    template <typename T> static __host__ __device__ bool same(const T &, const T &) { return true; }
    template <typename T> static __host__ __device__ bool less(const T &, const T &) { return false; }
};
template <typename... T> __host__ __device__ bool operator==(const tuple<T...> &a, const tuple<T...> &b) { return __lexical<sizeof...(T)>::same(a, b); }
template <typename... T> __host__ __device__ bool operator!=(const tuple<T...> &a, const tuple<T...> &b) { return !__lexical<sizeof...(T)>::same(a, b); }
template <typename... T> __host__ __device__ bool operator<(const tuple<T...> &a, const tuple<T...> &b) { return __lexical<sizeof...(T)>::less(a, b); }
template <typename... T> __host__ __device__ bool operator>(const tuple<T...> &a, const tuple<T...> &b) { return __lexical<sizeof...(T)>::less(b, a); }
template <typename... T> __host__ __device__ bool operator<=(const tuple<T...> &a, const tuple<T...> &b) { return !__lexical<sizeof...(T)>::less(b, a); }
template <typename... T> __host__ __device__ bool operator>=(const tuple<T...> &a, const tuple<T...> &b) { return !__lexical<sizeof...(T)>::less(a, b); }

/* ---- functors ---- */

template <typename A, typename R> struct unary_function { typedef A argument_type; typedef R result_type; };
template <typename A, typename B, typename R> struct binary_function { typedef A first_argument_type; typedef B second_argument_type; typedef R result_type; };
template <typename T = void> struct plus { __host__ __device__ T operator()(const T &a, const T &b) const { return a + b; } };
template <typename T = void> struct minus { __host__ __device__ T operator()(const T &a, const T &b) const { return a - b; } };
template <typename T = void> struct multiplies { __host__ __device__ T operator()(const T &a, const T &b) const { return a * b; } };
template <typename T = void> struct divides { __host__ __device__ T operator()(const T &a, const T &b) const { return a / b; } };
template <typename T = void> struct modulus { __host__ __device__ T operator()(const T &a, const T &b) const { return a % b; } };
template <typename T = void> struct maximum { __host__ __device__ T operator()(const T &a, const T &b) const { return a < b ? b : a; } };
template <typename T = void> struct minimum { __host__ __device__ T operator()(const T &a, const T &b) const { return b < a ? b : a; } };
template <typename T = void> struct bit_and { __host__ __device__ T operator()(const T &a, const T &b) const { return a & b; } };
template <typename T = void> struct bit_or { __host__ __device__ T operator()(const T &a, const T &b) const { return a | b; } };
template <typename T = void> struct bit_xor { __host__ __device__ T operator()(const T &a, const T &b) const { return a ^ b; } };
template <typename T = void> struct less { __host__ __device__ bool operator()(const T &a, const T &b) const { return a < b; } };
template <typename T = void> struct greater { __host__ __device__ bool operator()(const T &a, const T &b) const { return a > b; } };
template <typename T = void> struct less_equal { __host__ __device__ bool operator()(const T &a, const T &b) const { return a <= b; } };
template <typename T = void> struct greater_equal { __host__ __device__ bool operator()(const T &a, const T &b) const { return a >= b; } };
template <typename T = void> struct equal_to { __host__ __device__ bool operator()(const T &a, const T &b) const { return a == b; } };
template <typename T = void> struct not_equal_to { __host__ __device__ bool operator()(const T &a, const T &b) const { return a != b; } };
template <typename T = void> struct logical_and { __host__ __device__ bool operator()(const T &a, const T &b) const { return a && b; } };
template <typename T = void> struct logical_or { __host__ __device__ bool operator()(const T &a, const T &b) const { return a || b; } };
template <typename T = void> struct negate { __host__ __device__ T operator()(const T &a) const { return -a; } };
template <typename T = void> struct square { __host__ __device__ T operator()(const T &a) const { return a * a; } };
template <typename T = void> struct identity { __host__ __device__ T operator()(const T &a) const { return a; } };
template <typename T = void> struct logical_not { __host__ __device__ bool operator()(const T &a) const { return !a; } };
template <> struct plus<void> { template <typename A, typename B> __host__ __device__ auto operator()(const A &a, const B &b) const { return a + b; } };
template <> struct minus<void> { template <typename A, typename B> __host__ __device__ auto operator()(const A &a, const B &b) const { return a - b; } };
template <> struct multiplies<void> { template <typename A, typename B> __host__ __device__ auto operator()(const A &a, const B &b) const { return a * b; } };
template <> struct maximum<void> { template <typename A, typename B> __host__ __device__ auto operator()(const A &a, const B &b) const { return a < b ? b : a; } };
template <> struct minimum<void> { template <typename A, typename B> __host__ __device__ auto operator()(const A &a, const B &b) const { return b < a ? b : a; } };
template <> struct less<void> { template <typename A, typename B> __host__ __device__ bool operator()(const A &a, const B &b) const { return a < b; } };
template <> struct greater<void> { template <typename A, typename B> __host__ __device__ bool operator()(const A &a, const B &b) const { return a > b; } };
template <> struct equal_to<void> { template <typename A, typename B> __host__ __device__ bool operator()(const A &a, const B &b) const { return a == b; } };
template <> struct identity<void> { template <typename A> __host__ __device__ A operator()(const A &a) const { return a; } };
template <typename T> __host__ __device__ T max(const T &a, const T &b) { return a < b ? b : a; }
template <typename T> __host__ __device__ T min(const T &a, const T &b) { return b < a ? b : a; }
template <typename T> __host__ __device__ void swap(T &a, T &b) { T c = a; a = b; b = c; }

/* ---- random numbers: multiplicative congruential, as C++'s minstd_rand ---- */

template <typename T, unsigned long A> struct __congruential {
    typedef T result_type;
    static const T min = 1, max = 2147483646, default_seed = 1;
    unsigned long x;
    __host__ __device__ explicit __congruential(unsigned long s = 1) { seed(s); }
    __host__ __device__ void seed(unsigned long s = 1) { x = s % 2147483647 ? s % 2147483647 : 1; }
    __host__ __device__ T operator()() { x = x * A % 2147483647; return (T) x; }
    __host__ __device__ void discard(unsigned long n) {
        for (unsigned long a = A; n; n >>= 1) { if (n & 1) x = x * a % 2147483647; a = a * a % 2147483647; }
    }
};
typedef __congruential<unsigned, 48271> minstd_rand;
typedef __congruential<unsigned, 16807> minstd_rand0;
typedef minstd_rand default_random_engine;
typedef minstd_rand taus88;
typedef minstd_rand ranlux24;
template <typename T = double> struct uniform_real_distribution {
    typedef T result_type;
    T from, to;
    __host__ __device__ explicit uniform_real_distribution(T a = 0, T b = 1) : from(a), to(b) {}
    template <typename G> __host__ __device__ T operator()(G &g) { T u = (T) ((double) (g() - 1) / 2147483646.0); return from + (u < 1 ? u : (T) 0.9999999) * (to - from); }
};
template <typename T = int> struct uniform_int_distribution {
    typedef T result_type;
    T from, to;
    __host__ __device__ explicit uniform_int_distribution(T a = 0, T b = 2147483647) : from(a), to(b) {}
    template <typename G> __host__ __device__ T operator()(G &g) { return from + (T) ((double) (g() - 1) / 2147483646.0 * ((double) to - (double) from + 1)); }
};
template <typename T = double> struct normal_distribution {
    typedef T result_type;
    T mean_, deviation_;
    __host__ __device__ explicit normal_distribution(T m = 0, T s = 1) : mean_(m), deviation_(s) {}
    template <typename G> __host__ __device__ T operator()(G &g) {
        double u = (double) g() / 2147483647.0, v = (double) g() / 2147483647.0;
        return mean_ + deviation_ * (T) (sqrt(-2 * log(u)) * cos(6.283185307179586 * v));
    }
};
namespace random {
typedef thrust::minstd_rand minstd_rand;
typedef thrust::minstd_rand default_random_engine;
template <typename T = double> using uniform_real_distribution = thrust::uniform_real_distribution<T>;
template <typename T = int> using uniform_int_distribution = thrust::uniform_int_distribution<T>;
template <typename T = double> using normal_distribution = thrust::normal_distribution<T>;
}

/* ---- iterators that compute their elements ---- */

/* What an iterator has by its operators +, - and []. */
#define __MOVES(I) \
    typedef long difference_type; \
    __host__ __device__ I operator-(long n) const { return *this + -n; } \
    __host__ __device__ I &operator+=(long n) { return *this = *this + n; } \
    __host__ __device__ I &operator-=(long n) { return *this = *this + -n; } \
    __host__ __device__ I &operator++() { return *this = *this + 1; } \
    __host__ __device__ I &operator--() { return *this = *this + -1; } \
    __host__ __device__ I operator++(int) { I old = *this; *this = old + 1; return old; } \
    __host__ __device__ I operator--(int) { I old = *this; *this = old + -1; return old; } \
    __host__ __device__ bool operator==(const I &o) const { return *this - o == 0; } \
    __host__ __device__ bool operator!=(const I &o) const { return *this - o != 0; } \
    __host__ __device__ bool operator<(const I &o) const { return *this - o < 0; } \
    __host__ __device__ bool operator>(const I &o) const { return *this - o > 0; } \
    __host__ __device__ bool operator<=(const I &o) const { return *this - o <= 0; } \
    __host__ __device__ bool operator>=(const I &o) const { return *this - o >= 0; }

struct __use_default {};
template <typename T, typename S = __use_default, typename V = __use_default, typename D = __use_default> struct counting_iterator {
    typedef T value_type;
    typedef __on_any __where;
    T from;
    __host__ __device__ counting_iterator() : from(0) {}
    __host__ __device__ explicit counting_iterator(T v) : from(v) {}
    __host__ __device__ T operator[](long i) const { return from + (T) i; }
    __host__ __device__ T operator*() const { return from; }
    __host__ __device__ counting_iterator operator+(long n) const { return counting_iterator(from + (T) n); }
    __host__ __device__ long operator-(const counting_iterator &o) const { return (long) from - (long) o.from; }
    __MOVES(counting_iterator)
};
template <typename T> counting_iterator<T> make_counting_iterator(T v) { return counting_iterator<T>(v); }

template <typename T, typename N = __use_default, typename S = __use_default> struct constant_iterator {
    typedef T value_type;
    typedef __on_any __where;
    T value;
    long index;
    __host__ __device__ explicit constant_iterator(T v, long i = 0) : value(v), index(i) {}
    __host__ __device__ T operator[](long i) const { return value; }
    __host__ __device__ T operator*() const { return value; }
    __host__ __device__ constant_iterator operator+(long n) const { return constant_iterator(value, index + n); }
    __host__ __device__ long operator-(const constant_iterator &o) const { return index - o.index; }
    __MOVES(constant_iterator)
};
template <typename T> constant_iterator<T> make_constant_iterator(T v) { return constant_iterator<T>(v); }

struct __discard { template <typename T> __host__ __device__ const __discard &operator=(const T &v) const { return *this; } };
template <typename T = int> struct discard_iterator {
    typedef T value_type;
    typedef __on_any __where;
    long index;
    __host__ __device__ discard_iterator(long i = 0) : index(i) {}
    __host__ __device__ __discard operator[](long i) const { return __discard(); }
    __host__ __device__ __discard operator*() const { return __discard(); }
    __host__ __device__ discard_iterator operator+(long n) const { return discard_iterator(index + n); }
    __host__ __device__ long operator-(const discard_iterator &o) const { return index - o.index; }
    __MOVES(discard_iterator)
};
inline discard_iterator<> make_discard_iterator() { return discard_iterator<>(); }
template <typename I> __host__ __device__ long distance(I first, I last) { return last - first; }
template <typename I, typename N> __host__ __device__ void advance(I &i, N n) { i = i + (long) n; }
template <typename I> __host__ __device__ I next(I i, long n = 1) { return i + n; }
template <typename I> __host__ __device__ I prev(I i, long n = 1) { return i + -n; }

template <typename V, typename D> struct __given { typedef typename __plain<V>::type type; };
template <typename D> struct __given<__use_default, D> { typedef typename __plain<D>::type type; };
template <typename V, typename D> struct __given<V &, D> { typedef typename __plain<V>::type type; };
template <typename D> struct __given<__use_default, D &> { typedef typename __plain<D>::type type; };
template <typename F, typename I, typename R = __use_default, typename V = __use_default> struct transform_iterator {
    typedef typename iterator_traits<I>::__where __where;
    typedef decltype((*(F *) 0)((*(typename iterator_traits<I>::value_type *) 0))) __result;
    typedef typename __given<V, typename __given<R, __result>::type>::type value_type;
    I base;
    mutable F f;
    __host__ __device__ explicit transform_iterator(I i) : base(i), f() {}
    __host__ __device__ transform_iterator(I i, F g) : base(i), f(g) {}
    __host__ __device__ auto operator[](long i) const { return f(base[i]); }
    __host__ __device__ auto operator*() const { return f(base[0]); }
    __host__ __device__ transform_iterator operator+(long n) const { return transform_iterator(base + n, f); }
    __host__ __device__ long operator-(const transform_iterator &o) const { return base - o.base; }
    __MOVES(transform_iterator)
};
template <typename I, typename F> transform_iterator<F, I> make_transform_iterator(I i, F f) { return transform_iterator<F, I>(i, f); }

template <typename E, typename M> struct permutation_iterator {
    typedef typename iterator_traits<E>::__where __where;
    typedef typename iterator_traits<E>::value_type value_type;
    E elements;
    M map;
    __host__ __device__ permutation_iterator(E e, M m) : elements(e), map(m) {}
    __host__ __device__ decltype(auto) operator[](long i) const { return elements[map[i]]; }
    __host__ __device__ decltype(auto) operator*() const { return elements[map[0]]; }
    __host__ __device__ permutation_iterator operator+(long n) const { return permutation_iterator(elements, map + n); }
    __host__ __device__ long operator-(const permutation_iterator &o) const { return map - o.map; }
    __MOVES(permutation_iterator)
};
template <typename E, typename M> permutation_iterator<E, M> make_permutation_iterator(E e, M m) { return permutation_iterator<E, M>(e, m); }

template <typename I, typename... J> struct __where_of { typedef typename __both<typename iterator_traits<I>::__where, typename __where_of<J...>::where>::where where; };
template <typename I> struct __where_of<I> { typedef typename iterator_traits<I>::__where where; };
template <typename T> struct zip_iterator;
template <typename I, typename... J> struct zip_iterator<tuple<I, J...>> {
    typedef typename __where_of<I, J...>::where __where;
    typedef tuple<typename iterator_traits<I>::value_type, typename iterator_traits<J>::value_type...> value_type;
    typedef typename __places_below<1 + (int) sizeof...(J)>::type __places_of;
    tuple<I, J...> each;
    __host__ __device__ zip_iterator(const tuple<I, J...> &t) : each(t) {}
    __host__ __device__ zip_iterator(I i, J... j) : each(i, j...) {}
    template <int... N> __host__ __device__ auto __at(long i, __places<N...>) const { return tuple<decltype(__element<N>::of(each)[i])...>(__element<N>::of(each)[i]...); }
    template <int... N> __host__ __device__ zip_iterator __moved(long n, __places<N...>) const { return zip_iterator(__element<N>::of(each) + n...); }
    __host__ __device__ auto operator[](long i) const { return __at(i, __places_of()); }
    __host__ __device__ auto operator*() const { return __at(0, __places_of()); }
    __host__ __device__ zip_iterator operator+(long n) const { return __moved(n, __places_of()); }
    __host__ __device__ long operator-(const zip_iterator &o) const { return each.e0 - o.each.e0; }
    __MOVES(zip_iterator)
};

/* A function of several arguments as one of a tuple. */
template <typename F> struct zip_function {
    mutable F f;
    template <int... N, typename T> __host__ __device__ decltype(auto) of(const T &t, __places<N...>) const { return f(__element<N>::of(t)...); }
    template <typename... T> __host__ __device__ decltype(auto) operator()(const tuple<T...> &t) const { return of(t, typename __places_below<(int) sizeof...(T)>::type()); }
};
template <typename F> zip_function<F> make_zip_function(F f) { return zip_function<F>{f}; }

/* Backwards: element i is the one i + 1 before the base. */
template <typename I> struct reverse_iterator {
    typedef typename iterator_traits<I>::__where __where;
    typedef typename iterator_traits<I>::value_type value_type;
    I from;
    __host__ __device__ explicit reverse_iterator(I i) : from(i) {}
    __host__ __device__ I base() const { return from; }
    __host__ __device__ decltype(auto) operator[](long i) const { return *(from - (i + 1)); }
    __host__ __device__ decltype(auto) operator*() const { return *(from - 1); }
    __host__ __device__ reverse_iterator operator+(long n) const { return reverse_iterator(from - n); }
    __host__ __device__ long operator-(const reverse_iterator &o) const { return o.from - from; }
    __MOVES(reverse_iterator)
};
template <typename I> reverse_iterator<I> make_reverse_iterator(I i) { return reverse_iterator<I>(i); }

/* What is assigned to an element goes through f. */
template <typename F, typename O> struct __through { F f; O out; long i; template <typename T> __host__ __device__ const __through &operator=(const T &v) const { F g = f; O to = out; to[i] = g(v); return *this; } };
template <typename F, typename O> struct transform_output_iterator {
    typedef typename iterator_traits<O>::__where __where;
    typedef typename iterator_traits<O>::value_type value_type;
    O out;
    F f;
    __host__ __device__ transform_output_iterator(O o, F g) : out(o), f(g) {}
    __host__ __device__ __through<F, O> operator[](long i) const { return __through<F, O>{f, out, i}; }
    __host__ __device__ __through<F, O> operator*() const { return __through<F, O>{f, out, 0}; }
    __host__ __device__ transform_output_iterator operator+(long n) const { return transform_output_iterator(out + n, f); }
    __host__ __device__ long operator-(const transform_output_iterator &o) const { return out - o.out; }
    __MOVES(transform_output_iterator)
};
template <typename O, typename F> transform_output_iterator<F, O> make_transform_output_iterator(O o, F f) { return transform_output_iterator<F, O>(o, f); }

/* f on the way in, g on the way out. */
template <typename F, typename G, typename I> struct __both_ways {
    typedef decltype((*(F *) 0)((*(typename iterator_traits<I>::value_type *) 0))) value_type;
    F f; G g; I at; long i;
    __host__ __device__ operator value_type() const { F h = f; I from = at; return h(from[i]); }
    template <typename T> __host__ __device__ const __both_ways &operator=(const T &v) const { G h = g; I to = at; to[i] = h(v); return *this; }
};
template <typename F, typename G, typename I> struct transform_input_output_iterator {
    typedef typename iterator_traits<I>::__where __where;
    typedef typename __both_ways<F, G, I>::value_type value_type;
    I base;
    F f;
    G g;
    __host__ __device__ transform_input_output_iterator(I i, F in, G out) : base(i), f(in), g(out) {}
    __host__ __device__ __both_ways<F, G, I> operator[](long i) const { return __both_ways<F, G, I>{f, g, base, i}; }
    __host__ __device__ __both_ways<F, G, I> operator*() const { return __both_ways<F, G, I>{f, g, base, 0}; }
    __host__ __device__ transform_input_output_iterator operator+(long n) const { return transform_input_output_iterator(base + n, f, g); }
    __host__ __device__ long operator-(const transform_input_output_iterator &o) const { return base - o.base; }
    __MOVES(transform_input_output_iterator)
};
template <typename I, typename F, typename G> transform_input_output_iterator<F, G, I> make_transform_input_output_iterator(I i, F f, G g) { return transform_input_output_iterator<F, G, I>(i, f, g); }
#undef __MOVES
template <typename T> zip_iterator<T> make_zip_iterator(const T &t) { return zip_iterator<T>(t); }
template <typename A, typename B, typename... C> zip_iterator<tuple<A, B, C...>> make_zip_iterator(A a, B b, C... c) { return zip_iterator<tuple<A, B, C...>>(a, b, c...); }
}
#include <__thrust_algorithms.h>
#include <__thrust_shuffle.h>
#include <__thrust_complex.h>
#include <__thrust_placeholders.h>
#include <functional_host.h>
#endif
