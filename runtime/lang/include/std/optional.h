#include <utility>
#include <functional>
#include <stdexcept>
#include <type_traits>
#include <new>
// names: optional nullopt nullopt_t make_optional bad_optional_access in_place in_place_t
// SPDX-License-Identifier: Apache-2.0
namespace std {
enum nullopt_t { nullopt };
enum in_place_t { in_place };
class bad_optional_access : public exception { public: const char *what() const noexcept override { return "bad optional access"; } };
template <typename T> class optional;
template <typename A> struct __is_optional { static constexpr bool value = false; };
template <typename T> struct __is_optional<optional<T>> { static constexpr bool value = true; };
template <> struct __is_optional<in_place_t> { static constexpr bool value = true; };
template <> struct __is_optional<nullopt_t> { static constexpr bool value = true; };
/* Whether an argument of type A is a value for optional<T>, not an optional that is converted. */
template <typename T, typename A> struct __optional_value { static constexpr bool value = (!__is_optional<A>::value || is_same<A, T>::value) && !is_same<A, optional<T>>::value; };
template <typename T> class optional {
    alignas(alignof(T)) unsigned char data_[sizeof(T)];
    bool has_;
    T *at_() { return (T *) (void *) data_; }
    const T *at_() const { return (const T *) (const void *) data_; }
public:
    typedef T value_type;
    optional() : has_(false) {}
    optional(nullopt_t) : has_(false) {}
    optional(const optional &o) : has_(false) { if (o.has_) { new ((void *) data_) T(*o.at_()); has_ = true; } }
    optional(optional &&o) : has_(false) { if (o.has_) { new ((void *) data_) T(std::move(*o.at_())); has_ = true; } }
    template <typename A, typename = typename enable_if<__optional_value<T, typename decay<A>::type>::value && is_constructible<T, A>::value>::type> optional(A &&a) : has_(false) { new ((void *) data_) T(std::forward<A>(a)); has_ = true; }
    template <typename U, typename = typename enable_if<!is_same<T, U>::value && !__is_optional<T>::value && is_constructible<T, const U &>::value>::type> optional(const optional<U> &o) : has_(false) { if (o.has_value()) emplace(*o); }
    template <typename... A> explicit optional(in_place_t, A &&...a) : has_(false) { new ((void *) data_) T(std::forward<A>(a)...); has_ = true; }
    ~optional() { reset(); }
    optional &operator=(nullopt_t) { reset(); return *this; }
    optional &operator=(const optional &o) {
        if (this == &o) return *this;
        if (has_ && o.has_) *at_() = *o.at_();
        else if (o.has_) emplace(*o.at_());
        else reset();
        return *this;
    }
    optional &operator=(optional &&o) {
        if (this == &o) return *this;
        if (has_ && o.has_) *at_() = std::move(*o.at_());
        else if (o.has_) emplace(std::move(*o.at_()));
        else reset();
        return *this;
    }
    template <typename A, typename = typename enable_if<__optional_value<T, typename decay<A>::type>::value && is_constructible<T, A>::value>::type> optional &operator=(A &&a) { if (has_) *at_() = std::forward<A>(a); else emplace(std::forward<A>(a)); return *this; }
    bool has_value() const { return has_; }
    explicit operator bool() const { return has_; }
    T &value() { if (!has_) throw bad_optional_access(); return *at_(); }
    const T &value() const { if (!has_) throw bad_optional_access(); return *at_(); }
    template <typename A> T value_or(A &&other) const { return has_ ? *at_() : (T) std::forward<A>(other); }
    T &operator*() { return *at_(); }
    const T &operator*() const { return *at_(); }
    T *operator->() { return at_(); }
    const T *operator->() const { return at_(); }
    void reset() { if (has_) { has_ = false; if constexpr (is_class<T>::value || is_union<T>::value) at_()->~T(); } }
    template <typename... A> T &emplace(A &&...a) { reset(); new ((void *) data_) T(std::forward<A>(a)...); has_ = true; return *at_(); }
    void swap(optional &o) { optional t(std::move(o)); o = std::move(*this); *this = std::move(t); }
    template <typename F> auto transform(F f) const { typedef decltype(f(*at_())) R; return has_ ? optional<R>(f(*at_())) : optional<R>(); }
    template <typename F> auto and_then(F f) const { typedef decltype(f(*at_())) R; return has_ ? f(*at_()) : R(); }
    template <typename F> optional or_else(F f) const { return has_ ? *this : f(); }
};
template <typename T> bool operator==(const optional<T> &a, const optional<T> &b) { return a.has_value() == b.has_value() && (!a.has_value() || *a == *b); }
template <typename T> bool operator!=(const optional<T> &a, const optional<T> &b) { return !(a == b); }
template <typename T> bool operator<(const optional<T> &a, const optional<T> &b) { return b.has_value() && (!a.has_value() || *a < *b); }
template <typename T> bool operator>(const optional<T> &a, const optional<T> &b) { return b < a; }
template <typename T> bool operator<=(const optional<T> &a, const optional<T> &b) { return !(b < a); }
template <typename T> bool operator>=(const optional<T> &a, const optional<T> &b) { return !(a < b); }
template <typename T> bool operator==(const optional<T> &a, nullopt_t) { return !a.has_value(); }
template <typename T> bool operator!=(const optional<T> &a, nullopt_t) { return a.has_value(); }
template <typename T> bool operator==(nullopt_t, const optional<T> &a) { return !a.has_value(); }
template <typename T> bool operator!=(nullopt_t, const optional<T> &a) { return a.has_value(); }
template <typename T> bool operator<(const optional<T> &a, nullopt_t) { return false; }
template <typename T> bool operator>(const optional<T> &a, nullopt_t) { return a.has_value(); }
template <typename T> bool operator<=(const optional<T> &a, nullopt_t) { return !a.has_value(); }
template <typename T> bool operator>=(const optional<T> &a, nullopt_t) { return true; }
template <typename T> bool operator<(nullopt_t, const optional<T> &a) { return a.has_value(); }
template <typename T> bool operator>(nullopt_t, const optional<T> &a) { return false; }
template <typename T> bool operator<=(nullopt_t, const optional<T> &a) { return true; }
template <typename T> bool operator>=(nullopt_t, const optional<T> &a) { return !a.has_value(); }
template <typename T, typename A, typename = typename enable_if<!__is_optional<A>::value>::type> bool operator==(const optional<T> &a, const A &v) { return a.has_value() && *a == v; }
template <typename T, typename A, typename = typename enable_if<!__is_optional<A>::value>::type> bool operator!=(const optional<T> &a, const A &v) { return !(a == v); }
template <typename T, typename A, typename = typename enable_if<!__is_optional<A>::value>::type> bool operator==(const A &v, const optional<T> &a) { return a.has_value() && *a == v; }
template <typename T, typename U> bool operator==(const optional<T> &a, const optional<U> &b) { return a.has_value() == b.has_value() && (!a.has_value() || *a == *b); }
template <typename T, typename U> bool operator!=(const optional<T> &a, const optional<U> &b) { return !(a == b); }
template <typename T, typename U> bool operator<(const optional<T> &a, const optional<U> &b) { return b.has_value() && (!a.has_value() || *a < *b); }
template <typename T, typename U> bool operator>(const optional<T> &a, const optional<U> &b) { return b < a; }
template <typename T, typename U> bool operator<=(const optional<T> &a, const optional<U> &b) { return !(b < a); }
template <typename T, typename U> bool operator>=(const optional<T> &a, const optional<U> &b) { return !(a < b); }
template <typename T, typename A, typename = typename enable_if<!__is_optional<A>::value>::type> bool operator!=(const A &v, const optional<T> &a) { return !(a == v); }
template <typename T, typename A, typename = typename enable_if<!__is_optional<A>::value>::type> bool operator<=(const optional<T> &a, const A &v) { return !(a > v); }
template <typename T, typename A, typename = typename enable_if<!__is_optional<A>::value>::type> bool operator>=(const optional<T> &a, const A &v) { return !(a < v); }
template <typename T, typename A, typename = typename enable_if<!__is_optional<A>::value>::type> bool operator<(const A &v, const optional<T> &a) { return a > v; }
template <typename T, typename A, typename = typename enable_if<!__is_optional<A>::value>::type> bool operator>(const A &v, const optional<T> &a) { return a < v; }
template <typename T, typename A, typename = typename enable_if<!__is_optional<A>::value>::type> bool operator<(const optional<T> &a, const A &v) { return !a.has_value() || *a < v; }
template <typename T, typename A, typename = typename enable_if<!__is_optional<A>::value>::type> bool operator>(const optional<T> &a, const A &v) { return a.has_value() && v < *a; }
template <typename T, typename R = typename decay<T>::type> optional<R> make_optional(T &&x) { return optional<R>(std::forward<T>(x)); }
template <typename T, typename... A, typename = typename enable_if<(sizeof...(A) != 1)>::type> optional<T> make_optional(A &&...a) { return optional<T>(in_place, std::forward<A>(a)...); }
template <typename T> struct hash<optional<T>> { size_t operator()(const optional<T> &o) const { return o.has_value() ? hash<T>()(*o) : (size_t) -3333; } };
template <typename T> void swap(optional<T> &a, optional<T> &b) { a.swap(b); }
template <typename T> optional(T) -> optional<T>;
}
