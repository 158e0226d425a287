#include <utility>
#include <iterator>
#include <random>
// names: sort stable_sort fill fill_n generate generate_n transform for_each copy copy_n reverse find find_if count count_if equal min_element max_element minmax_element lower_bound upper_bound binary_search unique remove remove_if all_of any_of none_of replace rotate shuffle random_shuffle is_sorted mismatch nth_element partial_sort merge copy_if swap_ranges next_permutation iter_swap clamp min max minmax set_intersection search find_if_not find_first_of adjacent_find lexicographical_compare is_sorted_until is_partitioned stable_partition partition is_permutation replace_if replace_copy remove_copy remove_copy_if unique_copy copy_backward move_backward reverse_copy rotate_copy for_each_n equal_range inplace_merge includes set_union set_difference set_symmetric_difference make_heap push_heap pop_heap sort_heap is_heap prev_permutation find_end partition_point partition_copy is_heap_until search_n partial_sort_copy replace_copy_if shift_left shift_right sample
// SPDX-License-Identifier: Apache-2.0
inline int __remove_file(const char *path) { return ::remove(path); }
namespace std {
struct __less { template <typename A, typename B> bool operator()(const A &a, const B &b) const { return a < b; } };
struct __same { template <typename A, typename B> bool operator()(const A &a, const B &b) const { return a == b; } };
template <typename T> const T &min(const T &a, const T &b) { return b < a ? b : a; }
template <typename T> const T &max(const T &a, const T &b) { return a < b ? b : a; }
template <typename T, typename C> const T &min(const T &a, const T &b, C less) { return less(b, a) ? b : a; }
template <typename T, typename C> const T &max(const T &a, const T &b, C less) { return less(a, b) ? b : a; }
template <typename T> T min(initializer_list<T> l) { T m = *l.begin(); for (const T &x : l) if (x < m) m = x; return m; }
template <typename T> T max(initializer_list<T> l) { T m = *l.begin(); for (const T &x : l) if (m < x) m = x; return m; }
template <typename T> pair<T, T> minmax(const T &a, const T &b) { return b < a ? pair<T, T>(b, a) : pair<T, T>(a, b); }
template <typename T> const T &clamp(const T &x, const T &low, const T &high) { return x < low ? low : high < x ? high : x; }
template <typename A, typename B> void iter_swap(A a, B b) { swap(*a, *b); }
/* The hole goes down to a leaf along the greater children, then the element rises from there: fewer comparisons than stopping on
   the way, and equal elements leave a heap in the order that programs compiled with libstdc++ show. */
template <typename I, typename C> void __rise(I first, ptrdiff_t i, ptrdiff_t top, C less) {
    for (ptrdiff_t up = (i - 1) / 2; i > top && less(first[up], first[i]); i = up, up = (i - 1) / 2) swap(first[i], first[up]);
}
template <typename I, typename C> void __sift(I first, ptrdiff_t i, ptrdiff_t n, C less) {
    ptrdiff_t top = i;
    for (ptrdiff_t k = 2 * i + 1; k < n; i = k, k = 2 * i + 1) {
        if (k + 1 < n && !less(first[k + 1], first[k])) k++;
        swap(first[i], first[k]);
    }
    __rise(first, i, top, less);
}
template <typename I, typename C> void __heap_sort(I first, I last, C less) {
    ptrdiff_t n = last - first;
    for (ptrdiff_t i = n / 2; i-- > 0;) __sift(first, i, n, less);
    for (; n-- > 1;) { swap(first[0], first[n]); __sift(first, 0, n, less); }
}
template <typename I, typename C> void __insertion_sort(I first, I last, C less) {
    if (first == last) return;
    for (I i = first + 1; i != last; ++i) {
        auto x = move(*i);
        I k = i;
        for (; k != first && less(x, *(k - 1)); --k) *k = move(*(k - 1));
        *k = move(x);
    }
}
template <typename I, typename C> void __sort(I first, I last, C less, int depth) {
    while (last - first > 16) {
        if (depth-- == 0) { __heap_sort(first, last, less); return; }
        I middle = first + (last - first) / 2, end = last - 1;
        if (less(*middle, *first)) swap(*middle, *first);
        if (less(*end, *middle)) swap(*end, *middle);
        if (less(*middle, *first)) swap(*middle, *first);
        auto pivot = *middle;
        I i = first, k = end;
        for (;;) {
            while (less(*i, pivot)) ++i;
            while (less(pivot, *k)) --k;
            if (!(i < k)) break;
            swap(*i, *k);
            ++i;
            --k;
        }
        __sort(i, last, less, depth);
        last = i;
    }
    __insertion_sort(first, last, less);
}
template <typename I> bool __sort_plain(I, I) { return false; }
inline bool __sort_plain(int *a, int *b) { return __sort_numbers(a, b - a, 'i'); }
inline bool __sort_plain(unsigned *a, unsigned *b) { return __sort_numbers(a, b - a, 'u'); }
inline bool __sort_plain(long *a, long *b) { return __sort_numbers(a, b - a, 'l'); }
inline bool __sort_plain(unsigned long *a, unsigned long *b) { return __sort_numbers(a, b - a, 'z'); }
inline bool __sort_plain(float *a, float *b) { return __sort_numbers(a, b - a, 'f'); }
inline bool __sort_plain(double *a, double *b) { return __sort_numbers(a, b - a, 'd'); }
template <typename I, typename C> void sort(I first, I last, C less) { if (last - first > 1) __sort(first, last, less, 64); }
template <typename I> void sort(I first, I last) { if (__builtin_is_constant_evaluated() || !__sort_plain(first, last)) std::sort(first, last, __less()); }
template <typename I, typename C> void stable_sort(I first, I last, C less) {
    ptrdiff_t n = last - first;
    if (n < 16) { __insertion_sort(first, last, less); return; }
    I middle = first + n / 2;
    std::stable_sort(first, middle, less);
    std::stable_sort(middle, last, less);
    while (first != middle && middle != last) {
        if (!less(*middle, *first)) { ++first; continue; }
        auto x = move(*middle);
        for (I k = middle; k != first; --k) *k = move(*(k - 1));
        *first = move(x);
        ++first; ++middle;
    }
}
template <typename I> void stable_sort(I first, I last) { std::stable_sort(first, last, __less()); }
template <typename I, typename C> void partial_sort(I first, I middle, I last, C less) { std::sort(first, last, less); }
template <typename I> void partial_sort(I first, I middle, I last) { std::sort(first, last); }
template <typename I> void nth_element(I first, I nth, I last) { std::sort(first, last); }
template <typename I, typename C> void nth_element(I first, I nth, I last, C less) { std::sort(first, last, less); }
template <typename I, typename C> bool is_sorted(I first, I last, C less) { if (first == last) return true; for (I n = first; ++n != last; first = n) if (less(*n, *first)) return false; return true; }
template <typename I> bool is_sorted(I first, I last) { return std::is_sorted(first, last, __less()); }
template <typename I, typename T> void fill(I first, I last, const T &value) { for (; first != last; ++first) *first = value; }
template <typename I, typename N, typename T> I fill_n(I first, N n, const T &value) { for (; n > 0; n--, ++first) *first = value; return first; }
template <typename I, typename F> void generate(I first, I last, F f) { for (; first != last; ++first) *first = f(); }
template <typename I, typename N, typename F> I generate_n(I first, N n, F f) { for (; n > 0; n--, ++first) *first = f(); return first; }
template <typename I, typename O, typename F> O transform(I first, I last, O out, F f) { for (; first != last; ++first, ++out) *out = f(*first); return out; }
template <typename I, typename J, typename O, typename F> O transform(I first, I last, J second, O out, F f) { for (; first != last; ++first, ++second, ++out) *out = f(*first, *second); return out; }
template <typename I, typename F> F for_each(I first, I last, F f) { for (; first != last; ++first) f(*first); return f; }
template <typename I, typename O> O copy(I first, I last, O out) { for (; first != last; ++first, ++out) *out = *first; return out; }
template <typename I, typename O, typename F> O copy_if(I first, I last, O out, F f) { for (; first != last; ++first) if (f(*first)) { *out = *first; ++out; } return out; }
template <typename I, typename N, typename O> O copy_n(I first, N n, O out) { for (; n > 0; n--, ++first, ++out) *out = *first; return out; }
template <typename I> void reverse(I first, I last) { while (first != last && first != --last) { swap(*first, *last); ++first; } }
template <typename I> I rotate(I first, I middle, I last) { I at = first; advance(at, distance(middle, last)); std::reverse(first, middle); std::reverse(middle, last); std::reverse(first, last); return at; }
template <typename I, typename T> I find(I first, I last, const T &value) { for (; first != last; ++first) if (*first == value) return first; return last; }
template <typename I, typename F> I find_if(I first, I last, F f) { for (; first != last; ++first) if (f(*first)) return first; return last; }
template <typename I, typename T> ptrdiff_t count(I first, I last, const T &value) { ptrdiff_t n = 0; for (; first != last; ++first) if (*first == value) n++; return n; }
template <typename I, typename F> ptrdiff_t count_if(I first, I last, F f) { ptrdiff_t n = 0; for (; first != last; ++first) if (f(*first)) n++; return n; }
template <typename I, typename F> bool all_of(I first, I last, F f) { for (; first != last; ++first) if (!f(*first)) return false; return true; }
template <typename I, typename F> bool any_of(I first, I last, F f) { for (; first != last; ++first) if (f(*first)) return true; return false; }
template <typename I, typename F> bool none_of(I first, I last, F f) { return !std::any_of(first, last, f); }
template <typename I, typename J> bool equal(I first, I last, J second) { for (; first != last; ++first, ++second) if (!(*first == *second)) return false; return true; }
template <typename I, typename J, typename F> bool equal(I first, I last, J second, F f) { for (; first != last; ++first, ++second) if (!f(*first, *second)) return false; return true; }
template <typename I, typename J> pair<I, J> mismatch(I first, I last, J second) { for (; first != last && *first == *second; ++first, ++second) ; return pair<I, J>(first, second); }
template <typename I, typename C> I min_element(I first, I last, C less) { I best = first; for (; first != last; ++first) if (less(*first, *best)) best = first; return best; }
template <typename I> I min_element(I first, I last) { return std::min_element(first, last, __less()); }
template <typename I, typename J, typename C> I find_end(I first, I last, J from, J to, C same) {
    I found = last;
    for (I i = first;; ++i) {
        I a = i;
        J b = from;
        while (b != to && a != last && same(*a, *b)) ++a, ++b;
        if (b != to) { if (a == last) return found; continue; }
        if (from == to) return last;
        found = i;
        if (a == last) return found;
    }
}
template <typename I, typename J> I find_end(I first, I last, J from, J to) { return std::find_end(first, last, from, to, [](const auto &a, const auto &b) { return a == b; }); }
template <typename I, typename C> I max_element(I first, I last, C less) { I best = first; for (; first != last; ++first) if (less(*best, *first)) best = first; return best; }
template <typename I> I max_element(I first, I last) { return std::max_element(first, last, __less()); }
template <typename I> pair<I, I> minmax_element(I first, I last) { return pair<I, I>(std::min_element(first, last), std::max_element(first, last)); }
template <typename I, typename T, typename C> I lower_bound(I first, I last, const T &value, C less) {
    ptrdiff_t n = distance(first, last);
    while (n > 0) { ptrdiff_t half = n / 2; I middle = first; advance(middle, half); if (less(*middle, value)) { first = ++middle; n -= half + 1; } else n = half; }
    return first;
}
template <typename I, typename T> I lower_bound(I first, I last, const T &value) { return std::lower_bound(first, last, value, __less()); }
template <typename I, typename T, typename C> I upper_bound(I first, I last, const T &value, C less) {
    ptrdiff_t n = distance(first, last);
    while (n > 0) { ptrdiff_t half = n / 2; I middle = first; advance(middle, half); if (!less(value, *middle)) { first = ++middle; n -= half + 1; } else n = half; }
    return first;
}
template <typename I, typename T> I upper_bound(I first, I last, const T &value) { return std::upper_bound(first, last, value, __less()); }
template <typename I, typename T> bool binary_search(I first, I last, const T &value) { first = std::lower_bound(first, last, value); return first != last && !(value < *first); }
template <typename I> I unique(I first, I last) { if (first == last) return last; I to = first; while (++first != last) if (!(*to == *first)) { ++to; *to = move(*first); } return ++to; }
template <typename I, typename T> I remove(I first, I last, const T &value) { I to = first; for (; first != last; ++first) if (!(*first == value)) { *to = move(*first); ++to; } return to; }
inline int remove(const char *path) { return __remove_file(path); }
template <typename I, typename F> I remove_if(I first, I last, F f) { I to = first; for (; first != last; ++first) if (!f(*first)) { *to = move(*first); ++to; } return to; }
template <typename I, typename T> void replace(I first, I last, const T &old, const T &value) { for (; first != last; ++first) if (*first == old) *first = value; }
template <typename I, typename J, typename O> O merge(I a, I a_end, J b, J b_end, O out) {
    while (a != a_end && b != b_end) { if (*b < *a) { *out = *b; ++b; } else { *out = *a; ++a; } ++out; }
    return std::copy(b, b_end, std::copy(a, a_end, out));
}
template <typename I, typename C> bool next_permutation(I first, I last, C less) {
    if (first == last) return false;
    I i = last;
    if (first == --i) return false;
    for (;;) {
        I k = i;
        if (less(*--i, *k)) { I j = last; while (!less(*i, *--j)) ; swap(*i, *j); std::reverse(k, last); return true; }
        if (i == first) { std::reverse(first, last); return false; }
    }
}
template <typename I> bool next_permutation(I first, I last) { return std::next_permutation(first, last, __less()); }
template <typename I, typename F> I find_if_not(I first, I last, F f) { for (; first != last; ++first) if (!f(*first)) return first; return last; }
template <typename I, typename J> I find_first_of(I first, I last, J set, J set_end) { for (; first != last; ++first) for (J k = set; k != set_end; ++k) if (*first == *k) return first; return last; }
template <typename I> I adjacent_find(I first, I last) { if (first == last) return last; for (I n = first; ++n != last; first = n) if (*first == *n) return first; return last; }
template <typename I, typename J> I search(I first, I last, J what, J what_end) { for (;; ++first) { I i = first; for (J k = what;; ++i, ++k) { if (k == what_end) return first; if (i == last) return last; if (!(*i == *k)) break; } } }
template <typename I, typename J> bool lexicographical_compare(I a, I a_end, J b, J b_end) { for (; a != a_end && b != b_end; ++a, ++b) { if (*a < *b) return true; if (*b < *a) return false; } return a == a_end && b != b_end; }
template <typename I, typename C> I is_sorted_until(I first, I last, C less) { if (first == last) return last; for (I n = first; ++n != last; first = n) if (less(*n, *first)) return n; return last; }
template <typename I> I is_sorted_until(I first, I last) { return std::is_sorted_until(first, last, __less()); }
template <typename I, typename F> bool is_partitioned(I first, I last, F f) { for (; first != last && f(*first); ++first) ; for (; first != last; ++first) if (f(*first)) return false; return true; }
template <typename I, typename F> I stable_partition(I first, I last, F f) { I to = first; for (; first != last; ++first) if (f(*first)) { for (I k = first; k != to;) { I b = k; --b; swap(*k, *b); k = b; } ++to; } return to; }
template <typename I, typename F> I partition(I first, I last, F f) { while (first != last) { while (f(*first)) { ++first; if (first == last) return first; } do { --last; if (first == last) return first; } while (!f(*last)); swap(*first, *last); ++first; } return first; }
template <typename I, typename J> bool is_permutation(I first, I last, J second) { ptrdiff_t n = distance(first, last); J end = second; advance(end, n); for (I i = first; i != last; ++i) if (std::count(first, last, *i) != std::count(second, end, *i)) return false; return true; }
template <typename I, typename F, typename T> void replace_if(I first, I last, F f, const T &value) { for (; first != last; ++first) if (f(*first)) *first = value; }
template <typename I, typename O, typename T> O replace_copy(I first, I last, O out, const T &old, const T &value) { for (; first != last; ++first, ++out) *out = *first == old ? value : *first; return out; }
template <typename I, typename O, typename T> O remove_copy(I first, I last, O out, const T &value) { for (; first != last; ++first) if (!(*first == value)) { *out = *first; ++out; } return out; }
template <typename I, typename O, typename F> O remove_copy_if(I first, I last, O out, F f) { for (; first != last; ++first) if (!f(*first)) { *out = *first; ++out; } return out; }
template <typename I, typename O> O unique_copy(I first, I last, O out) { if (first == last) return out; auto before = *first; *out = before; ++out; for (++first; first != last; ++first) if (!(before == *first)) { before = *first; *out = before; ++out; } return out; }
template <typename I, typename F> I unique(I first, I last, F same) { if (first == last) return last; I to = first; while (++first != last) if (!same(*to, *first)) { ++to; *to = move(*first); } return ++to; }
template <typename I, typename O> O copy_backward(I first, I last, O out) { while (first != last) *--out = *--last; return out; }
template <typename I, typename O> O move_backward(I first, I last, O out) { while (first != last) *--out = move(*--last); return out; }
template <typename I, typename O> O reverse_copy(I first, I last, O out) { while (first != last) { *out = *--last; ++out; } return out; }
template <typename I, typename O> O rotate_copy(I first, I middle, I last, O out) { return std::copy(first, middle, std::copy(middle, last, out)); }
template <typename I, typename N, typename F> I for_each_n(I first, N n, F f) { for (; n > 0; n--, ++first) f(*first); return first; }
template <typename I, typename J> J swap_ranges(I first, I last, J second) { for (; first != last; ++first, ++second) swap(*first, *second); return second; }
template <typename I, typename J> bool equal(I first, I last, J second, J second_end) { for (; first != last && second != second_end; ++first, ++second) if (!(*first == *second)) return false; return first == last && second == second_end; }
template <typename I, typename C> pair<I, I> minmax_element(I first, I last, C less) { pair<I, I> r(first, first); for (; first != last; ++first) { if (less(*first, *r.first)) r.first = first; if (!less(*first, *r.second)) r.second = first; } return r; }
template <typename T> pair<T, T> minmax(initializer_list<T> l) { return pair<T, T>(std::min(l), std::max(l)); }
template <typename T, typename C> T min(initializer_list<T> l, C less) { T m = *l.begin(); for (const T &x : l) if (less(x, m)) m = x; return m; }
template <typename T, typename C> T max(initializer_list<T> l, C less) { T m = *l.begin(); for (const T &x : l) if (less(m, x)) m = x; return m; }
template <typename T, typename C> const T &clamp(const T &x, const T &low, const T &high, C less) { return less(x, low) ? low : less(high, x) ? high : x; }
template <typename I, typename T> pair<I, I> equal_range(I first, I last, const T &value) { return pair<I, I>(std::lower_bound(first, last, value), std::upper_bound(first, last, value)); }
template <typename I, typename T, typename C> pair<I, I> equal_range(I first, I last, const T &value, C less) { return pair<I, I>(std::lower_bound(first, last, value, less), std::upper_bound(first, last, value, less)); }
template <typename I, typename T, typename C> bool binary_search(I first, I last, const T &value, C less) { first = std::lower_bound(first, last, value, less); return first != last && !less(value, *first); }
template <typename I, typename J, typename O, typename C> O merge(I a, I a_end, J b, J b_end, O out, C less) {
    while (a != a_end && b != b_end) { if (less(*b, *a)) { *out = *b; ++b; } else { *out = *a; ++a; } ++out; }
    return std::copy(b, b_end, std::copy(a, a_end, out));
}
template <typename I, typename C> void inplace_merge(I first, I middle, I last, C less) { std::stable_sort(first, last, less); }
template <typename I> void inplace_merge(I first, I middle, I last) { std::stable_sort(first, last, __less()); }
template <typename I, typename J> bool includes(I a, I a_end, J b, J b_end) { for (; b != b_end; ++a) { if (a == a_end || *b < *a) return false; if (!(*a < *b)) ++b; } return true; }
template <typename I, typename J, typename O> O set_union(I a, I a_end, J b, J b_end, O out) { while (a != a_end && b != b_end) { if (*b < *a) { *out = *b; ++b; } else { if (!(*a < *b)) ++b; *out = *a; ++a; } ++out; } return std::copy(b, b_end, std::copy(a, a_end, out)); }
template <typename I, typename J, typename O> O set_intersection(I a, I a_end, J b, J b_end, O out) { while (a != a_end && b != b_end) { if (*a < *b) ++a; else { if (!(*b < *a)) { *out = *a; ++out; ++a; } ++b; } } return out; }
template <typename I, typename J, typename O> O set_difference(I a, I a_end, J b, J b_end, O out) { while (a != a_end) { if (b == b_end || *a < *b) { *out = *a; ++out; ++a; } else { if (!(*b < *a)) ++a; ++b; } } return out; }
template <typename I, typename J, typename O> O set_symmetric_difference(I a, I a_end, J b, J b_end, O out) { while (a != a_end && b != b_end) { if (*a < *b) { *out = *a; ++out; ++a; } else if (*b < *a) { *out = *b; ++out; ++b; } else { ++a; ++b; } } return std::copy(b, b_end, std::copy(a, a_end, out)); }
template <typename I, typename C> void make_heap(I first, I last, C less) { ptrdiff_t n = last - first; for (ptrdiff_t i = n / 2; i-- > 0;) __sift(first, i, n, less); }
template <typename I> void make_heap(I first, I last) { std::make_heap(first, last, __less()); }
template <typename I, typename C> void push_heap(I first, I last, C less) { if (last - first > 1) __rise(first, last - first - 1, 0, less); }
template <typename I> void push_heap(I first, I last) { std::push_heap(first, last, __less()); }
template <typename I, typename C> void pop_heap(I first, I last, C less) { ptrdiff_t n = last - first - 1; if (n > 0) { swap(first[0], first[n]); __sift(first, 0, n, less); } }
template <typename I> void pop_heap(I first, I last) { std::pop_heap(first, last, __less()); }
template <typename I, typename C> void sort_heap(I first, I last, C less) { for (ptrdiff_t n = last - first; n-- > 1;) { swap(first[0], first[n]); __sift(first, 0, n, less); } }
template <typename I> void sort_heap(I first, I last) { std::sort_heap(first, last, __less()); }
template <typename I> bool is_heap(I first, I last) { for (ptrdiff_t i = 1, n = last - first; i < n; i++) if (first[(i - 1) / 2] < first[i]) return false; return true; }
template <typename I, typename C> bool prev_permutation(I first, I last, C less) {
    if (first == last) return false;
    I i = last;
    if (first == --i) return false;
    for (;;) {
        I k = i;
        if (less(*k, *--i)) { I j = last; while (!less(*--j, *i)) ; swap(*i, *j); std::reverse(k, last); return true; }
        if (i == first) { std::reverse(first, last); return false; }
    }
}
template <typename I> bool prev_permutation(I first, I last) { return std::prev_permutation(first, last, __less()); }
template <typename I, typename F> I adjacent_find(I first, I last, F same) { if (first == last) return last; for (I n = first; ++n != last; first = n) if (same(*first, *n)) return first; return last; }
template <typename I, typename J, typename F> I find_first_of(I first, I last, J set, J set_end, F same) { for (; first != last; ++first) for (J k = set; k != set_end; ++k) if (same(*first, *k)) return first; return last; }
template <typename I, typename J, typename F> I search(I first, I last, J what, J what_end, F same) { for (;; ++first) { I i = first; for (J k = what;; ++i, ++k) { if (k == what_end) return first; if (i == last) return last; if (!same(*i, *k)) break; } } }
template <typename I, typename N, typename T, typename F> I search_n(I first, I last, N n, const T &value, F same) { for (; n > 0; ++first) { I i = first; N k = 0; for (; k < n && i != last && same(*i, value); k++) ++i; if (k == n) break; if (i == last) return last; first = i; } return first; }
template <typename I, typename N, typename T> I search_n(I first, I last, N n, const T &value) { return std::search_n(first, last, n, value, __same()); }
template <typename I, typename J, typename F> bool equal(I first, I last, J second, J second_end, F same) { for (; first != last && second != second_end; ++first, ++second) if (!same(*first, *second)) return false; return first == last && second == second_end; }
template <typename I, typename J, typename F> pair<I, J> mismatch(I first, I last, J second, J second_end, F same) { for (; first != last && second != second_end && same(*first, *second); ++first, ++second) ; return pair<I, J>(first, second); }
template <typename I, typename J> pair<I, J> mismatch(I first, I last, J second, J second_end) { return std::mismatch(first, last, second, second_end, __same()); }
template <typename I, typename J, typename F> pair<I, J> mismatch(I first, I last, J second, F same) { for (; first != last && same(*first, *second); ++first, ++second) ; return pair<I, J>(first, second); }
template <typename I, typename J, typename C> bool lexicographical_compare(I a, I a_end, J b, J b_end, C less) { for (; a != a_end && b != b_end; ++a, ++b) { if (less(*a, *b)) return true; if (less(*b, *a)) return false; } return a == a_end && b != b_end; }
template <typename I, typename J, typename F> bool is_permutation(I first, I last, J second, J end, F same) {
    if (distance(first, last) != distance(second, end)) return false;
    for (I i = first; i != last; ++i) {
        auto is = [&](const auto &x) { return same(*i, x); };
        if (std::count_if(first, last, is) != std::count_if(second, end, is)) return false;
    }
    return true;
}
template <typename I, typename J> bool is_permutation(I first, I last, J second, J end) { return std::is_permutation(first, last, second, end, __same()); }
template <typename I, typename J, typename F> bool is_permutation(I first, I last, J second, F same) { J end = second; advance(end, distance(first, last)); return std::is_permutation(first, last, second, end, same); }
template <typename I, typename F> I partition_point(I first, I last, F f) {
    ptrdiff_t n = distance(first, last);
    while (n > 0) { ptrdiff_t half = n / 2; I middle = first; advance(middle, half); if (f(*middle)) { first = ++middle; n -= half + 1; } else n = half; }
    return first;
}
template <typename I, typename O, typename P, typename F> pair<O, P> partition_copy(I first, I last, O yes, P no, F f) { for (; first != last; ++first) { if (f(*first)) { *yes = *first; ++yes; } else { *no = *first; ++no; } } return pair<O, P>(yes, no); }
template <typename I, typename O, typename F, typename T> O replace_copy_if(I first, I last, O out, F f, const T &value) { for (; first != last; ++first, ++out) { if (f(*first)) *out = value; else *out = *first; } return out; }
template <typename I, typename O, typename F> O unique_copy(I first, I last, O out, F same) { if (first == last) return out; auto before = *first; *out = before; ++out; for (++first; first != last; ++first) if (!same(before, *first)) { before = *first; *out = before; ++out; } return out; }
template <typename I, typename J, typename C> bool includes(I a, I a_end, J b, J b_end, C less) { for (; b != b_end; ++a) { if (a == a_end || less(*b, *a)) return false; if (!less(*a, *b)) ++b; } return true; }
template <typename I, typename J, typename O, typename C> O set_union(I a, I a_end, J b, J b_end, O out, C less) { while (a != a_end && b != b_end) { if (less(*b, *a)) { *out = *b; ++b; } else { if (!less(*a, *b)) ++b; *out = *a; ++a; } ++out; } return std::copy(b, b_end, std::copy(a, a_end, out)); }
template <typename I, typename J, typename O, typename C> O set_intersection(I a, I a_end, J b, J b_end, O out, C less) { while (a != a_end && b != b_end) { if (less(*a, *b)) ++a; else { if (!less(*b, *a)) { *out = *a; ++out; ++a; } ++b; } } return out; }
template <typename I, typename J, typename O, typename C> O set_difference(I a, I a_end, J b, J b_end, O out, C less) { while (a != a_end) { if (b == b_end || less(*a, *b)) { *out = *a; ++out; ++a; } else { if (!less(*b, *a)) ++a; ++b; } } return out; }
template <typename I, typename J, typename O, typename C> O set_symmetric_difference(I a, I a_end, J b, J b_end, O out, C less) { while (a != a_end && b != b_end) { if (less(*a, *b)) { *out = *a; ++out; ++a; } else if (less(*b, *a)) { *out = *b; ++out; ++b; } else { ++a; ++b; } } return std::copy(b, b_end, std::copy(a, a_end, out)); }
template <typename I, typename C> I is_heap_until(I first, I last, C less) { ptrdiff_t n = last - first; for (ptrdiff_t i = 1; i < n; i++) if (less(first[(i - 1) / 2], first[i])) return first + i; return last; }
template <typename I> I is_heap_until(I first, I last) { return std::is_heap_until(first, last, __less()); }
template <typename I, typename C> bool is_heap(I first, I last, C less) { return std::is_heap_until(first, last, less) == last; }
template <typename I, typename O, typename C> O partial_sort_copy(I first, I last, O out, O out_end, C less) {
    vector<typename decay<decltype(*first)>::type> all(first, last);
    std::sort(all.begin(), all.end(), less);
    for (auto i = all.begin(); i != all.end() && out != out_end; ++i, ++out) *out = *i;
    return out;
}
template <typename I, typename O> O partial_sort_copy(I first, I last, O out, O out_end) { return std::partial_sort_copy(first, last, out, out_end, __less()); }
template <typename I> I shift_left(I first, I last, ptrdiff_t n) { if (n <= 0) return last; I to = first; for (; n > 0; n--, ++first) if (first == last) return to; for (; first != last; ++first, ++to) *to = move(*first); return to; }
template <typename I> I shift_right(I first, I last, ptrdiff_t n) {
    ptrdiff_t size = distance(first, last);
    if (n <= 0) return first;
    if (n >= size) return last;
    I from = first, to = last;
    advance(from, size - n);
    while (from != first) *--to = move(*--from);
    return to;
}
template <typename T, typename C> pair<T, T> minmax(const T &a, const T &b, C less) { return less(b, a) ? pair<T, T>(b, a) : pair<T, T>(a, b); }
template <typename T, typename C> pair<T, T> minmax(initializer_list<T> l, C less) { auto r = std::minmax_element(l.begin(), l.end(), less); return pair<T, T>(*r.first, *r.second); }
/* As libstdc++: two places of one number where the engine's range allows it. */
template <typename G> unsigned long __below(G &g, unsigned long n) { uniform_int_distribution<unsigned long> d(0, n - 1); return d(g); }
template <typename I, typename G> void shuffle(I first, I last, G &&g) {
    ptrdiff_t n = last - first, i = 1;
    if (n == 0) return;
    unsigned long range = (unsigned long) g.max() - (unsigned long) g.min();
    if (range / (unsigned long) n >= (unsigned long) n) {
        if (n % 2 == 0) { swap(first[1], first[(ptrdiff_t) __below(g, 2)]); i = 2; }
        for (; i < n; i += 2) {
            unsigned long m = (unsigned long) i + 1, both = __below(g, m * (m + 1));
            swap(first[i], first[(ptrdiff_t) (both / (m + 1))]);
            swap(first[i + 1], first[(ptrdiff_t) (both % (m + 1))]);
        }
        return;
    }
    for (; i < n; i++) swap(first[i], first[(ptrdiff_t) __below(g, (unsigned long) i + 1)]);
}
/* Selection sampling, which keeps the order of the range. */
template <typename I, typename O> O move(I first, I last, O out) { for (; first != last; ++first, ++out) *out = std::move(*first); return out; }
template <typename I, typename O, typename N, typename G> O sample(I first, I last, O out, N n, G &&g) {
    ptrdiff_t left = distance(first, last), want = std::min((ptrdiff_t) n, left);
    bool pairs = left > 0 && (unsigned long) (g.max() - g.min()) / (unsigned long) left >= (unsigned long) left;
    while (pairs && want > 0 && left >= 2) { /* as libstdc++: one number decides about two elements */
        unsigned long both = __below(g, (unsigned long) left * (unsigned long) (left - 1)), second = both % (unsigned long) (left - 1);
        if ((ptrdiff_t) (both / (unsigned long) (left - 1)) < want) { *out = *first; ++out; want--; }
        ++first;
        left--;
        if (want > 0 && (ptrdiff_t) second < want) { *out = *first; ++out; want--; }
        ++first;
        left--;
    }
    for (; want > 0; ++first, left--)
        if ((ptrdiff_t) __below(g, (unsigned long) left) < want) { *out = *first; ++out; want--; }
    return out;
}
template <typename I> void random_shuffle(I first, I last) { ptrdiff_t n = last - first; for (ptrdiff_t i = 1; i < n; i++) { ptrdiff_t k = rand() % (i + 1); if (i != k) swap(first[i], first[k]); } }
}
