#include <utility>
#include <stdexcept>
#include <type_traits>
#include <variant>
// names: any any_cast bad_any_cast make_any
// SPDX-License-Identifier: Apache-2.0
namespace std {
class bad_any_cast : public bad_cast { public: const char *what() const noexcept override { return "bad any_cast"; } };
struct __any_value { virtual ~__any_value() {} virtual __any_value *copy() const = 0; virtual const type_info &type() const = 0; };
template <typename T> struct __any_of : __any_value {
    T value;
    template <typename... A> __any_of(A &&...a) : value(std::forward<A>(a)...) {}
    template <typename E, typename... A> __any_of(initializer_list<E> l, A &&...a) : value(l, std::forward<A>(a)...) {}
    __any_value *copy() const override { return new __any_of<T>(value); }
    const type_info &type() const override { return typeid(T); }
};
class any {
public:
    __any_value *__p = nullptr;
    any() {}
    any(const any &o) : __p(o.__p ? o.__p->copy() : nullptr) {}
    any(any &&o) : __p(o.__p) { o.__p = nullptr; }
    template <typename T, typename = typename enable_if<!is_same<typename decay<T>::type, any>::value>::type> any(T &&v) : __p(new __any_of<typename decay<T>::type>(std::forward<T>(v))) {}
    ~any() { delete __p; }
    any &operator=(const any &o) { if (this != &o) { delete __p; __p = o.__p ? o.__p->copy() : nullptr; } return *this; }
    any &operator=(any &&o) { if (this != &o) { delete __p; __p = o.__p; o.__p = nullptr; } return *this; }
    template <typename T, typename = typename enable_if<!is_same<typename decay<T>::type, any>::value>::type> any &operator=(T &&v) { __any_value *p = new __any_of<typename decay<T>::type>(std::forward<T>(v)); delete __p; __p = p; return *this; }
    template <typename T, typename... A> T &emplace(A &&...a) { __any_of<T> *p = new __any_of<T>(std::forward<A>(a)...); delete __p; __p = p; return p->value; }
    template <typename T, typename E, typename... A> T &emplace(initializer_list<E> l, A &&...a) { __any_of<T> *p = new __any_of<T>(l, std::forward<A>(a)...); delete __p; __p = p; return p->value; }
    template <typename T, typename... A> explicit any(in_place_type_t<T>, A &&...a) : __p(new __any_of<typename decay<T>::type>(std::forward<A>(a)...)) {}
    bool has_value() const { return __p; }
    void reset() { delete __p; __p = nullptr; }
    const type_info &type() const { return __p ? __p->type() : typeid(void); }
    void swap(any &o) { __any_value *p = __p; __p = o.__p; o.__p = p; }
};
template <typename T> T *any_cast(any *a) { return a && a->__p && a->__p->type() == typeid(T) ? &((__any_of<T> *) a->__p)->value : nullptr; }
template <typename T> const T *any_cast(const any *a) { return a && a->__p && a->__p->type() == typeid(T) ? &((__any_of<T> *) a->__p)->value : nullptr; }
template <typename T> T any_cast(any &a) { typedef typename remove_cv<typename remove_reference<T>::type>::type U; U *p = any_cast<U>(&a); if (!p) throw bad_any_cast(); return *p; }
template <typename T> T any_cast(const any &a) { typedef typename remove_cv<typename remove_reference<T>::type>::type U; U *p = any_cast<U>((any *) &a); if (!p) throw bad_any_cast(); return *p; }
template <typename T, typename... A> any make_any(A &&...a) { return any(T(std::forward<A>(a)...)); }
template <typename T, typename E, typename... A> any make_any(initializer_list<E> l, A &&...a) { return any(T(l, std::forward<A>(a)...)); }
template <typename T> T any_cast(any &&a) { typedef typename remove_cv<typename remove_reference<T>::type>::type U; U *p = any_cast<U>(&a); if (!p) throw bad_any_cast(); return static_cast<T>(std::move(*p)); }
inline void swap(any &a, any &b) { a.swap(b); }
}
