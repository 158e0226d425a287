#include <utility>
#include <iterator>
// names: sort stable_sort fill fill_n generate generate_n transform for_each copy copy_n reverse find find_if count count_if equal min_element max_element minmax_element lower_bound upper_bound binary_search unique remove remove_if all_of any_of none_of replace rotate shuffle random_shuffle is_sorted mismatch nth_element partial_sort merge copy_if swap_ranges next_permutation iter_swap clamp min max minmax set_intersection search
// SPDX-License-Identifier: Apache-2.0
namespace std {
struct __less { template <typename A, typename B> bool operator()(const A &a, const B &b) const { return a < b; } };
template <typename T> const T &min(const T &a, const T &b) { return b < a ? b : a; }
template <typename T> const T &max(const T &a, const T &b) { return a < b ? b : a; }
template <typename T, typename C> const T &min(const T &a, const T &b, C less) { return less(b, a) ? b : a; }
template <typename T, typename C> const T &max(const T &a, const T &b, C less) { return less(a, b) ? b : a; }
template <typename T> T min(initializer_list<T> l) { T m = *l.begin(); for (const T &x : l) if (x < m) m = x; return m; }
template <typename T> T max(initializer_list<T> l) { T m = *l.begin(); for (const T &x : l) if (m < x) m = x; return m; }
template <typename T> pair<T, T> minmax(const T &a, const T &b) { return b < a ? pair<T, T>(b, a) : pair<T, T>(a, b); }
template <typename T> const T &clamp(const T &x, const T &low, const T &high) { return x < low ? low : high < x ? high : x; }
template <typename A, typename B> void iter_swap(A a, B b) { swap(*a, *b); }
template <typename I, typename C> void __sift(I first, ptrdiff_t i, ptrdiff_t n, C less) {
    for (ptrdiff_t k = 2 * i + 1; k < n; i = k, k = 2 * i + 1) {
        if (k + 1 < n && less(first[k], first[k + 1])) k++;
        if (!less(first[i], first[k])) return;
        swap(first[i], first[k]);
    }
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
template <typename I> void sort(I first, I last) { if (!__sort_plain(first, last)) std::sort(first, last, __less()); }
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
template <typename I> I rotate(I first, I middle, I last) { I at = first + (last - middle); std::reverse(first, middle); std::reverse(middle, last); std::reverse(first, last); return at; }
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
template <typename I, typename F> I remove_if(I first, I last, F f) { I to = first; for (; first != last; ++first) if (!f(*first)) { *to = move(*first); ++to; } return to; }
template <typename I, typename T> void replace(I first, I last, const T &old, const T &value) { for (; first != last; ++first) if (*first == old) *first = value; }
template <typename I, typename J, typename O> O merge(I a, I a_end, J b, J b_end, O out) {
    while (a != a_end && b != b_end) { if (*b < *a) { *out = *b; ++b; } else { *out = *a; ++a; } ++out; }
    return std::copy(b, b_end, std::copy(a, a_end, out));
}
template <typename I> bool next_permutation(I first, I last) {
    if (first == last) return false;
    I i = last;
    if (first == --i) return false;
    for (;;) {
        I k = i;
        if (*--i < *k) { I j = last; while (!(*i < *--j)) ; swap(*i, *j); std::reverse(k, last); return true; }
        if (i == first) { std::reverse(first, last); return false; }
    }
}
template <typename I, typename G> void shuffle(I first, I last, G &&g) {
    ptrdiff_t n = last - first;
    for (ptrdiff_t i = n - 1; i > 0; i--) swap(first[i], first[(ptrdiff_t) (g() % (unsigned long) (i + 1))]);
}
template <typename I> void random_shuffle(I first, I last) { ptrdiff_t n = last - first; for (ptrdiff_t i = 1; i < n; i++) { ptrdiff_t k = rand() % (i + 1); if (i != k) swap(first[i], first[k]); } }
}
