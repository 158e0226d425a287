#include <utility>
#include <type_traits>
// names: __nodes
// SPDX-License-Identifier: Apache-2.0
// Where the containers whose elements do not move get their nodes and blocks: from new, or from an allocator of the program.
namespace std {
template <typename A, typename U> struct __other_element;
template <template <typename, typename...> class A, typename T, typename... R, typename U> struct __other_element<A<T, R...>, U> { typedef A<U, R...> type; };
template <typename A, typename U, typename = void> struct __rebound : __other_element<A, U> {};
template <typename A, typename U> struct __rebound<A, U, void_t<typename A::template rebind<U>::other>> { typedef typename A::template rebind<U>::other type; };
template <typename N, typename A> class __nodes {
    typename __rebound<A, N>::type from_;
public:
    __nodes() : from_() {}
    __nodes(const A &a) : from_(a) {}
    template <typename... B> N *__make(B &&...args) { N *p = from_.allocate(1); new (p) N(forward<B>(args)...); return p; }
    void __unmake(N *p) { __end(*p); from_.deallocate(p, 1); }
    N *__allocate(size_t n) { return from_.allocate(n); }
    void __deallocate(N *p, size_t n) { if (p) from_.deallocate(p, n); }
    A __allocator() const { return A(from_); }
};
template <typename N, typename T> class __nodes<N, allocator<T>> {
public:
    __nodes() {}
    __nodes(const allocator<T> &) {}
    template <typename... B> N *__make(B &&...args) { return new N(forward<B>(args)...); }
    void __unmake(N *p) { delete p; }
    N *__allocate(size_t n) { return (N *) __block(n * sizeof(N), this); }
    void __deallocate(N *p, size_t) { __delete(p); }
    allocator<T> __allocator() const { return allocator<T>(); }
};
}
