/* SPDX-License-Identifier: Apache-2.0 */
/* Thrust's algorithms on sorted ranges, segments and pairs of ranges, by the pieces of __thrust_algorithms.h. */
#ifndef WARPCELL_THRUST_ORDERS_H
#define WARPCELL_THRUST_ORDERS_H

namespace thrust {

/* ---- searches in sorted ranges ---- */

/* How many elements come before v: those less than v, or (`upper`) those that v is not less than. */
template <typename I, typename T, typename C> __host__ __device__ long __rank(I in, long n, const T &v, C less, bool upper)
{
    long low = 0, high = n;
    while (low < high) {
        long middle = low + (high - low) / 2;
        bool before = upper ? !less(v, in[middle]) : (bool) less(in[middle], v);
        if (before) low = middle + 1;
        else high = middle;
    }
    return low;
}

template <typename I, typename V, typename O, typename C> struct __rank_f { I in; long n; V values; O out; C less; bool upper; __host__ __device__ void operator()(long i) { out[i] = __rank(in, n, values[i], less, upper); } };
template <typename I, typename V, typename O, typename C> struct __found_f { I in; long n; V values; O out; C less; __host__ __device__ void operator()(long i) { auto v = values[i]; long at = __rank(in, n, v, less, false); out[i] = at < n && !less(v, in[at]); } };

template <typename I, typename T, typename C> long __rank_of(__on_host, I first, long n, T v, C less, bool upper) { return __rank(first, n, v, less, upper); }
template <typename I, typename T, typename C> long __rank_of(__on_any, I first, long n, T v, C less, bool upper) { return __rank(first, n, v, less, upper); }
template <typename I, typename T, typename C> long __rank_of(__on_device, I first, long n, T v, C less, bool upper) { return __reduce_n(__on_device(), __one_if<counting_iterator<long>, __bound_f<I, T, C>>{counting_iterator<long>(0), {first, v, less, upper}}, n, 0L, plus<long>()); }

template <typename I, typename T, typename C> I lower_bound(I first, I last, T v, C less) { return first + __rank_of(__WHERE(I), first, (long) (last - first), v, less, false); }
template <typename I, typename T> I lower_bound(I first, I last, T v) { return thrust::lower_bound(first, last, v, __any_less()); }
template <typename I, typename T, typename C> I upper_bound(I first, I last, T v, C less) { return first + __rank_of(__WHERE(I), first, (long) (last - first), v, less, true); }
template <typename I, typename T> I upper_bound(I first, I last, T v) { return thrust::upper_bound(first, last, v, __any_less()); }
template <typename I, typename T, typename C> pair<I, I> equal_range(I first, I last, T v, C less) { return pair<I, I>(thrust::lower_bound(first, last, v, less), thrust::upper_bound(first, last, v, less)); }
template <typename I, typename T> pair<I, I> equal_range(I first, I last, T v) { return thrust::equal_range(first, last, v, __any_less()); }
template <typename I, typename T, typename C> bool binary_search(I first, I last, T v, C less) { return thrust::lower_bound(first, last, v, less) != thrust::upper_bound(first, last, v, less); }
template <typename I, typename T> bool binary_search(I first, I last, T v) { return thrust::binary_search(first, last, v, __any_less()); }
template <typename I, typename V, typename O, typename C> O lower_bound(I first, I last, V values, V end, O out, C less) { long n = end - values; __for_n(__WHERE2(V, O), n, __rank_f<I, V, O, C>{first, (long) (last - first), values, out, less, false}); return out + n; }
template <typename I, typename V, typename O> O lower_bound(I first, I last, V values, V end, O out) { return thrust::lower_bound(first, last, values, end, out, __any_less()); }
template <typename I, typename V, typename O, typename C> O upper_bound(I first, I last, V values, V end, O out, C less) { long n = end - values; __for_n(__WHERE2(V, O), n, __rank_f<I, V, O, C>{first, (long) (last - first), values, out, less, true}); return out + n; }
template <typename I, typename V, typename O> O upper_bound(I first, I last, V values, V end, O out) { return thrust::upper_bound(first, last, values, end, out, __any_less()); }
template <typename I, typename V, typename O, typename C> O binary_search(I first, I last, V values, V end, O out, C less) { long n = end - values; __for_n(__WHERE2(V, O), n, __found_f<I, V, O, C>{first, (long) (last - first), values, out, less}); return out + n; }
template <typename I, typename V, typename O> O binary_search(I first, I last, V values, V end, O out) { return thrust::binary_search(first, last, values, end, out, __any_less()); }

/* ---- the first index for which something holds; n: none ---- */

template <typename W, typename F> struct __index_if { typedef long value_type; typedef W __where; F f; long n; __host__ __device__ long operator[](long i) { return f(i) ? i : n; } };
template <typename W, typename F> long __first_index(W, long n, F f) { return __reduce_n(W(), __index_if<W, F>{f, n}, n, n, minimum<long>()); }

template <typename I, typename C> struct __falls_f { I in; C less; __host__ __device__ bool operator()(long i) { return i && less(in[i], in[i - 1]); } };
template <typename I, typename P> struct __turns_f { I in; P p; __host__ __device__ bool operator()(long i) { return i && p(in[i]) && !p(in[i - 1]); } };
template <typename I, typename J, typename E> struct __differs_f { I a; J b; E same; __host__ __device__ bool operator()(long i) { return !same(a[i], b[i]); } };
template <typename I, typename C> I is_sorted_until(I first, I last, C less) { return first + __first_index(__WHERE(I), (long) (last - first), __falls_f<I, C>{first, less}); }
template <typename I> I is_sorted_until(I first, I last) { return thrust::is_sorted_until(first, last, __any_less()); }
template <typename I, typename P> I find_if_not(I first, I last, P p) { return thrust::find_if(first, last, __not<P>{p}); }
template <typename I, typename P> I partition_point(I first, I last, P p) { return thrust::find_if_not(first, last, p); }
template <typename I, typename P> bool is_partitioned(I first, I last, P p) { long n = last - first; return __first_index(__WHERE(I), n, __turns_f<I, P>{first, p}) == n; }
template <typename I, typename J, typename E> pair<I, J> mismatch(I first, I last, J second, E same) { long at = __first_index(__WHERE2(I, J), (long) (last - first), __differs_f<I, J, E>{first, second, same}); return pair<I, J>(first + at, second + at); }
template <typename I, typename J> pair<I, J> mismatch(I first, I last, J second) { return thrust::mismatch(first, last, second, __any_same()); }

/* ---- element by element ---- */

template <typename I, typename J> struct __swap_f { I a; J b; __host__ __device__ void operator()(long i) { __VALUE(I) x = a[i]; __VALUE(J) y = b[i]; a[i] = y; b[i] = x; } };
template <typename I, typename S, typename O, typename P, typename T> struct __choose_f { I in; S stencil; O out; P p; T v; __host__ __device__ void operator()(long i) { if (p(stencil[i])) out[i] = v; else out[i] = in[i]; } };
template <typename M, typename S, typename I, typename O, typename P> struct __gather_if_f { M map; S stencil; I in; O out; P p; __host__ __device__ void operator()(long i) { if (p(stencil[i])) out[i] = in[map[i]]; } };
template <typename I, typename M, typename S, typename O, typename P> struct __scatter_if_f { I in; M map; S stencil; O out; P p; __host__ __device__ void operator()(long i) { if (p(stencil[i])) out[map[i]] = in[i]; } };
template <typename I, typename J> J swap_ranges(I first, I last, J second) { long n = last - first; __for_n(__WHERE2(I, J), n, __swap_f<I, J>{first, second}); return second + n; }
template <typename I, typename T> void uninitialized_fill(I first, I last, T v) { thrust::fill(first, last, v); }
template <typename I, typename O> O uninitialized_copy(I first, I last, O out) { return thrust::copy(first, last, out); }
template <typename I, typename F> I generate_n(I first, long n, F f) { thrust::generate(first, first + n, f); return first + n; }
template <typename I, typename O, typename P, typename T> O replace_copy_if(I first, I last, O out, P p, T v) { long n = last - first; __for_n(__WHERE2(I, O), n, __choose_f<I, I, O, P, T>{first, first, out, p, v}); return out + n; }
template <typename I, typename O, typename T, typename U> O replace_copy(I first, I last, O out, T old, U v) { return thrust::replace_copy_if(first, last, out, __equals<__VALUE(I)>{(__VALUE(I)) old}, v); }
template <typename M, typename S, typename I, typename O, typename P> O gather_if(M first, M last, S stencil, I in, O out, P p) { long n = last - first; __for_n(__WHERE2(I, O), n, __gather_if_f<M, S, I, O, P>{first, stencil, in, out, p}); return out + n; }
template <typename M, typename S, typename I, typename O> O gather_if(M first, M last, S stencil, I in, O out) { return thrust::gather_if(first, last, stencil, in, out, identity<__VALUE(S)>()); }
template <typename I, typename M, typename S, typename O, typename P> void scatter_if(I first, I last, M map, S stencil, O out, P p) { __for_n(__WHERE2(I, O), (long) (last - first), __scatter_if_f<I, M, S, O, P>{first, map, stencil, out, p}); }
template <typename I, typename M, typename S, typename O> void scatter_if(I first, I last, M map, S stencil, O out) { thrust::scatter_if(first, last, map, stencil, out, identity<__VALUE(S)>()); }
template <typename I, typename O, typename T> O remove_copy(I first, I last, O out, T v) { return thrust::remove_copy_if(first, last, out, __equals<__VALUE(I)>{(__VALUE(I)) v}); }
template <typename I, typename O, typename Q, typename P> pair<O, Q> partition_copy(I first, I last, O yes, Q no, P p) { O end = thrust::copy_if(first, last, yes, p); return pair<O, Q>(end, thrust::remove_copy_if(first, last, no, p)); }
template <typename I, typename S, typename O, typename Q, typename P> pair<O, Q> partition_copy(I first, I last, S stencil, O yes, Q no, P p) { O end = thrust::copy_if(first, last, stencil, yes, p); return pair<O, Q>(end, thrust::remove_copy_if(first, last, stencil, no, p)); }
template <typename I, typename O, typename Q, typename P> pair<O, Q> stable_partition_copy(I first, I last, O yes, Q no, P p) { return thrust::partition_copy(first, last, yes, no, p); }
template <typename I, typename S, typename P> I stable_partition(I first, I last, S stencil, P p) { __copy_of<I> all(first, last); I middle = thrust::copy_if(all.begin(), all.end(), stencil, first, p); thrust::remove_copy_if(all.begin(), all.end(), stencil, middle, p); return middle; }
template <typename I, typename S, typename P> I partition(I first, I last, S stencil, P p) { return thrust::stable_partition(first, last, stencil, p); }
template <typename I, typename S, typename P> I remove_if(I first, I last, S stencil, P p) { __copy_of<I> all(first, last); return thrust::remove_copy_if(all.begin(), all.end(), stencil, first, p); }

/* ---- two sorted ranges: of equal elements one has a, the other b; the union has max(a, b), the intersection min(a, b), the difference a - b ---- */

/* Whether the element is among the first of its equals, as many as the other range has. */
template <typename I, typename J, typename C> struct __among_f {
    I a; J b; long n, m; C less; bool wanted;
    __host__ __device__ bool operator()(long i) { auto v = a[i]; return (i - __rank(a, n, v, less, false) < __rank(b, m, v, less, true) - __rank(b, m, v, less, false)) == wanted; }
};
/* Where an element of one range goes: behind the other's smaller ones, and (`after`) its equals. */
template <typename I, typename J, typename O, typename C> struct __merge_f { I in; J other; long m; O out; C less; bool after; __host__ __device__ void operator()(long i) { auto v = in[i]; out[i + __rank(other, m, v, less, after)] = v; } };
template <typename I, typename J, typename V, typename O, typename C> struct __merge_value_f { I in; J other; V values; long m; O out; C less; bool after; __host__ __device__ void operator()(long i) { auto v = in[i]; out[i + __rank(other, m, v, less, after)] = values[i]; } };

template <typename I, typename J, typename O, typename C> O merge(I first, I last, J second, J end, O out, C less) {
    long n = last - first, m = end - second;
    __for_n(__WHERE2(I, O), n, __merge_f<I, J, O, C>{first, second, m, out, less, false});
    __for_n(__WHERE2(J, O), m, __merge_f<J, I, O, C>{second, first, n, out, less, true});
    return out + (n + m);
}
template <typename I, typename J, typename O> O merge(I first, I last, J second, J end, O out) { return thrust::merge(first, last, second, end, out, __any_less()); }
template <typename I, typename J, typename V, typename U, typename O, typename Q, typename C> pair<O, Q> merge_by_key(I first, I last, J second, J end, V values, U others, O keys, Q out, C less) {
    long n = last - first, m = end - second;
    __for_n(__WHERE2(I, Q), n, __merge_value_f<I, J, V, Q, C>{first, second, values, m, out, less, false});
    __for_n(__WHERE2(J, Q), m, __merge_value_f<J, I, U, Q, C>{second, first, others, n, out, less, true});
    return pair<O, Q>(thrust::merge(first, last, second, end, keys, less), out + (n + m));
}
template <typename I, typename J, typename V, typename U, typename O, typename Q> pair<O, Q> merge_by_key(I first, I last, J second, J end, V values, U others, O keys, Q out) { return thrust::merge_by_key(first, last, second, end, values, others, keys, out, __any_less()); }

template <typename I, typename J, typename O, typename C> O set_intersection(I first, I last, J second, J end, O out, C less) { long n = last - first; return out + __pack_n(__WHERE2(I, O), first, n, out, __among_f<I, J, C>{first, second, n, (long) (end - second), less, true}); }
template <typename I, typename J, typename O, typename C> O set_difference(I first, I last, J second, J end, O out, C less) { long n = last - first; return out + __pack_n(__WHERE2(I, O), first, n, out, __among_f<I, J, C>{first, second, n, (long) (end - second), less, false}); }
/* All of a, and what b has more; `only`: without what a has no more of. */
template <typename I, typename J, typename O, typename C> O __set_sum(__on_device, I first, I last, J second, J end, O out, C less, bool only) {
    device_vector<__VALUE(I)> a(last - first);
    device_vector<__VALUE(J)> b(end - second);
    auto a_end = only ? thrust::set_difference(first, last, second, end, a.begin(), less) : thrust::copy(first, last, a.begin());
    auto b_end = thrust::set_difference(second, end, first, last, b.begin(), less);
    return thrust::merge(a.begin(), a_end, b.begin(), b_end, out, less);
}
template <typename I, typename J, typename O, typename C> O __set_sum(__on_host, I first, I last, J second, J end, O out, C less, bool only) {
    std::vector<__VALUE(I)> a(last - first);
    std::vector<__VALUE(J)> b(end - second);
    auto a_end = only ? thrust::set_difference(first, last, second, end, a.data(), less) : thrust::copy(first, last, a.data());
    auto b_end = thrust::set_difference(second, end, first, last, b.data(), less);
    return thrust::merge(a.data(), a_end, b.data(), b_end, out, less);
}
template <typename I, typename J, typename O, typename C> O set_union(I first, I last, J second, J end, O out, C less) { return __set_sum(__WHERE2(I, O), first, last, second, end, out, less, false); }
template <typename I, typename J, typename O, typename C> O set_symmetric_difference(I first, I last, J second, J end, O out, C less) { return __set_sum(__WHERE2(I, O), first, last, second, end, out, less, true); }
template <typename I, typename J, typename O> O set_intersection(I first, I last, J second, J end, O out) { return thrust::set_intersection(first, last, second, end, out, __any_less()); }
template <typename I, typename J, typename O> O set_difference(I first, I last, J second, J end, O out) { return thrust::set_difference(first, last, second, end, out, __any_less()); }
template <typename I, typename J, typename O> O set_union(I first, I last, J second, J end, O out) { return thrust::set_union(first, last, second, end, out, __any_less()); }
template <typename I, typename J, typename O> O set_symmetric_difference(I first, I last, J second, J end, O out) { return thrust::set_symmetric_difference(first, last, second, end, out, __any_less()); }

/* ---- scans of segments: elements whose keys are equal to their neighbours' ---- */

template <typename T> struct __segment { T v; bool begins; };
template <typename K, typename V, typename E> struct __segment_of { typedef __segment<__VALUE(V)> value_type; typedef typename iterator_traits<V>::__where __where; K keys; V values; E same; __host__ __device__ value_type operator[](long i) { return value_type{values[i], !i || !same(keys[i - 1], keys[i])}; } };
template <typename T, typename F> struct __segment_f { F f; __host__ __device__ __segment<T> operator()(const __segment<T> &a, const __segment<T> &b) { return b.begins ? b : __segment<T>{f(a.v, b.v), a.begins}; } };
template <typename O> struct __take_segment { O out; struct place { O out; long i; template <typename T> __host__ __device__ void operator=(const __segment<T> &s) { out[i] = s.v; } }; __host__ __device__ place operator[](long i) { return place{out, i}; } };
/* The value before, or the first one's. */
template <typename K, typename V, typename E, typename T> struct __shifted { typedef T value_type; typedef typename iterator_traits<V>::__where __where; K keys; V values; E same; T init; __host__ __device__ T operator[](long i) { return !i || !same(keys[i - 1], keys[i]) ? init : (T) values[i - 1]; } };

template <typename K, typename V, typename O, typename E, typename F> O inclusive_scan_by_key(K first, K last, V values, O out, E same, F f) {
    typedef __segment<__VALUE(V)> segment;
    long n = last - first;
    __scan_n(__WHERE2(V, O), __segment_of<K, V, E>{first, values, same}, n, __take_segment<O>{out}, segment(), false, false, __segment_f<__VALUE(V), F>{f});
    return out + n;
}
template <typename K, typename V, typename O, typename E> O inclusive_scan_by_key(K first, K last, V values, O out, E same) { return thrust::inclusive_scan_by_key(first, last, values, out, same, plus<__VALUE(V)>()); }
template <typename K, typename V, typename O> O inclusive_scan_by_key(K first, K last, V values, O out) { return thrust::inclusive_scan_by_key(first, last, values, out, __any_same()); }
/* The values may be where the results go, so it works on a copy. */
template <typename K, typename V, typename O, typename T, typename E, typename F> O __scan_shifted(__on_device, K first, K last, V values, O out, T init, E same, F f) {
    device_vector<__VALUE(V)> own(values, values + (last - first));
    return thrust::inclusive_scan_by_key(first, last, __shifted<K, device_ptr<__VALUE(V)>, E, T>{first, own.begin(), same, init}, out, same, f);
}
template <typename K, typename V, typename O, typename T, typename E, typename F> O __scan_shifted(__on_host, K first, K last, V values, O out, T init, E same, F f) {
    std::vector<__VALUE(V)> own(values, values + (last - first));
    return thrust::inclusive_scan_by_key(first, last, __shifted<K, __VALUE(V) *, E, T>{first, own.data(), same, init}, out, same, f);
}
template <typename K, typename V, typename O, typename T, typename E, typename F> O exclusive_scan_by_key(K first, K last, V values, O out, T init, E same, F f) { return __scan_shifted(__WHERE2(V, O), first, last, values, out, init, same, f); }
template <typename K, typename V, typename O, typename T, typename E> O exclusive_scan_by_key(K first, K last, V values, O out, T init, E same) { return thrust::exclusive_scan_by_key(first, last, values, out, init, same, plus<T>()); }
template <typename K, typename V, typename O, typename T> O exclusive_scan_by_key(K first, K last, V values, O out, T init) { return thrust::exclusive_scan_by_key(first, last, values, out, init, __any_same()); }
template <typename K, typename V, typename O> O exclusive_scan_by_key(K first, K last, V values, O out) { return thrust::exclusive_scan_by_key(first, last, values, out, (__VALUE(V)) 0); }
}
#endif
