#include <__functors>
#include <stdexcept>
#include <utility>
#include <tuple>
#include <type_traits>
// names: function invoke mem_fn hash ref cref reference_wrapper bind placeholders is_placeholder is_bind_expression bind_front not_fn unary_function binary_function ptr_fun pointer_to_unary_function pointer_to_binary_function bind1st bind2nd binder1st binder2nd not1 not2 unary_negate binary_negate mem_fun mem_fun_ref bad_function_call
// SPDX-License-Identifier: Apache-2.0
namespace std {
template <typename T, bool = !is_class<T>::value && !is_union<T>::value> struct __hash_of { size_t operator()(const T &x) const { return (size_t) x; } };
template <typename T> struct __hash_of<T, false> { __hash_of() = delete; __hash_of(const __hash_of &) = delete; };
template <typename T> requires requires(const T &x) { x.__hash(); } struct __hash_of<T, false> { size_t operator()(const T &x) const { return x.__hash(); } };
template <typename T> struct hash : __hash_of<T> {};
template <> struct hash<float> { size_t operator()(float x) const { return x == 0 ? 0 : __hash_bytes(&x, sizeof x); } };
template <> struct hash<double> { size_t operator()(double x) const { return x == 0 ? 0 : __hash_bytes(&x, sizeof x); } };
template <typename F> class function;
struct bad_function_call : exception { const char *what() const noexcept override { return "bad_function_call"; } };
template <typename R, typename... A> struct __callable { virtual ~__callable() {} virtual R call(A... args) = 0; virtual __callable *clone() const = 0; };
template <typename F, typename R, typename... A> struct __called : __callable<R, A...> {
    F f;
    __called(const F &g) : f(g) {}
    R call(A... args) override { return (R) __invoke(f, forward<A>(args)...); }
    __callable<R, A...> *clone() const override { return new __called(f); }
};
template <typename R, typename... A> class function<R(A...)> {
    __callable<R, A...> *held_;
public:
    function() : held_(0) {}
    function(nullptr_t) : held_(0) {}
    template <typename F> function(F f) : held_(new __called<F, R, A...>(f)) {}
    function(const function &o) : held_(o.held_ ? o.held_->clone() : 0) {}
    function(function &&o) : held_(o.held_) { o.held_ = 0; }
    ~function() { delete held_; }
    function &operator=(const function &o) { if (this != &o) { delete held_; held_ = o.held_ ? o.held_->clone() : 0; } return *this; }
    function &operator=(function &&o) { if (this != &o) { delete held_; held_ = o.held_; o.held_ = 0; } return *this; }
    R operator()(A... args) const { if (!held_) throw bad_function_call(); return held_->call(forward<A>(args)...); }
    explicit operator bool() const { return held_ != 0; }
    void swap(function &o) { __callable<R, A...> *held = held_; held_ = o.held_; o.held_ = held; }
};
template <typename T> class reference_wrapper { T *p_; public: reference_wrapper(T &x) : p_(&x) {} operator T &() const { return *p_; } T &get() const { return *p_; } template <typename... A> decltype(auto) operator()(A &&...args) const { return __invoke(*p_, forward<A>(args)...); } };
template <typename T> reference_wrapper<T> ref(T &x) { return reference_wrapper<T>(x); }
template <typename T> reference_wrapper<const T> cref(const T &x) { return reference_wrapper<const T>(x); }
template <typename T> T &__target(reference_wrapper<T> &o) { return o.get(); }
template <typename T> T &__target(const reference_wrapper<T> &o) { return o.get(); }
template <typename F, typename... A> decltype(auto) invoke(F &&f, A &&...args) { return __invoke(forward<F>(f), forward<A>(args)...); }
template <typename F> struct __mem_fn { F f; template <typename... A> decltype(auto) operator()(A &&...args) const { return __invoke(f, forward<A>(args)...); } };
template <typename F> __mem_fn<F> mem_fn(F f) { return __mem_fn<F>{f}; }
// Each placeholder is an enumeration of one name.
namespace placeholders { enum __first { _1 }; enum __second { _2 }; enum __third { _3 }; enum __fourth { _4 }; enum __fifth { _5 }; enum __sixth { _6 }; enum __seventh { _7 }; enum __eighth { _8 }; enum __ninth { _9 }; enum __tenth { _10 }; }
template <typename T> struct is_placeholder { static constexpr int value = 0; };
template <> struct is_placeholder<placeholders::__first> { static constexpr int value = 1; };
template <> struct is_placeholder<placeholders::__second> { static constexpr int value = 2; };
template <> struct is_placeholder<placeholders::__third> { static constexpr int value = 3; };
template <> struct is_placeholder<placeholders::__fourth> { static constexpr int value = 4; };
template <> struct is_placeholder<placeholders::__fifth> { static constexpr int value = 5; };
template <> struct is_placeholder<placeholders::__sixth> { static constexpr int value = 6; };
template <> struct is_placeholder<placeholders::__seventh> { static constexpr int value = 7; };
template <> struct is_placeholder<placeholders::__eighth> { static constexpr int value = 8; };
template <> struct is_placeholder<placeholders::__ninth> { static constexpr int value = 9; };
template <> struct is_placeholder<placeholders::__tenth> { static constexpr int value = 10; };
template <typename F, typename... B> struct __bound;
template <typename T> struct is_bind_expression { static constexpr bool value = false; };
template <typename F, typename... B> struct is_bind_expression<__bound<F, B...>> { static constexpr bool value = true; };
template <int N> struct __nth { template <typename H, typename... T> static auto &&of(H &&, T &&...t) { return __nth<N - 1>::of(forward<T>(t)...); } };
template <> struct __nth<0> { template <typename H, typename... T> static H &&of(H &&h, T &&...) { return forward<H>(h); } };
// What a bound argument is in a call: 1, 2, ... an argument of the call; 0 itself; -1 the result of a bind; -2 what it refers to.
template <typename V> struct __role { static constexpr int value = is_placeholder<V>::value; };
template <typename F, typename... B> struct __role<__bound<F, B...>> { static constexpr int value = -1; };
template <typename T> struct __role<reference_wrapper<T>> { static constexpr int value = -2; };
template <typename V, int N> struct __chosen { template <typename... A> static auto &&of(const V &, A &&...args) { return __nth<N - 1>::of(forward<A>(args)...); } };
template <typename V> struct __chosen<V, 0> { template <typename... A> static V &of(V &v, A &&...) { return v; } };
template <typename V> struct __chosen<V, -1> { template <typename... A> static decltype(auto) of(V &f, A &&...args) { return f(forward<A>(args)...); } };
template <typename V> struct __chosen<V, -2> { template <typename... A> static auto &of(const V &r, A &&...) { return r.get(); } };
template <typename F, typename... B> struct __bound {
    F f;
    tuple<B...> bound;
    __bound(const F &g, const B &...b) : f(g), bound(b...) {}
    template <size_t... I, typename... A> decltype(auto) call(__numbers<I...>, A &&...args) { return __invoke(f, __chosen<B, __role<B>::value>::of(std::get<I>(bound), args...)...); }
    template <typename... A> decltype(auto) operator()(A &&...args) { return call(typename __count_up<sizeof...(B)>::type(), forward<A>(args)...); }
};
template <typename F, typename... B> struct __front_bound {
    F f;
    tuple<B...> bound;
    template <size_t... I, typename... A> decltype(auto) call(__numbers<I...>, A &&...args) { return std::__invoke(f, std::get<I>(bound)..., forward<A>(args)...); }
    template <typename... A> decltype(auto) operator()(A &&...args) { return call(typename __count_up<sizeof...(B)>::type(), forward<A>(args)...); }
};
template <typename F, typename... B> __front_bound<typename decay<F>::type, typename decay<B>::type...> bind_front(F &&f, B &&...b) { return __front_bound<typename decay<F>::type, typename decay<B>::type...>{f, tuple<typename decay<B>::type...>(forward<B>(b)...)}; }
// What C++11 and C++14 still have (C++14 D.8, D.9, 20.9.9).
template <typename A, typename R> struct unary_function { typedef A argument_type; typedef R result_type; };
template <typename A, typename B, typename R> struct binary_function { typedef A first_argument_type; typedef B second_argument_type; typedef R result_type; };
template <typename A, typename R> struct pointer_to_unary_function : unary_function<A, R> { R (*f)(A); explicit pointer_to_unary_function(R (*g)(A)) : f(g) {} R operator()(A a) const { return f(a); } };
template <typename A, typename B, typename R> struct pointer_to_binary_function : binary_function<A, B, R> { R (*f)(A, B); explicit pointer_to_binary_function(R (*g)(A, B)) : f(g) {} R operator()(A a, B b) const { return f(a, b); } };
template <typename A, typename R> pointer_to_unary_function<A, R> ptr_fun(R (*f)(A)) { return pointer_to_unary_function<A, R>(f); }
template <typename A, typename B, typename R> pointer_to_binary_function<A, B, R> ptr_fun(R (*f)(A, B)) { return pointer_to_binary_function<A, B, R>(f); }
template <typename F, typename T> struct binder1st { F op; T value; template <typename B> decltype(auto) operator()(B &&b) const { return op(value, b); } };
template <typename F, typename T> struct binder2nd { F op; T value; template <typename A> decltype(auto) operator()(A &&a) const { return op(a, value); } };
template <typename F, typename T> binder1st<F, T> bind1st(const F &f, const T &x) { return binder1st<F, T>{f, x}; }
template <typename F, typename T> binder2nd<F, T> bind2nd(const F &f, const T &x) { return binder2nd<F, T>{f, x}; }
template <typename F> struct __negated { F f; template <typename... A> bool operator()(A &&...a) const { return !std::__invoke(f, forward<A>(a)...); } };
template <typename F> __negated<typename decay<F>::type> not_fn(F &&f) { return __negated<typename decay<F>::type>{forward<F>(f)}; }
template <typename F> struct unary_negate { F f; template <typename A> bool operator()(const A &a) const { return !f(a); } };
template <typename F> struct binary_negate { F f; template <typename A, typename B> bool operator()(const A &a, const B &b) const { return !f(a, b); } };
template <typename F> unary_negate<F> not1(const F &f) { return unary_negate<F>{f}; }
template <typename F> binary_negate<F> not2(const F &f) { return binary_negate<F>{f}; }
template <typename M> struct __member_of_pointer { M m; template <typename C, typename... A> decltype(auto) operator()(C *o, A... a) const { return (o->*m)(a...); } };
template <typename M> struct __member_of_reference { M m; template <typename C, typename... A> decltype(auto) operator()(C &o, A... a) const { return (o.*m)(a...); } };
template <typename M> __member_of_pointer<M> mem_fun(M m) { return __member_of_pointer<M>{m}; }
template <typename M> __member_of_reference<M> mem_fun_ref(M m) { return __member_of_reference<M>{m}; }
template <typename F, typename... B> __bound<typename decay<F>::type, typename decay<B>::type...> bind(F &&f, B &&...b) { return __bound<typename decay<F>::type, typename decay<B>::type...>(f, b...); }
}
