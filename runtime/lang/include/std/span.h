#include <utility>
#include <vector>
#include <array>
#include <bit>
// names: span dynamic_extent as_bytes as_writable_bytes
// SPDX-License-Identifier: Apache-2.0
namespace std {
inline constexpr size_t dynamic_extent = (size_t) -1;
/* A size that is known takes no room. */
template <typename T, size_t N> struct __span_parts { T *p_; static constexpr size_t n_ = N; __span_parts(T *p, size_t) : p_(p) {} };
template <typename T> struct __span_parts<T, (size_t) -1> { T *p_; size_t n_; __span_parts(T *p, size_t n) : p_(p), n_(n) {} };
template <typename T, size_t N = (size_t) -1> class span : __span_parts<T, N> {
    using __span_parts<T, N>::p_;
    using __span_parts<T, N>::n_;
public:
    typedef T element_type;
    typedef typename remove_cv<T>::type value_type;
    typedef T *iterator;
    typedef T &reference;
    typedef T *pointer;
    typedef size_t size_type;
    typedef long difference_type;
    typedef std::reverse_iterator<T *> reverse_iterator;
    static constexpr size_t extent = N;
    span() : __span_parts<T, N>(nullptr, 0) {}
    span(T *p, size_t n) : __span_parts<T, N>(p, n) {}
    span(T *first, T *last) : __span_parts<T, N>(first, (size_t) (last - first)) {}
    template <size_t M> span(T (&a)[M]) : __span_parts<T, N>(a, M) {}
    template <typename C, typename = decltype(declval<C &>().data())> span(C &c) : __span_parts<T, N>(c.data(), c.size()) {}
    template <typename C, typename = decltype(declval<const C &>().data())> span(const C &c) : __span_parts<T, N>(c.data(), c.size()) {}
    T *data() const { return p_; }
    size_t size() const { return n_; }
    size_t size_bytes() const { return n_ * sizeof(T); }
    bool empty() const { return n_ == 0; }
    T &operator[](size_t i) const { return p_[i]; }
    T &front() const { return p_[0]; }
    T &back() const { return p_[n_ - 1]; }
    T *begin() const { return p_; }
    T *end() const { return p_ + n_; }
    std::reverse_iterator<T *> rbegin() const { return std::reverse_iterator<T *>(p_ + n_); }
    std::reverse_iterator<T *> rend() const { return std::reverse_iterator<T *>(p_); }
    template <size_t M> span<T, M> first() const { return span<T, M>(p_, M); }
    template <size_t M> span<T, M> last() const { return span<T, M>(p_ + (n_ - M), M); }
    template <size_t A, size_t M = (size_t) -1> span<T, M> subspan() const { return span<T, M>(p_ + A, M == (size_t) -1 ? n_ - A : M); }
    span<T> first(size_t n) const { return span<T>(p_, n); }
    span<T> last(size_t n) const { return span<T>(p_ + (n_ - n), n); }
    span<T> subspan(size_t at, size_t n = (size_t) -1) const { return span<T>(p_ + at, n == (size_t) -1 ? n_ - at : n); }
};
template <typename T, size_t N> auto as_bytes(span<T, N> s) { return span<const byte, N == (size_t) -1 ? N : N * sizeof(T)>((const byte *) s.data(), s.size_bytes()); }
template <typename T, size_t N> auto as_writable_bytes(span<T, N> s) { return span<byte, N == (size_t) -1 ? N : N * sizeof(T)>((byte *) s.data(), s.size_bytes()); }
template <typename T, size_t N> span(T (&)[N]) -> span<T, N>;
template <typename T> span(vector<T> &) -> span<T>;
template <typename T> span(const vector<T> &) -> span<const T>;
template <typename T, size_t N> span(array<T, N> &) -> span<T, N>;
}
