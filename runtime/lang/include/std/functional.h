#include <__functors>
#include <utility>
#include <tuple>
#include <type_traits>
// names: function invoke mem_fn hash ref cref reference_wrapper bind placeholders is_placeholder is_bind_expression
// SPDX-License-Identifier: Apache-2.0
namespace std {
template <typename T> struct hash { size_t operator()(const T &x) const { return (size_t) x; } };
template <> struct hash<float> { size_t operator()(float x) const { return x == 0 ? 0 : __hash_bytes(&x, sizeof x); } };
template <> struct hash<double> { size_t operator()(double x) const { return x == 0 ? 0 : __hash_bytes(&x, sizeof x); } };
template <typename F> class function;
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
    R operator()(A... args) const { return held_->call(forward<A>(args)...); }
    explicit operator bool() const { return held_ != 0; }
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
template <typename F, typename... B> __bound<typename decay<F>::type, typename decay<B>::type...> bind(F &&f, B &&...b) { return __bound<typename decay<F>::type, typename decay<B>::type...>(f, b...); }
}
