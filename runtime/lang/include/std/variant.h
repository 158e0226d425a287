#include <utility>
#include <functional>
#include <stdexcept>
#include <type_traits>
#include <new>
// names: variant monostate bad_variant_access variant_size variant_size_v variant_alternative variant_alternative_t variant_npos holds_alternative get_if visit in_place_index in_place_index_t in_place_type in_place_type_t
// SPDX-License-Identifier: Apache-2.0
namespace std {
struct monostate {};
inline bool operator==(monostate, monostate) { return true; }
inline bool operator!=(monostate, monostate) { return false; }
inline bool operator<(monostate, monostate) { return false; }
inline bool operator>(monostate, monostate) { return false; }
inline bool operator<=(monostate, monostate) { return true; }
inline bool operator>=(monostate, monostate) { return true; }
class bad_variant_access : public exception { public: const char *what() const noexcept override { return "std::get: wrong index for variant"; } };
inline constexpr size_t variant_npos = (size_t) -1;
template <size_t I> struct in_place_index_t {};
template <size_t I> inline constexpr in_place_index_t<I> in_place_index = in_place_index_t<I>();
template <typename T> struct in_place_type_t {};
template <typename T> inline constexpr in_place_type_t<T> in_place_type = in_place_type_t<T>();
template <typename... T> class variant;
template <size_t I, typename H, typename... T> struct __one_of { typedef typename __one_of<I - 1, T...>::type type; };
template <typename H, typename... T> struct __one_of<0, H, T...> { typedef H type; };
template <size_t I, typename V> struct variant_alternative;
template <size_t I, typename... T> struct variant_alternative<I, variant<T...>> { typedef typename __one_of<I, T...>::type type; };
template <size_t I, typename... T> struct variant_alternative<I, const variant<T...>> { typedef const typename __one_of<I, T...>::type type; };
template <size_t I, typename V> using variant_alternative_t = typename variant_alternative<I, V>::type;
template <typename V> struct variant_size;
template <typename... T> struct variant_size<variant<T...>> { static constexpr size_t value = sizeof...(T); };
template <typename... T> struct variant_size<const variant<T...>> { static constexpr size_t value = sizeof...(T); };
template <typename V> inline constexpr size_t variant_size_v = variant_size<V>::value;
inline constexpr size_t __largest(size_t a) { return a; }
template <typename... R> constexpr size_t __largest(size_t a, size_t b, R... rest) { return __largest(a > b ? a : b, rest...); }
/* The place of a type in a list; sizeof...(T): it is not there. */
template <typename A> constexpr size_t __place_of() { return 0; }
template <typename A, typename H, typename... T> constexpr size_t __place_of() { if (is_same<A, H>::value) return 0; return 1 + __place_of<A, T...>(); }
/* Whether a value of type A may become a T without losing anything (C++20 20.7.3.2p13). */
template <typename A, typename T> constexpr bool __keeps() {
    if constexpr (is_same<T, bool>::value) return false;
    else if constexpr (is_arithmetic<A>::value && is_arithmetic<T>::value) {
        if constexpr (is_floating_point<A>::value) return is_floating_point<T>::value && sizeof(A) <= sizeof(T);
        else if constexpr (is_floating_point<T>::value) return false;
        else return sizeof(A) < sizeof(T) ? is_signed<T>::value || !is_signed<A>::value : sizeof(A) == sizeof(T) && is_signed<A>::value == is_signed<T>::value;
    } else if constexpr (is_arithmetic<T>::value && !is_class<A>::value && !is_enum<A>::value) return false;
    else return is_convertible<A, T>::value;
}
template <typename A> constexpr size_t __first_kept() { return 0; }
template <typename A, typename H, typename... T> constexpr size_t __first_kept() { if (__keeps<A, H>()) return 0; return 1 + __first_kept<A, T...>(); }
template <typename A, typename... T> constexpr size_t __fitting() {
    constexpr size_t same = __place_of<A, T...>();
    if constexpr (same < sizeof...(T)) return same;
    else return __first_kept<A, T...>();
}
template <typename A> struct __is_variant { static constexpr bool value = false; };
template <typename... T> struct __is_variant<variant<T...>> { static constexpr bool value = true; };
template <size_t I> struct __is_variant<in_place_index_t<I>> { static constexpr bool value = true; };
template <typename A> struct __is_variant<in_place_type_t<A>> { static constexpr bool value = true; };
template <typename A, typename... T> struct __choice {
    static constexpr size_t value = __fitting<typename decay<A>::type, T...>();
    static constexpr bool fits = !__is_variant<typename decay<A>::type>::value && value < sizeof...(T);
};
template <typename... T> class variant {
    alignas(__largest(alignof(T)...)) unsigned char data_[__largest(sizeof(T)...)];
    size_t which_;
    template <size_t I> void copy_(const variant &o) {
        typedef typename __one_of<I, T...>::type A;
        if (o.which_ == I) new ((void *) data_) A(*(const A *) (const void *) o.data_);
        else if constexpr (I + 1 < sizeof...(T)) copy_<I + 1>(o);
    }
    template <size_t I> void move_(variant &o) {
        typedef typename __one_of<I, T...>::type A;
        if (o.which_ == I) new ((void *) data_) A(std::move(*(A *) (void *) o.data_));
        else if constexpr (I + 1 < sizeof...(T)) move_<I + 1>(o);
    }
    template <size_t I> void end_() {
        typedef typename __one_of<I, T...>::type A;
        if (which_ == I) { if constexpr (is_class<A>::value || is_union<A>::value) ((A *) (void *) data_)->~A(); }
        else if constexpr (I + 1 < sizeof...(T)) end_<I + 1>();
    }
    template <size_t I> bool same_(const variant &o) const {
        typedef typename __one_of<I, T...>::type A;
        if (which_ == I) return *(const A *) (const void *) data_ == *(const A *) (const void *) o.data_;
        if constexpr (I + 1 < sizeof...(T)) return same_<I + 1>(o);
        else return true;
    }
    template <size_t I> bool less_(const variant &o) const {
        typedef typename __one_of<I, T...>::type A;
        if (which_ == I) return *(const A *) (const void *) data_ < *(const A *) (const void *) o.data_;
        if constexpr (I + 1 < sizeof...(T)) return less_<I + 1>(o);
        else return false;
    }
public:
    variant() : which_(0) { new ((void *) data_) typename __one_of<0, T...>::type(); }
    variant(const variant &o) : which_(variant_npos) { copy_<0>(o); which_ = o.which_; }
    variant(variant &&o) : which_(variant_npos) { move_<0>(o); which_ = o.which_; }
    template <typename A, typename = typename enable_if<__choice<A, T...>::fits>::type>
    variant(A &&a) : which_(__choice<A, T...>::value) { new ((void *) data_) typename __one_of<__choice<A, T...>::value, T...>::type(std::forward<A>(a)); }
    template <size_t I, typename... A> explicit variant(in_place_index_t<I>, A &&...a) : which_(I) { new ((void *) data_) typename __one_of<I, T...>::type(std::forward<A>(a)...); }
    template <typename B, typename... A> explicit variant(in_place_type_t<B>, A &&...a) : which_(__place_of<B, T...>()) { new ((void *) data_) B(std::forward<A>(a)...); }
    ~variant() { if (which_ != variant_npos) end_<0>(); }
    variant &operator=(const variant &o) {
        if (this == &o) return *this;
        end_<0>(); which_ = variant_npos; copy_<0>(o); which_ = o.which_; return *this;
    }
    variant &operator=(variant &&o) {
        if (this == &o) return *this;
        end_<0>(); which_ = variant_npos; move_<0>(o); which_ = o.which_; return *this;
    }
    template <typename A, typename = typename enable_if<__choice<A, T...>::fits>::type>
    variant &operator=(A &&a) {
        constexpr size_t I = __choice<A, T...>::value;
        if (which_ == I) { __at<I>() = std::forward<A>(a); return *this; }
        emplace<I>(std::forward<A>(a)); return *this;
    }
    template <size_t I, typename... A> typename __one_of<I, T...>::type &emplace(A &&...a) {
        if (which_ != variant_npos) end_<0>();
        which_ = variant_npos;
        new ((void *) data_) typename __one_of<I, T...>::type(std::forward<A>(a)...);
        which_ = I;
        return __at<I>();
    }
    template <typename B, typename... A> B &emplace(A &&...a) { return emplace<__place_of<B, T...>()>(std::forward<A>(a)...); }
    size_t index() const { return which_; }
    bool valueless_by_exception() const { return which_ == variant_npos; }
    void swap(variant &o) { variant t(std::move(o)); o = std::move(*this); *this = std::move(t); }
    template <size_t I> typename __one_of<I, T...>::type &__at() { return *(typename __one_of<I, T...>::type *) (void *) data_; }
    template <size_t I> const typename __one_of<I, T...>::type &__at() const { return *(const typename __one_of<I, T...>::type *) (const void *) data_; }
    bool operator==(const variant &o) const { return which_ == o.which_ && same_<0>(o); }
    bool operator!=(const variant &o) const { return !(*this == o); }
    bool operator>(const variant &o) const { return o < *this; }
    bool operator<=(const variant &o) const { return !(o < *this); }
    bool operator>=(const variant &o) const { return !(*this < o); }
    bool operator<(const variant &o) const { return which_ != o.which_ ? which_ + 1 < o.which_ + 1 : less_<0>(o); }
};
template <typename A, typename... T> bool holds_alternative(const variant<T...> &v) { return v.index() == __place_of<A, T...>(); }
template <size_t I, typename... T> typename __one_of<I, T...>::type &get(variant<T...> &v) { if (v.index() != I) throw bad_variant_access(); return v.template __at<I>(); }
template <size_t I, typename... T> const typename __one_of<I, T...>::type &get(const variant<T...> &v) { if (v.index() != I) throw bad_variant_access(); return v.template __at<I>(); }
template <typename A, typename... T> A &get(variant<T...> &v) { return get<__place_of<A, T...>()>(v); }
template <typename A, typename... T> const A &get(const variant<T...> &v) { return get<__place_of<A, T...>()>(v); }
template <size_t I, typename... T> typename __one_of<I, T...>::type *get_if(variant<T...> *v) { return v && v->index() == I ? &v->template __at<I>() : nullptr; }
template <size_t I, typename... T> const typename __one_of<I, T...>::type *get_if(const variant<T...> *v) { return v && v->index() == I ? &v->template __at<I>() : nullptr; }
template <typename A, typename... T> A *get_if(variant<T...> *v) { return get_if<__place_of<A, T...>()>(v); }
template <typename A, typename... T> const A *get_if(const variant<T...> *v) { return get_if<__place_of<A, T...>()>(v); }
template <size_t I, typename F, typename V> decltype(auto) __visit_from(F &f, V &v) {
    if constexpr (I + 1 < variant_size<typename remove_cv<V>::type>::value) { if (v.index() != I) return __visit_from<I + 1>(f, v); }
    if (v.index() != I) throw bad_variant_access();
    return f(v.template __at<I>());
}
template <typename F> decltype(auto) visit(F &&f) { return std::forward<F>(f)(); }
template <typename F, typename V> decltype(auto) visit(F &&f, V &&v) { return __visit_from<0>(f, v); }
template <typename F, typename V, typename W, typename... R> decltype(auto) visit(F &&f, V &&v, W &&w, R &&...rest) {
    return std::visit([&](auto &&a) -> decltype(auto) { return std::visit([&](auto &&...b) -> decltype(auto) { return f(a, b...); }, w, rest...); }, v);
}
template <typename R, typename F, typename... V, typename = typename enable_if<!__is_variant<typename decay<R>::type>::value>::type> R visit(F &&f, V &&...v) {
    if constexpr (is_void<R>::value) std::visit([&](auto &&...a) -> void { (void) f(a...); }, v...);
    else return std::visit([&](auto &&...a) -> R { return f(a...); }, v...);
}
template <> struct hash<monostate> { size_t operator()(monostate) const { return (size_t) -7777; } };
template <typename... T> void swap(variant<T...> &a, variant<T...> &b) { a.swap(b); }
}
