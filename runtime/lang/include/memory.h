#include <utility>
// names: unique_ptr shared_ptr make_unique make_shared weak_ptr default_delete
// SPDX-License-Identifier: Apache-2.0
namespace std {
template <typename T> struct default_delete { void operator()(T *p) const { delete p; } };
template <typename T> struct default_delete<T[]> { void operator()(T *p) const { delete[] p; } };
template <typename T, typename D = default_delete<T>> class unique_ptr {
    T *p_;
    D delete_;
public:
    typedef T element_type;
    unique_ptr() : p_(0) {}
    unique_ptr(nullptr_t) : p_(0) {}
    explicit unique_ptr(T *p) : p_(p) {}
    unique_ptr(T *p, D d) : p_(p), delete_(d) {}
    unique_ptr(const unique_ptr &) = delete;
    unique_ptr(unique_ptr &&o) : p_(o.release()), delete_(o.delete_) {}
    template <typename U, typename E> unique_ptr(unique_ptr<U, E> &&o) : p_(o.release()) {}
    ~unique_ptr() { if (p_) delete_(p_); }
    unique_ptr &operator=(const unique_ptr &) = delete;
    unique_ptr &operator=(unique_ptr &&o) { reset(o.release()); return *this; }
    unique_ptr &operator=(nullptr_t) { reset(); return *this; }
    T *release() { T *p = p_; p_ = 0; return p; }
    void reset(T *p = 0) { T *old = p_; p_ = p; if (old) delete_(old); }
    T *get() const { return p_; }
    T &operator*() const { return *p_; }
    T *operator->() const { return p_; }
    T &operator[](size_t i) const { return p_[i]; }
    explicit operator bool() const { return p_ != 0; }
};
template <typename T, typename D> class unique_ptr<T[], D> {
    T *p_;
public:
    unique_ptr() : p_(0) {}
    explicit unique_ptr(T *p) : p_(p) {}
    unique_ptr(const unique_ptr &) = delete;
    unique_ptr(unique_ptr &&o) : p_(o.release()) {}
    ~unique_ptr() { delete[] p_; }
    unique_ptr &operator=(unique_ptr &&o) { reset(o.release()); return *this; }
    T *release() { T *p = p_; p_ = 0; return p; }
    void reset(T *p = 0) { T *old = p_; p_ = p; delete[] old; }
    T *get() const { return p_; }
    T &operator[](size_t i) const { return p_[i]; }
    explicit operator bool() const { return p_ != 0; }
};
template <typename T> struct __made { static unique_ptr<T> array(size_t n); };
template <typename T, typename... A> unique_ptr<T> make_unique(A &&...args) { return unique_ptr<T>(new T(forward<A>(args)...)); }
template <typename T, typename D> bool operator==(const unique_ptr<T, D> &p, nullptr_t) { return !p.get(); }
template <typename T, typename D> bool operator!=(const unique_ptr<T, D> &p, nullptr_t) { return p.get(); }
template <typename T> class shared_ptr {
    T *p_;
    long *count_;
    void drop() { if (count_ && --*count_ == 0) { delete p_; delete count_; } p_ = 0; count_ = 0; }
    template <typename U> friend class shared_ptr;
public:
    typedef T element_type;
    shared_ptr() : p_(0), count_(0) {}
    shared_ptr(nullptr_t) : p_(0), count_(0) {}
    explicit shared_ptr(T *p) : p_(p), count_(p ? new long(1) : 0) {}
    shared_ptr(const shared_ptr &o) : p_(o.p_), count_(o.count_) { if (count_) ++*count_; }
    template <typename U> shared_ptr(const shared_ptr<U> &o) : p_(o.p_), count_(o.count_) { if (count_) ++*count_; }
    ~shared_ptr() { drop(); }
    shared_ptr &operator=(const shared_ptr &o) { if (o.count_) ++*o.count_; drop(); p_ = o.p_; count_ = o.count_; return *this; }
    void reset() { drop(); }
    void reset(T *p) { drop(); p_ = p; count_ = p ? new long(1) : 0; }
    T *get() const { return p_; }
    T &operator*() const { return *p_; }
    T *operator->() const { return p_; }
    long use_count() const { return count_ ? *count_ : 0; }
    explicit operator bool() const { return p_ != 0; }
};
template <typename T, typename... A> shared_ptr<T> make_shared(A &&...args) { return shared_ptr<T>(new T(forward<A>(args)...)); }
template <typename T> bool operator==(const shared_ptr<T> &p, nullptr_t) { return !p.get(); }
template <typename T> bool operator!=(const shared_ptr<T> &p, nullptr_t) { return p.get(); }
template <typename T> bool operator==(const shared_ptr<T> &a, const shared_ptr<T> &b) { return a.get() == b.get(); }
}
