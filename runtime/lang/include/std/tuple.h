#include <utility>
// names: tuple make_tuple get tie ignore tuple_size tuple_element
// SPDX-License-Identifier: Apache-2.0
namespace std {
template <typename... T> struct tuple;
template <> struct tuple<> {};
template <typename H, typename... T> struct tuple<H, T...> {
    H head;
    tuple<T...> tail;
    tuple() : head(), tail() {}
    tuple(const H &h, const T &...t) : head(h), tail(t...) {}
    template <typename A, typename... B> tuple(const tuple<A, B...> &o) : head(o.head), tail(o.tail) {}
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
template <typename T> struct tuple_size;
template <typename... T> struct tuple_size<tuple<T...>> { static constexpr size_t value = sizeof...(T); };
template <size_t I, typename T> struct tuple_element;
template <size_t I, typename... T> struct tuple_element<I, tuple<T...>> { typedef typename __element<I, tuple<T...>>::type type; };
enum __ignored { ignore };
template <typename... T> struct __tied;
template <> struct __tied<> { void take(const tuple<> &) {} };
template <typename H, typename... T> struct __tied<H, T...> {
    H *head;
    __tied<T...> tail;
    template <typename A, typename... B> __tied(A &h, B &&...t) : head(&h), tail(forward<B>(t)...) {}
    template <typename A, typename... B> void take(const tuple<A, B...> &o) { *head = o.head; tail.take(o.tail); }
    template <typename A, typename... B> __tied &operator=(const tuple<A, B...> &o) { take(o); return *this; }
    template <typename A, typename B> __tied &operator=(const pair<A, B> &o) { take(tuple<A, B>(o.first, o.second)); return *this; }
};
template <typename... T> struct __tied<__ignored, T...> {
    __tied<T...> tail;
    template <typename... B> __tied(__ignored, B &&...t) : tail(forward<B>(t)...) {}
    template <typename A, typename... B> void take(const tuple<A, B...> &o) { tail.take(o.tail); }
    template <typename A, typename... B> __tied &operator=(const tuple<A, B...> &o) { take(o); return *this; }
    template <typename A, typename B> __tied &operator=(const pair<A, B> &o) { take(tuple<A, B>(o.first, o.second)); return *this; }
};
template <typename... T> __tied<typename remove_reference<T>::type...> tie(T &&...t) { return __tied<typename remove_reference<T>::type...>(forward<T>(t)...); }
}
