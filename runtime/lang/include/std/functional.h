#include <utility>
// names: function plus minus multiplies divides modulus negate less greater less_equal greater_equal equal_to not_equal_to hash ref cref bind logical_and logical_or logical_not bit_and bit_or bit_xor
// SPDX-License-Identifier: Apache-2.0
namespace std {
template <typename T = void> struct plus { T operator()(const T &a, const T &b) const { return a + b; } };
template <typename T = void> struct minus { T operator()(const T &a, const T &b) const { return a - b; } };
template <typename T = void> struct multiplies { T operator()(const T &a, const T &b) const { return a * b; } };
template <typename T = void> struct divides { T operator()(const T &a, const T &b) const { return a / b; } };
template <typename T = void> struct modulus { T operator()(const T &a, const T &b) const { return a % b; } };
template <typename T = void> struct negate { T operator()(const T &a) const { return -a; } };
template <typename T = void> struct less { bool operator()(const T &a, const T &b) const { return a < b; } };
template <typename T = void> struct greater { bool operator()(const T &a, const T &b) const { return b < a; } };
template <typename T = void> struct less_equal { bool operator()(const T &a, const T &b) const { return !(b < a); } };
template <typename T = void> struct greater_equal { bool operator()(const T &a, const T &b) const { return !(a < b); } };
template <typename T = void> struct equal_to { bool operator()(const T &a, const T &b) const { return a == b; } };
template <typename T = void> struct not_equal_to { bool operator()(const T &a, const T &b) const { return !(a == b); } };
template <> struct plus<void> { template <typename A, typename B> auto operator()(const A &a, const B &b) const { return a + b; } };
template <> struct multiplies<void> { template <typename A, typename B> auto operator()(const A &a, const B &b) const { return a * b; } };
template <> struct minus<void> { template <typename A, typename B> auto operator()(const A &a, const B &b) const { return a - b; } };
template <> struct divides<void> { template <typename A, typename B> auto operator()(const A &a, const B &b) const { return a / b; } };
template <> struct equal_to<void> { template <typename A, typename B> bool operator()(const A &a, const B &b) const { return a == b; } };
template <typename T = void> struct logical_and { bool operator()(const T &a, const T &b) const { return a && b; } };
template <typename T = void> struct logical_or { bool operator()(const T &a, const T &b) const { return a || b; } };
template <typename T = void> struct logical_not { bool operator()(const T &a) const { return !a; } };
template <typename T = void> struct bit_and { T operator()(const T &a, const T &b) const { return a & b; } };
template <typename T = void> struct bit_or { T operator()(const T &a, const T &b) const { return a | b; } };
template <typename T = void> struct bit_xor { T operator()(const T &a, const T &b) const { return a ^ b; } };
template <> struct less<void> { template <typename A, typename B> bool operator()(const A &a, const B &b) const { return a < b; } };
template <> struct greater<void> { template <typename A, typename B> bool operator()(const A &a, const B &b) const { return b < a; } };
template <typename T> struct hash { size_t operator()(const T &x) const { return (size_t) x; } };
template <> struct hash<float> { size_t operator()(float x) const { return x == 0 ? 0 : __hash_bytes(&x, sizeof x); } };
template <> struct hash<double> { size_t operator()(double x) const { return x == 0 ? 0 : __hash_bytes(&x, sizeof x); } };
template <typename F> class function;
template <typename R, typename... A> struct __callable { virtual ~__callable() {} virtual R call(A... args) = 0; virtual __callable *clone() const = 0; };
template <typename F, typename R, typename... A> struct __called : __callable<R, A...> {
    F f;
    __called(const F &g) : f(g) {}
    R call(A... args) override { return f(args...); }
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
    R operator()(A... args) const { return held_->call(args...); }
    explicit operator bool() const { return held_ != 0; }
};
template <typename T> class reference_wrapper { T *p_; public: reference_wrapper(T &x) : p_(&x) {} operator T &() const { return *p_; } T &get() const { return *p_; } };
template <typename T> reference_wrapper<T> ref(T &x) { return reference_wrapper<T>(x); }
template <typename T> reference_wrapper<const T> cref(const T &x) { return reference_wrapper<const T>(x); }
}
