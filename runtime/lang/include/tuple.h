#include <utility>
// names: tuple make_tuple get tie tuple_size
// SPDX-License-Identifier: Apache-2.0
namespace std {
template <typename... T> struct tuple;
template <> struct tuple<> {};
template <typename H, typename... T> struct tuple<H, T...> {
    H head;
    tuple<T...> tail;
    tuple() : head(), tail() {}
    tuple(const H &h, const T &...t) : head(h), tail(t...) {}
};
template <size_t I, typename T> struct __element;
template <typename H, typename... T> struct __element<0, tuple<H, T...>> { typedef H type; static H &of(tuple<H, T...> &t) { return t.head; } static const H &of(const tuple<H, T...> &t) { return t.head; } };
template <size_t I, typename H, typename... T> struct __element<I, tuple<H, T...>> {
    typedef typename __element<I - 1, tuple<T...>>::type type;
    static type &of(tuple<H, T...> &t) { return __element<I - 1, tuple<T...>>::of(t.tail); }
    static const type &of(const tuple<H, T...> &t) { return __element<I - 1, tuple<T...>>::of(t.tail); }
};
template <size_t I, typename... T> typename __element<I, tuple<T...>>::type &get(tuple<T...> &t) { return __element<I, tuple<T...>>::of(t); }
template <size_t I, typename... T> const typename __element<I, tuple<T...>>::type &get(const tuple<T...> &t) { return __element<I, tuple<T...>>::of(t); }
template <typename... T> tuple<T...> make_tuple(T... t) { return tuple<T...>(t...); }
}
