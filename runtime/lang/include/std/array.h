#include <utility>
#include <iterator>
#include <stdexcept>
// names: array to_array
// SPDX-License-Identifier: Apache-2.0
namespace std {
template <typename T, size_t N> struct array {
    T items[N ? N : 1];
    typedef T value_type;
    typedef T *iterator;
    typedef const T *const_iterator;
    T &operator[](size_t i) { return items[i]; }
    const T &operator[](size_t i) const { return items[i]; }
    T &at(size_t i) { __in_range("%s: __n (which is %zu) >= _Nm (which is %zu)", "array::at", i, N); return items[i]; }
    const T &at(size_t i) const { __in_range("%s: __n (which is %zu) >= _Nm (which is %zu)", "array::at", i, N); return items[i]; }
    std::reverse_iterator<T *> rbegin() { return std::reverse_iterator<T *>(items + N); }
    std::reverse_iterator<T *> rend() { return std::reverse_iterator<T *>(items); }
    const T *cbegin() const { return items; }
    const T *cend() const { return items + N; }
    constexpr size_t max_size() const { return N; }
    void swap(array &o) { for (size_t i = 0; i < N; i++) std::swap(items[i], o.items[i]); }
    T *begin() { return items; }
    T *end() { return items + N; }
    const T *begin() const { return items; }
    const T *end() const { return items + N; }
    T *data() { return items; }
    const T *data() const { return items; }
    T &front() { return items[0]; }
    T &back() { return items[N - 1]; }
    const T &front() const { return items[0]; }
    const T &back() const { return items[N - 1]; }
    constexpr size_t size() const { return N; }
    constexpr bool empty() const { return N == 0; }
    void fill(const T &value) { for (size_t i = 0; i < N; i++) items[i] = value; }
};
template <typename T, size_t N> struct tuple_size<array<T, N>> { static constexpr size_t value = N; };
template <size_t I, typename T, size_t N> struct tuple_element<I, array<T, N>> { typedef T type; };
template <size_t I, typename T, size_t N> T &get(array<T, N> &a) { return a.items[I]; }
template <size_t I, typename T, size_t N> const T &get(const array<T, N> &a) { return a.items[I]; }
template <typename T, size_t N> bool operator==(const array<T, N> &a, const array<T, N> &b) { for (size_t i = 0; i < N; i++) if (!(a[i] == b[i])) return false; return true; }
template <typename T, size_t N> bool operator<(const array<T, N> &a, const array<T, N> &b) { for (size_t i = 0; i < N; i++) { if (a[i] < b[i]) return true; if (b[i] < a[i]) return false; } return false; }
template <typename T, size_t N> bool operator!=(const array<T, N> &a, const array<T, N> &b) { return !(a == b); }
template <typename T> struct __not_const { typedef T type; };
template <typename T> struct __not_const<const T> { typedef T type; };
template <typename T, size_t N, size_t... I> constexpr array<typename __not_const<T>::type, N> __to_array(T (&a)[N], index_sequence<I...>) { return {{a[I]...}}; }
template <typename T, size_t N, size_t... I> constexpr array<typename __not_const<T>::type, N> __move_to_array(T (&a)[N], index_sequence<I...>) { return {{std::move(a[I])...}}; }
template <typename T, size_t N> constexpr array<typename __not_const<T>::type, N> to_array(T (&a)[N]) { return __to_array(a, make_index_sequence<N>()); }
template <typename T, size_t N> constexpr array<typename __not_const<T>::type, N> to_array(T (&&a)[N]) { return __move_to_array(a, make_index_sequence<N>()); }
}
