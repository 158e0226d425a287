#include <initializer_list>
// names: pair make_pair move forward swap move_if_noexcept exchange declval nullptr_t integer_sequence index_sequence make_integer_sequence make_index_sequence index_sequence_for allocator as_const piecewise_construct piecewise_construct_t
// SPDX-License-Identifier: Apache-2.0
namespace std {
template <typename T> struct remove_reference { typedef T type; };
template <typename T> struct remove_reference<T &> { typedef T type; };
template <typename T> struct remove_reference<T &&> { typedef T type; };
template <typename T> typename remove_reference<T>::type &&move(T &&x) noexcept { return static_cast<typename remove_reference<T>::type &&>(x); }
template <typename T> T &&forward(typename remove_reference<T>::type &x) noexcept { return static_cast<T &&>(x); }
template <typename T> void swap(T &a, T &b) { if constexpr (!__is_class(T) && !__is_union(T)) { T t = a; a = b; b = t; } else { T t(move(a)); a = move(b); b = move(t); } }
template <typename T, size_t N> void swap(T (&a)[N], T (&b)[N]) { for (size_t i = 0; i < N; i++) swap(a[i], b[i]); }
template <typename T> decltype(auto) move_if_noexcept(T &x) noexcept { if constexpr (__moves_safely(T)) return static_cast<T &&>(x); else return static_cast<const T &>(x); }
template <typename T, typename U = T> T exchange(T &x, U &&value) { T old(move(x)); x = forward<U>(value); return old; }
template <typename T> T &&declval() noexcept;
template <typename T> void __end(T &x) { x.~T(); }
template <size_t... I> struct __numbers {};
template <size_t N, size_t... I> struct __count_up : __count_up<N - 1, N - 1, I...> {};
template <size_t... I> struct __count_up<0, I...> { typedef __numbers<I...> type; };
template <typename T, T... I> struct integer_sequence { typedef T value_type; static constexpr size_t size() { return sizeof...(I); } };
template <typename T, size_t N, T... I> struct __sequence : __sequence<T, N - 1, (T) (N - 1), I...> {};
template <typename T, T... I> struct __sequence<T, 0, I...> { typedef integer_sequence<T, I...> type; };
template <size_t... I> struct index_sequence : integer_sequence<size_t, I...> {};
template <size_t N, size_t... I> struct __index_sequence : __index_sequence<N - 1, N - 1, I...> {};
template <size_t... I> struct __index_sequence<0, I...> { typedef index_sequence<I...> type; };
template <typename T, size_t N> using make_integer_sequence = typename __sequence<T, N>::type;
template <size_t N> using make_index_sequence = typename __index_sequence<N>::type;
template <typename... T> using index_sequence_for = typename __index_sequence<sizeof...(T)>::type;
template <typename T> const T &as_const(T &x) { return x; }
template <typename O> O &__target(O &o) { return o; }
template <typename O> O &__target(O *o) { return *o; }
template <typename R, typename C, typename... P, typename O, typename... A> R __invoke(R (C::*f)(P...), O &&o, A &&...args) { return (__target(o).*f)(forward<A>(args)...); }
template <typename R, typename C, typename... P, typename O, typename... A> R __invoke(R (C::*f)(P...) const, O &&o, A &&...args) { return (__target(o).*f)(forward<A>(args)...); }
template <typename T, typename C, typename O> decltype(auto) __invoke(T C::*m, O &&o) { return (__target(o).*m); }
template <typename F, typename... A> decltype(auto) __invoke(F &&f, A &&...args) { return forward<F>(f)(forward<A>(args)...); }
/* Whether an argument may become the member: not if both are pointers, or a text, without a conversion between them. */
template <typename P> void __take_pointer(P);
template <typename M> struct __member_takes { template <typename Y> static char from(Y &&); };
template <typename P> struct __member_takes<P *> { template <typename Y, typename = decltype(__take_pointer<P *>(declval<Y>()))> static char from(Y &&); };
struct piecewise_construct_t {};
inline constexpr piecewise_construct_t piecewise_construct{};
template <typename... T> struct tuple;
struct __key_only {}; /* makes a pair of a key and the arguments of its value's constructor */
template <typename A, typename B> struct pair {
    typedef A first_type;
    typedef B second_type;
    A first;
    B second;
    pair() : first(), second() {}
    pair(const A &a, const B &b) : first(a), second(b) {}
    template <typename X, typename Y, typename = decltype(__member_takes<A>::from(declval<X>())), typename = decltype(__member_takes<B>::from(declval<Y>()))> pair(X &&a, Y &&b) : first(forward<X>(a)), second(forward<Y>(b)) {}
    template <typename X, typename Y> pair(const pair<X, Y> &o) : first(o.first), second(o.second) {}
    template <typename X, typename Y> pair(pair<X, Y> &&o) : first(forward<X>(o.first)), second(forward<Y>(o.second)) {}
    template <typename... X, typename... Y> pair(piecewise_construct_t, tuple<X...> a, tuple<Y...> b) : pair(a, b, index_sequence_for<X...>(), index_sequence_for<Y...>()) {}
    template <typename... X, typename... Y, size_t... I, size_t... J> pair(tuple<X...> &a, tuple<Y...> &b, index_sequence<I...>, index_sequence<J...>) : first(get<I>(move(a))...), second(get<J>(move(b))...) {}
    template <typename X, typename... Z> pair(__key_only, X &&key, Z &&...args) : first(forward<X>(key)), second(forward<Z>(args)...) {}
};
template <typename T> struct tuple_size;
template <size_t I, typename T> struct tuple_element;
template <typename A, typename B> struct tuple_size<pair<A, B>> { static constexpr size_t value = 2; };
template <typename A, typename B> struct tuple_element<0, pair<A, B>> { typedef A type; };
template <typename A, typename B> struct tuple_element<1, pair<A, B>> { typedef B type; };
template <size_t I, typename A, typename B> auto &get(pair<A, B> &p) { if constexpr (I == 0) return p.first; else return p.second; }
template <size_t I, typename A, typename B> const auto &get(const pair<A, B> &p) { if constexpr (I == 0) return p.first; else return p.second; }
template <typename T, typename U> T &get(pair<T, U> &p) { return p.first; }
template <typename T, typename U> T &get(pair<U, T> &p) { return p.second; }
template <typename T, typename U> const T &get(const pair<T, U> &p) { return p.first; }
template <typename T, typename U> const T &get(const pair<U, T> &p) { return p.second; }
template <typename A, typename B> pair(A, B) -> pair<A, B>;
template <typename T> T __by_value(T);
template <typename A, typename B> auto make_pair(A &&a, B &&b) { return pair<decltype(__by_value(declval<A>())), decltype(__by_value(declval<B>()))>(forward<A>(a), forward<B>(b)); }
template <typename A, typename B> bool operator==(const pair<A, B> &x, const pair<A, B> &y) { return x.first == y.first && x.second == y.second; }
template <typename A, typename B> bool operator!=(const pair<A, B> &x, const pair<A, B> &y) { return !(x == y); }
template <typename A, typename B> bool operator<(const pair<A, B> &x, const pair<A, B> &y) { return x.first < y.first || (!(y.first < x.first) && x.second < y.second); }
template <typename A, typename B> bool operator>(const pair<A, B> &x, const pair<A, B> &y) { return y < x; }
template <typename T> struct allocator {
    typedef T value_type;
    typedef T *pointer;
    typedef size_t size_type;
    allocator() {}
    template <typename U> allocator(const allocator<U> &) {}
    T *allocate(size_t n) { return (T *) __block(n * sizeof(T), this); }
    void deallocate(T *p, size_t = 0) { __delete(p); }
    template <typename... A> void construct(T *p, A &&...args) { new (p) T(forward<A>(args)...); }
    void destroy(T *p) { __end(*p); }
};
template <typename T, typename U> bool operator==(const allocator<T> &, const allocator<U> &) { return true; }
template <typename T, typename U> bool operator!=(const allocator<T> &, const allocator<U> &) { return false; }
}
