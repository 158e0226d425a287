/* SPDX-License-Identifier: Apache-2.0 */
/* CUB's device-wide algorithms for host code, by those of Thrust; in kernels <cub/...> is CUB itself. A first call with a null pointer asks for the size of
 * the temporary storage, as there; what is needed besides is allocated by the calls. They wait for the stream and for the device. */
#ifndef WARPCELL_CUB_H
#define WARPCELL_CUB_H
#include <limits>
#include <thrust/device_vector.h>


/* What kernels of ours hold; device programs have CUB's own namespace beside it. */
namespace thrust {
/* The order by the bits [begin, begin + count) of keys, as a radix sort sees them: floating-point numbers by sign and size. */
template <typename T, typename U> struct __bits_less {
    int begin, count;
    bool down, real, has_sign;
    __host__ __device__ unsigned long long of(const T &key) const {
        U bits = 0;
        memcpy(&bits, &key, sizeof key);
        U sign = (U) 1 << (8 * sizeof(U) - 1);
        if (real)
            bits = bits & sign ? (U) ~bits : (U) (bits | sign);
        else if (has_sign)
            bits ^= sign;
        unsigned long long wide = (unsigned long long) bits >> begin;
        return count < 64 ? wide & ((1ull << count) - 1) : wide;
    }
    __host__ __device__ bool operator()(const T &a, const T &b) const { return down ? of(b) < of(a) : of(a) < of(b); }
};
template <typename I, typename C, typename L> struct __even_bin {
    I in;
    C *counts;
    L lower, upper;
    int bins;
    __host__ __device__ void operator()(long i) {
        L v = in[i];
        if (v >= lower && v < upper) atomicAdd(counts + (int) ((v - lower) * bins / (upper - lower)), (C) 1);
    }
};
template <typename I, typename C, typename L> struct __range_bin {
    I in;
    C *counts;
    const L *levels;
    int bins;
    __host__ __device__ void operator()(long i) {
        L v = in[i];
        if (!(v >= levels[0]) || !(v < levels[bins])) return;
        int low = 0, high = bins; /* levels[low] <= v < levels[high] */
        while (high - low > 1) {
            int middle = (low + high) / 2;
            if (v < levels[middle]) high = middle;
            else low = middle;
        }
        atomicAdd(counts + low, (C) 1);
    }
};
template <typename I, typename O, typename B, typename E, typename T, typename F> struct __segment_sum {
    I in;
    O out;
    B begins;
    E ends;
    T init;
    F f;
    __host__ __device__ void operator()(long s) {
        T sum = init;
        for (long i = begins[s]; i < ends[s]; i++) sum = f(sum, in[i]);
        out[s] = sum;
    }
};
template <typename K, typename I, typename O, typename E, typename F, typename T> struct __scan_run { /* of the run of equal keys that begins at i */
    K keys;
    I in;
    O out;
    long n;
    E same;
    F f;
    T init;
    bool exclusive;
    __host__ __device__ void operator()(long i) {
        if (i && same(keys[i - 1], keys[i])) return;
        T sum = init;
        bool any = exclusive;
        for (long k = i; k < n && (k == i || same(keys[k - 1], keys[k])); k++) {
            T own = in[k];
            if (exclusive) out[k] = sum;
            sum = any ? f(sum, own) : own;
            any = true;
            if (!exclusive) out[k] = sum;
        }
    }
};
template <typename F> struct __flag_is { F flag; bool wanted; template <typename T> __host__ __device__ bool operator()(const T &x) { return (flag(x) ? true : false) == wanted; } };
/* Channel of pixel i in rows of `width` pixels, `apart` samples from row to row. */
template <typename I> struct __pixel_iterator {
    typedef typename iterator_traits<I>::value_type value_type;
    I in;
    long width, apart;
    int channels, channel;
    __host__ __device__ value_type operator[](long i) const { return in[i / width * apart + i % width * channels + channel]; }
};
template <typename I, typename O, typename F> struct __difference_f { /* from the neighbour on the left, or on the right */
    I in;
    O out;
    long n;
    F f;
    bool left;
    __host__ __device__ void operator()(long i) { long j = left ? i - 1 : i + 1; if (j < 0 || j >= n) out[i] = in[i]; else out[i] = f(in[i], in[j]); }
};
template <typename I, typename O, typename S> struct __batch_copy {
    I in;
    O out;
    S sizes;
    __host__ __device__ void operator()(long b) { for (long k = 0, n = sizes[b]; k < n; k++) out[b][k] = in[b][k]; }
};
template <typename I, typename O, typename S> struct __batch_bytes {
    I in;
    O out;
    S sizes;
    __host__ __device__ void operator()(long b) { for (long k = 0, n = sizes[b]; k < n; k++) ((char *) out[b])[k] = ((const char *) in[b])[k]; }
};
template <typename I> struct __long_run { /* a run of at least two begins at i */
    I in;
    long n;
    __host__ __device__ bool operator()(long i) { return (!i || !(in[i - 1] == in[i])) && i + 1 < n && in[i] == in[i + 1]; }
};
template <typename I, typename A, typename O> struct __run_length {
    I in;
    A begins;
    O out;
    long n;
    __host__ __device__ void operator()(long r) { long i = begins[r], k = i + 1; while (k < n && in[k] == in[i]) k++; out[r] = k - i; }
};
template <typename I, typename P, typename Q> struct __second_f { /* not the first class: the second (wanted), or none */
    I in;
    P first;
    Q second;
    bool wanted;
    __host__ __device__ bool operator()(long i) { return !first(in[i]) && (second(in[i]) ? true : false) == wanted; }
};
template <typename O, typename F, typename... I> struct __all_f { /* of an element of each range */
    tuple<I...> in;
    O out;
    F f;
    template <int... N> __host__ __device__ void of(long i, __places<N...>) { out[i] = f(__element<N>::of(in)[i]...); }
    __host__ __device__ void operator()(long i) { of(i, typename __places_below<(int) sizeof...(I)>::type()); }
};
struct __is_set { template <typename T> __host__ __device__ bool operator()(const T &x) const { return x ? true : false; } };
}
#include <cub_host.h>
#endif
