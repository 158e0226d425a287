/* SPDX-License-Identifier: Apache-2.0 */
/* Part of thrust.h: functors written as expressions of their arguments, `2 * _1 + _2`. An expression is a tree of classes, and `of` is its value
 * for given arguments; `actor` is the root that the operators are found by. */
#ifndef WARPCELL_THRUST_PLACEHOLDERS_H
#define WARPCELL_THRUST_PLACEHOLDERS_H
namespace thrust {

template <int N> struct __argument { template <typename H, typename... R> __host__ __device__ decltype(auto) of(H &, R &...r) const { return __argument<N - 1>().of(r...); } };
template <> struct __argument<0> { template <typename H, typename... R> __host__ __device__ H &of(H &h, R &...) const { return h; } };
template <typename T> struct __value { T v; template <typename... A> __host__ __device__ T of(A &...) const { return v; } };
template <typename F, typename L> struct __applied { L l; template <typename... A> __host__ __device__ decltype(auto) of(A &...a) const { return F::of(l.of(a...)); } };
template <typename F, typename L, typename R> struct __applied2 { L l; R r; template <typename... A> __host__ __device__ decltype(auto) of(A &...a) const { return F::of(l.of(a...), r.of(a...)); } };

template <typename E> struct actor;
template <typename T> struct __operand { typedef __value<T> type; static __host__ __device__ type of(const T &v) { return type{v}; } };
template <typename E> struct __operand<actor<E>> { typedef E type; static __host__ __device__ type of(const actor<E> &a) { return a.e; } };
struct __assigned { template <typename A, typename B> static __host__ __device__ A &of(A &a, const B &b) { a = b; return a; } };

template <typename E> struct actor {
    E e;
    __host__ __device__ actor(const E &x) : e(x) {}
    __host__ __device__ actor(const actor &o) : e(o.e) {}
    template <typename... A> __host__ __device__ decltype(auto) operator()(A &&...a) const { return e.of(a...); }
    template <typename T> __host__ __device__ auto operator=(const T &v) const { return actor<__applied2<__assigned, E, typename __operand<T>::type>>({e, __operand<T>::of(v)}); }
    __host__ __device__ auto operator=(const actor &o) const { return actor<__applied2<__assigned, E, E>>({e, o.e}); }
};

#define __UNARY(NAME, OP)                                                                                                          \
    struct NAME { template <typename A> static __host__ __device__ decltype(auto) of(A &&a) { return OP a; } };                    \
    template <typename E> __host__ __device__ auto operator OP(const actor<E> &a) { return actor<__applied<NAME, E>>({a.e}); }
#define __BINARY(NAME, OP)                                                                                                         \
    struct NAME { template <typename A, typename B> static __host__ __device__ decltype(auto) of(A &&a, B &&b) { return a OP b; } }; \
    template <typename E, typename T> __host__ __device__ auto operator OP(const actor<E> &a, const T &b) { return actor<__applied2<NAME, E, typename __operand<T>::type>>({a.e, __operand<T>::of(b)}); }
/* The same with the value first. */
#define __SYMMETRIC(NAME, OP)                                                                                                      \
    __BINARY(NAME, OP)                                                                                                             \
    template <typename T, typename E> __host__ __device__ auto operator OP(const T &a, const actor<E> &b) { return actor<__applied2<NAME, __value<T>, E>>({{a}, b.e}); } \
    template <typename D, typename E> __host__ __device__ auto operator OP(const actor<D> &a, const actor<E> &b) { return actor<__applied2<NAME, D, E>>({a.e, b.e}); }

__UNARY(__negated, -)
__UNARY(__kept, +)
__UNARY(__denied, !)
__UNARY(__complemented, ~)
__UNARY(__incremented, ++)
__UNARY(__decremented, --)
__SYMMETRIC(__added, +)
__SYMMETRIC(__subtracted, -)
__SYMMETRIC(__multiplied, *)
__SYMMETRIC(__divided, /)
__SYMMETRIC(__remaining, %)
__SYMMETRIC(__bits_and, &)
__SYMMETRIC(__bits_or, |)
__SYMMETRIC(__bits_xor, ^)
__SYMMETRIC(__left, <<)
__SYMMETRIC(__right, >>)
__SYMMETRIC(__and, &&)
__SYMMETRIC(__or, ||)
__SYMMETRIC(__same, ==)
__SYMMETRIC(__other, !=)
__SYMMETRIC(__less, <)
__SYMMETRIC(__more, >)
__SYMMETRIC(__at_most, <=)
__SYMMETRIC(__at_least, >=)
__BINARY(__adds, +=)
__BINARY(__subtracts, -=)
__BINARY(__multiplies, *=)
__BINARY(__divides, /=)
__BINARY(__leaves, %=)
__BINARY(__bits_ands, &=)
__BINARY(__bits_ors, |=)
__BINARY(__bits_xors, ^=)
__BINARY(__lefts, <<=)
__BINARY(__rights, >>=)
#undef __UNARY
#undef __BINARY
#undef __SYMMETRIC

namespace placeholders {
static const actor<__argument<0>> _1 = __argument<0>();
static const actor<__argument<1>> _2 = __argument<1>();
static const actor<__argument<2>> _3 = __argument<2>();
static const actor<__argument<3>> _4 = __argument<3>();
static const actor<__argument<4>> _5 = __argument<4>();
static const actor<__argument<5>> _6 = __argument<5>();
static const actor<__argument<6>> _7 = __argument<6>();
static const actor<__argument<7>> _8 = __argument<7>();
static const actor<__argument<8>> _9 = __argument<8>();
static const actor<__argument<9>> _10 = __argument<9>();
}
}
#endif
