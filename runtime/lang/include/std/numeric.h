#include <utility>
#include <type_traits>
// names: accumulate iota inner_product partial_sum reduce adjacent_difference exclusive_scan inclusive_scan gcd lcm transform_reduce midpoint transform_inclusive_scan transform_exclusive_scan
// SPDX-License-Identifier: Apache-2.0
namespace std {
template <typename I, typename T> T accumulate(I first, I last, T sum) { for (; first != last; ++first) sum = sum + *first; return sum; }
template <typename I, typename T, typename F> T accumulate(I first, I last, T sum, F f) { for (; first != last; ++first) sum = f(sum, *first); return sum; }
template <typename I, typename T> T reduce(I first, I last, T sum) { for (; first != last; ++first) sum = sum + *first; return sum; }
template <typename I, typename T, typename F> T reduce(I first, I last, T sum, F f) { for (; first != last; ++first) sum = f(sum, *first); return sum; }
template <typename I, typename T> void iota(I first, I last, T value) { for (; first != last; ++first, ++value) *first = value; }
template <typename I, typename J, typename T> T inner_product(I first, I last, J second, T sum) { for (; first != last; ++first, ++second) sum = sum + *first * *second; return sum; }
template <typename I, typename O> O partial_sum(I first, I last, O out) { if (first == last) return out; auto sum = *first; *out = sum; while (++first != last) { sum = sum + *first; *++out = sum; } return ++out; }
template <typename I, typename O> O inclusive_scan(I first, I last, O out) { return partial_sum(first, last, out); }
template <typename I, typename O, typename T> O exclusive_scan(I first, I last, O out, T sum) { for (; first != last; ++first, ++out) { T next = sum + *first; *out = sum; sum = next; } return out; }
template <typename I> auto reduce(I first, I last) { auto sum = *first; for (++first; first != last; ++first) sum = sum + *first; return sum; }
template <typename I, typename J, typename T, typename F, typename G> T inner_product(I first, I last, J second, T sum, F f, G g) { for (; first != last; ++first, ++second) sum = f(sum, g(*first, *second)); return sum; }
template <typename I, typename J, typename T> T transform_reduce(I first, I last, J second, T sum) { return std::inner_product(first, last, second, sum); }
template <typename I, typename J, typename T, typename F, typename G> T transform_reduce(I first, I last, J second, T sum, F f, G g) { return std::inner_product(first, last, second, sum, f, g); }
template <typename I, typename T, typename F, typename G> T transform_reduce(I first, I last, T sum, F f, G g) { for (; first != last; ++first) sum = f(sum, g(*first)); return sum; }
template <typename I, typename O, typename F> O partial_sum(I first, I last, O out, F f) { if (first == last) return out; auto sum = *first; *out = sum; while (++first != last) { sum = f(sum, *first); *++out = sum; } return ++out; }
template <typename I, typename O, typename F> O inclusive_scan(I first, I last, O out, F f) { return partial_sum(first, last, out, f); }
template <typename I, typename O, typename T, typename F> O exclusive_scan(I first, I last, O out, T sum, F f) { for (; first != last; ++first, ++out) { T next = f(sum, *first); *out = sum; sum = next; } return out; }
template <typename I, typename O> O adjacent_difference(I first, I last, O out) { if (first == last) return out; auto before = *first; *out = before; while (++first != last) { auto x = *first; *++out = x - before; before = x; } return ++out; }
template <typename I, typename O, typename F, typename T> O inclusive_scan(I first, I last, O out, F f, T sum) { for (; first != last; ++first, ++out) { sum = f(sum, *first); *out = sum; } return out; }
template <typename I, typename O, typename F, typename G> O transform_inclusive_scan(I first, I last, O out, F f, G g) { if (first == last) return out; auto sum = g(*first); *out = sum; while (++first != last) { sum = f(sum, g(*first)); *++out = sum; } return ++out; }
template <typename I, typename O, typename F, typename G, typename T> O transform_inclusive_scan(I first, I last, O out, F f, G g, T sum) { for (; first != last; ++first, ++out) { sum = f(sum, g(*first)); *out = sum; } return out; }
template <typename I, typename O, typename T, typename F, typename G> O transform_exclusive_scan(I first, I last, O out, T sum, F f, G g) { for (; first != last; ++first, ++out) { T next = f(sum, g(*first)); *out = sum; sum = next; } return out; }
template <typename I, typename O, typename F> O adjacent_difference(I first, I last, O out, F f) { if (first == last) return out; auto before = *first; *out = before; while (++first != last) { auto x = *first; *++out = f(x, before); before = x; } return ++out; }
template <typename T> T midpoint(T a, T b) {
    if constexpr (is_integral<T>::value) return a > b ? (T) (a - (typename make_unsigned<T>::type) ((typename make_unsigned<T>::type) a - (typename make_unsigned<T>::type) b) / 2) : (T) (a + (typename make_unsigned<T>::type) ((typename make_unsigned<T>::type) b - (typename make_unsigned<T>::type) a) / 2);
    else return a / 2 + b / 2;
}
template <typename T> T *midpoint(T *a, T *b) { return a + (b - a) / 2; }
template <typename T, typename U, typename = typename enable_if<!is_same<T, U>::value>::type> auto gcd(T a, U b) { typedef typename common_type<T, U>::type R; return gcd((R) a, (R) b); }
template <typename T, typename U, typename = typename enable_if<!is_same<T, U>::value>::type> auto lcm(T a, U b) { typedef typename common_type<T, U>::type R; return lcm((R) a, (R) b); }
template <typename T> T gcd(T a, T b) { while (b) { T r = a % b; a = b; b = r; } return a < 0 ? -a : a; }
template <typename T> T lcm(T a, T b) { if (!a || !b) return 0; T r = a / gcd(a, b) * b; return r < 0 ? -r : r; }
}
