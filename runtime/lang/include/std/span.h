#include <utility>
#include <vector>
#include <array>
// names: span dynamic_extent
// SPDX-License-Identifier: Apache-2.0
namespace std {
inline constexpr size_t dynamic_extent = (size_t) -1;
template <typename T, size_t N = (size_t) -1> class span {
    T *p_;
    size_t n_;
public:
    typedef T element_type;
    typedef typename remove_cv<T>::type value_type;
    typedef T *iterator;
    typedef T &reference;
    typedef T *pointer;
    typedef size_t size_type;
    static constexpr size_t extent = N;
    span() : p_(nullptr), n_(0) {}
    span(T *p, size_t n) : p_(p), n_(n) {}
    span(T *first, T *last) : p_(first), n_((size_t) (last - first)) {}
    template <size_t M> span(T (&a)[M]) : p_(a), n_(M) {}
    template <typename C, typename = decltype(declval<C &>().data())> span(C &c) : p_(c.data()), n_(c.size()) {}
    template <typename C, typename = decltype(declval<const C &>().data())> span(const C &c) : p_(c.data()), n_(c.size()) {}
    T *data() const { return p_; }
    size_t size() const { return n_; }
    size_t size_bytes() const { return n_ * sizeof(T); }
    bool empty() const { return n_ == 0; }
    T &operator[](size_t i) const { return p_[i]; }
    T &front() const { return p_[0]; }
    T &back() const { return p_[n_ - 1]; }
    T *begin() const { return p_; }
    T *end() const { return p_ + n_; }
    reverse_iterator<T *> rbegin() const { return reverse_iterator<T *>(p_ + n_); }
    reverse_iterator<T *> rend() const { return reverse_iterator<T *>(p_); }
    span<T> first(size_t n) const { return span<T>(p_, n); }
    span<T> last(size_t n) const { return span<T>(p_ + (n_ - n), n); }
    span<T> subspan(size_t at, size_t n = (size_t) -1) const { return span<T>(p_ + at, n == (size_t) -1 ? n_ - at : n); }
};
template <typename T, size_t N> span(T (&)[N]) -> span<T, N>;
template <typename T> span(vector<T> &) -> span<T>;
template <typename T> span(const vector<T> &) -> span<const T>;
template <typename T, size_t N> span(array<T, N> &) -> span<T, N>;
}
