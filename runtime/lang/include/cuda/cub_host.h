/* SPDX-License-Identifier: Apache-2.0 */
/* CUB's namespace for host code alone: nothing of a header whose name ends so becomes part of a device program. For cub.h. */
#ifndef WARPCELL_CUB_HOST_H
#define WARPCELL_CUB_HOST_H
#define CubDebug(e) (e)
#define CubDebugExit(e) cub::__exit_at(e, __FILE__, __LINE__)

#define CUB_VERSION 200800
#define CUB_MAJOR_VERSION 2
#define CUB_MINOR_VERSION 8
#define CUB_SUBMINOR_VERSION 0
#define CUB_PATCH_NUMBER 0

namespace cub {
using Sum = thrust::plus<void>;
using Max = thrust::maximum<void>;
using Min = thrust::minimum<void>;
using Equality = thrust::equal_to<void>;
template <typename T, typename O = long> using CountingInputIterator = thrust::counting_iterator<T>;
template <typename T, typename O = long> using ConstantInputIterator = thrust::constant_iterator<T>;
template <typename V, typename F, typename I, typename O = long> using TransformInputIterator = thrust::transform_iterator<F, I>;
template <typename O = long> using DiscardOutputIterator = thrust::discard_iterator<>;

/* Of the classes of blocks, which are NVIDIA's: what a host names as template arguments. */
enum BlockLoadAlgorithm { BLOCK_LOAD_DIRECT, BLOCK_LOAD_STRIPED, BLOCK_LOAD_VECTORIZE, BLOCK_LOAD_TRANSPOSE, BLOCK_LOAD_WARP_TRANSPOSE, BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED };
enum BlockStoreAlgorithm { BLOCK_STORE_DIRECT, BLOCK_STORE_STRIPED, BLOCK_STORE_VECTORIZE, BLOCK_STORE_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED };
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };
enum BlockReduceAlgorithm { BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_REDUCE_RAKING, BLOCK_REDUCE_WARP_REDUCTIONS };

template <typename K, typename V> struct KeyValuePair {
    typedef K Key;
    typedef V Value;
    K key;
    V value;
};

template <typename T> struct DoubleBuffer {
    T *d_buffers[2];
    int selector;
    DoubleBuffer() : selector(0) { d_buffers[0] = d_buffers[1] = 0; }
    DoubleBuffer(T *current, T *alternate) : selector(0) { d_buffers[0] = current; d_buffers[1] = alternate; }
    T *Current() { return d_buffers[selector]; }
    T *Alternate() { return d_buffers[selector ^ 1]; }
};

struct CachingDeviceAllocator {
    CachingDeviceAllocator(bool skip_cleanup = false, bool debug = false) {}
    cudaError_t DeviceAllocate(void **p, size_t n, cudaStream_t s = 0) { return cudaMalloc(p, n); }
    cudaError_t DeviceAllocate(int device, void **p, size_t n, cudaStream_t s = 0) { return cudaMalloc(p, n); }
    cudaError_t DeviceFree(void *p) { return cudaFree(p); }
    cudaError_t DeviceFree(int device, void *p) { return cudaFree(p); }
    cudaError_t FreeAllCached() { return cudaSuccess; }
};

inline void __exit_at(cudaError_t e, const char *file, int line) {
    if (e == cudaSuccess) return;
    fprintf(stderr, "CUDA error %d [%s, %d]: %s\n", (int) e, file, line, cudaGetErrorString(e));
    exit(1);
}

/* Whether a call only asks for the size; else it waits for the stream. */
inline bool __asks(void *temp, size_t &bytes, cudaStream_t s) {
    if (!temp) bytes = 256;
    else cudaStreamSynchronize(s);
    return !temp;
}
template <typename T> thrust::device_ptr<T> __dev(T *p) { return thrust::device_ptr<T>(p); }
template <typename I> I __dev(I i) { return i; }
template <typename O, typename T> cudaError_t __put(O out, T v) { thrust::__for_n(thrust::__on_device(), 1, thrust::__fill_f<O, T>{out, v}); return cudaPeekAtLastError(); }
template <typename I> typename thrust::iterator_traits<I>::value_type __at(I in, long i) {
    typedef typename thrust::iterator_traits<I>::value_type T;
    T v, *p;
    cudaMalloc(&p, sizeof(T));
    thrust::__for_n(thrust::__on_device(), 1, thrust::__copy_f<I, T *>{in + i, p});
    cudaMemcpy(&v, p, sizeof(T), cudaMemcpyDeviceToHost);
    cudaFree(p);
    return v;
}
#define __CUB_VALUE(I) typename thrust::iterator_traits<I>::value_type
/* The type in which F adds up elements of I from a T: that of F's result, so that plus<> counts in a long what bool says. What a lambda of the device
 * gives the host cannot say: there it is the type of an expression of both. */
template <typename F, typename T, typename V> auto __sum_of(int) -> std::decay_t<decltype(std::declval<F>()(std::declval<T>(), std::declval<V>()))>;
template <typename F, typename T, typename V> std::conditional_t<std::is_arithmetic<T>::value && std::is_arithmetic<V>::value, std::common_type_t<T, V>, T> __sum_of(long);
template <typename F, typename T, typename I> using __sum_type = decltype(__sum_of<F, T, __CUB_VALUE(I)>(0));

/* The type of what is written: a sum begins with one. That of the elements, where the results go nowhere. */
template <typename O, typename I> struct __result_type { typedef __CUB_VALUE(O) type; };
template <typename T, typename I> struct __result_type<thrust::discard_iterator<T>, I> { typedef __CUB_VALUE(I) type; };

struct DeviceReduce {
    template <typename I, typename O, typename F, typename T> static cudaError_t Reduce(void *temp, size_t &bytes, I in, O out, long n, F f, T init, cudaStream_t s = 0) {
        return __asks(temp, bytes, s) ? cudaSuccess : __put(out, thrust::__reduce_n(thrust::__on_device(), in, n, (__sum_type<F, T, I>) init, f));
    }
    template <typename I, typename O, typename F, typename G, typename T> static cudaError_t TransformReduce(void *temp, size_t &bytes, I in, O out, long n, F f, G g, T init, cudaStream_t s = 0) {
        return __asks(temp, bytes, s) ? cudaSuccess : __put(out, thrust::__reduce_n(thrust::__on_device(), thrust::__mapped<I, G>{in, g}, n, init, f));
    }
    template <typename I, typename O> static cudaError_t Sum(void *temp, size_t &bytes, I in, O out, long n, cudaStream_t s = 0) { return Reduce(temp, bytes, in, out, n, thrust::plus<void>(), typename __result_type<O, I>::type(), s); }
    template <typename I, typename O> static cudaError_t Min(void *temp, size_t &bytes, I in, O out, long n, cudaStream_t s = 0) { return Reduce(temp, bytes, in, out, n, thrust::minimum<void>(), std::numeric_limits<__CUB_VALUE(I)>::max(), s); }
    template <typename I, typename O> static cudaError_t Max(void *temp, size_t &bytes, I in, O out, long n, cudaStream_t s = 0) { return Reduce(temp, bytes, in, out, n, thrust::maximum<void>(), std::numeric_limits<__CUB_VALUE(I)>::lowest(), s); }
    template <typename I, typename O> static cudaError_t __extreme(void *temp, size_t &bytes, I in, O *out, long n, bool most, cudaStream_t s) {
        if (__asks(temp, bytes, s) || n <= 0) return cudaSuccess;
        long at = thrust::__reduce_n(thrust::__on_device(), thrust::counting_iterator<long>(0), n, 0L, thrust::__extreme<I, thrust::__any_less>{in, thrust::__any_less(), most});
        O found;
        found.key = at;
        found.value = __at(in, at);
        return cudaMemcpy(out, &found, sizeof found, cudaMemcpyHostToDevice);
    }
    template <typename I, typename O> static cudaError_t ArgMin(void *temp, size_t &bytes, I in, O *out, long n, cudaStream_t s = 0) { return __extreme(temp, bytes, in, out, n, false, s); }
    template <typename I, typename O> static cudaError_t ArgMax(void *temp, size_t &bytes, I in, O *out, long n, cudaStream_t s = 0) { return __extreme(temp, bytes, in, out, n, true, s); }
    template <typename K, typename U, typename I, typename O, typename N, typename F> static cudaError_t ReduceByKey(void *temp, size_t &bytes, K keys, U unique, I in, O out, N count, F f, long n, cudaStream_t s = 0) {
        if (__asks(temp, bytes, s)) return cudaSuccess;
        auto first = __dev(keys);
        auto to = __dev(unique);
        auto ends = thrust::reduce_by_key(first, first + n, __dev(in), to, __dev(out), thrust::equal_to<void>(), f);
        return __put(count, (long) (ends.first - to));
    }
};

struct DeviceScan {
    template <typename I, typename O, typename F, typename T> static cudaError_t ExclusiveScan(void *temp, size_t &bytes, I in, O out, F f, T init, long n, cudaStream_t s = 0) {
        if (__asks(temp, bytes, s)) return cudaSuccess;
        thrust::__scan_n(thrust::__on_device(), in, n, out, (__sum_type<F, T, I>) init, true, true, f);
        return cudaPeekAtLastError();
    }
    template <typename I, typename O, typename F> static cudaError_t InclusiveScan(void *temp, size_t &bytes, I in, O out, F f, long n, cudaStream_t s = 0) {
        if (__asks(temp, bytes, s)) return cudaSuccess;
        thrust::__scan_n(thrust::__on_device(), in, n, out, __sum_type<F, __CUB_VALUE(I), I>(), false, false, f);
        return cudaPeekAtLastError();
    }
    template <typename I, typename O, typename F, typename T> static cudaError_t InclusiveScanInit(void *temp, size_t &bytes, I in, O out, F f, T init, long n, cudaStream_t s = 0) {
        if (__asks(temp, bytes, s)) return cudaSuccess;
        thrust::__scan_n(thrust::__on_device(), in, n, out, (__sum_type<F, T, I>) init, true, false, f);
        return cudaPeekAtLastError();
    }
    template <typename I, typename O> static cudaError_t ExclusiveSum(void *temp, size_t &bytes, I in, O out, long n, cudaStream_t s = 0) { return ExclusiveScan(temp, bytes, in, out, thrust::plus<void>(), __CUB_VALUE(I)(), n, s); }
    template <typename I, typename O> static cudaError_t InclusiveSum(void *temp, size_t &bytes, I in, O out, long n, cudaStream_t s = 0) { return InclusiveScan(temp, bytes, in, out, thrust::plus<void>(), n, s); }
    template <typename T> static cudaError_t ExclusiveSum(void *temp, size_t &bytes, T *data, long n, cudaStream_t s = 0) { return ExclusiveScan(temp, bytes, data, data, thrust::plus<void>(), T(), n, s); }
    template <typename T> static cudaError_t InclusiveSum(void *temp, size_t &bytes, T *data, long n, cudaStream_t s = 0) { return InclusiveScan(temp, bytes, data, data, thrust::plus<void>(), n, s); }
    template <typename K, typename I, typename O, typename F, typename T, typename E = thrust::equal_to<void>> static cudaError_t ExclusiveScanByKey(void *temp, size_t &bytes, K keys, I in, O out, F f, T init, long n, E same = E(), cudaStream_t s = 0) {
        if (__asks(temp, bytes, s)) return cudaSuccess;
        thrust::__for_n(thrust::__on_device(), n, thrust::__scan_run<K, I, O, E, F, T>{keys, in, out, n, same, f, init, true});
        return cudaPeekAtLastError();
    }
    template <typename K, typename I, typename O, typename F, typename E = thrust::equal_to<void>> static cudaError_t InclusiveScanByKey(void *temp, size_t &bytes, K keys, I in, O out, F f, long n, E same = E(), cudaStream_t s = 0) {
        if (__asks(temp, bytes, s)) return cudaSuccess;
        thrust::__for_n(thrust::__on_device(), n, thrust::__scan_run<K, I, O, E, F, __CUB_VALUE(I)>{keys, in, out, n, same, f, __CUB_VALUE(I)(), false});
        return cudaPeekAtLastError();
    }
    template <typename K, typename I, typename O> static cudaError_t ExclusiveSumByKey(void *temp, size_t &bytes, K keys, I in, O out, long n) { return ExclusiveScanByKey(temp, bytes, keys, in, out, thrust::plus<void>(), __CUB_VALUE(I)(), n); }
    template <typename K, typename I, typename O> static cudaError_t InclusiveSumByKey(void *temp, size_t &bytes, K keys, I in, O out, long n) { return InclusiveScanByKey(temp, bytes, keys, in, out, thrust::plus<void>(), n); }
};

template <int BYTES> struct __word { typedef unsigned long long type; };
template <> struct __word<1> { typedef unsigned char type; };
template <> struct __word<2> { typedef unsigned short type; };
template <> struct __word<4> { typedef unsigned type; };

struct DeviceRadixSort {
    template <typename K> static thrust::__bits_less<K, typename __word<sizeof(K)>::type> __order(int begin, int end, bool down) {
        bool real = !std::numeric_limits<K>::is_integer;
        return thrust::__bits_less<K, typename __word<sizeof(K)>::type>{begin, end - begin, down, real, std::numeric_limits<K>::is_signed};
    }
    template <typename K> static cudaError_t __keys(void *temp, size_t &bytes, const K *in, K *out, long n, int begin, int end, bool down, cudaStream_t s) {
        if (__asks(temp, bytes, s) || n <= 0) return cudaSuccess;
        if (in != out) cudaMemcpy(out, in, n * sizeof(K), cudaMemcpyDeviceToDevice);
        auto first = __dev(out);
        if (begin > 0 || end < (int) (8 * sizeof(K))) thrust::stable_sort(first, first + n, __order<K>(begin, end, down));
        else if (down) thrust::sort(first, first + n, thrust::greater<K>());
        else thrust::sort(first, first + n);
        return cudaPeekAtLastError();
    }
    template <typename K, typename V> static cudaError_t __pairs(void *temp, size_t &bytes, const K *in, K *out, const V *values, V *to, long n, int begin, int end, bool down, cudaStream_t s) {
        if (__asks(temp, bytes, s) || n <= 0) return cudaSuccess;
        if (in != out) cudaMemcpy(out, in, n * sizeof(K), cudaMemcpyDeviceToDevice);
        if (values != to) cudaMemcpy(to, values, n * sizeof(V), cudaMemcpyDeviceToDevice);
        auto first = __dev(out);
        thrust::stable_sort_by_key(first, first + n, __dev(to), __order<K>(begin, end, down));
        return cudaPeekAtLastError();
    }
    template <typename K> static cudaError_t SortKeys(void *temp, size_t &bytes, const K *in, K *out, long n, int begin = 0, int end = 8 * sizeof(K), cudaStream_t s = 0) { return __keys(temp, bytes, in, out, n, begin, end, false, s); }
    template <typename K> static cudaError_t SortKeysDescending(void *temp, size_t &bytes, const K *in, K *out, long n, int begin = 0, int end = 8 * sizeof(K), cudaStream_t s = 0) { return __keys(temp, bytes, in, out, n, begin, end, true, s); }
    template <typename K, typename V> static cudaError_t SortPairs(void *temp, size_t &bytes, const K *in, K *out, const V *values, V *to, long n, int begin = 0, int end = 8 * sizeof(K), cudaStream_t s = 0) { return __pairs(temp, bytes, in, out, values, to, n, begin, end, false, s); }
    template <typename K, typename V> static cudaError_t SortPairsDescending(void *temp, size_t &bytes, const K *in, K *out, const V *values, V *to, long n, int begin = 0, int end = 8 * sizeof(K), cudaStream_t s = 0) { return __pairs(temp, bytes, in, out, values, to, n, begin, end, true, s); }
    template <typename K> static cudaError_t SortKeys(void *temp, size_t &bytes, DoubleBuffer<K> &keys, long n, int begin = 0, int end = 8 * sizeof(K), cudaStream_t s = 0) {
        cudaError_t e = __keys(temp, bytes, keys.Current(), keys.Alternate(), n, begin, end, false, s);
        keys.selector ^= temp != 0;
        return e;
    }
    template <typename K> static cudaError_t SortKeysDescending(void *temp, size_t &bytes, DoubleBuffer<K> &keys, long n, int begin = 0, int end = 8 * sizeof(K), cudaStream_t s = 0) {
        cudaError_t e = __keys(temp, bytes, keys.Current(), keys.Alternate(), n, begin, end, true, s);
        keys.selector ^= temp != 0;
        return e;
    }
    template <typename K, typename V> static cudaError_t SortPairs(void *temp, size_t &bytes, DoubleBuffer<K> &keys, DoubleBuffer<V> &values, long n, int begin = 0, int end = 8 * sizeof(K), cudaStream_t s = 0) {
        cudaError_t e = __pairs(temp, bytes, keys.Current(), keys.Alternate(), values.Current(), values.Alternate(), n, begin, end, false, s);
        keys.selector ^= temp != 0;
        values.selector ^= temp != 0;
        return e;
    }
    template <typename K, typename V> static cudaError_t SortPairsDescending(void *temp, size_t &bytes, DoubleBuffer<K> &keys, DoubleBuffer<V> &values, long n, int begin = 0, int end = 8 * sizeof(K), cudaStream_t s = 0) {
        cudaError_t e = __pairs(temp, bytes, keys.Current(), keys.Alternate(), values.Current(), values.Alternate(), n, begin, end, true, s);
        keys.selector ^= temp != 0;
        values.selector ^= temp != 0;
        return e;
    }
};

struct DeviceMergeSort {
    template <typename K, typename C> static cudaError_t SortKeys(void *temp, size_t &bytes, K *keys, long n, C less, cudaStream_t s = 0) {
        if (__asks(temp, bytes, s)) return cudaSuccess;
        thrust::stable_sort(__dev(keys), __dev(keys) + n, less);
        return cudaPeekAtLastError();
    }
    template <typename K, typename V, typename C> static cudaError_t SortPairs(void *temp, size_t &bytes, K *keys, V *values, long n, C less, cudaStream_t s = 0) {
        if (__asks(temp, bytes, s)) return cudaSuccess;
        thrust::stable_sort_by_key(__dev(keys), __dev(keys) + n, __dev(values), less);
        return cudaPeekAtLastError();
    }
    template <typename K, typename C> static cudaError_t SortKeysCopy(void *temp, size_t &bytes, const K *in, K *out, long n, C less, cudaStream_t s = 0) {
        if (temp) cudaMemcpyAsync(out, in, n * sizeof(K), cudaMemcpyDeviceToDevice, s);
        return SortKeys(temp, bytes, out, n, less, s);
    }
    template <typename K, typename C> static cudaError_t StableSortKeysCopy(void *temp, size_t &bytes, const K *in, K *out, long n, C less, cudaStream_t s = 0) { return SortKeysCopy(temp, bytes, in, out, n, less, s); }
    template <typename K, typename V, typename C> static cudaError_t SortPairsCopy(void *temp, size_t &bytes, const K *in, const V *values, K *out, V *results, long n, C less, cudaStream_t s = 0) {
        if (temp) cudaMemcpyAsync(out, in, n * sizeof(K), cudaMemcpyDeviceToDevice, s);
        if (temp) cudaMemcpyAsync(results, values, n * sizeof(V), cudaMemcpyDeviceToDevice, s);
        return SortPairs(temp, bytes, out, results, n, less, s);
    }
    template <typename K, typename C> static cudaError_t StableSortKeys(void *temp, size_t &bytes, K *keys, long n, C less, cudaStream_t s = 0) { return SortKeys(temp, bytes, keys, n, less, s); }
    template <typename K, typename V, typename C> static cudaError_t StableSortPairs(void *temp, size_t &bytes, K *keys, V *values, long n, C less, cudaStream_t s = 0) { return SortPairs(temp, bytes, keys, values, n, less, s); }
};

struct DeviceSelect {
    template <typename I, typename O, typename N, typename P> static cudaError_t If(void *temp, size_t &bytes, I in, O out, N count, long n, P p, cudaStream_t s = 0) {
        return __asks(temp, bytes, s) ? cudaSuccess : __put(count, thrust::__pack_n(thrust::__on_device(), in, n, out, thrust::__keep_f<I, P>{in, p, true}));
    }
    template <typename I, typename F, typename O, typename N> static cudaError_t Flagged(void *temp, size_t &bytes, I in, F flags, O out, N count, long n, cudaStream_t s = 0) {
        return __asks(temp, bytes, s) ? cudaSuccess : __put(count, thrust::__pack_n(thrust::__on_device(), in, n, out, thrust::__keep_f<F, thrust::__is_set>{flags, thrust::__is_set(), true}));
    }
    template <typename I, typename F, typename O, typename N, typename P> static cudaError_t FlaggedIf(void *temp, size_t &bytes, I in, F flags, O out, N count, long n, P p, cudaStream_t s = 0) {
        return __asks(temp, bytes, s) ? cudaSuccess : __put(count, thrust::__pack_n(thrust::__on_device(), in, n, out, thrust::__keep_f<F, P>{flags, p, true}));
    }
    template <typename I, typename O, typename N> static cudaError_t Unique(void *temp, size_t &bytes, I in, O out, N count, long n, cudaStream_t s = 0) {
        return __asks(temp, bytes, s) ? cudaSuccess : __put(count, thrust::__pack_n(thrust::__on_device(), in, n, out, thrust::__first_f<I, thrust::__any_same>{in, thrust::__any_same()}));
    }
    template <typename K, typename I, typename U, typename O, typename N> static cudaError_t UniqueByKey(void *temp, size_t &bytes, K keys, I in, U unique, O out, N count, long n, cudaStream_t s = 0) {
        if (__asks(temp, bytes, s)) return cudaSuccess;
        thrust::__first_f<K, thrust::__any_same> first{keys, thrust::__any_same()};
        thrust::__pack_n(thrust::__on_device(), in, n, out, first);
        return __put(count, thrust::__pack_n(thrust::__on_device(), keys, n, unique, first));
    }
};

/* What is selected comes first, in order; then the rest, from the end. */
struct DevicePartition {
    template <typename I, typename O, typename N, typename A, typename B> static cudaError_t __parts(I in, O out, N count, long n, A keep, B drop) {
        thrust::device_vector<__CUB_VALUE(I)> rest(n);
        long kept = thrust::__pack_n(thrust::__on_device(), in, n, out, keep), left = n - kept;
        thrust::__pack_n(thrust::__on_device(), in, n, rest.data().at, drop);
        thrust::__for_n(thrust::__on_device(), left, thrust::__back_f<__CUB_VALUE(I) *, O>{rest.data().at, out + kept, left});
        return __put(count, kept);
    }
    template <typename I, typename O, typename N, typename P> static cudaError_t If(void *temp, size_t &bytes, I in, O out, N count, long n, P p, cudaStream_t s = 0) {
        return __asks(temp, bytes, s) ? cudaSuccess : __parts(in, out, count, n, thrust::__keep_f<I, P>{in, p, true}, thrust::__keep_f<I, P>{in, p, false});
    }
    /* Three classes; counts[0], counts[1]: how many there are of the first two. */
    template <typename I, typename A, typename B, typename C, typename N, typename P, typename Q> static cudaError_t If(void *temp, size_t &bytes, I in, A first, B second, C rest, N counts, long n, P p, Q q, cudaStream_t s = 0) {
        if (__asks(temp, bytes, s)) return cudaSuccess;
        __put(counts, thrust::__pack_n(thrust::__on_device(), in, n, first, thrust::__keep_f<I, P>{in, p, true}));
        __put(counts + 1, thrust::__pack_n(thrust::__on_device(), in, n, second, thrust::__second_f<I, P, Q>{in, p, q, true}));
        thrust::__pack_n(thrust::__on_device(), in, n, rest, thrust::__second_f<I, P, Q>{in, p, q, false});
        return cudaPeekAtLastError();
    }
    template <typename I, typename F, typename O, typename N> static cudaError_t Flagged(void *temp, size_t &bytes, I in, F flags, O out, N count, long n, cudaStream_t s = 0) {
        typedef thrust::__keep_f<F, thrust::__is_set> keep;
        return __asks(temp, bytes, s) ? cudaSuccess : __parts(in, out, count, n, keep{flags, thrust::__is_set(), true}, keep{flags, thrust::__is_set(), false});
    }
};

/* Of pixels with several channels the first ones are counted, each in bins of its own. Rows are `pitch` bytes apart. */
struct DeviceHistogram {
    template <int CHANNELS, int ACTIVE, typename I, typename C, typename L> static cudaError_t MultiHistogramEven(void *temp, size_t &bytes, I in, C *const *counts, const int *levels, const L *lower, const L *upper, long width, long rows, size_t pitch, cudaStream_t s = 0) {
        if (__asks(temp, bytes, s)) return cudaSuccess;
        typedef thrust::__pixel_iterator<I> pixels;
        for (int c = 0; c < ACTIVE; c++) {
            cudaMemset(counts[c], 0, (levels[c] - 1) * sizeof(C));
            thrust::__for_n(thrust::__on_device(), width * rows, thrust::__even_bin<pixels, C, L>{pixels{in, width, (long) (pitch / sizeof(__CUB_VALUE(I))), CHANNELS, c}, counts[c], lower[c], upper[c], levels[c] - 1});
        }
        return cudaPeekAtLastError();
    }
    template <int CHANNELS, int ACTIVE, typename I, typename C, typename L> static cudaError_t MultiHistogramEven(void *temp, size_t &bytes, I in, C *const *counts, const int *levels, const L *lower, const L *upper, long n, cudaStream_t s = 0) {
        return MultiHistogramEven<CHANNELS, ACTIVE>(temp, bytes, in, counts, levels, lower, upper, n, 1L, (size_t) n * CHANNELS * sizeof(__CUB_VALUE(I)), s);
    }
    template <int CHANNELS, int ACTIVE, typename I, typename C, typename L> static cudaError_t MultiHistogramRange(void *temp, size_t &bytes, I in, C *const *counts, const int *levels, const L *const *bounds, long width, long rows, size_t pitch, cudaStream_t s = 0) {
        if (__asks(temp, bytes, s)) return cudaSuccess;
        typedef thrust::__pixel_iterator<I> pixels;
        for (int c = 0; c < ACTIVE; c++) {
            cudaMemset(counts[c], 0, (levels[c] - 1) * sizeof(C));
            thrust::__for_n(thrust::__on_device(), width * rows, thrust::__range_bin<pixels, C, L>{pixels{in, width, (long) (pitch / sizeof(__CUB_VALUE(I))), CHANNELS, c}, counts[c], bounds[c], levels[c] - 1});
        }
        return cudaPeekAtLastError();
    }
    template <int CHANNELS, int ACTIVE, typename I, typename C, typename L> static cudaError_t MultiHistogramRange(void *temp, size_t &bytes, I in, C *const *counts, const int *levels, const L *const *bounds, long n, cudaStream_t s = 0) {
        return MultiHistogramRange<CHANNELS, ACTIVE>(temp, bytes, in, counts, levels, bounds, n, 1L, (size_t) n * CHANNELS * sizeof(__CUB_VALUE(I)), s);
    }
    template <typename I, typename C, typename L> static cudaError_t HistogramEven(void *temp, size_t &bytes, I in, C *counts, int levels, L lower, L upper, long width, long rows, size_t pitch, cudaStream_t s = 0) {
        return MultiHistogramEven<1, 1>(temp, bytes, in, &counts, &levels, &lower, &upper, width, rows, pitch, s);
    }
    template <typename I, typename C, typename L> static cudaError_t HistogramRange(void *temp, size_t &bytes, I in, C *counts, int levels, const L *bounds, long width, long rows, size_t pitch, cudaStream_t s = 0) {
        return MultiHistogramRange<1, 1>(temp, bytes, in, &counts, &levels, &bounds, width, rows, pitch, s);
    }
    template <typename I, typename C, typename L> static cudaError_t HistogramEven(void *temp, size_t &bytes, I in, C *counts, int levels, L lower, L upper, long n, cudaStream_t s = 0) {
        if (__asks(temp, bytes, s)) return cudaSuccess;
        cudaMemset(counts, 0, (levels - 1) * sizeof(C));
        thrust::__for_n(thrust::__on_device(), n, thrust::__even_bin<I, C, L>{in, counts, lower, upper, levels - 1});
        return cudaPeekAtLastError();
    }
    template <typename I, typename C, typename L> static cudaError_t HistogramRange(void *temp, size_t &bytes, I in, C *counts, int levels, const L *bounds, long n, cudaStream_t s = 0) {
        if (__asks(temp, bytes, s)) return cudaSuccess;
        cudaMemset(counts, 0, (levels - 1) * sizeof(C));
        thrust::__for_n(thrust::__on_device(), n, thrust::__range_bin<I, C, L>{in, counts, bounds, levels - 1});
        return cudaPeekAtLastError();
    }
};

struct DeviceRunLengthEncode {
    template <typename I, typename U, typename O, typename N> static cudaError_t Encode(void *temp, size_t &bytes, I in, U unique, O counts, N runs, long n, cudaStream_t s = 0) {
        return DeviceReduce::ReduceByKey(temp, bytes, in, unique, thrust::constant_iterator<int>(1), counts, runs, thrust::plus<void>(), n, s);
    }
    template <typename I, typename A, typename O, typename N> static cudaError_t NonTrivialRuns(void *temp, size_t &bytes, I in, A begins, O lengths, N runs, long n, cudaStream_t s = 0) {
        if (__asks(temp, bytes, s)) return cudaSuccess;
        long count = thrust::__pack_n(thrust::__on_device(), thrust::counting_iterator<long>(0), n, begins, thrust::__long_run<I>{in, n});
        thrust::__for_n(thrust::__on_device(), count, thrust::__run_length<I, A, O>{in, begins, lengths, n});
        return __put(runs, count);
    }
};

struct DeviceAdjacentDifference {
    template <typename I, typename O, typename F> static cudaError_t __run(void *temp, size_t &bytes, I in, O out, long n, F f, bool left, cudaStream_t s) {
        if (__asks(temp, bytes, s)) return cudaSuccess;
        thrust::__for_n(thrust::__on_device(), n, thrust::__difference_f<I, O, F>{in, out, n, f, left});
        return cudaPeekAtLastError();
    }
    template <typename I, typename F> static cudaError_t __in_place(void *temp, size_t &bytes, I in, long n, F f, bool left, cudaStream_t s) {
        typedef __CUB_VALUE(I) T;
        if (__asks(temp, bytes, s)) return cudaSuccess;
        thrust::device_vector<T> copy(n);
        thrust::__for_n(thrust::__on_device(), n, thrust::__copy_f<I, T *>{in, copy.data().at});
        return __run(temp, bytes, copy.data().at, in, n, f, left, s);
    }
    template <typename I, typename O, typename F = thrust::minus<void>> static cudaError_t SubtractLeftCopy(void *temp, size_t &bytes, I in, O out, long n, F f = F(), cudaStream_t s = 0) { return __run(temp, bytes, in, out, n, f, true, s); }
    template <typename I, typename O, typename F = thrust::minus<void>> static cudaError_t SubtractRightCopy(void *temp, size_t &bytes, I in, O out, long n, F f = F(), cudaStream_t s = 0) { return __run(temp, bytes, in, out, n, f, false, s); }
    template <typename I, typename F = thrust::minus<void>> static cudaError_t SubtractLeft(void *temp, size_t &bytes, I in, long n, F f = F(), cudaStream_t s = 0) { return __in_place(temp, bytes, in, n, f, true, s); }
    template <typename I, typename F = thrust::minus<void>> static cudaError_t SubtractRight(void *temp, size_t &bytes, I in, long n, F f = F(), cudaStream_t s = 0) { return __in_place(temp, bytes, in, n, f, false, s); }
};

struct DeviceMerge {
    template <typename A, typename B, typename O, typename C = thrust::less<void>> static cudaError_t MergeKeys(void *temp, size_t &bytes, A a, long m, B b, long n, O out, C less = C(), cudaStream_t s = 0) {
        if (__asks(temp, bytes, s)) return cudaSuccess;
        thrust::merge(__dev(a), __dev(a) + m, __dev(b), __dev(b) + n, __dev(out), less);
        return cudaPeekAtLastError();
    }
    template <typename A, typename V, typename B, typename W, typename O, typename X, typename C = thrust::less<void>> static cudaError_t MergePairs(void *temp, size_t &bytes, A a, V values_a, long m, B b, W values_b, long n, O out, X values, C less = C(), cudaStream_t s = 0) {
        if (__asks(temp, bytes, s)) return cudaSuccess;
        thrust::merge_by_key(__dev(a), __dev(a) + m, __dev(b), __dev(b) + n, __dev(values_a), __dev(values_b), __dev(out), __dev(values), less);
        return cudaPeekAtLastError();
    }
};

/* Many ranges at once: sizes are numbers of elements, those of DeviceMemcpy of bytes. */
struct DeviceCopy {
    template <typename I, typename O, typename S> static cudaError_t Batched(void *temp, size_t &bytes, I in, O out, S sizes, long n, cudaStream_t s = 0) {
        if (__asks(temp, bytes, s)) return cudaSuccess;
        thrust::__for_n(thrust::__on_device(), n, thrust::__batch_copy<I, O, S>{in, out, sizes});
        return cudaPeekAtLastError();
    }
};
struct DeviceMemcpy {
    template <typename I, typename O, typename S> static cudaError_t Batched(void *temp, size_t &bytes, I in, O out, S sizes, long n, cudaStream_t s = 0) {
        if (__asks(temp, bytes, s)) return cudaSuccess;
        thrust::__for_n(thrust::__on_device(), n, thrust::__batch_bytes<I, O, S>{in, out, sizes});
        return cudaPeekAtLastError();
    }
};

struct DeviceTransform {
    template <typename I, typename O, typename F> static cudaError_t Transform(I in, O out, long n, F f, cudaStream_t s = 0) {
        cudaStreamSynchronize(s);
        thrust::transform(__dev(in), __dev(in) + n, __dev(out), f);
        return cudaPeekAtLastError();
    }
    /* of several ranges at once */
    template <typename O, typename F, typename... I> static cudaError_t __of_all(O out, long n, F f, cudaStream_t s, I... in) {
        cudaStreamSynchronize(s);
        thrust::__for_n(thrust::__on_device(), n, thrust::__all_f<O, F, I...>{thrust::tuple<I...>(in...), out, f});
        return cudaPeekAtLastError();
    }
    template <typename... I, typename O, typename F> static cudaError_t Transform(std::tuple<I...> in, O out, long n, F f, cudaStream_t s = 0) {
        return std::apply([&](auto... each) { return __of_all(__dev(out), n, f, s, __dev(each)...); }, in);
    }
    template <int... N, typename T, typename O, typename F> static cudaError_t __of_places(thrust::__places<N...>, T &in, O out, long n, F f, cudaStream_t s) { return __of_all(out, n, f, s, __dev(thrust::get<N>(in))...); }
    template <typename... I, typename O, typename F> static cudaError_t Transform(thrust::tuple<I...> in, O out, long n, F f, cudaStream_t s = 0) {
        return __of_places(typename thrust::__places_below<(int) sizeof...(I)>::type(), in, __dev(out), n, f, s);
    }
};

struct DeviceSegmentedReduce {
    template <typename I, typename O, typename B, typename E, typename F, typename T> static cudaError_t Reduce(void *temp, size_t &bytes, I in, O out, long segments, B begins, E ends, F f, T init, cudaStream_t s = 0) {
        if (__asks(temp, bytes, s)) return cudaSuccess;
        thrust::__for_n(thrust::__on_device(), segments, thrust::__segment_sum<I, O, B, E, __sum_type<F, T, I>, F>{in, out, begins, ends, (__sum_type<F, T, I>) init, f});
        return cudaPeekAtLastError();
    }
    template <typename I, typename O, typename B, typename E> static cudaError_t Sum(void *temp, size_t &bytes, I in, O out, long segments, B begins, E ends, cudaStream_t s = 0) { return Reduce(temp, bytes, in, out, segments, begins, ends, thrust::plus<void>(), typename __result_type<O, I>::type(), s); }
    template <typename I, typename O, typename B, typename E> static cudaError_t Min(void *temp, size_t &bytes, I in, O out, long segments, B begins, E ends, cudaStream_t s = 0) { return Reduce(temp, bytes, in, out, segments, begins, ends, thrust::minimum<void>(), std::numeric_limits<__CUB_VALUE(I)>::max(), s); }
    template <typename I, typename O, typename B, typename E> static cudaError_t Max(void *temp, size_t &bytes, I in, O out, long segments, B begins, E ends, cudaStream_t s = 0) { return Reduce(temp, bytes, in, out, segments, begins, ends, thrust::maximum<void>(), std::numeric_limits<__CUB_VALUE(I)>::lowest(), s); }
};

struct DeviceSegmentedSort {
    template <typename K, typename B, typename E> static cudaError_t __keys(void *temp, size_t &bytes, const K *in, K *out, long segments, B begins, E ends, bool down, cudaStream_t s) {
        if (__asks(temp, bytes, s)) return cudaSuccess;
        for (long k = 0; k < segments; k++) {
            long from = __at(begins, k), to = __at(ends, k);
            DeviceRadixSort::__keys(temp, bytes, in + from, out + from, to - from, 0, 8 * sizeof(K), down, s);
        }
        return cudaPeekAtLastError();
    }
    template <typename K, typename V, typename B, typename E> static cudaError_t __pairs(void *temp, size_t &bytes, const K *in, K *out, const V *values, V *results, long segments, B begins, E ends, bool down, cudaStream_t s) {
        if (__asks(temp, bytes, s)) return cudaSuccess;
        for (long k = 0; k < segments; k++) {
            long from = __at(begins, k), to = __at(ends, k);
            DeviceRadixSort::__pairs(temp, bytes, in + from, out + from, values + from, results + from, to - from, 0, 8 * sizeof(K), down, s);
        }
        return cudaPeekAtLastError();
    }
    template <typename K, typename B, typename E> static cudaError_t SortKeys(void *temp, size_t &bytes, const K *in, K *out, long n, long segments, B begins, E ends, cudaStream_t s = 0) { return __keys(temp, bytes, in, out, segments, begins, ends, false, s); }
    template <typename K, typename B, typename E> static cudaError_t SortKeysDescending(void *temp, size_t &bytes, const K *in, K *out, long n, long segments, B begins, E ends, cudaStream_t s = 0) { return __keys(temp, bytes, in, out, segments, begins, ends, true, s); }
    template <typename K, typename B, typename E> static cudaError_t StableSortKeys(void *temp, size_t &bytes, const K *in, K *out, long n, long segments, B begins, E ends, cudaStream_t s = 0) { return __keys(temp, bytes, in, out, segments, begins, ends, false, s); }
    template <typename K, typename B, typename E> static cudaError_t StableSortKeysDescending(void *temp, size_t &bytes, const K *in, K *out, long n, long segments, B begins, E ends, cudaStream_t s = 0) { return __keys(temp, bytes, in, out, segments, begins, ends, true, s); }
    template <typename K, typename V, typename B, typename E> static cudaError_t SortPairs(void *temp, size_t &bytes, const K *in, K *out, const V *values, V *results, long n, long segments, B begins, E ends, cudaStream_t s = 0) { return __pairs(temp, bytes, in, out, values, results, segments, begins, ends, false, s); }
    template <typename K, typename V, typename B, typename E> static cudaError_t SortPairsDescending(void *temp, size_t &bytes, const K *in, K *out, const V *values, V *results, long n, long segments, B begins, E ends, cudaStream_t s = 0) { return __pairs(temp, bytes, in, out, values, results, segments, begins, ends, true, s); }
    template <typename K, typename V, typename B, typename E> static cudaError_t StableSortPairs(void *temp, size_t &bytes, const K *in, K *out, const V *values, V *results, long n, long segments, B begins, E ends, cudaStream_t s = 0) { return __pairs(temp, bytes, in, out, values, results, segments, begins, ends, false, s); }
    template <typename K, typename V, typename B, typename E> static cudaError_t StableSortPairsDescending(void *temp, size_t &bytes, const K *in, K *out, const V *values, V *results, long n, long segments, B begins, E ends, cudaStream_t s = 0) { return __pairs(temp, bytes, in, out, values, results, segments, begins, ends, true, s); }
};
using DeviceSegmentedRadixSort = DeviceSegmentedSort;

struct DeviceFor {
    template <typename F> static cudaError_t Bulk(long n, F f, cudaStream_t s = 0) { cudaStreamSynchronize(s); thrust::__for_n(thrust::__on_device(), n, f); return cudaPeekAtLastError(); }
    template <typename I, typename F> static cudaError_t ForEachN(I first, long n, F f, cudaStream_t s = 0) { cudaStreamSynchronize(s); thrust::__for_n(thrust::__on_device(), n, thrust::__call_f<I, F>{first, f}); return cudaPeekAtLastError(); }
    template <typename I, typename F> static cudaError_t ForEach(I first, I last, F f, cudaStream_t s = 0) { return ForEachN(first, last - first, f, s); }
};
}
#endif
