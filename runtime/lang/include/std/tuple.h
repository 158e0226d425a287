#include <utility>
#include <type_traits>
// names: tuple make_tuple get tie ignore tuple_size tuple_element tuple_size_v tuple_element_t tuple_cat forward_as_tuple apply make_from_tuple
// SPDX-License-Identifier: Apache-2.0
namespace std {
template <typename... T> struct tuple;
template <> struct tuple<> {};
template <typename T> struct __is_tuple { static constexpr bool value = false; };
template <typename... T> struct __is_tuple<tuple<T...>> { static constexpr bool value = true; };
/* How an element is held: a reference so that it is assigned through. */
template <typename T> struct __tuple_member { typedef T type; static T &of(T &x) { return x; } static const T &of(const T &x) { return x; } };
template <typename T> struct __tuple_member<T &> {
    T *p;
    typedef __tuple_member type;
    __tuple_member(T &t) : p(&t) {}
    __tuple_member(const __tuple_member &o) : p(o.p) {}
    __tuple_member &operator=(const __tuple_member &o) { *p = *o.p; return *this; }
    static T &of(const __tuple_member &x) { return *x.p; }
};
template <typename T> struct __tuple_member<T &&> {
    T *p;
    typedef __tuple_member type;
    __tuple_member(T &&t) : p(&t) {}
    __tuple_member(const __tuple_member &o) : p(o.p) {}
    __tuple_member &operator=(const __tuple_member &o) { *p = move(*o.p); return *this; }
    static T &of(const __tuple_member &x) { return *x.p; }
};
template <typename H, typename... T> decltype(auto) __head(tuple<H, T...> &t) { return __tuple_member<H>::of(t.head); }
template <typename H, typename... T> decltype(auto) __head(const tuple<H, T...> &t) { return __tuple_member<H>::of(t.head); }
/* The last element has no tail, which would take a byte. */
template <typename H> struct tuple<H> {
    typename __tuple_member<H>::type head;
    tuple() : head() {}
    tuple(const H &h) : head(h) {}
    template <typename A, typename = typename enable_if<!__is_tuple<typename decay<A>::type>::value && is_constructible<H, A &&>::value>::type> tuple(A &&a) : head(forward<A>(a)) {}
    template <typename A> tuple(const tuple<A> &o) : head(__head(o)) {}
    template <typename A> tuple(tuple<A> &&o) : head(forward<A>(__head(o))) {}
    template <typename A> tuple &operator=(const tuple<A> &o) { __head(*this) = __head(o); return *this; }
    template <typename A> tuple &operator=(tuple<A> &&o) { __head(*this) = forward<A>(__head(o)); return *this; }
    void swap(tuple &o) { std::swap(__head(*this), __head(o)); }
};
template <typename H, typename N, typename... T> struct tuple<H, N, T...> {
    typename __tuple_member<H>::type head;
    tuple<N, T...> tail;
    tuple() : head(), tail() {}
    tuple(const H &h, const N &n, const T &...t) : head(h), tail(n, t...) {}
    template <typename A, typename B, typename... C, typename = typename enable_if<sizeof...(C) == sizeof...(T) && is_constructible<H, A &&>::value>::type> tuple(A &&a, B &&b, C &&...c) : head(forward<A>(a)), tail(forward<B>(b), forward<C>(c)...) {}
    template <typename A, typename B, typename... C, typename = typename enable_if<sizeof...(C) == sizeof...(T)>::type> tuple(const tuple<A, B, C...> &o) : head(__head(o)), tail(o.tail) {}
    template <typename A, typename B, typename... C, typename = typename enable_if<sizeof...(C) == sizeof...(T)>::type> tuple(tuple<A, B, C...> &&o) : head(forward<A>(__head(o))), tail(move(o.tail)) {}
    template <typename A, typename B, typename = typename enable_if<sizeof...(T) == 0 && is_constructible<H, A>::value>::type> tuple(const pair<A, B> &o) : head(o.first), tail(o.second) {}
    template <typename A, typename B, typename... C, typename = typename enable_if<sizeof...(C) == sizeof...(T)>::type> tuple &operator=(const tuple<A, B, C...> &o) { __head(*this) = __head(o); tail = o.tail; return *this; }
    template <typename A, typename B, typename... C, typename = typename enable_if<sizeof...(C) == sizeof...(T)>::type> tuple &operator=(tuple<A, B, C...> &&o) { __head(*this) = forward<A>(__head(o)); tail = move(o.tail); return *this; }
    template <typename A, typename B, typename = typename enable_if<sizeof...(T) == 0>::type> tuple &operator=(const pair<A, B> &o) { __head(*this) = o.first; __head(tail) = o.second; return *this; }
    template <typename A, typename B, typename = typename enable_if<sizeof...(T) == 0>::type> tuple &operator=(pair<A, B> &&o) { __head(*this) = forward<A>(o.first); __head(tail) = forward<B>(o.second); return *this; }
    void swap(tuple &o) { std::swap(__head(*this), __head(o)); tail.swap(o.tail); }
};
template <typename... T> void swap(tuple<T...> &a, tuple<T...> &b) { if constexpr (sizeof...(T) > 0) a.swap(b); }
template <size_t I, typename T> struct __element;
template <typename H, typename... T> struct __element<0, tuple<H, T...>> { typedef H type; static H &of(tuple<H, T...> &t) { return __head(t); } static const H &of(const tuple<H, T...> &t) { return __head(t); } };
template <size_t I, typename H, typename... T> struct __element<I, tuple<H, T...>> {
    typedef typename __element<I - 1, tuple<T...>>::type type;
    static type &of(tuple<H, T...> &t) { return __element<I - 1, tuple<T...>>::of(t.tail); }
    static const type &of(const tuple<H, T...> &t) { return __element<I - 1, tuple<T...>>::of(t.tail); }
};
template <size_t I, typename... T> typename __element<I, tuple<T...>>::type &get(tuple<T...> &t) { return __element<I, tuple<T...>>::of(t); }
template <size_t I, typename... T> const typename __element<I, tuple<T...>>::type &get(const tuple<T...> &t) { return __element<I, tuple<T...>>::of(t); }
template <size_t I, typename... T> typename __element<I, tuple<T...>>::type &&get(tuple<T...> &&t) { return forward<typename __element<I, tuple<T...>>::type>(__element<I, tuple<T...>>::of(t)); }
/* of Thrust's tuples */
template <size_t I, typename U, typename = typename U::__element_wise> decltype(auto) get(U &t) { return t.template __element_of<(int) I>(t); }
template <size_t I, typename U, typename = typename U::__element_wise> decltype(auto) get(const U &t) { return t.template __element_of<(int) I>(t); }
template <typename T, typename H, typename... R> T &__of_type(tuple<H, R...> &t) { if constexpr (is_same<T, H>::value) return __head(t); else return __of_type<T>(t.tail); }
template <typename T, typename... A> T &get(tuple<A...> &t) { return __of_type<T>(t); }
template <typename T, typename... A> T &&get(tuple<A...> &&t) { return forward<T>(__of_type<T>(t)); }
template <typename T, typename... A> const T &get(const tuple<A...> &t) { return __of_type<T>((tuple<A...> &) t); }
template <typename... A, typename... B> bool operator==(const tuple<A...> &a, const tuple<B...> &b) { if constexpr (sizeof...(A) == 0) return true; else if constexpr (sizeof...(A) == 1) return __head(a) == __head(b); else return __head(a) == __head(b) && a.tail == b.tail; }
template <typename... A, typename... B> bool operator<(const tuple<A...> &a, const tuple<B...> &b) { if constexpr (sizeof...(A) == 0) return false; else if constexpr (sizeof...(A) == 1) return __head(a) < __head(b); else return __head(a) < __head(b) || (!(__head(b) < __head(a)) && a.tail < b.tail); }
template <typename... A, typename... B> bool operator!=(const tuple<A...> &a, const tuple<B...> &b) { return !(a == b); }
template <typename... A, typename... B> bool operator>(const tuple<A...> &a, const tuple<B...> &b) { return b < a; }
template <typename... A, typename... B> bool operator<=(const tuple<A...> &a, const tuple<B...> &b) { return !(b < a); }
template <typename... A, typename... B> bool operator>=(const tuple<A...> &a, const tuple<B...> &b) { return !(a < b); }
template <typename... T> tuple<typename decay<T>::type...> make_tuple(T &&...t) { return tuple<typename decay<T>::type...>(forward<T>(t)...); }
template <typename... T> struct tuple_size<tuple<T...>> { static constexpr size_t value = sizeof...(T); };
template <size_t I, typename... T> struct tuple_element<I, tuple<T...>> { typedef typename __element<I, tuple<T...>>::type type; };
template <typename T> inline constexpr size_t tuple_size_v = tuple_size<T>::value;
template <size_t I, typename T> using tuple_element_t = typename tuple_element<I, T>::type;
template <typename T, typename U> decltype(auto) __as_element(U &x) { if constexpr (is_rvalue_reference<T>::value) return static_cast<T>(x); else return (x); }
template <typename... A, typename... B, size_t... I, size_t... J> tuple<A..., B...> __joined(const tuple<A...> &a, const tuple<B...> &b, index_sequence<I...>, index_sequence<J...>) { return tuple<A..., B...>(__as_element<A>(get<I>(a))..., __as_element<B>(get<J>(b))...); }
template <typename... A> tuple<A &&...> forward_as_tuple(A &&...a) { return tuple<A &&...>(forward<A>(a)...); }
template <typename... A> tuple<A...> tuple_cat(const tuple<A...> &a) { return a; }
template <typename X, typename Y, typename... R> auto tuple_cat(const pair<X, Y> &a, const R &...rest) { return tuple_cat(tuple<X, Y>(a.first, a.second), rest...); }
template <typename... A, typename X, typename Y, typename... R> auto tuple_cat(const tuple<A...> &a, const pair<X, Y> &b, const R &...rest) { return tuple_cat(a, tuple<X, Y>(b.first, b.second), rest...); }
template <typename... A, typename... B, typename... R> auto tuple_cat(const tuple<A...> &a, const tuple<B...> &b, const R &...rest) { return tuple_cat(__joined(a, b, index_sequence_for<A...>(), index_sequence_for<B...>()), rest...); }
template <typename F, typename U, size_t... I> decltype(auto) __applied(F &f, U &&t, index_sequence<I...>) { return __invoke(f, get<I>(forward<U>(t))...); }
template <typename F, typename... T> decltype(auto) apply(F &&f, tuple<T...> &t) { return __applied(f, t, index_sequence_for<T...>()); }
template <typename F, typename... T> decltype(auto) apply(F &&f, const tuple<T...> &t) { return __applied(f, t, index_sequence_for<T...>()); }
template <typename F, typename... T> decltype(auto) apply(F &&f, tuple<T...> &&t) { return __applied(f, move(t), index_sequence_for<T...>()); }
template <typename F, typename A, typename B> auto apply(F f, pair<A, B> p) { return f(p.first, p.second); }
template <typename R, typename... T, size_t... I> R __made(tuple<T...> &t, index_sequence<I...>) { return R(get<I>(t)...); }
template <typename R, typename... T> R make_from_tuple(tuple<T...> t) { return __made<R>(t, index_sequence_for<T...>()); }
struct __ignored { template <typename T> const __ignored &operator=(const T &) const { return *this; } };
inline const __ignored ignore;
template <typename... T> tuple<T &...> tie(T &...t) { return tuple<T &...>(t...); }
/* The narrower guide comes first: of several that fit, the first is taken. */
template <typename A, typename B> tuple(pair<A, B>) -> tuple<A, B>;
template <typename... T> tuple(T...) -> tuple<T...>;
}
