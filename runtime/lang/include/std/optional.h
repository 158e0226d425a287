#include <utility>
#include <stdexcept>
// names: optional nullopt nullopt_t make_optional bad_optional_access
// SPDX-License-Identifier: Apache-2.0
namespace std {
enum nullopt_t { nullopt };
class bad_optional_access : public exception { public: const char *what() const noexcept override { return "bad optional access"; } };
template <typename T> class optional {
    T value_;
    bool has_;
public:
    typedef T value_type;
    optional() : value_(), has_(false) {}
    optional(nullopt_t) : value_(), has_(false) {}
    optional(const T &x) : value_(x), has_(true) {}
    optional(const optional &o) : value_(o.value_), has_(o.has_) {}
    optional &operator=(nullopt_t) { reset(); return *this; }
    optional &operator=(const T &x) { value_ = x; has_ = true; return *this; }
    optional &operator=(const optional &o) { value_ = o.value_; has_ = o.has_; return *this; }
    bool has_value() const { return has_; }
    explicit operator bool() const { return has_; }
    T &value() { if (!has_) throw bad_optional_access(); return value_; }
    const T &value() const { if (!has_) throw bad_optional_access(); return value_; }
    T value_or(const T &other) const { return has_ ? value_ : other; }
    T &operator*() { return value_; }
    const T &operator*() const { return value_; }
    T *operator->() { return &value_; }
    const T *operator->() const { return &value_; }
    void reset() { value_ = T(); has_ = false; }
    template <typename... A> T &emplace(A &&...args) { value_ = T(args...); has_ = true; return value_; }
    bool operator==(const optional &o) const { return has_ == o.has_ && (!has_ || value_ == o.value_); }
    bool operator!=(const optional &o) const { return !(*this == o); }
    bool operator==(nullopt_t) const { return !has_; }
    bool operator!=(nullopt_t) const { return has_; }
};
template <typename T> optional<T> make_optional(const T &x) { return optional<T>(x); }
}
