#include <stdexcept>
#include <utility>
// names: unique_ptr shared_ptr enable_shared_from_this bad_weak_ptr make_unique make_shared weak_ptr default_delete get_deleter static_pointer_cast dynamic_pointer_cast const_pointer_cast align addressof
// SPDX-License-Identifier: Apache-2.0
namespace std {
template <typename T> struct default_delete { void operator()(T *p) const { delete p; } };
template <typename T> struct default_delete<T[]> { void operator()(T *p) const { delete[] p; } };
template <typename D, bool = __is_empty(D)> struct __deleter {
    D delete_;
    __deleter() : delete_() {}
    __deleter(const D &d) : delete_(d) {}
    D &__deletes() { return delete_; }
};
template <typename D> struct __deleter<D, true> : D { /* takes no room */
    __deleter() {}
    __deleter(const D &d) : D(d) {}
    D &__deletes() { return *this; }
};
template <typename T, typename D = default_delete<T>> class unique_ptr : __deleter<D> {
    T *p_;
public:
    typedef T element_type;
    unique_ptr() : p_(0) {}
    unique_ptr(nullptr_t) : p_(0) {}
    explicit unique_ptr(T *p) : p_(p) {}
    unique_ptr(T *p, D d) : __deleter<D>(d), p_(p) {}
    unique_ptr(const unique_ptr &) = delete;
    unique_ptr(unique_ptr &&o) : __deleter<D>(o.get_deleter()), p_(o.release()) {}
    template <typename U, typename E> unique_ptr(unique_ptr<U, E> &&o) : p_(o.release()) {}
    ~unique_ptr() { if (p_) this->__deletes()(p_); }
    unique_ptr &operator=(const unique_ptr &) = delete;
    unique_ptr &operator=(unique_ptr &&o) { reset(o.release()); return *this; }
    unique_ptr &operator=(nullptr_t) { reset(); return *this; }
    T *release() { T *p = p_; p_ = 0; return p; }
    void reset(T *p = 0) { T *old = p_; p_ = p; if (old) this->__deletes()(old); }
    T *get() const { return p_; }
    T &operator*() const { return *p_; }
    T *operator->() const { return p_; }
    T &operator[](size_t i) const { return p_[i]; }
    explicit operator bool() const { return p_ != 0; }
    D &get_deleter() { return this->__deletes(); }
    size_t __hash() const { return (size_t) this->get(); }
    void swap(unique_ptr &o) { T *p = p_; p_ = o.p_; o.p_ = p; D d = get_deleter(); get_deleter() = o.get_deleter(); o.get_deleter() = d; }
};
template <typename T, typename D> class unique_ptr<T[], D> : __deleter<D> {
    T *p_;
public:
    typedef T element_type;
    unique_ptr() : p_(0) {}
    unique_ptr(nullptr_t) : p_(0) {}
    explicit unique_ptr(T *p) : p_(p) {}
    unique_ptr(T *p, D d) : __deleter<D>(d), p_(p) {}
    unique_ptr(const unique_ptr &) = delete;
    unique_ptr(unique_ptr &&o) : __deleter<D>(o.get_deleter()), p_(o.release()) {}
    ~unique_ptr() { if (p_) this->__deletes()(p_); }
    unique_ptr &operator=(const unique_ptr &) = delete;
    unique_ptr &operator=(unique_ptr &&o) { reset(o.release()); return *this; }
    unique_ptr &operator=(nullptr_t) { reset(); return *this; }
    T *release() { T *p = p_; p_ = 0; return p; }
    void reset(T *p = 0) { T *old = p_; p_ = p; if (old) this->__deletes()(old); }
    T *get() const { return p_; }
    T &operator[](size_t i) const { return p_[i]; }
    explicit operator bool() const { return p_ != 0; }
    D &get_deleter() { return this->__deletes(); }
    size_t __hash() const { return (size_t) this->get(); }
    void swap(unique_ptr &o) { T *p = p_; p_ = o.p_; o.p_ = p; D d = get_deleter(); get_deleter() = o.get_deleter(); o.get_deleter() = d; }
};
template <typename T> struct __maker {
    typedef unique_ptr<T> unique;
    template <typename... A> static unique_ptr<T> make(A &&...args) { return unique_ptr<T>(new T(forward<A>(args)...)); }
};
template <typename T> struct __maker<T[]> {
    typedef unique_ptr<T[]> unique;
    static unique_ptr<T[]> make(size_t n) { return unique_ptr<T[]>(new T[n]()); }
};
template <typename T, typename... A> typename __maker<T>::unique make_unique(A &&...args) { return __maker<T>::make(forward<A>(args)...); }
template <typename T> T *addressof(T &x) { return &x; }
inline void *align(size_t alignment, size_t size, void *&p, size_t &space) {
    size_t skip = (alignment - (size_t) p % alignment) % alignment;
    if (space < size + skip) return 0;
    space -= skip;
    return p = (char *) p + skip;
}
template <typename T, typename D> bool operator==(const unique_ptr<T, D> &p, nullptr_t) { return !p.get(); }
template <typename T, typename D> bool operator!=(const unique_ptr<T, D> &p, nullptr_t) { return p.get(); }
template <typename T, typename D> bool operator==(nullptr_t, const unique_ptr<T, D> &p) { return !p.get(); }
template <typename T, typename D> bool operator!=(nullptr_t, const unique_ptr<T, D> &p) { return p.get(); }
template <typename T, typename D, typename U, typename E> bool operator==(const unique_ptr<T, D> &a, const unique_ptr<U, E> &b) { return a.get() == b.get(); }
template <typename T, typename D, typename U, typename E> bool operator!=(const unique_ptr<T, D> &a, const unique_ptr<U, E> &b) { return a.get() != b.get(); }
template <typename T, typename D, typename U, typename E> bool operator<(const unique_ptr<T, D> &a, const unique_ptr<U, E> &b) { return a.get() < b.get(); }
template <typename T, typename D, typename U, typename E> bool operator<=(const unique_ptr<T, D> &a, const unique_ptr<U, E> &b) { return a.get() <= b.get(); }
template <typename T, typename D, typename U, typename E> bool operator>(const unique_ptr<T, D> &a, const unique_ptr<U, E> &b) { return a.get() > b.get(); }
template <typename T, typename D, typename U, typename E> bool operator>=(const unique_ptr<T, D> &a, const unique_ptr<U, E> &b) { return a.get() >= b.get(); }
struct __control { /* of an object that shared_ptrs own; deleted with the last of them and of the weak_ptrs */
    long uses, watchers;
    __control() : uses(1), watchers(0) {}
    virtual ~__control() {}
    virtual void end() = 0;
    virtual void *deleter(const type_info &type) { return 0; }
    void leave() { if (!uses && !watchers) delete this; }
};
template <typename T> struct __owns : __control { T *p; __owns(T *q) : p(q) {} void end() override { delete p; } };
template <typename T, typename D> struct __owns_by : __control { T *p; D d; __owns_by(T *q, D e) : p(q), d(e) {} void end() override { d(p); } void *deleter(const type_info &type) override { return type == typeid(D) ? &d : 0; } };
struct bad_weak_ptr : exception { const char *what() const noexcept override { return "bad_weak_ptr"; } };
template <typename T> class weak_ptr;
template <typename T> class shared_ptr;
template <typename T> class enable_shared_from_this;
inline void __watch(const void *, ...) {}
template <typename T, typename S> void __watch(const enable_shared_from_this<T> *p, const S *owner) { if (p && p->__self.expired()) p->__self = *owner; }
template <typename T> class shared_ptr {
    T *p_;
    __control *c_;
    void join() { if (c_) ++c_->uses; }
    void drop() { __control *c = c_; p_ = 0; c_ = 0; if (c && --c->uses == 0) { ++c->watchers; c->end(); --c->watchers; c->leave(); } }
    template <typename U> friend class shared_ptr;
    template <typename U> friend class weak_ptr;
public:
    typedef T element_type;
    shared_ptr() : p_(0), c_(0) {}
    shared_ptr(nullptr_t) : p_(0), c_(0) {}
    template <typename U> explicit shared_ptr(U *p) : p_(p), c_(new __owns<U>(p)) { __watch(p, this); }
    template <typename U, typename D> shared_ptr(U *p, D d) : p_(p), c_(new __owns_by<U, D>(p, d)) { __watch(p, this); }
    template <typename U> shared_ptr(const shared_ptr<U> &o, T *p) : p_(p), c_(o.c_) { join(); }
    shared_ptr(const shared_ptr &o) : p_(o.p_), c_(o.c_) { join(); }
    shared_ptr(shared_ptr &&o) : p_(o.p_), c_(o.c_) { o.p_ = 0; o.c_ = 0; }
    template <typename U> shared_ptr(const shared_ptr<U> &o) : p_(o.p_), c_(o.c_) { join(); }
    template <typename U, typename D> shared_ptr(unique_ptr<U, D> &&o) : p_(o.get()), c_(o.get() ? new __owns_by<U, D>(o.get(), o.get_deleter()) : 0) { __watch(o.release(), this); }
    template <typename U> explicit shared_ptr(const weak_ptr<U> &o) : p_(o.p_), c_(o.c_) { if (o.expired()) throw bad_weak_ptr(); join(); }
    ~shared_ptr() { drop(); }
    shared_ptr &operator=(const shared_ptr &o) { shared_ptr t(o); swap(t); return *this; }
    shared_ptr &operator=(shared_ptr &&o) { shared_ptr t(o); o.drop(); swap(t); return *this; }
    void swap(shared_ptr &o) { T *p = p_; p_ = o.p_; o.p_ = p; __control *c = c_; c_ = o.c_; o.c_ = c; }
    void reset() { drop(); }
    template <typename U> void reset(U *p) { shared_ptr t(p); swap(t); }
    template <typename U, typename D> void reset(U *p, D d) { shared_ptr t(p, d); swap(t); }
    T *get() const { return p_; }
    T &operator*() const { return *p_; }
    T *operator->() const { return p_; }
    T &operator[](size_t i) const { return p_[i]; }
    long use_count() const { return c_ ? c_->uses : 0; }
    bool unique() const { return use_count() == 1; }
    template <typename P> bool owner_before(const P &o) const { return c_ < o.c_; }
    explicit operator bool() const { return p_ != 0; }
    size_t __hash() const { return (size_t) p_; }
    void *__deleter(const type_info &type) const { return c_ ? c_->deleter(type) : 0; }
};
template <typename D, typename T> D *get_deleter(const shared_ptr<T> &p) { return (D *) p.__deleter(typeid(D)); }
template <typename T> class shared_ptr<T[]> {
    shared_ptr<T> p_;
public:
    typedef T element_type;
    shared_ptr() {}
    shared_ptr(nullptr_t) {}
    explicit shared_ptr(T *p) : p_(p, default_delete<T[]>()) {}
    template <typename D> shared_ptr(T *p, D d) : p_(p, d) {}
    template <typename D> shared_ptr(unique_ptr<T[], D> &&o) : p_(o.get(), o.get_deleter()) { o.release(); }
    void reset() { p_.reset(); }
    void reset(T *p) { p_.reset(p, default_delete<T[]>()); }
    void swap(shared_ptr &o) { p_.swap(o.p_); }
    T *get() const { return p_.get(); }
    T &operator[](size_t i) const { return p_[i]; }
    long use_count() const { return p_.use_count(); }
    explicit operator bool() const { return (bool) p_; }
};
template <typename T> class weak_ptr {
    T *p_;
    __control *c_;
    void join() { if (c_) ++c_->watchers; }
    template <typename U> friend class shared_ptr;
    template <typename U> friend class weak_ptr;
    void drop() { __control *c = c_; p_ = 0; c_ = 0; if (c) { --c->watchers; c->leave(); } }
public:
    weak_ptr() : p_(0), c_(0) {}
    template <typename U> weak_ptr(const shared_ptr<U> &o) : p_(o.p_), c_(o.c_) { join(); }
    weak_ptr(const weak_ptr &o) : p_(o.p_), c_(o.c_) { join(); }
    template <typename U> weak_ptr(const weak_ptr<U> &o) : p_(o.p_), c_(o.c_) { join(); }
    ~weak_ptr() { drop(); }
    weak_ptr &operator=(const weak_ptr &o) { T *p = o.p_; __control *c = o.c_; if (c) ++c->watchers; drop(); p_ = p; c_ = c; return *this; }
    template <typename U> weak_ptr &operator=(const shared_ptr<U> &o) { weak_ptr t(o); return *this = t; }
    void reset() { drop(); }
    long use_count() const { return c_ ? c_->uses : 0; }
    bool expired() const { return !use_count(); }
    void swap(weak_ptr &o) { weak_ptr t(o); o = *this; *this = t; }
    template <typename P> bool owner_before(const P &o) const { return c_ < o.c_; }
    shared_ptr<T> lock() const { shared_ptr<T> s; if (!expired()) { s.p_ = p_; s.c_ = c_; s.join(); } return s; }
};
template <typename T> class enable_shared_from_this {
protected:
    enable_shared_from_this() {}
    enable_shared_from_this(const enable_shared_from_this &) {}
    enable_shared_from_this &operator=(const enable_shared_from_this &) { return *this; }
    ~enable_shared_from_this() {}
public:
    mutable weak_ptr<T> __self;
    shared_ptr<T> shared_from_this() { if (__self.expired()) throw bad_weak_ptr(); return __self.lock(); }
    shared_ptr<const T> shared_from_this() const { if (__self.expired()) throw bad_weak_ptr(); return __self.lock(); }
    weak_ptr<T> weak_from_this() { return __self; }
};
template <typename T, typename... A> shared_ptr<T> make_shared(A &&...args) { return shared_ptr<T>(make_unique<T>(forward<A>(args)...)); }
template <typename T, typename U> shared_ptr<T> const_pointer_cast(const shared_ptr<U> &p) { return shared_ptr<T>(p, const_cast<T *>(p.get())); }
template <typename T, typename U> shared_ptr<T> static_pointer_cast(const shared_ptr<U> &p) { return shared_ptr<T>(p, static_cast<T *>(p.get())); }
template <typename T, typename U> shared_ptr<T> dynamic_pointer_cast(const shared_ptr<U> &p) { T *q = dynamic_cast<T *>(p.get()); return q ? shared_ptr<T>(p, q) : shared_ptr<T>(); }
template <typename T> bool operator==(const shared_ptr<T> &p, nullptr_t) { return !p.get(); }
template <typename T> bool operator!=(const shared_ptr<T> &p, nullptr_t) { return p.get(); }
template <typename T> bool operator==(nullptr_t, const shared_ptr<T> &p) { return !p.get(); }
template <typename T> bool operator!=(nullptr_t, const shared_ptr<T> &p) { return p.get(); }
template <typename T, typename U> bool operator==(const shared_ptr<T> &a, const shared_ptr<U> &b) { return a.get() == b.get(); }
template <typename T, typename U> bool operator!=(const shared_ptr<T> &a, const shared_ptr<U> &b) { return a.get() != b.get(); }
template <typename T, typename U> bool operator<(const shared_ptr<T> &a, const shared_ptr<U> &b) { return a.get() < b.get(); }
template <typename T, typename U> bool operator<=(const shared_ptr<T> &a, const shared_ptr<U> &b) { return a.get() <= b.get(); }
template <typename T, typename U> bool operator>(const shared_ptr<T> &a, const shared_ptr<U> &b) { return a.get() > b.get(); }
template <typename T, typename U> bool operator>=(const shared_ptr<T> &a, const shared_ptr<U> &b) { return a.get() >= b.get(); }
template <typename T> T &__target(shared_ptr<T> &p) { return *p; }
template <typename T> T &__target(const shared_ptr<T> &p) { return *p; }
template <typename T> T &__target(unique_ptr<T> &p) { return *p; }
template <typename T> T &__target(const unique_ptr<T> &p) { return *p; }
}
