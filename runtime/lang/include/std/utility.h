#include <initializer_list>
// names: pair make_pair move forward swap exchange declval nullptr_t
// SPDX-License-Identifier: Apache-2.0
namespace std {
template <typename T> struct remove_reference { typedef T type; };
template <typename T> struct remove_reference<T &> { typedef T type; };
template <typename T> struct remove_reference<T &&> { typedef T type; };
template <typename T> typename remove_reference<T>::type &&move(T &&x) { return static_cast<typename remove_reference<T>::type &&>(x); }
template <typename T> T &&forward(typename remove_reference<T>::type &x) { return static_cast<T &&>(x); }
template <typename T> void swap(T &a, T &b) { T t(move(a)); a = move(b); b = move(t); }
template <typename T, size_t N> void swap(T (&a)[N], T (&b)[N]) { for (size_t i = 0; i < N; i++) swap(a[i], b[i]); }
template <typename T, typename U> T exchange(T &x, U &&value) { T old(move(x)); x = forward<U>(value); return old; }
template <typename T> T &&declval();
template <typename T> void __end(T &x) { x.~T(); }
template <size_t... I> struct __numbers {};
template <size_t N, size_t... I> struct __count_up : __count_up<N - 1, N - 1, I...> {};
template <size_t... I> struct __count_up<0, I...> { typedef __numbers<I...> type; };
template <typename O> O &__target(O &o) { return o; }
template <typename O> O &__target(O *o) { return *o; }
template <typename R, typename C, typename... P, typename O, typename... A> R __invoke(R (C::*f)(P...), O &&o, A &&...args) { return (__target(o).*f)(forward<A>(args)...); }
template <typename R, typename C, typename... P, typename O, typename... A> R __invoke(R (C::*f)(P...) const, O &&o, A &&...args) { return (__target(o).*f)(forward<A>(args)...); }
template <typename T, typename C, typename O> T &__invoke(T C::*m, O &&o) { return __target(o).*m; }
template <typename F, typename... A> auto __invoke(F &&f, A &&...args) { return f(forward<A>(args)...); }
struct __key_only {}; /* makes a pair of a key and the arguments of its value's constructor */
template <typename A, typename B> struct pair {
    typedef A first_type;
    typedef B second_type;
    A first;
    B second;
    pair() : first(), second() {}
    pair(const A &a, const B &b) : first(a), second(b) {}
    template <typename X, typename Y> pair(X &&a, Y &&b) : first(forward<X>(a)), second(forward<Y>(b)) {}
    template <typename X, typename Y> pair(const pair<X, Y> &o) : first(o.first), second(o.second) {}
    template <typename X, typename Y> pair(pair<X, Y> &&o) : first(forward<X>(o.first)), second(forward<Y>(o.second)) {}
    template <typename X, typename... Z> pair(__key_only, X &&key, Z &&...args) : first(forward<X>(key)), second(forward<Z>(args)...) {}
};
template <typename A, typename B> pair<A, B> make_pair(A a, B b) { return pair<A, B>(a, b); }
template <typename A, typename B> bool operator==(const pair<A, B> &x, const pair<A, B> &y) { return x.first == y.first && x.second == y.second; }
template <typename A, typename B> bool operator!=(const pair<A, B> &x, const pair<A, B> &y) { return !(x == y); }
template <typename A, typename B> bool operator<(const pair<A, B> &x, const pair<A, B> &y) { return x.first < y.first || (!(y.first < x.first) && x.second < y.second); }
template <typename A, typename B> bool operator>(const pair<A, B> &x, const pair<A, B> &y) { return y < x; }
}
